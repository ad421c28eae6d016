"""Evaluations: each term as seed 000 has it, opposite for the two players, and explained as it is added up."""

import base64
import copy
import json
import os
import pickle
import random
import re
import subprocess
import sys
from fractions import Fraction
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minimax_lab.evaluate import Explanation, Linear, Term, mobility, rps_corrected, rps_standard
from minimax_lab.game import MAX, MIN, GameState
from minimax_lab.games import RPS, ConnectFour, Isolation, TicTacToe, tree
from minimax_lab.search import alphabeta, minimax, minimax_decision
from tests.games.test_games import playout
from tests.strategies import thorough

ROOT = Path(__file__).parents[2]


def xs(state):
    return str(state).count("X")


def empty(state):
    return str(state).count(".")


EXAMPLE = Linear({"xs": xs, "empty": empty}, {"xs": 2, "empty": -0.5})


def rps_positions(games=40):
    """Every position of some random games, of hands of all sizes."""
    for seed in range(games):
        size = 1 + seed % 6
        yield from playout(lambda: RPS.deal(seed, 21, size), seed)[0]  # noqa: B023


def isolation_positions():
    """Every position of some random games on boards of several sizes."""
    for start in Isolation, lambda: Isolation(5, 5), lambda: Isolation(4, 3, [(1, 1), (3, 0)]), lambda: Isolation(7, 2):
        for seed in range(12):
            yield from playout(start, seed)[0]


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


def test_a_threat_that_the_rules_do_not_know_moves_only_the_standard_evaluation():
    state = RPS.from_text("R../.s./... P S 1 18")  # a rock and scissors that touch at a corner
    assert rps_standard(state) == pytest.approx(0.5 * 5 * (0.7 - 1) + 0.8 * 3)
    assert rps_corrected(state) == pytest.approx(0.5 * 5 * (0.7 - 1))
    beside = RPS.from_text("Rs./.../... P S 1 18")
    assert rps_standard(beside) == rps_corrected(beside) == pytest.approx(0.5 * 5 * (0.7 - 0.5) + 0.8 * 3)


@pytest.mark.parametrize("evaluate", [rps_standard, rps_corrected])
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


def test_exchanging_the_players_is_what_it_says():
    state = RPS.from_text("R../.s./..p RP RS 2 17")
    assert state.exchanged().rows() == ["r..", ".S.", "..P"]
    assert state.exchanged().hands == state.hands[::-1]
    assert state.exchanged().active_player is MAX
    assert state.exchanged().exchanged() == state


@pytest.mark.parametrize("evaluate", [rps_standard, rps_corrected])
def test_every_feature_of_rps_is_exactly_opposite_for_the_other_player(evaluate):
    seen = set()
    for state in rps_positions(300):
        mirrored = state.exchanged()
        for name, feature in evaluate.features.items():
            assert feature(mirrored) == -feature(state), (name, state)
            seen.add((name, feature(state) > 0))
        assert evaluate(mirrored) == -evaluate(state)
    assert len(seen) == 2 * len(evaluate.features)  # each of them good and bad for MAX at times


def test_mobility_is_exactly_opposite_for_the_other_player():
    states = [*isolation_positions()]
    assert all(mobility(state.exchanged()) == -mobility(state) for state in states)
    assert {mobility(state) > 0 for state in states} == {True, False}


# Mobility


def test_mobility_counts_the_cells_in_reach():
    state = Isolation(3, 3).forecast_move((1, 1)).forecast_move((0, 0))
    assert mobility(state) == 7 - 4  # all the others from the middle, two along each side from the corner
    assert mobility(Isolation(5, 5)) == 0


def test_mobility_counts_the_same_whoever_is_to_move():
    for state in isolation_positions():
        where = state.positions
        assert mobility(state) == len(reached(state, where[0])) - len(reached(state, where[1]))


def reached(state, cell):
    """The cells that a queen on `cell` can go to, step by step."""
    rows = state.rows()
    free = {(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "."}
    if cell is None:
        return free
    found = set()
    for dx, dy in [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]:
        x, y = cell[0] + dx, cell[1] + dy
        while (x, y) in free:
            found.add((x, y))
            x, y = x + dx, y + dy
    return found


@pytest.mark.parametrize("other", [TicTacToe(), ConnectFour(), tree([1, 2]), None])
def test_mobility_is_for_isolation_only(other):
    with pytest.raises(TypeError, match=f"in Isolation, not in {type(other).__name__}"):
        mobility(other)


@pytest.mark.parametrize("feature", ["material", "position", "relations"])
def test_the_features_of_rps_are_for_rps_only(feature):
    for evaluate in rps_standard, rps_corrected:
        with pytest.raises(TypeError, match="a feature of RPS; in a state of TicTacToe"):
            evaluate.features[feature](TicTacToe())
    with pytest.raises(TypeError, match="a feature of RPS"):
        rps_standard(TicTacToe())


# Linear


def test_a_linear_evaluation_is_the_weighted_sum():
    state = TicTacToe("XX. O.. ...")
    assert EXAMPLE(state) == 2 * 2 - 0.5 * 6
    assert type(Linear({"xs": xs}, {"xs": 3})(state)) is int


def test_a_linear_evaluation_can_be_searched_with():
    state = Isolation(4, 4)
    evaluate = Linear({"mobility": mobility}, {"mobility": 2.5})
    for depth in 1, 2:
        assert alphabeta(state, depth, evaluate=evaluate) == 2.5 * minimax(state, depth, evaluate=mobility)
    assert minimax_decision(state, 2, evaluate=evaluate) == minimax_decision(state, 2, evaluate=mobility)


def test_without_finished_the_features_are_asked_at_the_end_too():
    won = TicTacToe("XXX OO. ...")
    assert EXAMPLE(won) == 2 * 3 - 0.5 * 4
    assert Linear(EXAMPLE.features, EXAMPLE.weights, finished=50)(won) == 50
    assert Linear(EXAMPLE.features, EXAMPLE.weights, finished=50)(TicTacToe("XX. OO. ...")) == 2 * 2 - 0.5 * 5


class Stuck:
    """A game of a student's, with the two methods and no base class."""

    def get_legal_moves(self):
        return []

    def forecast_move(self, move):
        return self


def test_finished_needs_a_state_that_says_who_has_won():
    evaluate = Linear({"nothing": lambda state: 0}, {"nothing": 1}, finished=9)
    with pytest.raises(TypeError, match="this Stuck is finished and says neither who has won nor whose turn it is"):
        evaluate(Stuck())
    told = Stuck()
    told.utility = lambda: -3
    assert evaluate(told) == -9
    moving = Stuck()
    moving.active_player = MIN
    assert evaluate(moving) == 9
    assert evaluate(tree(-5)) == -9


def test_finished_needs_no_base_class_but_a_base_class_is_not_enough():
    class Silent(GameState):
        def get_legal_moves(self):
            return []

    evaluate = Linear({"nothing": lambda state: 0}, {"nothing": 1}, finished=9)
    with pytest.raises(TypeError, match="this Silent is finished and says neither"):
        evaluate(Silent())


@pytest.mark.parametrize("changes", [{"xs": 5}, {"xs": 5, "empty": 1}, {}])
def test_other_weights_make_another_evaluation(changes):
    state = TicTacToe("XX. O.. ...")
    changed = EXAMPLE.with_weights(**changes)
    assert changed == EXAMPLE.with_weights(changes)
    assert changed.weights == {**EXAMPLE.weights, **changes}
    assert changed(state) == changed.weights["xs"] * 2 + changed.weights["empty"] * 6
    assert EXAMPLE.weights == {"xs": 2, "empty": -0.5}
    assert rps_standard.with_weights(material=2).finished == 1000


def test_any_name_can_be_that_of_a_feature():
    odd = Linear({"self": xs, "finished": empty, "two words": xs}, {"self": 1, "finished": 2, "two words": 3})
    assert odd.with_weights({"two words": 0}, self=5, finished=7).weights == {"self": 5, "finished": 7, "two words": 0}


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Linear({"xs": xs, "b": xs, "a": xs}, {"xs": 1}), "no weight is given for 'a', 'b'$"),
        (lambda: Linear({"xs": xs}, {"xs": 1, "y": 2}), "weights are given for 'y', but the features are 'xs'$"),
        (lambda: Linear({}, {}), "at least one feature"),
        (lambda: Linear({1: xs}, {1: 2}), "the name of a feature is a text, not 1"),
        (lambda: Linear({"xs": xs}, {"xs": "2"}), "the weight of 'xs' is a number, not '2'"),
        (lambda: Linear({"xs": xs}, {"xs": True}), "the weight of 'xs' is a number, not True"),
        (lambda: Linear({"xs": xs}, {"xs": float("nan")}), "the weight of 'xs' is a finite number, not nan"),
        (lambda: Linear({"xs": xs}, {"xs": 1}, finished="a"), "`finished` is a number, not 'a'"),
        (lambda: Linear({"xs": xs}, {"xs": 1}, float("inf")), "`finished` is a finite number, not inf"),
        (lambda: EXAMPLE.with_weights(y=1, xs=2), "weights are given for 'y', but the features are 'empty', 'xs'$"),
        (lambda: EXAMPLE.with_weights(xs=None), "the weight of 'xs' is a number, not None"),
        (lambda: Linear.from_json("{", {"xs": xs}), "this is no JSON: .*line 1"),
        (lambda: Linear.from_json(None, {"xs": xs}), "this is no JSON: "),
        (lambda: Linear.from_json("[1]", {"xs": xs}), r'weights are stored as \{"weights": .*not as \[1\]'),
        (lambda: Linear.from_json('{"xs": 1}', {"xs": xs}), "weights are stored as"),
        (lambda: Linear.from_json('{"weights": {"xs": 1}, "w": 2}', {"xs": xs}), "can be `finished`, but not 'w'"),
        (lambda: Linear.from_json('{"weights": {"xs": NaN}}', {"xs": xs}), "finite number, not nan"),
        (lambda: Linear.from_json('{"weights": {}}', {"xs": xs}), "no weight is given for 'xs'"),
        (lambda: Linear.from_json(rps_standard.to_json(), {"xs": xs}), "given for 'material', 'position', 'relations'"),
    ],
)
def test_a_wrong_name_or_number_is_said(make, message):
    with pytest.raises(ValueError, match=message):
        make()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Linear({"xs": 3}, {"xs": 1}), "the feature 'xs' is a function from a state to a number, not 3"),
        (lambda: Linear([xs], [1]), r"features are given by name, as in \{'name': …\}, not as \[<function"),
        (lambda: Linear({"xs": xs}, [1]), r"weights are given by name, .*not as \[1\]"),
        (lambda: EXAMPLE.with_weights([1]), r"weights are given by name, .*not as \[1\]"),
        (lambda: EXAMPLE.with_weights([]), r"weights are given by name, .*not as \[\]"),
        (lambda: Linear({"a": xs, "b": lambda state: None}, {"a": 1, "b": 1})(TicTacToe()), "'b' gave None, which"),
        (lambda: Linear({"a": lambda state: "no"}, {"a": 1})(TicTacToe()), "the feature 'a' gave 'no', which is no"),
        (lambda: Linear({"a": lambda state: [1]}, {"a": 1})(TicTacToe()), r"the feature 'a' gave \[1\], which is no"),
    ],
)
def test_what_is_of_the_wrong_kind_is_said(make, message):
    with pytest.raises(TypeError, match=message):
        make()


def test_an_error_inside_a_feature_is_its_own():
    broken = Linear({"a": lambda state: len(5)}, {"a": 1})
    with pytest.raises(TypeError, match=r"object of type 'int' has no len\(\)"):
        broken(TicTacToe())


def test_nothing_about_an_evaluation_can_be_changed():
    features, weights = {"xs": xs}, {"xs": 1}
    evaluate = Linear(features, weights)
    features["y"], weights["xs"] = xs, 7
    assert (list(evaluate.features), dict(evaluate.weights)) == (["xs"], {"xs": 1})
    for mapping in evaluate.features, evaluate.weights:
        with pytest.raises(TypeError, match="does not support item assignment"):
            mapping["xs"] = 2
    for name in "weights", "features", "finished", "_terms", "other":
        with pytest.raises(AttributeError, match="a Linear cannot be changed; with_weights"):
            setattr(evaluate, name, None)
        with pytest.raises(AttributeError, match="a Linear cannot be changed"):
            delattr(evaluate, name)


def test_evaluations_are_equal_when_features_weights_and_the_rest_are():
    same = Linear({"xs": xs, "empty": empty}, {"empty": -0.5, "xs": 2.0})
    assert same == EXAMPLE
    assert hash(same) == hash(EXAMPLE)
    others = [
        EXAMPLE.with_weights(xs=3),
        Linear(EXAMPLE.features, EXAMPLE.weights, finished=1),
        Linear({"xs": empty, "empty": xs}, EXAMPLE.weights),
        Linear({"empty": empty, "xs": xs}, EXAMPLE.weights),
    ]
    for other in others:
        assert other != EXAMPLE
    assert rps_standard != rps_corrected
    assert EXAMPLE != "a Linear"


def test_an_evaluation_is_shown_by_its_weights():
    assert repr(rps_standard) == "<Linear 1.0 material, 0.5 position, 0.8 relations; finished 1000>"
    assert repr(EXAMPLE) == "<Linear 2 xs, -0.5 empty>"


@pytest.mark.parametrize("evaluate", [rps_standard, rps_corrected, EXAMPLE])
def test_copies_and_pickles_are_equal(evaluate):
    for twin in pickle.loads(pickle.dumps(evaluate)), copy.copy(evaluate), copy.deepcopy(evaluate):
        assert twin == evaluate
        assert repr(twin) == repr(evaluate)
        assert list(twin.weights) == list(evaluate.weights)


names = st.text(min_size=1, max_size=5)
numbers = st.integers(-(10**20), 10**20) | st.floats(allow_nan=False, allow_infinity=False)


@given(st.dictionaries(names, numbers, min_size=1, max_size=5), st.none() | numbers)
@thorough
def test_weights_come_back_from_json_exactly(weights, finished):
    features = dict.fromkeys(weights, xs)
    evaluate = Linear(features, weights, finished)
    again = Linear.from_json(evaluate.to_json(), features)
    assert again == evaluate
    assert again.to_json() == evaluate.to_json()
    assert [type(number) for number in again.weights.values()] == [type(number) for number in weights.values()]


def test_stored_weights_can_be_read_and_edited():
    stored = json.loads(rps_standard.to_json())
    assert stored == {"weights": {"material": 1.0, "position": 0.5, "relations": 0.8}, "finished": 1000}
    short = '{"weights": {"relations": 0, "material": 10, "position": 1}}'
    assert Linear.from_json(short, rps_standard.features).weights == {"material": 10, "position": 1, "relations": 0}


def test_a_weight_of_another_type_becomes_a_number_that_can_be_stored():
    evaluate = EXAMPLE.with_weights(xs=Fraction(1, 4))
    assert evaluate.weights["xs"] == 0.25
    assert Linear.from_json(evaluate.to_json(), EXAMPLE.features) == evaluate


# Explanations

MIDDLE = RPS.from_text("PS./rs./... RPP RSS 1 16")


def test_the_parts_add_up_to_what_the_evaluation_says():
    for evaluate in rps_standard, rps_corrected, rps_standard.with_weights(position=-0.1, relations=1e-3):
        for state in rps_positions(10):
            explanation = evaluate.explain(state)
            assert explanation.total == evaluate(state)
            if not state.is_terminal():
                assert [row.feature for row in explanation.rows] == list(evaluate.features)
                assert all(row.part == row.value * row.weight for row in explanation.rows)


def test_an_explanation_prints_as_a_table():
    assert str(rps_standard.explain(MIDDLE)).splitlines() == [
        "feature    value  weight   part",
        "material     0.0     1.0   0.00",
        "position    −1.5     0.5  −0.75",
        "relations   −3.0     0.8  −2.40",
        "total                     −3.15",
    ]
    assert repr(rps_standard.explain(MIDDLE)) == str(rps_standard.explain(MIDDLE))


def column(*values):
    """How the table writes these values below each other."""
    lines = str(Explanation(tuple(Term("x", value, 1) for value in values))).splitlines()
    return [line.split()[1] for line in lines[1:-1]]


def test_a_column_has_two_decimals_at_most():
    assert column(1, 4, 2 / 3, -5 / 6) == ["1.00", "4.00", "0.67", "−0.83"]
    assert column(1, 2.5) == ["1.0", "2.5"]
    assert column(1, 2) == ["1", "2"]


def test_a_column_has_more_decimals_where_two_would_hide_a_number():
    assert column(1.72, 0.0739, 0.004025) == ["1.720", "0.074", "0.004"]
    assert column(1, 0.0003) == ["1.0000", "0.0003"]
    assert column(1, 2.0003) == ["1.00", "2.00"]  # rounded, as ever, but not hidden


@given(st.lists(st.floats(-1e6, 1e6).filter(lambda value: value == 0 or abs(value) >= 5e-4), min_size=1, max_size=6))
def test_no_number_in_a_column_seems_to_be_nought(values):
    for value, text in zip(values, column(*values), strict=True):
        read = float(text.replace("−", "-"))
        assert (read == 0) == (value == 0)
        assert read == pytest.approx(value, abs=0.005)


def test_a_negative_part_has_a_minus_and_nothing_has_none():
    explanation = Explanation((Term("loss", -3, 0.5), Term("nothing", -0.0, 2), Term("tiny", -1e-9, 1)))
    assert [line.split()[-1] for line in str(explanation).splitlines()[1:]] == ["−1.5", "0.0", "0.0", "−1.5"]


def test_small_weights_are_not_rounded_away():
    explanation = Explanation((Term("a", 3, 1e-5), Term("b", 1, -2.5e-6)))
    a, b = (line.split()[1:] for line in str(explanation).splitlines()[1:3])
    assert (a, b) == (["3", "1e−05", "3e−05"], ["1", "−2.5e−06", "−2.5e−06"])


def test_a_finished_game_is_explained_by_its_end():
    finished = rps_standard.explain(RPS.from_text("r../.../p.R - - 2 17"))
    assert finished.rows == (Term("finished", -1, 1000),)
    assert str(finished).splitlines()[1].split() == ["finished", "−1", "1000", "−1000"]


@pytest.mark.parametrize("value", [float("inf"), float("-inf"), float("nan"), 1e300, 10**30, Fraction(1, 3), True])
def test_any_number_can_be_explained(value):
    explanation = Linear({"odd": lambda state: value, "xs": xs}, {"odd": 1, "xs": 1}).explain(TicTacToe("X.. ... ..."))
    assert len(str(explanation).splitlines()) == 4
    assert len(bars(explanation)) == 3


class Table(HTMLParser):
    """The cells of a table, and the pictures in it."""

    def __init__(self, html):
        super().__init__()
        self.rows, self.images = [], []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        if tag == "tr":
            self.rows.append([])
        if tag in ("th", "td"):
            self.rows[-1].append("")
        if tag == "img":
            self.images.append(dict(attrs)["src"])

    def handle_data(self, data):
        if self.rows and self.rows[-1]:
            self.rows[-1][-1] += data.strip()


def bars(explanation):
    """The bars of the picture: from where to where, and its colour."""
    found = []
    for image in Table(explanation._repr_html_()).images:
        svg = ElementTree.fromstring(base64.b64decode(image.removeprefix("data:image/svg+xml;base64,")))
        bar, _ = svg
        left, length = float(bar.get("x")), float(bar.get("width"))
        assert 0 <= left <= left + length <= float(svg.get("width"))
        found.append((left, left + length, bar.get("fill")))
    return found


def test_a_notebook_shows_the_same_table():
    explanation = rps_standard.explain(MIDDLE)
    table = Table(explanation._repr_html_())
    assert [" ".join(row).split() for row in table.rows[1:]] == [
        line.split() for line in str(explanation).splitlines()[1:]
    ]
    assert table.rows[0] == ["feature", "value", "weight", "part", "MIN ◂ ▸ MAX"]


def test_a_bar_goes_to_the_side_that_it_is_good_for_and_is_as_long_as_its_part():
    explanation = Explanation((Term("good", 3, 2), Term("bad", 1, -3), Term("none", 0, 1)))
    good, bad, none, total = bars(explanation)
    middle = good[0]
    assert bad[1] == none[0] == none[1] == total[0] == middle == 120
    assert good[1] - middle == pytest.approx(2 * (middle - bad[0]), abs=0.2)
    assert total[1] - middle == pytest.approx(middle - bad[0], abs=0.2)
    assert [colour for _, _, colour in (good, bad, total)] == ["#0072B2", "#D55E00", "#0072B2"]


def test_a_name_with_marks_of_html_is_only_a_name():
    html = Explanation((Term("<b>&", 1, 1),))._repr_html_()
    assert "<b>" not in html
    assert Table(html).rows[1][0] == "<b>&"


SHOW = """
from minimax_lab.evaluate import rps_standard
from minimax_lab.games import RPS
print(rps_standard, rps_standard.explain(RPS.from_text(".PS/.r./... RPP RRSS 2 17"))._repr_html_())
"""


def test_what_is_shown_is_the_same_in_every_process_and_needs_the_standard_library_alone():
    block = "import sys\nfor name in 'numpy', 'matplotlib', 'chess', 'sklearn', 'IPython': sys.modules[name] = None\n"
    shown = set()
    for code, seed in (SHOW, "1"), (SHOW, "2"), (block + SHOW, "3"):
        env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"}
        shown.add(subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, check=True).stdout)
    assert len(shown) == 1
    assert not re.search(rb" at 0x[0-9a-f]+", shown.pop())


def test_random_weights_of_opposite_sign_give_opposite_values():
    rng = random.Random(3)
    for state in rps_positions(10):
        weights = {name: rng.uniform(-5, 5) for name in rps_standard.weights}
        opposite = {name: -weight for name, weight in weights.items()}
        if not state.is_terminal():
            assert rps_standard.with_weights(weights)(state) == -rps_standard.with_weights(opposite)(state)
