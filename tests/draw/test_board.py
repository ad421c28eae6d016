"""A class brings its own picture: any class, with or without a base class."""

import base64

import pytest

from minimax_lab import check
from minimax_lab.draw import board_svg, draw_board, notebook_bundle, save, svg
from minimax_lab.draw.pictures import scene_of, state_text
from minimax_lab.game import MAX, MIN, GameState
from minimax_lab.picture.board import board_scene
from minimax_lab.widgets.play.game import play_board
from minimax_lab.widgets.play.play import default_engine

OWN_SVG = '<svg xmlns="http://www.w3.org/2000/svg"><circle r="9"/></svg>'


class Nim:
    """A heap of coins; a move takes 1 or 2 of them. Who takes the last one wins. It offers nothing more."""

    def __init__(self, coins=3, active_player=MAX):
        self.coins, self.active_player = coins, active_player

    def get_legal_moves(self):
        return [take for take in (1, 2) if take <= self.coins]

    def forecast_move(self, move):
        return type(self)(self.coins - move, self.active_player.opponent)


def coins_left(state):
    return state.coins % 3 if state.active_player is MAX else -(state.coins % 3)


class Drawn(Nim):
    """The same with all that a game may say of itself."""

    engine_options = {"evaluate": coins_left, "symmetry": False}  # noqa: RUF012

    def __repr__(self):
        return f"{self.coins} coins"

    def is_terminal(self):
        return not self.coins

    def utility(self):
        return -1 if self.active_player is MAX else 1

    def picture(self):
        scene = board_scene(self, "Nim", ("first", "second"), ["o" * max(1, self.coins)], cell=30)
        for take in self.get_legal_moves():
            scene.add_place(take, *scene.middle(take - 1, 0), scene.cell)
        return scene

    def move_parts(self, move):
        return ("take", move)

    def part_name(self, part):
        return f"{part}!"

    def exchanged(self):
        return Drawn(self.coins, self.active_player.opponent)


class Named(Drawn, GameState):
    """The same as a subclass of GameState; its evaluation is given by its name."""

    engine_options = {"evaluate": "tests.draw.test_board:coins_left"}  # noqa: RUF012


class Painted(Nim):
    def __repr__(self):
        return "a heap"

    def _repr_svg_(self):
        return f'<?xml version="1.0"?>\n{OWN_SVG}'


@pytest.mark.parametrize("game", [Drawn, Named])
def test_a_class_with_a_picture_is_drawn_and_clicked_by_what_it_says(game, tmp_path):
    state = game()
    text = svg.render(state.picture())
    assert board_svg(state) == board_svg(state, below=MIN) == text
    assert "Nim, first (MAX) to move: ooo" in text
    assert base64.b64encode(text.encode()).decode() in notebook_bundle(state)["text/html"]
    assert save(state, tmp_path / "nim.svg").read_text(encoding="utf-8") == text
    board = play_board(state)
    assert (board.picture, board.description) == (text, state.picture().description)
    assert [target.label for target in board.targets] == ["take!", "1!", "2!"]
    assert [len(target.boxes) for target in board.targets] == [0, 1, 1]
    assert board.moves == ((0, 1), (0, 2))


@pytest.mark.parametrize("game", [Drawn, Named])
def test_the_opponent_is_the_one_that_the_class_names(game):
    assert default_engine(game()).evaluate is coins_left
    assert default_engine(Drawn()).symmetry is False
    assert default_engine(Nim()).evaluate is None


@pytest.mark.parametrize("game", [Drawn, Named])
def test_an_evaluation_is_checked_with_the_players_exchanged_if_the_class_says_how(game):
    assert check.evaluation(coins_left, game(7)).passed
    one_sided = check.evaluation(lambda state: state.coins % 3, game(7))
    assert [finding.code for finding in one_sided.findings] == ["not-antisymmetric"]
    assert [finding.code for finding in check.evaluation(coins_left, Nim(7)).findings] == ["not-tried"]


def test_the_picture_that_jupyter_knows_is_shown_too(tmp_path):
    assert scene_of(Painted()) is None
    assert board_svg(Painted()) == play_board(Painted()).picture == OWN_SVG
    assert base64.b64encode(OWN_SVG.encode()).decode() in notebook_bundle(Painted())["text/html"]
    assert save(Painted(), tmp_path / "heap.svg").read_text(encoding="utf-8") == OWN_SVG
    with pytest.raises(TypeError, match=r"a Painted has no board to draw; a class with a method picture\(\) has one"):
        draw_board(Painted())


def test_a_class_without_a_picture_is_shown_as_it_prints():
    class Printed(Nim):
        def __repr__(self):
            return f"{self.coins} coins"

    assert board_svg(Printed()) is None
    assert state_text(Printed()) == play_board(Printed()).picture == "3 coins"
    assert [target.label for target in play_board(Printed()).targets] == ["1", "2"]


def test_a_class_that_prints_as_an_address_is_told_what_to_add():
    wanted = "Add a method __repr__ (or picture) to Nim, and its board is shown here."
    assert state_text(Nim()) == play_board(Nim()).picture == play_board(Nim()).description == wanted


def test_a_picture_that_is_not_a_scene_is_refused_and_a_class_is_no_state():
    class Wrong(Nim):
        def picture(self):
            return "ooo"

    with pytest.raises(TypeError, match=r"Wrong.picture\(\) must return a Scene.*not 'ooo'"):
        board_svg(Wrong())
    with pytest.raises(TypeError, match="marks: the picture of a Drawn takes no options"):
        board_svg(Drawn(), marks={})
    assert board_svg(Drawn) is None
    assert board_svg(Painted) is None
