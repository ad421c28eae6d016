"""How a program's positions are shown: what its moves are called, and its boards as text.

Where the loop that makes the children has a variable that tells them apart, the move is what that variable holds: the
program's own name for it. A child that is one of the things its parent holds (a list in a list, an attribute) is called
by its place. Otherwise the move is what differs in the position. A board is whatever of a position has rows of cells,
the cell that changed in brackets.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from enum import Enum
from math import isqrt
from typing import Any

from minimax_lab.trace.interpret.nodes import CallNode, held_by
from minimax_lab.trace.interpret.windows import number
from minimax_lab.trace.record.around import Call
from minimax_lab.trace.record.pictures import MISSING, Attributes, Difference, Pairs, differences
from minimax_lab.trace.words import Shown, value_text

Rows = tuple[tuple[str, ...], ...]
LONGEST = 12  # letters of a name
LARGEST = 20  # rows and columns of a board
EMPTY = (None, 0, "", " ", ".", "_", "-")  # what people write for an empty cell, shown alike


class Names:
    """Names the moves of a program, the same way wherever it makes them."""

    def __init__(self, nodes: list[CallNode], position: set[str]):
        self.position = position
        self._chosen: dict[tuple[str, ...], tuple[str, ...]] = {}  # the variables that name the moves, of those around
        groups: dict[tuple[str, ...], list[list[CallNode]]] = defaultdict(list)
        for node in nodes:
            by_loops: dict[tuple[str, ...], list[CallNode]] = defaultdict(list)
            for child in node.below:
                by_loops[tuple(child.calls[0].loop)].append(child)
            for names, children in by_loops.items():
                groups[names].append(children)
        for names, siblings in groups.items():
            self._chosen[names] = _choose(names, siblings)

    def of(self, node: CallNode) -> list[Any]:
        """A name for the move to each child, no two the same."""
        children = node.below
        named = [_place(child, True) or self._by_loop(child) or _place(child, False) for child in children]
        named = [name[0] if name else None for name in named]
        if None not in named and len({*named}) == len(named):
            return named
        if _are_items(node):
            return [*range(len(children))]
        differing = [_difference(node, child, self.position) for child in children]
        known = [name for name in named if name is not None]
        if len({*known}) < len(known) and len({*differing} - {None}) > len({*known}):
            named = [one if two is None else two for one, two in zip(named, differing, strict=True)]
        return _told_apart([two if one is None else one for one, two in zip(named, differing, strict=True)])

    def _by_loop(self, child: CallNode) -> Any:
        chosen = self._chosen.get(tuple(child.calls[0].loop))
        return (_row(child, chosen),) if chosen else None


def _place(child: CallNode, in_list: bool) -> Any:
    item = child.calls[0].item
    return item if item and (item[1] is not None) == in_list else None


def _are_items(node: CallNode) -> bool:
    """Whether the children are given, one after the other, what their parent holds in a list, as `map` does."""
    for name, value in node.places.items():
        for held in (value, *(value if isinstance(value, tuple) else ())):
            is_list = isinstance(held, tuple) and not isinstance(held, Pairs) and len(held) >= len(node.below)
            if is_list and all(name in c.places and c.places[name] == held[i] for i, c in enumerate(node.below)):
                return True
    return False


def _choose(names: tuple[str, ...], siblings: list[list[CallNode]]) -> tuple[str, ...]:
    """The variables that tell siblings apart, as few as possible: the innermost loop's, or those of several."""
    calls = [child.calls[0] for children in siblings for child in children]
    if all(call.counter and _is_added(call, call.counter) for call in calls):
        return (calls[0].counter,)
    usable = [name for name in names if all(short(call.loop[name]) is not None for call in calls)]
    many = [children for children in siblings if len(children) > 1]
    varying = [name for name in usable if any(len({_row(c, (name,)) for c in children}) > 1 for children in many)]
    everything = tuple(varying or usable)
    counters = {call.counter for call in calls}
    moves = tuple(name for name in everything if name not in counters)
    ways = [(name,) for name in reversed(moves)] + [moves, *((name,) for name in everything), everything]

    def told_apart(way: tuple[str, ...]) -> int:
        return sum(len({_row(child, way) for child in children}) for children in siblings) if way else 0

    return max(ways, key=told_apart) if everything and many else everything


def _is_added(call: Call, name: str) -> bool:
    """Whether what a loop's variable holds is handed on at the end of something: of a path, say."""
    grown = ((held, call.parent.places.get(place)) for place, held in call.places.items())  # type: ignore[union-attr]
    return any(each[1:] == (MISSING, call.loop.get(name)) for now, was in grown for each in differences(was, now))


def _row(child: CallNode, names: tuple[str, ...]) -> Any:
    values = [short(child.calls[0].loop[name]) for name in names]
    return values[0] if len(values) == 1 else tuple(values)


def _told_apart(names: Sequence[Any]) -> list[Any]:
    """The same move may be searched again, with another window say."""
    found: list[Any] = []
    for i, name in enumerate(names):
        name = i if name is None else name
        while name in found:
            name = Shown(f"{value_text(name)} again")
        found.append(name)
    return found


def short(value: Any) -> Any:
    """A picture that can be the name of a move; None if it is too long for one."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, Enum):
        return Shown(value.name)
    if number(value) or isinstance(value, Shown):
        return value
    if isinstance(value, Attributes):
        parts = [item for _, item in value if item is not None]
        atoms = [isinstance(part, (int, float, str)) and len(str(part)) <= LONGEST for part in parts]
        return Shown(" ".join(map(value_text, parts))) if len(parts) <= 3 and all(atoms) else None
    if isinstance(value, str):
        return value if 0 < len(value) <= 6 else None
    if isinstance(value, tuple) and not isinstance(value, Pairs) and 0 < len(value) <= 4:
        parts = [short(item) for item in value]
        return None if None in parts or len(value_text(tuple(parts))) > LONGEST + 4 else tuple(parts)
    return None


def _difference(node: CallNode, child: CallNode, position: set[str]) -> Any:
    """What differs in the position between a parent's and a child's beginning."""
    found: list[Difference] = []
    for name in sorted(position & child.places.keys()):
        after = child.places[name]
        before = held_by(node.calls[-1], name, after)
        found += [((name, *place), one, two) for place, one, two in differences(before, after)]
    if not found:
        return None
    if len(found) == 1:
        return _one(found[0])
    if len(found) == 2:  # a piece that goes from one place to another
        (one, gone, left), (two, empty, come) = found
        if len(one) > 1 and len(two) > 1 and (gone == come or empty == left):
            start, end = (one, two) if gone == come else (two, one)
            return Shown(f"{_where(start)} → {_where(end)}")
    return Shown(", ".join(value_text(_one(each)) for each in found[:3]))


def _one(found: Difference) -> Any:
    place, before, after = found
    if len(place) == 1 or before is MISSING:
        name = short(after)
        return name if name is not None else Shown(value_text(after)[:LONGEST])
    if isinstance(after, str) and after.strip() and len(after) <= 3:
        return Shown(f"{after} at {_where(place)}")
    if number(before) and number(after) and before != 0:
        return Shown(f"{_where(place)}: {value_text(before)} → {value_text(after)}")
    return Shown(_where(place))


def _where(place: tuple) -> str:
    keys = [key for key in place[1:] if not isinstance(key, str) or len(place) == 2]
    return value_text(keys[0] if len(keys) == 1 else tuple(keys))


# Boards


class Board:
    """The position of a node as the program holds it."""

    def __init__(self, rows: Rows, before: Rows | None = None):
        self.rows = rows
        same_form = before is not None and [*map(len, before)] == [*map(len, rows)]
        self.before = before if same_form else rows

    def __str__(self) -> str:
        width = max(len(cell) for row in self.rows for cell in row)
        pairs = [zip(row, before, strict=True) for row, before in zip(self.rows, self.before or (), strict=True)]
        rows = [[f"[{now:^{width}}]" if now != was else f" {now:^{width}} " for now, was in row] for row in pairs]
        return "\n".join("".join(row).rstrip() for row in rows)

    __repr__ = __str__


def boards_of(nodes: list[CallNode], position: set[str]) -> dict[CallNode, Board]:
    """A board for each node, if some part of the position is one in all of them."""
    for name in sorted(position):
        found: dict[Any, Rows] = {}
        for node in nodes:
            held = [*node.places.values()] if node.above else [node.places.get(name)]  # it may have another name there
            rows = next((rows for value in held if (rows := rows_of(value)) is not None), None)
            if rows is None:
                break
            found[node] = rows
        else:
            return {node: Board(rows, found.get(node.parent)) for node, rows in found.items()}
    return {}


def rows_of(value: Any) -> Rows | None:
    """The rows of a board: of lists in a list, of a square number of cells, of a dict of cells; None for all else."""
    if isinstance(value, Attributes):
        return next((rows for _, part in value if (rows := rows_of(part)) is not None), None)
    if isinstance(value, Pairs):
        keys = [key for key, _ in value]
        if keys and all(isinstance(key, tuple) and len(key) == 2 for key in keys):
            lines = sorted({key[0] for key in keys})
            return _rows([[cell for key, cell in value if key[0] == line] for line in lines])
        flat = tuple(cell for _, cell in value)
        return None if any(isinstance(cell, tuple) for cell in flat) else rows_of(flat)
    if isinstance(value, str) and "\n" in value.strip():
        return _rows(value.strip("\n").split("\n"))
    if isinstance(value, (tuple, str)) and (side := isqrt(len(value))) > 2 and side * side == len(value):
        square = _rows([value[start : start + side] for start in range(0, len(value), side)])
        if square is not None:
            return square
    if isinstance(value, tuple) and value and all(isinstance(row, (tuple, str)) for row in value):
        return _rows([*value])
    return None


def _rows(rows: list[Any]) -> Rows | None:
    if not 1 < len(rows) <= LARGEST or len({len(row) for row in rows}) != 1 or not 1 < len(rows[0]) <= LARGEST:
        return None
    cells = tuple(tuple(_cell(cell) for cell in row) for row in rows)
    return None if any(len(cell) > 3 for row in cells for cell in row) else cells


def _cell(value: Any) -> str:
    if isinstance(value, (tuple, frozenset)):
        return "too long"
    return "·" if value in EMPTY and value is not False else str(value)
