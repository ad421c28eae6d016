"""A finished game outranks any evaluation."""

import zlib
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from minimax_lab.game import MAX, MIN, GameState
from minimax_lab.games import Isolation, TicTacToe
from minimax_lab.search import (
    inf,
    minimax_decision,
)
from tests.search.oracles import DECISIONS, SEARCHES, X_IS_LOST, every_decision, every_search
from tests.strategies import (
    quick,
    thorough,
)


def arbitrary(state):
    """An evaluation without rhyme or reason, the same every time, of any size and sign."""
    return (zlib.crc32(str(state).encode()) - 2**31) * 10**6


def ranked(state, depth, evaluate):
    """Brute force with a pair for a value: first who has won (if any), then the evaluation."""
    moves = state.get_legal_moves()
    if not moves:
        return state.utility(), 0
    if depth == 0:
        return 0, evaluate(state)
    values = [ranked(state.forecast_move(move), depth - 1, evaluate) for move in moves]
    return max(values) if state.active_player is MAX else min(values)


def rank(value):
    return (1, 0) if value == inf else (-1, 0) if value == -inf else (0, value)


@quick
@given(st.lists(st.integers(0, 8), max_size=7), st.integers(0, 4))
def test_at_any_depth_a_win_or_a_loss_in_tic_tac_toe_counts_more_than_any_evaluation(choices, depth):
    state = TicTacToe()
    for choice in choices:
        moves = state.get_legal_moves()
        state = state.forecast_move(moves[choice % len(moves)]) if moves else state
    truth = ranked(state, depth, arbitrary)
    for search in SEARCHES:
        assert rank(search(state, depth, arbitrary)) == truth, search.__name__
    if depth and not state.is_terminal():
        values = [ranked(state.forecast_move(move), depth - 1, arbitrary) for move in state.get_legal_moves()]
        for decide in DECISIONS:
            assert decide(state, depth, arbitrary) == state.get_legal_moves()[values.index(truth)]


@quick
@given(st.integers(1, 4), st.integers(1, 3), st.integers(0, 6), st.lists(st.integers(0, 20), max_size=4))
def test_at_any_depth_a_win_or_a_loss_in_isolation_counts_more_than_any_evaluation(width, height, depth, choices):
    state = Isolation(width, height)
    for choice in choices:
        moves = state.get_legal_moves()
        state = state.forecast_move(moves[choice % len(moves)]) if moves else state
    depth = min(depth, 3)
    truth = ranked(state, depth, arbitrary)
    for search in SEARCHES:
        assert rank(search(state, depth, arbitrary)) == truth, search.__name__


@every_search
@pytest.mark.parametrize("judgement", [10**9, -(10**9), 1e300])
def test_no_evaluation_hides_a_win_or_a_loss_within_the_depth(search, judgement):
    def evaluate(state):
        return judgement

    x_wins, o_wins = TicTacToe("XX. OO. ..."), TicTacToe("XX. OO. X..")
    assert search(x_wins, 1, evaluate) == inf
    assert search(o_wins, 1, evaluate) == -inf
    assert search(TicTacToe("XX. O.. O.."), 1, evaluate) == inf
    assert search(X_IS_LOST, 2, evaluate) == -inf
    assert search(X_IS_LOST, 1, evaluate) == judgement  # not seen yet


@every_decision
@pytest.mark.parametrize("judgement", [10**9, -(10**9)])
def test_a_win_is_chosen_whatever_the_evaluation_says(decide, judgement):
    assert decide(TicTacToe("XX. OO. ..."), 2, lambda state: judgement) == 2
    assert decide(TicTacToe("XX. OO. X.."), 2, lambda state: judgement) == 5


@every_decision
def test_a_loss_is_avoided_whatever_the_evaluation_says(decide):
    must_block = TicTacToe("X.. OO. ..X")
    assert decide(must_block, 2, lambda state: -(10**9)) == 5
    assert decide(must_block, 2, lambda state: 10**9) == 5


@every_search
def test_a_draw_counts_zero_beside_an_evaluation(search):
    almost_full = TicTacToe("XOX XOO OX.")
    assert search(almost_full, 3, lambda state: 10**9) == 0


@every_search
def test_the_evaluation_is_not_asked_about_a_finished_game(search):
    asked = []

    def evaluate(state):
        asked.append(state)
        return 0

    search(TicTacToe("X.. OO. ..X"), 2, evaluate)  # O wins unless X takes the cell 5
    search(Isolation(), 3, evaluate)
    assert {type(state) for state in asked} == {TicTacToe, Isolation}
    assert not any(state.is_terminal() for state in asked)
    asked.clear()
    search(Isolation(), 99, evaluate)
    search(TicTacToe("XXX OO. ..."), 0, evaluate)
    assert not asked


@every_search
def test_an_evaluation_in_tuples_goes_together_with_wins_and_losses(search):
    def evaluate(state):
        return len(state.get_legal_moves()), 0

    assert search(TicTacToe("XX. OO. ..."), 2, evaluate) == inf
    assert search(TicTacToe("XX. OO. X.."), 2, evaluate) == -inf
    assert search(TicTacToe("X.. OO. ..X"), 2, evaluate) == (3, 0)
    assert search(TicTacToe(), 2, evaluate) == (7, 0)


@thorough
@given(st.lists(st.integers(0, 8), min_size=3, max_size=5), st.integers(1, 3))
def test_a_decision_by_tuples_goes_together_with_wins_and_losses(choices, depth):
    """Five moves and three plies do not fill the board, so no draw, which is a number, meets a tuple."""
    state = TicTacToe()
    for choice in choices:
        moves = state.get_legal_moves()
        state = state.forecast_move(moves[choice % len(moves)])
    assume(not state.is_terminal())
    by_numbers = minimax_decision(state, depth, arbitrary)
    for decide in DECISIONS:
        assert decide(state, depth, lambda state: (arbitrary(state), 0)) == by_numbers, decide.__name__


@every_search
def test_a_utility_that_is_no_number_is_on_the_scale_of_the_evaluation(search):
    class InPairs(GameState):
        def __init__(self, name="start"):
            self.name, self.active_player = name, MAX if name == "start" else MIN

        def get_legal_moves(self):
            return {"start": ["end", "open"], "open": ["on"]}.get(self.name, [])

        def forecast_move(self, move):
            return InPairs(move)

        def utility(self):
            return (3, 4)

    assert search(InPairs(), 1, lambda state: (3, 5)) == (3, 5)
    assert search(InPairs(), 1, lambda state: (3, 3)) == (3, 4)


@every_search
@pytest.mark.parametrize("utility", [1, 0.5, True, Fraction(1, 2)])
def test_a_win_outranks_an_evaluation_whatever_number_it_is_written_as(search, utility):
    class OneMove(GameState):
        def __init__(self, name="start"):
            self.name, self.active_player = name, MAX if name == "start" else MIN

        def get_legal_moves(self):
            return {"start": ["win", "open"], "open": ["on"]}.get(self.name, [])

        def forecast_move(self, move):
            return OneMove(move)

        def utility(self):
            return utility

    assert search(OneMove(), 1, lambda state: 100) == inf
