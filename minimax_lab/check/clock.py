"""A clock that goes on with what a search does, so that a check under a clock says the same on every machine."""

from __future__ import annotations

import datetime
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from types import FunctionType, ModuleType
from typing import Any

TICK = 0.01  # seconds, for one move tried or one position evaluated: slow, so that a safety margin does not matter
LOOK = 0.001  # seconds, for one look at the clock, so that waiting comes to an end
BEGIN = 1_700_000_000.0  # some moment: clocks do not start at 0

CLOCKS = "time", "monotonic", "perf_counter", "process_time", "thread_time"


class Clock:
    """Simulated time. It is seen by the thread that made it alone: others live on by the real one."""

    def __init__(self) -> None:
        self.now = 0.0
        self.looks = 0
        self._thread = threading.get_ident()

    def tick(self) -> None:
        self.now += TICK

    def look(self) -> float:
        self.now += LOOK
        self.looks += 1
        return BEGIN + self.now

    def instead_of(self) -> dict[Any, Any]:
        """What stands in for each of Python's clocks."""
        stand_ins: dict[Any, Any] = {}
        for name in CLOCKS:
            stand_ins[getattr(time, name)] = self._here(self.look, getattr(time, name))
            nanoseconds = getattr(time, f"{name}_ns")
            stand_ins[nanoseconds] = self._here(lambda: int(self.look() * 1e9), nanoseconds)
        stand_ins[time.sleep] = self._here(self._sleep, time.sleep)
        stand_ins[datetime.datetime] = self._datetime()
        return stand_ins

    def _here(self, simulated: Callable[..., Any], real: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *args: (simulated if threading.get_ident() == self._thread else real)(*args)

    def _sleep(self, seconds: float) -> None:
        self.now += max(0.0, seconds)

    def _datetime(self) -> type[datetime.datetime]:
        look = self._here(self.look, time.time)

        class Simulated(datetime.datetime):
            @classmethod
            def now(cls, tz: Any = None) -> Any:
                return cls.fromtimestamp(look(), tz)

            @classmethod
            def utcnow(cls) -> Any:
                return cls.fromtimestamp(look(), datetime.UTC).replace(tzinfo=None)

        return Simulated


@contextmanager
def simulated(clock: Clock, function: Callable[..., Any]) -> Iterator[None]:
    """Let `function` see this clock, also under names that its module has imported."""
    stand_ins = clock.instead_of()
    undo: list[Callable[[], None]] = []
    places = [vars(sys.modules[name]) for name in ("time", "timeit", "datetime") if name in sys.modules]
    functions = [*_functions(function, set())]
    places += [function.__globals__ for function in functions]
    try:
        for place in places:
            for name, value in [*place.items()]:
                if (stand_in := _of(stand_ins, value)) is not None:
                    place[name] = stand_in
                    undo.append(partial(place.__setitem__, name, value))
        for cell in (cell for function in functions for cell in function.__closure__ or ()):
            with suppress(ValueError):  # an empty one
                if (stand_in := _of(stand_ins, cell.cell_contents)) is not None:
                    undo.append(partial(setattr, cell, "cell_contents", cell.cell_contents))
                    cell.cell_contents = stand_in
        yield
    finally:
        for back in reversed(undo):
            back()


def _of(stand_ins: dict[Any, Any], value: Any) -> Any:
    """What stands in for a value, if it is a clock."""
    return next((stand_in for real, stand_in in stand_ins.items() if value is real), None)


def _functions(thing: Any, met: set[int]) -> Iterator[FunctionType]:
    """The Python functions behind a callable: what it wraps, is bound to, has closed over, or calls by name."""
    if id(thing) in met:
        return
    met.add(id(thing))
    inner: list[Any]
    if isinstance(thing, FunctionType):
        if _is_ours(thing.__module__):
            return
        yield thing
        inner = [thing.__dict__.get("__wrapped__"), *map(_content, thing.__closure__ or ()), *_named_in(thing)]
    elif isinstance(thing, type):
        inner = [*vars(thing).values()]
    else:
        inner = [getattr(thing, name, None) for name in ("func", "__func__", "__wrapped__")]
        inner.append(vars(type(thing)).get("__call__"))
    for other in inner:
        if isinstance(other, FunctionType | type) or (callable(other) and not _is_ours(type(other).__module__)):
            yield from _functions(other, met)


def _named_in(function: FunctionType) -> Iterator[Any]:
    """The functions and classes that a function's code speaks of, also those of a module, as in helpers.search()."""
    names = function.__code__.co_names
    for name in names:
        value = function.__globals__.get(name)
        if isinstance(value, ModuleType):
            yield from (getattr(value, other, None) for other in names if not _is_ours(value.__name__))
        else:
            yield value


def _is_ours(module: str | None) -> bool:
    """Whether a module is Python's or this package's, and not the student's."""
    return (module or "").split(".")[0] in {*sys.stdlib_module_names, "minimax_lab"} - {"__main__"}


def _content(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        return None
