"""What is between the levels of a tree: the edges, the names of the moves on them, and ✂ where one is cut off."""

from __future__ import annotations

from itertools import pairwise

from minimax_lab.draw.tree.sizes import CUT_AT, MOVE_AT, NodeBox, Sizes
from minimax_lab.picture.marks import scissors
from minimax_lab.picture.scene import Box, Line, Point, Shape, Text
from minimax_lab.picture.text import text_width

TALLEST = 4  # times the usual height: edges are not made steeper than that for the sake of names


def edge(parent: NodeBox, child: NodeBox, sizes: Sizes) -> list[Shape]:
    """The edge between two nodes, and what is on it."""
    node = child.node
    start, end = (parent.x, parent.bottom), (child.x, child.top)
    role = "ghost edge" if node.ghost else "best edge" if node.best else "gone edge" if node.gone else "edge"
    shapes: list[Shape] = [Line(role, (start, end))]
    if node.cut:
        shapes += scissors(*_between(start, end, CUT_AT[bool(child.move)]), sizes.mark)
    if child.move:
        x, y = _between(start, end, MOVE_AT)
        wide, high = _name_size(child, sizes)
        shapes.append(Box("plate", x - wide / 2, y - high / 2, wide, high, 3))
        shapes.append(Text("ghost note" if node.ghost else "note", x, y, child.move, sizes.note))
    return shapes


def height_for_names(parent: NodeBox, children: list[NodeBox], sizes: Sizes) -> float:
    """How high edges must be so that none runs through the name on the next one; flat edges would."""
    needed = 0.0
    for one, other in pairwise(children):
        apart = MOVE_AT * (other.x - one.x)
        reach = max(abs(one.x - parent.x), abs(other.x - parent.x))
        for wide, high in (_name_size(one, sizes), _name_size(other, sizes)):
            needed = max(needed, reach * high / 2 / (apart - wide / 2))
    return needed


def _name_size(child: NodeBox, sizes: Sizes) -> tuple[float, float]:
    return text_width(child.move, sizes.note) + 4, sizes.note + 2


def _between(start: Point, end: Point, part: float) -> Point:
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part
