"""Alpha-beta with nothing around it but counters: what the engine runs when every part is switched off."""

from __future__ import annotations

import math

from minimax_lab.game import MAX, GameState, Move, Value
from minimax_lab.search.engine.parts import Core, Counts, Line
from minimax_lab.search.textbook.leaves import Evaluation, Outcome


def bare_core(evaluate: Evaluation | None, outcome: Outcome | None) -> Core:
    """The textbook's alpha-beta, which looks at the same nodes, faster.

    It values a child that is a leaf itself; it is fail-hard (below the window it returns alpha, not a better bound,
    for which nobody asks here); and an open end of the window is None, which is compared with nothing.
    """
    roots = inner = leaves = at_limit = 0  # nodes of each kind; a root is an inner one too
    cutoffs = 0
    line: Line = ()  # the best play from the position that was searched last, if its value lay in the window

    def search(state: GameState, moves: list[Move], depth: int | None, alpha: Value, beta: Value) -> Value:
        nonlocal inner, leaves, at_limit, cutoffs, line
        inner += 1
        best_line: Line = ()
        if state.active_player is MAX:
            for move in moves:
                child = state.forecast_move(move)
                replies = child.get_legal_moves()
                if not replies:
                    value = outcome(child) if outcome else child.utility()
                    leaves += 1
                elif depth is None:
                    value = search(child, replies, None, alpha, beta)
                elif depth > 1:
                    value = search(child, replies, depth - 1, alpha, beta)
                else:
                    value = evaluate(child) if evaluate else 0
                    at_limit += 1
                if alpha is None or value > alpha:
                    alpha = value
                    if beta is not None and value >= beta:  # MIN has something better elsewhere and will not come here
                        cutoffs += 1
                        return alpha
                    best_line = move, line if replies and depth != 1 else ()
            line = best_line
            return alpha
        for move in moves:
            child = state.forecast_move(move)
            replies = child.get_legal_moves()
            if not replies:
                value = outcome(child) if outcome else child.utility()
                leaves += 1
            elif depth is None:
                value = search(child, replies, None, alpha, beta)
            elif depth > 1:
                value = search(child, replies, depth - 1, alpha, beta)
            else:
                value = evaluate(child) if evaluate else 0
                at_limit += 1
            if beta is None or value < beta:
                beta = value
                if alpha is not None and value <= alpha:  # MAX has something better elsewhere
                    cutoffs += 1
                    return beta
                best_line = move, line if replies and depth != 1 else ()
        line = best_line
        return beta

    def search_root(state: GameState, moves: list[Move], depth: float) -> tuple[Value, Line]:
        nonlocal roots
        roots += 1
        return search(state, moves, None if depth == math.inf else int(depth), None, None), line

    return Core(search_root, lambda: Counts(inner - roots + leaves + at_limit, cutoffs, 0, at_limit))
