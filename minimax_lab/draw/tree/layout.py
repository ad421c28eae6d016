"""Where the nodes of a tree go: a compact, tidy layout in linear time, without recursion.

Every parent stands above the middle of its children, no two nodes of a level come closer than a
gap, and a subtree keeps its shape wherever it stands. The method is Reingold and Tilford's: set
subtrees side by side as closely as their outlines allow. Subtrees that have room to spare are
placed half-way between where they would go when pushed to the left and when pushed to the right
(Kennedy, *Drawing Trees*, 1996).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


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
    covered = 0
    for i in range(deepest):  # what stands to the left hides the left outline
        outline = outlines[i]
        for depth in range(covered, len(outline.left)):
            whole.left[-1 - depth] = outline.left[-1 - depth] + outline.shift + places[i] - whole.shift
        covered = max(covered, len(outline.left))
    covered = 0
    for i in range(len(outlines) - 1, deepest, -1):
        outline = outlines[i]
        for depth in range(covered, len(outline.right)):
            whole.right[-1 - depth] = outline.right[-1 - depth] + outline.shift + places[i] - whole.shift
        covered = max(covered, len(outline.right))
    return whole
