"""What a student's function keeps from one call to the next, put back to where it was.

It may be kept in a global variable, in a default value, in what a function has closed over, or in
an attribute. Only with all of it put back can a call be made as if it were the first one.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from types import FunctionType, ModuleType
from typing import Any

from minimax_lab.check.sandbox.contents import CACHED, names_in, reachable_from
from minimax_lab.check.shared import equal

ABSENT = object()
CONTAINERS = {dict, defaultdict, OrderedDict, Counter, list, set, deque}  # not a student's own kind: it may do anything
MOST_ITEMS = 10_000  # in a container: what is larger is data, and takes too long to put back before every call


class Memory:
    """What the functions keep, as it is now."""

    def __init__(self, *functions: Callable[..., Any]):
        self._bound: list[tuple[Any, str, Any]] = []  # a namespace or an owner of attributes, a name, and what it holds
        self._contents: dict[int, tuple[Any, Any]] = {}  # by identity: a container, and a copy of it
        self._caches: list[Any] = []
        for thing in {id(thing): thing for function in functions for thing in reachable_from(function)}.values():
            self._note(thing)

    def forget(self) -> None:
        """Put everything back."""
        for owner, name, value in self._bound:
            _bind(owner, name, value)
        for container, copy in self._contents.values():
            container.clear()
            (container.update if isinstance(container, dict | set) else container.extend)(copy)
        for cache in self._caches:
            cache.cache_clear()

    @property
    def changed(self) -> bool:
        """Whether something is kept now that was not there before."""
        return (
            any(_held(owner, name) is not value for owner, name, value in self._bound)
            or any(not equal(container, copy) for container, copy in self._contents.values())
            or any(cache.cache_info().currsize for cache in self._caches)
        )

    def _note(self, thing: Any) -> None:
        if isinstance(thing, CACHED):
            self._caches.append(thing)
        for value in _holders(thing):
            self._note_contents(value)
        for owner, name in _owners(thing):
            value = _held(owner, name)
            if not callable(value) and not isinstance(value, ModuleType):
                self._bound.append((owner, name, value))
                self._note_contents(value)

    def _note_contents(self, value: Any) -> None:
        if type(value) not in CONTAINERS or id(value) in self._contents or len(value) > MOST_ITEMS:
            return
        copy = value.copy()
        self._contents[id(value)] = value, copy
        for item in copy.values() if isinstance(copy, dict) else copy:
            self._note_contents(item)


def _owners(thing: Any) -> Iterator[tuple[Any, str]]:
    """Where something may be kept: a namespace or an owner of attributes, and a name there."""
    if isinstance(thing, FunctionType):
        yield from ((thing.__globals__, name) for name in names_in(thing.__code__))
        yield from ((cell, "cell_contents") for cell in thing.__closure__ or ())
    if isinstance(thing, type):
        yield from ((thing, name) for name, value in vars(thing).items() if _is_data(name, value))


def _holders(thing: Any) -> Iterator[Any]:
    """Other things that something may be kept in."""
    yield from getattr(thing, "__defaults__", None) or ()
    yield getattr(thing, "__kwdefaults__", None)
    if isinstance(thing, partial):
        yield from (*thing.args, thing.keywords)
    if not isinstance(thing, type):
        yield getattr(thing, "__dict__", None)


def _is_data(name: str, value: Any) -> bool:
    return not name.startswith("__") and not callable(value) and not hasattr(type(value), "__get__")


def _held(owner: Any, name: str) -> Any:
    if isinstance(owner, dict):
        return owner.get(name, ABSENT)
    try:
        return vars(owner)[name] if isinstance(owner, type) else getattr(owner, name)
    except (ValueError, KeyError):  # an empty cell; an attribute that is gone
        return ABSENT


def _bind(owner: Any, name: str, value: Any) -> None:
    if isinstance(owner, dict):
        if value is ABSENT:
            owner.pop(name, None)
        else:
            owner[name] = value
    elif value is not ABSENT:
        with suppress(AttributeError, TypeError):  # a class that refuses it
            setattr(owner, name, value)
