"""Watches a search from outside, with `sys.settrace`, and writes down what happens.

What is known of states: the root, and whatever `forecast_move` returned for a known state. A call
that is given a known state other than the one being searched *visits* that state. Whether such a
visit was a search or just a look (an evaluation, say, to put the moves in order) is decided
afterwards, in `assemble`, when it is known which functions call themselves.
"""

from __future__ import annotations

import numbers
import sys
from collections.abc import Callable
from dataclasses import dataclass
from types import CodeType, FrameType, NoneType
from typing import Any

from minimax_lab.game import Adapted, Player, underlying
from minimax_lab.trace.code import PROTOCOL, entry_code, is_library, is_recursive, nested, parameters
from minimax_lab.trace.record import UNSET, Path, Unset

Tracer = Callable[[FrameType, str, Any], Any]
Event = tuple[str, int, "Facts", int, tuple, Any]  # kind, visit, function, line, variables, value

ATOMS = {int, float, bool, str, NoneType, Player, Unset}
MOST_SHOWN = 24  # elements of a list


class Shown(str):
    """Something that can only be shown, not kept: its text."""

    __slots__ = ()
    __repr__ = str.__str__


class Stop(BaseException):
    """Ends the watched search; not an Exception, so that `except Exception` does not swallow it."""


class TraceError(RuntimeError):
    """A search could not be traced to its end; `trace` holds what was seen until then."""

    trace: Any = None


class LimitReached(TraceError):
    """The search did more than the limit allows."""


class SameState(TraceError):
    """`forecast_move` changed its state instead of making a new one."""


@dataclass(eq=False, slots=True)
class Facts:
    """What is known of a function that has been seen running."""

    code: CodeType
    handle: Callable[[FrameType, Facts], Tracer | None] | None
    names: tuple[str, ...] = ()  # the variables to write down
    parameters: tuple[str, ...] = ()
    user: bool = False  # not part of an installed package
    recursive: bool = False
    watched: bool = False  # its lines are written down
    active: int = 0  # how many of its visits are under way
    outer: CodeType | None = None  # the watched function that it is written inside


@dataclass(eq=False, slots=True)
class Visit:
    """A call that was given a state other than the one being searched."""

    index: int
    node: int
    parent: int  # the visit it came from, -1 for the first
    facts: Facts
    arguments: dict[str, Any]
    value: Any = None
    finished: bool = False
    raising: bool = False


class Recorder:
    """Runs a search and keeps what happened as events, visits and nodes."""

    def __init__(self, lines: bool, limit: int):
        self.lines, self.limit = lines, limit
        self.events: list[Event] = []
        self.visits: list[Visit] = []
        self.paths: list[Path] = [()]  # by node
        self.states: list[Any] = []  # by node; kept, so that no id is used twice
        self.moves: dict[int, tuple] = {}  # by node, as get_legal_moves returned them
        self._spare: list[Any] = []  # further states of a node, kept for the same reason
        self._known: dict[int, int] = {}  # id of a state -> its node
        self._edges: dict[tuple[int, Any], int] = {}
        self._facts: dict[CodeType, Facts] = {}
        self._stack: list[Visit] = []
        self._lists: dict[int, tuple[list, tuple]] = {}
        self._stopped: TraceError | None = None
        self._entry: CodeType | None = None

    def run(self, search: Callable[..., Any], state: Any, args: tuple, kwargs: dict[str, Any]) -> Any:
        """What `search` returns. Raises what it raises, or a TraceError."""
        self.states.append(underlying(state))
        self._known[id(self.states[0])] = 0
        self._entry = entry_code(search)
        previous = sys.gettrace()
        sys.settrace(self._on_call)
        try:
            value = search(state, *args, **kwargs)
        except Stop:
            assert self._stopped is not None
            raise self._stopped from None
        finally:
            sys.settrace(previous)
        if self._stopped:  # the search caught even that
            raise self._stopped
        return value

    # Calls

    def _on_call(self, frame: FrameType, event: str, arg: Any) -> Tracer | None:
        facts = self._facts.get(frame.f_code)
        if facts is None:
            facts = self._learn(frame)
        return facts.handle(frame, facts) if facts.handle else None

    def _learn(self, frame: FrameType) -> Facts:
        """Decide, when a function is first seen, what its calls may mean."""
        code = frame.f_code
        facts = self._facts.get(code) or Facts(code, None)
        self._facts[code] = facts
        facts.parameters = parameters(code)
        facts.user = not is_library(code)
        facts.names = tuple(
            name for name in (*code.co_varnames, *code.co_freevars, *code.co_cellvars) if not name.startswith(".")
        )
        if code.co_name == "forecast_move" and len(facts.parameters) > 1:
            facts.handle = self._on_forecast
        elif code.co_name == "get_legal_moves":
            facts.handle = self._on_legal_moves
        elif code.co_name in PROTOCOL or code.co_name.startswith("__") and code.co_name != "__call__":
            facts.handle = None
        elif facts.parameters or facts.user or facts.outer:
            facts.recursive = is_recursive(code, frame)
            facts.handle = self._on_function
            if self.lines and (facts.recursive or code is self._entry or facts.user and not self._is_method(frame, facts)):
                self._watch(facts)
        return facts

    def _is_method(self, frame: FrameType, facts: Facts) -> bool:
        """Whether this is a method of a known state: part of the game, not of the search."""
        first = underlying(frame.f_locals.get(facts.parameters[0])) if facts.parameters else None
        return id(first) in self._known and hasattr(type(first), facts.code.co_name)

    def _watch(self, facts: Facts) -> None:
        facts.watched = True
        for inner in nested(facts.code):
            if inner not in self._facts:
                self._facts[inner] = Facts(inner, self._learn_inner, outer=facts.outer or facts.code)

    def _learn_inner(self, frame: FrameType, facts: Facts) -> Tracer | None:
        """The first call of a function that is written inside a watched one."""
        self._learn(frame)
        if not facts.watched and facts.handle == self._on_function:
            self._watch(facts)
        return facts.handle(frame, facts) if facts.handle else None

    def _on_function(self, frame: FrameType, facts: Facts) -> Tracer | None:
        current = self._stack[-1] if self._stack else None
        if current is None and self._entry and facts.code is not self._entry:
            return None  # what a wrapper of this package does before the search begins
        node = self._node_of_call(frame, facts)
        if node is not None and (
            current is None or node != current.node or facts.recursive and not current.facts.recursive
        ):
            return self._enter(frame, facts, node)
        if current is not None and facts.watched:
            return self._watcher(facts)
        return self._count if facts.user else None

    def _node_of_call(self, frame: FrameType, facts: Facts) -> int | None:
        """The node that a call is about: of several, rather one that is not being searched already."""
        values = frame.f_locals
        found: int | None = None
        for name in facts.parameters:
            value = values.get(name)
            for thing in value if type(value) is tuple else (value,):
                node = self._known.get(id(thing.state if type(thing) is Adapted else thing))
                if node is not None:
                    if not self._stack or node != self._stack[-1].node:
                        return node
                    found = node
        return found

    def _enter(self, frame: FrameType, facts: Facts, node: int) -> Tracer:
        if facts.active:
            facts.recursive = True  # seen to be, where its names did not tell
        facts.active += 1
        values = frame.f_locals
        arguments = {name: self._simple(values[name]) for name in facts.parameters if name in values}
        parent = self._stack[-1].index if self._stack else -1
        visit = Visit(len(self.visits), node, parent, facts, arguments)
        self.visits.append(visit)
        self._stack.append(visit)
        self._note("enter", visit.index, facts, frame)
        if not facts.watched:
            frame.f_trace_lines = facts.user  # to be counted
        return self._visitor(visit, facts)

    def _on_forecast(self, frame: FrameType, facts: Facts) -> Tracer | None:
        values = frame.f_locals
        state, move = (values.get(name) for name in facts.parameters[:2])
        node = self._known.get(id(state))
        if node is None:
            return None
        frame.f_trace_lines = facts.user

        def on_return(frame: FrameType, event: str, child: Any) -> Tracer:
            if event == "return" and child is not None:
                if child is state:
                    self._stop(
                        SameState(
                            f"forecast_move({move!r}) returned the very state it was called on. It must leave that "
                            "state as it is and return a new one, or the search cannot go back and try another move."
                        )
                    )
                self._child(node, move, child)
            elif event == "line":
                self._count(frame, event, child)
            return on_return

        return on_return

    def _child(self, parent: int, move: Any, child: Any) -> None:
        child = underlying(child)
        try:
            hash(move)
        except TypeError:
            move = Shown(repr(move))
        node = self._edges.get((parent, move))
        if node is None:
            node = self._edges[parent, move] = len(self.paths)
            self.paths.append((*self.paths[parent], move))
            self.states.append(child)
        elif self.states[node] is not child:
            self._spare.append(child)
        self._known[id(child)] = node

    def _on_legal_moves(self, frame: FrameType, facts: Facts) -> Tracer | None:
        node = self._known.get(id(frame.f_locals.get(facts.parameters[0]) if facts.parameters else None))
        if node is None or node in self.moves:
            return self._count if facts.user else None
        frame.f_trace_lines = facts.user

        def on_return(frame: FrameType, event: str, moves: Any) -> Tracer:
            if event == "return" and isinstance(moves, (list, tuple)):
                self.moves[node] = tuple(moves)
            elif event == "line":
                self._count(frame, event, moves)
            return on_return

        return on_return

    # Lines

    def _visitor(self, visit: Visit, facts: Facts) -> Tracer:
        index, watched, events, limit = visit.index, facts.watched, self.events, self.limit

        def local(frame: FrameType, event: str, arg: Any) -> Tracer:
            if event == "line":
                if watched:
                    events.append(("line", index, facts, frame.f_lineno, self._variables(facts, frame), None))
                    visit.raising = False
                    if len(events) > limit:
                        self._stop_at_limit()
                else:
                    self._count(frame, event, arg)
            elif event == "return":
                facts.active -= 1
                while self._stack and self._stack.pop() is not visit:
                    pass
                visit.value = arg
                visit.finished = not (visit.raising and arg is None)
                events.append(("return", index, facts, frame.f_lineno, self._variables(facts, frame), arg))
            elif event == "exception":
                visit.raising = True
            return local

        return local

    def _watcher(self, facts: Facts) -> Tracer:
        """Writes down the lines of a function that helps with the current visit."""

        def local(frame: FrameType, event: str, arg: Any) -> Tracer:
            if event == "line" and self._stack:
                self._note("line", self._stack[-1].index, facts, frame)
            return local

        return local

    def _note(self, kind: str, visit: int, facts: Facts, frame: FrameType) -> None:
        self.events.append((kind, visit, facts, frame.f_lineno, self._variables(facts, frame), None))
        if len(self.events) > self.limit:
            self._stop_at_limit()

    def _count(self, frame: FrameType, event: str, arg: Any) -> Tracer:
        """Counts lines that are not written down, so that a loop in them cannot run for ever."""
        self.limit -= 1
        if len(self.events) > self.limit:
            self._stop_at_limit()
        return self._count

    def _stop_at_limit(self) -> None:
        here = self.paths[self._stack[-1].node] if self._stack else ()
        self._stop(
            LimitReached(
                f"stopped after {len(self.events):,} steps, the limit, at the node {here!r}, "
                f"{len(self._stack)} calls deep. Does the search stop at finished games and at its depth limit? "
                "If it is just large, try a smaller tree or depth, lines=False, or a higher limit=…"
            )
        )

    def _stop(self, error: TraceError) -> None:
        self._stopped = error
        raise Stop

    # Variables

    def _variables(self, facts: Facts, frame: FrameType) -> tuple:
        values, simple = frame.f_locals, self._simple
        get = values.get
        return tuple(
            [value if (value := get(name, UNSET)).__class__ in ATOMS else simple(value) for name in facts.names]
        )

    def _simple(self, value: Any) -> Any:
        """A value as it can be kept and shown; UNSET for what is of no interest."""
        if value.__class__ in ATOMS or isinstance(value, numbers.Number):
            return value
        if isinstance(value, tuple):
            kept = tuple([self._simple(item) for item in value])
            return UNSET if UNSET in kept else kept
        if isinstance(value, list):
            last = self._lists.get(id(value))
            if last and last[0] == value:
                return last[1]
            kept = tuple([self._simple(item) for item in value[:MOST_SHOWN]])
            shown = UNSET if UNSET in kept else Shown(f"{[*kept]!r:.200}")
            self._lists[id(value)] = ([*value], shown)
            return shown
        return UNSET
