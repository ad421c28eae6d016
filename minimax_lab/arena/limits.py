"""A time limit on a call that may never return.

The call runs in a thread of its own. When its time is up, an exception is raised inside it, which
ends any loop of Python code: in a notebook, in a worker of a cluster, on every system. A call that
is stuck in C, or catches every exception, cannot be ended. It is left behind in its thread, which
ends with the process. A browser's Python has no threads: there the call itself looks at the clock.
"""

from __future__ import annotations

import ctypes
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, TypeAlias

Call: TypeAlias = Callable[[], Any]
Answer: TypeAlias = tuple[Any, BaseException | None]

THREADS = sys.platform != "emscripten"  # browsers have none
LOOK = 0.1  # seconds; on Windows Ctrl-C is only noticed between two looks
TRIES, PATIENCE = 10, 0.05  # how often a call is told to stop, and how many seconds we wait each time


class TimeUp(Exception):
    """A call has not come back in time."""


class Stopped(BaseException):
    """Raised inside a call whose time is up. Not an Exception, because players catch those."""


class Limited:
    """Runs one call after the other, each with a time limit. To be used in a `with` statement."""

    def __init__(self) -> None:
        self._thread: threading.Thread | None = None
        self._busy = False

    def call(self, function: Call, seconds: float) -> Answer:
        """What `function` returned and what it raised, or None. TimeUp is raised if it takes longer than `seconds`."""
        if not THREADS:
            return _watched(function, seconds)
        if self._thread is None:
            self._start()
        self._busy = True
        self._calls.put(function)
        answer = self._wait(time.perf_counter() + seconds)
        self._busy = False
        return answer

    def _start(self) -> None:
        self._calls: SimpleQueue[Call | None] = SimpleQueue()
        self._answers: SimpleQueue[Answer] = SimpleQueue()
        self._thread = threading.Thread(target=_serve, args=(self._calls, self._answers), daemon=True)
        self._thread.start()

    def _wait(self, deadline: float) -> Answer:
        while True:
            left = deadline - time.perf_counter()
            try:
                return self._answers.get(timeout=max(0.0, min(left, LOOK)))
            except Empty:
                if left <= LOOK:
                    self.close()
                    raise TimeUp from None

    def close(self) -> None:
        """End the thread, and the call that may still be running in it."""
        thread, self._thread = self._thread, None
        if thread is None:
            return
        self._calls.put(None)
        if self._busy:
            self._busy = False
            for _ in range(TRIES):
                raise_in(thread, Stopped)
                thread.join(PATIENCE)
                if not thread.is_alive():
                    break

    def __enter__(self) -> Limited:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def raise_in(thread: threading.Thread, exception: type[BaseException]) -> None:
    """Raise `exception` in another thread, as soon as that runs Python code.

    KeyboardInterrupt makes an engine's search return the best move that it has found.
    """
    if thread.ident is not None:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(exception))


def _serve(calls: SimpleQueue[Call | None], answers: SimpleQueue[Answer]) -> None:
    with suppress(Stopped):  # one that came when the call was already over
        while (function := calls.get()) is not None:
            answers.put(_answer(function))


def _watched(function: Call, seconds: float) -> Answer:
    """The answer without threads: wherever the call loops or calls, Python looks at the clock."""
    monitoring: Any = getattr(sys, "monitoring", None)
    if monitoring is None:  # before Python 3.12; that of browsers is younger
        return _answer(function)
    tool, events, deadline = monitoring.OPTIMIZER_ID, monitoring.events, time.monotonic() + seconds

    def look(*_: object) -> None:
        if time.monotonic() > deadline:
            raise Stopped

    monitoring.use_tool_id(tool, "time limit")
    for event in events.JUMP, events.PY_START:
        monitoring.register_callback(tool, event, look)
    monitoring.set_events(tool, events.JUMP | events.PY_START)
    try:
        answer = _answer(function)
    finally:
        monitoring.set_events(tool, 0)
        monitoring.free_tool_id(tool)
    if isinstance(answer[1], Stopped):
        raise TimeUp
    return answer


def _answer(function: Call) -> Answer:
    try:
        return function(), None
    except BaseException as error:
        return None, error
