"""Functions that choose a best move, all of them right."""

import numpy as np

from minimax_lab.game import MAX
from tools.students.correct.alphabeta import fail_soft
from tools.students.correct.minimax import minimax_with_lists
from tools.students.correct.minimax_too import with_map, with_match, with_sorted
from tools.students.correct.negamax import negamax_plain

INF = float("inf")


def decision_by_key(state, depth, evaluate):
    def worth(move):
        return minimax_with_lists(state.forecast_move(move), depth - 1, state.active_player is not MAX, evaluate)

    return (max if state.active_player is MAX else min)(state.get_legal_moves(), key=worth)


def decision_with_window(state, depth, evaluate):
    maximizing = state.active_player is MAX
    best_move, alpha, beta = None, -INF, INF
    for move in state.get_legal_moves():
        value = fail_soft(state.forecast_move(move), depth - 1, alpha, beta, not maximizing, evaluate)
        if maximizing and value > alpha:
            best_move, alpha = move, value
        if not maximizing and value < beta:
            best_move, beta = move, value
    return best_move


def decision_takes_the_last(state, depth, evaluate):
    """Of truly equal moves any is right, also the last."""
    sign = 1 if state.active_player is MAX else -1
    best, best_move = -INF, None
    for move in state.get_legal_moves():
        value = -negamax_plain(state.forecast_move(move), depth - 1, -sign, evaluate)
        if value >= best:
            best, best_move = value, move
    return best_move


def decision_by_pairs(state, depth, evaluate):
    def search(state, depth):
        moves = state.get_legal_moves()
        if depth == 0 or not moves:
            return evaluate(state), None
        best = max if state.active_player is MAX else min
        return best(
            ((search(state.forecast_move(move), depth - 1)[0], move) for move in moves), key=lambda pair: pair[0]
        )

    return search(state, depth)[1]


def decision_in_a_hurry(state, depth, evaluate):
    """Prefers the quicker of two equal wins, and the longer of two equal losses."""

    def search(state, left, ply):
        moves = state.get_legal_moves()
        if left == 0 or not moves:
            value = evaluate(state)
            return value, -ply if value > 0 else ply
        best = max if state.active_player is MAX else min
        return best(search(state.forecast_move(move), left - 1, ply + 1) for move in moves)

    best = max if state.active_player is MAX else min
    return best(state.get_legal_moves(), key=lambda move: search(state.forecast_move(move), depth - 1, 1))


DECISIONS = [decision_by_key, decision_with_window, decision_takes_the_last, decision_by_pairs, decision_in_a_hurry]


def decides_with_zip(state, depth, evaluate):
    moves = state.get_legal_moves()
    maximizing = state.active_player is MAX
    values = [with_sorted(state.forecast_move(move), depth - 1, not maximizing, evaluate) for move in moves]
    ranked = sorted(zip(values, range(len(moves)), strict=True), reverse=maximizing)
    return moves[ranked[0][1]]


def decides_with_argmax(state, depth, evaluate):
    moves = state.get_legal_moves()
    sign = 1 if state.active_player is MAX else -1
    values = [sign * with_map(state.forecast_move(m), depth - 1, sign < 0, evaluate) for m in moves]
    return moves[int(np.argmax(values))]


def decides_with_a_loop(state, depth, evaluate):
    best_move, best_value = None, None
    for move in state.get_legal_moves():
        value = with_match(state.forecast_move(move), depth - 1, state.active_player is not MAX, evaluate)
        if best_value is None or (value > best_value if state.active_player is MAX else value < best_value):
            best_move, best_value = move, value
    return best_move


MORE_DECISIONS = [decides_with_zip, decides_with_argmax, decides_with_a_loop]
