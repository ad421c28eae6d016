"""Checks a search with a table. A table must never change an answer, only save work.

Each mistake has games of its own that nothing else can spoil: a chain for the depth, one board for
both players, one question through two windows. What goes wrong there is named; what goes wrong only
where all comes together is not.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any, cast

from minimax_lab.check.mistakes import ROWS
from minimax_lab.check.report import Finding, Report, about_evaluate
from minimax_lab.check.sandbox.clock import SimulatedClock, simulated
from minimax_lab.check.sandbox.contents import Memory, uses
from minimax_lab.check.sandbox.failures import cannot_be_called, not_checked, unwritten_among
from minimax_lab.check.sandbox.limits import NotFinished
from minimax_lab.check.search.battery import Case, Log, ObservedTree
from minimax_lab.check.search.check import AlphaBeta, report_on
from minimax_lab.check.search.diagnose import diagnose
from minimax_lab.check.search.fault import USELESS
from minimax_lab.check.search.findings import pointed, unnamed, with_lines
from minimax_lab.check.search.repair import Search, repairs
from minimax_lab.check.search.repaired import Repair
from minimax_lab.check.search.run import WRONG_VALUE, Runs, run_battery
from minimax_lab.check.search.smallest import shrunk, smallest
from minimax_lab.check.table.battery import PLAIN, CallSeries, asked_anew, other_player, other_windows, repeating
from minimax_lab.check.table.run import (
    SeriesRun,
    TableSearch,
    judges_by_narrowed_window,
    missed_key,
    named,
    own_memory,
    questions,
    table_not_shared,
    table_unused,
)
from minimax_lab.check.texts.failures import THE_REST
from minimax_lab.check.texts.repairs import IN_EVERY_CALL
from minimax_lab.check.texts.searches import EVALUATE
from minimax_lab.check.texts.tables_and_clocks import MIXES_POSITIONS, RELIES_ON_STATES, SEARCHES_ANEW
from minimax_lab.game import Value

SUBJECT = TableSearch.subject
NAMED = _, AS_EXACT, _ = "table-without-depth", "bounds-as-exact", "key-without-player"
A_THIRD_LESS = 1 - 1 / len(NAMED)
MIXES = "mixes-positions"  # code
NARROWED = "flag-from-narrowed-window"
LOOKED_UP = "swapped-tests"
SWAPPED = "swapped", LOOKED_UP
OF_A_TEST, OF_SIZES = ("bound-too", "parentheses", "branches", "condition"), ("comparison", "equality", "max-min")
# What mends what an entry says of itself, exact or a bound; and an entry, but not its key:
MENDS_ITS_KIND = *OF_A_TEST, "variable", "stored", "bound", "fixed", "exchanged", *SWAPPED
MENDS_AN_ENTRY = *OF_A_TEST, *OF_SIZES, "fixed", "stored", "sign", "number", "exchanged", *SWAPPED
UNUSED = "table-unused"
NEVER_STORED = "made-anew", "same-dict", "unreachable", "removed"
SOME = 6  # of the questions that are asked twice
MOVES_A_BOUND = "max-min", "other-bound", "target"  # ideas of edits
OF_USE = "of use"  # a case for edits: with one that is right by never using the table, it saves nothing
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
    if unusable := cannot_be_called(function, "state", *TableSearch.parameters) or unwritten_among([function]):
        return Report(SUBJECT, [unusable], 0.0)
    with simulated(SimulatedClock(), function):  # nobody has to wait where a student's code sleeps
        student = TableSearch(function, Memory(function))
        try:
            return about_evaluate(_report(student), EVALUATE)
        finally:
            student.begin()  # so that another check says the same


def _report(student: TableSearch) -> Report:
    runs = run_battery(student)
    if runs.done and runs.done[-1].gives_up:
        return Report(SUBJECT, [unnamed(student, runs.done[-1])], 0.0)
    rest = runs.rest
    try:
        if not rest:
            return _report_on(student, cast(list[SeriesRun], runs.done))
    except NotFinished:
        rest = [not_checked(THE_REST)]
    first_wrong = [unnamed(student, run) for run in runs.done if run.is_wrong][:1]
    return Report(SUBJECT, [*first_wrong, *rest], 0.0 if first_wrong or not runs.done else 1.0)


def _report_on(student: TableSearch, seen: list[SeriesRun]) -> Report:
    wrong = [run for run in seen if run.is_wrong]
    if plain := [run for run in wrong if run.case.shows == PLAIN]:
        return _without_table(student, plain[0])
    if broken := next((run for run in wrong if run.is_broken), None):
        finding = unnamed(student, _smallest(student, broken))
        return Report(SUBJECT, [_with_line(student, seen, finding)], 0.0)
    if wrong and judges_by_narrowed_window(seen):
        return Report(SUBJECT, [named(student, NARROWED, _smallest(student, wrong[0]))], A_THIRD_LESS)
    firsts = {code: next((run for run in wrong if run.case.shows == code), None) for code in NAMED}
    findings = [named(student, code, run) for code, run in firsts.items() if run]
    if wrong and not findings:
        findings = [unnamed(student, _smallest(student, wrong[0]))]
    score = 1 - len(findings) / len(NAMED)  # what has no name costs as much as one that has
    if not wrong and (mistaken := fault_as_alphabeta(student)):
        return mistaken
    if len(findings) == 1:
        findings = [_with_line(student, seen, findings[0])]
        if (shown := firsts[AS_EXACT]) and not findings[0].line:  # an entry might say what it is, but the wrong thing
            told = _with_line(student, seen, unnamed(student, shown), MENDS_ITS_KIND)
            findings = [told] if told.line else findings
    if useless := remembers_elsewhere(student) or saves_nothing(student, seen):
        if useless.code == UNUSED and not findings:
            useless = _with_line(student, seen, useless, NEVER_STORED)
        return Report(SUBJECT, [*findings, useless], min(score, WITHOUT_SAVING))
    if not findings and relies_on_states(student):
        findings = [Finding.of("key-of-states", RELIES_ON_STATES, remark=True)]
    if not findings and all(student.observe(series).moves for series in other_windows()):
        findings = [Finding.of("window-in-key", SEARCHES_ANEW, remark=True)]
    return Report(SUBJECT, findings, score)


def _with_line(
    student: TableSearch, seen: list[SeriesRun], finding: Finding, mends: Sequence[str] = MENDS_AN_ENTRY
) -> Finding:
    """The finding, with the line that a repair points at. What `mends` a wrong value: the ideas of the edits to try."""
    row = ROWS.get(finding.code)
    if row and not row.only:  # an entry that says too little takes more than one edit
        return finding
    every = [*(run.case for run in seen if run.is_wrong), *student.battery()]  # what is wrong tells most
    every += [] if relies_on_states(student) else other_player(boards_only=True)  # an edit must not lose that
    deepest_first = sorted(_asked_again(seen), key=lambda run: -run.case.calls[-1].depth)
    saving = {run.case: run.moves for run in islice((run for run in deepest_first if _saves(student, run)), 1)}
    alone = {run.case: run for run in seen if run.case.shows == PLAIN}
    twice = [*islice(filter(_asks_again, student.battery()), SOME)]

    def judge(series: Any) -> tuple[bool, int]:
        if series == OF_USE:
            return not saves_nothing(student, [*map(student.observe, twice)]), 0
        run, before = student.observe(series), alone.get(series)
        right = not run.is_wrong and run.moves <= saving.get(series, run.moves)
        if before:  # without cut-offs there are no bounds, and what is not stored is never wrong: that mends nothing
            right = right and run.first_moves <= before.first_moves and run.stored >= before.stored
        return right, sum(result.lines for result in run.results)

    def calls(series: CallSeries) -> list[tuple]:
        return [(student.function, question) for question in questions(series, {})]

    is_wrong = finding.code != UNUSED
    first, calls_of = ([every[0], *saving], calls) if is_wrong else ([OF_USE], None)
    only = row.only if row else mends if finding.code in (WRONG_VALUE, UNUSED) else ()
    search = partial(Search, [student.function], first, [OF_USE, *every], judge, True, None, calls_of, False)
    found = [repair for repair in search(only).found() if mends is not MENDS_ITS_KIND or _keeps_entries(repair)]
    if is_wrong and not row and found and found[0].idea != LOOKED_UP:  # either place may be the one that is meant
        found += search([LOOKED_UP]).found()
    if not row and is_wrong and len({repair.line for repair in found}) == 1 and found[0].idea not in SWAPPED:
        return with_lines(finding, found[:1])  # not the idea: an edit may be right by using the table less
    return pointed(finding, found, IN_EVERY_CALL)


def _keeps_entries(repair: Repair) -> bool:
    """Whether it is in a function that writes entries: a search besides it does not say what an entry is."""
    subscripts = [node for node in ast.walk(repair.part.tree) if isinstance(node, ast.Subscript)]
    return any(isinstance(node.ctx, ast.Store) for node in subscripts)


def relies_on_states(student: TableSearch) -> bool:
    """Whether it would mix up the players if the states did not know who is to move."""
    return any(student.observe(series).is_wrong for series in other_player(boards_only=True))


def _asked_again(seen: list[SeriesRun]) -> list[SeriesRun]:
    """The runs in which one question is asked twice, and no other."""
    return [run for run in seen if _asks_again(run.case)]


def _asks_again(series: CallSeries) -> bool:
    return len({*series.calls}) == 1 < len(series.calls)


def _saves(student: TableSearch, run: SeriesRun) -> bool:
    """Whether the table has saved work from one call to the next."""
    return len(run.results) > 1 and run.moves < student.observe(run.case, new_tables=True).moves


def _without_table(student: TableSearch, first: SeriesRun) -> Report:
    """The search itself is wrong, or its keys are: then it is checked as alpha-beta."""
    report = None if first.is_broken else fault_as_alphabeta(student)
    faults = report.faults if report else []
    score = A_THIRD_LESS if faults and faults[0].code == MIXES else 0.0
    return Report(SUBJECT, [*faults] or [unnamed(student, first)], score)


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
    table: type[dict[Any, Any]] = dict

    def arguments(self, case: Case, evaluate: Callable[..., Value]) -> tuple[Any, ...]:
        return (*self.given(case, evaluate), self.table())

    def state(self, case: Case, log: Log) -> ObservedTree:
        return BoardInTree(case.tree, log)


class Forgetful(dict[Any, Any]):
    """A table that keeps nothing."""

    def __setitem__(self, key: Any, entry: Any) -> None:
        pass


def fault_as_alphabeta(student: TableSearch) -> Report | None:
    """What is wrong with it as an alpha-beta search: with an empty table, on trees without a board twice.

    Too much work is told only if it has a name of its own, or comes from how a bound is moved: one may also search
    in several goes, for example, and be right.
    """
    exercise = WithTable(student.function, student.memory, keeps_states=True)
    runs = run_battery(exercise)
    if not runs.faults and runs.rest:
        raise NotFinished
    if not runs.faults or (runs.faults == {USELESS} and not _has_a_cause(exercise, runs)):
        return None
    forgets = WithTable(student.function, student.memory)
    forgets.table = Forgetful
    if _is_wrong(runs) and not _is_wrong(run_battery(forgets)):
        example = smallest(exercise, runs.done, lambda run: run.fault == WRONG_VALUE)
        finding = unnamed(exercise, example)
        finding = finding.named(MIXES, MIXES_POSITIONS.followed_by(finding.message))
        keys = repairs(exercise, runs.done, example, only=("key",))
        return Report(SUBJECT, [with_lines(finding, keys[:1])], A_THIRD_LESS)
    return report_on(exercise, runs)


def _has_a_cause(exercise: WithTable, runs: Runs) -> bool:
    """Whether it is known why it looks at too much."""
    if diagnose(exercise, runs.done):
        return True
    example = smallest(exercise, runs.done, lambda run: run.fault == USELESS)
    return bool(repairs(exercise, runs.done, example, only=MOVES_A_BOUND))


def _is_wrong(runs: Runs) -> bool:
    """Whether a value is wrong, or not all could be looked at."""
    return WRONG_VALUE in runs.faults or bool(runs.rest)


def remembers_elsewhere(student: TableSearch) -> Finding | None:
    """A finding on an answer that comes from elsewhere than the table, which was empty."""
    for series in asked_anew():
        found = student.observe(series, new_tables=True)
        alone = student.observe(replace(series, calls=series.calls[-1:]))
        if found.is_wrong and len(found.results) > 1 and not alone.is_wrong:
            return own_memory(student, found)
    return None


def _smallest(student: TableSearch, found: SeriesRun) -> Any:
    """A run that fails in the same way, on a series of which nothing can be taken away."""
    return shrunk(student, found, lambda run: run.is_wrong and run.fault == found.fault)


def saves_nothing(student: TableSearch, seen: list[SeriesRun]) -> Finding | None:
    """A finding on a table that is of no use, from one call to the next or within one."""
    some = _asked_again(seen)[:SOME]
    if 2 * sum(_saves(student, run) for run in some) < len(some):  # now and then, other entries may be of use
        missed = missed_key(student, [run.case for run in some])
        return table_unused(any(run.stored for run in seen), uses(student.function, "id"), missed)
    return None if any(_saves_within(student, series) for series in repeating()) else table_not_shared(student)


def _saves_within(student: TableSearch, series: CallSeries) -> bool:
    """Whether one search is cheaper than if no board came up twice."""
    apart = replace(series, graph=series.graph.apart(series.calls[0].start))
    return student.observe(series).first_moves < student.observe(apart).first_moves
