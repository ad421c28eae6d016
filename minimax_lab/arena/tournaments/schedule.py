"""Who plays whom, from where, how often, and with which luck."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any, NamedTuple

from minimax_lab.adapt import as_game, underlying
from minimax_lab.arena.match.record import start_state
from minimax_lab.arena.match.words import has_own
from minimax_lab.game import State


class Pairing(NamedTuple):
    """One game of a tournament: MAX against MIN from a start position, for the first time, the second, …"""

    max: str
    min: str
    position: int
    round: int

    def seed(self, tournament_seed: int) -> int:
        """The seed of this game, which depends on nothing else: not on the other games, nor on who plays it where."""
        text = repr((tournament_seed, *self))
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big")


def schedule(names: Sequence[str], positions: int, rounds: int) -> Iterator[Pairing]:
    """Everybody against everybody, as MAX and as MIN, from every position, one round after the other."""
    for round_ in range(rounds):
        for position in range(positions):
            for first, second in permutations(names, 2):
                yield Pairing(first, second, position, round_)


def openings(state: State, plies: int = 2, count: int = 10, seed: int = 0) -> list[Any]:
    """Different unfinished positions, `count` of them or as many as are found, each `plies` random moves from `state`.

    Players without luck of their own play the same game again and again from the same position.
    """
    for what, number in ("plies", plies), ("count", count):
        if isinstance(number, bool) or not isinstance(number, int) or number < 1:
            raise ValueError(f"{what} is a whole number, 1 or more; not {number!r}")
    found: dict[Any, Any] = {}
    chance = random.Random(seed)
    for _ in range(50 * count):
        game, path = as_game(state), list[int]()
        while len(path) < plies and (legal := list(game.get_legal_moves())):
            path.append(chance.randrange(len(legal)))
            game = game.forecast_move(legal[path[-1]])
        if not game.is_terminal():
            found.setdefault(_identity(underlying(game), tuple(path), found), start_state(game))
        if len(found) == count:
            break
    if not found:
        raise ValueError(
            f"every game that was tried was over after {plies} moves: fewer plies would leave something to play"
        )
    return [*found.values()]


def _identity(state: Any, path: tuple[int, ...], found: Mapping[Any, Any]) -> Any:
    """What tells a position from others: itself if it can be compared, else the way that led to it."""
    if not has_own(state, "__eq__"):
        return path
    try:
        hash(state)
    except TypeError:  # a dataclass, for example, can be compared, but cannot be a key
        return next((way for way, other in found.items() if underlying(other) == state), path)
    return state
