"""Alpha-beta with nothing around it but counters: what the engine runs when every part is switched off."""

from __future__ import annotations

from minimax_lab.game import MAX, GameState, Move, Value
from minimax_lab.search.leaf import Evaluation, Outcome
from minimax_lab.search.parts import Core, Counts, Line


def bare_core(evaluate: Evaluation | None, outcome: Outcome | None) -> Core:
    """The textbook's alpha-beta, which looks at the same nodes, faster.

    It values a child that is a leaf itself; it is fail-hard (below the window it returns alpha, not a better bound,
    for which nobody asks here); and an open end of the window is None, which is compared with nothing.
    """
    nodes = cutoffs = at_limit = 0
    line: Line = ()  # the best play from the position that was searched last, if its value lay in the window

    def search(state: GameState, moves: list[Move], depth: float, alpha: Value | None, beta: Value | None) -> Value:
        nonlocal nodes, cutoffs, at_limit, line
        best_line: Line = ()
        looked_at = 0
        deeper, below = depth != 1.0, depth - 1.0
        if state.active_player is MAX:
            for move in moves:
                looked_at += 1
                child = state.forecast_move(move)
                replies = child.get_legal_moves()
                if not replies:
                    value = outcome(child) if outcome else child.utility()
                elif deeper:
                    value = search(child, replies, below, alpha, beta)
                else:
                    value = evaluate(child) if evaluate else 0
                    at_limit += 1
                if alpha is None or value > alpha:
                    alpha = value
                    if beta is not None and value >= beta:  # MIN has something better elsewhere and will not come here
                        cutoffs += 1
                        break
                    best_line = move, line if replies and deeper else ()
        else:
            for move in moves:
                looked_at += 1
                child = state.forecast_move(move)
                replies = child.get_legal_moves()
                if not replies:
                    value = outcome(child) if outcome else child.utility()
                elif deeper:
                    value = search(child, replies, below, alpha, beta)
                else:
                    value = evaluate(child) if evaluate else 0
                    at_limit += 1
                if beta is None or value < beta:
                    beta = value
                    if alpha is not None and value <= alpha:  # MAX has something better elsewhere
                        cutoffs += 1
                        break
                    best_line = move, line if replies and deeper else ()
        nodes += looked_at
        line = best_line
        return alpha if state.active_player is MAX else beta

    def search_root(state: GameState, moves: list[Move], depth: float) -> tuple[Value, Line]:
        return search(state, moves, float(depth), None, None), line

    return Core(search_root, lambda: Counts(nodes, cutoffs, 0, at_limit))
