"""Checks the values of a tree's nodes, worked out by hand.

A message says which rule was broken where, never what the right answer is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from minimax_lab.check.by_hand.solution import Solution
from minimax_lab.check.report import Finding, Report, shown_value
from minimax_lab.game import MAX, Value
from minimax_lab.games import Tree
from minimax_lab.games.trees import Path
from minimax_lab.values import opposite

RULE = "▲ MAX takes the largest of the values below, ▼ MIN the smallest."


@dataclass(frozen=True)
class Thought:
    """A way to go wrong at a node: what one would then write, from the values of its children."""

    title: str
    message: str
    hints: tuple[str, ...]
    predict: Callable[[Tree, list[Value]], Value]


THOUGHTS = {
    "roles-swapped": Thought(
        "The other player's choice",
        "{player} is to move there. You wrote {answer}, which is what {opponent} would take.",
        ("Who is to move at this node? Look at its sign, ▲ or ▼.", "▲ wants as much as it can get, ▼ as little.", RULE),
        lambda node, below: _best(node, below, worst=True),
    ),
    "skips-a-level": Thought(
        "A level left out",
        "You wrote {answer}, the best of all the leaves below it; but in between the other player has a choice.",
        (
            "Who moves between this node and the leaves?",
            "Work from the bottom up, one level at a time.",
            "Only the values of the node's own children count, and each of them is chosen by the other player.",
        ),
        lambda node, below: _best(node, node.leaves()) if node.height > 1 else None,
    ),
    "no-running-best": Thought(
        "Just the last value",
        "You wrote {answer}, the value of its last child. {player} chooses among all of them.",
        ("How many children does this node have?", "Compare all of them before you write a value down.", RULE),
        lambda node, below: below[-1],
    ),
    "flips-utility": Thought(
        "The sign turned round",
        "You wrote {answer}: the right size, but with the wrong sign. "
        "Every value is what the game is worth to MAX, also where MIN moves.",
        ("Whose gain do the numbers count?", "A value keeps its sign on its way up.", RULE),
        lambda node, below: opposite(_best(node, below)),
    ),
}
OVERLOOKED = (
    "A better one overlooked",
    "You wrote {answer}. Among its children there is one that {player} likes better.",
    ("Compare the value with those of all the children.", "Is there a larger one at a ▲, a smaller one at a ▼?", RULE),
)
UNKNOWN = (
    "Not a child's value",
    "You wrote {answer}, but none of its children has that value, and {player} can only choose one of them.",
    ("Where does this value come from?", "A node takes over the value of one of its children.", RULE),
)
CARRIED = (
    "A slip from further down",
    "You wrote {answer}, and that follows from what you wrote below it. Mend that first.",
    (),
)


def answers(tree: Tree | Any, given: Mapping[Path, Value], asked: Iterable[Path] | None = None) -> Report:
    """Check what the nodes are worth: `given` has the value of each node by its path, `()` being the root.

    The score is the share of right values among those given, or among those `asked` for.
    """
    tree = tree if isinstance(tree, Tree) else Tree(tree)
    if not isinstance(given, Mapping):
        raise TypeError(f"the answers are a dict from paths to values, such as {{(): 3}}, not {given!r:.80}")
    paths, misplaced = readable(tree, given)
    wanted = [*paths] if asked is None else [*dict.fromkeys(map(tuple, asked))]
    filled = {path: given[path] for path in paths if given[path] is not None}
    sheet = _Sheet(tree, filled)
    missing = [path for path in wanted if path not in filled]
    findings = [*misplaced, *sheet.findings()]
    if missing or not wanted:
        findings.append(_unanswered(sheet.solution, missing))
    right = sum(path in filled and path not in sheet.wrong for path in wanted)
    score = right / (len(wanted) + len(misplaced)) if wanted else 0.0
    return Report("the values of the nodes", findings, score)


class _Sheet:
    """The values that a student has written at the nodes of a tree."""

    def __init__(self, tree: Tree, filled: Mapping[Path, Value]):
        self.tree, self.filled = tree, filled
        self.solution = Solution(tree)
        self.wrong = [path for path in filled if not _same(filled[path], self.solution.values[path])]

    def findings(self) -> list[Finding]:
        """From the bottom up, where the work begins; what only follows from a slip below comes last."""
        wrong = sorted(self.wrong, key=len, reverse=True)
        slips = [path for path in wrong if not self._follows(path)]
        return [self._slip(path) for path in slips] + [
            self._finding(path, "carried-over", CARRIED) for path in wrong if path not in slips
        ]

    def _below(self, path: Path) -> list[Value]:
        """The values of the children as the student has them; where nothing is written, the right ones."""
        children = ((*path, move) for move in self.tree.at(path).children)
        return [self.filled.get(child, self.solution.values[child]) for child in children]

    def _follows(self, path: Path) -> bool:
        node = self.tree.at(path)
        if node.is_leaf:
            return False
        try:
            return _same(self.filled[path], _best(node, self._below(path)))
        except TypeError:  # values that cannot be compared
            return False

    def _slip(self, path: Path) -> Finding:
        node, answer = self.tree.at(path), self.filled[path]
        if node.is_leaf:
            text = "A leaf's value is given", "You wrote {answer} at a leaf. A leaf is worth what stands there.", ()
            return self._finding(path, "wrong-value", text)
        fitting = [code for code in THOUGHTS if self._fits(code, path)]
        if fitting:
            thought = THOUGHTS[code := max(fitting, key=self._plausible)]
            return self._finding(path, code, (thought.title, thought.message, thought.hints))
        is_child = any(_same(answer, value) for value in self._below(path))
        return self._finding(path, "wrong-value", OVERLOOKED if is_child else UNKNOWN)

    def _plausible(self, code: str) -> tuple[bool, int]:
        """A habit explains all that was written, by luck also what is right; else what explains the most slips."""
        written = [path for path in self.filled if not self.tree.at(path).is_leaf]
        return all(self._fits(code, path) for path in written), sum(self._fits(code, path) for path in self.wrong)

    def _fits(self, code: str, path: Path) -> bool:
        node = self.tree.at(path)
        if node.is_leaf:
            return False
        try:
            return _same(self.filled[path], THOUGHTS[code].predict(node, self._below(path)))
        except TypeError:
            return False

    def _finding(self, path: Path, code: str, text: tuple[str, str, tuple[str, ...]]) -> Finding:
        title, message, hints = text
        node, answer = self.tree.at(path), self.filled[path]
        player = node.active_player
        words = message.format(
            answer=shown_value(answer),
            player=f"{player.symbol} {player}",
            opponent=f"{player.opponent.symbol} {player.opponent}",
        )
        place = self.solution.name(path)
        return Finding(code, title, f"At {place}: {words}", node, f"answers[{path!r}]", answer, hints=hints)


def _unanswered(solution: Solution, missing: list[Path]) -> Finding:
    names = ", ".join(map(repr, missing))
    message = f"There is no value yet for {names}." if missing else "No node has a value yet."
    hints = ("Begin at the bottom, where all the children are leaves.", RULE)
    return Finding("unanswered", "Not finished", message, solution.tree, hints=hints)


def readable(tree: Tree, paths: Iterable[Any]) -> tuple[list[Path], list[Finding]]:
    """The paths that lead somewhere, and what is to be said of the others."""
    readable, misplaced = [], []
    for given in paths:
        path = tuple(given) if isinstance(given, list) else given
        if not isinstance(path, tuple):
            message = f"{path!r:.80} is no path. A path is a tuple of moves; of a single one it needs a comma: (0,)."
            misplaced.append(Finding("not-a-path", "A path is a tuple", message, tree))
            continue
        try:
            tree.at(path)
        except ValueError as error:
            message = f"There is no node at {path!r:.80}: {error}"
            misplaced.append(Finding("no-such-node", "This path leads nowhere", message, tree))
        else:
            readable.append(path)
    return readable, misplaced


def _best(node: Tree, values: list[Value], worst: bool = False) -> Value:
    return max(values) if (node.active_player is MAX) is not worst else min(values)


def _same(one: Any, other: Any) -> bool:
    try:
        return bool(one == other)
    except Exception:  # what a student writes may be anything at all
        return False
