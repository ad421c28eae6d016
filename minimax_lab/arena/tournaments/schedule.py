"""Who plays whom, from where, how often, and with which seed."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

from minimax_lab.adapt import as_game, underlying
from minimax_lab.arena.match.played_game import Pairing
from minimax_lab.arena.match.record import start_state
from minimax_lab.arena.match.words import has_own
from minimax_lab.game import State


def seed_of(pairing: Pairing, tournament_seed: int) -> int:
    """The seed of a game. It depends on nothing else: not on the other games, nor on who plays it where."""
    text = repr((tournament_seed, *pairing))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big")


def schedule(names: Sequence[str], positions: int, rounds: int) -> Iterator[Pairing]:
    """Everybody against everybody, as MAX and as MIN, from every position, one round after the other."""
    for round_ in range(rounds):
        for position in range(positions):
            for first, second in permutations(names, 2):
                yield Pairing(first, second, position, round_)


def openings(state: State, plies: int = 2, count: int = 10, seed: int = 0) -> list[Any]:
    """Different unfinished positions to start games from, each a few random moves away from `state`.

    Players that make no random choices play the same game again and again from the same position.

    - `plies`: how many moves away from `state` each position is.
    - `count`: how many positions are wanted. If fewer are found, fewer are returned.
    - `seed`: the same seed gives the same positions.
    """
    checked_int(plies, "plies", least=1)
    checked_int(count, "count", least=1)
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
            f"every game that was tried was over after {plies} moves: with fewer plies there would be something to play"
        )
    return [*found.values()]


def _identity(state: Any, path: tuple[int, ...], found: Mapping[Any, Any]) -> Any:
    """What tells a position from others: the position itself if it can be compared, else the moves that led to it."""
    if not has_own(state, "__eq__"):
        return path
    try:
        hash(state)
    except TypeError:  # a dataclass, for example, can be compared, but cannot be a key
        return next((key for key, other in found.items() if underlying(other) == state), path)
    return state


def checked_int(number: Any, what: str, least: int | None = None) -> int:
    """The number, if it is a whole number and not less than `least`."""
    if isinstance(number, bool) or not isinstance(number, int) or (least is not None and number < least):
        bound = "" if least is None else f", {least} or more"
        raise ValueError(f"{what} must be a whole number{bound}; got {number!r:.80}")
    return number
