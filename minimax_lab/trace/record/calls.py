"""Watches a program that knows nothing of our states: its calls, and what it held at each of them.

A call that is part of a recursion will be a node of the tree, and so may a function above it that goes through the
first moves. For each of them there is a picture of all that a position may be in: arguments, `self`, what an inner
function sees, global variables. A picture is taken at the beginning and at the end, for the program may change a board
and change it back.

A run may be long. When much has been recorded, only the first plies are kept, and calls below them are counted.
"""

from __future__ import annotations

import builtins
import dis
import functools
import inspect
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import CodeType, FrameType, FunctionType
from typing import Any

from minimax_lab.garbage import keeping_everything
from minimax_lab.trace.code import (
    COMPREHENSIONS,
    call_graph,
    cycle,
    is_cached,
    is_generator,
    is_installed,
    is_package,
    nested,
    parameters,
    returns,
    variables,
)
from minimax_lab.trace.record.around import Call, look_around, named
from minimax_lab.trace.record.log import START, Event, Function, SearchStopped, Tracer
from minimax_lab.trace.record.pictures import OPAQUE, PLAIN, Attributes, picture, variable

MOST_EVENTS, MOST_CALLS = 240_000, 20_000  # that are recorded before only the first plies are kept
MOST_LEVELS = 300  # that are recorded at all
MOST_COUNTED = 2_000_000  # calls, before the program is stopped
KEPT = 4  # then so much of it is kept: a quarter
HELPER = 5  # calls that have not searched anything: the function is not part of the search
STILL = 200  # pictures in which something has never changed: it is looked at no longer


@dataclass(eq=False, slots=True)
class CalledFunction(Function):
    """What is known of a function of the program; it `searches` if a recursion was seen below it."""

    tracer: Tracer | None = None  # records its lines and returns
    names: list[str] = field(default_factory=list)  # of what may be part of a position: parameters, closures
    globals: list[str] = field(default_factory=list)  # the same, outside of all functions
    calls: int = 0
    pictures: int = 0
    varied: set[str] = field(default_factory=set)  # names of what was not the same in all pictures
    last_picture: dict[str, Any] = field(default_factory=dict)


class CallWatch:
    """Records what a program does, as `events` and the `owners` of these: the calls during which they happened."""

    def __init__(self, entry: CodeType | None, lines: bool = True, limit: int = MOST_EVENTS):
        """`limit` is how many steps are recorded before only the first plies are kept."""
        self.entry, self.lines, self.limit = entry, lines, min(limit, MOST_EVENTS)
        self.events: list[Event] = []
        self.owners: list[Call] = []
        self.calls: list[Call] = []
        self.groups: list[set[CodeType]] = []  # functions that take part in the same recursion
        self.count = 0  # of all calls in a recursion
        self.deepest = MOST_LEVELS  # of the recursion that are recorded
        self.stopped = ""  # why the program was ended, if it was
        self.renewed: set[str] = set()  # names of what is not the same object in all calls
        self.remembered: dict[str, int] = {}  # how many calls of a function functools.lru_cache answered
        self.generators: set[str] = set()  # names of recursive generators, which are not shown
        self.unwatched = ""  # why something ran that could not be seen: "threads", "settrace"
        self._stack: list[Call] = []
        self._first: dict[str, Any] = {}  # the objects that names stood for first
        self._functions: dict[int, CalledFunction | None] = {}  # by id of the code; None: not part of the search
        self._kept: list[CodeType] = []  # so that no id is used twice
        self._inner: set[int] = set()  # ids of the code of functions that are written inside the one that uses them
        self._threads: list[threading.Thread] = []  # that the program has started; empty when it is over
        self._open: dict[FrameType, Call | None] = {}  # generator expressions under way: the call that searches below

    def run(self, function: Callable[..., Any], args: tuple, kwargs: dict[str, Any]) -> Any:
        """What the program returns; None if it was stopped, or went too deep. Raises what it raises."""
        previous, caches = (sys.gettrace(), sys.getprofile(), threading.gettrace()), _caches(function)
        with keeping_everything(), no_input(self.stop):
            threading.settrace(self.on_thread)
            sys.setprofile(self.on_builtin)
            sys.settrace(self.on_call)
            try:
                return function(*args, **kwargs)
            except SearchStopped:
                return None
            except RecursionError:
                self.stopped = self.stopped or "RecursionError"
                return None
            finally:
                if sys.gettrace() != self.on_call and not self.stopped:  # to stop, it is switched off by Python itself
                    self.unwatched = "settrace"
                sys.settrace(previous[0])
                sys.setprofile(previous[1])
                threading.settrace(previous[2])
                self._threads.clear()
                self._see_caches(caches)

    def _see_caches(self, before: dict[Any, int]) -> None:
        searching = {code for group in self.groups for code in group}
        for function, hits in before.items():
            answered = function.cache_info().hits - hits
            if answered > 0 and (not searching or inspect.unwrap(function).__code__ in searching):
                self.remembered[function.__name__] = answered

    # Calls

    def on_call(self, frame: FrameType, event: str, arg: Any) -> Tracer | None:
        code, stack = frame.f_code, self._stack
        try:
            function = self._functions[id(code)]
        except KeyError:
            function = self._learn(frame)
        if function is None:
            if code is START:
                self._threads.append(frame.f_locals["self"])
            is_kept = stack and stack[-1].depth < self.deepest
            return self._expression(frame) if code.co_name == "<genexpr>" and is_kept else None
        if stack and stack[-1].depth >= self.deepest:
            if function.recursive:
                self._count(stack[-1])
            return None
        if not function.recursive:
            function.calls += 1
            if any(call.function is function for call in stack):
                self._is_recursion(function)
            elif function.calls > HELPER and not function.searches:
                self._functions[id(code)] = None
                return None
        elif stack and not stack[-1].function.recursive:
            self._is_recursion(function)
        return self._enter(frame, function)

    def on_thread(self, frame: FrameType, event: str, arg: Any) -> None:
        """Another thread calls a function: it is not watched, and need not be the program's. Jupyter has its own."""
        if frame.f_code is START:
            self._threads.append(frame.f_locals["self"])
        is_own = threading.current_thread() in self._threads
        if is_own and (is_installed(frame.f_code) or is_package(frame.f_code)):
            return
        if is_own:
            self.unwatched = "threads"
        sys.settrace(None)

    def on_builtin(self, frame: FrameType, event: str, arg: Any) -> None:
        """Which of `max` and `min` a call uses, itself and not in a helper."""
        if event == "c_call" and (arg is max or arg is min) and self._stack:
            call = self._stack[-1]
            if frame.f_code is call.function.code:
                call.took |= {arg.__name__}

    def _learn(self, frame: FrameType) -> CalledFunction | None:
        code, name, function = frame.f_code, frame.f_code.co_name, None
        is_ours = is_installed(code) or is_package(code) or name in COMPREHENSIONS or name == "<module>"
        if not is_ours and (not name.startswith("__") or name == "__call__"):
            graph = call_graph(code, frame)
            group = cycle(code, graph)
            inside = next((call.function.code for call in self._stack if code in nested(call.function.code)), None)
            if inside is not None and (not group or inside in group):
                self._inner.add(id(code))
            elif is_generator(code):
                self.generators |= {name} if group else set()
            else:
                function = CalledFunction(code, user=True, recursive=bool(group), parameters=parameters(code))
                function.cached = is_cached(code, frame)
                function.names = [*function.parameters, *code.co_freevars]
                function.globals = [*_globals(graph, frame.f_globals)]
                if group:
                    self._join(group)
        self._functions[id(code)] = function
        self._kept.append(code)
        return function

    def _join(self, group: set[CodeType]) -> None:
        apart = [other for other in self.groups if not other & group]
        self.groups = [*apart, group.union(*(other for other in self.groups if other & group))]

    def _is_recursion(self, function: Function) -> None:
        """What is under way since the last call of the same recursion is part of it, though its names did not tell."""
        group = next((group for group in self.groups if function.code in group), {function.code})
        place = max((i for i, call in enumerate(self._stack) if call.function.code in group), default=len(self._stack))
        for call in self._stack[place:]:
            call.function.recursive = True
        self._join({function.code, *(call.function.code for call in self._stack[place:])})
        depth = 0
        for call in self._stack:
            depth = call.depth = depth + call.function.recursive

    def _enter(self, frame: FrameType, function: CalledFunction) -> Tracer:
        stack = self._stack
        parent = stack[-1] if stack else None
        call = Call(function, parent, len(self.calls))
        self.calls.append(call)
        call.at = call.line = frame.f_lineno
        self._look(frame, function, call)
        if parent is not None:
            call.line, call.around = parent.at, parent.held
            self._look_around(frame, call, parent)
            parent.last = call
        stack.append(call)
        if function.recursive:
            self._count(None)
            for above in reversed(stack[:-1]):
                if above.function.recursive:
                    break
                above.function.searches = True
        call.held = {name: variable(value) for name, value in frame.f_locals.items()}
        self._note(("enter", call, function, frame.f_lineno, call.held), call)
        function.tracer = function.tracer or self._tracer(function)
        return function.tracer

    def _count(self, last: Call | None) -> None:
        self.count += 1
        if last is not None and last.depth > self.deepest:
            last = last.above(lambda call: call.depth <= self.deepest)
        if last is not None:
            last.folded += 1
        if self.count > MOST_COUNTED:
            self.stop("limit")

    def stop(self, why: str) -> None:
        self.stopped = why
        raise SearchStopped

    def _note(self, event: Event, call: Call) -> None:
        self.events.append(event)
        self.owners.append(call)
        if len(self.events) > self.limit or len(self.calls) > MOST_CALLS:
            self._fold()

    # Lines and returns

    def _tracer(self, function: CalledFunction) -> Tracer:
        stack, names, ends = self._stack, variables(function.code), returns(function.code)

        def tracer(frame: FrameType, event: str, arg: Any) -> Tracer:
            call = stack[-1]
            if event == "line" and call.depth <= self.deepest:
                local, held, changed = frame.f_locals, call.held, {}
                for name in names:
                    if name in local:
                        value = local[name]
                        value = value if value.__class__ in PLAIN else variable(value)
                        if name not in held or (held[name] is not value and held[name] != value):
                            changed[name] = value
                if changed:
                    call.held = {**held, **changed}
                call.at = frame.f_lineno
                self._note(("line", function, frame.f_lineno, changed), call)
            elif event == "return":
                stack.pop()
                call.raised = frame.f_lasti not in ends
                call.finished = not call.raised
                call.value = arg if arg.__class__ in PLAIN else picture(arg)
                if call.depth <= self.deepest:
                    self._look_again(frame, function, call)
                    self._note(("return", arg, call.raised, frame.f_lineno), call)
                call.objects = {}
            return tracer

        return tracer

    # What a call held

    def _look(self, frame: FrameType, function: CalledFunction, call: Call) -> None:
        for name, value in _visible(frame, function):
            if value.__class__ in PLAIN:
                call.places[name] = value
            elif not isinstance(value, OPAQUE):
                call.objects[name] = value
                if self._first.setdefault(name, value) is not value:
                    self.renewed.add(name)
                _put(call.places, name, picture(value))
        if function.pictures < STILL:
            last, function.last_picture = function.last_picture, call.places
            function.pictures += 1
            function.varied |= {name.partition(".")[0] for name, it in call.places.items() if last.get(name, it) != it}
            if function.pictures == STILL:
                still = call.objects.keys() - function.varied
                function.names = [name for name in function.names if name not in still]
                function.globals = [name for name in function.globals if name not in still]

    def _look_again(self, frame: FrameType, function: CalledFunction, call: Call) -> None:
        """What is different at the end, in the same objects as at the beginning, and in global variables."""
        after: dict[str, Any] = {}
        for name, value in call.objects.items():
            _put(after, name, picture(value))
        for name in function.globals:
            value = frame.f_globals.get(name)
            if value.__class__ in PLAIN:
                after[name] = value
        places = call.places
        call.after = {name: value for name, value in after.items() if name in places and places[name] != value}

    def _look_around(self, frame: FrameType, call: Call, parent: Call) -> None:
        back, inside = frame.f_back, {}
        while back is not None and back.f_code is not parent.function.code:
            if back.f_code.co_name in COMPREHENSIONS:
                inside.update(back.f_locals)
                if self._open.get(back, parent) is None:
                    self._open[back] = parent
                    parent.open += 1
            elif id(back.f_code) in self._inner:  # what it is given is like the variable of a loop
                inside.update(back.f_locals)
                given = parameters(back.f_code)
                call.loop.update((name, named(back.f_locals[name])) for name in given if name in back.f_locals)
            back = back.f_back
        if back is not None:
            look_around(call, parent, back, inside)

    # Generator expressions: `any(search(x) for x in …)` that stops early is a loop that was left

    def _expression(self, frame: FrameType) -> Tracer | None:
        frame.f_trace_lines = False
        self._open.setdefault(frame, None)

        def tracer(frame: FrameType, event: str, arg: Any) -> Tracer:
            if event == "return" and frame.f_lasti in returns(frame.f_code):
                call = self._open.pop(frame, None)
                if call is not None:
                    call.open -= 1
            return tracer

        return tracer

    # Large runs

    def _fold(self) -> None:
        """Keeps the first plies only."""
        calls, events = Counter(call.depth for call in self.calls), Counter(call.depth for call in self.owners)
        deepest = max(calls)
        while deepest > 1 and (
            sum(n for depth, n in calls.items() if depth <= deepest) > MOST_CALLS // KEPT
            or sum(n for depth, n in events.items() if depth <= deepest) > self.limit // KEPT
        ):
            deepest -= 1
        if deepest == self.deepest:  # not even the first ply: what comes now is only counted
            deepest = 0
        self.deepest = max(deepest, 0)
        sys.setprofile(None)
        kept = [(event, call) for event, call in zip(self.events, self.owners, strict=True) if call.depth <= deepest]
        if deepest:
            self.events[:], self.owners[:] = [event for event, _ in kept], [call for _, call in kept]
            for call in self.calls:
                if call.depth > deepest and (above := call.above(lambda other: other.depth <= deepest)):
                    above.folded += call.function.recursive + call.folded
            self.calls[:] = [call for call in self.calls if call.depth <= deepest]


def _caches(function: Any) -> dict[Any, int]:
    """The functions that functools.lru_cache answers for, the one that is run and global ones: how often it has."""
    beside = getattr(inspect.unwrap(function), "__globals__", {}).values() if callable(function) else ()
    found = [each for each in (function, *beside) if isinstance(each, functools._lru_cache_wrapper)]
    return {each: each.cache_info().hits for each in found if isinstance(inspect.unwrap(each), FunctionType)}


def _visible(frame: FrameType, function: CalledFunction) -> Iterator[tuple[str, Any]]:
    """What a call may hold a position in, by name."""
    local, space = frame.f_locals, frame.f_globals
    yield from ((name, local[name]) for name in function.names if name in local)
    yield from ((name, space[name]) for name in function.globals if name in space and name not in local)


def _put(places: dict[str, Any], name: str, shot: Any) -> None:
    """An object has a place for each of its attributes."""
    if shot.__class__ is Attributes:
        places.update((f"{name}.{key}", value) for key, value in shot)
    else:
        places[name] = shot


def _globals(graph: dict[CodeType, Any], space: dict[str, Any]) -> Iterator[str]:
    """The global variables that may be part of a position: these functions name them, and they can change."""
    codes = [code for caller in graph for code in (caller, *nested(caller))]
    stored = {step.argval for code in codes for step in dis.get_instructions(code) if step.opname == "STORE_GLOBAL"}
    for name in dict.fromkeys(name for code in codes for name in code.co_names):
        value = space.get(name)
        can_change = value.__class__ not in PLAIN and not isinstance(value, (*OPAQUE, tuple, frozenset))
        if name in space and (name in stored or can_change):
            yield name


@contextmanager
def no_input(stop: Callable[[str], None]) -> Iterator[None]:
    """While a program is watched nobody can answer it."""
    own = builtins.input
    builtins.input = lambda *_: stop("input")  # type: ignore[assignment]
    try:
        yield
    finally:
        builtins.input = own
