"""Checks a search with a table. A table must never change an answer, only save work.

Each mistake has games of its own that nothing else can spoil: a chain for the depth, one board for
both players, one question through two windows. What goes wrong there is named; what goes wrong only
where all comes together is not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from minimax_lab.check.iterative_deepening.clock import SimulatedClock, simulated
from minimax_lab.check.report import Finding, Report
from minimax_lab.check.sandbox.failures import GIVES_UP, cannot_be_called, not_a_number, not_checked, unwritten_among
from minimax_lab.check.sandbox.limits import NotFinished
from minimax_lab.check.table.battery import PLAIN, battery
from minimax_lab.check.table.beyond_values import fault_as_alphabeta, remembers_elsewhere, saves_nothing
from minimax_lab.check.table.narrowed import judges_by_narrowed_window
from minimax_lab.check.table.run import SeriesResult, StudentSearch, run_series, smallest
from minimax_lab.check.table.tell import named, unnamed
from minimax_lab.check.texts.failures import EVERYTHING, THE_REST

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
    score = 0.0 if wrong and not any(firsts.values()) else 1 - sum(map(bool, firsts.values())) / len(NAMED)
    if not wrong and (mistaken := fault_as_alphabeta(student)):
        return mistaken
    if useless := remembers_elsewhere(student) or saves_nothing(student, seen):
        return Report(SUBJECT, [*findings, useless], min(score, WITHOUT_SAVING))
    return Report(SUBJECT, findings, score)


def _without_table(student: StudentSearch, wrong: list[SeriesResult]) -> list[Finding]:
    """The search itself is wrong: then it is checked as alpha-beta."""
    first = next(result for result in wrong if result.series.shows == PLAIN)
    if first.last.failure or not_a_number(first.last.value):
        return [unnamed(student, first)]
    report = fault_as_alphabeta(student)
    return [*report.faults] if report and report.faults else [unnamed(student, first)]
