"""What a student's function is made of: the functions, classes and objects that it can reach."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import lru_cache, partial
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from minimax_lab.trace.code import nested

CACHED = type(lru_cache(lambda: None))

WRAPPERS = MethodType, partial, staticmethod, classmethod, property, CACHED
WRAPPED = "func", "__func__", "__self__", "__wrapped__", "fget"


def reachable_from(function: Any) -> Iterator[Any]:
    """A callable and what it can reach: the functions, classes and objects that it wraps, is bound to or names."""
    yield from _reachable(function, set())


def _reachable(thing: Any, met: set[int]) -> Iterator[Any]:
    if id(thing) in met or (isinstance(thing, FunctionType) and _is_ours(thing.__module__)):
        return
    met.add(id(thing))
    yield thing
    inner: list[Any]
    if isinstance(thing, FunctionType):
        inner = [thing.__dict__.get("__wrapped__"), *map(_content, thing.__closure__ or ()), *_named_in(thing)]
        inner += [*(thing.__defaults__ or ()), *(thing.__kwdefaults__ or {}).values()]
    elif isinstance(thing, type):
        inner = [*vars(thing).values(), *thing.__bases__]
    elif _is_students(type(thing)):
        inner = [type(thing), *getattr(thing, "__dict__", {}).values()]
    else:
        inner = [getattr(thing, name, None) for name in WRAPPED]
    for other in inner:
        if _is_students(other) or isinstance(other, WRAPPERS) or _is_students(type(other)):
            yield from _reachable(other, met)


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


def _is_ours(module: str | None) -> bool:
    """Whether a module is Python's, this package's or another one that was installed, and not the student's."""
    top = (module or "").split(".")[0]
    file = getattr(sys.modules.get(top), "__file__", None) or ""
    return top in {*sys.stdlib_module_names, "minimax_lab"} - {"__main__"} or "site-packages" in file


def _content(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        return None
