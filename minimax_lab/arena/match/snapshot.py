"""Whether a player has changed a state: what can be seen of the state, before and after."""

from __future__ import annotations

import copy
from contextlib import suppress
from enum import Enum
from typing import Any

from minimax_lab.adapt import overrides, underlying
from minimax_lab.arena.match.words import has_own
from minimax_lab.game import GameState, Immutable

ATOMS = (int, float, str, bytes, type(None), Enum)


class Snapshot:
    """What a state shows: whose turn it is, the moves, its key or text, and its public attributes.

    A state may keep for itself what it has worked out, or count how often it was asked. So private attributes,
    new ones, and those that were None are left out, and so is all that changes when the state is only used.
    """

    def __init__(self, game: GameState):
        self._seen = _seen(game)
        if not isinstance(game, Immutable):
            _use(game)
            again = _seen(game)
            self._seen = {name: value for name, value in self._seen.items() if _same(value, again.get(name))}

    def still_true_of(self, game: GameState) -> bool:
        """Whether the same state still shows the same."""
        try:
            now = _seen(game)
        except KeyboardInterrupt:
            raise
        except BaseException:  # it was changed so thoroughly that it does not even answer any more
            return False
        return all(name in now and _same(now[name], value) for name, value in self._seen.items())


def _use(game: GameState) -> None:
    """Ask the state what any player would ask it."""
    with suppress(Exception):  # a mistake of the game is found when it is played
        game.forecast_move(next(iter(game.get_legal_moves())))


def _same(one: Any, other: Any) -> bool:
    try:
        return bool(one == other)
    except Exception:
        return False


def _seen(game: GameState) -> dict[str, Any]:
    own = underlying(game)
    looks = own.key() if overrides(own, "key") else str(own) if _has_text(own) else None
    shown = {"its turn": game.active_player, "its moves": list(game.get_legal_moves()), "its looks": looks}
    return shown | plain_attributes(own)


def _has_text(state: Any) -> bool:
    return has_own(state, "__repr__") or has_own(state, "__str__")


def plain_attributes(state: Any) -> dict[str, Any]:
    """The public attributes of a state that are made of numbers and texts."""
    return {
        name: copy.deepcopy(data)
        for name, value in getattr(state, "__dict__", {}).items()
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
