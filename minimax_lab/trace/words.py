"""Values, moves and paths in words, the same in a story, a picture and a widget."""

from __future__ import annotations

import math
from typing import Any

from minimax_lab.game import Move
from minimax_lab.trace.record import Path


def value_text(value: Any) -> str:
    """A value as people write it: −3, ∞, 0.333."""
    if isinstance(value, bool) or value is None:
        return str(value)
    if isinstance(value, float):
        if math.isinf(value):
            return "∞" if value > 0 else "−∞"
        value = int(value) if value == int(value) and abs(value) < 1e15 else round(value, 3)
    if isinstance(value, tuple):
        return "(" + ", ".join(map(value_text, value)) + ("," if len(value) == 1 else "") + ")"
    return str(value).replace("-", "−") if isinstance(value, (int, float)) else str(value)


def move_text(move: Move) -> str:
    return value_text(move)


def path_text(path: Path) -> str:
    """Where a node is: the moves that lead there."""
    return "the root" if not path else "after " + " ".join(map(move_text, path))
