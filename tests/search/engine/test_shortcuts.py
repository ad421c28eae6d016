"""Ways to search less: principal variation search keeps values, late-move reductions and null move need not."""

from functools import partial

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from minimax_lab.evaluate import material
from minimax_lab.game import MAX, MIN
from minimax_lab.games import Chess
from minimax_lab.search import minimax
from minimax_lab.search.engine.clock import Counts
from minimax_lab.search.engine.core import Core
from minimax_lab.search.engine.engine import Engine
from tests.search.engine.games import Graph, agrees_with_minimax, estimate, graphs, switches
from tests.strategies import quick

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"
IN_ORDER = partial(Engine, order=False, table=False, deepening=False, reductions=True)


def halves(state):
    return estimate(state) / 2


@quick
@given(graphs(cycles=True), switches, st.integers(1, 7), st.sampled_from([estimate, halves]))
def test_where_there_are_few_moves_none_is_late_and_where_nobody_can_pass_no_null_move_is_made(
    state, parts, depth, evaluate
):
    """The graphs have at most three moves in a position, and no pass."""
    result = Engine(evaluate, **parts, reductions=True, null_move=True).search(state, depth)
    agrees_with_minimax(result, state, depth, evaluate)


@pytest.mark.parametrize(("glimpse", "found"), [(0, 1), (5, 9)])
@pytest.mark.parametrize(("player", "sign"), [(MAX, +1), (MIN, -1)])
def test_a_late_move_is_searched_in_full_if_it_seems_better_and_only_then(player, sign, glimpse, found):
    """Five ways of three plies lead to 1. The last one is worth `glimpse` after two plies, and 9 after three."""
    state, worth = five_ways(player, sign, glimpse)
    assert minimax(state, 3, worth) == sign * 9
    assert IN_ORDER(worth).search(state, 3).value == sign * found


def five_ways(player, sign, glimpse):
    ways = [[1, 2, 3, 4, 5], *([n + 5] for n in range(1, 11)), *[[16]] * 5, []]
    values = dict.fromkeys(range(16), 1) | {10: glimpse, 15: 9}
    return Graph(ways, [0] * 17, True, player=player), lambda state: sign * values[state.here]


def test_a_late_move_that_is_noisy_is_searched_in_full_at_once(monkeypatch):
    monkeypatch.setattr(Graph, "noisy_moves", Graph.get_legal_moves)
    state, worth = five_ways(MAX, +1, glimpse=0)
    assert IN_ORDER(worth).search(state, 3).value == 9


@pytest.mark.parametrize(("player", "sign"), [(MAX, +1), (MIN, -1)])
def test_a_late_move_is_not_judged_by_an_evaluation_alone(player, sign):
    """One ply above the limit, a ply less would be none: there the fifth way seems worth 1."""
    state, worth = five_ways(player, sign, glimpse=9)
    assert IN_ORDER(worth).search(state, 2).value == sign * 9


@pytest.mark.parametrize(("player", "sign"), [(MAX, +1), (MIN, -1)])
def test_a_move_that_a_scout_finds_just_as_good_is_not_searched_again(player, sign):
    state, worth = five_ways(player, sign, glimpse=1)
    evaluated = []

    def noted(there):
        evaluated.append(there.here)
        return worth(there)

    Engine(noted, order=False, table=False, deepening=False, pvs=True).search(state, 2)
    assert evaluated[1:] == [6, 7, 8, 9, 10]  # the first one is the position itself


@pytest.mark.parametrize(("player", "sign"), [(MAX, +1), (MIN, -1)])
def test_a_pass_is_tried_three_plies_from_the_limit_where_a_position_stands_as_well_as_it_must(
    player, sign, monkeypatch
):
    monkeypatch.setattr(Graph, "passed", lambda self: Graph(*vars(self).values()))
    state, core = Graph([[1], [0]], [0, 0], True, player=player), Core(lambda state: sign * 5, Counts(), null_move=True)

    def after_a_pass(depth, wanted):
        return core._after_a_pass(state, depth, *((0, wanted) if player is MAX else (-wanted, 0)))

    assert after_a_pass(3, 5) == sign * 5
    assert after_a_pass(2, 5) is None
    assert after_a_pass(3, 6) is None


@pytest.mark.exhaustive
@pytest.mark.parametrize("idea", ["reductions", "null_move"])
def test_each_idea_saves_nodes_on_a_busy_position_and_must_be_asked_for(idea):
    without = Engine(material).search(Chess(KIWIPETE), 4)
    assert without == Engine(material, **{idea: False}).search(Chess(KIWIPETE), 4)
    assert Engine(material, **{idea: True}).search(Chess(KIWIPETE), 4).nodes < 0.9 * without.nodes


@pytest.mark.parametrize("ideas", [{"reductions": True}, {"null_move": True}, {"pvs": True}])
def test_with_each_idea_a_mate_in_two_is_found(ideas):
    state = Chess("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ -")  # 1. Qh6+ Kxh6 2. Bxf6 mate
    result = Engine(material, **ideas).search(state, 5)
    assert (state.san(result.move), result.proven) == ("Qh6+", True)


def test_a_pass_only_hands_over_the_turn():
    board = chess.Board(KIWIPETE)
    board.push(chess.Move.null())
    assert Chess(KIWIPETE).passed() == Chess(board.fen())


@pytest.mark.parametrize(
    "fen", ["4k3/8/8/8/7b/8/3P4/R3K3 w - -", "8/8/1p1k4/1P6/2K5/8/8/8 w - -"], ids=["in check", "only pawns"]
)
def test_nobody_passes_where_that_would_mislead(fen):
    assert Chess(fen).passed() is None
