"""The engine finds what minimax finds, whatever it is made of, and keeps its word about moves, lines and time."""

import gc
import itertools
import math
import pickle
import random
import sys
import weakref
import zlib
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.measure import counted
from benchmarks.positions import TUTORIAL_DEAL, TUTORIAL_VALUES, EqualCardsApart
from minimax_lab.adapt import as_game
from minimax_lab.evaluate import rps_standard
from minimax_lab.game import MAX, MIN, GameState
from minimax_lab.games import RPS, ConnectFour, Isolation, TicTacToe, random_tree, tree
from minimax_lab.search import SearchTooDeep, alphabeta, inf, minimax
from minimax_lab.search.engine.clock import Clock, OutOfTime
from minimax_lab.search.engine.engine import Engine
from minimax_lab.search.engine.table import EXACT, TranspositionTable
from minimax_lab.search.textbook.leaves import leaf_value
from tests.strategies import brief, few_numbers, few_pairs, game_trees, players, quick, thorough

SWITCHES = ["table", "order", "window", "symmetry", "deepening"]
COMBINATIONS = [dict(zip(SWITCHES, bits, strict=True)) for bits in itertools.product([True, False], repeat=5)]
TINY_TABLES = [parts | {"table": 4} for parts in COMBINATIONS if parts["table"]]
switches = st.sampled_from(COMBINATIONS + TINY_TABLES)
depths = st.none() | st.integers(1, 6)


class Graph(GameState):
    """A game on the numbers 0, 1, 2, …: `ways[n]` are the numbers to go to; where there are none, `ends[n]` counts.

    Positions are reached on several ways and at several depths.
    """

    def __init__(self, ways, ends, graded, here=0, player=MAX):
        self.ways, self.ends, self.graded, self.here, self.active_player = ways, ends, graded, here, player

    def get_legal_moves(self):
        return self.ways[self.here]

    def forecast_move(self, number):
        return type(self)(self.ways, self.ends, self.graded, number, self.active_player.opponent)

    def utility(self):
        return self.ends[self.here]

    def key(self):
        return self.here, self.active_player


@st.composite
def graphs(draw, leaves=few_numbers, cycles=False):
    """Every way leads to a greater number, so that the game ends, unless cycles are wanted."""
    size = draw(st.integers(2, 12))
    ways = []
    for n in range(size):
        targets = st.integers(0 if cycles else n + 1, size - 1)
        ways.append(draw(st.lists(targets, max_size=3, unique=True)) if cycles or n < size - 1 else [])
    if not ways[0]:
        ways[0] = [1]
    return Graph(ways, draw(st.lists(leaves, min_size=size, max_size=size)), draw(st.booleans()), 0, draw(players))


def estimate(state):
    """Any number at all, but the same for equal states."""
    return zlib.crc32(repr(state.key() if isinstance(state, Graph) else state).encode()) % 7 - 3


def estimate_pair(state):
    return estimate(state), estimate(state) % 2


def at_the_end_of(line, state, evaluate=None):
    """What the position at the end of a line counts."""
    game = as_game(state)
    for move in line:
        assert move in game.get_legal_moves()
        game = game.forecast_move(move)
    return leaf_value(game, not game.get_legal_moves(), evaluate)


def random_position(game, rng, plies=None):
    """A position after some random moves, in which there is still something to move."""
    for _ in range(rng.randrange(12) if plies is None else plies):
        moves = game.get_legal_moves()
        child = game.forecast_move(rng.choice(moves))
        if not child.get_legal_moves():
            break
        game = child
    return game


def agrees_with_minimax(result, state, depth, evaluate=None):
    assert result.value == minimax(state, depth, evaluate)
    assert result.complete
    assert at_the_end_of(result.line, state, evaluate) == result.value
    if result.line:
        assert result.line[0] == result.move
        assert len(result.line) <= (depth or math.inf)
        after = as_game(state).forecast_move(result.move)
        assert minimax(after, depth and depth - 1, evaluate) == result.value
    else:
        assert result.move is None


# --- the value ------------------------------------------------------------------------------------------------------


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


@quick
@given(st.integers(0, 10**6), st.sampled_from([TicTacToe(), Isolation(3, 3), RPS.deal(seed=1), ConnectFour()]))
def test_mirror_images_share_a_canonical_key_only_if_they_are_worth_the_same(seed, game):
    rng = random.Random(seed)
    state = random_position(game, rng, plies=rng.randrange(3, 7))
    seen = {}
    for move in state.get_legal_moves():
        child = state.forecast_move(move)
        value = Engine.plain().search(child, 3).value
        assert seen.setdefault(child.canonical_key(), value) == value


@pytest.mark.parametrize(
    ("game", "first_moves"), [(TicTacToe(), 3), (RPS.start("R", "P"), 3), (Isolation(4, 4), 3), (ConnectFour(), 4)]
)
def test_first_moves_that_are_images_of_each_other_count_as_one(game, first_moves):
    assert len({game.forecast_move(move).canonical_key() for move in game.get_legal_moves()}) == first_moves


@pytest.mark.parametrize("game", [TicTacToe(), RPS.deal(seed=1), Isolation(4, 3), ConnectFour()], ids=repr)
def test_a_promising_order_holds_all_moves_and_leaves_the_list_alone(game):
    rng = random.Random(5)
    for _ in range(20):
        state = random_position(game, rng)
        moves = state.get_legal_moves()
        assert sorted(state.promising_first(moves)) == sorted(moves)
        assert moves == state.get_legal_moves()


def test_an_evaluation_that_tells_left_from_right_is_not_confused_by_symmetry():
    def left(state):
        return sum(row.index("X") for row in state.rows() if "X" in row)

    state = ConnectFour([3])
    assert Engine(left).search(state, 3).value == minimax(state, 3, left)


# --- nodes ----------------------------------------------------------------------------------------------------------


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
    assert (result.value, result.nodes) == (value, 1 + calls.count)


@quick
@given(game_trees)
def test_without_an_order_the_moves_stand_as_the_game_lists_them(state):
    result = Engine.plain().search(state)
    assert result.value == alphabeta(state)
    if result.move is not None:
        game = as_game(state)
        equal = [move for move in game.get_legal_moves() if minimax(game.forecast_move(move)) == result.value]
        assert result.move == equal[0]


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


def test_deepening_pays_for_itself_with_an_evaluation_and_a_table():
    def material_of_the_middle(state):
        return sum(row[3] == "X" for row in state.rows()) - sum(row[3] == "O" for row in state.rows())

    once, deepened = (Engine(material_of_the_middle, deepening=on).search(ConnectFour([3]), 6) for on in (False, True))
    assert once.value == deepened.value
    assert deepened.nodes < 2 * once.nodes


def test_the_same_search_twice_does_the_same():
    engine = Engine(estimate)
    first = engine.search(ConnectFour([3, 2]), 5)
    assert first == engine.search(ConnectFour([3, 2]), 5)
    assert first.nodes > first.cutoffs > 0 < first.table_hits
    assert "seconds" not in repr(first)


# --- the table ------------------------------------------------------------------------------------------------------


def entry(value):
    return 1, EXACT, value, "move", True


def test_a_table_never_holds_more_than_its_size_and_forgets_what_was_not_used():
    table = TranspositionTable(10)
    for number in range(100):
        table.put(number, entry(number))
        table.put("often", entry("kept")) if number == 0 else table.get("often")
        assert len(table) <= 10
    assert table.get("often") == entry("kept")
    assert table.get(99) == entry(99)
    assert table.get(1) is None


@pytest.mark.parametrize("size", [2, 3, 10, 11])
def test_what_a_table_forgets_goes_one_by_one_and_has_its_place_in_the_size(size):
    for count in range(5 * size):
        table = TranspositionTable(size)
        for number in range(count):
            table.put(number, entry(number))
        assert min(count, size // 2) <= len(table) + len(table._forgotten) <= size


@dataclass(frozen=True)
class Key:
    """A key that can be watched without being kept alive."""

    number: int


def test_a_table_is_freed_with_its_engine_and_needs_no_garbage_collector():
    alive = weakref.WeakSet()

    class Watched(Graph):
        def key(self):
            alive.add(key := Key(self.here))
            return key

    engine = Engine.plain(table=True)
    gc.disable()
    try:
        engine.search(Watched([[1, 2], [3], [3], []], [0] * 4, graded=True))
        assert alive
        del engine
        assert not alive
    finally:
        gc.enable()


def test_an_entry_does_not_answer_for_less_depth_even_if_it_saw_the_end():
    # 1 is met at once, with the end in sight, and again by way of 3 and 4, where the depth limit comes first.
    state = Graph([[1, 3], [2], [5], [4], [1], []], [-9] * 6, graded=True)
    assert Engine.plain(table=True).search(state, 4).value == minimax(state, 4) == 0


def test_what_rests_on_an_entry_that_met_the_depth_limit_has_met_it_too():
    # 2 leads to 3 alone, which the table knows from 1: at depth 3 it is worth 9, which is not so at depth 4.
    state = Graph([[1, 2], [3, 6], [3], [4], [5], [7], [8], [], [7]], [0] * 9, graded=True)

    def evaluate(state):
        return {4: 9, 5: 1, 8: -20}.get(state.here, 0)

    engine = Engine.plain(evaluate, table=True, deepening=True)
    assert engine.search(state, 3).value == 9
    assert engine.search(state, 4).value == minimax(state, 4, evaluate) == 1


def test_the_move_from_the_table_is_tried_first():
    tried = []

    class Watched(Graph):
        def promising_first(self, moves):
            return moves

        def forecast_move(self, number):
            tried.append((self.here, number))
            return Watched(self.ways, self.ends, self.graded, number, self.active_player.opponent)

    def evaluate(state):
        return -state.here

    state = Watched([[1], [2, 3], [4], [4], [5], []], [0] * 6, graded=True)
    Engine(evaluate).search(state, 3)
    from_one = [number for here, number in tried if here == 1]
    assert from_one[:4] == [2, 3, 3, 2]  # at depth 2, where 3 turns out to be better for MIN; at depth 3


def test_states_that_cannot_be_keys_are_searched_without_a_table():
    class Unhashable:
        __hash__ = None

        def __init__(self, left=5):
            self.left = left

        def get_legal_moves(self):
            return [n for n in (1, 2) if n <= self.left]

        def forecast_move(self, n):
            return Unhashable(self.left - n)

    result = Engine().search(Unhashable())
    assert result.value == minimax(Unhashable())
    assert result.table_hits == 0


def test_a_state_without_a_key_is_never_taken_for_another_one():
    class Forgetful(GameState):
        """Every state is a new object, and the old ones' numbers are used again."""

        def __init__(self, path=(), player=MAX):
            self.path, self.active_player = path, player

        def get_legal_moves(self):
            return [0, 1, 2] if len(self.path) < 6 else []

        def forecast_move(self, move):
            return Forgetful((*self.path, move), self.active_player.opponent)

        def utility(self):
            return zlib.crc32(bytes(self.path)) % 100

    assert Engine().search(Forgetful()).value == minimax(Forgetful())


class Nim:
    """Two methods, an equality and nothing else: take 1 to 3; whoever takes the last one wins."""

    def __init__(self, left):
        self.left = left

    def get_legal_moves(self):
        return [n for n in (1, 2, 3) if n <= self.left]

    def forecast_move(self, n):
        return Nim(self.left - n)

    def __eq__(self, other):
        return self.left == other.left

    def __hash__(self):
        return self.left


def test_a_class_with_the_two_methods_is_searched_and_its_equal_states_are_remembered():
    result = Engine().search(Nim(30))
    assert result.value == 1
    assert result.move == 2
    assert result.nodes < 1_000  # there are 60 states, and millions of ways to play


def test_the_evaluation_gets_the_state_that_the_user_wrote():
    seen = set()

    def evaluate(state):
        seen.add(type(state))
        return state.left

    assert Engine(evaluate).search(Nim(9), 3).value == minimax(Nim(9), 3, evaluate)
    assert seen == {Nim}


# --- quick wins, slow losses ----------------------------------------------------------------------------------------


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


# --- quiescence -----------------------------------------------------------------------------------------------------


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


# --- time -----------------------------------------------------------------------------------------------------------


class FakeTime:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


def clock_after(durations, moves, seconds=10.0):
    time = FakeTime()
    clock = Clock(seconds, now=time)
    for duration, move in zip(durations, moves, strict=True):
        time.now += duration
        clock.iteration_done(move)
    return clock


def test_an_iteration_that_cannot_finish_is_not_started():
    assert clock_after([0.1, 0.3, 0.9], "aab").worth_another()  # the next takes 2.7 of 8.7
    assert not clock_after([1.0, 2.0, 4.0], "aaa").worth_another()  # the next would take 8 of 3


def test_there_is_more_time_while_the_best_move_changes_and_less_when_it_is_steady():
    durations = [0.1, 0.3, 0.9, 2.7]  # the next takes 8.1, and 6 are left
    assert clock_after(durations, "abab").worth_another()
    assert not clock_after(durations, "abbb").worth_another()
    durations = [0.1, 0.2, 0.8, 1.6]  # the next takes 4.5, and 7.3 are left
    assert clock_after(durations, "abbb").worth_another()
    assert not clock_after(durations, "bbbb").worth_another()


def test_the_clock_is_looked_at_often_enough_and_time_that_is_up_is_noticed():
    time = FakeTime()
    clock = Clock(1.0, now=time)
    time.now = 0.5
    assert clock.next_look(100_000) == 100_000 + 200  # a thousandth of a second later
    time.now = 1.0
    with pytest.raises(OutOfTime):
        clock.next_look(200_000)


def when_told_to_stop(absences, seconds):
    """When a search that looks at the clock each millisecond is stopped, given absences: when they begin, how long."""
    time = FakeTime()
    clock = Clock(seconds, now=time)
    while time.now < 2 * seconds:
        time.now += next((length for begin, length in absences if begin <= time.now < begin + length), 0.001)
        try:
            clock.check()
        except OutOfTime:
            break
    return time.now


class Tangled:
    """Refers to itself: only the garbage collector frees it."""

    def __init__(self):
        self.itself = self


@pytest.fixture
def collections():
    """The generations that the garbage collector has looked through."""
    seen = []

    def note(phase, info):
        if phase == "stop":
            seen.append(info["generation"])

    gc.collect()
    gc.callbacks.append(note)
    yield seen
    gc.callbacks.remove(note)


def test_no_garbage_is_collected_while_the_time_is_short(collections):
    seen = []

    def tangling(state):
        for _ in range(100):
            Tangled()
        seen.append(len(collections))
        return estimate(state)

    Engine(tangling).search(ConnectFour(), 3)
    assert seen[-1] > seen[0]  # so there is something that could disturb
    seen.clear()
    Engine(tangling).search(ConnectFour(), 3, seconds=60)
    assert seen[-1] == seen[0]
    assert gc.isenabled()


def test_the_garbage_collector_is_as_it_was_whatever_happens_to_a_search():
    def breaks(state):
        if state != ConnectFour():
            raise ZeroDivisionError
        return 0

    with pytest.raises(ZeroDivisionError):
        Engine(breaks).search(ConnectFour(), seconds=1)
    assert gc.isenabled()
    gc.disable()
    try:
        Engine(estimate).search(ConnectFour(), 2, seconds=1)
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_in_a_long_search_new_garbage_is_collected_once_a_second_except_in_the_last(collections):
    time = FakeTime()
    clock = Clock(5.0, now=time)
    at = []
    with clock:
        while time.now < 4.9:
            time.now += 0.01
            collections.clear()
            clock.check()
            at += [(round(time.now, 1), generation) for generation in collections]
    assert at == [(1.0, 0), (2.0, 0), (3.0, 0)]  # with the reserve, the last second begins at 3.99


def test_who_was_once_kept_from_the_clock_is_not_late_when_it_happens_again():
    assert when_told_to_stop([], 0.1) == pytest.approx(0.09, abs=0.0011)
    assert when_told_to_stop([(0.085, 0.02)], 0.1) > 0.1
    for begin in range(25, 100):
        assert when_told_to_stop([(0.004, 0.02), (begin / 1000, 0.0199)], 0.1) <= 0.1


def test_being_kept_from_the_clock_costs_at_most_a_quarter_of_the_time():
    assert when_told_to_stop([(0.1, 0.5)], 1.0) == pytest.approx(0.75, abs=0.0011)


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


# --- the rest -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", [Engine.plain, Engine])
def test_the_values_of_the_tutorials_deal(engine):
    values = [engine(rps_standard).search(TUTORIAL_DEAL, depth).value for depth in range(1, 5)]
    assert values == pytest.approx(TUTORIAL_VALUES[:4])


def test_the_values_of_the_tutorials_deal_as_the_tutorial_searches_it_with_equal_cards_kept_apart():
    state = EqualCardsApart(TUTORIAL_DEAL)
    assert len(state.get_legal_moves()) == 5 * 9
    assert len(TUTORIAL_DEAL.get_legal_moves()) == 3 * 9
    engine = Engine.plain(lambda state: rps_standard(state.game))
    values = [
        engine.search(state, depth).value for depth in range(1, 5)
    ]  # 5 and 6: python -m benchmarks.engine --tutorial
    assert values == pytest.approx(TUTORIAL_VALUES[:4])


def test_the_winner_of_the_tutorials_deal_is_found_at_the_end_of_the_line():
    state = RPS.start("RPSRP", "PSRSR")
    result = Engine().search(state)
    assert result.value == at_the_end_of(result.line, state) == 1
    assert len(result.line) == 9


def test_a_finished_game_has_a_value_and_no_move():
    result = Engine().search(TicTacToe("XXX OO. ..."))
    assert (result.move, result.value, result.line, result.proven) == (None, 1, (), True)
    assert Engine(estimate).search(TicTacToe("XXX OO. ...")).value == inf


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
