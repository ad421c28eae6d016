"""Connect four on the usual seven columns and six rows.

A set of cells is a number. Each column takes eight bits, of which two stay empty, so that a line of four cannot
run over the edge: cell (column, row) is bit 8 * column + row, and row 0 is the bottom.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from itertools import combinations
from typing import Self

from minimax_lab.game import MAX, MIN, GameState, IllegalMove, Player
from minimax_lab.picture.board import NOTE, BoardScene, board_scene, equal_lines
from minimax_lab.picture.scene import MARGIN, Box, Circle, Shape, Text, cross

COLUMNS, ROWS = 7, 6
BOTTOM = {column: 1 << 8 * column for column in range(COLUMNS)}
COLUMN = {column: 0b111111 << 8 * column for column in range(COLUMNS)}
TOP = sum(bottom << ROWS - 1 for bottom in BOTTOM.values())
CHOICES = [columns for count in range(COLUMNS + 1) for columns in combinations(range(COLUMNS), count)]
OPEN = {TOP & ~sum(COLUMN[column] for column in columns): columns for columns in CHOICES}  # by the cells taken on top
PROMISING = {columns: sorted(columns, key=lambda column: abs(column - 3)) for columns in CHOICES}


def lines_through(column: int, row: int) -> int:
    """The cells that could make four in a row with this one."""
    steps = [(step * across, step * up) for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)) for step in range(-3, 4)]
    cells = {(column + x, row + y) for x, y in steps if 0 <= column + x < COLUMNS and 0 <= row + y < ROWS}
    return sum(1 << 8 * x + y for x, y in cells)


LINES_THROUGH = {1 << 8 * column + row: lines_through(column, row) for row in range(ROWS) for column in range(COLUMNS)}


def has_four(cells: int) -> bool:
    """Whether `cells` holds four in a row: along a row, a column or a diagonal."""
    up, across = cells & cells >> 1, cells & cells >> 8  # where a pair begins
    rising, falling = cells & cells >> 9, cells & cells >> 7
    return bool(up & up >> 2 or across & across >> 16 or rising & rising >> 18 or falling & falling >> 14)


class ConnectFour(GameState):
    """A position. MAX plays X and begins; a move is the number of a column, 0 to 6.

    `ConnectFour([3, 3, 4])` is the position after these moves.

    >>> ConnectFour().forecast_move(3).get_legal_moves()
    [0, 1, 2, 3, 4, 5, 6]
    """

    __slots__ = ("_mine", "_moves", "_theirs", "active_player")
    outcomes = (-1, +1)
    title = "Connect four"
    marks = "X", "O"
    rules = (
        "Take turns to drop a piece into a column. Four in a line win: across, down or diagonal."
        " If the board is full first, it is a draw."
    )

    _mine: int  # the cells of the player whose turn it is
    _theirs: int  # the cells of the player who has just moved
    _moves: tuple[int, ...]  # the legal ones: asked for often, and so worked out once

    def __init__(self, moves: Iterable[int] = ()):
        self._mine, self._theirs, self._moves, self.active_player = 0, 0, OPEN[0], MAX
        for column in moves:
            after = self.forecast_move(column)
            self._mine, self._theirs, self._moves = after._mine, after._theirs, after._moves
            self.active_player = after.active_player

    def get_legal_moves(self) -> list[int]:
        """The columns that are not full, unless somebody has won."""
        return [*self._moves]

    def forecast_move(self, column: int, /) -> Self:
        """The position after the active player has dropped a disc into `column`."""
        if column not in self._moves:
            raise IllegalMove(column, self._why_not(column), self.get_legal_moves())
        taken = self._mine | self._theirs
        landing = (taken + BOTTOM[column]) & COLUMN[column]  # adding one carries to the first cell that is free
        child = object.__new__(type(self))
        child._mine = self._theirs
        child._theirs = theirs = self._mine | landing
        four = (theirs & LINES_THROUGH[landing]).bit_count() >= 4 and has_four(theirs)  # mostly there are too few
        child._moves = () if four else OPEN[(taken | landing) & TOP]
        child.active_player = MIN if self.active_player is MAX else MAX
        return child

    def _why_not(self, column: object) -> str:
        if not self._moves:
            return "the game is over"
        return "the column is full" if column in range(COLUMNS) else "a move is the number of a column, 0 to 6"

    def utility(self) -> int:
        """+1 if X has four in a row, -1 if O has, else 0."""
        if has_four(self._theirs):
            return -1 if self.active_player is MAX else +1
        return 0

    def key(self) -> tuple[int, int, bool]:
        return self._mine, self._theirs, self.active_player is MAX

    def canonical_key(self) -> bytes:
        """A byte for each column, from the left or from the right, whichever is less.

        A byte tells how high the column is and whose discs are in it: what is taken, plus the discs of the player to
        move, is a different number for each.
        """
        columns = (self._mine + (self._mine | self._theirs)).to_bytes(COLUMNS, "little")
        return min(columns, columns[::-1])

    def promising_first(self, moves: list[int]) -> list[int]:
        """From the centre outwards: more fours lead through the middle."""
        return [*PROMISING[self._moves]]

    def exchanged(self) -> Self:
        image = copy(self)  # the discs are those of the player to move and of the other one, whoever that is
        image.active_player = self.active_player.opponent
        return image

    def rows(self) -> list[str]:
        """The board as six strings of X, O and `.`, the top row first."""
        mine, theirs = ("X", "O") if self.active_player is MAX else ("O", "X")

        def mark(bit: int) -> str:
            return mine if self._mine >> bit & 1 else theirs if self._theirs >> bit & 1 else "."

        return ["".join(mark(8 * column + row) for column in range(COLUMNS)) for row in reversed(range(ROWS))]

    def __str__(self) -> str:
        return "\n".join(" ".join(row) for row in self.rows())

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {'/'.join(self.rows())} {self.active_player} to move>"

    def part_name(self, part: int) -> str:
        return f"column {part}"

    def picture(self, below: Player = MAX) -> BoardScene:
        """The discs, the numbers of the columns above them, and rings around four in a row."""
        pad, head, rows = 6.0, 20.0, self.rows()
        scene = board_scene(self, self.title, self.marks, rows, cell=44, side=pad, top=pad + head, bottom=pad)
        height = ROWS * scene.cell
        scene.shapes.append(
            Box("board", scene.left - pad, scene.top - pad, COLUMNS * scene.cell + 2 * pad, height + 2 * pad, 10)
        )
        for column in range(COLUMNS):
            x, _ = scene.middle(column, 0)
            scene.shapes.append(Text("note", x, MARGIN + 8, str(column), NOTE))
            scene.add_place(column, x, scene.top + height / 2, scene.cell, height)
        for row, marks in enumerate(rows):
            for column, mark in enumerate(marks):
                scene.shapes += _disc(mark, *scene.middle(column, row))
        for cell in dict.fromkeys(cell for line in equal_lines(rows, 4) for cell in line):
            scene.shapes.append(Circle("win", *scene.middle(*cell), 19))
        return scene


def _disc(mark: str, x: float, y: float) -> list[Shape]:
    if mark == ".":
        return [Circle("hole", x, y, 17)]
    if mark == "X":
        return [Circle("max disc", x, y, 17), *cross("disc mark", x, y, 6)]
    return [Circle("min disc", x, y, 17), Circle("disc mark", x, y, 7)]
