# Something is wrong here. What?
from math import inf


def alphabeta(state, depth, alpha, beta, maximizing, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    value = -inf if maximizing else inf
    for move in moves:
        child = state.forecast_move(move)
        result = alphabeta(child, depth - 1, -inf, inf, not maximizing, evaluate)
        if maximizing:
            value = max(value, result)
            alpha = max(alpha, value)
        else:
            value = min(value, result)
            beta = min(beta, value)
        if alpha >= beta:
            break
    return value
