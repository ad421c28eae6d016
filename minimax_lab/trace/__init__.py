"""Traces: what any search did, observed from outside, without a change to its code."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from minimax_lab.adapt import GameFault, as_game
from minimax_lab.game_faults import CheckedGame, checked_game, first_fault
from minimax_lab.trace.code import entry_code, is_package
from minimax_lab.trace.interpret.scores import contents_of
from minimax_lab.trace.model import Evidence, Node, Source, Step
from minimax_lab.trace.record.calls import CallWatch
from minimax_lab.trace.record.log import LimitReached, SameState, TraceError
from minimax_lab.trace.record.recorder import Recorder
from minimax_lab.trace.result import Trace, program_trace

__all__ = ["Evidence", "LimitReached", "Node", "SameState", "Source", "Step", "Trace", "TraceError", "trace"]


def trace(
    search: Callable[..., Any],
    *args: Any,
    lines: bool = True,
    limit: int = 1_000_000,
    for_max: bool = False,
    **kwargs: Any,
) -> Trace:
    """Run `search(*args, **kwargs)` and record what it did.

    - `search`: any function, the library's or your own, as it is
    - `args` and `kwargs`: what it is called with; if the first is a state of ours, with `get_legal_moves` and
      `forecast_move`, the nodes are the states; otherwise they are the calls of the function that calls itself
    - `lines`: record every line that runs; with `lines=False` only calls, which is faster
    - `limit`: how many steps the search may take before it is stopped; of a program that is seen by its calls, how
      many are recorded before only the first levels are kept, and what is below is counted
    - `for_max`: every value it returns is meant as MAX's, even if it is wrong; else the values tell whose they are

    Raises what the search raises; the exception's `trace` is the trace up to it. Raises
    `LimitReached` for a search that runs away and `SameState` for a `forecast_move` that changes
    its state instead of making a new one, also with their `trace`. A program that is seen by its calls, and asks for
    input, calls itself too deep or does not end, is stopped: its trace has an `error`.

    What could not be seen, or is not certain, is said in the trace's `notes`.

    >>> from minimax_lab.games import tree
    >>> from minimax_lab.search import alphabeta
    >>> seen = trace(alphabeta, tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    >>> seen.value, [leaf.value for leaf in seen.leaves], seen.pruned
    (3, [3, 12, 8, 2, 14, 5, 2], [(1, 1), (1, 2)])

    >>> def largest(node, is_max):
    ...     if isinstance(node, int):
    ...         return node
    ...     return (max if is_max else min)(largest(child, not is_max) for child in node)
    >>> trace(largest, [[3, 12], [2, 4]], True)
    <Trace of largest: value 3, 7 nodes, 4 leaves, 0 pruned, ... steps>
    """
    if not callable(search):
        raise TypeError(f"the first argument is the search, a function, not {search!r:.80}")
    name = getattr(search, "__name__", None) or type(search).__name__
    entry = entry_code(search)
    if args and (_is_state(args[0]) or (entry is not None and is_package(entry))):
        for_max = for_max or getattr(search, "is_for_max", False) is True  # the library's own say so
        return _of_states(name, search, args, kwargs, Recorder(args[0], entry, lines, limit), for_max)
    return _of_calls(name, search, args, kwargs, CallWatch(entry, lines, limit))


def trace_to_the_error(search: Callable[..., Any], *args: Any, **kwargs: Any) -> tuple[Trace, Exception | None]:
    """The trace of a search that may fail: then up to there, with the error. Raises it if there is nothing to show."""
    try:
        return trace(search, *args, **kwargs), None
    except Exception as error:
        seen = getattr(error, "trace", None)
        if not isinstance(seen, Trace) or not seen.nodes:
            raise
        return seen, error


def _is_state(value: Any) -> bool:
    return all(callable(getattr(value, method, None)) for method in ("get_legal_moves", "forecast_move"))


def _of_states(
    name: str, search: Callable[..., Any], args: tuple, kwargs: dict[str, Any], recorder: Recorder, for_max: bool
) -> Trace:
    state = args[0]
    game = as_game(state)  # a clear error for what is not a game
    is_ours = (getattr(search, "__module__", None) or "").startswith("minimax_lab.search")
    contents = partial(contents_of, recorder, for_max, is_ours)
    try:
        value = recorder.run(search, args, kwargs)
        if fault := CheckedGame(game, recorder.root_moves).change():
            raise fault
        checked_game(state, make_a_move=True)  # only now it is known that its methods end
    except Exception as raised:
        known = isinstance(raised, TraceError | GameFault)
        error = raised if known else first_fault(state) or CheckedGame(game, recorder.root_moves).change() or raised
        error.trace = Trace(name, None, contents, type(error).__name__)  # type: ignore[attr-defined]
        if error is raised:
            raise
        raise error from None
    return Trace(name, value, contents)


def _of_calls(name: str, search: Callable[..., Any], args: tuple, kwargs: dict[str, Any], watch: CallWatch) -> Trace:
    """A program that was stopped, or went too deep, ends with what was seen of it; its notes say so."""
    try:
        value = watch.run(search, args, kwargs)
    except Exception as raised:
        raised.trace = program_trace(name, None, watch, type(raised).__name__)  # type: ignore[attr-defined]
        raise
    return program_trace(name, value, watch, watch.stopped or None)
