"""Threads: those of the search are part of it; those that others start at the same time are left alone."""

import sys
from contextlib import contextmanager
from threading import Event, Thread

import pytest

from minimax_lab.search import minimax
from minimax_lab.trace import trace
from tests.trace.searches import TEXTBOOK


def searched(state):
    """A search that this file brings, so that it is watched line by line wherever it runs."""
    moves = state.get_legal_moves()
    return max(-searched(state.forecast_move(move)) for move in moves) if moves else 0


def take(pile, is_max):
    """A program that knows nothing of our states: who takes the last stone wins."""
    if pile == 0:
        return -1 if is_max else 1
    values = [take(pile - n, not is_max) for n in (1, 2) if n <= pile]
    return max(values) if is_max else min(values)


@contextmanager
def somebody_elses(target):
    """A function to call while a search is recorded: a thread that ran before starts a new one, as Jupyter does."""
    wanted, done = Event(), Event()

    def wait_and_start():
        wanted.wait()
        thread = Thread(target=target)
        thread.start()
        thread.join()
        done.set()

    def call():
        wanted.set()
        assert done.wait(60)

    other = Thread(target=wait_and_start)
    other.start()
    yield call
    wanted.set()
    other.join()


def test_a_thread_that_others_start_while_a_search_is_recorded_is_neither_watched_nor_shown():
    tracers = []

    def foreign():
        tracers.append(sys.gettrace())
        searched(TEXTBOOK)
        tracers.append(sys.gettrace())

    with somebody_elses(foreign) as call:

        def search(state):
            call()
            return minimax(state)

        seen = trace(search, TEXTBOOK)
    assert tracers == [None, None]
    assert [node.visits for node in seen.nodes[1:]] == [1] * 12
    assert seen.value == minimax(TEXTBOOK)


def test_a_program_is_not_said_to_run_in_threads_that_others_have_started():
    tracers = []

    def foreign():
        take(3, True)
        tracers.append(sys.gettrace())

    with somebody_elses(foreign) as call:

        def search(pile, is_max):
            if pile == 3 and not tracers:
                call()
            return take(pile, is_max)

        seen = trace(search, 3, True)
    assert tracers == [None]
    assert not [note for note in seen.notes if "threads" in note]
    assert seen.value == -1


@pytest.mark.parametrize("state", [TEXTBOOK, 3], ids=["a search", "a program"])
def test_a_thread_that_goes_on_when_the_search_is_over_is_watched_no_longer(state):
    over, tracers, threads = Event(), [], []

    def look():
        tracers.append(sys.gettrace())

    def go_on():
        assert over.wait(60)
        look()

    def search(state, *rest):
        threads.append(Thread(target=go_on))
        threads[0].start()
        return take(state, True) if isinstance(state, int) else minimax(state)

    trace(search, state, *([True] if isinstance(state, int) else []))
    over.set()
    threads[0].join()
    assert tracers == [None]
