"""The picture of a state: each game brings its own, by its method `picture` or by Jupyter's `_repr_svg_`."""

from __future__ import annotations

import inspect
from typing import Any

from minimax_lab.adapt import underlying
from minimax_lab.game import MAX, Player
from minimax_lab.picture.scene import Scene


def scene_of(shown: Any, *, below: Player = MAX, **options: Any) -> Scene | None:
    """What `shown.picture()` describes; None if it describes nothing.

    `below` is the player who sits below the board. `options` are those of the `picture` method: a board of chess
    has some, most have none.
    """
    check_below(below)
    shown = underlying(shown)
    describe = getattr(shown, "picture", None)
    if isinstance(shown, type) or not callable(describe):
        return None
    known = [*inspect.signature(describe).parameters]
    if unknown := [name for name in options if name not in known]:
        names = f"only the options {', '.join(known)}" if known else "no options"
        raise TypeError(f"{', '.join(unknown)}: the picture of a {type(shown).__name__} takes {names}")
    if "below" in known:
        options["below"] = below
    scene = describe(**options)
    if not isinstance(scene, Scene | None):
        raise TypeError(
            f"{type(shown).__name__}.picture() must return a Scene (see minimax_lab.picture), not {scene!r}"
        )
    return scene


def own_svg(shown: Any) -> str | None:
    """What `shown._repr_svg_()` returns, if it has that method; without what may stand before the <svg>."""
    describe = getattr(underlying(shown), "_repr_svg_", None)
    text = describe() if callable(describe) and not isinstance(shown, type) else None
    return text[text.index("<svg") :] if isinstance(text, str) and "<svg" in text else None


def state_text(state: Any) -> str:
    """What is shown of a state that has no picture: what it prints as, or else what to add to its class."""
    own = underlying(state)
    text = str(own)
    if " at 0x" not in text:
        return text
    return f"Add a method __repr__ (or picture) to {type(own).__name__}, and its board is shown here."


def check_below(below: Any) -> None:
    """Raise a TypeError unless `below` is a player."""
    if not isinstance(below, Player):
        raise TypeError(f"below is MAX or MIN, whoever sits below the board, not {below!r}")
