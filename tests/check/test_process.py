"""A check runs in a process of its own: whatever a student's code does there, the check ends and nothing stays."""

import builtins
import os
import pickle
import signal
import sys
import tempfile
import threading

import pytest

from minimax_lab import check
from minimax_lab.check.sandbox import limits, process
from minimax_lab.check.texts.failures import NO_PROCESSES
from minimax_lab.games import Isolation
from tests.check.reports import codes
from tools.students import broken, correct, game_state, hostile

WAYS = ["fork", "spawn"] if sys.platform == "linux" else ["spawn"]
CHECKS = {
    "minimax": lambda function: check.minimax(minimax=function),
    "alphabeta": check.alphabeta,
    "decision": check.decision,
    "table_search": check.table_search,
    "deepening": check.deepening,
    "evaluation": lambda function: check.evaluation(function, Isolation()),
}

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers that end a process")


def each_of(name, cases):
    """Each case in the quickest way; for the other way, the first is enough."""
    ways = [*((WAYS[0], case) for case in cases), *((way, next(iter(cases))) for way in WAYS[1:])]
    return pytest.mark.parametrize(("way", name), ways, indirect=["way"])


@pytest.fixture(params=WAYS)
def way(request, monkeypatch):
    """Processes are made in this way."""
    monkeypatch.setenv(process.WAY, request.param)
    monkeypatch.setattr(limits, "MOST_SECONDS", 0.5)
    return request.param


@each_of("student", hostile.ENDLESS)
def test_code_that_never_comes_back_is_endless_and_the_call_is_named(way, student):
    report = check.alphabeta(student)
    assert codes(report) == ["endless"]
    assert report.findings[0].call.startswith(f"{student.__name__}(tree(")
    assert report.score == 0


@each_of("student", hostile.WAITING)
def test_code_that_only_waits_is_neither_right_nor_wrong(way, student, monkeypatch):
    monkeypatch.setattr(limits, "MOST_SECONDS_ON_THE_WALL", 2.0)
    report = check.alphabeta(student)
    assert [finding.code for finding in report.findings] == ["not-checked"]
    assert (report.passed, report.score) == (False, 0)


@pytest.mark.exhaustive
@pytest.mark.parametrize("student", [hostile.counts_for_ever, hostile.waits_for_nobody])
def test_without_timers_the_process_that_waits_ends_what_takes_too_long(student, monkeypatch):
    monkeypatch.setenv(process.WAY, "spawn")
    monkeypatch.setattr(process, "NEW_PYTHON", f"import signal; del signal.setitimer; {process.NEW_PYTHON}")
    monkeypatch.setattr(limits, "MOST_SECONDS_ON_THE_WALL", 2.0)
    report = check.alphabeta(student)
    assert [finding.code for finding in report.findings] == ["not-checked"]
    assert (report.passed, report.score) == (False, 0)


def test_a_loop_whose_lines_are_not_counted_is_told_with_its_line(way):
    (finding,) = check.call(hostile.loops).findings
    assert finding.code == "endless"
    assert finding.message.endswith(("`while True:`", "`number += 1`"))


@each_of("student", hostile.ENDING)
def test_code_that_ends_python_ends_only_its_own(way, student):
    report = check.alphabeta(student)
    assert codes(report) == ["ends-python"]
    assert report.findings[0].call.startswith(f"{student.__name__}(tree(")


@each_of("name", CHECKS)
def test_every_check_outlives_an_end_of_python(way, name):
    assert codes(CHECKS[name](hostile.ends_python)) == ["ends-python"]


def test_a_class_that_ends_python_is_told_so(way):
    class Ends(game_state.Sets):
        def get_legal_moves(self):
            os._exit(3)

    assert codes(check.game_state(Ends)) == ["ends-python"]


@each_of("student", hostile.WITH_PROCESSES)
def test_no_other_process_is_started_or_ended(way, student):
    (finding,) = check.alphabeta(student).findings
    assert finding.code == "raises"
    assert NO_PROCESSES in finding.message


def test_an_answer_that_the_code_has_written_itself_is_none(way, monkeypatch, tmp_path):
    monkeypatch.setenv("TMPDIR", str(tmp_path))  # where no other check has its files
    monkeypatch.setattr(tempfile, "tempdir", None)
    (finding,) = check.alphabeta(hostile.answers_for_the_check).findings
    assert finding.code == "ends-python"


def test_nothing_is_left_behind(way):
    def here():
        handler, limit = signal.getsignal(signal.SIGINT), sys.getrecursionlimit()
        return os.getcwd(), dict(os.environ), handler, limit, builtins.max, check.alphabeta

    before = here()
    check.alphabeta(hostile.changes_everything)
    assert here() == before


def test_what_is_changed_in_the_checker_is_only_a_copy(way):
    report = check.alphabeta(hostile.praises_itself)
    assert isinstance(check.Report.passed, property)
    assert "score" not in vars(check.Report)
    assert not report.passed
    assert check.alphabeta(correct.fail_soft).passed


@each_of("name", ["minimax", "alphabeta", "decision"])
def test_a_state_that_was_broken_by_force_is_a_fault_and_no_error_of_the_check(way, name):
    report = CHECKS[name](hostile.writes_where_it_cannot)
    assert not report.passed
    assert report.faults


@pytest.mark.exhaustive
def test_either_way_says_the_same(monkeypatch):
    students = correct.MINIMAX[0], broken.raises
    told = {}
    for asked in (*WAYS, "here"):
        monkeypatch.setenv(process.WAY, asked)
        told[asked] = [str(check.minimax(minimax=student)) for student in students]
    assert all(text == told["here"] for text in told.values())


def test_functions_of_a_notebook_are_sent_with_all_that_they_call(monkeypatch):
    monkeypatch.setenv(process.WAY, "spawn")
    names = {"__name__": "__main__"}
    exec(NOTEBOOK, names)
    assert check.minimax(max_value=names["max_value"], min_value=names["min_value"]).passed


NOTEBOOK = """
OVER = {"max": -1, "min": +1}
def max_value(state):
    return max((min_value(state.forecast_move(m)) for m in state.get_legal_moves()), default=OVER["max"])
def min_value(state):
    return min((max_value(state.forecast_move(m)) for m in state.get_legal_moves()), default=OVER["min"])
"""


def test_a_function_that_cannot_be_sent_is_checked_all_the_same(monkeypatch):
    monkeypatch.setenv(process.WAY, "spawn")
    lock = threading.Lock()

    def locked(state):
        with lock:
            return not state.get_legal_moves()

    with pytest.raises(TypeError):
        pickle.dumps(lock)
    assert check.minimax(terminal_test=locked).passed


def test_a_thread_that_may_hold_something_asks_for_a_new_python(monkeypatch):
    monkeypatch.delenv(process.WAY, raising=False)
    done = threading.Event()
    other = threading.Thread(target=done.wait)
    other.start()
    try:
        assert process._way() == "spawn"
    finally:
        done.set()
        other.join()


def test_a_wrong_call_of_a_check_is_an_error_where_it_was_made(way):
    with pytest.raises(TypeError, match="there is nothing to check"):
        check.minimax()


def test_what_was_returned_is_told_even_if_it_cannot_be_sent(way):
    (finding,) = check.alphabeta(lambda *args: threading.Lock()).findings
    assert finding.code == "returns-no-number"
    assert "lock" in str(finding)


def test_points_are_a_share_of_the_most():
    report = check.Report("anything", [], 0.755)
    assert [report.points(most) for most in (10, 6, 0)] == [7.55, 4.53, 0]
    assert check.Report("anything", [], 7.0).points(3) == 3
    assert check.Report("anything", [], -1.0).points(3) == 0


def test_a_loop_in_one_line_is_stopped_also_where_a_check_has_no_process_of_its_own(monkeypatch):
    def minimax(state, depth, maximizing, evaluate):
        while True: pass  # fmt: skip  # noqa: E701

    monkeypatch.setenv(process.WAY, "here")
    monkeypatch.setattr(limits, "MOST_SECONDS", 0.2)
    assert codes(check.minimax(minimax=minimax)) == ["endless"]


def interrupts(state, depth, maximizing, evaluate):
    raise KeyboardInterrupt


def test_code_that_raises_what_ctrl_c_raises_is_told_so_with_its_line():
    (finding,) = check.minimax(minimax=interrupts).findings
    assert finding.code == "raises"
    assert "KeyboardInterrupt. It happened in interrupts" in finding.message
    assert finding.line
