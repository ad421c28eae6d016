"""A student's search with a table, and how it answers a series of calls."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import inf
from typing import Any

from minimax_lab.check.sandbox.contents import Memory
from minimax_lab.check.sandbox.failures import not_a_number
from minimax_lab.check.sandbox.run import RunResult, run
from minimax_lab.check.shared import equal, name_of
from minimax_lab.check.table.battery import Board, Call, CallSeries, MoveCounter, evaluate, opposite, shrunk
from minimax_lab.game import Value


@dataclass(frozen=True)
class StudentSearch:
    """A student's function, which may remember more than what is in the table."""

    function: Callable[..., Any]

    @cached_property
    def memory(self) -> Memory:
        return Memory(self.function)

    @property
    def name(self) -> str:
        return name_of(self.function)


@dataclass(frozen=True)
class SeriesResult:
    """How the calls of a series went, up to the first that is not right."""

    series: CallSeries
    results: tuple[RunResult, ...]
    moves: int  # tried by all calls except the first
    stored: bool  # whether there is something in the table

    @property
    def last_call(self) -> Call:
        return self.series.calls[len(self.results) - 1]

    @property
    def last(self) -> RunResult:
        return self.results[-1]

    @property
    def right(self) -> bool:
        return _is_right(self.series, self.last_call, self.last)

    @property
    def broken(self) -> bool:
        """Whether there is no value at all, so that no wrong one could say anything about the table."""
        return not self.last.ok or bool(not_a_number(self.last.value))


def run_series(student: StudentSearch, series: CallSeries, new_tables: bool = False) -> SeriesResult:
    """Make the calls of a series, with one table for all of them or with a new table for each."""
    table: dict[Any, Any] = {}
    results: list[RunResult] = []
    first, later = MoveCounter(), MoveCounter()
    student.memory.forget()
    for call in series.calls:
        table = {} if new_tables else table
        results.append(run_call(student, series, call, table, later if results else first))
        if not _is_right(series, call, results[-1]):
            break
    return SeriesResult(series, tuple(results), later.moves, bool(table))


def run_call(student: StudentSearch, series: CallSeries, call: Call, table: dict, counter: MoveCounter) -> RunResult:
    return run(student.function, *arguments(series, call, table, counter))


def arguments(series: CallSeries, call: Call, table: dict, counter: MoveCounter) -> tuple[Any, ...]:
    board = Board(series.graph, call.start, call.player, counter)
    return board, call.depth, call.alpha, call.beta, call.maximizing, opposite if call.opposite else evaluate, table


def _is_right(series: CallSeries, call: Call, result: RunResult) -> bool:
    return result.ok and not not_a_number(result.value) and call.is_right(series.graph, result.value)


def smallest(student: StudentSearch, found: SeriesResult) -> SeriesResult:
    """The result of a series that fails in the same way, and of which nothing can be taken away."""

    def fails_too(series: CallSeries) -> bool:
        less = run_series(student, series)
        return not less.right and less.broken == found.broken

    return run_series(student, shrunk(found.series, fails_too))


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
        question = arguments(result.series, call, table, later if number else first)
        if not equal(program(*question), given.value):
            return False
    return later.moves == result.moves
