"""A replay opens where a student's search leaves the right one, says what happened, and has the right one beside it."""

import re

import pytest

from minimax_lab import check
from minimax_lab.check.search.battery import heuristic
from minimax_lab.games import Isolation
from minimax_lab.search import minimax
from tests.check.reports import report_on
from tools.students import alphabeta as windowed
from tools.students import correct, negamax
from tools.students import minimax as plain
from tools.students.state_functions import four
from tools.students.table import wrong

FIRST = [
    *((check.minimax, code, plain.program(edits[0][0], *edits[0][1])) for code, edits in plain.MISTAKES.items()),
    *((check.alphabeta, code, plain.program(edits[0][0], *edits[0][1])) for code, edits in windowed.MISTAKES.items()),
]


def events(seen):
    """What a search did at nodes: where it went, and what came back."""
    return [
        (step.kind == "enter", step.path, None if step.kind == "enter" else step.value)
        for step in seen.steps
        if step.kind in ("enter", "leaf", "return")
    ]


@pytest.mark.parametrize(("checked", "code", "student"), FIRST)
def test_the_right_search_of_the_same_tree_stands_beside_the_students(checked, code, student):
    for finding in report_on(checked, student).findings:
        replay = finding.replay()
        if replay is None or replay.right is None:
            continue
        tree, call = finding.counterexample, finding.call
        assert replay.right.root.state == replay.trace.root.state == tree
        if "-inf, inf" in call or checked is check.minimax:
            depth = int(re.search(r"\), (\d+),", call)[1])
            assert replay.right.value == minimax(tree, depth, heuristic)
        assert replay.banner
        assert all(path in replay.trace for path in replay.ringed)
        assert not any(source.lines for source in replay.right.sources)  # no solution to copy


@pytest.mark.exhaustive
def test_up_to_the_step_at_which_a_replay_opens_the_two_searches_are_the_same():
    source, edits = windowed.MISTAKES["no-break"][0]
    replay = report_on(check.alphabeta, plain.program(source, *edits)).findings[0].replay()
    theirs, ours = events(replay.trace), events(replay.right)
    before = sum(step.kind in ("enter", "leaf", "return") for step in replay.trace.steps[: replay.step])
    assert theirs[:before] == ours[:before]
    assert theirs[before] != ours[before]


@pytest.mark.exhaustive
def test_work_for_nothing_is_explained_by_the_cut_that_a_right_search_makes():
    source, edits = windowed.MISTAKES["no-break"][0]
    banner = report_on(check.alphabeta, plain.program(source, *edits)).findings[0].replay().banner
    words = "Your function looks at the leaf after move 1, then 1. It need not: it could leave the node after move 1"
    assert words in banner
    assert "▼ MIN is already sure of 1 by playing move 0 at the root" in banner


def test_a_missed_tie_is_shown_where_a_right_search_cuts():
    report = report_on(check.alphabeta, correct.strict)
    (remark,) = report.findings
    assert remark.remark
    assert remark.replay().banner.startswith("Your function looks at")


@pytest.mark.exhaustive
def test_what_negamax_returns_is_told_as_it_returns_it():
    source, edits = negamax.MISTAKES["no-minus"][0]
    finding = report_on(check.negamax, plain.program(source, *edits)).findings[0]
    assert finding.replay().banner.endswith("Your function returns −1 for the root. Right is 1.")
    source, edits = negamax.MISTAKES["no-break"][0]
    replay = report_on(check.negamax, plain.program(source, *edits)).findings[0].replay()
    assert "Your function looks at the leaf after move 1, then 1. It need not" in replay.banner
    assert replay.right.value == replay.trace.root.value


@pytest.mark.exhaustive
def test_a_fault_on_the_board_is_replayed_from_the_first_value_that_is_wrong():
    sign = "(1 if str(state.active_player) == 'MAX' else -1)"
    functions = four(("return -1", f"return -{sign}"))
    finding = next(f for f in check.minimax(**functions).findings if isinstance(f.counterexample, Isolation))
    replay = finding.replay()
    step = replay.trace.steps[replay.step]
    assert step.kind in ("leaf", "return")
    assert finding.code == "role-hard-coded"
    assert replay.banner == "Your function returns 1 for the root. Right is −1."


@pytest.mark.parametrize("function", [wrong.without_depth, wrong.bounds_as_exact, wrong.key_is_the_board])
def test_an_answer_from_a_table_is_said_to_be_wrong_where_it_is_read(function):
    replay = report_on(check.table_search, function).findings[0].replay()
    step = replay.trace.steps[replay.step]
    assert replay.banner.startswith(f"Your function returns {step.value} for")
    assert "Right is" in replay.banner


@pytest.mark.exhaustive
def test_a_closed_window_at_the_root_is_explained():
    reports = [report_on(checked, student) for checked, _, student in FIRST if checked is check.alphabeta]
    findings = [finding for report in reports for finding in report.findings if finding.call]
    closed = [finding for finding in findings if "-inf, inf" not in finding.call]
    assert len(closed) < len(findings) / 4  # most of them show with an open window
    for finding in findings:
        assert ("as it may inside a larger tree" in finding.message) == (finding in closed)
