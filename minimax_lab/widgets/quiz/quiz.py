"""A quiz: which branches will alpha-beta never look at?"""

from __future__ import annotations

from typing import Any

import traitlets

from minimax_lab.check.by_hand.solution import TOO_MUCH, WINDOW, Remark
from minimax_lab.games.trees import Path
from minimax_lab.trace.words import value_text
from minimax_lab.widgets.bundle import script, style
from minimax_lab.widgets.quiz.answers import BadAnswer, read_answer
from minimax_lab.widgets.quiz.tree_quiz import Judgement, Mistake, TreeQuiz
from minimax_lab.widgets.shared.words import count_of


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

    `marked` (a set of paths), `attempts`, `score` and `correct` (None until checked) can be read and
    observed; `remarks` has what was explained so far. A cut-off that you find before it is explained is worth a point.

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
    ):
        request = {
            "depth": depth, "branching": branching, "cutoffs": cutoffs, "deep_cutoff": deep_cutoff, "tie": tie
        }  # fmt: skip
        super().__init__(tree, seed, request, ask_windows=ask_windows)

    def _clear(self) -> None:
        super()._clear()
        self.marked = set()

    def _take(self, message: Any) -> None:
        super()._take(message)
        self.marked = _to_paths(message.get("marked", []), self)

    # Judging. A cut-off is one thing to find, however many branches it takes away.

    def _judge(self) -> Judgement:
        remarks = self._solution.remarks_on(self.marked)
        cuts = [step.path for step in self._solution.trace.cutoffs if step.pruned]
        mistakes, seen = [], set()
        for remark in remarks:
            key = ("marked", remark.path) if remark.kind == TOO_MUCH else ("cut", remark.path[:-1])
            if remark.is_mistake and key not in seen:
                mistakes.append(Mistake(key, remark))
                seen.add(key)
        missing = sum(("cut", path) in seen for path in cuts)
        counted = [_count(len(cuts) - missing, missing)]
        if extra := sum(kind == "marked" for kind, _ in seen):
            counted.append(f"{count_of(extra, 'mark', 'marks')} too many.")
        if self.ask_windows and (wrong := self._remarks_on_answers()):
            mistakes += [Mistake((WINDOW, remark.path), remark) for remark in wrong]
            counted.append(f"α, β or the value is not right at {count_of(len(wrong), 'node', 'nodes')}.")
        if not mistakes:
            counted = [f"The root is worth {value_text(self._solution.trace.value)}."]
        parts = [("cut", path) for path in cuts] or [("no cut-off", ())]
        return Judgement(" ".join(counted), mistakes, remarks, parts)

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

    def _hints(self, mistake: Mistake | None) -> tuple[list[str], list[str]]:
        where_to_look, how_many, *own = self._solution.hints(self.marked)
        if mistake is not None and mistake.remark.kind == WINDOW:
            own = [f"Look at {self._solution.name(mistake.remark.path)}: what does its parent pass down to it?"]
        # a check has told already how many cut-offs there are
        return [where_to_look] if self.attempts else [where_to_look, how_many], own

    def __repr__(self) -> str:
        leaves, cuts = len(self.tree.leaves()), len(self._solution.trace.cutoffs)
        counts = f"{count_of(leaves, 'leaf', 'leaves')}, {count_of(cuts, 'cut-off', 'cut-offs')}"
        return f"PruningQuiz({self._which()}{counts})"


def _count(right: int, missing: int) -> str:
    if not missing:
        return f"{right} right, no cut-off is missing."
    return f"{count_of(right, 'cut-off', 'cut-offs')} right, {missing} more to find."
