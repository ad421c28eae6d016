"""A student's search with a table, and how it answers the questions of a session."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from minimax_lab.check.sandbox.failures import no_number
from minimax_lab.check.sandbox.limits import Outcome, run
from minimax_lab.check.sandbox.memory import Memory
from minimax_lab.check.table.battery import Call, Session, shrunk
from minimax_lab.check.table.graphs import Board, Counter, evaluate, opposite


@dataclass(frozen=True)
class Student:
    """A student's function, which may remember more than what is in the table."""

    function: Callable[..., Any]

    @cached_property
    def memory(self) -> Memory:
        return Memory(self.function)

    @property
    def name(self) -> str:
        return getattr(self.function, "__name__", type(self.function).__name__)


@dataclass(frozen=True)
class Answers:
    """How the calls of a session went, up to the first that is not right."""

    session: Session
    outcomes: tuple[Outcome, ...]
    moves: int  # made by the calls but the first
    stored: bool

    @property
    def last(self) -> Call:
        return self.session.calls[len(self.outcomes) - 1]

    @property
    def right(self) -> bool:
        return _fine(self.session, self.last, self.outcomes[-1])

    @property
    def broken(self) -> bool:
        """Whether there is no value at all, so that no wrong one could tell of a table that lies."""
        return not self.outcomes[-1].ok or bool(no_number(self.outcomes[-1].value))


def ask(student: Student, session: Session, afresh: bool = False) -> Answers:
    """Put the calls of a session to the function, with one table, or with a table each."""
    table: dict[Any, Any] = {}
    outcomes: list[Outcome] = []
    later = Counter()
    student.memory.forget()
    for call in session.calls:
        table = {} if afresh else table
        outcomes.append(put(student, session, call, table, later if outcomes else Counter()))
        if not _fine(session, call, outcomes[-1]):
            break
    return Answers(session, tuple(outcomes), later.moves, bool(table))


def put(student: Student, session: Session, call: Call, table: dict, counter: Counter) -> Outcome:
    return run(student.function, *arguments(session, call, table, counter))


def arguments(session: Session, call: Call, table: dict, counter: Counter) -> tuple[Any, ...]:
    board = Board(session.graph, call.start, call.player, counter)
    return board, call.depth, call.alpha, call.beta, call.maximizing, opposite if call.opposite else evaluate, table


def _fine(session: Session, call: Call, outcome: Outcome) -> bool:
    return outcome.ok and not no_number(outcome.value) and call.is_right(session.graph, outcome.value)


def smallest(student: Student, answers: Answers) -> Answers:
    def same_kind(session: Session) -> bool:
        less = ask(student, session)
        return not less.right and less.broken == answers.broken

    return ask(student, shrunk(answers.session, same_kind))
