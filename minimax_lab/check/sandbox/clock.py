"""A clock that moves on with what a search does, so that a check under a clock says the same on every machine."""

from __future__ import annotations

import datetime
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from types import FunctionType
from typing import Any

from minimax_lab.check.sandbox.contents import bind, bound_to, reachable_from

TICK = 0.01  # seconds, for one move tried or one position evaluated: slow, so that a safety margin does not matter
LOOK = 0.001  # seconds, for one look at the clock, so that waiting comes to an end
BEGIN = 1_700_000_000.0  # some moment: clocks do not start at 0

CLOCKS = [
    name for name in ("time", "monotonic", "perf_counter", "process_time", "thread_time") if hasattr(time, name)
]  # a browser's Python has no thread_time


class SimulatedClock:
    """Simulated time. Only the thread that made it sees it; all others have the real time."""

    def __init__(self) -> None:
        self.now = 0.0
        self.looks = self.ticks = 0
        self.began = self.last_look = 0.0
        self.longest = self.since = 0.0  # the longest time between two looks, and when it began
        self.slowness = 1  # how many times as long everything takes
        self._thread = threading.get_ident()

    def tick(self) -> None:
        self.now += TICK * self.slowness
        self.ticks += 1

    def look(self) -> float:
        if self.now - self.last_look > self.longest:
            self.longest, self.since = self.now - self.last_look, self.last_look - self.began
        self.now += LOOK
        self.looks += 1
        self.last_look = self.now
        return BEGIN + self.now

    def begin(self) -> None:
        """As if it had just been looked at for the first time."""
        self.began = self.last_look = self.now
        self.longest = self.since = 0.0

    def unseen(self) -> float:
        """The longest time since it began in which nobody looked at it."""
        return max(self.longest, self.now - self.last_look)

    def instead_of(self) -> dict[Any, Any]:
        """What stands in for each of Python's clocks."""
        stand_ins: dict[Any, Any] = {}
        for name in CLOCKS:
            stand_ins[getattr(time, name)] = self._here(self.look, getattr(time, name))
            nanoseconds = getattr(time, f"{name}_ns")
            stand_ins[nanoseconds] = self._here(lambda: int(self.look() * 1e9), nanoseconds)
        stand_ins[time.sleep] = self._here(self.sleep, time.sleep)
        stand_ins[datetime.datetime] = self._datetime()
        return stand_ins

    def _here(self, simulated: Callable[..., Any], real: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *args: (simulated if threading.get_ident() == self._thread else real)(*args)

    def sleep(self, seconds: float) -> None:
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
def simulated(clock: SimulatedClock, *functions: Callable[..., Any]) -> Iterator[None]:
    """Let `functions` see this clock, also under names that their modules have imported, or where they keep one."""
    stand_ins, before = clock.instead_of(), list[tuple[Any, str, Any]]()
    modules = [sys.modules[name] for name in ("time", "timeit", "datetime") if name in sys.modules]
    things = [*modules, *(thing for function in functions for thing in reachable_from(function))]
    try:
        for owner, name, value in [place for thing in things for place in _places(thing)]:
            if (stand_in := _stand_in_for(value, stand_ins)) is not None:
                bind(owner, name, staticmethod(stand_in) if isinstance(owner, type) else stand_in)  # not a method
                before.append((owner, name, value))
        yield
    finally:
        for owner, name, value in before:
            bind(owner, name, value)


def _stand_in_for(value: Any, stand_ins: dict[Any, Any]) -> Any:
    """What stands in for a clock, or for the default values of a function with a clock among them; else None."""
    if isinstance(value, staticmethod):
        return _stand_in_for(value.__func__, stand_ins)
    if type(value) is tuple:
        replaced = [_stand_in_for(item, stand_ins) for item in value]
        if all(item is None for item in replaced):
            return None
        return tuple(old if new is None else new for old, new in zip(value, replaced, strict=True))
    return next((stand_in for real, stand_in in stand_ins.items() if value is real), None)


def _places(thing: Any) -> Iterator[tuple[Any, str, Any]]:
    """Where there may be a clock: a namespace or an owner of attributes, a name there, and what it stands for."""
    own = getattr(thing, "__dict__", {})
    owned = [(thing if isinstance(thing, type) else own, own)]
    if isinstance(thing, partial):
        owned.append((thing.keywords, thing.keywords))
    if isinstance(thing, FunctionType):
        yield thing, "__defaults__", thing.__defaults__
        yield from ((cell, "cell_contents", bound_to(cell, "cell_contents")) for cell in thing.__closure__ or ())
        owned += [(names, names) for names in (thing.__globals__, thing.__kwdefaults__ or {})]
    for owner, names in owned:
        yield from ((owner, name, value) for name, value in names.items())
