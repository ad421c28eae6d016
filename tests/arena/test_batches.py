"""A worker plays its batches, itself or in a process beside it, and tells what became of them."""

import os
import subprocess
import sys

import pytest

from minimax_lab.arena import RandomPlayer, batches, tournament
from minimax_lab.arena.batches import BatchResult, PlayingProcess, pack, play_batch
from minimax_lab.arena.seeded_game import Settings, play_game
from minimax_lab.games import TicTacToe
from tests.arena.samples import first, lucky

PLAYERS = {"lucky": lucky, "random": RandomPlayer()}


def settings_for(players):
    return Settings(players, [TicTacToe()], 0, None, 60)


@pytest.fixture(scope="module")
def expected():
    return list(tournament(PLAYERS, TicTacToe(), games=3).games)


@pytest.fixture
def no_process_left():
    """End the process that belongs to this thread."""
    yield
    batches._isolated.process._process.communicate()
    batches._isolated.process = None


@pytest.fixture(name="process")
def playing_process():
    process = PlayingProcess()
    yield process
    process._process.communicate()


@pytest.mark.usefixtures("no_process_left")
def test_a_worker_plays_the_same_games_as_this_process_also_when_they_are_isolated(expected):
    batch = [game.pairing for game in expected]
    for isolated in False, True:
        assert play_batch(pack(settings_for(PLAYERS)), batch, 1, isolated) == BatchResult(expected)


def test_a_game_does_not_depend_on_the_games_before_it(expected):
    played = [play_game(settings_for(PLAYERS), game.pairing) for game in reversed(expected)]
    assert played == expected[::-1]


@pytest.mark.usefixtures("no_process_left")
def test_the_games_before_a_process_died_are_kept_and_the_next_process_is_another_one(expected):
    def ends_its_process(state):
        os._exit(0)

    packed = pack(settings_for(PLAYERS | {"ends": ends_its_process}))
    deadly = expected[2].pairing._replace(min="ends")
    batch = [expected[0].pairing, expected[1].pairing, deadly, expected[2].pairing]
    assert play_batch(packed, batch, 1, isolated=True) == BatchResult(expected[:2], died=True)
    assert play_batch(packed, batch[3:], 2, isolated=True) == BatchResult(expected[2:3])


def test_what_players_print_and_read_does_not_disturb_the_answers(process):
    def talks(state):
        print("I think", flush=True)
        os.write(1, b"and think")
        subprocess.run([sys.executable, "-c", "print('with others')"], check=True)
        assert sys.stdin.read() == ""
        return first(state)

    players = {"talks": talks, "first": first}
    games = tournament({"talks": first, "first": first}, TicTacToe()).games
    packed, batch = pack(settings_for(players)), [game.pairing for game in games]
    assert process.play(packed, batch) == BatchResult(list(games))


def test_the_process_ends_when_nobody_asks_any_more():
    process = PlayingProcess()
    process._process.stdin.close()
    assert process._process.wait(60) == 0
    process._process.stdout.close()


def test_a_process_that_was_killed_between_two_batches_is_noticed(expected, process):
    process._process.kill()
    process._process.wait(60)
    batch = [game.pairing for game in expected]
    assert process.play(pack(settings_for(PLAYERS)), batch) == BatchResult([], died=True)


@pytest.mark.parametrize("program", ["false", "there is no such program"])
def test_a_process_that_cannot_be_started_is_told_of(monkeypatch, program):
    monkeypatch.setattr(sys, "executable", program)
    result = play_batch(b"", [], 1, isolated=True)
    assert (result.games, result.died) == ([], False)
    assert f"could not start a process to play in ({program})" in result.error


def test_players_that_cannot_be_loaded_are_told_of_by_the_process_too(process):
    result = process.play(b"nonsense", [])
    assert "could not load the players and positions: UnpicklingError" in result.error
    assert not result.died


def test_when_the_time_of_a_batch_is_over_the_games_so_far_are_handed_back(monkeypatch, expected):
    monkeypatch.setattr(batches, "SLICE", -1)
    result = play_batch(pack(settings_for(PLAYERS)), [game.pairing for game in expected], 1, isolated=False)
    assert result == BatchResult(expected[:1])
