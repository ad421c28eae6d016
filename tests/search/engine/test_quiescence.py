"""Noisy moves are played out before a position is evaluated."""

import random

from hypothesis import given
from hypothesis import strategies as st

from minimax_lab.game import MAX
from minimax_lab.games import RPS, TicTacToe
from minimax_lab.search.engine.engine import Engine
from minimax_lab.search.textbook.leaves import leaf_value
from tests.search.engine.games import estimate, random_position, switches
from tests.strategies import brief


def cards(state):
    return state.margin


def minimax_of_quiet_positions(state, depth, evaluate):
    """Minimax by definition; at the depth limit a player may go on with noisy moves, or not."""
    moves = state.get_legal_moves()
    if not moves:
        return leaf_value(state, True, evaluate)
    values = [evaluate(state)] if depth <= 0 else []
    for move in state.noisy_moves() if depth <= 0 else moves:
        values.append(minimax_of_quiet_positions(state.forecast_move(move), depth - 1, evaluate))
    return (max if state.active_player is MAX else min)(values)


@brief
@given(st.integers(0, 10**6), switches, st.integers(1, 2))
def test_quiescence_plays_noisy_moves_out(seed, parts, depth):
    state = random_position(RPS.deal(seed=seed), random.Random(seed), plies=4)
    result = Engine(cards, **parts, quiescence=True).search(state, depth)
    assert result.value == minimax_of_quiet_positions(state, depth, cards)


def test_a_game_without_noisy_moves_is_not_changed_by_quiescence():
    state = TicTacToe("X.. .O. ...")
    assert Engine(estimate, quiescence=True).search(state, 3) == Engine(estimate).search(state, 3)
