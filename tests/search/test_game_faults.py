"""A class that is not a game: every tool meets the same fault in the same words, with what to write instead."""

import copy
import math
import random
from types import SimpleNamespace

import pytest

from minimax_lab.adapt import GameFault
from minimax_lab.arena import RandomPlayer, play, tournament
from minimax_lab.game import MAX, GameState
from minimax_lab.game_faults import first_fault
from minimax_lab.search import Engine, SearchTooDeep, alphabeta, minimax
from minimax_lab.trace import SameState, trace
from minimax_lab.widgets import PlayGame
from tests.search.oracles import OFFERED


class Coins:
    """A right game: take one coin or two; a player who cannot take any loses."""

    def __init__(self, left=4):
        self.left = left

    def get_legal_moves(self):
        return [n for n in (1, 2) if n <= self.left]

    def forecast_move(self, move):
        return type(self)(self.left - move)


class Mutating(Coins):
    def forecast_move(self, move):
        self.left -= move
        return self


class Careless(Mutating):
    """The same in a game in which one can see at once that it has changed."""

    def __init__(self, left=2):
        super().__init__(left)


class SharesItsList:
    """A shallow copy: the old state and the new one share the list."""

    def __init__(self):
        self.free = [1, 2, 3]

    def get_legal_moves(self):
        return list(self.free)

    def forecast_move(self, move):
        child = copy.copy(self)
        child.free.remove(move)
        return child


class ForgetsReturn(Coins):
    def forecast_move(self, move):
        Coins(self.left - move)


class NoMoves(Coins):
    def get_legal_moves(self):
        print("no return")


class ListMoves(Coins):
    def get_legal_moves(self):
        return [[n] for n in (1, 2) if n <= self.left]

    def forecast_move(self, move):
        return type(self)(self.left - move[0])


class NamedPlayer(Coins):
    active_player = "MIN"


class PlayerMethod(Coins):
    def active_player(self):
        return MAX


class LaterWrong(GameState):
    """Right at the root, and then 2 stands for MIN."""

    def __init__(self, left=3, player=MAX):
        self.left, self.active_player = left, player

    def get_legal_moves(self):
        return [1] if self.left else []

    def forecast_move(self, move):
        return LaterWrong(self.left - 1, 2)


FAULTS = {
    Mutating: r"forecast_move\(1\) of Mutating returned the very state it was called on\..* make a copy",
    Careless: r"forecast_move\(1\) of Careless returned the very state it was called on\..* make a copy",
    SharesItsList: r"changed the state of SharesItsList .* were \[1, 2, 3\], now they are .* Make a copy of it",
    ForgetsReturn: r"forecast_move\(1\) of ForgetsReturn returned None; it must return the new state; is a `return`",
    NoMoves: r"get_legal_moves\(\) of NoMoves returned None; it must return a list",
    ListMoves: r"has the move \[1\], a list, which cannot be looked up .* Make it a tuple",
    NamedPlayer: r"active_player of NamedPlayer is 'MIN'; it must be MAX or MIN \(from minimax_lab.game import",
    PlayerMethod: r"active_player of PlayerMethod is a method; write @property above it",
    LaterWrong: r"active_player of LaterWrong is 2; it must be MAX or MIN .*\(after the move 1\)",
}
TOOLS = {function.__name__: function for function in OFFERED} | {
    "Engine": lambda state: Engine().search(state),
    "Engine with a clock": lambda state: Engine().search(state, seconds=5),
    "trace": lambda state: trace(alphabeta, state),
    "play": lambda state: play(state, RandomPlayer(), RandomPlayer()),
    "tournament": lambda state: tournament([RandomPlayer(1, "a"), RandomPlayer(2, "b")], state, progress=False),
    "PlayGame": PlayGame,
}
every_tool = pytest.mark.parametrize("tool", TOOLS.values(), ids=TOOLS)


@every_tool
@pytest.mark.parametrize("fault", FAULTS, ids=lambda cls: cls.__name__)
def test_every_tool_names_the_fault_of_a_class_in_the_same_words(tool, fault):
    with pytest.raises((GameFault, SameState), match=FAULTS[fault]):
        tool(fault())


@pytest.mark.parametrize("function", [*OFFERED, Engine().search], ids=lambda function: function.__name__)
def test_a_right_class_is_let_in_and_searched(function):
    # A player who leaves a multiple of three wins: of five coins, take two. min_value takes the mover for the opponent.
    right = {"min_value": -1, "minimax_decision": 2, "alphabeta_decision": 2}.get(function.__name__, 1)
    found = function(Coins(5))
    assert getattr(found, "value", found) == right


class NoUtility(Coins):
    def utility(self):
        pass


@pytest.mark.parametrize("tool", [TOOLS[name] for name in ("minimax", "alphabeta", "negamax", "Engine", "trace")])
def test_a_utility_that_returns_nothing_is_found_at_the_node_where_it_shows(tool):
    with pytest.raises(GameFault, match=r"utility\(\) returned None\. Is a `return` missing\?.*after the move 2\)"):
        tool(NoUtility(2))


def nothing(state):
    state.left  # noqa: B018 (what a student forgets to return)


def not_a_number(state):
    return math.nan if state.left == 3 else 0.0


def array(state):
    class Array(SimpleNamespace):
        def __eq__(self, other):
            raise ValueError("the truth value of an array is ambiguous")

        __ne__ = __lt__ = __gt__ = __eq__

    return Array(shape=(2,))


EVALUATIONS = {
    nothing: "the evaluation nothing returned None. Is a `return` missing",
    not_a_number: "the evaluation not_a_number returned NaN, .* divide by zero",
    array: "the evaluation array returned an array, .* Make one number of it",
}
EVALUATING = {function.__name__: function for function in OFFERED} | {
    "Engine": lambda state, depth, evaluate: Engine(evaluate).search(state, depth),
    "trace": lambda state, depth, evaluate: trace(alphabeta, state, depth, evaluate=evaluate),
}


@pytest.mark.parametrize("name", EVALUATING)
@pytest.mark.parametrize("evaluate", EVALUATIONS, ids=lambda function: function.__name__)
def test_an_evaluation_that_returns_no_value_is_named(name, evaluate):
    with pytest.raises(GameFault, match=EVALUATIONS[evaluate]):
        EVALUATING[name](Coins(5), depth=2, evaluate=evaluate)


def test_the_class_s_own_error_is_left_as_it_is():
    class Fails(Coins):
        def forecast_move(self, move):
            return Fails({}[self.left])

    for function in OFFERED:
        with pytest.raises(KeyError, match="4"):
            function(Fails())


def test_a_game_that_is_right_has_no_fault_and_the_walk_ends_in_one_that_never_ends():
    class Endless(Coins):
        def forecast_move(self, move):
            return Endless(self.left + 1)

    assert first_fault(Coins()) is None
    assert first_fault(Endless()) is None
    with pytest.raises(SearchTooDeep):
        alphabeta(Endless())


def test_an_evaluation_in_the_place_of_alpha_is_told_where_it_belongs():
    with pytest.raises(TypeError, match=r"alpha is a value, not the function .* alphabeta\(state, depth, evaluate=…\)"):
        alphabeta(Coins(), 2, nothing)


@pytest.mark.parametrize("function", OFFERED, ids=lambda function: function.__name__)
def test_a_nested_list_is_told_how_it_becomes_a_game(function):
    with pytest.raises(GameFault, match=r"list has none: \[\[3, 4\]\]. A nested list becomes a game with tree\(…\)"):
        function([[3, 4]])


class Shuffling(Coins):
    """The legal moves in another order each time."""

    def get_legal_moves(self):
        return random.sample(range(1, 9), 8) if self.left else []

    def forecast_move(self, move):
        return type(self)(self.left - 1)


class ChangesTheOld(Coins):
    """A copy is made, but the old state changes as well."""

    def __init__(self, left=7):
        super().__init__(left)

    def forecast_move(self, move):
        self.left -= move
        return type(self)(self.left)


class ChangesTheOldWithAKey(ChangesTheOld):
    def __eq__(self, other):
        return self.left == other.left

    def __hash__(self):
        return hash(self.left)


CHANGING = {
    Shuffling: r"get_legal_moves\(\) of Shuffling lists the same moves in another order each time: .* then ",
    ChangesTheOld: r"changed the state of ChangesTheOld that it was called on: before, its legal moves were",
    ChangesTheOldWithAKey: r"changed the state of ChangesTheOldWithAKey that it was called on",
}


@every_tool
@pytest.mark.parametrize("cls", CHANGING, ids=lambda cls: cls.__name__)
def test_every_tool_says_the_same_of_a_class_that_shuffles_or_changes_and_comes_back(tool, cls):
    with pytest.raises((GameFault, SameState), match=CHANGING[cls]):
        tool(cls())


class Loops(Coins):
    """An endless loop in one of its methods, a few moves after the start."""

    where = ""

    def _loop(self, here):
        while here == self.where and self.left < 3:
            pass

    def get_legal_moves(self):
        self._loop("get_legal_moves")
        return super().get_legal_moves()

    def forecast_move(self, move):
        self._loop("forecast_move")
        return super().forecast_move(move)

    def utility(self):
        self._loop("utility")
        return 1


def evaluate_for_ever(state):
    while state.left < 3:
        pass
    return 0


@pytest.mark.parametrize("where", ["get_legal_moves", "forecast_move", "utility", "evaluate_for_ever"])
@pytest.mark.parametrize("left", [6, 2])
def test_an_engine_with_a_clock_comes_back_from_an_endless_loop_and_says_where_it_was(where, left, monkeypatch):
    monkeypatch.setattr("minimax_lab.search.engine.engine.PATIENCE", 0.1)
    cls = type("Loops", (Loops,), {"where": where})
    evaluate = evaluate_for_ever if where == "evaluate_for_ever" else None
    with pytest.raises(GameFault, match=rf"{where}.* was not back .* after the time was up.* loop for ever") as caught:
        Engine(evaluate).search(cls(left), seconds=0.1)
    assert where == "evaluate_for_ever" or "of Loops" in str(caught.value)


class Texts(Coins):
    def utility(self):
        return "won"


class Number(Coins):
    def get_legal_moves(self):
        return self.left


class NumberWithBase(GameState):
    active_player = MAX

    def get_legal_moves(self):
        return 3

    def forecast_move(self, move):
        return NumberWithBase()


class FixedUtility(Coins):
    utility = 1


class FixedEnd(Coins):
    is_terminal = False


class Property(Coins):
    @property
    def get_legal_moves(self):
        return [1, 2]


class PropertyWithBase(GameState):
    active_player = MAX

    @property
    def get_legal_moves(self):
        return [1, 2]

    def forecast_move(self, move):
        return PropertyWithBase()


WRONG_KINDS = {
    Number: r"get_legal_moves\(\) of Number returned 4; it must return a list",
    NumberWithBase: r"get_legal_moves\(\) of NumberWithBase returned 3; it must return a list",
    FixedUtility: r"utility of FixedUtility is 1; it must be a method: def utility\(self\)",
    FixedEnd: r"is_terminal of FixedEnd is False; it must be a method: def is_terminal\(self\)",
    Property: r"get_legal_moves of Property is \[1, 2\]; it must be a method.* Remove @property",
    PropertyWithBase: r"get_legal_moves of PropertyWithBase is \[1, 2\]; it must be a method.* Remove @property",
}


@every_tool
@pytest.mark.parametrize("cls", WRONG_KINDS, ids=lambda cls: cls.__name__)
def test_every_tool_names_what_is_of_the_wrong_kind(tool, cls):
    with pytest.raises(GameFault, match=WRONG_KINDS[cls]):
        tool(cls())


DEPTH_LIMITED = {
    "Engine with a clock": lambda state: Engine().search(state, seconds=5),
    "Engine with a depth": lambda state: Engine().search(state, 3),
    "minimax": lambda state: minimax(state, 3),
    "alphabeta": lambda state: alphabeta(state, 3),
}


@pytest.mark.parametrize("tool", DEPTH_LIMITED.values(), ids=DEPTH_LIMITED)
def test_utilities_that_cannot_be_compared_with_an_unfinished_game_are_named(tool):
    assert minimax(Texts(2)) == "won"
    with pytest.raises(GameFault, match=r"utility\(\) of Texts returned 'won' .* an unfinished game counts 0"):
        tool(Texts())


def test_an_evaluation_that_cannot_be_compared_with_the_utilities_is_named():
    with pytest.raises(GameFault, match=r"utility\(\) of Texts returned 'won' .* the evaluation count returned 2"):
        minimax(Texts(), 2, count)


def count(state):
    return 2
