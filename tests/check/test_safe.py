"""Whatever a student's code does, the check answers in plain words and the notebook lives on."""

import builtins
import subprocess
import sys
from functools import cache

import pytest

from minimax_lab import check
from tests.students import broken
from tests.students.correct import fail_soft


@cache
def report_on(student):
    return check.alphabeta(student)


CASES = [(code, student) for code, students in broken.FAILURES.items() for student in students]


@pytest.mark.parametrize(("code", "student"), CASES)
def test_every_kind_of_broken_program_gets_a_message_of_its_own(code, student):
    report = report_on(student)
    assert not report.passed
    assert [finding.code for finding in report.findings] == [code]
    assert report.findings[0].title
    assert report.findings[0].message
    assert report.score == 0


def test_messages_differ_from_one_kind_to_the_next():
    kinds = {code: report_on(students[0]).findings[0] for code, students in broken.FAILURES.items()}
    assert len({finding.message for finding in kinds.values()}) == len(kinds)
    assert len({finding.title for finding in kinds.values()}) == len(kinds)


def test_what_went_wrong_is_shown_on_the_smallest_tree():
    sizes = {code: report_on(students[0]).findings[0].counterexample for code, students in CASES_WITH_A_TREE}
    # A leaf is enough for what happens in every call; what needs a move needs two nodes.
    assert {code: tree.size for code, tree in sizes.items()} == {
        "raises": 2,
        "endless": 2,
        "too-deep": 2,
        "prints": 2,
        "asks": 1,
        "mutates-state": 1,
        "returns-generator": 1,
        "returns-none": 2,
        "returns-no-number": 1,
    }


CASES_WITH_A_TREE = [
    (code, students) for code, students in broken.FAILURES.items() if code not in ("wrong-arity", "not-a-function")
]


def test_the_students_own_error_is_quoted():
    assert "ZeroDivisionError" in report_on(broken.raises).findings[0].message


def test_a_stub_is_told_that_it_is_not_written_yet():
    assert report_on(broken.not_written).findings[0].title == "Not written yet"


def test_a_check_leaves_python_as_it_was(capsys):
    before = builtins.input, sys.gettrace(), sys.stdout, sys.getrecursionlimit()
    for students in broken.FAILURES.values():
        check.alphabeta(students[0])
    assert (builtins.input, sys.gettrace(), sys.stdout, sys.getrecursionlimit()) == before
    assert capsys.readouterr().out == ""
    assert check.alphabeta(fail_soft).passed


def test_what_a_right_program_prints_does_not_show(capsys):
    def chatty(state, depth, maximizing, evaluate):
        print(state)
        moves = state.get_legal_moves()
        if depth == 0 or not moves:
            return evaluate(state)
        values = [chatty(state.forecast_move(move), depth - 1, not maximizing, evaluate) for move in moves]
        return max(values) if maximizing else min(values)

    assert check.minimax(minimax=chatty).passed
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("code", ["raises", "returns-none", "mutates-state"])
def test_a_run_that_failed_can_be_replayed_up_to_its_failure(code):
    replay = report_on(broken.FAILURES[code][0]).findings[0].replay()
    assert 0 <= replay.step < len(replay.trace.steps)


def test_nothing_to_check_is_an_error_that_says_what_to_write():
    with pytest.raises(TypeError, match=r"check\.minimax\(max_value=max_value\)"):
        check.minimax()


def test_the_lines_of_an_import_are_not_counted():
    """The module is made so that no other test has imported it, with more lines than any run may execute."""
    code = (
        "import sys, pathlib, tempfile\n"
        "folder = tempfile.mkdtemp()\n"
        "pathlib.Path(folder, 'long_module.py').write_text('for i in range(500_000):\\n    x = i\\n')\n"
        "sys.path.insert(0, folder)\n"
        "from minimax_lab.check.sandbox.run import run\n"
        "def uses_it():\n"
        "    import long_module\n"
        "    return long_module.x\n"
        "def endless():\n"
        "    while True:\n"
        "        x = 1\n"
        "print(run(uses_it).value, run(endless).failure)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.split() == ["499999", "endless"], done.stderr


def test_what_only_the_states_of_a_game_have_is_named_with_what_there_is():
    def terminal_test(state):
        return not state.reach(state.active_player)

    (finding,) = check.minimax(terminal_test=terminal_test).findings
    assert "It asked a state for `reach`." in finding.message
    assert "get_legal_moves(), forecast_move(move)" in finding.message
