"""How the widgets write a board, moves and a count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from minimax_lab.adapt import underlying
from minimax_lab.draw import board_svg
from minimax_lab.game import MAX, Move, Player
from minimax_lab.trace.words import move_text

NO_BOARD = "To see positions,"


def board_text(state: Any, below: Player = MAX) -> str:
    """The board of a state as SVG, else as the text that its class has for it, else what the class should add."""
    own = underlying(state)
    try:
        text = board_svg(own, below=below) or str(own)
    except Exception:  # the class may be a student's, and half done
        return ""
    if " at 0x" in text:
        return f"{NO_BOARD}\ngive {type(own).__name__}\na __repr__ or\na picture method."
    return text


def moves_text(state: Any, moves: Sequence[Move]) -> str:
    """Moves as players of the game write them, played one after the other from `state`."""
    return state.san(*moves) if hasattr(state, "san") else " ".join(map(move_text, moves))


def count_of(number: int, one: str, many: str) -> str:
    """A number with its noun: 1 leaf, 3 leaves."""
    return f"{number} {one if number == 1 else many}"
