"""What a student's function is made of, and what it keeps from one call to the next, put back to where it was.

It is made of the functions, classes and objects that it can reach. What it keeps may be in a global variable, in a
default value, in what a function has closed over, or in an attribute. Only with all of it put back can a call be made
as if it were the first one.
"""

from __future__ import annotations

import builtins
import dis
import sys
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from copy import copy
from functools import lru_cache, partial
from itertools import pairwise
from types import CellType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from minimax_lab.game import Value
from minimax_lab.trace.code import nested
from minimax_lab.trace.words import same

CACHED = type(lru_cache(lambda: None))

CONSTANTS = "LOAD_CONST", "LOAD_SMALL_INT", "RETURN_CONST"

WRAPPERS = MethodType, partial, staticmethod, classmethod, property, CACHED
WRAPPED = "func", "__func__", "__self__", "__wrapped__", "fget"


def reachable_from(thing: Any, met: set[int] | None = None) -> Iterator[Any]:
    """A callable and what it can reach: the functions, classes and objects that it wraps, is bound to or names.

    But not what was already `met`.
    """
    met = set() if met is None else met
    if id(thing) in met or (isinstance(thing, FunctionType) and _is_ours(thing.__module__)):
        return
    met.add(id(thing))
    yield thing
    inner: list[Any]
    if isinstance(thing, FunctionType):
        closed_over = [bound_to(cell, "cell_contents") for cell in thing.__closure__ or ()]
        inner = [thing.__dict__.get("__wrapped__"), *closed_over, *_named_in(thing)]
        inner += [*(thing.__defaults__ or ()), *(thing.__kwdefaults__ or {}).values()]
    elif isinstance(thing, type):
        inner = [*vars(thing).values(), *thing.__bases__]
    elif _is_students(type(thing)):
        inner = [type(thing), *getattr(thing, "__dict__", {}).values()]
    else:
        inner = [getattr(thing, name, None) for name in WRAPPED]
    for other in inner:
        if _is_students(other) or isinstance(other, WRAPPERS) or _is_students(type(other)):
            yield from reachable_from(other, met)


def _is_students(thing: Any) -> bool:
    """Whether it is a function or a class that a student wrote."""
    return isinstance(thing, FunctionType | type) and not _is_ours(thing.__module__)


def _named_in(function: FunctionType) -> Iterator[Any]:
    """The functions and classes that a function's code speaks of, also those of a module, as in helpers.search()."""
    names = names_in(function.__code__)
    for name in names:
        value = function.__globals__.get(name)
        if isinstance(value, ModuleType):
            yield from (getattr(value, other, None) for other in names if not _is_ours(value.__name__))
        else:
            yield value


def names_in(code: CodeType) -> list[str]:
    """The names that are not a function's own, in its code and in the functions that are written inside it."""
    return [*dict.fromkeys(name for part in (code, *nested(code)) for name in part.co_names)]


def uses(function: Any, name: str) -> bool:
    """Whether a student's code speaks of something by that name."""
    return any(name in names_in(part.__code__) for part in reachable_from(function) if isinstance(part, FunctionType))


def numbers_in(functions: Iterable[Any]) -> frozenset[Value]:
    """The numbers in a student's code, without their signs; not those that something is only compared with."""
    found: list[Any] = []
    for thing in (thing for function in functions for thing in reachable_from(function)):
        if isinstance(thing, FunctionType):
            for code in (thing.__code__, *nested(thing.__code__)):
                steps = pairwise(dis.get_instructions(code))
                found += [one.argval for one, then in steps if one.opname in CONSTANTS and then.opname != "COMPARE_OP"]
            found += [thing.__globals__.get(name) for name in names_in(thing.__code__)]
            found += [cell.cell_contents for cell in thing.__closure__ or () if cell != CellType()]
            found += [*(thing.__defaults__ or ()), *(thing.__kwdefaults__ or {}).values()]
        elif not isinstance(thing, type):
            found += getattr(thing, "__dict__", {}).values()
    flat = [number for item in found for number in (item if type(item) is tuple else [item])]
    return frozenset(abs(number) for number in flat if type(number) in (int, float))


def _is_ours(module: str | None) -> bool:
    """Whether a module is Python's, this package's or another one that was installed, and not the student's."""
    top = (module or "").split(".")[0]
    file = getattr(sys.modules.get(top), "__file__", None) or ""
    return top in {*sys.stdlib_module_names, "minimax_lab"} - {"__main__"} or "site-packages" in file


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
            bind(owner, name, value)
        for container, items in self._contents.values():
            container.clear()
            (container.update if isinstance(container, dict | set) else container.extend)(items)
        for cache in self._caches:
            cache.cache_clear()

    def begin(self) -> None:
        """Before a run: as if there had been none before."""
        self.forget()

    def on_call(self, code: CodeType) -> None:
        """Nothing is done at a call within a run."""

    @property
    def changed(self) -> bool:
        """Whether something is kept now that was not there before."""
        return (
            any(bound_to(owner, name) is not value for owner, name, value in self._bound)
            or any(not same(container, items) for container, items in self._contents.values())
            or any(cache.cache_info().currsize for cache in self._caches)
        )

    def _note(self, thing: Any) -> None:
        if isinstance(thing, CACHED):
            self._caches.append(thing)
        for value in _holders(thing):
            self._note_contents(value)
        for owner, name in _owners(thing):
            value = bound_to(owner, name)
            if not callable(value) and not isinstance(value, ModuleType):
                self._bound.append((owner, name, value))
                self._note_contents(value)

    def _note_contents(self, value: Any) -> None:
        if type(value) not in CONTAINERS or id(value) in self._contents or len(value) > MOST_ITEMS:
            return
        # Where code is run by exec: to put these back, they would be taken away for a moment
        if value is vars(builtins):
            return
        items = value.copy()
        self._contents[id(value)] = value, items
        for item in items.values() if isinstance(items, dict) else items:
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


def bound_to(owner: Any, name: str) -> Any:
    """What a namespace, or an owner of attributes, has under a name; ABSENT if it has nothing there."""
    if isinstance(owner, dict):
        return owner.get(name, ABSENT)
    try:
        return vars(owner)[name] if isinstance(owner, type) else getattr(owner, name)
    except (ValueError, KeyError):  # an empty cell; an attribute that is gone
        return ABSENT


def bind(owner: Any, name: str, value: Any) -> None:
    """Put something there."""
    if isinstance(owner, dict):
        if value is ABSENT:
            owner.pop(name, None)
        else:
            owner[name] = value
    elif value is not ABSENT:
        with suppress(AttributeError, TypeError):  # a class that refuses it
            setattr(owner, name, value)


class RenewedDefaults:
    """Gives each call of a student's functions its own fresh list or dict where it is the default value of a parameter.

    So it can be seen what else is wrong, apart from their being made only once.
    """

    def __init__(self, functions: Iterable[Callable[..., Any]], memory: Memory):
        self.memory = memory
        things = [thing for function in functions for thing in reachable_from(function)]
        kept = [(thing, thing.__defaults__ or ()) for thing in things if isinstance(thing, FunctionType)]
        kept = [each for each in kept if any(type(value) in CONTAINERS for value in each[1])]
        self._kept = {function.__code__: (function, defaults) for function, defaults in kept}

    def begin(self) -> None:
        """Before a run: as if there had been none before."""
        self.restore()
        self.memory.forget()
        for function, defaults in self._kept.values():
            self._renew(function, defaults)

    def on_call(self, code: CodeType) -> None:
        """What one call was given is its own: the next one gets another."""
        if kept := self._kept.get(code):
            self._renew(*kept)

    def restore(self) -> None:
        for function, defaults in self._kept.values():
            function.__defaults__ = defaults

    def _renew(self, function: FunctionType, defaults: tuple) -> None:
        function.__defaults__ = tuple(copy(value) if type(value) in CONTAINERS else value for value in defaults)
