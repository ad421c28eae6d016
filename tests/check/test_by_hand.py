"""Work done by hand: right answers pass, a slip is found where it was made, and no message gives the answer away."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minimax_lab import check
from minimax_lab.check.sandbox.process import WAY
from minimax_lab.game import MAX, MIN
from minimax_lab.games import tree
from minimax_lab.search import alphabeta, minimax
from minimax_lab.trace import trace
from tests.strategies import few_numbers, players, quick, uneven

FIRST = tree([[[3, -4], [6, 1]], [[-2, 8], 5], [[0, 2], [7, -1]]])
SECOND = tree([[[5, 14], [28, 11, 4]], [[14, 3, 15], [15, 22]], [[7, 8], [28, 8, 7], [10, 15]]])
TEXTBOOK = tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
number_trees = st.builds(tree, uneven(few_numbers) | uneven(st.integers(0, 20)), players)


@pytest.fixture(autouse=True, scope="module")
def in_this_process():
    """Answers are data, and there are hundreds of them: that checks run in another process is tested elsewhere."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(WAY, "here")
        yield


def codes(report):
    return [finding.code for finding in report.findings]


def values_of(made, choose=lambda node, values: max(values) if node.active_player is MAX else min(values)):
    """The value of every inner node, if `choose` picks one of the children's."""
    values = {}
    for path, node in reversed([*made.walk()]):
        below = [values[(*path, move)] for move in node.children]
        values[path] = choose(node, below) if below else node.value
    return {path: value for path, value in values.items() if not made.at(path).is_leaf}


# Values


@quick
@given(number_trees)
def test_the_minimax_values_pass(made):
    answers = {path: minimax(node) for path, node in made.walk()}
    report = check.answers(made, answers)
    assert report.passed, report
    assert report.score == 1


@quick
@given(number_trees, st.data())
def test_one_slip_is_found_and_told_at_its_node(made, data):
    answers = values_of(made)
    if not answers:
        return
    path = data.draw(st.sampled_from([*answers]))
    answers[path] += data.draw(st.sampled_from([-3, -1, 1, 2]))
    report = check.answers(made, answers)
    wrong = [finding.counterexample for finding in report.findings if finding.code != "carried-over"]
    assert made.at(path) in wrong
    assert report.score == (len(answers) - 1) / len(answers)


def test_what_only_follows_from_a_slip_is_not_blamed():
    slip = values_of(FIRST) | {(1, 0): 4, (1,): 4, (): 4}
    report = check.answers(FIRST, slip)
    assert [finding.code for finding in report.findings] == ["wrong-value", "carried-over", "carried-over"]
    assert all("You wrote 4" in finding.message for finding in report.findings)
    assert report.findings[0].counterexample == FIRST.at((1, 0))
    assert report.score == 8 / 9


@pytest.mark.parametrize(
    ("code", "choose"),
    [
        ("roles-swapped", lambda node, values: min(values) if node.active_player is MAX else max(values)),
        ("no-running-best", lambda node, values: values[-1]),
        ("flips-utility", lambda node, values: -(max(values) if node.active_player is MAX else min(values))),
    ],
)
@pytest.mark.parametrize("made", [FIRST, SECOND, tree(FIRST.to_nested(), MIN)])
def test_a_habit_gets_its_name_wherever_it_shows(code, choose, made):
    report = check.answers(made, values_of(made, choose))
    assert {*codes(report)} - {"carried-over"} == {code}


# At (0,) the 9 is the last child, and also what ▲ would take: two habits fit.


def test_of_two_habits_the_one_that_also_explains_what_is_right_is_told():
    made = tree([[1, 9], [5, 2]])
    assert codes(check.answers(made, {(0,): 9, (1,): 2})) == ["no-running-best"]  # the 2 is also the last child
    assert codes(check.answers(made, {(0,): 9, (1,): 2, (0, 0): 1})) == ["no-running-best"]  # a leaf says nothing
    assert codes(check.answers(tree([[1, 9], [5, 5]]), {(0,): 9, (1,): 5})) == ["roles-swapped"]  # both do


def test_of_two_habits_the_one_that_explains_more_mistakes_is_told():
    made = tree([[1, 9], [5, 8, 6], [4, 7]])
    last, swapped = {(0,): 9, (1,): 6, (2,): 99}, {(0,): 9, (1,): 8, (2,): 99}
    assert codes(check.answers(made, last)) == ["no-running-best", "no-running-best", "wrong-value"]
    assert codes(check.answers(made, swapped)) == ["roles-swapped", "roles-swapped", "wrong-value"]


def test_the_best_of_all_leaves_has_left_a_level_out():
    assert codes(check.answers(TEXTBOOK, {(0,): 3, (1,): 2, (2,): 2, (): 14})) == ["skips-a-level"]


def test_a_middle_child_is_one_that_was_taken_too_soon():
    (finding,) = check.answers(TEXTBOOK, {(2,): 5}).findings
    assert (finding.code, finding.title) == ("wrong-value", "A better one overlooked")


def test_a_value_from_nowhere_is_no_child_s():
    (finding,) = check.answers(TEXTBOOK, {(2,): 99}).findings
    assert (finding.code, finding.title) == ("wrong-value", "Not a child's value")


def test_a_leaf_is_worth_what_stands_there():
    assert check.answers(TEXTBOOK, {(0, 0): 3}).passed
    assert codes(check.answers(TEXTBOOK, {(0, 0): 4})) == ["wrong-value"]


@quick
@given(number_trees, st.data())
def test_neither_messages_nor_hints_give_the_value_away(made, data):
    answers = values_of(made)
    if not answers:
        return
    path = data.draw(st.sampled_from([*answers]))
    right, answers[path] = answers[path], 1000
    for finding in check.answers(made, {path: 1000}).findings:
        told = re.sub(r"after [^)]*", "", " ".join([finding.message, *finding.hints]))
        assert str(right) not in re.findall(r"-?\d+", told.replace("−", "-"))
        assert "right is" not in str(finding)


def test_empty_answers_are_not_wrong_but_missing():
    report = check.answers(TEXTBOOK, {(0,): 3, (1,): None, (): None})
    assert codes(report) == ["unanswered"]
    assert "(1,), ()" in report.findings[0].message
    assert report.score == 1 / 3
    assert check.answers(TEXTBOOK, {}).score == 0
    assert not check.answers(TEXTBOOK, {}).passed


def test_what_is_asked_for_counts_also_where_no_answer_is_given():
    report = check.answers(TEXTBOOK, {(): 3}, asked=[(), (0,), (1,), (2,)])
    assert (codes(report), report.score) == (["unanswered"], 1 / 4)


@pytest.mark.parametrize("answer", ["three", (3, 1), float("nan"), [3], {}, 3 + 1j])
def test_an_answer_may_be_anything_at_all(answer):
    report = check.answers(TEXTBOOK, {(0,): answer, (): answer})
    assert not report.passed
    assert report.score == 0
    assert str(report)


@pytest.mark.parametrize(
    "check_it", [lambda path: check.answers(TEXTBOOK, {path: 1}), lambda path: check.pruned(TEXTBOOK, {path})]
)
def test_a_path_that_leads_nowhere_is_told(check_it):
    assert codes(check_it((0, 7)))[0] == "no-such-node"
    (finding, *_) = check_it(0).findings
    assert finding.code == "not-a-path"
    assert "(0,)" in finding.message


def test_answers_of_the_wrong_kind_are_an_error():
    with pytest.raises(TypeError, match="a dict from paths to values"):
        check.answers(TEXTBOOK, [3, 2, 2])
    with pytest.raises(TypeError, match="a set of paths"):
        check.pruned(TEXTBOOK, 3)


def test_nested_lists_will_do_for_a_tree():
    assert check.answers([[3, 5], [2, 9]], {(): 3}).passed
    assert check.pruned([[3, 5], [2, 9]], [[1, 1]]).passed


# Cuts


@quick
@given(number_trees)
def test_what_alphabeta_prunes_passes_by_its_top_or_by_its_leaves(made):
    tops = trace(alphabeta, made, lines=False).pruned
    leaves = {path for path, node in made.walk() if node.is_leaf and any(path[: len(top)] == top for top in tops)}
    for marked in (set(tops), leaves, set(tops) | leaves):
        report = check.pruned(made, marked)
        assert report.passed, report
        assert (report.score, report.findings) == (1, ())


@quick
@given(number_trees, st.data())
def test_a_branch_too_much_or_too_little_is_found(made, data):
    tops = trace(alphabeta, made, lines=False).pruned
    seen = [path for path, node in made.walk() if node.is_leaf and path and not any(path[: len(t)] == t for t in tops)]
    marked = {*tops}
    marked ^= {data.draw(st.sampled_from([*tops, *seen] or [()]))}
    report = check.pruned(made, marked)
    if report.passed:  # as good, but for the ties
        assert codes(report) == ["strict-cut"]
    else:
        assert report.score < 1
        assert report.findings


@pytest.mark.parametrize(
    ("code", "made", "cuts"),
    [
        ("no-deep-cuts", tree([5, [[[3, 9], 4], [8, 8]]]), {(1, 1)}),
        ("no-deep-cuts", tree([5, [[[7, 1], 6], [2, 2]]], MIN), {(1, 1)}),
        ("cuts-on-own-bound", tree([5, [[4, [3, 9]], [8, 8]]]), {(1, 0, 1)}),
        ("right-to-left", tree([[9, 2], [3, 9]]), {(0, 0)}),
        ("right-to-left", tree([[1, 8], [7, 1]], MIN), {(0, 0)}),
    ],
)
def test_a_mistaken_habit_gets_its_name(code, made, cuts):
    assert codes(check.pruned(made, cuts)) == [code]


def test_to_go_on_at_a_tie_passes_with_a_remark():
    made = tree([[3, 5], [3, 9], [1, 7]])
    assert {*trace(alphabeta, made).pruned} == {(1, 1), (2, 1)}
    report = check.pruned(made, {(2, 1)})
    assert report.passed
    assert report.score == 1
    assert codes(report) == ["strict-cut"]


def test_nothing_marked_is_no_habit():
    report = check.pruned(TEXTBOOK, set())
    assert codes(report) == ["cuts-too-little"]
    assert report.score == 0
    assert "2 more branches" in report.findings[0].message


@quick
@given(number_trees)
def test_to_mark_everything_is_worth_nothing(made):
    for marked in {()}, {path for path, _ in made.walk()}, {path for path, node in made.walk() if node.is_leaf}:
        report = check.pruned(made, marked)
        assert (report.passed, report.score) == (False, 0)


def test_to_mark_all_but_a_few_leaves_is_worth_little():
    leaves = {path for path, node in SECOND.walk() if node.is_leaf}
    tops = trace(alphabeta, SECOND, lines=False).pruned
    seen = sorted(path for path in leaves if not any(path[: len(top)] == top for top in tops))
    scores = [check.pruned(SECOND, leaves - {*seen[:left]}).score for left in range(len(seen) + 1)]
    assert scores == sorted(scores)
    assert scores[1] == 1 / len(seen)
    assert scores[-1] == 1


def test_neither_message_nor_hints_name_a_branch_that_is_still_to_be_found():
    report = check.pruned(SECOND, {(2, 1), (2, 2)})
    told = " ".join([str(report), *(report.hint() for _ in range(5))])
    for missed in ("0 1 1", "0 1 2", "1 1 1"):
        assert f"after {missed}" not in told


def test_nothing_to_cut_and_nothing_marked_is_right():
    assert check.pruned(tree([1, 2, 3]), set()).passed


def test_a_wrong_mark_is_told_why_it_is_looked_at():
    report = check.pruned(TEXTBOOK, {(1, 1), (1, 2), (2, 2)})
    (finding,) = report.findings
    assert finding.code == "cuts-too-much"
    assert "if the leaf 2 (after move 2, then 2) were worth" in finding.message
    assert report.score == 2 / 3
