"""A wrong search, and the trees on which it goes wrong. This module needs neither anywidget nor Jupyter.

The wrong programs come from the table of mistakes (`check/mistakes.py`). The fewest leaves that are enough are not
written down anywhere: all small trees are tried.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import cache, lru_cache
from itertools import product
from math import inf
from typing import Any, NamedTuple

from minimax_lab.check.mistakes import ROWS
from minimax_lab.check.right_programs import ALPHABETA
from minimax_lab.check.search.battery import Shape, filled, orders
from minimax_lab.game import MAX, MIN, Value
from minimax_lab.games import Tree
from minimax_lab.limits import TimeUp, time_limit
from minimax_lab.picture.text import count_text
from minimax_lab.search import alphabeta, minimax
from minimax_lab.trace import Trace, trace, trace_to_the_error
from minimax_lab.trace.words import value_text

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
BEGINNING = [0, 0]  # which exposes none of them
DEEPEST = 4  # plies of the trees that are tried
MOST_TRIED = 40_000  # trees
MOST_STEPS = 200_000
PATIENCE = 5.0  # seconds for a program of one's own, which may never come back


class Outcome(NamedTuple):
    """What a program did with a tree, beside what is right."""

    exposed: bool
    told: str  # in words


class Puzzle:
    """A wrong search, and which trees show that it is wrong."""

    def __init__(self, search: Callable[..., Any], source: str, kind: str = "", mistake: str = ""):
        self.search, self.source, self.kind, self.mistake = search, source, kind, mistake
        self.wasteful = mistake in WASTEFUL
        self._fewest: dict[int, int | None] = {}

    @property
    def task(self) -> str:
        fault, seen = "is wrong", "returns a wrong value"
        if self.wasteful:
            fault, seen = "does too much", "looks at a leaf that alpha-beta leaves out"
        return f"This search {fault}. Build a tree, with as few leaves as you can, on which it {seen}."

    def arguments(self, tree: Tree) -> tuple[Any, ...]:
        """What the program is called with, to search the whole tree."""
        window = (-inf, inf) if self.kind == "alphabeta" else ()
        return (tree, tree.height, *window, tree.active_player is MAX, worth_of_leaf) if self.kind else (tree,)

    def _in_time(self) -> AbstractContextManager[None]:
        """The library's own programs always come back."""
        return nullcontext() if self.kind else time_limit(PATIENCE)

    def outcome(self, tree: Tree) -> Outcome:
        """Whether the tree exposes the program, how, and whether fewer leaves would be enough."""
        exposed, told = self._outcome(tree)
        if not exposed:
            return Outcome(False, f"Not exposed: {told}.")
        leaves = len(tree.leaves())
        par = {None: "", 0: f"; no tree of up to {DEEPEST} plies does it with fewer"}
        fewest = self.fewest(leaves - 1)
        possible = par.get(fewest, f"; {fewest} {'is' if fewest == 1 else 'are'} possible")
        name = f" The mistake: {ROWS[self.mistake].title}." if self.mistake else ""
        return Outcome(True, f"Exposed with {count_text(leaves, 'leaf', 'leaves')}{possible}: {told}.{name}")

    def _outcome(self, tree: Tree) -> Outcome:
        right = worth(tree)
        try:
            with self._in_time():
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
        told = f"it looks at {count_text(len(looked), 'leaf', 'leaves')}"
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
            try:
                with self._in_time():
                    self._fewest[most] = self._try_trees(most)
            except TimeUp:
                self._fewest[most] = None
        return self._fewest[most]

    def _try_trees(self, most: int) -> int | None:
        for tried, tree in enumerate(small_trees(most)):
            if tried == MOST_TRIED:
                return None
            if self.is_exposed_by(tree):
                return len(tree.leaves())
        return 0

    def both_runs(self, tree: Tree) -> tuple[Trace, Trace]:
        """The wrong search and a right one on the tree, which say so; one that fails, up to where it does."""
        wrong, _ = trace_to_the_error(self.search, *self.arguments(tree), limit=MOST_STEPS)
        right = trace(RIGHT[self.kind or "minimax"], tree)
        wrong.search += " (does too much)" if self.wasteful else " (the wrong one)"
        right.search += " (a right one)"
        return wrong, right


def of_the_table(kind: str, code: str) -> Puzzle:
    source, function = ROWS[code].program(kind)
    return Puzzle(function, source.strip(), kind, code)


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
            _shapes(leaves, plies), orders(leaves), (1, -leaves // 2, -leaves), (MAX, MIN)
        ):
            yield Tree(filled(shape, [rank + least for rank in ranks]), player)


@lru_cache
def _shapes(leaves: int, plies: int) -> tuple[Shape, ...]:
    """Every shape with so many leaves."""
    return ((),) * (leaves == 1) + (_rows(leaves, plies - 1) if plies else ())


@lru_cache
def _rows(leaves: int, plies: int) -> tuple[tuple[Shape, ...], ...]:
    """Every row of one or more shapes with so many leaves together."""
    alone = tuple((shape,) for shape in _shapes(leaves, plies))
    return alone + tuple(
        (first, *rest)
        for size in range(1, leaves)
        for first in _shapes(size, plies)
        for rest in _rows(leaves - size, plies)
    )
