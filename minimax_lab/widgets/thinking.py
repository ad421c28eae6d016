"""Thinking in the background, so that the notebook stays responsive, and thinking that can be stopped."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from minimax_lab.arena.limits import THREADS, raise_in

Done = Callable[[Any, BaseException | None], None]


class Thinking:
    """At most one thought at a time. One that is given up says no more."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None  # while it thinks
        self._latest: threading.Thread | None = None

    @property
    def busy(self) -> bool:
        return self._thread is not None

    def start(self, think: Callable[[], Any], done: Done) -> None:
        """Call `think`, and then `done` with what it returned or raised."""
        self.give_up()
        if not THREADS:
            done(*_outcome(think))
            return
        thread = threading.Thread(target=lambda: self._run(think, done), daemon=True)
        with self._lock:
            self._thread = self._latest = thread
        thread.start()

    def wait(self) -> None:
        """Until the latest thought is done, and has been heard."""
        if self._latest is not None:
            self._latest.join()

    def _run(self, think: Callable[[], Any], done: Done) -> None:
        value, error = _outcome(think)
        me, wanted = threading.current_thread(), False
        while self._thread is me:
            with suppress(KeyboardInterrupt), self._lock:  # a stop may come a moment too late
                wanted = self._thread is me
                self._thread = None
        if wanted:
            done(value, error)

    def stop(self) -> None:
        """Have the thought end now, with what it has: an engine then returns the best that it has found."""
        with self._lock:
            if self._thread is not None:
                raise_in(self._thread, KeyboardInterrupt)

    def give_up(self) -> None:
        """End the thought; nobody wants to know any more."""
        with self._lock:
            thread, self._thread = self._thread, None
            if thread is not None:
                raise_in(thread, KeyboardInterrupt)


def _outcome(think: Callable[[], Any]) -> tuple[Any, BaseException | None]:
    try:
        return think(), None
    except BaseException as error:
        return None, error
