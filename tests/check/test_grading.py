"""Points are for reports that a check has made, and for nothing else."""

import builtins

import pytest

from minimax_lab import check
from minimax_lab.check import Report, grading
from minimax_lab.check.sandbox import limits, run
from minimax_lab.check.search import battery
from minimax_lab.check.search import check as searches
from minimax_lab.check.texts.failures import CHANGED
from tools.students import correct


@pytest.fixture(scope="module")
def right():
    return check.alphabeta(correct.fail_soft)


def test_a_right_answer_gets_all_points(right):
    assert grading.points(right, 6) == 6


def test_a_report_that_somebody_has_made_up_is_worth_nothing(capsys):
    assert grading.points(Report("alphabeta", [], 1.0), 6) == 0
    assert grading.points("alphabeta", 6) == 0
    assert capsys.readouterr().out == f"{CHANGED}\n" * 2


def test_a_report_that_comes_out_of_a_call_is_worth_nothing():
    made_up = check.call(Report, "alphabeta", [], 1.0)
    assert made_up.score == 1
    assert grading.points(made_up, 6) == 0


@pytest.mark.parametrize(
    ("where", "name"),
    [
        (check, "alphabeta"),
        (check, "contest"),
        (searches, "check_search"),
        (searches, "alphabeta"),
        (battery, "larger"),
        (run, "run"),
        (limits.LineCounter, "count_line"),
        (Report, "points"),
        (Report, "passed"),
        (Report, "__getattribute__"),
        (builtins, "round"),
        (builtins, "max"),
    ],
    ids=lambda part: getattr(part, "__name__", part),
)
def test_where_something_of_the_checks_was_replaced_there_are_no_points(right, monkeypatch, where, name):
    real = getattr(where, name)
    monkeypatch.setattr(where, name, real.fget if isinstance(real, property) else lambda *args: real(*args))
    if isinstance(real, property):
        monkeypatch.setattr(where, name, property(lambda report: True))
    assert grading.points(right, 6) == 0
    monkeypatch.undo()
    assert grading.points(right, 6) == 6


def test_points_are_never_more_than_the_most_and_never_fewer_than_none():
    assert [check.Report("anything", [], score).points(3) for score in (7.0, 1.0, 0.5, -1.0)] == [3, 3, 1.5, 0]
