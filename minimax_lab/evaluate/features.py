"""Features that are not of one game: how far one can move, and whose turn it is."""

from __future__ import annotations

from minimax_lab.game import MAX, MIN, GameState
from minimax_lab.games import Isolation


def mobility(state: Isolation) -> int:
    """How many more cells MAX could move to than MIN, no matter whose turn it is.

    >>> mobility(Isolation().forecast_move((0, 0)).forecast_move((1, 1)))
    0
    """
    if not isinstance(state, Isolation):
        raise TypeError(f"mobility counts the cells that can be reached in Isolation, not in {type(state).__name__}")
    return len(state.reach(MAX)) - len(state.reach(MIN))


def turn(state: GameState) -> int:
    """1 if MAX is to move, −1 if MIN is. Its weight is hard to guess and worth learning (see `fit`).

    >>> turn(Isolation())
    1
    """
    return 1 if state.active_player is MAX else -1
