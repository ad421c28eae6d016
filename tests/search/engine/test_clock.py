"""The clock: when it is looked at, when a search stops, and what is started."""

import gc
import itertools
import time
from contextlib import suppress

import pytest

from minimax_lab.games import ConnectFour
from minimax_lab.search.engine import engine
from minimax_lab.search.engine.clock import Clock, OutOfTime, expected_nodes
from minimax_lab.search.engine.engine import Engine
from tests.search.engine.games import (
    estimate,
)


class FakeTime:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


def worth_another_after(elapsed, iterations, seconds=10.0):
    time = FakeTime()
    clock = Clock(seconds, now=time)
    time.now = elapsed
    return clock.worth_another(iterations)


def test_most_of_the_time_is_used_even_for_an_iteration_that_cannot_finish():
    assert worth_another_after(5.0, [10, 100, 1_000])
    assert worth_another_after(8.9, [10, 100, 1_000])
    assert not worth_another_after(9.99, [10, 100, 1_000])  # 10 ms are held in reserve


def test_near_the_end_an_iteration_must_be_able_to_finish_as_far_as_nodes_tell():
    assert not worth_another_after(9.5, [10, 100, 1_000])  # the next has 10,000 nodes, nine times what took 9.5 s
    assert worth_another_after(9.5, [10_000, 10, 10, 10])  # the next has 10 nodes
    assert worth_another_after(9.5, [10_000, 300, 200])  # never fewer than the last: 200, for which there is time
    assert not worth_another_after(9.5, [10_000, 300, 600])  # 600 take 0.52 s, and 0.49 are left


def test_odd_and_even_depths_may_differ_so_growth_is_taken_over_two_iterations():
    assert [expected_nodes(nodes) for nodes in ([7], [7, 14], [10, 100, 40], [10, 1_000, 40])] == [7, 28, 80, 80]


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


def test_what_a_search_has_made_is_not_gone_through_at_its_end_when_the_move_is_due():
    to_look_through = []

    def note(phase, info):
        if phase == "start":
            to_look_through.append(len(gc.get_objects(generation=0)))

    gc.callbacks.append(note)
    try:
        with Clock(1):
            made = [[] for _ in range(10_000)]
        more = [[] for _ in range(gc.get_threshold()[0] + 300)]  # the collector comes now
    finally:
        gc.callbacks.remove(note)
    assert to_look_through
    assert max(to_look_through) <= 2 * len(more) < len(made)
    assert gc.get_freeze_count() < len(made)  # later it comes to what the search has made, too


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


def test_the_time_that_collecting_takes_is_not_held_in_reserve_since_it_does_not_happen_near_the_end():
    time = FakeTime()
    clock = Clock(5.0, now=time)

    def takes_long(phase, info):
        time.now += 0.15  # at the beginning and at the end

    gc.callbacks.append(takes_long)
    try:
        with suppress(OutOfTime), clock:
            while time.now < 6:
                time.now += 0.001
                clock.check()
    finally:
        gc.callbacks.remove(takes_long)
    assert time.now == pytest.approx(4.99, abs=0.0011)


def test_who_was_once_kept_from_the_clock_is_not_late_when_it_happens_again():
    assert when_told_to_stop([], 0.1) == pytest.approx(0.09, abs=0.0011)
    assert when_told_to_stop([(0.085, 0.02)], 0.1) > 0.1
    for begin in range(25, 100):
        assert when_told_to_stop([(0.004, 0.02), (begin / 1000, 0.0199)], 0.1) <= 0.1


def test_being_kept_from_the_clock_costs_at_most_a_quarter_of_the_time():
    assert when_told_to_stop([(0.1, 0.5)], 1.0) == pytest.approx(0.75, abs=0.0011)


def test_a_slow_evaluation_looks_at_the_clock_each_time(monkeypatch):
    calls = []

    class Watched(Clock):
        def check(self):
            calls.append("look")
            super().check()

    def slow(state):
        calls.append("evaluation")
        end = time.perf_counter() + 100e-6
        while time.perf_counter() < end:
            pass
        return 0

    monkeypatch.setattr(engine, "Clock", Watched)
    Engine(slow).search(ConnectFour(), 2, seconds=60)
    assert calls.count("evaluation") > 20
    assert all(before == "look" for before, call in itertools.pairwise(calls) if call == "evaluation")
