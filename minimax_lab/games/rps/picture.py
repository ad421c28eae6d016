"""The picture of the card game: the board between the two hands."""

from __future__ import annotations

from typing import Any

from minimax_lab.game import MAX, MIN
from minimax_lab.games.rps.cards import IN_HAND, captured, card, cards_in_hand, chevron, hand, hand_width
from minimax_lab.games.rps.hands import letters_of
from minimax_lab.picture.board import NOTE, BoardScene, board_scene
from minimax_lab.picture.scene import MARGIN, Box, Text

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
    for number in taken_over:
        scene.shapes.append(captured(MAX if board[number].isupper() else MIN, *middle[number], CARD))
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
