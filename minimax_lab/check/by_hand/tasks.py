"""The tasks of exercise 1: trees of a student's own, and questions about trees that a student has made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import count
from random import Random
from typing import Any

from minimax_lab.check.shared import equal
from minimax_lab.check.texts import by_hand as texts
from minimax_lab.game import MAX, Move, Value
from minimax_lab.games import Tree, tree
from minimax_lab.games.trees import Path
from minimax_lab.search import alphabeta, minimax
from minimax_lab.trace import trace

VALUES = [[[3, -4], [6, 1]], [[-2, 8], 5], [[0, 2], [7, -1]]]
CUTS = [[[5, 14], [28, 11, 4]], [[14, 3, 15], [15, 22]], [[7, 8], [28, 8, 7], [10, 15]]]
MOST_NODES = 100  # of a student's tree
DEEP = 3  # levels from a deep cut-off up to its reason


def values_tree(number: int = 0) -> Tree:
    """A tree to work out the values of: another one for every number, always of the same shape."""
    _see_that_number(number)
    leaves = Random(number).sample(range(-9, 10), 11)
    return tree(VALUES if number == 0 else _filled(VALUES, iter(leaves)))


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


def _shuffled(shape: Any, random: Random) -> Any:
    if not isinstance(shape, list):
        return shape
    return random.sample([_shuffled(part, random) for part in shape], len(shape))


def _see_that_number(number: Any) -> None:
    if type(number) is not int:
        raise TypeError(texts.NOT_A_STUDENT_NUMBER.format(number=repr(number)[:80]))


def _filled(shape: Any, leaves: Iterable[int]) -> Any:
    return [_filled(part, leaves) for part in shape] if isinstance(shape, list) else next(iter(leaves))


def is_best_move(asked: Tree, values: Mapping[Path, Value], move: Move) -> bool:
    """Whether a move is best at the root; or would be, if the student's values of the nodes after it were right."""
    children = asked.children
    right = {child: minimax(node) for child, node in children.items()}
    given = {child: values.get((child,)) for child in children}
    return any(_is_best(known, move) for known in (right, given) if None not in known.values())


def _is_best(values: Mapping[Move, Value], move: Move) -> bool:
    best = max(values.values())
    return any(equal(move, child) and type(move) is type(child) for child, value in values.items() if value == best)


def asked_worth(number: int = 0) -> int:
    """What two trees of a student's own should be worth: 7, or for another number another value."""
    _see_that_number(number)
    return 7 if number == 0 else 10 + number % 90


def leaves_looked_at(made: Any, worth: int) -> int | str:
    """How many leaves alpha-beta looks at; or what is wrong with a tree of three by three that is worth `worth`."""
    if (
        not isinstance(made, Tree)
        or made.size != 13
        or [len(box.children) for box in made.children.values()] != [3] * 3
    ):
        return "not a tree of three boxes with three prizes each"
    if not all(type(leaf) is int for leaf in made.leaves()):
        return "prizes that are not whole numbers"
    seen = trace(alphabeta, made)
    return len(seen.leaves) if seen.value == worth else f"a tree worth {seen.value}, not {worth}"


def deep_cut(made: Any) -> str:
    """What there is to say of a tree that should have a deep cut-off at a MAX node: "yes" if it has."""
    if not isinstance(made, Tree) or made.active_player is not MAX or made.size > MOST_NODES:
        return "not a tree with MAX to move at the root"
    if len(made.leaves()) > 10:
        return f"{len(made.leaves())} leaves"
    cuts = [cut for cut in trace(alphabeta, made).cutoffs if made.at(cut.path).active_player is MAX]
    deep = [cut for cut in cuts if cut.evidence and len(cut.path) - len(cut.evidence.path or ()) >= DEEP]
    return "yes" if deep else "no cut-off at a MAX node has its reason three levels up"
