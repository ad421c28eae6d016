"""Watches a search from outside, with `sys.settrace`, and writes down what happens.

What is known of states: the root, and whatever `forecast_move` returned for a known state. A call
that is given a known state other than the one being searched *visits* that state. Whether such a
visit was a search or just a look (an evaluation, say, to put the moves in order) is decided
afterwards, in `assemble`, when it is known which functions call themselves.

Everything here runs once for each call, or even each line, of the search. So functions are told
apart by the id of their code (to hash a code object is slow), what they need is bound in closures,
variables are copied only after lines that can change them, and all else is left for afterwards.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import CodeType, FrameType
from typing import Any

from minimax_lab.adapt import Adapted, underlying
from minimax_lab.game import Player
from minimax_lab.trace.code import (
    PROTOCOL,
    changes_by_line,
    entry_code,
    is_installed,
    is_package,
    is_recursive,
    nested,
    parameters,
)
from minimax_lab.trace.variables import UNSET

Tracer = Callable[[FrameType, str, Any], Any]
Handler = Callable[[FrameType], Tracer | None]
# ("enter", node, function, line, variables), ("line", function, line, variables that may have changed)
# or ("return", value, raised, line); a return belongs to the last enter that is still open.
Event = tuple
UNKEPT = 10  # lines that are not written down weigh as much as one that is
RAISED: Event = ("raised",)  # an exception came to the function whose event is next


@contextmanager
def keeping_everything() -> Iterator[None]:
    """No garbage collection for a while: much is made and all of it stays, so to look for garbage only costs time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


class SearchStopped(BaseException):
    """Ends the watched search; not an Exception, so that `except Exception` does not swallow it."""


class TraceError(RuntimeError):
    """A search could not be traced to its end; `trace` holds what was seen until then."""

    trace: Any = None


class LimitReached(TraceError):
    """The search did more than the limit allows."""


class SameState(TraceError):
    """`forecast_move` changed its state instead of making a new one."""


@dataclass(eq=False, slots=True)
class Function:
    """What is known of a function that has been seen running."""

    code: CodeType
    user: bool = False  # not part of this package or an installed one
    recursive: bool = False
    watched: bool = False  # its lines are written down
    active: int = 0  # how many of its visits are under way
    outer: CodeType | None = None  # the watched function that it is written inside
    parameters: tuple[str, ...] = ()


class Recorder:
    """Runs a search and keeps what happened: events, and the nodes they speak of."""

    def __init__(self, lines: bool, limit: int):
        self.lines, self.limit = lines, limit
        self.events: list[Event] = []
        self.parents: list[int] = [-1]  # by node
        self.moves: list[Any] = [None]  # by node: the move that led there
        self.states: list[Any] = []  # by node; kept, so that no id is used twice
        self.legal: dict[int, tuple] = {}  # by node, as a user's get_legal_moves returned them
        self.first_player: Player | None = None  # where the root itself does not say so, but what is put around it
        self._spare: list[Any] = []  # further states of a node, kept for the same reason
        self._known: dict[int, int] = {}  # id of a state -> its node
        self._edges: dict[tuple[int, Any], int] = {}
        self._handlers: dict[int, Handler | None] = {}  # by id of the code
        self._functions: dict[int, Function] = {}  # likewise; keeps the code alive
        self._nodes: list[int] = [-1]  # of the visits that are under way
        self._callers: list[Function] = []  # their functions
        self._last_lines: list[int] = []  # where they are
        self._entry: CodeType | None = None
        self._stopped: TraceError | None = None
        self._unkept = 0  # lines of games and the like, which only count
        self._in_game = 0  # how many methods of states are under way: what they call is part of the game

    def run(self, search: Callable[..., Any], state: Any, args: tuple, kwargs: dict[str, Any]) -> Any:
        """What `search` returns. Raises what it raises, or a TraceError."""
        self.states.append(underlying(state))
        self.first_player = state.active_player if isinstance(state, Adapted) else None
        self._known[id(self.states[0])] = 0
        self._entry = entry_code(search)
        previous = sys.gettrace()
        with keeping_everything():
            sys.settrace(self._on_call())
            try:
                value = search(state, *args, **kwargs)
            except SearchStopped:
                assert self._stopped is not None
                raise self._stopped from None
            finally:
                sys.settrace(previous)
        if self._stopped:  # the search caught even that
            raise self._stopped
        return value

    def _on_call(self) -> Tracer:
        handlers, learn, unknown = self._handlers, self._learn, object()

        def on_call(frame: FrameType, event: str, arg: Any) -> Tracer | None:
            handler = handlers.get(id(frame.f_code), unknown)
            if handler is unknown:
                handler = learn(frame)
            return handler(frame) if handler else None  # type: ignore[operator]

        return on_call

    # What the calls of a function may mean is decided when it is first seen

    def _learn(self, frame: FrameType) -> Handler | None:
        code = frame.f_code
        function = self._functions.setdefault(id(code), Function(code))
        function.parameters = parameters(code)
        function.user = not is_package(code) and not is_installed(code)
        handler = self._handlers[id(code)] = self._choose_handler(function, frame)
        return handler

    def _choose_handler(self, function: Function, frame: FrameType) -> Handler | None:
        code, name = function.code, function.code.co_name
        if name == "forecast_move" and len(function.parameters) > 1:
            return self._forecast_handler(function)
        if name == "get_legal_moves" and function.user and function.parameters:
            return self._legal_moves_handler(function)
        if name in PROTOCOL:
            return self._game_handler() if function.user else None
        if name.startswith("__") and name != "__call__":
            return self._counting_handler() if function.user else None
        if code is not self._entry and is_installed(code) and not self._is_beside_entry(code):
            return None
        if not self._callers and code is not self._entry and self._entry:
            del self._functions[id(code)]  # what a wrapper of this package does before the search begins
            return None
        function.recursive = is_recursive(code, frame)
        helps = function.user and not self._is_method(frame, function)
        if self.lines and (function.recursive or code is self._entry or helps or function.outer):
            function.watched = True
            for inner in nested(code):
                self._functions.setdefault(id(inner), Function(inner, outer=function.outer or code))
        return self._function_handler(function)

    def _is_beside_entry(self, code: CodeType) -> bool:
        return self._entry is not None and code.co_filename == self._entry.co_filename

    def _is_method(self, frame: FrameType, function: Function) -> bool:
        """Whether this is a method of a known state: part of the game, not of the search."""
        first = underlying(frame.f_locals.get(function.parameters[0])) if function.parameters else None
        return id(first) in self._known and hasattr(type(first), function.code.co_name)

    # Calls of functions that are given a state, or help one that was

    def _function_handler(self, function: Function) -> Handler:
        known, nodes, callers, names = self._known, self._nodes, self._callers, function.parameters
        enter = self._enter_handler(function)
        watch = self._watcher(function) if function.watched else self._count if function.user else None

        def on_call(frame: FrameType) -> Tracer | None:
            if self._in_game:
                return self._count if function.user else None
            values, current, same = frame.f_locals, nodes[-1], False
            for name in names:
                value = values.get(name)
                node = known.get(id(value))
                if node is None:
                    if value.__class__ is Adapted:
                        node = known.get(id(value.state))
                    elif value.__class__ is tuple:  # *args
                        node = next((known[id(item)] for item in value if id(item) in known), None)
                if node is not None:
                    if node != current:
                        return enter(frame, node, values)
                    same = True
            if same and function.recursive and not callers[-1].recursive:
                return enter(frame, current, values)
            return watch if callers else None

        return on_call

    def _enter_handler(self, function: Function) -> Callable[[FrameType, int, Any], Tracer]:
        events, nodes, callers, last_lines = self.events, self._nodes, self._callers, self._last_lines
        visitor, quiet = self._visitor(function), not function.watched and not function.user

        def enter(frame: FrameType, node: int, values: Any) -> Tracer:
            if function.active:
                function.recursive = True  # seen to be, where its names did not tell
            function.active += 1
            nodes.append(node)
            callers.append(function)
            last_lines.append(-1)
            events.append(("enter", node, function, frame.f_lineno, dict(values)))
            if quiet:
                frame.f_trace_lines = False
            return visitor

        return enter

    def _visitor(self, function: Function) -> Tracer:
        """Writes down the lines of a visit and its return."""
        events, nodes, callers, last_lines = self.events, self._nodes, self._callers, self._last_lines
        watched, changes, note = function.watched, changes_by_line(function.code), self.events.append

        def visitor(frame: FrameType, event: str, arg: Any) -> Tracer:
            if event == "line":
                if not watched:
                    self._count(frame, event, arg)
                    return visitor
                line = frame.f_lineno
                changed = changes.get(last_lines[-1])
                last_lines[-1] = line
                note(("line", function, line, _picked(frame.f_locals, changed) if changed else None))
                if len(events) > self.limit:
                    self._stop_at_limit()
            elif event == "return":
                function.active -= 1
                nodes.pop()
                callers.pop()
                last_lines.pop()
                note(("return", arg, arg is None and events[-1] is RAISED, frame.f_lineno))
            else:
                note(RAISED)
            return visitor

        return visitor

    def _watcher(self, function: Function) -> Tracer:
        """Writes down the lines of a function that helps with the visit under way."""
        events, nodes = self.events, self._nodes

        def watcher(frame: FrameType, event: str, arg: Any) -> Tracer:
            if event == "line" and len(nodes) > 1:
                events.append(("line", function, frame.f_lineno, _copied(frame.f_locals)))
                if len(events) > self.limit:
                    self._stop_at_limit()
            return watcher

        return watcher

    # Calls of a state's own methods

    def _forecast_handler(self, function: Function) -> Handler:
        known, child_of, quiet = self._known, self._child, not function.user
        self_name, move_name = function.parameters[:2]

        def on_call(frame: FrameType) -> Tracer | None:
            values = frame.f_locals
            state, move = values.get(self_name), values.get(move_name)
            parent = known.get(id(state))
            if parent is None:
                return None
            if quiet:
                frame.f_trace_lines = False
            self._in_game += 1

            def on_return(frame: FrameType, event: str, child: Any) -> Tracer:
                if event == "return":
                    self._in_game -= 1
                    if child is not None:
                        child_of(parent, state, move, child)
                elif event == "line":
                    self._count(frame, event, child)
                return on_return

            return on_return

        return on_call

    def _child(self, parent: int, state: Any, move: Any, child: Any) -> None:
        if child is state:
            self._stop(
                SameState(
                    f"forecast_move({move!r}) returned the very state it was called on. It must leave that "
                    "state as it is and return a new one, or the search cannot go back and try another move."
                )
            )
        try:
            node = self._edges.get((parent, move))
        except TypeError:  # a list, say
            move = repr(move)
            node = self._edges.get((parent, move))
        if node is None:
            node = self._edges[parent, move] = len(self.parents)
            self.parents.append(parent)
            self.moves.append(move)
            self.states.append(child)
        elif self.states[node] is not child:
            self._spare.append(child)
        self._known[id(child)] = node

    def _legal_moves_handler(self, function: Function) -> Handler:
        """Notes what a user's class says, because to ask it again might print or count again."""
        known, legal, self_name = self._known, self.legal, function.parameters[0]

        def on_call(frame: FrameType) -> Tracer | None:
            node = known.get(id(frame.f_locals.get(self_name)))
            self._in_game += 1

            def on_return(frame: FrameType, event: str, moves: Any) -> Tracer:
                if event == "return":
                    self._in_game -= 1
                    if node is not None and isinstance(moves, (list, tuple)):
                        legal[node] = tuple(moves)
                elif event == "line":
                    self._count(frame, event, moves)
                return on_return

            return on_return

        return on_call

    def _game_handler(self) -> Handler:
        """Another method of a user's state."""

        def on_event(frame: FrameType, event: str, arg: Any) -> Tracer:
            if event == "return":
                self._in_game -= 1
            else:
                self._count(frame, event, arg)
            return on_event

        def on_call(frame: FrameType) -> Tracer:
            self._in_game += 1
            return on_event

        return on_call

    # Limits

    def _counting_handler(self) -> Handler:
        return lambda frame: self._count

    def _count(self, frame: FrameType, event: str, arg: Any) -> Tracer:
        """Counts lines that are not written down, so that a loop in them cannot run for ever."""
        self._unkept += 1
        if len(self.events) + self._unkept // UNKEPT > self.limit:
            self._stop_at_limit()
        return self._count

    def _stop_at_limit(self) -> None:
        self._stop(
            LimitReached(
                f"stopped after {len(self.events) + self._unkept:,} steps, {len(self._callers)} calls deep, at "
                f"the node {self.path(self._nodes[-1])!r}. Does the search stop at finished games "
                "and at its depth limit? If it is just large, try a smaller tree or depth, lines=False, or a "
                "higher limit=…"
            )
        )

    def _stop(self, error: TraceError) -> None:
        self._stopped = error
        raise SearchStopped

    def path(self, node: int) -> tuple:
        """The moves from the root to a node."""
        moves = []
        while node > 0:
            moves.append(self.moves[node])
            node = self.parents[node]
        return tuple(reversed(moves))


def _copied(variables: Any) -> dict[str, Any]:
    """The variables as they are now: the lists among them may change later."""
    return {name: value[:] if value.__class__ is list else value for name, value in variables.items()}


def _picked(variables: Any, names: tuple[str, ...]) -> dict[str, Any]:
    """Some of the variables, likewise."""
    values = {}
    for name in names:
        value = values[name] = variables.get(name, UNSET)
        if value.__class__ is list:
            values[name] = value[:]
    return values
