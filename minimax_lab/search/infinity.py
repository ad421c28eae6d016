"""Bounds that are beyond every value, of any ordered type."""

from __future__ import annotations

from typing import Any


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
