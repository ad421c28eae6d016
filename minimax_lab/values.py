"""Values of any ordered type: what a search stops at is worth, their opposite, infinity, and bounds beyond it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from minimax_lab.adapt import overrides, underlying
from minimax_lab.game import GameState, Value

Evaluation: TypeAlias = Callable[[Any], Value]


class Infinity(float):
    """A float infinity that can also be compared with what is not a number, such as a tuple.

    Of rank 1 and -1: `inf` and `-inf`, what a won and a lost game are worth next to evaluations.
    Of rank 2 and -2: `HIGHEST` and `LOWEST`, the ends of an open window, which even a won game does not close.
    """

    __slots__ = ("rank",)
    rank: int

    def __new__(cls, rank: int) -> Infinity:
        infinity = super().__new__(cls, rank * math.inf)
        infinity.rank = rank
        return infinity

    def __reduce__(self) -> tuple[type[Infinity], tuple[int]]:
        return Infinity, (self.rank,)

    def __neg__(self) -> Infinity:
        return OPPOSITE[self.rank]

    def __lt__(self, other: Any) -> bool:
        return self.rank < (_rank(other) if isinstance(other, float) else 0)

    def __le__(self, other: Any) -> bool:
        return self.rank <= (_rank(other) if isinstance(other, float) else 0)

    def __gt__(self, other: Any) -> bool:
        return self.rank > (_rank(other) if isinstance(other, float) else 0)

    def __ge__(self, other: Any) -> bool:
        return self.rank >= (_rank(other) if isinstance(other, float) else 0)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, float) and self.rank == _rank(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = float.__hash__


def _rank(value: float) -> int:
    """0 for every number that is not infinite."""
    if isinstance(value, Infinity):
        return value.rank
    return 1 if value == math.inf else -1 if value == -math.inf else 0


inf, HIGHEST, LOWEST = Infinity(1), Infinity(2), Infinity(-2)
OPPOSITE = {1: Infinity(-1), -1: inf, 2: LOWEST, -2: HIGHEST}  # made once: alpha-beta asks for them at every node
WIN, LOSS = inf, -inf  # no evaluation of an unfinished game outranks them


def leaf_value(state: GameState, finished: bool, evaluate: Evaluation | None) -> Value:
    """The value of a state that is not searched further.

    A finished game is worth its utility, any other position what `evaluate` makes of it.
    Without `evaluate` an unfinished position counts 0: nobody is ahead, as far as is known.
    With `evaluate` a win counts as infinity, unless the game's utilities are on the same scale (`graded`).
    """
    if not finished:
        if evaluate is None:
            return 0
        value = evaluate(underlying(state))
        if value != value:  # not a number: every comparison with it is false, and the search would believe the others
            raise ValueError("the evaluation returned NaN")
        return value
    utility = state.utility()
    if evaluate is None or state.graded:
        return utility
    try:
        return WIN if utility > 0 else LOSS if utility < 0 else utility
    except TypeError:  # not a number, and so perhaps on the scale of the evaluation
        return utility


def extremes(game: GameState, evaluate: Evaluation | None) -> tuple[Value, Value] | None:
    """The least and the most that a game can be worth, if that is known."""
    if evaluate is not None:
        return None if game.graded else (LOSS, WIN)
    return game.outcomes if overrides(game, "utility") else (-1, +1)


@dataclass(frozen=True, slots=True, repr=False)
class Opposite:
    """A value seen from the other side of the board: what was more is less."""

    value: Value

    def __neg__(self) -> Value:
        return self.value

    def __lt__(self, other: object) -> bool:
        return other.value < self.value if isinstance(other, Opposite) else NotImplemented

    def __repr__(self) -> str:
        return f"-{self.value!r}"


def opposite(value: Value) -> Value:
    """-value, also for values that have no minus in Python (tuples, strings)."""
    try:
        return -value
    except TypeError:
        return Opposite(value)
