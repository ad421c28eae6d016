"""A list that is worked out only as far as somebody looks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

T = TypeVar("T")


class LazyList(list[T]):
    """A list filled from an iterator: as far as it is walked through, and whole for anything else.

    Whether it is empty, and its first items, can be had without the rest.

    It is worth its length: without it a search of chess takes four times as long, because most positions are
    leaves, of which only the first move is looked for. One thing does not work: `heapq` reads a list behind its
    back and finds it empty. (It could not order chess moves anyway.) `[*moves]` is a plain list.
    """

    __slots__ = ("_rest",)

    def __init__(self, items: Iterator[T]):
        super().__init__()
        self._rest: Iterator[T] | None = items  # None once everything is here

    def _fetch(self) -> bool:
        """Get one more item, if there is one."""
        if self._rest is not None:
            for item in self._rest:
                super().append(item)
                return True
            self._rest = None
        return False

    def _fill(self) -> None:
        if self._rest is not None:
            rest, self._rest = self._rest, None
            super().extend(rest)

    def __bool__(self) -> bool:
        return bool(super().__len__()) or self._fetch()

    def __iter__(self) -> Iterator[T]:
        return super().__iter__() if self._rest is None else self._walk()

    def _walk(self) -> Iterator[T]:
        place = 0
        while place < super().__len__() or self._fetch():
            yield super().__getitem__(place)
            place += 1

    def __getitem__(self, place: Any) -> Any:
        if place != 0 or not self:  # the first item is asked for often, and alone
            self._fill()
        return super().__getitem__(place)

    def __radd__(self, others: list[Any]) -> list[Any]:  # else list's own + would not see what is not yet here
        return [*others, *self]

    def __reduce_ex__(self, protocol: Any) -> tuple:
        return list, (list(self),)


def _whole(name: str) -> Callable[..., Any]:
    """The method of `list` with that name, after the list has been filled."""
    method = getattr(list, name)

    def call(self: LazyList[Any], *arguments: Any, **options: Any) -> Any:
        self._fill()
        # What is compared or joined with this list may be one of its kind.
        for other in arguments:
            if isinstance(other, LazyList):
                other._fill()
        return method(self, *arguments, **options)

    return call


_ASKS = "__len__ __contains__ __reversed__ __repr__ __eq__ __ne__ __lt__ __le__ __gt__ __ge__ __add__ __mul__ __rmul__"
_CHANGES = "__iadd__ __imul__ __setitem__ __delitem__ append clear extend insert pop remove reverse sort"
for _name in f"{_ASKS} {_CHANGES} copy count index".split():
    setattr(LazyList, _name, _whole(_name))
