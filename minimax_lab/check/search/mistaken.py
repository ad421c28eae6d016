"""Mistaken programs: searches with known mistakes in them, to compare a student's with.

One textbook search, and at each of its decisions the mistakes that can be made there. A mistake is
the code of a misconception; where it comes in several shapes, the shape follows after a colon.
What a program returns and the leaves it looks at are compared, and where that does not decide, its windows.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import inf
from typing import Any

from minimax_lab.game import Move, Value

Bounds = tuple[Value, Value]  # alpha and beta

SIDES = "", ":max", ":min"  # both make the mistake, or only one does

MINIMAX_MISTAKES = (
    *(f"{code}{side}" for code in ("no-running-best", "starts-at-zero", "wrong-infinity") for side in SIDES),
    *("no-role-flip", "no-role-flip:always-max", "no-role-flip:always-min"),
    *("roles-swapped", "role-hard-coded", "first-move-only", "ignores-depth", "depth-stays"),
    *("score-or-move", "score-or-move:pair", "score-or-move:root"),
    *("flips-utility:max", "flips-utility:min", "off-by-one-depth:less", "off-by-one-depth:more", "off-by-one-depth:1"),
    *("ignores-terminal", "ignores-terminal:raises", "ignores-terminal:none"),
)
NEGAMAX_MISTAKES = (
    *(
        mistake
        for mistake in MINIMAX_MISTAKES
        if mistake.split(":")[-1] not in ("max", "min", "always-max", "always-min")
    ),
    *("flips-utility", "no-minus"),
)
ALPHABETA_MISTAKES = (
    *MINIMAX_MISTAKES,
    *("passes-full-window", "passes-full-window:blind", "negamax-window", "no-break", "no-break:minimax"),
    *("fresh-window", "fresh-window:max", "fresh-window:min", "fresh-window:own-bound-only"),
    *("one-bound-only:max", "one-bound-only:min", "one-bound-only:neither"),
    *("one-bound-only:max-never-cuts", "one-bound-only:min-never-cuts"),
    *(f"wrong-bound{side}{how}" for how in (":tight", ":slack", ":set") for side in SIDES),
    *(f"cut-reversed{side}{how}" for how in ("", ":or-equal") for side in SIDES),
    *(f"cuts-on-own-bound{side}{how}" for how in (":>=", ":>", ":<=", ":<") for side in SIDES),
    *("returns-alpha", "returns-alpha:beta"),
)

NEGAMAX_WINDOW_MISTAKES = (
    *NEGAMAX_MISTAKES,
    *("passes-full-window", "passes-full-window:blind", "negamax-window", "no-break"),
    *("fresh-window", "fresh-window:own-bound-only", "one-bound-only:max"),
    *(f"wrong-bound{how}" for how in (":tight", ":slack", ":set")),
    *("cut-reversed", "cut-reversed:or-equal"),
    *(f"cuts-on-own-bound{how}" for how in (":>=", ":>", ":<=", ":<")),
    "returns-alpha:beta",
)

DECISION_MISTAKES = (
    *("tie-takes-later", "shared-best-move", "infinite-win:by-utility", "infinite-win:by-player"),
    *("role-hard-coded:root", "roles-swapped:root", "depth-stays:below-root"),
)

# What is equally right: what to return outside of the window, whether an equal value cuts, in which order to go.
PLAIN_STYLES: list[dict[str, Any]] = [{"prunes": False, "later": later} for later in (False, True)]
PRUNING_STYLES: list[dict[str, Any]] = [
    {"backwards": backwards, "strict": strict, "returns": returns, "test": test}
    for backwards, strict, returns, test in product(
        (False, True), (False, True), ("soft", "hard", "bound"), ("window", "best")
    )
]


class MistakenSearch:
    """An alpha-beta search that makes the given mistakes; without `prunes`, a minimax search."""

    def __init__(
        self,
        *mistakes: str,
        prunes: bool = True,
        returns: str = "soft",
        strict: bool = False,
        backwards: bool = False,
        later: bool = False,
        test: str = "window",
    ):
        self.mistakes = frozenset(mistakes)
        self.codes = tuple(sorted({mistake.split(":")[0] for mistake in mistakes}))
        self._made_by = {  # whether MAX is to move -> the mistakes that are made there
            True: {mistake.removesuffix(":max") for mistake in mistakes},
            False: {mistake.removesuffix(":min") for mistake in mistakes},
        }
        self.prunes, self.returns, self.strict, self.backwards = prunes, returns, strict, backwards
        self.test = test
        self.takes_later = later or "tie-takes-later" in mistakes
        self.shared_move: Move = None  # the last best one of any node

    def makes(self, code: str, maximizing: bool | None = None) -> bool:
        """Whether it makes the mistake, at a node of this side if one is given."""
        return code in (self.mistakes if maximizing is None else self._made_by[maximizing])

    def __call__(self, state: Any, depth: int, alpha: Value, beta: Value, maximizing: bool, evaluate: Any) -> Value:
        self.evaluate = evaluate
        return self.search(state, depth, alpha, beta, maximizing or self.makes("role-hard-coded"), root=True)

    def search(self, state: Any, depth: int, alpha: Value, beta: Value, maximizing: bool, root: bool = False) -> Value:
        state.log.windows.append((state.path, alpha, beta))
        moves = state.get_legal_moves()
        if self.stops(moves, depth):
            return self.leaf(state, maximizing)
        if not moves and not self.makes("ignores-terminal"):
            return self.without_moves()
        takes_max = self.takes_max(maximizing, root)
        best, best_move, cut = self.start(takes_max), None, False
        for move in reversed(moves) if self.backwards else moves:
            window = self.window_below(alpha, beta, takes_max, root)
            child = state.forecast_move(move)
            value = self.search(child, self.depth_below(depth, root), *window, self.role_below(maximizing))
            better = best is None or (value > best if takes_max else value < best)
            if better or self.makes("no-running-best", takes_max) or (root and value == best and self.takes_later):
                best, best_move = value, move
                self.shared_move = move
            if self.makes("first-move-only"):
                break
            if self.prunes:
                before = alpha, beta
                alpha, beta = self.narrowed(alpha, beta, best, takes_max)
                cut = self.cuts(before, (alpha, beta), best, takes_max, root)
                if cut:
                    break
        return self.answer(best, best_move, alpha, beta, takes_max, cut, root)

    # The decisions that both searches make

    def stops(self, moves: list[Move], depth: int) -> bool:
        if not moves and "ignores-terminal" not in self.codes:
            return True
        if self.makes("ignores-depth"):
            return False
        if self.makes("off-by-one-depth:1"):
            return depth == 1
        return depth <= (1 if self.makes("off-by-one-depth:less") else -1 if self.makes("off-by-one-depth:more") else 0)

    def without_moves(self) -> None:
        """What comes of going on at the end of a game, where the best of nothing is asked for."""
        if self.makes("ignores-terminal:raises"):
            raise ValueError("there is no best of nothing")

    def takes_max(self, maximizing: bool, root: bool) -> bool:
        if root and self.makes("role-hard-coded:root"):
            return True
        return maximizing != (self.makes("roles-swapped") or (root and self.makes("roles-swapped:root")))

    def leaf(self, state: Any, maximizing: bool) -> Value:
        value = self.evaluate(state)
        return -value if self.makes("flips-utility", maximizing) else value

    def start(self, takes_max: bool) -> Value:
        if self.makes("ignores-terminal:none"):
            return None
        if self.makes("starts-at-zero", takes_max):
            return 0
        return -inf if takes_max != self.makes("wrong-infinity", takes_max) else inf

    def depth_below(self, depth: int, root: bool) -> int:
        stays = self.makes("depth-stays") or (not root and self.makes("depth-stays:below-root"))
        return depth if stays else depth - 1

    def role_below(self, maximizing: bool) -> bool:
        if self.makes("no-role-flip:always-max") or self.makes("no-role-flip:always-min"):
            return self.makes("no-role-flip:always-max")
        return maximizing if self.makes("no-role-flip") else not maximizing

    def answer(
        self, best: Value, move: Move, alpha: Value, beta: Value, takes_max: bool, cut: bool, root: bool
    ) -> Value:
        if self.makes("score-or-move") or (root and self.makes("score-or-move:root")):
            return move
        if self.makes("score-or-move:pair"):
            return best, move
        if self.makes("returns-alpha") or self.makes("returns-alpha:beta"):
            return alpha if self.makes("returns-alpha") else beta
        if not self.prunes or self.returns == "soft":
            return best
        own, other = (alpha, beta) if takes_max else (beta, alpha)
        return other if cut and self.returns == "hard" else own

    # The decisions of alpha-beta alone

    def window_below(self, alpha: Value, beta: Value, takes_max: bool, root: bool) -> Bounds:
        full = self.makes("passes-full-window") or self.makes("passes-full-window:blind")
        if self.makes("fresh-window", takes_max) or (root and full):
            return -inf, inf
        if self.makes("fresh-window:own-bound-only"):
            return (alpha, inf) if takes_max else (-inf, beta)
        return (beta, alpha) if self.makes("negamax-window") else (alpha, beta)

    def narrowed(self, alpha: Value, beta: Value, best: Value, takes_max: bool) -> Bounds:
        if self.makes("one-bound-only", takes_max) or {"one-bound-only:neither", "no-break:minimax"} & self.mistakes:
            return alpha, beta
        side = ":max" if takes_max else ":min"
        for how in ("tight", "slack", "set") if "wrong-bound" in self.codes else ():
            if self.makes(f"wrong-bound:{how}") or self.makes(f"wrong-bound{side}:{how}"):
                bound = beta if takes_max else alpha
                tighter, slacker = (min, max) if takes_max else (max, min)
                moved = best if how == "set" else (tighter if how == "tight" else slacker)(bound, best)
                return (alpha, moved) if takes_max else (moved, beta)
        return (max(alpha, best), beta) if takes_max else (alpha, min(beta, best))

    def cuts(self, before: Bounds, after: Bounds, best: Value, takes_max: bool, root: bool) -> bool:
        """Whether to leave the loop, by the window before or after it was narrowed."""
        side = ":max" if takes_max else ":min"
        never = {"no-break", "no-break:minimax", f"one-bound-only{side}-never-cuts"} & self.mistakes
        if never or (root and self.makes("passes-full-window:blind")):
            return False
        for how, compare in COMPARISONS.items() if "cuts-on-own-bound" in self.codes else ():
            if self.makes(f"cuts-on-own-bound:{how}") or self.makes(f"cuts-on-own-bound{side}:{how}"):
                return compare(best, before[0]) if takes_max else compare(before[1], best)
        low, high = after
        if self.test == "best":  # before it is narrowed, the value itself is compared with the other side's bound
            low, high = (best, before[1]) if takes_max else (before[0], best)
        if self.makes("cut-reversed", takes_max):
            return bool(low < high)
        if self.makes("cut-reversed:or-equal") or self.makes(f"cut-reversed{side}:or-equal"):
            return bool(low <= high)
        return bool(low > high) if self.strict else bool(low >= high)


COMPARISONS: dict[str, Callable[[Value, Value], bool]] = {
    ">=": lambda one, other: bool(one >= other),
    ">": lambda one, other: bool(one > other),
    "<=": lambda one, other: bool(one <= other),
    "<": lambda one, other: bool(one < other),
}


class MistakenNegamax(MistakenSearch):
    """A mistaken negamax: every value, and the window, is that of the side to move."""

    def search(self, state: Any, depth: int, alpha: Value, beta: Value, maximizing: bool, root: bool = False) -> Value:
        state.log.windows.append((state.path, alpha, beta))
        moves = state.get_legal_moves()
        if self.stops(moves, depth):
            color = 1 if maximizing or self.makes("flips-utility") else -1
            return color * self.evaluate(state)
        if not moves and not self.makes("ignores-terminal"):
            return self.without_moves()
        best, best_move, cut = self.start(not self.makes("roles-swapped")), None, False
        for move in reversed(moves) if self.backwards else moves:
            low, high = self.window_below(alpha, beta, True, root)
            child = state.forecast_move(move)
            value = self.search(child, self.depth_below(depth, root), -high, -low, self.role_below(maximizing))
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
        self.shared_move = None
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
        return self.shared_move if self.makes("shared-best-move") else move


class MistakenLevels(MistakenSearch):
    """Mistaken max_value and min_value: a finished game is worth what the level says, not what the leaf says."""

    def leaf(self, state: Any, maximizing: bool) -> Value:
        self.evaluate(state)
        value = -1 if maximizing else +1
        return -value if self.makes("flips-utility", maximizing) else value


class MistakenLevelDecision(MistakenDecision, MistakenLevels):
    """A mistaken function that chooses a move by such values."""
