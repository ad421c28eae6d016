"""Runs a search, watches all its threads, and keeps what was recorded."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from types import CodeType, FrameType
from typing import Any

from minimax_lab.garbage import keeping_everything
from minimax_lab.trace.record.log import Event, SearchStopped, TraceError, Tracer
from minimax_lab.trace.record.states import KnownStates
from minimax_lab.trace.record.watch import Watch


class Recorder:
    """What was seen of a search: `events`, `known` states, and how many `threads` besides its own it ran in."""

    def __init__(self, state: Any, entry: CodeType | None, lines: bool, limit: int):
        self.known = KnownStates(state)
        self.events: list[Event] = []
        self.threads = 0
        self._entry, self._lines, self._limit = entry, lines, limit
        self._watches: list[tuple[int, Watch]] = []  # of the threads: how far the search had come as they began

    def run(self, search: Callable[..., Any], args: tuple, kwargs: dict[str, Any]) -> Any:
        """What `search` returns. Raises what it raises, or a TraceError."""
        watch = Watch(self.known, self._entry, self._lines, self._limit)
        previous = sys.gettrace(), threading.gettrace()
        with keeping_everything():
            threading.settrace(self._on_thread(watch))
            sys.settrace(watch.on_call())
            try:
                value = search(*args, **kwargs)
            except SearchStopped:
                raise self._errors(watch)[0] from None
            finally:
                sys.settrace(previous[0])
                threading.settrace(previous[1])
                watch.threads.clear()
                self._put_together(watch)
        if errors := self._errors(watch):  # the search caught even that, or it was a thread that was stopped
            raise errors[0]
        return value

    @property
    def root_moves(self) -> list[Any] | None:
        """The legal moves of the first state, if the search has asked for them."""
        moves = self.known.legal.get(0)
        return None if moves is None else [*moves]

    def _on_thread(self, main: Watch) -> Tracer:
        def on_first_call(frame: FrameType, event: str, arg: Any) -> Any:
            """What a new thread does first: it is watched by itself, so that threads cannot mix.

            Jupyter starts threads, too, whenever it likes. They are no part of the search, and would be watched for as
            long as they live.
            """
            thread = threading.current_thread()
            if thread not in main.threads:
                sys.settrace(None)
                return None
            watch = main.in_thread()
            self._watches.append((len(main.events), watch))
            on_call = watch.on_call()

            def while_it_runs(frame: FrameType, event: str, arg: Any) -> Any:
                if thread in main.threads:
                    return on_call(frame, event, arg)
                sys.settrace(None)
                return None

            sys.settrace(while_it_runs)
            return on_call(frame, event, arg)

        return on_first_call

    def _errors(self, main: Watch) -> list[TraceError]:
        """Why the search and its threads were stopped, if they were."""
        stopped = [watch.stopped for watch in (main, *(watch for _, watch in self._watches)) if watch.stopped]
        self.known.was_stopped = bool(stopped)
        return stopped

    def _put_together(self, main: Watch) -> None:
        """What each thread did, in one piece, stands where the thread began."""
        done = 0
        for start, watch in self._watches:
            events = watch.events_so_far()
            if events:
                self.threads += 1
                self.events += main.events[done:start] + events
                done = start
        self.events += main.events[done:] if done else main.events
