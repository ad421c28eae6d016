"""What the benchmarks share: fair timing, counted calls, and figures with their goals."""

from __future__ import annotations

import gc
import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from unittest import mock

Run = Callable[[], Any]

# The time that the process itself has computed: it does not run on while others have the processor.
# (Where that clock ticks too slowly, as on Windows, the time on the wall has to do.)
clock = time.process_time if time.get_clock_info("process_time").resolution < 1e-5 else time.perf_counter


class NotHere(Exception):
    """Something that a benchmark needs is not installed; the message says what."""


@dataclass(frozen=True)
class Figure:
    """A number that was measured, and its goal, if it has one: at most `most`, or at least `least`."""

    what: str
    value: float
    unit: str = ""
    most: float | None = None
    least: float | None = None
    note: str = ""

    @property
    def met(self) -> bool | None:
        """Whether the goal is met, by the value as it was measured, not as it is rounded for show."""
        if self.most is not None:
            return self.value <= self.most
        return None if self.least is None else self.value >= self.least

    def cells(self) -> list[str]:
        """The row of a table: what, value, goal, verdict, note."""
        goal = "" if self.most is None else f"≤ {self.most:g}"
        goal = goal if self.least is None else f"≥ {self.least:g}"
        verdict = {None: "", True: "met", False: "**missed**"}[self.met]
        return [self.what, f"{rounded(self.value)} {self.unit}".strip(), goal, verdict, self.note]


def rounded(value: float) -> str:
    """Three digits that count, and all those before the point."""
    if value == 0 or abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.{max(0, 2 - math.floor(math.log10(abs(value))))}f}"


def interleaved(runs: Sequence[Run], rounds: int, loops: int = 1) -> list[list[float]]:
    """The times of `runs`, taken in turn (A B C, A B C, …), each `loops` times in a row.

    A machine that is slower for a while is then slower for all of them.
    """
    times: list[list[float]] = [[] for _ in runs]
    for _ in range(rounds):
        for run, taken in zip(runs, times, strict=True):
            taken.append(seconds_of(run, loops))
    return times


def best_times(runs: Sequence[Run], rounds: int, loops: int = 1) -> list[float]:
    """The best time of each run, taken in turn: a busy machine only ever adds to it."""
    return [min(times) for times in interleaved(runs, rounds, loops)]


def seconds_of(run: Run, loops: int = 1) -> float:
    """The time of one `run`, the mean of `loops`, without the garbage that others have left."""
    gc.collect()
    collecting = gc.isenabled()
    gc.disable()
    try:
        begin = clock()
        for _ in range(loops):
            run()
        return (clock() - begin) / loops
    finally:
        if collecting:
            gc.enable()


def loops_for(run: Run, seconds: float = 0.001) -> int:
    """How often to repeat a short `run` so that the clock's own step does not show."""
    return max(1, math.ceil(seconds / max(seconds_of(run), 1e-6)))


@dataclass
class Calls:
    count: int = 0


@contextmanager
def counted(owner: Any, name: str) -> Iterator[Calls]:
    """Count the calls of a function of a module or a class, found as `owner.name`.

    It is replaced for as long as the block lasts. So the code that is timed carries no counter.
    """
    function, calls = getattr(owner, name), Calls()

    def counting(*args: Any, **kwargs: Any) -> Any:
        calls.count += 1
        return function(*args, **kwargs)

    with mock.patch.object(owner, name, counting):
        yield calls
