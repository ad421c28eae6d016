"""PlayGame cannot get stuck, whatever is clicked and when."""

import random
import sys
import threading
import time

import pytest

from minimax_lab.game import MAX, MIN
from minimax_lab.games import RPS, Chess, ConnectFour, Isolation, TicTacToe, tree
from minimax_lab.widgets.play.play import BUSY, PlayGame
from tests.widgets.test_play import Nim, first, wait

CLICKS = ["undo", "new", "sides", "stop", "hint", "why", "again", "ready", "move", "move", "move", "level"]
GAMES = {
    "tic-tac-toe": TicTacToe(),
    "connect four": ConnectFour(),
    "isolation": Isolation(4, 4),
    "rps": RPS.start("RPSRP", "PSRSR"),
    "chess": Chess(),
    "tree": tree([[[1, 2], [3, 4]], [[5, 6], [7, 8]]]),
    "nim": Nim(12),
}


def click(play, what, rng):
    """What the browser sends, also of a board that may be gone."""
    legal = play.game.position.get_legal_moves()
    message = {
        "do": what,
        "ply": len(play.game.moves) - rng.choice([0, 0, 0, 1]),
        "move": rng.randrange(len(legal) + 1),
    }
    play._receive(play, {**message, "level": rng.choice([None, 1, 2]), "seconds": rng.choice([0.01, 0.03, 5])}, [])


def check_status(play):
    status, game = play.board._status, play.game
    assert status["turn"] not in BUSY
    assert "…" not in status["said"]
    assert status["turn"] == ("over" if game.over else "yours")
    assert bool(play.board._board["moves"]) == game.your_turn


@pytest.mark.parametrize("state", GAMES.values(), ids=GAMES)
def test_a_whole_game_can_be_played_after_hundreds_of_clicks_at_random_moments(state, monkeypatch):
    died, ignored = [], []
    monkeypatch.setattr(threading, "excepthook", lambda thread: died.append(thread))
    # Python swallows an interrupt that comes while an object is destroyed, and says so: the thought is told again.
    monkeypatch.setattr(sys, "unraisablehook", lambda problem: ignored.append(problem.exc_type))
    rng = random.Random(1)
    play = PlayGame(state, seconds=0.02)
    for _ in range(200):
        click(play, rng.choice(CLICKS), rng)
        time.sleep(rng.choice([0, 0, 0.001, 0.01]))
    play.stop()
    click(play, "level", rng)
    play.set_level(1, 0.02)
    wait(play).new_game()
    while not wait(play).game.over and len(play.game.moves) < 30:
        check_status(play)
        play.move(rng.choice(play.game.position.get_legal_moves()))
    check_status(play)
    assert died == []
    assert {*ignored} <= {KeyboardInterrupt}


@pytest.mark.parametrize("pause", [0, 0.05, 0.2])
def test_a_move_taken_back_while_the_engine_thinks_gives_the_turn_back_at_once(pause):
    play = PlayGame(ConnectFour(), seconds=10)
    play.move(3)
    time.sleep(pause)
    play.undo()
    assert play.board._status["said"] == "Your turn."
    check_status(play)
    play.close()


def test_a_click_that_came_too_late_is_answered():
    play = PlayGame(TicTacToe(), first)
    before = play.board._status["serial"]
    play._receive(play, {"do": "move", "move": 8, "ply": 3}, [])
    assert play.board._status["serial"] > before


class TwoEach:
    """Each player takes two stones in a row, one at a time."""

    def __init__(self, stones=8):
        self.stones = stones

    @property
    def active_player(self):
        return MAX if self.stones % 4 in (0, 3) else MIN

    def get_legal_moves(self):
        return [1] if self.stones else []

    def forecast_move(self, take):
        return TwoEach(self.stones - take)


def test_an_opponent_who_moves_twice_in_a_row_does():
    play = PlayGame(TwoEach(), first)
    play.move(1)
    wait(play).move(1)
    assert len(wait(play).game.moves) == 4
    assert play.board._status["turn"] == "yours"


def test_a_hint_is_given_up_for_a_move():
    play = PlayGame(Chess(), first)
    play.hint()
    play.move(play.game.position.get_legal_moves()[0])
    wait(play)
    assert "hint" not in play.board._status["said"]
    check_status(play)
