"""What follows from the games: points, ratings, notes, and their pictures and files."""

import json
from collections import Counter

import pytest

from minimax_lab.arena import (
    GreedyPlayer,
    RandomPlayer,
    Standings,
    tournament,
)
from minimax_lab.arena.rating import Score
from minimax_lab.arena.record import Pairing, PlayedGame
from minimax_lab.evaluate import mobility
from minimax_lab.games import Isolation, TicTacToe
from tests.arena.samples import crashes, first, lucky, named


def standings_of(names, results):
    """Standings made from (MAX, MIN, result) without a game being played."""
    games, rounds = [], Counter()
    for best, worst, result in results:
        games.append(PlayedGame(Pairing(best, worst, 0, rounds[best, worst]), (rounds[best, worst],), result))
        rounds[best, worst] += 1
    return Standings(names, [TicTacToe()], games)


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
    with pytest.raises(ValueError, match="no player is called 'd'; the players are 'a', 'b', 'c'"):
        result.compare("a", "d")
    with pytest.raises(ValueError, match="both are 'a'"):
        result.compare("a", "a")


def test_players_that_only_repeat_their_games_are_told_that_this_tells_nothing_new():
    players = {"first": first, "greedy": GreedyPlayer(mobility), "random": RandomPlayer()}
    result = tournament(players, [Isolation(4, 3)], games=4)
    notes = [note for note in result.notes() if "are different" in note]
    assert notes == [note for note in notes if note.startswith("first – greedy: only 2 of 8 games are different.")]
    assert len(notes) == 1


def test_games_that_were_played_once_or_not_at_all_are_not_called_repetitions():
    once, never = tournament([first, named("other", 5)], Isolation(4, 3)), Standings("ab", [TicTacToe()], [])
    for result in once, never:
        assert not any("are different" in note for note in result.notes())


def games_with_moves(*moves):
    games = [PlayedGame(Pairing("a", "b", 0, round_), made, 1) for round_, made in enumerate(moves)]
    return Standings("ab", [TicTacToe()], games)


def test_games_of_which_only_some_coincide_are_not_called_repetitions():
    some, all_ = games_with_moves((0,), (0,), (1,)), games_with_moves((0,), (0,), (0,))
    assert not any("are different" in note for note in some.notes())
    assert any("only 1 of 3 games are different" in note for note in all_.notes())


def test_the_same_moves_from_another_position_or_with_colours_exchanged_are_another_game():
    """Each of four games is played three times: two positions, and each of the players as MAX."""
    games = [
        PlayedGame(Pairing(best, worst, position, round_), (0, 1), 1)
        for best, worst in ("ab", "ba")
        for position in (0, 1)
        for round_ in range(3)
    ]
    result = Standings("ab", [TicTacToe(), TicTacToe("X.. .O. ...")], games)
    compared = result.compare("a", "b")
    assert (compared.score, compared.repeated) == (Score(2, 0, 2), 8)
    assert any("a – b: only 4 of 12 games are different." in note for note in result.notes())


def test_a_comparison_counts_repetitions_once():
    result = tournament([first, named("other", 5)], [Isolation(4, 3)], games=1)
    again = tournament([first, named("other", 5)], [Isolation(4, 3)], games=10)
    assert again.compare("first", "other").score == result.compare("first", "other").score
    assert result.compare("first", "other").repeated == 0
    assert "(18 more games were repetitions and tell nothing new.)" in repr(again.compare("first", "other"))
    assert games_with_moves((0,), (0,), (1,)).compare("a", "b").score == Score(3, 0, 0)
    assert games_with_moves((0,), (0,), (0,)).compare("b", "a").score == Score(0, 0, 1)


def test_who_has_won_everything_is_said_to_have_no_upper_bound():
    assert any(
        "it is open how much stronger they are" in note for note in standings_of("ab", [("a", "b", 1)] * 5).notes()
    )
    assert standings_of("ab", [("a", "b", 1)] * 5 + [("a", "b", -1)]).notes() == []


def test_players_who_have_not_met_have_no_elo():
    result = standings_of("abcd", [("a", "b", 1), ("c", "d", 1)])
    assert result.ratings is None
    assert "There is no Elo yet: no games link some of the players to the others." in str(result)
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
    assert "1 more forfeit." in tournament({"crashes": crashes, "first": first}, TicTacToe(), games=3).notes()
    assert 'raise ValueError("no idea")' in result.forfeits[0].details


def test_who_beats_a_strong_player_stands_above_one_who_has_more_points_against_a_weak_one():
    against_the_weak = [("a", "weak", 1)] * 9 + [("a", "weak", -1)]
    result = standings_of(["a", "weak", "b"], [*against_the_weak, *[("b", "a", 1)] * 2, ("b", "a", -1)])
    assert result.rows[1].share > result.rows[0].share
    assert [row.player for row in result.rows] == ["b", "a", "weak"]


def test_standings_become_a_data_frame():
    pytest.importorskip("pandas")
    result = standings_of("ab", [("a", "b", 1)] * 3 + [("b", "a", 1), ("a", "b", 0)])
    frame = result.to_frame()
    assert list(frame.index) == ["a", "b"]
    assert list(frame.loc["a", ["games", "wins", "draws", "losses", "share"]]) == [5, 3, 1, 1, 0.7]


def test_standings_become_json_that_holds_every_game():
    result = tournament({"lucky": lucky, "crashes": crashes}, TicTacToe(), games=2)
    stored = json.loads(result.to_json())
    assert [PlayedGame.from_dict(game) for game in stored["games"]] == list(result.games)
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
