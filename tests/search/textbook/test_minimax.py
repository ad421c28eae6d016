"""The textbook searches agree with each other and with brute force."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from minimax_lab.game import MAX, MIN
from minimax_lab.games import Isolation, figure, tree
from minimax_lab.search import (
    max_value,
    min_value,
    minimax,
)
from tests.search.oracles import SEARCHES, all_leaves, brute_force, every_search, visited
from tests.strategies import (
    few_numbers,
    few_pairs,
    nested_of,
    nested_trees,
    nested_trees_of_numbers,
    players,
    quick,
    thorough,
)


@thorough
@given(nested_trees, players)
def test_all_searches_agree_with_brute_force(nested, player):
    truth = brute_force(nested, player)
    for search in SEARCHES:
        assert search(tree(nested, player)) == truth, search.__name__


@quick
@given(nested_of(few_numbers), players)
def test_max_value_and_min_value_give_the_value_to_the_player_who_searches(nested, player):
    """Each function says who is searching: for max_value the player to move, for min_value the other one."""
    truth = brute_force(nested, player)
    to_the_mover = truth if player is MAX else -truth
    assert max_value(tree(nested, player)) == to_the_mover
    assert min_value(tree(nested, player)) == -to_the_mover


@quick
@given(nested_of(few_pairs), players)
def test_the_value_to_the_other_player_of_what_has_no_minus_turns_back_with_a_minus(nested, player):
    other_search = min_value if player is MAX else max_value
    assert -other_search(tree(nested, player)) == brute_force(nested, player)


@thorough
@given(nested_trees_of_numbers, players, st.integers(0, 5))
def test_all_searches_agree_with_brute_force_at_every_depth(nested, player, depth):
    def count_leaves(state):
        return len(state.leaves())

    truth = brute_force(nested, player, depth, estimate=lambda nested: len(all_leaves(nested)))
    for search in SEARCHES:
        assert search(tree(nested, player), depth, count_leaves) == truth, search.__name__


@quick
@given(nested_of(few_pairs), players, st.integers(0, 5))
def test_an_evaluation_may_be_a_tuple(nested, player, depth):
    def pair(leaves):
        return min(first for first, _ in leaves), len(leaves)

    truth = brute_force(nested, player, depth, lambda nested: pair(all_leaves(nested)))
    for search in SEARCHES:
        assert search(tree(nested, player), depth, lambda state: pair(state.leaves())) == truth, search.__name__


@quick
@given(nested_of(few_numbers), players, st.integers(0, 4))
def test_without_an_evaluation_an_open_position_counts_zero(nested, player, depth):
    truth = brute_force(nested, player, depth)
    for search in SEARCHES:
        assert search(tree(nested, player), depth) == truth, search.__name__


@every_search
def test_a_depth_beyond_the_end_searches_to_the_end(search):
    assert search(figure("textbook"), 2) == search(figure("textbook"), 50) == 3
    assert search(Isolation(), 6) == search(Isolation(), 99) == search(Isolation()) == 1


@every_search
def test_odd_and_even_depths_stop_at_the_right_ply(search):
    line = tree([[[[[100]]]]])
    seen = []

    def evaluate(state):
        seen.append(state.height)
        return -state.height

    for depth, left in enumerate([5, 4, 3, 2, 1]):
        assert search(line, depth, evaluate) == -left
    assert seen == [5, 4, 3, 2, 1]
    assert search(line, 5, evaluate) == 100
    assert len(seen) == 5


@every_search
def test_a_single_leaf_is_worth_what_it_says(search):
    for leaf in 7, -0.5, "x", (1, 2), Fraction(1, 3), False:
        for player in MAX, MIN:
            assert search(tree(leaf, player)) == leaf
            assert search(tree(leaf, player), 0, lambda state: 99) == leaf


@every_search
def test_infinite_leaves_are_ordinary_values(search):
    top = float("inf")
    assert search(tree([[top, 3], [top, top], [-top, 5]])) == top
    assert search(tree([[-top, 3], [-top], [7, -top]])) == -top
    assert search(tree([[top, 3], [2, -top]])) == 3


def test_minimax_looks_at_all_225_nodes_of_mini_isolation():
    assert len(visited(minimax, Isolation())) == 225
