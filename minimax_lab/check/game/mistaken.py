"""Isolation with mistaken rules, to find out which mistake a student's class has made.

The rules in sets of cells, without a word of the library's own game; `faults` switches mistakes on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from minimax_lab.games import Isolation

Cell = tuple[int, int]


@dataclass(frozen=True)
class Fault:
    """A mistake in the rules, as it is told to the student."""

    title: str
    message: str
    hints: tuple[str, ...]


FAULTS = {
    "swapped-coordinates": Fault(
        "(row, column) instead of (column, row)",
        "The two coordinates are the other way round: a cell is (x, y), first the column, then the row.",
        ("Which of the two numbers counts from left to right?", "The board is wider than it is high."),
    ),
    "blocked-cell": Fault(
        "The blocked cell is open",
        "A cell that is blocked from the beginning can be entered.",
        ("Which cells are closed before anybody has moved?", "Read once more what the empty board looks like."),
    ),
    "wrong-corner": Fault(
        "Another cell is blocked",
        "The wrong cell is blocked from the beginning. (0, 0) is at the top left; x counts to the right, y downwards.",
        ("Where is (0, 0), and which way does y count?", "Draw the board and write the coordinates into its cells."),
    ),
    "off-board": Fault(
        "Off the board",
        "A move leads off the board, or the board is larger than it should be.",
        ("How many columns and how many rows are there?", "range(3) is 0, 1, 2."),
    ),
    "wrong-player": Fault(
        "The wrong player's turn",
        "After a move it is the other player's turn: the moves are those of the player who has just moved.",
        ("Who is to move in the new state?", "The state must know whose turn it is, and forecast_move must change it."),
    ),
    "moves-from-the-opponent": Fault(
        "From the wrong cell",
        "The moves start from where the opponent stands, not from where the player to move stands.",
        ("Whose moves does get_legal_moves list?", "Look up the position of the player whose turn it is."),
    ),
    "no-first-moves": Fault(
        "No first move",
        "A player who is not on the board yet can go to any open cell, but has no move here.",
        ("What are the moves of a player who stands nowhere yet?", "Each of the two players has a first move."),
    ),
    "anywhere": Fault(
        "Every move like the first",
        "Only a player's first move goes anywhere. Every later one follows a row, a column or a diagonal.",
        ("What is different after the first move?", "From the player's cell, walk in each of the eight directions."),
    ),
    "forgets-visited": Fault(
        "Cells open again",
        "A cell that has been left is open again. It stays closed for the rest of the game, whoever was there.",
        ("Which cells are closed after both players have moved twice?", "Keep the cells that are closed, all of them."),
    ),
    "occupied-cell": Fault(
        "Onto the opponent",
        "The cell on which the opponent stands can be entered.",
        ("Who may enter a cell that is taken?", "A move closes its cell for both players."),
    ),
    "own-cell": Fault(
        "Standing still",
        "The player's own cell is among the moves: to stay is no move.",
        ("Where does a walk along a line begin?", "The first cell of a line is the neighbour."),
    ),
    "jumps": Fault(
        "Jumps over closed cells",
        "A line goes on behind a closed cell. Nobody jumps: it ends before the first cell that is closed.",
        ("What happens when a walk along a line meets a closed cell?", "Leave the loop there; do not just skip it."),
    ),
    "one-step": Fault(
        "One step only",
        "A move goes as far as one likes, not only to the next cell.",
        ("How far can a queen go in chess?", "Walk on in the same direction as long as the cells are open."),
    ),
    "no-diagonals": Fault(
        "No diagonals",
        "A move may also follow a diagonal.",
        ("How many directions are there?", "There are eight: x and y can change at the same time."),
    ),
    "only-diagonals": Fault(
        "Only diagonals",
        "A move may also follow a row or a column.",
        ("How many directions are there?", "There are eight; in four of them only one coordinate changes."),
    ),
    "knight-moves": Fault(
        "Moves of a knight",
        "The moves are those of a knight. In this game one moves like a queen.",
        ("Along what does a player move?", "Rows, columns and diagonals."),
    ),
}
KNIGHT = [(dx, dy) for dx in (-2, -1, 1, 2) for dy in (-2, -1, 1, 2) if abs(dx) != abs(dy)]
QUEEN = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


class Rules:
    """A game of isolation by rules that may be mistaken."""

    def __init__(self, start: Isolation, faults: Iterable[str] = ()):
        self.faults = frozenset(faults)
        rows = start.rows()
        self.blocked = {(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark != "."}
        more = int("off-board" in self.faults)
        self.board = {(x, y) for y in range(start.height + more) for x in range(start.width + more)}
        if "wrong-corner" in self.faults:
            self.blocked = {(x, start.height - 1 - y) for x, y in self.blocked}
        if "swapped-coordinates" in self.faults:
            self.board, self.blocked = ({(y, x) for x, y in cells} for cells in (self.board, self.blocked))
        if "blocked-cell" in self.faults:
            self.blocked = set()
        self.visited: list[list[Cell]] = [[], []]
        self.turn = 0

    def play(self, cell: Cell) -> None:
        self.visited[self.turn].append(cell)
        if "wrong-player" not in self.faults:
            self.turn = 1 - self.turn

    def moves(self) -> set[Cell]:
        mine, theirs = self.visited[self.turn], self.visited[1 - self.turn]
        own, closed = mine[-1:], {*mine, *theirs}
        if "forgets-visited" in self.faults:
            closed = {*own, *theirs[-1:]}
        if "occupied-cell" in self.faults:
            closed -= {*theirs[-1:]}
        free = self.board - self.blocked - closed
        if not own:
            return set() if "no-first-moves" in self.faults else free
        if "anywhere" in self.faults:
            return free
        start = theirs[-1] if "moves-from-the-opponent" in self.faults and theirs else own[0]
        reached = {cell for step in self._steps() for cell in self._along(start, step, free)}
        return reached | {own[0]} if "own-cell" in self.faults else reached

    def _steps(self) -> list[Cell]:
        if "knight-moves" in self.faults:
            return KNIGHT
        if "no-diagonals" in self.faults:
            return [(dx, dy) for dx, dy in QUEEN if not dx or not dy]
        if "only-diagonals" in self.faults:
            return [(dx, dy) for dx, dy in QUEEN if dx and dy]
        return QUEEN

    def _along(self, cell: Cell, step: Cell, free: set[Cell]) -> Iterator[Cell]:
        (x, y), (dx, dy) = cell, step
        while (x := x + dx, y := y + dy) in self.board:
            if (x, y) in free:
                yield x, y
            elif "jumps" not in self.faults:
                return
            if self.faults & {"one-step", "knight-moves"}:
                return


def diagnose(start: Isolation, seen: dict[tuple[Cell, ...], set[Cell]]) -> tuple[str, ...]:
    """The one mistake, or else the two, by which there would be just these moves after each line; () if none would."""
    for number in 1, 2:
        for faults in combinations(FAULTS, number):
            if all(moves_after(start, faults, line) == moves for line, moves in seen.items()):
                return faults
    return ()


def moves_after(start: Isolation, faults: Iterable[str], line: tuple[Cell, ...]) -> set[Cell]:
    """The legal moves after a line of moves, by the rules with these mistakes."""
    rules = Rules(start, faults)
    for cell in line:
        rules.play(cell)
    return rules.moves()
