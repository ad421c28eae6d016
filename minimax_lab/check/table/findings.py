"""What a student is told about a search with a table that is not right yet."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from minimax_lab.check.report import NOT_WRITTEN, Finding, Replay, shown_value
from minimax_lab.check.sandbox.failures import failure_finding, not_a_number, not_a_number_finding
from minimax_lab.check.search.replay import at_the_end, traced, wrong_return
from minimax_lab.check.shared import right_in_words
from minimax_lab.check.table.battery import PLAIN, Board, MoveCounter, repeating
from minimax_lab.check.table.run import SeriesResult, StudentSearch, arguments, run_call
from minimax_lab.check.texts import MISCONCEPTIONS
from minimax_lab.check.texts import tables_and_clocks as texts
from minimax_lab.check.texts.searches import REMEMBERS
from minimax_lab.game import Value
from minimax_lab.trace import Step, Trace


def unnamed(student: StudentSearch, found: SeriesResult) -> Finding:
    """The finding on a series that went wrong, without a name for it."""
    result, call, graph = found.last, found.last_call, found.series.graph
    written, tree = call.text(student.name), graph.unfolded(call.start, call.player)
    if result.failure:
        finding = failure_finding(result, written, tree)
    elif code := not_a_number(result.value):
        finding = not_a_number_finding(code, result.value, written, tree)
    else:
        value = call.right(graph)
        words = right_in_words(value, call.alpha, call.beta)
        outcome = {"returned": result.value, "expected": value, "expected_text": words}
        finding = Finding.of("wrong-value", texts.WRONG_TABLE_VALUE, tree, written, **outcome)
    if finding.code == NOT_WRITTEN:
        return finding
    board = texts.BOARD_IS.format(start=call.start, tree=repr(tree))
    message = f"{finding.message} {board} {_calls_before(student, found)}".strip()
    return replace(finding, message=message, replay=lambda: _replay(student, found))


def named(student: StudentSearch, code: str, found: SeriesResult) -> Finding:
    """The finding on a misconception, with the series that shows it."""
    text, happened = MISCONCEPTIONS[code], unnamed(student, found)
    return happened.named(code, replace(text, message=f"{text.message}\n{happened.message}".strip()))


def _calls_before(student: StudentSearch, found: SeriesResult) -> str:
    """The calls that came first, with the same table."""
    earlier = found.series.calls[: len(found.results) - 1]
    if not earlier:
        return "" if found.series.shows == PLAIN else texts.TABLE_WAS_EMPTY
    calls = [
        texts.CALL_RETURNED.format(call=call.text(student.name), value=shown_value(result.value))
        for call, result in zip(earlier, found.results, strict=False)
    ]
    return texts.SAME_TABLE.format(calls=", then ".join(calls))


def _replay(student: StudentSearch, found: SeriesResult) -> Replay | None:
    """The call that went wrong, traced, after the calls before it."""
    seen = _traced_after(student, found, dict[Any, Any]())
    if seen is None:
        return None
    call, graph = found.last_call, found.series.graph

    def right(step: Step) -> Value:
        board = seen.at(step.path).state
        if not seen.at(step.path).is_leaf or not isinstance(board, Board):  # only an answer that was not searched for
            return None
        return graph.value(board.name, call.depth - len(step.path), call.maximizing == (len(step.path) % 2 == 0))

    return wrong_return(seen, right) or at_the_end(seen)


def _traced_after(student: StudentSearch, found: SeriesResult, table: dict | None) -> Trace | None:
    """The last call of a series, traced after the others; with a new table for each call if none is given."""
    student.memory.forget()
    for call in found.series.calls[: len(found.results) - 1]:
        run_call(student, found.series, call, {} if table is None else table, MoveCounter())
    last = arguments(found.series, found.last_call, {} if table is None else table, MoveCounter())
    seen = traced(student.function, *last)
    student.memory.forget()
    return seen


def own_memory(student: StudentSearch, found: SeriesResult) -> Finding:
    """The finding on two calls with an empty table each, of which the first spoils the second."""
    happened = unnamed(student, found)
    first, last = found.series.calls
    calls = texts.NEW_TABLES.format(
        board=texts.BOARD_IS.format(start=first.start, tree=repr(happened.counterexample)),
        opposite=texts.OPPOSITE_IS if last.opposite else "",
        first=texts.CALL_RETURNED.format(
            call=first.text(student.name, "{}"), value=shown_value(found.results[0].value)
        ),
    )

    def replay() -> Replay | None:
        seen = _traced_after(student, found, None)
        return at_the_end(seen) if seen else None

    text = replace(MISCONCEPTIONS[REMEMBERS], message=f"{MISCONCEPTIONS[REMEMBERS].message}\n{calls}")
    return happened.named(REMEMBERS, text, call=last.text(student.name, "{}"), replay=replay)


def table_not_shared(student: StudentSearch) -> Finding:
    """The finding on a table that is of no use within one search."""
    series = next(repeating())
    (call,) = series.calls
    tree = series.graph.unfolded(call.start, call.player)
    twice = texts.BOARD_TWICE.format(start=call.start, tree=repr(tree))
    text = MISCONCEPTIONS["table-not-shared"].followed_by(twice)
    return Finding.of("table-not-shared", text, tree, call.text(student.name))


def table_unused(stored: bool, by_ids: bool) -> Finding:
    """The finding on a table that is of no use from one call to the next."""
    if stored and by_ids:
        return Finding.of("id-as-key", MISCONCEPTIONS["id-as-key"])
    why = texts.NEVER_READ if stored else texts.NEVER_WRITTEN
    return Finding.of("table-unused", texts.TABLE_UNUSED.filled(why=why))
