"""A verdict does not depend on how busy the machine is: what could not be checked is told, and is no fault."""

import importlib
import threading
import time
from functools import wraps
from itertools import count

import pytest

from minimax_lab import check
from minimax_lab.check.sandbox import limits
from minimax_lab.check.sandbox.run import run
from minimax_lab.games import Isolation
from tests.check.reports import codes
from tools.students import correct, deepening, evaluation, game_state, table
from tools.students import minimax as plain

PAUSE = 1.0  # seconds
LONG, TOO_LONG = 10, 120  # how much faster the clock on the wall goes: then a pause takes 10 seconds, or 2 minutes
BOARD = Isolation(4, 4)
MOST_OF_IT = {"minimax": 600, "alphabeta": 1500, "decision": 500, "max_value": 150, "table_search": 1800}  # calls


def paused(function, at=0):
    """The function, suspended for a while in one of its calls, as on a machine with too much to do."""
    calls, forever = count(), threading.Event()

    @wraps(function)
    def suspended(*args):
        if next(calls) == at:
            forever.wait(PAUSE)  # not time.sleep, which a simulated clock sees
        return function(*args)

    return suspended


def paused_class(at=0):
    class Paused(game_state.Sets):
        get_legal_moves = paused(game_state.Sets.get_legal_moves, at)

    return Paused


RIGHT = {
    "minimax": lambda at: check.minimax(minimax=paused(correct.MINIMAX[0], at)),
    "alphabeta": lambda at: check.alphabeta(paused(correct.fail_soft, at)),
    "decision": lambda at: check.decision(paused(correct.DECISIONS[0], at)),
    "max_value": lambda at: check.minimax(max_value=paused(plain.program(MAX_VALUE, name="max_value"), at)),
    "table_search": lambda at: check.table_search(paused(table.CORRECT[0], at)),
    "deepening": lambda at: check.deepening(paused(deepening.CORRECT[0], at)),
    "evaluation": lambda at: check.evaluation(paused(evaluation.CORRECT[0], at), BOARD),
    "game_state": lambda at: check.game_state(paused_class(at)),
}
MAX_VALUE = """
def max_value(state):
    moves = state.get_legal_moves()
    return max((min_value(state.forecast_move(move)) for move in moves), default=-1)

def min_value(state):
    moves = state.get_legal_moves()
    return min((max_value(state.forecast_move(move)) for move in moves), default=1)
"""


@pytest.fixture
def faster(monkeypatch):
    """Makes the clock on the wall go faster by a factor: as if all took so much longer than it computes."""

    def make(factor):
        begin, clock = time.monotonic(), time.monotonic  # the real one: a check may put another in its place
        monkeypatch.setattr(limits, "wall_clock", lambda: begin + factor * (clock() - begin))

    return make


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_program_passes_also_where_it_is_suspended_for_long(name, faster):
    faster(LONG)
    report = RIGHT[name](at=3)
    assert report.passed, report
    assert (report.score, report.findings) == (1, ())


@pytest.mark.parametrize("name", RIGHT)
def test_what_does_not_come_back_from_the_first_call_is_neither_right_nor_wrong(name, faster):
    faster(TOO_LONG)
    report = RIGHT[name](at=0)
    assert codes(report) == []
    assert [finding.code for finding in report.not_checked] == ["not-checked"]
    assert report.heading.startswith("? ")
    assert (report.passed, report.score) == (False, 0)
    assert "Not checked: all of it." in str(report)


@pytest.mark.parametrize("name", [name for name in RIGHT if name != "deepening"])
def test_what_was_checked_before_the_machine_was_too_busy_counts(name, faster):
    faster(TOO_LONG)
    report = RIGHT[name](at=MOST_OF_IT.get(name, 40))
    assert codes(report) == []
    assert [finding.code for finding in report.findings] == ["not-checked"]
    assert report.heading.endswith("right, as far as it was checked")
    assert (report.passed, report.score) == (True, 1)


@pytest.mark.parametrize("name", MOST_OF_IT)
def test_a_search_of_which_little_was_checked_is_not_called_right(name, faster):
    faster(TOO_LONG)
    report = RIGHT[name](at=40)
    assert [finding.code for finding in report.findings] == ["not-checked"]
    assert "Not checked: all but the smallest examples." in str(report)
    assert (report.heading, report.passed, report.score) == (f"? {report.subject}: not checked", False, 0)


@pytest.mark.exhaustive
def test_an_aspect_that_could_not_be_checked_costs_nothing(faster):
    faster(TOO_LONG)
    report = RIGHT["deepening"](at=5)
    assert codes(report) == []
    assert (report.passed, report.score) == (True, 1)
    assert "whether it has a move ready" in str(report)


def test_a_fault_that_was_found_stays_a_fault(faster):
    faster(TOO_LONG)
    source, edits = plain.MISTAKES["roles-swapped"][0]
    report = check.minimax(minimax=paused(plain.program(source, *edits), 600))
    assert codes(report) == ["wrong-value"]  # for a name, all runs are needed
    assert len(report.not_checked) == 1
    assert (report.passed, report.score) == (False, 0)


def test_a_run_that_only_waits_is_not_finished_and_one_that_computes_has_no_end(monkeypatch):
    monkeypatch.setattr(limits, "MOST_SECONDS_ON_THE_WALL", 0.3)
    monkeypatch.setattr(limits, "MOST_SECONDS", 0.5)

    def waits():
        while True:
            time.sleep(0.05)

    with pytest.raises(limits.NotFinished):
        run(waits)
    monkeypatch.setattr(limits, "MOST_SECONDS_ON_THE_WALL", 100)
    assert run(lambda: sum(1 for _ in iter(int, 1)), most_lines=10**12).failure == "endless"


def test_what_other_threads_compute_does_not_count(monkeypatch):
    monkeypatch.setattr(limits, "MOST_SECONDS", 0.2)
    done = threading.Event()

    def computes():
        while not done.is_set():
            pass

    other = threading.Thread(target=computes)
    other.start()
    try:
        assert run(lambda: threading.Event().wait(1.5)).ok
    finally:
        done.set()
        other.join()


IMPORTED = [0.0]  # seconds that an import has taken


@pytest.mark.parametrize("clock", ["processor_clock", "wall_clock"])
def test_the_time_that_an_import_takes_is_not_that_of_the_run(clock, monkeypatch, tmp_path):
    module = tmp_path / f"slow_for_{clock}.py"
    module.write_text(f"from {__name__} import IMPORTED\nIMPORTED[0] += 1_000\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(limits, clock, lambda: IMPORTED[0])

    def uses_it():
        importlib.import_module(module.stem)
        total = 0
        for number in range(100):
            total += number
        return total

    before = IMPORTED[0]
    assert run(uses_it).value == sum(range(100))
    assert IMPORTED[0] > before
