"""Alpha-beta: minimax that does not look where looking cannot matter."""

# mypy: allow-untyped-defs

from minimax_lab.game import MAX
from minimax_lab.values import HIGHEST as inf  # beyond all values; as a depth: to the end of the game
from minimax_lab.values import leaf_value


def alphabeta(state, depth=inf, alpha=-inf, beta=inf, evaluate=None):
    """The minimax value of `state` if it lies between `alpha` and `beta`, else a bound on it."""
    moves = state.get_legal_moves()
    if not moves or depth == 0:
        return leaf_value(state, not moves, evaluate)
    if state.active_player is MAX:
        value = -inf
        for move in moves:
            value = max(value, alphabeta(state.forecast_move(move), depth - 1, alpha, beta, evaluate))
            if value >= beta:  # MIN has something better elsewhere and will not come here
                break
            alpha = max(alpha, value)
    else:
        value = inf
        for move in moves:
            value = min(value, alphabeta(state.forecast_move(move), depth - 1, alpha, beta, evaluate))
            if value <= alpha:  # MAX has something better elsewhere and will not come here
                break
            beta = min(beta, value)
    return value


def alphabeta_decision(state, depth=inf, evaluate=None):
    """The best move for the player whose turn it is; of equal moves the first."""
    moves = state.get_legal_moves()
    best_move = moves[0]
    alpha, beta = -inf, inf
    for move in moves:
        value = alphabeta(state.forecast_move(move), depth - 1, alpha, beta, evaluate)
        # Only a better value replaces the best so far: an equal one may be a bound, and the move worse.
        if state.active_player is MAX and value > alpha:
            best_move, alpha = move, value
        elif state.active_player is not MAX and value < beta:
            best_move, beta = move, value
    return best_move
