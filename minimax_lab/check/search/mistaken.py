"""Mistaken programs: searches with known mistakes in them, to compare a student's with.

There is one textbook search, and at each of its decisions the mistakes that can be made there; then the same as
negamax, as a decision, and as max_value and min_value. What a program returns and the leaves it looks at are compared,
and where that does not decide, its windows. A mistake is the code of a misconception; where it comes in several shapes,
the shape follows after a colon.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from itertools import product
from math import inf
from typing import Any

from minimax_lab.game import Move, Value

# The mistakes that each exercise is compared with

SIDES = "", ":max", ":min"  # both make the mistake, or only one does
TABLE_HOLDS = "", ":inner", ":inner-looks-first"  # every node, or all but leaves, which may be looked up all the same
FINITE = "finite-infinity"  # only tried where a student's code has a number that could be one
BY_SIDE = "no-running-best", "starts-at-zero", "wrong-infinity", FINITE, "depth-stays"

MINIMAX_MISTAKES = (
    *(f"{code}{side}" for code in BY_SIDE for side in SIDES),
    *("no-role-flip", "no-role-flip:always-max", "no-role-flip:always-min"),
    *("roles-swapped", "role-hard-coded", "first-move-only", "ignores-depth"),
    *("last-move-left-out", "last-move-left-out:raises", "last-move-left-out:or-all"),
    *("score-or-move", "score-or-move:pair", "score-or-move:root"),
    *("flips-utility:max", "flips-utility:min", "off-by-one-depth:less", "off-by-one-depth:more", "off-by-one-depth:1"),
    *("ignores-terminal", "ignores-terminal:raises", "ignores-terminal:none"),
    *(f"terminal-is-zero{side}" for side in SIDES),
    *(f"table-without-depth{where}" for where in TABLE_HOLDS),
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
    *("passes-full-window", "passes-full-window:blind", "negamax-window", "no-break"),
    *("fresh-window", "fresh-window:max", "fresh-window:min", "fresh-window:own-bound-only"),
    *("window-stays", "window-stays:never-cuts", "one-bound-only:max", "one-bound-only:min"),
    *("one-bound-only:max-never-cuts", "one-bound-only:min-never-cuts"),
    *(f"wrong-bound{side}{how}" for how in (":tight", ":slack", ":set") for side in SIDES),
    *(f"cut-reversed{side}{how}" for how in ("", ":or-equal") for side in SIDES),
    *(f"cuts-on-own-bound{side}{how}" for how in (":>=", ":>", ":<=", ":<") for side in SIDES),
    *("returns-alpha", "returns-alpha:beta", *(f"bounds-as-exact{where}" for where in TABLE_HOLDS)),
)
NEGAMAX_WINDOW_MISTAKES = (
    *NEGAMAX_MISTAKES,
    *("passes-full-window", "passes-full-window:blind", "negamax-window", "no-break"),
    *("fresh-window", "fresh-window:own-bound-only", "window-stays", "window-stays:never-cuts"),
    *(f"wrong-bound{how}" for how in (":tight", ":slack", ":set")),
    *("cut-reversed", "cut-reversed:or-equal"),
    *(f"cuts-on-own-bound{how}" for how in (":>=", ":>", ":<=", ":<")),
    *("returns-alpha:beta", *(f"bounds-as-exact{where}" for where in TABLE_HOLDS)),
)
DECISION_MISTAKES = (
    *("tie-takes-later", "shared-best-move", "infinite-win:by-utility", "infinite-win:by-player"),
    *("role-hard-coded:root", "roles-swapped:root", "depth-stays:below-root", "wrong-role-at-root"),
    *("first-move-only:root", "last-move-left-out:root", "last-move-left-out:root:or-all", "starts-at-zero:root"),
    *("value-for-move", "index-for-move", f"{FINITE}:root"),
)
LEVEL_MISTAKES = (
    *(code for code in MINIMAX_MISTAKES if not re.match("role-hard-coded|flips-utility|.*depth|" + FINITE, code)),
    *("win-for-loss", "same-end-for-both:lost", "same-end-for-both:won", *(f"extra-minus{side}" for side in SIDES)),
)

# What is equally right: what to return outside of the window, whether an equal value cuts, in which order to go.
PLAIN_STYLES: list[dict[str, Any]] = [{"prunes": False, "later": later} for later in (False, True)]
WAYS_TO_CUT = [*product((False, True), ("soft", "hard", "bound"), ("window", "best"))]  # strict, returns, test
PRUNING_STYLES: list[dict[str, Any]] = [
    {"backwards": backwards, "strict": strict, "returns": returns, "test": test}
    for backwards in (False, True)
    for strict, returns, test in WAYS_TO_CUT
]

TABLES = "table-without-depth", "bounds-as-exact"
Bounds = tuple[Value, Value]  # alpha and beta


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
        infinity: Value = inf,
    ):
        self.mistakes = frozenset(mistakes)
        self.codes, self._made_by = _by_code(mistakes), _by_side(mistakes)
        self.prunes, self.returns, self.strict, self.backwards = prunes, returns, strict, backwards
        self.test, self.infinity = test, infinity
        self.takes_later = later or "tie-takes-later" in mistakes
        self.shared_move: Move = None  # the last best one of any node
        self.but_for_cutting = self.mistakes, prunes, backwards, later, infinity
        self.identity = self.but_for_cutting, (strict, returns, test)
        self.alike = {*WAYS_TO_CUT}  # those that would have made no difference to the last search
        self.forgets_depth, self.forgets_window = "table-without-depth" in self.codes, "bounds-as-exact" in self.codes
        self.looks_up = next((m.split(":")[1] for m in mistakes if m.startswith(TABLES) and ":" in m), "")
        self.table: dict[Any, Value] = {}  # of one search, if it has one

    @property
    def like_it(self) -> set[tuple]:
        """The programs, itself among them, that would have done the same in the last search."""
        return {(self.but_for_cutting, way) for way in self.alike}

    def makes(self, code: str, maximizing: bool | None = None) -> bool:
        """Whether it makes the mistake, at a node of this side if one is given."""
        return code in (self.mistakes if maximizing is None else self._made_by[maximizing])

    def __call__(self, state: Any, depth: int, alpha: Value, beta: Value, maximizing: bool, evaluate: Any) -> Value:
        self.evaluate, self.table, self.alike = evaluate, {}, {*WAYS_TO_CUT}
        return self.search(state, depth, alpha, beta, maximizing or self.makes("role-hard-coded"), root=True)

    def search(self, state: Any, depth: int, alpha: Value, beta: Value, maximizing: bool, root: bool = False) -> Value:
        """The value of a node: looked up where a table lacks what it should know, else searched."""
        if not (self.forgets_depth or self.forgets_window):
            return self.node(state, depth, alpha, beta, maximizing, root)
        stops = self.stops(state.get_legal_moves(), depth)
        window = () if self.forgets_window else (alpha, beta)
        key = state.tree, maximizing, window, None if self.forgets_depth else depth
        if key in self.table and not (stops and self.looks_up == "inner"):
            return self.table[key]
        value = self.node(state, depth, alpha, beta, maximizing, root)
        if not stops or self.looks_up == "":
            self.table[key] = value
        return value

    def node(self, state: Any, depth: int, alpha: Value, beta: Value, maximizing: bool, root: bool) -> Value:
        state.log.windows.append((state.path, alpha, beta))
        moves = state.get_legal_moves()
        if self.stops(moves, depth):
            return self.leaf(state, maximizing)
        if not moves and not self.makes("ignores-terminal"):
            return self.without_moves()
        takes_max = self.takes_max(maximizing, root)
        best, best_move, cut = self.start(takes_max, root), None, False
        for move in self.looked_at(moves, root):
            window = self.window_below(alpha, beta, takes_max, root)
            child = state.forecast_move(move)
            value = self.search(
                child, self.depth_below(depth, takes_max, root), *window, self.role_below(maximizing, root)
            )
            value = -value if self.makes("extra-minus", takes_max) else value
            better = best is None or (value > best if takes_max else value < best)
            if better or self.makes("no-running-best", takes_max) or (root and self.takes_later and value == best):
                best, best_move = value, move
                self.shared_move = move
            if self.makes("first-move-only") or (root and self.makes("first-move-only:root")):
                break
            if self.prunes:
                before = alpha, beta
                alpha, beta = self.narrowed(alpha, beta, best, takes_max)
                cut = self.cuts(before, (alpha, beta), best, takes_max, root)
                if cut:
                    break
        return self.answer(best, best_move, alpha, beta, takes_max, cut, root)

    # The decisions that both searches make

    def looked_at(self, moves: list[Move], root: bool) -> list[Move]:
        here = {f"last-move-left-out{how}" for how in ("", ":raises", ":or-all")}
        here |= {f"last-move-left-out:root{how}" for how in ("", ":or-all")} if root else set()
        if made := here & self.mistakes:
            fewer = moves[:-1]
            if not fewer and "last-move-left-out:raises" in made:
                raise ValueError("there is no best of nothing")
            moves = fewer or (moves if any(how.endswith("or-all") for how in made) else [])
        return [*reversed(moves)] if self.backwards else moves

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
        if self.makes("terminal-is-zero", maximizing) and state.is_terminal():
            return 0
        value = self.evaluate(state)
        return -value if self.makes("flips-utility", maximizing) else value

    def start(self, takes_max: bool, root: bool = False) -> Value:
        if self.makes("ignores-terminal:none"):
            return None
        if self.makes("starts-at-zero", takes_max) or (root and self.makes("starts-at-zero:root")):
            return 0
        finite = self.makes("finite-infinity", takes_max) or (root and self.makes("finite-infinity:root"))
        worst = self.infinity if finite else inf
        return -worst if takes_max != self.makes("wrong-infinity", takes_max) else worst

    def depth_below(self, depth: int, takes_max: bool, root: bool) -> int:
        stays = self.makes("depth-stays", takes_max) or (not root and self.makes("depth-stays:below-root"))
        return depth if stays else depth - 1

    def role_below(self, maximizing: bool, root: bool) -> bool:
        if root and self.makes("wrong-role-at-root"):
            return maximizing
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
        if not self.prunes:
            return best
        own, other = (alpha, beta) if takes_max else (beta, alpha)
        answers = {"soft": best, "hard": other if cut else own, "bound": own}
        self.alike = {way for way in self.alike if answers[way[1]] == answers[self.returns]}
        return answers[self.returns]

    # The decisions of alpha-beta alone

    def window_below(self, alpha: Value, beta: Value, takes_max: bool, root: bool) -> Bounds:
        full = self.makes("passes-full-window") or self.makes("passes-full-window:blind")
        if self.makes("fresh-window", takes_max) or (root and full):
            return -inf, inf
        if self.makes("fresh-window:own-bound-only"):
            return (alpha, inf) if takes_max else (-inf, beta)
        return (beta, alpha) if self.makes("negamax-window") else (alpha, beta)

    def narrowed(self, alpha: Value, beta: Value, best: Value, takes_max: bool) -> Bounds:
        if self.makes("one-bound-only", takes_max) or "window-stays" in self.codes:
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
        never = {"no-break", "window-stays:never-cuts", f"one-bound-only{side}-never-cuts"} & self.mistakes
        if never or (root and self.makes("passes-full-window:blind")):
            return False
        for how, compare in COMPARISONS.items() if "cuts-on-own-bound" in self.codes else ():
            if self.makes(f"cuts-on-own-bound:{how}") or self.makes(f"cuts-on-own-bound{side}:{how}"):
                return compare(best, before[0]) if takes_max else compare(before[1], best)
        by_best = (best, before[1]) if takes_max else (before[0], best)
        low, high = after if self.test == "window" else by_best
        if after != by_best or low == high:
            self.alike = {
                (strict, returns, test)
                for strict, returns, test in self.alike
                if (test == self.test or after == by_best) and (strict is self.strict or low != high)
            }
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


@cache
def _by_code(mistakes: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted({mistake.split(":")[0] for mistake in mistakes}))


@cache
def _by_side(mistakes: tuple[str, ...]) -> dict[bool, set[str]]:
    """Whether MAX is to move -> the mistakes that are made there."""
    return {
        True: {mistake.removesuffix(":max") for mistake in mistakes},
        False: {mistake.removesuffix(":min") for mistake in mistakes},
    }


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
