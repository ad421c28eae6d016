"""What PlayGame says: whole sentences, and true ones."""

import pytest

from minimax_lab.game import MAX, MIN
from minimax_lab.games import RPS, Chess, ConnectFour, Isolation, TicTacToe, tree
from minimax_lab.search import Engine
from minimax_lab.widgets.play.play import PlayGame
from minimax_lab.widgets.play.sentences import outlook, thoughts
from tests.widgets.test_play import Nim, first, wait

GAMES = [TicTacToe(), ConnectFour(), Isolation(), RPS.start("RPSRP", "PSRSR"), Chess(), tree([[1, 2], [3, 4]])]


def expected(state, you, **limits):
    found = Engine().search(state, **limits)
    return outlook(state, found, found.line, you, "The engine")


@pytest.mark.parametrize(
    ("state", "you", "said"),
    [
        (TicTacToe("XX. OO. ..."), MAX, "You will win in one move."),
        (TicTacToe("XX. OO. ..."), MIN, "The engine will win in one move."),
        (TicTacToe(), MAX, "With best play the game is a draw."),
        (Isolation(), MAX, "You will win in three moves."),  # of its five open cells
        (tree([[3, 5], [2, 9]]), MAX, "With best play the game ends with 3 for MAX."),
    ],
)
def test_what_is_proven_is_said_as_a_fact(state, you, said):
    assert expected(state, you) == said


def test_what_an_evaluation_says_is_said_as_an_opinion():
    assert expected(ConnectFour(), MAX, depth=2) == "Neither side is ahead, as far as the engine can see."
    state = Chess("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1")
    found = Engine(lambda state: 9).search(state, depth=1)
    assert outlook(state, found, found.line, MIN, "The engine") == "The engine is ahead by 9, the evaluation says."
    assert outlook(state, found, found.line, MAX, "The engine") == "You are ahead by 9, the evaluation says."


def test_the_number_of_moves_to_a_win_is_what_is_left_after_the_opponents_move():
    play = PlayGame(TicTacToe("X.. ... ..."), Engine(), you=MIN, seconds=5)
    play.move(1)  # an edge: X wins with three more moves
    said = wait(play).board._status["said"]
    assert "The engine will win in two moves." in said
    assert "worth" not in said
    assert play.board._status["thoughts"].startswith("It looked ")


def test_thoughts_are_sentences():
    found = Engine().search(TicTacToe("XX. OO. ..."), depth=2)
    assert thoughts(TicTacToe("XX. OO. ..."), found).startswith("It looked ")
    assert thoughts(TicTacToe("XX. OO. ..."), found).endswith(" positions.")


@pytest.mark.parametrize("state", GAMES, ids=lambda state: type(state).__name__)
def test_every_game_says_its_name_and_its_rules(state):
    status = PlayGame(state, first).board._status
    assert status["title"] == state.title != ""
    assert status["rules"] == state.rules
    assert status["rules"].endswith(".")
    assert len(status["rules"]) < 240


def test_a_game_without_a_title_is_called_by_its_class():
    class Odd(Nim):
        def title(self):
            return "a method, not a text"

    assert PlayGame(Nim(), first).board._status["title"] == "Nim"
    assert PlayGame(Odd(), first).board._status["title"] == "Odd"
    assert PlayGame(Nim(), first).board._status["rules"] == ""
