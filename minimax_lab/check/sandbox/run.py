"""Runs a student's code so that whatever it does, the check goes on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from traceback import clear_frames
from typing import Any

from minimax_lab.check.sandbox import limits
from minimax_lab.check.shared import plain_number

FAILURES: dict[type[BaseException], str] = {
    RecursionError: "too-deep",
    limits.AskedForInput: "asks",
    limits.TooMuchPrinted: "prints",
    limits.Stopped: "endless",
    MemoryError: "memory",
}


@dataclass(frozen=True)
class RunResult:
    """How a run ended: with a value, or with the failure that ended it."""

    value: Any = None
    failure: str = ""  # "", "raises", "endless", "memory", "too-deep", "prints", "asks", "ends-python", "borrowed"
    error: BaseException | None = None
    printed: str = ""  # the beginning of what it printed
    lines: int = 0  # of code that it took
    hidden: BaseException | None = None  # an error that the code has caught itself, though it is a slip

    @property
    def ok(self) -> bool:
        return not self.failure


def run(
    function: Callable[..., Any],
    *args: Any,
    most_lines: int | None = limits.MOST_LINES,
    on_call: limits.NoteCall = None,
    borrows_from: limits.Folders = limits.SEARCHES,
    seconds: float | None = None,
    on_line: limits.NoteLine = None,
    **kwargs: Any,
) -> RunResult:
    """What `function(*args, **kwargs)` returns, or how it failed. Raises only KeyboardInterrupt and NotFinished.

    `on_call` is told about every call of a function that is not this package's, and its code; `on_line` about every
    line in one. To call one that is in the folder `borrows_from` is a failure: that is what the student is to write.
    Without `most_lines`, no call is noticed and only the time is limited: to `seconds` of processor time, where that
    is given.
    """
    if ended := limits.guard.next_run():
        if ended == "waits":
            raise limits.NotFinished
        return RunResult(failure=ended)
    counter = limits.LineCounter(most_lines, on_call, borrows_from, on_line)
    value, error = None, None
    with limits.captured() as output:
        try:
            with limits.guard.over_run(counter, seconds):
                value = counter.run(function, args, kwargs)
        except BaseException as raised:  # SystemExit and Stopped among them
            if isinstance(raised, KeyboardInterrupt) and not limits.guard.is_on:
                raise
            clear_frames(raised.__traceback__)  # endless code may have filled a list; which lines ran is still known
            error = raised
    if counter.timed_out:
        raise limits.NotFinished
    failure = "" if error is None else next((FAILURES[kind] for kind in FAILURES if isinstance(error, kind)), "raises")
    if counter.over or failure == "endless":  # it may have swallowed what was to stop it
        failure = "prints" if output.is_long else "endless"
    if not failure and counter.borrowed:
        failure = "borrowed"
    lines = (most_lines or 0) - counter.left
    value = None if failure else plain_number(value)
    return RunResult(value, failure, error, output.getvalue(), lines, None if failure else counter.error)
