"""Common mistakes get names that are true of the code; right programs in other styles get none."""

import time

import pytest

from minimax_lab import check
from minimax_lab.check.search import run as running
from minimax_lab.check.search.battery import Case, Log, ObservedTree
from minimax_lab.check.search.check import AlphaBeta
from minimax_lab.check.search.fault import USELESS, looks_twice
from minimax_lab.games import Tree, random_tree
from minimax_lab.search import alphabeta
from minimax_lab.trace import trace
from tests.check.reports import codes, remarks, report_on
from tools.students import common, correct
from tools.students import minimax as plain
from tools.students.deepening import wrong

CHECKED = [
    *((check.decision, code, student) for code, student in plain.programs(common.DECISION)),
    *((check.alphabeta, code, student) for code, student in plain.programs(common.ALPHABETA)),
]
# What a search with a wrong value may still get: one aspect each for the end of the search, for one ply above it and
# for the rest. Nothing for what alpha-beta leaves out, which is half of its points.
SHARES = {check.alphabeta: (0, 1 / 6, 1 / 3), check.decision: (0, 1 / 2)}


@pytest.mark.parametrize(("checked", "code", "student"), CHECKED)
def test_a_common_mistake_gets_its_name(checked, code, student):
    report = report_on(checked, student)
    assert codes(report) == [code]
    assert not report.passed
    assert report.score in SHARES[checked]


@pytest.mark.exhaustive
def test_a_search_that_prints_its_value_instead_of_returning_it_returns_nothing():
    report = check.minimax(minimax=common.prints_instead_of_returning)
    assert codes(report) == ["returns-none"]
    assert report.findings[0].counterexample.size == 2


@pytest.mark.exhaustive
@pytest.mark.parametrize(("both", "source", "edits"), common.TWO_AT_ONCE)
def test_a_number_for_infinity_beside_another_mistake_gets_its_name(both, source, edits):
    assert {*codes(check.minimax(minimax=plain.program(source, *edits)))} == both


@pytest.mark.exhaustive
def test_a_cache_without_depth_and_window_has_two_names_each_with_a_small_tree():
    source, edits = common.CACHE_OF_STATES
    report = check.alphabeta(plain.program(source, *edits))
    assert {*codes(report)} == {"bounds-as-exact", "table-without-depth"}
    assert all(finding.counterexample.size <= 10 for finding in report.findings)


RIGHT = [
    *((check.minimax, student) for student in correct.MORE_MINIMAX),
    *((check.alphabeta, student) for student in correct.MORE_ALPHABETA),
    *((check.decision, student) for student in correct.MORE_DECISIONS),
]


def test_there_are_thirty_more_right_programs():
    assert len(RIGHT) >= 30


@pytest.mark.parametrize(("checked", "student"), RIGHT)
def test_a_right_program_in_another_style_passes(checked, student):
    report = report_on(checked, student)
    assert (report.passed, report.score, report.findings) == (True, 1.0, ())


@pytest.mark.exhaustive
@pytest.mark.parametrize("student", correct.SEVERAL_GOES)
def test_a_search_in_several_goes_passes_with_a_remark(student):
    report = report_on(check.alphabeta, student)
    assert (report.passed, report.score) == (True, 1.0)
    assert remarks(report) == {"looks-twice"}


def looks_at_every_leaf_first(state, depth, alpha, beta, maximizing, evaluate):
    """In several goes, too, but the first of them leaves nothing out."""
    correct.minimax_with_lists(state, depth, maximizing, evaluate)
    return correct.fail_soft(state, depth, alpha, beta, maximizing, evaluate)


def test_several_goes_are_excused_only_if_they_see_about_as_few_leaves_as_one_go():
    cases = [Case(random_tree(4, 3, seed), 4) for seed in range(3)]
    in_one_go = sum(len(trace(alphabeta, case.tree).leaves) for case in cases)

    def seen_by(student):
        runs = [AlphaBeta(student).observe(case) for case in cases]
        return sum(len({*run.leaves}) for run in runs), looks_twice([(run.case, run.log) for run in runs])

    for student in correct.SEVERAL_GOES:
        leaves, excused = seen_by(student)
        assert leaves <= in_one_go
        assert excused
    leaves, excused = seen_by(looks_at_every_leaf_first)
    assert leaves > 1.5 * in_one_go
    assert not excused


@pytest.mark.exhaustive
def test_a_search_in_several_goes_that_sees_far_more_leaves_than_one_go_would_is_not_excused():
    runs = running.run_battery(AlphaBeta(looks_at_every_leaf_first))
    assert runs.faults == {USELESS}
    assert not looks_twice([(run.case, run.log) for run in runs.done])


def collects_everything(state, depth, maximizing, evaluate, values=[]):  # noqa: B006
    """The default list is made once, and all nodes write into it."""
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    for move in moves:
        values.append(collects_everything(state.forecast_move(move), depth - 1, not maximizing, evaluate))
    return max(values) if maximizing else min(values)


@pytest.mark.exhaustive
def test_a_list_as_a_default_value_has_one_name_and_its_consequences_none():
    assert codes(check.minimax(minimax=collects_everything)) == ["remembers-between-calls"]
    assert collects_everything.__defaults__ == ([],)


def test_a_deepening_that_takes_no_notice_of_its_seconds_is_found():
    report = check.deepening(wrong.always_a_second)
    assert codes(report) == ["ignores-seconds"]


@pytest.mark.exhaustive
def test_an_exception_and_an_endless_loop_are_told_with_their_line():
    misspelt = plain.program(plain.LOOP, ("depth - 1, False", "depth - 1, Flase"))
    told = report_on(check.minimax, misspelt).findings[0]
    assert (told.title, told.line) == ("An error", 9)
    assert told.message.startswith(
        "Your code uses the name `Flase`, and nothing is called that here. Did you mean `False`?"
    )
    assert "in minimax, line 9: `value = minimax(" in told.message
    endless = plain.program(plain.LOOP, ("    return best", "    while True:\n        depth += 1\n    return best"))
    told = report_on(check.minimax, endless).findings[0]
    assert told.code == "endless"
    assert told.line == 18
    assert told.message.endswith("It was then in the loop of line 16: `while True:`")


def test_a_forgotten_import_is_asked_for():
    unimported = plain.program(plain.LOOP, ("depth - 1, False", "min(depth - 1, inf), False"))
    told = check.minimax(minimax=unimported).findings[0]
    assert told.title == "An error"
    assert "Is `from math import inf` missing?" in told.message


def test_a_function_that_does_far_too_much_is_right_as_far_as_it_was_checked(monkeypatch):
    monkeypatch.setattr(running, "MOST_LINES", 40_000)
    report = check.minimax(minimax=correct.with_sorted)
    assert (report.passed, report.score) == (True, 1.0)
    assert remarks(report) == {"not-checked"}


def test_a_function_that_does_so_much_that_hardly_anything_is_checked_is_not_called_right():
    def alphabeta(state, depth, alpha, beta, maximizing, evaluate):
        for _ in range(80_000):
            pass
        return evaluate(state)

    report = check.alphabeta(alphabeta)
    assert (report.heading, report.passed, report.score) == ("? alphabeta: not checked", False, 0)


@pytest.mark.parametrize("waits", ["time.sleep(1000)", "pause(1000)"])
def test_nobody_has_to_wait_for_a_function_that_sleeps_at_every_node(waits):
    slow = plain.LOOP.replace("    moves =", f"    {waits}\n    moves =")
    report = check.minimax(minimax=plain.program("import time\nfrom time import sleep as pause\n" + slow))
    assert (report.passed, report.score, report.findings) == (True, 1.0, ())
    time.sleep(0)  # the real one again
    assert type(time.sleep).__name__ == "builtin_function_or_method"


ONLY_FIRST = [("best = max(best, value)", "return value"), ("best = min(best, value)", "return value")]


@pytest.mark.exhaustive
@pytest.mark.parametrize("others", [[], common.FINITE, [("depth == 0", "depth == 1")]])
def test_an_example_can_show_what_its_name_says_a_node_with_one_move_has_no_others_to_leave_out(others):
    report = check.minimax(minimax=plain.program(plain.LOOP, *ONLY_FIRST, *others))
    shown = [finding for finding in report.findings if finding.code == "first-move-only"]
    assert shown
    for finding in shown:
        assert any(len(node.children) > 1 for _, node in finding.counterexample.walk())


def test_different_states_have_different_hashes():
    trees = [Tree(nested) for nested in (-1, -2, [-1], [-2], [-1, -2], [-2, -1])]
    assert len({hash(ObservedTree(tree, Log())) for tree in trees}) == len(trees)


@pytest.mark.exhaustive
def test_an_open_window_is_preferred_and_the_two_searches_stand_side_by_side():
    source, edits = common.ALPHABETA["bounds-as-exact"][0]
    finding = report_on(check.alphabeta, plain.program(source, *edits)).findings[0]
    assert "-inf, inf" in finding.call
    replay = finding.replay()
    assert replay.right.value == finding.expected
    assert replay.banner
    assert replay.ringed
