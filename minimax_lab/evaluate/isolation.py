"""Isolation: who has more places to go is less soon stuck."""

from __future__ import annotations

from minimax_lab.game import MAX, MIN
from minimax_lab.games import Isolation


def mobility(state: Isolation) -> int:
    """How many more cells MAX could go to than MIN, whoever's turn it is."""
    if not isinstance(state, Isolation):
        raise TypeError(f"mobility counts the cells that can be reached in Isolation, not in {type(state).__name__}")
    return len(state.reach(MAX)) - len(state.reach(MIN))
