"""The picture of the card game. A square card is MAX's and a round one MIN's: colour says nothing new."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from minimax_lab.game import MAX, MIN, Player
from minimax_lab.games.rps.hands import CARDS, Hand, letters_of
from minimax_lab.picture.board import NOTE, BoardScene, board_scene
from minimax_lab.picture.scene import MARGIN, Box, Circle, Line, Point, Polygon, Shape, Text, triangle
from minimax_lab.picture.text import text_width

# Each drawn around (0, 0), about as far as 1 to every side.
ROCK = ((-0.95, 0.35), (-0.6, -0.5), (0.1, -0.8), (0.75, -0.4), (0.95, 0.3), (0.5, 0.75), (-0.65, 0.75))
ROCK_EDGES = (((-0.6, -0.5), (-0.1, -0.1), (0.75, -0.4)), ((-0.1, -0.1), (0.05, 0.75)))
PAPER = ((-0.65, -0.9), (0.2, -0.9), (0.65, -0.45), (0.65, 0.9), (-0.65, 0.9))
PAPER_LINES = (((0.2, -0.9), (0.2, -0.45), (0.65, -0.45)), ((-0.3, 0.05), (0.3, 0.05)), ((-0.3, 0.45), (0.3, 0.45)))
BLADES = (((-0.5, -0.95), (0.38, 0.4)), ((0.5, -0.95), (-0.38, 0.4)))
HANDLES = ((-0.52, 0.66), (0.52, 0.66))
HANDLE = 0.3  # its radius

IN_HAND, APART, NUMBER = 37.0, 4.0, 13.0  # a card in a hand, the room between two, the size of a number beside one
OWNER = 38.0  # the room for whose hand it is
NONE = "no cards left"
MOST_IN_HAND = 7  # of more cards each kind is shown once, with its number


def card(letter: str, player: Player, x: float, y: float, size: float) -> list[Shape]:
    """A card as wide as `size` around (x, y): what it shows, and its letter, in the shape of its owner."""
    text = letter.upper() if player is MAX else letter.lower()
    label = Text("value", x, y + 0.3 * size, text, 0.28 * size)
    symbol = _symbol(letter.upper(), x, y - 0.13 * size, 0.25 * size)
    return [_shape(player.value.lower(), player, x, y, size), *symbol, label]


def chevron(start: Point, end: Point) -> Line:
    """> between two cells, close to `start`: the card there has taken over the one at `end`."""
    (x, y), dx, dy = start, *((b > a) - (b < a) for a, b in zip(start, end, strict=True))
    ends = [(x + 28 * dx + 7 * side * dy, y + 28 * dy + 7 * side * dx) for side in (1, -1)]
    return Line("win", (ends[0], (x + 34 * dx, y + 34 * dy), ends[1]))


def hand_width(counts: Hand) -> float:
    """How wide the row is that `hand` makes."""
    return OWNER + sum(width for _, _, width in _in_hand(counts)) + (0 if any(counts) else text_width(NONE, NUMBER))


def hand(player: Player, counts: Hand, left: float, y: float) -> list[Shape]:
    """A hand as a row from `left` on: whose it is, and its cards."""
    name = "1" if player is MAX else "2"
    shapes: list[Shape] = [triangle(player.value.lower(), left + 8, y, 7, 12, up=player is MAX)]
    shapes.append(Text("caption", left + 25, y, name, 14))
    if not any(counts):
        shapes.append(Text("note", left + OWNER, y, NONE, NUMBER, "start"))
    for letter, number, x in cards_in_hand(counts, left):
        shapes += card(letter, player, x, y, IN_HAND)
        if number:
            shapes.append(Text("note", x + IN_HAND / 2 + APART, y, number, NUMBER, "start"))
    return shapes


def cards_in_hand(counts: Hand, left: float) -> Iterator[tuple[str, str, float]]:
    """What stands in the row of a hand: a card's letter, how many of it there are if not one, its middle."""
    x = left + OWNER + IN_HAND / 2
    for letter, number, width in _in_hand(counts):
        yield letter, number, x
        x += width


def _in_hand(counts: Hand) -> list[tuple[str, str, float]]:
    """The same, with the room that a card takes instead of its middle."""
    if sum(counts) <= MOST_IN_HAND:
        letters = [letter for letter, count in zip(CARDS, counts, strict=True) for _ in range(count)]
        return [(letter, "", IN_HAND + APART) for letter in letters]
    numbers = {letter: f"×{count}" for letter, count in zip(CARDS, counts, strict=True) if count}
    return [(letter, text, IN_HAND + 3 * APART + text_width(text, NUMBER)) for letter, text in numbers.items()]


def _shape(role: str, player: Player, x: float, y: float, size: float) -> Shape:
    if player is MAX:
        return Box(role, x - size / 2, y - size / 2, size, size, 5)
    return Circle(role, x, y, size / 2)


def _symbol(letter: str, x: float, y: float, scale: float) -> list[Shape]:
    def put(points: tuple[Point, ...]) -> tuple[Point, ...]:
        return tuple((x + scale * dx, y + scale * dy) for dx, dy in points)

    if letter == "R":
        return [Polygon("outline", put(ROCK)), *(Line("outline", put(edge)) for edge in ROCK_EDGES)]
    if letter == "P":
        return [Polygon("outline", put(PAPER)), *(Line("outline", put(line)) for line in PAPER_LINES)]
    rings = [Circle("outline", *middle, HANDLE * scale) for middle in put(HANDLES)]
    return [*(Line("outline", put(blade)) for blade in BLADES), *rings]


CELL, CARD, GAP = 66.0, 46.0, 10.0  # a cell, a card on it, the room between the board and a hand


def rps_scene(state: Any) -> BoardScene:
    """The picture of an `RPS`."""
    board, last = "".join(state.rows()), state.last_cell
    side = max(0.0, *((hand_width(counts) - 3 * CELL) / 2 for counts in state.hands))
    room = IN_HAND + GAP
    score = f" · cards {sum(map(str.isupper, board))} : {sum(map(str.islower, board))}"
    title, names = "Rock, paper, scissors", ("1", "2")
    scene = board_scene(state, title, names, state.rows(), CELL, side=side, top=room, bottom=room, note=score)
    _add_hands(scene, state)
    middle = [scene.middle(number % 3, number // 3) for number in range(9)]
    scene.shapes += [Box("cell", x - CELL / 2, y - CELL / 2, CELL, CELL) for x, y in middle]
    scene.shapes.append(Box("outline", scene.left, scene.top, 3 * CELL, 3 * CELL))
    if last is not None:  # the cell of the last card is shaded and firmly framed
        scene.shapes.append(Box("board", middle[last][0] - CELL / 2, middle[last][1] - CELL / 2, CELL, CELL))
    for number, (mark, (x, y)) in enumerate(zip(board, middle, strict=True)):
        scene.add_place(number, x, y, CELL)
        if mark == ".":
            scene.shapes.append(Text("faint", x, y, str(number), NOTE))
        else:
            scene.shapes += card(mark, MAX if mark.isupper() else MIN, x, y, CARD)
    taken_over: tuple[int, ...] = state.taken_over
    for number in taken_over:  # a frame around each card that changed hands
        scene.shapes.append(_shape("win", MAX if board[number].isupper() else MIN, *middle[number], CARD + 7))
        scene.shapes += [] if last is None else [chevron(middle[last], middle[number])]
    scene.description += _hands_and_last_card(state)
    return scene


def _add_hands(scene: BoardScene, state: Any) -> None:
    below = scene.top + 3 * CELL + GAP
    for player, counts, y in zip((MAX, MIN), state.hands, (MARGIN, below), strict=True):
        left = (scene.width - hand_width(counts)) / 2
        scene.shapes += hand(player, counts, left, y + IN_HAND / 2)
        if player is state.active_player:
            for letter, _, x in cards_in_hand(counts, left):
                scene.add_place(letter, x, y + IN_HAND / 2, IN_HAND)


def _hands_and_last_card(state: Any) -> str:
    hands = [letters_of(counts) for counts in state.hands]
    words = f", hands {hands[0] or 'empty'} and {hands[1].lower() or 'empty'}"
    words += "" if state.last_cell is None else f", last card on {state.last_cell}"
    return words + (f", took over {' and '.join(map(str, state.taken_over))}" if state.taken_over else "")
