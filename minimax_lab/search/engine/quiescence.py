"""Quiescence: what a position at the depth limit is worth once the noisy moves have been played out."""

from __future__ import annotations

from minimax_lab.game import MAX, GameState, Value
from minimax_lab.search.engine.counts import Counts
from minimax_lab.search.textbook.leaves import Evaluation, leaf_value


class Quiescence:
    """A search of the moves that the game calls noisy, and of no others."""

    def __init__(self, evaluate: Evaluation | None, counts: Counts):
        self._evaluate, self._counts = evaluate, counts

    def value(self, state: GameState, alpha: Value, beta: Value) -> Value:
        """The player to move may make a noisy move, or leave it at what the evaluation says."""
        counts = self._counts
        is_max = state.active_player is MAX
        best = leaf_value(state, False, self._evaluate)
        if best >= beta if is_max else best <= alpha:  # as it stands already: the moves need not be listed
            counts.cutoffs += 1
            return best
        for move in state.noisy_moves():
            if best >= beta if is_max else best <= alpha:
                counts.cutoffs += 1
                break
            counts.nodes += 1
            if counts.nodes >= counts.next_look:
                counts.look()
            child = state.forecast_move(move)
            window = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
            value = self.value(child, *window) if child.get_legal_moves() else leaf_value(child, True, self._evaluate)
            best = max(best, value) if is_max else min(best, value)
        return best
