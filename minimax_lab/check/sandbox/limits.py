"""How much a student's code may do.

That is counted in lines of code, not in seconds, so that a check says the same on every machine. A
watchdog stands by for what cannot be counted: code that swallows even the exception that stops it, or
that runs in circles within one instruction. It measures processor time, because on a busy machine a
right function may take long without doing much. Only as a last resort does it look at the clock on the
wall; what that stops is not wrong, it has just not been checked.
"""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, process_time, sleep  # by name: a check may put another clock into the module
from types import FrameType
from typing import Any

MOST_LINES = 200_000  # that one run may execute
MOST_SECONDS = 3.0  # of processor time that one run may take
MOST_SECONDS_ON_THE_WALL = 60.0
OURS = str(Path(__file__).parents[2])
Folders = str | tuple[str, ...]
SEARCHES, GAMES = (str(Path(OURS, name)) for name in ("search", "games"))

wall_clock = monotonic  # a test puts another one here, to have a busy machine


class Stopped(BaseException):
    """Ends a student's run; not an Exception, so that `except Exception` does not swallow it."""


class NotFinished(Exception):
    """A run took too long on the wall, without much computing: nothing can be said about it."""


class LineCounter:
    """Counts a student's lines, and calls of anything, until there are too many."""

    def __init__(
        self, most: int | None, on_call: Callable[[FrameType], None] | None = None, borrows_from: Folders = SEARCHES
    ):
        self.left = most or 0
        self.counts = most is not None
        self.borrows_from = borrows_from  # folders of this package: what is there, the student is to write
        self.borrowed = False
        self.tell = on_call
        self.over = False  # too many lines, or too much processor time
        self.timed_out = False  # too much time on the wall
        self.importing = False  # an import runs very many lines that are nobody's fault
        self.on_line = self.count_line  # looked up once

    def run(self, function: Callable[..., Any], args: tuple, kwargs: dict[str, Any]) -> Any:
        """Python drops a trace function that raises: code that swallows that then meets the watchdog."""
        if not self.counts:
            return function(*args, **kwargs)
        previous = sys.gettrace()
        sys.settrace(self.on_call)
        try:
            return function(*args, **kwargs)
        finally:
            sys.settrace(previous)

    def on_call(self, frame: FrameType, event: str, arg: Any) -> Any:
        if self.importing:
            return None
        code = frame.f_code  # once: each time, Python asks the hook that refuses processes
        if code.co_name == "_find_and_load":  # in importlib: every import goes through it
            self.importing, frame.f_trace_lines = True, False
            return self.on_import
        self.on_line(frame, event, arg)
        if code.co_filename.startswith(OURS):
            self.borrowed = self.borrowed or code.co_filename.startswith(self.borrows_from)
            return None
        if self.tell:
            self.tell(frame)
        return self.on_line

    def on_import(self, frame: FrameType, event: str, arg: Any) -> Any:
        self.importing = event != "return"
        return self.on_import

    def count_line(self, frame: FrameType, event: str, arg: Any) -> Any:
        """Runs for every line of the student's code, so it calls nothing else."""
        self.left -= 1
        if self.left < 0:
            self.over = True
            raise Stopped
        return self.on_line


class _Deadline:
    """Until when a run may go on, by the processor time of its thread and on the wall."""

    def __init__(self, counter: LineCounter, thread: int):
        self.counter, self.processor_clock = counter, _processor_clock(thread)
        self.processor_end = self.processor_clock() + MOST_SECONDS
        self.wall_end = wall_clock() + MOST_SECONDS_ON_THE_WALL

    def is_over(self) -> bool:
        """Whether the run is to be stopped; its counter then knows why."""
        if self.counter.importing:
            return False
        if self.processor_clock() > self.processor_end:
            self.counter.over = True
        elif wall_clock() > self.wall_end:
            self.counter.timed_out = True
        return self.counter.over or self.counter.timed_out


def _processor_clock(thread: int) -> Callable[[], float]:
    """A clock of the processor time that a thread uses; of all threads together where there is no such clock."""
    try:
        clock = time.pthread_getcpuclockid(thread)
    except (AttributeError, OSError):  # Windows, a browser
        return process_time
    return lambda: time.clock_gettime(clock)


class Watchdog:
    """Raises Stopped in the thread of a run, again and again, once the run has taken too long.

    One thread serves all runs: there are thousands of them in a check, and most are over before it has seen them.
    """

    def __init__(self) -> None:
        self.start_again()

    def start_again(self) -> None:
        """Forget all runs: in a copy of the process, the thread that watches is missing."""
        self._lock = threading.Lock()
        self._counters: dict[int, LineCounter] = {}  # by thread: what is running there
        self._deadlines: dict[int, _Deadline] = {}  # by thread: of the runs that the watchdog has seen
        self._awake = False

    @contextmanager
    def over(self, counter: LineCounter) -> Iterator[None]:
        thread = threading.get_ident()
        with self._lock:
            self._counters[thread] = counter
            if not self._awake:
                self._wake()
        try:
            yield
        finally:
            while thread in self._counters:
                with suppress(Stopped), self._lock:
                    del self._counters[thread]
            with suppress(Stopped):  # one may be on its way even now; it arrives at the end of a loop's round
                for _ in range(3):
                    pass

    def _wake(self) -> None:
        with suppress(RuntimeError):  # no threads in a browser's Python: there the count must be enough
            threading.Thread(target=self._watch, daemon=True).start()
            self._awake = True

    def _watch(self) -> None:
        while True:
            sleep(0.1)
            with self._lock:
                if not self._counters:
                    self._awake = False
                    self._deadlines.clear()
                    return
                for thread, counter in self._counters.items():
                    if self._deadline(thread, counter).is_over():
                        _raise_in(thread, Stopped)

    def _deadline(self, thread: int, counter: LineCounter) -> _Deadline:
        known = self._deadlines.get(thread)
        if known is None or known.counter is not counter:
            known = self._deadlines[thread] = _Deadline(counter, thread)
        return known


watchdog = Watchdog()


def _raise_in(thread: int, error: type[BaseException]) -> None:
    """Have another thread raise `error` at its next step. (To take that back would leave Python 3.11 in a loop.)"""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))
