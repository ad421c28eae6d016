"""What one thread of a search did, event by event, and where it is."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from types import CodeType, FrameType
from typing import Any

from minimax_lab.adapt import Adapted, wrong_state
from minimax_lab.game import Move
from minimax_lab.trace.model import Path
from minimax_lab.trace.record.states import KnownStates

Tracer = Callable[[FrameType, str, Any], Any]
Handler = Callable[[FrameType], Tracer | None]
# What happened, as a tuple that begins with its kind. Visits are nested: a return belongs to the last enter still open.
#   ("enter", node, function, line, variables)    ("return", value, raised, line)
#   ("suspend", number)  ("resume", number)       the visit of a generator is interrupted, and goes on
#   ("line", function, line, variables that may have changed)
#   ("call",)                                     of a function that helps the visit under way
#   ("look", node)                                the game was asked about a state, while the root was searched
#   ("raised",)                                   an exception came to the function whose event is next
Event = tuple
RAISED: Event = ("raised",)
CALL: Event = ("call",)
START = threading.Thread.start.__code__
UNKEPT = 10  # lines that are not recorded count as much as one that is


@dataclass(eq=False, slots=True)
class Function:
    """What is known of a function that has been seen running."""

    code: CodeType
    user: bool = False  # not part of this package or an installed one
    recursive: bool = False
    searches: bool = False  # it is the search or helps it, and is not part of the game
    watched: bool = False  # its lines are recorded
    cached: bool = False  # functools.lru_cache answers some of its calls
    active: int = 0  # how many of its visits are under way
    outer: CodeType | None = None  # the watched function that it is written inside
    parameters: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()  # dicts that it may use and that are not its own: "table", "self.table"


class EventLog:
    """The `events`, and which visits are under way."""

    def __init__(self, known: KnownStates, limit: int):
        self.known, self.limit = known, limit
        self.events: list[Event] = []
        self.stopped: TraceError | None = None
        self.nodes: list[int] = [-1]  # of the visits that are under way
        self.callers: list[Function] = []  # their functions
        self.handlers: dict[int, Handler | None] = {}  # what calls of a function mean, by id of its code
        self.unkept = 0  # lines of games and the like, which only count
        self.in_game = 0  # how many methods of states are under way: what they call is part of the game

    def find(self, value: Any) -> int | None:
        """The node of a value that may be a state, if it is one and is known or can be found."""
        node = self.known.nodes.get(id(value))
        if node is not None:
            return node if node >= 0 else None
        if value.__class__ is Adapted:
            return self.find(value.state)
        if value.__class__ is tuple:  # *args
            return next((node for node in map(self.find, value) if node is not None), None)
        return self.known.place(value, self.nodes) if value.__class__ is self.known.kind else None

    def count(self, frame: FrameType, event: str, arg: Any) -> Tracer:
        """Counts lines that are not recorded, so that a loop in them cannot run for ever."""
        self.unkept += 1
        if len(self.events) + self.unkept // UNKEPT > self.limit:
            self.stop_at_limit()
        return self.count

    def stop_at_limit(self) -> None:
        steps = len(self.events) + self.unkept
        self.stop(LimitReached(steps, len(self.callers), self.known.path(self.nodes[-1])))

    def stop(self, error: TraceError) -> None:
        self.stopped = error
        raise SearchStopped

    # What is recorded when a state's own methods are called: which states they make, and what they return

    def forecast_handler(self, function: Function) -> Handler:
        known, kind, nodes, quiet = self.known.nodes, self.known.kind, self.nodes, not function.user
        self_name, move_name = function.parameters[:2]

        def on_call(frame: FrameType) -> Tracer | None:
            values = frame.f_locals
            state, move = values.get(self_name), values.get(move_name)
            parent = known.get(id(state))
            if parent is None and state.__class__ is kind:
                parent = self.find(state)
            if parent is None or parent < 0:
                return None
            if nodes[-1] == 0 and parent and not self.in_game:
                self.events.append(("look", parent))
            if quiet:
                frame.f_trace_lines = False
            self.in_game += 1

            def on_return(frame: FrameType, event: str, child: Any) -> Tracer:
                if event == "return":
                    self.in_game -= 1
                    if child is state:
                        self.stop(SameState(state, move))
                    if child is not None:
                        self.known.add_child(parent, move, child)
                elif event == "line":
                    self.count(frame, event, child)
                return on_return

            return on_return

        return on_call

    def question_handler(self, function: Function) -> Handler:
        """While the root is searched, notes which other states the game is asked about: the search may keep a stack.

        Once the search has been seen to call itself, this no longer matters.
        """
        nodes, callers, find, self_name = self.nodes, self.callers, self.find, function.parameters[0]

        def on_call(frame: FrameType) -> None:
            if nodes[-1] > 0 and callers[-1].recursive and not function.user:
                self.handlers[id(function.code)] = None
            elif nodes[-1] == 0 and not self.in_game:
                node = find(frame.f_locals.get(self_name))
                if node:
                    self.events.append(("look", node))

        return on_call

    def answer_handler(self, function: Function, name: str) -> Handler:
        """Also notes what a user's class returns: asking it again might print or count again."""
        question, self_name = self.question_handler(function), function.parameters[0]
        legal = self.known.legal if name == "get_legal_moves" else {}

        def on_call(frame: FrameType) -> Tracer | None:
            question(frame)
            node = self.find(frame.f_locals.get(self_name))
            self.in_game += 1

            def on_return(frame: FrameType, event: str, answer: Any) -> Tracer:
                if event == "return":
                    self.in_game -= 1
                    if node is not None and isinstance(answer, (list, tuple)):
                        legal[node] = tuple(answer)
                else:
                    self.count(frame, event, answer)
                return on_return

            return on_return

        return on_call

    def utility_handler(self, function: Function, handler: Handler) -> Handler:
        """Handles a user's `utility` like any other function, and notes what it returns: the value of a leaf."""

        def on_call(frame: FrameType) -> Tracer:
            node, tracer = self.find(frame.f_locals.get(function.parameters[0])), handler(frame)

            def on_event(frame: FrameType, event: str, arg: Any) -> Tracer:
                if tracer is not None:
                    tracer(frame, event, arg)
                if event == "return" and node is not None and arg is not None:
                    self.known.utilities[node] = arg
                return on_event

            return on_event

        return on_call if function.parameters else handler


# What ends a search that is being watched before it has come to its end


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
