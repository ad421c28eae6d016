"""Whatever a student's code does, the check answers in plain words and the notebook lives on."""

import builtins
import gc
import re
import subprocess
import sys
import weakref

import pytest

from minimax_lab import check
from minimax_lab.check.sandbox import limits
from minimax_lab.check.sandbox.limits import KEPT, MOST_PRINTED
from minimax_lab.check.sandbox.run import run
from minimax_lab.check.shared import line_of
from minimax_lab.games import Isolation
from tests.check.reports import report_on
from tools.students import broken
from tools.students.correct import fail_soft

CASES = [(code, student) for code, students in broken.FAILURES.items() for student in students]


@pytest.fixture(autouse=True)
def one_second(monkeypatch):
    """What never comes to another line is ended after a second of processor time."""
    monkeypatch.setattr(limits, "MOST_SECONDS", 1.0)


@pytest.mark.parametrize(("code", "student"), CASES)
def test_every_kind_of_broken_program_gets_a_message_of_its_own(code, student):
    report = report_on(check.alphabeta, student)
    assert not report.passed
    assert [finding.code for finding in report.findings] == [code]
    assert report.findings[0].title
    assert report.findings[0].message
    assert report.score in (0, 1 / 6)  # at most what there is for the end of a search


@pytest.mark.exhaustive
def test_messages_differ_from_one_kind_to_the_next():
    kinds = {code: report_on(check.alphabeta, students[0]).findings[0] for code, students in broken.FAILURES.items()}
    assert len({finding.message for finding in kinds.values()}) == len(kinds)
    assert len({finding.title for finding in kinds.values()}) == len(kinds)


# A leaf is enough for what happens in every call; what needs a move needs two nodes.
SMALLEST = {
    "raises": 2,
    "endless": 2,
    "too-deep": 1,
    "no-move-made": 2,
    "prints": 2,
    "asks": 1,
    "mutates-state": 1,
    "returns-generator": 1,
    "returns-none": 2,
    "returns-no-number": 1,
}


WITHOUT_A_TREE = ("wrong-arity", "not-a-function", "not-written")


@pytest.mark.parametrize("code", [code for code in broken.FAILURES if code not in WITHOUT_A_TREE])
def test_what_went_wrong_is_shown_on_the_smallest_tree(code):
    assert report_on(check.alphabeta, broken.FAILURES[code][0]).findings[0].counterexample.size == SMALLEST[code]


def test_the_students_own_error_is_quoted():
    assert "ZeroDivisionError" in report_on(check.alphabeta, broken.raises).findings[0].message


@pytest.mark.exhaustive
def test_a_check_leaves_python_as_it_was(capsys):
    before = builtins.input, sys.gettrace(), sys.stdout, sys.getrecursionlimit()
    for students in broken.FAILURES.values():
        check.alphabeta(students[0])
    assert (builtins.input, sys.gettrace(), sys.stdout, sys.getrecursionlimit()) == before
    assert capsys.readouterr().out == ""
    assert check.alphabeta(fail_soft).passed


def chatty(length):
    """A right minimax that prints so many characters at every node."""

    def minimax(state, depth, maximizing, evaluate):
        print("x" * length)
        moves = state.get_legal_moves()
        if depth == 0 or not moves:
            return evaluate(state)
        values = [minimax(state.forecast_move(move), depth - 1, not maximizing, evaluate) for move in moves]
        return max(values) if maximizing else min(values)

    return minimax


@pytest.mark.parametrize("length", [40, 5000])
def test_what_a_right_program_prints_does_not_show_and_is_no_fault_however_much_it_is(capsys, length):
    report = check.minimax(minimax=chatty(length))
    assert (report.passed, report.findings) == (True, ())
    assert capsys.readouterr().out == ""


def test_the_beginning_of_what_is_printed_is_kept():
    def counts():
        for number in range(20_000):
            print(number)

    result = run(counts)
    assert result.ok
    assert result.printed.startswith("0\n1\n2\n")
    assert len(result.printed) == KEPT


def test_what_a_failed_run_had_made_is_gone_at_once_without_the_garbage_collector():
    made = []

    class Thing:
        pass

    def fills_a_list():
        things = []
        while True:
            things.append(Thing())
            made.append(weakref.ref(things[-1]))

    gc.disable()
    try:
        failed = run(fills_a_list, most_lines=100)
        assert failed.failure == "endless"
        assert made
        assert not any(each() for each in made)
    finally:
        gc.enable()


def test_the_line_of_a_recursion_without_end_does_not_depend_on_how_deep_it_began():
    def first(n):
        m = helped(n)
        return first(m)

    def helped(n):
        return abs(n) + abs(-1)

    def begun(deeper):
        return begun(deeper - 1) if deeper else run(first, 0, most_lines=None)

    told = {line_of(begun(deeper).error) for deeper in range(6)}
    here = first.__code__.co_firstlineno + 2
    assert told == {(here, f"It happened in first, line {here}: `return first(m)`")}


def test_printing_stops_at_megabytes():
    assert run(lambda: print("x" * 10 * MOST_PRINTED)).failure == "prints"
    assert run(lambda: print("x" * (MOST_PRINTED // 2))).ok


@pytest.mark.parametrize("code", ["raises", "returns-none", "mutates-state"])
def test_a_run_that_failed_can_be_replayed_up_to_its_failure(code):
    replay = report_on(check.alphabeta, broken.FAILURES[code][0]).findings[0].replay()
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
    assert "Your code asked a state for `reach`." in finding.message
    assert "get_legal_moves(), forecast_move(move)" in finding.message


@pytest.mark.parametrize("misspelt", ["get_leagal_moves", "_get_legal_moves", "get_legal_move"])
def test_a_misspelt_method_of_a_state_is_told_its_name(misspelt):
    def terminal_test(state):
        return not getattr(state, misspelt)()

    def mobility(state):
        return len(getattr(state, misspelt)())

    for report in check.minimax(terminal_test=terminal_test), check.evaluation(mobility, Isolation()):
        (finding,) = report.findings
        told, where = finding.message.split(" It happened in ")
        assert told == f"Your code asked a state for `{misspelt}`. Did you mean `get_legal_moves`?"
        assert "getattr(state, misspelt)()" in where


def test_a_misspelt_method_of_a_student_s_own_class_is_told_its_name():
    class State:
        def get_leagal_moves(self):
            return []

        def forecast_move(self, move):
            return self

    (finding,) = check.game_state(State).findings
    assert "Did you mean get_legal_moves() where you wrote get_leagal_moves()?" in finding.message


class Unprintable(Exception):
    def __str__(self):
        raise ValueError("nothing to print")


def raises_what_cannot_be_printed(*args):
    raise Unprintable


class RaisesWhatCannotBePrinted:
    def get_legal_moves(self):
        raise Unprintable

    def forecast_move(self, move):
        raise Unprintable


@pytest.mark.parametrize(
    "report",
    [
        lambda: check.minimax(minimax=raises_what_cannot_be_printed),
        lambda: check.minimax(max_value=raises_what_cannot_be_printed),
        lambda: check.alphabeta(raises_what_cannot_be_printed),
        lambda: check.decision(raises_what_cannot_be_printed),
        lambda: check.table_search(raises_what_cannot_be_printed),
        lambda: check.deepening(raises_what_cannot_be_printed),
        lambda: check.evaluation(raises_what_cannot_be_printed, Isolation()),
        lambda: check.game_state(RaisesWhatCannotBePrinted),
    ],
)
def test_an_exception_that_cannot_be_printed_is_told_by_its_name(report):
    (finding,) = report().findings
    assert finding.code == "raises"
    assert finding.message.startswith("Your code raised Unprintable")


def calls_with_too_much(state, *args):
    return state.get_legal_moves(1)


def takes_the_state_for_a_list(state, *args):
    return state[0] + len(state)


def adds_the_state(state, *args):
    return 1 + state


@pytest.mark.parametrize("student", [calls_with_too_much, takes_the_state_for_a_list, adds_the_state])
@pytest.mark.parametrize("examine", [check.alphabeta, check.decision, check.table_search, check.deepening])
def test_no_message_has_the_names_of_our_own_classes(examine, student):
    told = str(examine(student))
    assert "TypeError" in told
    assert not re.search("Observed|Board|Timed|WideGame|MadeUp", told), told


def test_an_error_reads_as_if_the_state_had_no_class():
    (finding,) = check.alphabeta(calls_with_too_much).findings
    line = calls_with_too_much.__code__.co_firstlineno + 1
    assert finding.message == (
        "Your code raised TypeError: get_legal_moves() takes 1 positional argument but 2 were given. "
        f"It happened in calls_with_too_much, line {line}: `return state.get_legal_moves(1)`"
    )
