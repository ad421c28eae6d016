"""Thousands of random games, with brute force as the oracle for the value, the move, the line and what is proven.

The games have margins, ties, several turns in a row and positions that are reached in many ways.
"""

import math
import random
from functools import cache

import pytest

from minimax_lab.game import MAX, MIN, GameState
from minimax_lab.search import Engine, alphabeta, inf, minimax

SWITCHES = "table", "order", "window", "symmetry", "deepening", "pvs"
QUICK, ALL = 3_000, 100_000
PLENTY = 10**6  # seconds: with a clock, the engine deepens ply by ply


class Layers(GameState):
    """A game on numbered places: `ways[n]` lead to later layers, `turns[n]` moves there, `ends[n]` counts at an end."""

    __slots__ = ("board", "here")

    def __init__(self, board, here=0):
        self.board, self.here = board, here

    active_player = property(lambda self: self.board.turns[self.here])
    graded = property(lambda self: self.board.graded)
    outcomes = property(lambda self: self.board.outcomes)

    def get_legal_moves(self):
        return self.board.ways[self.here]

    def forecast_move(self, move):
        return type(self)(self.board, move)

    def utility(self):
        return self.board.ends[self.here]

    def key(self):
        return self.here


class Passing(Layers):
    """The mover may pass: it is then the opponent's turn at another place. (So a pass may be much better or worse.)"""

    def passed(self):
        there = self.board.passes[self.here]
        return None if there is None else Passing(self.board, there)


class Board:
    def __init__(self, rng):
        sizes = [1, *(rng.randrange(1, 5) for _ in range(rng.randrange(1, 8)))]
        starts = [sum(sizes[:layer]) for layer in range(len(sizes) + 1)]
        places = range(starts[-1])
        layer_of = [layer for layer, size in enumerate(sizes) for _ in range(size)]
        alternating = rng.random() < 0.5
        self.ways = []
        for here in places:
            after = layer_of[here] + 1
            later = places[starts[after] : starts[min(after + rng.choice([1, 1, 2]), len(sizes))]]
            if here and rng.random() < 0.1:
                later = []
            self.ways.append(rng.sample(later, min(len(later), rng.choice([1, 2, 2, 3, 3, 3]))))
        self.turns = [(MAX, MIN)[layer_of[n] % 2] if alternating else rng.choice([MAX, MIN]) for n in places]
        results = rng.choice([[-1, 1], [-1, 0, 1], [0, 1, 2, 3], [-2, -1, 0, 1, 2], [-2, -1, 1, 2], [0, 1]])
        self.ends = [rng.choice(results) for _ in places]
        self.guesses = [rng.choice([-2, -1, 0, 0.5, 1, 3]) for _ in places]
        self.passes = [rng.choice([None, *(m for m in places if layer_of[m] > layer_of[n])]) for n in places]
        self.graded = rng.random() < 0.3
        self.outcomes = (min(results), max(results)) if rng.random() < 0.5 else None


class Oracle:
    """Brute force over the lists of a board. It knows nothing of states and searches."""

    def __init__(self, board, evaluated):
        self.board, self.evaluated = board, evaluated
        self.value, self.best_pair = cache(self._value), cache(self._best_pair)

    def end(self, here):
        result = self.board.ends[here]
        if not self.evaluated or self.board.graded:
            return result
        return math.copysign(math.inf, result) if result else 0

    def _best(self, here, values):
        return (max if self.board.turns[here] is MAX else min)(values)

    def _value(self, here, depth=math.inf):
        if not self.board.ways[here]:
            return self.end(here)
        if depth == 0:
            return self.board.guesses[here] if self.evaluated else 0
        return self._best(here, [self.value(there, depth - 1) for there in self.board.ways[here]])

    def _best_pair(self, here):
        """The result, and then how soon: as a pair that MAX wants large (of a win, fewer plies; of a loss, more)."""
        if not self.board.ways[here]:
            return self.end(here), 0
        pairs = [self.best_pair(there) for there in self.board.ways[here]]
        return self._best(here, [(value, plies - (value > 0) + (value < 0)) for value, plies in pairs])


def drawn(seed):
    """A board, and how it is searched: the switches of an engine, whether it is evaluated, depth and seconds."""
    rng = random.Random(seed)
    board = Board(rng)
    parts = {name: rng.random() < 0.7 for name in SWITCHES}
    if parts["table"] and rng.random() < 0.2:
        parts["table"] = rng.choice([2, 4, 8])
    depth = rng.randrange(1, 6) if rng.random() < 0.5 else None
    seconds = PLENTY if rng.random() < 0.4 else None
    return board, parts, rng.random() < 0.5, depth, seconds


def guess(state):
    return state.board.guesses[state.here]


def check_game(seed):
    board, parts, evaluated, depth, seconds = drawn(seed)
    evaluate = guess if evaluated else None
    oracle, state = Oracle(board, evaluated), Layers(board)
    plies = math.inf if depth is None else depth
    right = oracle.value(0, plies)
    assert minimax(state, depth, evaluate) == right
    assert alphabeta(state, depth, evaluate=evaluate) == right
    assert Engine.plain(evaluate, table=True).search(state, depth).value == right

    result = Engine(evaluate, **parts).search(state, depth, seconds)
    if seconds and len(board.ways[0]) == 1:  # then one ply is enough
        plies = math.inf if result.depth is None else result.depth
    assert result.value == oracle.value(0, plies)
    check_line(result, board, oracle, plies)
    if result.proven:
        assert result.value == oracle.value(0)
    else:
        assert not all_finished(board, result.depth)
    if depth is seconds is None and parts["deepening"] and not evaluated and not board.graded and right:
        last = len(result.line)
        assert (result.value, last if right < 0 else -last) == oracle.best_pair(0)


def check_what_is_proven_with_passes(seed):
    """A pass may mislead the search, but nothing that rests on it is called proven."""
    board, parts, _, depth, seconds = drawn(seed)
    parts["table"] = True
    result = Engine(guess, **parts, null_move=True, reductions=True).search(Passing(board), depth or 5, seconds)
    assert not result.proven or result.value == Oracle(board, True).value(0)


def check_line(result, board, oracle, plies):
    """Every move of the line is legal, and after each of them the value is still the same."""
    here, line = 0, result.line
    assert line[:1] == (result.move,)
    for number, move in enumerate(line, start=1):
        assert move in board.ways[here]
        here = move
        assert oracle.value(here, plies - number) == result.value
    assert len(line) == plies or not board.ways[here] or result.proven  # a win may be found before the last ply


def all_finished(board, depth):
    """Whether every line of play ends within so many plies."""
    here = {0}
    for _ in range(depth):
        here = {there for place in here for there in board.ways[place]}
    return not any(board.ways[place] for place in here)


@pytest.fixture(scope="module")
def number_of_games(request):
    return ALL if request.config.getoption("--all", default=False) else QUICK


@pytest.mark.parametrize("check", [check_game, check_what_is_proven_with_passes])
def test_on_random_games_value_move_line_and_what_is_proven_are_those_of_brute_force(check, number_of_games):
    for seed in range(number_of_games):
        try:
            check(seed)
        except Exception as error:
            raise AssertionError(f"the game with the seed {seed}") from error


def test_the_oracle_prefers_a_sooner_win_and_a_later_loss():
    board = Board(random.Random(1))
    board.ways, board.ends = [[1, 2], [], [3], []], [0, 1, 0, 1]
    board.turns = [MAX] * 4
    assert Oracle(board, False).best_pair(0) == (1, -1)
    board.ends = [0, -1, 0, -1]
    assert Oracle(board, False).best_pair(0) == (-1, 2)
    assert Oracle(board, True).value(0) == -inf


def test_what_rests_on_a_pass_is_not_called_proven():
    # MIN has 5 at once. Elsewhere MAX stands at 9, and if it could pass, would have 9; but its only moves lead to -9.
    board = Board(random.Random(1))
    board.ways, board.turns, board.graded = [[1, 2], [], [3], [], []], [MIN, MAX, MAX, MIN, MIN], True
    board.ends, board.guesses, board.passes = [0, 5, 0, -9, 9], [0, 0, 9, 0, 0], [None, None, 4, None, None]
    engine = Engine(guess, null_move=True, deepening=False, order=False)
    assert engine.search(Layers(board), 4).value == -9
    misled = engine.search(Passing(board), 4)
    assert (misled.value, misled.proven) == (5, False)
