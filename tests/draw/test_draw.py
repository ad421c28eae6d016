"""Pictures of boards: no label is in another's way, and what they show is the position."""

import re
from itertools import combinations
from xml.etree import ElementTree

import pytest

from minimax_lab.draw import board_svg, draw_board, tree_svg
from minimax_lab.draw.pictures import scene_of
from minimax_lab.games import RPS, ConnectFour, Isolation, TicTacToe, figure
from minimax_lab.picture.scene import Box, Circle, Line, Polygon, Text
from tests.draw.pictures import SPACE, overlap, svg_labels, text_box


def cards(*moves, hands=("RPSRP", "PSRSR"), rounds=10):
    """A game of rock, paper, scissors after some moves."""
    state = RPS.start(*hands, rounds)
    for move in moves:
        state = state.forecast_move(move)
    return state


BOARDS = {
    "empty tic-tac-toe": TicTacToe(),
    "tic-tac-toe": TicTacToe("XO. .X. ..O"),
    "won tic-tac-toe": TicTacToe("XXX OO. ..."),
    "drawn tic-tac-toe": TicTacToe("XOX XOO OXX"),
    "connect four": ConnectFour([3, 3, 4, 2, 4]),
    "won connect four": ConnectFour([0, 1, 1, 2, 2, 3, 2, 3, 3, 6, 3]),
    "mini-isolation": Isolation(),
    "isolation": Isolation(5, 4, blocked=[(1, 1)]).forecast_move((2, 2)).forecast_move((0, 0)),
    "one cell": Isolation(1, 1),
    "rps": RPS.start("RPSRP", "PSRSR"),
    "rps, a capture": cards(("R", 4), ("S", 1), ("P", 3), ("S", 0), ("R", 2)),
    "rps, two captures": cards(("P", 4), ("R", 1), ("P", 2), ("R", 3), ("R", 0), ("S", 8), ("S", 6), ("S", 5)),
    "rps, an end": cards(("R", 4), ("P", 1), rounds=1),
    "rps, no card left": cards(("R", 4), ("P", 0), hands=("R", "P")),
    "rps, large hands": RPS.deal(seed=3, deck_size=600, hand_size=150),
    "rps, seven cards": RPS.deal(seed=3, hand_size=7),
    "rps, read": RPS.from_text("sSR/pR./... PS RRP 2 15"),
}


@pytest.mark.parametrize("name", BOARDS)
def test_labels_of_a_board_keep_apart(name):
    scene = scene_of(BOARDS[name])
    boxes = [*svg_labels(board_svg(BOARDS[name]))]
    assert boxes
    for (text, box), (other, other_box) in combinations(boxes, 2):
        assert not overlap(box, other_box), f"{text!r} overlaps {other!r}"
    for _, (left, top, right, bottom) in boxes:
        assert min(left, top, scene.width - right, scene.height - bottom) >= 0


# Boards


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_is_drawn_the_same_way_in_both_backends(name):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    state = BOARDS[name]
    svg = ElementTree.fromstring(board_svg(state))
    written = [element.text for element in svg.iter(SPACE + "text")]
    ax = draw_board(state)
    assert written == [text.get_text() for text in ax.texts] != []
    assert len(ax.patches) + len(ax.texts) == sum(element.tag.split("}")[1] in SHAPES for element in svg.iter())
    plt.close(ax.figure)


SHAPES = {"polyline", "polygon", "rect", "circle", "text"}


def caption(state):
    return [shape.text for shape in scene_of(state).shapes if shape.role == "caption"]


def test_a_board_says_whose_turn_it_is_or_who_has_won():
    assert caption(TicTacToe()) == ["X (MAX) to move"]
    assert caption(TicTacToe("X.. ... ...")) == ["O (MIN) to move"]
    assert caption(BOARDS["won tic-tac-toe"]) == ["X (MAX) has won"]
    assert caption(BOARDS["drawn tic-tac-toe"]) == ["A draw"]
    assert caption(ConnectFour([0, 6, 0, 6, 0, 6, 1, 6])) == ["O (MIN) has won"]
    assert caption(Isolation(1, 1)) == ["1 (MAX) to move"]
    assert caption(Isolation(1, 1).forecast_move((0, 0))) == ["1 (MAX) has won"]


def roles(state):
    return [shape.role for shape in scene_of(state).shapes]


def test_a_board_shows_every_mark():
    crowded = roles(BOARDS["tic-tac-toe"])
    assert (crowded.count("X"), crowded.count("O"), crowded.count("faint")) == (2 * 2, 2, 5)  # an X is two strokes
    four = roles(BOARDS["connect four"])
    assert (four.count("max disc"), four.count("min disc"), four.count("hole")) == (3, 2, 37)
    isolation = roles(BOARDS["isolation"])
    assert (isolation.count("max disc"), isolation.count("min disc"), isolation.count("closed")) == (1, 1, 1)
    assert isolation.count("hatch") > 3


def test_a_board_shows_what_won():
    assert roles(BOARDS["won tic-tac-toe"]).count("win band") == 1
    assert roles(BOARDS["won connect four"]).count("win") == 4
    assert {"win", "win band"}.isdisjoint(roles(BOARDS["connect four"]) + roles(BOARDS["tic-tac-toe"]))


def test_a_board_of_cards_says_how_many_each_player_owns():
    assert caption(BOARDS["rps"]) == ["1 (MAX) to move · cards 0 : 0", "1", "2"]
    assert caption(BOARDS["rps, two captures"])[0] == "1 (MAX) to move · cards 3 : 5"
    assert caption(BOARDS["rps, an end"])[0] == "2 (MIN) has won · cards 0 : 2"
    assert caption(BOARDS["rps, no card left"])[0] == "A draw · cards 1 : 1"


def written(state):
    """What stands in the two hands, and then on the board."""
    shapes = scene_of(state).shapes
    return " ".join(shape.text for shape in shapes if isinstance(shape, Text) and shape.role != "caption")


def test_a_board_of_cards_shows_every_card_on_the_board_and_in_the_hands():
    assert written(BOARDS["rps"]) == "R R P P S r r p s s 0 1 2 3 4 5 6 7 8"
    assert written(BOARDS["rps, a capture"]) == "P S r r p s S R p R 5 6 7 8"
    assert written(BOARDS["rps, no card left"]) == "no cards left no cards left p 1 2 3 R 5 6 7 8"
    assert re.fullmatch(r"R ×\d+ P ×\d+ S ×\d+ r ×\d+ p ×\d+ s ×\d+ 0 1 2 .*", written(BOARDS["rps, large hands"]))


def owned(state, role, kind):
    """The cells of the board on which a shape of this role and kind stands, row by row."""
    scene = scene_of(state)
    frame = next(shape for shape in scene.shapes if shape.role == "outline" and isinstance(shape, Box))
    found = set()
    for shape in scene.shapes:
        if shape.role == role and isinstance(shape, kind):
            half = shape.width / 2 if isinstance(shape, Box) else 0
            column, row = (shape.x + half - frame.x) * 3 / frame.width, (shape.y + half - frame.y) * 3 / frame.height
            found |= {3 * int(row) + int(column)} if 0 <= row < 3 and 0 <= column < 3 else set()
    return found


@pytest.mark.parametrize("name", [name for name in BOARDS if "rps" in name])
def test_a_card_has_the_shape_of_its_owner(name):
    board = "".join(BOARDS[name].rows())
    assert owned(BOARDS[name], "max", Box) == {cell for cell, mark in enumerate(board) if mark.isupper()}
    assert owned(BOARDS[name], "min", Circle) == {cell for cell, mark in enumerate(board) if mark.islower()}
    assert owned(BOARDS[name], "max", Circle) == owned(BOARDS[name], "min", Box) == set()


def test_the_last_card_and_what_it_took_over_are_marked():
    state = BOARDS["rps, two captures"]
    assert owned(state, "board", Box) == {5}
    assert owned(state, "win", Circle) == {2, 4}  # round, for they are MIN's now
    assert owned(BOARDS["rps, a capture"], "win", Box) == {1}
    tips = [shape.points[1] for shape in scene_of(state).shapes if shape.role == "win" and isinstance(shape, Line)]
    bases = [shape.points[0] for shape in scene_of(state).shapes if shape.role == "win" and isinstance(shape, Line)]
    (up, left), (up_base, left_base) = tips, bases
    assert up[1] < up_base[1]  # from cell 5 to cell 2, above it
    assert left[0] < left_base[0]  # and to cell 4
    assert {"board", "win"}.isdisjoint(roles(BOARDS["rps"]) + roles(BOARDS["rps, read"]))


@pytest.mark.parametrize("name", [name for name in BOARDS if "rps" in name])
def test_cards_keep_apart_and_hold_their_letters(name):
    scene = scene_of(BOARDS[name])
    faces = [
        (shape.x, shape.y, shape.x + shape.width, shape.y + shape.height)
        if isinstance(shape, Box)
        else (shape.x - shape.radius, shape.y - shape.radius, shape.x + shape.radius, shape.y + shape.radius)
        for shape in scene.shapes
        if shape.role in ("max", "min") and not isinstance(shape, Polygon)
    ]
    for one, other in combinations(faces, 2):
        assert not overlap(one, other)
    letters = [shape for shape in scene.shapes if shape.role == "value"]
    assert len(letters) == len(faces)
    for shape in letters:
        left, top, right, bottom = text_box(shape.x, shape.y + 0.36 * shape.size, shape.text, shape.size, True, True)
        assert any(x0 <= left and y0 <= top and right <= x1 and bottom <= y1 for x0, y0, x1, y1 in faces), shape


def test_a_board_of_cards_is_described_in_words():
    assert "hands R and p, last card on 5, took over 2 and 4</desc>" in board_svg(BOARDS["rps, two captures"])
    assert "hands empty and empty, last card on 0</desc>" in board_svg(BOARDS["rps, no card left"])
    assert "last card" not in board_svg(BOARDS["rps"]) + board_svg(BOARDS["rps, read"])


def test_the_board_of_a_tree_is_the_tree():
    assert board_svg(figure("textbook")) == tree_svg(figure("textbook"))
