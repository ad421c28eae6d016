"""The student's own run on the counterexample, step by step, and where it leaves the right way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from minimax_lab.check.report import Replay
from minimax_lab.check.sandbox.output import captured
from minimax_lab.check.search.battery import Case
from minimax_lab.check.search.mistaken.search import MistakenSearch
from minimax_lab.check.search.observed import Log, ObservedTree, heuristic
from minimax_lab.check.search.run import Exercise
from minimax_lab.trace import Trace, trace

MOST_STEPS = 20_000
Event = tuple  # ("enter", path) or ("return", path, value)


def replay(exercise: Exercise, function: Callable[..., Any], case: Case) -> Callable[[], Replay | None]:
    """A function that makes the replay when it is asked for."""

    def make() -> Replay | None:
        seen = traced(exercise.chosen(function, case), case.tree, *exercise.arguments(case, heuristic))
        return Replay(seen, first_wrong_step(seen, exercise, case)) if seen and seen.steps else None

    return make


def traced(function: Callable[..., Any], *args: Any) -> Trace | None:
    """The trace of a student's function, up to where it fails if it does."""
    try:
        with captured():
            return trace(function, *args, limit=MOST_STEPS)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return getattr(error, "trace", None)


def first_wrong_step(seen: Trace, exercise: Exercise, case: Case) -> int:
    """The first step that a right search does not take: of all right searches, the one that agrees longest."""
    steps = [i for i, kind in enumerate(seen.steps.kinds()) if kind in ("enter", "leaf", "return")]
    theirs = [_event(seen.steps[i]) for i in steps]
    furthest = max(_common_start(theirs, ours) for ours in right_searches(exercise, case))
    if furthest == len(steps):
        return len(seen.steps) - 1
    before = range(steps[furthest - 1] if furthest else 0, steps[furthest])
    cut = [step for step in before if seen.steps[step].kind == "cutoff"]  # it returned too early because it cut here
    return cut[-1] if cut else steps[furthest]


def right_searches(exercise: Exercise, case: Case) -> Iterator[list[Event]]:
    """What happens in a right search, for each style."""
    kind = _recording(exercise.mistaken)
    for style in exercise.styles():
        search, log = kind(**style), Log()
        search(ObservedTree(case.tree, log), case.depth, *exercise.window(case), case.maximizing, log.evaluate)
        yield search.events


def _event(step: Any) -> Event:
    return ("enter", step.path) if step.kind == "enter" else ("return", step.path, step.value)


def _common_start(one: list[Event], other: list[Event]) -> int:
    """How many events the two have in common at their beginning."""
    return next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _recording(kind: type[MistakenSearch]) -> type[Any]:
    """The searches of a kind, made to write down what they do."""

    class Recording(kind):  # type: ignore[valid-type, misc]
        def __init__(self, **style: Any):
            super().__init__(**style)
            self.events: list[Event] = []

        def search(self, state: Any, *args: Any, **kwargs: Any) -> Any:
            self.events.append(("enter", state.path))
            value = super().search(state, *args, **kwargs)
            self.events.append(("return", state.path, value))
            return value

    return Recording
