"""Every student number has trees of its own, alike in shape and in work, and their key."""

import pytest

from minimax_lab.check import answers, pruned
from minimax_lab.check.by_hand.tasks import (
    asked_worth,
    cuts_tree,
    deep_cut,
    is_best_move,
    leaves_looked_at,
    values_tree,
)
from minimax_lab.games import tree
from minimax_lab.widgets import PruningQuiz
from tools.key import key, quiz_key

NUMBERS = [0, 1, 7, 4711, 20261115]


@pytest.mark.parametrize("make", [values_tree, cuts_tree])
def test_a_number_has_its_own_tree_of_the_same_size(make):
    trees = [make(number) for number in NUMBERS]
    assert len({repr(made) for made in trees}) == len(NUMBERS)
    assert all((made.size, made.height) == (trees[0].size, trees[0].height) for made in trees)
    assert [repr(make(number)) for number in NUMBERS] == [repr(made) for made in trees]


@pytest.mark.parametrize("number", NUMBERS)
def test_the_key_to_a_number_gets_full_marks_and_that_of_another_does_not(number):
    mine, other = key(number), key(number + 1)
    first, second = values_tree(number), cuts_tree(number)
    assert answers(first, mine["values"]).passed
    assert is_best_move(first, mine["values"], mine["best_move"])
    assert pruned(second, mine["never_seen"]).passed
    assert not answers(first, other["values"]).passed


@pytest.mark.parametrize("number", [None, "4711", 3.5, True])
def test_a_number_that_is_no_number_is_told_so(number):
    for make in values_tree, cuts_tree:
        with pytest.raises(TypeError, match="your student number"):
            make(number)


def test_a_move_that_is_best_by_one_s_own_values_is_no_second_mistake():
    first = values_tree()  # its moves are worth 3, 5 and 2
    assert [is_best_move(first, {}, move) for move in (0, 1, 2, None, True, "1")] == [False, True, *[False] * 4]
    mistaken = {(0,): 6, (1,): 5, (2,): 2}
    assert is_best_move(first, mistaken, 0)
    assert not is_best_move(first, mistaken, 2)


def test_a_tree_that_was_asked_for_is_told_from_others():
    assert [asked_worth(number) for number in (0, 1, 4711)] == [7, 11, 41]
    assert leaves_looked_at(tree([[7, 8, 9], [1, 2, 3], [4, 5, 6]]), 7) == 5
    assert leaves_looked_at(tree([[3, 2, 1], [6, 5, 4], [9, 8, 7]]), 7) == 9
    assert "worth 1, not 7" in leaves_looked_at(tree([[1] * 3] * 3), 7)
    assert "three boxes" in leaves_looked_at([[7, 8, 9]], 7)
    assert deep_cut(tree([[4, [[9, [5, 1]], 2]], 0])) == "yes"
    assert "three levels up" in deep_cut(tree([[1, 2], [3, 4]]))
    assert "11 leaves" in deep_cut(tree([*range(11)]))


def test_the_key_of_a_quiz_is_what_is_to_be_marked_in_it():
    for written, marked in quiz_key(4711).items():
        quiz = eval(written, {"PruningQuiz": PruningQuiz})
        assert pruned(quiz.tree, marked).passed
