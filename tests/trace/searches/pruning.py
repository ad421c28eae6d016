"""Searches that prune."""

import functools
import math

from minimax_lab.game import MAX
from minimax_lab.search import alphabeta, look_until_closed, minimax_fold


def student_alphabeta(state, depth, alpha, beta, maximizing):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return state.utility()
    if maximizing:
        value = -math.inf
        for move in moves:
            child = state.forecast_move(move)
            value = max(value, student_alphabeta(child, depth - 1, alpha, beta, False))
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return value
    value = math.inf
    for move in moves:
        child = state.forecast_move(move)
        value = min(value, student_alphabeta(child, depth - 1, alpha, beta, True))
        beta = min(beta, value)
        if alpha >= beta:
            break
    return value


def greek(state, α=-math.inf, β=math.inf):
    if state.is_leaf:
        return state.value
    better = max if state.active_player is MAX else min
    best = None
    for move in state.get_legal_moves():
        value = greek(state.forecast_move(move), α, β)
        best = value if best is None else better(best, value)
        if state.active_player is MAX:
            α = max(α, best)
        else:
            β = min(β, best)
        if α >= β:
            return best
    return best


def negamax_with_window(state, alpha=-math.inf, beta=math.inf, color=1):
    if not state.get_legal_moves():
        return color * state.utility()
    value = -math.inf
    for move in state.get_legal_moves():
        value = max(value, -negamax_with_window(state.forecast_move(move), -beta, -alpha, -color))
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return value


def fail_hard(state, alpha=-math.inf, beta=math.inf):
    if not state.get_legal_moves():
        return state.utility()
    for move in state.get_legal_moves():
        value = fail_hard(state.forecast_move(move), alpha, beta)
        if state.active_player is MAX:
            if value >= beta:
                return beta
            alpha = max(alpha, value)
        else:
            if value <= alpha:
                return alpha
            beta = min(beta, value)
    return alpha if state.active_player is MAX else beta


def negamax_lo_hi(state, lo=-math.inf, hi=math.inf):
    """Negamax whose window has other names, and that cuts by `return`."""
    moves = state.get_legal_moves()
    if not moves:
        return state.utility() if state.active_player is MAX else -state.utility()
    best = -math.inf
    for move in moves:
        best = max(best, -negamax_lo_hi(state.forecast_move(move), -hi, -lo))
        lo = max(lo, best)
        if lo >= hi:
            return best
    return best


PRUNING = {
    "alphabeta": alphabeta,
    "fold": functools.partial(minimax_fold, fold=look_until_closed),
    "student": functools.partial(student_alphabeta, depth=9, alpha=-math.inf, beta=math.inf, maximizing=True),
    "greek": greek,
    "negamax with window": negamax_with_window,
    "negamax with lo and hi": negamax_lo_hi,
}
FAIL_HARD = {"fail-hard": fail_hard}
