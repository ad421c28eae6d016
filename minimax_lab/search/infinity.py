"""Bounds that are beyond every value, and the opposite of a value, for values of any ordered type."""

from __future__ import annotations

from typing import Any

from minimax_lab.game import Value


class Infinity(float):
    """Infinity that can also be compared with what is not a number, such as a tuple."""

    __slots__ = ()

    def __neg__(self) -> MinusInfinity:
        return MinusInfinity("-inf")

    def __lt__(self, other: Any) -> bool:
        return False

    def __ge__(self, other: Any) -> bool:
        return True

    def __gt__(self, other: Any) -> bool:
        return not self == other

    def __le__(self, other: Any) -> bool:
        return self == other


class MinusInfinity(float):
    """Below every value, numbers and all others."""

    __slots__ = ()

    def __neg__(self) -> Infinity:
        return inf

    def __gt__(self, other: Any) -> bool:
        return False

    def __le__(self, other: Any) -> bool:
        return True

    def __lt__(self, other: Any) -> bool:
        return not self == other

    def __ge__(self, other: Any) -> bool:
        return self == other


inf = Infinity("inf")
minus_inf = -inf


class Opposite:
    """A value seen from the other side of the board: what was more is less."""

    __slots__ = ("value",)

    def __init__(self, value: Value):
        self.value = value

    def __neg__(self) -> Value:
        return self.value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Opposite) and self.value == other.value

    def __hash__(self) -> int:
        return hash((Opposite, self.value))

    def __lt__(self, other: Opposite) -> bool:
        return other.value < self.value

    def __gt__(self, other: Opposite) -> bool:
        return other.value > self.value

    def __repr__(self) -> str:
        return f"-{self.value!r}"


def opposite(value: Value) -> Value:
    """-value, also where Python knows no minus (tuples, strings)."""
    try:
        return -value
    except TypeError:
        return Opposite(value)
