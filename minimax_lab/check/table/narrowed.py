"""Searches that judge a value by the window after they have moved it, to compare a student's with.

A value that is at most alpha is an upper bound, one that is at least beta a lower bound: of the window that a node
was given. MAX moves alpha up to its own value; if that is tested first, every value of MAX is called an upper bound,
even after a cut-off. With MIN and beta it is the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import inf
from typing import Any

from minimax_lab.check.shared import equal
from minimax_lab.check.table.graphs import MoveCounter
from minimax_lab.check.table.run import SeriesResult, arguments
from minimax_lab.game import Value

EXACT, LOWER, UPPER = "exact", "at least", "at most"
RIGHT, SOUND, WRONG = JUDGED = "right", "sound", "wrong"  # what comes of the comparison, for one of the sides


@dataclass(frozen=True)
class NarrowedFlags:
    """Alpha-beta with a table. For each side, what it stores is right, or sound (exact values as bounds), or wrong."""

    at_max: str
    at_min: str
    narrows: bool  # whether an entry that does not decide still narrows the window
    hard: bool  # whether it returns a bound of the window instead of a value outside of it

    def __call__(
        self, state: Any, depth: int, alpha: Value, beta: Value, maximizing: bool, evaluate: Any, table: dict
    ) -> Value:
        key = state, depth, maximizing
        value, kind = table.get(key, (None, ""))
        if kind == EXACT or (kind == LOWER and value >= beta) or (kind == UPPER and value <= alpha):
            return value
        if self.narrows and kind:
            alpha, beta = (max(alpha, value), beta) if kind == LOWER else (alpha, min(beta, value))
        low, high = alpha, beta
        moves = state.get_legal_moves()
        if depth == 0 or not moves:
            return evaluate(state)
        best = -inf if maximizing else inf
        for move in moves:
            value = self(state.forecast_move(move), depth - 1, alpha, beta, not maximizing, evaluate, table)
            best = max(best, value) if maximizing else min(best, value)
            alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
            if alpha >= beta:
                break
        if self.hard:
            best = min(max(best, low), high)
        table[key] = best, self.kind(best, low, high, maximizing)
        return best

    def kind(self, best: Value, low: Value, high: Value, maximizing: bool) -> str:
        """How a value is stored."""
        judged, cut = (self.at_max, best >= high) if maximizing else (self.at_min, best <= low)
        after_cut, else_where = (LOWER, UPPER) if maximizing else (UPPER, LOWER)
        if judged == RIGHT:
            return UPPER if best <= low else LOWER if best >= high else EXACT
        return after_cut if cut and judged == SOUND else else_where


def programs() -> Iterator[NarrowedFlags]:
    """Every way to do so that can go wrong."""
    for (at_max, at_min), narrows, hard in product(product(JUDGED, repeat=2), (False, True), (False, True)):
        if WRONG in (at_max, at_min):
            yield NarrowedFlags(at_max, at_min, narrows, hard)


def judges_by_narrowed_window(seen: Sequence[SeriesResult]) -> bool:
    """Whether one of these programs gives the same answers in every series, and tries as many moves for them."""
    telling = sorted(seen, key=lambda result: result.right)  # what went wrong tells more programs apart
    return any(all(_answers_like(program, result) for result in telling) for program in programs())


def _answers_like(program: NarrowedFlags, result: SeriesResult) -> bool:
    table: dict[Any, Any] = {}
    first, later = MoveCounter(), MoveCounter()
    for number, (call, given) in enumerate(zip(result.series.calls, result.results, strict=False)):
        asked = arguments(result.series, call, table, later if number else first)
        if not equal(program(*asked), given.value):
            return False
    return later.moves == result.moves
