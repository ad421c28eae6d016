"""Checks what alpha-beta never looks at, worked out by hand.

A message says which rule was broken, never which branch is still to be found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from minimax_lab.check.by_hand.solution import RIGHT, TOO_LITTLE, TOO_MUCH, Remark, Solution, readable_paths
from minimax_lab.check.report import Finding, Report
from minimax_lab.check.right_programs import Program
from minimax_lab.check.search.battery import Log, ObservedTree
from minimax_lab.check.texts import by_hand as texts
from minimax_lab.game import MAX
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
    total, cut = len(remarks) + len(misplaced), solution.cut_with(paths)
    unmarked = [path not in cut for path, node in tree.walk() if node.is_leaf and path in solution.trace]
    findings = [*misplaced, *_mistakes(solution, paths, [remark for remark in remarks if remark.is_mistake])]
    passed = all(finding.remark for finding in findings)
    score = 1.0 if passed else min(right / total, sum(unmarked) / len(unmarked))
    return Report("what is never looked at", findings, score)


def _mistakes(solution: Solution, marked: list[Path], remarks: list[Remark]) -> list[Finding]:
    """The findings on these remarks: one with the name of a habit, if that explains all marks."""
    tree, cut = solution.tree, solution.cut_with(marked)
    for code, program in HABITS.items() if marked and remarks else ():
        if cut == solution.cut_with(_cut_by(program, tree)):
            return [Finding.of(code, texts.CUTS[code], tree, remark=code == "strict-cut")]
    first, second, third = solution.hints(marked)[:3]  # the last one would give the answer away
    too_much = [texts.CUTS_TOO_MUCH.filled(why=remark.text) for remark in remarks if remark.kind == TOO_MUCH]
    told = [("cuts-too-much", replace(text, hints=(first, second))) for text in too_much]
    if missed := sum(remark.kind == TOO_LITTLE for remark in remarks):
        branches = texts.ONE_MORE_BRANCH if missed == 1 else texts.MORE_BRANCHES.format(number=missed)
        text = texts.CUTS_TOO_LITTLE.filled(branches=branches)
        told.append(("cuts-too-little", replace(text, hints=(first, second, third))))
    return [Finding.of(code, text, tree) for code, text in told]


def _cut_by(program: Program, tree: Tree) -> list[Path]:
    """The branches that a program never looks at."""
    entered, log = set[Path](), Log()

    def noting(function: Callable[..., Any]) -> Callable[..., Any]:
        def search(state: ObservedTree, *rest: Any) -> Any:
            entered.add(state.path)
            return function(state, *rest)

        return search

    search = program.defined(noting, infinity=HIGHEST)["alphabeta"]
    search(ObservedTree(tree, log), tree.height, LOWEST, HIGHEST, tree.active_player is MAX, log.evaluate)
    return [path for path, _ in tree.walk() if path[:-1] in entered and path not in entered]


# Alpha-beta with mistakes, as one may carry it out by hand
HABITS = {
    "strict-cut": Program("alphabeta", ("strict",)),
    "no-deep-cuts": Program("alphabeta", ("shallow",)),
    "cuts-on-own-bound": Program("alphabeta", ("own",)),
    "right-to-left": Program("alphabeta", ("backwards",)),
}
