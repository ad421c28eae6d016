"""The quizzes without a browser: a solution that is true of each mistake, and what the browser is sent."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minimax_lab.check.by_hand.solution import RIGHT, TOO_LITTLE, TOO_MUCH, Solution
from minimax_lab.game import MAX, MIN
from minimax_lab.games import Tree, random_tree, tree
from minimax_lab.games.trees import MalformedTree
from minimax_lab.search import alphabeta, minimax
from minimax_lab.trace import trace
from minimax_lab.widgets.quiz.quiz import PruningQuiz, ValueQuiz
from minimax_lab.widgets.quiz.trees import (
    ImpossibleRequest,
    quiz_tree,
)
from tests.strategies import brief, few_numbers, players, thorough, uneven

TEXTBOOK = tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
number_trees = st.builds(tree, uneven(few_numbers) | uneven(st.integers(0, 20)), players)


# The solution


def judge(made, marked):
    return Solution(made).remarks_on(marked)


def judge_windows(made, answers):
    return Solution(made).remarks_on_windows(answers)


@st.composite
def trees_and_marks(draw):
    made = draw(number_trees)
    paths = [path for path, _ in made.walk()]
    return made, draw(st.sets(st.sampled_from(paths), max_size=5))


@thorough
@given(number_trees)
def test_what_alphabeta_prunes_is_right_and_nothing_else_is(made):
    pruned = trace(alphabeta, made, lines=False).pruned
    remarks = judge(made, pruned)
    assert [remark.path for remark in remarks] == sorted_like(made, pruned)
    assert all(remark.kind == RIGHT for remark in remarks)
    for missing in pruned:
        kinds = {remark.path: remark.kind for remark in judge(made, [path for path in pruned if path != missing])}
        assert kinds[missing] == TOO_LITTLE or len(made.at(missing[:-1]).children) == 1


@thorough
@given(number_trees)
def test_marking_each_node_below_a_branch_is_marking_the_branch(made):
    pruned = trace(alphabeta, made, lines=False).pruned
    leaves = [p for p, node in made.walk() if node.is_leaf and any(p[: len(cut)] == cut for cut in pruned)]
    assert not any(remark.is_mistake for remark in judge(made, leaves))


@thorough
@given(trees_and_marks())
def test_each_mistake_is_found_once_and_explained_truly(drawn):
    made, marked = drawn
    seen = trace(alphabeta, made, lines=False)
    for remark in judge(made, marked):
        if remark.kind == TOO_MUCH:
            assert remark.path in seen
            assert remark.text.startswith("Cut too much: ")
            check_counterexample(made, remark)
        else:
            assert remark.path in seen.pruned
            assert "the window is closed" in remark.text
    kinds = [remark.kind for remark in judge(made, marked)]
    assert (set(kinds) <= {RIGHT}) == (leaves_below(made, marked) == leaves_below(made, seen.pruned))


def check_counterexample(made, remark):
    """The value named does change the root, by brute force; where none is named, no leaf has such a value."""
    if remark.leaf is None:
        changes = [path for path, node in made.walk() if node.is_leaf and path[: len(remark.path)] == remark.path]
        assert all(minimax(changed(made, path, value)) == minimax(made) for path in changes for value in range(-4, 23))
        assert "cannot know that yet" in remark.text
        return
    assert remark.leaf[: len(remark.path)] == remark.path
    assert minimax(changed(made, remark.leaf, remark.value)) == remark.root != minimax(made)


def changed(made, path, value):
    """The tree with a value in the place of a leaf or of a branch."""
    if not path:
        return Tree(value, made.active_player)
    nested = dict(made.children.items())
    nested[path[0]] = changed(made.children[path[0]], path[1:], value)
    return Tree(nested, made.active_player)


def leaves_below(made, marked):
    return {
        path for path, node in made.walk() if node.is_leaf and any(path[: len(cut)] == tuple(cut) for cut in marked)
    }


def sorted_like(made, paths):
    return [path for path, _ in made.walk() if path in paths]


def test_a_mistake_names_the_leaf_the_value_and_the_window():
    too_much, right, too_little = judge(TEXTBOOK, [(0, 1), (1, 1)])
    assert (too_much.kind, right.kind, too_little.kind) == (TOO_MUCH, RIGHT, TOO_LITTLE)
    assert too_much.text == (
        "Cut too much: alpha-beta looks at the leaf 12 (after move 0, then 1). "
        "The window is still open there, α = −∞, β = 3: "
        "if the leaf 12 (after move 0, then 1) were worth 2 instead of 12, the root would be worth 2, not 3."
    )
    assert too_little.text == (
        "Cut too little: the leaf 6 (after move 1, then 2) is never looked at. "
        "▼ MIN after move 1 can already hold MAX to 2: α = 3 ≥ β = 2, the window is closed. "
        "▲ MAX is sure of 3 by playing 0 at the root and will not come here."
    )
    assert too_little.about == ((1,), (), (0,))


def test_a_branch_that_turns_out_not_to_matter_is_still_looked_at():
    (remark,) = judge(tree([[1, 2], [9, 8]]), [(0, 1)])
    assert remark.leaf is None
    assert (
        "the root stays 8. But alpha-beta cannot know that yet: when it comes here, the window is still open"
        in remark.text
    )


def test_at_a_tie_the_policy_is_stated():
    (remark,) = judge(tree([[3, 5], [3, 9]]), [])
    assert remark.text.endswith("Equal counts: alpha-beta cuts where α ≥ β.")


def test_a_deep_cutoff_is_called_one():
    made = quiz_tree(2, 4, 2, deep_cutoff=True)
    assert any("A deep cut-off: the reason lies 3 levels up." in remark.text for remark in judge(made, []))


def test_a_mark_that_leads_nowhere_is_an_error():
    with pytest.raises(ValueError, match="no such branch"):
        judge(TEXTBOOK, [(7,)])


def test_a_wrong_bound_is_explained_by_a_move_that_was_searched_before_and_has_that_value():
    told = 0
    for seed in range(12):
        solution = Solution(random_tree(4, 2, seed))
        for node in solution.trace.nodes:
            for place, player in enumerate([MAX, MIN]):
                right = node.window[place] if node.window else math.inf
                if math.isinf(right):
                    continue
                answers = [*node.window, node.value]
                answers[place] = right + 1
                (remark,) = solution.remarks_on_windows({node.path: answers})
                above, source = remark.about
                way = node.path[len(above)]  # on from there
                moves = solution.trace.at(above).moves
                assert (above, solution.trace.at(above).player) == (node.path[: len(above)], player)
                assert source[:-1] == above
                assert moves.index(source[-1]) < moves.index(way)
                assert solution.trace.at(source).value == right
                told += 1
    assert told > 100


@thorough
@given(number_trees)
def test_the_windows_of_the_trace_are_right_and_others_are_not(made):
    seen = trace(alphabeta, made, lines=False)
    answers = {node.path: (*node.window, node.value) for node in seen.nodes if not node.is_leaf}
    assert judge_windows(made, answers) == []
    for path, (alpha, beta, value) in answers.items():
        (remark,) = judge_windows(made, {path: (99, beta, value)})
        assert "α is not 99: it is" in remark.text
        (remark,) = judge_windows(made, {path: (alpha, beta, value + 1)})
        assert "The value is not" in remark.text
        (remark,) = judge_windows(made, {path: (None, None, None)})
        assert "α is still empty. β is still empty. The value is still empty." in remark.text


# The widget


@pytest.mark.parametrize("kind", [PruningQuiz, ValueQuiz])
def test_the_browser_gets_the_tree_and_the_key_with_the_very_first_message(kind):
    class Spied(kind):
        def open(self):
            self.first = self.get_state()
            super().open()

    quiz = Spied(TEXTBOOK)
    assert len(quiz.first["_rows"]) == 13
    assert quiz.first["_key"]["root"] == "3"


@brief
@given(number_trees)
def test_the_key_of_any_tree_of_numbers_goes_through_json(made):
    for quiz in PruningQuiz(made), ValueQuiz(made):
        text = json.dumps(quiz.get_state()["_key"], allow_nan=False)
        assert len(json.loads(text)["nodes"]) in (len(quiz.paths), len(quiz.paths) - len(made.leaves()))


def test_the_marks_of_the_browser_are_paths_in_python():
    quiz = PruningQuiz(TEXTBOOK)
    quiz.set_state({"marked": [7, 8]})
    assert quiz.marked == {(1, 1), (1, 2)}
    assert quiz.get_state("marked") == {"marked": [7, 8]}


def test_what_the_browser_says_can_be_read():
    quiz = ValueQuiz(TEXTBOOK)
    said = {"node": 1, "kind": "wrong value", "text": "The wrong sign.", "about": []}
    quiz.set_state({"_answers": {"1": "-3", "0": ""}, "_feedback": {"summary": "", "remarks": [said]}, "score": 2})
    assert (quiz.answers, quiz.remarks, quiz.score) == ({(0,): "-3"}, ["The wrong sign."], 2)


def test_a_new_tree_begins_anew():
    quiz = PruningQuiz(TEXTBOOK)
    quiz.set_state({"marked": [7], "correct": False, "_progress": {"explained": ["cut 5"]}, "_answers": {"0": ["1"]}})
    quiz._receive(quiz, {"do": "new"}, [])
    assert (quiz.correct, quiz.seed, quiz.marked, quiz.remarks) == (None, 0, set(), [])
    assert (quiz._progress, quiz._answers) == ({}, {})
    assert quiz.tree == quiz_tree(0)
    quiz._receive(quiz, {"do": "dance"}, [])
    assert quiz.seed == 0


def test_a_tree_that_cannot_be_made_is_told():
    quiz = ValueQuiz(TEXTBOOK, depth=99)
    quiz._receive(quiz, {"do": "new"}, [])
    assert "a quiz has at most 256" in quiz._feedback["summary"]


def test_a_quiz_shows_itself_where_widgets_do_not_run():
    quiz = PruningQuiz(seed=3, depth=3, branching=3, cutoffs=4)
    assert repr(quiz) == "PruningQuiz(seed=3: 27 leaves, 4 cut-offs)"
    assert repr(PruningQuiz(TEXTBOOK)) == "PruningQuiz(9 leaves, 1 cut-off)"
    data, _ = quiz._repr_mimebundle_()
    assert data["text/plain"] == repr(quiz)
    assert data["text/html"].startswith("<img ")
    assert "never searched" not in data["text/html"]


def test_a_quiz_on_values_shows_itself_there_too():
    quiz = ValueQuiz(seed=3, depth=2, branching=3)
    assert repr(quiz) == "ValueQuiz(seed=3: 9 leaves, 4 nodes to fill in)"
    data, _ = quiz._repr_mimebundle_()
    assert data["text/plain"] == repr(quiz)
    assert data["text/html"].startswith("<img ")
    quiz.new_tree()
    assert quiz.seed == 4


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"tree": ["win", "loss"]}, MalformedTree),
        ({"tree": TEXTBOOK, "seed": 3}, TypeError),
        ({"depth": 2, "deep_cutoff": True}, ImpossibleRequest),
    ],
)
def test_a_quiz_that_cannot_be_is_refused(arguments, error):
    with pytest.raises(error):
        PruningQuiz(**arguments)


def test_min_may_move_first():
    made = tree([[3, 1], [4, 9]], MIN)
    assert [remark.path for remark in judge(made, [])] == trace(alphabeta, made).pruned


# Answers that are handed in


class Shell:
    """What a notebook offers to a cell that runs."""

    def __init__(self):
        self.user_ns = {}

    def set_next_input(self, text, replace):
        self.text, self.replaced = text, replace


@pytest.mark.parametrize(
    ("quiz", "given"),
    [
        (ValueQuiz(TEXTBOOK, graded=True), {(): 3, (1,): -2, (2,): "two"}),
        (ValueQuiz(TEXTBOOK, graded=True, leaves=True), {(0, 1): -7}),
        (PruningQuiz(TEXTBOOK, graded=True, task="Mark a leaf."), {(2, 0), (1, 1)}),
    ],
    ids=["values", "leaves", "marks"],
)
def test_the_cell_that_asks_for_an_answer_becomes_the_answer(quiz, given, monkeypatch, capsys):
    shell = Shell()
    monkeypatch.setattr("minimax_lab.widgets.quiz.quiz.get_ipython", lambda: shell)
    shell.user_ns["In"] = ["", 'mine = q.hand_in("mine")  # nothing to write\n# YOUR CODE HERE']
    assert not quiz.hand_in("mine")
    assert not hasattr(shell, "text"), "nothing is answered yet, and the cell stays as it is"
    if isinstance(quiz, PruningQuiz):
        quiz.marked = given
    else:
        quiz._answers = {str(quiz.paths.index(path)): str(value).replace("-", "−") for path, value in given.items()}
    assert quiz.hand_in("mine") == given
    known = {}
    exec(shell.text, known)
    assert known["mine"] == given
    assert shell.text.splitlines()[1].endswith(' and run it: mine = q.hand_in("mine")')
    assert shell.replaced
    assert shell.text in capsys.readouterr().out, "for where a cell cannot be changed"
    assert quiz._to_hand_in == "This is handed in."
    quiz._clear()
    assert quiz._to_hand_in.startswith("Changed since you handed it in.")


def test_a_graded_quiz_does_not_send_the_answers_to_the_browser():
    for quiz in ValueQuiz(TEXTBOOK, graded=True), PruningQuiz(TEXTBOOK, graded=True):
        assert quiz.get_state()["_key"] == {}
