"""The quiz on values without a browser: minimax by hand, counted first and explained when asked."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minimax_lab.games import tree
from minimax_lab.games.trees import MalformedTree
from minimax_lab.search import minimax
from minimax_lab.widgets import ValueQuiz
from tests.strategies import brief, few_numbers, players, uneven

TEXTBOOK = tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
RIGHT = {(0,): 3, (1,): 2, (2,): 2, (): 3}
number_trees = st.builds(tree, uneven(few_numbers) | uneven(st.integers(0, 20)), players)


def filled(answers, made=TEXTBOOK):
    quiz = ValueQuiz(made)
    quiz.answers = answers
    return quiz


@brief
@given(number_trees)
def test_what_minimax_says_is_right_and_anything_else_is_one_mistake(made):
    right = {path: minimax(node) for path, node in made.walk() if not node.is_leaf}
    quiz = filled(right, made)
    assert quiz.check().startswith("All right!")
    assert quiz.score == len(right)
    for path in right:
        quiz = filled({**right, path: right[path] + 1000}, made)
        assert quiz.check() == f"{len(right) - 1} right, 1 wrong."
        quiz.explain()
        assert [remark.path for remark in quiz.remarks] == [path]


def test_a_check_counts_and_explains_nothing():
    quiz = filled({(0,): 3, (1,): 6})
    assert quiz.check() == "1 right, 1 wrong, 2 still empty."
    assert (quiz.correct, quiz.attempts, quiz.score) == (False, 1, 0)
    assert quiz._feedback["remarks"] == []


def test_a_wrong_value_is_explained_by_the_kind_of_slip_and_without_the_answer():
    quiz = filled({**RIGHT, (1,): 6})
    quiz.check()
    said = quiz.explain()
    assert said.startswith("The other player's choice. At ▼ MIN (after 1): ▼ MIN is to move there. You wrote 6")
    assert "2" not in said
    assert quiz.explain() == "There is nothing to explain: press Check."


def test_the_first_to_be_explained_is_at_the_bottom_and_what_only_follows_comes_last():
    quiz = filled({(0,): 12, (1,): 2, (2,): 2, (): 12})
    quiz.check()
    assert "after 0" in quiz.explain()
    assert "A mistake from further down" in quiz.explain()


def test_a_node_that_is_explained_gives_no_point():
    quiz = filled({})
    quiz.check()
    assert quiz.explain() == "▼ MIN (after 0) takes the smallest of the values below it: 3, 12, 8."
    quiz.answers = RIGHT
    assert quiz.check() == "All right! 3 points. The root is worth 3."
    assert quiz.check() == "All right! The root is worth 3."
    assert (quiz.score, quiz.attempts, quiz.correct) == (3, 3, True)


def test_hints_go_from_the_bottom_up_and_name_a_value_last():
    quiz = filled({})
    hints = [quiz.hint() for _ in range(5)]
    assert hints[0].startswith("Begin at the bottom")
    assert "MAX takes the largest" in hints[1]
    assert hints[2] == "Look at ▼ MIN (after 0): which values are below it, and who chooses?"
    assert hints[3] == hints[4] == "▼ MIN (after 0) takes the smallest of the values below it: 3, 12, 8."
    quiz.answers = RIGHT
    assert quiz.hint() == "Every value is right: press Check."


def test_what_cannot_be_read_is_a_mistake_that_says_so():
    quiz = ValueQuiz(TEXTBOOK)
    quiz._receive(quiz, {"do": "check", "seed": None, "answers": {"0": "three", "1": " −3 ", "5": "2,0", "9": "2"}}, [])
    assert quiz._feedback["summary"] == "2 right, 2 wrong."
    assert "“three” is not a number" in quiz.explain()
    assert quiz.answers == {(0,): -3, (1,): 2, (2,): 2}


def test_it_shows_itself_where_widgets_do_not_run():
    quiz = ValueQuiz(seed=3, depth=2, branching=3)
    assert repr(quiz) == "ValueQuiz(seed=3: 9 leaves, 4 nodes to fill in)"
    data, _ = quiz._repr_mimebundle_()
    assert data["text/plain"] == repr(quiz)
    assert data["text/html"].startswith("<img ")
    quiz.new_tree()
    assert quiz.seed == 4


def test_a_quiz_that_cannot_be_is_refused():
    with pytest.raises(MalformedTree):
        ValueQuiz(["win", "loss"])
    with pytest.raises(TypeError, match="a tree or a seed"):
        ValueQuiz(TEXTBOOK, seed=1)
    with pytest.raises(ValueError, match="there is no node at 0"):
        ValueQuiz(TEXTBOOK).answers = {0: 3}
