"""Positions to search, and what they are worth."""

from __future__ import annotations

import random
from typing import Any

from minimax_lab.games import RPS, ConnectFour

TUTORIAL_DEAL = RPS.start("RPSRP", "PSRSR")  # of the tutorial that the card game comes from


def middle_columns(state: ConnectFour) -> int:
    """Discs count the more the nearer they are to the middle."""
    worth = {"X": 1, "O": -1, ".": 0}
    return sum(worth[mark] * (3 - abs(column - 3)) for row in state.rows() for column, mark in enumerate(row))


def played(state: Any, plies: int, rng: random.Random) -> Any:
    """The state after so many random moves, or before the one that would end the game."""
    for _ in range(plies):
        child = state.forecast_move(rng.choice(state.get_legal_moves()))
        if not child.get_legal_moves():
            break
        state = child
    return state
