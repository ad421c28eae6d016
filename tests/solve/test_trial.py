"""The trial of evaluations against brute force: a search without a table, and every number worked out again."""

import re
from functools import cache
from html import unescape
from math import log
from statistics import fmean

import pytest

from minimax_lab.evaluate import Linear, rps_standard
from minimax_lab.game import MAX
from minimax_lab.games import RPS
from minimax_lab.solve import counts_cards, ladder, rps_table, trial
from minimax_lab.solve.trials import questions, resampled

SMALL = tuple(RPS.start(first, second) for first in ("RP", "SS", "RS") for second in ("PS", "PP", "RR"))


@cache
def slow(state):
    """The margin under best play, by plain minimax."""
    moves = state.get_legal_moves()
    best = max if state.active_player is MAX else min
    return best(slow(state.forecast_move(move)) for move in moves) if moves else state.margin


def cost(evaluation, state):
    """The cards that one gives away by the move, or the mean of the moves, that the evaluation likes best."""
    children = [state.forecast_move(move) for move in state.get_legal_moves()]
    side = 1 if state.active_player is MAX else -1
    over = not children[0].get_legal_moves()
    values = [side * (child.margin if over else evaluation(child)) for child in children]
    kept = [side * slow(child) for child, value in zip(children, values, strict=True) if value == max(values)]
    return side * slow(state) - sum(kept) / len(kept)


def backwards(state):
    return -state.margin


def asked():
    return [question for game in questions(SMALL) for question in game]


def test_the_truth_about_each_move_is_what_a_slow_solver_says():
    assert len(asked()) > 20
    for state, truth, _ in asked():
        assert truth == {move: slow(state.forecast_move(move)) for move in state.get_legal_moves()}


@pytest.mark.parametrize("evaluation", [counts_cards, backwards, rps_standard, lambda state: 0])
def test_the_cards_lost_are_what_a_slow_solver_counts(evaluation):
    for question in asked():
        assert question.lost(evaluation) == pytest.approx(cost(evaluation, question.state))
    by_game = [fmean(cost(evaluation, each.state) for each in game) for game in questions(SMALL)]
    assert trial(evaluation, starts=SMALL).lost.mean == pytest.approx(fmean(by_game))


def test_who_knows_the_truth_loses_nothing_and_makes_no_mistake():
    found = trial(rps_table(hand_size=2).value, starts=SMALL)
    assert found.lost == (0, 0, 0)
    assert found.mistake is None
    assert found.measures[0].difference.verdict == "better"


def test_the_mistake_is_one_and_no_smaller_position_has_one():
    mistake = trial(backwards, starts=SMALL).mistake
    played, best = (slow(mistake.state.forecast_move(move)) for move in mistake.moves)
    assert mistake.truth == [played, best]
    assert best == slow(mistake.state) != played
    assert mistake.thought == [backwards(mistake.state.forecast_move(move)) for move in mistake.moves]
    smaller = [each for each in asked() if len(each.truth) < len(mistake.state.get_legal_moves())]
    assert smaller
    assert all(cost(backwards, each.state) == 0 for each in smaller)


def test_of_the_smallest_positions_with_a_mistake_the_one_that_costs_most_is_shown():
    def undecided(state):
        return 0

    shown = trial(undecided, starts=SMALL).mistake.state
    alike = [each for each in asked() if len(each.truth) == len(shown.get_legal_moves())]
    costs = {cost(undecided, each.state) for each in alike} - {0}
    assert min(costs) < max(costs) == cost(undecided, shown)


def test_what_a_feature_costs_is_the_difference_to_the_evaluation_without_it():
    found = trial(rps_standard, starts=SMALL)
    assert {*found.features} == {*rps_standard.features}
    for name, interval in found.features.items():
        without = trial(rps_standard.with_weights({name: 0}), starts=SMALL)
        assert interval.mean == pytest.approx(without.lost.mean - found.lost.mean)
    assert [*found.features.values()] == sorted(found.features.values(), key=lambda each: -each.mean)


def test_naming_winners_counts_nobody_as_half():
    named = {evaluation: trial(evaluation, starts=SMALL).measures[1].ours for evaluation in (counts_cards, backwards)}
    assert [one + other for one, other in zip(*named.values(), strict=True)] == pytest.approx([1] * len(SMALL))
    assert trial(lambda state: 0, starts=SMALL).measures[1].ours == [0.5] * len(SMALL)
    truth = [
        fmean(
            (1 + (slow(each.state) * each.state.margin > 0) - (slow(each.state) * each.state.margin < 0)) / 2
            for each in game
        )
        for game in questions(SMALL)
    ]
    assert named[counts_cards] == truth


def test_the_log_loss_knows_no_unit_and_that_of_no_opinion_is_the_logarithm_of_two():
    loss = {
        factor: trial(lambda state, f=factor: f * state.margin, starts=SMALL).measures[2].ours for factor in (1, 50)
    }
    assert loss[1] == pytest.approx(loss[50])
    assert trial(lambda state: 0, starts=SMALL).measures[2].ours == pytest.approx([log(2)] * len(SMALL))


def test_in_self_play_who_knows_the_truth_wins_what_can_be_won():
    known = rps_table(hand_size=2).value
    played = trial(known, against=backwards, starts=SMALL).measures[3]
    assert fmean(played.ours) > 0.5
    assert [one + other for one, other in zip(played.ours, played.theirs, strict=True)] == [1] * len(SMALL)
    for start, share in zip(SMALL, trial(known, against=known, starts=SMALL).measures[3].ours, strict=True):
        assert share == 0.5, start  # from each deal one game with either side


def test_an_interval_holds_the_mean_and_is_a_point_if_all_games_are_alike():
    mean, low, high = resampled([0.0, 1.0, 1.0, 0.0] * 25)
    assert low < mean == 0.5 < high
    assert 0.17 < high - low < 0.23  # 2 × 1.96 × 0.5 / 10
    assert resampled([0.25] * 7) == (0.25, 0.25, 0.25)
    losses = [0.1 * number**2 for number in range(30)]
    mean, low, high = resampled(losses)
    assert resampled([-loss for loss in losses]) == (-mean, -high, -low)  # as much is left out above as below


def test_a_ladder_has_the_strongest_first_and_says_whether_a_step_is_more_than_chance():
    known = rps_table(hand_size=2).value
    rungs = ladder({"backwards": backwards, "perfect": known, "cards": counts_cards, "the same": counts_cards}, SMALL)
    assert [*rungs] == ["perfect", "cards", "the same", "backwards"]
    lines = repr(rungs).splitlines()
    assert [line.split()[-1] for line in lines[1:3]] == ["better", "open"]


def test_on_a_page_trials_and_ladders_are_tables_with_what_their_text_says():
    weighted = Linear({"cards & more": counts_cards}, {"cards & more": 1})
    for shown in trial(weighted, starts=SMALL), ladder({"<b>": backwards, "cards": counts_cards}, SMALL):
        html = shown._repr_html_()
        assert html.count("<th ") == len(shown._table()[0])
        assert "<b>" not in html
        words = re.sub(r"<[^>]*>", " ", html).split()
        assert unescape(" ".join(words)).split() == repr(shown).split()


@pytest.mark.parametrize("answer", [None, float("nan"), "a lot"])
def test_an_evaluation_that_returns_no_number_is_told_so(answer):
    with pytest.raises(ValueError, match="returns a number for every position; for RPS.from_text"):
        trial(lambda state: answer, starts=SMALL)


def test_any_function_will_do_and_only_a_weighted_sum_has_features_to_leave_out():
    assert trial(counts_cards, starts=SMALL).features == {}
    alone = Linear({"cards": counts_cards}, {"cards": 1})
    (cost_of_it,) = trial(alone, starts=SMALL).features.values()
    assert cost_of_it.mean == pytest.approx(
        trial(lambda state: 0, starts=SMALL).lost.mean - trial(alone, starts=SMALL).lost.mean
    )
