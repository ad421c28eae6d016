"""Inside the process of a check: numbers the runs, and sets the timers that no code in Python can outlast.

The watchdog raises an exception in a run that takes too long. Code that never comes back from one call, as
`sum(itertools.count())` or `time.sleep(1000)`, never sees it. So each run also has two timers of the operating
system, one for processor time and one for the clock on the wall, which end the whole process. The process that
waits for it then reads which run that was, and makes the check again without it.
"""

from __future__ import annotations

import mmap
import signal
import struct
from collections.abc import Iterator
from contextlib import contextmanager

from minimax_lab.check.sandbox import limits

GRACE, GRACE_ON_THE_WALL = 2.0, 1.1  # times as long as the watchdog waits: then it has raised its exception in vain
MOST_SECONDS_BETWEEN = 60.0  # of processor time that a check itself may take between two runs
NUMBER = struct.Struct("q")


class Guard:
    """Knows which run of a check this is, and how it ended in an earlier try."""

    def __init__(self) -> None:
        self.is_on = False  # only in the process of a check
        self.number = 0
        self.ended: dict[int, str] = {}  # by number: the runs that ended the process, and how
        self.progress: mmap.mmap | None = None

    def turn_on(self, progress: int, ended: dict[int, str]) -> None:
        """`progress` is a file in which the number of the present run is noted."""
        self.is_on, self.number, self.ended = True, 0, ended
        self.progress = mmap.mmap(progress, NUMBER.size)
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        self._set(0, MOST_SECONDS_BETWEEN, 0)

    def next_run(self) -> str:
        """Number the run that begins. Returns how it ended the process in an earlier try, "" if it did not."""
        self.number += 1
        return self.ended.get(self.number, "")

    @contextmanager
    def over_run(self) -> Iterator[None]:
        if not self.is_on:
            yield
            return
        self._set(self.number, GRACE * limits.MOST_SECONDS, GRACE_ON_THE_WALL * limits.MOST_SECONDS_ON_THE_WALL)
        try:
            yield
        finally:
            self._set(0, MOST_SECONDS_BETWEEN, 0)

    def _set(self, number: int, seconds: float, on_the_wall: float) -> None:
        assert self.progress is not None
        NUMBER.pack_into(self.progress, 0, number)
        signal.setitimer(signal.ITIMER_PROF, seconds)
        signal.setitimer(signal.ITIMER_REAL, on_the_wall)


guard = Guard()
