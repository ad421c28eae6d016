"""The transposition table: what it holds, what it answers for, and how positions are told apart."""

import gc
import random
import weakref
import zlib
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minimax_lab.game import MAX, GameState
from minimax_lab.games import RPS, ConnectFour, Isolation, TicTacToe
from minimax_lab.search import minimax
from minimax_lab.search.engine.engine import Engine
from minimax_lab.search.engine.table import EXACT, TranspositionTable
from tests.search.engine.games import Graph, Nim, random_position, watched_graph
from tests.strategies import quick


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


TURNS = [lambda x, y, n=n: [(x, y), (2 - y, x), (2 - x, 2 - y), (y, 2 - x)][n] for n in range(4)]
MIRRORS = [lambda x, y, turn=turn: turn(2 - x, y) for turn in TURNS]


@pytest.mark.parametrize("image", [*TURNS, *MIRRORS])
@pytest.mark.parametrize("game", [TicTacToe(), RPS.start("RPSRP", "PSRSR"), RPS.start("RRRRS", "PPPPR")], ids=repr)
def test_a_game_that_is_played_on_a_turned_or_mirrored_board_has_the_same_canonical_keys(game, image):
    def seen(cell):
        x, y = image(cell % 3, cell // 3)
        return 3 * y + x

    for seed in range(20):
        rng, state, other = random.Random(seed), game, game
        while moves := state.get_legal_moves():
            move = rng.choice(moves)
            state = state.forecast_move(move)
            other = other.forecast_move((move[0], seen(move[1])) if isinstance(move, tuple) else seen(move))
            assert state.canonical_key() == other.canonical_key()


def test_an_evaluation_that_tells_left_from_right_is_not_confused_by_symmetry():
    def left(state):
        return sum(row.index("X") for row in state.rows() if "X" in row)

    state = ConnectFour([3])
    assert Engine(left).search(state, 3).value == minimax(state, 3, left)


def test_an_evaluation_that_says_it_is_symmetric_shares_what_is_known_of_mirror_images():
    def middle(state):
        return sum(row[3] == "X" for row in state.rows()) - sum(row[3] == "O" for row in state.rows())

    apart = Engine(middle).search(ConnectFour(), 5)
    middle.symmetric = True
    together = Engine(middle).search(ConnectFour(), 5)
    assert together.value == apart.value == minimax(ConnectFour(), 5, middle)
    assert together.nodes < 0.9 * apart.nodes


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
    keys = []

    class Watched(Graph):
        def key(self):
            keys.append(weakref.ref(key := Key(self.here)))
            return key

    def alive():
        return any(key() is not None for key in keys)

    engine = Engine.plain(table=True)
    gc.disable()
    try:
        engine.search(Watched([[1, 2], [3], [3], []], [0] * 4, graded=True))
        assert alive()
        del engine
        assert not alive()
    finally:
        gc.enable()


def test_a_position_that_is_known_to_be_lost_is_not_searched_again_deeper_though_the_depth_limit_was_met():
    # From 1, MIN wins by going to 3, but looks at 2 first, where the game goes on.
    state, tried = watched_graph([[1, 4], [2, 3], [5], [], [5], [6], [7], [8], []], [-1] * 9, graded=False)
    assert Engine(lambda state: 5).search(state, 4).value == 5
    assert [number for here, number in tried if here == 1] == [2, 3]


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


def test_a_class_with_the_two_methods_is_searched_and_its_equal_states_are_remembered():
    result = Engine().search(Nim(30))
    assert result.value == 1
    assert result.move == 2
    assert result.nodes < 1_000  # there are 60 states, and millions of ways to play
