"""What the nodes are worth: values, bounds, decisions and best play."""

from decimal import Context
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minimax_lab.game import MAX, MIN
from minimax_lab.games import TicTacToe, random_tree, tree
from minimax_lab.search import alphabeta, alphabeta_decision, minimax, minimax_decision
from minimax_lab.trace import trace
from minimax_lab.trace.words import value_text
from tests.strategies import quick
from tests.trace.searches import TEXTBOOK
from tests.trace.searches.complete import COMPLETE
from tests.trace.searches.pruning import fail_hard

ALL_PATHS = {path for path, _ in TEXTBOOK.walk()}


@pytest.mark.parametrize("name", COMPLETE)
def test_a_complete_search_is_seen_at_every_node(name):
    seen = trace(COMPLETE[name], TEXTBOOK)
    assert {node.path for node in seen.nodes} == ALL_PATHS
    assert seen.pruned == []
    in_order = sorted if name == "pool of threads" else list  # which thread comes first is up to the machine
    assert in_order(leaf.value for leaf in seen.leaves) == in_order(TEXTBOOK.leaves())
    assert seen.line == ("a1", "b1")
    assert (seen.at(("a2",)).value, seen.at(("a2",)).bound) == (2, "")


def test_children_that_are_only_evaluated_are_leaves():
    def evaluate(state):
        return sum(state.leaves())

    def greedy(state):
        return max(state.get_legal_moves(), key=lambda move: evaluate(state.forecast_move(move)))

    seen = trace(greedy, TEXTBOOK)
    assert [(leaf.path, leaf.value) for leaf in seen.leaves] == [(("a1",), 23), (("a2",), 12), (("a3",), 21)]
    assert seen.line == ("a1",)


def test_of_children_that_are_evaluated_twice_the_last_value_counts():
    def evaluate(state, roughly):
        return 0 if roughly else sum(state.leaves())

    def greedy(state):
        children = {move: state.forecast_move(move) for move in state.get_legal_moves()}
        in_order = sorted(children, key=lambda move: evaluate(children[move], True))
        return max(in_order, key=lambda move: evaluate(children[move], False))

    seen = trace(greedy, TEXTBOOK)
    assert [(leaf.path, leaf.value) for leaf in seen.leaves] == [(("a1",), 23), (("a2",), 12), (("a3",), 21)]


@pytest.mark.parametrize("mixed_up", [min, lambda values: max(values) + 1, lambda values: sum(values)])
def test_a_search_that_has_no_window_and_leaves_nothing_out_returns_values_and_no_bounds(mixed_up):
    def search(state):
        moves = state.get_legal_moves()
        return mixed_up([search(state.forecast_move(move)) for move in moves]) if moves else state.utility()

    seen = trace(search, TEXTBOOK)
    assert not any(node.bound for node in seen.nodes)
    assert not any("bound" in seen.story(step) for step in range(len(seen.steps)))


def test_iterative_deepening_visits_nodes_again():
    def deepen(state):
        for depth in (1, 2):
            value = minimax(state, depth)
        return value

    seen = trace(deepen, TEXTBOOK)
    assert seen.value == 3
    assert seen.at(("a1",)).visits == 2
    assert seen.at(("a1", "b1")).visits == 1
    assert [leaf.path for leaf in seen.leaves[:3]] == [("a1",), ("a2",), ("a3",)]
    assert seen.line == ("a1", "b1")


def test_values_that_are_meant_as_max_s_are_shown_as_they_are_returned_also_if_their_sign_is_wrong():
    def search(state):
        return -state.utility()

    assert trace(search, tree(2), for_max=True).root.value == -2
    assert trace(search, tree(2)).root.value == 2  # it was MIN who said so


def test_a_class_with_only_the_two_methods_is_traced():
    class Countdown:
        def __init__(self, left=4):
            self.left = left

        def get_legal_moves(self):
            return [take for take in (1, 2) if take <= self.left]

        def forecast_move(self, take):
            return Countdown(self.left - take)

    seen = trace(minimax, Countdown())
    assert seen.value == minimax(Countdown()) == 1
    assert seen.root.player is MAX
    assert seen.at((1,)).player is MIN
    assert seen.at((1, 2, 1)).terminal
    assert seen.at((1, 2, 1)).value == 1
    assert isinstance(seen.root.state, Countdown)


def test_a_decision_is_followed_by_the_line_of_its_move():
    seen = trace(minimax_decision, TicTacToe("XX. OO. ..."))
    assert seen.value == 2
    assert seen.line == (2,)
    assert trace(alphabeta_decision, TEXTBOOK).line == ("a1", "b1")


def pick_by_negamax(state):
    return max(state.get_legal_moves(), key=lambda move: -negamax_of_the_mover(state.forecast_move(move)))


def negamax_of_the_mover(state):
    moves = state.get_legal_moves()
    if not moves:
        return state.utility() if state.active_player is MAX else -state.utility()
    return max(-negamax_of_the_mover(state.forecast_move(move)) for move in moves)


@pytest.mark.parametrize("decide", [minimax_decision, alphabeta_decision])
@given(st.integers(0, 10**6))
@quick
def test_a_move_that_is_a_number_is_not_taken_for_a_value(decide, seed):
    game = random_tree(3, (1, 4), seed, values=range(-1, 4), stop=0.1)
    if not game.get_legal_moves():
        return
    seen = trace(decide, game)
    move = decide(game)
    assert seen.value == seen.line[0] == move
    assert seen.root.bound == ""
    known = [node for node in seen.nodes if node.path and not node.bound]
    assert {node.path: node.value for node in known} == {node.path: minimax(node.state) for node in known}
    at_the_end = game
    for step in seen.line:
        at_the_end = at_the_end.forecast_move(step)
    assert at_the_end.utility() == minimax(game)


def test_below_a_decision_values_of_the_mover_are_seen_as_such():
    seen = trace(pick_by_negamax, tree([[1, 5], [0, 3], [2, 2]]))
    assert seen.value == 2
    assert seen.line == (2, 0)
    assert [seen.at((move,)).value for move in range(3)] == [1, 0, 2]


def worth(state):
    """What the position is worth to the player to move, by another function than those below it."""
    return max(-negamax_of_the_mover(state.forecast_move(move)) for move in state.get_legal_moves())


@pytest.mark.parametrize(("game", "value"), [(tree([-2, 1, 0], MIN), 2), (tree([0, 1, 0], MAX), 1)], ids=["MIN", "MAX"])
def test_a_value_that_happens_to_be_the_number_of_a_move_is_not_taken_for_the_move(game, value):
    seen = trace(worth, game)
    assert seen.value == value in game.get_legal_moves()
    assert seen.root.value == minimax(game)
    assert minimax(game.at(seen.line)) == minimax(game)
    assert seen.notes == []


def test_where_a_return_may_be_a_move_or_a_value_the_trace_says_so():
    seen = trace(worth, tree([1, 1]))
    assert (seen.root.value, seen.line) == (1, (0,))
    assert seen.notes == ["The search returned 1: a move or a value? It is taken for a value."]


@quick
@given(st.integers(0, 10**6), st.integers(1, 4), st.integers(1, 3))
def test_the_trace_of_alphabeta_agrees_with_minimax_wherever_it_claims_to_know(seed, depth, branching):
    game = random_tree(depth, (1, branching + 1), seed, values=range(6), stop=0.1)
    seen = trace(alphabeta, game)
    for node in seen.nodes:
        true = minimax(node.state)
        assert {"": true == node.value, "≥": true >= node.value, "≤": true <= node.value}[node.bound]
    searched = {node.path for node in seen.nodes}
    below = {path for path, _ in game.walk() if any(path[: len(cut)] == cut for cut in seen.pruned)}
    assert searched | below == {path for path, _ in game.walk()}
    assert not searched & below
    assert minimax(game.at(seen.line)) == seen.value
    assert all(cut.evidence is not None for cut in seen.cutoffs)


def test_best_play_does_not_follow_a_bound_if_another_move_is_known_to_be_worth_as_much():
    game = tree([[1, 5], [4, 3]])
    seen = trace(fail_hard, game, alpha=3)
    first, second = seen.children(seen.root)
    assert [(node.value, node.bound) for node in (seen.root, first, second)] == [(3, ""), (3, "≤"), (3, "")]
    assert seen.line == (1, 1)
    assert game.at(seen.line).utility() == minimax(game) > minimax(first.state)


def test_however_many_games_are_drawn_the_decided_ones_say_whose_view_it_is():
    """Zero is zero for both players, and the value of the root would do for MAX's view, too."""
    utilities = [0] * 100 + [1, -1]
    seen = trace(negamax_of_the_mover, tree(utilities))
    assert [leaf.value for leaf in seen.leaves] == utilities
    assert seen.notes == []


def test_a_finished_game_that_a_search_takes_for_a_draw_says_nothing_of_whose_view_it_is():
    """The other two leaves say that it is the mover's: MAX's view of the inner node would do as well."""

    def negamax(state):
        if moves := state.get_legal_moves():
            return max(-negamax(state.forecast_move(move)) for move in moves)
        value = 0 if state.utility() == 5 else state.utility()
        return value if state.active_player is MAX else -value

    seen = trace(negamax, tree([1, -1, 5]))
    assert [node.value for node in seen.nodes] == [1, 1, -1, 0]
    assert seen.notes == []


def test_at_least_three_and_at_most_three_are_three():
    """MTD(f) asks for a bound again and again, until there is nothing between two of them."""

    def mtd(state, guess):
        low, high = -inf, inf
        while low < high:
            beta = guess + 1 if guess == low else guess
            guess = alphabeta(state, alpha=beta - 1, beta=beta)
            low, high = (low, guess) if guess < beta else (guess, high)
        return guess

    game = tree([[3, 5], [2, 9]])
    for guess in 2, 8:
        *_, one, two, last = (step for step in trace(mtd, game, guess).steps if step.kind == "return" and not step.path)
        assert {(one.value, one.bound), (two.value, two.bound)} == {(3, "≥"), (3, "≤")}
        assert (last.value, last.bound) == (minimax(game), "")


def test_a_function_around_negamax_that_turns_its_value_into_max_s_is_taken_at_its_word():
    def negamax(state):
        if moves := state.get_legal_moves():
            return max(-negamax(state.forecast_move(move)) for move in moves)
        return state.utility() if state.active_player is MAX else -state.utility()

    def value(state):
        return negamax(state) if state.active_player is MAX else -negamax(state)

    for player in MAX, MIN:
        game = tree([[3, 5], [2, 9]], player)
        assert trace(value, game).steps[-1].value == minimax(game)


def test_children_that_were_evaluated_but_do_not_explain_the_value_are_not_leaves_of_the_search():
    def evaluate(state):
        return state.utility() if state.is_terminal() else 50

    def one_ply(state):
        return max(evaluate(state.forecast_move(move)) for move in state.get_legal_moves())

    def for_nothing(state):
        sorted(evaluate(state.forecast_move(move)) for move in state.get_legal_moves())
        return 50

    assert [node.value for node in trace(one_ply, tree([3, 12])).nodes] == [12, 3, 12]
    seen = trace(for_nothing, tree([3, 12]))
    assert [node.value for node in seen.nodes] == [50]
    assert seen.notes == ["2 states below the root were looked at, but what they are worth could not be seen."]


def test_a_number_is_written_with_three_digits_that_count_and_whole_from_a_thousand_on():
    three_digits = Context(prec=3)
    for number in (1 / 3, -2 / 3, 0.05678, 12.345, 999.4, -0.0012345, 1 / 7, 98.76, 2.5):
        text = value_text(number).replace("−", "-")
        assert float(text) == float(three_digits.create_decimal_from_float(number))
    for number in (1234.4, -56789.2, 999_999.0):
        assert value_text(number).replace("−", "-") == str(round(number))
