"""Checks a search with a table. A table must never change an answer, only save work.

Each mistake has games of its own that nothing else can spoil: a chain for the depth, one board for
both players, one question through two windows. What goes wrong there is named; what goes wrong only
where all comes together is not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from minimax_lab.check.report import Finding, Report
from minimax_lab.check.sandbox.failures import GIVES_UP, cannot_be_called, no_number
from minimax_lab.check.table.battery import PLAIN, sessions
from minimax_lab.check.table.run import Answers, Student, ask, smallest
from minimax_lab.check.table.savings import memory_of_its_own, saves_nothing, search_itself
from minimax_lab.check.table.tell import named, told

SUBJECT = "table_search"
PARAMETERS = "state", "depth", "alpha", "beta", "maximizing", "evaluate", "table"
NAMED = "table-without-depth", "bounds-as-exact", "key-without-player"
WITHOUT_SAVING = 0.5  # of the points, for right values and a table that is of no use


def table_search(function: Callable[..., Any]) -> Report:
    """Check `function(state, depth, alpha, beta, maximizing, evaluate, table)`: alpha-beta with a dict as its memory.

    A board may come up with either player to move, and the table is used again for other questions.
    The score counts the three ways in which a table can lie; half of it is for saving work, by the table and by
    cut-offs, and for remembering nowhere else.
    """
    if unusable := cannot_be_called(function, *PARAMETERS):
        return Report(SUBJECT, [unusable], 0.0)
    student = Student(function)
    try:
        return _report(student)
    finally:
        student.memory.forget()  # so that another check says the same


def _report(student: Student) -> Report:
    seen = []
    for session in sessions():
        seen.append(ask(student, session))
        if seen[-1].outcomes[-1].trouble in GIVES_UP:
            return Report(SUBJECT, [told(student, seen[-1])], 0.0)
    wrong = [answers for answers in seen if not answers.right]
    if any(answers.session.shows == PLAIN for answers in wrong):
        return Report(SUBJECT, _without_table(student, wrong), 0.0)
    if broken := next((answers for answers in wrong if answers.broken), None):
        return Report(SUBJECT, [told(student, smallest(student, broken))], 0.0)
    firsts = {code: next((answers for answers in wrong if answers.session.shows == code), None) for code in NAMED}
    findings = [named(student, code, answers) for code, answers in firsts.items() if answers]
    if wrong and not findings:
        findings = [told(student, smallest(student, wrong[0]))]
    score = 0.0 if wrong and not any(firsts.values()) else 1 - sum(map(bool, firsts.values())) / len(NAMED)
    if not wrong and (mistaken := search_itself(student)):
        return mistaken
    if useless := memory_of_its_own(student) or saves_nothing(student, seen):
        return Report(SUBJECT, [*findings, useless], min(score, WITHOUT_SAVING))
    return Report(SUBJECT, findings, score)


def _without_table(student: Student, wrong: list[Answers]) -> list[Finding]:
    """The search itself is wrong: that is a matter for the check of alpha-beta."""
    first = next(answers for answers in wrong if answers.session.shows == PLAIN)
    if first.outcomes[-1].trouble or no_number(first.outcomes[-1].value):
        return [told(student, first)]
    report = search_itself(student)
    found = [finding for finding in report.findings if not finding.remark] if report else []
    return found or [told(student, first)]
