"""Noisy moves are played out before a position is evaluated."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.measure import counted
from minimax_lab.evaluate import material
from minimax_lab.game import MAX, MIN
from minimax_lab.games import RPS, Chess, TicTacToe
from minimax_lab.search.engine.clock import Counts
from minimax_lab.search.engine.core import Core
from minimax_lab.search.engine.engine import Engine
from minimax_lab.values import HIGHEST, LOWEST, leaf_value
from tests.search.engine.games import Graph, estimate, graphs, random_position, switches
from tests.strategies import brief, thorough


def cards(state):
    return state.margin


def minimax_of_quiet_positions(state, depth, evaluate):
    """Minimax by definition; at the depth limit a player may go on with noisy moves, or not.

    From the fifth one on, this is only the first noisy move.
    """
    moves = state.get_legal_moves()
    if not moves:
        return leaf_value(state, True, evaluate)
    values = [evaluate(state)] if depth <= 0 else []
    if depth <= 0:
        moves = state.noisy_moves()[: 1 if depth <= -4 else None]
    for move in moves:
        values.append(minimax_of_quiet_positions(state.forecast_move(move), depth - 1, evaluate))
    return (max if state.active_player is MAX else min)(values)


@brief
@given(st.integers(0, 10**6), switches, st.booleans(), st.integers(1, 3))
def test_quiescence_plays_noisy_moves_out_with_and_without_killers(seed, parts, killers, depth):
    state = random_position(RPS.deal(seed=seed), random.Random(seed), plies=4)
    result = Engine(cards, **parts, killers=killers, quiescence=True).search(state, depth)
    assert result.value == minimax_of_quiet_positions(state, depth, cards)


def test_a_game_without_noisy_moves_is_not_changed_by_quiescence():
    state = TicTacToe("X.. .O. ...")
    assert Engine(estimate, quiescence=True).search(state, 3) == Engine(estimate).search(state, 3)


class NoisyGraph(Graph):
    """Moves to odd numbers are noisy."""

    def noisy_moves(self):
        return [number for number in self.get_legal_moves() if number % 2]


@thorough
@given(graphs(), st.integers(1, 3), st.booleans())
def test_on_any_graph_quiescence_finds_what_its_definition_says_and_every_node_is_counted(graph, depth, order):
    state = NoisyGraph(graph.ways, graph.ends, graph.graded, player=graph.active_player)
    with counted(Graph, "forecast_move") as calls:
        result = Engine.plain(estimate, order=order, quiescence=True).search(state, depth)
    assert result.value == minimax_of_quiet_positions(state, depth, estimate)
    assert result.nodes == 1 + calls.count - bool(state.get_legal_moves())  # without the one that is tried before


@pytest.mark.parametrize(("player", "sign"), [(MAX, +1), (MIN, -1)])
def test_what_a_player_can_have_by_standing_still_cuts_off_below(player, sign):
    # Here the mover has 5. After the only noisy move the opponent can have 3 for it: nobody need look at what follows.
    counts = Counts()
    state = NoisyGraph([[1], [3], [], []], [0, 0, 0, 9], True, player=player)
    core = Core(lambda state: sign * {0: 5, 1: 3}[state.here], counts)
    assert core.quiet_value(state, LOWEST, HIGHEST) == sign * 5
    assert (counts.nodes, counts.cutoffs) == (1, 1)


def test_after_four_noisy_moves_only_the_first_of_more_is_tried():
    ways = [[1], [3], [], [5], [], [7], [], [9, 11], *[[]] * 4]  # of the two at the end, the second would be better
    worth = {0: -10, 1: 9, 3: -8, 5: 7, 7: -6}  # nobody likes to stand still
    state = NoisyGraph(ways, [*range(-8, 4)], True)
    assert Core(lambda state: worth[state.here], Counts()).quiet_value(state, LOWEST, HIGHEST) == 1


def test_where_everything_can_take_everything_the_search_of_captures_ends_soon():
    crowded = Chess("q2k2q1/2nqn2b/1n1P1n1b/2rnr2Q/1NQ1QN1Q/3Q3B/2RQR2B/Q2K2Q1 w - -")
    assert Engine(material, quiescence=True).search(crowded, 1).nodes < 5_000


def test_the_clock_is_looked_at_also_among_noisy_moves():
    looks = []

    def watch(nodes):
        looks.append(nodes)
        return nodes + 3

    counts = Counts(watch)
    state = random_position(RPS.deal(seed=6), random.Random(6), plies=4)
    assert Core(cards, counts).quiet_value(state, LOWEST, HIGHEST) == minimax_of_quiet_positions(state, 0, cards)
    assert counts.nodes > 9
    assert looks == [*range(1, counts.nodes + 1, 3)]
