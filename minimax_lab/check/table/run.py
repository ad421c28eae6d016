"""A student's search with a table, and how it answers a series of calls."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from minimax_lab.check.sandbox.contents import Memory
from minimax_lab.check.sandbox.failures import not_a_number
from minimax_lab.check.sandbox.run import RunResult, run
from minimax_lab.check.shared import name_of
from minimax_lab.check.table.battery import Call, CallSeries, shrunk
from minimax_lab.check.table.graphs import Board, MoveCounter, evaluate, opposite


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
