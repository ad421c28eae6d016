"""A student's search with a table, and how it answers a series of calls."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, product, repeat
from math import inf
from typing import Any

from minimax_lab.check.report import Finding, Replay, shown_value
from minimax_lab.check.sandbox.failures import not_a_number
from minimax_lab.check.sandbox.run import RunResult, run
from minimax_lab.check.search.battery import Log
from minimax_lab.check.search.findings import as_seen, unnamed
from minimax_lab.check.search.replay import at_the_end, traced, wrong_return
from minimax_lab.check.search.run import WRONG_VALUE, Exercise, Run
from minimax_lab.check.shared import equal, name_of, right_in_words
from minimax_lab.check.table.battery import (
    PLAIN,
    Board,
    BoardOnly,
    CallSeries,
    MoveCounter,
    battery,
    evaluate,
    opposite,
    repeating,
)
from minimax_lab.check.texts import MISCONCEPTIONS
from minimax_lab.check.texts import tables_and_clocks as texts
from minimax_lab.check.texts.searches import REMEMBERS
from minimax_lab.check.texts.text import Text
from minimax_lab.game import Value
from minimax_lab.trace import Step, Trace


@dataclass(frozen=True)
class SeriesRun(Run):
    """How the calls of a series went, up to the first that is not right; `result` is that of the last one."""

    results: tuple[RunResult, ...] = ()
    first_moves: int = 0  # tried by the first call
    moves: int = 0  # and by all others
    stored: int = 0  # entries in the table

    @property
    def is_broken(self) -> bool:
        """Whether there is no value at all, so that no wrong one could say anything about the table."""
        return self.is_wrong and self.fault != WRONG_VALUE


class TableSearch(Exercise):
    """Alpha-beta with a dict as its memory, tried on series of calls that share it."""

    subject = "table_search"
    parameters = "depth", "alpha", "beta", "maximizing", "evaluate", "table"
    wrong: Mapping[str, Text] = {WRONG_VALUE: texts.WRONG_TABLE_VALUE}

    @property
    def name(self) -> str:
        return name_of(self.function)

    def battery(self) -> Iterator[Any]:
        return iter(battery())

    def observe(self, case: Any, new_tables: bool = False) -> SeriesRun:
        """Make the calls of a series, with one table for all of them or with a new table for each."""
        table, results, fault = None if new_tables else dict[Any, Any](), list[RunResult](), ""
        first, later = MoveCounter(), MoveCounter()
        self.begin()
        for call, question in zip(case.calls, questions(case, table, first, later), strict=True):
            results.append(run(self.function, *question))
            value, broken = results[-1].value, results[-1].failure or not_a_number(results[-1].value)
            if fault := broken or ("" if call.is_right(case.graph, value) else WRONG_VALUE):
                break
        made, stored = replace(case, calls=case.calls[: len(results)]), len(table or ())
        return SeriesRun(made, results[-1], Log(), fault, tuple(results), first.moves, later.moves, stored)

    def call(self, case: Any) -> str:
        return case.calls[-1].text(self.name)

    def expected(self, case: Any) -> tuple[Value, str]:
        call = case.calls[-1]
        value = call.right(case.graph)
        return value, right_in_words(value, call.alpha, call.beta)

    def gaps(self, run: Any) -> dict[str, str]:
        """The board about which the table may say something: one that comes up twice in a call, or in two calls."""
        *earlier, last = run.case.calls
        return {"board": (not earlier and _reached_twice(run.case)[0]) or last.start}

    def context(self, run: Any) -> str:
        """The board, and the calls that came first, with the same table."""
        *earlier, last = run.case.calls
        board = texts.BOARD_IS.format(start=last.start, tree=repr(run.case.tree))
        if not earlier:
            return board if run.case.shows == PLAIN else f"{board} {_reached_twice(run.case)[1]}".strip()
        calls = [
            texts.CALL_RETURNED.format(call=call.text(self.name), value=shown_value(result.value))
            for call, result in zip(earlier, run.results, strict=False)
        ]
        return f"{board} {texts.SAME_TABLE.format(calls=', then '.join(calls))}"

    def own_replay(self, run: Any) -> Callable[[], Replay | None]:
        return lambda: _replay(self, run)


def _reached_twice(series: CallSeries) -> tuple[str, str]:
    """A board that the only call of a series can reach in several ways, and a sentence on it; "" if there is none."""
    graph = series.graph.reached({series.calls[-1].start})
    ways = {board: [name for name in graph.at if board in graph.leads(name)] for board in graph.at}
    board, names = next(((board, names) for board, names in ways.items() if len(names) > 1), ("", []))
    return board, texts.TABLE_WAS_EMPTY.format(board=board, places=" and from ".join(names)) if board else ""


def questions(
    series: CallSeries, table: dict | None, first: MoveCounter | None = None, later: MoveCounter | None = None
) -> list[tuple[Any, ...]]:
    """The arguments of each call, with a new table for each if none is given; two counters for the first and others."""
    asked, kind = [], BoardOnly if series.boards_only else Board
    for call, counter in zip(series.calls, chain([first], repeat(later)), strict=False):
        board = kind(series.graph, call.start, call.player, counter or MoveCounter())
        evaluation = opposite if call.opposite else evaluate
        rest = call.depth, call.alpha, call.beta, call.maximizing, evaluation, {} if table is None else table
        asked.append((board, *rest))
    return asked


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


def judges_by_narrowed_window(seen: Sequence[SeriesRun]) -> bool:
    """Whether one of these programs gives the same answers in every series, and tries as many moves for them."""
    telling = sorted(seen, key=lambda run: not run.is_wrong)  # what went wrong tells more programs apart
    ways = product(JUDGED, JUDGED, (False, True), (False, True))
    programs = (NarrowedFlags(*way) for way in ways if WRONG in way)  # else it is right
    return any(all(_answers_like(program, run) for run in telling) for program in programs)


def _answers_like(program: NarrowedFlags, run: SeriesRun) -> bool:
    later = MoveCounter()
    asked = zip(questions(run.case, {}, later=later), run.results, strict=True)
    return all(equal(program(*question), given.value) for question, given in asked) and later.moves == run.moves


def named(student: TableSearch, code: str, found: SeriesRun) -> Finding:
    """The finding on a misconception, with the series that shows it."""
    text, happened = MISCONCEPTIONS[code], unnamed(student, found)
    finding = happened.named(code, replace(text, message=f"{text.message}\n{happened.message}".strip()))
    return as_seen(finding, [])


def _replay(student: TableSearch, found: SeriesRun) -> Replay | None:
    """The call that went wrong, traced, after the calls before it."""
    seen = _traced_after(student, found, dict[Any, Any]())
    if seen is None or (not_a_number(seen.root.value) and not not_a_number(seen.value)):
        return None  # it calls another search, which returns pairs, say: then the tree itself tells more
    call, graph = found.case.calls[-1], found.case.graph

    def right(step: Step) -> Value:
        board = seen.at(step.path).state
        if not seen.at(step.path).is_leaf or not isinstance(board, Board):  # only an answer that was not searched for
            return None
        return graph.value(board.name, call.depth - len(step.path), call.maximizing == (len(step.path) % 2 == 0))

    return wrong_return(seen, right) or at_the_end(seen)


def _traced_after(student: TableSearch, found: SeriesRun, table: dict | None) -> Trace | None:
    """The last call of a series, traced after the others; with a new table for each call if none is given."""
    student.begin()
    *earlier, last = questions(found.case, table)
    for question in earlier:
        run(student.function, *question)
    seen = traced(student.function, *last)
    student.begin()
    return seen


def own_memory(student: TableSearch, found: SeriesRun) -> Finding:
    """The finding on two calls with an empty table each, of which the first spoils the second."""
    happened = unnamed(student, found)
    first, last = found.case.calls
    board = texts.BOARD_IS.format(start=first.start, tree=repr(happened.counterexample))
    value = shown_value(found.results[0].value)
    returned = texts.CALL_RETURNED.format(call=first.text(student.name, "{}"), value=value)
    opposite = texts.OPPOSITE_IS if last.opposite else ""
    calls = texts.NEW_TABLES.format(board=board, opposite=opposite, first=returned)

    def replay() -> Replay | None:
        seen = _traced_after(student, found, None)
        return at_the_end(seen) if seen else None

    text = MISCONCEPTIONS[REMEMBERS]
    text = replace(text, message=f"{text.message}\n{calls}")
    return happened.named(REMEMBERS, text, call=last.text(student.name, "{}"), replay=replay)


def table_not_shared(student: TableSearch) -> Finding:
    """The finding on a table that is of no use within one search."""
    series = next(repeating())
    twice = texts.BOARD_TWICE.format(start=series.calls[-1].start, tree=repr(series.tree))
    text = MISCONCEPTIONS["table-not-shared"].followed_by(twice)
    return Finding.of("table-not-shared", text, series.tree, student.call(series))


class NotedTable(dict):
    """A table that notes which keys are asked for and whether they are there, and under which ones one writes."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[Any, bool]] = []
        self.written: list[Any] = []

    def __contains__(self, key: Any) -> bool:
        self.asked.append((key, found := super().__contains__(key)))
        return found

    def __getitem__(self, key: Any) -> Any:
        self.asked.append((key, super().__contains__(key)))
        return super().__getitem__(key)

    def get(self, key: Any, default: Any = None) -> Any:
        self.asked.append((key, super().__contains__(key)))
        return super().get(key, default)

    def __setitem__(self, key: Any, value: Any) -> None:
        self.written.append(key)
        super().__setitem__(key, value)


def missed_key(student: TableSearch, some: Sequence[CallSeries]) -> str:
    """A sentence with the key that is asked for when a question comes again, if it is never there; else ""."""
    sentence = ""
    for series in some:
        table = NotedTable()
        first, again, *_ = questions(series, table)
        student.begin()
        run(student.function, *first)
        wrote = table.written[-1:]
        table.asked.clear()
        run(student.function, *again)
        key, is_there = table.asked[0] if table.asked else (None, True)
        if not wrote or is_there:
            return ""
        asked, written = shown_value(key), shown_value(wrote[0])
        if asked == written or AN_ADDRESS in asked + written:
            return ""
        sentence = sentence or texts.MISSED_KEY.format(start=series.calls[0].start, asked=asked, written=written)
    return sentence


AN_ADDRESS = " at 0x"  # of an object that says nothing else of itself


def table_unused(stored: bool, by_ids: bool, missed: str) -> Finding:
    """The finding on a table that is of no use from one call to the next. `missed`: which key is not there, if so."""
    if stored and by_ids:
        return Finding.of("id-as-key", MISCONCEPTIONS["id-as-key"])
    why = texts.NEVER_READ if stored else texts.NEVER_WRITTEN
    text = texts.TABLE_UNUSED.filled(why=missed or why)
    return Finding.of("table-unused", replace(text, hints=texts.WHICH_KEY) if missed else text)
