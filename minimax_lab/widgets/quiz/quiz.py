"""Quizzes on a tree: which branches will alpha-beta never look at, and what is every node worth?

The browser judges them (judge.js), by a key that is made here: they work in a notebook, on a page and on a slide.
A graded one is judged by nobody but the check of its exercise: `hand_in` takes over what was clicked.
"""

from __future__ import annotations

from typing import Any

import traitlets
from IPython import get_ipython

from minimax_lab.check.by_hand.solution import RIGHT, TOO_MUCH, Remark, Solution
from minimax_lab.check.texts import by_hand as texts
from minimax_lab.check.texts.text import Text
from minimax_lab.game import MAX
from minimax_lab.games import Tree
from minimax_lab.games.trees import Path
from minimax_lab.picture.text import count_text
from minimax_lab.trace.words import value_text
from minimax_lab.widgets.base import Widget, picture_html
from minimax_lab.widgets.bundle import script, style
from minimax_lab.widgets.quiz.trees import quiz_tree
from minimax_lab.widgets.words import check_numbers, numbered_paths, tree_rows

Key = dict[str, Any]
BOTTOM_UP = "Begin at the bottom, at a node whose children are all leaves. Then go up, one level at a time."
ANSWER = 0.123  # is replaced by what was typed
SLIPS = {  # what a wrong value shows; judge.js says which it is
    **texts.VALUES,
    "carried-over": texts.CARRIED_OVER,
    "overlooked": texts.OVERLOOKED,
    "no-child's-value": texts.NO_CHILD_S_VALUE,
}

# The keys: all that can be right or wrong, and what is said about it. A node is known by its number, and `{answer}`
# stands in a text for what was typed.


class _Writer:
    """Writes down remarks with the numbers of the nodes."""

    def __init__(self, solution: Solution):
        self.solution, self.paths = solution, numbered_paths(solution.tree)
        self.number = {path: number for number, path in enumerate(self.paths)}
        self.inner = [path for path in self.paths if not solution.tree.at(path).is_leaf]

    def remark(self, remark: Remark, hints: list[str] | None = None) -> Key:
        about = [self.number[path] for path in remark.about]
        written = {"node": self.number[remark.path], "kind": remark.kind, "text": remark.text, "about": about}
        return written | ({"hints": hints} if hints is not None else {})

    def name(self, path: Path) -> str:
        """A node's name, to begin a sentence with."""
        name = self.solution.name(path)
        return name[:1].upper() + name[1:]


def pruning_key(solution: Solution) -> Key:
    """For each node what is said if it is rightly cut, not cut, or cut although it is looked at; windows and hints."""
    writer = _Writer(solution)
    nodes: list[Key] = [{} for _ in writer.paths]
    for remark in solution.remarks_on(solution.cuts):
        nodes[writer.number[remark.path]]["right"] = writer.remark(remark)
    for remark in solution.remarks_on([]):
        nodes[writer.number[remark.path]]["missing"] = writer.remark(remark, _hints_on_missing(writer, remark.path))
    for path in (path for path in writer.paths if path in solution.trace):
        for remark in solution.remarks_on([path]):
            if remark.kind == TOO_MUCH and remark.path == path:
                hints = [texts.MARKED_TOO_MUCH, texts.LOOK_AGAIN.format(node=solution.name(path))]
                nodes[writer.number[path]]["extra"] = writer.remark(remark, hints)
    cuts = dict.fromkeys(f"cut {writer.number[path[:-1]]}" for path in writer.paths if path in solution.cuts)
    where_to_look, how_many, *_ = solution.hints([])
    return {
        "root": value_text(solution.values[()]),
        "parts": [*cuts] or ["no cut-off"],
        "nodes": nodes,
        "windows": {writer.number[path]: _window(writer, path) for path in writer.inner},
        "hints": {"general": [where_to_look, how_many], "done": texts.ALL_MARKED},
    }


def _hints_on_missing(writer: _Writer, path: Path) -> list[str]:
    window, name = writer.solution.trace.at(path[:-1]).window, writer.solution.name(path[:-1])
    alpha, beta = map(value_text, window or ())
    closes = texts.WHEN_DOES_IT_CLOSE.format(node=name, alpha=alpha, beta=beta)
    return [closes, texts.IS_NEVER_LOOKED_AT.format(node=writer.name(path))]


def _window(writer: _Writer, path: Path) -> Key:
    """What α, β and the value of a node are, and what is said of another answer or of none."""
    solution, told = writer.solution, {"name": writer.solution.name(path), "begin": f"{writer.name(path)}: "}
    if path not in solution.trace:
        (never,) = solution.remarks_on_windows({path: (None, None, None)})
        return told | {"never": never.text}
    node = solution.trace.at(path)
    right = [*(node.window or ()), node.value]
    fields = []
    for place in range(3):
        wrong, empty = (
            solution.remarks_on_windows({path: (*right[:place], answer, *right[place + 1 :])})[0]
            for answer in (ANSWER, None)
        )
        fields.append(
            {
                "right": str(float(right[place])),  # text, because JSON knows no infinity
                "wrong": wrong.text.replace(value_text(ANSWER), "{answer}", 1).removeprefix(told["begin"]),
                "empty": empty.text.removeprefix(told["begin"]),
                "about": [writer.number[other] for other in wrong.about],
            }
        )
    return told | {"fields": fields}


def value_key(solution: Solution) -> Key:
    """The value of each node, how it comes about, and what is said of each slip."""
    writer = _Writer(solution)
    inner = sorted(writer.inner, key=len, reverse=True)  # in the order in which one can fill them in
    player, root = solution.tree.active_player, value_text(solution.values[()])
    praise = f"{player.symbol} {player} at the root gets {root}, and the other player cannot do better against it."
    return {
        "root": root,
        "parts": [writer.number[path] for path in inner],
        "values": [solution.values[path] for path in writer.paths],
        "nodes": {writer.number[path]: _value(writer, path) for path in inner},
        "praise": [writer.remark(Remark((), RIGHT, praise))] if inner else [],
        "hints": {"general": [BOTTOM_UP, texts.RULE], "done": "Every value is right: press Check."},
    }


def _value(writer: _Writer, path: Path) -> Key:
    solution, node = writer.solution, writer.solution.tree.at(path)
    below = tuple((*path, move) for move in node.children)
    takes = "largest" if node.active_player is MAX else "smallest"
    values = ", ".join(value_text(solution.values[child]) for child in below)
    text = f"{writer.name(path)} takes the {takes} of the values below it: {values}."
    asked = f"Look at {solution.name(path)}: which values are below it, and who chooses?"
    return {
        "name": writer.name(path),
        "empty": writer.remark(Remark(path, "no value yet", text, below)),
        "hints": [asked, text],
        "slips": {code: _slip(solution, path, told) for code, told in SLIPS.items()},
    }


def _slip(solution: Solution, path: Path, text: Text) -> str:
    player = solution.tree.at(path).active_player
    players = {"player": f"{player.symbol} {player}", "opponent": f"{player.opponent.symbol} {player.opponent}"}
    what = text.message.format(answer="{answer}", **players)
    return f"{text.title}. {texts.AT_NODE.format(place=solution.name(path), what=what)}"


# The quizzes

HAND_IN = (
    "Run the cell below to hand this in. If the cell already holds an answer, its last line says how to hand in "
    "another one."
)
HANDED_IN = "This is handed in."
CHANGED = "Changed since you handed it in. The last line of the cell below says how to hand it in again."
AGAIN = "# To hand in another answer, put only this line into the cell and run it: {line}"


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
    _to_hand_in = traitlets.Unicode(HAND_IN).tag(sync=True)  # what is said of that, if it is graded
    _handed_in: Any = None

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
    def given(self) -> Any:
        """What was answered, as an exercise checks it."""
        raise NotImplementedError

    def hand_in(self, name: str) -> Any:
        """What was answered. The cell that asks for it becomes the answer, `name = …`: so it is handed in with the
        notebook, and is still there when nobody clicks, as in grading.
        """
        given, shell = self.given, get_ipython()
        if not given or not shell:
            return given
        lines = [line.partition("#")[0].strip() for line in shell.user_ns.get("In", [""])[-1].splitlines()]
        again = [AGAIN.format(line=line) for line in lines if ".hand_in(" in line]
        cell = "\n".join([f"{name} = {shown(given)}", *again[-1:]])
        print(f"This cell now has your answer. (If it does not, paste the answer into it.)\n{cell}")
        shell.set_next_input(cell, replace=True)
        self._handed_in, self._to_hand_in = given, HANDED_IN
        return given

    @traitlets.observe("marked", "_answers")
    def _changes(self, _: Any) -> None:
        if self._handed_in is not None:
            self._to_hand_in = HANDED_IN if self.given == self._handed_in else CHANGED

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

    def _make_key(self) -> Key:
        """By what the browser judges."""
        raise NotImplementedError

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
    marked = traitlets.Set().tag(
        sync=True,
        to_json=lambda paths, quiz: [number for number, path in enumerate(quiz.paths) if path in paths],
        from_json=lambda numbers, quiz: {quiz.paths[n] for n in numbers if 0 < n < len(quiz.paths)},
    )
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
        counts = f"{count_text(leaves, 'leaf', 'leaves')}, {count_text(cuts, 'cut-off', 'cut-offs')}"
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
        leaves = count_text(len(self.tree.leaves()), "leaf", "leaves")
        inner = sum(not self.tree.at(path).is_leaf for path in self.paths)
        return f"ValueQuiz({self._which()}{leaves}, {count_text(inner, 'node', 'nodes')} to fill in)"


def _number(text: str) -> int | str:
    try:
        return int(text.replace("−", "-"))
    except ValueError:
        return text
