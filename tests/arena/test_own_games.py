"""A class with two methods is a game for a match, and its mistakes are not blamed on the players."""

import copy
import functools
import threading

import pytest

from minimax_lab.adapt import as_game, underlying
from minimax_lab.arena import (
    EnginePlayer,
    RandomPlayer,
    Record,
    play,
)
from minimax_lab.game import MAX, MIN, GameState
from minimax_lab.games import TicTacToe
from minimax_lab.search import minimax_decision
from tests.arena.samples import Nim, first, last


@pytest.mark.parametrize("heaps", [(1,), (1, 2), (3, 3), (1, 2, 3)])
def test_a_class_with_two_methods_is_played_and_searched_for_both_sides(heaps):
    """Whoever is to move wins at Nim unless the heaps cancel each other out: Bouton's theorem."""
    first_wins = functools.reduce(lambda a, b: a ^ b, heaps) != 0
    for best in EnginePlayer(), minimax_decision:
        assert play(Nim(heaps), best, best).winner is (MAX if first_wins else MIN)
        if first_wins:
            assert play(Nim(heaps), best, RandomPlayer(5)).winner is MAX
        else:
            assert play(Nim(heaps), RandomPlayer(5), best).winner is MIN


def test_a_player_sees_the_attributes_of_a_state_that_does_not_say_whose_turn_it_is_and_whose_turn_it_is():
    seen = []

    def looks(state):
        seen.append((list(state.heaps), state.active_player))
        return first(state)

    play(Nim((1, 2)), looks, looks)
    assert seen == [([1, 2], MAX), ([0, 2], MIN), ([0, 1], MAX)]


def test_a_game_may_begin_with_min_even_if_only_a_view_of_the_state_says_so():
    view = as_game(Nim((1, 2))).forecast_move((0, 1))
    record = play(view, first, last)
    assert record.moves == ((1, 2),)
    assert record.winner is MIN
    assert str(record).splitlines()[1] == "▼ (1, 2)"
    assert Record.from_json(record.to_json(), view)._signed_moves() == ["▼ (1, 2)"]
    assert type(play(Nim(), first, first).start) is Nim


def test_a_state_that_says_whose_turn_it_is_reaches_the_player_as_it_is():
    class Mine:
        def __init__(self, left=3, active_player=MAX):
            self.left, self.active_player = left, active_player

        def get_legal_moves(self):
            return list(range(1, self.left + 1))

        def forecast_move(self, n):
            return Mine(self.left - n, self.active_player.opponent)

    kinds = []
    play(Mine(), lambda state: (kinds.append(type(state)), 1)[1], lambda state: (kinds.append(type(state)), 1)[1])
    assert kinds == [Mine, Mine, Mine]


@pytest.mark.parametrize(
    "change",
    [
        lambda state: state.heaps.clear(),
        lambda state: state.heaps.__setitem__(0, 5),
        lambda state: setattr(state.state, "heaps", [9]),
        lambda state: setattr(state, "active_player", MIN),
        lambda state: delattr(state.state, "heaps"),
        lambda state: state.heaps.append("junk"),
    ],
)
def test_who_changes_a_state_of_a_students_class_has_lost_and_the_game_is_unharmed(change):
    start = Nim((1, 2))
    record = play(start, lambda state: (first(state), change(state))[0], first)
    assert (record.forfeit, record.reason) == (MAX, "has changed the state that it was asked about")
    assert start.heaps == record.start.heaps == [1, 2]


def test_a_state_may_remember_what_it_has_worked_out():
    class Remembers(Nim):
        def __init__(self, heaps=(1, 2)):
            super().__init__(heaps)
            self._memory, self.total = {}, None

        @functools.cached_property
        def largest(self):
            return max(self.heaps)

        def count(self):
            self.total = sum(self.heaps)
            return self._memory.setdefault("count", len(self.heaps))

        def forecast_move(self, move):
            return Remembers(super().forecast_move(move).heaps)

    assert play(Remembers(), lambda state: (state.largest, state.count(), first(state))[2], first).forfeit is None


class Counts(Nim):
    """Counts in public how often it is asked, and remembers what it has worked out."""

    def __init__(self, heaps=(1, 2)):
        super().__init__(heaps)
        self.asked, self.memory = 0, {}

    def get_legal_moves(self):
        self.asked += 1
        return super().get_legal_moves()

    def forecast_move(self, move):
        if move not in self.memory:
            self.memory[move] = Counts(super().forecast_move(move).heaps)
        return self.memory[move]


class CountsAndTells(Counts):
    def __repr__(self):
        return f"{self.heaps}, asked {self.asked} times"


@pytest.mark.parametrize("kind", [Counts, CountsAndTells])
def test_a_state_that_changes_when_it_is_only_used_is_not_held_against_the_players(kind):
    assert play(kind(), EnginePlayer(), RandomPlayer()).forfeit is None
    assert play(kind(), lambda state: (first(state), state.heaps.clear())[0], first).forfeit is MAX


class Anonymous:
    """A move that is equal to none but itself."""


class AnonymousMoves(Nim):
    def get_legal_moves(self):
        return [Anonymous() for _ in super().get_legal_moves()]


def test_moves_that_cannot_be_compared_are_the_fault_of_the_game_and_the_remedy_is_named():
    with pytest.raises(TypeError, match="AnonymousMoves has the move .* give the class Anonymous a method __eq__"):
        play(AnonymousMoves(), RandomPlayer(), RandomPlayer())


def test_moves_that_are_arrays_cannot_be_looked_up():
    numpy = pytest.importorskip("numpy")

    class Arrays(Nim):
        def get_legal_moves(self):
            return [numpy.array(move) for move in super().get_legal_moves()]

    with pytest.raises(TypeError, match=r"has the move array.*Use numbers, texts or tuples as moves"):
        play(Arrays(), RandomPlayer(), RandomPlayer())


def test_a_change_that_no_move_shows_harms_nobody_and_one_that_a_move_shows_is_noticed():
    numpy = pytest.importorskip("numpy")

    class Board:
        def __init__(self, cells=None):
            self.cells = numpy.zeros(3, int) if cells is None else cells

        def get_legal_moves(self):
            return [int(i) for i in numpy.flatnonzero(self.cells == 0)]

        def forecast_move(self, i):
            cells = self.cells.copy()
            cells[i] = 1
            return Board(cells)

    def scribbles(state):
        state.cells[state.cells == 1] = 2  # the moves stay the same
        return last(state)

    def cheats(state):
        state.cells[0] = 0
        return first(state)

    honest, scribbled = play(Board(), first, last), play(Board(), first, scribbles)
    assert (scribbled.moves, scribbled.forfeit) == (honest.moves, None)
    assert scribbled.final.cells.tolist() == [1, 1, 1]
    assert play(Board(), first, cheats).forfeit is MIN


class Scored(GameState):
    """Only its key shows the points."""

    def __init__(self, left=3, points=0, active_player=MAX):
        self.left, self.points, self.active_player = left, points, active_player

    def get_legal_moves(self):
        return [0, 1] if self.left else []

    def forecast_move(self, move):
        return Scored(self.left - 1, self.points + move, self.active_player.opponent)

    def key(self):
        return self.left, self.points, self.active_player


def test_a_change_of_the_key_is_noticed_even_if_the_moves_stay_the_same():
    assert play(Scored(), first, last).forfeit is None
    assert play(Scored(), first, lambda state: setattr(state, "points", 9) or 1).forfeit is MIN


def test_what_is_done_later_to_a_state_that_a_player_was_shown_does_not_change_what_it_is_shown_next():
    shown = []

    def keeps(state):
        shown.append(state)
        return 1

    def spoils(state):
        shown[-1].points = 9
        return 1

    assert play(Scored(), keeps, spoils).forfeit is None
    assert shown[-1].points == 2


@pytest.mark.parametrize(("returned", "words"), [(lambda self: None, "None"), (lambda self: self, "the very state")])
def test_a_game_that_makes_no_new_state_is_told_so(returned, words):
    class Broken(Nim):
        def forecast_move(self, move):
            return returned(self)

    with pytest.raises(TypeError, match=rf"forecast_move\(\(0, 1\)\) of Broken returned {words}.* new"):
        play(Broken(), first, first)


def test_a_mistake_of_the_game_is_not_blamed_on_a_player():
    class Broken(Nim):
        def forecast_move(self, move):
            raise ZeroDivisionError("the game is wrong")

    with pytest.raises(ZeroDivisionError, match="the game is wrong"):
        play(Broken(), first, first)


def test_a_state_that_cannot_be_copied_is_refused():
    state = Nim()
    state.lock = threading.Lock()
    with pytest.raises(TypeError, match="copy.deepcopy cannot copy this Nim: TypeError: cannot pickle"):
        play(state, first, first)


@pytest.mark.parametrize(
    ("state", "complaint"),
    [(TicTacToe, "not from the class TicTacToe"), (3, "get_legal_moves"), (None, "get_legal_moves")],
)
def test_what_is_no_state_is_refused(state, complaint):
    with pytest.raises(TypeError, match=complaint):
        play(state, first, first)


def test_a_view_shows_what_its_state_has_survives_a_copy_and_has_nothing_else():
    view = as_game(Nim((1, 2)))
    assert view.heaps == [1, 2]
    twin = copy.deepcopy(view)
    assert twin.heaps == [1, 2]
    assert underlying(twin) is not underlying(view)
    with pytest.raises(AttributeError, match="'Nim' object has no attribute 'board'"):
        view.board  # noqa: B018
