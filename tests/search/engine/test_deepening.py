"""Iterative deepening: what is returned is that of the last complete iteration, however short the time."""

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minimax_lab.game import MAX
from minimax_lab.games import RPS, ConnectFour, Isolation, TicTacToe, random_tree
from minimax_lab.search import alphabeta, minimax
from minimax_lab.search.engine import engine
from minimax_lab.search.engine.core import Core
from minimax_lab.search.engine.engine import Engine
from tests.search.engine.games import Graph, Nim, at_the_end_of, estimate, graphs, random_position, switches
from tests.strategies import brief


@pytest.mark.parametrize(
    ("depth", "seconds", "steps"), [(4, None, [2, 4]), (5, None, [1, 3, 5]), (3, 10**6, [1, 2, 3])]
)
def test_a_known_depth_is_reached_two_plies_at_a_time_and_one_under_a_clock(depth, seconds, steps, monkeypatch):
    searched = []

    class Watched(Core):
        def search(self, state, moves, depth):
            searched.append(depth)
            return super().search(state, moves, depth)

    monkeypatch.setattr(engine, "Core", Watched)
    Engine(estimate, table=False).search(ConnectFour([3, 3]), depth, seconds)
    assert searched == steps


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
        for each in Engine(), Engine(lambda state: 0), Engine(table=False, order=False):
            result = each.search(state, seconds=seconds)
            assert result.move in state.get_legal_moves()
            assert result.complete == result.proven


@pytest.mark.parametrize("seconds", [0, 0.002, 0.02])
def test_what_is_returned_when_time_runs_out_is_minimax_of_the_depth_that_was_reached(seconds):
    state = ConnectFour([3, 3, 2])
    result = Engine(estimate).search(state, seconds=seconds)
    assert not result.complete
    assert result.value == alphabeta(state, result.depth, evaluate=estimate)
    assert len(result.line) <= result.depth + 1  # one more if the move is from the iteration that was broken off


def test_a_single_legal_move_takes_no_time():
    state = TicTacToe("XOX XOO O.X")
    assert state.get_legal_moves() == [7]
    assert Engine().search(state, seconds=100).move == 7
    walled_in = Isolation(5, 5, blocked=[(1, 0), (1, 1), (0, 2)]).forecast_move((0, 0)).forecast_move((3, 3))
    assert walled_in.get_legal_moves() == [(0, 1)]
    assert Engine().search(walled_in, seconds=100).depth == 1


ENDLESS = 10**6  # seconds: with a clock, the engine deepens ply by ply


def broken_off_after(calls, state, **parts):
    """What an engine finds that is interrupted by its evaluation when that was asked so often."""
    left = itertools.count(calls, -1)

    def evaluate(state):
        if not next(left):
            raise KeyboardInterrupt
        return estimate(state)

    return Engine(evaluate, **parts).search(state, 6, seconds=ENDLESS)


@brief
@given(graphs(), switches, st.integers(1, 60))
def test_wherever_a_search_is_broken_off_its_move_is_at_least_as_good_one_ply_deeper_as_that_of_the_last_iteration(
    state, parts, calls
):
    result = broken_off_after(calls, state, **parts)
    if result.complete:
        return
    assert result.value == (minimax(state, result.depth, estimate) if result.depth else estimate(state))
    before = Engine(estimate, **parts).search(state, result.depth, ENDLESS).move if result.depth else None
    if before is not None and result.move != before:
        old, new = (minimax(state.forecast_move(move), result.depth, estimate) for move in (before, result.move))
        assert new > old if state.active_player is MAX else new < old
        assert at_the_end_of(result.line, state, estimate) == new or parts["table"]


def test_a_better_move_of_an_iteration_that_is_broken_off_is_kept_and_its_value_is_not():
    # To the left there is 1, then 0. To the right there is 0, then 5, and further on 9; time is up among these.
    values = {1: 1, 2: 0, 3: 0, 4: 5, 5: 0}
    seen = []

    def evaluate(state):
        seen.append(state.here)
        if state.here == 5:
            raise KeyboardInterrupt
        return values.get(state.here, 0)

    ways = [[1, 2, 6], [3], [4], [7], [7], [7], [5], []]
    result = Engine.plain(evaluate, deepening=True).search(Graph(ways, [0] * 8, True), 3, ENDLESS)
    assert seen[-4:] == [6, 3, 4, 5]  # the first iteration ends with 6; the second is broken off in 5
    assert (result.move, result.line, result.value, result.depth) == (2, (2, 4), 1, 1)


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
