"""Positions of a game to try things out on: near the start, and along games that are played at random."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator
from typing import Any, TypeAlias

from minimax_lab.game import GameState, Move

Place: TypeAlias = tuple[tuple[Move, ...], GameState]  # the moves from the start, and where they lead


def first_state(game: Any) -> Any:
    """The state to start from, of a game given as one or by its class."""
    return getattr(game, "deal", game)() if isinstance(game, type) else game


def nearest(start: GameState) -> Iterator[Place]:
    """All lines of moves, the shortest first."""
    queue: deque[Place] = deque([((), start)])
    while queue:
        line, state = queue.popleft()
        yield line, state
        queue.extend(((*line, move), state.forecast_move(move)) for move in state.get_legal_moves())


def random_game(state: GameState, seed: int) -> Iterator[Place]:
    """A game played to its end, the same on every machine."""
    rng = random.Random(seed)
    line: tuple[Move, ...] = ()
    yield line, state
    while moves := state.get_legal_moves():
        move = moves[int(rng.random() * len(moves))]
        line, state = (*line, move), state.forecast_move(move)
        yield line, state
