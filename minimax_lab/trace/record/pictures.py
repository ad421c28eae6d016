"""Pictures of what a program holds: copies that no later change can reach, cheap enough to take at every call.

A position may be a list that is changed and changed back, a dict, an array, an object, a global variable. A picture of
it is made of tuples, so that two of them can be compared, and the difference named.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import partial
from numbers import Number
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType, NoneType
from typing import Any

from minimax_lab.trace.words import UNSET, Shown, simple, without_address

PLAIN = {int, float, str, bool, bytes, complex, NoneType}
OPAQUE = (FunctionType, MethodType, BuiltinFunctionType, ModuleType, partial, Iterator)
MOST_ITEMS = 1_000  # of a picture
DEEPEST = 6  # lists in lists, objects in objects
LONGEST = 300  # letters of a variable's value

Place = tuple[Any, ...]  # where something is in a picture: indices, keys and names of attributes
Difference = tuple[Place, Any, Any]  # where, before, after


class Pairs(tuple):
    """The picture of a dict or an object: pairs of key and picture."""

    __slots__ = ()


class Attributes(Pairs):
    """The picture of an object."""

    __slots__ = ()


class Missing:
    """Stands for what is not there on one side of a comparison."""

    def __repr__(self) -> str:
        return "nothing"


MISSING = Missing()


def picture(value: Any) -> Any:
    """What `value` holds now."""
    kind = value.__class__
    if kind in PLAIN:
        return value
    if kind in (list, tuple) and len(value) < MOST_ITEMS and PLAIN.issuperset(map(type, value)):
        return tuple(value)
    left = MOST_ITEMS

    def paint(value: Any, depth: int) -> Any:
        nonlocal left
        if value.__class__ in PLAIN or isinstance(value, (Enum, Number)):
            return value.item() if hasattr(value, "item") else value
        left -= 1
        if left < 0 or depth > DEEPEST:
            return "…"
        if isinstance(value, (list, tuple)):
            if PLAIN.issuperset(map(type, value)):
                left -= len(value)
                return tuple(value[: max(0, left) + 1])
            return tuple([paint(item, depth + 1) for item in value])
        if isinstance(value, dict):
            return Pairs((paint(key, depth + 1), paint(item, depth + 1)) for key, item in [*value.items()])
        if isinstance(value, (set, frozenset)):
            return frozenset([paint(item, depth + 1) for item in value])
        if hasattr(value, "tolist"):  # an array
            return paint(value.tolist(), depth + 1)
        if isinstance(value, OPAQUE):
            return kind_name(value)
        found = attributes(value)
        if not found:
            try:
                return without_address(repr(value))
            except Exception:  # the program's own method
                return kind_name(value)
        return Attributes((name, paint(item, depth + 1)) for name, item in found.items())

    return paint(value, 0)


def kind_name(value: Any) -> str:
    return f"<{type(value).__name__}>"


def attributes(value: Any) -> dict[str, Any]:
    """What an object holds, by name; also what its class holds for all of them and can change."""
    if isinstance(value, type):
        own = vars(value).items() if value.__module__ != "builtins" else ()
        data = [(name, held) for name, held in own if not callable(held) and not hasattr(held, "__get__")]
        return {name: held for name, held in data if not name.startswith("__")}
    held = dict(getattr(value, "__dict__", ()))
    for kind in type(value).__mro__[:-1] if held or hasattr(value, "__slots__") else ():
        slots = vars(kind).get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            try:
                held.setdefault(name, object.__getattribute__(value, name))
            except AttributeError:
                continue
    for name, shared in vars(type(value)).items() if hasattr(value, "__dict__") else ():
        if isinstance(shared, (list, dict, set)) and not name.startswith("__"):
            held.setdefault(name, shared)
    return held


def variable(value: Any) -> Any:
    """A variable as it is shown, a copy of what it holds now."""
    kind = value.__class__
    if kind in PLAIN:
        return value
    if kind is list or isinstance(value, (list, dict, set, frozenset)) or hasattr(value, "tolist"):
        try:
            return Shown(repr(value)[:LONGEST])
        except Exception:  # what it holds may be anything
            return UNSET
    return simple(value)


def differences(before: Any, after: Any, place: Place = ()) -> list[Difference]:
    """Where two pictures differ: as deep inside them as they have the same form."""
    if before is after or (before.__class__ is after.__class__ and before == after):
        return []
    if isinstance(before, Pairs) and isinstance(after, Pairs):
        one, two = dict(before), dict(after)
        both = [(one.get(key, MISSING), two.get(key, MISSING), (*place, key)) for key in dict.fromkeys([*one, *two])]
        return [found for each in both for found in differences(*each)]
    if isinstance(before, frozenset) and isinstance(after, frozenset):
        gone, new = sorted(before - after, key=repr), sorted(after - before, key=repr)
        return [((*place, item), item, MISSING) for item in gone] + [((*place, item), MISSING, item) for item in new]
    if isinstance(before, (tuple, str)) and isinstance(after, (tuple, str)) and type(before) is type(after):
        if len(before) == len(after) > 1:
            pairs = enumerate(zip(before, after, strict=True))
            return [found for i, (one, two) in pairs for found in differences(one, two, (*place, i))]
        if len(after) > len(before) and before != "" and after[: len(before)] == before:  # it has grown at its end
            more = after[len(before) :]
            return [((*place, len(before)), MISSING, more[0] if len(more) == 1 else more)]
    return [(place, before, after)]
