"""Positions of a game to try things on: near the start, and from games that are played at random."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator
from typing import Any, TypeAlias

from minimax_lab.game import GameState, Move

Path: TypeAlias = tuple[Move, ...]  # moves from the start


def first_state(game: Any) -> Any:
    """The state to start from, of a game given as one or by its class."""
    return getattr(game, "deal", game)() if isinstance(game, type) else game


def nearest(start: GameState) -> Iterator[tuple[Path, GameState]]:
    """All paths and the states that they lead to, the shortest first."""
    queue: deque[tuple[Path, GameState]] = deque([((), start)])
    while queue:
        path, state = queue.popleft()
        yield path, state
        queue.extend(((*path, move), state.forecast_move(move)) for move in state.get_legal_moves())


def random_game(state: GameState, seed: int) -> Iterator[tuple[Path, GameState]]:
    """A game played to its end, the same on every machine."""
    rng = random.Random(seed)
    path: Path = ()
    yield path, state
    while moves := state.get_legal_moves():
        move = moves[int(rng.random() * len(moves))]
        path, state = (*path, move), state.forecast_move(move)
        yield path, state
