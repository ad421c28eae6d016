"""What the quizzes about a tree have in common: it counts first, and explains one mistake at a time when asked."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import traitlets

from minimax_lab.check.by_hand.solution import Remark, Solution
from minimax_lab.games import Tree
from minimax_lab.games.trees import Path
from minimax_lab.widgets.base import Widget, picture_html
from minimax_lab.widgets.quiz.trees import quiz_tree
from minimax_lab.widgets.shared.tree_rows import check_numbers, numbered_paths, tree_rows
from minimax_lab.widgets.shared.words import count_of


@dataclass(frozen=True)
class Mistake:
    """One thing that is wrong or missing. Its `key` stays the same as long as it is not put right."""

    key: Hashable
    remark: Remark


@dataclass(frozen=True)
class Judgement:
    """What is right and what is not."""

    summary: str  # counts, and no more
    mistakes: Sequence[Mistake]  # in the order in which they are best explained
    praise: Sequence[Remark] = ()  # shown when nothing is wrong
    parts: Sequence[Hashable] = ()  # the keys of what there is to find: a point each, unless it was explained


class TreeQuiz(Widget):
    """A question about a tree. A subclass judges what was answered, and has hints."""

    seed = traitlets.Int(None, allow_none=True, read_only=True).tag(sync=True)
    attempts = traitlets.Int(0).tag(sync=True)
    score = traitlets.Int(0).tag(sync=True)
    correct = traitlets.Bool(None, allow_none=True).tag(sync=True)
    _rows = traitlets.List(traitlets.List()).tag(sync=True)
    _answers = traitlets.Dict().tag(sync=True)  # by a node's number: what stands in its field or fields
    _feedback = traitlets.Dict().tag(sync=True)

    def __init__(self, tree: Any, seed: int | None, request: dict[str, Any], **traits: Any):
        if tree is not None and seed is not None:
            raise TypeError("give a tree or a seed, not both")
        self._request = request
        self.remarks: list[Remark] = []
        self.paths: list[Path] = []
        self._serial = 0
        super().__init__(**traits)
        if tree is None:
            self._show(quiz_tree(seed or 0, **request), seed or 0)
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
        self._solved, self._explained = False, set[Hashable]()
        self._hinted: dict[Hashable, int] = {}  # how many hints were given on each thing
        with self.hold_sync():  # the browser gets the new tree and the end of the old answers in one message
            self.set_trait("seed", seed)
            self._rows = tree_rows(tree)
            self.reset()

    # What a subclass says

    def _clear(self) -> None:
        """Take what was answered away."""
        self._answers = {}

    @abstractmethod
    def _judge(self) -> Judgement:
        """What of the answers is right, and what is not."""

    @abstractmethod
    def _hints(self, mistake: Mistake | None) -> tuple[list[str], list[str]]:
        """Hints on the whole, and then on one mistake. The last of the second names it."""

    def _take(self, message: Any) -> None:
        """Take over the answers that come with a message: a change of a trait may still be on its way."""
        self._answers = message.get("answers", {})

    # What the buttons do

    def reset(self) -> None:
        """Take all answers away."""
        self._clear()
        self.correct, self.remarks = None, []
        self._say("")

    def check(self) -> str:
        """Count what is right and what is not. Nothing is explained until you ask for it."""
        judged = self._judge()
        self.attempts += 1
        self.correct = not judged.mistakes
        self.remarks = [] if judged.mistakes else [*judged.praise]
        said = judged.summary
        if not judged.mistakes and not self._solved:
            won = sum(part not in self._explained for part in judged.parts)
            self._solved = True
            self.score += won
            said = f"All right! {count_of(won, 'point', 'points')}. {said}"
        elif not judged.mistakes:
            said = f"All right! {said}"
        self._say(said)
        return said

    def explain(self) -> str:
        """Explain one mistake. What is explained gives no point any more."""
        open_ = [each for each in self._judge().mistakes if each.remark not in self.remarks]
        if not open_:
            said = "There is nothing to explain: press Check."
            self._say(said)
            return said
        self._explained.add(open_[0].key)
        self.remarks.append(open_[0].remark)
        self._say(self._feedback["summary"])
        return open_[0].remark.text

    def hint(self) -> str:
        """The next hint: first on the whole, then on the first mistake. The last one names it, and costs its point."""
        mistakes = self._judge().mistakes
        first = mistakes[0] if mistakes else None
        general, own = self._hints(first)
        for key, hints in ((None, general), (first and first.key, own)):
            given = self._hinted.get(key, 0)
            if given < len(hints) or hints is own:
                self._hinted[key] = min(given + 1, len(hints))
                said = hints[self._hinted[key] - 1]
                if first and hints is own and self._hinted[key] == len(hints):
                    self._explained.add(first.key)
                break
        self._say(self._feedback["summary"], said)
        return said

    def new_tree(self) -> None:
        """Go on to the tree of the next seed."""
        seed = 0 if self.seed is None else self.seed + 1
        self._show(quiz_tree(seed, **self._request), seed)

    # Between the browser and here

    def _receive(self, _: Any, message: Any, __: Any) -> None:
        do = message.get("do")
        acts: dict[str, Callable[[], Any]] = {
            "check": self.check, "explain": self.explain, "hint": self.hint, "reset": self.reset, "new": self.new_tree
        }  # fmt: skip
        if do not in acts:
            return
        if message.get("seed") == self.seed and do in ("check", "explain", "hint"):
            self._take(message)
        try:
            acts[do]()
        except ValueError as error:
            self._say(str(error))

    def _say(self, summary: str, hint: str = "") -> None:
        number = {path: number for number, path in enumerate(self.paths)}
        self._serial += 1  # so that the browser notices, even if the words are the same
        self._feedback = {
            "serial": self._serial,
            "summary": summary,
            "hint": hint,
            "kind": {None: "idle", True: "right", False: "wrong"}[self.correct],
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

    def _which(self) -> str:
        return "" if self.seed is None else f"seed={self.seed}: "

    def _still(self) -> str:
        """The tree, without the answer."""
        return picture_html(self.tree)
