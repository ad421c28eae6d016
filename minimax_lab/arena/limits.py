"""Calls with a time limit, one after the other, in a thread of their own.

The player's thread is not the one that waits for Ctrl-C. A call that is stuck in C, or catches every exception, is left
behind in its thread, which ends with the process. What ends a call, and a browser, which has no threads, are the
business of `minimax_lab.limits`.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from contextlib import nullcontext, suppress
from queue import Empty, SimpleQueue
from typing import Any, TypeAlias

from minimax_lab.limits import THREADS, Stopped, TimeUp, raise_in, time_limit

Call: TypeAlias = Callable[[], Any]
Answer: TypeAlias = tuple[Any, BaseException | None]

LOOK = 0.1  # seconds; on Windows Ctrl-C is only noticed between two looks
TRIES, PATIENCE = 10, 0.05  # how often a call is told to stop, and how many seconds we wait each time


class Limited:
    """Runs one call after the other, each with a time limit. To be used in a `with` statement."""

    def __init__(self) -> None:
        self._thread: threading.Thread | None = None
        self._busy = False

    def call(self, function: Call, seconds: float) -> Answer:
        """What `function` returned and what it raised, or None. TimeUp is raised if it takes longer than `seconds`."""
        if not THREADS:
            with time_limit(seconds) if seconds < math.inf else nullcontext():
                return _answer(function)
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
                raise_in(thread.ident or 0, Stopped)  # 0 is no thread
                thread.join(PATIENCE)
                if not thread.is_alive():
                    break

    def __enter__(self) -> Limited:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _serve(calls: SimpleQueue[Call | None], answers: SimpleQueue[Answer]) -> None:
    with suppress(Stopped):  # one that came when the call was already over
        while (function := calls.get()) is not None:
            answers.put(_answer(function))


def _answer(function: Call) -> Answer:
    try:
        return function(), None
    except BaseException as error:
        return None, error
