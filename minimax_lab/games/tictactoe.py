"""Tic-tac-toe, the game to copy. A set of cells is a number: bit 0 is the top left cell, bit 8 the bottom right one."""

from minimax_lab.game import MAX, MIN, GameState, IllegalMove, Player
from minimax_lab.games.symmetry import LEAST, WAYS
from minimax_lab.picture.board import BoardScene, board_scene, equal_lines

BIT = {cell: 1 << cell for cell in range(9)}
LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)  # an octal digit is a row
HAS_LINE = [any(cells & line == line for line in LINES) for cells in range(512)]
OPEN = [[cell for cell in BIT if not cells & BIT[cell]] for cells in range(512)]


class TicTacToe(GameState):
    """MAX plays X and begins. A move is the number of a cell, 0 to 8. `TicTacToe("XO. .X. ..O")` sets up a position.

    >>> state = TicTacToe("XOX O.. ...")
    >>> state.get_legal_moves()
    [4, 5, 6, 7, 8]
    >>> print(state.forecast_move(4))
    X O X
    O X .
    . . .
    """

    __slots__ = ("active_player", "mine", "theirs")  # the cells of the player whose turn it is, and of the other one
    outcomes = (-1, +1)
    title = "Tic-tac-toe"
    marks = "X", "O"
    rules = "Take turns to mark a cell. Three in a row, column or diagonal win. If nobody gets three, it is a draw."

    def __init__(self, board: str = "... ... ..."):
        marks = "".join(str(board).split()).upper()
        if len(marks) != 9 or set(marks) - set(".XO"):
            raise ValueError(f"a board is nine of X, O and . (spaces are free), not {board!r}")
        x, o = (sum(BIT[cell] for cell in BIT if marks[cell] == mark) for mark in "XO")
        if x.bit_count() - o.bit_count() not in (0, 1):
            raise ValueError(f"X and O take turns, X first: there cannot be {x.bit_count()} X and {o.bit_count()} O")
        self.active_player = MAX if x.bit_count() == o.bit_count() else MIN
        self.mine, self.theirs = (x, o) if self.active_player is MAX else (o, x)
        if HAS_LINE[self.mine]:
            raise ValueError(f"the game would have ended before {board!r}")

    def get_legal_moves(self) -> list[int]:
        return [] if HAS_LINE[self.theirs] else OPEN[self.mine | self.theirs].copy()

    def forecast_move(self, cell: int, /) -> "TicTacToe":
        mine, theirs = self.mine, self.theirs
        if HAS_LINE[theirs] or cell not in OPEN[mine | theirs]:
            reason = "the cell is taken" if cell in range(9) else "a move is the number of a cell, 0 to 8"
            raise IllegalMove(cell, "the game is over" if self.is_terminal() else reason, self.get_legal_moves())
        child = object.__new__(type(self))  # a subclass stays a subclass
        child.mine, child.theirs = theirs, mine | BIT[cell]
        child.active_player = MIN if self.active_player is MAX else MAX
        return child

    def utility(self) -> int:
        return 0 if not HAS_LINE[self.theirs] else -1 if self.active_player is MAX else +1

    def key(self) -> tuple[int, int, bool]:
        return self.mine, self.theirs, self.active_player is MAX

    def canonical_key(self) -> tuple[int, int]:  # the least that turns and reflections make of one set, then the other
        return LEAST[self.mine], min([image[self.theirs] for image in WAYS[self.mine]])

    def promising_first(self, moves: list[int]) -> list[int]:
        return [cell for cell in (4, 0, 2, 6, 8, 1, 3, 5, 7) if cell in moves]  # the centre, the corners, the edges

    def exchanged(self) -> "TicTacToe":
        image = object.__new__(type(self))
        image.mine, image.theirs, image.active_player = self.mine, self.theirs, self.active_player.opponent
        return image

    def rows(self) -> list[str]:
        x, o = (self.mine, self.theirs) if self.active_player is MAX else (self.theirs, self.mine)
        marks = ["X" if x & bit else "O" if o & bit else "." for bit in BIT.values()]
        return ["".join(marks[i : i + 3]) for i in (0, 3, 6)]

    def __str__(self) -> str:
        return "\n".join(" ".join(row) for row in self.rows())

    def __repr__(self) -> str:
        return f'{type(self).__name__}("{" ".join(self.rows())}")'

    def part_name(self, part: int) -> str:
        return f"cell {part}"

    def picture(self, below: Player = MAX) -> BoardScene:
        scene = board_scene(self, self.title, self.marks, self.rows(), cell=60)
        scene.add_grid()
        scene.add_bands(equal_lines(self.rows(), 3))
        scene.add_marks(self.rows())
        return scene
