"""Linear evaluations: a weighted sum that cannot be changed, is stored as text, and says what is wrong."""

import copy
import json
import pickle
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minimax_lab.evaluate import Linear, mobility, rps_corrected, rps_standard
from minimax_lab.game import MIN, GameState
from minimax_lab.games import Isolation, TicTacToe, tree
from minimax_lab.search import alphabeta, minimax, minimax_decision
from tests.strategies import thorough


def xs(state):
    return str(state).count("X")


def empty(state):
    return str(state).count(".")


EXAMPLE = Linear({"xs": xs, "empty": empty}, {"xs": 2, "empty": -0.5})


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
    with pytest.raises(TypeError, match="this Stuck is finished but does not say who has won; it needs utility"):
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
    with pytest.raises(TypeError, match="this Silent is finished but does not say who has won"):
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
        (lambda: Linear({}, {}), "needs at least one feature"),
        (lambda: Linear({1: xs}, {1: 2}), "the name of a feature must be a text, not 1"),
        (lambda: Linear({"xs": xs}, {"xs": "2"}), "the weight of 'xs' must be a number, not '2'"),
        (lambda: Linear({"xs": xs}, {"xs": True}), "the weight of 'xs' must be a number, not True"),
        (lambda: Linear({"xs": xs}, {"xs": float("nan")}), "the weight of 'xs' must be a finite number, not nan"),
        (lambda: Linear({"xs": xs}, {"xs": 1}, finished="a"), "`finished` must be a number, not 'a'"),
        (lambda: Linear({"xs": xs}, {"xs": 1}, float("inf")), "`finished` must be a finite number, not inf"),
        (lambda: EXAMPLE.with_weights(y=1, xs=2), "weights are given for 'y', but the features are 'empty', 'xs'$"),
        (lambda: EXAMPLE.with_weights(xs=None), "the weight of 'xs' must be a number, not None"),
        (lambda: Linear.from_json("{", {"xs": xs}), "not valid JSON: .*line 1"),
        (lambda: Linear.from_json(None, {"xs": xs}), "not valid JSON: "),
        (lambda: Linear.from_json("[1]", {"xs": xs}), r'weights are stored as \{"weights": .*not as \[1\]'),
        (lambda: Linear.from_json('{"xs": 1}', {"xs": xs}), "weights are stored as"),
        (
            lambda: Linear.from_json('{"weights": {"xs": 1}, "w": 2}', {"xs": xs}),
            "but there is 'w'",
        ),
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
        (lambda: Linear({"xs": 3}, {"xs": 1}), "the feature 'xs' must be a function from a state to a number, not 3"),
        (lambda: Linear({"xs": lambda state, player: 0}, {"xs": 1}), r"asks for more: <lambda>\(state, player\)"),
        (lambda: Linear([xs], [1]), r"features are given by name, as in \{'name': …\}, not as \[<function"),
        (lambda: Linear({"xs": xs}, [1]), r"weights are given by name, .*not as \[1\]"),
        (lambda: EXAMPLE.with_weights([1]), r"weights are given by name, .*not as \[1\]"),
        (lambda: EXAMPLE.with_weights([]), r"weights are given by name, .*not as \[\]"),
        (lambda: Linear({"a": xs, "b": lambda state: None}, {"a": 1, "b": 1})(TicTacToe()), "'b' gave None, which"),
        (
            lambda: Linear({"a": lambda state: "no"}, {"a": 1})(TicTacToe()),
            "'a' gave 'no', which is not a number",
        ),
        (
            lambda: Linear({"a": lambda state: [1]}, {"a": 1})(TicTacToe()),
            r"'a' gave \[1\], which is not a number",
        ),
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


@pytest.mark.exhaustive
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
