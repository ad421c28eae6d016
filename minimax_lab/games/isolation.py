"""Isolation: move like a queen, never enter a cell twice, and lose when you cannot move."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from typing import Any, Self

from minimax_lab.game import MAX, MIN, GameState, IllegalMove, Player
from minimax_lab.games.isolation_board import Cell, Geometry, Standing, geometry
from minimax_lab.picture.board import NOTE, BoardScene, board_scene
from minimax_lab.picture.scene import MARGIN, Box, Circle, Text, hatch

MINI_BLOCKED: tuple[Cell, ...] = ((2, 1),)
MOST_CELLS = 400


class Isolation(GameState):
    """A position. A move is the cell (x, y) that the active player goes to.

    The first move of each player goes to any open cell, every later one to an open cell along a
    row, a column or a diagonal with nothing closed on the way. A cell that has been entered stays
    closed. `Isolation()` is the mini board of 3 by 2 with (2, 1) blocked.

    >>> start = Isolation()
    >>> print(start)
    . . .
    . . #
    >>> start.forecast_move((0, 0)).forecast_move((1, 1)).get_legal_moves()
    [(1, 0), (2, 0), (0, 1)]
    """

    __slots__ = ("_board", "_here", "_open", "_there", "active_player")
    outcomes = (-1, +1)
    title = "Isolation"
    rules = (
        "Put your piece on any open cell first. Then move it like a queen in chess."
        " A cell that a player has entered stays closed and blocks the way. A player who cannot move loses."
    )
    engine_options: Mapping[str, Any] = {"evaluate": "minimax_lab.evaluate:mobility"}

    _board: Geometry
    _open: int  # the cells that may still be entered
    _here: Cell | None  # where the active player stands
    _there: Cell | None  # where the other one stands

    def __init__(self, width: int = 3, height: int = 2, blocked: Iterable[Cell] | None = None):
        whole = type(width) is int and type(height) is int
        if not whole or min(width, height) < 1 or width * height > MOST_CELLS:
            raise ValueError(
                f"width and height are whole numbers, at least 1 by 1 and at most {MOST_CELLS} cells together, "
                f"not {width!r} by {height!r}"
            )
        if blocked is None:
            blocked = MINI_BLOCKED if (width, height) == (3, 2) else ()
        self._board, self._here, self._there, self.active_player = geometry(width, height), None, None, MAX
        self._open = (1 << width * height) - 1
        for cell in blocked:
            if cell not in self._board.cells:
                raise ValueError(f"the blocked cell {cell!r} is not on the board of {width} by {height}")
            self._open &= ~self._board.bit[cell]

    @property
    def width(self) -> int:
        return self._board.width

    @property
    def height(self) -> int:
        return self._board.height

    @property
    def positions(self) -> Standing:
        """Where MAX and MIN stand; None before the first move."""
        return (self._here, self._there) if self.active_player is MAX else (self._there, self._here)

    def get_legal_moves(self) -> list[Cell]:
        """The cells that the active player can go to."""
        return self._reach(self._here)

    def reach(self, player: Player) -> list[Cell]:
        """The cells that `player` could go to if it were its turn."""
        return self._reach(self._here if player is self.active_player else self._there)

    def _reach(self, here: Cell | None) -> list[Cell]:
        free = self._open
        if here is None:
            return [cell for cell, bit in self._board.bit.items() if free & bit]
        moves = []
        for ray in self._board.rays[here]:
            for bit, cell in ray:
                if not free & bit:
                    break  # no one jumps over a closed cell
                moves.append(cell)
        return moves

    def forecast_move(self, cell: Cell, /) -> Self:
        """The position after the active player has gone to `cell`."""
        try:
            way = self._board.ways[self._here][cell]
        except (KeyError, TypeError):  # TypeError: a move that cannot even be a key
            way = -1
        if way & ~self._open:  # something on the way is closed
            raise IllegalMove(cell, self._why_not(cell), self.get_legal_moves())
        child = object.__new__(type(self))
        child._board = self._board
        child._open = self._open & ~self._board.bit[cell]
        child._here = self._there
        child._there = cell
        child.active_player = MIN if self.active_player is MAX else MAX
        return child

    def _why_not(self, cell: object) -> str:
        if cell not in self._board.cells:
            return f"a move is a cell (x, y) of the board, from (0, 0) to {self._board.cells[-1]}"
        if not self._open & self._board.bit[cell]:
            return "the cell is closed"
        return f"from {self._here} no open line leads there"

    def key(self) -> tuple:
        return self._open, self._here, self._there, self.active_player, self.width, self.height

    def canonical_key(self) -> tuple:
        """The key of the least of the board's images."""
        image = self._board.least_image(self._open, (self._here, self._there))
        return image, self.active_player is MAX, self.width, self.height

    def promising_first(self, moves: list[Cell]) -> list[Cell]:
        """Where many cells around are open; one beside the opponent, to hem it in, counts as if it had eight more."""
        free, near, bit = self._open, self._board.near, self._board.bit
        beside = near[self._there]
        return sorted(moves, key=lambda cell: -(near[cell] & free).bit_count() - (8 if beside & bit[cell] else 0))

    def rows(self) -> list[str]:
        """The board as strings: 1 and 2 the players, `.` open, # closed; the top row first."""
        marks = dict(zip(self.positions, "12", strict=True))

        def mark(cell: Cell) -> str:
            return marks.get(cell) or ("." if self._open & self._board.bit[cell] else "#")

        return ["".join(mark((x, y)) for x in range(self.width)) for y in range(self.height)]

    def __str__(self) -> str:
        return "\n".join(" ".join(row) for row in self.rows())

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {'/'.join(self.rows())} {self.active_player} to move>"

    def exchanged(self) -> Self:
        image = copy(self)  # it holds where the player to move stands and where the other one does, whoever that is
        image.active_player = self.active_player.opponent
        return image

    def part_name(self, part: Cell) -> str:
        return f"cell {part}"

    def picture(self, below: Player = MAX) -> BoardScene:
        """The cells with the numbers of their columns and rows; a closed one is hatched."""
        head = 20.0
        scene = board_scene(self, "Isolation", ("1", "2"), self.rows(), cell=50, side=head, top=head)
        cell, (right, bottom) = scene.cell, scene.corner(self.width, self.height)
        for column in range(self.width):
            scene.shapes.append(Text("note", scene.middle(column, 0)[0], MARGIN + 7, str(column), NOTE))
        scene.shapes.append(Text("faint", right + 10, MARGIN + 7, "x", NOTE))
        scene.shapes.append(Text("faint", scene.left - 12, bottom + 8, "y", NOTE))
        for row, marks in enumerate(self.rows()):
            scene.shapes.append(Text("note", scene.left - 12, scene.middle(0, row)[1], str(row), NOTE))
            for column, mark in enumerate(marks):
                middle, corner = scene.middle(column, row), scene.corner(column, row)
                scene.add_place((column, row), *middle, cell)
                scene.shapes.append(Box("closed" if mark == "#" else "cell", *corner, cell, cell))
                if mark == "#":
                    scene.shapes += hatch(*corner, cell)
                elif mark != ".":
                    scene.shapes.append(Circle("max disc" if mark == "1" else "min disc", *middle, 17))
                    scene.shapes.append(Text("disc label", *middle, mark, 18))
        scene.shapes.append(Box("outline", scene.left, scene.top, right - scene.left, bottom - scene.top))
        return scene
