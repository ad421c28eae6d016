"""A fault of the game is the referee's matter: play stops and says what is wrong with the game, and nobody loses."""

import random

import pytest

from minimax_lab.adapt import GameFault, as_game
from minimax_lab.arena import CannotPlay, EnginePlayer, GreedyPlayer, RandomPlayer, play, tournament
from minimax_lab.game import MAX, MIN
from minimax_lab.games import TicTacToe
from minimax_lab.search import Engine, minimax_decision
from tests.arena.samples import Heap, Nim, first, last


class Shuffles(Nim):
    """Lists its moves in another order whenever it is asked, once something has been taken from the second heap."""

    def get_legal_moves(self):
        moves = super().get_legal_moves()
        return random.sample(moves, len(moves)) if self.heaps[0] and self.heaps[1] < 6 else moves

    def forecast_move(self, move):
        return Shuffles(super().forecast_move(move).heaps)


class ShufflesFromTheStart(Shuffles):
    def get_legal_moves(self):
        return random.sample(moves := Nim.get_legal_moves(self), len(moves))


class WorthNothing(Heap):
    """Forgets to return what a finished game is worth."""

    def utility(self):
        pass


class NotANumber(Heap):
    def utility(self):
        return float("nan")


class ChangesItself(Heap):
    """Makes a new state, but changes the old one too, if two are taken."""

    def forecast_move(self, n):
        child = super().forecast_move(n)
        if n == 2:
            self.left -= 1
        return child


FAULTS = {
    "moves in another order": (Shuffles((5, 6)), "get_legal_moves() of Shuffles"),
    "no utility": (WorthNothing(), "utility() returned None"),
    "no utility far away": (WorthNothing(30), "utility() returned None"),
    "a utility that is not a number": (NotANumber(), "utility() returned NaN"),
    "changes itself": (ChangesItself(12), "changed the state of ChangesItself"),
}


def middle(state):
    """Does not look ahead. In the middle of the moves is one after which each fault shows."""
    moves = sorted(state.get_legal_moves())
    return moves[len(moves) // 2]


PAIRS = {
    "do not look ahead": (middle, middle),
    "looks ahead as MAX": (EnginePlayer(depth=3), middle),
    "looks ahead as MIN": (middle, EnginePlayer(depth=3)),
    "looks to the end": (GreedyPlayer(lambda state: 0), minimax_decision),
}


@pytest.mark.parametrize(("state", "words"), FAULTS.values(), ids=FAULTS)
@pytest.mark.parametrize("players", PAIRS.values(), ids=PAIRS)
def test_a_fault_of_the_game_stops_a_match_whoever_finds_it(state, words, players):
    if minimax_decision in players and getattr(state, "left", 0) == 30:
        pytest.skip("textbook minimax looks at all of the games, which are too many")
    with pytest.raises(GameFault) as caught:
        play(state, *players, patience=60)
    assert words in str(caught.value)


@pytest.mark.parametrize(("state", "words"), FAULTS.values(), ids=FAULTS)
def test_a_fault_of_the_game_stops_a_tournament_and_the_games_so_far_are_kept(state, words):
    players = {"engine": EnginePlayer(depth=3), "middle": middle}
    with pytest.raises(CannotPlay) as caught:
        tournament(players, [TicTacToe(), state], progress=False)
    assert words in str(caught.value)
    assert "start position 1" in str(caught.value)
    assert {game.pairing.position for game in caught.value.standings.games} == {0}
    assert caught.value.standings.forfeits == []


def test_a_fault_that_shows_at_the_start_is_told_before_anything_is_played():
    with pytest.raises(GameFault, match=r"get_legal_moves\(\) of ShufflesFromTheStart lists the same moves in another"):
        play(ShufflesFromTheStart((5, 6)), RandomPlayer(), RandomPlayer())
    with pytest.raises(GameFault, match=r"get_legal_moves\(\) of ShufflesFromTheStart lists the same moves in another"):
        tournament([RandomPlayer(), RandomPlayer()], [TicTacToe(), ShufflesFromTheStart((5, 6))])


def test_a_fault_of_the_game_comes_back_from_a_worker_in_the_same_words(processes):
    players = {"engine": EnginePlayer(depth=3), "middle": middle}
    with pytest.raises(CannotPlay, match=r"get_legal_moves\(\) of Shuffles"):
        tournament(players, Shuffles((5, 6)), executor=processes, progress=False)


def looks_down_one_line(state):
    game = as_game(state)
    while not game.is_terminal():
        game = game.forecast_move(first(game))
    return first(state) if game.utility() > 0 else last(state)


def test_a_fault_far_away_is_not_blamed_on_the_player_who_looks_that_far():
    with pytest.raises(GameFault, match=r"utility\(\) returned None"):
        play(WorthNothing(90), looks_down_one_line, first)


def searches_a_move(state):
    return minimax_decision(first(state))


def blames_the_game(state):
    raise GameFault("the game is wrong")


FAULTY_PLAYERS = {
    "an evaluation without a value": EnginePlayer(Engine(lambda state: None), depth=2),
    "searches what is not a state": searches_a_move,
    "blames the game": blames_the_game,
}


@pytest.mark.parametrize("player", FAULTY_PLAYERS.values(), ids=FAULTY_PLAYERS)
def test_a_player_cannot_blame_a_game_that_is_right(player):
    record = play(Heap(9), player, first)
    assert record.forfeit is MAX
    assert record.winner is MIN
    assert record.reason.startswith("has failed with minimax_lab.adapt.GameFault: ")


def test_an_engine_is_not_a_player_but_the_remedy_is_named():
    with pytest.raises(TypeError, match=r"the player of MAX .* EnginePlayer\(engine, depth=4\)"):
        play(TicTacToe(), Engine(), first)
    with pytest.raises(TypeError, match=r"the player 'mine' .* EnginePlayer\(engine, depth=4\)"):
        tournament({"mine": Engine(), "first": first}, TicTacToe())


class RemembersThePast(Heap):
    """Each state holds the one before it."""

    def __init__(self, left, before=None):
        super().__init__(left)
        self.before = before

    def forecast_move(self, n):
        return RemembersThePast(self.left - n, self)


def test_a_game_may_hold_all_its_past_states_and_last_for_thousands_of_moves():
    record = play(RemembersThePast(3_000), lambda state: 1, lambda state: 1)
    assert (len(record.moves), record.forfeit) == (3_000, None)


def test_the_number_of_copies_does_not_grow_with_the_number_of_moves():
    copies = []

    class Counted(Heap):
        def __deepcopy__(self, memo):
            copies.append(self.left)
            return Counted(self.left)

    numbers = []
    for left in 10, 100:
        copies.clear()
        play(Counted(left), lambda state: 1, lambda state: 1)
        numbers.append(len(copies))
    assert numbers[0] == numbers[1]


def test_a_move_that_a_player_changes_afterwards_stays_as_it_was_in_the_record():
    class Step:
        def __init__(self, size):
            self.size = size

        def __eq__(self, other):
            return isinstance(other, Step) and self.size == other.size

        def __hash__(self):
            return hash(self.size)

        def __repr__(self):
            return f"Step({self.size})"

    class Walk:
        def __init__(self, steps=()):
            self.steps = steps

        def get_legal_moves(self):
            return [Step(1), Step(2)] if len(self.steps) < 4 else []

        def forecast_move(self, step):
            return Walk((*self.steps, step))

    def rewrites_history(state):
        for step in state.steps:
            step.size = 7
        return Step(1)

    record = play(Walk(), rewrites_history, rewrites_history)
    assert [move.size for move in record.moves] == [1, 1, 1, 1]
    assert [step.size for step in record.final.steps] == [1, 1, 1, 1]
