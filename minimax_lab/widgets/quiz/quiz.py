"""A quiz: which branches will alpha-beta never look at?"""

from __future__ import annotations

from typing import Any

import traitlets

from minimax_lab.check.by_hand.solution import WINDOW, Remark, Solution
from minimax_lab.games import Tree
from minimax_lab.games.trees import Path
from minimax_lab.trace.words import value_text
from minimax_lab.widgets.base import Widget, picture_html
from minimax_lab.widgets.bundle import script, style
from minimax_lab.widgets.quiz.answers import BadAnswer, read_answer
from minimax_lab.widgets.quiz.trees import quiz_tree
from minimax_lab.widgets.shared.tree_rows import check_numbers, numbered_paths, tree_rows
from minimax_lab.widgets.shared.words import count_of

POINTS = 3  # for a tree, one less for each wrong check and each hint, but never less than one


def _to_numbers(paths: set[Path], quiz: PruningQuiz) -> list[int]:
    return [number for number, path in enumerate(quiz.paths) if path in paths]


def _to_paths(numbers: list[int], quiz: PruningQuiz) -> set[Path]:
    return {quiz.paths[number] for number in numbers if 0 < number < len(quiz.paths)}


class PruningQuiz(Widget):
    """A tree on which to mark what alpha-beta, from left to right, will never look at.

    `tree`: a tree of your own, as a Tree or as nested lists.
    `seed`: without a tree, the number of a random one; the same seed shows the same tree to a whole class.
    `depth`, `branching`, `cutoffs`, `deep_cutoff`, `tie`: what the random tree is like, see `quiz_tree`.
    `ask_windows`: whether to ask for α, β and the value at each node as well.

    `marked` (a set of paths), `attempts`, `score` and `correct` (None until checked) can be read and
    observed; `remarks` says what was right and wrong.
    """

    _esm = script("quiz/quiz.js")
    _css = style("shared/look.css", "shared/tree_board.css", "quiz/quiz.css")
    seed = traitlets.Int(None, allow_none=True, read_only=True).tag(sync=True)
    marked = traitlets.Set().tag(sync=True, to_json=_to_numbers, from_json=_to_paths)
    ask_windows = traitlets.Bool(False).tag(sync=True)
    attempts = traitlets.Int(0).tag(sync=True)
    score = traitlets.Int(0).tag(sync=True)
    correct = traitlets.Bool(None, allow_none=True).tag(sync=True)
    _rows = traitlets.List(traitlets.List()).tag(sync=True)
    _answers = traitlets.Dict().tag(sync=True)  # by a node's number: what stands in its three fields
    _feedback = traitlets.Dict().tag(sync=True)

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
    ):
        if tree is not None and seed is not None:
            raise TypeError("give a tree or a seed, not both")
        self._request: dict[str, Any] = {
            "depth": depth, "branching": branching, "cutoffs": cutoffs, "deep_cutoff": deep_cutoff, "tie": tie
        }  # fmt: skip
        self.remarks: list[Remark] = []
        self._serial = 0
        self.paths: list[Path] = []
        super().__init__(ask_windows=ask_windows)
        if tree is None:
            self._show(quiz_tree(seed or 0, **self._request), seed or 0)
        else:
            self._show(tree if isinstance(tree, Tree) else Tree(tree), None)
        self.on_msg(self._receive)

    @property
    def tree(self) -> Tree:
        return self._solution.tree

    def _show(self, tree: Tree, seed: int | None) -> None:
        check_numbers(tree)
        self.paths = numbered_paths(tree)
        self._solution = Solution(tree)
        self._solved, self._mistakes = False, 0
        with self.hold_sync():  # the browser gets the new tree and the end of the old marks in one message
            self.set_trait("seed", seed)
            self._rows = tree_rows(tree)
            self.reset()

    # What the buttons do

    def reset(self) -> None:
        """Take all marks and answers away."""
        self.marked, self._answers, self.correct, self.remarks, self._hints = set(), {}, None, [], 0
        self._say("")

    def check(self) -> list[Remark]:
        """Check what is marked (and filled in), count the attempt, and explain each mistake."""
        self.remarks = self._solution.remarks_on(self.marked)
        if self.ask_windows:
            self.remarks += self._remarks_on_answers()
        mistakes = [remark for remark in self.remarks if remark.is_mistake]
        self.attempts += 1
        if mistakes:
            self._mistakes += 1
        won = max(1, POINTS - self._mistakes) if not mistakes and not self._solved else 0
        self._solved |= not mistakes
        self.score += won
        self.correct = not mistakes
        self._say(self._summary(len(mistakes), won))
        return self.remarks

    def hint(self) -> str:
        """The next hint; the last one names one branch."""
        hints = self._solution.hints(self.marked)
        if self._hints < len(hints):
            self._mistakes += 1
        self._hints = min(self._hints + 1, len(hints))  # there are fewer once all that is marked is right
        self._say(f"Hint {self._hints} of {len(hints)}: {hints[self._hints - 1]}", is_hint=True)
        return hints[self._hints - 1]

    def new_tree(self) -> None:
        """Go on to the tree of the next seed."""
        seed = 0 if self.seed is None else self.seed + 1
        self._show(quiz_tree(seed, **self._request), seed)

    # Between the browser and here

    def _receive(self, _: Any, message: Any, __: Any) -> None:
        act = {"check": self.check, "hint": self.hint, "reset": self.reset, "new": self.new_tree}.get(message.get("do"))
        if act is None:
            return
        # The marks come along: a change of a trait may still be on its way.
        if message.get("seed") == self.seed and message.get("do") in ("check", "hint"):
            self.marked = _to_paths(message.get("marked", []), self)
            self._answers = message.get("answers", {})
        try:
            act()
        except ValueError as error:
            self._say(str(error))

    def _remarks_on_answers(self) -> list[Remark]:
        answers, unreadable = {}, []
        for number, path in enumerate(self.paths):
            if self.tree.at(path).is_leaf or any(path[: len(cut)] == cut for cut in self.marked):
                continue
            try:
                alpha, beta, value = map(read_answer, self._answers.get(str(number), ("", "", "")))
                answers[path] = alpha, beta, value
            except BadAnswer as error:
                unreadable.append(Remark(path, WINDOW, f"{self._solution.name(path)}: {error}"))
        # A node that is never looked at but was not marked already has a remark; its window is not asked for.
        answers = {path: given for path, given in answers.items() if path in self._solution.trace or any(given)}
        return unreadable + self._solution.remarks_on_windows(answers)

    def _summary(self, mistakes: int, won: int) -> str:
        if mistakes:
            return f"Not yet: {count_of(mistakes, 'mistake', 'mistakes')}."
        points = f"{count_of(won, 'point', 'points')}. " if won else ""
        return f"All right! {points}The root is worth {value_text(self._solution.trace.value)}."

    def _say(self, summary: str, is_hint: bool = False) -> None:
        number = {path: number for number, path in enumerate(self.paths)}
        self._serial += 1  # so that the browser notices, even if the words are the same
        self._feedback = {
            "serial": self._serial,
            "summary": summary,
            "hint": is_hint,
            "remarks": [
                {
                    "node": number[remark.path],
                    "kind": remark.kind,
                    "text": remark.text,
                    "about": [number[path] for path in remark.about],
                }
                for remark in self.remarks
            ],
        }

    # Where widgets do not run

    def __repr__(self) -> str:
        leaves, cuts = len(self.tree.leaves()), len(self._solution.trace.cutoffs)
        which = "a tree of your own" if self.seed is None else f"seed={self.seed}"
        return f"PruningQuiz({which}: {count_of(leaves, 'leaf', 'leaves')}, {count_of(cuts, 'cut-off', 'cut-offs')})"

    def _still(self) -> str:
        """The tree, without the answer."""
        return picture_html(self.tree)
