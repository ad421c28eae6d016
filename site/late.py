"""Tells the page where a program is that takes long, while it runs: Python calls us wherever it loops or calls."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

PATIENCE = 4  # seconds
tell: Callable[[int, str], None] | None = None  # hears the line that runs, and what has been printed


@contextmanager
def told_if_late(file: str) -> Iterator[None]:
    """If what runs inside this `with` takes long, tell once which line of the file it has come to."""
    monitoring: Any = getattr(sys, "monitoring", None)  # which browsers have
    if not tell or not monitoring:
        yield
        return
    deadline, tool, events = time.monotonic() + PATIENCE, monitoring.PROFILER_ID, monitoring.events

    def look(*_: object) -> None:
        if time.monotonic() > deadline:
            monitoring.set_events(tool, 0)
            _say_where(file)

    monitoring.use_tool_id(tool, "late")
    for event in events.JUMP, events.PY_START:
        monitoring.register_callback(tool, event, look)
    monitoring.set_events(tool, events.JUMP | events.PY_START)
    try:
        yield
    finally:
        monitoring.set_events(tool, 0)
        monitoring.free_tool_id(tool)


def _say_where(file: str) -> None:
    frame = sys._getframe()
    while frame and frame.f_code.co_filename != file:
        frame = frame.f_back  # type: ignore[assignment]
    if frame and tell:
        tell(frame.f_lineno, getattr(sys.stdout, "told", str)())
