"""Values, moves and paths in words, the same in a story, a picture and a widget."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from numbers import Integral, Real
from typing import Any

from minimax_lab.adapt import underlying
from minimax_lab.game import Move
from minimax_lab.trace.model import Path

MINUS = "−"
MOST_NAMED = 20  # moves in a sentence


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


def path_text(path: Path, names: Sequence[str] | None = None) -> str:
    """Where a node is: the moves that lead there, by their names, as one would say them."""
    if not path:
        return "the root"
    return f"after {'move ' if is_numbered(path[:1]) else ''}{', then '.join(names or map(move_text, path))}"


def is_numbered(moves: Sequence[Move]) -> bool:
    """Whether moves have no names, only numbers."""
    return all(isinstance(move, int) for move in moves)
