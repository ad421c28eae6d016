"""Whose turn it is, as a feature: in some games to move is an advantage, in some a burden."""

from __future__ import annotations

from minimax_lab.game import MAX, GameState


def turn(state: GameState) -> int:
    """1 if MAX is to move, −1 if MIN is; its weight is worth learning, for it is seldom guessed right."""
    return 1 if state.active_player is MAX else -1
