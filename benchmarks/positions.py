"""Positions to search, and what they are worth."""

from __future__ import annotations

import random
from typing import Any

from minimax_lab.game import MAX
from minimax_lab.games import RPS, ConnectFour

# The deal of the tutorial that the card game comes from, with its evaluation, at depths 1 to 6, as its engine finds it
TUTORIAL_DEAL = RPS.start("RPSRP", "PSRSR")
TUTORIAL_VALUES = [12.5, -23.0, 13.65, -21.35, 13.9, -21.35]


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


class EqualCardsApart:
    """The card game as the tutorial plays it: a move is (which card of the hand, cell), so equal cards make two moves.

    Just the two methods that make a game.
    """

    def __init__(self, game: RPS):
        self.game = game

    def get_legal_moves(self) -> list[tuple[int, int]]:
        legal = self.game.get_legal_moves()
        return [(i, cell) for i, held in enumerate(self._hand()) for card, cell in legal if card == held]

    def forecast_move(self, move: tuple[int, int], /) -> EqualCardsApart:
        i, cell = move
        return EqualCardsApart(self.game.forecast_move((self._hand()[i], cell)))

    def _hand(self) -> str:
        counts = self.game.hands[0 if self.game.active_player is MAX else 1]
        return "".join(card * count for card, count in zip("RPS", counts, strict=True))
