"""Whose turn it is, as a feature: in some games it is an advantage to move, in some a disadvantage."""

from __future__ import annotations

from minimax_lab.game import MAX, GameState


def turn(state: GameState) -> int:
    """1 if MAX is to move, −1 if MIN is. Its weight is hard to guess and worth learning (see `fit`)."""
    return 1 if state.active_player is MAX else -1
