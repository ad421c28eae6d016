"""Quizzes on a tree: which branches will alpha-beta never look at, and what is every node worth?

The browser judges them (judge.js), by a key that is made here: they work in a notebook, on a page and on a slide.
A graded one is judged by nobody but the check of its exercise: `hand_in` takes over what was clicked.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

import traitlets
from IPython import get_ipython

from minimax_lab.check.by_hand.solution import Solution
from minimax_lab.games import Tree
from minimax_lab.games.trees import Path
from minimax_lab.widgets.base import Widget, picture_html
from minimax_lab.widgets.bundle import script, style
from minimax_lab.widgets.quiz.key import Key, pruning_key, value_key
from minimax_lab.widgets.quiz.trees import quiz_tree
from minimax_lab.widgets.shared.tree_rows import check_numbers, numbered_paths, tree_rows
from minimax_lab.widgets.shared.words import count_of


class TreeQuiz(Widget):
    """A question about a tree. A subclass makes the key to it, and has what is answered by path as `given`."""

    graded = traitlets.Bool(False).tag(sync=True)  # then there is no key, and nothing to press but Reset
    task = traitlets.Unicode().tag(sync=True)  # what is asked, if not what such a quiz usually asks
    seed = traitlets.Int(None, allow_none=True, read_only=True).tag(sync=True)
    attempts = traitlets.Int(0).tag(sync=True)
    score = traitlets.Int(0).tag(sync=True)
    correct = traitlets.Bool(None, allow_none=True).tag(sync=True)
    _rows = traitlets.List(traitlets.List()).tag(sync=True)
    _key = traitlets.Dict().tag(sync=True)
    _answers = traitlets.Dict().tag(sync=True)  # by a node's number: what stands in its field or fields
    _feedback = traitlets.Dict().tag(sync=True)  # what the browser says
    _progress = traitlets.Dict().tag(sync=True)  # what was explained, so that it gives no point any more

    def __init__(
        self, tree: Any, seed: int | None, request: dict[str, Any], graded: bool = False, task: str = "", **traits: Any
    ):
        if tree is not None and seed is not None:
            raise TypeError("give a tree or a seed, not both")
        self._request = request
        self.graded, self.task = graded, task
        # Before the widget opens: the browser gets the tree with the very first message, and is never without one.
        if tree is None:
            self._show(quiz_tree(seed or 0, **request), seed or 0)
        else:
            self._show(tree if isinstance(tree, Tree) else Tree(tree), None)
        super().__init__(**traits)
        self.on_msg(self._receive)

    @property
    def tree(self) -> Tree:
        return self._solution.tree

    @property
    def remarks(self) -> list[str]:
        """What was explained so far."""
        return [remark["text"] for remark in self._feedback.get("remarks", [])]

    @property
    @abstractmethod
    def given(self) -> Any:
        """What was answered, as an exercise checks it."""

    def hand_in(self, name: str) -> Any:
        """What was answered. The cell that asks for it becomes the answer, `name = …`: so it is handed in with the
        notebook, and is still there when nobody clicks, as in grading.
        """
        given, shell = self.given, get_ipython()
        if given and shell:
            line = f"{name} = {shown(given)}"
            print(f"This cell now has your answer. (If it does not, paste the answer into it.)\n{line}")
            shell.set_next_input(line, replace=True)
        return given

    def new_tree(self) -> None:
        """Go on to the tree of the next seed."""
        seed = 0 if self.seed is None else self.seed + 1
        self._show(quiz_tree(seed, **self._request), seed)

    def _show(self, tree: Tree, seed: int | None) -> None:
        check_numbers(tree)
        self._solution, self.paths = Solution(tree), numbered_paths(tree)
        with self.hold_sync():  # the browser gets the new tree and the end of the old answers in one message
            self.set_trait("seed", seed)
            self._clear()
            self._rows, self._key = tree_rows(tree), {} if self.graded else self._make_key()

    def _clear(self) -> None:
        self.correct, self._answers, self._feedback, self._progress = None, {}, {}, {}

    @abstractmethod
    def _make_key(self) -> Key:
        """By what the browser judges."""

    def _receive(self, _: Any, message: Any, __: Any) -> None:
        if message.get("do") == "new":
            try:
                self.new_tree()
            except ValueError as error:
                self._feedback = {**self._feedback, "summary": str(error)}

    # Where widgets do not run

    def _which(self) -> str:
        return "" if self.seed is None else f"seed={self.seed}: "

    def _still(self) -> str:
        """The tree, without the answer."""
        return picture_html(self.tree)


def shown(given: set[Path] | dict[Path, Any]) -> str:
    """An answer as Python, always in the same order."""
    return f"{{{', '.join(map(repr, sorted(given)))}}}" if isinstance(given, set) else repr(given)


def _to_numbers(paths: set[Path], quiz: PruningQuiz) -> list[int]:
    return [number for number, path in enumerate(quiz.paths) if path in paths]


def _to_paths(numbers: list[int], quiz: PruningQuiz) -> set[Path]:
    return {quiz.paths[number] for number in numbers if 0 < number < len(quiz.paths)}


class PruningQuiz(TreeQuiz):
    """A tree on which to mark what alpha-beta, from left to right, will never look at.

    `tree`: a tree of your own, as a Tree or as nested lists.
    `seed`: without a tree, the number of a random one; the same seed shows the same tree to a whole class.
    `depth`, `branching`, `cutoffs`, `deep_cutoff`, `tie`: what the random tree is like, see `quiz_tree`.
    `ask_windows`: whether to ask for α, β and the value at each node as well.
    `graded`: whether a check judges it, and not the browser; see `hand_in`. Then `task` may ask for other marks.

    `marked` (a set of paths), `attempts`, `score` and `correct` (None until checked) can be read and
    observed; `remarks` has what was explained so far. When all is right, each cut-off that was not explained is worth
    a point.

    >>> PruningQuiz([[3, 12], [2, 4]])
    PruningQuiz(4 leaves, 1 cut-off)
    """

    _esm = script("quiz/quiz.js")
    _css = style("shared/look.css", "shared/tree.css", "quiz/quiz.css")
    marked = traitlets.Set().tag(sync=True, to_json=_to_numbers, from_json=_to_paths)
    ask_windows = traitlets.Bool(False).tag(sync=True)

    def __init__(
        self,
        tree: Any = None,
        *,
        seed: int | None = None,
        depth: int = 3,
        branching: int = 2,
        cutoffs: int | None = None,
        deep_cutoff: bool | None = None,
        tie: bool | None = None,
        ask_windows: bool = False,
        graded: bool = False,
        task: str = "",
    ):
        request = {
            "depth": depth, "branching": branching, "cutoffs": cutoffs, "deep_cutoff": deep_cutoff, "tie": tie
        }  # fmt: skip
        super().__init__(tree, seed, request, graded, task, ask_windows=ask_windows)

    @property
    def given(self) -> set[Path]:
        return self.marked

    def _clear(self) -> None:
        super()._clear()
        self.marked = set()

    def _make_key(self) -> Key:
        return pruning_key(self._solution)

    def __repr__(self) -> str:
        leaves, cuts = len(self.tree.leaves()), len(self._solution.trace.cutoffs)
        counts = f"{count_of(leaves, 'leaf', 'leaves')}, {count_of(cuts, 'cut-off', 'cut-offs')}"
        return f"PruningQuiz({self._which()}{counts})"


class ValueQuiz(TreeQuiz):
    """A tree on which to fill in what every node is worth, by clicking it and typing: minimax by hand.

    `tree`: a tree of your own, as a Tree or as nested lists.
    `seed`: without a tree, the number of a random one; the same seed shows the same tree to a whole class.
    `depth`, `branching`: how many plies the random tree has, and how many branches each node.
    `graded`: whether a check judges it, and not the browser; see `hand_in`. Then `task` may say more.
    `leaves`: whether new numbers for leaves are asked for, and not the values of the other nodes. For graded ones.

    `answers` (what was typed, by path), `attempts`, `score` and `correct` (None until checked) can be read; `remarks`
    has what was explained so far. When all is right, each node that was not explained is worth a point.

    >>> ValueQuiz([[3, 12], [2, 4]])
    ValueQuiz(4 leaves, 3 nodes to fill in)
    """

    _esm = script("quiz/values.js")
    _css = style("shared/look.css", "shared/tree.css", "shared/node_input.css", "quiz/quiz.css")

    leaves = traitlets.Bool(False).tag(sync=True)

    def __init__(
        self,
        tree: Any = None,
        *,
        seed: int | None = None,
        depth: int = 3,
        branching: int = 2,
        graded: bool = False,
        task: str = "",
        leaves: bool = False,
    ):
        super().__init__(tree, seed, {"depth": depth, "branching": branching}, graded, task, leaves=leaves)

    @property
    def answers(self) -> dict[Path, str]:
        """What was typed, by the paths of the nodes."""
        return {self.paths[int(number)]: text for number, text in self._answers.items() if text}

    @property
    def given(self) -> dict[Path, int | str]:
        """The numbers that were typed; what is no whole number stays as it was typed."""
        return {path: _number(text) for path, text in self.answers.items()}

    def _make_key(self) -> Key:
        return value_key(self._solution)

    def __repr__(self) -> str:
        leaves = count_of(len(self.tree.leaves()), "leaf", "leaves")
        inner = sum(not self.tree.at(path).is_leaf for path in self.paths)
        return f"ValueQuiz({self._which()}{leaves}, {count_of(inner, 'node', 'nodes')} to fill in)"


def _number(text: str) -> int | str:
    try:
        return int(text.replace("−", "-"))
    except ValueError:
        return text
