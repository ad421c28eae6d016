"""What users get: any class, clear errors, documentation, and states that stay as they are."""

import importlib
import inspect
import pickle
import re

import pytest

import minimax_lab.search
from minimax_lab.game import MAX, GameState
from minimax_lab.games import Isolation, TicTacToe, figure, tree
from minimax_lab.search import SearchTooDeep, alphabeta, max_value, minimax, minimax_decision, negamax
from tests.search.oracles import DECISIONS, OFFERED, Bare, every_function, every_search


def test_what_is_no_game_is_refused_with_the_name_of_the_missing_method():
    class Half:
        def get_legal_moves(self):
            return []

    for search in OFFERED:
        with pytest.raises(TypeError, match=r"forecast_move\(\).*Half"):
            search(Half())
        with pytest.raises(TypeError, match=r"get_legal_moves\(\).*list"):
            search([[3, 12], [2, 4]])


def test_a_base_class_without_the_two_methods_says_which_one_is_missing():
    class Empty(GameState):
        pass

    with pytest.raises(TypeError, match="Empty must define get_legal_moves"):
        minimax(Empty())
    with pytest.raises(TypeError, match="Empty must define forecast_move"):
        Empty().forecast_move(1)


class Endless:
    def get_legal_moves(self):
        return ["on"]

    def forecast_move(self, move):
        return Endless()


class EndlessState(GameState):
    def __init__(self, player=MAX):
        self.active_player = player

    def get_legal_moves(self):
        return ["on"]

    def forecast_move(self, move):
        return EndlessState(self.active_player.opponent)


@every_function
@pytest.mark.parametrize("endless", [Endless, EndlessState])
def test_a_game_that_never_ends_is_told_so(function, endless):
    with pytest.raises(SearchTooDeep, match=f"{function.__name__} went deeper.*limit is .*depth") as caught:
        function(endless())
    assert isinstance(caught.value, RecursionError)
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__


def test_an_evaluation_that_searches_a_game_without_an_end_is_told_which_search_that_was():
    with pytest.raises(SearchTooDeep, match="negamax went deeper"):
        alphabeta(figure("textbook"), 1, evaluate=lambda state: negamax(Endless()))


@every_search
@pytest.mark.parametrize("endless", [Endless, EndlessState])
def test_a_game_that_never_ends_can_be_searched_to_a_depth(search, endless):
    assert search(endless(), 20, lambda state: 4) == 4


@pytest.fixture(scope="module")
def five_thousand_deep():
    nested = 1
    for _ in range(5000):
        nested = [nested]
    return tree(nested)


@every_function
def test_a_tree_five_thousand_deep_is_told_so_and_can_be_searched_to_a_depth(function, five_thousand_deep):
    with pytest.raises(SearchTooDeep, match=f"{function.__name__} went deeper"):
        function(five_thousand_deep)
    assert function(five_thousand_deep, 10) == 0


@every_function
@pytest.mark.parametrize("depth", [1.5, 2.0, True, False, "3", (1,), float("inf")])
def test_a_depth_that_is_no_whole_number_is_refused(function, depth):
    with pytest.raises(TypeError, match="depth is a whole number of plies"):
        function(figure("textbook"), depth)
    with pytest.raises(TypeError, match="depth is a whole number of plies"):
        function(figure("textbook"), depth=depth)


@every_function
def test_a_negative_depth_is_refused_and_for_a_decision_also_zero(function):
    wrong = [-1, -100, 0] if function in DECISIONS else [-1, -100]
    for depth in wrong:
        with pytest.raises(ValueError, match=f"depth must be at least .*not {depth}"):
            function(figure("textbook"), depth)


@every_function
@pytest.mark.parametrize("start", [lambda: figure("textbook"), Isolation, lambda: TicTacToe("X.. .O. ..X")])
def test_searching_changes_nothing_about_a_state(function, start):
    state = start()
    function(state)
    assert state == start()
    assert str(state) == str(start())
    assert state.get_legal_moves() == start().get_legal_moves()
    assert hash(state) == hash(start())


@every_function
def test_an_error_in_the_game_or_the_evaluation_comes_through_as_it_is(function):
    class Broken(Bare):
        def forecast_move(self, move):
            raise KeyError("my own mistake")

    with pytest.raises(KeyError, match="my own mistake"):
        function(Broken([[], []]))
    with pytest.raises(ZeroDivisionError):
        function(figure("textbook"), 1, evaluate=lambda state: 1 / 0)


@every_function
def test_a_search_can_be_pickled_and_is_the_same_function_again(function):
    assert pickle.loads(pickle.dumps(function)) is function


@every_function
def test_a_search_is_offered_by_name_with_its_docstring_and_its_own_parameters(function):
    assert getattr(minimax_lab.search, function.__name__) is function
    assert function.__name__ in minimax_lab.search.__all__
    assert function.__doc__
    names = [*inspect.signature(function).parameters]
    assert names[:2] == ["state", "depth"]
    assert "evaluate" in names
    assert inspect.signature(function).parameters["depth"].default is None


@every_function
def test_help_explains_every_parameter_and_what_is_returned(function):
    documentation = inspect.getdoc(function)
    for name in inspect.signature(function).parameters:
        assert re.search(rf"^{name}: \w.{{20}}", documentation, re.MULTILINE), name
    assert re.search(r"^Returns (the value|a legal move)", documentation, re.MULTILINE)


def test_the_module_of_a_definition_can_be_imported_and_the_package_offers_the_function():
    module = importlib.import_module("minimax_lab.search.textbook.minimax")
    assert inspect.ismodule(module)
    assert minimax.__wrapped__ is module.minimax
    assert inspect.isfunction(minimax_lab.search.minimax)


def test_alphabeta_takes_its_window_between_depth_and_evaluation():
    assert [*inspect.signature(alphabeta).parameters] == ["state", "depth", "alpha", "beta", "evaluate"]
    assert [*inspect.signature(minimax).parameters] == ["state", "depth", "evaluate"]


@every_function
def test_the_source_of_a_search_is_its_definition_and_nothing_else(function):
    source = inspect.getsource(function)
    assert source.startswith(f"def {function.__name__}(")
    assert "state.get_legal_moves()" in source
    assert "state.forecast_move(move)" in source
    for word in "count", "node", "trace", "hook", "callback", "draw", "print", "global", "record", "observer", "log(":
        assert word not in source, word
    first, second, *_ = source.splitlines()
    assert first.endswith("):")  # one line, without a wall of annotations
    assert second.count('"""') == 2  # and so is the docstring
    assert len(source.splitlines()) <= 25


def test_a_window_without_room_is_refused():
    with pytest.raises(ValueError, match="no value lies between alpha = 5 and beta = 3"):
        alphabeta(tree([1, 2]), alpha=5, beta=3)
    with pytest.raises(ValueError, match="alpha = 3 and beta = 3"):
        alphabeta(tree([1, 2]), None, 3, 3)


@pytest.mark.parametrize("search", [minimax, max_value, negamax, minimax_decision])
def test_an_evaluation_that_is_no_function_is_named(search):
    with pytest.raises(TypeError, match="evaluate is a function .* not 3"):
        search(tree([1, 2]), 2, 3)
    with pytest.raises(TypeError, match="argument"):
        search(tree([1, 2]), deep=2)


def test_a_class_instead_of_a_state_is_named():
    with pytest.raises(TypeError, match=r"the class TicTacToe: are the \(\) missing"):
        minimax(TicTacToe)
