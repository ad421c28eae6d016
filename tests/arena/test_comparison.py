"""Is one player better than another? The answer is that of textbook statistics."""

import math
import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minimax_lab.arena.rating import SURE, Comparison, Score, wilson
from tests.strategies import quick


@quick
@given(st.integers(1, 500).flatmap(lambda games: st.tuples(st.integers(0, 2 * games), st.just(games))))
def test_wilsons_interval_is_of_the_shares_that_are_within_two_standard_errors(halves_and_games):
    points, games = halves_and_games[0] / 2, halves_and_games[1]
    low, high = wilson(points, games)
    assert 0 <= low <= points / games + 1e-12
    assert points / games - 1e-12 <= high <= 1
    for end in low, high:
        assert abs(points / games - end) == pytest.approx(SURE * math.sqrt(end * (1 - end) / games), abs=1e-7)


def test_wilsons_interval_of_no_games_is_everything():
    assert wilson(0, 0) == (0, 1)


@pytest.mark.parametrize(
    ("wins", "losses"), [(0, 0), (1, 0), (5, 0), (6, 0), (0, 6), (12, 3), (60, 40), (61, 39), (500, 430)]
)
def test_the_chance_is_that_of_a_fair_coin(wins, losses):
    tosses, heads = wins + losses, max(wins, losses)
    exact = 2 * sum(Fraction(math.comb(tosses, k), 2**tosses) for k in range(heads, tosses + 1))
    compared = Comparison("A", "B", Score(wins, 7, losses))
    assert compared.chance == pytest.approx(float(min(1, exact)), rel=1e-9)
    assert compared.better == (None if exact > Fraction(1, 20) else "A" if wins > losses else "B")


def power(tosses, share):
    """How often the sign test tells the better player in so many decided games."""
    return sum(
        math.comb(tosses, k) * share**k * (1 - share) ** (tosses - k)
        for k in range(tosses + 1)
        if Comparison("A", "B", Score(k, 0, tosses - k)).better == "A"
    )


@pytest.mark.parametrize(("wins", "losses"), [(5, 4), (11, 7), (30, 22), (3, 1)])
def test_as_many_more_games_as_it_says_would_tell_about_four_times_in_five(wins, losses):
    compared = Comparison("A", "B", Score(wins, 0, losses))
    share = (wins + 0.5) / (wins + losses + 1)
    assert 0.7 < power(wins + losses + compared.more_games, share) < 0.9


def test_draws_tell_nothing_so_that_more_games_are_needed():
    plain, drawn = Comparison("A", "B", Score(11, 0, 7)), Comparison("A", "B", Score(11, 36, 7))
    assert drawn.chance == plain.chance
    assert drawn.more_games + 54 == pytest.approx(3 * (plain.more_games + 18), abs=3)


@pytest.mark.parametrize(
    ("score", "words"),
    [
        (
            Score(20, 3, 2),
            "A is better: a difference at least this large appears in less than 0.1% of such",
        ),
        (
            Score(12, 0, 2),
            "A is better: a difference at least this large appears in 1.3% of such tournaments between equal players.",
        ),
        (Score(2, 3, 20), "B is better"),
        (Score(7, 3, 7), "Nothing suggests that either is better."),
        (Score(0, 3, 0), "Nothing suggests that either is better."),
        (
            Score(7, 0, 5),
            "A difference at least this large appears in 77% of such tournaments between equal players. If it goes on ",
        ),
    ],
)
def test_a_comparison_says_in_words_what_it_found(score, words):
    compared = Comparison("A", "B", score)
    assert words in repr(compared)
    assert repr(compared).startswith(f"A – B: {score.wins} won, {score.draws} drawn, {score.losses} lost.")
    assert compared.more_games == (
        0 if compared.better else None if score.wins == score.losses else compared.more_games
    )


def test_how_seldom_a_clear_result_is_among_equals_is_said_to_a_tenth_of_a_percent():
    """Of equal players, both of them together win all of n games with a chance of 2 in 2 ** n."""
    for wins in range(6, 20):
        chance = 2 / 2**wins
        told = repr(Comparison("A", "B", Score(wins)))
        limit, percent = re.search(r"appears in (less than )?([\d.]+)% of", told).groups()
        if limit:
            assert chance < float(percent) / 100 == 0.001
        else:
            assert chance >= 0.001
            assert float(percent) / 100 == pytest.approx(chance, abs=0.0005)


def test_how_many_games_would_decide_is_told_with_two_digits():
    assert "about 840 more games would decide it" in repr(Comparison("A", "B", Score(9, 0, 11)))
