"""Checks of searches that return a value: minimax, negamax and alpha-beta."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from minimax_lab.check.report import Finding, Replay, Report, shown_value
from minimax_lab.check.sandbox.failures import GIVES_UP, accepts, cannot_be_called, not_a_number, trouble
from minimax_lab.check.sandbox.limits import run as supervised
from minimax_lab.check.sandbox.memory import Memory
from minimax_lab.check.search.between_calls import Recollection
from minimax_lab.check.search.diagnose import diagnose, typical
from minimax_lab.check.search.fault import MISSED_TIE, USELESS, useless
from minimax_lab.check.search.mistaken import (
    ALPHABETA_MISTAKES,
    MINIMAX_MISTAKES,
    NEGAMAX_MISTAKES,
    NEGAMAX_WINDOW_MISTAKES,
)
from minimax_lab.check.search.mistaken_kinds import NegamaxSuspect
from minimax_lab.check.search.observed import heuristic
from minimax_lab.check.search.replay import replay
from minimax_lab.check.search.run import WRONG_VALUE, Exercise, Run
from minimax_lab.check.search.shrink import smallest
from minimax_lab.check.texts import MISCONCEPTIONS
from minimax_lab.games.trees import Path
from minimax_lab.trace.words import path_text, value_text

MINIMAX = Exercise("minimax", ("depth", "maximizing", "evaluate"), mistakes=MINIMAX_MISTAKES)
ALPHABETA = Exercise(
    "alphabeta", ("depth", "alpha", "beta", "maximizing", "evaluate"), prunes=True, mistakes=ALPHABETA_MISTAKES
)
NEGAMAX = Exercise(
    "negamax", ("depth", "color", "evaluate"), negated=True, suspect=NegamaxSuspect, mistakes=NEGAMAX_MISTAKES
)
NEGAMAX_WINDOW = Exercise(
    "negamax",
    ("depth", "alpha", "beta", "color", "evaluate"),
    prunes=True,
    negated=True,
    suspect=NegamaxSuspect,
    mistakes=NEGAMAX_WINDOW_MISTAKES,
)

REMEMBERS = "remembers-between-calls"
UNMISTAKABLE = {"mutates-state", "returns-generator"}  # no other name is looked for
RIGHT_VALUE = 0.5  # of the points, for alpha-beta that returns the right values and does too much work


def minimax(function: Callable[..., Any]) -> Report:
    """Check `function(state, depth, maximizing, evaluate)`."""
    return examine(MINIMAX, function)


def negamax(function: Callable[..., Any]) -> Report:
    """Check `function(state, depth, color, evaluate)`, or with a window `(state, depth, alpha, beta, color, …)`."""
    windowed = accepts(function, 6) and not accepts(function, 4)
    return examine(NEGAMAX_WINDOW if windowed else NEGAMAX, function)


def alphabeta(function: Callable[..., Any]) -> Report:
    """Check `function(state, depth, alpha, beta, maximizing, evaluate)`."""
    return examine(ALPHABETA, function)


def examine(exercise: Exercise, function: Callable[..., Any]) -> Report:
    """Is it right? If not: which mistake is it, and on which smallest tree does it show?"""
    if unusable := cannot_be_called(function, "state", *exercise.parameters):
        return Report(exercise.subject, [unusable], 0.0)
    memory = Memory(*exercise.functions(function))
    try:
        runs = observed(exercise, function)
        if not faults_of(runs) or not memory.changed:
            return report_on(exercise, function, runs)
        recollection = Recollection(exercise, function, memory)
        calls = recollection.shortest(runs)
        if not calls:
            return report_on(exercise, function, runs)
        alone = replace(exercise, before_each=memory.forget)
        besides = report_on(alone, function, observed(alone, function))
        return Report(exercise.subject, [_depends(recollection, calls), *besides.findings], 0.0)
    finally:
        memory.forget()  # so that another check says the same


def report_on(exercise: Exercise, function: Callable[..., Any], runs: list[Run]) -> Report:
    """What is to be said of these runs."""
    if runs[-1].gives_up:
        return Report(exercise.subject, [_unnamed(exercise, function, runs[-1])], 0.0)
    faults = faults_of(runs)
    if not faults:
        return Report(exercise.subject, _remarks(exercise, function, runs))
    shown = faults - {USELESS} or faults  # a wrong value says more than work for nothing
    found = next(run for run in runs if run.fault in shown)
    example = smallest(exercise, function, found, lambda run: run.fault in shown)
    codes = () if faults & UNMISTAKABLE else diagnose(exercise, runs)
    examples = [example] if len(codes) == 1 else [typical(exercise, runs, code) or example for code in codes]
    names = [named(exercise, function, run, code) for run, code in zip(examples, codes, strict=True)]
    return Report(
        exercise.subject,
        names or [_unnamed(exercise, function, example)],
        RIGHT_VALUE if shown == {USELESS} else 0.0,
    )


def observed(exercise: Exercise, function: Callable[..., Any]) -> list[Run]:
    """What the function does with all that it is tried on, or up to where it is given up."""
    runs: list[Run] = []
    for case in exercise.battery():
        runs.append(exercise.observe(function, case))
        if runs[-1].gives_up:
            break
    return runs


def faults_of(runs: list[Run]) -> set[str]:
    return {run.fault for run in runs if run.is_wrong}


def _depends(recollection: Recollection, calls: list[Run]) -> Finding:
    """The finding on calls of which the last one is wrong because of the others."""
    exercise, function = recollection.exercise, recollection.function
    *earlier, last = calls
    finding = named(exercise, function, last, REMEMBERS)
    told = ", then ".join(f"{exercise.call(function, run.case)} {_came_to(run)}" for run in earlier)
    alone = recollection.after([], last.case)[-1]
    message = (
        f"{finding.message}\nBy itself the call below {_came_to(alone)}, which is right. But first {told}; after that:"
    )

    def after_the_others() -> Replay | None:
        recollection.memory.forget()
        for case in (run.case for run in earlier):
            supervised(exercise.chosen(function, case), case.tree, *exercise.arguments(case, heuristic))
        made = finding.replay() if finding.replay else None
        recollection.memory.forget()
        return made

    return replace(finding, message=message, replay=after_the_others)


def _came_to(run: Run) -> str:
    return f"returned {shown_value(run.outcome.value)}" if run.outcome.ok else "failed"


def _remarks(exercise: Exercise, function: Callable[..., Any], runs: list[Run]) -> list[Finding]:
    tie = next((run for run in runs if run.fault == MISSED_TIE), None)
    if tie is None:
        return []
    example = smallest(exercise, function, tie, lambda run: run.fault == MISSED_TIE)
    return [replace(named(exercise, function, example, MISSED_TIE), remark=True)]


def named(exercise: Exercise, function: Callable[..., Any], run: Run, code: str) -> Finding:
    known = MISCONCEPTIONS[code]
    shown = _shown(exercise, function, run)
    message = f"{known.message} {shown.message}".strip()
    return replace(shown, code=code, title=known.title, message=message, hints=known.hints)


def _unnamed(exercise: Exercise, function: Callable[..., Any], run: Run) -> Finding:
    shown = _shown(exercise, function, run)
    message = shown.message or IN_GENERAL.get(run.fault, "")
    return replace(shown, message=message, hints=shown.hints or GENERAL_HINTS.get(run.fault, ()))


def _shown(exercise: Exercise, function: Callable[..., Any], run: Run) -> Finding:
    """What happened in a run that is not right, without a name for it."""
    call, tree = exercise.call(function, run.case), run.case.tree
    if run.fault == "mutates-state":
        known = MISCONCEPTIONS[run.fault]
        shown = Finding(run.fault, known.title, known.message, tree, call, hints=known.hints)
    elif run.outcome.trouble:
        shown = trouble(run.outcome, call, tree)
    elif run.fault in WRONG:
        value, text = exercise.expected(run.case)
        shown = Finding(run.fault, *WRONG[run.fault], tree, call, run.outcome.value, value, text)
    elif run.fault in (USELESS, MISSED_TIE):
        shown = Finding(run.fault, "More work than necessary", work_in_words(run), tree, call)
    else:
        shown = not_a_number(run.fault, run.outcome.value, call, tree)
    if run.fault in GIVES_UP:
        return shown  # it would not come to an end there either
    return replace(shown, replay=replay(exercise, function, run.case))


def work_in_words(run: Run) -> str:
    """How many leaves were looked at, and which of them could not matter."""
    found = useless(run.case, run.log)
    nodes = ", ".join(_node_text(run, path) for path, kind in found.items() if kind == run.fault)
    number = len(run.log.leaves)
    counted = "1 leaf" if number == 1 else f"{number} leaves"
    return f"It looked at {counted} of this tree. It need not have looked at {nodes}."


def _node_text(run: Run, path: Path) -> str:
    node = run.case.tree.at(path)
    what = f"the leaf {value_text(node.value)}" if node.is_leaf else "the node"
    return f"{what} ({path_text(path)})"


WRONG = {
    WRONG_VALUE: ("A wrong value", ""),
    "wrong-test": ("Wrong about the end of the game", "The game is over when the active player has no legal move."),
    "wrong-move": ("Not the best move", ""),
    "not-a-move": ("Not a legal move", "What it returned is not among state.get_legal_moves()."),
    "returns-no-move": (
        "No move is returned",
        "It returned None although there are moves to choose from. Is there a return at its end, and was there a move "
        "that is better than what it starts with?",
    ),
}
IN_GENERAL = {
    "wrong-move": (
        "Another move is worth more to the player who chooses. After a move it is the opponent's turn: is each move "
        "valued like that, and is the best of these values taken for the right side?"
    ),
}
GENERAL_HINTS = {
    WRONG_VALUE: (
        "Work the value of this tree out by hand, from the leaves up, and compare with every call of your function.",
        "Step through your function on this tree: which is the first call that returns something else than you would?",
    ),
    USELESS: (
        "Write down alpha and beta at each node of this tree, by hand.",
        "Step through your function: where do alpha and beta meet, and what does it do next?",
    ),
}
