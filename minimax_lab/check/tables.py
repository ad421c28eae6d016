"""Checks a search with a table. A table must never change an answer, only save work.

Each mistake has games of its own that nothing else can spoil: a chain for the depth, one board for
both players, one question through two windows. What goes wrong there is named; what goes wrong only
where all comes together is not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from minimax_lab.check.graphs import PLAIN, Board, Call, Counter, Session, evaluate, sessions, shrunk
from minimax_lab.check.misconceptions import MISCONCEPTIONS
from minimax_lab.check.replay import traced
from minimax_lab.check.report import Finding, Replay, Report
from minimax_lab.check.searches import alphabeta
from minimax_lab.check.supervise import Outcome, run
from minimax_lab.check.troubles import GIVES_UP, cannot_be_called, no_number, not_a_number, trouble
from minimax_lab.trace.words import value_text

SUBJECT = "table_search"
PARAMETERS = "state", "depth", "alpha", "beta", "maximizing", "evaluate", "table"
NAMED = "table-without-depth", "bounds-as-exact", "key-without-player"
WITHOUT_SAVING = 0.5  # of the points, for right values and a table that is of no use


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


def table_search(function: Callable[..., Any]) -> Report:
    """Check `function(state, depth, alpha, beta, maximizing, evaluate, table)`: alpha-beta with a dict as its memory.

    A board may come up with either player to move, and the table is used again for other questions.
    The score counts the three ways in which a table can lie; half of it is for saving work.
    """
    if unusable := cannot_be_called(function, *PARAMETERS):
        return Report(SUBJECT, [unusable], 0.0)
    seen = []
    for session in sessions():
        seen.append(_ask(function, session))
        if seen[-1].outcomes[-1].trouble in GIVES_UP:
            return Report(SUBJECT, [_told(function, seen[-1])], 0.0)
    wrong = [answers for answers in seen if not answers.right]
    if any(answers.session.shows == PLAIN for answers in wrong):
        return Report(SUBJECT, _without_table(function, wrong), 0.0)
    if broken := next((answers for answers in wrong if answers.broken), None):
        return Report(SUBJECT, [_told(function, _smallest(function, broken))], 0.0)
    firsts = {code: next((answers for answers in wrong if answers.session.shows == code), None) for code in NAMED}
    findings = [_named(function, code, answers) for code, answers in firsts.items() if answers]
    if wrong and not findings:
        findings = [_told(function, _smallest(function, wrong[0]))]
    idle = not _saves_work(function, seen)
    if idle:
        findings.append(_idle(any(answers.stored for answers in seen)))
    score = 0.0 if wrong and not any(firsts.values()) else 1 - sum(map(bool, firsts.values())) / len(NAMED)
    return Report(SUBJECT, findings, min(score, WITHOUT_SAVING) if idle else score)


def _ask(function: Callable[..., Any], session: Session, afresh: bool = False) -> Answers:
    """Put the calls of a session to the function, with one table, or with a table each."""
    table: dict[Any, Any] = {}
    outcomes: list[Outcome] = []
    later = Counter()
    for call in session.calls:
        table = {} if afresh else table
        outcomes.append(_call(function, session, call, table, later if outcomes else Counter()))
        if not _fine(session, call, outcomes[-1]):
            break
    return Answers(session, tuple(outcomes), later.moves, bool(table))


def _call(function: Callable[..., Any], session: Session, call: Call, table: dict, counter: Counter) -> Outcome:
    return run(function, *_arguments(session, call, table, counter))


def _arguments(session: Session, call: Call, table: dict, counter: Counter) -> tuple[Any, ...]:
    board = Board(session.graph, call.start, call.player, counter)
    return board, call.depth, call.alpha, call.beta, call.maximizing, evaluate, table


def _fine(session: Session, call: Call, outcome: Outcome) -> bool:
    return outcome.ok and not no_number(outcome.value) and call.is_right(session.graph, outcome.value)


def _smallest(function: Callable[..., Any], answers: Answers) -> Answers:
    def same_kind(session: Session) -> bool:
        less = _ask(function, session)
        return not less.right and less.broken == answers.broken

    return _ask(function, shrunk(answers.session, same_kind))


# Words


def _told(function: Callable[..., Any], answers: Answers) -> Finding:
    """What went wrong in a session, without a name for it."""
    outcome, call, graph = answers.outcomes[-1], answers.last, answers.session.graph
    written, tree = call.text(_name(function)), graph.unfolded(call.start, call.player)
    if outcome.trouble:
        shown = trouble(outcome, written, tree)
    elif code := no_number(outcome.value):
        shown = not_a_number(code, outcome.value, written, tree)
    else:
        value = graph.value(call.start, call.depth, call.maximizing)
        title = "A wrong value"
        shown = Finding("wrong-value", title, "", tree, written, outcome.value, value, _expected(call, value))
        shown = replace(shown, hints=("What does the table hold for this board?", "When was that found, and for whom?"))
    message = f"{shown.message} {call.start} is {tree!r}. {_before(function, answers)}".strip()
    return replace(shown, message=message, replay=lambda: _replay(function, answers))


def _named(function: Callable[..., Any], code: str, answers: Answers) -> Finding:
    known, shown = MISCONCEPTIONS[code], _told(function, answers)
    message = f"{known.message}\n{shown.message}".strip()
    return replace(shown, code=code, title=known.title, message=message, hints=known.hints)


def _before(function: Callable[..., Any], answers: Answers) -> str:
    """The calls that came first, with the same table."""
    earlier = answers.session.calls[: len(answers.outcomes) - 1]
    if not earlier:
        return "" if answers.session.shows == PLAIN else "The table was empty; a board comes up more than once."
    texts = [
        f"{call.text(_name(function))} returned {value_text(outcome.value)}"
        for call, outcome in zip(earlier, answers.outcomes, strict=False)
    ]
    return f"With the same table, {', then '.join(texts)}; after that:"


def _expected(call: Call, value: Any) -> str:
    if value <= call.alpha:
        return f"{value_text(value)}, or any value of at most {value_text(call.alpha)}: it lies below the window"
    if value >= call.beta:
        return f"{value_text(value)}, or any value of at least {value_text(call.beta)}: it lies above the window"
    return ""


def _name(function: Callable[..., Any]) -> str:
    return getattr(function, "__name__", type(function).__name__)


def _replay(function: Callable[..., Any], answers: Answers) -> Replay | None:
    """The call that went wrong, traced, after the calls before it."""
    session, table = answers.session, dict[Any, Any]()
    for call in session.calls[: len(answers.outcomes) - 1]:
        _call(function, session, call, table, Counter())
    call = answers.last
    seen = traced(function, *_arguments(session, call, table, Counter()))
    if seen is None:
        return None
    for i, kind in enumerate(seen.steps.kinds()):
        step = seen.steps[i]
        if kind in ("leaf", "return") and seen.at(step.path).is_leaf:  # an answer that was not searched for
            board = seen.at(step.path).state
            depth, maximizing = call.depth - len(step.path), call.maximizing == (len(step.path) % 2 == 0)
            if isinstance(board, Board) and session.graph.value(board.name, depth, maximizing) != step.value:
                return Replay(seen, i)
    return Replay(seen, len(seen.steps) - 1)


# Work


def _saves_work(function: Callable[..., Any], seen: list[Answers]) -> bool:
    """Whether a second question is ever cheaper with the table of the first than with an empty one."""
    return any(
        answers.moves < _ask(function, answers.session, afresh=True).moves
        for answers in seen
        if len(answers.outcomes) == len(answers.session.calls) > 1
    )


def _idle(stored: bool) -> Finding:
    what = "What is stored in the table is never made use of." if stored else "Nothing is ever stored in the table."
    return Finding(
        "table-unused",
        "The table saves no work",
        f"A question that has been answered before is searched again from the start. {what}",
        hints=(
            "Where does your function look into the table, and where does it write into it?",
            "Look before you search; write before you return.",
        ),
    )


def _without_table(function: Callable[..., Any], wrong: list[Answers]) -> list[Finding]:
    """The search itself is wrong: that is a matter for the check of alpha-beta."""

    def searched(state: Any, depth: Any, alpha: Any, beta: Any, maximizing: Any, evaluate: Any) -> Any:
        return function(state, depth, alpha, beta, maximizing, evaluate, {})

    first = next(answers for answers in wrong if answers.session.shows == PLAIN)
    if first.outcomes[-1].trouble or no_number(first.outcomes[-1].value):
        return [_told(function, first)]
    searched.__name__ = _name(function)
    found = [finding for finding in alphabeta(searched).findings if not finding.remark]
    return found or [_told(function, first)]
