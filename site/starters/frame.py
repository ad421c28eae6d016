def alphabeta(state, depth, alpha, beta, maximizing, evaluate):
    """The value of `state` for MAX.

    state.get_legal_moves() lists the moves, state.forecast_move(move) makes the next state,
    evaluate(state) says what a position is worth to MAX. `maximizing` is True when MAX is to move.
    """
    # your code
