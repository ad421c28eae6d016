from math import inf


def negamax(state, depth, color, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return color * evaluate(state)
    value = -inf
    for move in moves:
        value = max(value, -negamax(state.forecast_move(move), depth - 1, -color, evaluate))
    return value
