"""Each game has random numbers of its own, which are the same each time; those of the caller stay as they are."""

import random
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from minimax_lab.arena import (
    RandomPlayer,
    tournament,
)
from minimax_lab.games import ConnectFour, TicTacToe
from tests.arena.samples import Heap, first, lucky


class Learner:
    """A student's player that is another one after each game that it has played."""

    def __init__(self):
        self.seen = []

    def __call__(self, state):
        self.seen.append(state)
        return state.get_legal_moves()[len(self.seen) % len(state.get_legal_moves())]


def test_the_same_seed_gives_the_same_games_and_another_seed_others():
    players = {"lucky": lucky, "random": RandomPlayer(), "learner": Learner()}
    one, same, other = (tournament(players, ConnectFour(), games=3, seed=seed) for seed in (1, 1, 2))
    assert one == same
    assert one != other
    assert one.to_json() == same.to_json()


def test_a_game_does_not_depend_on_the_other_games():
    """More rounds, players and positions leave the games that were there as they were."""
    players = {"lucky": lucky, "random": RandomPlayer(), "learner": Learner()}
    few = tournament({"lucky": lucky, "random": RandomPlayer()}, ConnectFour(), games=2)
    many = tournament(players, [ConnectFour(), ConnectFour().forecast_move(3)], games=3)
    assert set(few.games) <= set(many.games)


def test_rounds_of_players_that_choose_at_random_differ():
    result = tournament({"lucky": lucky, "random": RandomPlayer()}, ConnectFour(), games=20)
    assert len({game.moves for game in result.games}) == 40


def test_the_random_numbers_of_the_caller_are_left_alone():
    numpy = pytest.importorskip("numpy")
    random.seed(5)
    numpy.random.seed(5)
    expected = random.random(), numpy.random.rand()
    random.seed(5)
    numpy.random.seed(5)
    tournament(
        {"lucky": lucky, "numpy": lambda state: numpy.random.choice(state.get_legal_moves())}, TicTacToe(), games=3
    )
    assert (random.random(), numpy.random.rand()) == expected


def test_numpys_random_numbers_are_repeated_too():
    numpy = pytest.importorskip("numpy")
    players = {"numpy": lambda state: numpy.random.choice(state.get_legal_moves()), "first": first}
    games = []
    for seed in 1, 2:
        numpy.random.seed(seed)
        games.append(tournament(players, TicTacToe(), games=5))
    assert games[0] == games[1]
    assert len({game.moves for game in games[0].games}) > 2, "each game has random numbers of its own"


def test_the_random_numbers_of_the_caller_are_left_alone_by_games_in_threads():
    numpy = pytest.importorskip("numpy")
    random.seed(5)
    numpy.random.seed(5)
    before = random.getstate(), numpy.random.get_state()[1].tolist()
    with ThreadPoolExecutor(4) as pool:
        tournament({"one": lucky, "other": lucky}, ConnectFour(), games=20, executor=pool)
    assert (random.getstate(), numpy.random.get_state()[1].tolist()) == before


def test_two_players_of_a_game_do_not_draw_the_same_numbers():
    drawn = {"one": [], "other": []}

    def drawing(name):
        return lambda state: (drawn[name].append(random.random()), first(state))[1]

    tournament({name: drawing(name) for name in drawn}, TicTacToe(), games=3)
    assert not set(drawn["one"]) & set(drawn["other"])


def test_what_a_player_draws_does_not_depend_on_how_much_the_other_one_draws():
    def games(draws):
        def first_after_drawing(state):
            for _ in range(draws):
                random.random()
            return first(state)

        return tournament({"a": lucky, "b": first_after_drawing}, ConnectFour(), games=3).games

    assert games(0) == games(7)


def test_functions_that_were_imported_from_random_are_seeded_too():
    choice = random.choice
    players = {"imported": lambda state: choice(state.get_legal_moves()), "first": first}
    random.seed(1)
    games = tournament(players, TicTacToe(), games=5).games
    random.seed(2)
    assert tournament(players, TicTacToe(), games=5).games == games
    assert len({game.moves for game in games}) > 2


def test_a_tournament_inside_a_player_does_not_change_what_the_player_draws():
    def player(state, thinks):
        if thinks:
            tournament({"one": lucky, "other": lucky}, Heap())
        return lucky(state)

    thinking, quick = (
        tournament({"a": lambda state, thinks=thinks: player(state, thinks), "b": lucky}, TicTacToe(), games=3)
        for thinks in (True, False)
    )
    assert thinking == quick


def slow_and_lucky(state):
    time.sleep(0.0005)  # so that threads take turns
    return random.choice(state.get_legal_moves())


@pytest.mark.exhaustive
def test_threads_that_share_pythons_random_numbers_play_the_same_games():
    players = {"one": slow_and_lucky, "other": slow_and_lucky, "random": RandomPlayer()}
    with ThreadPoolExecutor(4) as pool:
        result = tournament(players, TicTacToe(), games=5, executor=pool)
    assert result == tournament(players, TicTacToe(), games=5)
    assert random.choice.__self__ is random.random.__self__, "the functions of random are as they were"
