"""A tournament plays what it should, counts what it played, and can be interrupted and go on."""

import itertools
import json
import random
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction

import pytest

from minimax_lab.adapt import as_game
from minimax_lab.arena import (
    CannotPlay,
    EnginePlayer,
    GreedyPlayer,
    RandomPlayer,
    Standings,
    openings,
    play,
    tournament,
)
from minimax_lab.arena.statistics.rating import Score
from minimax_lab.arena.tournaments.game import Game, Setting
from minimax_lab.arena.tournaments.schedule import Pairing, schedule
from minimax_lab.evaluate import mobility
from minimax_lab.game import MAX, MIN
from minimax_lab.games import ConnectFour, Isolation, TicTacToe, tree


def first(state):
    return state.get_legal_moves()[0]


def lucky(state):
    """A student's player, with Python's own luck."""
    return random.choice(state.get_legal_moves())


def crashes(state):
    raise ValueError("no idea")


class Heap:
    """A student's game: two methods, and nothing about whose turn it is. Who cannot take has lost."""

    def __init__(self, left=5):
        self.left = left

    def get_legal_moves(self):
        return list(range(1, min(3, self.left) + 1))

    def forecast_move(self, n):
        return type(self)(self.left - n)


class Learner:
    """A student's player that is another one after each game that it has played."""

    def __init__(self):
        self.seen = []

    def __call__(self, state):
        self.seen.append(state)
        return state.get_legal_moves()[len(self.seen) % len(state.get_legal_moves())]


def standings_of(names, results):
    """Standings made from (MAX, MIN, result) without a game being played."""
    games, rounds = [], Counter()
    for best, worst, result in results:
        games.append(Game(Pairing(best, worst, 0, rounds[best, worst]), (rounds[best, worst],), result))
        rounds[best, worst] += 1
    return Standings(Setting(dict.fromkeys(names, first), [TicTacToe()], 0, None, None), games)


# What is played


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


def test_rounds_of_players_with_luck_differ():
    result = tournament({"lucky": lucky, "random": RandomPlayer()}, ConnectFour(), games=20)
    assert len({game.moves for game in result.games}) == 40


def test_the_luck_of_the_caller_is_left_alone():
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


def test_numpys_luck_is_repeated_as_well():
    numpy = pytest.importorskip("numpy")
    players = {"numpy": lambda state: numpy.random.choice(state.get_legal_moves()), "first": first}
    games = []
    for seed in 1, 2:
        numpy.random.seed(seed)
        games.append(tournament(players, TicTacToe(), games=5))
    assert games[0] == games[1]
    assert len({game.moves for game in games[0].games}) > 2, "each game has luck of its own"


def test_the_luck_of_the_caller_is_left_alone_by_games_in_threads():
    numpy = pytest.importorskip("numpy")
    random.seed(5)
    numpy.random.seed(5)
    before = random.getstate(), numpy.random.get_state()[1].tolist()
    with ThreadPoolExecutor(4) as pool:
        tournament({"one": lucky, "other": lucky}, ConnectFour(), games=20, executor=pool)
    assert (random.getstate(), numpy.random.get_state()[1].tolist()) == before


def test_two_players_of_a_game_do_not_share_their_luck():
    drawn = {"one": [], "other": []}

    def drawing(name):
        return lambda state: (drawn[name].append(random.random()), first(state))[1]

    tournament({name: drawing(name) for name in drawn}, TicTacToe(), games=3)
    assert not set(drawn["one"]) & set(drawn["other"])


def test_a_tournament_that_a_player_holds_in_its_head_does_not_use_up_its_luck():
    def player(state, thinks):
        if thinks:
            tournament({"one": lucky, "other": lucky}, Heap())
        return lucky(state)

    thinking, quick = (
        tournament({"a": lambda state, thinks=thinks: player(state, thinks), "b": lucky}, TicTacToe(), games=3)
        for thinks in (True, False)
    )
    assert thinking == quick


def test_players_in_a_list_are_called_by_their_names_and_namesakes_are_numbered():
    result = tournament([RandomPlayer(), RandomPlayer(), first, EnginePlayer(depth=1)], TicTacToe())
    assert result.players == ("random", "random 2", "first", "engine, depth 1")


@pytest.mark.parametrize(
    ("arguments", "error", "complaint"),
    [
        ({"players": {"a": first}}, ValueError, "two players or more, not 1"),
        ({"players": {"a": first, "b": 3}}, TypeError, "the player 'b' must be a player"),
        ({"players": {"a": first, "b": RandomPlayer}}, TypeError, "the player 'b' .* are the"),
        ({"players": {"a": first, 1: first}}, ValueError, "the name of a player is a text, not 1"),
        ({"players": first}, TypeError, "players are given by name"),
        ({"start_positions": []}, ValueError, "a position to start from"),
        ({"start_positions": [TicTacToe(), 5]}, TypeError, "get_legal_moves"),
        ({"start_positions": TicTacToe}, TypeError, "not from the class TicTacToe"),
        ({"start_positions": [TicTacToe("XXX OO. ...")]}, ValueError, "(?s)start position 0 is finished.*X X X"),
        ({"start_positions": 5}, TypeError, "start_positions are a state, or a list of states; not 5"),
        ({"start_positions": {TicTacToe()}}, TypeError, "start_positions are a state, or a list of states"),
        ({"players": {first, lucky}}, TypeError, "players are given in an order, which a set has not"),
        ({"executor": 4}, TypeError, "an executor is one of concurrent.futures, .*; not 4"),
        ({"games": 0}, ValueError, "games is a whole number, 1 or more; not 0"),
        ({"games": 1.5}, ValueError, "games is a whole number"),
        ({"seed": None}, ValueError, "seed is a whole number; not None"),
        ({"seconds": 0}, ValueError, "seconds must be more than 0"),
        ({"patience": -1}, ValueError, "patience must be more than 0"),
    ],
)
def test_what_makes_no_tournament_is_refused_before_anything_is_played(arguments, error, complaint):
    given = {"players": {"a": crashes, "b": first}, "start_positions": TicTacToe()} | arguments
    with pytest.raises(error, match=complaint):
        tournament(**given)


def test_who_breaks_the_rules_loses_its_games_and_nothing_else():
    def loops(state):
        while True:
            pass

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
        tournament([*map(named, [("a", 0), ("b", 1), ("b", 1)])], Broken())
    assert 0 < len(caught.value.standings.games) < 6
    assert len(caught.value.standings.games) + len(caught.value.standings.missing) == 6


def test_a_game_that_exits_ends_the_tournament_and_not_the_process():
    class Exits(Heap):
        def forecast_move(self, n):
            sys.exit("the game is over")

    with pytest.raises(CannotPlay, match="(?s)the game a – b, .*SystemExit: the game is over"):
        tournament({"a": first, "b": first}, Exits())


def named(name_and_move):
    name, move = name_and_move

    def player(state):
        return move

    player.__name__ = name
    return player


def test_a_game_that_says_not_who_has_won_is_refused():
    with pytest.raises(CannotPlay, match="says not who has won"):
        tournament({"a": first, "b": first}, tree([(1, 2), (3, 4)]))


# Start positions


def test_openings_are_different_unfinished_and_as_far_from_the_start_as_was_asked():
    found = openings(TicTacToe(), plies=3, count=20, seed=1)
    assert len(found) == len(set(found)) == 20
    for state in found:
        assert sum(cell != "." for row in state.rows() for cell in row) == 3
        assert not state.is_terminal()
    assert found == openings(TicTacToe(), plies=3, count=20, seed=1)
    assert found != openings(TicTacToe(), plies=3, count=20, seed=2)


def test_there_are_no_more_openings_than_there_are():
    assert len(openings(TicTacToe(), plies=1, count=50)) == 9
    with pytest.raises(ValueError, match="every game that was tried was over after 3 moves"):
        openings(tree([[1, 2], [3, 4]]), plies=3)


@pytest.mark.parametrize("plies", [1, 2, 3])
def test_openings_of_a_game_that_says_not_whose_turn_it_is_know_it(plies):
    found = openings(Heap(9), plies=plies, count=5)
    assert {as_game(state).active_player for state in found} == {MIN if plies % 2 else MAX}
    result = tournament({"first": first, "lucky": lucky}, found)
    movers = {result.record(game)._signed_moves()[0][0] for game in result.games}
    assert movers == {"▼" if plies % 2 else "▲"}


@dataclass
class Pegs:
    """Its states can be compared, but not be keys, and its moves can not be keys either."""

    pegs: list

    def get_legal_moves(self):
        return [[i] for i, peg in enumerate(self.pegs) if not peg]

    def forecast_move(self, move):
        return Pegs([peg or i == move[0] for i, peg in enumerate(self.pegs)])


def test_openings_are_different_where_neither_states_nor_moves_can_be_keys():
    found = openings(Pegs([False] * 4), plies=2, count=50)
    assert len(found) == 6  # two of four
    assert len({tuple(as_game(state).pegs) for state in found}) == 6


@pytest.mark.parametrize("wrong", [{"plies": 0}, {"count": 0}, {"plies": "2"}])
def test_openings_refuse_what_makes_no_sense(wrong):
    with pytest.raises(ValueError, match=f"{next(iter(wrong))} is a whole number, 1 or more"):
        openings(TicTacToe(), **wrong)


# What follows from the games


def test_wins_draws_and_losses_are_counted_for_both_sides():
    result = standings_of("abc", [("a", "b", 1), ("b", "a", -1), ("a", "b", 0), ("b", "c", 5), ("c", "a", -3)])
    assert result.cross["a", "b"] == Score(2, 1, 0)
    assert result.cross["b", "a"] == Score(0, 1, 2)
    assert [result.score(name) for name in "abc"] == [Score(3, 1, 0), Score(1, 1, 2), Score(0, 0, 2)]
    assert [row.player for row in result.rows] == ["a", "b", "c"]


def test_the_table_shows_what_was_counted():
    result = standings_of("ab", [("a", "b", 1)] * 6 + [("b", "a", 1)] * 2 + [("a", "b", 0)] * 2)
    # 400 log10(7/3) = 147 between them. A game varies by 0.21 - 1/6 * 1/4, the difference by that over 10 * 0.21².
    assert str(result).splitlines() == [
        "player  games  won  drawn  lost  score   95 % interval  Elo  ±95 %",
        "a          10    6      2     2  70.0%  39.7% to 89.2%  +74   ±105",
        "b          10    2      2     6  30.0%  10.8% to 60.3%  −74   ±105",
    ]
    assert result.cross_table().splitlines() == [
        "points against     a     b",
        "a                  –  7/10",
        "b               3/10     –",
    ]
    assert "<td" in result._repr_html_()
    assert "<img" in result._repr_html_()


def test_the_better_player_stands_first_and_equals_as_they_were_named():
    result = standings_of(
        "abc", [("a", "b", 1), ("b", "a", 1), ("c", "a", 1), ("a", "c", -1), ("c", "b", 1), ("b", "c", 1)]
    )
    assert result.rows[0].player == "c"
    assert [row.player for row in standings_of("ba", [("a", "b", 0)]).rows] == ["b", "a"]


def test_two_players_are_compared_by_their_own_games():
    result = standings_of("abc", [("a", "b", 1)] * 9 + [("b", "c", 1)] * 50)
    assert result.compare("a", "b").score == Score(9, 0, 0)
    assert result.compare("a", "b").better == "a"
    with pytest.raises(ValueError, match="no player is called 'd'; there are 'a', 'b', 'c'"):
        result.compare("a", "d")
    with pytest.raises(ValueError, match="both are 'a'"):
        result.compare("a", "a")


def test_players_without_luck_are_told_that_a_repetition_tells_nothing_new():
    players = {"first": first, "greedy": GreedyPlayer(mobility), "random": RandomPlayer()}
    result = tournament(players, [Isolation(4, 3)], games=4)
    notes = [note for note in result.notes() if "are different" in note]
    assert notes == [note for note in notes if note.startswith("first – greedy: only 2 of 8 games are different.")]
    assert len(notes) == 1


def games_with_moves(*moves):
    games = [Game(Pairing("a", "b", 0, round_), made, 1) for round_, made in enumerate(moves)]
    return Standings(Setting({"a": first, "b": lucky}, [TicTacToe()], 0, None, None), games)


def test_games_of_which_only_some_coincide_are_not_called_repetitions():
    some, all_ = games_with_moves((0,), (0,), (1,)), games_with_moves((0,), (0,), (0,))
    assert not any("are different" in note for note in some.notes())
    assert any("only 1 of 3 games are different" in note for note in all_.notes())


def test_a_comparison_counts_repetitions_once():
    result = tournament([first, named(("other", 5))], [Isolation(4, 3)], games=1)
    again = tournament([first, named(("other", 5))], [Isolation(4, 3)], games=10)
    assert again.compare("first", "other").score == result.compare("first", "other").score
    assert result.compare("first", "other").repeated == 0
    assert "(18 more games were repetitions, which tell nothing new.)" in repr(again.compare("first", "other"))
    assert games_with_moves((0,), (0,), (1,)).compare("a", "b").score == Score(3, 0, 0)
    assert games_with_moves((0,), (0,), (0,)).compare("b", "a").score == Score(0, 0, 1)


def test_who_has_won_everything_is_said_to_have_no_upper_bound():
    assert any("how much stronger they are is open" in note for note in standings_of("ab", [("a", "b", 1)] * 5).notes())
    assert standings_of("ab", [("a", "b", 1)] * 5 + [("a", "b", -1)]).notes() == []


def test_players_who_have_not_met_have_no_elo():
    result = standings_of("abcd", [("a", "b", 1), ("c", "d", 1)])
    assert result.ratings is None
    assert "There is no Elo yet: no game links some of the players to the others." in str(result)
    assert "<img" not in result._repr_html_()
    with pytest.raises(ValueError, match="no Elo to draw yet"):
        result.svg()


def test_forfeits_are_listed():
    result = tournament({"crashes": crashes, "first": first}, TicTacToe(), games=4)
    assert len(result.forfeits) == 8
    assert (
        "Forfeit in crashes – first (position 0, round 0): crashes has failed with ValueError: no idea."
        in result.notes()
    )
    assert "3 more forfeits." in result.notes()
    assert 'raise ValueError("no idea")' in result.forfeits[0].details


def test_standings_become_a_data_frame():
    pytest.importorskip("pandas")
    result = standings_of("ab", [("a", "b", 1)] * 3 + [("b", "a", 1), ("a", "b", 0)])
    frame = result.to_frame()
    assert list(frame.index) == ["a", "b"]
    assert list(frame.loc["a", ["games", "wins", "draws", "losses", "share"]]) == [5, 3, 1, 1, 0.7]


def test_standings_become_json_that_holds_every_game():
    result = tournament({"lucky": lucky, "crashes": crashes}, TicTacToe(), games=2)
    stored = json.loads(result.to_json())
    assert [Game.from_dict(game) for game in stored["games"]] == list(result.games)
    assert stored["standings"][0]["player"] == "lucky"
    assert stored["missing"] == []


def test_the_picture_shows_every_player_and_is_drawn_in_matplotlib_too():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    result = standings_of(
        ["first one", "second one"], [("first one", "second one", 1)] * 3 + [("second one", "first one", 1)]
    )
    for name in result.players:
        assert f">{name}</text>" in result.svg()
        assert name in [text.get_text() for text in result.draw().texts]
    assert result.svg() == result.svg()
    matplotlib.pyplot.close("all")


def test_names_are_escaped_in_a_notebook():
    html = standings_of(["<b>", "b"], [("<b>", "b", 1)])._repr_html_()
    assert "<b>" not in html


# Interrupted, and on it goes


def interrupted_at(count):
    """A player who is interrupted, as by Ctrl-C, when it is asked for the so-manieth time; never if that is None."""
    asked = itertools.count(1)

    class Interrupted:
        in_person = True  # in the thread of the game, where Ctrl-C arrives

        def __call__(self, state):
            if next(asked) == count:
                raise KeyboardInterrupt
            return first(state)

        def for_game(self, seed):
            return self

    return Interrupted()


def test_an_interrupted_tournament_keeps_what_it_has_and_goes_on():
    players = {"a": interrupted_at(None), "b": lucky}
    whole = tournament(players, TicTacToe(), games=5)
    part = tournament({"a": interrupted_at(14), "b": lucky}, TicTacToe(), games=5)
    assert 0 < len(part.games) < 10
    assert len(part.games) + len(part.missing) == 10
    assert f"{len(part.missing)} of 10 games have not been played." in str(part)
    assert tournament(players, TicTacToe(), games=5, results=part) == whole


def test_a_finished_tournament_is_not_played_again_and_can_be_extended():
    players = {"a": first, "b": lucky}
    done = tournament(players, TicTacToe(), games=3)
    never = {"a": crashes, "b": crashes}
    assert tournament(never, TicTacToe(), games=3, results=done).games == done.games
    more = tournament(players | {"c": RandomPlayer()}, TicTacToe(), games=4, results=done)
    assert more == tournament(players | {"c": RandomPlayer()}, TicTacToe(), games=4)


def test_a_results_file_is_continued(tmp_path):
    file, players = tmp_path / "results.jsonl", {"a": interrupted_at(None), "b": lucky}
    part = tournament({"a": interrupted_at(14), "b": lucky}, TicTacToe(), games=5, results=file)
    assert len(file.read_text("utf-8").splitlines()) == 1 + len(part.games)
    whole = tournament(players, TicTacToe(), games=5, results=file)
    assert whole == tournament(players, TicTacToe(), games=5)
    assert len(file.read_text("utf-8").splitlines()) == 11
    never = {"a": interrupted_at(1), "b": crashes}
    assert tournament(never, TicTacToe(), games=5, results=str(file)).games == whole.games


def test_games_that_come_from_workers_are_all_written_down(tmp_path):
    file, players = tmp_path / "results.jsonl", {"a": first, "b": lucky}
    with ThreadPoolExecutor(2) as pool:
        whole = tournament(players, TicTacToe(), games=100, executor=pool, results=file)
    stored = [Game.from_dict(json.loads(line)) for line in file.read_text("utf-8").split("\n")[1:-1]]
    assert sorted(stored, key=lambda game: game.pairing) == sorted(whole.games, key=lambda game: game.pairing)
    assert len(stored) == 200


@pytest.mark.parametrize("worth", [Fraction(1, 2), True, 3, -0.25, "numpy"])
def test_whatever_number_a_game_is_worth_is_written_down(tmp_path, worth):
    if worth == "numpy":
        worth = pytest.importorskip("numpy").int64(7)

    class Worth(Heap):
        def utility(self):
            return worth

    file, players = tmp_path / "results.jsonl", {"a": first, "b": lucky}
    whole = tournament(players, Worth(), results=file)
    assert {game.result for game in whole.games} == {worth}
    assert [game["result"] for game in json.loads(whole.to_json())["games"]] == [worth] * 2
    assert tournament(players, Worth(), results=file) == whole


@pytest.mark.parametrize("odd", ["\u2028", "\x85", "\udc80", "\x0b", "é\n"])
def test_whatever_a_player_says_when_it_fails_the_results_can_be_read_again(tmp_path, odd):
    def fails(state):
        raise ValueError(f"before{odd}after")

    file, players = tmp_path / "results.jsonl", {"fails": fails, f"name{odd}": first}
    whole = tournament(players, TicTacToe(), results=file)
    assert len(whole.forfeits) == 2
    assert tournament(players, TicTacToe(), results=file) == whole
    assert all(game.reason.encode() for game in whole.games)


def test_a_heading_that_was_not_finished_is_begun_again(tmp_path):
    file, players = tmp_path / "results.jsonl", {"a": first, "b": lucky}
    whole = tournament(players, TicTacToe(), results=file)
    text = file.read_bytes()
    for size in 0, 20, text.index(b"\n"), text.index(b"\n") + 1:
        file.write_bytes(text[:size])
        assert tournament(players, TicTacToe(), results=file) == whole
        assert file.read_bytes() == text


def test_positions_without_a_text_are_told_apart_by_what_they_show(tmp_path):
    file, players = tmp_path / "results.jsonl", {"a": first, "b": lucky}
    whole = tournament(players, Heap(5), results=file)
    assert tournament(players, Heap(5), results=file) == whole
    with pytest.raises(ValueError, match="is of another tournament: its positions are"):
        tournament(players, Heap(9), results=file)
    (after_one,) = openings(Heap(6), plies=1, count=1, seed=2)
    same_with_max_to_move = Heap(as_game(after_one).left)
    done = tournament(players, after_one)
    with pytest.raises(ValueError, match="its positions are"):
        tournament(players, same_with_max_to_move, results=done)


def test_another_player_under_the_same_name_is_noticed(tmp_path):
    file = tmp_path / "results.jsonl"
    tournament({"a": first, "b": RandomPlayer()}, TicTacToe(), results=file)
    with pytest.warns(UserWarning, match="another 'b': before it was of the class RandomPlayer, now of EnginePlayer"):
        tournament({"a": first, "b": EnginePlayer(depth=1)}, TicTacToe(), results=file)


@pytest.mark.parametrize("cut", [1, 5, 40])
def test_a_last_line_that_was_not_finished_is_played_again(tmp_path, cut):
    file, players = tmp_path / "results.jsonl", {"a": first, "b": lucky}
    whole = tournament(players, TicTacToe(), games=3, results=file)
    before = file.read_bytes()
    file.write_bytes(before[:-cut])
    assert tournament(players, TicTacToe(), games=3, results=file) == whole
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"seed": 1}, "is of another tournament: its seed is 0, here is 1"),
        ({"start_positions": [TicTacToe("X.. ... ...")]}, "its positions are"),
        ({"seconds": 9}, "its seconds are null, here are 9"),
        ({"games": 1}, "can go on with more players and games, not with fewer"),
        ({"players": {"a": first, "c": lucky}}, r"does not have \(a – b, position 0, round 0\)"),
    ],
)
def test_the_results_of_another_tournament_are_refused_and_left_alone(tmp_path, change, complaint):
    file, given = (
        tmp_path / "results.jsonl",
        {"players": {"a": first, "b": lucky}, "start_positions": TicTacToe(), "games": 2},
    )
    done = tournament(**given, results=file)
    before = file.read_bytes()
    for results in file, done:
        with pytest.raises(ValueError, match=complaint):
            tournament(**given | change, results=results)
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("my diary\n", "holds no results of a tournament: its first line is 'my diary'"),
        ("my diary", "holds no results of a tournament"),
        ('{"a": 1}\n', "holds no results of a tournament"),
    ],
)
def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path, text, complaint):
    file = tmp_path / "results.jsonl"
    file.write_text(text)
    with pytest.raises(ValueError, match=complaint):
        tournament({"a": first, "b": lucky}, TicTacToe(), results=file)
    assert file.read_text() == text


@pytest.mark.parametrize(
    "change",
    [
        {"max": ["a"]},
        {"min": 3},
        {"position": "0"},
        {"round": 0.0},
        {"moves": ["a"]},
        {"moves": [-1]},
        {"moves": None},
        {"result": "x"},
        {"forfeit": "nobody"},
        {"reason": None},
        b'{"max": "a"}',
        b"[]",
        b"",
        b'{"max": "\xff"}',
    ],
)
def test_a_line_that_is_no_game_is_found(tmp_path, change):
    file, players = tmp_path / "results.jsonl", {"a": first, "b": lucky}
    tournament(players, TicTacToe(), results=file)
    lines = file.read_bytes().split(b"\n")
    lines[1] = change if isinstance(change, bytes) else json.dumps(json.loads(lines[1]) | change).encode()
    file.write_bytes(b"\n".join(lines))
    with pytest.raises(ValueError, match="line 2: this is no game"):
        tournament(players, TicTacToe(), results=file)


def test_a_stored_move_that_there_is_not_is_told_of_when_the_game_is_wanted():
    game = Game(Pairing("a", "b", 0, 0), (0, 8), 1)
    with pytest.raises(ValueError, match="move 2 of a – b is stored as number 8, counted from 0, of 8 legal moves"):
        game.record(TicTacToe())


def test_a_short_tournament_shows_no_progress_bar_and_a_long_one_does(capsys, monkeypatch):
    players = {"a": first, "b": lucky}
    tournament(players, TicTacToe())
    assert capsys.readouterr() == ("", "")
    monkeypatch.setattr(sys.modules["minimax_lab.arena.tournaments.tournament"], "BEFORE_BAR", 0)
    tournament(players, TicTacToe(), progress=False)
    assert capsys.readouterr() == ("", "")
    tournament(players, TicTacToe())
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "/2" in printed.err


def test_the_schedule_finishes_a_round_before_the_next():
    rounds = [pairing.round for pairing in schedule("abc", 2, 3)]
    assert rounds == sorted(rounds)
    assert len(rounds) == 3 * 2 * 6


def test_the_seed_of_a_game_depends_on_all_that_tells_it_from_others():
    pairings = [*schedule("abc", 2, 3)]
    assert len({pairing.seed(seed) for pairing in pairings for seed in (0, 1)}) == 2 * len(pairings)


def test_a_forfeit_is_lost_by_the_player_who_committed_it():
    result = tournament({"crashes": crashes, "first": first}, TicTacToe())
    assert {(game.pairing.max, game.forfeit, game.winner) for game in result.games} == {
        ("crashes", MAX, "first"),
        ("first", MIN, "first"),
    }
