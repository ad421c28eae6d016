"""What a student's code prints is kept, up to a length; and nobody answers when it asks for input."""

from __future__ import annotations

import builtins
import io
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout

from minimax_lab.check.sandbox.limits import Stopped

KEPT = 10_000  # characters that are kept of what one run prints; it may print more
MOST_PRINTED = 1_000_000  # characters that one run may print


class AskedForInput(Stopped):
    """The code called `input()`, and nobody is there to answer."""


class TooMuchPrinted(Stopped):
    """The code prints without end."""


class CapturedOutput(io.StringIO):
    """Takes what is printed, keeps the beginning and drops the rest."""

    def __init__(self) -> None:
        super().__init__()
        self.printed = 0

    @property
    def is_long(self) -> bool:
        return self.printed > KEPT

    def write(self, text: str) -> int:
        room = max(0, KEPT - self.printed)
        self.printed += len(text)
        if self.printed > MOST_PRINTED:
            raise TooMuchPrinted
        return super().write(text[:room])


@contextmanager
def captured() -> Iterator[CapturedOutput]:
    """What is printed here goes to the captured output, and `input()` raises AskedForInput."""

    def refuse(*_: object) -> str:
        raise AskedForInput

    output = CapturedOutput()
    asked, builtins.input = builtins.input, refuse
    try:
        with redirect_stdout(output), redirect_stderr(output):
            yield output
    finally:
        builtins.input = asked
