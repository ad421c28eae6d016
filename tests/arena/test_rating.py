"""Ratings are the most likely ones, and their errors are what they say they are."""

import itertools
import math
import random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from minimax_lab.arena.rating import ELO, SURE, Score, ratings
from tests.strategies import quick

scores = st.builds(Score, st.integers(0, 30), st.integers(0, 30), st.integers(0, 30))


@st.composite
def tournaments(draw):
    """Names, and a score for each pair, perhaps of no games."""
    names = "ABCDE"[: draw(st.integers(2, 5))]
    return names, {pair: draw(scores) for pair in itertools.combinations(names, 2)}


def expected(difference):
    """The share of the points that Elo's formula promises."""
    return 1 / (1 + 10 ** (-difference / 400))


def log_likelihood(elo, results):
    return sum(
        score.points * math.log(expected(elo[a] - elo[b])) + score.turned.points * math.log(expected(elo[b] - elo[a]))
        for (a, b), score in results.items()
    )


def check_that_all_have_scored_what_was_promised(names, results, rated):
    """At the greatest likelihood the slope is 0, which says exactly that."""
    for name in names:
        scored = promised = 0
        for (a, b), score in results.items():
            if name in (a, b):
                own, other, points = (a, b, score.points) if name == a else (b, a, score.turned.points)
                scored += points
                promised += score.games * expected(rated.elo[own] - rated.elo[other])
        assert promised == pytest.approx(scored, abs=1e-6)


@quick
@given(tournaments())
def test_everybody_has_scored_just_what_the_ratings_promise(tournament):
    names, results = tournament
    rated = ratings(names, results)
    assume(rated is not None and not rated.bounded)
    check_that_all_have_scored_what_was_promised(names, results, rated)
    assert sum(rated.elo.values()) == pytest.approx(0, abs=1e-6)


def test_so_lopsided_results_that_newtons_method_overshoots_are_rated_too():
    results = {
        ("A", "B"): Score(0, 0, 10_000),
        ("A", "D"): Score(10, 1000, 1_000_000),
        ("B", "C"): Score(0, 10, 0),
        ("C", "D"): Score(10_000, 0, 1),
    }
    check_that_all_have_scored_what_was_promised("ABCD", results, ratings("ABCD", results))


@quick
@given(tournaments(), st.randoms(use_true_random=False))
def test_no_other_ratings_are_more_likely(tournament, rng):
    names, results = tournament
    rated = ratings(names, results)
    assume(rated is not None and not rated.bounded)
    best = log_likelihood(rated.elo, results)
    for reach in 0.1, 10, 300:
        other = {name: elo + rng.uniform(-reach, reach) for name, elo in rated.elo.items()}
        assert log_likelihood(other, results) <= best + 1e-9


@pytest.mark.parametrize(("wins", "losses", "difference"), [(10, 10, 0), (10, 1, 400), (1, 100, -800), (3, 1, 190.848)])
def test_two_players_differ_by_elos_formula(wins, losses, difference):
    rated = ratings(["A", "B"], {("A", "B"): Score(wins, 0, losses)})
    assert rated.elo["A"] == pytest.approx(difference / 2, abs=1e-3)
    assert rated.difference("A", "B")[0] == pytest.approx(difference, abs=1e-3)


def test_without_draws_the_error_of_a_difference_is_that_of_the_log_odds():
    """Whose variance is 1/wins + 1/losses, as every textbook of statistics says."""
    _, error = ratings(["A", "B"], {("A", "B"): Score(30, 0, 12)}).difference("A", "B")
    assert error == pytest.approx(SURE * ELO * math.sqrt(1 / 30 + 1 / 12))


def test_a_draw_leaves_less_doubt_than_a_win_and_a_loss():
    (_, undrawn), (_, drawn) = (
        ratings(["A", "B"], {("A", "B"): score}).difference("A", "B") for score in (Score(60, 0, 40), Score(40, 40, 20))
    )
    # 100 games, 60 points: a result varies by 0.24, or with 40 % draws by 0.24 - 0.1.
    assert drawn / undrawn == pytest.approx(math.sqrt(0.14 / 0.24), rel=0.02)


def test_even_all_draws_leave_some_doubt():
    errors = [ratings(["A", "B"], {("A", "B"): Score(0, n, 0)}).error("A") for n in (2, 20, 200)]
    assert errors[0] > errors[1] > errors[2] > 0


def test_errors_are_those_of_the_curvature_of_the_likelihood():
    """The curvature by finite differences, inverted by numpy."""
    numpy = pytest.importorskip("numpy")
    names = "ABCD"
    wins_and_losses = [(9, 4), (7, 6), (12, 3), (5, 5), (0, 0), (8, 2)]
    pairs = itertools.combinations(names, 2)
    results = {pair: Score(wins, 0, losses) for pair, (wins, losses) in zip(pairs, wins_and_losses, strict=True)}
    rated, h = ratings(names, results), 1.0

    def moved(*steps):
        elo = dict(rated.elo)
        for name, step in steps:
            elo[name] += step
        return log_likelihood(elo, results)

    curvature = [
        [-sum(s * t * moved((a, s * h), (b, t * h)) for s in (1, -1) for t in (1, -1)) / (4 * h * h) for b in names]
        for a in names
    ]
    covariance = numpy.linalg.pinv(numpy.array(curvature), rcond=1e-3)  # what all have in common has no curvature
    assert [rated.error(name) for name in names] == pytest.approx(SURE * numpy.sqrt(numpy.diag(covariance)), rel=1e-3)
    spread = covariance[0, 0] + covariance[3, 3] - 2 * covariance[0, 3]
    assert rated.difference("A", "D")[1] == pytest.approx(SURE * math.sqrt(spread), rel=1e-3)


def simulated(strengths, games, draws, rng):
    """A tournament of players whose true ratings are known; `draws` says how readily a pair draws.

    A draw takes as much from wins as from losses.
    """
    results = {}
    for a, b in itertools.combinations(strengths, 2):
        share = expected(strengths[a] - strengths[b])
        drawn = 2 * draws(a, b) * min(share, 1 - share)
        counts = [0, 0, 0]
        for _ in range(games):
            number = rng.random()
            counts[0 if number < share - drawn / 2 else 1 if number < share + drawn / 2 else 2] += 1
        results[a, b] = Score(*counts)
    return results


def binomial_between(count, trials, chance):
    """Whether `count` lies where all but one in a thousand of such experiments end."""
    terms = [math.comb(trials, k) * chance**k * (1 - chance) ** (trials - k) for k in range(trials + 1)]
    return sum(terms[: count + 1]) > 0.0005 and sum(terms[count:]) > 0.0005


DRAWS = {
    "no draws": lambda a, b: 0.0,
    "many draws": lambda a, b: 0.4,
    "all draw but one player": lambda a, b: 0.0 if "D" in (a, b) else 0.95,
    "only two draw": lambda a, b: 0.95 if (a, b) == ("A", "B") else 0.0,
}
TRUTHS = {
    "three": {"A": 60, "B": 10, "C": -70},
    "four equals": {"A": 0, "B": 0, "C": 0, "D": 0},
    "five": {"A": 200, "B": 50, "C": 0, "D": -50, "E": -200},
}


@pytest.mark.parametrize("draws", DRAWS.values(), ids=DRAWS)
@pytest.mark.parametrize("truth", TRUTHS.values(), ids=TRUTHS)
def test_known_strengths_lie_within_the_error_bars_in_95_percent_of_all_tournaments(truth, draws):
    """The hits of 600 independent tournaments are binomial, so the tolerance follows from the rate that is claimed."""
    rng, trials = random.Random(20261115), 600
    hits = dict.fromkeys([*truth, *itertools.combinations(truth, 2)], 0)
    for _ in range(trials):
        rated = ratings([*truth], simulated(truth, 100, draws, rng))
        for name in truth:
            hits[name] += abs(rated.elo[name] - truth[name]) <= rated.error(name)
        for a, b in itertools.combinations(truth, 2):
            difference, reach = rated.difference(a, b)
            hits[a, b] += abs(difference - (truth[a] - truth[b])) <= reach
    assert all(binomial_between(count, trials, 0.95) for count in hits.values()), hits


def test_more_games_bring_the_ratings_closer_to_the_truth():
    truth, rng = {"A": 150, "B": 0, "C": -150}, random.Random(1)
    rated = ratings([*truth], simulated(truth, 20_000, lambda a, b: 0.3, rng))
    assert max(rated.error(name) for name in truth) < 5
    assert rated.elo == pytest.approx(truth, abs=8)


@pytest.mark.parametrize("games", [1, 10, 1000])
def test_who_has_won_everything_gets_a_bound_that_grows_with_the_games(games):
    rated = ratings(["A", "B"], {("A", "B"): Score(games, 0, 0)})
    assert rated.bounded
    assert rated.difference("A", "B")[0] == pytest.approx(400 * math.log10((games + 0.5) / 0.5))


def test_a_group_that_always_beats_the_others_is_bounded_too():
    names = "ABCD"
    results = {
        pair: Score(5, 0, 5) if pair in {("A", "B"), ("C", "D")} else Score(10, 0, 0)
        for pair in itertools.combinations(names, 2)
    }
    rated = ratings(names, results)
    assert rated.bounded
    assert rated.elo["A"] == pytest.approx(rated.elo["B"])
    assert rated.elo["A"] > rated.elo["C"] + 200
    assert all(map(math.isfinite, rated.elo.values()))


def test_a_draw_is_enough_to_be_rated_without_a_bound():
    rated = ratings(["A", "B"], {("A", "B"): Score(1, 1, 0)})
    assert not rated.bounded
    assert rated.difference("A", "B")[0] == pytest.approx(400 * math.log10(1.5 / 0.5))


def test_a_circle_of_winners_is_rated_equal_and_not_bounded():
    rated = ratings("ABC", {("A", "B"): Score(5), ("B", "C"): Score(5), ("A", "C"): Score(0, 0, 5)})
    assert not rated.bounded
    assert rated.elo == pytest.approx({"A": 0, "B": 0, "C": 0}, abs=1e-6)


def test_players_that_nothing_links_cannot_be_compared():
    assert ratings("ABCD", {("A", "B"): Score(3, 1, 2), ("C", "D"): Score(1, 0, 4), ("A", "C"): Score()}) is None
    assert ratings("AB", {}) is None


@quick
@given(tournaments())
def test_ratings_do_not_depend_on_who_is_named_first(tournament):
    names, results = tournament
    turned = {(b, a): score.turned for (a, b), score in results.items()}
    one, two = ratings(names, results), ratings(names[::-1], turned)
    assert (one is None) == (two is None)
    if one and two:
        assert two.elo == pytest.approx(one.elo, abs=1e-6)
        assert two.error("A") == pytest.approx(one.error("A"), rel=1e-6)
