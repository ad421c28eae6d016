"""Tic-tac-toe. A board is a number of nine digits in base 3, one a cell: 0 is open, 1 an X and 2 an O.

There are only 19,683 of them, so that what the rules say of a board is looked up in a table.
"""

from __future__ import annotations

from minimax_lab.game import MAX, MIN, GameState, IllegalMove, Immutable, Player
from minimax_lab.games.symmetry import CELLS, LEAST, SETS, WAYS

MARKS = ".XO"  # a digit's mark
X_AT = {cell: 3 ** (8 - cell) for cell in CELLS}  # what an X adds to the number
O_AT = {cell: 2 * x for cell, x in X_AT.items()}

LINES = [0b111, 0b111000, 0b111000000, 0b1001001, 0b10010010, 0b100100100, 0b100010001, 0b1010100]
HAS_LINE = [any(cells & line == line for line in LINES) for cells in SETS]
BEST_FIRST = (4, 0, 2, 6, 8, 1, 3, 5, 7)  # the centre, the corners, the edges


def _cells_with(digit: int) -> list[int]:
    """For each board the set of its cells with that digit."""
    boards = [0]
    for cell in CELLS:
        bits = [1 << cell if mark == digit else 0 for mark in range(3)]
        boards = [cells | bit for cells in boards for bit in bits]
    return boards


XS, OS = _cells_with(1), _cells_with(2)


def _open(order: tuple[int, ...]) -> list[tuple[int, ...]]:
    """For each board its legal moves, in the order given."""
    still_open = [tuple(cell for cell in order if not taken >> cell & 1) for taken in SETS]
    return [() if HAS_LINE[xs] or HAS_LINE[os] else still_open[xs | os] for xs, os in zip(XS, OS, strict=True)]


MOVES, PROMISING = _open((*CELLS,)), _open(BEST_FIRST)
OUTCOME = [HAS_LINE[xs] - HAS_LINE[os] for xs, os in zip(XS, OS, strict=True)]


class _Draft(GameState):
    __slots__ = ("_board", "active_player")

    _board: int


class TicTacToe(Immutable, _Draft):
    """A position. MAX plays X and begins; a move is the number of a cell, 0 to 8, row by row.

    `TicTacToe("XO. .X. ..O")` sets up a position; whose turn it is follows from the counts.
    """

    __slots__ = ()
    outcomes = (-1, +1)

    def __new__(cls, board: str = "... ... ...") -> TicTacToe:
        marks = "".join(str(board).split()).upper()
        if len(marks) != 9 or set(marks) - set(MARKS):
            raise ValueError(f"a board is nine of X, O and . (spaces are free), not {board!r}")
        number = int(marks.translate(str.maketrans(MARKS, "012")), base=3)
        lead = XS[number].bit_count() - OS[number].bit_count()
        if lead not in (0, 1):
            raise ValueError(f"X moves first, then in turn: {marks.count('X')} X and {marks.count('O')} O cannot be")
        if HAS_LINE[XS[number] if lead == 0 else OS[number]]:
            raise ValueError(f"the game would have ended before {board!r}")
        return _sealed(number, MIN if lead else MAX)

    def get_legal_moves(self) -> list[int]:
        """The open cells, unless somebody has won."""
        return [*MOVES[self._board]]

    def forecast_move(self, cell: int, /) -> TicTacToe:
        """The position after the active player has taken `cell`."""
        board = self._board
        if cell not in MOVES[board]:
            raise IllegalMove(cell, self._why_not(cell), self.get_legal_moves())
        child = _Draft()  # as in _sealed, without the price of a call
        if self.active_player is MAX:
            child._board = board + X_AT[cell]
            child.active_player = MIN
        else:
            child._board = board + O_AT[cell]
            child.active_player = MAX
        child.__class__ = TicTacToe
        return child  # type: ignore[return-value]

    def _why_not(self, cell: object) -> str:
        if not MOVES[self._board]:
            return "the game is over"
        return "the cell is taken" if cell in CELLS else "a move is the number of a cell, 0 to 8"

    def utility(self) -> int:
        """+1 if X has a line, -1 if O has one, else 0."""
        return OUTCOME[self._board]

    def key(self) -> int:
        return self._board

    def canonical_key(self) -> tuple[int, int]:
        """The least that the board's eight images make of the cells with an X and those with an O."""
        xs, os = XS[self._board], OS[self._board]
        return LEAST[xs], min([image[os] for image in WAYS[xs]])

    def promising_first(self, moves: list[int]) -> list[int]:
        """The centre, the corners, the edges."""
        return [*PROMISING[self._board]]

    def rows(self) -> list[str]:
        """The board as three strings of X, O and `.`"""
        marks = [MARKS[self._board // X_AT[cell] % 3] for cell in CELLS]
        return ["".join(marks[i : i + 3]) for i in (0, 3, 6)]

    def __str__(self) -> str:
        return "\n".join(" ".join(row) for row in self.rows())

    def __repr__(self) -> str:
        return f'TicTacToe("{" ".join(self.rows())}")'

    def __reduce__(self) -> tuple:
        return TicTacToe, (" ".join(self.rows()),)


def _sealed(board: int, player: Player) -> TicTacToe:
    draft = _Draft()
    draft._board, draft.active_player = board, player
    draft.__class__ = TicTacToe
    return draft  # type: ignore[return-value]
