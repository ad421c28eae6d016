"""Checks a search with a table. A table must never change an answer, only save work.

Each mistake has games of its own that nothing else can spoil: a chain for the depth, one board for
both players, one question through two windows. What goes wrong there is named; what goes wrong only
where all comes together is not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from minimax_lab.check.mistakes import ROWS
from minimax_lab.check.report import Finding, Report
from minimax_lab.check.sandbox.clock import SimulatedClock, simulated
from minimax_lab.check.sandbox.contents import uses
from minimax_lab.check.sandbox.failures import GIVES_UP, cannot_be_called, not_a_number, not_checked, unwritten_among
from minimax_lab.check.sandbox.limits import NotFinished
from minimax_lab.check.search.battery import Case, Log, ObservedTree
from minimax_lab.check.search.check import AlphaBeta, report_on
from minimax_lab.check.search.diagnose import diagnose
from minimax_lab.check.search.fault import USELESS
from minimax_lab.check.search.findings import pointed
from minimax_lab.check.search.repair import Search
from minimax_lab.check.search.run import run_battery
from minimax_lab.check.table.battery import (
    PLAIN,
    CallSeries,
    MoveCounter,
    asked_anew,
    battery,
    other_player,
    repeating,
)
from minimax_lab.check.table.run import (
    SeriesResult,
    StudentSearch,
    arguments,
    judges_by_narrowed_window,
    named,
    own_memory,
    run_call,
    run_series,
    smallest,
    table_not_shared,
    table_unused,
    unnamed,
)
from minimax_lab.check.texts.failures import EVERYTHING, THE_REST
from minimax_lab.check.texts.repairs import IN_EVERY_CALL
from minimax_lab.check.texts.tables_and_clocks import RELIES_ON_STATES
from minimax_lab.game import Value

SUBJECT = "table_search"
PARAMETERS = "state", "depth", "alpha", "beta", "maximizing", "evaluate", "table"
NAMED = "table-without-depth", "bounds-as-exact", "key-without-player"
NARROWED = "flag-from-narrowed-window"
WITHOUT_SAVING = 0.5  # of the points, for right values and a table that is of no use


def table_search(function: Callable[..., Any]) -> Report:
    """Check `function(state, depth, alpha, beta, maximizing, evaluate, table)`: alpha-beta with a dict as its memory.

    A board may come up with either player to move, and the table is used again for other questions.
    The score counts the three ways in which a table can give a wrong answer; half of it is for saving work, by
    the table and by cut-offs, and for remembering nowhere else.

    >>> from minimax_lab import check
    >>> def shallow(state, depth, alpha, beta, maximizing, evaluate, table):
    ...     return evaluate(state)
    >>> check.table_search(shallow).heading
    '✗ table_search: not right yet (0%)'
    """
    if unusable := cannot_be_called(function, *PARAMETERS) or unwritten_among([function]):
        return Report(SUBJECT, [unusable], 0.0)
    with simulated(SimulatedClock(), function):  # nobody has to wait where a student's code sleeps
        student = StudentSearch(function)
        try:
            return _report(student)
        finally:
            student.memory.forget()  # so that another check says the same


def _report(student: StudentSearch) -> Report:
    seen: list[SeriesResult] = []
    try:
        for series in battery():
            seen.append(run_series(student, series))
            if seen[-1].last.failure in GIVES_UP or isinstance(seen[-1].last.error, NotImplementedError):
                return Report(SUBJECT, [unnamed(student, seen[-1])], 0.0)
        return _report_on(student, seen)
    except NotFinished:
        first_wrong = [unnamed(student, result) for result in seen if not result.right][:1]
        rest = not_checked(THE_REST if seen else EVERYTHING)
        return Report(SUBJECT, [*first_wrong, rest], 0.0 if first_wrong or not seen else 1.0)


def _report_on(student: StudentSearch, seen: list[SeriesResult]) -> Report:
    wrong = [result for result in seen if not result.right]
    if any(result.series.shows == PLAIN for result in wrong):
        return Report(SUBJECT, _without_table(student, wrong), 0.0)
    if broken := next((result for result in wrong if result.broken), None):
        return Report(SUBJECT, [unnamed(student, smallest(student, broken))], 0.0)
    if wrong and judges_by_narrowed_window(seen):
        finding = named(student, NARROWED, smallest(student, wrong[0]))
        return Report(SUBJECT, [finding], 1 - 1 / len(NAMED))
    firsts = {code: next((result for result in wrong if result.series.shows == code), None) for code in NAMED}
    findings = [named(student, code, result) for code, result in firsts.items() if result]
    if wrong and not findings:
        findings = [unnamed(student, smallest(student, wrong[0]))]
    kinds = sum(map(bool, firsts.values())) or bool(wrong)  # what has no name costs as much as one that has
    score = 1 - kinds / len(NAMED)
    if not wrong and (mistaken := fault_as_alphabeta(student)):
        return mistaken
    if len(findings) == 1:
        findings = [_with_line(student, seen, findings[0])]
    if useless := remembers_elsewhere(student) or saves_nothing(student, seen):
        return Report(SUBJECT, [*findings, useless], min(score, WITHOUT_SAVING))
    if not findings and relies_on_states(student):
        findings = [Finding.of("key-of-states", RELIES_ON_STATES, remark=True)]
    return Report(SUBJECT, findings, score)


def _with_line(student: StudentSearch, seen: list[SeriesResult], finding: Finding) -> Finding:
    """The finding, with the line that a repair points at."""
    row = ROWS.get(finding.code)
    if row and not row.only:  # an entry that says too little takes more than one edit
        return finding
    every = [result.series for result in sorted(seen, key=lambda result: result.right)]  # what is wrong tells most
    every += [] if relies_on_states(student) else other_player(boards_only=True)  # an edit must not lose that
    again = [result for result in seen if len({*result.series.calls}) < len(result.series.calls)]  # the same question
    saving = [result.series for result in again if _saves(student, result)][:1]

    alone = {result.series: result for result in seen if result.series.shows == PLAIN}

    def judge(series: CallSeries) -> tuple[bool, int]:
        result, before = run_series(student, series), alone.get(series)
        right = result.right and (series not in saving or _saves(student, result))
        if before:  # without cut-offs there are no bounds, and what is not stored is never wrong: that mends nothing
            right = right and result.first_moves <= before.first_moves and result.stored >= before.stored
        return right, sum(call.lines for call in result.results)

    def calls(series: CallSeries) -> list[tuple]:
        table, counter = dict[Any, Any](), MoveCounter()
        return [(student.function, arguments(series, call, table, counter)) for call in series.calls]

    first = [every[0], *saving]
    found = Search([student.function], first, every, judge, prunes=True, calls=calls, two=False).found()
    for repair in found[:1]:
        with repair.made():
            found = [] if saves_nothing(student, [run_series(student, series) for series in saving]) else found
    return pointed(finding, [repair for repair in found if not row or repair.idea in row.only], IN_EVERY_CALL)


def relies_on_states(student: StudentSearch) -> bool:
    """Whether it would mix up the players if the states did not know who is to move."""
    return not all(run_series(student, series).right for series in other_player(boards_only=True))


def _saves(student: StudentSearch, result: SeriesResult) -> bool:
    """Whether the table has saved work from one call to the next."""
    is_done = len(result.results) == len(result.series.calls) > 1
    return is_done and result.moves < run_series(student, result.series, new_tables=True).moves


def _without_table(student: StudentSearch, wrong: list[SeriesResult]) -> list[Finding]:
    """The search itself is wrong: then it is checked as alpha-beta."""
    first = next(result for result in wrong if result.series.shows == PLAIN)
    if first.last.failure or not_a_number(first.last.value):
        return [unnamed(student, first)]
    report = fault_as_alphabeta(student)
    return [*report.faults] if report and report.faults else [unnamed(student, first)]


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
        return (*self.given(case, evaluate), {})

    def state(self, case: Case, log: Log) -> ObservedTree:
        return BoardInTree(case.tree, log)


def fault_as_alphabeta(student: StudentSearch) -> Report | None:
    """What is wrong with it as an alpha-beta search: with an empty table, on trees without a board twice.

    Too much work is told only if it has a name of its own: one may also search in several goes, for example, and
    be right.
    """
    exercise = WithTable(student.function, student.memory, keeps_states=True)
    runs = run_battery(exercise)
    if not runs.faults or (runs.faults == {USELESS} and not diagnose(exercise, runs.done)):
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
    if not any(_saves(student, result) for result in seen):
        return table_unused(any(result.stored for result in seen), uses(student.function, "id"))
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
