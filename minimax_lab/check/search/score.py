"""What share of a search that is not right yet is right nevertheless."""

from __future__ import annotations

from math import inf

from minimax_lab.check.search.battery import Case
from minimax_lab.check.search.run import Exercise, Run, Runs

BORROWED = "borrowed"
RIGHT_VALUE = 0.5  # of the points, for alpha-beta that returns the right values and does too much work


def share_right(exercise: Exercise, runs: Runs) -> float:
    """The share of the three aspects of a value that is right: where a search ends, one ply above that, and further up.

    The last two are looked at where nothing else matters, so that a depth or an end of the game that is overlooked
    costs only the first. If the search is to prune, the values are only a part of it.
    """
    if runs.rest or any(run.fault == BORROWED for run in runs.done):
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
