"""A search that stops when its time is up, for deepening around it."""

from math import inf

from minimax_lab.game import MAX


class TimeIsUp(Exception):
    pass


def search(state, depth, alpha, beta, evaluate, check):
    check()
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    maximizing = state.active_player is MAX
    best = -inf if maximizing else inf
    for move in moves:
        value = search(state.forecast_move(move), depth - 1, alpha, beta, evaluate, check)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def best_move(state, depth, evaluate, check, moves=None):
    maximizing = state.active_player is MAX
    chosen, best = None, None
    for move in moves or state.get_legal_moves():
        value = search(state.forecast_move(move), depth - 1, -inf, inf, evaluate, check)
        if best is None or (value > best if maximizing else value < best):
            chosen, best = move, value
    return chosen


def watch(end, now):
    def check():
        if now() >= end:
            raise TimeIsUp

    return check
