"""Principal variation search: the first move is searched in full, the others only have to be shown no better.

A scout asks of a later move one question: is it better than the best so far? A window that nothing fits into answers
that with more cut-offs. Only if the answer is yes, and that was unexpected, is the move searched again in full.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from minimax_lab.game import MAX, GameState, Value

EARLY = 4  # moves that are never reduced
Search = Callable[[GameState, float, Value, Value], Value]  # of a state, so deep, between alpha and beta


class Scout:
    """Searches the later moves of a position.

    `reductions`: where moves are in a good order, a late one is seldom best. So a late one that is quiet is first
    searched one ply less deep, and as deep as the others only if it seems better than them. This misses what only the
    last ply shows.
    """

    def __init__(self, reductions: bool):
        self._reductions = reductions

    def value(
        self, search: Search, parent: GameState, number: int, state: GameState, depth: float, alpha: Value, beta: Value
    ) -> Value:
        """The value of a `state` that comes from its parent by the move with a `number` in the order, from 0 on."""
        is_max = parent.active_player is MAX
        if depth < 1 or not isinstance(alpha if is_max else beta, int | float):  # only between numbers lies a next one
            return search(state, depth, alpha, beta)
        narrow = (alpha, math.nextafter(alpha, math.inf)) if is_max else (math.nextafter(beta, -math.inf), beta)
        if self._reductions and depth >= 2 and number >= EARLY and number >= len(parent.noisy_moves()):
            value = search(state, depth - 1, *narrow)
            if value <= alpha if is_max else value >= beta:
                return value
        if not alpha < narrow[is_max] < beta:
            return search(state, depth, alpha, beta)
        value = search(state, depth, *narrow)
        return search(state, depth, alpha, beta) if alpha < value < beta else value
