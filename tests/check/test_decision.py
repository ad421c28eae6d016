"""A right decision passes in any style; a wrong one is told its mistake."""

from math import inf

import pytest

from minimax_lab import check
from minimax_lab.check.texts import MISCONCEPTIONS
from minimax_lab.game import MAX, MIN
from minimax_lab.search import minimax
from tests.check.reports import codes, remarks, report_on
from tools.students import alphabeta, correct, decision
from tools.students.minimax import program


@pytest.mark.parametrize("student", correct.DECISIONS)
def test_a_right_decision_passes_in_any_style(student):
    report = report_on(check.decision, student)
    assert (report.passed, report.score) == (True, 1.0)
    assert remarks(report) <= {"infinite-win"}


@pytest.mark.exhaustive
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


@pytest.mark.parametrize(
    ("code", "student"), [(code, student) for code, students in decision.MISTAKES.items() for student in students]
)
def test_a_mistake_in_a_decision_gets_its_name(code, student):
    assert codes(report_on(check.decision, student)) == [code]


@pytest.mark.exhaustive
@pytest.mark.parametrize("student", decision.UNNAMED)
def test_a_fault_that_fits_no_name_is_failed_with_its_counterexample(student):
    report = report_on(check.decision, student)
    assert not report.passed
    assert report.score < 1
    assert not {*codes(report)} & {*MISCONCEPTIONS}
    assert report.findings[0].counterexample is not None


@pytest.mark.exhaustive
@pytest.mark.parametrize("search", [correct.fail_soft, correct.fail_hard])
def test_of_two_mistakes_each_has_an_example_that_the_other_does_not_explain(search):
    def always_max_and_later(state, depth, evaluate):
        best, alpha = None, -inf
        for move in state.get_legal_moves():
            value = search(state.forecast_move(move), depth - 1, alpha, inf, False, evaluate)
            if value >= alpha:
                best, alpha = move, value
        return best

    role, tie = check.decision(always_max_and_later).findings
    assert (role.code, tie.code) == ("role-hard-coded", "tie-takes-later")
    assert role.counterexample.active_player is MIN
    assert tie.counterexample.active_player is MAX  # where it is right to play for MAX


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


@pytest.mark.exhaustive
def test_a_move_is_not_its_place_in_the_list():
    assert codes(check.decision(by_place)) == ["index-for-move"]


def without_return(state, depth, evaluate):
    max(state.get_legal_moves(), key=lambda move: evaluate(state.forecast_move(move)))


def test_a_missing_return_is_no_misconception_about_searching():
    assert codes(check.decision(without_return)) == ["returns-no-move"]


WITH_ITS_SEARCH = f"""{alphabeta.WINDOW}
from minimax_lab.game import MAX

def decision(state, depth, evaluate):
    is_max, alpha, beta, chosen = state.active_player is MAX, float("-inf"), float("inf"), None
    for move in state.get_legal_moves():
        value = alphabeta(state.forecast_move(move), depth - 1, alpha, beta, not is_max, evaluate)
        if is_max and value > alpha:
            alpha, chosen = value, move
        if not is_max and value < beta:
            beta, chosen = value, move
    return chosen
"""


@pytest.mark.exhaustive
def test_a_decision_is_not_excused_by_a_right_search_that_it_calls():
    right = program(WITH_ITS_SEARCH, name="decision")
    assert codes(check.decision(right)) == []
    wrong = program(
        WITH_ITS_SEARCH, ("value > alpha", "value >= alpha"), ("value < beta", "value <= beta"), name="decision"
    )
    assert codes(check.decision(wrong)) == ["tie-takes-later"]
