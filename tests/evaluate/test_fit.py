"""Learning weights: from results that known weights made, against a solver written here, and on real games."""

import json
import math
import random
import subprocess
import sys
from pathlib import Path

import chess
import numpy as np
import pytest

from minimax_lab.evaluate import Linear, chess_features, fit, mobility, rps_corrected, turn
from minimax_lab.game import MAX
from minimax_lab.games import RPS, Isolation, TicTacToe
from minimax_lab.search import Engine
from tests.games.test_games import playout
from tools.chess_games import GAMES, LONGEST

ROOT = Path(__file__).parents[2]


def first(position):
    return position[0]


def second(position):
    return position[1]


BOTH = {"first": first, "second": second}


def chance(value):
    return 1 / (1 + math.exp(-value))


def simulated(weights, number, seed, drawn=0.0):
    """Positions of two numbers, and results as the weights make them likely."""
    rng = random.Random(seed)
    positions = [(rng.gauss(0, 1), rng.gauss(0, 5)) for _ in range(number)]
    sums = [sum(w * x for w, x in zip(weights, position, strict=True)) for position in positions]
    return positions, [0 if rng.random() < drawn else 1 if rng.random() < chance(s) else -1 for s in sums]


# Against what is known


@pytest.mark.exhaustive
@pytest.mark.parametrize("weights", [(1.5, 0.2), (-0.7, 0.1), (0.3, -0.4), (2.0, 0.01)])
def test_the_weights_that_made_the_results_are_found_again(weights):
    learned = fit(BOTH, *simulated(weights, 20_000, seed=1))
    assert learned.weights["first"] == pytest.approx(weights[0], abs=0.08)
    assert learned.weights["second"] == pytest.approx(weights[1], abs=0.02)


def by_newton(positions, results):
    """The most likely weights under the same penalty, by Newton's method, in plain Python."""
    spread = [math.sqrt(sum(x[i] ** 2 for x in positions) / len(positions)) for i in (0, 1)]
    rows = [(x / spread[0], y / spread[1], (1 + result) / 2) for (x, y), result in zip(positions, results, strict=True)]
    a = b = 0.0
    for _ in range(50):
        slopes, bends = [-a, -b], [1.0, 0.0, 1.0]  # of the penalty (a² + b²) / 2
        for x, y, won in rows:  # a draw is half a win and half a loss
            likely = chance(a * x + b * y)
            slopes[0] += (won - likely) * x
            slopes[1] += (won - likely) * y
            for at, moment in enumerate((x * x, x * y, y * y)):
                bends[at] += likely * (1 - likely) * moment
        (da, db), (xx, xy, yy) = slopes, bends
        determinant = xx * yy - xy * xy
        a, b = a + (yy * da - xy * db) / determinant, b + (xx * db - xy * da) / determinant
    return a / spread[0], b / spread[1]


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("drawn", [0, 0.3, 0.9])
def test_the_weights_are_those_of_newtons_method(seed, drawn):
    positions, results = simulated((0.8, -0.1), 60, seed, drawn)
    wanted = by_newton(positions, results)
    assert [*fit(BOTH, positions, results).weights.values()] == [float(f"{weight:.4g}") for weight in wanted]


def test_the_order_of_positions_and_features_makes_no_difference():
    positions, results = simulated((0.8, -0.1), 200, 3)
    pairs = [*zip(positions, results, strict=True)]
    random.Random(1).shuffle(pairs)
    again = fit({"second": second, "first": first}, *zip(*pairs, strict=True))
    assert again.weights == fit(BOTH, positions, results).weights


def test_the_opposite_results_give_the_opposite_weights():
    positions, results = simulated((0.8, -0.1), 200, 4, drawn=0.2)
    opposite = fit(BOTH, positions, [-result for result in results])
    assert opposite.weights == {name: -weight for name, weight in fit(BOTH, positions, results).weights.items()}


def test_a_feature_on_another_scale_gets_the_weight_that_makes_up_for_it():
    positions, results = simulated((0.8, -0.1), 200, 5)
    scaled = fit({"first": lambda position: 1000 * position[0], "second": second}, positions, results)
    wanted = fit(BOTH, positions, results).weights
    assert scaled.weights["first"] == pytest.approx(wanted["first"] / 1000, rel=1e-3)
    assert scaled.weights["second"] == wanted["second"]


def test_a_feature_that_decides_every_game_keeps_a_finite_weight():
    positions = [(x, 0.5 - (x % 2)) for x in (-3, -2, -1, 1, 2, 3)]
    learned = fit(BOTH, positions, [1 if x > 0 else -1 for x, _ in positions])
    assert 0 < learned.weights["first"] < 10


def test_weights_have_four_digits_and_come_as_a_linear_evaluation():
    learned = fit(BOTH, iter([(1, 2), (2, -1), (-1, 1)]), iter([1, 1, -1]))
    assert isinstance(learned, Linear)
    assert learned.features == BOTH
    assert learned((1, 2)) == pytest.approx(learned.weights["first"] + 2 * learned.weights["second"])
    for weight in learned.weights.values():
        assert weight == float(f"{weight:.4g}")


def test_numbers_of_numpy_are_numbers():
    positions, results = simulated((0.8, -0.1), 50, 6)
    features = {"first": lambda position: np.float64(position[0]), "second": lambda position: np.float32(position[1])}
    assert fit(features, np.array(positions), np.array(results)).weights == pytest.approx(
        fit(BOTH, positions, results).weights, rel=1e-3
    )


# Real games


def solved(starts, cards):
    """Positions with that many cards on the board from random games, and who wins them with best play."""
    positions, engine = [], Engine()
    for seed in starts:
        states = playout(lambda: RPS.deal(seed), seed)[0]  # noqa: B023
        positions += [state for state in states if 9 - "".join(state.rows()).count(".") in cards]
    values = [engine.search(state).value for state in positions]
    return positions, [(value > 0) - (value < 0) for value in values]


def right(evaluate, positions, results):
    """The share of the positions of which the evaluation names the winner."""
    named = [(value > 0) - (value < 0) for value in map(evaluate, positions)]
    return sum(map(int.__eq__, named, results)) / len(results)


def surprise(evaluate, positions, results, scale=1.0):
    """The mean surprise at the results, in nats, if the values mean chances."""
    values = [scale * evaluate(position) * result for position, result in zip(positions, results, strict=True)]
    return sum(math.log1p(math.exp(-value)) for value in values) / len(values)


def test_learned_weights_foresee_the_winner_of_rps_better_than_equal_ones_in_positions_never_seen():
    features = {**rps_corrected.features, "turn": turn}
    learned = fit(features, *solved(range(150), cards=(5, 6, 7, 8)))
    held_out = solved(range(1000, 1150), cards=(5, 6, 7, 8))
    equal = Linear(features, dict.fromkeys(features, 1))
    assert right(learned, *held_out) > right(equal, *held_out) + 0.05
    best_scale = min(surprise(equal, *held_out, scale / 200) for scale in range(60))
    assert surprise(learned, *held_out) < best_scale - 0.05
    assert learned.weights["turn"] > 0


@pytest.mark.exhaustive
def test_in_isolation_mobility_is_worth_having():
    positions = [
        state
        for seed in range(60)
        for state in playout(lambda: Isolation(4, 4), seed)[0][5:]
        if not state.is_terminal()
    ]
    results = [Engine().search(state).value for state in positions]
    learned = fit({"mobility": mobility, "turn": turn}, positions, results)
    assert learned.weights["mobility"] > 0
    assert right(learned, positions, results) > 0.6


@pytest.mark.exhaustive
def test_weights_of_chess_are_found_again_from_games_that_they_decided():
    names = ["material", "passed", "space", "king_danger"]
    teacher = Linear(
        {name: chess_features[name] for name in names},
        {"material": 0.5, "passed": 0.8, "space": 0.1, "king_danger": -0.4},
    )
    rng, positions = random.Random(2), []
    for _ in range(50):
        board = chess.Board()
        while board.ply() < 120 and (moves := [*board.legal_moves]):
            board.push(rng.choice(moves))
            positions.append(board.copy(stack=False))
    results = [1 if rng.random() < chance(teacher(board)) else -1 for board in positions]
    learned = fit(teacher.features, positions, results)
    assert learned.weights == pytest.approx(dict(teacher.weights), abs=0.12)


def test_the_stored_games_are_games_of_chess_and_ended_as_they_say():
    games = json.loads((ROOT / "notebooks/data/chess_games.json").read_text(encoding="utf-8"))
    assert len(games) == GAMES
    for game in games:
        board = chess.Board()
        for move in game["moves"].split():
            board.push_uci(move)  # which refuses what is not legal
        if game["result"]:
            assert board.is_checkmate()
            assert game["result"] == (-1 if board.turn else 1)
        else:
            assert board.is_game_over(claim_draw=True) or board.ply() == LONGEST
            assert not board.is_checkmate()


def test_whose_turn_it_is():
    assert [turn(state) for state in (TicTacToe(), TicTacToe().forecast_move(4))] == [1, -1]
    assert all((turn(state) == 1) == (state.active_player is MAX) for state in playout(Isolation, 1)[0])


# What cannot be learned from


ROWS = [(1, 2), (2, -1), (-1, 1)]


@pytest.mark.parametrize(
    ("features", "positions", "results", "message"),
    [
        (BOTH, ROWS, [1, -1], "each position needs one result, but there are 3 positions and 2 results"),
        (BOTH, [], [], "weights are learned from different results, but there are none"),
        (BOTH, ROWS, [1, 1, 1], r"weights are learned from different results, but all 3 are 1"),
        (BOTH, ROWS, [0, 0, 0], r"weights are learned from different results, but all 3 are 0"),
        (BOTH, ROWS, [1, 0.5, 0], r"a result is \+1 \(MAX won\), 0 \(a draw\) or -1 \(MIN won\); result 1 is 0.5"),
        (BOTH, ROWS, [1, "-1", 0], "result 1 is '-1'"),
        (BOTH, ROWS, [1, -1, True], "result 2 is True"),
        (BOTH, ROWS, [1, -1, float("nan")], "result 2 is nan"),
        ({"one": lambda position: 1, **BOTH}, ROWS, [1, -1, 0], "the feature 'one' is 1 in every position: its weight"),
        ({"no": lambda position: 0.0}, ROWS, [1, -1, 0], "the feature 'no' is 0 in every position"),
        (
            {"inf": lambda position: math.inf},
            ROWS,
            [1, -1, 0],
            "'inf' gave inf for position 0, which is not a finite number",
        ),
        ({"text": str}, ROWS, [1, -1, 0], r"'text' gave '\(1, 2\)' for position 0, which is not a finite number"),
        ({}, ROWS, [1, -1, 0], "an evaluation needs at least one feature"),
    ],
)
def test_what_cannot_be_learned_from_is_said(features, positions, results, message):
    with pytest.raises(ValueError, match=message):
        fit(features, positions, results)


def test_features_are_given_by_name():
    with pytest.raises(TypeError, match="features are given by name"):
        fit([first], ROWS, [1, -1, 0])


WITHOUT = """
import sys
sys.modules["sklearn"] = None
from minimax_lab.evaluate import fit
try:
    fit({"itself": float}, [1, 2], [1, -1])
except ImportError as error:
    print(error)
"""


def test_without_scikit_learn_it_is_said_how_to_get_it():
    said = subprocess.run([sys.executable, "-c", WITHOUT], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert said == "weights are learned with scikit-learn: pip install scikit-learn\n"
