"""The boards of a program, as text: whatever of a position has rows of cells, the cell that changed in brackets."""

from __future__ import annotations

from math import isqrt
from typing import Any

from minimax_lab.trace.interpret.nodes import CallNode
from minimax_lab.trace.record.pictures import Attributes, Pairs

Rows = tuple[tuple[str, ...], ...]
LARGEST = 20  # rows and columns
EMPTY = (None, 0, "", " ", ".", "_", "-")  # what people write for an empty cell, shown alike


class Board:
    """The position of a node as the program holds it."""

    def __init__(self, rows: Rows, before: Rows | None = None):
        self.rows = rows
        same_form = before is not None and [*map(len, before)] == [*map(len, rows)]
        self.before = before if same_form else rows

    def __str__(self) -> str:
        width = max(len(cell) for row in self.rows for cell in row)
        pairs = [zip(row, before, strict=True) for row, before in zip(self.rows, self.before or (), strict=True)]
        return "\n".join(
            "".join(f"[{now:^{width}}]" if now != was else f" {now:^{width}} " for now, was in row).rstrip()
            for row in pairs
        )

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
