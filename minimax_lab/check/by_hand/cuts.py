"""Checks what alpha-beta never looks at, worked out by hand.

A message says which rule was broken, never which branch is still to be found.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from minimax_lab.check.by_hand.solution import RIGHT, TOO_LITTLE, TOO_MUCH, Solution, readable_paths
from minimax_lab.check.report import Finding, Report
from minimax_lab.check.texts import by_hand as texts
from minimax_lab.game import MAX, Value
from minimax_lab.games import Tree
from minimax_lab.games.trees import Path
from minimax_lab.values import HIGHEST, LOWEST


def pruned(tree: Tree | Any, marked: Iterable[Path]) -> Report:
    """Check which nodes of `tree` alpha-beta, from left to right, never looks at: `marked` has their paths.

    A branch that is cut may be given by its uppermost node or by all that is below it. The score is
    the share of the right ones among all branches that are cut or were marked. It is at most the
    share of the leaves to look at that are left unmarked, or marking everything would be worth much.

    >>> from minimax_lab import check
    >>> check.pruned([[3, 12, 8], [2, 4, 6], [14, 5, 2]], {(1, 1), (1, 2)})
    ✓ what is never looked at: right
    """
    tree = tree if isinstance(tree, Tree) else Tree(tree)
    if not isinstance(marked, Iterable):
        raise TypeError(texts.MARKS_ARE_PATHS.format(given=repr(marked)[:80]))
    paths, misplaced = readable_paths(tree, marked)
    solution = Solution(tree)
    remarks = solution.remarks_on(paths)
    right = sum(remark.kind == RIGHT for remark in remarks)
    total = len(remarks) + len(misplaced)
    cut = solution.cut_with(paths)
    unmarked = [path not in cut for path, node in tree.walk() if node.is_leaf and path in solution.trace]
    findings = [*misplaced, *_mistakes(solution, paths)]
    passed = all(finding.remark for finding in findings)
    score = 1.0 if passed else min(right / total, sum(unmarked) / len(unmarked))
    return Report("what is never looked at", findings, score)


def _mistakes(solution: Solution, marked: list[Path]) -> list[Finding]:
    remarks = [remark for remark in solution.remarks_on(marked) if remark.is_mistake]
    if not remarks:
        return []
    cut = solution.cut_with(marked)
    for code, habit in HABITS.items():
        if marked and cut == solution.cut_with(habit.cuts(solution.tree)):
            return [Finding.of(code, texts.CUTS[code], solution.tree, remark=code == "strict-cut")]
    hints = solution.hints(marked)[:3]  # the last one would give the answer away
    findings = [
        replace(
            Finding.of("cuts-too-much", texts.CUTS_TOO_MUCH.filled(why=remark.text), solution.tree), hints=(*hints[:2],)
        )
        for remark in remarks
        if remark.kind == TOO_MUCH
    ]
    missed = sum(remark.kind == TOO_LITTLE for remark in remarks)
    if missed:
        branches = texts.ONE_MORE_BRANCH if missed == 1 else texts.MORE_BRANCHES.format(number=missed)
        finding = Finding.of("cuts-too-little", texts.CUTS_TOO_LITTLE.filled(branches=branches), solution.tree)
        findings.append(replace(finding, hints=(*hints,)))
    return findings


@dataclass(frozen=True)
class Habit:
    """A mistaken alpha-beta, as one may carry it out by hand."""

    strict: bool = False
    deep: bool = True
    own_bound: bool = False
    backwards: bool = False

    def cuts(self, tree: Tree) -> list[Path]:
        """The branches that it never looks at."""
        found: list[Path] = []
        self._search(tree, (), LOWEST, HIGHEST, found)
        return found

    def _search(self, node: Tree, path: Path, alpha: Value, beta: Value, found: list[Path]) -> Value:
        if node.is_leaf:
            return node.value
        is_max = node.active_player is MAX
        best = LOWEST if is_max else HIGHEST
        own = alpha if is_max else beta  # as the node was entered
        moves = node.get_legal_moves()[:: -1 if self.backwards else 1]
        for i, move in enumerate(moves):
            low = alpha if self.deep or is_max else LOWEST  # without deep cuts, only one's own bound is passed down
            high = beta if self.deep or not is_max else HIGHEST
            value = self._search(node.forecast_move(move), (*path, move), low, high, found)
            best = max(best, value) if is_max else min(best, value)
            alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
            closed = alpha > beta if self.strict else alpha >= beta
            if self.own_bound:
                closed = best <= own if is_max else best >= own
            if closed:
                found += [(*path, later) for later in moves[i + 1 :]]
                break
        return best


HABITS = {
    "strict-cut": Habit(strict=True),
    "no-deep-cuts": Habit(deep=False),
    "cuts-on-own-bound": Habit(own_bound=True),
    "right-to-left": Habit(backwards=True),
}
