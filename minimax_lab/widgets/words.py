"""What widgets send to the browser, and how they write it: a board, moves, a tree in rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from minimax_lab.adapt import underlying
from minimax_lab.draw import board_svg
from minimax_lab.game import MAX, MIN, Move, Player
from minimax_lab.games import Tree
from minimax_lab.games.trees import MalformedTree, Path
from minimax_lab.trace.words import move_text, value_text

NO_BOARD = "To see positions,"
TreeRow = list[Any]  # the parent's number, whether MIN moves, a leaf's value, the name of the move


def board_text(state: Any, below: Player = MAX) -> str:
    """The board of a state as SVG, else as the text that its class has for it, else what the class should add."""
    own = underlying(state)
    try:
        text = board_svg(own, below=below) or str(own)
    except Exception:  # the class may be a student's, and half done
        return ""
    if " at 0x" in text:
        return f"{NO_BOARD}\ngive {type(own).__name__}\na __repr__ method."
    return text


def moves_text(state: Any, moves: Sequence[Move]) -> str:
    """Moves as players of the game write them, played one after the other from `state`."""
    return state.san(*moves) if hasattr(state, "san") else " ".join(map(move_text, moves))


def tree_rows(tree: Tree) -> list[TreeRow]:
    """A tree for the browser: a parent comes before its children, and a node is known by its number."""
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
