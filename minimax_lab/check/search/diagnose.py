"""Names a mistake by finding a program that makes it and behaves exactly the same."""

from __future__ import annotations

from collections.abc import Sequence

from minimax_lab.check.search.mistaken import MistakenSearch
from minimax_lab.check.search.observed import Log, ObservedTree
from minimax_lab.check.search.run import Exercise, Run
from minimax_lab.check.shared import equal

# What comes of asking for the best of nothing, or of comparing a move or a pair with a value
CONFUSED = ValueError, TypeError, IndexError, UnboundLocalError
TRUE_ANYWAY = "no-break", "one-bound-only"  # of a program that does so, for whatever reason
MOST_AT_ONCE = 2  # mistakes in one program

Codes = tuple[str, ...]


def diagnose(exercise: Exercise, runs: Sequence[Run], most: int = MOST_AT_ONCE) -> Codes:
    """The codes of the mistakes that explain all the runs, as few as possible; none if nothing does.

    Where mistakes of different names explain them equally well, the windows that were passed on may tell them
    apart. If not, only what all explanations have in common is named.
    """
    searched = [run for run in runs if run.case.depth and not run.case.tree.is_leaf]
    if not any(run.log.events for run in runs) or all(map(_returned_nothing, runs)) or all(map(_raised, searched)):
        return ()  # it has not even looked at a state, or never comes to an answer: that says nothing of its search
    evidence, backwards = _most_telling_first(runs), exercise.prunes and _goes_backwards(runs)
    for number in range(1, most + 1):
        programs = [program for program in exercise.mistaken_programs(number) if program.backwards == backwards]
        explanations = _explanations(exercise, programs, evidence)
        if len(explanations) > 1:
            likely = [program for program in programs if program.codes in explanations]
            explanations = _explanations(exercise, likely, evidence, windows=True) or explanations
        if explanations:
            return _in_common(explanations)
    return ()


def typical(exercise: Exercise, runs: Sequence[Run], code: str) -> Run | None:
    """The first run that is wrong as it would be with this mistake alone."""
    alone = [program for program in exercise.mistaken_programs(1) if program.codes == (code,)]
    wrong = (run for run in runs if run.is_wrong)
    return next((run for run in wrong if any(_behaves_as(one, run, exercise, False) for one in alone)), None)


def _returned_nothing(run: Run) -> bool:
    return run.result.ok and run.result.value is None


def _raised(run: Run) -> bool:
    return run.result.failure == "raises"


def _explanations(
    exercise: Exercise, programs: Sequence[MistakenSearch], evidence: Sequence[Run], windows: bool = False
) -> set[Codes]:
    """The mistakes that, in some style, lead to the same behaviour."""
    found: set[Codes] = set()
    for program in programs:
        if program.codes not in found and all(_behaves_as(program, run, exercise, windows) for run in evidence):
            found.add(program.codes)
    return found


def _in_common(explanations: set[Codes]) -> Codes:
    shared = set.intersection(*map(set, explanations))
    if not shared:
        return next(((code,) for code in TRUE_ANYWAY if (code,) in explanations), ())
    return tuple(sorted(shared))


def _goes_backwards(runs: Sequence[Run]) -> bool:
    """Whether it takes the moves of a node in the reverse order."""
    leaves = max((run.leaves for run in runs), key=len)
    return len(leaves) > 1 and leaves[0] > leaves[-1]


def _most_telling_first(runs: Sequence[Run]) -> list[Run]:
    """First some runs that are wrong, unlike most programs; then large trees, which tell more programs apart."""
    wrong = [run for run in runs if run.fault]
    sample = wrong[:: max(1, len(wrong) // 8)]
    return [*sample, *sorted(runs, key=lambda run: -run.case.tree.size)]


def _behaves_as(program: MistakenSearch, run: Run, exercise: Exercise, windows: bool) -> bool:
    case, log = run.case, Log()
    try:
        value = program(ObservedTree(case.tree, log), case.depth, *exercise.window(case), case.maximizing, log.evaluate)
    except Exception:  # a mistake that ends in an error
        return isinstance(run.result.error, CONFUSED)
    if run.result.failure or not equal(value, run.result.value):
        return False
    if windows and not equal(log.windows, run.log.windows):
        return False
    return not exercise.prunes or log.leaves == run.leaves
