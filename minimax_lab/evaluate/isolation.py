"""Isolation: the player who can reach more cells gets stuck later."""

from __future__ import annotations

from minimax_lab.game import MAX, MIN
from minimax_lab.games import Isolation


def mobility(state: Isolation) -> int:
    """How many more cells MAX could move to than MIN, no matter whose turn it is."""
    if not isinstance(state, Isolation):
        raise TypeError(f"mobility counts the cells that can be reached in Isolation, not in {type(state).__name__}")
    return len(state.reach(MAX)) - len(state.reach(MIN))
