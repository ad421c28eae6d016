"""What ends a search that is being watched before it has come to its end."""

from __future__ import annotations

from typing import Any

from minimax_lab.adapt import wrong_state
from minimax_lab.game import Move
from minimax_lab.trace.model import Path


class SearchStopped(SystemExit):
    """Ends the watched search. `except Exception` does not swallow it, and a thread that it ends prints nothing."""


class TraceError(RuntimeError):
    """A search could not be traced to its end; `trace` holds what was seen until then."""

    trace: Any = None


class LimitReached(TraceError):
    """The search did more than the limit allows."""

    def __init__(self, steps: int, calls: int, path: Path):
        super().__init__(
            f"stopped after {steps:,} steps, {calls} calls deep, at the node {path!r}. Does the search stop at "
            "finished games and at its depth limit? If it is just large, try a smaller tree or depth, lines=False, "
            "or a higher limit=…"
        )


class SameState(TraceError):
    """`forecast_move` changed its state instead of making a new one."""

    def __init__(self, state: Any, move: Move):
        super().__init__(wrong_state(state, move, state))
