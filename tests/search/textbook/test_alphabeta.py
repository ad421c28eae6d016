"""Alpha-beta keeps to its window, and looks where it must and nowhere else."""

from math import ceil, floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minimax_lab.game import MAX, MIN
from minimax_lab.games import ConnectFour, TicTacToe, figure, tree
from minimax_lab.search import (
    alphabeta,
    inf,
    look_until_closed,
    minimax,
    minimax_fold,
)
from tests.search.oracles import all_leaves, brute_force, children_of, fold_until_closed, leaves_visited, visited
from tests.strategies import (
    brief,
    few_numbers,
    few_pairs,
    nested_of,
    nested_trees,
    players,
    quick,
    thorough,
    trees_and_windows,
    uniform,
)


def check_fail_soft(value, truth, alpha, beta):
    if value <= alpha:
        assert truth <= value
    elif value >= beta:
        assert truth >= value
    else:
        assert value == truth


@thorough
@given(trees_and_windows(), players)
def test_alphabeta_with_any_window_returns_the_value_or_a_bound_on_the_right_side(tree_and_window, player):
    nested, alpha, beta = tree_and_window
    truth = brute_force(nested, player)
    state = tree(nested, player)
    for low, high in (alpha, beta), (-inf, beta), (alpha, inf), (-inf, inf):
        check_fail_soft(alphabeta(state, None, low, high), truth, low, high)
        check_fail_soft(alphabeta(state, alpha=low, beta=high), truth, low, high)
        check_fail_soft(minimax_fold(state, fold=look_until_closed, window=(low, high)), truth, low, high)


@quick
@given(nested_of(few_numbers), players, st.integers(-3, 2), st.integers(1, 3), st.integers(0, 4))
def test_alphabeta_with_a_window_and_a_depth_keeps_the_same_contract(nested, player, alpha, width, depth):
    def estimate(state):
        return len(state.leaves()) % 5 - 2

    truth = brute_force(nested, player, depth, lambda nested: len(all_leaves(nested)) % 5 - 2)
    value = alphabeta(tree(nested, player), depth, alpha, alpha + width, estimate)
    check_fail_soft(value, truth, alpha, alpha + width)


def test_alphabeta_is_fail_soft_and_not_fail_hard():
    assert alphabeta(tree([[3, 12], [20, 30]]), None, 50, 60) == 20
    assert alphabeta(tree([[3, 12], [20, 30]]), None, -5, 1) == 3
    assert alphabeta(tree([3, 12], MIN), None, 7, 9) == 3


def test_alphabeta_does_not_look_at_the_two_leaves_of_the_textbook():
    looked = [leaf.value for leaf in leaves_visited(alphabeta, figure("textbook"))]
    assert looked == [3, 12, 8, 2, 14, 5, 2]
    assert [leaf.value for leaf in leaves_visited(minimax, figure("textbook"))] == [3, 12, 8, 2, 4, 6, 14, 5, 2]


def test_alphabeta_cuts_off_below_a_min_root_and_on_equality():
    assert [leaf.value for leaf in leaves_visited(alphabeta, tree([[3, 1], [5, 9, 0]], MIN))] == [3, 1, 5]
    assert [leaf.value for leaf in leaves_visited(alphabeta, tree([[3, 4], [3, 0]]))] == [3, 4, 3]
    assert [leaf.value for leaf in leaves_visited(alphabeta, tree([[3, 1], [3, 9]], MIN))] == [3, 1, 3]


def test_alphabeta_cuts_off_deep_below_the_node_that_set_the_bound():
    # The root is sure of 5. Three plies further down, the leaf 4 is enough: nobody looks at 77, nor at 88.
    looked = [leaf.value for leaf in leaves_visited(alphabeta, tree([5, [[[4, 77], 3], 88]]))]
    assert looked == [5, 4, 3]


@quick
@given(nested_trees, players)
def test_alphabeta_looks_at_each_node_at_most_once_in_the_order_of_minimax(nested, player):
    state = tree(nested, player)
    every, some = visited(minimax, state), visited(alphabeta, state)
    assert len(every) == state.size
    assert all(one is other for one, (_, other) in zip(every, state.walk(), strict=True))
    remaining = iter(every)
    assert all(any(node is one for one in remaining) for node in some)


def best_first(nested, player):
    """The same tree with the best move first at every node."""
    if children_of(nested) is None:
        return nested
    ordered = sorted(children_of(nested), key=lambda child: brute_force(child, player.opponent), reverse=player is MAX)
    return [best_first(child, player.opponent) for child in ordered]


SIZES = [(1, 4), (2, 1), (2, 2), (2, 5), (2, 6), (3, 1), (3, 3), (3, 4), (4, 3), (5, 2), (7, 2)]


@pytest.mark.parametrize(("branching", "depth"), SIZES)
@pytest.mark.parametrize("player", [MAX, MIN])
def test_on_a_perfectly_ordered_uniform_tree_alphabeta_looks_at_the_fewest_leaves_there_can_be(
    branching, depth, player
):
    fewest = branching ** ceil(depth / 2) + branching ** floor(depth / 2) - 1

    for leaves in few_numbers, st.integers(), few_pairs:

        @brief
        @given(uniform(depth, branching, leaves))
        def check(nested):
            state = tree(best_first(nested, player), player)
            assert len(leaves_visited(alphabeta, state)) == fewest
            assert len(leaves_visited(fold_until_closed, state)) == fewest

        check()


@quick
@given(uniform(4, 2, st.integers()), players)
def test_no_order_lets_alphabeta_look_at_fewer_leaves(nested, player):
    assert 2**2 + 2**2 - 1 <= len(leaves_visited(alphabeta, tree(nested, player))) <= 2**4


def test_alphabeta_looks_at_18297_nodes_of_tic_tac_toe():
    assert len(visited(alphabeta, TicTacToe())) == 18_297


def test_alphabeta_looks_at_12574_nodes_of_connect_four_eight_plies_deep():
    assert len(visited(alphabeta, ConnectFour(), 8)) == 12_574


def test_alphabeta_looks_at_12574_nodes_of_connect_four_also_with_an_evaluation_that_is_always_zero():
    assert len(visited(alphabeta, ConnectFour(), 8, evaluate=lambda state: 0)) == 12_574
