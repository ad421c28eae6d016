"""A right minimax or negamax passes in any style; a wrong one is told its mistake, and never another one's."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minimax_lab import check
from minimax_lab.check.search.battery import Case
from minimax_lab.check.search.check import Minimax
from minimax_lab.check.search.replay import replay
from minimax_lab.check.search.run import minimax_value
from minimax_lab.check.texts import MISCONCEPTIONS
from minimax_lab.games import Tree, tree
from minimax_lab.search import minimax
from tests.check.reports import codes, remarks, report_on
from tests.strategies import few_numbers, players, thorough, uneven
from tools.students import correct, negamax
from tools.students import minimax as plain
from tools.students.rows import two_at_once


@pytest.mark.parametrize("student", correct.MINIMAX)
def test_a_right_minimax_passes_in_any_style(student):
    report = report_on(check.minimax, student)
    assert (report.passed, report.score, report.findings) == (True, 1.0, ())


@pytest.mark.parametrize("student", correct.NEGAMAX)
def test_a_right_negamax_passes_with_and_without_a_window(student):
    report = report_on(check.negamax, student)
    assert (report.passed, report.score, report.findings) == (True, 1.0, ())


@thorough
@given(st.builds(Tree, uneven(few_numbers), players), st.integers(0, 4))
def test_what_is_right_is_what_the_textbook_search_says(tree, depth):
    assert minimax_value(tree, depth) == minimax(tree, depth, lambda state: state.value if state.is_leaf else 0)


@pytest.mark.parametrize(("code", "student"), plain.programs(plain.MISTAKES))
def test_a_mistake_in_minimax_gets_its_name(code, student):
    assert codes(report_on(check.minimax, student)) == [code]


@pytest.mark.parametrize(("code", "student"), plain.programs(negamax.MISTAKES))
def test_a_mistake_in_negamax_gets_its_name(code, student):
    assert codes(report_on(check.negamax, student)) == [code]


@pytest.mark.parametrize("student", [plain.program(source, *edits) for source, edits in plain.UNNAMED])
def test_a_fault_that_fits_no_name_is_failed_with_its_counterexample(student):
    report = report_on(check.minimax, student)
    assert not report.passed
    assert report.score < 1
    assert not {*codes(report)} & {*MISCONCEPTIONS}
    assert report.findings[0].counterexample is not None


# Two mistakes that one edit undoes: then its lines are quoted, and neither name is given.
REPAIRED_TOGETHER = {
    frozenset({"role-hard-coded", "roles-swapped"}): "role: True → not maximizing",
    frozenset({"finite-infinity", "wrong-infinity"}): "infinity: 9999 → -float('inf')",
    frozenset({"flips-utility", "terminal-is-zero"}): "condition: "
    "evaluate(state) if moves else 0 if maximizing else -evaluate(state) → evaluate(state)",
}


@pytest.mark.exhaustive
@pytest.mark.parametrize("part", range(6))
def test_two_mistakes_in_minimax_get_both_names_or_the_one_that_hides_the_other(part):
    for both, source, edits in two_at_once("minimax", every=4)[part::6]:
        report = report_on(check.minimax, plain.program(source, *edits))
        if frozenset(both) in REPAIRED_TOGETHER:
            assert codes(report) == ["wrong-value"]
            assert report.findings[0].repair == REPAIRED_TOGETHER[frozenset(both)]
        else:
            assert codes(report), both
            assert {*codes(report)} <= both


@pytest.mark.exhaustive
def test_a_counterexample_shows_what_was_returned_and_what_is_right():
    finding = report_on(check.minimax, plain.program(*_first("roles-swapped"))).findings[0]
    tree = finding.counterexample
    assert finding.expected == minimax(tree)
    assert finding.returned != finding.expected
    assert finding.call == f"minimax({tree!r}, {tree.height}, True, evaluate)"


def _first(code):
    source, edits = plain.MISTAKES[code][0]
    return source, *edits


def test_hints_come_one_at_a_time_and_only_the_last_contains_code():
    report = check.minimax(minimax=plain.program(*_first("starts-at-zero")))  # not one that others have had hints from
    hints = [report.hint() for _ in range(5)]
    assert [hint.split(":")[0] for hint in hints] == [f"Hint {number} of 4" for number in (1, 2, 3, 4, 4)]
    assert ["`" in hint for hint in hints] == [False] * 3 + [True] * 2


def test_a_replay_of_a_wrong_value_opens_where_it_is_returned():
    student = plain.program(*_first("no-role-flip"))
    tree = report_on(check.minimax, student).findings[0].counterexample
    shown = replay(Minimax(student), Case(tree, tree.height))()
    step = shown.trace.steps[shown.step]
    assert (step.kind, step.path, step.value) == ("return", (0,), 2)  # MIN chose the 2 of [[1, 2]]


def test_to_search_children_twice_is_right_and_gets_a_remark():
    report = report_on(check.minimax, plain.program(plain.SEARCHES_TWICE))
    assert (report.passed, report.score, remarks(report)) == (True, 1.0, {"searches-twice"})


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


@pytest.mark.exhaustive
@pytest.mark.parametrize("at_the_limit", ["0", "-evaluate(state)"])
def test_a_search_that_does_not_return_the_evaluation_at_the_depth_limit_is_told_the_line(at_the_limit):
    student = plain.program(ASKS_ONLY_AT_THE_END.format(at_the_limit=at_the_limit))
    report = report_on(check.minimax, student)
    (finding,) = report.findings
    assert (report.passed, finding.line, finding.counterexample.size) == (False, 6, 2)
    returned = eval(finding.call, {"minimax": student, "tree": tree})
    assert (returned, 1) == (finding.returned, finding.expected)


ASKS_ONLY_AT_THE_END = """
def minimax(state, depth, maximizing, evaluate):
    if not state.get_legal_moves():
        return evaluate(state)
    if depth == 0:
        return {at_the_limit}
    best = max if maximizing else min
    moves = state.get_legal_moves()
    return best(minimax(state.forecast_move(move), depth - 1, not maximizing, evaluate) for move in moves)
"""


@pytest.mark.exhaustive
def test_a_value_that_is_cut_to_a_whole_number_is_wrong():
    def minimax(state, depth, maximizing, evaluate):
        moves = state.get_legal_moves()
        if depth == 0 or not moves:
            return int(evaluate(state))
        best = max if maximizing else min
        return best(minimax(state.forecast_move(move), depth - 1, not maximizing, evaluate) for move in moves)

    assert not check.minimax(minimax=minimax).passed
