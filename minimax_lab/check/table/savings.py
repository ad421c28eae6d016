"""What a search with a table does besides answering: it is to cut like alpha-beta, and remember in the table alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from minimax_lab.check.report import Finding, Report
from minimax_lab.check.search.battery import Case
from minimax_lab.check.search.check import ALPHABETA, faults_of, observed, report_on
from minimax_lab.check.search.diagnose import diagnose
from minimax_lab.check.search.fault import USELESS
from minimax_lab.check.search.observed import Log, Watched
from minimax_lab.check.search.run import Exercise
from minimax_lab.check.table.battery import Session, asked_anew, repeating
from minimax_lab.check.table.graphs import Counter
from minimax_lab.check.table.run import Answers, Student, ask, put
from minimax_lab.check.table.tell import idle, kept, not_shared
from minimax_lab.game import Value


class Placed(Watched):
    """A node of a tree as a board that comes up only once, so that a table has nothing to say of it."""

    __slots__ = ()

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


@dataclass(frozen=True)
class WithTable(Exercise):
    """Alpha-beta that is also given a table, an empty one each time."""

    def arguments(self, case: Case, evaluate: Callable[..., Value]) -> tuple[Any, ...]:
        return (*super().arguments(case, evaluate), {})

    def state(self, case: Case, log: Log) -> Watched:
        return Placed(case.tree, log)


WITH_TABLE = WithTable("table_search", ALPHABETA.parameters, prunes=True, mistakes=ALPHABETA.mistakes)


def search_itself(student: Student) -> Report | None:
    """What is wrong with it as an alpha-beta search: with an empty table, on trees without a board twice.

    Too much work is told only if it has a name of its own: one may also search in several goes, say, and be right.
    """
    exercise = replace(WITH_TABLE, before_each=student.memory.forget)
    runs = observed(exercise, student.function)
    if not (faults := faults_of(runs)):
        return None
    if faults == {USELESS} and not diagnose(exercise, runs, most=1):
        return None
    return report_on(exercise, student.function, runs)


def memory_of_its_own(student: Student) -> Finding | None:
    """A finding on what comes from elsewhere than the table, which was empty."""
    for session in asked_anew():
        answers = ask(student, session, afresh=True)
        alone = ask(student, replace(session, calls=session.calls[-1:]))
        if not answers.right and len(answers.outcomes) > 1 and alone.right:
            return kept(student, answers)
    return None


def saves_nothing(student: Student, seen: list[Answers]) -> Finding | None:
    """A finding on a table that is of no use, from one call to the next or within one."""
    if not any(
        answers.moves < ask(student, answers.session, afresh=True).moves
        for answers in seen
        if len(answers.outcomes) == len(answers.session.calls) > 1
    ):
        return idle(any(answers.stored for answers in seen))
    return None if any(_saves_within(student, session) for session in repeating()) else not_shared(student)


def _saves_within(student: Student, session: Session) -> bool:
    """Whether one search is cheaper than if no board came up twice."""
    (call,) = session.calls
    return _moves(student, session) < _moves(student, replace(session, graph=session.graph.apart(call.start)))


def _moves(student: Student, session: Session) -> int:
    counter = Counter()
    student.memory.forget()
    put(student, session, session.calls[0], {}, counter)
    return counter.moves
