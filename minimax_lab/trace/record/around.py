"""Where a call of a program was made: in which loops, and which item it is of what its caller holds."""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from types import FrameType
from typing import Any

from minimax_lab.trace.code import Loop, evaluated, loops_of, star_args
from minimax_lab.trace.record.log import Function
from minimax_lab.trace.record.pictures import PLAIN, attributes, picture
from minimax_lab.trace.words import Shown

SHORT = 12  # letters of a move's name
MOST_ITEMS = 100  # of a range


@dataclass(eq=False, slots=True)
class Call:
    """One call of a function that may search."""

    function: Function
    parent: Call | None
    number: int
    depth: int = 0  # how many calls of the recursion deep it is
    places: dict[str, Any] = field(default_factory=dict)  # what it held as it began, by name
    after: dict[str, Any] = field(default_factory=dict)  # what of that was different as it ended
    objects: dict[str, Any] = field(default_factory=dict)  # what can be changed of it, while it runs
    value: Any = None
    finished: bool = False
    raised: bool = False
    folded: int = 0  # calls below it that were only counted
    open: int = 0  # generator expressions below which it searches, and that have not come to their end
    line: int = 0  # of its caller,
    at: int = 0  # and where it is
    held: dict[str, Any] = field(default_factory=dict)  # its variables
    around: dict[str, Any] = field(default_factory=dict)  # its caller's, as it was called
    loop: dict[str, Any] = field(default_factory=dict)  # the variables of the loops around it
    counter: str = ""  # the one of these that only counts the moves, and so names none
    cells: bool = False  # some of the `items` may be no moves, as the cells of a board
    items: tuple = ()  # what the innermost of them goes through, if that can be seen,
    index: int | None = None  # and where it is
    item: tuple[Any, int | None] | None = None  # its place in what its caller holds, of how many
    took: frozenset[str] = frozenset()  # "max", "min": what it called
    last: Call | None = None  # the call that it made last
    search: Any = None  # the node that it is, known afterwards

    def __post_init__(self) -> None:
        self.depth = (self.parent.depth if self.parent else 0) + self.function.recursive

    @property
    def arguments(self) -> dict[str, Any]:
        return self.places

    def above(self, is_meant: Callable[[Call], bool]) -> Call | None:
        """The nearest call above this one that is meant, if there is one."""
        call = self.parent
        while call is not None and not is_meant(call):
            call = call.parent
        return call


def look_around(call: Call, parent: Call, frame: FrameType, inside: dict[str, Any]) -> None:
    """Notes the loops of the caller's `frame` in which a call is made; `inside` are the variables of comprehensions."""
    local = {**frame.f_locals, **inside}
    around = [loop for loop in loops_of(frame.f_code) if loop.body <= parent.at <= loop.last]
    around = [loop for loop in around if not loop.targets or loop.targets[-1] in local]  # others are not under way
    for loop in around:
        call.loop.update((name, named(local[name])) for name in loop.targets if name in local)
    if around and around[-1].targets:
        _find_item(call, parent, around[-1], {**frame.f_globals, **local})
        if call.cells and len(around) > 1:  # rows and columns: what is left of one is not all
            call.items, call.index = (), None
    if call.item is None:
        given = [value for value in call.objects.values() if not isinstance(value, (Enum, type))]
        call.item = next(filter(None, (_place(value, parent) for value in given)), None)


def _find_item(call: Call, parent: Call, loop: Loop, space: dict[str, Any]) -> None:
    """What a loop goes through, and where it is."""
    if loop.popped:
        left = _looked_up(loop.items, space)
        if isinstance(left, (list, deque)):
            call.items, call.index = (space[loop.popped], *left), 0
        return
    items, counted = _items(loop, space)
    if items is None:
        return
    call.items = tuple(items)
    call.index = space[loop.targets[0]] if counted else _index(call, parent, space[loop.targets[-1]])
    if not isinstance(call.index, int) or not 0 <= call.index < len(call.items):
        call.items, call.index = (), None
    elif any(items is thing for name, value in parent.objects.items() for thing in _inside(name, value, parent)):
        if _is_handed_on(call):
            call.item = call.items[call.index] if isinstance(items, dict) else call.index, len(call.items)
        else:
            call.cells = True
    elif isinstance(items, (range, str)):
        call.cells = True
    elif isinstance(items, (list, tuple)):  # of moves
        call.counter = loop.targets[0] if counted else ""
        call.loop["[]"] = named(items[call.index])


def _is_handed_on(call: Call) -> bool:
    """Whether the item at which a loop is goes to the call, and is not just a cell that it will change."""
    item = call.items[call.index]  # type: ignore[index]
    star = star_args(call.function.code)
    objects = [*call.objects.values(), *call.objects.get(star, ())]
    plain = [call.places.get(name) for name in call.function.parameters]
    plain += call.places.get(star, ())
    left = [value for value in plain if isinstance(value, tuple) and len(value) == len(call.items) - 1]
    if any(item not in value and {*map(repr, value)} < {*map(repr, call.items)} for value in left):
        return False  # it is taken out of the list: a card that is played
    parts = (item, *(item if isinstance(item, tuple) else ()))
    return any(part in plain if part.__class__ in PLAIN else any(part is it for it in objects) for part in parts)


def _inside(name: str, value: Any, call: Call) -> tuple:
    """Something that is held, and what is in its attributes; also its entries, if it was handed on."""
    entries = value.values() if isinstance(value, dict) else value if isinstance(value, tuple) else ()
    return value, *attributes(value).values(), *(entries if name in call.function.parameters else ())


def _index(call: Call, parent: Call, value: Any) -> int | None:
    """Where a loop is in its items: behind where it was at the last call, if there are equal ones."""
    last, start = parent.last, 0
    if last and last.index is not None and (last.line, len(last.items)) == (call.line, len(call.items)):
        start = last.index + 1
    for i in (*range(start, len(call.items)), *range(start)):
        item = call.items[i]
        if item is value or (isinstance(item, tuple) and any(part is value for part in item)):
            return i
    return None


def named(value: Any) -> Any:
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


def _items(loop: Loop, space: dict[str, Any]) -> tuple[Any, bool]:
    """What a loop goes through, if that is a list and can be looked at without running anything; and whether its first
    variable counts the items."""
    found: ast.AST | None = loop.items
    counted = loop.test is not None
    if not counted:
        match found:
            case ast.Call(ast.Name("enumerate"), [items]) | ast.Call(
                ast.Name("range"), [ast.Call(ast.Name("len"), [items])]
            ):
                found, counted = items, True
            case ast.Call(ast.Attribute(items, name), []):
                found = items if name in ("items", "values", "keys") else None
    value = _looked_up(found, space)
    return (value if isinstance(value, (list, tuple, dict, range, str)) else None), counted


def _looked_up(found: ast.AST | None, space: dict[str, Any]) -> Any:
    if isinstance(found, ast.Tuple | ast.List) or (isinstance(found, ast.Call) and not found.keywords):
        return _written(found, space)
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


def _written(found: ast.expr, space: dict[str, Any]) -> Any:
    """A list or a range that is written in the loop, of numbers that can be found again."""
    if isinstance(found, ast.Call) and not (isinstance(found.func, ast.Name) and found.func.id == "range"):
        return None
    value = evaluated(found, space)
    is_short = isinstance(value, range) and len(value) <= MOST_ITEMS
    return value if is_short or isinstance(value, (list, tuple)) else None


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
            listed = things if isinstance(things, (list, tuple)) else ()
            for key, thing in things.items() if isinstance(things, dict) else enumerate(listed):
                if thing is value:
                    return key, len(things)
    return None
