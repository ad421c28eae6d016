"""A picture as a list of shapes, each with a role. What a role looks like is said here, once.

The backends (`svg`, `mpl`) know the shapes and the styles and nothing of games, so that both show
the same picture. x runs to the right and y downwards; one unit is a CSS pixel.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]

# Okabe and Ito's colours, which the colour-blind can tell apart. Shape, dash, weight and text say
# the same things again, for those who see or print none.
MAX_BLUE, MIN_RED, BEST_GREEN = "#0072B2", "#D55E00", "#009E73"
INK, SOFT, LINE, PANEL, CARD, CUT = "#1D2430", "#5B6676", "#D8DEE8", "#F6F8FB", "#FFFFFF", "#8A94A3"
HERE, REASON = "#B36B00", "#7A3E9D"
MAX_TINT, MIN_TINT, BEST_TINT, GHOST_INK = "#DDEBF5", "#FBE9DC", "#E0F3EC", "#687384"


@dataclass(frozen=True, slots=True)
class Style:
    """How a shape is painted; a length is in units of the scene."""

    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0
    dash: tuple[float, float] | None = None
    bold: bool = False  # text only, like
    mono: bool = False  # letters that all have the same width, for code


STYLES: dict[str, Style] = {  # a tree is painted in this order
    "card": Style(CARD, LINE, 1),
    "edge": Style(None, "#8D97A6", 1.6),
    "ghost edge": Style(None, CUT, 1.5, (4, 4)),
    "best edge": Style(None, BEST_GREEN, 5),
    "at least edge": Style(None, MAX_BLUE, 3.5),  # what a proof needs to show that a node is worth at least this
    "at most edge": Style(None, MIN_RED, 3.5, (7, 4)),  # and at most this
    "gone edge": Style(None, INK, 5),  # the way that a game has gone
    "more": Style(None, SOFT, 2, (0.1, 4)),  # the game goes on below
    "reason arc": Style(None, REASON, 2.2, (6, 4)),
    "plate": Style(CARD),  # keeps a label clear of the line it sits on
    "blade": Style(None, INK, 1.3),
    "max": Style(MAX_TINT, MAX_BLUE, 2),
    "min": Style(MIN_TINT, MIN_RED, 2),
    "leaf": Style(PANEL, SOFT, 1.5),
    "best max": Style(MAX_TINT, MAX_BLUE, 4),
    "best min": Style(MIN_TINT, MIN_RED, 4),
    "best leaf": Style(BEST_TINT, BEST_GREEN, 4),
    "ghost": Style(CARD, CUT, 1.5, (3, 3)),
    "fold": Style(CARD, SOFT, 1.2),
    "here": Style(None, HERE, 3),  # the search is at this node
    "reason": Style(None, REASON, 2.5, (6, 4)),  # and this one is why it cuts off there
    "arrow": Style(REASON, CARD, 1),
    "ring": Style(None, HERE, 3.5, (7, 4)),  # around what is spoken of
    "value": Style(INK, bold=True),
    "leaf value": Style(INK),
    "ghost value": Style(GHOST_INK),
    "note": Style(SOFT),  # a window, a move, a count
    "ghost note": Style(GHOST_INK),
    "caption": Style(INK, bold=True),
    "words": Style(INK),
    "code box": Style(PANEL, LINE, 1),
    "code line": Style("#FFF1CC"),
    "code": Style(INK, mono=True),
    "grid": Style(None, SOFT, 2.4),
    "cell": Style(CARD, "#B4BDCA", 1.2),
    "closed": Style("#E4E8EE", "#B4BDCA", 1.2),
    "outline": Style(None, SOFT, 2),
    "hatch": Style(None, CUT, 1.3),
    "board": Style("#DCE3EC", SOFT, 2),
    "hole": Style(CARD, "#B4BDCA", 1.2),
    "win band": Style(None, "#A9DFCB", 18),
    "X": Style(None, MAX_BLUE, 7),
    "O": Style(None, MIN_RED, 6),
    "max disc": Style(MAX_BLUE, "#004C77", 1.5),
    "min disc": Style(MIN_RED, "#8F3F00", 1.5),
    "disc mark": Style(None, CARD, 4),
    "disc label": Style(CARD, bold=True),
    "win": Style(None, BEST_GREEN, 5),
    "faint": Style("#76818F"),
    "light square": Style("#EEF2F7"),
    "dark square": Style("#B7C4D4"),
    "light square, last move": Style("#F7E3A1"),
    "dark square, last move": Style("#E3BF5C"),
    "last move": Style(None, "#6B5000", 1.3, (1, 3.5)),  # the same for those who do not see the colour
    "piece": Style(CARD),  # the body of a white piece, of which "piece lines" are the outline; black ones are all lines
    "piece lines": Style("#000000"),
    "in check": Style(None, "#7A3E9D", 4, (7, 5)),
    "ring max": Style(None, MAX_BLUE, 4),
    "ring min": Style(None, MIN_RED, 4),
    "line max": Style(MAX_BLUE, CARD, 1.5),
    "line min": Style(MIN_RED, CARD, 1.5),
    "tag": Style(CARD, SOFT, 1.2),
    "tag text": Style(INK, bold=True),
}


@dataclass(frozen=True, slots=True)
class Line:
    """An open line through some points."""

    role: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Polygon:
    role: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle, its corners rounded with `radius`."""

    role: str
    x: float
    y: float
    width: float
    height: float
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class Circle:
    role: str
    x: float
    y: float
    radius: float


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text whose middle, or left end, is at (x, y)."""

    role: str
    x: float
    y: float
    text: str
    size: float
    anchor: str = "middle"  # or "start"


@dataclass(frozen=True, slots=True)
class Icon:
    """A small picture around (x, y): SVG drawn in a square of 45 units, and letters that come close to it.

    Matplotlib draws no SVG; it sets the letters, each with its role, on top of each other.
    """

    role: str
    x: float
    y: float
    size: float
    drawing: str
    letters: tuple[tuple[str, str], ...]


Shape: TypeAlias = Line | Polygon | Box | Circle | Text | Icon

BASELINE = 0.36  # how far below the middle of a capital or a digit its baseline is, in font sizes
MARGIN = 16.0
CORNER = 10.0  # the card's


@dataclass(slots=True)
class Scene:
    """Shapes in the order in which they are painted, and the same picture in words."""

    width: float
    height: float
    title: str
    description: str
    shapes: list[Shape] = field(default_factory=list)
    places: list[tuple[Hashable, Box]] = field(default_factory=list)  # what a player can point at, and where it is

    def add_place(self, name: Hashable, x: float, y: float, width: float, height: float | None = None) -> None:
        """Note where the cell, column, card or square called `name` is: around (x, y)."""
        height = width if height is None else height
        self.places.append((name, Box("place", x - width / 2, y - height / 2, width, height)))

    def with_card(self) -> list[Shape]:
        """The shapes on a light card, so that they can be read in front of any background."""
        return [Box("card", 0.5, 0.5, self.width - 1, self.height - 1, CORNER), *self.shapes]


SCISSORS = 13.0  # their width


def triangle(role: str, x: float, y: float, half: float, height: float, up: bool) -> Polygon:
    """▲ for MAX or ▼ for MIN, its box centred on (x, y)."""
    tip, base = (y - height / 2, y + height / 2) if up else (y + height / 2, y - height / 2)
    return Polygon(role, ((x, tip), (x + half, base), (x - half, base)))


def scissors(x: float, y: float, scale: float = 1.0) -> list[Shape]:
    """✂, its blades to the right, open around (x, y)."""
    plate = Circle("plate", x - scale, y, 6 * scale)  # the line that is being cut ends here and begins again there
    shapes: list[Shape] = [plate]
    for side in (scale, -scale):
        shapes.append(Line("blade", ((x - 2.6 * scale, y + 1.6 * side), (x + 6 * scale, y - 3.4 * side))))
        shapes.append(Circle("blade", x - 4.4 * scale, y + 2.9 * side, 2.1 * scale))
    return shapes


def cross(role: str, x: float, y: float, half: float) -> list[Shape]:
    """The X of a board game."""
    return [Line(role, ((x - half, y - s * half), (x + half, y + s * half))) for s in (1, -1)]


def hatch(left: float, top: float, size: float) -> list[Shape]:
    """The strokes across a square that is closed."""
    inset, every = 4.0, 9.0
    low, high = (left + inset, top + inset), (left + size - inset, top + size - inset)
    starts = [(low[0] + every * i, low[1]) for i in range(1, int(2 * (size - 2 * inset) / every) + 1)]
    return [Line("hatch", segment) for start in starts if (segment := segment_in_box(start, low, high))]


def segment_in_box(start: Point, low: Point, high: Point) -> tuple[Point, Point] | None:
    """The part of the rising diagonal x + y = const through `start` that lies in a box."""
    total = start[0] + start[1]
    x0, x1 = max(low[0], total - high[1]), min(high[0], total - low[1])
    return ((x0, total - x0), (x1, total - x1)) if x1 - x0 > 0.5 else None
