"""Negamax, right, with a window and without."""

INF = float("inf")


def negamax_plain(state, depth, color, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return color * evaluate(state)
    return max(-negamax_plain(state.forecast_move(move), depth - 1, -color, evaluate) for move in moves)


def negamax_loop(node, plies, sign, score):
    if plies == 0 or node.is_terminal():
        return sign * score(node)
    best = float("-inf")
    for move in node.get_legal_moves():
        value = -negamax_loop(node.forecast_move(move), plies - 1, -sign, score)
        if value > best:
            best = value
    return best


def negamax_window(state, depth, alpha, beta, color, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return color * evaluate(state)
    best = -INF
    for move in moves:
        best = max(best, -negamax_window(state.forecast_move(move), depth - 1, -beta, -alpha, -color, evaluate))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def negamax_hard(state, depth, alpha, beta, color, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return color * evaluate(state)
    for move in moves:
        value = -negamax_hard(state.forecast_move(move), depth - 1, -beta, -alpha, -color, evaluate)
        if value >= beta:
            return beta
        alpha = max(alpha, value)
    return alpha


NEGAMAX = [negamax_plain, negamax_loop, negamax_window, negamax_hard]
