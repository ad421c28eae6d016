"""Checks of searches that return a value: minimax, negamax and alpha-beta."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import permutations
from types import FunctionType
from typing import Any

from minimax_lab.check.mistakes import ROWS
from minimax_lab.check.report import NOT_WRITTEN, Finding, Report, about_evaluate
from minimax_lab.check.sandbox.clock import SimulatedClock, simulated
from minimax_lab.check.sandbox.contents import Memory, RenewedDefaults, names_in, reachable_from, uses
from minimax_lab.check.sandbox.failures import GIVES_UP, accepts, cannot_be_called, misspelt_name, unwritten_among
from minimax_lab.check.sandbox.limits import MOST_LINES, NotFinished
from minimax_lab.check.search.battery import Case, Log
from minimax_lab.check.search.diagnose import NO_MOVE_MADE, diagnose, makes_no_move, returned_nothing, shows
from minimax_lab.check.search.fault import LOOKS_TWICE, MISSED_TIE, USELESS, looks_twice
from minimax_lab.check.search.findings import (
    as_seen,
    at_its_return,
    depends_on_earlier_calls,
    hidden_error,
    named,
    pointed,
    unnamed,
    with_lines,
)
from minimax_lab.check.search.repair import Search, repairs
from minimax_lab.check.search.repaired import Repair
from minimax_lab.check.search.replay import replay
from minimax_lab.check.search.run import Exercise, Run, Runs, run_battery
from minimax_lab.check.search.score import RIGHT_VALUE, share_right
from minimax_lab.check.search.smallest import EarlierCalls, shrunk, smallest
from minimax_lab.check.texts import MISCONCEPTIONS
from minimax_lab.check.texts.by_exercise import NEGAMAX
from minimax_lab.check.texts.searches import ASKS_NOTHING, EVALUATE
from minimax_lab.check.texts.slips import SLIPS
from minimax_lab.game import GameState
from minimax_lab.games.trees import Path
from minimax_lab.trace.code import entry_code

RETURNS = ("return",)  # ideas of repairs: it returns nothing, or nothing in one of the cases
NEGAMAX_TEXTS = {**MISCONCEPTIONS, **NEGAMAX}


class Minimax(Exercise):
    """`minimax(state, depth, maximizing, evaluate)`."""

    subject = "minimax"
    parameters = "depth", "maximizing", "evaluate"
    kinds = ("minimax",)


class AlphaBeta(Exercise):
    """`alphabeta(state, depth, alpha, beta, maximizing, evaluate)`."""

    subject = "alphabeta"
    parameters = "depth", "alpha", "beta", "maximizing", "evaluate"
    prunes = True
    kinds = ("alphabeta",)

    def evident(self, runs: Sequence[Run]) -> str:
        """Nothing is wrong but that the children are searched by another function, which knows no window."""
        only_work = {run.fault for run in runs if run.is_wrong} == {USELESS}
        is_plain = only_work and searches_plainly(self.function) and all(map(cuts_at_root, runs))
        return PLAIN_BELOW if is_plain and not all(map(cuts_nothing, runs)) else ""


class Negamax(Exercise):
    """`negamax(state, depth, color, evaluate)`."""

    subject = "negamax"
    parameters: tuple[str, ...] = "depth", "color", "evaluate"
    negated = True
    texts = NEGAMAX_TEXTS
    kinds: tuple[str, ...] = ("negamax",)


class NegamaxWithWindow(Negamax):
    """`negamax(state, depth, alpha, beta, color, evaluate)`."""

    parameters = "depth", "alpha", "beta", "color", "evaluate"
    prunes = True
    kinds = ("negamax with a window",)


SEARCHES_TWICE = "searches-twice"
PLAIN_BELOW, CUTS_NOTHING = "plain-search-below", "cuts-nothing"
UNMISTAKABLE = {"mutates-state", "returns-generator"}  # no other name is looked for
OF_ANOTHER_KIND = {"returns-no-number", "returns-function", "not-a-test"}  # codes, for what is returned
BY_CHANCE = "random", "choice", "shuffle"  # an edit might seem right by chance, too
NOT_REPAIRED = {*GIVES_UP, NOT_WRITTEN} - {"endless", "too-deep"}


def searches_plainly(function: Any) -> bool:
    """Whether all that makes moves below the root is functions with fewer parameters, without room for a window."""
    code = entry_code(function)
    parts = [part.__code__ for part in reachable_from(function) if isinstance(part, FunctionType)]
    below = [part for part in parts if part is not code and "forecast_move" in names_in(part)]
    if code is None or not below or code.co_name in names_in(code):
        return False
    return all(part.co_argcount <= code.co_argcount - 2 for part in below)


def cuts_at_root(run: Run) -> bool:
    """Whether it has seen all leaves below each move of the root that it has looked at."""
    moves = {path[:1] for path in run.leaves}
    return all(path in run.leaves for path in _ends(run.case) if path[:1] in moves)


def cuts_nothing(run: Run) -> bool:
    """Whether it has seen all leaves."""
    return {*_ends(run.case)} <= {*run.leaves}


def _ends(case: Case) -> list[Path]:
    """Where plain minimax stops."""
    return [path for path, _ in case.tree.walk() if case.is_end(path) and len(path) <= case.depth]


def minimax(function: Callable[..., Any]) -> Report:
    """Check `function(state, depth, maximizing, evaluate)`."""
    return about_evaluate(check_search(Minimax(function)), EVALUATE)


def negamax(function: Callable[..., Any]) -> Report:
    """Check `function(state, depth, color, evaluate)`, or with a window `(state, depth, alpha, beta, color, …)`.

    >>> from minimax_lab import check
    >>> def negamax(state, depth, color, evaluate):
    ...     return color * evaluate(state)  # does not look ahead
    >>> check.negamax(negamax).heading
    '✗ negamax: not right yet (33%)'
    """
    windowed = accepts(function, 6) and not accepts(function, 4)
    return about_evaluate(check_search(NegamaxWithWindow(function) if windowed else Negamax(function)), EVALUATE)


def alphabeta(function: Callable[..., Any]) -> Report:
    """Check `function(state, depth, alpha, beta, maximizing, evaluate)`.

    >>> from minimax_lab import check
    >>> def alphabeta(state, depth, alpha, beta, maximizing, evaluate):
    ...     return evaluate(state)  # does not look ahead
    >>> check.alphabeta(alphabeta).heading
    '✗ alphabeta: not right yet (17%)'
    """
    return about_evaluate(check_search(AlphaBeta(function)), EVALUATE)


def check_search(exercise: Exercise) -> Report:
    """Is it right? If not: which mistake is it, and on which smallest tree does it show?"""
    functions, parameters = exercise.functions, ("state", *exercise.parameters)
    unusable = next(filter(None, (cannot_be_called(function, *parameters) for function in functions)), None)
    if unusable := unusable or unwritten_among(functions):
        return Report(exercise.subject, [unusable], 0.0)
    with simulated(SimulatedClock(), *functions):  # nobody has to wait where a student's code sleeps
        memory = Memory(*functions)
        try:
            runs = run_battery(exercise)
            if runs.faults and memory.changed:
                alone = exercise.again(memory)  # where the places of states are kept, they are wrong within one call
                if _places_in_memory(alone) and (each := run_battery(alone)).faults:
                    return report_on(alone, each)
                if remembers := _report_on_memory(EarlierCalls(exercise, memory), runs):
                    return remembers
            return report_on(exercise, runs)
        finally:
            memory.forget()  # so that another check says the same


def _report_on_memory(earlier_calls: EarlierCalls, runs: Runs) -> Report | None:
    """The report on a function whose answers depend on earlier calls, and on what else is wrong with it."""
    exercise = earlier_calls.exercise
    try:
        calls = earlier_calls.shortest(runs.done)
        if not calls:
            return None
        depends = depends_on_earlier_calls(earlier_calls, calls)
        depends = with_lines(depends, earlier_calls.made_own(exercise.functions, calls))
    except NotFinished:  # then it is told like any other fault
        return None
    renewed = RenewedDefaults(exercise.functions, earlier_calls.memory)
    alone = exercise.again(renewed)
    try:
        besides = report_on(alone, run_battery(alone))
    finally:
        renewed.restore()
    named = [finding for finding in besides.faults if finding.code in MISCONCEPTIONS]  # what else is wrong may follow
    return Report(exercise.subject, [depends, *named, *besides.not_checked], 0.0)


def _without_a_question(runs: Sequence[Run]) -> Case | None:
    """The first case in which something is to be searched, if in all of these no state was asked for anything."""
    searched = [run for run in runs if run.case.depth and not run.case.tree.is_leaf]
    return None if any(run.log.events for run in searched) else next((run.case for run in searched), None)


def report_on(exercise: Exercise, runs: Runs) -> Report:
    """The report on these runs."""
    subject = exercise.subject
    if not runs.done:
        return Report(subject, runs.rest, 0.0)
    if (last := runs.done[-1]).gives_up:
        finding = named(exercise, last, NO_MOVE_MADE) if makes_no_move(runs.done) else unnamed(exercise, last)
        return Report(subject, [_with_line(exercise, runs, last, finding)], share_right(exercise, runs))
    if not runs.faults and exercise.searches and (first := _without_a_question(runs.done)):
        return Report(subject, [Finding.of("asks-nothing", ASKS_NOTHING, first.tree, exercise.call(first))], 0.0)
    if not runs.faults:
        return Report(subject, [*_remarks(exercise, runs.done), *runs.rest])
    shown = runs.faults - {USELESS} or runs.faults  # a wrong value says more than work for nothing
    found = next(run for run in runs.done if run.fault in shown)
    if runs.rest:  # the runs that are left out might contradict a name, and a smaller tree would take too long
        return Report(subject, [unnamed(exercise, found), *runs.rest], 0.0)
    score = RIGHT_VALUE if shown == {USELESS} else share_right(exercise, runs)
    if shown == {USELESS} and looks_twice([(run.case, run.log) for run in runs.done]):
        return Report(subject, [Finding.of(LOOKS_TWICE, MISCONCEPTIONS[LOOKS_TWICE], remark=True)])
    if places := _places_in_memory(exercise):
        return Report(subject, [named(exercise, found, places)], score)
    if not runs.faults & UNMISTAKABLE and all(run.result.hidden for run in runs.done if run.is_wrong):
        hidden = smallest(exercise, runs.done, lambda run: run.fault in shown)
        return Report(subject, [hidden_error(exercise, hidden)], score)
    is_unmistakable = bool(runs.faults & UNMISTAKABLE)
    codes = () if is_unmistakable else diagnose(exercise, runs.done)
    example = smallest(exercise, runs.done, lambda run: run.fault in shown)
    if codes:
        return Report(subject, [_with_line(exercise, runs, example, named(exercise, example, codes[0]))], score)
    by_repair = _repairs(exercise, runs, example)
    if not is_unmistakable and (not by_repair or by_repair[0].is_of_two):  # one edit says more than two mistakes
        codes = diagnose(exercise, runs.done, number=2)
    if not codes and not by_repair and shown == {USELESS} and all(map(cuts_nothing, runs.done)):
        return Report(subject, [named(exercise, example, CUTS_NOTHING)], score)
    if not codes:
        return Report(subject, [_pointed(exercise, example, unnamed(exercise, example), by_repair)], score)
    if len(codes) == 1:  # something else is wrong, too, that has no name
        return Report(subject, [as_seen(named(exercise, example, codes[0]), [])], score)
    findings = [named(exercise, _example(exercise, runs, code, codes), code) for code in codes]
    parts = _parts_of(exercise, by_repair[0]) if by_repair else {}
    lines = {code: [parts.get(code, repair) for repair in by_repair[:1]] for code in codes}
    told = [as_seen(finding, lines[finding.code]) for finding in findings]
    return Report(subject, [with_lines(finding, lines[finding.code]) for finding in told], score)


def _parts_of(exercise: Exercise, both: Repair) -> dict[str, Repair]:
    """The edit that mends each of two mistakes: without it, and with the other one, only this mistake is left."""
    parts: dict[str, Repair] = {}
    for part, other in permutations(both.parts, 2):
        with other.made():
            mended = exercise.again(exercise.memory)  # which has not looked at the code as it was
            left = diagnose(mended, run_battery(mended).done)
        if len(left) == 1:
            parts[left[0]] = part
    return parts


def _repairs(exercise: Exercise, runs: Runs, example: Run, two: bool = True, only: Sequence[str] = ()) -> list[Repair]:
    endless = example.fault == "endless" and example.result.lines <= MOST_LINES  # each edit would take as long
    row = ROWS.get(example.fault)
    by_chance = any(uses(function, name) for function in exercise.functions for name in BY_CHANCE)
    misspelt = misspelt_name(example.result.error)  # that says more than an edit with which the name is not needed
    if endless or by_chance or misspelt or example.fault in NOT_REPAIRED or (row and not row.repaired):
        return []
    if returned_nothing(example) and (found := repairs(exercise, runs.done, example, only=RETURNS)):
        return found
    return repairs(exercise, runs.done, example, two, only)


def _with_line(exercise: Exercise, runs: Runs, example: Run, finding: Finding) -> Finding:
    """The finding, with the line of the student's code that a repair points at."""
    row = ROWS.get(finding.code)
    if row and not row.repaired:
        return as_seen(finding, [])
    only = row.only if row else ()
    found = _repairs(exercise, runs, example, finding.code not in MISCONCEPTIONS, only)
    ideas = {repair.idea for repair in found}
    if row and ideas and (ideas <= {*SLIPS, *RETURNS} or (row.fits and row.fits.isdisjoint(ideas))):
        finding = unnamed(exercise, example)  # it behaves like that, but for another reason
    if finding.code in NEGAMAX and found and found[0].idea == "view":  # what it calls is a negamax, which has no sign
        finding = named(exercise, example, finding.code, NEGAMAX)
    if only:
        found = [repair for idea in only for repair in found if repair.idea == idea]
    if row:
        found = [repair for repair in found if repair.idea not in row.hidden_by]
    return _pointed(exercise, example, as_seen(finding, found), found)


def _pointed(exercise: Exercise, example: Run, finding: Finding, found: list[Repair]) -> Finding:
    finding = pointed(finding, found)
    if finding.code in OF_ANOTHER_KIND or (finding.code == "not-a-move" and isinstance(finding.returned, GameState)):
        state, given = exercise.state(example.case, Log(example.case)), Log(example.case).evaluate
        function = exercise.function_for(example.case)
        return at_its_return(finding, function, state, *exercise.arguments(example.case, given))
    if not finding.repair or finding.replay is None:
        return finding
    return replace(finding, replay=replay(exercise, example.case, found[0]))


def _example(exercise: Exercise, runs: Runs, code: str, codes: tuple[str, ...]) -> Run:
    """A small run that shows one of several mistakes."""
    for wanted in shows(exercise, code, codes):
        if found := next(filter(wanted, runs.done), None):
            return shrunk(exercise, found, wanted)
    return next(run for run in runs.done if run.is_wrong)


def _places_in_memory(exercise: Exercise) -> str:
    """The code for a function that takes places in memory for states: all is right if no place is used twice."""
    if not any(uses(function, "id") for function in exercise.functions):
        return ""
    runs = run_battery(exercise.again(exercise.memory, keeps_states=True))
    return "" if runs.faults or runs.rest else "id-as-key"


def _remarks(exercise: Exercise, runs: list[Run]) -> list[Finding]:
    found = []
    if any(run.fault == MISSED_TIE for run in runs):
        example = smallest(exercise, runs, lambda run: run.fault == MISSED_TIE)
        remark = replace(named(exercise, example, MISSED_TIE), remark=True)
        cuts = _cuts_at_ties(exercise, example, runs)
        found.append(with_lines(remark, cuts) if cuts else replace(remark, hints=()))  # of another comparison
    deeper = [run for run in runs if run.case.depth > 1 and run.case.tree.height > 1]
    twice = [run.case for run in deeper if run.searches_twice]
    if 2 * len(twice) > len(deeper):  # else, there may be a reason
        text, call = MISCONCEPTIONS[SEARCHES_TWICE], exercise.call(twice[0])
        found.append(Finding.of(SEARCHES_TWICE, text, twice[0].tree, call, remark=True))
    return found


def _cuts_at_ties(exercise: Exercise, example: Run, runs: list[Run]) -> list[Repair]:
    """The edit with which equal bounds cut as well, if there is one."""

    def judge(case: Case) -> tuple[bool, int]:
        run = exercise.observe(case)
        return not run.fault, run.result.lines

    missed = [run.case for run in runs if run.fault == MISSED_TIE]
    search = Search(exercise.functions, [example.case], missed, judge, prunes=True, two=False, only=["equality"])
    return search.found()[:1]
