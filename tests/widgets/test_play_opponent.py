"""The opponent of PlayGame: it thinks in the background, may fail or never answer, and plays unusual games."""

import sys
import threading

import pytest

from minimax_lab.game import MAX, MIN, IllegalMove
from minimax_lab.games import TicTacToe, tree
from minimax_lab.search import minimax
from minimax_lab.trace import trace
from minimax_lab.widgets.play.play import PlayGame
from minimax_lab.widgets.play.thinking import Thinking
from tests.widgets.test_play import first, wait


def raises(state):
    raise ZeroDivisionError("oh no")


@pytest.mark.parametrize(
    ("opponent", "said"),
    [
        (lambda state: None, "lambda made no legal move. None is not legal"),
        (lambda state: 0, "lambda made no legal move. 0 is not legal"),
        (raises, "raises made no legal move. ZeroDivisionError: oh no"),
    ],
)
def test_an_opponent_that_fails_is_named_and_the_game_can_go_on(opponent, said):
    play = PlayGame(TicTacToe(), opponent)
    play.move(0)
    assert said in wait(play).board._status["said"]
    assert play.board._status["turn"] == "stuck"
    assert play.game.moves == [0]
    play.undo()
    assert play.board._status["turn"] == "yours"


def forever(state):
    while True:
        pass


def test_an_opponent_that_never_answers_is_stopped():
    play = PlayGame(TicTacToe(), forever)
    play.move(0)
    play.stop()
    wait(play)
    assert play.board._status["said"].startswith("forever was stopped before it had a move.")


def test_a_move_taken_back_while_the_opponent_thinks_gets_no_answer_later():
    answer = threading.Event()

    def slow(state):
        answer.wait(5)
        return state.get_legal_moves()[0]

    play = PlayGame(TicTacToe(), slow)
    play.move(4)
    play.undo()
    answer.set()
    play.move(0)
    assert wait(play).game.moves == [0, 1]


# What goes wrong between threads, and with unusual games


def test_an_answer_to_a_position_that_is_no_more_is_not_played():
    for _ in range(100):
        play = PlayGame(TicTacToe(), first)
        play.move(4)
        play.set_level(3, 1.0)
        play.undo()
        play.wait()
        assert play.game.moves == []


def test_a_thought_that_is_stopped_at_any_moment_is_over_and_heard_once(monkeypatch):
    died = []  # threads that an interrupt has ended outside the thought
    monkeypatch.setattr(threading, "excepthook", died.append)
    switch = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for pause in range(500):
            heard, thinking = [], Thinking()
            thinking.start(lambda: sum(range(300)), lambda value, error, heard=heard: heard.append((value, error)))
            for _ in range(pause % 50):
                pass
            thinking.stop()
            thinking.stop()
            thinking.wait()
            assert not thinking.busy
            assert len(heard) == 1
    finally:
        sys.setswitchinterval(switch)
    assert died == []


def test_a_thought_is_no_part_of_a_search_that_is_recorded_at_the_same_time():
    heard, thinking, game = [], Thinking(), tree([[3, 1], [2, 4]])

    def search(state):
        if state is game:
            thinking.start(lambda: minimax(state), lambda *answer: heard.append(answer))
            thinking.wait()
        return minimax(state)

    assert [node.path for node in trace(search, game).nodes] == [node.path for node in trace(minimax, game).nodes]
    assert trace(search, game).notes == []
    assert heard == [(2, None)] * 2


def test_a_thought_that_is_given_up_is_never_heard():
    heard, thinking = [], Thinking()
    for _ in range(50):
        thinking.start(lambda: forever(None), lambda *answer: heard.append(answer))
        thinking.give_up()
    thinking.wait()
    assert heard == []


def test_a_new_thought_ends_the_one_before():
    heard, thinking = [], Thinking()
    thinking.start(lambda: forever(None), lambda *answer: heard.append(answer))
    thinking.start(lambda: 7, lambda *answer: heard.append(answer))
    thinking.wait()
    assert heard == [(7, None)]


class Marks:
    """A student's game whose states can be changed."""

    def __init__(self, cells=(0, 0, 0, 0)):
        self.cells = [*cells]

    def get_legal_moves(self):
        return [(cell,) for cell, mark in enumerate(self.cells) if not mark]

    def forecast_move(self, move):
        return Marks(1 if cell == move[0] else mark for cell, mark in enumerate(self.cells))

    def __repr__(self):
        return f"Marks({self.cells})"


def test_an_opponent_that_writes_to_its_state_writes_to_a_copy():
    def sneaky(state):
        state.cells[3] = 1
        return state.get_legal_moves()[0]

    play = PlayGame(Marks(), sneaky)
    play.move((0,))
    assert wait(play).game.state.cells == [1, 1, 0, 0]
    play.undo()
    assert play.game.state.cells == [0, 0, 0, 0]


def test_a_game_that_is_worth_a_tuple_comes_to_an_end():
    play = PlayGame(tree([[(1, 2)]]), first)
    play.move(0)
    assert wait(play).board._status["said"].endswith("The game is over. It is worth (1, 2) to MAX.")


@pytest.mark.parametrize(("you", "said"), [(MAX, "You have won."), (MIN, "You have lost.")])
def test_who_has_won_is_said_as_you_see_it(you, said):
    play = PlayGame(TicTacToe("XX. OO. ..."), lambda state: 2, you=you)
    play._ready()
    if you is MAX:
        play.move(2)
    assert wait(play).board._status["said"].endswith(said)


def test_an_illegal_move_changes_nothing_that_is_shown():
    play = PlayGame(TicTacToe(), first)
    before = dict(play.board._status)
    with pytest.raises(IllegalMove, match="not one of the legal moves"):
        play.move(9)
    assert play.board._status == before


def test_a_second_look_at_the_board_does_not_start_a_second_thought():
    play = PlayGame(TicTacToe(), raises, you=MIN)
    play._ready()
    assert wait(play).board._status["turn"] == "stuck"
    play._ready()
    assert play.board._status["turn"] == "stuck"


def test_asking_why_is_always_answered():
    play = PlayGame(TicTacToe(), first)
    play.move(0)
    before = wait(play).board._status["serial"]
    play.why()
    assert play.board._status["serial"] > before


def test_a_level_beyond_the_list_can_be_kept():
    assert PlayGame(TicTacToe(), level=20).board._status["levels"][-1] == 20


def test_a_closed_game_thinks_no_more():
    play = PlayGame(TicTacToe(), forever)
    play.move(0)
    play.close()
    play.wait()
    assert not play._thinking.busy
