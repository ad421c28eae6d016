"""What is told of a search with a table that is not right yet."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from minimax_lab.check.report import Finding, Replay, shown_value
from minimax_lab.check.sandbox.failures import no_number, not_a_number, trouble
from minimax_lab.check.search.check import REMEMBERS
from minimax_lab.check.search.replay import traced
from minimax_lab.check.table.battery import PLAIN, Call, repeating
from minimax_lab.check.table.graphs import Board, Counter
from minimax_lab.check.table.run import Answers, Student, arguments, put
from minimax_lab.check.texts import MISCONCEPTIONS
from minimax_lab.trace.words import value_text


def told(student: Student, answers: Answers) -> Finding:
    """What went wrong in a session, without a name for it."""
    outcome, call, graph = answers.outcomes[-1], answers.last, answers.session.graph
    written, tree = call.text(student.name), graph.unfolded(call.start, call.player)
    if outcome.trouble:
        shown = trouble(outcome, written, tree)
    elif code := no_number(outcome.value):
        shown = not_a_number(code, outcome.value, written, tree)
    else:
        value = call.right(graph)
        title = "A wrong value"
        shown = Finding("wrong-value", title, "", tree, written, outcome.value, value, _expected(call, value))
        shown = replace(shown, hints=("What does the table hold for this board?", "When was that found, and for whom?"))
    message = f"{shown.message} {call.start} is {tree!r}. {_before(student, answers)}".strip()
    return replace(shown, message=message, replay=lambda: _replay(student, answers))


def named(student: Student, code: str, answers: Answers) -> Finding:
    known, shown = MISCONCEPTIONS[code], told(student, answers)
    message = f"{known.message}\n{shown.message}".strip()
    return replace(shown, code=code, title=known.title, message=message, hints=known.hints)


def _before(student: Student, answers: Answers) -> str:
    """The calls that came first, with the same table."""
    earlier = answers.session.calls[: len(answers.outcomes) - 1]
    if not earlier:
        return "" if answers.session.shows == PLAIN else "The table was empty; a board comes up more than once."
    texts = [
        f"{call.text(student.name)} returned {shown_value(outcome.value)}"
        for call, outcome in zip(earlier, answers.outcomes, strict=False)
    ]
    return f"With the same table, {', then '.join(texts)}; after that:"


def _expected(call: Call, value: Any) -> str:
    if value <= call.alpha:
        return f"{value_text(value)}, or any value of at most {value_text(call.alpha)}: it lies below the window"
    if value >= call.beta:
        return f"{value_text(value)}, or any value of at least {value_text(call.beta)}: it lies above the window"
    return ""


def _replay(student: Student, answers: Answers) -> Replay | None:
    """The call that went wrong, traced, after the calls before it."""
    session, table = answers.session, dict[Any, Any]()
    student.memory.forget()
    for call in session.calls[: len(answers.outcomes) - 1]:
        put(student, session, call, table, Counter())
    call = answers.last
    seen = traced(student.function, *arguments(session, call, table, Counter()))
    student.memory.forget()
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


def kept(student: Student, answers: Answers) -> Finding:
    known, shown = MISCONCEPTIONS[REMEMBERS], told(student, answers)
    (first, last), tree = answers.session.calls, shown.counterexample
    also = "opposite(state) is evaluate(state) with the other sign. " if last.opposite else ""
    message = (
        f"{known.message}\nHere each call gets a new, empty table. {first.start} is {tree!r}. {also}First "
        f"{first.text(student.name, '{}')} returned {shown_value(answers.outcomes[0].value)}; after that:"
    )

    def again() -> Replay | None:
        student.memory.forget()
        put(student, answers.session, first, {}, Counter())
        seen = traced(student.function, *arguments(answers.session, last, {}, Counter()))
        student.memory.forget()
        return Replay(seen, len(seen.steps) - 1) if seen else None

    shown = replace(shown, code=REMEMBERS, title=known.title, message=message, hints=known.hints, replay=again)
    return replace(shown, call=last.text(student.name, "{}"))


def not_shared(student: Student) -> Finding:
    session = next(repeating())
    (call,) = session.calls
    known = MISCONCEPTIONS["table-not-shared"]
    tree = session.graph.unfolded(call.start, call.player)
    message = f"{known.message} {call.start} is {tree!r}: D comes up twice, and its moves were tried both times."
    return Finding("table-not-shared", known.title, message, tree, call.text(student.name), hints=known.hints)


def idle(stored: bool) -> Finding:
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
