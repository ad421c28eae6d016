"""Whether a player has changed a state: what can be seen of the state, before and after."""

from __future__ import annotations

import copy
from enum import Enum
from typing import Any

from minimax_lab.arena.words import has_own
from minimax_lab.game import GameState, overrides, underlying

ATOMS = (int, float, str, bytes, type(None), Enum)


class Snapshot:
    """What a state shows: whose turn it is, the moves, its key or text, and its public attributes.

    Private attributes, new ones, and those that were None are left out: a state may keep there
    what it has worked out when it was asked.
    """

    def __init__(self, game: GameState):
        self._shown, self._attributes = _shown(game), _attributes(game)

    def still_true_of(self, game: GameState) -> bool:
        """Whether the same state still shows the same."""
        try:
            now = _attributes(game)
            same = all(name in now and now[name] == value for name, value in self._attributes.items())
            return same and bool(self._shown == _shown(game))
        except Exception:  # so thoroughly that it does not even answer any more
            return False


def _shown(game: GameState) -> tuple:
    own = underlying(game)
    looks = own.key() if overrides(own, "key") else str(own) if _has_text(own) else None
    return game.active_player, list(game.get_legal_moves()), looks


def _has_text(state: Any) -> bool:
    return has_own(state, "__repr__") or has_own(state, "__str__")


def _attributes(game: GameState) -> dict[str, Any]:
    attributes = getattr(underlying(game), "__dict__", {})
    return {
        name: copy.deepcopy(data)
        for name, value in attributes.items()
        if not name.startswith("_") and value is not None and _is_plain(data := _as_list(value))
    }


def _as_list(value: Any) -> Any:
    """An array as a list, for two arrays cannot be compared like other things."""
    return value.tolist() if hasattr(value, "tolist") else value


def _is_plain(value: Any) -> bool:
    """Whether `value` is made of numbers and texts, so that equal means unchanged."""
    if isinstance(value, dict):
        return all(_is_plain(part) for item in value.items() for part in item)
    if isinstance(value, list | tuple | set | frozenset):
        return all(map(_is_plain, value))
    return isinstance(value, ATOMS)
