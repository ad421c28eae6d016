"""Traces: what any search did, observed from outside, without a change to its code."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from minimax_lab.adapt import GameFault, as_game
from minimax_lab.game_faults import CheckedGame, checked_game, first_fault
from minimax_lab.trace.interpret.contents import contents_of
from minimax_lab.trace.model import Evidence, Node, Source, Step
from minimax_lab.trace.record.errors import LimitReached, SameState, TraceError
from minimax_lab.trace.record.recorder import Recorder
from minimax_lab.trace.result import Trace

__all__ = ["Evidence", "LimitReached", "Node", "SameState", "Source", "Step", "Trace", "TraceError", "trace"]


def trace(
    search: Callable[..., Any],
    state: Any,
    *args: Any,
    lines: bool = True,
    limit: int = 1_000_000,
    for_max: bool = False,
    **kwargs: Any,
) -> Trace:
    """Run `search(state, *args, **kwargs)` and record what it did.

    - `search`: any function, the library's or your own, as it is
    - `state`: where it begins; `args` and `kwargs`: what else it is called with
    - `lines`: record every line that runs; with `lines=False` only calls, which is faster
    - `limit`: how many steps the search may take before it is stopped
    - `for_max`: every value it returns is meant as MAX's, even if it is wrong; else the values tell whose they are

    Raises what the search raises; the exception's `trace` is the trace up to it. Raises
    `LimitReached` for a search that runs away and `SameState` for a `forecast_move` that changes
    its state instead of making a new one, also with their `trace`.

    What could not be seen, or is not certain, is said in the trace's `notes`.

    >>> from minimax_lab.games import tree
    >>> from minimax_lab.search import alphabeta
    >>> seen = trace(alphabeta, tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    >>> seen.value, [leaf.value for leaf in seen.leaves], seen.pruned
    (3, [3, 12, 8, 2, 14, 5, 2], [(1, 1), (1, 2)])
    """
    if not callable(search):
        raise TypeError(f"the first argument is the search, a function, not {search!r:.80}")
    game = as_game(state)  # a clear error for what is not a game
    name = getattr(search, "__name__", None) or type(search).__name__
    for_max = for_max or getattr(search, "is_for_max", False) is True  # the library's own say so
    is_ours = (getattr(search, "__module__", None) or "").startswith("minimax_lab.search")
    recorder = Recorder(state, lines, limit)
    contents = partial(contents_of, recorder, for_max, is_ours)
    try:
        value = recorder.run(search, args, kwargs)
        _check_game(state, CheckedGame(game, recorder.root_moves))
    except Exception as raised:
        known = isinstance(raised, TraceError | GameFault)
        error = raised if known else first_fault(state) or CheckedGame(game, recorder.root_moves).change() or raised
        error.trace = Trace(name, None, contents, type(error).__name__)  # type: ignore[attr-defined]
        if error is raised:
            raise
        raise error from None
    return Trace(name, value, contents)


def _check_game(state: Any, before: CheckedGame) -> None:
    """Raise GameFault if the state has changed, or is not a game: afterwards, when it is known that its methods end."""
    if fault := before.change():
        raise fault
    checked_game(state, make_a_move=True)
