"""Judges what a student says alpha-beta never looks at, and explains each mistake.

Alpha-beta goes from left to right and cuts where α ≥ β: equal counts. What it did is read off its
trace. What would have changed the answer is found by trying: another value for a leaf.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from minimax_lab.game import MAX, Player, Value
from minimax_lab.games import Tree
from minimax_lab.games.trees import Path
from minimax_lab.search import alphabeta
from minimax_lab.trace import Evidence, Step, trace
from minimax_lab.trace.words import move_text, path_text, value_text

RIGHT, TOO_MUCH, TOO_LITTLE, WINDOW = "right", "too much", "too little", "window"
POLICY = "Equal counts: alpha-beta cuts where α ≥ β."


@dataclass(frozen=True, slots=True)
class Remark:
    """What is to be said of one branch or node: whether it is right, and why."""

    path: Path
    kind: str  # right, too much, too little; window: α, β or the value of a node
    text: str
    about: tuple[Path, ...] = ()  # the other nodes that the text speaks of
    leaf: Path | None = None  # too much: with another `value` here (or of this branch) the root is worth `root`
    value: Value = None
    root: Value = None

    @property
    def is_mistake(self) -> bool:
        return self.kind != RIGHT


def judge(tree: Tree, marked: Iterable[Path]) -> list[Remark]:
    """A remark on each branch that was cut or should have been, from the root down and from left to right."""
    return Solution(tree).judge(marked)


def judge_windows(tree: Tree, answers: Mapping[Path, tuple[Any, Any, Any]]) -> list[Remark]:
    """A remark on each α, β (as a node is entered) or value that is wrong; what was not answered is None."""
    return Solution(tree).judge_windows(answers)


class Solution:
    """What alpha-beta does with a tree, and why."""

    def __init__(self, tree: Tree):
        self.tree = tree
        self.trace = trace(alphabeta, tree, lines=False)
        self.cuts = {(*step.path, move): step for step in self.trace.cutoffs for move in step.pruned}

    # Branches

    def judge(self, marked: Iterable[Path]) -> list[Remark]:
        cut = self.cut_with(marked)
        remarks = []
        for path, _ in self.tree.walk():
            if path in self.cuts:
                remarks.append(self._rightly_cut(path) if path in cut else self._not_cut(path))
            elif path in cut and path in self.trace and (not path or path[:-1] not in cut):
                remarks.append(self._wrongly_cut(path))
        return remarks

    def cut_with(self, marked: Iterable[Path]) -> set[Path]:
        """The marked nodes, what is below them, and nodes of which every child is marked.

        (A node is looked at only by looking at its first child.)
        """
        below, cut = set(map(tuple, marked)), set[Path]()
        for path in below:
            self.tree.at(path)  # a clear error for a path that leads nowhere
        for path, _ in self.tree.walk():  # a parent comes before its children
            if path in below or (path[:-1] in cut and path):
                cut.add(path)
        for path, node in reversed([*self.tree.walk()]):
            if not node.is_leaf and all((*path, move) in cut for move in node.children):
                cut.add(path)
        return cut

    def _rightly_cut(self, path: Path) -> Remark:
        text, about = self._reason(path)
        return Remark(path, RIGHT, f"Right: never looked at. {text}", about)

    def _not_cut(self, path: Path) -> Remark:
        text, about = self._reason(path)
        return Remark(path, TOO_LITTLE, f"Cut too little: {self.name(path)} is never looked at. {text}", about)

    def _reason(self, path: Path) -> tuple[str, tuple[Path, ...]]:
        """How the window closed, and whose move closed it."""
        step = self.cuts[path]
        node = self.trace.at(step.path)
        assert node.window is not None
        alpha, beta = (step.value, node.window[1]) if node.player is MAX else (node.window[0], step.value)
        ends = f"α = {value_text(alpha)}, β = {value_text(beta)}"
        reached = "can already get" if node.player is MAX else "can already hold it to"
        window = (
            f"{_who(node.player)} {path_text(step.path)} {reached} {value_text(step.value)}, so the window is closed"
        )
        tie = f" {POLICY}" if alpha == beta else ""
        why, about = self._whose_move(step)
        return f"{window}: {ends}. {why}{tie}", about

    def _whose_move(self, step: Step) -> tuple[str, tuple[Path, ...]]:
        evidence = step.evidence
        if evidence is None or evidence.path is None:
            return "", (step.path,)
        rival = self.trace.at(step.path).player.opponent
        levels = len(step.path) - len(evidence.path)
        deep = f" (A deep cut-off: the reason lies {levels} levels up.)" if levels > 1 else ""
        text = (
            f"{_who(rival)} is sure of {value_text(evidence.value)} by playing {move_text(evidence.move)} "
            f"{_at(evidence.path)} and will not come here.{deep}"
        )
        return text, (step.path, evidence.path, (*evidence.path, evidence.move))

    def _wrongly_cut(self, path: Path) -> Remark:
        window = self.trace.at(path).window
        assert window is not None
        looked = f"Cut too much: {self.name(path)} is looked at."
        opened = f"α = {value_text(window[0])}, β = {value_text(window[1])}"
        change = self.change_within(path)
        if change is None:
            text = (
                f"{looked} Whatever stands here, the root stays {value_text(self.values[()])}; "
                f"but alpha-beta cannot know that yet: as it comes here, the window is still open, {opened}."
            )
            return Remark(path, TOO_MUCH, text)
        where, value, root = change
        what = "this branch" if where == path and not self.tree.at(path).is_leaf else self.name(where)
        instead = f" instead of {value_text(self.values[where])}"
        text = (
            f"{looked} The window is still open there, {opened}: were {what} worth {value_text(value)}{instead}, "
            f"the root would be worth {value_text(root)}, not {value_text(self.values[()])}."
        )
        return Remark(path, TOO_MUCH, text, (where,), where, value, root)

    # What would change the answer

    @cached_property
    def values(self) -> dict[Path, Value]:
        """The minimax value of every node, also of those that alpha-beta never looks at."""
        values: dict[Path, Value] = {}
        for path, node in reversed([*self.tree.walk()]):
            best = max if node.active_player is MAX else min
            values[path] = node.value if node.is_leaf else best(values[(*path, move)] for move in node.children)
        return values

    def change_within(self, branch: Path) -> tuple[Path, Value, Value] | None:
        """A leaf of the branch, a value for it, and what the root is worth then: another value than now.

        The least change is taken. If no single leaf has such a value, the branch as a whole may.
        """
        leaves = [path for path, node in self.tree.walk() if node.is_leaf and path[: len(branch)] == branch]
        for places in leaves, [branch]:
            changes = [(path, value, self.root_if(path, value)) for path in places for value in self._other_values()]
            changes = [change for change in changes if change[2] != self.values[()]]
            if changes:
                return min(changes, key=lambda change: _distance(self.values[change[0]], change[1]))
        return None

    def root_if(self, path: Path, value: Value) -> Value:
        """What the root would be worth if the node at `path` were worth `value`."""
        while path:
            path, move = path[:-1], path[-1]
            node = self.tree.at(path)
            best = max if node.active_player is MAX else min
            value = best([value, *(self.values[(*path, other)] for other in node.children if other != move)])
        return value

    def _other_values(self) -> list[Value]:
        """All that can make a difference: the values of the leaves, and numbers next to them."""
        leaves = self.tree.leaves()
        if all(isinstance(leaf, (int, float)) for leaf in leaves):
            leaves = sorted({number for leaf in leaves for number in (leaf, leaf - 1, leaf + 1)})
        return [leaf for i, leaf in enumerate(leaves) if leaf not in leaves[:i]]

    # Windows

    def judge_windows(self, answers: Mapping[Path, tuple[Any, Any, Any]]) -> list[Remark]:
        remarks = []
        for path, (alpha, beta, value) in answers.items():
            if path not in self.trace:
                remarks.append(
                    Remark(path, WINDOW, f"{self.name(path)} is never looked at: there is nothing to fill in.")
                )
                continue
            node = self.trace.at(path)
            assert node.window is not None
            texts = [self._bound(path, MAX, alpha), self._bound(path, MAX.opponent, beta), self._worth(path, value)]
            if any(texts):
                told = " ".join(text for text, _ in filter(None, texts))
                about = tuple(place for _, places in filter(None, texts) for place in places)
                remarks.append(Remark(path, WINDOW, f"{_capital(self.name(path))}: {told}", about))
        return remarks

    def _bound(self, path: Path, player: Player, answer: Any) -> tuple[str, tuple[Path, ...]] | None:
        """What is wrong with an α (which is MAX's) or a β (MIN's), and where the right one comes from."""
        window = self.trace.at(path).window
        assert window is not None
        letter, right = ("α", window[0]) if player is MAX else ("β", window[1])
        if answer is None:
            return f"{letter} is still empty.", ()
        if answer == right or float(answer) == float(right):  # ±∞ of an open window is not quite that of a float
            return None
        source = self._source(path, player, right)
        if source is None:
            told = f"no {player} node above has found anything yet"
        else:
            told = f"{player} is sure of that by playing {move_text(source.move)} {_at(source.path or ())}"
        about = () if source is None or source.path is None else (source.path, (*source.path, source.move))
        return (
            f"{letter} is not {value_text(answer)}: it is {value_text(right)} as the search comes here; {told}.",
            about,
        )

    def _source(self, path: Path, player: Player, bound: Value) -> Evidence | None:
        """The move above that set a bound."""
        for length in reversed(range(len(path))):
            above = self.trace.at(path[:length])
            if above.player is player:
                before = above.searched[: above.searched.index(path[length])]
                for move in before:
                    if self.trace.at((*above.path, move)).value == bound:
                        return Evidence(bound, above.path, move)
        return None

    def _worth(self, path: Path, answer: Any) -> tuple[str, tuple[Path, ...]] | None:
        node = self.trace.at(path)
        if answer is None:
            return "The value is still empty.", ()
        if answer == node.value:
            return None
        bound = {"": "", "≥": "at least ", "≤": "at most "}[node.bound]
        why = ", a bound, for the rest cannot matter" if bound else ""
        return f"The value is not {value_text(answer)}: it is {bound}{value_text(node.value)}{why}.", ()

    # Hints

    def hints(self, marked: Iterable[Path]) -> list[str]:
        """From a nudge to the name of one branch, never more."""
        mistakes = [remark for remark in self.judge(marked) if remark.is_mistake]
        first = (
            f"Go from left to right, and keep α and β at each node. {POLICY} "
            "What is left at that node is never looked at."
        )
        number = len(self.trace.cutoffs)
        nodes = "no node" if not number else "one node" if number == 1 else f"{number} nodes"
        second = f"Alpha-beta cuts off at {nodes} of this tree."
        if not mistakes:
            return [first, second, "What you have marked is right: press Check."]
        wrong = next((remark for remark in mistakes if remark.kind == TOO_LITTLE), mistakes[0])
        if wrong.kind == TOO_MUCH:
            return [
                first,
                second,
                "Something that you have marked is looked at.",
                f"Look at {self.name(wrong.path)} again.",
            ]
        parent = self.trace.at(wrong.path[:-1])
        third = (
            f"Look at {self.name(parent.path)}: the search comes there with α = {value_text(parent.window[0])} "  # type: ignore[index]
            f"and β = {value_text(parent.window[1])}. When does that window close?"  # type: ignore[index]
        )
        return [first, second, third, f"{_capital(self.name(wrong.path))} is never looked at."]

    # Words

    def name(self, path: Path) -> str:
        node = self.tree.at(path)
        if not path:
            return "the root"
        what = f"the leaf {value_text(node.value)}" if node.is_leaf else _who(node.active_player)
        return f"{what} ({path_text(path)})"


def _who(player: Player) -> str:
    return f"{player.symbol} {player}"


def _at(path: Path) -> str:
    return path_text(path) if path else "at the root"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _distance(old: Value, new: Value) -> float:
    numbers = isinstance(old, (int, float)) and isinstance(new, (int, float))
    return abs(old - new) if numbers else 0.0
