"""Values of any ordered type: their opposite, infinity, and bounds that lie even beyond it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from minimax_lab.game import Value


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
        return Infinity(-self.rank)

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
