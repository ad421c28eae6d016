"""Games against an engine in a real JupyterLab: whole games by mouse and by keyboard, undone, stopped, explained."""

import re

import pytest

from minimax_lab.games import TicTacToe
from minimax_lab.games.chess.picture import CELL
from minimax_lab.picture.scene import MARGIN
from minimax_lab.widgets import PlayGame
from tests.widgets.browser.tools import eventually, expect, opened, press, says

START = """\
from minimax_lab.game import *
from minimax_lab.games import *
from minimax_lab.games import Chess
from minimax_lab.search import Engine
from minimax_lab.widgets.play.play import PlayGame
"""
GAMES = {
    "tictactoe": "PlayGame(TicTacToe(), seconds=0.1)",
    "connectfour": "PlayGame(ConnectFour(), level=2, seconds=0.1)",
    "isolation": "PlayGame(Isolation(4, 4), level=2, seconds=0.1)",
    "rps": "PlayGame(RPS.start('RPSRP', 'PSRSR'), level=2, seconds=0.1)",
    # White's pawn has two steps to go to a queen, and two to mate: long enough to be a game.
    "chess": "PlayGame(Chess('7k/5K2/8/6P1/8/8/8/8 w - - 0 1'), level=1, seconds=0.1)",
    "black": "PlayGame(Chess('8/8/8/8/6p1/8/5k2/7K b - - 0 1'), you=MIN, level=1, seconds=0.1)",  # the same, turned
    "nim": """\
class Nim:
    def __init__(self, stones=7):
        self.stones = stones
    def get_legal_moves(self):
        return [take for take in (1, 2, 3) if take <= self.stones]
    def forecast_move(self, take):
        return Nim(self.stones - take)
    def __repr__(self):
        return f"Nim({self.stones})"
PlayGame(Nim(), seconds=0.1)""",
}
GAMES["stones"] = """\
from minimax_lab.picture.scene import Circle, Scene
class Stones:
    def __init__(self, heaps):
        self.heaps = heaps
    def get_legal_moves(self):
        return [(heap, take) for heap, size in enumerate(self.heaps) for take in range(1, size + 1)]
    def forecast_move(self, move):
        return Stones([size - move[1] if heap == move[0] else size for heap, size in enumerate(self.heaps)])
    def picture(self):
        scene = Scene(150, 150, "Stones", "heaps of stones")
        for heap, size in enumerate(self.heaps):
            for up in range(size):
                scene.shapes.append(Circle("max disc", 30 + 50 * heap, 130 - 22 * up, 9))
                scene.add_place((heap, size - up), 30 + 50 * heap, 130 - 22 * up, 18)
        return scene
PlayGame(Stones([1, 2]), seconds=0.1)"""
BLACK = "PlayGame(Chess().forecast_move('e4'), you=MIN, level=1, seconds=0.1)"
TURNED = re.compile("drawn with Black below$")  # what a picture says of itself


class Table:
    """A game on the screen, as somebody sits before it."""

    def __init__(self, lab, code):
        *before, last = code.rsplit("PlayGame", 1)
        lab.run_in("play", START + "PlayGame".join(before) + "play = PlayGame" + last + "\nplay")
        self.lab = lab
        self.root = lab.shown("play")
        self.picture = self.root.locator(".picture img")
        expect(self.root).to_have_count(1)

    def part(self, testid):
        return self.root.get_by_test_id(testid)

    def wait_for(self, *turns):
        expect(self.root).to_have_attribute("data-turn", re.compile("|".join(turns)))
        return self.root.get_attribute("data-turn")

    def python(self, expression):
        return self.lab.python(expression)

    def next(self):
        """What can be pointed at now: on the board, or beside it."""
        return self.root.locator(".place.next:not([hidden]):not(:disabled), .choices:not([hidden]) button")

    def play_on_by_mouse(self):
        """One move: the first thing that can be pointed at, until that makes a move."""
        ply = self.python("len(play.game.moves)")
        for _ in range(3):
            self.next().first.click()
            if self.has_moved(ply):
                return
        raise AssertionError("three clicks made no move")

    def has_moved(self, ply):
        """Whether what was pointed at is a move. If so, nothing can be pointed at until Python has heard of it."""
        if self.next().count() and self.python("len(play.game.moves)") == ply:
            return False
        eventually(self.lab, f"len(play.game.moves) > {ply}", "True")
        return True

    def play_on_by_keyboard(self):
        """One move: the arrow keys to something else that can be played, Enter."""
        ply = self.python("len(play.game.moves)")
        self.next().first.focus()
        for _ in range(3):
            press(self.lab, "ArrowRight", "Enter")
            if self.has_moved(ply):
                return
        raise AssertionError("the keys made no move")

    def click_square(self, column, row):
        """A click with the mouse on a square of chess, counted from the lower left as one sees it."""
        self.picture.scroll_into_view_if_needed()
        box, width = self.picture.bounding_box(), self.picture.evaluate("image => image.naturalWidth")
        x, y = (width - 8 * CELL) / 2 + (column + 0.5) * CELL, MARGIN + (7.5 - row) * CELL
        scale = box["width"] / width
        self.lab.page.mouse.click(box["x"] + scale * x, box["y"] + scale * y)

    def play_to_the_end(self, play_on):
        while self.wait_for("yours", "over") == "yours":
            play_on()


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_played_by_mouse(lab, name):
    table = Table(lab, GAMES[name])
    table.play_to_the_end(table.play_on_by_mouse)
    assert table.python("play.game.over") == "True"
    expect(table.part("said")).to_contain_text(re.compile("You have (won|lost)|draw"))
    expect(table.part("history").locator("li")).to_have_count(int(table.python("len(play.game.moves)")))
    expect(table.root.locator(".place:not(:disabled), .choices:not([hidden]) button")).to_have_count(0)
    expect(table.part("hint")).to_be_disabled()


@pytest.mark.exhaustive
def test_with_a_piece_in_hand_it_can_be_put_where_it_goes_or_another_one_can_be_taken(lab):
    table = Table(lab, "PlayGame(Chess(), level=1, seconds=0.1)")
    table.wait_for("yours")
    expect(table.root.locator(".place[tabindex='0']")).to_have_count(1)  # before anything is clicked
    table.click_square(4, 1)
    expect(table.next()).to_have_count(2)  # e3 and e4
    expect(table.root.locator(".place:not(:disabled)")).to_have_count(12)  # and eight pawns and two knights
    expect(table.root.locator(".place[tabindex='0']")).to_have_count(1)  # the keys lead to the others


@pytest.mark.exhaustive
def test_what_is_clicked_lies_over_what_is_drawn_also_where_a_board_is_no_square(lab):
    table = Table(lab, "PlayGame(Isolation(7, 2), level=1, seconds=0.1)")
    table.wait_for("yours")
    picture, places = table.picture.bounding_box(), table.next()
    expect(places).to_have_count(14)
    boxes = [places.nth(i).bounding_box() for i in range(14)]
    ends = [max(box[at] + box[size] for box in boxes) - picture[at] for at, size in (("x", "width"), ("y", "height"))]
    for end, size in zip(ends, ("width", "height"), strict=True):
        assert 0.7 * picture[size] < end <= picture[size]


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_played_by_keyboard(lab, name):
    table = Table(lab, GAMES[name])
    table.play_to_the_end(table.play_on_by_keyboard)
    assert table.python("play.game.over") == "True"


@pytest.mark.exhaustive
def test_a_click_on_a_shape_of_ones_own_picture_makes_its_move(lab):
    table = Table(lab, GAMES["stones"])
    table.wait_for("yours")
    expect(table.part("choices")).to_be_hidden()
    box = table.picture.bounding_box()
    scale = box["width"] / 150
    lab.page.mouse.click(box["x"] + scale * 80, box["y"] + scale * 108)  # the upper stone of the right heap
    eventually(lab, "play.game.moves[:1]", "[(1, 1)]")


@pytest.mark.exhaustive
def test_a_move_is_taken_back_with_the_answer_to_it(lab):
    table = Table(lab, GAMES["tictactoe"])
    expect(table.part("undo")).to_be_disabled()
    table.play_on_by_mouse()
    table.wait_for("yours")
    assert table.python("len(play.game.moves)") == "2"
    table.part("undo").click()
    expect(table.part("history").locator("li")).to_have_count(0)
    expect(table.next()).to_have_count(9)
    assert table.python("play.game.state == TicTacToe()") == "True"


@pytest.mark.exhaustive
def test_thinking_is_stopped_and_the_best_move_so_far_is_played(lab):
    table = Table(lab, "PlayGame(ConnectFour(), seconds=30)")
    table.wait_for("yours")
    expect(table.part("stop")).to_be_hidden()
    table.play_on_by_mouse()
    table.wait_for("thinking")
    assert table.python("1 + 1") == "2"  # the kernel answers meanwhile
    table.part("stop").click()
    table.wait_for("yours")
    assert table.python("len(play.game.moves)") == "2"
    expect(table.part("thoughts")).to_contain_text("positions")


@pytest.mark.exhaustive
def test_a_player_that_fails_is_named_and_can_try_again(lab):
    code = "def clumsy(state):\n    return tried.append(1) or (9 if len(tried) < 2 else state.get_legal_moves()[0])\n"
    table = Table(lab, f"tried = []\n{code}PlayGame(TicTacToe(), clumsy)")
    table.play_on_by_mouse()
    table.wait_for("stuck")
    expect(table.part("said")).to_contain_text("clumsy made no legal move. 9 is not legal")
    table.part("again").click()
    table.wait_for("yours")
    assert table.python("len(play.game.moves)") == "2"


@pytest.mark.exhaustive
def test_a_hint_marks_a_move_and_why_opens_the_finished_tree_with_an_answer_above_it(lab):
    table = Table(lab, "PlayGame(TicTacToe('X.. .O. ..X'), you=MIN, seconds=0.1)")
    table.part("hint").click()
    expect(table.part("said")).to_contain_text("A hint")
    expect(table.root.locator(".place.hint")).to_have_count(1)
    table.root.locator(".place.hint").click()
    table.wait_for("yours")
    table.part("present").click()
    expect(table.root).to_have_class(re.compile("presenting"))
    table.part("why").click()
    shown = lab.shown("step-through")
    expect(shown).to_have_count(1)
    expect(table.root).not_to_have_class(re.compile("presenting"))  # nobody would see it below
    expect(shown.locator(".search")).to_have_text("minimax")
    expect(shown.get_by_test_id("told")).to_contain_text("The engine could play ")
    expect(shown.get_by_test_id("story")).to_have_text(re.compile("^Done: minimax returns (−1|0|1)[.]$"))
    expect(shown.get_by_test_id("notes")).to_have_count(0)
    expect(shown.get_by_test_id("code")).not_to_contain_text("def ")


@pytest.mark.exhaustive
def test_what_the_engine_thinks_is_shown_when_one_asks_for_it_also_by_keyboard(lab):
    table = Table(lab, "PlayGame(Isolation(), you=MIN, seconds=1)")
    table.wait_for("yours")
    expect(table.part("said")).to_have_text(re.compile(r"^The engine played \(\d, \d\)[.] Your turn[.]$"))
    expect(table.part("thoughts")).to_be_hidden()
    table.part("opinion").locator("summary").focus()
    press(lab, "Enter")
    expect(table.part("thoughts")).to_be_visible()
    expect(table.part("thoughts")).to_contain_text("The engine will win in two moves.")


@pytest.mark.exhaustive
def test_sides_are_changed_and_the_engine_goes_on_with_the_other(lab):
    table = Table(lab, GAMES["tictactoe"])
    table.part("sides").click()
    expect(table.part("who")).to_contain_text("MIN")
    table.wait_for("yours")
    assert table.python("len(play.game.moves)") == "1"


@pytest.mark.exhaustive
def test_a_pawn_asks_what_it_turns_into(lab):
    table = Table(lab, "PlayGame(Chess('7k/P7/8/8/8/8/8/K7 w - - 0 1'), level=1, seconds=0.1)")
    table.root.get_by_label("a7, white pawn").click()
    table.root.get_by_label("a8", exact=True).click()
    expect(table.part("choices").locator("button")).to_have_text(["queen", "rook", "bishop", "knight"])
    table.part("choices").get_by_text("knight").click()
    table.wait_for("yours", "over")
    assert table.python("play.game.moves[0].uci()") == "'a7a8n'"


@pytest.mark.exhaustive
def test_who_plays_black_sits_below_and_plays_by_mouse(lab):
    table = Table(lab, BLACK)
    expect(table.picture).to_have_attribute("alt", TURNED)
    table.click_square(3, 1)  # the files are seen from h to a, and the ranks from 8 to 1
    expect(table.root.locator(".place.chosen")).to_have_attribute("aria-label", "e7, black pawn")
    table.click_square(3, 3)
    table.wait_for("yours")
    assert table.python("play.game.moves[0].uci()") == "'e7e5'"
    expect(table.part("history").locator("li").first).to_have_text("▼ e5")


@pytest.mark.exhaustive
def test_who_plays_black_plays_by_keyboard_and_up_is_up_on_the_screen(lab):
    table = Table(lab, BLACK)
    focused = table.root.locator(":focus")
    table.root.get_by_label("b8, black knight").focus()
    for key, label in [("Up", "b7, black pawn"), ("Right", "a7, black pawn"), ("Left", "b7, black pawn")]:
        before = focused.bounding_box()
        press(lab, f"Arrow{key}")
        expect(focused).to_have_attribute("aria-label", label)
        after = focused.bounding_box()
        moved = {"Up": before["y"] - after["y"], "Right": after["x"] - before["x"], "Left": before["x"] - after["x"]}
        assert moved[key] > 0
    press(lab, "Enter", "ArrowDown")
    expect(focused).to_have_attribute("aria-label", "b6")
    press(lab, "ArrowUp")
    expect(focused).to_have_attribute("aria-label", "b5")
    press(lab, "Enter")
    table.wait_for("yours")
    assert table.python("play.game.moves[0].uci()") == "'b7b5'"


@pytest.mark.exhaustive
def test_hints_and_promotions_follow_a_board_that_is_turned(lab):
    table = Table(lab, "PlayGame(Chess('8/8/8/8/8/6k1/p7/7K b - - 0 1'), you=MIN, level=1, seconds=0.1)")
    table.part("hint").click()
    expect(table.part("said")).to_contain_text("A hint: play a1=")  # mate
    pawn, goal = table.root.get_by_label("a2, black pawn"), table.root.get_by_label("a1", exact=True)
    for hinted in pawn, goal:
        expect(hinted).to_have_class(re.compile("hint"))
    assert pawn.bounding_box()["y"] > goal.bounding_box()["y"]
    table.click_square(7, 6)
    table.click_square(7, 7)
    table.part("choices").get_by_text("rook").click()
    table.wait_for("over")
    assert table.python("play.game.moves[0].uci()") == "'a2a1r'"
    expect(table.part("said")).to_contain_text("You have won")


@pytest.mark.exhaustive
def test_the_board_turns_with_the_sides_and_why_is_seen_from_the_same_one(lab):
    table = Table(lab, "PlayGame(Chess('4k3/8/8/8/8/8/4P3/4K3 w - - 0 1'), level=1, seconds=0.1)")
    expect(table.picture).not_to_have_attribute("alt", TURNED)
    table.part("sides").click()
    expect(table.picture).to_have_attribute("alt", TURNED)
    table.wait_for("yours")
    table.part("why").click()
    board = lab.shown("step-through").get_by_test_id("board").locator("img")
    expect(board).to_have_attribute("src", re.compile("drawn%20with%20Black%20below"))


@pytest.mark.exhaustive
def test_the_level_can_be_changed(lab):
    table = Table(lab, GAMES["connectfour"])
    table.part("level").select_option("4")
    expect(table.part("level")).to_have_value("4")
    assert table.python("play.level") == "4"
    table.part("new").click()
    table.play_on_by_mouse()
    table.wait_for("yours")
    expect(table.part("thoughts")).to_contain_text(re.compile("It looked ([2-4] plies|1 ply) ahead"))


@pytest.mark.exhaustive
def test_a_move_taken_back_while_the_engine_thinks_can_be_made_again(lab):
    table = Table(lab, "PlayGame(ConnectFour(), seconds=10)")
    table.play_on_by_mouse()
    table.wait_for("thinking")
    table.part("undo").click()
    table.wait_for("yours")
    expect(table.part("said")).to_have_text("Your turn.")
    table.play_on_by_mouse()
    table.wait_for("thinking")
    table.part("stop").click()
    table.wait_for("yours")
    assert table.python("len(play.game.moves)") == "2"


@pytest.mark.exhaustive
def test_the_focus_stays_on_the_board_while_the_engine_thinks_and_after_it(lab):
    table = Table(lab, "PlayGame(TicTacToe(), level=1, seconds=0.1)")
    table.root.get_by_label("cell 4").focus()
    press(lab, "Enter")
    for _ in range(20):
        assert table.root.evaluate("root => root.contains(document.activeElement)")
        lab.page.wait_for_timeout(20)
    table.wait_for("yours")
    focused = lab.page.locator("*:focus")
    expect(focused).to_have_attribute("aria-label", re.compile("cell"))


@pytest.mark.exhaustive
def test_the_game_says_its_name_and_rules_and_a_board_uses_the_room_there_is(lab):
    table = Table(lab, "PlayGame(ConnectFour(), level=1)")
    expect(table.part("title")).to_have_text("Connect four")
    expect(table.part("rules")).to_contain_text("Four in a line win")
    assert table.picture.bounding_box()["width"] > 500
    with lab.width(800):
        box, root = table.picture.bounding_box(), table.root.bounding_box()
        assert root["width"] / 2 < box["width"] <= root["width"]


@pytest.mark.exhaustive
def test_a_game_without_a_picture_has_its_text_in_a_block_and_its_moves_on_buttons(lab):
    cell = "PlayGame(__import__('tests.widgets.test_play', fromlist=['Nim']).Nim(7), level=1, seconds=0.1)"
    table = Table(lab, cell)
    expect(table.root.locator("pre")).to_have_text("Nim(7)")
    assert "mono" in table.root.locator("pre").evaluate("it => getComputedStyle(it).fontFamily")
    table.part("choices").get_by_text("2", exact=True).focus()
    press(lab, "Enter")
    table.wait_for("yours")
    assert table.root.evaluate("root => root.contains(document.activeElement)")


@pytest.mark.exhaustive
def test_a_board_that_comes_later_than_the_page_is_shown(browser, tmp_path):
    """On a busy machine the page can be drawn before the model has all that belongs to it."""
    late = """
    const parse = JSON.parse;
    JSON.parse = (text) => {
      JSON.parse = parse;
      const state = parse(text), { _board, _status } = state;
      setTimeout(() => { model.set("_board", _board); model.set("_status", _status); }, 300);
      return Object.assign(state, { _board: {}, _status: {} });
    };"""
    with opened(browser, PlayGame(TicTacToe()).board, tmp_path, before=late) as game:
        expect(game.locator(".picture img")).to_be_visible()
        expect(says(game, "who")).to_contain_text("you are")
