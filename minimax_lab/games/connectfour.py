"""Connect four on the usual seven columns and six rows.

A set of cells is a number. Row 0 is the bottom; each row takes eight bits, of which the eighth
stays empty, so that a line of four cannot run over the edge: cell (column, row) is bit 8 * row + column.
"""

from __future__ import annotations

from minimax_lab.game import MAX, MIN, GameState, IllegalMove, Immutable, Player

COLUMNS, ROWS = 7, 6
BOTTOM = 0b1111111
BOARD = sum(BOTTOM << 8 * row for row in range(ROWS))
COLUMN = {column: sum(1 << 8 * row + column for row in range(ROWS)) for column in range(COLUMNS)}
TOP = 8 * (ROWS - 1)
TOP_ROW = 1 << TOP  # its first cell; all others of the row are more
OPEN = [tuple(column for column in range(COLUMNS) if not full >> column & 1) for full in range(1 << COLUMNS)]
PROMISING = [tuple(sorted(columns, key=lambda column: abs(column - 3))) for columns in OPEN]
MIRROR = bytes(int(f"{row:08b}"[:0:-1], 2) for row in range(256))  # of one row


def star(column: int, row: int) -> int:
    """The cells of the four lines through a cell."""
    steps = [(step * across, step * up) for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)) for step in range(-3, 4)]
    cells = {(column + x, row + y) for x, y in steps if 0 <= column + x < COLUMNS and 0 <= row + y < ROWS}
    return sum(1 << 8 * y + x for x, y in cells)


CELLS = {1 << 8 * row + column: (column, row) for row in range(ROWS) for column in range(COLUMNS)}
STAR = {bit: star(column, row) for bit, (column, row) in CELLS.items()}
# What a disc changes in the set of landings: its cell goes, the one above it comes
RISE = {bit: bit | bit << 8 & BOARD for bit in CELLS}


def has_four(cells: int) -> bool:
    """Whether `cells` holds four in a row: along a row, a column or a diagonal."""
    for step in (1, 8, 7, 9):
        pairs = cells & cells >> step
        if pairs & pairs >> 2 * step:
            return True
    return False


class _Draft(GameState):
    __slots__ = ("_landings", "_mine", "_moves", "_theirs", "active_player")

    _mine: int  # the cells of the player whose turn it is
    _theirs: int  # the cells of the player who has just moved
    _landings: int  # the cell that a disc would come to rest on, in each column
    _moves: tuple[int, ...]


class ConnectFour(Immutable, _Draft):
    """A position. MAX plays X and begins; a move is the number of a column, 0 to 6.

    `ConnectFour([3, 3, 4])` is the position after these moves.
    """

    __slots__ = ()
    outcomes = (-1, +1)

    def __new__(cls, moves: list[int] | tuple[int, ...] = ()) -> ConnectFour:
        state = cls._make(0, 0, MAX)
        for column in moves:
            state = state.forecast_move(column)
        return state

    @classmethod
    def _make(cls, mine: int, theirs: int, player: Player) -> ConnectFour:
        draft = _Draft()
        taken = mine | theirs
        draft._mine, draft._theirs, draft.active_player = mine, theirs, player
        draft._landings = (taken << 8 | BOTTOM) & ~taken & BOARD
        draft._moves = () if has_four(theirs) else OPEN[taken >> TOP]
        draft.__class__ = cls
        return draft  # type: ignore[return-value]

    def get_legal_moves(self) -> list[int]:
        """The columns that are not full, unless somebody has won."""
        return [*self._moves]

    def forecast_move(self, column: int, /) -> ConnectFour:
        """The position after the active player has dropped a disc into `column`."""
        if column not in self._moves:
            raise IllegalMove(column, self._why_not(column), self.get_legal_moves())
        child = _Draft()  # as in _make, without the price of a call
        landing = self._landings & COLUMN[column]
        child._mine = self._theirs
        child._theirs = theirs = self._mine | landing
        child._landings = self._landings ^ RISE[landing]
        child.active_player = MIN if self.active_player is MAX else MAX
        if (theirs & STAR[landing]).bit_count() >= 4 and has_four(theirs):  # mostly there are too few to look closer
            child._moves = ()
        elif landing < TOP_ROW:
            child._moves = self._moves
        else:
            child._moves = OPEN[(theirs | self._theirs) >> TOP]
        child.__class__ = ConnectFour
        return child  # type: ignore[return-value]

    def _why_not(self, column: object) -> str:
        if not self._moves:
            return "the game is over"
        return "the column is full" if column in range(COLUMNS) else "a move is the number of a column, 0 to 6"

    def utility(self) -> int:
        """+1 if X has four in a row, -1 if O has, else 0."""
        if (self._landings and not self._moves) or has_four(self._theirs):  # it ends early only because of a four
            return -1 if self.active_player is MAX else +1
        return 0

    def key(self) -> tuple[int, int]:
        return self._mine, self._theirs

    def canonical_key(self) -> bytes:
        """A byte for each player's discs in each row, of the board or of its mirror image, whichever is less."""
        rows = (self._mine | self._theirs << 8 * ROWS).to_bytes(2 * ROWS, "little")
        return min(rows, rows.translate(MIRROR))

    def promising_first(self, moves: list[int]) -> list[int]:
        """From the centre outwards: more fours lead through the middle."""
        return [*PROMISING[(self._mine | self._theirs) >> TOP]]

    def rows(self) -> list[str]:
        """The board as six strings of X, O and `.`, the top row first."""
        mine, theirs = ("X", "O") if self.active_player is MAX else ("O", "X")

        def mark(bit: int) -> str:
            return mine if self._mine >> bit & 1 else theirs if self._theirs >> bit & 1 else "."

        return ["".join(mark(8 * row + column) for column in range(COLUMNS)) for row in reversed(range(ROWS))]

    def __str__(self) -> str:
        return "\n".join(" ".join(row) for row in self.rows())

    def __repr__(self) -> str:
        return f"<ConnectFour {'/'.join(self.rows())} {self.active_player} to move>"

    def __reduce__(self) -> tuple:
        return ConnectFour._make, (self._mine, self._theirs, self.active_player)
