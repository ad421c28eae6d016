"""A student's search with a table, and how it answers a series of calls."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from math import inf
from typing import Any

from minimax_lab.check.report import NOT_WRITTEN, Finding, Replay, shown_value
from minimax_lab.check.sandbox.contents import Memory
from minimax_lab.check.sandbox.failures import failure_finding, not_a_number, not_a_number_finding
from minimax_lab.check.sandbox.run import RunResult, run
from minimax_lab.check.search.replay import at_the_end, traced, wrong_return
from minimax_lab.check.shared import equal, name_of, right_in_words
from minimax_lab.check.table.battery import (
    PLAIN,
    Board,
    BoardOnly,
    Call,
    CallSeries,
    MoveCounter,
    evaluate,
    opposite,
    repeating,
    shrunk,
)
from minimax_lab.check.texts import MISCONCEPTIONS
from minimax_lab.check.texts import tables_and_clocks as texts
from minimax_lab.check.texts.searches import REMEMBERS
from minimax_lab.game import Value
from minimax_lab.trace import Step, Trace


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
    first_moves: int  # tried by the first call
    moves: int  # and by all others
    stored: int  # entries in the table

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
    return SeriesResult(series, tuple(results), first.moves, later.moves, len(table))


def run_call(student: StudentSearch, series: CallSeries, call: Call, table: dict, counter: MoveCounter) -> RunResult:
    return run(student.function, *arguments(series, call, table, counter))


def arguments(series: CallSeries, call: Call, table: dict, counter: MoveCounter) -> tuple[Any, ...]:
    board = (BoardOnly if series.boards_only else Board)(series.graph, call.start, call.player, counter)
    return board, call.depth, call.alpha, call.beta, call.maximizing, opposite if call.opposite else evaluate, table


def _is_right(series: CallSeries, call: Call, result: RunResult) -> bool:
    return result.ok and not not_a_number(result.value) and call.is_right(series.graph, result.value)


def smallest(student: StudentSearch, found: SeriesResult) -> SeriesResult:
    """The result of a series that fails in the same way, and of which nothing can be taken away."""

    def fails_too(series: CallSeries) -> bool:
        less = run_series(student, series)
        return not less.right and less.broken == found.broken

    return run_series(student, shrunk(found.series, fails_too))


EXACT, LOWER, UPPER = "exact", "at least", "at most"
RIGHT, SOUND, WRONG = JUDGED = "right", "sound", "wrong"  # what comes of the comparison, for one of the sides


@dataclass(frozen=True)
class NarrowedFlags:
    """Alpha-beta with a table. For each side, what it stores is right, or sound (exact values as bounds), or wrong."""

    at_max: str
    at_min: str
    narrows: bool  # whether an entry that does not decide still narrows the window
    hard: bool  # whether it returns a bound of the window instead of a value outside of it

    def __call__(
        self, state: Any, depth: int, alpha: Value, beta: Value, maximizing: bool, evaluate: Any, table: dict
    ) -> Value:
        key = state, depth, maximizing
        value, kind = table.get(key, (None, ""))
        if kind == EXACT or (kind == LOWER and value >= beta) or (kind == UPPER and value <= alpha):
            return value
        if self.narrows and kind:
            alpha, beta = (max(alpha, value), beta) if kind == LOWER else (alpha, min(beta, value))
        low, high = alpha, beta
        moves = state.get_legal_moves()
        if depth == 0 or not moves:
            return evaluate(state)
        best = -inf if maximizing else inf
        for move in moves:
            value = self(state.forecast_move(move), depth - 1, alpha, beta, not maximizing, evaluate, table)
            best = max(best, value) if maximizing else min(best, value)
            alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
            if alpha >= beta:
                break
        if self.hard:
            best = min(max(best, low), high)
        table[key] = best, self.kind(best, low, high, maximizing)
        return best

    def kind(self, best: Value, low: Value, high: Value, maximizing: bool) -> str:
        """How a value is stored."""
        judged, cut = (self.at_max, best >= high) if maximizing else (self.at_min, best <= low)
        after_cut, else_where = (LOWER, UPPER) if maximizing else (UPPER, LOWER)
        if judged == RIGHT:
            return UPPER if best <= low else LOWER if best >= high else EXACT
        return after_cut if cut and judged == SOUND else else_where


def programs() -> Iterator[NarrowedFlags]:
    """Every way to do so that can go wrong."""
    for (at_max, at_min), narrows, hard in product(product(JUDGED, repeat=2), (False, True), (False, True)):
        if WRONG in (at_max, at_min):
            yield NarrowedFlags(at_max, at_min, narrows, hard)


def judges_by_narrowed_window(seen: Sequence[SeriesResult]) -> bool:
    """Whether one of these programs gives the same answers in every series, and tries as many moves for them."""
    telling = sorted(seen, key=lambda result: result.right)  # what went wrong tells more programs apart
    return any(all(_answers_like(program, result) for result in telling) for program in programs())


def _answers_like(program: NarrowedFlags, result: SeriesResult) -> bool:
    table: dict[Any, Any] = {}
    first, later = MoveCounter(), MoveCounter()
    for number, (call, given) in enumerate(zip(result.series.calls, result.results, strict=False)):
        question = arguments(result.series, call, table, later if number else first)
        if not equal(program(*question), given.value):
            return False
    return later.moves == result.moves


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
