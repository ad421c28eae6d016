"""The infinities lie beyond every value of any type, also once they were copied."""

import copy
import inspect
import math
import pickle
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given

from minimax_lab.games import TicTacToe, tree
from minimax_lab.search import (
    alphabeta,
    inf,
)
from minimax_lab.values import HIGHEST, LOWEST, opposite
from tests.search.oracles import (
    visited,
)
from tests.strategies import few_pairs, quick


def test_the_bounds_are_beyond_every_value_and_are_infinity_among_numbers():
    for value in 10**400, -1.5, "z", (), (10**9,), Fraction(1, 3), b"", frozenset({1}):
        assert -inf < value < inf
        assert inf > value > -inf
        assert -inf <= value <= inf
        assert not value >= inf
        assert not value <= -inf
        assert not inf <= value
        assert not -inf >= value
    assert inf == float("inf")
    below_all = -inf
    assert below_all == float("-inf")
    assert -below_all == inf
    assert -inf < inf
    assert inf <= inf
    assert inf >= inf
    assert not inf < inf
    assert not inf > inf
    assert not -inf > -inf


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))])
def test_a_won_game_stays_won_when_its_value_is_copied_or_sent_to_another_process(copied):
    won, lost = copied(inf), copied(-inf)
    assert (won, lost) == (inf, -inf)
    assert -won == -inf
    assert -lost == inf
    assert lost < (1, 2) < won
    assert not won < (1, 2)
    assert not lost > "a"


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))])
def test_an_open_window_stays_open_when_it_is_copied_or_sent_to_another_process(copied):
    defaults = inspect.signature(alphabeta).parameters
    alpha, beta = copied(defaults["alpha"].default), copied(defaults["beta"].default)
    assert alpha < -inf < inf < beta
    assert beta > inf
    assert alphabeta(tree([[(1, 2), (0, 9)], [(1, 1)]]), None, alpha, beta) == (1, 1)
    assert len(visited(alphabeta, TicTacToe("XX. OO. ..."), 2, alpha, beta, lambda state: 0)) == len(
        visited(alphabeta, TicTacToe("XX. OO. ..."), 2, evaluate=lambda state: 0)
    )


def test_an_open_window_is_wider_than_a_won_and_a_lost_game_in_every_comparison():
    ladder = [LOWEST, -inf, -(10**400), (1, 2), inf, HIGHEST]
    for i, low in enumerate(ladder):
        for j, high in enumerate(ladder):
            if 2 <= i <= 3 and 2 <= j <= 3:  # ordinary values, which may not be comparable with each other
                continue
            comparisons = low < high, low <= high, low == high, low != high, low >= high, low > high
            assert comparisons == (i < j, i <= j, i == j, i != j, i >= j, i > j), (low, high)
    assert (-LOWEST, -HIGHEST) == (HIGHEST, LOWEST)
    assert math.isinf(HIGHEST)
    assert HIGHEST > 0 > LOWEST


def test_pythons_own_infinity_is_worth_as_much_as_a_won_game_and_less_than_an_open_window():
    assert LOWEST < float("-inf") < 0 < float("inf") < HIGHEST
    assert not float("inf") == HIGHEST
    for own in float("inf"), np.float64("inf"):  # an evaluation may count with numpy
        assert own == inf
        assert inf >= own >= inf
        assert not inf > own
        assert LOWEST < -own < own
    assert hash(inf) == hash(float("inf"))
    assert {float("inf"): "won"}[inf] == "won"


@quick
@given(few_pairs, few_pairs)
def test_opposites_are_ordered_the_other_way_round(one, other):
    assert (opposite(one) < opposite(other)) is (other < one)
    assert (opposite(one) > opposite(other)) is (other > one)
    assert (opposite(one) == opposite(other)) is (one == other)
    assert max(opposite(one), opposite(other)) == opposite(min(one, other))
    assert -opposite(one) == opposite(opposite(one)) == one
    assert len({opposite(one), opposite(other)}) == len({one, other})
    assert -inf < opposite(one) < inf


def test_the_opposite_of_a_number_is_a_number_and_of_a_tuple_is_told_from_the_tuple():
    assert opposite(3) == -3
    assert opposite(inf) == -inf
    assert opposite((1, 2)) != (1, 2)
    assert repr(opposite((1, 2))) == "-(1, 2)"
    with pytest.raises(TypeError):
        assert opposite((1, 2)) < (1, 2)
