"""Games against an engine in a real JupyterLab: whole games by mouse and by keyboard, undone, stopped, explained."""

import re

import pytest

START = """\
from minimax_lab.game import *
from minimax_lab.games import *
from minimax_lab.games import Chess
from minimax_lab.search import Engine
from minimax_lab.widgets.play import PlayGame
"""
GAMES = {
    "tictactoe": "PlayGame(TicTacToe(), seconds=0.1)",
    "connectfour": "PlayGame(ConnectFour(), level=2, seconds=0.1)",
    "isolation": "PlayGame(Isolation(4, 4), level=2, seconds=0.1)",
    "rps": "PlayGame(RPS.start('RPSRP', 'PSRSR'), level=2, seconds=0.1)",
    # White's pawn has two steps to go to a queen, and two to mate: long enough to be a game.
    "chess": "PlayGame(Chess('7k/5K2/8/6P1/8/8/8/8 w - - 0 1'), level=1, seconds=0.1)",
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


def expect(locator):
    """Playwright's, imported late: where there is none, the fixture says so."""
    from playwright.sync_api import expect as playwright_expect

    return playwright_expect(locator)


class Table:
    """A game on the screen, as somebody sits before it."""

    def __init__(self, lab, code):
        *before, last = code.rsplit("PlayGame", 1)
        lab.run_in("play", START + "PlayGame".join(before) + "play = PlayGame" + last + "\nplay")
        self.lab = lab
        self.root = lab.page.locator(".jp-NotebookPanel:not(.lm-mod-hidden) [data-testid=play][data-ready='1']")
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
            if self.python("len(play.game.moves)") != ply:
                return
        raise AssertionError("three clicks made no move")

    def play_on_by_keyboard(self):
        """One move: the arrow keys to something else that can be played, Enter."""
        ply = self.python("len(play.game.moves)")
        self.next().first.focus()
        for _ in range(3):
            self.lab.page.keyboard.press("ArrowRight")
            self.lab.page.keyboard.press("Enter")
            if self.python("len(play.game.moves)") != ply:
                return
        raise AssertionError("the keys made no move")

    def play_to_the_end(self, play_on):
        while self.wait_for("yours", "over") == "yours":
            play_on()


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_played_by_mouse(lab, name):
    table = Table(lab, GAMES[name])
    table.play_to_the_end(table.play_on_by_mouse)
    assert table.python("play.game.over") == "True"
    expect(table.part("said")).to_contain_text(re.compile("You have (won|lost)|drawn"))
    expect(table.part("history").locator("li")).to_have_count(int(table.python("len(play.game.moves)")))
    expect(table.next()).to_have_count(0)


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_played_by_keyboard(lab, name):
    table = Table(lab, GAMES[name])
    table.play_to_the_end(table.play_on_by_keyboard)
    assert table.python("play.game.over") == "True"


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


def test_thinking_is_stopped_and_the_best_move_so_far_is_played(lab):
    table = Table(lab, "PlayGame(ConnectFour(), seconds=30)")
    table.play_on_by_mouse()
    table.wait_for("thinking")
    assert table.python("1 + 1") == "2"  # the kernel answers meanwhile
    table.part("stop").click()
    table.wait_for("yours")
    assert table.python("len(play.game.moves)") == "2"
    expect(table.part("thoughts")).to_contain_text("nodes")


def test_a_player_that_fails_is_named_and_can_try_again(lab):
    code = "def clumsy(state):\n    return tried.append(1) or (9 if len(tried) < 2 else state.get_legal_moves()[0])\n"
    table = Table(lab, f"tried = []\n{code}PlayGame(TicTacToe(), clumsy)")
    table.play_on_by_mouse()
    table.wait_for("stuck")
    expect(table.part("said")).to_contain_text("clumsy has no move. 9 is not legal")
    table.part("again").click()
    table.wait_for("yours")
    assert table.python("len(play.game.moves)") == "2"


def test_a_hint_marks_a_move_and_why_opens_the_decision_of_the_engine(lab):
    table = Table(lab, "PlayGame(TicTacToe('X.. .O. ..X'), you=MIN, seconds=0.1)")
    table.part("hint").click()
    expect(table.part("said")).to_contain_text("A hint")
    expect(table.root.locator(".place.hint")).to_have_count(1)
    table.root.locator(".place.hint").click()
    table.wait_for("yours")
    table.part("why").click()
    expect(lab.widgets()).to_have_count(1)
    expect(lab.widgets()).to_contain_text("alphabeta")


def test_sides_are_changed_and_the_engine_goes_on_with_the_other(lab):
    table = Table(lab, GAMES["tictactoe"])
    table.part("sides").click()
    expect(table.part("who")).to_contain_text("MIN")
    table.wait_for("yours")
    assert table.python("len(play.game.moves)") == "1"


def test_a_pawn_asks_what_it_turns_into(lab):
    table = Table(lab, "PlayGame(Chess('7k/P7/8/8/8/8/8/K7 w - - 0 1'), level=1, seconds=0.1)")
    table.root.get_by_label("a7, white pawn").click()
    table.root.get_by_label("a8", exact=True).click()
    expect(table.part("choices").locator("button")).to_have_text(["queen", "rook", "bishop", "knight"])
    table.part("choices").get_by_text("knight").click()
    table.wait_for("yours", "over")
    assert table.python("play.game.moves[0].uci()") == "'a7a8n'"


def test_the_level_can_be_changed(lab):
    table = Table(lab, GAMES["connectfour"])
    table.part("level").select_option("4")
    expect(table.part("level")).to_have_value("4")
    assert table.python("play.level") == "4"
    table.part("new").click()
    table.play_on_by_mouse()
    table.wait_for("yours")
    expect(table.part("thoughts")).to_contain_text(re.compile("depth [1-4]"))
