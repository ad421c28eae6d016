"""Values, moves and paths as they are kept and written, the same in a story, a picture and a widget."""

from __future__ import annotations

import math
import numbers
import re
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from numbers import Integral, Real
from types import NoneType
from typing import Any

from minimax_lab.adapt import underlying
from minimax_lab.game import Move, Player

MOST_SHOWN = 24  # elements of a list
MINUS = "−"
MOST_NAMED = 20  # moves in a sentence


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
    if is_hashable(move):
        return move
    if isinstance(move, (list, tuple)):
        return tuple(map(hashable, move))
    return frozenset(move) if isinstance(move, set) else Shown(repr(move))


def is_hashable(value: Any) -> bool:
    try:
        hash(value)
    except Exception:  # of a student's class
        return False
    return True


def same(one: Any, other: Any) -> bool:
    """Whether two things say that they are equal; they may be anything, also what cannot be compared.

    Quick, and good enough where no points depend on it.
    """
    try:
        return bool(one == other)
    except Exception:
        return False


# In words


def value_text(value: Any) -> str:
    """A value or a move as people write it: −3, 0.333, ∞, (10, −3), win."""
    return _text_of_atom(value) if value.__class__ in (int, float, str) else _text(value)


def _text(value: Any) -> str:
    try:
        return _clean(_write(value)) or '""'
    except Exception:  # a value may be anything at all, and fail in its own way
        return type(value).__name__


_text_of_atom = lru_cache(maxsize=10_000, typed=True)(_text)  # there are many, and few different ones


def _write(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return str(value)
    if isinstance(value, Integral):
        whole = int(value)
        return _signed(str(whole) if abs(whole) < 10**7 else f"{Decimal(whole):.2e}")
    if isinstance(value, Real) and not isinstance(value, Fraction):
        return _signed(_real(float(value)))
    if type(value) is tuple:
        return f"({', '.join(map(_write, value))}{',' if len(value) == 1 else ''})"
    if type(value) is list:
        return f"[{', '.join(map(_write, value))}]"
    return _signed(without_address(str(value)))


def without_address(text: str) -> str:
    """The text of an object without its address, which is another one on every machine."""
    return re.sub(r" at 0x[0-9a-fA-F]+", "", text)


def _real(value: float) -> str:
    """Three digits that count; more before the point if there are more."""
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    if 1000 <= abs(value) < 10**7:
        return f"{value:.0f}"
    return f"{float(f'{value:.3g}') + 0.0:g}"  # + 0.0: there is no minus nought


def _signed(text: str) -> str:
    """A number with a real minus sign, and with an exponent that wastes nothing."""
    text = re.sub(r"(\d)e([+-])0*(?=\d)", lambda found: f"{found[1]}e{found[2].strip('+')}", text)
    return re.sub(r"(?<![^\W\de])-(?=[\d.(∞])", MINUS, text)


def _clean(text: str) -> str:
    """`text` in one line, without what cannot be printed (or stand in an SVG)."""
    text = " ".join(text.split())
    return "".join(char if char.isprintable() else "�" for char in text[:200])


def move_text(move: Move) -> str:
    return value_text(move)


def move_name(state: Any, move: Move) -> str:
    """A move in a position as the players of the game write it, if the game can tell: Nf3, not g1f3."""
    named = getattr(underlying(state), "san", None)
    return str(named(move)) if named else move_text(move)


def moves_text(moves: Sequence[Move], state: Any = None) -> str:
    """Moves in a sentence: by their names, or as "move 0" where they are only numbered; of very many the first ones."""
    names = ", ".join(move_name(state, move) for move in moves[:MOST_NAMED])
    if len(moves) > MOST_NAMED:
        names += f" and {len(moves) - MOST_NAMED:,} more"
    return f"move{'s' * (len(moves) > 1)} {names}" if is_numbered(moves[:MOST_NAMED]) else names


def path_text(path: Sequence[Move], names: Sequence[str] | None = None) -> str:
    """Where a node is: the moves that lead there, by their names, as one would say them."""
    if not path:
        return "the root"
    return f"after {'move ' if is_numbered(path[:1]) else ''}{', then '.join(names or map(move_text, path))}"


def is_numbered(moves: Sequence[Move]) -> bool:
    """Whether moves have no names, only numbers."""
    return all(isinstance(move, int) for move in moves)
