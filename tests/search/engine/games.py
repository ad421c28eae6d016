"""Games and evaluations for the tests of the engine, and what its answers are compared with."""

import itertools
import math
import zlib

from hypothesis import strategies as st

from minimax_lab.adapt import as_game
from minimax_lab.game import MAX, GameState
from minimax_lab.search import minimax
from minimax_lab.values import leaf_value
from tests.strategies import few_numbers, players

SWITCHES = ["table", "order", "window", "symmetry", "deepening", "pvs"]
COMBINATIONS = [dict(zip(SWITCHES, bits, strict=True)) for bits in itertools.product([True, False], repeat=6)]
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


def watched_graph(ways, ends, graded):
    """A graph whose own order is that of its lists, and the list of all moves that are tried: (from, to)."""
    tried = []

    class Watched(Graph):
        def promising_first(self, moves):
            return moves

        def forecast_move(self, number):
            tried.append((self.here, number))
            return super().forecast_move(number)

    return Watched(ways, ends, graded), tried


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


class EqualCardsApart:
    """The card game as the tutorial plays it: a move is (which card of the hand, cell), so equal cards make two moves.

    Just the two methods that make a game.
    """

    def __init__(self, game):
        self.game = game

    def get_legal_moves(self):
        legal = self.game.get_legal_moves()
        return [(i, cell) for i, held in enumerate(self._hand()) for card, cell in legal if card == held]

    def forecast_move(self, move):
        i, cell = move
        return EqualCardsApart(self.game.forecast_move((self._hand()[i], cell)))

    def _hand(self):
        counts = self.game.hands[0 if self.game.active_player is MAX else 1]
        return "".join(card * count for card, count in zip("RPS", counts, strict=True))
