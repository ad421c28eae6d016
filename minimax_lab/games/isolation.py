"""Isolation: move like a queen, leave no square twice, and lose when you cannot move.

A set of cells is a number with one bit a cell (a *bitboard*): taking a cell is one operation on
one number, where a board of lists would have to be copied. What lies in which direction from a
cell depends on the board's size alone and is worked out once for each size.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import TypeAlias

from minimax_lab.game import MAX, MIN, GameState, IllegalMove, Immutable, Player

Cell: TypeAlias = tuple[int, int]  # (x, y): x to the right, y downwards, (0, 0) at the top left
# Where each cell goes when the board is turned or mirrored, and where each set of eight cells goes
Image: TypeAlias = tuple[dict[Cell | None, Cell | None], list[list[int]]]

DIRECTIONS = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)]
MINI_BLOCKED: tuple[Cell, ...] = ((2, 1),)


class Geometry:
    """What follows from a board's width and height alone."""

    def __init__(self, width: int, height: int):
        self.width, self.height = width, height
        self.cells = [(x, y) for y in range(height) for x in range(width)]
        self.bit = {cell: 1 << i for i, cell in enumerate(self.cells)}
        self.rays = {cell: [ray for step in DIRECTIONS if (ray := self._ray(cell, step))] for cell in self.cells}
        # ways[here][cell]: what must be open to go from here to cell; before the first move, just the cell.
        self.ways: dict[Cell | None, dict[Cell, int]] = {None: self.bit}
        for here in self.cells:
            self.ways[here] = {cell: way for ray in self.rays[here] for cell, way in self._ways_along(ray)}
        self.near: dict[Cell | None, int] = {None: 0}  # the cells around a cell
        for cell, rays in self.rays.items():
            self.near[cell] = sum(ray[0][0] for ray in rays)
        self.images = [*self._images()]
        self.least_images: dict[tuple[Cell | None, Cell | None], tuple] = {}  # see least_image

    def _images(self) -> Iterator[Image]:
        """The ways to turn and mirror the board that leave its shape as it is."""
        last_x, last_y = self.width - 1, self.height - 1
        turned = [False, True] if self.width == self.height else [False]
        for turn, flip_x, flip_y in product(turned, [False, True], [False, True]):
            to: dict[Cell | None, Cell | None] = {None: None}
            for x, y in self.cells:
                image = last_x - x if flip_x else x, last_y - y if flip_y else y
                to[x, y] = image[::-1] if turn else image
            bits = [self.bit[to[cell]] for cell in self.cells]  # type: ignore[index]
            chunks = [
                [sum(bit for i, bit in enumerate(bits[begin : begin + 8]) if byte >> i & 1) for byte in range(256)]
                for begin in range(0, len(bits), 8)
            ]
            yield to, chunks

    def least_image(self, free: int, here: Cell | None, there: Cell | None) -> tuple:
        """The least of the images of a position: its open cells, and where the players stand.

        Where they stand mostly leaves a single image, so that the open cells are seldom turned more than once.
        """
        known = self.least_images.get((here, there))
        if known is None:
            pairs = [(to[here], to[there]) for to, _ in self.images]
            least = min(pairs, key=repr)
            known = least, [chunks for pair, (_, chunks) in zip(pairs, self.images, strict=True) if pair == least]
            self.least_images[here, there] = known
        standing, images = known
        best = None
        for chunks in images:
            image, rest = 0, free
            for chunk in chunks:
                image |= chunk[rest & 255]
                rest >>= 8
            if best is None or image < best:
                best = image
        return best, standing

    def _ray(self, cell: Cell, step: tuple[int, int]) -> list[tuple[int, Cell]]:
        """The cells from `cell` to the edge in one direction, each with its bit."""
        (x, y), (dx, dy), ray = cell, step, []
        while (there := (x := x + dx, y := y + dy)) in self.bit:
            ray.append((self.bit[there], there))
        return ray

    @staticmethod
    def _ways_along(ray: list[tuple[int, Cell]]) -> Iterator[tuple[Cell, int]]:
        way = 0
        for bit, cell in ray:
            way |= bit
            yield cell, way


geometry = lru_cache(maxsize=64)(Geometry)


class _Draft(GameState):
    __slots__ = ("_board", "_here", "_open", "_there", "active_player")

    _board: Geometry
    _open: int  # the cells that may still be entered
    _here: Cell | None  # where the active player stands
    _there: Cell | None  # where the other one stands


class Isolation(Immutable, _Draft):
    """A position. A move is the cell (x, y) that the active player goes to.

    The first move of each player goes to any open cell, every later one to an open cell along a
    row, a column or a diagonal with nothing closed on the way. A cell that has been entered stays
    closed. `Isolation()` is the mini board of 3 by 2 with (2, 1) blocked.
    """

    __slots__ = ()
    outcomes = (-1, +1)

    def __new__(cls, width: int = 3, height: int = 2, blocked: Iterable[Cell] | None = None) -> Isolation:
        if type(width) is not int or type(height) is not int or width < 1 or height < 1:
            raise ValueError(f"a board is at least 1 by 1, not {width!r} by {height!r}")
        board = geometry(width, height)
        if blocked is None:
            blocked = MINI_BLOCKED if (width, height) == (3, 2) else ()
        draft = _Draft()
        draft._board, draft._here, draft._there, draft.active_player = board, None, None, MAX
        draft._open = (1 << width * height) - 1
        for cell in blocked:
            if cell not in board.cells:
                raise ValueError(f"the blocked cell {cell!r} is not on the board of {width} by {height}")
            draft._open &= ~board.bit[cell]
        draft.__class__ = cls
        return draft  # type: ignore[return-value]

    @property
    def width(self) -> int:
        return self._board.width

    @property
    def height(self) -> int:
        return self._board.height

    @property
    def positions(self) -> tuple[Cell | None, Cell | None]:
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

    def forecast_move(self, cell: Cell, /) -> Isolation:
        """The position after the active player has gone to `cell`."""
        try:
            way = self._board.ways[self._here][cell]
        except (KeyError, TypeError):  # TypeError: a move that cannot even be a key
            way = -1
        if way & ~self._open:  # something on the way is closed
            raise IllegalMove(cell, self._why_not(cell), self.get_legal_moves())
        child = _Draft()
        child._board = self._board
        child._open = self._open & ~self._board.bit[cell]
        child._here = self._there
        child._there = cell
        child.active_player = MIN if self.active_player is MAX else MAX
        child.__class__ = Isolation
        return child  # type: ignore[return-value]

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
        image = self._board.least_image(self._open, self._here, self._there)
        return image, self.active_player is MAX, self.width, self.height

    def promising_first(self, moves: list[Cell]) -> list[Cell]:
        """Beside the opponent, to hem it in; then where more of the cells around are open."""
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
        return f"<Isolation {'/'.join(self.rows())} {self.active_player} to move>"

    def __reduce__(self) -> tuple:
        return _restore, (self.width, self.height, self._open, self._here, self._there, self.active_player is MAX)


def _restore(width: int, height: int, free: int, here: Cell | None, there: Cell | None, max_moves: bool) -> Isolation:
    draft = _Draft()
    draft._board, draft._open, draft._here, draft._there = geometry(width, height), free, here, there
    draft.active_player = MAX if max_moves else MIN
    draft.__class__ = Isolation
    return draft  # type: ignore[return-value]
