def best(state, is_max):
    """The value of a state, and the move that reaches it."""
    moves = state.get_legal_moves()
    if not moves:
        return state.utility(), None
    choose = max if is_max else min
    options = [(best(state.forecast_move(move), not is_max)[0], move) for move in moves]
    return choose(options, key=lambda option: option[0])
