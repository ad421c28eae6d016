"""Values of any ordered type: their opposite, infinity, and bounds that lie even beyond it."""

from __future__ import annotations

from typing import Any

from minimax_lab.game import Value


class Infinity(float):
    """What a won or lost game is worth next to evaluations: `inf` or `minus_inf`.

    It is float infinity, and can also be compared with what is not a number, such as a tuple.
    """

    __slots__ = ()

    def __reduce__(self) -> str:  # by name, so that a copy or an unpickled value is the same object
        return "inf" if self is inf else "minus_inf"

    def __neg__(self) -> Infinity:
        return minus_inf if self is inf else inf

    def __lt__(self, other: Any) -> bool:
        return self._compare(float.__lt__, other, self is minus_inf)

    def __le__(self, other: Any) -> bool:
        return self._compare(float.__le__, other, self is minus_inf)

    def __gt__(self, other: Any) -> bool:
        return self._compare(float.__gt__, other, self is inf)

    def __ge__(self, other: Any) -> bool:
        return self._compare(float.__ge__, other, self is inf)

    def _compare(self, numbers: Any, other: Any, otherwise: bool) -> bool:
        if isinstance(other, (Highest, Lowest)):
            return NotImplemented  # they lie beyond, and say so themselves
        result = numbers(self, other)
        return otherwise if result is NotImplemented else result


inf, minus_inf = Infinity("inf"), Infinity("-inf")


class Highest(float):
    """The upper end of an open window: above every value, also above a won game.

    Were it just infinity, a won game would close an open window.
    """

    __slots__ = ()
    __hash__ = float.__hash__

    def __reduce__(self) -> str:
        return "HIGHEST"

    def __neg__(self) -> Lowest:
        return LOWEST

    def __eq__(self, other: object) -> bool:
        return other is self

    def __lt__(self, other: Any) -> bool:
        return False

    def __le__(self, other: Any) -> bool:
        return other is self

    def __gt__(self, other: Any) -> bool:
        return other is not self

    def __ge__(self, other: Any) -> bool:
        return True


class Lowest(float):
    """The lower end of an open window: below every value, also below a lost game."""

    __slots__ = ()
    __hash__ = float.__hash__

    def __reduce__(self) -> str:
        return "LOWEST"

    def __neg__(self) -> Highest:
        return HIGHEST

    def __eq__(self, other: object) -> bool:
        return other is self

    def __lt__(self, other: Any) -> bool:
        return other is not self

    def __le__(self, other: Any) -> bool:
        return True

    def __gt__(self, other: Any) -> bool:
        return False

    def __ge__(self, other: Any) -> bool:
        return other is self


LOWEST, HIGHEST = Lowest("-inf"), Highest("inf")


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

    def __lt__(self, other: object) -> bool:
        return other.value < self.value if isinstance(other, Opposite) else NotImplemented

    def __gt__(self, other: object) -> bool:
        return other.value > self.value if isinstance(other, Opposite) else NotImplemented

    def __repr__(self) -> str:
        return f"-{self.value!r}"


def opposite(value: Value) -> Value:
    """-value, also where Python knows no minus (tuples, strings)."""
    try:
        return -value
    except TypeError:
        return Opposite(value)
