"""What a function may compute instead of what is asked for: it is recognised if all its answers are that."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from minimax_lab.check.earlier_calls import copied
from minimax_lab.check.sandbox.run import run
from minimax_lab.check.shared import equal
from minimax_lab.check.texts.instead import BEST, BEST_THAT_WINS, INSTEAD, LARGEST, SMALLEST
from minimax_lab.check.texts.text import Text
from minimax_lab.game import GameState
from minimax_lab.games import Tree

MOST_NODES = 20_000  # that are counted for it


@dataclass(frozen=True)
class Instead:
    """A mistake, by what is asked for and by what is computed instead: both are functions of the arguments."""

    code: str
    text: Text
    asked: Callable[..., Any]
    computed: Callable[..., Any]

    def explains(self, args: tuple, value: Any, wanted: Any) -> bool:
        """Whether it was asked for what is right here, and computes what was returned."""
        both = (self.computed, value), (self.asked, wanted)
        return all(equal(run(each, *copied(args), most_lines=None).value, said) for each, said in both)


def computed_instead(
    answers: Sequence[tuple[tuple, Any, Any]], more: Iterable[Instead] = ()
) -> tuple[str, Text] | None:
    """The code and the text of the mistake that explains all answers: each is the arguments, what was returned for
    them, and what is right. One wrong answer alone may be chance.
    """
    if sum(not equal(value, wanted) for _, value, wanted in answers) < 2:
        return None
    found = (each for each in (*more, *KNOWN) if all(each.explains(*answer) for answer in answers))
    return next(((each.code, each.text) for each in found), None)


def exactly_one(winning: Callable[..., int], best: Callable[..., int]) -> list[Instead]:
    """What may be computed where it is asked whether exactly one move wins; `winning` and `best` count such moves."""

    def asked(*args: Any) -> bool:
        return winning(*args) == 1

    only_best = INSTEAD["best-not-winning"].filled(best=BEST)
    best_that_wins = INSTEAD["best-not-winning"].filled(best=BEST_THAT_WINS)
    return [
        Instead("best-not-winning", only_best, asked, lambda *args: best(*args) == 1),
        Instead("best-not-winning", best_that_wins, asked, lambda *args: best(*args) == 1 and winning(*args) > 0),
        Instead("one-or-more", INSTEAD["one-or-more"], asked, lambda *args: winning(*args) >= 1),
        Instead("odd-number", INSTEAD["odd-number"], asked, lambda *args: winning(*args) % 2 == 1),
        Instead("one-or-none", INSTEAD["one-or-none"], asked, lambda *args: winning(*args) <= 1),
    ]


def _nodes(state: Any) -> Iterator[GameState]:
    """All nodes of the tree below a state of a game, with itself."""
    if not isinstance(state, GameState) or isinstance(state, Tree):  # in a tree, equal nodes are not the same position
        raise TypeError
    todo = [state]
    for _ in range(MOST_NODES):
        node = todo.pop()
        yield node
        todo.extend(node.forecast_move(move) for move in node.get_legal_moves())
        if not todo:
            return
    raise OverflowError


def _size(state: Any) -> int:
    return sum(1 for _ in _nodes(state))


def _positions(state: Any) -> int:
    return len({node.key() for node in _nodes(state)})


def _leaves(state: Any) -> int:
    return sum(not node.get_legal_moves() for node in _nodes(state))


def _inner_nodes(state: Any) -> int:
    return _size(state) - _leaves(state)


def _numbers(part: Any) -> list[float]:
    """All numbers in lists of lists, at whatever level; an error if there is anything else."""
    if isinstance(part, list | tuple):
        return [number for each in part for number in _numbers(each)]
    return [part + 0]


def _by_turns(first: Callable[..., Any], then: Callable[..., Any]) -> Callable[..., Any]:
    """The value of lists of lists, if one side chooses at the outermost level and the other one at the next."""

    def value(part: Any) -> Any:
        return first(map(_by_turns(then, first), part)) if isinstance(part, list | tuple) else part

    return value


def _ignores_levels(first: Callable[..., Any], chosen: Callable[..., Any]) -> Instead:
    """The smallest or the largest of all numbers, where `first` is the choice at the outermost level."""
    text = INSTEAD["ignores-levels"].filled(extreme=SMALLEST if chosen is min else LARGEST)
    right = _by_turns(first, max if first is min else min)
    return Instead("ignores-levels", text, right, lambda part: chosen(_numbers(part)))


COUNTS = {"counts-positions": _positions, "counts-leaves": _leaves, "counts-inner-nodes": _inner_nodes}
KNOWN = [
    *(Instead(code, INSTEAD[code], _size, count) for code, count in COUNTS.items()),
    *(_ignores_levels(first, chosen) for first, chosen in product((min, max), repeat=2)),
]
