"""A tournament plays what it should, and refuses what makes no sense."""

import itertools
import sys
from collections import Counter

import pytest

from minimax_lab.arena import (
    CannotPlay,
    EnginePlayer,
    GreedyPlayer,
    RandomPlayer,
    play,
    tournament,
)
from minimax_lab.arena.rating import Score
from minimax_lab.evaluate import mobility
from minimax_lab.game import MAX, MIN
from minimax_lab.games import Isolation, TicTacToe, tree
from tests.arena.samples import Heap, crashes, first, loops, lucky, named


def test_everybody_plays_everybody_with_both_colours_from_every_position():
    positions = [TicTacToe(), TicTacToe("X.. ... ..."), TicTacToe("X.. .O. ...")]
    result = tournament({"a": lucky, "b": first, "c": RandomPlayer()}, positions, games=2)
    assert Counter(game.pairing[:3] for game in result.games) == {
        (one, other, position): 2 for one, other in itertools.permutations("abc", 2) for position in range(3)
    }
    assert (result.missing, result.forfeits) == ((), [])


def test_a_game_of_a_tournament_is_a_game_between_its_players():
    result = tournament({"first": first, "greedy": GreedyPlayer(mobility)}, [Isolation(4, 3)])
    records = {game.pairing[:2]: result.record(game) for game in result.games}
    played = play(Isolation(4, 3), first, GreedyPlayer(mobility, name="greedy"))
    assert records["first", "greedy"] == played
    assert records["greedy", "first"] == play(Isolation(4, 3), GreedyPlayer(mobility, name="greedy"), first)


def test_players_in_a_list_are_called_by_their_names_and_namesakes_are_numbered():
    result = tournament([RandomPlayer(), RandomPlayer(), first, EnginePlayer(depth=1)], TicTacToe())
    assert result.players == ("random", "random 2", "first", "engine, depth 1")


@pytest.mark.parametrize(
    ("arguments", "error", "complaint"),
    [
        ({"players": {"a": first}}, ValueError, "two or more players; got 1"),
        ({"players": {"a": first, "b": 3}}, TypeError, "the player 'b' must be a player"),
        ({"players": {"a": first, "b": RandomPlayer}}, TypeError, "the player 'b' .* are the"),
        ({"players": {"a": first, 1: first}}, ValueError, "the name of a player must be a text; got 1"),
        ({"players": first}, TypeError, "players must be a dict"),
        ({"start_positions": []}, ValueError, "at least one start position"),
        ({"start_positions": [TicTacToe(), 5]}, TypeError, "get_legal_moves"),
        ({"start_positions": TicTacToe}, TypeError, "not from the class TicTacToe"),
        (
            {"start_positions": [TicTacToe("XXX OO. ...")]},
            ValueError,
            "(?s)position 0 is already finished.*X X X",
        ),
        ({"start_positions": 5}, TypeError, "start_positions must be a state, or a list of states; got 5"),
        ({"start_positions": {TicTacToe()}}, TypeError, "start_positions must be a state, or a list of states"),
        ({"players": {first, lucky}}, TypeError, "players must be in an order; a set has no order"),
        ({"executor": 4}, TypeError, "executor must be one of concurrent.futures, .*; got 4"),
        ({"games": 0}, ValueError, "games must be a whole number, 1 or more; got 0"),
        ({"games": 1.5}, ValueError, "games must be a whole number"),
        ({"seed": None}, ValueError, "seed must be a whole number; got None"),
        ({"seconds": 0}, ValueError, "seconds must be more than 0"),
        ({"patience": -1}, ValueError, "patience must be more than 0"),
    ],
)
def test_what_makes_no_tournament_is_refused_before_anything_is_played(arguments, error, complaint):
    given = {"players": {"a": crashes, "b": first}, "start_positions": TicTacToe()} | arguments
    with pytest.raises(error, match=complaint):
        tournament(**given)


def test_who_breaks_the_rules_loses_its_games_and_nothing_else():
    good = {"random": RandomPlayer(), "first": first}
    bad = {"crashes": crashes, "loops": loops, "none": lambda state: None, "cheats": lambda state: 99}
    result = tournament(good | bad, TicTacToe(), patience=0.2)
    assert [game for game in result.games if {*game.pairing[:2]} == {*good}] == list(
        tournament(good, TicTacToe()).games
    )
    for name in bad:
        for other in good:
            assert result.cross[name, other] == Score(0, 0, 2)
    reasons = {game.reason for game in result.forfeits}
    assert reasons == {
        "has failed with ValueError: no idea",
        "has not moved within 0.2 seconds",
        "has returned None instead of a move",
        "has played 99: not legal",
    }


def test_a_mistake_of_the_game_stops_the_tournament_and_what_was_played_is_kept():
    class Broken:
        def __init__(self, moves=()):
            self.moves = moves

        def get_legal_moves(self):
            return [] if len(self.moves) > 2 else [0, 1]

        def forecast_move(self, move):
            if (*self.moves, move) == (1, 1):
                raise ZeroDivisionError("the game is wrong")
            return Broken((*self.moves, move))

    with pytest.raises(CannotPlay, match="(?s)the game b – b 2, start position 0.*ZeroDivisionError") as caught:
        tournament([named("a", 0), named("b", 1), named("b", 1)], Broken())
    assert 0 < len(caught.value.standings.games) < 6
    assert len(caught.value.standings.games) + len(caught.value.standings.missing) == 6


def test_a_game_that_exits_ends_the_tournament_and_not_the_process():
    class Exits(Heap):
        def forecast_move(self, n):
            sys.exit("the game is over")

    with pytest.raises(CannotPlay, match="(?s)the game a – b, .*SystemExit: the game is over"):
        tournament({"a": first, "b": first}, Exits())


def test_a_game_that_cannot_tell_who_won_is_refused():
    with pytest.raises(CannotPlay, match="cannot tell who won"):
        tournament({"a": first, "b": first}, tree([(1, 2), (3, 4)]))


def test_a_forfeit_is_lost_by_the_player_who_committed_it():
    result = tournament({"crashes": crashes, "first": first}, TicTacToe())
    assert {(game.pairing.max, game.forfeit, game.winner) for game in result.games} == {
        ("crashes", MAX, "first"),
        ("first", MIN, "first"),
    }


def test_a_short_tournament_shows_no_progress_bar_and_a_long_one_does(capsys, monkeypatch):
    players = {"a": first, "b": lucky}
    tournament(players, TicTacToe())
    assert capsys.readouterr() == ("", "")
    monkeypatch.setattr(sys.modules["minimax_lab.arena.tournaments"], "BEFORE_BAR", 0)
    tournament(players, TicTacToe(), progress=False)
    assert capsys.readouterr() == ("", "")
    tournament(players, TicTacToe())
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "/2" in printed.err
