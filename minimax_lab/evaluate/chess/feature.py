"""A feature of a chess position: what it counts, in words and as a picture of the squares that count."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, update_wrapper
from typing import Any, TypeAlias

import chess

from minimax_lab.evaluate.chess.position import PAWN_POSITIONS, RINGS, Bitboard, ChessPosition, flip, info
from minimax_lab.game import MAX, MIN, Player
from minimax_lab.games.chess.game import Chess, board_of
from minimax_lab.games.chess.picture import chess_scene
from minimax_lab.picture.board import CAPTION, NOTE
from minimax_lab.picture.scene import MARGIN, Box, Circle, Scene, Shape, Text
from minimax_lab.picture.text import signed, text_width, wrapped

LINE = 18.0  # from one line of text to the next
GAP = 14.0


def _marks(squares: Mapping[Player, Mapping[str, int]]) -> dict[int | str, Player | str | tuple[Player | str, ...]]:
    """A mark for each side for which a square counts, and how much it counts, unless that is 1."""
    white, black = squares[MAX], squares[MIN]
    marks: dict[int | str, Player | str | tuple[Player | str, ...]] = {}
    for square in [*white, *(name for name in black if name not in white)]:
        points = {player: squares[player][square] for player in (MAX, MIN) if square in squares[player]}
        label = () if set(points.values()) == {1} else (":".join(map(str, points.values())),)
        marks[square] = (*points, *label)
    return marks


def _key(squares: Mapping[Player, Mapping[str, int]], summary: str, middle: float, y: float) -> Iterator[Shape]:
    """The number, and which mark is whose."""
    yield Text("caption", middle, y, summary, CAPTION)
    texts = [f"{name} {sum(squares[player].values())}" for name, player in (("White", MAX), ("Black", MIN))]
    mark, apart = 20.0, 26.0
    x = middle - (sum(text_width(text, NOTE) + mark for text in texts) + apart) / 2
    for text, player in zip(texts, (MAX, MIN), strict=True):
        centre = x + 7, y + 1.1 * LINE
        yield Circle("ring max", *centre, 6) if player is MAX else Box("ring min", x + 1, centre[1] - 6, 12, 12)
        yield Text("note", x + mark, centre[1], text, NOTE, "start")
        x += mark + text_width(text, NOTE) + apart


Points: TypeAlias = dict[str, int]  # how much each square counts: {"d4": 1}


@dataclass(frozen=True, repr=False)
class FeatureCount:
    """The squares that a feature counts in a position, and the value that results."""

    name: str
    about: str  # the definition
    position: Any  # a Chess, a Board or a FEN
    squares: Mapping[Player, Points]
    share: float  # how much of the difference counts in this phase of the game
    value: float

    @property
    def summary(self) -> str:
        """The value: "isolated: −1", or "passed late: +2 × 0.25 = +0.5"."""
        name = self.name.replace("_", " ")
        difference = signed(sum(self.squares[MAX].values()) - sum(self.squares[MIN].values()))
        if self.share == 1:
            return f"{name}: {difference}"
        return f"{name}: {difference} × {signed(self.share).lstrip('+')} = {signed(self.value)}"

    def picture(self, below: Player = MAX) -> Scene:
        """The board, seen by `below`, with the squares that count; below it the number and the definition."""
        marks = _marks(self.squares)
        if isinstance(self.position, Chess):
            scene = self.position.picture(below, marks=marks)
        else:
            board = board_of(self.position)
            scene = chess_scene(board, board.outcome(), marks=marks, below=below)
        top = scene.height - MARGIN / 2 + GAP
        lines = wrapped(self.about, scene.width - 2 * MARGIN, NOTE)
        scene.shapes += _key(self.squares, self.summary, scene.width / 2, top)
        for number, line in enumerate(lines):
            scene.shapes.append(Text("note", scene.width / 2, top + (2.2 + number) * LINE, line, NOTE))
        scene.height = top + (2.2 + len(lines)) * LINE + MARGIN / 2
        scene.title = f"Chess: {self.name}"
        scene.description = f"{self!r}. {self.about} {scene.description}"
        return scene

    def __repr__(self) -> str:
        white, black = _one_side("White", self.squares[MAX]), _one_side("Black", self.squares[MIN])
        return f"{self.summary} ({white}; {black})"


def _one_side(name: str, points: Points) -> str:
    """What one side has, and where: "White 3: d4, e4 ×2"."""
    squares = ", ".join(square if worth == 1 else f"{square} ×{worth}" for square, worth in points.items())
    return f"{name} {sum(points.values())}" + (f": {squares}" if squares else "")


Counted: TypeAlias = Bitboard | tuple[tuple[int, Bitboard], ...]  # squares that count 1 each, or (points, squares), …


class ChessFeature(ABC):
    """A function from a position (a Chess, a chess.Board or a FEN) to a number: White's points minus Black's.

    It is made from a definition, whose name and docstring become the feature's `name` and `about`, and which
    says what counts for one side, on the board as that side sees it.
    """

    def __init__(self, definition: Callable[..., Counted]) -> None:
        update_wrapper(self, definition)
        self.definition = definition
        self.name: str = definition.__name__
        self.about: str = (definition.__doc__ or "").partition("\n")[0]

    @abstractmethod
    def counts(self, position: ChessPosition) -> tuple[Counted, Counted]:
        """What counts for White, and what counts for Black, on the board turned over."""

    def __call__(self, position: ChessPosition) -> float:
        """White's points minus Black's."""
        white, black = self.counts(position)
        if isinstance(white, int) and isinstance(black, int):  # the usual case, without two more calls
            return white.bit_count() - black.bit_count()
        return total(white) - total(black)

    def share(self, position: ChessPosition) -> float:
        """How much of the difference counts in this phase of the game: all of it."""
        return 1

    def squares(self, position: ChessPosition) -> dict[Player, Points]:
        """The squares that count for White (MAX) and for Black (MIN), each with its points."""
        white, black = self.counts(position)
        return {MAX: _points(white), MIN: _points(black, turned=True)}

    def on(self, position: ChessPosition) -> FeatureCount:
        """What the feature counts in this position: in words and, in a notebook, as a picture of the board."""
        counted = self.squares(position)
        return FeatureCount(self.name, self.about, position, counted, self.share(position), self(position))

    @property
    def early(self) -> Tapered:
        """The feature times the phase: it counts in full at the start and fades as pieces are exchanged."""
        return Tapered(self, "early")

    @property
    def late(self) -> Tapered:
        """The feature times 1 − the phase: it counts in full when only kings and pawns are left."""
        return Tapered(self, "late")

    def __repr__(self) -> str:
        return f"<{self.name}: {self.about}>"

    def __reduce__(self) -> Any:
        return self.name  # as functions are pickled: by the name that their module has for them


class PieceFeature(ChessFeature):
    """A feature whose definition takes one side's bitboards (a `SideBitboards`) and returns what counts."""

    def counts(self, position: ChessPosition) -> tuple[Counted, Counted]:
        white, black = info(position).sides
        return self.definition(white), self.definition(black)


class PawnFeature(ChessFeature):
    """A feature of the pawns alone, whose definition takes our pawns and theirs (bitboards)."""

    def __init__(self, definition: Callable[[Bitboard, Bitboard], Counted]) -> None:
        super().__init__(definition)
        self._remembered = lru_cache(PAWN_POSITIONS)(self._difference)

    def counts(self, position: ChessPosition) -> tuple[Counted, Counted]:
        white, black = info(position).pawns
        return self.definition(white, black), self.definition(flip(black), flip(white))

    def __call__(self, position: ChessPosition) -> float:
        return self._remembered(*info(position).pawns)

    def _difference(self, white: Bitboard, black: Bitboard) -> float:
        return total(self.definition(white, black)) - total(self.definition(flip(black), flip(white)))


class Tapered(ChessFeature):
    """A feature that counts less, or more, as the game goes on: `when` is "early" or "late"."""

    def __init__(self, feature: ChessFeature, when: str) -> None:
        super().__init__(feature.definition)
        self.feature, self.when, self.name = feature, when, f"{feature.name}_{when}"
        self.about = f"{feature.about} Times {'the phase' if when == 'early' else '1 − the phase'}."

    def counts(self, position: ChessPosition) -> tuple[Counted, Counted]:
        return self.feature.counts(position)

    def share(self, position: ChessPosition) -> float:
        return info(position).phase if self.when == "early" else 1 - info(position).phase

    def __call__(self, position: ChessPosition) -> float:
        return self.share(position) * self.feature(position)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tapered) and (self.feature, self.when) == (other.feature, other.when)

    def __hash__(self) -> int:
        return hash((self.feature, self.when))

    def __reduce__(self) -> Any:
        return getattr, (self.feature, self.when)


def by_ring(bits: Bitboard) -> Counted:
    """The squares, counting 3 in the centre, 2 and 1 on the rings around it and 0 on the edge."""
    outer, inner, centre = RINGS
    return (1, bits & outer), (2, bits & inner), (3, bits & centre)


def total(count: Counted) -> int:
    """The points of all squares together."""
    if isinstance(count, int):
        return count.bit_count()
    points = 0
    for worth, bits in count:
        points += worth * bits.bit_count()
    return points


def _points(count: Counted, turned: bool = False) -> Points:
    """What each square counts, from a1 to h8."""
    points = [0] * 64
    for worth, bits in ((1, count),) if isinstance(count, int) else count:
        for square in chess.scan_forward(flip(bits) if turned else bits):
            points[square] += worth
    return {chess.square_name(square): worth for square, worth in enumerate(points) if worth}
