def minimax(state, depth, maximizing, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    best = max if maximizing else min
    return best(minimax(state.forecast_move(move), depth - 1, not maximizing, evaluate) for move in moves)
