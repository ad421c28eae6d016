"""A win is as quick as can be, and a loss as slow."""

import math
import random
from itertools import product

import pytest

from benchmarks.measure import counted
from minimax_lab.game import MAX, MIN
from minimax_lab.games import ConnectFour, Isolation, TicTacToe, tree
from minimax_lab.search import inf, minimax
from minimax_lab.search.engine import deepening
from minimax_lab.search.engine.engine import Engine
from minimax_lab.search.engine.shortest_win import ShortestWin
from minimax_lab.search.engine.table import EXACT, LOWER, UPPER, TranspositionTable
from tests.search.engine.games import Graph, random_position


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


def two_ways_to_win(player):
    """`player`, who is to move, wins by way of 1 in two plies, and by way of 2 in three."""
    return Graph([[1, 2], [3], [4], [], [5], []], [+1 if player is MAX else -1] * 6, False, player=player)


def test_the_table_rules_a_position_out_only_if_it_is_sure_that_the_win_is_lost_there():
    for player, closed, bound in product([MAX, MIN], [True, False], [EXACT, LOWER, UPPER]):
        state = two_ways_to_win(player)
        table = TranspositionTable(10)
        table.put(state.forecast_move(1).key(), (9, bound, 0, 3, closed))  # 0 would be a draw
        is_lost = closed and bound != (LOWER if player is MAX else UPPER)
        shortest = ShortestWin(+1 if player is MAX else -1, None, Graph.key, table, most_nodes=100)
        assert shortest.moves(state) == ((2, 4, 5) if is_lost else (1, 3)), (player, closed, bound)


def test_the_search_for_the_shortest_win_is_given_up_after_so_many_nodes():
    for most_nodes, found in (2, ()), (100, (1, 3)):
        shortest = ShortestWin(+1, None, None, None, most_nodes)
        assert shortest.moves(two_ways_to_win(MAX)) == found
        assert shortest.nodes <= most_nodes + 1


def test_the_shortest_win_may_take_half_the_nodes_of_the_search_or_five_thousand(monkeypatch):
    allowed = []

    class Watched(ShortestWin):
        def __init__(self, *arguments):
            super().__init__(*arguments)
            allowed.append(arguments[4])

    monkeypatch.setattr(deepening, "ShortestWin", Watched)
    for least in 5_000, 10:
        monkeypatch.setattr(deepening, "LEAST_FOR_SHORTEST_WIN", least)
        Engine().search(Isolation(3, 3))
    in_one_go = Engine(deepening=False).search(Isolation(3, 3))
    assert allowed == [5_000, (in_one_go.nodes - 1) // 2]


def test_where_utilities_say_more_than_who_has_won_no_shortest_win_is_looked_for():
    state = tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    assert Engine(table=False).search(state) == Engine(table=False, deepening=False).search(state)


def lexicographic(state, plies=0):
    """What each side prefers, by brute force: a better result, and of equal ones a sooner win or a later loss.

    As a pair that MAX wants large, with the set of all lines that lead there when both sides play for it.
    """
    moves = state.get_legal_moves()
    if not moves:
        value = state.utility()
        return (value, plies if value < 0 else -plies if value > 0 else 0), {()}
    found = {move: lexicographic(state.forecast_move(move), plies + 1) for move in moves}
    best = (max if state.active_player is MAX else min)(pair for pair, _ in found.values())
    return best, {(move, *line) for move, (pair, lines) in found.items() if pair == best for line in lines}


class Margins:
    """Two methods and a result by a margin: a nested list of numbers."""

    def __init__(self, nested, player=MAX):
        self.nested, self.active_player = nested, player

    def get_legal_moves(self):
        return [*range(len(self.nested))] if isinstance(self.nested, list) else []

    def forecast_move(self, move):
        return Margins(self.nested[move], self.active_player.opponent)

    def utility(self):
        return self.nested


def test_the_loser_does_not_hold_out_for_an_even_worse_loss():
    result = Engine().search(Margins([1, [5, 1]], MIN))
    assert (result.move, result.value, result.line, result.proven) == (0, 1, (0,), True)


def random_margins(rng, plies):
    if not plies or rng.random() < 0.25:
        return rng.choice([-2, -1, -1, 0, 1, 1, 2])
    return [random_margins(rng, plies - 1) for _ in range(rng.randrange(1, 4))]


@pytest.mark.parametrize("parts", [{}, {"table": False}, {"order": False}], ids=str)
def test_by_margins_too_the_line_is_one_of_the_quickest_wins_or_slowest_losses(parts):
    rng = random.Random(7)
    for _ in range(200):
        state = Margins([random_margins(rng, 4) for _ in range(2)], rng.choice([MAX, MIN]))
        (value, _), lines = lexicographic(state)
        result = Engine(**parts).search(state)
        assert result.value == value
        if value:
            assert result.line in lines


def test_what_a_cut_off_says_of_a_position_is_not_taken_for_a_better_win_there():
    """By way of 1 the position 5 comes too late to matter: all that is noted of it is that it may be lost by two.

    It is lost by one only, so that the loser holds out longest by way of 3, from where it can be reached as well.
    """
    ways, ends = [[1, 2, 3], [4, 5], [], [6, 5], [], [6, 7], [7, 8], [], []], [0, 0, -1, 0, -2, 0, 0, -1, -2]
    for loser, sign in (MAX, +1), (MIN, -1):
        state = Graph(ways, [sign * end for end in ends], False, player=loser)
        (value, _), lines = lexicographic(state)
        result = Engine().search(state)
        assert (result.value, result.line[0]) == (value, 3)
        assert result.line in lines


def test_a_table_that_contradicts_the_search_does_not_keep_it_for_ever():
    """As when the keys of a game mix positions up: the table says of the start itself that the win is lost there."""
    state = two_ways_to_win(MAX)
    table = TranspositionTable(10)
    table.put(state.key(), (9, EXACT, -1, 1, True))
    assert ShortestWin(+1, None, Graph.key, table, most_nodes=100).moves(state) == ()
