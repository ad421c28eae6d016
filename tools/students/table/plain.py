"""Alpha-beta without a table, for what others put around it."""

from math import inf


def plain_alphabeta(search, state, depth, alpha, beta, maximizing, evaluate, table):
    """Alpha-beta whose children are searched by `search`."""
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    best = -inf if maximizing else inf
    for move in moves:
        value = search(state.forecast_move(move), depth - 1, alpha, beta, not maximizing, evaluate, table)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
