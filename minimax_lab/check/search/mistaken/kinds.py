"""Mistaken programs of other kinds: negamax, decisions, and max_value with min_value."""

from __future__ import annotations

from math import inf
from typing import Any

from minimax_lab.check.search.mistaken.search import MistakenSearch
from minimax_lab.game import Move, Value


class MistakenNegamax(MistakenSearch):
    """A mistaken negamax: every value, and the window, is that of the side to move."""

    def leaf(self, state: Any, maximizing: bool) -> Value:
        return 0 if self.makes("terminal-is-zero") and state.is_terminal() else self.evaluate(state)

    def node(self, state: Any, depth: int, alpha: Value, beta: Value, maximizing: bool, root: bool) -> Value:
        state.log.windows.append((state.path, alpha, beta))
        moves = state.get_legal_moves()
        if self.stops(moves, depth):
            color = 1 if maximizing or self.makes("flips-utility") else -1
            return color * self.leaf(state, maximizing)
        if not moves and not self.makes("ignores-terminal"):
            return self.without_moves()
        best, best_move, cut = self.start(not self.makes("roles-swapped"), root), None, False
        for move in self.looked_at(moves, root):
            low, high = self.window_below(alpha, beta, True, root)
            child = state.forecast_move(move)
            value = self.search(
                child, self.depth_below(depth, True, root), -high, -low, self.role_below(maximizing, root)
            )
            if not self.makes("no-minus"):
                value = -value
            better = best is None or (value < best if self.makes("roles-swapped") else value > best)
            if better or self.makes("no-running-best"):
                best, best_move = value, move
            if self.makes("first-move-only"):
                break
            if self.prunes:
                before = alpha, beta
                alpha, beta = self.narrowed(alpha, beta, best, True)
                cut = self.cuts(before, (alpha, beta), best, True, root)
                if cut:
                    break
        return self.answer(best, best_move, alpha, beta, True, cut, root)


class MistakenDecision(MistakenSearch):
    """A mistaken function that returns the move of the root."""

    def __call__(self, state: Any, depth: int, alpha: Value, beta: Value, maximizing: bool, evaluate: Any) -> Move:
        self.shared_move, self.moves = None, state.get_legal_moves()
        return super().__call__(state, depth, alpha, beta, maximizing, evaluate)

    def leaf(self, state: Any, maximizing: bool) -> Value:
        if state.is_terminal() and self.makes("infinite-win:by-player"):
            return -inf if maximizing else inf
        value = super().leaf(state, maximizing)
        return value * inf if value and state.is_terminal() and self.makes("infinite-win:by-utility") else value

    def answer(
        self, best: Value, move: Move, alpha: Value, beta: Value, takes_max: bool, cut: bool, root: bool
    ) -> Value:
        if not root:
            return super().answer(best, move, alpha, beta, takes_max, cut, root)
        answers = {
            "value-for-move": best,
            "shared-best-move": self.shared_move,
            "index-for-move": self.moves.index(move) if move in self.moves else None,
        }
        return next((answer for mistake, answer in answers.items() if self.makes(mistake)), move)


class MistakenLevels(MistakenSearch):
    """Mistaken max_value and min_value: a finished game is worth what the level says, not what the leaf says."""

    def leaf(self, state: Any, maximizing: bool) -> Value:
        self.evaluate(state)
        if self.makes("terminal-is-zero", maximizing):
            return 0
        if "same-end-for-both" in self.codes:
            return 1 if self.makes("same-end-for-both:won") else -1
        value = -1 if maximizing else +1
        return -value if self.makes("win-for-loss") or self.makes("flips-utility", maximizing) else value


class MistakenLevelDecision(MistakenDecision, MistakenLevels):
    """A mistaken function that chooses a move by such values."""
