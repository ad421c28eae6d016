"""A tree to edit: it is searched again at every change, and copied as text."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

import traitlets
from ipywidgets import widget_serialization

from minimax_lab.game import MAX, MIN, Player
from minimax_lab.games import Tree
from minimax_lab.games.trees import MalformedTree
from minimax_lab.picture.text import count_text
from minimax_lab.search import alphabeta, minimax
from minimax_lab.trace import trace
from minimax_lab.trace.words import value_text
from minimax_lab.widgets.base import Widget, picture_html
from minimax_lab.widgets.bundle import script, style
from minimax_lab.widgets.stepper.stepper import StepThrough, step_through
from minimax_lab.widgets.words import check_numbers, numbered_paths

SEARCHES: dict[str, Callable[..., Any]] = {"alphabeta": alphabeta, "minimax": minimax}
BEGINNING = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
MOST, DEEPEST = 400, 60  # nodes and levels that can be edited by hand and searched while you type


def to_draft(tree: Tree) -> Any:
    """The tree as the browser edits it: a leaf as text, a node as its children and the names of their moves."""
    drafts: dict[tuple, Any] = {}
    for path, node in reversed([*tree.walk()]):
        moves = node.get_legal_moves()
        names = None if moves == [*range(len(moves))] else [repr(move) for move in moves]
        children = [drafts[(*path, move)] for move in moves]
        drafts[path] = repr(node.value) if node.is_leaf else {"names": names, "children": children}
    return {"first": str(tree.active_player), "root": drafts[()]}


def from_draft(draft: Any) -> Tree:
    """The tree that was edited."""

    def nested(node: Any) -> Any:
        if isinstance(node, str):
            return ast.literal_eval(node)
        names, children = node["names"], [nested(child) for child in node["children"]]
        return children if names is None else dict(zip(map(ast.literal_eval, names), children, strict=True))

    return Tree(nested(draft["root"]), MIN if draft["first"] == "MIN" else MAX)


class TreeEditor(Widget):
    """A game tree to build by hand. It starts with `tree`, a Tree or nested lists.

    `tree`: the tree that is shown; can be read, observed and set.
    `search`: a search function of your own, such as your alpha-beta. The button "Step through" offers it, beside
    those of the library. Or "alphabeta" or "minimax": which of them searches the tree at every change.
    `value`: what the search returned.
    `text`: the tree as Python, ready to be pasted into a cell; setting it sets the tree.

    >>> TreeEditor([[3, 12], [2, 4]])
    TreeEditor(4 leaves, alphabeta 3)
    """

    _esm = script("editor/editor.js")
    _css = style("shared/look.css", "shared/tree.css", "shared/node_input.css", "editor/editor.css")
    tree = traitlets.Instance(Tree).tag(
        sync=True, to_json=lambda tree, _: to_draft(tree), from_json=lambda draft, _: from_draft(draft)
    )
    search = traitlets.Enum([*SEARCHES], "alphabeta").tag(sync=True)
    _result = traitlets.Dict().tag(sync=True)
    _answer = traitlets.Dict().tag(sync=True)
    _own = traitlets.Unicode().tag(sync=True)  # what the user's own search is called; "" if there is none
    _stepper = traitlets.Instance(StepThrough, allow_none=True).tag(sync=True, **widget_serialization)
    _puzzle = traitlets.Dict().tag(sync=True)  # of `BreakIt`; else empty

    def __init__(self, tree: Any = None, search: Callable[..., Any] | str | None = None):
        nested = BEGINNING if tree is None else tree
        chosen = {"search": search} if isinstance(search, str) else {}
        if not chosen and search is not None and not callable(search):
            raise TypeError(f"search is a search function of your own, or one of {', '.join(SEARCHES)}; got {search!r}")
        self._own_search = None if isinstance(search, str) else search
        own = "" if self._own_search is None else getattr(search, "__name__", type(search).__name__)
        super().__init__(tree=nested if isinstance(nested, Tree) else Tree(nested), _own=own, **chosen)
        self._run()
        self.observe(self._run, ["tree", "search"])
        self.on_msg(self._receive)

    @traitlets.validate("tree")
    def _of_numbers(self, proposal: Any) -> Tree:
        check_numbers(proposal.value)
        size, height = proposal.value.size, proposal.value.height
        if size > MOST or height > DEEPEST:
            raise MalformedTree((), f"at most {MOST} nodes in {DEEPEST} levels can be edited, not {size} in {height}")
        to_draft(from_draft(to_draft(proposal.value)))  # names of moves must survive the way to the browser and back
        return proposal.value

    @property
    def value(self) -> Any:
        """What the search returned."""
        return self.trace.value

    @property
    def text(self) -> str:
        return repr(self.tree)

    @text.setter
    def text(self, text: str) -> None:
        self.tree = from_text(text)

    def _run(self, _: Any = None) -> None:
        self.trace = trace(SEARCHES[self.search], self.tree, lines=False)
        if self._stepper is not None and self._stepper.traces[0].root.state != self.tree:
            self._stepper = None  # it is about another tree
        self._result = {
            "of": to_draft(self.tree),
            "nodes": [*map(self._node, numbered_paths(self.tree))],
            "python": self.text,
            **self._verdict(),
        }

    def _verdict(self) -> dict[str, Any]:
        """What is said of the tree as a whole, in one line."""
        leaves, cuts = sum(not node.searched for node in self.trace.nodes), len(self.trace.cutoffs)
        told = f"The root is worth {value_text(self.value)}. {count_text(leaves, 'leaf', 'leaves')} looked at"
        counted = f", {count_text(cuts, 'cut-off', 'cut-offs')}" if self.trace.search == "alphabeta" else ""
        return {"summary": f"{told}{counted}."}

    def _node(self, path: tuple) -> dict[str, Any]:
        """What the search has to say of a node."""
        if path not in self.trace:
            return {"label": "", "pruned": True, "cut": path in self.trace.pruned, "best": False}
        node = self.trace.at(path)
        label = "" if not node.searched else f"{node.bound} {value_text(node.value)}".strip()
        return {"label": label, "pruned": False, "cut": False, "best": self.trace.line[: len(path)] == path}

    def step_through(self, search: str = "") -> StepThrough:
        """Open a step-through of the tree below it, by "alphabeta", "minimax" or else by your own search.

        Your own search is shown with its code. The library's has parameters that this tree does not need.
        """
        if self._own_search and search not in SEARCHES:
            shown = step_through(self._own_search, self.tree)
        else:
            shown = step_through(trace(SEARCHES[search or self.search], self.tree).without_code())
        self._stepper = shown
        return shown

    def _receive(self, _: Any, message: Any, __: Any) -> None:
        """A text was pasted and becomes the tree, or a step-through is asked for. If not, the browser is told why."""
        problem = ""
        if message.get("do") == "paste":
            try:
                self.text = message.get("text", "")
            except (BadText, MalformedTree) as error:
                problem = f"This is not a tree of numbers: {error}."
        elif message.get("do") == "step":
            self.tree = from_draft(message["tree"])  # the change of the trait may still be on its way
            try:
                self.step_through(message.get("search", ""))
            except Exception as error:  # of the user's own function
                problem = f"This search cannot be shown. {type(error).__name__}: {error}"
        else:
            return
        self._answer = {"serial": message.get("serial"), "problem": problem, "tree": to_draft(self.tree)}

    # Where widgets do not run

    def __repr__(self) -> str:
        leaves = len(self.tree.leaves())
        return f"TreeEditor({count_text(leaves, 'leaf', 'leaves')}, {self.search} {value_text(self.value)})"

    def _text(self) -> str:
        return f"{self!r}\n{self.text}"

    def _still(self) -> str:
        """What the search did."""
        return picture_html(self.trace)


# A tree of numbers read from Python text, such as `tree([[3, 12], [8]])`


LONGEST_TEXT = 20_000  # characters


class BadText(ValueError):
    """A text that is not a tree: what is wrong with it, and where."""


def from_text(text: str) -> Tree:
    """The tree that `text` stands for: a call of `tree`, or nested lists. The text is read, never run.

    Raises `BadText`, which says what is wrong, if it is not a tree of numbers.
    """
    text = text.strip()
    if not text:
        raise BadText("there is nothing here; a tree is written like tree([[3, 12], [8]])")
    if len(text) > LONGEST_TEXT:
        raise BadText(f"{len(text)} characters are too many; at most {LONGEST_TEXT} are read")
    try:
        nested, player = _arguments(ast.parse(text, mode="eval").body)
        tree = Tree(ast.literal_eval(nested), player)
        check_numbers(tree)
    except SyntaxError as error:
        line = f"line {error.lineno}, " if "\n" in text else ""
        place = f"{line}character {error.offset}: " if error.lineno else ""
        raise BadText(f"{place}{error.msg}") from None
    except MalformedTree as error:
        raise BadText(str(error)) from None
    except BadText:
        raise
    except (MemoryError, RecursionError):
        raise BadText("the brackets are nested too deeply") from None
    except (ValueError, TypeError):
        raise BadText("a tree is made of [ ], { } and numbers, like tree([[3, 12], [8]])") from None
    return tree


def _arguments(expression: ast.expr) -> tuple[ast.expr, Player]:
    """What `tree(nested, player=MIN)` is called with; without a call, the text is the nested lists themselves."""
    if not isinstance(expression, ast.Call):
        return expression, MAX
    given = [*expression.args, *(word.value for word in expression.keywords if word.arg in ("player", "nested"))]
    name = expression.func.id if isinstance(expression.func, ast.Name) else ""
    count = len(expression.args) + len(expression.keywords)
    if name not in ("tree", "Tree") or count not in (1, 2) or len(given) < count:
        place = f"character {expression.col_offset + 1}"
        raise BadText(f"{place}: a tree is written tree([…]) or tree([…], player=MIN); nothing else is read")
    player = ast.unparse(given[1]) if count == 2 else "MAX"
    if player not in ("MAX", "MIN"):
        raise BadText(f"character {given[1].col_offset + 1}: the player is MAX or MIN")
    return given[0], Player[player]
