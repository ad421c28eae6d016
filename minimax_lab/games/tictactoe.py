"""Tic-tac-toe. A set of cells is a number: bit 0 is the top left cell, bit 8 the bottom right one.

There are only 512 sets of cells, so whether a set holds a line, and which cells it leaves open,
is looked up in a table.
"""

from __future__ import annotations

from minimax_lab.game import MAX, MIN, GameState, IllegalMove, Immutable, Player
from minimax_lab.games.square import LEAST, WAYS

LINES = [0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100]
HAS_LINE = [any(cells & line == line for line in LINES) for cells in range(512)]
BIT = {cell: 1 << cell for cell in range(9)}
OPEN = [tuple(cell for cell in range(9) if not cells >> cell & 1) for cells in range(512)]
PROMISING = [tuple(cell for cell in (4, 0, 2, 6, 8, 1, 3, 5, 7) if not cells >> cell & 1) for cells in range(512)]


class _Draft(GameState):
    __slots__ = ("_mine", "_moves", "_theirs", "active_player")

    _mine: int  # the cells of the player whose turn it is
    _theirs: int  # the cells of the player who has just moved
    _moves: tuple[int, ...]


class TicTacToe(Immutable, _Draft):
    """A position. MAX plays X and begins; a move is the number of a cell, 0 to 8, row by row.

    `TicTacToe("XO. .X. ..O")` sets up a position; whose turn it is follows from the counts.
    """

    __slots__ = ()
    outcomes = (-1, +1)

    def __new__(cls, board: str = "... ... ...") -> TicTacToe:
        cells = "".join(str(board).split()).upper()
        if len(cells) != 9 or set(cells) - set("XO."):
            raise ValueError(f"a board is nine of X, O and . (spaces are free), not {board!r}")
        xs, os = (sum(1 << i for i, mark in enumerate(cells) if mark == side) for side in "XO")
        lead = xs.bit_count() - os.bit_count()
        if lead not in (0, 1):
            raise ValueError(f"X moves first, then in turn: {cells.count('X')} X and {cells.count('O')} O cannot be")
        if (HAS_LINE[xs] and HAS_LINE[os]) or (HAS_LINE[os] and lead) or (HAS_LINE[xs] and not lead):
            raise ValueError(f"the game would have ended before {board!r}")
        return cls._make(os, xs, MIN) if lead else cls._make(xs, os, MAX)

    @classmethod
    def _make(cls, mine: int, theirs: int, player: Player) -> TicTacToe:
        draft = _Draft()
        draft._mine, draft._theirs, draft.active_player = mine, theirs, player
        draft._moves = () if HAS_LINE[theirs] else OPEN[mine | theirs]
        draft.__class__ = cls
        return draft  # type: ignore[return-value]

    def get_legal_moves(self) -> list[int]:
        """The open cells, unless somebody has won."""
        return [*self._moves]

    def forecast_move(self, cell: int, /) -> TicTacToe:
        """The position after the active player has taken `cell`."""
        if cell not in self._moves:
            raise IllegalMove(cell, self._why_not(cell), self.get_legal_moves())
        child = _Draft()  # as in _make, without the price of a call
        child._mine = mine = self._theirs
        child._theirs = theirs = self._mine | BIT[cell]
        child.active_player = MIN if self.active_player is MAX else MAX
        child._moves = () if HAS_LINE[theirs] else OPEN[mine | theirs]
        child.__class__ = TicTacToe
        return child  # type: ignore[return-value]

    def _why_not(self, cell: object) -> str:
        if not self._moves:
            return "the game is over"
        return "the cell is taken" if cell in range(9) else "a move is the number of a cell, 0 to 8"

    def utility(self) -> int:
        """+1 if X has a line, -1 if O has one, else 0."""
        if HAS_LINE[self._theirs]:
            return -1 if self.active_player is MAX else +1
        return 0

    def key(self) -> tuple[int, int]:
        return self._mine, self._theirs

    def canonical_key(self) -> tuple[int, int]:
        """The least of the keys of the board's eight images."""
        mine, theirs = self._mine, self._theirs
        return LEAST[mine], min([image[theirs] for image in WAYS[mine]])

    def promising_first(self, moves: list[int]) -> list[int]:
        """The centre, the corners, the edges."""
        return [*PROMISING[self._mine | self._theirs]]

    def rows(self) -> list[str]:
        """The board as three strings of X, O and `.`"""
        mine, theirs = ("X", "O") if self.active_player is MAX else ("O", "X")
        cells = [mine if self._mine >> i & 1 else theirs if self._theirs >> i & 1 else "." for i in range(9)]
        return ["".join(cells[i : i + 3]) for i in (0, 3, 6)]

    def __str__(self) -> str:
        return "\n".join(" ".join(row) for row in self.rows())

    def __repr__(self) -> str:
        return f'TicTacToe("{" ".join(self.rows())}")'

    def __reduce__(self) -> tuple:
        return TicTacToe, (" ".join(self.rows()),)
