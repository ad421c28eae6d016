"""What the engine's benchmark counts and compares with, without a look at the clock."""

import multiprocessing

import pytest

from benchmarks.clock import TimedMove, clock_report, load, summary, waited
from benchmarks.engine import plain_isolation, tutorial
from benchmarks.positions import TUTORIAL_DEAL, EqualCardsApart
from minimax_lab.games import Isolation
from minimax_lab.search import minimax


def move(overrun, waited=0.0, depth=3, legal=True):
    return TimedMove(overrun, waited, computed=0.01, depth=depth, legal=legal)


def test_a_move_that_waited_for_the_processor_is_late_but_not_by_itself():
    moves = [move(-0.01), move(0.019), move(0.021), move(0.3, waited=0.29), move(0.3, waited=0.2), move(0, depth=0)]
    row = summary("a game", moves)
    assert (row["positions"], row["late"], row["late_by_itself"]) == (6, 3, 2)
    assert (row["not_one_ply"], row["illegal"]) == (1, 0)
    assert row["own_overrun_most"] == pytest.approx(0.1)
    assert clock_report([row], 0.1).splitlines()[1].split()[:2] == ["a", "game"]


def test_an_illegal_move_is_counted():
    assert summary("a game", [move(0), move(0, legal=False)])["illegal"] == 1


def test_the_load_is_there_as_long_as_it_is_wanted():
    before = {*multiprocessing.active_children()}  # of other tests
    with load(2):
        assert len({*multiprocessing.active_children()} - before) == 2
    assert {*multiprocessing.active_children()} <= before


def test_the_time_spent_waiting_never_goes_back():
    times = [waited() for _ in range(20)]
    assert times[0] >= 0
    assert times == sorted(times)


@pytest.mark.parametrize(("width", "height"), [(1, 1), (2, 1), (2, 2), (3, 2), (3, 3), (4, 2)])
def test_the_plain_program_for_isolation_finds_what_minimax_finds(width, height):
    assert plain_isolation(width, height) == minimax(Isolation(width, height, blocked=[]))


def test_cards_kept_apart_lead_to_the_same_positions_as_cards_taken_together():
    apart = EqualCardsApart(TUTORIAL_DEAL)
    children = [apart.forecast_move(move).game for move in apart.get_legal_moves()]
    assert len(children) == 45
    assert set(children) == {TUTORIAL_DEAL.forecast_move(move) for move in TUTORIAL_DEAL.get_legal_moves()}


def test_a_value_other_than_the_tutorials_stops_the_comparison(monkeypatch):
    monkeypatch.setattr("benchmarks.engine.TUTORIAL_VALUES", [12.5, 0.0])
    with pytest.raises(AssertionError, match="depth 2: the tutorial's engine finds 0"):
        tutorial(deepest=2)
