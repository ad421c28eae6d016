"""Iterative deepening: what is returned is that of the last complete iteration, however short the time."""

import itertools
import random

import pytest

from minimax_lab.games import RPS, ConnectFour, Isolation, TicTacToe, random_tree
from minimax_lab.search import alphabeta, minimax
from minimax_lab.search.engine.engine import Engine
from tests.search.engine.games import (
    Nim,
    estimate,
    random_position,
)


def test_deepening_pays_for_itself_with_an_evaluation_and_a_table():
    def material_of_the_middle(state):
        return sum(row[3] == "X" for row in state.rows()) - sum(row[3] == "O" for row in state.rows())

    once, deepened = (Engine(material_of_the_middle, deepening=on).search(ConnectFour([3]), 6) for on in (False, True))
    assert once.value == deepened.value
    assert deepened.nodes < 2 * once.nodes


GAMES = [TicTacToe(), ConnectFour(), Isolation(4, 3), Isolation(5, 5), RPS.deal(seed=4), random_tree(6, 4), Nim(40)]


@pytest.mark.parametrize("seconds", [0, 1e-6, 0.001, 0.01])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
def test_however_short_the_time_the_move_is_legal(game, seconds):
    rng = random.Random(6)
    for _ in range(10):
        state = random_position(game, rng, plies=rng.randrange(4))
        for engine in Engine(), Engine(lambda state: 0), Engine(table=False, order=False):
            result = engine.search(state, seconds=seconds)
            assert result.move in state.get_legal_moves()
            assert result.complete == result.proven


@pytest.mark.parametrize("seconds", [0, 0.002, 0.02])
def test_what_is_returned_when_time_runs_out_is_minimax_of_the_depth_that_was_reached(seconds):
    state = ConnectFour([3, 3, 2])
    result = Engine(estimate).search(state, seconds=seconds)
    assert not result.complete
    assert result.value == alphabeta(state, result.depth, evaluate=estimate)
    assert len(result.line) <= result.depth


def test_a_single_legal_move_takes_no_time():
    state = TicTacToe("XOX XOO O.X")
    assert state.get_legal_moves() == [7]
    assert Engine().search(state, seconds=100).move == 7
    walled_in = Isolation(5, 5, blocked=[(1, 0), (1, 1), (0, 2)]).forecast_move((0, 0)).forecast_move((3, 3))
    assert walled_in.get_legal_moves() == [(0, 1)]
    assert Engine().search(walled_in, seconds=100).depth == 1


def test_an_interrupted_search_returns_the_best_of_the_last_complete_iteration():
    calls = itertools.count()

    def interrupted_in_depth_three(state):
        if next(calls) > 60:
            raise KeyboardInterrupt
        return estimate(state)

    state = ConnectFour([3, 3])
    result = Engine(interrupted_in_depth_three, table=False, order=False).search(state, 6)
    assert result.depth == 2
    assert not result.complete
    assert result.value == minimax(state, 2, estimate)
    assert result.move in state.get_legal_moves()
