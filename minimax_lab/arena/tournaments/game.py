"""How one game of a tournament is played."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from contextlib import suppress
from numbers import Integral
from typing import Any, NamedTuple

from minimax_lab.arena.match.match import play
from minimax_lab.arena.match.played_game import Pairing, PlayedGame
from minimax_lab.arena.match.record import winner
from minimax_lab.arena.tournaments.randomness import SeededPlayer, seeded
from minimax_lab.arena.tournaments.schedule import seed_of


class Settings(NamedTuple):
    """What all games of a tournament have in common."""

    players: Mapping[str, Any]
    positions: Sequence[Any]
    seed: int
    seconds: float | None
    patience: float | None


def play_game(settings: Settings, pairing: Pairing) -> PlayedGame:
    """Play one game. It depends on the settings and the pairing only, not on other games or on where it is played."""
    seed = seed_of(pairing, settings.seed)
    start = settings.positions[pairing.position]
    with seeded(seed):
        max_player = _for_game(settings.players[pairing.max], 2 * seed)
        min_player = _for_game(settings.players[pairing.min], 2 * seed + 1)
        record = play(start, max_player, min_player, settings.seconds, patience=settings.patience)
    winner(record.result)  # a TypeError if it cannot tell who won
    result = _plain(record.result)
    return PlayedGame(pairing, tuple(record.places()), result, record.forfeit, record.reason, record.details)


def _plain(number: Any) -> int | float:
    """A number as JSON has it: not a Fraction, nor one of numpy's."""
    return int(number) if isinstance(number, Integral) else float(number)


def _for_game(player: Any, seed: int) -> SeededPlayer:
    """The player as it is before its first game. Its own method `for_game(seed)` may say what that is."""
    if hasattr(player, "for_game"):
        return SeededPlayer(player.for_game(seed), seed)
    with suppress(Exception):  # it may hold something that cannot be copied, such as a process
        player = copy.deepcopy(player)
    return SeededPlayer(player, seed)
