"""Where the nodes of a tree go: how large each is, and a compact, tidy layout in linear time, without recursion.

Every parent stands above the middle of its children, no two nodes of a level come closer than a
gap, and a subtree keeps its shape wherever it stands. The method is Reingold and Tilford's: set
subtrees side by side as closely as their outlines allow. Subtrees that have room to spare are
placed half-way between where they would go when pushed to the left and when pushed to the right
(Kennedy, *Drawing Trees*, 1996).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from minimax_lab.draw.tree.nodes import ShownNode
from minimax_lab.picture.scene import SCISSORS
from minimax_lab.picture.text import shorten, text_width

CROWDED = 36  # from so many leaves on everything moves closer together
BUSHY = 2.5  # so many leaves to an inner node leave the inner nodes room to be larger

TEXT_FROM = 0.6  # where in a triangle its text begins, as a part of its height: how wide the triangle is there
WINDOW_AT = 0.27  # how far from a triangle's tip, on its way to the base, the window is
MOVE_AT = 0.72  # where on its edge the name of a move is, 0 being at the parent,
CUT_AT = {True: 0.45, False: 0.6}  # and where the scissors are, with and without a name on the edge
STUB = 12.0  # the height of one


@dataclass(frozen=True, slots=True)
class Sizes:
    """Sizes and distances, in units of the scene."""

    value: float = 14.0  # font sizes
    leaf_value: float = 14.0
    note: float = 11.0
    widest: float = 92.0  # no label is wider
    widest_move: float = 74.0  # nor any name of a move
    triangle: float = 44.0  # a triangle's height
    least_half: float = 25.0  # and half its width at least
    leaf: float = 26.0  # a leaf's height
    pad: float = 6.0  # beside the text in a leaf
    gap: float = 8.0  # between siblings
    apart: float = 18.0  # between other neighbours
    edges: float = 48.0  # between levels, and with names of moves on the edges:
    named_edges: float = 64.0
    crowded: bool = False
    mark: float = 1.0  # the scale of the scissors


ROOMY = Sizes()
TIGHT = Sizes(widest_move=52.0, leaf=22.0, pad=2.5, gap=2.0, apart=6.0, crowded=True)
_LARGER = replace(TIGHT, value=18, leaf_value=15, note=14, triangle=54, least_half=30, leaf=24, mark=1.3)
BROAD = replace(_LARGER, pad=2, edges=60, named_edges=76)


def sizes_for(nodes: list[ShownNode]) -> Sizes:
    """A crowded picture will be shown small, so what can be larger in it should be."""
    leaves = sum(not node.children for node in nodes)
    if leaves < CROWDED:
        return ROOMY
    return BROAD if leaves >= BUSHY * (len(nodes) - leaves) else TIGHT


@dataclass(slots=True)
class NodeBox:
    """A node with its labels as they fit, its size and, once the layout has said so, where it stands."""

    node: ShownNode
    label: str
    size: float  # of the label's letters
    bold: bool
    window: str
    move: str
    half: float  # half the width of the shape
    height: float
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


def measured(node: ShownNode, sizes: Sizes) -> NodeBox:
    """The node with its size and the room it needs; where it stands is still open."""
    inner = node.kind in ("max", "min")
    bold = inner or node.best or not sizes.crowded
    size = {"leaf": sizes.leaf_value, "fold": sizes.note}.get(node.kind, sizes.value)
    if inner and text_width(node.label, size, bold=True) > 3 * size:
        size -= 2
    label = shorten(node.label, sizes.widest * (0.8 if inner else 1), size, bold)
    half = text_width(label, size, bold) / 2
    half, height = {
        "leaf": (max(half + sizes.pad, 11), sizes.leaf),
        "stub": (STUB / 2, STUB),
        "fold": (half + 5, sizes.note + 7),
    }.get(node.kind, (max((half + 2) / TEXT_FROM, sizes.least_half), sizes.triangle))
    ends = [shorten(end, 4 * sizes.note, sizes.note) for end in node.window or ()]
    window = f"({', '.join(ends)})" if ends else ""
    box = NodeBox(node, label, size, bold, window, _move_label(node.move, sizes), half, height)
    box.left = box.right = max(half + 1, _room_on_edge(box, sizes))
    if window:
        box.right = max(box.right, box.window_x + text_width(window, sizes.note))
    if node.mark:  # room for a frame
        box.left, box.right = box.left + 8, box.right + 8
    return box


def _move_label(name: str, sizes: Sizes) -> str:
    """The name of a move. In a crowded picture there is no room for a long one, and short forms would look alike."""
    fitting = shorten(name, sizes.widest_move, sizes.note)
    return "" if sizes.crowded and fitting != name else fitting


def _room_on_edge(box: NodeBox, sizes: Sizes) -> float:
    """How far apart nodes must be so that what is on the edges to them does not meet; edges meet at the parent."""
    name = (text_width(box.move, sizes.note) / 2 + 3) / MOVE_AT if box.move else 0.0
    cut = (SCISSORS * sizes.mark / 2 + 1) / CUT_AT[bool(box.move)] if box.node.cut else 0.0
    return max(name, cut)


@dataclass(slots=True)
class _Outline:
    """How far a subtree reaches to the left and to the right of its root, level by level.

    The deepest level comes first, so that a root is added at the end. `shift` is still to be added
    to every number: moving a whole outline costs one addition.
    """

    left: list[float]
    right: list[float]
    shift: float = 0.0


def tidy(
    children: Sequence[Sequence[int]],
    left: Sequence[float],
    right: Sequence[float],
    gap: float = 1.0,
    apart: float | None = None,
) -> list[float]:
    """The x of every node; the leftmost node begins at 0.

    `children[i]` are the numbers of the children of node i, all of them greater than i; node 0 is
    the root. Node i takes up the room from x - left[i] to x + right[i]. Siblings are at least `gap`
    apart, and other neighbours on a level `apart` (by default the same).
    """
    apart = gap if apart is None else apart
    offset = [0.0] * len(children)  # of a node from its parent
    outlines: dict[int, _Outline] = {}
    least = 0.0
    for node in reversed(range(len(children))):
        below = [outlines.pop(child) for child in children[node]]
        places = _places(below, gap, apart)
        for child, place in zip(children[node], places, strict=True):
            offset[child] = place
        outline = _side_by_side(below, places) if below else _Outline([], [])
        outline.left.append(-left[node] - outline.shift)
        outline.right.append(right[node] - outline.shift)
        outlines[node] = outline
    if 0 in outlines:
        least = min(outlines[0].left) + outlines[0].shift
    x = [-least] * len(children)
    for node, own in enumerate(children):
        for child in own:
            x[child] = x[node] + offset[child]
    return x


def _places(outlines: list[_Outline], gap: float, apart: float) -> list[float]:
    """Where subtrees go side by side, their parent being at 0."""
    if len(outlines) < 2:
        return [0.0] * len(outlines)
    pushed_left = _pack([(o.left, o.right, o.shift) for o in outlines], 1, gap, apart)
    pushed_right = _pack([(o.right, o.left, o.shift) for o in reversed(outlines)], -1, gap, apart)
    # From the left they run from 0 to the width, from the right from the width to 0: the mean, minus half the width.
    return [(a - b) / 2 for a, b in zip(pushed_left, reversed(pushed_right), strict=True)]


def _pack(sides: list[tuple[list[float], list[float], float]], sign: int, gap: float, apart: float) -> list[float]:
    """How far each subtree must stay from the first one, each as close as possible to those before it.

    A side is the outline that faces those before, the one that faces those after, and the shift
    of both; `sign` is -1 when packing from right to left.
    """
    places: list[float] = []
    facing: list[tuple[list[float], float]] = []  # what the next one will meet, the deepest outline first
    for near, far, shift in sides:
        place, level = 0.0, 0
        for outline, at in reversed(facing):
            stop = min(len(outline), len(near))
            for depth in range(level, stop):
                room = apart if depth else gap
                place = max(place, at + sign * (outline[-1 - depth] - near[-1 - depth] - shift) + room)
            level = max(level, stop)
            if level == len(near):
                break
        while facing and len(facing[-1][0]) <= len(far):
            facing.pop()
        facing.append((far, place + sign * shift))
        places.append(place)
    return places


def _side_by_side(outlines: list[_Outline], places: list[float]) -> _Outline:
    """The outline of all of them together, written into the deepest one, so that only the others cost time."""
    deepest = max(range(len(outlines)), key=lambda i: len(outlines[i].left))
    whole = outlines[deepest]
    whole.shift += places[deepest]
    # What stands to the left hides the left outline, and what stands to the right the right one.
    for side, others in (("left", range(deepest)), ("right", range(len(outlines) - 1, deepest, -1))):
        outer, covered = getattr(whole, side), 0
        for i in others:
            outline = getattr(outlines[i], side)
            for depth in range(covered, len(outline)):
                outer[-1 - depth] = outline[-1 - depth] + outlines[i].shift + places[i] - whole.shift
            covered = max(covered, len(outline))
    return whole
