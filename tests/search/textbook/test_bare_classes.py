"""A class with the two methods and nothing else is searched like any game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minimax_lab.game import MAX, MIN, GameState
from minimax_lab.search import (
    alphabeta,
    max_value,
    min_value,
    minimax,
    negamax,
)
from tests.search.oracles import (
    DECISIONS,
    SEARCHES,
    Bare,
    alphabeta_by_name,
    every_search,
    fold_of_all,
    fold_until_closed,
)
from tests.strategies import (
    thorough,
)

only_lists = st.recursive(st.just([]), lambda inner: st.lists(inner, max_size=3), max_leaves=20)


def who_cannot_move_loses(nested, player):
    if not nested:
        return -1 if player is MAX else +1
    values = [who_cannot_move_loses(child, player.opponent) for child in nested]
    return max(values) if player is MAX else min(values)


@thorough
@given(only_lists)
def test_a_class_with_only_the_two_methods_is_searched_like_any_game(nested):
    truth = who_cannot_move_loses(nested, MAX)
    for search in minimax, max_value, negamax, alphabeta, fold_of_all, fold_until_closed:
        assert search(Bare(nested)) == truth, search.__name__
    assert min_value(Bare(nested)) == -truth
    if nested:
        first = next(i for i, child in enumerate(nested) if who_cannot_move_loses(child, MIN) == truth)
        for decide in DECISIONS:
            assert decide(Bare(nested)) == first


class BareIsolation:
    """Mini-isolation as a student would write it."""

    def __init__(self, open_cells=((0, 0), (1, 0), (2, 0), (0, 1), (1, 1)), here=None, there=None):
        self.open_cells, self.here, self.there = set(open_cells), here, there

    def get_legal_moves(self):
        if self.here is None:
            return sorted(self.open_cells, key=lambda cell: (cell[1], cell[0]))
        x, y = self.here
        moves = []
        for step in [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]:
            cell = (x + step[0], y + step[1])
            while cell in self.open_cells:
                moves.append(cell)
                cell = (cell[0] + step[0], cell[1] + step[1])
        return moves

    def forecast_move(self, move):
        return BareIsolation(self.open_cells - {move}, self.there, move)


def test_mini_isolation_written_by_a_student_gives_the_known_results():
    for search in minimax, max_value, negamax, alphabeta, fold_of_all, fold_until_closed:
        assert search(BareIsolation()) == 1, search.__name__
    assert min_value(BareIsolation()) == -1
    for decide in DECISIONS:
        assert decide(BareIsolation()) == (0, 0)


@pytest.mark.parametrize("search", [minimax, max_value, negamax, alphabeta_by_name, fold_of_all, fold_until_closed])
def test_an_evaluation_is_given_the_very_state_that_the_class_made(search):
    def widest(state):
        assert type(state) is Bare
        return len(state.nested)

    assert search(Bare([[[], []], [[[]], [], []]]), 1, widest) == 3


class CountDown:
    """Take one or two of the rest; who plays says itself, and the end is where it says, not where moves run out."""

    def __init__(self, rest, player):
        self.rest, self.active_player = rest, player

    def get_legal_moves(self):
        return [1, 2]  # also at the end

    def forecast_move(self, move):
        return CountDown(self.rest - move, self.active_player.opponent)

    def is_terminal(self):
        return self.rest <= 0

    def utility(self):
        return 10 + self.rest if self.active_player is MAX else -10 - self.rest


def count_down(rest, player):
    if rest <= 0:
        return 10 + rest if player is MAX else -10 - rest
    values = [count_down(rest - taken, player.opponent) for taken in (1, 2)]
    return max(values) if player is MAX else min(values)


@pytest.mark.parametrize("player", [MAX, MIN])
@pytest.mark.parametrize("rest", range(7))
def test_a_class_may_have_its_own_end_of_game_utility_and_player(rest, player):
    for search in SEARCHES:
        assert search(CountDown(rest, player)) == count_down(rest, player), search.__name__


class SelfMade:
    """A game whose answers are put on each state when it is made, not defined by its class."""

    def __init__(self, rest, player):
        self.active_player = player
        self.get_legal_moves = lambda: [1, 2]
        self.forecast_move = lambda move: type(self)(rest - move, player.opponent)
        self.is_terminal = lambda: rest <= 0
        self.utility = lambda: 10 + rest if player is MAX else -10 - rest


class SelfMadeState(SelfMade, GameState):
    """The same below the base class."""


@every_search
@pytest.mark.parametrize("player", [MAX, MIN])
@pytest.mark.parametrize("game", [SelfMade, SelfMadeState])
def test_a_state_may_carry_its_answers_as_attributes(search, player, game):
    for rest in range(6):
        assert search(game(rest, player)) == count_down(rest, player)


class GradedCountDown(CountDown, GameState):
    """The same below the base class, with utilities that share a scale with the evaluation."""

    graded = True

    def forecast_move(self, move):
        return GradedCountDown(self.rest - move, self.active_player.opponent)


@every_search
def test_a_game_state_may_have_its_own_end_of_game_and_stays_graded(search):
    for rest in range(7):
        assert search(GradedCountDown(rest, MAX)) == count_down(rest, MAX)
    assert search(GradedCountDown(2, MIN), 2, lambda state: 0) == count_down(2, MIN)
    assert search(GradedCountDown(1, MIN), 1, lambda state: 11) == 9
