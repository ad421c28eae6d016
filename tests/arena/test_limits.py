"""A player whose time is up is stopped, and leaves nothing behind."""

import sys
import threading
import time
from contextlib import closing

import pytest

from minimax_lab.arena import (
    EnginePlayer,
    match,
    play,
)
from minimax_lab.arena.match import Limited
from minimax_lab.game import MAX, MIN
from minimax_lab.games import ConnectFour, TicTacToe
from minimax_lab.limits import Stopped, TimeUp, raise_in
from tests.arena.samples import first, last, loops

NEEDS_MONITORING = pytest.mark.skipif(not hasattr(sys, "monitoring"), reason="needs Python 3.12, as in a browser")


def since(before):
    """The threads that have come since; of those before, which other tests may have left, some may have ended."""
    return {*threading.enumerate()}.difference(before)


def test_a_player_that_never_returns_runs_out_of_its_time_for_the_game():
    record = play(TicTacToe(), first, loops, seconds=0.3, patience=60)
    assert (record.forfeit, record.reason) == (MIN, "has used up its 0.3 seconds")


def test_where_both_limits_end_together_it_is_the_time_for_the_game_that_is_used_up():
    record = play(TicTacToe(), loops, first, seconds=0.2, patience=0.2)
    assert (record.forfeit, record.reason) == (MAX, "has used up its 0.2 seconds")


def test_what_a_stopped_player_was_doing_comes_to_an_end():
    before = threading.enumerate()
    for _ in range(3):
        play(TicTacToe(), loops, first, patience=0.05)
    assert not since(before)


def test_a_player_who_cannot_be_stopped_is_left_behind(quickly):
    over = threading.Event()

    def catches_everything(state):
        while not over.is_set():
            try:
                sum(range(1000))
            except BaseException:
                continue

    record = play(TicTacToe(), catches_everything, first, patience=0.05)
    over.set()
    assert record.reason == "has not moved within 0.05 seconds"


def test_a_player_who_swallows_the_first_exception_is_ended_by_the_next():
    threads = []

    def swallows_one(state):
        threads.append(threading.current_thread())
        try:
            loops(state)
        except BaseException:
            loops(state)

    assert play(TicTacToe(), swallows_one, first, patience=0.05).forfeit is MAX
    assert [thread.is_alive() for thread in threads] == [False]


def test_a_thread_that_is_stopped_when_its_call_is_over_ends_in_silence(monkeypatch):
    complaints = []
    monkeypatch.setattr(threading, "excepthook", complaints.append)
    with closing(Limited()) as limited:
        limited.call(lambda: None, 60)
        thread = limited._thread
        raise_in(thread.ident, Stopped)
    thread.join(30)
    assert not thread.is_alive()
    assert complaints == []


def test_no_thread_is_left_behind_by_a_game():
    before = threading.enumerate()
    for _ in range(20):
        play(TicTacToe(), first, last, patience=60)
    deadline = time.monotonic() + 10
    while since(before) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not since(before)


def test_a_player_can_be_stopped_in_a_game_that_runs_in_another_thread():
    records = []
    thread = threading.Thread(target=lambda: records.append(play(TicTacToe(), loops, first, patience=0.1)))
    thread.start()
    thread.join(30)
    assert [record.forfeit for record in records] == [MAX]


def test_an_interrupt_ends_the_game_and_the_player():
    def interrupts(state):
        raise_in(threading.main_thread().ident, KeyboardInterrupt)
        loops(state)

    before = threading.enumerate()
    with pytest.raises(KeyboardInterrupt):
        play(TicTacToe(), interrupts, first, patience=60)
    assert not since(before)


@pytest.mark.parametrize("patience", [60, None])
def test_a_player_who_takes_an_interrupt_for_its_own_does_not_keep_it_from_the_game(patience):
    """As an engine does, which then returns the best move that it has found."""

    def engine(state):
        try:
            raise_in(threading.main_thread().ident, KeyboardInterrupt)
            loops(state)
        except KeyboardInterrupt:
            return first(state)

    with pytest.raises(KeyboardInterrupt):
        play(TicTacToe(), engine, engine, patience=patience)


def test_an_engine_that_is_interrupted_returns_the_best_that_it_has_found():
    found = []
    thread = threading.Thread(target=lambda: found.append(EnginePlayer(seconds=1000).think(ConnectFour())))
    thread.start()
    while thread.is_alive():
        raise_in(thread.ident, KeyboardInterrupt)
        thread.join(0.5)
    assert found[0].move in ConnectFour().get_legal_moves()
    assert not found[0].complete


@pytest.mark.parametrize("threads", [True, False], ids=["in a thread", "where there are no threads"])
def test_a_limited_call_answers_with_what_it_returned_or_raised(threads, monkeypatch):
    monkeypatch.setattr(match, "THREADS", threads)
    with closing(Limited()) as limited:
        assert limited.call(lambda: 42, 60) == (42, None)
        result, error = limited.call(lambda: 1 / 0, 60)
        assert (result, type(error)) == (None, ZeroDivisionError)


@pytest.mark.parametrize("threads", [True, pytest.param(False, marks=NEEDS_MONITORING)])
def test_after_a_call_that_took_too_long_there_can_be_others(threads, monkeypatch):
    monkeypatch.setattr(match, "THREADS", threads)
    with closing(Limited()) as limited:
        with pytest.raises(TimeUp):
            limited.call(lambda: loops(None), 0.05)
        assert limited.call(lambda: 43, 60) == (43, None)
