"""What of a variable can be kept and shown."""

from __future__ import annotations

import numbers
from types import NoneType
from typing import Any

from minimax_lab.game import Player

MOST_SHOWN = 24  # elements of a list


class Unset:
    """Stands for what has no value, or none that is of interest."""

    def __repr__(self) -> str:
        return "unset"


UNSET = Unset()


class Shown(str):
    """Something that can only be shown, not kept: its text."""

    __slots__ = ()
    __repr__ = str.__str__


class Entries(dict):
    """A dict as it was at one moment; `of` is the dict itself, which lives on, so that its id is not used twice."""

    __slots__ = ("of",)
    of: dict

    def __init__(self, of: dict):
        super().__init__(of)
        self.of = of


ATOMS = {int, float, bool, str, NoneType, Player, Unset, Shown}


def simple(value: Any) -> Any:
    """A number, a text, a move, a list of such; UNSET for anything else, states and functions above all."""
    if value.__class__ in ATOMS:
        return value
    if isinstance(value, numbers.Number):
        return float(value) if isinstance(value, float) else value
    if isinstance(value, tuple):
        kept = tuple([simple(item) for item in value])
        return UNSET if any(item is UNSET for item in kept) else kept
    if isinstance(value, list):
        kept = tuple([simple(item) for item in value[:MOST_SHOWN]])
        if any(item is UNSET for item in kept):
            return UNSET
        return Shown(repr([*kept, Shown("…")] if len(value) > MOST_SHOWN else [*kept]))
    if isinstance(value, Entries):
        few = value if len(value) <= MOST_SHOWN else {}
        pairs = {simple(key): simple(held) for key, held in few.items()}
        if few and UNSET not in {*pairs, *pairs.values()}:
            return Shown(repr(pairs))
        return Shown(f"{len(value)} {'entry' if len(value) == 1 else 'entries'}" if value else "{}")
    return UNSET


def hashable(move: Any) -> Any:
    """A move that can stand in a path: a list as a tuple, what has no better form as its text."""
    try:
        hash(move)
    except TypeError:
        if isinstance(move, (list, tuple)):
            return tuple(map(hashable, move))
        return frozenset(move) if isinstance(move, set) else Shown(repr(move))
    return move


def same(one: Any, other: Any) -> bool:
    """Whether two values are equal; they may be anything, also what cannot be compared."""
    try:
        return bool(one == other)
    except Exception:
        return False
