"""The picture of a chess board. The pieces are python-chess's; moves, attacks and marks go with them."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TypeAlias

import chess
import chess.svg

from minimax_lab.game import MAX, MIN, Player
from minimax_lab.picture.board import framed
from minimax_lab.picture.scene import Box, Circle, Icon, Point, Polygon, Scene, Shape, Text
from minimax_lab.picture.text import text_width

CELL, EDGE = 46.0, 20.0  # a square; the room for the letters and numbers beside the board
SHAFT, HEAD, BADGE = 3.5, 9.0, 10.0  # half the width of an arrow and of its head; the radius of its number
LABEL = NOTE = 14.5  # font sizes: 11 pixels where an explorer shows the board smaller
NAMES = {chess.WHITE: "White", chess.BLACK: "Black"}

Square: TypeAlias = int | str  # chess.E4 or "e4"
Mark: TypeAlias = Player | str
Marks: TypeAlias = Mapping[Square, Mark | tuple[Mark, ...]]
Place: TypeAlias = Callable[[int], Point]  # from a square to its middle


def chess_scene(
    board: chess.Board,
    outcome: chess.Outcome | None,
    *,
    last: chess.Move | None = None,
    line: Sequence[chess.Move] = (),
    attacked: Player | None = None,
    marks: Marks | None = None,
    below: Player = MAX,
) -> Scene:
    """The board of a game that has ended with `outcome`, or goes on; for the rest see `Chess.picture`."""
    marked = [*_marked(marks or {})]
    dotted = _attacked(board, attacked)
    rows = [row.replace(" ", "") for row in str(board).splitlines()]
    scene = framed("Chess", *_caption(board, outcome), rows, CELL, side=EDGE, bottom=EDGE)

    def at(square: int) -> Point:
        seen = square if below is MAX else 63 - square  # where White would have it: a1 for h8
        return scene.middle(chess.square_file(seen), 7 - chess.square_rank(seen))

    for square in chess.SQUARES:
        scene.add_place(square, *at(square), CELL)
    lit = {last.from_square, last.to_square} if last else set()
    shapes = [_squares(at, lit), _edge(at, below), _marks(at, marked), _check(at, board), _pieces(at, board)]
    shapes += [_dots(at, dotted, attacked), _arrows(at, line, board.turn), _labels(at, marked)]
    scene.shapes += chain(*shapes)
    scene.description += _in_words(board, last, line, dotted, attacked, marked)
    scene.description += ", drawn with Black below" if below is MIN else ""
    return scene


# What is asked for


def _marked(marks: Marks) -> Iterator[tuple[int, Mark]]:
    for name, some in marks.items():
        square = chess.SQUARE_NAMES.index(name) if name in chess.SQUARE_NAMES else name
        if square not in chess.SQUARES:
            raise ValueError(f'a square is a number, 0 to 63, such as chess.E4, or a name such as "e4"; not {name!r}')
        for mark in some if isinstance(some, tuple) else (some,):
            if not isinstance(mark, Player | str):
                raise TypeError(f"a mark is MAX, MIN or a text, not {mark!r} (on {chess.square_name(int(square))})")
            yield int(square), mark


def _attacked(board: chess.Board, side: Player | None) -> list[int]:
    if side is None:
        return []
    if not isinstance(side, Player):
        raise TypeError(f"attacked is MAX for what White attacks or MIN for what Black attacks, not {side!r}")
    return [square for square in chess.SQUARES if board.is_attacked_by(side is MAX, square)]


# What is drawn


def _squares(at: Place, lit: set[int]) -> Iterator[Shape]:
    for square in chess.SQUARES:
        x, y = at(square)
        shade = "light square" if chess.BB_SQUARES[square] & chess.BB_LIGHT_SQUARES else "dark square"
        yield Box(shade + (", last move" if square in lit else ""), x - CELL / 2, y - CELL / 2, CELL, CELL)
    for x, y in map(at, sorted(lit)):
        yield Box("last move", x - CELL / 2 + 3, y - CELL / 2 + 3, CELL - 6, CELL - 6)
    x, y = min(map(at, chess.SQUARES))  # the square at the top left
    yield Box("outline", x - CELL / 2, y - CELL / 2, 8 * CELL, 8 * CELL)


def _edge(at: Place, below: Player) -> Iterator[Shape]:
    near = 0 if below is MAX else 7  # the lowest rank and the leftmost file: a1 is their corner, or h8
    for file, name in enumerate(chess.FILE_NAMES):
        x, y = at(chess.square(file, near))
        yield Text("note", x, y + CELL / 2 + 11, name, NOTE)
    for rank, name in enumerate(chess.RANK_NAMES):
        x, y = at(chess.square(near, rank))
        yield Text("note", x - CELL / 2 - 12, y, name, NOTE)


def _marks(at: Place, marked: list[tuple[int, Mark]]) -> Iterator[Shape]:
    half = CELL / 2 - 3
    for square, mark in marked:
        x, y = at(square)
        if mark is MAX:
            yield Circle("ring max", x, y, half)
        elif mark is MIN:
            yield Box("ring min", x - half, y - half, 2 * half, 2 * half)


def _check(at: Place, board: chess.Board) -> Iterator[Shape]:
    king = board.king(board.turn)
    if king is not None and board.is_check():
        yield Circle("in check", *at(king), CELL / 2 - 2)


def _pieces(at: Place, board: chess.Board) -> Iterator[Shape]:
    symbols = chess.UNICODE_PIECE_SYMBOLS
    for square, piece in sorted(board.piece_map().items()):
        drawing = re.sub(r' (id|class)="[^"]*"', "", chess.svg.PIECES[piece.symbol()])
        solid, outline = ("piece", symbols[piece.symbol().lower()]), ("piece lines", symbols[piece.symbol().upper()])
        letters = (solid, outline) if piece.color else (("piece lines", solid[1]),)
        yield Icon("piece", *at(square), CELL - 4, drawing, letters)


def _dots(at: Place, squares: list[int], side: Player | None) -> Iterator[Shape]:
    """In a corner of each square: round ones for MAX, edgy ones for MIN."""
    for square in squares:
        x, y = at(square)[0] - CELL / 2 + 8, at(square)[1] + CELL / 2 - 8  # a label has the opposite corner
        yield Circle("line max", x, y, 5) if side is MAX else Box("line min", x - 4.5, y - 4.5, 9, 9)


def _arrows(at: Place, moves: Sequence[chess.Move], turn: chess.Color) -> Iterator[Shape]:
    roles = ["line max" if turn == (number % 2 == 0) else "line min" for number in range(len(moves))]
    ends = [(at(move.from_square), at(move.to_square)) for move in moves]
    yield from (_arrow(role, start, end) for role, (start, end) in zip(roles, ends, strict=True))
    for number, (start, end) in enumerate(ends):  # on top of all arrows
        x, y = _towards(start, end, 0.36 * CELL)
        yield Circle(roles[number], x, y, BADGE)
        yield Text("disc label", x, y, str(number + 1), LABEL)


def _arrow(role: str, start: Point, end: Point) -> Polygon:
    length, turn = math.dist(start, end), math.atan2(end[1] - start[1], end[0] - start[0])
    back = length - 0.12 * CELL  # short of the middle of the square
    neck = back - 1.7 * HEAD
    outline = [(0.36 * CELL, SHAFT), (neck, SHAFT), (neck, HEAD), (back, 0.0)]
    outline += [(along, -across) for along, across in reversed(outline[:-1])]
    cos, sin = math.cos(turn), math.sin(turn)
    return Polygon(role, tuple((start[0] + a * cos - b * sin, start[1] + a * sin + b * cos) for a, b in outline))


def _towards(start: Point, end: Point, distance: float) -> Point:
    share = distance / math.dist(start, end)
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def _labels(at: Place, marked: list[tuple[int, Mark]]) -> Iterator[Shape]:
    for square, mark in marked:
        if isinstance(mark, str):
            x, y = at(square)
            width = max(text_width(mark, LABEL, bold=True) + 6, 18)
            yield Box("tag", x + CELL / 2 - 1 - width, y - CELL / 2 + 1, width, 18, 5)
            yield Text("tag text", x + CELL / 2 - 1 - width / 2, y - CELL / 2 + 10, mark, LABEL)


# In words


def _caption(board: chess.Board, outcome: chess.Outcome | None) -> tuple[str, str]:
    """The caption, and whom it is about."""
    if outcome is None:
        player = _player(board.turn)
        return f"{NAMES[board.turn]} ({player}) to move" + (", in check" if board.is_check() else ""), player
    reason = outcome.termination.name.lower().replace("_", " ")
    if outcome.winner is None:
        return f"A draw: {reason}", ""
    player = _player(outcome.winner)
    return f"{NAMES[outcome.winner]} ({player}) has won: {reason}", player


def _player(side: chess.Color) -> str:
    return str(MAX if side else MIN)


def _in_words(
    board: chess.Board,
    last: chess.Move | None,
    line: Sequence[chess.Move],
    dotted: list[int],
    side: Player | None,
    marked: list[tuple[int, Mark]],
) -> str:
    names = chess.SQUARE_NAMES
    words = f", last move {last.uci()}" if last else ""
    words += f", best line {board.variation_san([*line])}" if line else ""
    words += f", attacked by {NAMES[side is MAX]}: {' '.join(names[square] for square in dotted)}" if side else ""
    return words + (f", marked: {', '.join(f'{names[square]} {mark}' for square, mark in marked)}" if marked else "")
