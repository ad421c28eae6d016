"""A quiz: what is every node worth? Minimax by hand."""

from __future__ import annotations

from typing import Any

from minimax_lab.check.by_hand.solution import RIGHT, Remark
from minimax_lab.check.by_hand.values import WrittenValues
from minimax_lab.check.texts.by_hand import RULE
from minimax_lab.game import MAX, Value
from minimax_lab.games.trees import Path
from minimax_lab.trace.words import value_text
from minimax_lab.widgets.bundle import script, style
from minimax_lab.widgets.quiz.answers import BadAnswer, read_answer
from minimax_lab.widgets.quiz.tree_quiz import Judgement, Mistake, TreeQuiz
from minimax_lab.widgets.shared.words import count_of

WRONG, EMPTY = "wrong value", "no value yet"
BOTTOM_UP = "Begin at the bottom, at a node whose children are all leaves. Then go up, one level at a time."


class ValueQuiz(TreeQuiz):
    """A tree on which to fill in what every node is worth, by clicking it and typing: minimax by hand.

    `tree`: a tree of your own, as a Tree or as nested lists.
    `seed`: without a tree, the number of a random one; the same seed shows the same tree to a whole class.
    `depth`, `branching`: how many plies the random tree has, and how many branches each node.

    `answers` (values by path), `attempts`, `score` and `correct` (None until checked) can be read; `remarks` has what
    was explained so far. A node that you get right before it is explained is worth a point.

    >>> ValueQuiz([[3, 12], [2, 4]])
    ValueQuiz(4 leaves, 3 nodes to fill in)
    """

    _esm = script("quiz/values.js")
    _css = style("shared/look.css", "shared/tree.css", "shared/node_input.css", "quiz/quiz.css")

    def __init__(self, tree: Any = None, *, seed: int | None = None, depth: int = 3, branching: int = 2):
        super().__init__(tree, seed, {"depth": depth, "branching": branching})

    @property
    def answers(self) -> dict[Path, Value]:
        """The values that were filled in and can be read, by the paths of their nodes."""
        return {path: value for path, value in self._read().items() if isinstance(value, (int, float))}

    @answers.setter
    def answers(self, given: dict[Path, Value]) -> None:
        numbers = {path: number for number, path in enumerate(self.paths)}
        if unknown := [path for path in given if path not in numbers]:
            raise ValueError(f"there is no node at {unknown[0]!r}; a path is a tuple of moves, such as () or (0, 1)")
        self._answers = {str(numbers[path]): str(value) for path, value in given.items()}

    def _inner(self) -> list[Path]:
        """The nodes to fill in, in the order in which one can: children before their parents."""
        inner = [path for path in self.paths if not self.tree.at(path).is_leaf]
        return sorted(inner, key=len, reverse=True)

    def _read(self) -> dict[Path, Value | BadAnswer]:
        """What stands in the nodes, as far as there is anything."""
        read: dict[Path, Value | BadAnswer] = {}
        for number, path in enumerate(self.paths):
            try:
                value = read_answer(self._answers.get(str(number), ""))
            except BadAnswer as error:
                read[path] = error
            else:
                if value is not None and not self.tree.at(path).is_leaf:
                    read[path] = value
        return read

    def _judge(self) -> Judgement:
        read, inner = self._read(), self._inner()
        written = WrittenValues(self.tree, self.answers)
        unreadable = [path for path, value in read.items() if isinstance(value, BadAnswer)]
        empty = [path for path in inner if path not in read]
        mistakes = [Mistake(path, Remark(path, WRONG, f"{self._name(path)}: {read[path]}")) for path in unreadable]
        for path in written.wrong_in_order():
            told = written.finding(path)
            mistakes.append(Mistake(path, Remark(path, WRONG, f"{told.title}. {told.message}", self._below(path))))
        mistakes += [Mistake(path, self._next_to_fill(path)) for path in empty]
        wrong = len(mistakes) - len(empty)
        counts = [f"{len(inner) - len(mistakes)} right"]
        counts += [f"{wrong} wrong"] if wrong else []
        counts += [f"{len(empty)} still empty"] if empty else []
        summary = f"{', '.join(counts)}." if mistakes else f"The root is worth {value_text(self._solution.values[()])}."
        praise = [Remark((), RIGHT, self._why_root())] if inner else []
        return Judgement(summary, mistakes, praise, inner)

    def _below(self, path: Path) -> tuple[Path, ...]:
        return tuple((*path, move) for move in self.tree.at(path).children)

    def _next_to_fill(self, path: Path) -> Remark:
        values = [value_text(self._solution.values[child]) for child in self._below(path)]
        player = self.tree.at(path).active_player
        takes = "largest" if player is MAX else "smallest"
        text = f"{self._name(path)} takes the {takes} of the values below it: {', '.join(values)}."
        return Remark(path, EMPTY, text, self._below(path))

    def _why_root(self) -> str:
        player, values = self.tree.active_player, self._solution.values
        best = value_text(values[()])
        return f"{player.symbol} {player} at the root gets {best}, and the other player cannot do better against it."

    def _name(self, path: Path) -> str:
        name = self._solution.name(path)
        return name[:1].upper() + name[1:]

    def _hints(self, mistake: Mistake | None) -> tuple[list[str], list[str]]:
        if mistake is None:
            return [], ["Every value is right: press Check."]
        path = mistake.remark.path
        asked = f"Look at {self._solution.name(path)}: which values are below it, and who chooses?"
        return [BOTTOM_UP, RULE], [asked, self._next_to_fill(path).text]

    def __repr__(self) -> str:
        leaves = count_of(len(self.tree.leaves()), "leaf", "leaves")
        return f"ValueQuiz({self._which()}{leaves}, {count_of(len(self._inner()), 'node', 'nodes')} to fill in)"
