"""The trees of exercises 1 and 4: every student number has its own."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from random import Random
from typing import Any

from minimax_lab.check.texts import exercises as texts
from minimax_lab.game import Move, Value
from minimax_lab.games import Tree, tree
from minimax_lab.games.trees import Path
from minimax_lab.search import alphabeta, minimax
from minimax_lab.trace import trace

VALUES = [[[3, -4], [6, 1]], [[-2, 8], 5], [[0, 2], [7, -1]]]
CUTS = [[[5, 14], [28, 11, 4]], [[14, 3, 15], [15, 22]], [[7, 8], [28, 8, 7], [10, 15]]]
MOST = 100  # beyond all values of these trees
BOXES = [[4, 9, 7], [8, 3, 6], [5, 12, 10]]


def values_tree(number: int = 0) -> Tree:
    """A tree to work out the values of: another one for every number, always of the same shape."""
    _see_that_number(number)
    if number == 0:
        return tree(VALUES)
    for attempt in count():
        made = tree(_filled(VALUES, iter(Random(f"{number} {attempt}").sample(range(-9, 10), 11))))
        if smallest_change(made):
            return made
    raise AssertionError("there are always more attempts")


def cuts_tree(number: int = 0) -> Tree:
    """A tree to cut: another one for every number, with its branches in another order, of which alpha-beta leaves out
    about as much.
    """
    _see_that_number(number)
    if number == 0:
        return tree(CUTS)
    for attempt in count():
        random = Random(f"{number} {attempt}")
        made = tree(_filled(_shuffled(CUTS, random), (random.randint(1, 30) for _ in count())))
        pruned = trace(alphabeta, made).pruned
        if 4 <= len(pruned) <= 6 and 2 in map(len, pruned):
            return made
    raise AssertionError("there are always more attempts")


def boxes_tree(number: int = 0) -> Tree:
    """Three boxes with three prizes each, to put in order: other prizes for every number, never two the same."""
    _see_that_number(number)
    return tree(BOXES if number == 0 else _filled(BOXES, iter(Random(number).sample(range(1, 31), 9))))


def with_leaf(made: Tree, path: Path, value: Value) -> Tree:
    """The same tree with another value at one of its leaves."""
    return tree(_replaced(made.to_nested(), path, value))


def _replaced(nested: Any, path: Path, value: Value) -> Any:
    if not path:
        return value
    return [_replaced(part, path[1:], value) if move == path[0] else part for move, part in enumerate(nested)]


def best_moves(made: Tree) -> set[Move]:
    """The moves of the root that are worth most."""
    values = {move: minimax(child) for move, child in made.children.items()}
    return {move for move in values if values[move] == max(values.values())}


def leaves_of(made: Tree) -> dict[Path, Value]:
    """What stands at the leaves, by their paths."""
    return {path: node.value for path, node in made.walk() if node.is_leaf}


def smallest_change(made: Tree) -> dict[Path, Value]:
    """A leaf and the value nearest to its own with which the root has other best moves; empty if no leaf can do it."""
    for change in range(1, MOST):
        for path, value in leaves_of(made).items():
            for other in value + change, value - change:
                if not best_moves(with_leaf(made, path, other)) & best_moves(made):
                    return {path: other}
    return {}


def cannot_matter(made: Tree) -> set[Path]:
    """The leaves that may have any value, one at a time: the root is always worth the same."""
    return {path for path in leaves_of(made) if {*map(minimax, extremes(made, path))} == {minimax(made)}}


def extremes(made: Tree, path: Path) -> list[Tree]:
    """The tree with a very high and with a very low value at a leaf. Whatever lies between changes no more."""
    return [with_leaf(made, path, value) for value in (MOST, -MOST)]


def _shuffled(shape: Any, random: Random) -> Any:
    if not isinstance(shape, list):
        return shape
    return random.sample([_shuffled(part, random) for part in shape], len(shape))


def _see_that_number(number: Any) -> None:
    if type(number) is not int:
        raise TypeError(texts.NOT_A_STUDENT_NUMBER.format(number=repr(number)[:80]))


def _filled(shape: Any, leaves: Iterable[int]) -> Any:
    return [_filled(part, leaves) for part in shape] if isinstance(shape, list) else next(iter(leaves))
