"""A decision is the first best move, for either player."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minimax_lab.game import MIN
from minimax_lab.games import TicTacToe, tree
from tests.search.oracles import DECISIONS, X_IS_LOST, Bare, all_leaves, children_of, every_decision, first_best
from tests.strategies import (
    few_numbers,
    few_pairs,
    nested_of,
    nested_trees,
    players,
    quick,
    thorough,
)


@thorough
@given(nested_of(few_numbers) | nested_trees, players)
def test_a_decision_is_the_first_best_move_for_either_player(nested, player):
    if children_of(nested) is None:
        nested = [nested]
    best = first_best(nested, player)
    for decide in DECISIONS:
        assert decide(tree(nested, player)) == best, decide.__name__


@quick
@given(nested_of(few_pairs), players)
def test_a_decision_is_the_first_best_move_also_where_values_have_no_minus(nested, player):
    if children_of(nested) is None:
        nested = [nested]
    best = first_best(nested, player)
    for decide in DECISIONS:
        assert decide(tree(nested, player)) == best, decide.__name__


@thorough
@given(nested_of(few_numbers), players, st.integers(1, 5))
def test_a_decision_at_a_depth_limit_is_the_first_best_move_of_that_depth(nested, player, depth):
    if children_of(nested) is None:
        nested = [nested]
    best = first_best(nested, player, depth, lambda nested: len(all_leaves(nested)) % 3 - 1)
    for decide in DECISIONS:
        assert decide(tree(nested, player), depth, lambda state: len(state.leaves()) % 3 - 1) == best, decide.__name__


@every_decision
def test_min_decides_for_what_is_least_for_max(decide):
    assert decide(tree([3, 12, 2, 8, 2], MIN)) == 2
    assert decide(tree({"a": [9, 1], "b": [5, 6], "c": [7, 2]}, MIN)) == "b"
    assert decide(tree([3, 12, 2, 12])) == 1


@every_decision
def test_the_first_move_is_chosen_when_all_lose(decide):
    loses = float("-inf")
    assert decide(tree([loses, loses])) == 0
    assert decide(tree([-loses, -loses], MIN)) == 0
    assert decide(X_IS_LOST) == decide(X_IS_LOST, 2, lambda state: 0) == 1


@every_decision
def test_a_decision_about_a_finished_game_is_refused(decide):
    for over in tree(3), TicTacToe("XXX OO. ..."), Bare([]):
        with pytest.raises(ValueError, match="the game is over"):
            decide(over)
