"""The picture of a game tree: from the items to draw to shapes, each in its place.

A level is a band that holds nothing but its nodes and what is written beside them; between two
bands there is nothing but edges and what is written on them. So labels can only meet labels of
their own band, and there the layout keeps them apart.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from minimax_lab.draw.tree.layout import tidy
from minimax_lab.draw.tree.legend import add_legend
from minimax_lab.draw.tree.nodes import Item, picture
from minimax_lab.games import Tree
from minimax_lab.picture.marks import SCISSORS, scissors, triangle
from minimax_lab.picture.scene import MARGIN, STYLES, Box, Line, Point, Scene, Shape, Text
from minimax_lab.picture.text import shorten, text_width
from minimax_lab.trace import Trace

MOST = 200  # nodes that are drawn, if nobody says otherwise
CROWDED = 36  # from so many leaves on everything moves closer together
BUSHY = 2.5  # so many leaves to an inner node leave the inner nodes room to be larger

TEXT_AT = 0.74  # how far from its tip a triangle's text is, as a part of its height,
TEXT_FROM = 0.6  # and where the text begins, which is how wide the triangle is there
WINDOW_AT = 0.27  # how far from the tip, on its way to the base, the window is
LABEL_AT = 0.68  # where on its edge the name of a move is, 0 being at the parent
CUT_AT = {True: 0.36, False: 0.6}  # where the scissors are, with and without a name on the edge
STUB = 12.0  # the height of one


@dataclass(frozen=True, slots=True)
class Measures:
    """Sizes and distances, in units."""

    value: float = 14.0  # font sizes
    leaf_value: float = 14.0
    note: float = 11.0
    widest: float = 92.0  # no label is wider
    triangle: float = 44.0  # a triangle's height
    least_half: float = 25.0  # and half its width at least
    leaf: float = 26.0  # a leaf's height
    pad: float = 6.0  # beside the text in a leaf
    gap: float = 8.0  # between sisters
    apart: float = 18.0  # between others
    edges: float = 48.0  # between levels, and with names of moves on the edges:
    named_edges: float = 68.0
    bold_leaves: bool = True
    mark: float = 1.0  # the scale of the scissors


ROOMY = Measures()
TIGHT = Measures(leaf=22.0, pad=2.5, gap=2.0, apart=6.0, bold_leaves=False)
_LARGER = replace(TIGHT, value=18, leaf_value=15, note=14, triangle=54, least_half=30, leaf=24, mark=1.3)
BROAD = replace(_LARGER, pad=2, edges=60, named_edges=80)


def _measures(items: list[Item]) -> Measures:
    """A crowded picture will be shown small, so what can be larger in it should be."""
    leaves = sum(not item.children for item in items)
    if leaves < CROWDED:
        return ROOMY
    return BROAD if leaves >= BUSHY * (len(items) - leaves) else TIGHT


@dataclass(slots=True)
class Place:
    """An item with its size, its labels as they fit, and its position."""

    item: Item
    label: str
    size: float  # of the label's letters
    window: str
    move: str
    half: float = 0.0  # half the width of the shape
    height: float = 0.0
    left: float = 0.0  # the room it takes up beside x
    right: float = 0.0
    x: float = 0.0  # the middle of the shape
    y: float = 0.0
    top: float = 0.0  # of its level
    bottom: float = 0.0

    @property
    def window_x(self) -> float:
        """Where the window begins: beside the triangle, which is narrow there."""
        return self.x + self.half * (WINDOW_AT + 0.15) + 5


def tree_scene(
    what: Tree | Trace,
    *,
    moves: bool | None = None,
    windows: bool = True,
    legend: bool = False,
    most: int | None = MOST,
) -> Scene:
    """The scene of a tree, or of what a search did with one."""
    drawn = picture(what, most, moves, windows)
    sizes = _measures(drawn.items)
    places = [_measured(item, sizes) for item in drawn.items]
    children = [item.children for item in drawn.items]
    xs = tidy(children, [p.left for p in places], [p.right for p in places], sizes.gap, sizes.apart)
    for place, x in zip(places, xs, strict=True):
        place.x = MARGIN + x
    height = _stack(places, sizes) + MARGIN
    scene = Scene(max(p.x + p.right for p in places) + MARGIN, height, drawn.title, drawn.description)
    for place in places:
        scene.shapes += [*_shape(place), *_texts(place, sizes)]
        for number in place.item.children:
            scene.shapes += _edge(place, places[number], sizes)
    rank = {role: number for number, role in enumerate(STYLES)}
    scene.shapes.sort(key=lambda shape: rank[shape.role])
    if legend:
        add_legend(scene, drawn.items)
    return scene


def _measured(item: Item, sizes: Measures) -> Place:
    """An item with its size and the room it needs."""
    inner = item.kind in ("max", "min")
    bold = inner or item.best or sizes.bold_leaves
    size = {"leaf": sizes.leaf_value, "fold": sizes.note}.get(item.kind, sizes.value)
    if inner and text_width(item.label, size, bold=True) > 3 * size:
        size -= 2
    label = shorten(item.label, sizes.widest * (0.8 if inner else 1), size, bold)
    move = shorten(item.move, sizes.widest * 0.8, sizes.note)
    ends = [shorten(end, 4 * sizes.note, sizes.note) for end in item.window or ()]
    window = f"({', '.join(ends)})" if ends else ""
    place = Place(item, label, size, window, move)
    half = text_width(label, size, bold) / 2
    place.half, place.height = {
        "leaf": (max(half + sizes.pad, 11), sizes.leaf),
        "stub": (STUB / 2, STUB),
        "fold": (half + 5, sizes.note + 7),
    }.get(item.kind, (max((half + 2) / TEXT_FROM, sizes.least_half), sizes.triangle))
    place.left = place.right = place.half + 1
    if move:
        place.left = place.right = max(place.left, (text_width(move, sizes.note) / 2 + 3) / LABEL_AT)
    if item.cut:
        place.left = place.right = max(place.left, SCISSORS * sizes.mark / 2 / CUT_AT[bool(move)])
    if window:
        place.right = max(place.right, place.window_x + text_width(window, sizes.note))
    return place


def _stack(places: list[Place], sizes: Measures) -> float:
    """Give every place its height on the page, level by level; the lowest point comes back."""
    top, level = MARGIN, [0]
    while level:
        bottom = top + max(places[i].height for i in level)
        for i in level:
            place = places[i]
            place.top, place.bottom, place.y = top, bottom, top + place.height / 2
        below = [j for i in level for j in places[i].item.children]
        reach = max((abs(places[j].x - places[i].x) for i in level for j in places[i].item.children), default=0)
        least = sizes.named_edges if any(places[j].move for j in below) else sizes.edges
        # Flat edges are hard to follow and run into the names of others.
        top = bottom + max(least, min(0.12 * reach, 3 * least))
        tails = 12 if any(places[i].item.goes_on for i in level) else 0
        level = below
    return bottom + tails


def _role(item: Item) -> str:
    if item.kind == "fold":
        return "fold"
    return "ghost" if item.ghost else f"best {item.kind}" if item.best else item.kind


def _shape(place: Place) -> list[Shape]:
    item, role = place.item, _role(place.item)
    if item.kind in ("max", "min"):
        return [triangle(role, place.x, place.y, place.half, place.height, up=item.kind == "max")]
    left, top = place.x - place.half, place.y - place.height / 2
    box = Box(role, left, top, 2 * place.half, place.height, 6.0 if item.kind == "leaf" else place.height / 2)
    if not item.goes_on:
        return [box]
    end = place.y + place.height / 2
    return [box, Line("more", ((place.x, end + 4), (place.x, end + 13)))]


def _texts(place: Place, sizes: Measures) -> list[Shape]:
    item, texts = place.item, list[Shape]()
    if place.label:
        role = "note" if item.kind == "fold" else "ghost value" if item.ghost else "value"
        if role == "value" and item.kind == "leaf" and not (sizes.bold_leaves or item.best):
            role = "leaf value"
        lower = {"max": TEXT_AT - 0.5, "min": 0.5 - TEXT_AT}.get(item.kind, 0) * place.height
        texts.append(Text(role, place.x, place.y + lower, place.label, place.size))
    if place.window:
        y = place.y + (WINDOW_AT - 0.5) * place.height * (1 if item.kind == "max" else -1)
        texts.append(Text("note", place.window_x, y, place.window, sizes.note, "start"))
    return texts


def _edge(parent: Place, child: Place, sizes: Measures) -> list[Shape]:
    """The edge between two nodes, and what is on it."""
    item = child.item
    start, end = (parent.x, parent.bottom), (child.x, child.top)
    shapes: list[Shape] = [Line("ghost edge" if item.ghost else "best edge" if item.best else "edge", (start, end))]
    if item.cut:
        shapes += scissors(*_between(start, end, CUT_AT[bool(child.move)]), sizes.mark)
    if child.move:
        x, y = _between(start, end, LABEL_AT)
        wide, high = text_width(child.move, sizes.note) + 4, sizes.note + 2
        shapes.append(Box("plate", x - wide / 2, y - high / 2, wide, high, 3))
        shapes.append(Text("ghost note" if item.ghost else "note", x, y, child.move, sizes.note))
    return shapes


def _between(start: Point, end: Point, part: float) -> Point:
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part
