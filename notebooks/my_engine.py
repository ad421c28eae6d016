"""The engine of lesson 6: alpha-beta with an order, a table, deepening and a clock. It plays the library's games."""

from math import inf
from time import perf_counter

from minimax_lab.game import MAX


class TimeIsUp(Exception):
    """The search is broken off."""


def after(seconds):
    """A clock: a function that says whether so many seconds have passed."""
    end = perf_counter() + seconds
    return lambda: perf_counter() > end


class MyEngine:
    """`MyEngine(evaluate).play(state, after(0.5))` is a move."""

    def __init__(self, evaluate):
        self.evaluate, self.nodes = evaluate, 1

    def play(self, state, time_is_up, depth=9):
        self.time_is_up, self.table = time_is_up, {}
        moves = state.promising_first(state.get_legal_moves())
        self.move = moves[0]
        try:
            for plies in range(1, depth + 1):
                self.best_of(state, moves, plies, -inf, inf)
                self.move = self.best_move
                moves = sorted(moves, key=lambda move: move != self.move)
        except TimeIsUp:
            pass  # the move of the last complete iteration
        return self.move

    def value(self, state, depth, alpha, beta):
        if self.time_is_up():
            raise TimeIsUp
        moves = state.get_legal_moves()
        if depth == 0 or not moves:
            return self.evaluate(state)
        key = state.canonical_key()
        known_depth, kind, known, first = self.table.get(key, (None, "exact", 0, None))
        enough = {"exact": True, "at least": known >= beta, "at most": known <= alpha}
        if known_depth == depth and enough[kind]:
            return known
        moves = sorted(state.promising_first(moves), key=lambda move: move != first)
        value = self.best_of(state, moves, depth, alpha, beta)
        kind = "at least" if value >= beta else "at most" if value <= alpha else "exact"
        self.table[key] = depth, kind, value, self.best_move
        return value

    def best_of(self, state, moves, depth, alpha, beta):
        is_max, best_move = state.active_player is MAX, None
        best = -inf if is_max else inf
        for move in moves:
            self.nodes += 1
            value = self.value(state.forecast_move(move), depth - 1, alpha, beta)
            if best_move is None or (value > best if is_max else value < best):
                best, best_move = value, move
            alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
            if alpha >= beta:
                break
        self.best_move = best_move
        return best
