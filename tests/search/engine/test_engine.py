"""The engine finds what minimax finds, whatever it is made of, and keeps its word about moves and lines."""

import math
import pickle
import random
import re
import sys
import warnings
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.measure import counted
from benchmarks.positions import TUTORIAL_DEAL
from minimax_lab.evaluate import rps_standard
from minimax_lab.game import MAX, MIN
from minimax_lab.games import RPS, ConnectFour, Isolation, TicTacToe, tree
from minimax_lab.search import SearchTooDeep, alphabeta, inf, minimax
from minimax_lab.search.engine.engine import Engine
from tests.search.engine.games import (
    COMBINATIONS,
    EqualCardsApart,
    Graph,
    Nim,
    agrees_with_minimax,
    at_the_end_of,
    depths,
    estimate,
    estimate_pair,
    graphs,
    random_position,
    switches,
)
from tests.strategies import few_pairs, game_trees, quick, thorough

TUTORIAL_VALUES = [12.5, -23.0, 13.65, -21.35]  # of TUTORIAL_DEAL at depths 1 to 4, as the tutorial's engine finds them


@thorough
@given(game_trees, switches)
def test_on_any_tree_the_engine_finds_what_minimax_finds(state, parts):
    agrees_with_minimax(Engine(**parts).search(state), state, None)


@thorough
@given(graphs(), switches, depths, st.sampled_from([None, estimate]))
def test_on_a_graph_of_transpositions_too(state, parts, depth, evaluate):
    agrees_with_minimax(Engine(evaluate, **parts).search(state, depth), state, depth, evaluate)


@thorough
@given(graphs(few_pairs), switches, depths)
def test_values_may_be_tuples(state, parts, depth):
    agrees_with_minimax(Engine(estimate_pair, **parts).search(state, depth), state, depth, estimate_pair)


@quick
@given(graphs(cycles=True), switches, st.integers(1, 7), st.sampled_from([None, estimate]))
def test_a_game_may_go_in_circles_if_the_depth_is_limited(state, parts, depth, evaluate):
    agrees_with_minimax(Engine(evaluate, **parts).search(state, depth), state, depth, evaluate)


SMALL_GAMES = {
    "tic-tac-toe": (TicTacToe("X.. .O. ..."), None),
    "isolation 3x2": (Isolation(), None),
    "isolation 3x3": (random_position(Isolation(3, 3), random.Random(1), 2), None),
    "connect four": (ConnectFour([3, 3, 2, 4]), 4),
    "rps": (random_position(RPS.deal(seed=2), random.Random(2), 5), None),
    "rps, hands of two": (RPS.start("RP", "SP"), 3),
}


def named(parts):
    return "+".join(name for name in parts if parts[name]) or "nothing"


@pytest.mark.parametrize("parts", COMBINATIONS, ids=named)
def test_on_small_games_every_combination_of_switches_agrees_with_minimax(parts):
    for state, depth in SMALL_GAMES.values():
        agrees_with_minimax(Engine(**parts).search(state, depth), state, depth)
        agrees_with_minimax(Engine(estimate, **parts).search(state, 3), state, 3, estimate)


def test_with_everything_off_the_nodes_are_those_of_the_textbook():
    assert Engine.plain().search(TicTacToe()).nodes == 18_297
    assert Engine.plain(lambda state: 0).search(ConnectFour(), 8).nodes == 12_574


def estimate_with_infinities(state):
    return {-3: -inf, 3: inf}.get(estimate(state), estimate(state))


@thorough
@given(graphs(), depths, st.sampled_from([None, estimate, estimate_with_infinities]))
def test_with_everything_off_the_nodes_are_those_of_the_textbook_on_any_graph(state, depth, evaluate):
    with counted(Graph, "forecast_move") as calls:
        value = alphabeta(state, depth, evaluate=evaluate)
    result = Engine.plain(evaluate).search(state, depth)
    tried_before = bool(state.get_legal_moves())
    assert (result.value, result.nodes) == (value, 1 + calls.count - tried_before)


@pytest.mark.parametrize(
    ("state", "depth", "part"),
    [
        (TicTacToe(), None, "table"),
        (ConnectFour(), 6, "order"),
        (Isolation(4, 3), None, "window"),
        (TicTacToe(), None, "symmetry"),
    ],
)
def test_each_part_saves_nodes(state, depth, part):
    with_it, without_it = Engine(deepening=False), Engine(deepening=False, **{part: False})
    assert with_it.search(state, depth).nodes < 0.8 * without_it.search(state, depth).nodes


def test_the_same_search_twice_does_the_same():
    engine = Engine(estimate)
    first = engine.search(ConnectFour([3, 2]), 5)
    assert first == engine.search(ConnectFour([3, 2]), 5)
    assert first.nodes > first.cutoffs > 0 < first.table_hits
    assert "seconds" not in repr(first)


def test_the_evaluation_gets_the_state_that_the_user_wrote():
    seen = set()

    def evaluate(state):
        seen.add(type(state))
        return state.left

    assert Engine(evaluate).search(Nim(9), 3).value == minimax(Nim(9), 3, evaluate)
    assert seen == {Nim}


@pytest.mark.parametrize("engine", [Engine.plain, Engine])
def test_the_values_of_the_tutorials_deal(engine):
    values = [engine(rps_standard).search(TUTORIAL_DEAL, depth).value for depth in range(1, 5)]
    assert values == pytest.approx(TUTORIAL_VALUES)


def test_the_values_of_the_tutorials_deal_as_the_tutorial_searches_it_with_equal_cards_kept_apart():
    state = EqualCardsApart(TUTORIAL_DEAL)
    assert len(state.get_legal_moves()) == 5 * 9
    assert len(TUTORIAL_DEAL.get_legal_moves()) == 3 * 9
    children = {state.forecast_move(move).game for move in state.get_legal_moves()}
    assert children == {TUTORIAL_DEAL.forecast_move(move) for move in TUTORIAL_DEAL.get_legal_moves()}
    engine = Engine.plain(lambda state: rps_standard(state.game))
    values = [engine.search(state, depth).value for depth in (1, 2, 3)]
    assert values == pytest.approx(TUTORIAL_VALUES[:3])


def test_the_winner_of_the_tutorials_deal_is_found_at_the_end_of_the_line():
    state = RPS.start("RPSRP", "PSRSR")
    result = Engine().search(state)
    assert result.value == at_the_end_of(result.line, state) == 1
    assert len(result.line) == 9


def test_a_finished_game_has_a_value_and_no_move():
    result = Engine().search(TicTacToe("XXX OO. ..."))
    assert (result.move, result.value, result.line, result.proven) == (None, 1, (), True)
    assert Engine(estimate).search(TicTacToe("XXX OO. ...")).value == inf


def test_a_win_at_the_limit_is_proven_for_either_player_although_the_search_could_look_deeper_elsewhere():
    """The other player wins by 3. By 2 the game goes on behind the limit, and might end in either way."""
    for player, winner in (MAX, -1), (MIN, +1):
        state = Graph([[1], [2, 3], [4, 5], [], [], []], [0, 0, 0, winner, -1, +1], False, player=player)
        result = Engine(lambda state: 0).search(state, depth=2)
        assert (result.line, result.value > 0, result.proven) == ((1, 3), winner > 0, True)
        assert minimax(state) == winner
        open_end = Graph([[1], [2, 3], [4, 5], [4, 5], [], []], [0, 0, 0, 0, -1, +1], False, player=player)
        assert not Engine(lambda state: 0).search(open_end, depth=2).proven


def test_a_player_may_move_twice_in_a_row():
    class Twice(Graph):
        def forecast_move(self, number):
            player = MAX if number % 3 else MIN
            return Twice(self.ways, self.ends, self.graded, number, player)

    rng = random.Random(8)
    for _ in range(30):
        ways = [rng.sample(range(n + 1, 14), min(3, 13 - n)) for n in range(14)]
        state = Twice(ways, [rng.randrange(9) for _ in ways], True)
        for parts in COMBINATIONS:
            assert Engine(**parts).search(state).value == minimax(state)


def test_a_game_without_an_end_is_refused_in_one_go_but_searched_under_a_clock():
    circle = Graph([[1], [0, 1]], [0, 0], False)
    with pytest.raises(SearchTooDeep, match=str(sys.getrecursionlimit())):
        Engine(table=False).search(circle)
    assert Engine(table=False).search(Graph([[1, 0], [0]], [0, 0], False), seconds=0.05).move in (0, 1)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"depth": 0}, "at least 1"),
        ({"depth": 2.5}, "whole number"),
        ({"seconds": -1}, "at least 0"),
        ({"seconds": "1"}, "a number"),
        ({"seconds": math.nan}, "at least 0"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_words(arguments, problem):
    with pytest.raises((TypeError, ValueError), match=problem):
        Engine().search(TicTacToe(), **arguments)


def test_an_evaluation_must_be_a_function():
    with pytest.raises(TypeError, match="function"):
        Engine(3)


def test_without_tqdm_a_progress_bar_is_refused_in_words(monkeypatch):
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    with pytest.raises(ImportError, match="pip install tqdm"):
        Engine(progress=True).search(TicTacToe())


def test_a_progress_bar_changes_nothing_else(capsys):
    pytest.importorskip("tqdm")
    assert Engine(progress=True).search(TicTacToe()) == Engine().search(TicTacToe())
    assert "nodes" in capsys.readouterr().err


def test_a_progress_bar_shows_the_nodes_and_the_best_move_of_each_iteration(monkeypatch):
    class Bar:
        def __init__(self, **options):
            self.n, self.descriptions = 0, []
            bars.append(self)

        def __enter__(self):
            return self

        def __exit__(self, *raised):
            pass

        def update(self, more):
            self.n += more

        def set_description(self, text, refresh):
            self.descriptions.append(text)

    bars = []
    monkeypatch.setitem(sys.modules, "tqdm.auto", SimpleNamespace(tqdm=Bar))
    result = Engine(estimate, progress=True).search(ConnectFour(), 4)
    assert 0.5 * result.nodes < bars[0].n < result.nodes
    assert len(bars[0].descriptions) == 2  # of the iterations 2 and 4 plies deep
    assert bars[0].descriptions[-1] == f"depth 4, best move {result.move}"


def test_a_search_is_not_confused_by_another_one_with_the_same_engine():
    elsewhere = Engine(estimate)
    elsewhere.search(TicTacToe(), 2)

    class Shared(Engine):
        """Another thread searches another game meanwhile, and what it keeps takes the place of ours."""

        _kept = property(lambda self: elsewhere._kept, lambda self, table: None)

    assert Shared(estimate).search(ConnectFour(), 3) == Engine(estimate).search(ConnectFour(), 3)


def test_a_result_can_be_kept_and_an_engine_sent_to_another_process():
    engine = Engine(estimate)
    result = engine.search(ConnectFour(), 3)
    assert pickle.loads(pickle.dumps(result)) == result
    assert pickle.loads(pickle.dumps(engine)).search(ConnectFour(), 3) == result


def test_an_engine_says_what_it_is_made_of():
    assert repr(Engine.plain(table=True)) == "<Engine: alpha-beta, table>"


def test_trees_without_a_depth_limit_need_no_evaluation():
    assert Engine().search(tree([[("b", 1), ("a", 2)], [("c", 0)]])).value == ("c", 0)


def test_a_subclass_with_other_rules_is_told_what_the_engine_does_without_and_how_to_keep_it():
    class Mine(ConnectFour):
        def utility(self):
            return super().utility()

    class Kept(ConnectFour, claims_hold=True):
        def utility(self):
            return super().utility()

    class Anew(Mine):
        promising_first, canonical_key, outcomes = Kept.promising_first, Kept.canonical_key, Kept.outcomes

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        without, kept, anew = (Engine().search(cls(), 9) for cls in (Mine, Kept, Anew))
    assert without.value == kept.value == anew.value == alphabeta(ConnectFour(), 9) == 0
    assert kept.nodes == anew.nodes < 0.8 * without.nodes
    [hint] = [str(each.message) for each in caught]
    assert re.search(r"Mine overrides utility\(\) of ConnectFour.* without its canonical_key, outcomes and pro", hint)
    assert "class Mine(ConnectFour, claims_hold=True)" in hint
