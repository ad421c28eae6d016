"""Thinking in the background, which can be stopped, so that the notebook stays responsive."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import Any

from minimax_lab.limits import THREADS, raise_in

AGAIN = 1.0  # seconds: an engine that was stopped has long returned its move by then
OnAnswer = Callable[[Any, BaseException | None], None]  # is told what a thought returned, or what it raised


class Thinking:
    """At most one thought at a time. Nothing is heard any more of one that is given up."""

    def __init__(self) -> None:
        self._thought: _Thought | None = None

    @property
    def busy(self) -> bool:
        return self._thought is not None and not self._thought.over

    def start(self, think: Callable[[], Any], on_answer: OnAnswer) -> None:
        """Call `think`, and then `on_answer` with what it returned or raised."""
        self.give_up()
        self._thought = _Thought(think, on_answer)
        if THREADS:
            self._thought.start()
        else:
            self._thought.run()

    def stop(self) -> None:
        """End the thought now, with what it has: an engine then returns the best move that it has found."""
        if self._thought is not None:
            self._thought.interrupt(wanted=True)

    def give_up(self) -> None:
        """End the thought; its answer is no longer wanted."""
        if self._thought is not None:
            self._thought.interrupt(wanted=False)

    def wait(self) -> None:
        """Wait until the latest thought is over and `on_answer` has been called."""
        if self._thought is not None and self._thought.is_alive():
            self._thought.join()


class _Thought(threading.Thread):
    """One call in a thread of its own. It can be interrupted only while it is open, that is, inside `think`."""

    def __init__(self, think: Callable[[], Any], on_answer: OnAnswer):
        super().__init__(daemon=True)
        self.over = False
        self._think, self._on_answer = think, on_answer
        self._guard = threading.Lock()
        self._open, self._stopped, self._wanted = False, False, True

    def interrupt(self, wanted: bool) -> None:
        with self._guard:
            is_first = not self._stopped
            self._wanted &= wanted
            self._stopped = True
            if is_first:
                self._tell()

    def _tell(self) -> None:
        """Raise KeyboardInterrupt inside `think`, one at a time: a second one could come while the first is handled."""
        if self._open:
            raise_in(self.ident or 0, KeyboardInterrupt)
            # Python drops an exception that comes while an object is being deleted: so look again later
            later = threading.Timer(AGAIN, self._tell_again)
            later.daemon = True
            later.start()

    def _tell_again(self) -> None:
        with self._guard:
            self._tell()

    def run(self) -> None:
        sys.settrace(None)  # a search that is being recorded in another thread would watch this one, too
        value: Any = None
        error: BaseException | None = None
        try:
            try:
                with self._guard:
                    self._open = not self._stopped
                if not self._open:
                    raise KeyboardInterrupt
                value = self._think()
            except BaseException as problem:  # whatever a player does, somebody is waiting for the answer
                error = problem
            self._close()
        except KeyboardInterrupt as late:  # it came when the thought was already over
            error = error or (late if value is None else None)
            self._close()
        self.over = True
        if self._wanted:
            self._on_answer(value, error)

    def _close(self) -> None:
        """From here on no interrupt can come. One that is on its way comes now: Python looks for it in every loop."""
        with self._guard:
            self._open = False
        for _ in range(2):
            pass
