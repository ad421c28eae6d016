"""Checks of searches that return a value: minimax, negamax and alpha-beta."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import inf
from types import FunctionType
from typing import Any

from minimax_lab.check.iterative_deepening.clock import SimulatedClock, simulated
from minimax_lab.check.report import Finding, Report
from minimax_lab.check.sandbox.contents import Memory, names_in, reachable_from
from minimax_lab.check.sandbox.failures import accepts, cannot_be_called, not_checked, unwritten_among
from minimax_lab.check.sandbox.limits import NotFinished
from minimax_lab.check.search.battery import Case
from minimax_lab.check.search.diagnose import NO_MOVE_MADE, diagnose, makes_no_move, numbers_in, shows
from minimax_lab.check.search.earlier_calls import EarlierCalls, RenewedDefaults
from minimax_lab.check.search.fault import LOOKS_TWICE, MISSED_TIE, USELESS, looks_twice
from minimax_lab.check.search.mistaken.catalogue import (
    ALPHABETA_MISTAKES,
    MINIMAX_MISTAKES,
    NEGAMAX_MISTAKES,
    NEGAMAX_WINDOW_MISTAKES,
)
from minimax_lab.check.search.mistaken.kinds import MistakenNegamax
from minimax_lab.check.search.run import Exercise, Run, Runs, run_battery
from minimax_lab.check.search.shrink import shrunk, smallest
from minimax_lab.check.search.tell import depends_on_earlier_calls, named, unnamed
from minimax_lab.check.texts import MISCONCEPTIONS
from minimax_lab.check.texts.failures import EVERYTHING, THE_REST

MINIMAX = Exercise("minimax", ("depth", "maximizing", "evaluate"), mistakes=MINIMAX_MISTAKES)
ALPHABETA = Exercise(
    "alphabeta", ("depth", "alpha", "beta", "maximizing", "evaluate"), prunes=True, mistakes=ALPHABETA_MISTAKES
)
NEGAMAX = Exercise(
    "negamax", ("depth", "color", "evaluate"), negated=True, mistaken=MistakenNegamax, mistakes=NEGAMAX_MISTAKES
)
NEGAMAX_WINDOW = Exercise(
    "negamax",
    ("depth", "alpha", "beta", "color", "evaluate"),
    prunes=True,
    negated=True,
    mistaken=MistakenNegamax,
    mistakes=NEGAMAX_WINDOW_MISTAKES,
)

UNMISTAKABLE = {"mutates-state", "returns-generator"}  # no other name is looked for
BORROWED = "borrowed"
RIGHT_VALUE = 0.5  # of the points, for alpha-beta that returns the right values and does too much work


def minimax(function: Callable[..., Any]) -> Report:
    """Check `function(state, depth, maximizing, evaluate)`."""
    return check_search(MINIMAX, function)


def negamax(function: Callable[..., Any]) -> Report:
    """Check `function(state, depth, color, evaluate)`, or with a window `(state, depth, alpha, beta, color, …)`."""
    windowed = accepts(function, 6) and not accepts(function, 4)
    return check_search(NEGAMAX_WINDOW if windowed else NEGAMAX, function)


def alphabeta(function: Callable[..., Any]) -> Report:
    """Check `function(state, depth, alpha, beta, maximizing, evaluate)`."""
    return check_search(ALPHABETA, function)


def check_search(exercise: Exercise, function: Callable[..., Any]) -> Report:
    """Is it right? If not: which mistake is it, and on which smallest tree does it show?"""
    if unusable := cannot_be_called(function, "state", *exercise.parameters):
        return Report(exercise.subject, [unusable], 0.0)
    if unwritten := unwritten_among(exercise.functions(function)):
        return Report(exercise.subject, [unwritten], 0.0)
    functions = exercise.functions(function)
    with simulated(SimulatedClock(), *functions):  # nobody has to wait where a student's code sleeps
        memory = Memory(*functions)
        try:
            runs = run_battery(exercise, function)
            remembers = None
            if runs.faults and memory.changed:
                remembers = _report_on_memory(EarlierCalls(exercise, function, memory), runs)
            return remembers or report_on(exercise, function, runs)
        finally:
            memory.forget()  # so that another check says the same


def _report_on_memory(earlier_calls: EarlierCalls, runs: Runs) -> Report | None:
    """The report on a function whose answers depend on earlier calls, and on what else is wrong with it."""
    exercise, function = earlier_calls.exercise, earlier_calls.function
    try:
        calls = earlier_calls.shortest(runs.done)
        if not calls:
            return None
        depends = depends_on_earlier_calls(earlier_calls, calls)
    except NotFinished:  # then it is told like any other fault
        return None
    renewed = RenewedDefaults(exercise.functions(function), earlier_calls.memory.forget)
    alone = replace(exercise, before_each=renewed.begin, on_call=renewed.on_call)
    try:
        besides = report_on(alone, function, run_battery(alone, function))
    finally:
        renewed.restore()
    named = [finding for finding in besides.faults if finding.code in MISCONCEPTIONS]  # what else is wrong may follow
    return Report(exercise.subject, [depends, *named, *besides.not_checked], 0.0)


def report_on(exercise: Exercise, function: Callable[..., Any], runs: Runs) -> Report:
    """The report on these runs."""
    subject = exercise.subject
    rest = [] if runs.complete else [not_checked(THE_REST if runs.done else EVERYTHING)]
    if not runs.done:
        return Report(subject, rest, 0.0)
    if (last := runs.done[-1]).gives_up:
        endless = makes_no_move(runs.done)
        told = named(exercise, function, last, NO_MOVE_MADE) if endless else unnamed(exercise, function, last)
        return Report(subject, [told], share_right(exercise, runs))
    if not runs.faults:
        return Report(subject, [*_remarks(exercise, function, runs.done), *rest])
    shown = runs.faults - {USELESS} or runs.faults  # a wrong value says more than work for nothing
    found = next(run for run in runs.done if run.fault in shown)
    if not runs.complete:  # the runs that are left out might contradict a name, and a smaller tree would take too long
        return Report(subject, [unnamed(exercise, function, found), *rest], 0.0)
    score = RIGHT_VALUE if shown == {USELESS} else share_right(exercise, runs)
    if shown == {USELESS} and looks_twice([(run.case, run.log) for run in runs.done]):
        return Report(subject, [Finding.of(LOOKS_TWICE, MISCONCEPTIONS[LOOKS_TWICE], remark=True)])
    if places := _places_in_memory(exercise, function):
        return Report(subject, [named(exercise, function, found, places)], score)
    exercise = replace(exercise, numbers=numbers_in(exercise.functions(function)))
    codes = () if runs.faults & UNMISTAKABLE else diagnose(exercise, runs.done)
    if len(codes) > 1:
        examples = [_example(exercise, function, runs, code, codes) for code in codes]
        return Report(subject, [named(exercise, function, *both) for both in zip(examples, codes, strict=True)], score)
    example = smallest(exercise, function, runs.done, lambda run: run.fault in shown)
    told = named(exercise, function, example, codes[0]) if codes else unnamed(exercise, function, example)
    return Report(subject, [told], score)


def _example(exercise: Exercise, function: Callable[..., Any], runs: Runs, code: str, codes: tuple[str, ...]) -> Run:
    """A small run that shows one of several mistakes."""
    for wanted in shows(exercise, code, codes):
        if found := next(filter(wanted, runs.done), None):
            return shrunk(exercise, function, found, wanted)
    return next(run for run in runs.done if run.is_wrong)


def _places_in_memory(exercise: Exercise, function: Callable[..., Any]) -> str:
    """The code for a function that takes places in memory for states: all is right if no place is used twice."""
    if not uses_ids(function):
        return ""
    runs = run_battery(replace(exercise, keeps_states=True), function)
    return "" if runs.faults or not runs.complete else "id-as-key"


def uses_ids(function: Callable[..., Any]) -> bool:
    """Whether a student's code asks for the id of anything."""
    parts = [thing for thing in reachable_from(function) if isinstance(thing, FunctionType)]
    return any("id" in names_in(part.__code__) for part in parts)


def share_right(exercise: Exercise, runs: Runs) -> float:
    """The share of the three aspects of a value that is right: where a search ends, one ply above that, and further up.

    The last two are looked at where nothing else matters, so that a depth or an end of the game that is overlooked
    costs only the first. If the search is to prune, the values are only a part of it.
    """
    if not runs.complete or any(run.fault == BORROWED for run in runs.done):
        return 0.0
    plies: dict[int, list[Run]] = {0: [], 1: [], 2: []}
    for run in runs.done:
        ply = min(2, run.case.depth, run.case.tree.height)
        if ply == 0 or _is_plain(exercise, run.case):
            plies[ply].append(run)
    asked = {ply: seen for ply, seen in plies.items() if seen or runs.done[-1].gives_up}
    right = sum(bool(seen) and not any(run.is_wrong for run in seen) for seen in asked.values())
    return (RIGHT_VALUE if exercise.prunes else 1.0) * min(right, len(asked) - 1) / len(asked)


def _is_plain(exercise: Exercise, case: Case) -> bool:
    """Whether the window is open, and every game is over just where the depth ends."""
    if "depth" not in exercise.parameters:
        return True
    ends = {len(path) for path, node in case.tree.walk() if node.is_leaf}
    return ends == {case.depth} and (case.alpha, case.beta) == (-inf, inf)


def _remarks(exercise: Exercise, function: Callable[..., Any], runs: list[Run]) -> list[Finding]:
    if not any(run.fault == MISSED_TIE for run in runs):
        return []
    example = smallest(exercise, function, runs, lambda run: run.fault == MISSED_TIE)
    return [replace(named(exercise, function, example, MISSED_TIE), remark=True)]
