"""Positions of a game to try things on, near the start and from games that are played at random; and their moves."""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any, TypeAlias

from minimax_lab.check.texts.games import (
    COLUMN_AFTER_COLUMN,
    DIAGONALS_OVER_THE_TOP,
    DIAGONALS_ROUND_THE_SIDES,
    FOUR,
    LINES,
    LINES_ROUND_THE_SIDES,
    ROW_AFTER_ROW,
)
from minimax_lab.game import MAX, MIN, GameState, Move, Player
from minimax_lab.games import ConnectFour, Isolation
from minimax_lab.games.connectfour import COLUMNS, ROWS

Path: TypeAlias = tuple[Move, ...]  # moves from the start
Cell: TypeAlias = tuple[int, int]
Cells: TypeAlias = tuple[Cell, ...]

BOARD = [*product(range(COLUMNS), range(ROWS))]
ALL_LINES = {tuple((x + i * dx, y + i * dy) for i in range(4)): (dx, dy) for (x, y), (dx, dy) in product(BOARD, LINES)}
FOURS: dict[Cells, Cell] = {cells: step for cells, step in ALL_LINES.items() if cells[-1] in BOARD}  # and directions
BY_ROWS, FROM_THE_TOP = sorted(BOARD, key=lambda cell: cell[::-1]), sorted(BOARD, key=lambda cell: (-cell[1], cell[0]))
NUMBERED = (BY_ROWS, (1, 6, 7, 8)), (FROM_THE_TOP, (1, 6, 7, 8)), (BOARD, (1, 5, 6, 7))  # cells in a list, and steps
LISTED_ONE_BY_ONE = [
    {(*cells[at::step][:4],) for step in steps for at in range(len(BOARD) - 3 * step)} for cells, steps in NUMBERED
]
# What is taken for a four by who lets the board go on at an edge, and how it goes on there
ROUND_THE_EDGE: list[tuple[set[Cells], str]] = [
    *(
        (
            {tuple(((x - i) % COLUMNS, y + i * dy) for i in range(4)) for x, y in BOARD if y + 3 * dy in range(ROWS)},
            DIAGONALS_ROUND_THE_SIDES,
        )
        for dy in (1, -1)
    ),
    *(
        (
            {tuple((x + i, (y + i * dy) % ROWS) for i in range(4)) for x, y in BOARD if x + 3 < COLUMNS},
            DIAGONALS_OVER_THE_TOP,
        )
        for dy in (1, -1)
    ),
    (
        {tuple((x % COLUMNS, y) for x, y in cells) for cells in ALL_LINES if cells[-1][1] in range(ROWS)},
        LINES_ROUND_THE_SIDES,
    ),
    *zip(LISTED_ONE_BY_ONE, (ROW_AFTER_ROW, ROW_AFTER_ROW, COLUMN_AFTER_COLUMN), strict=True),
]
IN_A_CHAIN = 2  # moves that are written one after the other
MOST_SEEN = 5_000  # states on the way to a board
IN_ITS_COLUMNS = 0.9  # the share of the moves to a four that are made in its own columns, as far as they can be


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


def moves_to(board: Isolation) -> Path | None:
    """Moves from the start of isolation to a board; None if it takes long to find some."""
    closed = {(x, y) for y, row in enumerate(board.rows()) for x, mark in enumerate(row) if mark != "."}
    stack: list[tuple[Path, GameState]] = [((), Isolation(board.width, board.height))]
    seen = set[Any]()
    while stack and len(seen) < MOST_SEEN:
        path, state = stack.pop()
        if state.key() == board.key():
            return path
        if state.key() not in seen:
            seen.add(state.key())
            moves = [move for move in state.get_legal_moves() if move in closed]
            stack.extend(((*path, move), state.forecast_move(move)) for move in moves)
    return None


def as_written(start: str, path: Path, then: str) -> str:
    """Moves from the start, and what is called after them: after more than a few moves, with a loop."""
    if len(path) <= IN_A_CHAIN:
        return f"{start}{''.join(f'.forecast_move({move!r})' for move in path)}{then}"
    return f"state = {start}\nfor move in {[*path]!r}:\n    state = state.forecast_move(move)\nstate{then}"


def four_in_a_line(state: GameState) -> str:
    """Where the game of connect four was won, in words; "" in another game, or if nobody has won."""
    cells = next(fours_in(state), None) if isinstance(state, ConnectFour) else None
    if not cells:
        return ""
    winner = "O" if state.active_player is MAX else "X"  # who has just moved
    return FOUR.format(mark=winner, line=LINES[FOURS[cells]], cells=", ".join(map(str, cells)))


def games_with_every_four(start: ConnectFour) -> Iterator[tuple[Path, GameState]]:
    """A game for each of the 69 fours that ends with it alone, won by X and by O in turn; and one that just misses it.

    There the player who has three of the cells moves elsewhere, and then the other one takes the fourth.
    """
    for number, cells in enumerate(FOURS):
        *before, (path, end) = _game_with(start, cells, (MAX, MIN)[number % 2])
        yield from (*before, (path, end))
        *moves, last = path
        state = before[-1][1]
        for move in state.get_legal_moves():
            other = state.forecast_move(move)
            if move != last and last in other.get_legal_moves():
                yield (*moves, move), other
                yield (*moves, move, last), other.forecast_move(last)
                break


def _game_with(start: ConnectFour, cells: Cells, player: Player) -> list[tuple[Path, GameState]]:
    """A game that ends with this four, mostly played in its columns, and at random: almost every try succeeds."""
    rng = random.Random(0)
    while True:
        game: list[tuple[Path, GameState]] = [((), start)]
        missing, heights = {*cells}, Counter[int]()
        while missing:
            path, state = game[-1]
            mine = state.active_player is player
            may = [x for x in state.get_legal_moves() if mine or (x, heights[x]) not in missing]
            below = [x for x in may if any(x == column and heights[x] <= row for column, row in missing)]
            chosen = below if below and rng.random() < IN_ITS_COLUMNS else may
            if not chosen:
                break
            move = chosen[int(rng.random() * len(chosen))]
            game.append(((*path, move), state.forecast_move(move)))
            missing.discard((move, heights[move]))
            heights[move] += 1
        if not missing and [*fours_in(game[-1][1])] == [cells]:
            return game


def fours_in(state: Any, lines: Iterable[Cells] = tuple(FOURS)) -> Iterator[Cells]:
    """The fours that somebody has."""
    marks = {(x, y): mark for y, row in enumerate(state.rows()[::-1]) for x, mark in enumerate(row) if mark != "."}
    for cells in lines:
        first = marks.get(cells[0])
        if first and all(marks.get(cell) == first for cell in cells):
            yield cells


def random_game(state: GameState, seed: int) -> Iterator[tuple[Path, GameState]]:
    """A game played to its end, the same on every machine."""
    rng = random.Random(seed)
    path: Path = ()
    yield path, state
    while moves := state.get_legal_moves():
        move = moves[int(rng.random() * len(moves))]
        path, state = (*path, move), state.forecast_move(move)
        yield path, state


def hashable(move: Any) -> Any:
    """A move that can be compared; one that cannot be kept in a set is never legal."""
    try:
        hash(move)
    except TypeError:
        return hashable(tuple(move)) if isinstance(move, list) else repr(move)
    return move


def as_listed(moves: Any) -> list[Move]:
    """Moves in the order of their list; sorted, if they come in no order."""
    listed = [*map(hashable, moves)]
    return listed if isinstance(moves, list | tuple) else in_order(listed)


def in_order(moves: Any) -> list[Move]:
    """Moves sorted, so that a report says the same every time."""
    try:
        return sorted(moves)
    except TypeError:  # moves of different kinds
        return sorted(moves, key=repr) if hasattr(moves, "__iter__") else [moves]
