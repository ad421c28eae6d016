"""What PlayGame says: whole sentences, and true ones."""

import re

import pytest

from minimax_lab.game import MAX, MIN
from minimax_lab.games import RPS, Chess, ConnectFour, Isolation, TicTacToe, tree
from minimax_lab.search import Engine, minimax
from minimax_lab.trace import trace
from minimax_lab.widgets.play.explain import choices, known_result, outlook, thoughts
from minimax_lab.widgets.play.play import PlayGame
from tests.widgets.test_play import Nim, first, wait

SCALE = " In the tree, 1 is a win for MAX and −1 a win for MIN."
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


@pytest.mark.parametrize(
    ("state", "value", "said"),
    [
        (RPS.start("RP", "PS"), 3, "you win by 3"),
        (RPS.start("RP", "PS"), -1, "perfect wins by 1"),
        (RPS.start("RP", "PS"), 0, "the game is a draw"),
        (tree([[3, 5], [2, 9]]), 3, "the game ends with 3 for MAX"),
    ],
)
def test_what_is_known_is_said_with_how_much_it_is(state, value, said):
    assert known_result(state, value, MAX, "perfect") == said


def test_what_an_evaluation_says_is_said_as_an_opinion():
    assert expected(ConnectFour(), MAX, depth=2) == "Neither side is ahead, as far as the engine can see."
    state = Chess("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1")
    found = Engine(lambda state: 9).search(state, depth=1)
    assert outlook(state, found, found.line, MIN, "The engine") == "The engine is ahead by 9, the evaluation says."
    assert outlook(state, found, found.line, MAX, "The engine") == "You are ahead by 9, the evaluation says."


def test_the_number_of_moves_to_a_win_is_what_is_left_after_the_opponents_move():
    play = PlayGame(TicTacToe("X.. ... ..."), Engine(), you=MIN, seconds=5)
    play.move(1)  # an edge: X wins with three more moves
    thought = wait(play).board._status["thoughts"]
    assert thought.startswith("The engine will win in two moves. It looked ")
    assert "worth" not in thought


def test_what_is_said_after_a_move_gives_no_outcome_away():
    play = PlayGame(TicTacToe("X.. ... ..."), Engine(), you=MIN, seconds=5)
    play.move(1)
    assert wait(play).board._status["said"] == f"The engine played {play.game.moves[-1]}. Your turn."


def test_thoughts_are_sentences_and_count_the_moves_of_both_players_in_plies():
    found = Engine().search(TicTacToe("XX. OO. ..."), depth=1)
    assert re.fullmatch(r"It looked 1 ply ahead and at \d+ positions\.", thoughts(TicTacToe("XX. OO. ..."), found))
    found = Engine().search(ConnectFour(), depth=2)
    assert thoughts(ConnectFour(), found).startswith("It looked 2 plies ahead and at ")


@pytest.mark.parametrize(
    ("state", "you", "said"),
    [
        (
            Isolation().forecast_move((0, 0)).forecast_move((1, 0)).forecast_move((1, 1)),
            MIN,
            "You could play (2, 0) or (0, 1), and played (2, 0). "
            "Both lose: after (2, 0) the engine wins with (0, 1), after (0, 1) the engine wins with (2, 0)." + SCALE,
        ),
        (
            Isolation().forecast_move((0, 0)).forecast_move((1, 0)),
            MIN,
            "The engine could play (1, 1) or (0, 1), and played (1, 1). "
            "(1, 1) wins; (0, 1) loses: after (0, 1) you win with (1, 1)." + SCALE,
        ),
        (TicTacToe("XXO OO. X.X"), MIN, "You could play 5 or 7, and played 5. 5 wins; 7 draws." + SCALE),
        (TicTacToe("XOX OXO OX."), MIN, "The engine could only play 8. 8 wins." + SCALE),
        (
            tree([[1, 9], [3, 4], [2, 8]]),
            MAX,
            "You could play 0, 1 or 2, and played 0. With best play from there, they are worth 1, 3 and 2 to MAX.",
        ),
        (tree([[4]]), MAX, "You could only play 0. With best play from there, it is worth 4 to MAX."),
        (
            tree([*range(9)]),
            MAX,
            "You could play 9 moves, and played 0. With best play from there, the best of them is worth 8 to MAX.",
        ),
    ],
)
def test_the_answer_to_why_says_what_each_move_leads_to(state, you, said):
    found = trace(minimax, state, lines=False)
    assert choices(found, state.get_legal_moves()[0], you, "The engine").replace("\u00a0", " ") == said


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
