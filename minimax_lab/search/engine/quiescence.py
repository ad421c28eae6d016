"""Quiescence: what a position at the depth limit is worth once the noisy moves have been played out."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from minimax_lab.game import MAX, GameState, Value
from minimax_lab.search.engine.parts import Counts, Look
from minimax_lab.search.textbook.leaves import Evaluation, Outcome


class Quiet(NamedTuple):
    """A search of noisy moves that is ready to run."""

    settle: Callable[[GameState, Value, Value], Value]  # state, alpha, beta
    counts: Callable[[], Counts]


def make_quiet(evaluate: Evaluation | None, outcome: Outcome | None, look: Look, first_look: float) -> Quiet:
    """A search of the moves that the game calls noisy."""
    nodes = cutoffs = 0
    next_look = first_look

    def settle(state: GameState, alpha: Value, beta: Value) -> Value:
        """The player to move may make a noisy move, or leave it at what the evaluation says."""
        nonlocal nodes, cutoffs, next_look
        maximising = state.active_player is MAX
        best = evaluate(state) if evaluate else 0
        if best >= beta if maximising else best <= alpha:  # as it stands already: the moves need not be listed
            cutoffs += 1
            return best
        for move in state.noisy_moves():
            if best >= beta if maximising else best <= alpha:
                cutoffs += 1
                break
            nodes += 1
            if nodes >= next_look:
                next_look = look(nodes)
            child = state.forecast_move(move)
            window = (max(alpha, best), beta) if maximising else (alpha, min(beta, best))
            value = settle(child, *window) if child.get_legal_moves() else finished(child)
            best = max(best, value) if maximising else min(best, value)
        return best

    def finished(state: GameState) -> Value:
        return outcome(state) if outcome else state.utility()

    return Quiet(settle, lambda: Counts(nodes, cutoffs))
