"""Rock, paper, scissors: each term as seed 000 has it, and opposite for the two players."""

import random
from itertools import pairwise

import pytest

from minimax_lab.evaluate import rps_corrected, rps_safe, rps_standard
from minimax_lab.game import MAX
from minimax_lab.games import RPS, TicTacToe
from minimax_lab.search import alphabeta
from tests.evaluate.positions import rps_positions, swapped

# Seed 000's evaluation, as it is written there


def tutorial(state, directions=((0, 1), (1, 0), (1, 1), (1, -1))):
    """StandardEvaluator: its three scores, each already with its factor, before the weights."""
    board = [
        [None if mark == "." else (mark.upper(), 1 if mark.isupper() else 2) for mark in row] for row in state.rows()
    ]
    values = [[0.7, 0.5, 0.7], [0.5, 1.0, 0.5], [0.7, 0.5, 0.7]]
    material = positional = relationship = 0.0
    for row in range(3):
        for col in range(3):
            if not board[row][col]:
                continue
            card, player = board[row][col]
            sign = 1 if player == 1 else -1
            material += sign
            positional += sign * values[row][col]
            for down, right in directions:
                y, x = row + down, col + right
                if 0 <= y < 3 and 0 <= x < 3 and board[y][x] and board[y][x][1] != player:
                    relationship += sign * advantage(card, board[y][x][0])
    return {"material": 10.0 * material, "position": 5.0 * positional, "relations": 3.0 * relationship}


def advantage(card, other):
    if card == other:
        return 0.0
    return 1.0 if card + other in ("RS", "SP", "PR") else -1.0


def test_the_standard_evaluation_is_that_of_the_tutorial_term_by_term():
    seen = 0
    for state in rps_positions():
        if not state.is_terminal():
            wanted = tutorial(state)
            assert {row.feature: row.value for row in rps_standard.explain(state).rows} == pytest.approx(wanted)
            weighted = wanted["material"] * 1.0 + wanted["position"] * 0.5 + wanted["relations"] * 0.8
            assert rps_standard(state) == pytest.approx(weighted)
            seen += 1
    assert seen > 200


def test_the_corrected_evaluation_differs_in_the_diagonal_relations_alone():
    differ = 0
    for state in rps_positions():
        if not state.is_terminal():
            wanted = tutorial(state, directions=((0, 1), (1, 0)))
            assert {row.feature: row.value for row in rps_corrected.explain(state).rows} == pytest.approx(wanted)
            differ += rps_corrected(state) != rps_standard(state)
    assert differ > 50


def test_a_card_that_can_still_be_taken_over_counts_six_tenths():
    for state in rps_positions():
        board, wanted = "".join(state.rows()), 0.0
        for cell, mark in enumerate(board):
            if mark != ".":
                held = state.hands[1 if mark.isupper() else 0]["SRP".index(mark.upper())]  # of what takes it
                beside = (other for other in range(9) if abs(cell // 3 - other // 3) + abs(cell % 3 - other % 3) == 1)
                taken = held and any(board[other] == "." for other in beside)
                wanted += (1 if mark.isupper() else -1) * (6 if taken else 10)
        if not state.is_terminal():
            assert rps_safe(state) == pytest.approx(wanted)


def test_a_threat_that_the_rules_do_not_know_moves_only_the_standard_evaluation():
    state = RPS.from_text("R../.s./... P S 1 18")  # a rock and scissors that touch at a corner
    assert rps_standard(state) == pytest.approx(0.5 * 5 * (0.7 - 1) + 0.8 * 3)
    assert rps_corrected(state) == pytest.approx(0.5 * 5 * (0.7 - 1))
    beside = RPS.from_text("Rs./.../... P S 1 18")
    assert rps_standard(beside) == rps_corrected(beside) == pytest.approx(0.5 * 5 * (0.7 - 0.5) + 0.8 * 3)


@pytest.mark.parametrize("evaluate", [rps_standard, rps_corrected, rps_safe])
@pytest.mark.parametrize(
    ("text", "value"),
    [("RP./.../.r. - - 2 17", 1000), ("r../.../p.R - - 2 17", -1000), ("R../.../..r - - 1 18", 0)],
)
def test_a_finished_game_is_worth_1000_or_nothing(evaluate, text, value):
    state = RPS.from_text(text)
    assert state.is_terminal()
    assert evaluate(state) == value
    assert evaluate.explain(state).total == value


def test_the_deal_of_the_tutorial_shows_the_horizon_effect_with_the_corrected_evaluation_too():
    values = [alphabeta(RPS.start("RPSRP", "PSRSR"), depth, evaluate=rps_corrected) for depth in range(1, 5)]
    assert all((one > 0) != (two > 0) for one, two in pairwise(values))


# The two players


def test_swapping_the_players_is_what_it_says():
    state = RPS.from_text("R../.s./..p RP RS 2 17")
    assert swapped(state).rows() == ["r..", ".S.", "..P"]
    assert swapped(state).hands == state.hands[::-1]
    assert swapped(state).active_player is MAX
    assert swapped(swapped(state)) == state


@pytest.mark.parametrize("evaluate", [rps_standard, rps_corrected, rps_safe])
def test_every_feature_of_rps_is_exactly_opposite_for_the_other_player(evaluate):
    seen = set()
    for state in rps_positions(300):
        mirrored = swapped(state)
        for name, feature in evaluate.features.items():
            assert feature(mirrored) == -feature(state), (name, state)
            seen.add((name, feature(state) > 0))
        assert evaluate(mirrored) == -evaluate(state)
    assert len(seen) == 2 * len(evaluate.features)  # each of them good and bad for MAX at times


def test_random_weights_of_opposite_sign_give_opposite_values():
    rng = random.Random(3)
    for state in rps_positions(10):
        weights = {name: rng.uniform(-5, 5) for name in rps_standard.weights}
        opposite = {name: -weight for name, weight in weights.items()}
        if not state.is_terminal():
            assert rps_standard.with_weights(weights)(state) == -rps_standard.with_weights(opposite)(state)


@pytest.mark.parametrize("feature", ["material", "position", "relations"])
def test_the_features_of_rps_are_for_rps_only(feature):
    for evaluate in rps_standard, rps_corrected:
        with pytest.raises(TypeError, match="a feature of RPS; it cannot be used for TicTacToe"):
            evaluate.features[feature](TicTacToe())
    with pytest.raises(TypeError, match="a feature of RPS"):
        rps_standard(TicTacToe())


@pytest.mark.parametrize("evaluate", [rps_standard, rps_corrected, rps_safe])
def test_mirror_images_are_worth_the_same_as_the_evaluation_says_of_itself(evaluate):
    assert evaluate.symmetric
    for state in rps_positions():
        rows, *rest = state.to_text().split()
        rows = rows.split("/")
        turned, mirrored = ["".join(row) for row in zip(*rows[::-1], strict=True)], [row[::-1] for row in rows]
        for image in turned, mirrored:
            assert evaluate(RPS.from_text(" ".join(["/".join(image), *rest]))) == pytest.approx(evaluate(state))
