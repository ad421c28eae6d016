"""What the benchmarks share: fair timing, counted nodes, tables, and what it was all measured on."""

from __future__ import annotations

import gc
import math
import os
import platform
import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from typing import Any
from unittest import mock

Run = Callable[[], Any]

# The time that the process itself has computed: it does not run on while others have the processor.
# (Where that clock ticks too slowly, as on Windows, the time on the wall has to do.)
clock = time.process_time if time.get_clock_info("process_time").resolution < 1e-5 else time.perf_counter


@dataclass
class Times:
    """How long one run took, each time that it was run."""

    seconds: list[float] = field(default_factory=list)

    @property
    def best(self) -> float:
        """The time with the least disturbance: a busy machine only ever adds to it."""
        return min(self.seconds)

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)


def interleaved(runs: Sequence[Run], rounds: int, loops: int = 1) -> list[Times]:
    """The times of `runs`, taken in turn (A B C, A B C, …), each `loops` times in a row.

    A machine that is slower for a while is then slower for all of them.
    """
    times = [Times() for _ in runs]
    for _ in range(rounds):
        for run, taken in zip(runs, times, strict=True):
            taken.seconds.append(seconds_of(run, loops))
    return times


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
    return max(1, math.ceil(seconds / seconds_of(run)))


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


def table(header: Sequence[str], rows: Iterable[Sequence[str] | str]) -> str:
    """Columns under their names, the first one flush left and the others flush right.

    A row that is a string is a heading: it stands across the columns and does not widen them.
    """
    lines = [header, *rows]
    columns = zip(*(line for line in lines if not isinstance(line, str)), strict=True)
    widths = [max(map(len, column)) for column in columns]

    def shown(line: Sequence[str] | str) -> str:
        if isinstance(line, str):
            return line
        first, *others = line
        cells = [first.ljust(widths[0]), *map(str.rjust, others, widths[1:])]
        return "  ".join(cells).rstrip()

    return "\n".join(map(shown, lines))


def verdict(ratio: float, target: float | None) -> str:
    """Whether a target is met, by the ratio as it was measured, not as it is rounded for show."""
    if target is None:
        return ""
    return "met" if ratio <= target else "MISSED"


def measured_on() -> dict[str, Any]:
    """The machine, as far as it matters to a time. Nothing that says whose it is."""
    return {
        "date": date.today().isoformat(),
        "system": _system(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
    }


def in_words(machine: dict[str, Any]) -> str:
    """What `measured_on` found, in two lines."""
    load = "" if machine["load"] is None else f", load average at the start {machine['load']:.2f}"
    return (
        f"{machine['date']}, {machine['system']}, {machine['python']}\n"
        f"{machine['processor']}, {machine['cores']} cores{load}"
    )


def _system() -> str:
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):  # not Linux
        return f"{platform.system()} {platform.release()}"


def _processor() -> str:
    """The processor's name; Python itself does not know it on Linux."""
    name = platform.processor()
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            name = next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), name)
    except OSError:
        pass
    return f"{name or 'unknown processor'} ({platform.machine()})"
