"""Boards of square cells: where the cells are, and below them a caption that says whose turn it is or who has won."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from minimax_lab.picture.scene import MARGIN, Circle, Line, Point, Scene, Text, cross, triangle
from minimax_lab.picture.text import text_width

NOTE, CAPTION = 12.0, 14.0  # font sizes
FOOT = 34.0  # the room below a board for its caption


@dataclass(slots=True)
class BoardScene(Scene):
    """A scene with a board of square cells on it. The cell at the top left is in column 0 and row 0."""

    columns: int = 0
    rows: int = 0
    cell: float = 0.0  # how wide a cell is
    left: float = 0.0
    top: float = 0.0

    def middle(self, column: float, row: float) -> Point:
        """The middle of a cell."""
        return self.left + (column + 0.5) * self.cell, self.top + (row + 0.5) * self.cell

    def corner(self, column: float, row: float) -> Point:
        """The top left corner of a cell."""
        return self.left + column * self.cell, self.top + row * self.cell

    def add_grid(self) -> None:
        """Draw the lines between the cells."""
        for i in range(1, max(self.columns, self.rows)):
            if i < self.columns:
                self.shapes.append(Line("grid", (self.corner(i, 0), self.corner(i, self.rows))))
            if i < self.rows:
                self.shapes.append(Line("grid", (self.corner(0, i), self.corner(self.columns, i))))

    def add_marks(self, rows: Sequence[str]) -> None:
        """Draw an X, an O or, in an empty cell, its number. The numbers, row by row, are what one points at."""
        for number, mark in enumerate("".join(rows)):
            x, y = self.middle(number % self.columns, number // self.columns)
            self.add_place(number, x, y, self.cell)
            empty = Text("faint", x, y, str(number), NOTE)
            self.shapes += cross("X", x, y, 15) if mark == "X" else [Circle("O", x, y, 17) if mark == "O" else empty]

    def add_bands(self, lines: Iterable[Iterable[tuple[int, int]]]) -> None:
        """Draw a band through the cells of each line, each (column, row): that is what has won."""
        self.shapes += [Line("win band", tuple(self.middle(*cell) for cell in line)) for line in lines]


def board_scene(
    state: Any, title: str, names: tuple[str, str], rows: Sequence[str], cell: float, *, note: str = "", **room: float
) -> BoardScene:
    """An empty board, and below it whose turn it is or who has won.

    `title` is the game's name and `names` are those of MAX and MIN. `rows` is the board as text, a character for
    each cell: it says how many cells there are, and what is on them to those who cannot see the picture. `cell` is
    the width of a cell. `note` is added to the caption. `side=…`, `top=…` and `bottom=…` leave room around the board.
    """
    caption, player = whose_turn(state, names)
    return framed(title, caption + note, player, rows, cell, **room)


def framed(
    title: str,
    caption: str,
    player: str,
    rows: Sequence[str],
    cell: float,
    *,
    side: float = 0.0,
    top: float = 0.0,
    bottom: float = 0.0,
) -> BoardScene:
    """`board_scene` with a caption of one's own, about `player`: "MAX", "MIN", or "" for neither of them."""
    width, height = cell * len(rows[0]), cell * len(rows)
    icon = 20.0 if player else 0.0
    length = icon + text_width(caption, CAPTION, bold=True)
    total = max(width + 2 * side, length) + 2 * MARGIN
    x, y = (total - length) / 2, top + height + bottom + MARGIN + 24
    scene = BoardScene(
        total,
        top + height + bottom + FOOT + 2 * MARGIN - 6,
        title,
        f"{title}, {caption}: {' / '.join(rows)}",
        columns=len(rows[0]),
        rows=len(rows),
        cell=float(cell),
        left=(total - width) / 2,
        top=MARGIN + top,
    )
    if player:
        scene.shapes.append(triangle(player.lower(), x + 7, y, 7, 12, up=player == "MAX"))
    scene.shapes.append(Text("caption", x + icon, y, caption, CAPTION, "start"))
    return scene


def whose_turn(state: Any, names: tuple[str, str]) -> tuple[str, str]:
    """The caption of a state, and whom it is about: "MAX", "MIN", or "" for neither of them."""
    name = dict(zip(("MAX", "MIN"), names, strict=True))
    player = str(state.active_player)
    if not state.is_terminal():
        return f"{name[player]} ({player}) to move", player
    value = state.utility()
    if value == 0:
        return "A draw", ""
    winner = "MAX" if value > 0 else "MIN"
    return f"{name[winner]} ({winner}) has won", winner


def equal_lines(rows: Sequence[str], length: int) -> Iterator[list[tuple[int, int]]]:
    """Every line of `length` equal marks on a board where "." is an empty cell: the cells, each (column, row)."""
    marks = {(c, r): mark for r, row in enumerate(rows) for c, mark in enumerate(row) if mark != "."}
    for c, r in marks:
        for dc, dr in (1, 0), (0, 1), (1, 1), (-1, 1):
            line = [(c + dc * i, r + dr * i) for i in range(length)]
            if all(marks.get(cell) == marks[c, r] for cell in line):
                yield line
