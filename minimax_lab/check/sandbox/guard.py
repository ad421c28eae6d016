"""Inside the process of a check: numbers the runs, and sets the timers that no code in Python can outlast.

A counter of lines never hears of code that does not come back from one call, as `sum(itertools.count())`, or that
swallows the exception which stops it. So each run has two timers of the operating system. The first raises the
exception in the run, again and again, where its lines are not counted. The second ends the whole process. The process
that waits for it then reads which run that was, and makes the check again without it. It also looks at the clock on the
wall; where there are no timers (Windows), it alone ends what takes too long.
"""

from __future__ import annotations

import mmap
import signal
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from minimax_lab.check.sandbox import limits
from minimax_lab.check.sandbox.limits import LineCounter, Stopped

GRACE = 2.0  # times as long as a run may take: then the exception was raised in vain
AGAIN = 0.1  # seconds between two exceptions
MOST_SECONDS_BETWEEN = 30.0  # of processor time that a check itself may take between two runs
NUMBER = struct.Struct("q")


class Guard:
    """Knows which run of a check this is, and how it ended in an earlier try."""

    def __init__(self) -> None:
        self.is_on = False  # only in the process of a check
        self.number = 0
        self.ended: dict[int, str] = {}  # by number: the runs that ended the process, and how
        self._counter: LineCounter | None = None  # of the present run
        self._progress: mmap.mmap | None = None

    def turn_on(self, progress: Path, ended: dict[int, str]) -> None:
        """`progress` is a file in which the number of the present run is noted."""
        self.is_on, self.number, self.ended = True, 0, ended
        with progress.open("r+b") as file:
            self._progress = mmap.mmap(file.fileno(), NUMBER.size)
        if hasattr(signal, "setitimer"):
            signal.signal(signal.SIGVTALRM, self._stop)
            signal.signal(signal.SIGPROF, signal.SIG_DFL)
        self._set(0, MOST_SECONDS_BETWEEN)

    def next_run(self) -> str:
        """Number the run that begins. Returns how it ended the process in an earlier try, "" if it did not."""
        self.number += 1
        return self.ended.get(self.number, "")

    @contextmanager
    def over_run(self, counter: LineCounter | None = None) -> Iterator[None]:
        """The time of a run. Without its counter, it is not told when to stop, only ended."""
        if not self.is_on:
            yield
            return
        self._counter = counter
        self._set(self.number, limits.MOST_SECONDS)
        try:
            yield
        finally:
            self._counter = None  # first: the timer may go off just now
            self._set(0, MOST_SECONDS_BETWEEN)

    def _set(self, number: int, seconds: float) -> None:
        assert self._progress is not None
        NUMBER.pack_into(self._progress, 0, number)
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_VIRTUAL, seconds, AGAIN)
            signal.setitimer(signal.ITIMER_PROF, GRACE * seconds)

    def _stop(self, *_: object) -> None:
        if self._counter and not self._counter.importing:
            self._counter.over = True
            raise Stopped


guard = Guard()
