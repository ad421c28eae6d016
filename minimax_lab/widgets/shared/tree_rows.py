"""A tree for the browser: its nodes in rows, a parent before its children, each known by its number."""

from __future__ import annotations

from typing import Any

from minimax_lab.game import MIN
from minimax_lab.games import Tree
from minimax_lab.games.trees import MalformedTree, Path
from minimax_lab.trace.words import move_text, value_text

TreeRow = list[Any]  # the parent's number, whether MIN moves, a leaf's value, the name of the move


def tree_rows(tree: Tree) -> list[TreeRow]:
    rows: list[TreeRow] = []
    numbers = {path: number for number, (path, _) in enumerate(tree.walk())}
    for path, node in tree.walk():
        parent = numbers[path[:-1]] if path else -1
        value = value_text(node.value) if node.is_leaf else None
        rows.append([parent, int(node.active_player is MIN), value, move_text(path[-1]) if path else ""])
    return rows


def numbered_paths(tree: Tree) -> list[Path]:
    """The paths of the nodes in the order of their numbers."""
    return [path for path, _ in tree.walk()]


def check_numbers(tree: Tree) -> None:
    """Raise MalformedTree, which says where, unless every leaf is a finite number."""
    for path, node in tree.walk():
        value = node.value if node.is_leaf else 0
        if isinstance(value, bool) or not isinstance(value, (int, float)) or value in (float("inf"), float("-inf")):
            raise MalformedTree(path, f"the leaf {value!r} is not a number, such as 3, −2 or 0.5")
