"""A time limit ends any loop of Python code, and leaves nothing behind."""

import threading
import time
import traceback
from contextlib import suppress

import pytest

from minimax_lab import limits
from minimax_lab.limits import TimeUp, time_limit

SHORT, LONG = 0.05, 60.0


def loops_for_ever():
    while True:
        pass


def catches_everything():
    for _ in range(3):
        with suppress(BaseException):
            loops_for_ever()


@pytest.mark.parametrize("code", [loops_for_ever, catches_everything])
def test_code_that_does_not_come_back_is_ended_and_the_error_says_where_it_was(code):
    with pytest.raises(TimeUp, match="not back after 0.05 seconds") as caught, time_limit(SHORT):
        code()
    assert "loops_for_ever" in "".join(traceback.format_tb(caught.value.__traceback__)) or code is catches_everything


def test_it_works_in_another_thread_too():
    ended = []

    def run():
        try:
            with time_limit(SHORT):
                loops_for_ever()
        except TimeUp:
            ended.append(True)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join(LONG)
    assert ended == [True]


def test_code_that_is_back_in_time_is_left_alone_and_so_is_its_own_error():
    with time_limit(LONG):
        assert 1 + 1 == 2
    with pytest.raises(KeyError), time_limit(LONG):
        raise KeyError("mine")


def test_nothing_is_raised_after_the_end_however_close_it_was():
    undisturbed = 0
    for number in range(60):
        with suppress(TimeUp), time_limit(0.002):
            time.sleep(0.0015 + number % 10 / 10_000)
        with suppress(BaseException):  # one that comes late would come here, and not be counted
            for _ in range(1_000):
                pass
            undisturbed += 1
    assert undisturbed == 60


def test_a_limit_that_is_interrupted_at_its_end_stops_nobody_afterwards(monkeypatch):
    """A widget's stop button raises KeyboardInterrupt in the thread of an engine that has a limit."""
    end, interrupts = limits._Watch.end, [KeyboardInterrupt]

    def interrupted_once(watch):
        if interrupts:
            raise interrupts.pop()
        end(watch)

    monkeypatch.setattr(limits._Watch, "end", interrupted_once)
    with pytest.raises(KeyboardInterrupt), time_limit(SHORT):
        pass
    time.sleep(3 * SHORT)
    assert interrupts == []


def test_a_limit_whose_thread_has_ended_does_not_stop_the_next_one_which_gets_its_number(monkeypatch):
    stopped = []
    monkeypatch.setattr(limits, "raise_in", lambda thread, exception: stopped.append(thread))
    thread = threading.Thread(target=lambda: limits._Watch(SHORT).start())
    thread.start()
    thread.join()
    time.sleep(3 * SHORT)
    assert stopped == []


def test_of_two_limits_the_shorter_one_counts():
    with time_limit(LONG), pytest.raises(TimeUp, match="0.05"), time_limit(SHORT):
        loops_for_ever()


def test_whoever_records_threads_does_not_see_the_one_that_watches_the_time():
    """In Python 3.11 it would not begin to run while an exception is on its way to the thread that waits for it."""
    seen = []
    threading.settrace(lambda frame, *_: seen.append(frame.f_code.co_name))
    try:
        with time_limit(LONG):
            time.sleep(SHORT)
    finally:
        threading.settrace(None)
    assert seen == []
