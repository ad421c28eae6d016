"""The engine of lesson 6: its search, with deepening and a clock. It plays the library's games."""

from math import inf
from time import perf_counter

from my_search import MySearch


class TimeIsUp(Exception):
    """The search is broken off."""


def after(seconds):
    """A clock: a function that says whether so many seconds have passed."""
    end = perf_counter() + seconds
    return lambda: perf_counter() > end


class MyEngine(MySearch):
    """`MyEngine(evaluate).play(state, after(0.5))` is a move."""

    def value(self, state, depth, alpha, beta):
        # ▼ Yours, from OnTheClock
        if self.time_is_up():
            raise TimeIsUp
        # ▲
        return super().value(state, depth, alpha, beta)

    def play(self, state, time_is_up, depth=9):
        self.time_is_up, self.table = time_is_up, {}
        moves = state.promising_first(state.get_legal_moves())
        self.move = moves[0]
        # ▼ Yours, from Deepening and OnTheClock
        try:
            for plies in range(1, depth + 1):
                self.best_of(state, moves, plies, -inf, inf)
                self.move = self.best_move
                moves = sorted(moves, key=lambda move: move != self.move)
        except TimeIsUp:
            pass  # the move of the last complete iteration
        # ▲
        return self.move
