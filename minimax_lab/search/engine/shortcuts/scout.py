"""Principal variation search: the first move is searched in full, the others only have to be shown no better.

A scout asks of a later move one question: is it better than the best so far? A window that nothing fits into answers
that with more cut-offs. Only if the answer is yes, and that was unexpected, is the move searched again in full.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from minimax_lab.game import GameState, Value

EARLY = 4  # moves that are never reduced
Search = Callable[[GameState, float, Value, Value], Value]  # of a state, so deep, between alpha and beta


class Scout:
    """Searches the later moves of a position.

    `reductions`: where moves are in a good order, a late one is seldom best. So it is first searched one ply less deep,
    and as deep as the others only if it seems better than them. This misses what only the last ply shows.
    """

    def __init__(self, reductions: bool):
        self._reductions = reductions

    def value(
        self, search: Search, state: GameState, depth: float, alpha: Value, beta: Value, is_max: bool, late: int
    ) -> Value:
        """The value of the position after a move that is the number `late` (from 0) of the player `is_max`."""
        if depth < 1 or not isinstance(alpha if is_max else beta, int | float):  # only between numbers lies a next one
            return search(state, depth, alpha, beta)
        narrow = (alpha, math.nextafter(alpha, math.inf)) if is_max else (math.nextafter(beta, -math.inf), beta)
        if self._reductions and late >= EARLY and depth >= 2:
            value = search(state, depth - 1, *narrow)
            if value <= alpha if is_max else value >= beta:
                return value
        if not alpha < narrow[is_max] < beta:
            return search(state, depth, alpha, beta)
        value = search(state, depth, *narrow)
        return search(state, depth, alpha, beta) if alpha < value < beta else value
