"""A win is as quick as can be, and a loss as slow."""

import math
import random

import pytest

from benchmarks.measure import counted
from minimax_lab.game import MAX
from minimax_lab.games import ConnectFour, Isolation, TicTacToe
from minimax_lab.search import inf, minimax
from minimax_lab.search.engine.engine import Engine
from tests.search.engine.games import random_position


def plies_to_the_end(state, value):
    """How many plies the winner needs at best, against the longest resistance: by brute force."""
    moves = state.get_legal_moves()
    if not moves:
        return 0 if state.utility() == value else math.inf
    hurries = (state.active_player is MAX) == (value > 0)
    return 1 + (min if hurries else max)(plies_to_the_end(state.forecast_move(move), value) for move in moves)


@pytest.mark.parametrize("how", ["in one go", "deepening", "deepening without a table"])
@pytest.mark.parametrize("game", [TicTacToe(), Isolation(3, 3), Isolation()], ids=repr)
def test_a_win_is_as_quick_as_can_be_and_a_loss_as_slow(game, how):
    rng = random.Random(3)
    decided = 0
    while decided < 12:
        state = random_position(game, rng, plies=rng.randrange(6))
        value = minimax(state) if len(state.get_legal_moves()) < 7 else 0
        if value == 0:
            continue
        decided += 1
        if how == "in one go":
            result = Engine().search(state)
        else:
            result = Engine(lambda state: 0, table="without" not in how).search(state, 12)
            assert result.value == (inf if value > 0 else -inf)
        after = state.forecast_move(result.move)
        assert 1 + plies_to_the_end(after, value) == plies_to_the_end(state, value)
        assert result.proven


def test_under_a_clock_too_the_win_is_the_quickest():
    assert Engine().search(TicTacToe("XX. OO. ..."), seconds=5).line == (2,)
    assert Engine().search(ConnectFour([0, 6, 1, 6, 2, 5]), seconds=5).move == 3


@pytest.mark.parametrize("state", [Isolation(), TicTacToe("XX. O.. O..")], ids=repr)
def test_the_positions_that_are_looked_at_for_the_shortest_win_are_counted(state):
    in_one_go = Engine(table=False, deepening=False).search(state)
    with counted(type(state), "forecast_move") as calls:
        result = Engine(table=False).search(state)
    assert result.nodes == 1 + calls.count > in_one_go.nodes
