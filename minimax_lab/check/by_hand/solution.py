"""What alpha-beta does with a tree, and remarks on what a student says it never looks at.

Alpha-beta goes from left to right and cuts where α ≥ β: equal counts. What it did is read off its
trace. What would have changed the answer is found by trying: another value for a leaf.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from minimax_lab.check.report import Finding
from minimax_lab.check.texts import by_hand as texts
from minimax_lab.game import MAX, Player, Value
from minimax_lab.games import Tree
from minimax_lab.games.trees import Path
from minimax_lab.search import alphabeta
from minimax_lab.trace import Step, trace
from minimax_lab.trace.words import move_text, path_text, value_text

RIGHT, TOO_MUCH, TOO_LITTLE, WINDOW = "right", "too much", "too little", "window"


@dataclass(frozen=True, slots=True)
class Remark:
    """What is said about one branch or node: whether it is right, and why."""

    path: Path
    kind: str  # right, too much, too little; window: α, β or the value of a node
    text: str
    about: tuple[Path, ...] = ()  # the other nodes that the text is about
    leaf: Path | None = None  # too much: with another `value` here (or of this branch) the root is worth `root`
    value: Value = None
    root: Value = None

    @property
    def is_mistake(self) -> bool:
        return self.kind != RIGHT


class Solution:
    """What alpha-beta does with a tree, and why."""

    def __init__(self, tree: Tree):
        self.tree = tree
        self.trace = trace(alphabeta, tree, lines=False)
        self.cuts = {(*step.path, move): step for step in self.trace.cutoffs for move in step.pruned}

    # Branches

    def remarks_on(self, marked: Iterable[Path]) -> list[Remark]:
        """A remark on each branch that was cut or should have been, from the root down and from left to right."""
        cut = self.cut_with(marked)
        remarks = []
        for path, _ in self.tree.walk():
            if path in self.cuts:
                why, about = self._reason(path)
                right, missing = texts.RIGHTLY_CUT.format(why=why), texts.NOT_CUT.format(node=self.name(path), why=why)
                kind, text = (RIGHT, right) if path in cut else (TOO_LITTLE, missing)
                remarks.append(Remark(path, kind, text, about))
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

    def _reason(self, path: Path) -> tuple[str, tuple[Path, ...]]:
        """How the window closed, and whose move closed it."""
        step, (alpha, beta) = self.cuts[path], self._window(self.cuts[path].path)
        player = self.trace.at(step.path).player
        alpha, beta = (step.value, beta) if player is MAX else (alpha, step.value)
        why, about = self._whose_move(step)
        reached = texts.CAN_GET if player is MAX else texts.CAN_HOLD_MAX_TO
        values = {"value": value_text(step.value), "alpha": value_text(alpha), "beta": value_text(beta)}
        where = path_text(step.path)
        text = texts.WINDOW_CLOSED.format(player=_who(player), where=where, reached=reached, why=why, **values)
        return f"{text} {texts.EQUAL_COUNTS}" if alpha == beta else text, about

    def _whose_move(self, step: Step) -> tuple[str, tuple[Path, ...]]:
        evidence = step.evidence
        if evidence is None or evidence.path is None:
            return "", (step.path,)
        player, value = _who(self.trace.at(step.path).player.opponent), value_text(evidence.value)
        move, where = move_text(evidence.move), _at(evidence.path)
        text = texts.WILL_NOT_COME.format(player=player, value=value, move=move, where=where)
        levels = len(step.path) - len(evidence.path)
        deep = f" {texts.DEEP_CUT.format(levels=levels)}" if levels > 1 else ""
        return text + deep, (step.path, evidence.path, (*evidence.path, evidence.move))

    def _wrongly_cut(self, path: Path) -> Remark:
        alpha, beta = self._window(path)
        gaps = {
            "looked": texts.LOOKED_AT.format(node=self.name(path)),
            "window": texts.WINDOW.format(alpha=value_text(alpha), beta=value_text(beta)),
            "root": value_text(self.values[()]),
        }
        change = self.change_within(path)
        if change is None:
            return Remark(path, TOO_MUCH, texts.ROOT_STAYS.format(**gaps))
        where, value, root = change
        gaps["what"] = texts.THIS_BRANCH if where == path and not self.tree.at(path).is_leaf else self.name(where)
        gaps |= {"value": value_text(value), "before": value_text(self.values[where]), "new_root": value_text(root)}
        return Remark(path, TOO_MUCH, texts.ROOT_WOULD_CHANGE.format(**gaps), (where,), where, value, root)

    def _window(self, path: Path) -> tuple[Value, Value]:
        """Alpha and beta as the search comes to a node."""
        window = self.trace.at(path).window
        assert window is not None
        return window

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
        for nodes in leaves, [branch]:
            changes = [(path, value, self.root_if(path, value)) for path in nodes for value in self._other_values()]
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

    def remarks_on_windows(self, answers: Mapping[Path, tuple[Any, Any, Any]]) -> list[Remark]:
        """A remark on each α, β (as a node is entered) or value that is wrong; what was not answered is None."""
        remarks = []
        for path, (alpha, beta, value) in answers.items():
            if path not in self.trace:
                remarks.append(Remark(path, WINDOW, texts.NEVER_LOOKED_AT.format(node=self.name(path))))
                continue
            looks = self._bound(path, MAX, alpha), self._bound(path, MAX.opponent, beta), self._worth(path, value)
            if mistakes := [*filter(None, looks)]:
                reason = " ".join(text for text, _ in mistakes)
                about = tuple(node for _, nodes in mistakes for node in nodes)
                remarks.append(Remark(path, WINDOW, f"{_capital(self.name(path))}: {reason}", about))
        return remarks

    def _bound(self, path: Path, player: Player, answer: Any) -> tuple[str, tuple[Path, ...]] | None:
        """What is wrong with an α (which is MAX's) or a β (MIN's), and where the right one comes from."""
        alpha, beta = self._window(path)
        letter, right = ("α", alpha) if player is MAX else ("β", beta)
        if answer is None:
            return texts.BOUND_EMPTY.format(letter=letter), ()
        if answer == right or float(answer) == float(right):  # ±∞ of an open window is not quite that of a float
            return None
        why, source = texts.NOTHING_FOUND_YET.format(player=player), self._source(path, player, right)
        if source:
            why = texts.SURE_BY_PLAYING.format(player=player, move=move_text(source[-1]), where=_at(source[:-1]))
        text = texts.WRONG_BOUND.format(letter=letter, answer=value_text(answer), right=value_text(right), why=why)
        return text, (source[:-1], source) if source else ()

    def _source(self, path: Path, player: Player, bound: Value) -> Path:
        """The path that ends with the move, somewhere above, that set a bound; () if there is none."""
        for length in reversed(range(len(path))):
            above = self.trace.at(path[:length])
            for move in above.searched[: above.searched.index(path[length])] if above.player is player else ():
                if self.trace.at((*above.path, move)).value == bound:
                    return (*above.path, move)
        return ()

    def _worth(self, path: Path, answer: Any) -> tuple[str, tuple[Path, ...]] | None:
        node = self.trace.at(path)
        if answer is None:
            return texts.VALUE_EMPTY, ()
        if answer == node.value:
            return None
        bound = texts.BOUNDS[node.bound]
        right, why = f"{bound}{value_text(node.value)}", texts.ONLY_A_BOUND if bound else ""
        return texts.WRONG_WORTH.format(answer=value_text(answer), right=right, why=why), ()

    # Hints

    def hints(self, marked: Iterable[Path]) -> list[str]:
        """From a nudge to the name of one branch, never more."""
        mistakes = [remark for remark in self.remarks_on(marked) if remark.is_mistake]
        number = len(self.trace.cutoffs)
        nodes = "no node" if not number else "one node" if number == 1 else f"{number} nodes"
        hints = [texts.GO_LEFT_TO_RIGHT, texts.CUTS_OFF_AT.format(nodes=nodes)]
        if not mistakes:
            return [*hints, texts.ALL_MARKED]
        wrong = mistakes[0]  # where the search meets the first one
        if wrong.kind == TOO_MUCH:
            return [*hints, texts.MARKED_TOO_MUCH, texts.LOOK_AGAIN.format(node=self.name(wrong.path))]
        parent = wrong.path[:-1]
        alpha, beta = map(value_text, self._window(parent))
        closes = texts.WHEN_DOES_IT_CLOSE.format(node=self.name(parent), alpha=alpha, beta=beta)
        return [*hints, closes, texts.IS_NEVER_LOOKED_AT.format(node=_capital(self.name(wrong.path)))]

    # Words

    def name(self, path: Path) -> str:
        node = self.tree.at(path)
        if not path:
            return texts.THE_ROOT
        what = texts.LEAF.format(value=value_text(node.value)) if node.is_leaf else _who(node.active_player)
        return f"{what} ({path_text(path)})"


def _who(player: Player) -> str:
    return f"{player.symbol} {player}"


def _at(path: Path) -> str:
    return path_text(path) if path else texts.PLAYED_AT_ROOT


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _distance(old: Value, new: Value) -> float:
    numbers = isinstance(old, (int, float)) and isinstance(new, (int, float))
    return abs(old - new) if numbers else 0.0


def readable_paths(tree: Tree, paths: Iterable[Any]) -> tuple[list[Path], list[Finding]]:
    """The paths that lead somewhere, and the findings on the others."""
    readable, misplaced = [], []
    for given in paths:
        path = tuple(given) if isinstance(given, list) else given
        if not isinstance(path, tuple):
            misplaced.append(Finding.of("not-a-path", texts.NOT_A_PATH.filled(path=repr(path)[:80]), tree))
            continue
        try:
            tree.at(path)
        except ValueError as error:
            text = texts.NO_SUCH_NODE.filled(path=repr(path)[:80], error=error)
            misplaced.append(Finding.of("no-such-node", text, tree))
        else:
            readable.append(path)
    return readable, misplaced
