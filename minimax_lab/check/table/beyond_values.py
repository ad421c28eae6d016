"""What a search with a table must do besides returning right values.

It must cut like alpha-beta, save work by its table, and remember nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from minimax_lab.check.report import Finding, Report
from minimax_lab.check.sandbox.contents import uses_ids
from minimax_lab.check.search.battery import Case
from minimax_lab.check.search.check import AlphaBeta, report_on
from minimax_lab.check.search.diagnose import diagnose
from minimax_lab.check.search.fault import USELESS
from minimax_lab.check.search.observed import Log, ObservedTree
from minimax_lab.check.search.run import run_battery
from minimax_lab.check.table.battery import CallSeries, asked_anew, repeating
from minimax_lab.check.table.graphs import MoveCounter
from minimax_lab.check.table.run import SeriesResult, StudentSearch, run_call, run_series
from minimax_lab.check.table.tell import own_memory, table_not_shared, table_unused
from minimax_lab.game import Value


class BoardInTree(ObservedTree):
    """A node of a tree as a board that comes up only once, so that a table knows nothing about it."""

    @property
    def name(self) -> str:
        return "A" + "".join(map(str, self.path))

    def key(self) -> Any:
        return self.tree, self.path

    def rows(self) -> list[str]:
        return [self.name]

    def __repr__(self) -> str:
        return self.name

    __str__ = __repr__


class WithTable(AlphaBeta):
    """Alpha-beta that is also given a table, an empty one each time."""

    subject = "table_search"

    def arguments(self, case: Case, evaluate: Callable[..., Value]) -> tuple[Any, ...]:
        return (*super().arguments(case, evaluate), {})

    def state(self, case: Case, log: Log) -> ObservedTree:
        return BoardInTree(case.tree, log)


def fault_as_alphabeta(student: StudentSearch) -> Report | None:
    """What is wrong with it as an alpha-beta search: with an empty table, on trees without a board twice.

    Too much work is told only if it has a name of its own: one may also search in several goes, for example, and
    be right.
    """
    exercise = WithTable(student.function, student.memory, keeps_states=True)
    runs = run_battery(exercise)
    if not runs.faults or (runs.faults == {USELESS} and not diagnose(exercise, runs.done, most=1)):
        return None
    return report_on(exercise, runs)


def remembers_elsewhere(student: StudentSearch) -> Finding | None:
    """A finding on an answer that comes from elsewhere than the table, which was empty."""
    for series in asked_anew():
        found = run_series(student, series, new_tables=True)
        alone = run_series(student, replace(series, calls=series.calls[-1:]))
        if not found.right and len(found.results) > 1 and alone.right:
            return own_memory(student, found)
    return None


def saves_nothing(student: StudentSearch, seen: list[SeriesResult]) -> Finding | None:
    """A finding on a table that is of no use, from one call to the next or within one."""
    if not any(
        result.moves < run_series(student, result.series, new_tables=True).moves
        for result in seen
        if len(result.results) == len(result.series.calls) > 1
    ):
        return table_unused(any(result.stored for result in seen), uses_ids(student.function))
    return None if any(_saves_within(student, series) for series in repeating()) else table_not_shared(student)


def _saves_within(student: StudentSearch, series: CallSeries) -> bool:
    """Whether one search is cheaper than if no board came up twice."""
    (call,) = series.calls
    return _moves(student, series) < _moves(student, replace(series, graph=series.graph.apart(call.start)))


def _moves(student: StudentSearch, series: CallSeries) -> int:
    counter = MoveCounter()
    student.memory.forget()
    run_call(student, series, series.calls[0], {}, counter)
    return counter.moves
