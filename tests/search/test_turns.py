"""Where a player moves twice in a row, searches that change sides at every move refuse, and the others are right."""

import inspect
import itertools
import random

import pytest

from minimax_lab.adapt import GameFault
from minimax_lab.game import MAX, MIN, GameState
from minimax_lab.search import (
    Engine,
    alphabeta,
    alphabeta_decision,
    max_value,
    min_value,
    minimax,
    minimax_decision,
    minimax_fold,
    negamax,
)
from minimax_lab.trace import trace

IN_TURN = [negamax, max_value, min_value, minimax_decision]
ANY_TURN = [minimax, alphabeta, minimax_fold]
in_turn = pytest.mark.parametrize("search", IN_TURN, ids=lambda search: search.__name__)


class Bare:
    """A nested list, in which a node is (player, children) or a number."""

    def __init__(self, node, player=MAX):
        self.node = node
        self.active_player = node[0] if isinstance(node, tuple) else player

    def get_legal_moves(self):
        return [*range(len(self.node[1]))] if isinstance(self.node, tuple) else []

    def forecast_move(self, move):
        return type(self)(self.node[1][move], self.active_player.opponent)

    def utility(self):
        return self.node


class Derived(Bare, GameState):
    """The same, derived from GameState."""


def random_node(rng, player, depth, twice):
    if not depth or rng.random() < 0.2:
        return rng.randrange(-4, 5)
    moves = range(rng.randrange(1, 4))
    return player, [
        random_node(rng, player if rng.random() < twice else player.opponent, depth - 1, twice) for _ in moves
    ]


def brute_force(node):
    if not isinstance(node, tuple):
        return node
    player, children = node
    return (max if player is MAX else min)(map(brute_force, children))


def moves_twice(node):
    inner = [child for child in node[1] if isinstance(child, tuple)] if isinstance(node, tuple) else []
    return any(child[0] is node[0] or moves_twice(child) for child in inner)


@pytest.mark.exhaustive
@pytest.mark.parametrize("cls", [Bare, Derived])
def test_on_random_games_every_search_is_right_or_refuses_and_refuses_only_where_a_player_moves_twice(cls):
    rng = random.Random(4)
    refused = 0
    for _, player in zip(range(200), itertools.cycle([MAX, MIN]), strict=False):
        node = player, [random_node(rng, player.opponent, 4, 0.15) for _ in range(2)]
        right, state = brute_force(node), cls(node)
        assert [search(state) for search in ANY_TURN] == [right] * 3
        assert brute_force(node[1][alphabeta_decision(state)]) == Engine().search(state).value == right
        if moves_twice(node):
            refused += 1
            for search in IN_TURN:
                with pytest.raises(GameFault, match="twice in a row"):
                    search(state)
            continue
        assert negamax(state) == right
        assert max_value(state) == (right if player is MAX else -right)
        assert min_value(state) == (-right if player is MAX else right)
        assert brute_force(node[1][minimax_decision(state)]) == right
    assert 20 < refused < 180


TWICE = (MAX, [(MAX, [1, 2]), (MIN, [3, 4])])


@in_turn
@pytest.mark.parametrize("cls", [Bare, Derived])
def test_the_refusal_says_where_and_why_and_what_to_use_instead(search, cls):
    words = rf"{search.__name__} .* {cls.__name__}, MAX moves twice in a row \(after the move 0\).* minimax"
    with pytest.raises(GameFault, match=words):
        search(cls(TWICE))
    with pytest.raises(GameFault, match=words):
        trace(search, cls(TWICE))


@in_turn
def test_nothing_is_refused_beyond_the_depth_that_is_searched(search):
    state = Bare((MAX, [(MIN, [(MIN, [1]), (MIN, [2])])]))
    search(state, 1)
    with pytest.raises(GameFault):
        search(state, 2)


class OverTheTurnStays(Bare):
    """When the game is over, it is still the turn of the player who made the last move."""

    def forecast_move(self, move):
        child = super().forecast_move(move)
        child.active_player = child.active_player if isinstance(child.node, tuple) else self.active_player
        return child


def test_a_turn_that_does_not_change_with_the_last_move_is_refused_where_it_would_turn_the_sign():
    state = OverTheTurnStays((MAX, [(MIN, [3, 4]), (MIN, [1, 2])]))
    assert minimax(state) == 3
    with pytest.raises(GameFault, match=r"MIN moves twice in a row|MIN is to move again"):
        negamax(state)


@in_turn
def test_help_says_that_the_players_must_take_turns(search):
    assert "take turns" in inspect.getdoc(search)


@pytest.mark.parametrize("search", ANY_TURN, ids=lambda search: search.__name__)
def test_the_others_do_not_say_so(search):
    assert "take turns" not in inspect.getdoc(search)
