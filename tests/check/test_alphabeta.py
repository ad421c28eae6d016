"""A right alpha-beta passes in any style; a wrong one is told its mistake, also if only its work is wrong."""

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minimax_lab import check
from minimax_lab.check.report import NOTHING
from minimax_lab.check.search.battery import Case
from minimax_lab.check.search.check import AlphaBeta
from minimax_lab.check.search.replay import replay
from minimax_lab.check.texts import MISCONCEPTIONS
from minimax_lab.games import Tree, random_tree
from tests.check.reports import codes, remarks, report_on
from tests.strategies import few_numbers, players, thorough, uneven
from tools.students import alphabeta, correct
from tools.students import minimax as plain
from tools.students.rows import two_at_once


@pytest.mark.parametrize("student", correct.ALPHABETA)
def test_a_right_alphabeta_passes_in_any_style(student):
    report = report_on(check.alphabeta, student)
    assert (report.passed, report.score, report.findings) == (True, 1.0, ())


def test_a_strict_cut_passes_with_a_remark():
    report = report_on(check.alphabeta, correct.strict)
    assert report.passed
    assert report.score == 1.0
    assert remarks(report) == {"strict-cut"}
    assert report.hint() == "There is nothing to hint at."


@thorough
@given(st.builds(Tree, uneven(few_numbers), players), st.integers(0, 4), st.integers(-3, 3), st.integers(-3, 3))
def test_no_right_alphabeta_ever_looks_at_what_cannot_matter(tree, depth, one, other):
    low, high = (one, other) if one < other else (other, one + 1)
    for student in correct.ALPHABETA:
        run = AlphaBeta(student).observe(Case(tree, depth, low, high))
        assert run.fault == "", student


def worth(state):
    return state.utility() if state.is_terminal() else 0


def fails(student):
    """Whether it ends with an error on one of some small trees."""
    games = [random_tree(1 + n % 3, (1, 3), seed=n, stop=0.2) for n in range(50)]
    try:
        for game in games:
            student(game, 4, -inf, inf, True, worth)
    except Exception:
        return True
    return False


@pytest.mark.parametrize(("code", "student"), plain.programs(alphabeta.MISTAKES))
def test_a_mistake_in_alphabeta_gets_its_name(code, student):
    report = report_on(check.alphabeta, student)
    assert codes(report) == [code]
    shows_no_value = report.findings[0].returned is NOTHING
    only_work = shows_no_value and code != "mutates-state" and not fails(student)
    # Half for looking at nothing in vain; the other half has three parts: where a search ends, above that, further up
    assert report.score in ([0.5] if only_work else [0, 1 / 6, 1 / 3])


@pytest.mark.exhaustive
def test_where_every_node_gets_the_window_of_the_root_no_more_is_said_than_of_the_full_window():
    def passes_on_that_of_the_root(state, depth, alpha, beta, maximizing, evaluate):
        def value(state, depth, maximizing, low, high):
            moves, best = state.get_legal_moves() if depth else [], -inf if maximizing else inf
            for move in moves:
                child = value(state.forecast_move(move), depth - 1, not maximizing, alpha, beta)
                best = max(best, child) if maximizing else min(best, child)
                low, high = (max(low, best), high) if maximizing else (low, min(high, best))
                if low >= high:
                    break
            return best if moves else evaluate(state)

        return value(state, depth, maximizing, alpha, beta)

    (finding,) = report_on(check.alphabeta, passes_on_that_of_the_root).findings
    assert finding.code == "window-stays"
    assert finding.message.startswith("Called with the full window, your function cuts nothing off")
    assert "the next call should get it" in finding.hints[2]  # it moves the bounds, and does not pass them on
    tree = Tree([[1, 2, 3], [4, 5, 6]])
    cases = Case(tree, 2), Case(tree, 2, 4, 5)
    leaves = [len(AlphaBeta(passes_on_that_of_the_root).observe(case).leaves) for case in cases]
    assert leaves == [6, 2]


@pytest.mark.exhaustive
def test_values_that_are_wrong_only_where_the_window_is_closed_do_not_get_the_points_of_right_values():
    def student(state, depth, alpha, beta, maximizing, evaluate):
        right = correct.fail_soft(state, depth, alpha, beta, maximizing, evaluate)
        is_end = depth == 0 or state.is_terminal()
        return right if is_end or (alpha, beta) == (-inf, inf) else 99 * (1 if right < 0 else -1)

    report = report_on(check.alphabeta, student)
    assert not report.passed
    assert report.score == 1 / 3  # of the three parts of one half, the last is not given


@pytest.mark.exhaustive
@pytest.mark.parametrize("student", [plain.program(source, *edits) for source, edits in alphabeta.UNNAMED])
def test_a_fault_that_fits_no_name_is_failed_with_its_counterexample(student):
    report = report_on(check.alphabeta, student)
    assert not report.passed
    assert report.score < 1
    assert not {*codes(report)} & {*MISCONCEPTIONS}
    assert report.findings[0].counterexample is not None


# One number in one line is both of these, and one edit mends them.
ONE_NUMBER = {"finite-infinity", "wrong-infinity"}
# Together these two return None at every node above a leaf: nothing is known of how the search goes on.
NEVER_A_NUMBER = {"score-or-move", "wrong-infinity"}, {"returns-none"}


@pytest.mark.exhaustive
@pytest.mark.parametrize("part", range(6))
def test_two_mistakes_in_alphabeta_get_both_names_or_the_one_that_hides_the_other(part):
    for both, source, edits in two_at_once("alphabeta", every=25)[part::6]:
        report = report_on(check.alphabeta, plain.program(source, *edits))
        found = {*codes(report)}
        assert found, both
        if both == ONE_NUMBER:  # the line with both of them is named, and what must be there instead
            assert report.findings[0].line is not None
            assert "inf" in report.findings[0].repair
        else:
            assert found <= both or (both, found) == NEVER_A_NUMBER


@pytest.mark.exhaustive
def test_a_report_is_the_same_text_every_time():
    source, edits = alphabeta.MISTAKES["wrong-bound"][0]
    student = plain.program(source, *edits)
    assert str(check.alphabeta(student)) == str(report_on(check.alphabeta, student))


@pytest.mark.exhaustive
def test_a_replay_opens_at_the_first_step_that_a_right_search_does_not_take():
    source, edits = alphabeta.MISTAKES["no-break"][0]
    student = plain.program(source, *edits)
    tree = report_on(check.alphabeta, student).findings[0].counterexample
    shown = replay(AlphaBeta(student), Case(tree, tree.height))()
    step = shown.trace.steps[shown.step]
    assert (step.kind, step.path) == ("enter", (1, 1))  # the last leaf, which a right search leaves out
    assert shown.banner.startswith("Your function looks at the leaf after move 1, then 1. It need not")


def a_worse_child_lowers_the_bound(state, depth, alpha, beta, maximizing, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    lower, upper = alpha, beta
    best = -inf if maximizing else inf
    for move in moves:
        child = state.forecast_move(move)
        value = a_worse_child_lowers_the_bound(child, depth - 1, lower, upper, not maximizing, evaluate)
        if maximizing:
            best = max(best, value)
            lower = max(alpha, value)
        else:
            best = min(best, value)
            upper = min(upper, value)
        if lower >= upper:
            break
    return best


def test_a_bound_that_a_worse_child_lowers_again_is_no_strict_cut():
    report = report_on(check.alphabeta, a_worse_child_lowers_the_bound)
    (fault,) = report.faults
    assert not report.passed
    assert ": `lower = max(alpha, value)`\n" in fault.message
    assert "write `best` instead of `value`" in fault.hints[-1]
