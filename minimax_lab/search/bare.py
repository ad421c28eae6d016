"""Alpha-beta with nothing around it but counters: what the engine runs when every part is switched off."""

from __future__ import annotations

from typing import Any

from minimax_lab.game import MAX, GameState, Move, Value
from minimax_lab.search.infinity import HIGHEST, LOWEST
from minimax_lab.search.leaf import Evaluation, leaf_value
from minimax_lab.search.parts import Core, Counts, Line


def bare_core(evaluate: Evaluation | None) -> Core:
    """The textbook's alpha-beta, which looks at the same nodes, faster: it values a child that is a leaf itself."""
    outcome: Any = None if evaluate is None else lambda state: leaf_value(state, True, evaluate)
    nodes = cutoffs = at_limit = 0
    line: Line = ()  # the best play from the position that was searched last, if its value lay in the window

    def search(state: GameState, moves: list[Move], depth: float, alpha: Value, beta: Value) -> Value:
        nonlocal nodes, cutoffs, at_limit, line
        best = None
        best_line: Line = ()
        looked_at = 0
        if state.active_player is MAX:
            for move in moves:
                looked_at += 1
                child = state.forecast_move(move)
                replies = child.get_legal_moves()
                if not replies:
                    value = outcome(child) if outcome else child.utility()
                elif depth != 1:
                    value = search(child, replies, depth - 1, alpha, beta)
                else:
                    value = evaluate(child) if evaluate else 0
                    at_limit += 1
                if best is None or value > best:
                    best = value
                    if value >= beta:  # MIN has something better elsewhere and will not come here
                        cutoffs += 1
                        break
                    if value > alpha:
                        alpha = value
                        best_line = move, line if replies and depth != 1 else ()
        else:
            for move in moves:
                looked_at += 1
                child = state.forecast_move(move)
                replies = child.get_legal_moves()
                if not replies:
                    value = outcome(child) if outcome else child.utility()
                elif depth != 1:
                    value = search(child, replies, depth - 1, alpha, beta)
                else:
                    value = evaluate(child) if evaluate else 0
                    at_limit += 1
                if best is None or value < best:
                    best = value
                    if value <= alpha:  # MAX has something better elsewhere and will not come here
                        cutoffs += 1
                        break
                    if value < beta:
                        beta = value
                        best_line = move, line if replies and depth != 1 else ()
        nodes += looked_at
        line = best_line
        return best

    def search_root(state: GameState, moves: list[Move], depth: float) -> tuple[Value, Line]:
        return search(state, moves, depth, LOWEST, HIGHEST), line

    return Core(search_root, lambda: Counts(nodes, cutoffs, 0, at_limit))
