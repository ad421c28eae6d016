"""Checks of searches that return a value: minimax, negamax and alpha-beta."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import inf
from typing import Any

from minimax_lab.check.iterative_deepening.clock import SimulatedClock, simulated
from minimax_lab.check.report import Finding, Report
from minimax_lab.check.sandbox.contents import Memory, RenewedDefaults, uses_ids
from minimax_lab.check.sandbox.failures import accepts, cannot_be_called, not_checked, unwritten_among
from minimax_lab.check.sandbox.limits import NotFinished
from minimax_lab.check.search.battery import Case
from minimax_lab.check.search.diagnose import NO_MOVE_MADE, diagnose, makes_no_move, shows
from minimax_lab.check.search.earlier_calls import EarlierCalls
from minimax_lab.check.search.fault import LOOKS_TWICE, MISSED_TIE, USELESS, looks_twice
from minimax_lab.check.search.mistaken.catalogue import (
    ALPHABETA_MISTAKES,
    MINIMAX_MISTAKES,
    NEGAMAX_MISTAKES,
    NEGAMAX_WINDOW_MISTAKES,
    PRUNING_STYLES,
)
from minimax_lab.check.search.mistaken.kinds import MistakenNegamax
from minimax_lab.check.search.run import Exercise, Run, Runs, run_battery
from minimax_lab.check.search.shrink import shrunk, smallest
from minimax_lab.check.search.tell import depends_on_earlier_calls, named, unnamed
from minimax_lab.check.texts import MISCONCEPTIONS
from minimax_lab.check.texts.failures import EVERYTHING, THE_REST


class Minimax(Exercise):
    """`minimax(state, depth, maximizing, evaluate)`."""

    subject = "minimax"
    parameters = "depth", "maximizing", "evaluate"
    mistakes = MINIMAX_MISTAKES


class AlphaBeta(Exercise):
    """`alphabeta(state, depth, alpha, beta, maximizing, evaluate)`."""

    subject = "alphabeta"
    parameters = "depth", "alpha", "beta", "maximizing", "evaluate"
    prunes = True
    mistakes = ALPHABETA_MISTAKES
    styles = PRUNING_STYLES


class Negamax(Exercise):
    """`negamax(state, depth, color, evaluate)`."""

    subject = "negamax"
    parameters: tuple[str, ...] = "depth", "color", "evaluate"
    negated = True
    mistaken = MistakenNegamax
    mistakes = NEGAMAX_MISTAKES


class NegamaxWithWindow(Negamax):
    """`negamax(state, depth, alpha, beta, color, evaluate)`."""

    parameters = "depth", "alpha", "beta", "color", "evaluate"
    prunes = True
    mistakes = NEGAMAX_WINDOW_MISTAKES
    styles = PRUNING_STYLES


UNMISTAKABLE = {"mutates-state", "returns-generator"}  # no other name is looked for
BORROWED = "borrowed"
RIGHT_VALUE = 0.5  # of the points, for alpha-beta that returns the right values and does too much work


def minimax(function: Callable[..., Any]) -> Report:
    """Check `function(state, depth, maximizing, evaluate)`."""
    return check_search(Minimax(function))


def negamax(function: Callable[..., Any]) -> Report:
    """Check `function(state, depth, color, evaluate)`, or with a window `(state, depth, alpha, beta, color, …)`."""
    windowed = accepts(function, 6) and not accepts(function, 4)
    return check_search(NegamaxWithWindow(function) if windowed else Negamax(function))


def alphabeta(function: Callable[..., Any]) -> Report:
    """Check `function(state, depth, alpha, beta, maximizing, evaluate)`."""
    return check_search(AlphaBeta(function))


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
            remembers = runs.faults and memory.changed and _report_on_memory(EarlierCalls(exercise, memory), runs)
            return remembers or report_on(exercise, runs)
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


def report_on(exercise: Exercise, runs: Runs) -> Report:
    """The report on these runs."""
    subject = exercise.subject
    rest = [] if runs.complete else [not_checked(THE_REST if runs.done else EVERYTHING)]
    if not runs.done:
        return Report(subject, rest, 0.0)
    if (last := runs.done[-1]).gives_up:
        finding = named(exercise, last, NO_MOVE_MADE) if makes_no_move(runs.done) else unnamed(exercise, last)
        return Report(subject, [finding], share_right(exercise, runs))
    if not runs.faults:
        return Report(subject, [*_remarks(exercise, runs.done), *rest])
    shown = runs.faults - {USELESS} or runs.faults  # a wrong value says more than work for nothing
    found = next(run for run in runs.done if run.fault in shown)
    if not runs.complete:  # the runs that are left out might contradict a name, and a smaller tree would take too long
        return Report(subject, [unnamed(exercise, found), *rest], 0.0)
    score = RIGHT_VALUE if shown == {USELESS} else share_right(exercise, runs)
    if shown == {USELESS} and looks_twice([(run.case, run.log) for run in runs.done]):
        return Report(subject, [Finding.of(LOOKS_TWICE, MISCONCEPTIONS[LOOKS_TWICE], remark=True)])
    if places := _places_in_memory(exercise):
        return Report(subject, [named(exercise, found, places)], score)
    codes = () if runs.faults & UNMISTAKABLE else diagnose(exercise, runs.done)
    if len(codes) > 1:
        examples = [_example(exercise, runs, code, codes) for code in codes]
        return Report(subject, [named(exercise, *both) for both in zip(examples, codes, strict=True)], score)
    example = smallest(exercise, runs.done, lambda run: run.fault in shown)
    return Report(subject, [named(exercise, example, codes[0]) if codes else unnamed(exercise, example)], score)


def _example(exercise: Exercise, runs: Runs, code: str, codes: tuple[str, ...]) -> Run:
    """A small run that shows one of several mistakes."""
    for wanted in shows(exercise, code, codes):
        if found := next(filter(wanted, runs.done), None):
            return shrunk(exercise, found, wanted)
    return next(run for run in runs.done if run.is_wrong)


def _places_in_memory(exercise: Exercise) -> str:
    """The code for a function that takes places in memory for states: all is right if no place is used twice."""
    if not any(map(uses_ids, exercise.functions)):
        return ""
    runs = run_battery(exercise.again(exercise.memory, keeps_states=True))
    return "" if runs.faults or not runs.complete else "id-as-key"


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
    tried = [seen for seen in plies.values() if seen or runs.done[-1].gives_up]
    right = sum(bool(seen) and not any(run.is_wrong for run in seen) for seen in tried)
    return (RIGHT_VALUE if exercise.prunes else 1.0) * min(right, len(tried) - 1) / len(tried)


def _is_plain(exercise: Exercise, case: Case) -> bool:
    """Whether the window is open, and every game is over just where the depth ends."""
    if "depth" not in exercise.parameters:
        return True
    ends = {len(path) for path, node in case.tree.walk() if node.is_leaf}
    return ends == {case.depth} and (case.alpha, case.beta) == (-inf, inf)


def _remarks(exercise: Exercise, runs: list[Run]) -> list[Finding]:
    if not any(run.fault == MISSED_TIE for run in runs):
        return []
    example = smallest(exercise, runs, lambda run: run.fault == MISSED_TIE)
    return [replace(named(exercise, example, MISSED_TIE), remark=True)]
