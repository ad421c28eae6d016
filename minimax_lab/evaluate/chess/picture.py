"""The picture of a feature: the squares that it counts, ringed for White and framed for Black, and its number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from minimax_lab.game import MAX, MIN, Player
from minimax_lab.games.chess.game import Chess, board_of
from minimax_lab.games.chess.picture import chess_scene
from minimax_lab.picture.board import CAPTION, NOTE
from minimax_lab.picture.scene import MARGIN, Box, Circle, Scene, Shape, Text
from minimax_lab.picture.text import text_width, wrapped

LINE = 18.0  # from one line of text to the next
GAP = 14.0


def feature_scene(
    position: Any, squares: Mapping[Player, Mapping[str, int]], summary: str, about: str, below: Player = MAX
) -> Scene:
    """The board with the squares marked, and below it the number and the definition.

    `position` is a Chess, a Board or a FEN, `squares` what each square counts for White and for Black, `summary` the
    number and how it comes about, `about` the definition, and `below` who sits below the board.
    """
    marks = _marks(squares)
    if isinstance(position, Chess):
        scene = position.picture(below, marks=marks)
    else:
        board = board_of(position)
        scene = chess_scene(board, board.outcome(), marks=marks, below=below)
    lines = wrapped(about, scene.width - 2 * MARGIN, NOTE)
    top = scene.height - MARGIN / 2
    scene.shapes += _key(squares, summary, scene.width / 2, top + GAP)
    scene.shapes += [
        Text("note", scene.width / 2, top + GAP + (2.2 + number) * LINE, line, NOTE)
        for number, line in enumerate(lines)
    ]
    scene.height = top + GAP + (2.2 + len(lines)) * LINE + MARGIN / 2
    return scene


def _marks(squares: Mapping[Player, Mapping[str, int]]) -> dict[int | str, Player | str | tuple[Player | str, ...]]:
    """A mark for each side for which a square counts, and how much it counts, unless that is 1."""
    white, black = squares[MAX], squares[MIN]
    marks: dict[int | str, Player | str | tuple[Player | str, ...]] = {}
    for square in [*white, *(name for name in black if name not in white)]:
        points = {player: squares[player][square] for player in (MAX, MIN) if square in squares[player]}
        label = () if set(points.values()) == {1} else (":".join(map(str, points.values())),)
        marks[square] = (*points, *label)
    return marks


def _key(squares: Mapping[Player, Mapping[str, int]], summary: str, middle: float, y: float) -> Iterator[Shape]:
    """The number, and which mark is whose."""
    yield Text("caption", middle, y, summary, CAPTION)
    texts = [f"{name} {sum(squares[player].values())}" for name, player in (("White", MAX), ("Black", MIN))]
    mark, apart = 20.0, 26.0
    x = middle - (sum(text_width(text, NOTE) + mark for text in texts) + apart) / 2
    for text, player in zip(texts, (MAX, MIN), strict=True):
        centre = x + 7, y + 1.1 * LINE
        yield Circle("ring max", *centre, 6) if player is MAX else Box("ring min", x + 1, centre[1] - 6, 12, 12)
        yield Text("note", x + mark, centre[1], text, NOTE, "start")
        x += mark + text_width(text, NOTE) + apart
