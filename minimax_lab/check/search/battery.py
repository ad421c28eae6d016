"""The trees and calls that a search is tried on, from the smallest up. A tree notices what a search does with it.

Up to a size all trees there are: every shape, and for each every order that its leaves can be in.
Their exact values do not matter to a search that only compares, but zero may: so they lie above
zero, around it or below.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations, pairwise, permutations, product
from math import inf
from typing import Any, NoReturn

from minimax_lab.check.shared import MadeUpState
from minimax_lab.game import MAX, MIN, Move, Value
from minimax_lab.games import Tree, random_tree
from minimax_lab.games.trees import Path

Shape = tuple  # of shapes; a leaf is the empty one
PLAYERS = MAX, MIN


def heuristic(tree: Tree) -> Value:
    """The usual evaluation, simple, so that a student can follow it: a leaf's value, and 0 where the game goes on."""
    return tree.value if tree.is_leaf else 0


def number_of_moves(tree: Tree) -> Value:
    """An evaluation for games that all go on where the depth ends."""
    return len(tree.children)


WRITTEN = {heuristic: "evaluate", number_of_moves: "lambda state: len(state.get_legal_moves())"}  # in a call


@dataclass(frozen=True)
class Case:
    """A call of a search: what it is given."""

    tree: Tree
    depth: int
    alpha: Value = -inf
    beta: Value = inf
    evaluate: Callable[[Tree], Value] = heuristic

    @property
    def maximizing(self) -> bool:
        return self.tree.active_player is MAX

    @property
    def is_open(self) -> bool:
        """Whether any value lies inside of the window at the root."""
        return (self.alpha, self.beta) == (-inf, inf)

    def is_end(self, path: Path) -> bool:
        """Whether a search has to stop there."""
        return len(path) == self.depth or self.tree.at(path).is_leaf

    def simpler(self) -> Iterator[Case]:
        """The same without one of its subtrees, with a subtree replaced by one below it, or with two values merged."""
        nested = self.tree.to_nested()
        if not isinstance(nested, list) or self.evaluate is not heuristic:
            return  # a leaf, moves with names, which are there for their names, or a game that must not be over earlier
        leaves = sorted({*self.tree.leaves()})
        for other in chain(_without(nested), (_merged(nested, high, low) for low, high in pairwise(leaves))):
            yield Case(Tree(other, self.tree.active_player), self.depth, self.alpha, self.beta)


def _without(nested: Any) -> Iterator[Any]:
    """The nested lists with fewer nodes that one step leads to."""
    if not isinstance(nested, list):
        return
    for i, child in enumerate(nested):
        if len(nested) > 1:
            yield [*nested[:i], *nested[i + 1 :]]
        if isinstance(child, list):
            for grandchild in child:
                yield [*nested[:i], grandchild, *nested[i + 1 :]]
            for smaller in _without(child):
                yield [*nested[:i], smaller, *nested[i + 1 :]]


def _merged(nested: Any, old: Any, new: Any) -> Any:
    if isinstance(nested, list):
        return [_merged(item, old, new) for item in nested]
    return new if nested == old else nested


def everything(nodes: int, windows: bool = False) -> Iterator[Case]:
    """Every case with a tree of that many nodes: plain calls first, then other depths, then windows."""
    trees = [*all_trees(nodes)]
    for tree in trees:
        yield Case(tree, tree.height)
    for tree in trees:
        for depth in (*range(tree.height), tree.height + 1):
            yield Case(tree, depth)
    if windows:
        for nested, player in product(_nested(nodes, ABOVE_ZERO), PLAYERS):
            yield from windows_on(Tree(_doubled(nested), player))


def windows_on(tree: Tree) -> Iterator[Case]:
    """Every way that a window can lie to the leaves of a tree, whose values are even."""
    leaves = tree.leaves()
    edges = [-inf, *range(min(leaves) - 1, max(leaves) + 2), inf]
    for alpha, beta in combinations(edges, 2):
        if (alpha, beta) != (-inf, inf):
            yield Case(tree, tree.height, alpha, beta)


def all_trees(nodes: int) -> Iterator[Tree]:
    for place in PLACES:
        for nested, player in product(_nested(nodes, place), PLAYERS):
            yield Tree(nested, player)


ABOVE_ZERO, AROUND_ZERO, BELOW_ZERO = PLACES = range(3)


def _nested(nodes: int, place: int) -> Iterator[Any]:
    """Nested lists of that many nodes, their leaves small whole numbers."""
    for shape in shapes(nodes):
        for ranks in orders(_leaves_of(shape)):
            different = max(ranks) + 1
            least = {ABOVE_ZERO: 1, AROUND_ZERO: -(different // 2), BELOW_ZERO: -different}[place]
            yield filled(shape, [rank + least for rank in ranks])


@cache
def shapes(nodes: int) -> tuple[Shape, ...]:
    """Every shape of a tree with that many nodes."""
    return forests(nodes - 1)


@cache
def forests(nodes: int) -> tuple[tuple[Shape, ...], ...]:
    """Every row of trees that have that many nodes together."""
    if nodes == 0:
        return ((),)
    return tuple(
        (first, *rest) for size in range(1, nodes + 1) for first in shapes(size) for rest in forests(nodes - size)
    )


@cache
def orders(leaves: int) -> tuple[tuple[int, ...], ...]:
    """Every order that so many values can be in, with or without ties: the rank of each, from 0."""
    return tuple(ranks for ranks in product(range(leaves), repeat=leaves) if {*ranks} == {*range(max(ranks) + 1)})


def _leaves_of(shape: Shape) -> int:
    return sum(map(_leaves_of, shape)) or 1


def filled(shape: Shape, values: list[Value]) -> Any:
    """The nested list of a shape whose leaves are the values, from left to right."""
    left = iter(values)

    def fill(shape: Shape) -> Any:
        return [fill(child) for child in shape] if shape else next(left)

    return fill(shape)


def _doubled(nested: Any) -> Any:
    """With even numbers, so that a window can also lie between two of them."""
    return [_doubled(item) for item in nested] if isinstance(nested, list) else 2 * nested


# Larger trees: for what needs room to show, and to tell one mistake from another


def unusual() -> Iterator[Case]:
    """Values that are no small whole numbers, and games that are not over where the depth ends."""
    for value, player in product((2, -2, 10**6, -(10**6), 0.5, -0.5), PLAYERS):
        yield Case(Tree([value], player), 1)
    for value, player, depth in product((10**6, -(10**6)), PLAYERS, (2, 3)):
        yield Case(Tree([[value], [2 * value]], player), depth)
    yield from unfinished()
    yield from wide()
    yield from with_names()


def unfinished() -> Iterator[Case]:
    """The depth ends before any game does, and the evaluation is not 0 there."""
    games = ([5], 0), ([5, 6], 0), ([[5], [6, 7]], 1), ([[5, 6], [7]], 1)
    asked_before = ([[1, 2]], 1)  # with the other evaluation
    for (nested, depth), player in product((*games, asked_before), PLAYERS):
        yield Case(Tree(nested, player), depth, evaluate=number_of_moves)


def with_names() -> Iterator[Case]:
    """Moves that are no numbers: the place of a move in the list is not the move."""
    for nested, player in product(({"a": 1, "b": 2}, {"a": {"c": 2, "d": 1}, "b": {"c": 3, "d": 4}}), PLAYERS):
        yield Case(Tree(nested, player), Tree(nested).height)


def wide() -> Iterator[Case]:
    """Many moves, the best of them at the end or in the middle."""
    for best, player in product((WIDE - 1, WIDE - 3), PLAYERS):
        sign = 1 if player is MAX else -1
        yield Case(Tree([sign * (9 if move == best else move % 5) for move in range(WIDE)], player), 1)


@cache
def repeated() -> tuple[Case, ...]:
    """Trees in which a subtree stands more than once: at different depths, and where the windows differ."""
    found, rng = [], random.Random(14)
    for value, player in product((5, -5), PLAYERS):
        found += [Case(Tree(nested, player), 3) for nested in ([[value], [[[value]]]], [[[[value]]], [value]])]
        twice = [[value]]  # once with room for all of it, once without; never as a leaf
        found += [Case(Tree(nested, player), 4) for nested in ([twice, [[twice]]], [[[twice]], twice])]
    for sign, player in zip((1, -1), PLAYERS, strict=True):
        deep = [[[5 * sign]], -2 * sign]  # [5] comes up at another depth, and with the same window
        found.append(Case(Tree([-sign, deep, [5 * sign]], player), 3))
        inner = [[5 * sign]]  # the same, where neither of the two is looked at as a leaf
        found.append(Case(Tree([-sign, [[inner], -2 * sign], inner], player), 4))
        cut, whole = [2 * sign, 3 * sign], [3 * sign, 2 * sign]  # the first of the two is cut off, the second is not
        for again in cut, whole:
            found.append(Case(Tree([[sign, again], [again]], player), 3))
    for number in range(REPEATED):
        parts: list[Any] = [int(9 * rng.random()) - 4 for _ in range(3)]
        for _ in range(2 * (3 + number % 2)):
            recent = parts[-4:]
            parts.append([recent[int(len(recent) * rng.random())] for _ in range(2 + number % 2)])
        trees = [Tree(parts[-1], player) for player in PLAYERS]
        found += [Case(tree, depth) for tree in trees for depth in (tree.height, tree.height - 1)]
    return tuple(case for case in found if case.tree.size <= MOST_REPEATED)


@cache
def larger_trees() -> tuple[tuple[int, int, Tree], ...]:
    """Trees of many kinds, always the same ones, each with its number and its height."""
    return tuple(
        (seed, depth, Tree(random_tree(depth, branching, seed, values=values, stop=stop), player))
        for seed, (depth, branching, stop, values) in enumerate(KINDS)
        for player in PLAYERS
    )


def outlasting() -> Iterator[Case]:
    """A bound that one child has moved must hold for the third one, too, whatever the second one is worth."""
    for (first, second, *last), player in product(permutations(range(1, 5)), PLAYERS):
        yield Case(Tree([first, second, last], player), 2)


def larger(windows: bool = False) -> Iterator[Case]:
    """Cases with larger trees: even and uneven, odd and even depths, with and without ties."""
    yield from repeated()
    yield from outlasting()
    for seed, depth, tree in larger_trees():
        yield Case(tree, depth)
        yield Case(tree, depth - 1)
        if windows:
            yield Case(tree, depth, *WINDOWS[seed % len(WINDOWS)])
            yield Case(tree, depth, *WINDOWS[(seed + 1) % len(WINDOWS)])


FORMS: list[tuple[int, int | tuple[int, int], float]] = [  # depth, branching, chance that a line ends early
    (1, 7, 0.0),
    (2, 3, 0.0),
    (2, 5, 0.0),
    (3, 2, 0.0),
    (3, 3, 0.0),
    (4, 2, 0.0),
    (5, 2, 0.0),
    (4, (1, 3), 0.2),
    (3, (2, 4), 0.2),
    (7, (1, 2), 0.1),
]
HALVES = [number / 2 for number in range(-3, 4)]  # as an evaluation may have them
KINDS: list[tuple[int, int | tuple[int, int], float, Sequence[Value]]] = [
    (*form, values) for values in (range(-9, 10), range(-1, 2)) for form in FORMS
]
KINDS += [(*form, HALVES) for form in FORMS[3:7]]
WIDE = 12  # moves
REPEATED, MOST_REPEATED = 12, 60  # trees, and nodes of one
WINDOWS = [(-3, inf), (-inf, 2), (-2, 3), (0, inf), (-inf, 0), (1, 4)]


class Log:
    """What one run of a search did."""

    def __init__(self, case: Case | None = None, keeps_states: bool = False) -> None:
        self.evaluation = case.evaluate if case else heuristic
        self.kept: list[ObservedTree] | None = [] if keeps_states else None
        self.roles: list[tuple[Path, bool]] = []  # node, and whether it was searched for MAX
        self.events: list[tuple[str, Path]] = []  # "evaluated", or "expanded": moves were tried from that node
        self.calls: list[tuple] = []  # node, and what else the search was given
        self.windows: list[tuple[Path, Value, Value]] = []  # node, alpha and beta of each call of the search
        self.changed = False  # the search wrote to a state

    def __deepcopy__(self, memo: object) -> Log:
        """There is one for a run: what a search does with copies of its states is noted as well."""
        return self

    @property
    def evaluate(self) -> Callable[[Any], Value]:
        """What the search is given: a plain function, of which a copy is the same function."""

        def evaluate(state: Any) -> Value:
            self.events.append(("evaluated", state.path))
            return self.evaluation(state.tree)

        evaluate.__qualname__ = evaluate.__name__  # as errors name it
        return evaluate

    def paths(self, kind: str) -> list[Path]:
        return [path for happened, path in self.events if happened == kind]

    @property
    def leaves(self) -> tuple[Path, ...]:
        """The nodes at which the search stopped, in the order in which it first evaluated them."""
        inner = {*self.paths("expanded")}
        return tuple(path for path in dict.fromkeys(self.paths("evaluated")) if path not in inner)

    @property
    def looks_ahead(self) -> bool:
        """Whether it evaluates nodes before it searches them, to sort the moves for example, or searches twice."""
        evaluated = self.paths("evaluated")
        return len({*evaluated}) < len(evaluated) or not {*evaluated}.isdisjoint(self.paths("expanded"))


class ObservedTree(MadeUpState):
    """A node of a tree, as a student's function meets it."""

    tree: Tree
    log: Log
    path: Path

    def __init__(self, tree: Tree, log: Log, path: Path = ()):
        vars(self).update(tree=tree, log=log, path=path, active_player=tree.active_player)
        if log.kept is not None:
            log.kept.append(self)

    def get_legal_moves(self) -> list[Move]:
        return self.tree.get_legal_moves()

    def forecast_move(self, move: Move, /) -> ObservedTree:
        child = self.tree.forecast_move(move)
        self.log.events.append(("expanded", self.path))
        return type(self)(child, self.log, (*self.path, move))

    def utility(self) -> Value:
        self.log.events.append(("evaluated", self.path))
        return self.tree.utility()

    @property
    def value(self) -> Value:
        self.log.events.append(("evaluated", self.path))
        return self.tree.value

    @property
    def is_leaf(self) -> bool:
        return self.tree.is_leaf

    @property
    def children(self) -> Mapping[Move, ObservedTree]:
        return {move: self.forecast_move(move) for move in self.get_legal_moves()}

    def key(self) -> Tree:
        return self.tree

    def __hash__(self) -> int:
        return hash(self.tree)  # which tells −1 from −2, unlike Python: a student's key may be no more than a hash

    def __setattr__(self, name: str, value: object) -> NoReturn:
        self.log.changed = True
        super().__setattr__(name, value)

    def __repr__(self) -> str:
        return repr(self.tree)

    def __str__(self) -> str:
        return str(self.tree)
