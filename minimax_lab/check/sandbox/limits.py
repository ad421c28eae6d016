"""Runs a student's code so that whatever it does, the notebook lives on.

How much a run may do is counted in lines of code, not in seconds, so that a check says the same on
every machine. A clock stands by for what cannot be counted: code that swallows even the exception
that stops it, or that runs in circles within one instruction.
"""

from __future__ import annotations

import builtins
import ctypes
import io
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep  # by name: a check may put another clock into the module
from types import FrameType
from typing import Any

MOST_LINES = 200_000  # that one run may execute
MOST_PRINTED = 10_000  # characters
PATIENCE = 3.0  # seconds
OURS = str(Path(__file__).parents[2])


class Stop(BaseException):
    """Ends a student's run; not an Exception, so that `except Exception` does not swallow it."""


class AskedForInput(Stop):
    """The code called `input()`, and nobody is there to answer."""


class TooMuchPrinted(Stop):
    """The code prints without end."""


@dataclass(frozen=True)
class Outcome:
    """How a run ended: with a value, or with the trouble that ended it."""

    value: Any = None
    trouble: str = ""  # "", "raises", "endless", "too-deep", "prints", "asks"
    error: BaseException | None = None
    printed: str = ""

    @property
    def ok(self) -> bool:
        return not self.trouble


TROUBLES: dict[type[BaseException], str] = {
    RecursionError: "too-deep",
    AskedForInput: "asks",
    TooMuchPrinted: "prints",
    Stop: "endless",
    MemoryError: "endless",
}


def run(
    function: Callable[..., Any],
    *args: Any,
    most_lines: int = MOST_LINES,
    on_call: Callable[[FrameType], None] | None = None,
    **kwargs: Any,
) -> Outcome:
    """What `function(*args, **kwargs)` returns, or how it went wrong. Raises only KeyboardInterrupt.

    `on_call` is told of every call of a function that is not this package's.
    """
    paper, counter = _Paper(), _Counter(most_lines, on_call)
    try:
        with redirect_stdout(paper), redirect_stderr(paper), _nobody_answers(), _watch.over(counter):
            value = counter.run(function, args, kwargs)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # SystemExit and Stop among them
        trouble = next((name for kind, name in TROUBLES.items() if isinstance(error, kind)), "raises")
        return Outcome(trouble="endless" if counter.over else trouble, error=error, printed=paper.getvalue())
    if counter.over:  # it swallowed what was to stop it
        return Outcome(trouble="endless", printed=paper.getvalue())
    return Outcome(value, printed=paper.getvalue())


@contextmanager
def quietly() -> Iterator[None]:
    """For a student's code that something else watches over: it prints to nowhere, and nobody answers it."""
    paper = _Paper()
    with redirect_stdout(paper), redirect_stderr(paper), _nobody_answers():
        yield


class _Counter:
    """Counts a student's lines, and calls of anything, until there are too many."""

    def __init__(self, most: int, tell: Callable[[FrameType], None] | None = None):
        self.left = most
        self.tell = tell
        self.over = False
        self.importing = False  # an import runs very many lines that are nobody's fault

    def run(self, function: Callable[..., Any], args: tuple, kwargs: dict[str, Any]) -> Any:
        """Python drops a trace function that raises: code that swallows that then meets the clock."""
        previous = sys.gettrace()
        sys.settrace(self.on_call)
        try:
            return function(*args, **kwargs)
        finally:
            sys.settrace(previous)

    def on_call(self, frame: FrameType, event: str, arg: Any) -> Any:
        if self.importing:
            return None
        if frame.f_code.co_name == "_find_and_load":  # in importlib: the way of every import
            self.importing, frame.f_trace_lines = True, False
            return self.on_import
        self.spend()
        if frame.f_code.co_filename.startswith(OURS):
            return None
        if self.tell:
            self.tell(frame)
        return self.on_line

    def on_import(self, frame: FrameType, event: str, arg: Any) -> Any:
        self.importing = event != "return"
        return self.on_import

    def on_line(self, frame: FrameType, event: str, arg: Any) -> Any:
        self.spend()
        return self.on_line

    def spend(self) -> None:
        self.left -= 1
        if self.left < 0:
            self.over = True
            raise Stop


class _Watch:
    """Raises Stop in the thread of a run, again and again, once its patience with it is at an end.

    One thread serves all runs: there are thousands of them in a check, and most are over at once.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._runs: dict[int, tuple[_Counter, float]] = {}  # by thread: what is running there, and until when it may
        self._awake = False

    @contextmanager
    def over(self, counter: _Counter) -> Iterator[None]:
        thread = threading.get_ident()
        with self._lock:
            self._runs[thread] = counter, monotonic() + PATIENCE
            if not self._awake:
                self._wake()
        try:
            yield
        finally:
            while thread in self._runs:
                with suppress(Stop), self._lock:
                    del self._runs[thread]
            with suppress(Stop):  # one may be on its way even now; it arrives at the end of a loop's round
                for _ in range(3):
                    pass

    def _wake(self) -> None:
        with suppress(RuntimeError):  # no threads in a browser's Python: there the count has to do
            threading.Thread(target=self._watch, daemon=True).start()
            self._awake = True

    def _watch(self) -> None:
        while True:
            sleep(0.1)
            with self._lock:
                if not self._runs:
                    self._awake = False
                    return
                for thread, (counter, end) in self._runs.items():
                    if monotonic() > end and not counter.importing:
                        counter.over = True
                        _raise_in(thread, Stop)


_watch = _Watch()


def _raise_in(thread: int, error: type[BaseException]) -> None:
    """Have another thread raise `error` at its next step. (To take that back would leave Python 3.11 in a loop.)"""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))


class _Paper(io.StringIO):
    """Takes what is printed, up to a limit."""

    def write(self, text: str) -> int:
        if self.tell() + len(text) > MOST_PRINTED:
            raise TooMuchPrinted
        return super().write(text)


@contextmanager
def _nobody_answers() -> Iterator[None]:
    def refuse(*_: object) -> str:
        raise AskedForInput

    asked, builtins.input = builtins.input, refuse
    try:
        yield
    finally:
        builtins.input = asked
