"""Boards as students make them: lists, rows, tuples, strings, dicts, arrays. An empty one says how to read them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from minimax_lab.check.report import shown_value
from minimax_lab.check.shared import equal
from minimax_lab.check.texts import playing as texts
from minimax_lab.game import MAX, MIN, GameState, Move, Player
from minimax_lab.games import ConnectFour

MOST_LEVELS = 4  # of lists in lists, or in dicts: a board may even contain itself


class Boards:
    """How positions are written on a student's kind of board, and how moves are read. Without an example: as states."""

    def __init__(self, example: Any, start: GameState, marks: tuple[Any, Any] | None = None, top_first: bool = True):
        """`example` is an empty board, and `marks` those of the two players; `top_first`: its first row is the top."""
        self.example, self.in_columns = example, isinstance(start, ConnectFour)
        cells = [] if example is None else _cells_of(example, start, top_first)
        self.places = [place for place, _ in cells]  # the keys that lead to each cell, from the top row by row
        empty = [cell for _, cell in cells]
        self.free = texts.OWN_MARKS if any(not equal(cell, empty[0]) for cell in empty) else repr([*empty, None][0])
        numbers = self.free != texts.OWN_MARKS and isinstance([*empty, None][0], (int, float))
        first, second = marks or ((1, -1) if numbers else ("X", "O"))
        self.marks: dict[Player, Any] = {MAX: first, MIN: second}
        for mark in first, second:
            if any(equal(mark, cell) for cell in empty):
                raise ValueError(texts.NOT_EMPTY.format(mark=mark))

    def board(self, state: GameState) -> Any:
        """A position, newly written."""
        if self.example is None:
            return state
        mark = {"X": self.marks[MAX], "O": self.marks[MIN]}
        cells = zip(self.places, _cells(state), strict=True)
        return _filled(self.example, {place: mark[cell] for place, cell in cells if cell in mark})

    def move(self, state: GameState, returned: Any, board: Any) -> Move | None:
        """The legal move that is meant by what a player returned, or did to its `board`; None if there is none."""
        if isinstance(returned, bool):
            return None
        answer = _plain(returned)
        for move in state.get_legal_moves():
            after = state.forecast_move(move)
            if self.is_same(board if returned is None else returned, self.board(after)):
                return move
            named = [move] if self.in_columns or self.example is None else []
            if self.example is not None:
                place = self.places[_changed(state, after)]
                named += [place[0]] if len(place) == 1 else [place, [*place], move]  # or the cells are just counted
            if any(equal(answer, name) and type(answer) is not float for name in named):
                return move
        return None

    def name(self, state: GameState, move: Move) -> str:
        """A move as the student would write it."""
        if self.example is None or self.in_columns:
            return shown_value(move)
        place = self.places[_changed(state, state.forecast_move(move))]
        return shown_value(place[0] if len(place) == 1 else place)

    def is_same(self, one: Any, other: Any) -> bool:
        """Whether the same marks are in the same cells."""
        if self.example is None:
            return equal(one, other)
        return _contents(one) == _contents(other)

    def in_words(self) -> str:
        """How the board is read."""
        if self.example is None:
            return ""
        return texts.READ.format(free=self.free, first=repr(self.marks[MAX]), second=repr(self.marks[MIN]))

    def ways(self) -> str:
        """How a move may be given."""
        if self.example is None:
            return ""
        if self.in_columns:
            return texts.WAYS.format(cell=texts.A_COLUMN)
        pair_or_number = texts.A_PAIR if len(self.places[0]) > 1 else texts.A_NUMBER.format(first=self.places[0][0])
        return texts.WAYS.format(cell=texts.A_KEY if isinstance(self.example, Mapping) else pair_or_number)


def _cells_of(example: Any, start: GameState, top_first: bool) -> list[tuple[tuple, Any]]:
    """The cells of an empty board: where each one is and what is there, from the top row by row."""
    rows = start.rows()  # type: ignore[attr-defined]
    cells, found = sum(map(len, rows)), [(place, _plain(cell)) for place, cell in _walk(example)]
    if len(found) == cells + 1 and isinstance(example, (list, tuple)):
        found = found[1:]  # cells 1 to 9, so that nobody uses cell 0
    if len(found) != cells:
        raise ValueError(texts.NO_BOARD.format(game=start.title, cells=cells, found=len(found), board=example))
    width = len(rows[0])
    by_rows = [found[i : i + width] for i in range(0, cells, width)]
    return [cell for row in (by_rows if top_first else by_rows[::-1]) for cell in row]


def _walk(board: Any, levels: int = MOST_LEVELS) -> Iterator[tuple[tuple, Any]]:
    """The cells of any board in its own order: the keys that lead to each, and what is there."""
    board = _plain(board)
    if not levels:
        yield (), board
        return
    if isinstance(board, Mapping):
        parts = [*board.items()]
    elif isinstance(board, (list, tuple)) or (isinstance(board, str) and len(board) > 1):
        parts = [*enumerate(board)]
    else:
        yield (), board
        return
    for key, part in parts:
        for place, cell in _walk(part, levels - 1):
            yield (key, *place), cell


def _contents(board: Any) -> dict[tuple, str]:
    return {place: repr(cell) for place, cell in _walk(board)}


def _filled(board: Any, taken: Mapping[tuple, Any], place: tuple = ()) -> Any:
    """A copy of a board in which these cells are taken."""
    if place in taken:
        return taken[place]
    if hasattr(board, "tolist"):  # an array
        board = board.copy()
        for at, mark in taken.items():
            board[at] = mark
    elif isinstance(board, Mapping):
        board = {key: _filled(part, taken, (*place, key)) for key, part in board.items()}
    elif isinstance(board, (list, tuple)):
        board = type(board)([_filled(part, taken, (*place, i)) for i, part in enumerate(board)])
    elif isinstance(board, str):
        board = "".join(taken.get((*place, i), part) for i, part in enumerate(board))
    return board


def _cells(state: Any) -> str:
    return "".join(state.rows())


def _changed(state: GameState, after: GameState) -> int:
    """The cell in which two positions differ."""
    return next(i for i, (one, other) in enumerate(zip(_cells(state), _cells(after), strict=True)) if one != other)


def _plain(value: Any) -> Any:
    """Numbers and arrays of numpy's as Python's own, also in a tuple."""
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    return value.tolist() if hasattr(value, "tolist") else value
