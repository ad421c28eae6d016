"""Positions of a game to try things on, near the start and from games that are played at random; and their moves."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any, TypeAlias

from minimax_lab.check.texts.games import FOUR, LINES
from minimax_lab.game import GameState, Move
from minimax_lab.games import ConnectFour

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


def after(state: GameState, moves: Path) -> GameState | None:
    """The state after these moves; None if one of them is not legal."""
    for move in moves:
        if move not in state.get_legal_moves():
            return None
        state = state.forecast_move(move)
    return state


def four_in_a_line(state: GameState) -> str:
    """Where the game of connect four was won, in words; "" in another game, or if nobody has won."""
    rows = state.rows()[::-1] if isinstance(state, ConnectFour) else []
    at = {(x, y): mark for y, row in enumerate(rows) for x, mark in enumerate(row) if mark != "."}
    for (x, y), (dx, dy) in product(at, LINES):
        cells = [(x + i * dx, y + i * dy) for i in range(4)]
        if {at.get(cell) for cell in cells} == {at[x, y]}:
            return FOUR.format(mark=at[x, y], line=LINES[dx, dy], cells=", ".join(map(str, cells)))
    return ""


def random_game(state: GameState, seed: int) -> Iterator[tuple[Path, GameState]]:
    """A game played to its end, the same on every machine."""
    rng = random.Random(seed)
    path: Path = ()
    yield path, state
    while moves := state.get_legal_moves():
        move = moves[int(rng.random() * len(moves))]
        path, state = (*path, move), state.forecast_move(move)
        yield path, state


def comparable(moves: Iterable[Any]) -> set[Move]:
    """Moves as a set."""
    return {*map(hashable, moves)}


def hashable(move: Any) -> Any:
    """A move that can be compared; one that cannot be kept in a set is never legal."""
    try:
        hash(move)
    except TypeError:
        return tuple(move) if isinstance(move, list) else repr(move)
    return move


def in_order(moves: Any) -> list[Move]:
    """Moves sorted, so that a report says the same every time."""
    try:
        return sorted(moves)
    except TypeError:  # moves of different kinds
        return sorted(moves, key=repr) if hasattr(moves, "__iter__") else [moves]
