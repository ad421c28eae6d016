"""Mini-isolation as students write it: right in many styles, and wrong in many ways."""

import copy
from collections import namedtuple
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import ClassVar

from minimax_lab.game import MAX, MIN
from minimax_lab.game import GameState as LibraryState

STEPS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]


# Right


class Sets:
    """A set of open cells, copied deeply. The wrong ones below change one thing of it."""

    steps = STEPS

    def __init__(self):
        self.open_cells = {(x, y) for x in range(3) for y in range(2)} - {(2, 1)}
        self.standing = [None, None]
        self.active = 0

    def get_legal_moves(self):
        here = self.standing[self.active]
        return self.walks(here) if here else list(self.open_cells)

    def walks(self, here):
        return [cell for step in self.steps for cell in self.along(here, step)]

    def along(self, here, step):
        x, y = here
        while (x := x + step[0], y := y + step[1]) in self.open_cells:
            yield x, y

    def forecast_move(self, move):
        child = copy.deepcopy(self)
        child.open_cells.remove(move)
        child.standing[self.active] = move
        child.active = 1 - self.active
        return child


class Lists:
    """A board of lists, rows first inside, and keyword arguments that nobody else needs."""

    def __init__(self, board=None, players=(None, None), turn=1):
        self.board = board or [[0, 0, 0], [0, 0, 1]]
        self.players = players
        self.turn = turn

    def get_legal_moves(self):
        me = self.players[self.turn - 1]
        moves = []
        for y in range(2):
            for x in range(3):
                if self.board[y][x] == 0 and (me is None or self._clear(me, (x, y))):
                    moves.append((x, y))
        return moves

    def _clear(self, a, b):
        dx, dy = b[0] - a[0], b[1] - a[1]
        if not (dx == 0 or dy == 0 or abs(dx) == abs(dy)):
            return False
        n = max(abs(dx), abs(dy))
        return all(self.board[a[1] + dy // n * i][a[0] + dx // n * i] == 0 for i in range(1, n + 1))

    def forecast_move(self, move):
        board = [row[:] for row in self.board]
        board[move[1]][move[0]] = 1
        players = list(self.players)
        players[self.turn - 1] = move
        return Lists(board, tuple(players), 3 - self.turn)


@dataclass(frozen=True)
class Frozen:
    visited: frozenset = frozenset({(2, 1)})
    here: tuple = None
    there: tuple = None

    @cached_property
    def moves(self):  # kept once it is known: nobody can tell from outside
        if self.here is None:
            return [(x, y) for y in (0, 1) for x in (0, 1, 2) if (x, y) not in self.visited]
        found = []
        for dx, dy in STEPS:
            for n in (1, 2):
                cell = self.here[0] + n * dx, self.here[1] + n * dy
                if cell in self.visited or not (0 <= cell[0] < 3 and 0 <= cell[1] < 2):
                    break
                found.append(cell)
        return found

    def get_legal_moves(self):
        return sorted(self.moves, reverse=True)

    def forecast_move(self, move):
        return replace(self, visited=self.visited | {move}, here=self.there, there=move)


Position = namedtuple("Position", "closed here there", defaults=[1 << 5, None, None])


class Bits(Position):
    def get_legal_moves(self):
        cells = [(i % 3, i // 3) for i in range(6)]
        if self.here is None:
            return [cell for cell in cells if not self.taken(cell)]
        return [cell for dx, dy in STEPS for cell in self.line(*self.here, dx, dy)]

    def taken(self, cell):
        x, y = cell
        return not (0 <= x < 3 and 0 <= y < 2) or self.closed >> (3 * y + x) & 1

    def line(self, x, y, dx, dy):
        cell = x + dx, y + dy
        return [] if self.taken(cell) else [cell, *self.line(*cell, dx, dy)]

    def forecast_move(self, move):
        return Bits(self.closed | 1 << 3 * move[1] + move[0], self.there, move)


class Inherits(LibraryState):
    """Built on the library's base class, with an engine's own ideas about keys."""

    def __init__(self, path=()):
        self.path = path
        self.active_player = MAX if len(path) % 2 == 0 else MIN

    def get_legal_moves(self):
        state = Sets()
        for move in self.path:
            state = state.forecast_move(move)
        return state.get_legal_moves()

    def forecast_move(self, move):
        return Inherits((*self.path, move))


@dataclass
class Slotted:
    __slots__ = ("asked", "state")
    asked: int
    state: Sets

    def __init__(self, state=None):
        self.asked, self.state = 0, state or Sets()

    def get_legal_moves(self):
        self.asked += 1  # a counter is no part of the position
        return self.state.get_legal_moves()

    def forecast_move(self, move):
        return Slotted(self.state.forecast_move(move))


def made_by_a_function():
    return Sets()


CORRECT = [Sets, Lists, Frozen, Bits, Inherits, Slotted, made_by_a_function]


# Wrong rules: code -> classes, each with its shortest line


class RowColumn(Sets):
    def __init__(self):
        super().__init__()
        self.open_cells = {(row, column) for row in range(2) for column in range(3)} - {(1, 2)}


class NothingBlocked(Sets):
    def __init__(self):
        super().__init__()
        self.open_cells.add((2, 1))


class UpsideDown(Sets):
    def __init__(self):
        super().__init__()
        self.open_cells ^= {(2, 0), (2, 1)}


class TooLarge(Sets):
    def __init__(self):
        super().__init__()
        self.open_cells = {(x, y) for x in range(4) for y in range(3)} - {(2, 1)}


class OneMovesForEver(Sets):
    def forecast_move(self, move):
        child = super().forecast_move(move)
        child.active = self.active
        return child


class FromTheOpponent(Sets):
    def get_legal_moves(self):
        here, there = self.standing[self.active], self.standing[1 - self.active]
        return self.walks(there) if here else list(self.open_cells)


class NoFirstMove(Sets):
    def get_legal_moves(self):
        here = self.standing[self.active]
        return self.walks(here) if here else []


class Anywhere(Sets):
    def get_legal_moves(self):
        return list(self.open_cells)


class OpensAgain(Sets):
    def forecast_move(self, move):
        child = super().forecast_move(move)
        if self.standing[self.active]:
            child.open_cells.add(self.standing[self.active])
        return child


class OntoTheOpponent(Sets):
    def get_legal_moves(self):
        wrong = Sets()
        wrong.open_cells = self.open_cells | ({self.standing[1 - self.active]} - {None})
        wrong.standing, wrong.active = self.standing, self.active
        return wrong.get_legal_moves()


class StandsStill(Sets):
    def walks(self, here):
        return [here, *super().walks(here)]


class Jumps(Sets):
    def along(self, here, step):
        cells = [(here[0] + n * step[0], here[1] + n * step[1]) for n in (1, 2)]
        return [cell for cell in cells if cell in self.open_cells]


class King(Sets):
    def along(self, here, step):
        return [*super().along(here, step)][:1]


class Rook(Sets):
    steps = ((1, 0), (-1, 0), (0, 1), (0, -1))


class Bishop(Sets):
    steps = ((1, 1), (-1, 1), (1, -1), (-1, -1))


class OneDiagonal(Sets):
    steps = (*Rook.steps, (1, 1), (-1, -1))


class Knight(Sets):
    steps = ((1, 2), (2, 1), (-1, 2), (2, -1), (1, -2), (-2, 1), (-1, -2), (-2, -1))


WRONG_RULES = {
    "swapped-coordinates": RowColumn,
    "blocked-cell": NothingBlocked,
    "wrong-corner": UpsideDown,
    "off-board": TooLarge,
    "wrong-player": OneMovesForEver,
    "moves-from-the-opponent": FromTheOpponent,
    "no-first-moves": NoFirstMove,
    "anywhere": Anywhere,
    "forgets-visited": OpensAgain,
    "occupied-cell": OntoTheOpponent,
    "own-cell": StandsStill,
    "jumps": Jumps,
    "one-step": King,
    "no-diagonals": Rook,
    "only-diagonals": Bishop,
    "misses-a-direction": OneDiagonal,
    "knight-moves": Knight,
}


class LastCellVanishes(Sets):
    """A fault without a name: with one open cell left, it is forgotten."""

    def get_legal_moves(self):
        return super().get_legal_moves() if len(self.open_cells) > 1 else []


# States that change


class ChangesItself(Sets):
    def forecast_move(self, move):
        self.open_cells.remove(move)
        self.standing[self.active] = move
        self.active = 1 - self.active
        return self


class ShallowCopy(Sets):
    def forecast_move(self, move):
        child = copy.copy(self)
        child.open_cells.remove(move)
        child.standing = list(self.standing)
        child.standing[self.active] = move
        child.active = 1 - self.active
        return child


class SharedPlayers(Sets):
    def forecast_move(self, move):
        child = copy.copy(self)
        child.open_cells = self.open_cells - {move}
        child.standing[self.active] = move
        child.active = 1 - self.active
        return child


class ChangesBoth(Sets):
    def forecast_move(self, move):
        self.active = 1 - self.active
        child = copy.deepcopy(self)
        child.open_cells.remove(move)
        child.standing[1 - self.active] = move
        return child


@dataclass
class ClassWide(Sets):
    board: ClassVar = {"turn": 0}

    open_cells: set = field(default_factory=lambda: Sets().open_cells)
    standing: list = field(default_factory=lambda: [None, None])

    @property
    def active(self):
        return ClassWide.board["turn"]

    def forecast_move(self, move):
        standing = list(self.standing)
        standing[self.active] = move
        ClassWide.board["turn"] = 1 - self.active
        return ClassWide(self.open_cells - {move}, standing)


MUTATING = [ChangesItself, ShallowCopy, SharedPlayers, ChangesBoth, ClassWide]


# Broken


class Yields(Sets):
    def get_legal_moves(self):
        yield from super().get_legal_moves()


class GivesASet(Sets):
    def get_legal_moves(self):
        return {*super().get_legal_moves()}


class GivesLists(Sets):
    def get_legal_moves(self):
        return [list(move) for move in super().get_legal_moves()]

    def forecast_move(self, move):
        return super().forecast_move(tuple(move))


class Twice(Sets):
    def walks(self, here):
        return super().walks(here) * 2


class ForgetsToReturnMoves(Sets):
    def get_legal_moves(self):
        super().get_legal_moves()


class ForgetsToReturnAState(Sets):
    def forecast_move(self, move):
        super().forecast_move(move)


class ReturnsABoard(Sets):
    def forecast_move(self, move):
        return self.open_cells - {move}


class Raises(Sets):
    def forecast_move(self, move):
        return self.board[move]


class RaisesLate(Sets):
    def get_legal_moves(self):
        return [max(self.open_cells)] and super().get_legal_moves()


class Loops(Sets):
    def forecast_move(self, move):
        while True:
            pass


class CallsItself(Sets):
    def get_legal_moves(self):
        return self.get_legal_moves()


class Asks(Sets):
    def forecast_move(self, move):
        return super().forecast_move(eval(input("Your move: ")))


class Prints(Sets):
    def get_legal_moves(self):
        while True:
            print(self.open_cells)


class NeedsASize(Sets):
    def __init__(self, width, height):
        super().__init__()


class TakesNoMove(Sets):
    def forecast_move(self):
        return self


class NoMethods:
    pass


BROKEN = {
    Yields: "generator",
    GivesASet: "not-a-list",
    GivesLists: "not-a-tuple",
    Twice: "duplicate-moves",
    ForgetsToReturnMoves: "returns-none",
    ForgetsToReturnAState: "returns-none",
    ReturnsABoard: "not-a-state",
    Raises: "raises",
    RaisesLate: "raises",
    Loops: "endless",
    CallsItself: "too-deep",
    Asks: "asks",
    Prints: "prints",
    NeedsASize: "wrong-arity",
    TakesNoMove: "wrong-arity",
    NoMethods: "not-a-state",
}
