"""Thinking in the background, so that the notebook stays responsive, and thinking that can be stopped."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from minimax_lab.arena.match.limits import THREADS, raise_in

Done = Callable[[Any, BaseException | None], None]


class Thinking:
    """At most one thought at a time. One that is given up says no more."""

    def __init__(self) -> None:
        self._thought: _Thought | None = None

    @property
    def busy(self) -> bool:
        return self._thought is not None and not self._thought.over

    def start(self, think: Callable[[], Any], done: Done) -> None:
        """Call `think`, and then `done` with what it returned or raised."""
        self.give_up()
        self._thought = _Thought(think, done)
        if THREADS:
            self._thought.start()
        else:
            self._thought.run()

    def stop(self) -> None:
        """Have the thought end now, with what it has: an engine then returns the best that it has found."""
        if self._thought is not None:
            self._thought.interrupt(wanted=True)

    def give_up(self) -> None:
        """End the thought; nobody wants to know any more."""
        if self._thought is not None:
            self._thought.interrupt(wanted=False)

    def wait(self) -> None:
        """Until the latest thought is over, and has been heard."""
        if self._thought is not None and self._thought.is_alive():
            self._thought.join()


class _Thought(threading.Thread):
    """One call in a thread of its own. It can be interrupted only while it is open: never in what goes on around it."""

    def __init__(self, think: Callable[[], Any], done: Done):
        super().__init__(daemon=True)
        self.over = False
        self._think, self._done = think, done
        self._guard = threading.Lock()
        self._open, self._stopped, self._wanted = False, False, True

    def interrupt(self, wanted: bool) -> None:
        with self._guard:
            self._wanted &= wanted
            self._stopped = True
            if self._open:
                raise_in(self, KeyboardInterrupt)

    def run(self) -> None:
        value: Any = None
        error: BaseException | None = None
        thought = False
        while not self.over:
            try:
                if not thought:
                    with self._guard:
                        self._open = not self._stopped
                    if not self._open:
                        raise KeyboardInterrupt
                    value = self._think()
                    thought = True
                with self._guard:  # after this no interrupt can come; one that is on its way comes before
                    self._open, self.over = False, True
            except BaseException as problem:  # whatever a player does, somebody waits for the answer
                if not thought:
                    error, thought = problem, True
        if self._wanted:
            self._done(value, error)
