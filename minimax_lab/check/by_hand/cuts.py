"""Checks what alpha-beta never looks at, worked out by hand.

A message says which rule was broken, never which branch is still to be found.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from minimax_lab.check.by_hand.solution import POLICY, RIGHT, TOO_LITTLE, TOO_MUCH, Solution
from minimax_lab.check.by_hand.values import readable
from minimax_lab.check.report import Finding, Report
from minimax_lab.game import MAX, Value
from minimax_lab.games import Tree
from minimax_lab.games.trees import Path
from minimax_lab.values import HIGHEST, LOWEST


def pruned(tree: Tree | Any, marked: Iterable[Path]) -> Report:
    """Check which nodes alpha-beta, from left to right, never looks at: by their paths.

    A branch that is cut may be given by its uppermost node or by all that is below it. The score is
    the share of the right ones among all branches that are cut or were said to be; and at most the
    share of the leaves to look at that are left unmarked, or to mark everything would be worth much.
    """
    tree = tree if isinstance(tree, Tree) else Tree(tree)
    if not isinstance(marked, Iterable):
        raise TypeError(f"the nodes are a set of paths, such as {{(1, 2), (2,)}}, not {marked!r:.80}")
    paths, misplaced = readable(tree, marked)
    solution = Solution(tree)
    remarks = solution.judge(paths)
    right = sum(remark.kind == RIGHT for remark in remarks)
    total = len(remarks) + len(misplaced)
    cut = solution.cut_with(paths)
    unmarked = [path not in cut for path, node in tree.walk() if node.is_leaf and path in solution.trace]
    findings = [*misplaced, *_mistakes(solution, paths)]
    passed = all(finding.remark for finding in findings)
    score = 1.0 if passed else min(right / total, sum(unmarked) / len(unmarked))
    return Report("what is never looked at", findings, score)


def _mistakes(solution: Solution, marked: list[Path]) -> list[Finding]:
    remarks = [remark for remark in solution.judge(marked) if remark.is_mistake]
    if not remarks:
        return []
    cut = solution.cut_with(marked)
    for code, habit in HABITS.items():
        if marked and cut == solution.cut_with(habit.cuts(solution.tree)):
            return [
                Finding(code, habit.title, habit.message, solution.tree, hints=habit.hints, remark=code == "strict-cut")
            ]
    hints = solution.hints(marked)[:3]  # the last one would give the answer away
    findings = [
        Finding("cuts-too-much", "This one is looked at", remark.text, solution.tree, hints=(*hints[:2],))
        for remark in remarks
        if remark.kind == TOO_MUCH
    ]
    missed = sum(remark.kind == TOO_LITTLE for remark in remarks)
    if missed:
        branches = "There is one more branch" if missed == 1 else f"There are {missed} more branches"
        message = f"{branches} that alpha-beta never looks at. {POLICY}"
        findings.append(Finding("cuts-too-little", "More can be cut", message, solution.tree, hints=(*hints,)))
    return findings


@dataclass(frozen=True)
class Habit:
    """A mistaken alpha-beta, as one may carry it out by hand."""

    title: str
    message: str
    hints: tuple[str, ...]
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
        came_with = alpha if is_max else beta
        moves = node.get_legal_moves()[:: -1 if self.backwards else 1]
        for i, move in enumerate(moves):
            low = alpha if self.deep or is_max else LOWEST  # without deep cuts, only one's own bound is handed down
            high = beta if self.deep or not is_max else HIGHEST
            value = self._search(node.forecast_move(move), (*path, move), low, high, found)
            best = max(best, value) if is_max else min(best, value)
            alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
            closed = alpha > beta if self.strict else alpha >= beta
            if self.own_bound:
                closed = best <= came_with if is_max else best >= came_with
            if closed:
                found += [(*path, later) for later in moves[i + 1 :]]
                break
        return best


HABITS = {
    "strict-cut": Habit(
        "At a tie you go on",
        "Right, but more than need be is looked at: what only ties cannot matter either. " + POLICY,
        (),
        strict=True,
    ),
    "no-deep-cuts": Habit(
        "Only the parent asked",
        "You compare a node with its parent only. A bound from further up counts as well: α and β are handed down "
        "all the way.",
        (
            "What is MAX sure of at the root, as the search comes to the lowest level?",
            "At each node write down α and β, taken over from the parent, before you look at the first child.",
        ),
        deep=False,
    ),
    "cuts-on-own-bound": Habit(
        "Compared with one's own bound",
        "You cut where a player does not improve on what it has itself. It is the other player who will not come "
        "here: MAX's value is compared with β, MIN's with α.",
        (
            "Who can avoid this node, the player who moves there or the opponent?",
            "At a ▲ node only the values that are too good for MAX end the search.",
        ),
        own_bound=True,
    ),
    "right-to-left": Habit(
        "From right to left",
        "You have gone from right to left. This is the right answer to another question: here the search goes from "
        "left to right.",
        ("In which order does the search come to the children?",),
        backwards=True,
    ),
}
