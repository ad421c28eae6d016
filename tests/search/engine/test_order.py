"""Moves are tried in a promising order, and none is lost in it."""

import random

import pytest
from hypothesis import given

from minimax_lab.adapt import as_game
from minimax_lab.game import MAX, GameState
from minimax_lab.games import RPS, Chess, ConnectFour, Isolation, TicTacToe
from minimax_lab.search import alphabeta, minimax
from minimax_lab.search.engine.engine import Engine
from minimax_lab.search.engine.order import HistoryOrder, KillerOrder
from tests.search.engine.games import random_position, watched_graph
from tests.strategies import game_trees, quick


@pytest.mark.parametrize("game", [TicTacToe(), RPS.deal(seed=1), Isolation(4, 3), ConnectFour()], ids=repr)
def test_a_promising_order_holds_all_moves_and_leaves_the_list_alone(game):
    rng = random.Random(5)
    for _ in range(20):
        state = random_position(game, rng)
        moves = state.get_legal_moves()
        assert sorted(state.promising_first(moves)) == sorted(moves)
        assert moves == state.get_legal_moves()


@quick
@given(game_trees)
def test_without_an_order_the_moves_stand_as_the_game_lists_them(state):
    result = Engine.plain().search(state)
    assert result.value == alphabeta(state)
    if result.move is not None:
        game = as_game(state)
        equal = [move for move in game.get_legal_moves() if minimax(game.forecast_move(move)) == result.value]
        assert result.move == equal[0]


class Bare:
    """A game of the library, of which only the two methods, the players and the end are to be seen."""

    def __init__(self, game):
        self.game, self.active_player = game, game.active_player

    def get_legal_moves(self):
        return self.game.get_legal_moves()

    def forecast_move(self, move):
        return Bare(self.game.forecast_move(move))

    def utility(self):
        return self.game.utility()


@pytest.mark.parametrize("first", [[], [3]], ids=["MAX to move", "MIN to move"])
def test_moves_that_the_evaluation_likes_are_tried_first_by_either_side(first):
    def middle(bare):
        worth = {"X": 1, "O": -1, ".": 0}
        return sum(worth[mark] * (3 - abs(i - 3)) for row in bare.game.rows() for i, mark in enumerate(row))

    nodes = [Engine.plain(middle, order=on).search(Bare(ConnectFour(first)), 5).nodes for on in (True, False)]
    assert nodes[0] < 0.7 * nodes[1]


def test_the_history_heuristic_puts_first_what_has_cut_off_most_often_and_keeps_the_order_of_the_rest():
    order = HistoryOrder()
    for move in "cbc":
        order.cut_off(None, move, depth=3)
    assert order.sort(None, ["a", "b", "c", "d"], depth=3) == ["c", "b", "a", "d"]


@pytest.mark.parametrize(("game", "depth"), [(TicTacToe(), None), (ConnectFour([0, 1]), 7)], ids=repr)
def test_without_an_evaluation_the_history_heuristic_saves_nodes(game, depth):
    nodes = [Engine.plain(order=on).search(Bare(game), depth).nodes for on in (True, False)]
    assert nodes[0] < 0.8 * nodes[1]


def test_the_move_from_the_table_is_tried_first():
    state, tried = watched_graph([[1], [2, 3], [4], [4], [5], []], [0] * 6, graded=True)
    Engine(lambda state: -state.here).search(state, 4)
    from_one = [number for here, number in tried if here == 1]
    assert from_one[:4] == [2, 3, 3, 2]  # at depth 2, where 3 turns out to be better for MIN; at depth 4


def test_killers_come_before_other_quiet_moves_and_these_in_the_order_of_their_history():
    class Quiet(GameState):
        """Capital letters are noisy."""

        active_player = MAX

        def noisy_moves(self):
            return ["A"]

        def promising_first(self, moves):
            return sorted(moves)

    order, state = KillerOrder(), Quiet()
    for move, depth in [("d", 3), ("A", 2), ("c", 3), ("e", 5), ("d", 3), ("b", 2)]:
        order.cut_off(state, move, depth)
    moves = [*"Abcdef"]
    assert [*order.sort(state, moves, depth=3)] == [*"Adcebf"]  # d and c are killers here; e has cut off farther up
    assert [*order.sort(state, moves, depth=2)] == [*"Abedcf"]
    assert [*order.sort(state, moves, depth=1)] == [*"Aedcbf"]


def test_with_killers_every_legal_move_of_chess_is_tried_once():
    order = KillerOrder()
    for seed in range(5):
        state = random_position(Chess(), random.Random(seed), 30)
        moves = state.get_legal_moves()
        for move in [*moves][::3]:
            order.cut_off(state, move, 2)
        assert sorted(map(str, order.sort(state, moves, 2))) == sorted(map(str, moves))
