"""Watches a program that knows nothing of our states: its calls, and what it held at each of them.

A call that is part of a recursion will be a node of the tree, and so may a function above it that goes through the
first moves. For each of them there is a picture of all that a position may be in: arguments, `self`, what an inner
function sees, global variables. A picture is taken at the beginning and at the end, for the program may change a board
and change it back.

A run may be long. When much has been recorded, only the first plies are kept, and calls below them are counted.
"""

from __future__ import annotations

import ast
import builtins
import dis
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CodeType, FrameType
from typing import Any

from minimax_lab.trace.code import (
    COMPREHENSIONS,
    Loop,
    call_graph,
    cycle,
    is_generator,
    is_installed,
    is_package,
    loops_of,
    nested,
    parameters,
)
from minimax_lab.trace.record.errors import SearchStopped
from minimax_lab.trace.record.log import Event, Function, Tracer
from minimax_lab.trace.record.pictures import OPAQUE, PLAIN, Attributes, attributes, picture, variable
from minimax_lab.trace.record.recorder import keeping_everything
from minimax_lab.trace.variables import Shown

MOST_EVENTS, MOST_CALLS = 240_000, 20_000  # that are recorded before only the first plies are kept
KEPT = 4  # then so much of it is kept: a quarter
HELPER = 5  # calls that have not searched anything: the function is not part of the search
SHORT = 12  # letters of a move's name
STILL = 200  # pictures in which something has never changed: it is looked at no longer


class Call:
    """One call of a function that may search."""

    __slots__ = (
        "after", "around", "at", "depth", "ended", "finished", "folded", "function", "held", "index", "item", "items",
        "last", "line", "loop", "number", "objects", "open", "parent", "places", "raised", "search", "took", "value",
    )  # fmt: skip

    def __init__(self, function: Function, parent: Call | None, number: int):
        self.function, self.parent, self.number = function, parent, number
        self.depth: int = (
            parent.depth if parent else 0
        ) + function.recursive  # how many calls of the recursion deep it is
        self.places: dict[str, Any] = {}  # what it held as it began, by name
        self.after: dict[str, Any] = {}  # what of that was different as it ended
        self.objects: dict[str, Any] = {}  # what can be changed of it, while it runs
        self.value: Any = None
        self.finished = self.raised = False
        self.folded = 0  # calls below it that were only counted
        self.open = 0  # generator expressions below which it searches, and that have not come to their end
        self.line = self.at = 0  # of its caller, and where it is
        self.held: dict[str, Any] = {}  # its variables
        self.around: dict[str, Any] = {}  # its caller's, as it was called
        self.loop: dict[str, Any] = {}  # the variables of the loops around it
        self.items: tuple = ()  # what the innermost of them goes through, if that can be seen,
        self.index: int | None = None  # and where it is
        self.item: tuple[Any, int | None] | None = None  # its place in what its caller holds, of how many
        self.took: frozenset[str] = frozenset()  # "max", "min": what it called
        self.last: Call | None = None  # the call that it made last
        self.search: Any = None  # the node that it is, known afterwards

    @property
    def arguments(self) -> dict[str, Any]:
        return self.places


class Known:
    """What is known of a function that has been seen running."""

    def __init__(self, function: Function, graph: dict[CodeType, Any]):
        self.function, self.graph = function, graph
        self.names: list[str] = []  # of what may be part of a position: parameters, and what an inner function sees
        self.outer: list[str] = []  # global variables
        self.calls = self.pictures = 0
        self.searches = False  # a recursion has been seen below it
        self.varied: set[str] = set()
        self.before: dict[str, Any] = {}


class CallWatch:
    """Records what a program does, as `events` and the `owners` of these: the calls during which they happened."""

    def __init__(self, entry: CodeType | None, lines: bool, limit: int):
        self.entry, self.lines, self.limit = entry, lines, limit
        self.events: list[Event] = []
        self.owners: list[Call] = []
        self.calls: list[Call] = []
        self.groups: list[set[CodeType]] = []  # functions that take part in the same recursion
        self.count = 0  # of all calls in a recursion
        self.deepest = sys.maxsize  # plies that are recorded
        self.stopped = ""  # why the program was ended, if it was
        self.renewed: set[str] = set()  # names of what is not the same object in all calls
        self.generators: set[str] = set()  # names of recursive generators, which are not shown
        self._stack: list[Call] = []
        self._first: dict[str, Any] = {}  # the objects that names stood for first
        self._known: dict[int, Known | None] = {}
        self._kept: list[CodeType] = []  # so that no id is used twice
        self._tracers: dict[int, Tracer] = {}
        self._open: dict[int, list] = {}  # generator expressions that are under way

    def run(self, function: Callable[..., Any], args: tuple, kwargs: dict[str, Any]) -> Any:
        """What the program returns; None if it was stopped, or went too deep. Raises what it raises."""
        previous = sys.gettrace(), sys.getprofile()
        with keeping_everything(), no_input(self.stop):
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
                sys.settrace(previous[0])
                sys.setprofile(previous[1])

    # Calls

    def on_call(self, frame: FrameType, event: str, arg: Any) -> Tracer | None:
        code = frame.f_code
        try:
            known = self._known[id(code)]
        except KeyError:
            known = self._learn(frame)
        if known is None:
            return self._expression(frame) if code.co_name == "<genexpr>" and self._stack else None
        function = known.function
        if self._stack and self._stack[-1].depth >= self.deepest:
            if function.recursive:
                self._count(self._stack[-1])
            return None
        if not function.recursive and code is not self.entry:
            if any(call.function is function for call in self._stack):
                self._is_recursion(function)
            else:
                known.calls += 1
                if known.calls > HELPER and not known.searches:
                    self._known[id(code)] = None
                    return None
        return self._enter(frame, known)

    def on_builtin(self, frame: FrameType, event: str, arg: Any) -> None:
        """Which of `max` and `min` a call uses, itself and not in a helper."""
        if event == "c_call" and (arg is max or arg is min) and self._stack:
            call = self._stack[-1]
            if frame.f_code is call.function.code:
                call.took |= {arg.__name__}

    def _learn(self, frame: FrameType) -> Known | None:
        code, known = frame.f_code, None
        dunder = code.co_name.startswith("__") and code.co_name != "__call__"
        if (
            is_installed(code)
            or is_package(code)
            or code.co_name in COMPREHENSIONS
            or dunder
            or code.co_name == "<module>"
        ):
            pass
        else:
            graph = call_graph(code, frame)
            group = cycle(code, graph)
            if is_generator(code):
                self.generators |= {code.co_name} if group else set()
            else:
                function = Function(code, user=True, recursive=bool(group), parameters=parameters(code))
                known = Known(function, graph)
                known.names = [*function.parameters, *code.co_freevars]
                known.outer = [*_globals(graph, frame.f_globals)]
                if group:
                    self._join(group)
        self._known[id(code)] = known
        self._kept.append(code)
        return known

    def _join(self, group: set[CodeType]) -> None:
        apart = [other for other in self.groups if not other & group]
        self.groups = [*apart, group.union(*(other for other in self.groups if other & group))]

    def _is_recursion(self, function: Function) -> None:
        """It has been called while it was under way, though its names did not tell."""
        place = max(i for i, call in enumerate(self._stack) if call.function is function)
        for call in self._stack[place:]:
            call.function.recursive = True
        self._join({call.function.code for call in self._stack[place:]})
        depth = 0
        for call in self._stack:
            depth = call.depth = depth + call.function.recursive

    def _enter(self, frame: FrameType, known: Known) -> Tracer:
        function, stack = known.function, self._stack
        parent = stack[-1] if stack else None
        call = Call(function, parent, len(self.calls))
        self.calls.append(call)
        call.at = call.line = frame.f_lineno
        self._look(frame, known, call)
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
                self._known[id(above.function.code)].searches = True  # type: ignore[union-attr]
        call.held = {name: variable(value) for name, value in frame.f_locals.items()}
        self._note(("enter", call, function, frame.f_lineno, call.held), call)
        if id(function) not in self._tracers:
            self._tracers[id(function)] = self._tracer(known)
        return self._tracers[id(function)]

    def _count(self, last: Call | None) -> None:
        self.count += 1
        while last is not None and last.depth > self.deepest:
            last = last.parent
        if last is not None:
            last.folded += 1
        if self.count > self.limit:
            self.stop("limit")

    def stop(self, why: str) -> None:
        self.stopped = why
        raise SearchStopped

    def _note(self, event: Event, call: Call) -> None:
        self.events.append(event)
        self.owners.append(call)
        if len(self.events) > MOST_EVENTS or len(self.calls) > MOST_CALLS:
            self._fold()

    # Lines and returns

    def _tracer(self, known: Known) -> Tracer:
        function, stack = known.function, self._stack
        ends = {
            step.offset
            for step in dis.get_instructions(function.code)
            if step.opname in ("RETURN_VALUE", "RETURN_CONST")
        }
        names = _variables(function.code)

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
                    self._look_again(frame, known, call)
                    self._note(("return", arg, call.raised, frame.f_lineno), call)
                call.objects = {}
            return tracer

        return tracer

    # What a call held

    def _look(self, frame: FrameType, known: Known, call: Call) -> None:
        for name, value in self._held(frame, known):
            if value.__class__ in PLAIN:
                call.places[name] = value
            elif not isinstance(value, OPAQUE):
                call.objects[name] = value
                if self._first.setdefault(name, value) is not value:
                    self.renewed.add(name)
                _put(call.places, name, picture(value))
        if known.pictures < STILL:
            known.pictures += 1
            before = known.before
            known.varied |= {
                name.partition(".")[0] for name, value in call.places.items() if before.get(name, value) != value
            }
            known.before = call.places
            if known.pictures == STILL:
                still = call.objects.keys() - known.varied
                known.names = [name for name in known.names if name not in still]
                known.outer = [name for name in known.outer if name not in still]

    def _look_again(self, frame: FrameType, known: Known, call: Call) -> None:
        """What is different at the end, in the same objects as at the beginning, and in global variables."""
        after: dict[str, Any] = {}
        for name, value in call.objects.items():
            _put(after, name, picture(value))
        for name in known.outer:
            value = frame.f_globals.get(name)
            if value.__class__ in PLAIN:
                after[name] = value
        places = call.places
        call.after = {name: value for name, value in after.items() if name in places and places[name] != value}

    def _held(self, frame: FrameType, known: Known) -> Iterator[tuple[str, Any]]:
        local, space = frame.f_locals, frame.f_globals
        for name in known.names:
            if name in local:
                yield name, local[name]
        for name in known.outer:
            if name in space and name not in local:
                yield name, space[name]

    def _look_around(self, frame: FrameType, call: Call, parent: Call) -> None:
        """In which loops of its caller a call is, and which item it is of what the caller holds."""
        back, inside = frame.f_back, {}
        while back is not None and back.f_code is not parent.function.code:
            if back.f_code.co_name in COMPREHENSIONS:
                inside.update(back.f_locals)
                self._searches_below(back, parent)
            back = back.f_back
        if back is None:
            return
        local = {**back.f_locals, **inside}
        around = [
            loop for loop in loops_of(back.f_code) if loop.first <= parent.at <= loop.last and loop.body <= parent.at
        ]
        for loop in around:
            call.loop.update((name, local[name]) for name in loop.targets if name in local)
        items, counted = _items(around[-1], {**back.f_globals, **local}) if around else (None, False)
        held = [thing for value in parent.objects.values() for thing in (value, *attributes(value).values())]
        if items is not None and around[-1].targets:
            call.items = tuple(items)
            call.index = (
                local.get(around[-1].targets[0])
                if counted
                else self._index(call, parent, local[around[-1].targets[-1]])
            )
            if any(items is thing for thing in held):
                if self._is_handed_on(call):
                    call.item = call.index, len(call.items)
                else:  # the cells of a board: some of them may be no moves
                    call.items, call.index = (), None
        if call.item is None:
            call.item = next(filter(None, (_place(value, parent) for value in call.objects.values())), None)
        call.loop = {name: _named(value) for name, value in call.loop.items()}

    def _is_handed_on(self, call: Call) -> bool:
        """Whether the item at which a loop is goes to the call, and is not just a cell that it will change."""
        try:
            item = call.items[call.index]  # type: ignore[index]
        except (TypeError, IndexError):
            return False
        if item.__class__ not in PLAIN:
            return any(item is value for value in call.objects.values())
        return any(call.places.get(name) == item for name in call.function.parameters)

    def _index(self, call: Call, parent: Call, value: Any) -> int | None:
        """Where a loop is in its items: behind where it was at the last call, if there are equal ones."""
        last = parent.last
        start = last.index + 1 if last is not None and last.items == call.items and last.index is not None else 0
        for i in (*range(start, len(call.items)), *range(start)):
            item = call.items[i]
            if item is value or (isinstance(item, tuple) and any(part is value for part in item)):
                return i
        return None

    # Generator expressions: `any(search(x) for x in …)` that stops early is a loop that was left

    def _expression(self, frame: FrameType) -> Tracer | None:
        frame.f_trace_lines = False
        if id(frame) not in self._open:
            self._open[id(frame)] = [frame, None]

        def tracer(frame: FrameType, event: str, arg: Any) -> Tracer:
            if event == "return" and dis.opname[frame.f_code.co_code[frame.f_lasti]].startswith("RETURN"):
                _, call = self._open.pop(id(frame), (None, None))
                if call is not None:
                    call.open -= 1
            return tracer

        return tracer

    def _searches_below(self, frame: FrameType, call: Call) -> None:
        made = self._open.get(id(frame))
        if made is not None and made[1] is None:
            made[1] = call
            call.open += 1

    # Large runs

    def _fold(self) -> None:
        """Keeps the first plies only."""
        calls, events = Counter(call.depth for call in self.calls), Counter(call.depth for call in self.owners)
        deepest = max(calls)
        while deepest > 1 and (
            sum(n for depth, n in calls.items() if depth <= deepest) > MOST_CALLS // KEPT
            or sum(n for depth, n in events.items() if depth <= deepest) > MOST_EVENTS // KEPT
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
                if call.depth > deepest:
                    above = call.parent
                    while above is not None and above.depth > deepest:
                        above = above.parent
                    if above is not None:
                        above.folded += call.function.recursive + call.folded
            self.calls[:] = [call for call in self.calls if call.depth <= deepest]


def _named(value: Any) -> Any:
    """The picture of a loop's variable, or the name that a class of moves has for it."""
    kind = type(value)
    written = any("__str__" in vars(each) or "__repr__" in vars(each) for each in kind.__mro__[:-1])
    if not written or kind in PLAIN or isinstance(value, (list, tuple, dict, set)):
        return picture(value)
    try:
        text = str(value)
    except Exception:  # it may be a student's
        return picture(value)
    return Shown(text) if len(text) <= SHORT else picture(value)


def _put(places: dict[str, Any], name: str, shot: Any) -> None:
    """An object has a place for each of its attributes."""
    if shot.__class__ is Attributes:
        places.update((f"{name}.{key}", value) for key, value in shot)
    else:
        places[name] = shot


def _variables(code: CodeType) -> list[str]:
    return [name for name in (*code.co_varnames, *code.co_cellvars, *code.co_freevars) if not name.startswith(".")]


def _globals(graph: dict[CodeType, Any], space: dict[str, Any]) -> Iterator[str]:
    """The global variables that may be part of a position: these functions name them, and they can change."""
    codes = [code for caller in graph for code in (caller, *nested(caller))]
    stored = {step.argval for code in codes for step in dis.get_instructions(code) if step.opname == "STORE_GLOBAL"}
    for name in dict.fromkeys(name for code in codes for name in code.co_names):
        value = space.get(name)
        can_change = value.__class__ not in PLAIN and not isinstance(value, (*OPAQUE, tuple, frozenset))
        if name in space and (name in stored or can_change):
            yield name


def _items(loop: Loop, space: dict[str, Any]) -> tuple[Any, bool]:
    """What a loop goes through, if that is a list and can be looked at without running anything; and whether its first
    variable counts the items."""
    found = loop.items
    counted = _is_call(found, "enumerate") or (_is_call(found, "range") and _is_call(found.args[0], "len"))  # type: ignore[union-attr]
    if counted:
        found = found.args[0] if _is_call(found, "enumerate") else found.args[0].args[0]  # type: ignore[union-attr]
    elif isinstance(found, ast.Call) and isinstance(found.func, ast.Attribute) and not found.args:
        found = found.func.value if found.func.attr in ("items", "values", "keys") else None
    value = _looked_up(found, space)
    return (value if isinstance(value, (list, tuple, dict)) else None), counted


def _is_call(found: ast.AST | None, name: str) -> bool:
    """Whether this is a call of a function with one argument."""
    return (
        isinstance(found, ast.Call)
        and isinstance(found.func, ast.Name)
        and found.func.id == name
        and len(found.args) == 1
    )


def _looked_up(found: ast.AST | None, space: dict[str, Any]) -> Any:
    if isinstance(found, ast.Name):
        return space.get(found.id)
    if isinstance(found, ast.Attribute):
        return attributes(_looked_up(found.value, space)).get(found.attr)
    if isinstance(found, ast.Subscript) and isinstance(found.slice, ast.Name | ast.Constant):
        whole = _looked_up(found.value, space)
        key: Any = space.get(found.slice.id) if isinstance(found.slice, ast.Name) else found.slice.value
        try:
            return whole[key] if isinstance(whole, (list, tuple, dict)) else None
        except (LookupError, TypeError):
            return None
    return None


def _place(value: Any, parent: Call) -> tuple[Any, int | None] | None:
    """Where an object is in what the caller holds: in a list, a dict or an attribute; and of how many."""
    for held in parent.objects.values():
        if held is value:
            return None
    for held in parent.objects.values():
        inside = attributes(held)
        for name, thing in inside.items():
            if thing is value:
                return name, None
        for things in (held, *inside.values()):
            pairs = (
                enumerate(things)
                if isinstance(things, (list, tuple))
                else things.items()
                if isinstance(things, dict)
                else ()
            )
            for key, thing in pairs:
                if thing is value:
                    return key, len(things)
    return None


@contextmanager
def no_input(stop: Callable[[str], None]) -> Iterator[None]:
    """While a program is watched nobody can answer it."""
    asked = builtins.input
    builtins.input = lambda *_: stop("input")  # type: ignore[assignment]
    try:
        yield
    finally:
        builtins.input = asked
