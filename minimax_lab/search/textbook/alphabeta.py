"""Alpha-beta: minimax that does not look where looking cannot matter."""

from __future__ import annotations

from minimax_lab.game import MAX, GameState, Move, Value
from minimax_lab.search.textbook.leaves import Evaluation, leaf_value
from minimax_lab.values import HIGHEST, LOWEST


def alphabeta(
    state: GameState,
    depth: int | None = None,
    alpha: Value = LOWEST,
    beta: Value = HIGHEST,
    evaluate: Evaluation | None = None,
) -> Value:
    """The minimax value of `state` if it lies between `alpha` and `beta`, else a bound on it.

    MAX is sure of `alpha` elsewhere, MIN of `beta`. (Fail-soft: a result of at most alpha is
    an upper bound of the value, one of at least beta a lower bound.)
    """
    moves = state.get_legal_moves()
    if not moves or depth == 0:
        return leaf_value(state, not moves, evaluate)
    best = None
    if state.active_player is MAX:
        for move in moves:
            value = alphabeta(state.forecast_move(move), depth and depth - 1, alpha, beta, evaluate)
            if best is None or value > best:
                best = value
                if best >= beta:  # MIN has something better elsewhere and will not come here
                    break
                if best > alpha:
                    alpha = best
    else:
        for move in moves:
            value = alphabeta(state.forecast_move(move), depth and depth - 1, alpha, beta, evaluate)
            if best is None or value < best:
                best = value
                if best <= alpha:  # MAX has something better elsewhere and will not come here
                    break
                if best < beta:
                    beta = best
    return best


def alphabeta_decision(state: GameState, depth: int | None = None, evaluate: Evaluation | None = None) -> Move:
    """The best move for the player whose turn it is; of equal moves the first.

    Only a move that is strictly better replaces the best so far: with the window closed down to
    the best value, a move that comes back equal may be worse, for its value is only a bound.
    """
    moves = state.get_legal_moves()
    best_move = moves[0]
    alpha, beta = LOWEST, HIGHEST
    for move in moves:
        value = alphabeta(state.forecast_move(move), depth and depth - 1, alpha, beta, evaluate)
        if state.active_player is MAX and value > alpha:
            best_move, alpha = move, value
        elif state.active_player is not MAX and value < beta:
            best_move, beta = move, value
    return best_move
