"""Names a mistake by finding a program that makes it and behaves exactly the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from minimax_lab.check.mistakes import ROWS
from minimax_lab.check.right_programs import Program
from minimax_lab.check.search.battery import Case, Log, ObservedTree
from minimax_lab.check.search.run import WRONG_VALUE, Exercise, Run
from minimax_lab.trace.words import same

# What comes of asking for the best of nothing, or of comparing a move or a pair with a value
CONFUSED = ValueError, TypeError, IndexError, UnboundLocalError
SAMPLE = 8
SMALL = 3, 4  # nodes of trees on which most programs already differ
WRONG_AT_ROOT = ("wrong-role-at-root",)
WHOLE_NUMBERS = "whole-numbers-only"
NO_MOVE_MADE = "no-move-made"

Codes = tuple[str, ...]


def diagnose(exercise: Exercise, runs: Sequence[Run], number: int = 1) -> Codes:
    """The codes of the mistakes that explain all the runs, so many of them; none if nothing does.

    Where mistakes of different names explain them equally well, the windows that were passed on and the leaves that
    were looked at may tell them apart. If not, only what all explanations have in common is named.
    """
    if makes_no_move(runs):
        return (NO_MOVE_MADE,)
    searched = [run for run in runs if run.case.depth and not run.case.tree.is_leaf]
    if not any(run.log.events for run in runs) or all(map(returned_nothing, runs)) or all(map(_no_answer, searched)):
        return ()  # it has not even looked at a state, or never comes to an answer: that says nothing of its search
    if _wrong_only_on_fractions(runs):
        return (WHOLE_NUMBERS,)
    if evident := exercise.evident(runs):
        return (evident,)
    if number > 1 and exercise.chooses and all(map(_took_first_move, runs)):
        return ()  # that has many causes
    evidence, backwards = _most_telling_first(runs), exercise.prunes and _goes_backwards(runs)
    programs = [*exercise.mistaken_programs(number, backwards)]
    explanations = _true_of(exercise, runs, _explanations(exercise, programs, evidence))
    if len(explanations) > 1:
        likely = [program for program in programs if program.codes in explanations]
        closer = _true_of(exercise, runs, _explanations(exercise, likely, evidence, closely=True))
        explanations = closer or explanations
    return _in_common(explanations) if explanations else ()


def shows(exercise: Exercise, code: str, codes: Codes) -> list[Callable[[Run], bool]]:
    """Ways to see one of several mistakes in a run, the clearest first.

    The run is wrong as it would be with this mistake alone and would not be with the others alone; or else one of the
    two.
    """
    programs = [*exercise.mistaken_programs(1)]
    alone = [program for program in programs if program.codes == (code,)]
    others = [program for program in programs if program.codes[0] in {*codes} - {code}]

    answers: dict[tuple[bool, Case], bool] = {}

    def is_by(programs: list[Program], run: Run) -> bool:
        question = programs is alone, run.case
        if question not in answers:
            answers[question] = bool(_explanations(exercise, programs, [run]))
        return answers[question]

    def by_itself(run: Run) -> bool:
        return run.is_wrong and is_by(alone, run)

    def not_by_others(run: Run) -> bool:
        return run.is_wrong and not is_by(others, run)

    return [lambda run: by_itself(run) and not_by_others(run), by_itself, not_by_others]


def makes_no_move(runs: Sequence[Run]) -> bool:
    """Whether a node is searched for one side, and before any of its children for the other side: several times.

    To do so only once is not wrong: `-minimax(state, …)` with the other side may stand for the opposite of a search.
    """
    return any(
        path == again and side is not other and not run.case.is_end(path) and run.log.roles.count((again, other)) > 1
        for run in runs
        for (path, side), (again, other) in pairwise(run.log.roles)
    )


def _wrong_only_on_fractions(runs: Sequence[Run]) -> bool:
    wrong = [run for run in runs if run.is_wrong]
    values = any(run.fault == WRONG_VALUE for run in wrong)
    return values and all(any(leaf % 1 for leaf in run.case.tree.leaves()) for run in wrong)


def _true_of(exercise: Exercise, runs: Sequence[Run], explanations: set[Codes]) -> set[Codes]:
    """The explanations that neither the calls nor the code contradict: did the children get the other role?"""
    flips = _flips_roles(runs)
    if flips is False and WRONG_AT_ROOT in explanations:
        return {WRONG_AT_ROOT}
    untrue = {True: {"no-role-flip", *WRONG_AT_ROOT}, False: {"extra-minus"}, None: set[str]()}[flips]
    if 0 not in exercise.numbers:
        untrue.add("starts-at-zero")
    if not any({*run.log.paths("evaluated")} & {*run.log.paths("expanded")} for run in runs):
        untrue.add("starts-at-own-score")
    return {codes for codes in explanations if untrue.isdisjoint(codes)}


def _flips_roles(runs: Sequence[Run]) -> bool | None:
    """Whether every child was searched for the other side than its parent; None if the calls do not say."""
    same = [
        roles[path] == roles[path[:-1]]
        for run in runs
        for roles in [dict(run.log.roles)]
        for path in roles
        if path[:-1] in roles and path
    ]
    return not any(same) if same else None


def returned_nothing(run: Run) -> bool:
    return run.result.ok and run.result.value is None


def _took_first_move(run: Run) -> bool:
    return run.result.ok and same(run.result.value, run.case.tree.get_legal_moves()[0])


def _no_answer(run: Run) -> bool:
    return run.result.failure == "raises" or returned_nothing(run)


def _explanations(
    exercise: Exercise, programs: Sequence[Program], evidence: Sequence[Run], closely: bool = False
) -> set[Codes]:
    """The mistakes that, in some style, lead to the same behaviour."""
    found = set[Codes]()
    for program in programs:
        if program.codes not in found and all(_behaves_as(program, run, exercise, closely) for run in evidence):
            found.add(program.codes)
    return found


def _in_common(explanations: set[Codes]) -> Codes:
    shared = set.intersection(*map(set, explanations))
    if not shared:
        return next(((code,) for code, row in ROWS.items() if row.true_anyway and (code,) in explanations), ())
    return tuple(sorted(shared))


def _goes_backwards(runs: Sequence[Run]) -> bool:
    """Whether it takes the moves of a node in the reverse order."""
    leaves = max((run.leaves for run in runs), key=len)
    return len(leaves) > 1 and leaves[0] > leaves[-1]


def _most_telling_first(runs: Sequence[Run]) -> list[Run]:
    """Some small runs, for that is quick; some that are wrong, unlike most programs; then large trees, which tell more
    programs apart.
    """
    small = [run for run in runs if run.case.depth and run.case.tree.size in SMALL]
    wrong = [run for run in runs if run.fault]
    sample = [run for some in (small, wrong) for run in some[:: len(some) // SAMPLE or 1]]
    return [*sample, *sorted(runs, key=lambda run: -run.case.tree.size)]


def _behaves_as(program: Program, run: Run, exercise: Exercise, closely: bool) -> bool:
    case, log = run.case, Log(run.case)
    functions = program.defined(_noting_windows) if closely and exercise.prunes else program.functions
    arguments = exercise.given(case, log.evaluate)
    try:
        value = exercise.called(functions, case)(ObservedTree(case.tree, log), *arguments)
    except Exception:  # a mistake that ends in an error
        return isinstance(run.result.error, CONFUSED)
    if run.result.failure or not same(value, run.result.value):
        return False
    if closely and exercise.prunes and not same(log.windows, run.log.windows):
        return False
    looks = exercise.prunes or closely or any(ROWS[code].looks for code in program.codes)
    return not looks or log.leaves == run.leaves


def _noting_windows(function: Callable[..., Any]) -> Callable[..., Any]:
    def search(state: Any, depth: int, alpha: Any, beta: Any, *rest: Any) -> Any:
        state.log.windows.append((state.path, alpha, beta))
        return function(state, depth, alpha, beta, *rest)

    return search
