"""One game of a tournament, which comes out the same wherever, and in whatever order, games are played.

Players may draw from the generators that Python's `random` and `numpy.random` share with the whole process. So
each player sets these to a seed of its own before each move, and a process plays one game of a tournament at a
time. (numpy's only if numpy is imported already: a player should import it outside of its function.)
"""

from __future__ import annotations

import copy
import hashlib
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from numbers import Integral
from typing import Any, NamedTuple

from minimax_lab.arena.match import OnTurn, play
from minimax_lab.arena.players import name_of, way_to_ask
from minimax_lab.arena.record import Pairing, PlayedGame, winner
from minimax_lab.game import MAX, MIN, Move, Player


class Settings(NamedTuple):
    """What all games of a tournament have in common."""

    players: Mapping[str, Any]
    positions: Sequence[Any]
    seed: int
    seconds: float | None
    patience: float | None


def play_game(settings: Settings, pairing: Pairing, on_turn: OnTurn = lambda player, place: None) -> PlayedGame:
    """Play one game. It depends on the settings and the pairing only, not on other games or on where it is played.

    `on_turn` is that of `play`, and is also told who gets ready for the game.
    """
    seed = seed_of(pairing, settings.seed)
    start, places = settings.positions[pairing.position], list[int]()

    def on_move(player: Player | None, place: int | None) -> None:
        places.extend([] if place is None else [place])
        on_turn(player, place)

    with seeded(seed):
        on_turn(MAX, None)
        max_player = _for_game(settings.players[pairing.max], 2 * seed)
        on_turn(MIN, None)
        min_player = _for_game(settings.players[pairing.min], 2 * seed + 1)
        on_turn(None, None)
        record = play(start, max_player, min_player, settings.seconds, patience=settings.patience, on_turn=on_move)
    winner(record.result)  # a TypeError if it cannot tell who won
    # as JSON has it: not a Fraction, nor one of numpy's
    result = int(record.result) if isinstance(record.result, Integral) else float(record.result)
    return PlayedGame(pairing, tuple(places), result, record.forfeit, record.reason, record.details)


def _for_game(player: Any, seed: int) -> SeededPlayer:
    """The player as it is before its first game. Its own method `for_game(seed)` may say what that is."""
    if hasattr(player, "for_game"):
        return SeededPlayer(player.for_game(seed), seed)
    with suppress(Exception):  # it may hold something that cannot be copied, such as a process
        player = copy.deepcopy(player)
    return SeededPlayer(player, seed)


class SeededPlayer:
    """A player who finds the shared generators at a seed of its own before each move."""

    def __init__(self, player: Any, seed: int):
        self.name, self.in_person = name_of(player), getattr(player, "in_person", False)
        self._ask, self._seeds = way_to_ask(player, f"the player {self.name!r}"), random.Random(seed)

    def __call__(self, state: Any, seconds: float | None) -> Move:
        _seed(self._seeds.getrandbits(32))
        return self._ask(state, seconds)


@contextmanager
def seeded(seed: int) -> Iterator[None]:
    """Set the shared generators to `seed`. Afterwards they go on as if nothing had been drawn from them."""
    before = random.getstate()
    numpy = sys.modules.get("numpy")
    numpy_before = numpy and numpy.random.get_state()
    try:
        _seed(seed)
        yield
    finally:
        random.setstate(before)
        if numpy:
            numpy.random.set_state(numpy_before)


def _seed(seed: int) -> None:
    random.seed(seed)
    if numpy := sys.modules.get("numpy"):
        numpy.random.seed(seed % 2**32)


def seed_of(pairing: Pairing, tournament_seed: int) -> int:
    """The seed of a game. It depends on nothing else: not on the other games, nor on who plays it where."""
    text = repr((tournament_seed, *pairing))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big")
