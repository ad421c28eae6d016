"""The boards of the games as scenes. A player is told by a shape or a numeral, not by colour alone."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any

from minimax_lab.game import MAX, MIN, Player
from minimax_lab.games import RPS, ConnectFour, Isolation, TicTacToe
from minimax_lab.games.rps.cards import IN_HAND, captured, card, chevron, hand, hand_width, places_in_hand
from minimax_lab.picture.marks import cross, segment_in_box, triangle
from minimax_lab.picture.scene import MARGIN, Box, Circle, Line, Scene, Shape, Text
from minimax_lab.picture.text import text_width

NOTE, CAPTION = 12.0, 14.0  # font sizes
FOOT = 34.0  # the room below a board for its caption


def board_scene(state: Any, *, below: Player = MAX, **options: Any) -> Scene | None:
    """The scene of a state's board; None if nobody has said how to draw such a state.

    `below` is who sits below. For MIN a board of chess is turned round; the others look the same from both sides.
    """
    check_below(below)
    chess = sys.modules.get("minimax_lab.games.chess.game")  # not imported for others: who has a state of it, has it
    if chess and isinstance(state, chess.Chess):
        from minimax_lab.games.chess.picture import chess_scene

        return chess_scene(state, below=below, **options)
    for game, draw in BOARDS.items():
        if isinstance(state, game):
            if options:
                raise TypeError(f"{', '.join(options)}: only a board of chess can show that, not {game.__name__}")
            return draw(state)
    return None


def check_below(below: Any) -> None:
    """Refuse whoever is no player to sit below a board."""
    if not isinstance(below, Player):
        raise TypeError(f"below is MAX or MIN, whoever sits below the board, not {below!r}")


def _tictactoe(state: TicTacToe) -> Scene:
    cell, rows = 60.0, state.rows()
    side = 3 * cell
    scene = _scene(state, "Tic-tac-toe", {MAX: "X", MIN: "O"}, side, side)
    x0, y0 = (scene.width - side) / 2, MARGIN
    for i in (1, 2):
        scene.shapes.append(Line("grid", ((x0 + i * cell, y0), (x0 + i * cell, y0 + side))))
        scene.shapes.append(Line("grid", ((x0, y0 + i * cell), (x0 + side, y0 + i * cell))))
    for line in _lines(rows, 3):
        scene.shapes.append(Line("win band", tuple((x0 + (c + 0.5) * cell, y0 + (r + 0.5) * cell) for c, r in line)))
    for number, mark in enumerate("".join(rows)):
        x, y = x0 + (number % 3 + 0.5) * cell, y0 + (number // 3 + 0.5) * cell
        scene.add_place(number, x, y, cell)
        if mark == ".":
            scene.shapes.append(Text("faint", x, y, str(number), NOTE))
        else:
            scene.shapes += cross("X", x, y, 15) if mark == "X" else [Circle("O", x, y, 17)]
    return scene


def _connect_four(state: ConnectFour) -> Scene:
    cell, rows = 44.0, state.rows()
    width, height, pad = cell * len(rows[0]), cell * len(rows), 6.0
    scene = _scene(state, "Connect four", {MAX: "X", MIN: "O"}, width + 2 * pad, height + 2 * pad + 20)
    x0, y0 = (scene.width - width) / 2, MARGIN + pad + 20
    scene.shapes.append(Box("board", x0 - pad, y0 - pad, width + 2 * pad, height + 2 * pad, 10))
    for column in range(len(rows[0])):
        x = x0 + (column + 0.5) * cell
        scene.shapes.append(Text("note", x, MARGIN + 8, str(column), NOTE))
        scene.add_place(column, x, y0 + height / 2, cell, height)
    for r, row in enumerate(rows):
        for c, mark in enumerate(row):
            scene.shapes += _disc(mark, x0 + (c + 0.5) * cell, y0 + (r + 0.5) * cell)
    for c, r in dict.fromkeys(place for line in _lines(rows, 4) for place in line):
        scene.shapes.append(Circle("win", x0 + (c + 0.5) * cell, y0 + (r + 0.5) * cell, 19))
    return scene


def _disc(mark: str, x: float, y: float) -> list[Shape]:
    if mark == ".":
        return [Circle("hole", x, y, 17)]
    if mark == "X":
        return [Circle("max disc", x, y, 17), *cross("disc mark", x, y, 6)]
    return [Circle("min disc", x, y, 17), Circle("disc mark", x, y, 7)]


def _isolation(state: Isolation) -> Scene:
    cell, head = 50.0, 20.0
    width, height = cell * state.width, cell * state.height
    scene = _scene(state, "Isolation", {MAX: "1", MIN: "2"}, width + 2 * head, height + head)
    x0, y0 = (scene.width - width) / 2, MARGIN + head
    for x in range(state.width):
        scene.shapes.append(Text("note", x0 + (x + 0.5) * cell, MARGIN + 7, str(x), NOTE))
    scene.shapes.append(Text("faint", x0 + width + 10, MARGIN + 7, "x", NOTE))
    scene.shapes.append(Text("faint", x0 - 12, y0 + height + 8, "y", NOTE))
    for y, row in enumerate(state.rows()):
        scene.shapes.append(Text("note", x0 - 12, y0 + (y + 0.5) * cell, str(y), NOTE))
        for x, mark in enumerate(row):
            left, top = x0 + x * cell, y0 + y * cell
            scene.add_place((x, y), left + cell / 2, top + cell / 2, cell)
            scene.shapes.append(Box("closed" if mark == "#" else "cell", left, top, cell, cell))
            scene.shapes += _hatch(left, top, cell) if mark == "#" else _player(mark, left + cell / 2, top + cell / 2)
    scene.shapes.append(Box("outline", x0, y0, width, height))
    return scene


def _hatch(left: float, top: float, cell: float) -> list[Shape]:
    inset, every = 4.0, 9.0
    low, high = (left + inset, top + inset), (left + cell - inset, top + cell - inset)
    starts = [(low[0] + every * i, low[1]) for i in range(1, int(2 * (cell - 2 * inset) / every) + 1)]
    return [Line("hatch", segment) for start in starts if (segment := segment_in_box(start, low, high))]


def _player(mark: str, x: float, y: float) -> list[Shape]:
    if mark == ".":
        return []
    return [Circle("max disc" if mark == "1" else "min disc", x, y, 17), Text("disc label", x, y, mark, 18)]


def _rps(state: RPS) -> Scene:
    cell, size, gap = 66.0, 46.0, 10.0  # a cell, a card on it, the room between the board and a hand
    side, board, last = 3 * cell, "".join(state.rows()), state.last_cell
    width, height = max(side, *map(hand_width, state.hands)), side + 2 * (IN_HAND + gap)
    score = f" · cards {sum(map(str.isupper, board))} : {sum(map(str.islower, board))}"
    scene = _scene(state, "Rock, paper, scissors", {MAX: "1", MIN: "2"}, width, height, score)
    x0, y0 = (scene.width - side) / 2, MARGIN + IN_HAND + gap
    for player, counts, y in zip((MAX, MIN), state.hands, (MARGIN, y0 + side + gap), strict=True):
        left = (scene.width - hand_width(counts)) / 2
        scene.shapes += hand(player, counts, left, y + IN_HAND / 2)
        if player is state.active_player:
            for letter, x in places_in_hand(counts, left):
                scene.add_place(letter, x, y + IN_HAND / 2, IN_HAND)
    middle = [(x0 + (number % 3 + 0.5) * cell, y0 + (number // 3 + 0.5) * cell) for number in range(9)]
    scene.shapes += [Box("cell", x - cell / 2, y - cell / 2, cell, cell) for x, y in middle]
    scene.shapes.append(Box("outline", x0, y0, side, side))
    if last is not None:  # the cell of the last card is shaded and firmly framed
        scene.shapes.append(Box("board", middle[last][0] - cell / 2, middle[last][1] - cell / 2, cell, cell))
    for number, (mark, (x, y)) in enumerate(zip(board, middle, strict=True)):
        scene.add_place(number, x, y, cell)
        if mark == ".":
            scene.shapes.append(Text("faint", x, y, str(number), NOTE))
        else:
            scene.shapes += card(mark, MAX if mark.isupper() else MIN, x, y, size)
    for number in state.taken_over:
        scene.shapes.append(captured(MAX if board[number].isupper() else MIN, *middle[number], size))
        scene.shapes += [] if last is None else [chevron(middle[last], middle[number])]
    scene.description += _hands_and_last_card(state)
    return scene


def _hands_and_last_card(state: RPS) -> str:
    hands = ["".join(letter * count for letter, count in zip("RPS", counts, strict=True)) for counts in state.hands]
    words = f", hands {hands[0] or 'empty'} and {hands[1].lower() or 'empty'}"
    words += "" if state.last_cell is None else f", last card on {state.last_cell}"
    return words + (f", took over {' and '.join(map(str, state.taken_over))}" if state.taken_over else "")


def _scene(state: Any, game: str, names: dict[Player, str], width: float, height: float, score: str = "") -> Scene:
    """An empty scene with room for a board, and the caption below it: whose turn it is, or who has won."""
    caption, player = _caption(state, names)
    return framed(game, caption + score, player, state.rows(), width, height)


def framed(game: str, caption: str, player: Player | None, rows: list[str], width: float, height: float) -> Scene:
    """An empty scene with room for a board, and below it a caption, which speaks of `player`."""
    icon = 20.0 if player else 0.0
    length = icon + text_width(caption, CAPTION, bold=True)
    total = max(width, length) + 2 * MARGIN
    described = f"{game}, {caption}: {' / '.join(rows)}"
    scene = Scene(total, height + FOOT + 2 * MARGIN - 6, game, described)
    x, y = (total - length) / 2, height + MARGIN + 24
    if player:
        scene.shapes.append(triangle(player.value.lower(), x + 7, y, 7, 12, up=player is MAX))
    scene.shapes.append(Text("caption", x + icon, y, caption, CAPTION, "start"))
    return scene


def _caption(state: Any, names: dict[Player, str]) -> tuple[str, Player | None]:
    player: Player = state.active_player
    if not state.is_terminal():
        return f"{names[player]} ({player}) to move", player
    value = state.utility()
    if value == 0:
        return "A draw", None
    winner = MAX if value > 0 else MIN
    return f"{names[winner]} ({winner}) has won", winner


def _lines(rows: list[str], length: int) -> Iterator[list[tuple[int, int]]]:
    """Every line of `length` equal marks: its cells (column, row)."""
    marks = {(c, r): mark for r, row in enumerate(rows) for c, mark in enumerate(row) if mark != "."}
    for c, r in marks:
        for dc, dr in (1, 0), (0, 1), (1, 1), (-1, 1):
            line = [(c + dc * i, r + dr * i) for i in range(length)]
            if all(marks.get(cell) == marks[c, r] for cell in line):
                yield line


BOARDS: dict[type, Callable[[Any], Scene]] = {
    TicTacToe: _tictactoe,
    ConnectFour: _connect_four,
    Isolation: _isolation,
    RPS: _rps,
}
