"""What a player is, and the players of the library."""

import functools
import itertools
import math
import sys
import threading

import pytest

from minimax_lab.arena import (
    EnginePlayer,
    GreedyPlayer,
    HumanPlayer,
    RandomPlayer,
    Resigned,
    play,
)
from minimax_lab.game import MAX, MIN
from minimax_lab.games import RPS, ConnectFour, Isolation, TicTacToe
from minimax_lab.search import Engine, minimax_decision
from tests.arena.samples import first, last


def test_the_same_seed_plays_the_same_moves_and_another_one_others():
    games = [play(ConnectFour(), RandomPlayer(seed), RandomPlayer(5)) for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]


def test_a_search_function_is_a_player():
    assert play(Isolation(), minimax_decision, RandomPlayer(1)).winner is MAX


@pytest.mark.parametrize(
    "told",
    [
        lambda seen: lambda state, seconds: (seen.append(seconds), first(state))[1],
        lambda seen: lambda state, time_left: (seen.append(time_left), first(state))[1],
        lambda seen: lambda state, depth=3, *, seconds=None: (seen.append(seconds), first(state))[1],
    ],
    ids=["a parameter called seconds", "a second parameter", "seconds by keyword"],
)
def test_a_player_who_wants_to_know_is_told_the_seconds_that_are_left(told):
    seen = []
    record = play(TicTacToe(), told(seen), first, seconds=1000)
    assert len(seen) == sum(1 for _ in record.moves[::2])
    assert seen[0] == 1000
    assert all(later < earlier for earlier, later in itertools.pairwise(seen))
    seen.clear()
    play(TicTacToe(), told(seen), first)
    assert set(seen) == {None}


def test_a_player_who_does_not_ask_for_the_seconds_is_not_given_them():
    def player(state, depth=5):
        assert depth == 5
        return first(state)

    assert play(TicTacToe(), player, functools.partial(player, depth=5), seconds=1000).forfeit is None


async def plays_later(state):
    return first(state)


class PlaysLater:
    async def __call__(self, state):
        return first(state)


@pytest.mark.parametrize(
    ("player", "complaint"),
    [
        (None, "a function from a state to a move; got None"),
        ("engine", "a function from a state to a move; got 'engine'"),
        (RandomPlayer, r"not the class RandomPlayer: are the \(\) missing"),
        (plays_later, "must return a move, not a coroutine: define plays_later with def, not async def"),
        (PlaysLater(), "must return a move, not a coroutine: define PlaysLater with def"),
        (lambda: 0, r"lambda\(\) cannot be called like that"),
        (lambda state, board, depth: 0, r"lambda\(state, board, depth\) cannot be called like that"),
    ],
)
def test_what_is_no_player_is_refused_before_the_game(player, complaint):
    with pytest.raises(TypeError, match=f"the player of MIN .*{complaint}"):
        play(TicTacToe(), first, player)


@pytest.mark.parametrize("seconds", [0, -1, math.inf, math.nan, "10", True])
def test_a_time_that_is_none_is_refused(seconds):
    for limit in ({"seconds": seconds}, {"patience": seconds}):
        with pytest.raises((TypeError, ValueError), match=f"{next(iter(limit))} "):
            play(TicTacToe(), first, first, **limit)


def greedy_by_hand(state, evaluate):
    """The first move after which a win, or else the evaluation, is best for the player whose turn it is."""
    sign = 1 if state.active_player is MAX else -1
    ranked = []
    for move in state.get_legal_moves():
        child = state.forecast_move(move)
        value = math.copysign(math.inf, child.utility()) if child.is_terminal() and child.utility() else evaluate(child)
        ranked.append(sign * (0 if child.is_terminal() and not child.utility() else value))
    return state.get_legal_moves()[ranked.index(max(ranked))]


def test_the_greedy_player_takes_what_its_evaluation_likes_best_one_move_ahead():
    def evaluate(state):
        return hash(state.key()) % 10  # whatever it is, as long as it is the same each time

    player = GreedyPlayer(evaluate)
    for state in play(ConnectFour(), RandomPlayer(1), RandomPlayer(2)).states():
        if not state.is_terminal():
            assert player(state) == greedy_by_hand(state, evaluate)


def test_the_engine_player_plays_what_the_engine_finds():
    state, engine = ConnectFour(), Engine()
    assert EnginePlayer(engine, depth=3)(state) == engine.search(state, depth=3).move
    assert EnginePlayer(depth=3).think(state).depth == 3


def test_an_engine_whose_time_is_counted_never_plans_for_more_than_a_twentieth_of_it(monkeypatch):
    planned = []
    monkeypatch.setattr(Engine, "search", lambda self, state, depth, seconds: planned.append((depth, seconds)))
    for player in EnginePlayer(depth=4), EnginePlayer(seconds=2), EnginePlayer():
        for left in 10, 100, None:
            player.think(None, left)
    assert planned == [
        (4, 0.5),
        (4, 5),
        (4, None),
        (None, 0.5),
        (None, 2),
        (None, 2),
        (None, 0.5),
        (None, 5),
        (None, None),
    ]


def test_an_engine_with_a_clock_keeps_its_time():
    record = play(TicTacToe(), EnginePlayer(), RandomPlayer(3), seconds=2)
    assert record.forfeit is None


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"engine": 3}, TypeError),
        ({"depth": 0}, ValueError),
        ({"seconds": -1}, ValueError),
        ({"depth": "2"}, TypeError),
    ],
)
def test_an_engine_player_refuses_what_makes_no_sense(wrong, error):
    with pytest.raises(error):
        EnginePlayer(**wrong)


def person(*answers):
    """A person who types these answers, and what they are shown."""
    typed, shown = iter(answers), []

    def ask(prompt):
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    return HumanPlayer("Ada", ask, shown.append), shown


def test_a_person_chooses_a_move_by_its_number_or_by_itself_and_is_asked_again_until_it_is_one():
    player, shown = person("5", "nonsense", "0", "(P,8)", "('r', 2)")
    state = RPS.start("RPSRP", "PSRSR")
    legal = state.get_legal_moves()
    assert player(state) == legal[4]
    assert player(state) == ("P", 8)
    assert player(state) == ("R", 2)
    assert len(shown) == 3 + 2
    assert str(state) in shown[0]
    assert "'nonsense' is not one of the moves" in shown[2]
    assert "'0' is not one of the moves" in shown[3]


def test_where_moves_are_numbers_a_person_types_the_move_itself():
    player, shown = person("9", "4", "0")
    assert player(TicTacToe()) == 4
    assert player(TicTacToe()) == 0
    assert shown[0].endswith("\n0   1   2   3   4   5   6   7   8")
    assert shown[1] == "'9' is not one of the moves. Type a move as it is written above"


@pytest.mark.parametrize("answers", [["1", "resign"], ["1"]], ids=["resigns", "closes the input"])
def test_a_person_can_give_up(answers):
    player, _ = person(*answers)
    record = play(TicTacToe(), player, first)
    assert (record.winner, record.forfeit, record.reason) == (MIN, MAX, "has resigned")
    assert record.players == ("Ada", "first")


def test_a_person_is_asked_in_the_thread_of_the_game_even_against_the_clock():
    threads = []

    class Person(HumanPlayer):
        def __call__(self, state):
            threads.append(threading.current_thread())
            return first(state)

    play(TicTacToe(), Person(), last, seconds=1000)
    assert set(threads) == {threading.current_thread()}


def test_resigning_is_open_to_every_player():
    def resigns(state):
        raise Resigned

    assert play(TicTacToe(), first, resigns).reason == "has resigned"


def test_players_have_names():
    class Mine:
        def __call__(self, state):
            return first(state)

    players = [
        first,
        lambda state: first(state),
        functools.partial(minimax_decision, depth=3),
        Mine(),
        EnginePlayer(depth=2),
    ]
    names = [play(TicTacToe(), player, first).players[0] for player in players]
    assert names == ["first", "lambda", "minimax_decision(depth=3)", "Mine", "engine, depth 2"]


def test_no_name_holds_the_address_of_an_object():
    def thinks(state, *parts, evaluate=None):
        return first(state)

    class ExitsWhenShown:
        def __repr__(self):
            sys.exit("gone")

    player = functools.partial(thinks, object(), ExitsWhenShown(), 3, evaluate=first)
    named = GreedyPlayer(len, name=repr(object()))
    assert play(TicTacToe(), player, named).players == (
        "thinks(<object object>, <ExitsWhenShown>, 3, evaluate=first)",
        "<object object>",
    )
