"""A right search passes in any style; a wrong one is told its mistake, and never another one's."""

import re
from contextlib import suppress
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minimax_lab import check
from minimax_lab.check.report import NOTHING
from minimax_lab.check.search.battery import Case
from minimax_lab.check.search.check import ALPHABETA
from minimax_lab.check.search.run import minimax_value
from minimax_lab.check.texts import MISCONCEPTIONS
from minimax_lab.game import MAX
from minimax_lab.games import Tree
from minimax_lab.search import minimax
from tests.strategies import few_numbers, players, thorough, uneven
from tests.students import alphabeta, correct, decision, negamax
from tests.students import minimax as plain


def codes(report):
    return [finding.code for finding in report.findings if not finding.remark]


def remarks(report):
    return {finding.code for finding in report.findings if finding.remark}


# Right


@pytest.mark.parametrize("student", correct.MINIMAX)
def test_a_right_minimax_passes_in_any_style(student):
    report = check.minimax(minimax=student)
    assert (report.passed, report.score, report.findings) == (True, 1.0, ())


@pytest.mark.parametrize("student", correct.NEGAMAX)
def test_a_right_negamax_passes_with_and_without_a_window(student):
    report = check.negamax(student)
    assert (report.passed, report.score, report.findings) == (True, 1.0, ())


@pytest.mark.parametrize("student", correct.ALPHABETA)
def test_a_right_alphabeta_passes_in_any_style(student):
    report = check.alphabeta(student)
    assert (report.passed, report.score, report.findings) == (True, 1.0, ())


@pytest.mark.parametrize("student", correct.DECISIONS)
def test_a_right_decision_passes_in_any_style(student):
    report = check.decision(student)
    assert (report.passed, report.score) == (True, 1.0)
    assert remarks(report) <= {"infinite-win"}


def test_a_slow_win_is_a_fault_only_where_quick_ones_are_asked_for():
    slow = next(student for student in correct.DECISIONS if student is not correct.decision_in_a_hurry)
    assert check.decision(slow).findings == ()
    report = check.decision(slow, quick_wins=True)
    assert codes(report) == ["slow-win"]
    assert report.score == 0.5
    tree, played = report.findings[0].counterexample, report.findings[0].returned
    assert minimax(tree.forecast_move(played)) == minimax(tree)  # it does win
    assert not tree.forecast_move(played).is_leaf


def test_a_decision_that_prefers_the_quicker_win_has_nothing_to_be_told():
    report = check.decision(correct.decision_in_a_hurry, quick_wins=True)
    assert (report.passed, report.score, report.findings) == (True, 1.0, ())


def test_a_strict_cut_passes_with_a_remark():
    report = check.alphabeta(correct.strict)
    assert report.passed
    assert report.score == 1.0
    assert remarks(report) == {"strict-cut"}
    assert report.hint() == "There is nothing to hint at."


@thorough
@given(st.builds(Tree, uneven(few_numbers), players), st.integers(0, 4), st.integers(-3, 3), st.integers(-3, 3))
def test_no_right_alphabeta_ever_looks_at_what_cannot_matter(tree, depth, one, other):
    low, high = (one, other) if one < other else (other, one + 1)
    for student in correct.ALPHABETA:
        run = ALPHABETA.observe(student, Case(tree, depth, low, high))
        assert run.fault == "", student


@thorough
@given(st.builds(Tree, uneven(few_numbers), players), st.integers(0, 4))
def test_what_is_right_is_what_the_textbook_search_says(tree, depth):
    assert minimax_value(tree, depth) == minimax(tree, depth, lambda state: state.value if state.is_leaf else 0)


# Wrong


@pytest.mark.parametrize(("code", "student"), plain.programs(plain.MISTAKES))
def test_a_mistake_in_minimax_gets_its_name(code, student):
    assert codes(check.minimax(minimax=student)) == [code]


@pytest.mark.parametrize(("code", "student"), plain.programs(negamax.MISTAKES))
def test_a_mistake_in_negamax_gets_its_name(code, student):
    assert codes(check.negamax(student)) == [code]


@pytest.mark.parametrize(("code", "student"), plain.programs(alphabeta.MISTAKES))
def test_a_mistake_in_alphabeta_gets_its_name(code, student):
    report = check.alphabeta(student)
    assert codes(report) == [code]
    only_work = report.findings[0].returned is NOTHING
    assert report.score == (0.5 if only_work else 0.0)


@pytest.mark.parametrize(
    ("code", "student"), [(code, student) for code, students in decision.MISTAKES.items() for student in students]
)
def test_a_mistake_in_a_decision_gets_its_name(code, student):
    assert codes(check.decision(student)) == [code]


@pytest.mark.parametrize(
    ("examine", "student"),
    [
        *((check.minimax, plain.program(source, *edits)) for source, edits in plain.UNNAMED),
        *((check.alphabeta, plain.program(source, *edits)) for source, edits in alphabeta.UNNAMED),
        *((check.decision, student) for student in decision.UNNAMED),
    ],
)
def test_a_fault_that_fits_no_name_is_failed_with_its_counterexample(examine, student):
    report = examine(student)
    assert not report.passed
    assert report.score < 1
    assert not {*codes(report)} & {*MISCONCEPTIONS}
    assert report.findings[0].counterexample is not None


MINIMAX_EDITS = {
    code: [edits for source, edits in ways if source is plain.LOOP][:1]
    for code, ways in plain.MISTAKES.items()
    if code != "mutates-state"
}


def two_at_once(program, edits):
    """(codes, function) for every two mistakes that can be made in one program."""
    for one, other in combinations(edits, 2):
        for first in edits[one]:
            for second in edits[other]:
                with suppress(ValueError):  # they change the same words
                    yield {one, other}, plain.program(program, *first, *second)


@pytest.mark.parametrize(("both", "student"), [*two_at_once(plain.LOOP, MINIMAX_EDITS)])
def test_two_mistakes_in_minimax_get_both_names_or_the_one_that_hides_the_other(both, student):
    found = {*codes(check.minimax(minimax=student))}
    assert found
    assert found <= both


SOME_EDITS = {
    code: [alphabeta.IN_ONE_PROGRAM[code]]
    for code in ("no-role-flip", "off-by-one-depth", "fresh-window", "one-bound-only", "no-break", "returns-alpha")
}


@pytest.mark.parametrize(("both", "student"), [*two_at_once(alphabeta.WINDOW, SOME_EDITS)])
def test_two_mistakes_in_alphabeta_get_both_names_or_the_one_that_hides_the_other(both, student):
    found = {*codes(check.alphabeta(student))}
    assert found
    assert found <= both


# What is shown


def test_a_counterexample_shows_what_was_returned_and_what_is_right():
    finding = check.minimax(minimax=plain.program(*_first("roles-swapped"))).findings[0]
    tree = finding.counterexample
    assert finding.expected == minimax(tree)
    assert finding.returned != finding.expected
    assert finding.call == f"minimax({tree!r}, {tree.height}, True, evaluate)"


def _first(code):
    source, edits = plain.MISTAKES[code][0]
    return source, *edits


def test_a_report_is_the_same_text_every_time():
    source, edits = alphabeta.MISTAKES["wrong-bound"][0]
    one, other = (str(check.alphabeta(plain.program(source, *edits))) for _ in range(2))
    assert one == other


def test_hints_come_one_at_a_time_and_do_not_contain_code():
    report = check.minimax(minimax=plain.program(*_first("starts-at-zero")))
    hints = [report.hint() for _ in range(4)]
    assert [hint.split(":")[0] for hint in hints] == ["Hint 1 of 3", "Hint 2 of 3", "Hint 3 of 3", "Hint 3 of 3"]


@pytest.mark.parametrize("code", sorted(MISCONCEPTIONS))
def test_what_students_are_told_is_complete_and_gives_no_code_away(code):
    known = MISCONCEPTIONS[code]
    assert known.title
    assert known.message.endswith(".")
    assert len(known.hints) >= 1
    told = " ".join([known.title, known.message, *known.hints])
    assert not re.search(r"==|>=|<=|:=|max\(|min\(|return [a-z]+[.(]|float|-1|\bnot maximizing\b", told), told


def test_a_replay_opens_at_the_first_step_that_a_right_search_does_not_take():
    source, edits = alphabeta.MISTAKES["no-break"][0]
    finding = check.alphabeta(plain.program(source, *edits)).findings[0]
    replay = finding.replay()
    step = replay.trace.steps[replay.step]
    assert (step.kind, step.path) == ("enter", (1,))  # the second leaf, which a right search leaves out


def test_a_replay_of_a_wrong_value_opens_where_it_is_returned():
    finding = check.minimax(minimax=plain.program(*_first("no-role-flip"))).findings[0]
    replay = finding.replay()
    step = replay.trace.steps[replay.step]
    assert (step.kind, step.path, step.value) == ("return", (0,), 2)  # MIN chose the 2 of [[1, 2]]


# The four functions of a state alone

FOUR = """
def terminal_test(state):
    return not state.get_legal_moves()

def max_value(state):
    if terminal_test(state):
        return -1
    best = float("-inf")
    for move in state.get_legal_moves():
        best = max(best, min_value(state.forecast_move(move)))
    return best

def min_value(state):
    if terminal_test(state):
        return +1
    best = float("inf")
    for move in state.get_legal_moves():
        best = min(best, max_value(state.forecast_move(move)))
    return best

def minimax_decision(state):
    return max(state.get_legal_moves(), key=lambda move: min_value(state.forecast_move(move)))
"""
NAMES = "terminal_test", "max_value", "min_value", "minimax_decision"


def four(*edits):
    student = plain.program(FOUR, *edits, name="terminal_test")
    return {name: student.__globals__[name] for name in NAMES}


def test_the_four_functions_pass_together_and_in_any_subset():
    functions = four()
    for number in range(1, 5):
        for names in combinations(NAMES, number):
            report = check.minimax(**{name: functions[name] for name in names})
            assert (report.passed, report.score, report.findings) == (True, 1.0, ()), names


@pytest.mark.parametrize(
    ("code", "edits"),
    [
        ("flips-utility", [("return -1", "return X"), ("return +1", "return -1"), ("X", "+1")]),
        ("flips-utility", [("return +1", "return -1")]),
        ("starts-at-zero", [('float("-inf")', "0"), ('float("inf")', "0")]),
        ("starts-at-zero", [('float("-inf")', "0")]),
        ("wrong-infinity", [('"-inf"', '"X"'), ('"inf"', '"-inf"'), ('"X"', '"inf"')]),
        (
            "no-role-flip",
            [("max(best, min_value", "max(best, max_value"), ("min(best, max_value", "min(best, min_value")],
        ),
        (
            "no-running-best",
            [("max(best, min_value(state.forecast_move(move)))", "min_value(state.forecast_move(move))")],
        ),
        ("role-hard-coded", [("return -1", "return state.utility()"), ("return +1", "return state.utility()")]),
    ],
)
def test_a_mistake_in_min_value_and_max_value_gets_its_name(code, edits):
    functions = four(*edits)
    report = check.minimax(min_value=functions["min_value"], max_value=functions["max_value"])
    assert codes(report) == [code]
    assert report.score < 1


def test_a_decision_on_wrong_values_is_not_given_a_name_of_its_own():
    report = check.minimax(**four(('float("-inf")', "0"), ('float("inf")', "0")))
    assert codes(report) == ["starts-at-zero", "follows"]
    assert report.score == 0.25  # the terminal test is right


def test_each_function_counts_for_the_score():
    report = check.minimax(**four(("key=lambda move: min_value", "key=lambda move: max_value")))
    assert codes(report) == ["wrong-move"]
    assert report.score == 0.75
    assert "opponent's turn" in report.findings[0].message


def test_a_decision_that_only_takes_a_win_is_told_that_it_returns_no_move():
    asked = "return next((m for m in state.get_legal_moves() if min_value(state.forecast_move(m)) == 1), None)"
    right = "return max(state.get_legal_moves(), key=lambda move: min_value(state.forecast_move(move)))"
    assert codes(check.minimax(**four((right, asked)))) == ["returns-no-move"]


def test_each_of_two_mistakes_is_shown_by_a_tree_on_which_it_matters():
    functions = four(("return +1", "return -1"), ('float("-inf")', "0"))
    flips, zero = check.minimax(min_value=functions["min_value"], max_value=functions["max_value"]).findings
    assert (flips.code, zero.code) == ("flips-utility", "starts-at-zero")
    assert flips.counterexample.is_leaf
    assert zero.returned == 0


@pytest.mark.parametrize("wrong", ["return False", "return True", "return len(state.get_legal_moves()) == 1", "pass"])
def test_a_wrong_terminal_test_is_found(wrong):
    report = check.minimax(terminal_test=four(("return not state.get_legal_moves()", wrong))["terminal_test"])
    assert codes(report) == ["returns-none" if wrong == "pass" else "wrong-test"]


# The list


def test_importing_check_needs_no_drawing_or_numbers_library():
    import subprocess
    import sys

    code = "import minimax_lab.check, sys; print([m for m in ('matplotlib', 'numpy', 'IPython') if m in sys.modules])"
    root = Path(check.__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=root, check=True)
    assert done.stdout.strip() == "[]"


# What a fresh reader has found


def by_place(state, depth, evaluate):
    """Returns the place of the best move in the list, and not the move."""

    def value(state, depth):
        moves = state.get_legal_moves()
        if depth == 0 or not moves:
            return evaluate(state)
        best = max if state.active_player is MAX else min
        return best(value(state.forecast_move(move), depth - 1) for move in moves)

    values = [value(state.forecast_move(move), depth - 1) for move in state.get_legal_moves()]
    return values.index(max(values) if state.active_player is MAX else min(values))


def test_a_move_is_not_its_place_in_the_list():
    assert codes(check.decision(by_place)) == ["not-a-move"]


def without_return(state, depth, evaluate):
    max(state.get_legal_moves(), key=lambda move: evaluate(state.forecast_move(move)))


def test_a_missing_return_is_no_misconception_about_searching():
    assert codes(check.decision(without_return)) == ["returns-no-move"]


@pytest.mark.parametrize("start", [10, 1000])
def test_a_large_number_is_no_infinity(start):
    def minimax(state, depth, maximizing, evaluate):
        moves = state.get_legal_moves()
        if depth == 0 or not moves:
            return evaluate(state)
        best = -start if maximizing else start
        for move in moves:
            value = minimax(state.forecast_move(move), depth - 1, not maximizing, evaluate)
            best = max(best, value) if maximizing else min(best, value)
        return best

    report = check.minimax(minimax=minimax)
    assert not report.passed
    assert report.findings[0].counterexample.size == 2


def test_a_value_that_is_cut_to_a_whole_number_is_wrong():
    def minimax(state, depth, maximizing, evaluate):
        moves = state.get_legal_moves()
        if depth == 0 or not moves:
            return int(evaluate(state))
        best = max if maximizing else min
        return best(minimax(state.forecast_move(move), depth - 1, not maximizing, evaluate) for move in moves)

    assert not check.minimax(minimax=minimax).passed
