"""A time limit on code that may never come back, such as a student's loop without an end.

When the time is up, an exception is raised inside that code, again and again until it has ended: also in a notebook
and in a worker, on every system. It ends any loop of Python code, but nothing that is stuck in C. A browser's Python
has no threads that could watch: there the code itself looks at the clock wherever it loops or calls.
"""

from __future__ import annotations

import _thread
import ctypes
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

THREADS = sys.platform != "emscripten"  # browsers have none
AGAIN = 0.05  # seconds between two exceptions: code may catch the first one


class Stopped(BaseException):
    """Raised inside code whose time is up. Not an Exception, because students' code catches those."""


class TimeUp(Exception):
    """Code has not come back in time. Its traceback says where it was."""


def raise_in(thread: int, exception: type[BaseException]) -> None:
    """Raise `exception` in the thread with this number, as soon as that runs Python code."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(exception))


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise TimeUp if the code inside this `with` takes longer. A limit inside another one may only be shorter."""
    watch = _Watch(seconds) if THREADS else _LookInside(seconds)
    up = TimeUp(f"not back after {seconds:g} seconds")
    interrupt: KeyboardInterrupt | None = None
    try:
        watch.start()
        yield
    except Stopped as stopped:
        raise up.with_traceback(stopped.__traceback__) from None
    finally:
        while True:  # until nothing comes between: a watch that goes on would stop code that is none of its business
            try:
                watch.end()
                break
            except Stopped:
                continue
            except KeyboardInterrupt as error:
                interrupt = error
        if interrupt is not None:
            raise interrupt
    if watch.stopped:  # and the code has gone on all the same
        raise up


class _Watch:
    """Another thread, which sleeps until the time is up."""

    def __init__(self, seconds: float):
        self._seconds, self._watched = seconds, threading.current_thread()
        self._over, self._lock, self.stopped = threading.Event(), threading.Lock(), False

    def start(self) -> None:
        # Not threading.Thread: a search that is being recorded in another thread would have this one watched, too, and
        # in Python 3.11 a watched thread cannot begin while an exception is on its way to the one that waits for it.
        _thread.start_new_thread(self._sleep, ())

    def _sleep(self) -> None:
        wait = self._seconds
        while not self._over.wait(wait):
            with self._lock:
                if self._over.is_set() or not self._watched.is_alive():  # the next thread may get its number
                    break
                self.stopped = True
                raise_in(self._watched.ident or 0, Stopped)
            wait = AGAIN

    def end(self) -> None:
        with self._lock:
            self._over.set()
        for _ in range(3):  # one may be on its way even now; it arrives at the end of a loop's round
            pass


class _LookInside:
    """Python calls us wherever the code loops or calls (from Python 3.12 on, which browsers have)."""

    def __init__(self, seconds: float):
        self._deadline, self.stopped = time.monotonic() + seconds, False
        self._monitoring: Any = getattr(sys, "monitoring", None)

    def start(self) -> None:
        if self._monitoring:
            tool, events = self._monitoring.OPTIMIZER_ID, self._monitoring.events
            self._monitoring.use_tool_id(tool, "time limit")
            for event in events.JUMP, events.PY_START:
                self._monitoring.register_callback(tool, event, self._look)
            self._monitoring.set_events(tool, events.JUMP | events.PY_START)

    def _look(self, *_: object) -> None:
        if time.monotonic() > self._deadline:
            self.stopped = True
            self._deadline = time.monotonic() + AGAIN  # the way out of the limit is made of calls, too
            raise Stopped

    def end(self) -> None:
        if self._monitoring:
            self._monitoring.set_events(self._monitoring.OPTIMIZER_ID, 0)
            self._monitoring.free_tool_id(self._monitoring.OPTIMIZER_ID)
