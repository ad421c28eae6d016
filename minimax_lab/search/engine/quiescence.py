"""Quiescence: what a position at the depth limit is worth once the noisy moves have been played out."""

from __future__ import annotations

import itertools

from minimax_lab.game import MAX, GameState, Value
from minimax_lab.search.engine.counts import Counts
from minimax_lab.values import Evaluation, leaf_value

WIDE = 4  # plies in which all noisy moves are tried


class Quiescence:
    """A search of the moves that the game calls noisy, and of no others.

    After a few plies only the first of them is tried, in chess the best bargain: where everything can take everything,
    this search would never end otherwise. It may miss a better capture late in a long exchange.
    """

    def __init__(self, evaluate: Evaluation | None, counts: Counts):
        self._evaluate, self._counts = evaluate, counts

    def value(self, state: GameState, alpha: Value, beta: Value, plies: int = 0) -> Value:
        """The player to move may make a noisy move, or leave it at what the evaluation says."""
        counts = self._counts
        is_max = state.active_player is MAX
        best = leaf_value(state, False, self._evaluate)
        if best >= beta if is_max else best <= alpha:  # as it stands already: the moves need not be listed
            counts.cutoffs += 1
            return best
        for move in itertools.islice(state.noisy_moves(), None if plies < WIDE else 1):
            if best >= beta if is_max else best <= alpha:
                counts.cutoffs += 1
                break
            counts.nodes += 1
            if counts.nodes >= counts.next_look:
                counts.look()
            child = state.forecast_move(move)
            window = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
            going_on = child.get_legal_moves()
            value = self.value(child, *window, plies + 1) if going_on else leaf_value(child, True, self._evaluate)
            best = max(best, value) if is_max else min(best, value)
        return best
