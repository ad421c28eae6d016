"""Checks the values of a tree's nodes, worked out by hand.

A message says which rule was broken where, never what the right answer is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from minimax_lab.check.by_hand.solution import Solution, readable_paths
from minimax_lab.check.report import Finding, Report, shown_value
from minimax_lab.check.sandbox.failures import not_a_number
from minimax_lab.check.shared import equal, plain
from minimax_lab.check.texts import by_hand as texts
from minimax_lab.check.texts.text import Text
from minimax_lab.game import MAX, Value
from minimax_lab.games import Tree
from minimax_lab.games.trees import Path
from minimax_lab.values import opposite

# What one would write at a node by each mistaken habit, from the values of its children
HABITS: dict[str, Callable[[Tree, list[Value]], Value]] = {
    "roles-swapped": lambda node, below: _best(node, below, worst=True),
    "skips-a-level": lambda node, below: _best(node, node.leaves()) if node.height > 1 else None,
    "no-running-best": lambda node, below: below[-1],
    "flips-utility": lambda node, below: opposite(_best(node, below)),
}


def answers(tree: Tree | Any, given: Mapping[Path, Value], asked: Iterable[Path] | None = None) -> Report:
    """Check what the nodes of `tree` are worth: `given` has the value of each node by its path, `()` being the root.

    The score is the share of right values among those given, or among those `asked` for. A value that is right for
    what was written below it counts as right: its mistake is further down.

    >>> from minimax_lab import check
    >>> check.answers([[3, 5], [2, 9]], {(0,): 3, (1,): 2, (): 3})
    ✓ the values of the nodes: right
    """
    tree = tree if isinstance(tree, Tree) else Tree(tree)
    if not isinstance(given, Mapping):
        raise TypeError(texts.ANSWERS_ARE_A_DICT.format(given=repr(given)[:80]))
    paths, misplaced = readable_paths(tree, given)
    wanted = [*paths] if asked is None else [*dict.fromkeys(map(tuple, asked))]
    filled = {path: plain(given[path]) for path in paths if given[path] is not None}
    written = WrittenValues(tree, filled)
    missing = [path for path in wanted if path not in filled]
    findings = [*misplaced, *map(written.finding, written.wrong_in_order())]
    if missing or not wanted:
        names = ", ".join(map(repr, missing))
        what = texts.NO_VALUE_YET_FOR.format(paths=names) if missing else texts.NO_VALUES_YET
        findings.append(Finding.of("unanswered", texts.UNANSWERED.filled(what=what), tree))
    right = sum(path in filled and (path not in written.wrong or written.follows(path)) for path in wanted)
    score = right / (len(wanted) + len(misplaced)) if wanted else 0.0
    return Report("the values of the nodes", findings, score)


class WrittenValues:
    """The values that a student has written at the nodes of a tree."""

    def __init__(self, tree: Tree, filled: Mapping[Path, Value]):
        self.tree, self.filled = tree, filled
        self.solution = Solution(tree)
        self.wrong = [path for path in filled if not equal(filled[path], self.solution.values[path])]

    def wrong_in_order(self) -> list[Path]:
        """From the bottom up, where the work begins; what only follows from a mistake below comes last."""
        return sorted(self.wrong, key=lambda path: (self.follows(path), -len(path)))

    def finding(self, path: Path) -> Finding:
        """What is wrong with the value at a node."""
        (code, text), node = self._mistake(path), self.tree.at(path)
        player, opponent = (f"{each.symbol} {each}" for each in (node.active_player, node.active_player.opponent))
        what = text.message.format(answer=shown_value(self.filled[path]), player=player, opponent=opponent)
        message = texts.AT_NODE.format(place=self.solution.name(path), what=what)
        return Finding(code, text.title, message, node, hints=text.hints)

    def _below(self, path: Path) -> list[Value]:
        """The values of the children as the student has them; where nothing is written, the right ones."""
        children = ((*path, move) for move in self.tree.at(path).children)
        return [self.filled.get(child, self.solution.values[child]) for child in children]

    def follows(self, path: Path) -> bool:
        """Whether a value is right for what was written below it."""
        return self._is_what(_best, path)

    def _fits(self, code: str, path: Path) -> bool:
        """Whether a value is what one would write by a habit."""
        return self._is_what(HABITS[code], path)

    def _is_what(self, rule: Callable[[Tree, list[Value]], Value], path: Path) -> bool:
        node = self.tree.at(path)
        if node.is_leaf:
            return False
        try:
            return equal(self.filled[path], rule(node, self._below(path)))
        except TypeError:  # values that cannot be compared
            return False

    def _mistake(self, path: Path) -> tuple[str, Text]:
        """Its code, and what is said of it."""
        if self.follows(path):
            return "carried-over", texts.CARRIED_OVER
        if not_a_number(self.filled[path]):
            return "not-a-number", texts.NOT_A_NUMBER
        if self.tree.at(path).is_leaf:
            return "wrong-value", texts.LEAF_IS_GIVEN
        if fitting := [code for code in HABITS if self._fits(code, path)]:
            code = max(fitting, key=self._plausibility)
            return code, texts.VALUES[code]
        is_child = any(equal(self.filled[path], value) for value in self._below(path))
        return "wrong-value", texts.OVERLOOKED if is_child else texts.NO_CHILD_S_VALUE

    def _plausibility(self, code: str) -> tuple[bool, int]:
        """A habit that explains all that was written comes first; then one that explains more of the mistakes.

        By luck, a habit also leads to some values that are right.
        """
        written = [path for path in self.filled if not self.tree.at(path).is_leaf]
        return all(self._fits(code, path) for path in written), sum(self._fits(code, path) for path in self.wrong)


def _best(node: Tree, values: list[Value], worst: bool = False) -> Value:
    return max(values) if (node.active_player is MAX) is not worst else min(values)
