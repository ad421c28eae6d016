"""The board of chess as a scene. The pieces are python-chess's; moves, attacks and marks go with them."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain
from typing import TypeAlias

import chess
import chess.svg

from minimax_lab.draw import svg
from minimax_lab.draw.boards.frame import NOTE, check_below, framed
from minimax_lab.game import MAX, MIN, Player
from minimax_lab.games.chess.game import Chess, board_of
from minimax_lab.picture.scene import MARGIN, Box, Circle, Icon, Point, Polygon, Scene, Shape, Text
from minimax_lab.picture.text import text_width

CELL, EDGE = 46.0, 18.0  # a square; the room for the letters and numbers beside the board
SIDE = 8 * CELL
SHAFT, HEAD, BADGE = 3.5, 9.0, 8.5  # half the width of an arrow and of its head; the radius of its number
LABEL = 11.0  # a font size
PLAYERS = {chess.WHITE: MAX, chess.BLACK: MIN}
NAMES = {MAX: "White", MIN: "Black"}

Position: TypeAlias = Chess | chess.Board | str
Square: TypeAlias = int | str  # chess.E4 or "e4"
Mark: TypeAlias = Player | str
Marks: TypeAlias = Mapping[Square, Mark | tuple[Mark, ...]]
Place: TypeAlias = Callable[[int], Point]  # from a square to its middle


def chess_svg(
    position: Position,
    *,
    last: chess.Move | None = None,
    line: Iterable[chess.Move | str] = (),
    attacked: Player | None = None,
    marks: Marks | None = None,
    below: Player = MAX,
) -> str:
    """What `chess_scene` shows, as an SVG document; the same text on every machine."""
    return svg.render(chess_scene(position, last=last, line=line, attacked=attacked, marks=marks, below=below))


def chess_scene(
    position: Position,
    *,
    last: chess.Move | None = None,
    line: Iterable[chess.Move | str] = (),
    attacked: Player | None = None,
    marks: Marks | None = None,
    below: Player = MAX,
) -> Scene:
    """The board of a position: a `Chess`, a `chess.Board` or a FEN.

    `last` is the move that led here (a state knows its own), `line` the moves to come: numbered arrows.
    `attacked=MAX` dots the squares that White attacks. `marks` maps squares, `chess.E4` or "e4", to
    what marks them: MAX to a blue ring, MIN to a vermilion frame, and a text to a label in the
    corner; a tuple holds several marks. `below=MIN` turns the board round, so that Black sits below.
    """
    check_below(below)
    board = board_of(position)
    if last is None and isinstance(position, Chess):
        last = position.last_move
    marked = [*_marked(marks or {})]
    arrows = [*_line(position, line)]
    dotted = _attacked(board, attacked)
    caption, player = _caption(position)
    scene = framed("Chess", caption, player, _rows(board), SIDE + 2 * EDGE, SIDE + EDGE)
    at = partial(_middle, (scene.width - SIDE) / 2, below)
    for square in chess.SQUARES:
        scene.add_place(square, *at(square), CELL)
    lit = {last.from_square, last.to_square} if last else set()
    shapes = [_squares(at, lit), _edge(at, below), _marks(at, marked), _check(at, board), _pieces(at, board)]
    shapes += [_dots(at, dotted, attacked), _arrows(at, arrows, board.turn), _labels(at, marked)]
    scene.shapes += chain(*shapes)
    scene.description += _in_words(board, last, arrows, dotted, attacked, marked)
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


def _line(position: Position, line: Iterable[chess.Move | str]) -> Iterator[chess.Move]:
    """The moves of the line; one that is not legal raises IllegalMove."""
    state: Chess | None = None
    for move in line:
        state = (state or (position if isinstance(position, Chess) else Chess(position))).forecast_move(move)
        assert state.last_move
        yield state.last_move


def _attacked(board: chess.Board, side: Player | None) -> list[int]:
    if side is None:
        return []
    if not isinstance(side, Player):
        raise TypeError(f"attacked is MAX for what White attacks or MIN for what Black attacks, not {side!r}")
    return [square for square in chess.SQUARES if board.is_attacked_by(side is MAX, square)]


# What is drawn


def _middle(left: float, below: Player, square: int) -> Point:
    seen = square if below is MAX else 63 - square  # where White would have it: a1 for h8
    file, rank = chess.square_file(seen), chess.square_rank(seen)
    return left + (file + 0.5) * CELL, MARGIN + (7.5 - rank) * CELL


def _squares(at: Place, lit: set[int]) -> Iterator[Shape]:
    for square in chess.SQUARES:
        x, y = at(square)
        shade = "light square" if chess.BB_SQUARES[square] & chess.BB_LIGHT_SQUARES else "dark square"
        yield Box(shade + (", last move" if square in lit else ""), x - CELL / 2, y - CELL / 2, CELL, CELL)
    for x, y in map(at, sorted(lit)):
        yield Box("last move", x - CELL / 2 + 3, y - CELL / 2 + 3, CELL - 6, CELL - 6)
    x, y = min(map(at, chess.SQUARES))  # the square at the top left
    yield Box("outline", x - CELL / 2, y - CELL / 2, SIDE, SIDE)


def _edge(at: Place, below: Player) -> Iterator[Shape]:
    near = 0 if below is MAX else 7  # the lowest rank and the leftmost file: a1 is their corner, or h8
    for file, name in enumerate(chess.FILE_NAMES):
        x, y = at(chess.square(file, near))
        yield Text("note", x, y + CELL / 2 + 10, name, NOTE)
    for rank, name in enumerate(chess.RANK_NAMES):
        x, y = at(chess.square(near, rank))
        yield Text("note", x - CELL / 2 - 11, y, name, NOTE)


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


def _arrows(at: Place, moves: list[chess.Move], turn: chess.Color) -> Iterator[Shape]:
    for number, move in enumerate(moves):
        role = "line max" if turn == (number % 2 == 0) else "line min"
        yield _arrow(role, at(move.from_square), at(move.to_square))
    for number, move in enumerate(moves):  # on top of all arrows
        role = "line max" if turn == (number % 2 == 0) else "line min"
        x, y = _towards(at(move.from_square), at(move.to_square), 0.36 * CELL)
        yield Circle(role, x, y, BADGE)
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
            width = max(text_width(mark, LABEL, bold=True) + 7, 15)
            yield Box("tag", x + CELL / 2 - 1 - width, y - CELL / 2 + 1, width, 15, 5)
            yield Text("tag text", x + CELL / 2 - 1 - width / 2, y - CELL / 2 + 8.5, mark, LABEL)


# In words


def _rows(board: chess.Board) -> list[str]:
    return [row.replace(" ", "") for row in str(board).splitlines()]


def _caption(position: Position) -> tuple[str, Player | None]:
    board = board_of(position)
    outcome = position.outcome() if isinstance(position, Chess) else board.outcome()
    if outcome is None:
        player = PLAYERS[board.turn]
        return f"{NAMES[player]} ({player}) to move" + (", in check" if board.is_check() else ""), player
    reason = outcome.termination.name.lower().replace("_", " ")
    if outcome.winner is None:
        return f"A draw: {reason}", None
    player = PLAYERS[outcome.winner]
    return f"{NAMES[player]} ({player}) has won: {reason}", player


def _in_words(
    board: chess.Board,
    last: chess.Move | None,
    line: list[chess.Move],
    dotted: list[int],
    side: Player | None,
    marked: list[tuple[int, Mark]],
) -> str:
    names = chess.SQUARE_NAMES
    words = f", last move {last.uci()}" if last else ""
    words += f", best line {board.variation_san(line)}" if line else ""
    words += f", attacked by {NAMES[side]}: {' '.join(names[square] for square in dotted)}" if side else ""
    return words + (f", marked: {', '.join(f'{names[square]} {mark}' for square, mark in marked)}" if marked else "")
