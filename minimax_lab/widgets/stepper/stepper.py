"""Step through a search, your own or the library's, beside the tree that it searches."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Sequence
from itertools import repeat
from pathlib import Path
from typing import Any

import traitlets

from minimax_lab.draw.pictures import check_below
from minimax_lab.game import MAX, Player
from minimax_lab.garbage import keeping_everything
from minimax_lab.trace import Trace, trace_to_the_error
from minimax_lab.widgets.base import Widget, picture_html
from minimax_lab.widgets.bundle import page, script, style, write_page
from minimax_lab.widgets.stepper.payload import payload

MOST_STEPS = 200_000  # a search that does not end is stopped before it is too much to send


class StepThrough(Widget):
    """A recorded search, to be stepped through in the browser: its tree, its code, its story.

    `step`: the step of the first trace that is shown; can be read and set.
    `grain`: what counts as one step, "line", "node", "cut" or, of two searches, "difference"; can be read and set.
    `predict`: whether one is asked before a value or a cut is shown; can be read and set.
    `error`: the exception that ended the search, if one did.
    """

    _esm = script("stepper/stepper.js")
    _css = style("shared/look.css", "shared/tree.css", "stepper/stepper.css")
    _traces = traitlets.Unicode().tag(sync=True)
    step = traitlets.Int(0).tag(sync=True)
    grain = traitlets.Enum(["line", "node", "cut", "difference"], "node").tag(sync=True)
    predict = traitlets.Bool(False).tag(sync=True)
    _told = traitlets.Unicode().tag(sync=True)  # what is to be said above it

    def __init__(self, *traces: Trace, errors: Sequence[Exception | None] = (), below: Player = MAX, **traits: Any):
        check_below(below)
        self.traces = traces
        self.error = next(filter(None, errors), None)
        messages = [f"{type(error).__name__}: {error}" if error else "" for error in errors]
        sent = map(payload, traces, [*messages, *[""] * len(traces)], repeat(below))
        super().__init__(_traces=f"[{','.join(sent)}]", **traits)

    @traitlets.validate("step")
    def _within_the_trace(self, proposal: Any) -> int:
        return max(0, min(proposal.value, len(self.traces[0].steps) - 1))

    def save_html(self, file: str | os.PathLike[str]) -> Path:
        """Write a page on which the step-through works by itself, without a network, and return its path."""
        path = Path(file)
        state = {name: getattr(self, name) for name in ("_traces", "_told", "step", "grain", "predict")}
        title = " and ".join(each.search for each in self.traces)
        write_page(path, page(f"{title}, step by step", self._esm, self._css, state))
        return path

    def __repr__(self) -> str:
        parts = (f"{each.search}: {len(each.nodes)} nodes, {len(each.steps)} steps" for each in self.traces)
        return f"StepThrough({'; '.join(parts)})"

    def _still(self) -> str:
        """The searches at their first cut-off, or else finished."""
        return "\n".join(filter(None, (picture_html(each, at_first_cut=True) for each in self.traces)))


@keeping_everything()
def step_through(
    search: Callable[..., Any] | Trace,
    *args: Any,
    beside: Trace | Callable[..., Any] | None = None,
    step: int = 0,
    grain: str = "node",
    predict: bool = False,
    lines: bool = True,
    below: Player = MAX,
    **kwargs: Any,
) -> StepThrough:
    """Step through `search(*args, **kwargs)`, or through a trace of it.

    `search`: a search function, the library's or your own; or a trace, which is shown as it is.
    `args`, `kwargs`: what the search is called with: a state first, or whatever a program of your own takes.
    `beside`: a second trace, or a second search that takes the same, to step through side by side.
    `step`, `grain`: where to start, and what counts as one step: "line", "node", "cut", or "difference" with `beside`.
    `predict`: be asked before each value that comes back and each possible cut, and see how many you got right.
    `lines`: whether the lines of code are recorded; without them a trace is smaller and made faster.
    `below`: who sits at the bottom of the boards; MIN turns a chess board round.

    A search that fails is shown up to where it failed, with the exception's message; the exception is the
    widget's `error` (`raise widget.error` shows where it came from). If the search failed before it looked at
    any state, there is nothing to show, and the exception is raised.

    >>> from minimax_lab.games import tree
    >>> from minimax_lab.search import minimax
    >>> step_through(minimax, tree([[3, 12], [2, 4]]))  # in a notebook: tree, code, variables and story, step by step
    StepThrough(minimax: 7 nodes, ... steps)
    """
    if predict and beside is not None:
        raise TypeError("predict=True asks about one search: leave out beside, or predict")
    if grain == "difference" and beside is None:
        raise TypeError('grain="difference" compares two searches: give the other one as beside')
    kwargs = {"limit": MOST_STEPS, **kwargs, "lines": lines}
    if isinstance(search, Trace):
        if args or len(kwargs) > 2:
            raise TypeError("a trace is shown as it is: step_through(a_trace) takes no state and no arguments")
        if beside is not None and not isinstance(beside, Trace):
            raise TypeError("beside a trace goes another trace: step_through(a_trace, beside=trace(search, state))")
    elif not args and _needs_arguments(search):
        raise TypeError("the state is missing: step_through(search, state)")
    asked = [each for each in (search, beside) if each is not None]
    shown = [(each, None) if isinstance(each, Trace) else trace_to_the_error(each, *args, **kwargs) for each in asked]
    traces, errors = zip(*shown, strict=True)
    if not all(each.nodes for each in traces):
        raise ValueError("this trace has no nodes: the search stopped before it looked at a state")
    return StepThrough(*traces, errors=errors, step=step, grain=grain, predict=predict, below=below)


def _needs_arguments(search: Callable[..., Any]) -> bool:
    try:
        inspect.signature(search).bind()
    except (TypeError, ValueError):
        return True
    return False
