"""Watches one thread of a search from outside, with `sys.settrace`, and records what happens.

A call that is given a known state other than the one being searched *visits* that state. Whether
such a visit was a search or just a look (an evaluation, say, to put the moves in order) is decided
afterwards, in `searches`, when it is known which functions call themselves.

Everything here runs once for each call, or even each line, of the search. So functions are told
apart by the id of their code (hashing a code object is slow), what they need is bound in closures,
variables are copied only after lines that can change them, and everything else is done afterwards.
"""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Callable
from operator import is_
from threading import Thread
from types import CodeType, FrameType
from typing import Any

from minimax_lab.adapt import Adapted, underlying
from minimax_lab.trace.code import (
    COMPREHENSIONS,
    PROTOCOL,
    call_graph,
    changes_by_line,
    cycle,
    is_cached,
    is_comprehension_in,
    is_generator,
    is_installed,
    is_package,
    jumps_to_itself,
    nested,
    parameters,
    suspensions,
)
from minimax_lab.trace.record.log import CALL, RAISED, START, Event, EventLog, Function, Handler, Tracer
from minimax_lab.trace.record.states import KnownStates
from minimax_lab.trace.words import MOST_SHOWN, UNSET, Entries, Shown

NUMBERS = (int, float)
DICTS: set[type] = {dict, defaultdict, OrderedDict}
CHANGING: set[type] = {list, *DICTS}
MOST_ENTRIES = 500  # of a dict of which copies are kept
MANY_ENTRIES = Shown(f"more than {MOST_ENTRIES} entries")


class Watch(EventLog):
    """Records what one thread does, as `events`."""

    def __init__(self, known: KnownStates, entry: CodeType | None, lines: bool, limit: int):
        super().__init__(known, limit)
        self.entry, self.lines = entry, lines
        self._last_lines: list[int] = []  # where the visits are
        self._helper_lines: dict[FrameType, int] = {}  # where the functions are that help them
        self._suspended: dict[FrameType, tuple[int, int, int]] = {}  # generators that wait: number, node, line
        self._suspensions = 0
        self._functions: dict[int, Function] = {}  # by id of the code, which they keep alive
        self._dicts: dict[int, Entries] = {}  # the last copy of a dict, by its id
        self.threads: list[Thread] = []  # that the search has started; none of them is watched when it is over

    def on_call(self) -> Tracer:
        """What `sys.settrace` is given."""
        handlers, learn, unknown = self.handlers, self._learn, object()

        def on_call(frame: FrameType, event: str, arg: Any) -> Tracer | None:
            handler = handlers.get(id(frame.f_code), unknown)
            if handler is unknown:
                handler = learn(frame)
            return handler(frame) if handler else None  # type: ignore[operator]

        return on_call

    def in_thread(self) -> Watch:
        """A watch for a thread that this one has just started: what it does is part of the visit under way."""
        watch = Watch(self.known, self.entry, self.lines, self.limit)
        watch.nodes, watch.callers, watch._last_lines = self.nodes[-1:], self.callers[-1:], self._last_lines[-1:]
        watch._dicts, watch.threads = self._dicts, self.threads
        return watch

    def events_so_far(self) -> list[Event]:
        """The events of a thread, with a return for each visit that it has not come back from."""
        begun = len(self.nodes) - 1
        return self.events + [("return", None, True, line) for line in reversed(self._last_lines[-begun:])][:begun]

    # What the calls of a function may mean is decided when it is first seen

    def _learn(self, frame: FrameType) -> Handler | None:
        code = frame.f_code
        function = self._functions.setdefault(id(code), Function(code))
        function.parameters = parameters(code)
        function.user = not is_package(code) and not is_installed(code)
        handler = self._choose_handler(function, frame)
        if handler is not None and jumps_to_itself(code):
            handler = self._counting_instructions(handler)
        self.handlers[id(code)] = handler
        return handler

    def _choose_handler(self, function: Function, frame: FrameType) -> Handler | None:
        code, name = function.code, self._protocol_name(function, frame)
        if code is START:
            return lambda frame: self.threads.append(frame.f_locals["self"])
        if name == "forecast_move" and len(function.parameters) > 1:
            return self.forecast_handler(function)
        if name in PROTOCOL and function.parameters:
            return self.answer_handler(function, name) if function.user else self.question_handler(function)
        if name.startswith("__") and name != "__call__":
            return (lambda frame: self.count) if function.user else None
        if is_installed(code) and (self.entry is None or code.co_filename != self.entry.co_filename):
            return None
        if not self.callers and code is not self.entry and self.entry:
            del self._functions[id(code)]  # what a wrapper of this package does before the search begins
            return None
        function.recursive = bool(cycle(code, call_graph(code, frame)))
        function.cached = is_cached(code, frame)
        helps = function.user and not self._is_method(frame, function)
        function.searches = function.recursive or code is self.entry or helps or function.outer is not None
        if self.lines and function.searches:
            function.watched = True
            function.tables = self._tables_of(function, frame) if function.user else ()
            for inner in nested(code):
                self._functions.setdefault(id(inner), Function(inner, outer=function.outer or code))
        if not (function.searches or function.user) and function.parameters in ((), (".0",)):
            return None
        handler = self._function_handler(function)
        return self.utility_handler(function, handler) if name == "utility" and function.user else handler

    def _protocol_name(self, function: Function, frame: FrameType) -> str:
        """The name that a game has for one of its methods, which may be written under another name."""
        first = frame.f_locals.get(function.parameters[0]) if function.parameters else None
        if type(first) is self.known.kind:
            for name in PROTOCOL:
                if getattr(getattr(self.known.kind, name, None), "__code__", None) is function.code:
                    return name
        return function.code.co_name

    def _is_method(self, frame: FrameType, function: Function) -> bool:
        """Whether this is a method of a known state: part of the game, not of the search."""
        first = underlying(frame.f_locals.get(function.parameters[0])) if function.parameters else None
        is_state = type(first) is self.known.kind or id(first) in self.known.nodes
        return is_state and hasattr(type(first), function.code.co_name)

    def _find_searched(self, function: Function, value: Any) -> int | None:
        """The same for an argument of a function that may search it; a state without a node is noted as a stranger."""
        node = self.find(value)
        if node is None and function.searches and value.__class__ is self.known.kind:
            self.known.strangers.add(id(value))
        return node

    # Calls of functions that are given a state, or help one that was

    def _function_handler(self, function: Function) -> Handler:
        events, nodes, callers = self.events, self.nodes, self.callers
        known, find, findable = self.known.nodes, self._find_searched, {Adapted, tuple, self.known.kind}
        names = tuple(name for name in function.parameters if name != ".0")  # what a comprehension goes through
        enter = self._enter_handler(function)
        helper = self._helper_tracer(function) if function.watched else self.count if function.user else None
        is_noted = function.watched and function.code.co_name not in COMPREHENSIONS

        def on_call(frame: FrameType) -> Tracer | None:
            if self.in_game:
                return self.count if function.user else None
            if not is_noted and not names:
                return helper if callers else None
            values, current, same = frame.f_locals, nodes[-1], False
            for name in names:
                value = values.get(name)
                node = known.get(id(value))
                if (node is None or node < 0) and value.__class__ in findable:
                    node = find(function, value)
                if node is not None:
                    if node != current:
                        return enter(frame, node, values)
                    same = True
            if same and function.recursive and not callers[-1].recursive:
                return enter(frame, current, values)
            if is_noted and callers:
                events.append(CALL)
            return helper if callers else None

        return self._generator_handler(function, on_call) if is_generator(function.code) else on_call

    def _enter_handler(self, function: Function) -> Callable[[FrameType, int, Any], Tracer]:
        events, nodes, callers, last_lines = self.events, self.nodes, self.callers, self._last_lines
        quiet = not function.watched and not function.user
        user, variables_at_entry = function.user, self._variables_at_entry(function)
        tracer = self._generator_tracer(function) if is_generator(function.code) else self._visit_tracer(function)

        def enter(frame: FrameType, node: int, values: Any) -> Tracer:
            if function.active:
                function.recursive = True  # seen to be, where its names did not tell
            function.active += 1
            nodes.append(node)
            callers.append(function)
            last_lines.append(-1)
            variables = variables_at_entry(frame, values) if user else dict(values)
            events.append(("enter", node, function, frame.f_lineno, variables))
            if quiet:
                frame.f_trace_lines = False
            return tracer

        return enter

    def _variables_at_entry(self, function: Function) -> Callable[[FrameType, Any], dict[str, Any]]:
        """Copies the variables of a call that begins, and the numbers in its objects: they may be a window."""
        objects: list[str] | None = None
        copied, tables, dicts_beside = self._copied, function.tables, self._dicts_beside

        def variables_at_entry(frame: FrameType, values: Any) -> dict[str, Any]:
            nonlocal objects
            variables = copied(values)
            if tables:
                variables |= dicts_beside(frame, function)
            if objects is None:
                objects = [name for name in function.parameters if self._holds_numbers(values.get(name))]
            for name in objects:
                inside = getattr(values.get(name), "__dict__", {})
                variables.update({f"{name}.{key}": inside[key] for key in inside if inside[key].__class__ in NUMBERS})
            return variables

        return variables_at_entry

    def _holds_numbers(self, value: Any) -> bool:
        """Whether an argument is an object with numbers that may change, and no state."""
        inside = getattr(value, "__dict__", {})
        return not self._is_state(value) and sum(each.__class__ in NUMBERS for each in inside.values()) > 1

    def _is_state(self, value: Any) -> bool:
        return value.__class__ in (self.known.kind, Adapted) or id(value) in self.known.nodes

    def _visit_tracer(self, function: Function) -> Tracer:
        """Records the lines of a visit and its return."""
        events, nodes, callers, last_lines = self.events, self.nodes, self.callers, self._last_lines
        watched, changes, note = function.watched, changes_by_line(function.code), self.events.append
        copy, tables, dicts_beside = self._copy, function.tables, self._dicts_beside

        def picked(frame: FrameType, names: tuple[str, ...]) -> dict[str, Any]:
            variables: Any = frame.f_locals
            values: dict[str, Any] = {}
            for name in names:
                value: Any = variables.get(name, UNSET)
                values[name] = value
                if value.__class__ in CHANGING:
                    values[name] = copy(value)
            return values | dicts_beside(frame, function) if tables else values

        def tracer(frame: FrameType, event: str, arg: Any) -> Tracer:
            if event == "line":
                if not watched:
                    self.count(frame, event, arg)
                    return tracer
                line = frame.f_lineno
                changed = changes.get(last_lines[-1])
                last_lines[-1] = line
                note(("line", function, line, picked(frame, changed) if changed else None))
                if len(events) > self.limit:
                    self.stop_at_limit()
            elif event == "return":
                raised = arg is None and events[-1] is RAISED
                if watched and last_lines[-1] != frame.f_lineno and not raised:
                    tracer(frame, "line", None)  # Python 3.14 does not always tell of the line of a `return`
                function.active -= 1
                nodes.pop()
                callers.pop()
                last_lines.pop()
                note(("return", arg, raised, frame.f_lineno))
            else:
                note(RAISED)
            return tracer

        return tracer

    def _helper_tracer(self, function: Function) -> Tracer:
        """Records the lines of a function that helps with the visit under way."""
        events, callers, last_lines, visit_lines = self.events, self.callers, self._helper_lines, self._last_lines
        code, yields = function.code, suspensions(function.code)

        def tracer(frame: FrameType, event: str, arg: Any) -> Tracer:
            is_line = event == "line"
            is_noted = is_line and callers and frame.f_lineno == visit_lines[-1]
            if is_noted and is_comprehension_in(code, callers[-1].code):
                self.count(frame, event, arg)  # the line has been noted, as that of the visit
                return tracer
            if event == "return" and frame.f_lasti not in yields:  # see above
                is_line = last_lines.pop(frame, frame.f_lineno) != frame.f_lineno
            elif event == "exception":
                last_lines.pop(frame, None)
            if is_line and callers:
                if event == "line":
                    last_lines[frame] = frame.f_lineno
                events.append(("line", function, frame.f_lineno, self._copied(frame.f_locals)))
                if len(events) > self.limit:
                    self.stop_at_limit()
            return tracer

        return tracer

    # Generators and coroutines: a call for each time that they go on, a return for each time that they wait

    def _generator_handler(self, function: Function, first_call: Handler) -> Handler:
        tracer = self._generator_tracer(function)

        def on_call(frame: FrameType) -> Tracer | None:
            if frame not in self._suspended:
                return first_call(frame)
            number, node, line = self._suspended.pop(frame)
            self.nodes.append(node)
            self.callers.append(function)
            self._last_lines.append(line)
            self.events.append(("resume", number))
            return tracer

        return on_call

    def _generator_tracer(self, function: Function) -> Tracer:
        yields, visit_tracer = suspensions(function.code), self._visit_tracer(function)

        def tracer(frame: FrameType, event: str, arg: Any) -> Tracer:
            if event == "return" and frame.f_lasti in yields and self.events[-1] is not RAISED:
                self.callers.pop()
                self._suspensions += 1
                self._suspended[frame] = self._suspensions, self.nodes.pop(), self._last_lines.pop()
                self.events.append(("suspend", self._suspensions))
            else:
                visit_tracer(frame, event, arg)
            return tracer

        return tracer

    # Variables as they are now: the lists and dicts among them may change later

    def _copied(self, variables: Any) -> dict[str, Any]:
        if CHANGING.isdisjoint(map(type, variables.values())):  # mostly, and quick to find out
            return dict(variables)
        copy = self._copy
        return {name: copy(value) if value.__class__ in CHANGING else value for name, value in variables.items()}

    def _copy(self, value: Any) -> Any:
        """As much of a list or dict as is shown: the same copy again, as long as a dict has not changed."""
        if value.__class__ is list:
            return _copy_list(value)
        if len(value) > MOST_ENTRIES:
            return MANY_ENTRIES
        last = self._dicts.get(id(value))
        if (
            last is not None
            and len(last) == len(value)
            and all(map(is_, last, value))  # by identity: to compare states takes time
            and all(map(is_, last.values(), value.values()))
        ):
            return last
        self._dicts[id(value)] = last = Entries(value)
        return last

    def _tables_of(self, function: Function, frame: FrameType) -> tuple[str, ...]:
        """The dicts that a function may use besides its own variables, by name: of the module, and of its objects."""
        names, around, local = function.code.co_names, frame.f_globals, frame.f_locals
        objects = [(name, local.get(name)) for name in function.parameters]
        own = [(name, getattr(value, "__dict__", {})) for name, value in objects if not self._is_state(value)]
        found = [name for name in names if around.get(name).__class__ in DICTS]
        found += [f"{name}.{each}" for name, inside in own for each in names if inside.get(each).__class__ in DICTS]
        return tuple(found)

    def _dicts_beside(self, frame: FrameType, function: Function) -> dict[str, Any]:
        found = {}
        for name in function.tables:
            owner, _, own = name.rpartition(".")
            inside = getattr(frame.f_locals.get(owner), "__dict__", {}) if owner else frame.f_globals
            if inside.get(own).__class__ in DICTS:
                found[name] = self._copy(inside[own])
        return found

    # Limits

    def _counting_instructions(self, handler: Handler) -> Handler:
        """For `while True: pass` on one line: Python 3.11 reports that line only once."""

        def on_call(frame: FrameType) -> Tracer:
            frame.f_trace_opcodes = True
            tracer = handler(frame)

            def on_event(frame: FrameType, event: str, arg: Any) -> Tracer:
                if event == "opcode":
                    self.count(frame, event, arg)
                elif tracer is not None:
                    tracer(frame, event, arg)
                return on_event

            return on_event

        return on_call


def _copy_list(value: list) -> list:
    """As much of a list as is shown, and of the lists in it."""
    shown = value[: MOST_SHOWN + 1]
    return [item[:] if item.__class__ is list else item for item in shown] if list in map(type, shown) else shown
