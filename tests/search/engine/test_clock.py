"""The clock: when it is looked at, when a search stops, and what is started."""

import gc

import pytest

from minimax_lab.games import ConnectFour
from minimax_lab.search.engine.clock import Clock, OutOfTime
from minimax_lab.search.engine.engine import Engine
from tests.search.engine.games import (
    estimate,
)


class FakeTime:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


def clock_after(durations, moves, seconds=10.0):
    time = FakeTime()
    clock = Clock(seconds, now=time)
    for duration, move in zip(durations, moves, strict=True):
        time.now += duration
        clock.iteration_done(move)
    return clock


def test_an_iteration_that_cannot_finish_is_not_started():
    assert clock_after([0.1, 0.3, 0.9], "aab").worth_another()  # the next takes 2.7 of 8.7
    assert not clock_after([1.0, 2.0, 4.0], "aaa").worth_another()  # the next would take 8 of 3


def test_there_is_more_time_while_the_best_move_changes_and_less_when_it_is_steady():
    durations = [0.1, 0.3, 0.9, 2.7]  # the next takes 8.1, and 6 are left
    assert clock_after(durations, "abab").worth_another()
    assert not clock_after(durations, "abbb").worth_another()
    durations = [0.1, 0.2, 0.8, 1.6]  # the next takes 4.5, and 7.3 are left
    assert clock_after(durations, "abbb").worth_another()
    assert not clock_after(durations, "bbbb").worth_another()


def test_the_clock_is_looked_at_often_enough_and_time_that_is_up_is_noticed():
    time = FakeTime()
    clock = Clock(1.0, now=time)
    time.now = 0.5
    assert clock.next_look(100_000) == 100_000 + 200  # a thousandth of a second later
    time.now = 1.0
    with pytest.raises(OutOfTime):
        clock.next_look(200_000)


def when_told_to_stop(absences, seconds):
    """When a search that looks at the clock each millisecond is stopped, given absences: when they begin, how long."""
    time = FakeTime()
    clock = Clock(seconds, now=time)
    while time.now < 2 * seconds:
        time.now += next((length for begin, length in absences if begin <= time.now < begin + length), 0.001)
        try:
            clock.check()
        except OutOfTime:
            break
    return time.now


class Tangled:
    """Refers to itself: only the garbage collector frees it."""

    def __init__(self):
        self.itself = self


@pytest.fixture
def collections():
    """The generations that the garbage collector has looked through."""
    seen = []

    def note(phase, info):
        if phase == "stop":
            seen.append(info["generation"])

    gc.collect()
    gc.callbacks.append(note)
    yield seen
    gc.callbacks.remove(note)


def test_no_garbage_is_collected_while_the_time_is_short(collections):
    seen = []

    def tangling(state):
        for _ in range(100):
            Tangled()
        seen.append(len(collections))
        return estimate(state)

    Engine(tangling).search(ConnectFour(), 3)
    assert seen[-1] > seen[0]  # so there is something that could disturb
    seen.clear()
    Engine(tangling).search(ConnectFour(), 3, seconds=60)
    assert seen[-1] == seen[0]
    assert gc.isenabled()


def test_the_garbage_collector_is_as_it_was_whatever_happens_to_a_search():
    def breaks(state):
        if state != ConnectFour():
            raise ZeroDivisionError
        return 0

    with pytest.raises(ZeroDivisionError):
        Engine(breaks).search(ConnectFour(), seconds=1)
    assert gc.isenabled()
    gc.disable()
    try:
        Engine(estimate).search(ConnectFour(), 2, seconds=1)
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_in_a_long_search_new_garbage_is_collected_once_a_second_except_in_the_last(collections):
    time = FakeTime()
    clock = Clock(5.0, now=time)
    at = []
    with clock:
        while time.now < 4.9:
            time.now += 0.01
            collections.clear()
            clock.check()
            at += [(round(time.now, 1), generation) for generation in collections]
    assert at == [(1.0, 0), (2.0, 0), (3.0, 0)]  # with the reserve, the last second begins at 3.99


def test_who_was_once_kept_from_the_clock_is_not_late_when_it_happens_again():
    assert when_told_to_stop([], 0.1) == pytest.approx(0.09, abs=0.0011)
    assert when_told_to_stop([(0.085, 0.02)], 0.1) > 0.1
    for begin in range(25, 100):
        assert when_told_to_stop([(0.004, 0.02), (begin / 1000, 0.0199)], 0.1) <= 0.1


def test_being_kept_from_the_clock_costs_at_most_a_quarter_of_the_time():
    assert when_told_to_stop([(0.1, 0.5)], 1.0) == pytest.approx(0.75, abs=0.0011)
