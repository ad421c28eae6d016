"""Break it: the code of a wrong search, and an editor in which to build the smallest tree on which it goes wrong.

The wrong programs come from the table of mistakes (`check/mistakes.py`). The fewest leaves that are enough are not
written down anywhere: all small trees are tried.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from html import escape
from itertools import product
from math import inf
from typing import Any, NamedTuple

import traitlets

from minimax_lab.check.mistakes import ROWS
from minimax_lab.check.right_programs import ALPHABETA
from minimax_lab.game import MAX, MIN, Value
from minimax_lab.games import Tree
from minimax_lab.limits import TimeUp, time_limit
from minimax_lab.search import alphabeta, minimax
from minimax_lab.trace.words import value_text
from minimax_lab.widgets.editor.editor import TreeEditor, to_draft
from minimax_lab.widgets.shared.words import count_of
from minimax_lab.widgets.stepper.stepper import StepThrough, step_through

# The mistakes to be found, the easier ones first. The last ones of alpha-beta never return a wrong value.
PUZZLES = {
    "minimax": (
        *("no-running-best", "first-move-only", "role-hard-coded", "starts-at-zero", "last-move-left-out"),
        *("no-role-flip", "ignores-terminal"),
    ),
    "alphabeta": (
        *("cut-reversed", "no-running-best", "negamax-window", "cuts-on-own-bound", "wrong-bound"),
        *("no-break", "strict-cut", "window-stays", "one-bound-only", "fresh-window", "passes-full-window"),
    ),
}
WASTEFUL = PUZZLES["alphabeta"][5:]
RIGHT: dict[str, Callable[..., Any]] = {"minimax": minimax, "alphabeta": alphabeta}
BEGINNING = [0, 0]
DEEPEST = 4  # plies of the trees that are tried
MOST_TRIED = 40_000  # trees
PATIENCE = 5.0  # seconds for a program of one's own, which may never come back


class Outcome(NamedTuple):
    """What a program did with a tree, beside what is right."""

    exposed: bool
    told: str  # in words, without a full stop


class Puzzle:
    """A wrong search, and which trees show that it is wrong."""

    def __init__(self, search: Callable[..., Any], source: str, kind: str = "", wasteful: bool = False):
        self.search, self.source, self.kind, self.wasteful = search, source, kind, wasteful
        self._fewest: dict[int, int | None] = {}

    def arguments(self, tree: Tree) -> tuple[Any, ...]:
        """What the program is called with, to search the whole tree."""
        window = (-inf, inf) if self.kind == "alphabeta" else ()
        return (tree, tree.height, *window, tree.active_player is MAX, worth_of_leaf) if self.kind else (tree,)

    def outcome(self, tree: Tree) -> Outcome:
        """Whether the tree exposes the program, and how."""
        right = worth(tree)
        try:
            with time_limit(PATIENCE):
                value = self.search(*self.arguments(tree))
        except TimeUp:
            return Outcome(True, "it does not come back")
        except Exception as error:
            return Outcome(True, f"it fails with {type(error).__name__}")
        if not _same(value, right):
            return Outcome(True, f"it returns {value_text(value)}, and {value_text(right)} is right")
        if not self.wasteful:
            return Outcome(False, f"it returns {value_text(value)}, and that is right")
        looked, needed = leaves_of(self.search, tree), leaves_of(right_alphabeta(), tree)
        told = f"it looks at {count_of(len(looked), 'leaf', 'leaves')}"
        if looked <= needed:
            return Outcome(False, f"{told}, and so does alpha-beta")
        return Outcome(True, f"{told}, and {len(needed)} {'is' if len(needed) == 1 else 'are'} enough")

    def is_exposed_by(self, tree: Tree) -> bool:
        """The same, as quickly as can be: very many trees are tried."""
        try:
            if not _same(self.search(*self.arguments(tree)), worth(tree)):
                return True
        except Exception:
            return True
        return self.wasteful and not leaves_of(self.search, tree) <= leaves_of(right_alphabeta(), tree)

    def fewest(self, most: int) -> int | None:
        """The fewest leaves with which a tree of up to four plies exposes it; 0 if it takes more than `most`, and None
        if that is not known, because there are too many trees to try."""
        if most not in self._fewest:
            tried = 0
            self._fewest[most] = 0
            try:
                with time_limit(PATIENCE):
                    for tree in small_trees(most):
                        tried += 1
                        if tried > MOST_TRIED:
                            self._fewest[most] = None
                            break
                        if self.is_exposed_by(tree):
                            self._fewest[most] = len(tree.leaves())
                            break
            except TimeUp:
                self._fewest[most] = None
        return self._fewest[most]


def of_the_table(kind: str, code: str) -> Puzzle:
    source, function = ROWS[code].program(kind)
    return Puzzle(function, source.strip(), kind, code in WASTEFUL)


def of_ones_own(search: Callable[..., Any]) -> Puzzle:
    try:
        inspect.signature(search).bind(None)
    except TypeError:
        raise TypeError("a search of your own is called with the tree alone: search(tree)") from None
    except ValueError:  # it has no signature
        pass
    try:
        source = inspect.getsource(search).strip()
    except (OSError, TypeError):
        source = f"# the source text of {getattr(search, '__name__', 'this search')} is not available"
    return Puzzle(search, source)


# What is right


def worth_of_leaf(state: Tree) -> Value:
    """The evaluation that the programs are given: a leaf's number, and 0 where the game goes on."""
    return state.value if state.is_leaf else 0


def worth(tree: Tree) -> Value:
    """What a tree is worth, by the definition."""
    if tree.is_leaf:
        return tree.value
    return (max if tree.active_player is MAX else min)(map(worth, tree.children.values()))


def _same(value: Any, right: Value) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value == right


@cache
def right_alphabeta() -> Callable[..., Any]:
    names: dict[str, Any] = {"inf": inf}
    exec(ALPHABETA, names)
    return names["alphabeta"]


def leaves_of(search: Callable[..., Any], tree: Tree) -> set[int]:
    """The leaves that an alpha-beta looks at, by identity."""
    looked = set()

    def evaluate(state: Tree) -> Value:
        looked.add(id(state))
        return worth_of_leaf(state)

    search(tree, tree.height, -inf, inf, tree.active_player is MAX, evaluate)
    return looked


# All small trees


def small_trees(most: int, plies: int = DEEPEST) -> Iterator[Tree]:
    """Every tree of up to so many leaves and plies, those with the fewest leaves first.

    A search only compares values, so every order of the leaves is tried, with and without ties; and because nought
    may be special, above nought, around it and below.
    """
    for leaves in range(1, most + 1):
        for shape, ranks, least, player in product(
            _shapes(leaves, plies), _orders(leaves), (1, -leaves // 2, -leaves), (MAX, MIN)
        ):
            values = iter([rank + least for rank in ranks])
            yield Tree(_filled(shape, values), player)


@lru_cache
def _shapes(leaves: int, plies: int) -> tuple[Any, ...]:
    """Every shape with so many leaves, as nested tuples; a leaf is None."""
    return (None,) * (leaves == 1) + (_rows(leaves, plies - 1) if plies else ())


@lru_cache
def _rows(leaves: int, plies: int) -> tuple[tuple[Any, ...], ...]:
    """Every row of one or more shapes with so many leaves together."""
    alone = tuple((shape,) for shape in _shapes(leaves, plies))
    return alone + tuple(
        (first, *rest)
        for size in range(1, leaves)
        for first in _shapes(size, plies)
        for rest in _rows(leaves - size, plies)
    )


@lru_cache
def _orders(leaves: int) -> tuple[tuple[int, ...], ...]:
    return tuple(ranks for ranks in product(range(leaves), repeat=leaves) if {*ranks} == {*range(max(ranks) + 1)})


def _filled(shape: Any, values: Iterator[int]) -> Any:
    return next(values) if shape is None else [_filled(child, values) for child in shape]


# The widget


class BreakIt(TreeEditor):
    """A wrong search, of which you see the code. Build a tree on which it goes wrong, with as few leaves as you can.

    `search`: "minimax" or "alphabeta", for wrong programs of the library; or a search of your own (or a friend's),
    which is called with the tree alone.
    `program`: which of the library's: a number, from 1, or the code of a mistake, such as "no-running-best".

    A few wrong alpha-betas never return a wrong value: then build a tree on which they look at too much.
    `tree` can be read, observed and set; `exposed` says whether it exposes the search, and `fewest` is the least number
    of leaves with which you have done so. When you have, both runs can be seen side by side.

    >>> BreakIt("minimax")
    BreakIt(minimax, program 1 of 7, not exposed yet)
    """

    exposed = traitlets.Bool(False)
    fewest = traitlets.Int(None, allow_none=True)

    def __init__(self, search: Callable[..., Any] | str = "alphabeta", program: int | str = 1, tree: Any = None):
        if isinstance(search, str) and search not in PUZZLES:
            raise ValueError(f'search is "minimax", "alphabeta" or a function of your own, not {search!r}')
        self._codes = PUZZLES[search] if isinstance(search, str) else ()
        self._kind = search if isinstance(search, str) else ""
        self._number = self._read_number(program)
        self.puzzle = of_the_table(self._kind, self._codes[self._number]) if self._codes else of_ones_own(search)  # type: ignore[arg-type]
        self._show_puzzle()  # before the widget opens: the browser is never without one
        super().__init__(BEGINNING if tree is None else tree, self._kind or "minimax")

    def _read_number(self, program: int | str) -> int:
        if not self._codes:
            return 0
        if isinstance(program, int) and 1 <= program <= len(self._codes):
            return program - 1
        if program in self._codes:
            return self._codes.index(program)
        codes = ", ".join(self._codes)
        raise ValueError(f"program is a number from 1 to {len(self._codes)}, or one of {codes}; not {program!r}")

    def _show_puzzle(self) -> None:
        which = f", program {self._number + 1} of {len(self._codes)}" if self._codes else ""
        goes_wrong = "looks at a leaf that alpha-beta leaves out" if self.puzzle.wasteful else "returns a wrong value"
        self._puzzle = {
            "title": f"Break it{which}",
            "task": f"This search is wrong. Build a tree, with as few leaves as you can, on which it {goes_wrong}.",
            "source": self.puzzle.source,
            "isLast": not self._codes,
        }

    def next_program(self) -> None:
        """Go on to the next wrong program; of your own there is only one."""
        if self._codes:
            self._number = (self._number + 1) % len(self._codes)
            self.puzzle = of_the_table(self._kind, self._codes[self._number])
            self.fewest = None
            self._show_puzzle()
            self.tree = Tree(BEGINNING)
            self._run()

    def _verdict(self) -> dict[str, Any]:
        outcome, leaves = self.puzzle.outcome(self.tree), len(self.tree.leaves())
        self.exposed = outcome.exposed
        if not outcome.exposed:
            return {"summary": f"Not exposed: {outcome.told}.", "exposed": False}
        self.fewest = min(leaves, self.fewest or leaves)
        par = {None: "", 0: f", the fewest there are (of all trees of up to {DEEPEST} plies)"}
        fewest = self.puzzle.fewest(leaves - 1)
        possible = par.get(fewest, f"; {fewest} {'is' if fewest == 1 else 'are'} possible")
        name = f" The mistake: {ROWS[self._codes[self._number]].title}." if self._codes else ""
        told = f"Exposed with {count_of(leaves, 'leaf', 'leaves')}{possible}: {outcome.told}.{name}"
        return {"summary": told, "exposed": True}

    def step_through(self, search: str = "") -> StepThrough:
        """Open both runs below the tree, the wrong one beside the right one, where they begin to differ."""
        right = RIGHT[self._kind or "minimax"]
        wrong = step_through(self.puzzle.search, *self.puzzle.arguments(self.tree)).traces[0]
        beside = step_through(right, self.tree).traces[0]
        self._stepper = shown = step_through(wrong, beside=beside, grain="difference")
        return shown

    def _receive(self, widget: Any, message: Any, buffers: Any) -> None:
        if message.get("do") == "next":
            self.next_program()
            self._answer = {"serial": message.get("serial"), "problem": "", "tree": to_draft(self.tree)}
        else:
            super()._receive(widget, message, buffers)

    # Where widgets do not run

    def __repr__(self) -> str:
        what = f"{self._kind}, program {self._number + 1} of {len(self._codes)}" if self._codes else "your own search"
        leaves = count_of(len(self.tree.leaves()), "leaf", "leaves")
        return f"BreakIt({what}, {f'exposed with {leaves}' if self.exposed else 'not exposed yet'})"

    def _text(self) -> str:
        return f"{self!r}\n{self.puzzle.source}"

    def _still(self) -> str:
        return f"<p>{escape(self._puzzle['task'])}</p><pre>{escape(self.puzzle.source)}</pre>{super()._still()}"
