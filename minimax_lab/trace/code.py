"""What can be told of a function from its code alone, without running it: does it search?"""

from __future__ import annotations

import dis
import functools
import sysconfig
from collections import defaultdict
from collections.abc import Iterator
from inspect import CO_VARARGS
from pathlib import Path
from types import CodeType, FrameType, FunctionType, MethodType
from typing import Any

PACKAGE = str(Path(__file__).resolve().parent.parent)
LIBRARIES = tuple({sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")})

MUTATORS = {"append", "extend", "insert", "pop", "remove", "clear", "sort", "reverse"}  # of a list

# A state's own methods say what the game is; that a search calls them is not a search.
PROTOCOL = {"get_legal_moves", "forecast_move", "is_terminal", "active_player", "key"}


def parameters(code: CodeType) -> tuple[str, ...]:
    """The names of a function's parameters, `*args` last."""
    count = code.co_argcount + code.co_kwonlyargcount
    return code.co_varnames[: count + bool(code.co_flags & CO_VARARGS)]


def is_package(code: CodeType) -> bool:
    """Whether the code belongs to this package."""
    return code.co_filename.startswith(PACKAGE)


def is_installed(code: CodeType) -> bool:
    """Whether the code belongs to Python or to another installed package."""
    return code.co_filename.startswith((*LIBRARIES, "<frozen")) and not is_package(code)


def entry_code(search: Any) -> CodeType | None:
    """The code that a call of `search` begins with, past the wrappers of this package."""
    while not isinstance(search, FunctionType) or is_package(search.__code__):
        if isinstance(search, MethodType):
            search = search.__func__
        elif isinstance(search, functools.partial):
            search = search.func
        elif hasattr(search, "__wrapped__"):
            search = search.__wrapped__
        elif isinstance(search, FunctionType):
            break
        elif isinstance(getattr(type(search), "__call__", None), FunctionType):  # noqa: B004 (its code is wanted)
            search = type(search).__call__
        else:
            return None
    return search.__code__


def nested(code: CodeType) -> Iterator[CodeType]:
    """The functions, lambdas and comprehensions written inside `code`."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from nested(constant)


def is_recursive(code: CodeType, frame: FrameType) -> bool:
    """Whether the function that runs in `frame` can call itself, directly or through others.

    Names are enough to find that out before the first call comes back: a search that is seen at a
    leaf for the first time is to be known as a search.
    """
    if code.co_name in PROTOCOL:
        return False
    if code.co_name in _names(code):
        return True
    owner = type(frame.f_locals[code.co_varnames[0]]) if code.co_argcount else None
    seen: set[CodeType] = set()
    todo = [*_called(code, {**frame.f_globals, **frame.f_locals}, owner)]
    while todo:
        function = todo.pop()
        if function.__code__ is code:
            return True
        if function.__code__ in seen or is_installed(function.__code__):
            continue
        seen.add(function.__code__)
        todo += _called(function.__code__, {**function.__globals__, **_closure(function)}, owner)
    return False


@functools.lru_cache(maxsize=1000)
def _names(code: CodeType) -> frozenset[str]:
    names = {*code.co_names, *code.co_freevars}
    return frozenset(names.union(*map(_names, nested(code))))


def _called(code: CodeType, namespace: dict[str, Any], owner: type | None) -> Iterator[FunctionType]:
    """The functions that `code` names: in its namespace, or as methods of the class it belongs to."""
    for name in _names(code):
        for thing in (namespace.get(name), getattr(owner, name, None)):
            yield from _functions(thing)


def _functions(thing: Any) -> Iterator[FunctionType]:
    """The Python function behind a method, a partial or a decorated function, and the function itself."""
    if isinstance(thing, FunctionType):
        yield thing
    elif isinstance(thing, MethodType):
        yield from _functions(thing.__func__)
    elif isinstance(thing, functools.partial):
        yield from _functions(thing.func)
    wrapped = getattr(thing, "__wrapped__", None) if callable(thing) else None
    if wrapped is not None and wrapped is not thing:
        yield from _functions(wrapped)


def _closure(function: FunctionType) -> dict[str, Any]:
    cells = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            cells[name] = cell.cell_contents
        except ValueError:  # not filled yet
            continue
    return cells


@functools.lru_cache(maxsize=1000)
def changes_by_line(code: CodeType) -> dict[int, tuple[str, ...]]:
    """For each line of a function that may change what its variables hold: which ones."""
    everything = (*code.co_varnames, *code.co_cellvars, *code.co_freevars)
    changes: dict[int, set[str]] = defaultdict(set)
    for step in dis.get_instructions(code):
        line = step.positions.lineno if step.positions else None
        if line is None:
            continue
        if step.opname.startswith(("STORE_FAST", "STORE_DEREF", "DELETE_FAST", "DELETE_DEREF")):
            changes[line].update(step.argval if isinstance(step.argval, tuple) else [step.argval])
        elif step.opname.startswith("STORE_SUBSCR") or step.argval in MUTATORS:
            changes[line].update(everything)
    for name in _written_inside(code):  # by a function inside it, so at any line
        for _, _, line in code.co_lines():
            if line is not None:
                changes[line].add(name)
    return {line: tuple(sorted(names)) for line, names in changes.items()}


def _written_inside(code: CodeType) -> set[str]:
    inside = (step for inner in nested(code) for step in dis.get_instructions(inner))
    return {
        step.argval for step in inside if step.opname.endswith("_DEREF") and "LOAD" not in step.opname
    }.intersection(code.co_cellvars)
