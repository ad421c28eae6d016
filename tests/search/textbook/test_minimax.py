"""The textbook searches agree with each other, with brute force, and with their contracts."""

import copy
import inspect
import pickle
import zlib
from fractions import Fraction
from math import ceil, floor

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import minimax_lab.search
from minimax_lab.game import MAX, MIN, GameState
from minimax_lab.games import ConnectFour, Isolation, TicTacToe, figure, tree
from minimax_lab.search import (
    SearchTooDeep,
    alphabeta,
    alphabeta_decision,
    inf,
    look_at_all,
    look_until_closed,
    max_value,
    min_value,
    minimax,
    minimax_decision,
    minimax_fold,
    negamax,
)
from tests.strategies import (
    brief,
    few_numbers,
    few_pairs,
    nested_of,
    nested_trees,
    nested_trees_of_numbers,
    players,
    quick,
    thorough,
    trees_and_windows,
    uniform,
)


def value_by_pair(state, depth=None, evaluate=None):
    """MAX's value from the pair of functions: the one that fits the player who moves first."""
    search = max_value if getattr(state, "active_player", MAX) is MAX else min_value
    return search(state, depth, evaluate)


def fold_of_all(state, depth=None, evaluate=None):
    return minimax_fold(state, depth, evaluate, look_at_all)


def fold_until_closed(state, depth=None, evaluate=None):
    return minimax_fold(state, depth, evaluate, look_until_closed)


def alphabeta_by_name(state, depth=None, evaluate=None):
    return alphabeta(state, depth, evaluate=evaluate)


SEARCHES = [minimax, value_by_pair, negamax, alphabeta_by_name, fold_of_all, fold_until_closed]
DECISIONS = [minimax_decision, alphabeta_decision]
every_search = pytest.mark.parametrize("search", SEARCHES)
every_decision = pytest.mark.parametrize("decide", DECISIONS)
OFFERED = [minimax, max_value, min_value, minimax_decision, negamax, alphabeta, alphabeta_decision, minimax_fold]
every_function = pytest.mark.parametrize("function", OFFERED, ids=lambda function: function.__name__)


# --- oracles: brute force over nested lists, which knows nothing of states ----------------------------------------


def children_of(nested):
    return nested if isinstance(nested, list) else [*nested.values()] if isinstance(nested, dict) else None


def brute_force(nested, player, depth=None, estimate=lambda nested: 0):
    """The value to MAX; at the depth limit `estimate` judges what is left."""
    children = children_of(nested)
    if children is None:
        return nested
    if depth == 0:
        return estimate(nested)
    less = None if depth is None else depth - 1
    values = [brute_force(child, player.opponent, less, estimate) for child in children]
    return sorted(values)[-1 if player is MAX else 0]


def all_leaves(nested):
    children = children_of(nested)
    return [nested] if children is None else [leaf for child in children for leaf in all_leaves(child)]


def first_best(nested, player, depth=None, estimate=lambda nested: 0):
    """The name of the first branch that is worth as much as the whole."""
    less = None if depth is None else depth - 1
    best = brute_force(nested, player, depth, estimate)
    branches = nested.items() if isinstance(nested, dict) else enumerate(nested)
    return next(move for move, child in branches if brute_force(child, player.opponent, less, estimate) == best)


class Bare:
    """A class with the two methods and nothing else, around a nested list; whoever cannot move has lost."""

    def __init__(self, nested):
        self.nested = nested

    def get_legal_moves(self):
        return [*range(len(self.nested))]

    def forecast_move(self, move):
        return Bare(self.nested[move])


class Watched(GameState):
    """A state that keeps a diary: the other state it stands for, and every state that was reached from the root."""

    def __init__(self, state, diary=None):
        self.state, self.diary = state, [] if diary is None else diary
        self.active_player, self.graded = state.active_player, state.graded
        self.diary.append(state)

    def get_legal_moves(self):
        return self.state.get_legal_moves()

    def forecast_move(self, move):
        return Watched(self.state.forecast_move(move), self.diary)

    def utility(self):
        return self.state.utility()


def visited(search, state, *args, **kwargs):
    """The states that `search` looks at, in order."""
    root = Watched(state)
    search(root, *args, **kwargs)
    return root.diary


def leaves_visited(search, state, *args, **kwargs):
    return [state for state in visited(search, state, *args, **kwargs) if state.is_terminal()]


# --- agreement ----------------------------------------------------------------------------------------------------


@thorough
@given(nested_trees, players)
def test_all_searches_agree_with_brute_force(nested, player):
    truth = brute_force(nested, player)
    for search in SEARCHES:
        assert search(tree(nested, player)) == truth, search.__name__


@quick
@given(nested_of(few_numbers), players)
def test_max_value_and_min_value_give_the_value_to_the_player_who_searches(nested, player):
    """Each function says who is searching: for max_value the player to move, for min_value the other one."""
    truth = brute_force(nested, player)
    to_the_mover = truth if player is MAX else -truth
    assert max_value(tree(nested, player)) == to_the_mover
    assert min_value(tree(nested, player)) == -to_the_mover


@quick
@given(nested_of(few_pairs), players)
def test_the_value_to_the_other_player_of_what_has_no_minus_turns_back_with_a_minus(nested, player):
    other_search = min_value if player is MAX else max_value
    assert -other_search(tree(nested, player)) == brute_force(nested, player)


@thorough
@given(nested_trees_of_numbers, players, st.integers(0, 5))
def test_all_searches_agree_with_brute_force_at_every_depth(nested, player, depth):
    def count_leaves(state):
        return len(state.leaves())

    truth = brute_force(nested, player, depth, estimate=lambda nested: len(all_leaves(nested)))
    for search in SEARCHES:
        assert search(tree(nested, player), depth, count_leaves) == truth, search.__name__


@quick
@given(nested_of(few_pairs), players, st.integers(0, 5))
def test_an_evaluation_may_be_a_tuple(nested, player, depth):
    def pair(leaves):
        return min(first for first, _ in leaves), len(leaves)

    truth = brute_force(nested, player, depth, lambda nested: pair(all_leaves(nested)))
    for search in SEARCHES:
        assert search(tree(nested, player), depth, lambda state: pair(state.leaves())) == truth, search.__name__


@quick
@given(nested_of(few_numbers), players, st.integers(0, 4))
def test_without_an_evaluation_an_open_position_counts_zero(nested, player, depth):
    truth = brute_force(nested, player, depth)
    for search in SEARCHES:
        assert search(tree(nested, player), depth) == truth, search.__name__


@every_search
def test_a_depth_beyond_the_end_searches_to_the_end(search):
    assert search(figure("textbook"), 2) == search(figure("textbook"), 50) == 3
    assert search(Isolation(), 6) == search(Isolation(), 99) == search(Isolation()) == 1


@every_search
def test_odd_and_even_depths_stop_at_the_right_ply(search):
    line = tree([[[[[100]]]]])
    seen = []

    def evaluate(state):
        seen.append(state.height)
        return -state.height

    for depth, left in enumerate([5, 4, 3, 2, 1]):
        assert search(line, depth, evaluate) == -left
    assert seen == [5, 4, 3, 2, 1]
    assert search(line, 5, evaluate) == 100
    assert len(seen) == 5


@every_search
def test_a_single_leaf_is_worth_what_it_says(search):
    for leaf in 7, -0.5, "x", (1, 2), Fraction(1, 3), False:
        for player in MAX, MIN:
            assert search(tree(leaf, player)) == leaf
            assert search(tree(leaf, player), 0, lambda state: 99) == leaf


@every_search
def test_infinite_leaves_are_ordinary_values(search):
    top = float("inf")
    assert search(tree([[top, 3], [top, top], [-top, 5]])) == top
    assert search(tree([[-top, 3], [-top], [7, -top]])) == -top
    assert search(tree([[top, 3], [2, -top]])) == 3


# --- alpha-beta ---------------------------------------------------------------------------------------------------


def check_fail_soft(value, truth, alpha, beta):
    if value <= alpha:
        assert truth <= value
    elif value >= beta:
        assert truth >= value
    else:
        assert value == truth


@thorough
@given(trees_and_windows(), players)
def test_alphabeta_with_any_window_returns_the_value_or_a_bound_on_the_right_side(tree_and_window, player):
    nested, alpha, beta = tree_and_window
    truth = brute_force(nested, player)
    state = tree(nested, player)
    for low, high in (alpha, beta), (-inf, beta), (alpha, inf), (-inf, inf):
        check_fail_soft(alphabeta(state, None, low, high), truth, low, high)
        check_fail_soft(alphabeta(state, alpha=low, beta=high), truth, low, high)
        check_fail_soft(minimax_fold(state, fold=look_until_closed, window=(low, high)), truth, low, high)


@quick
@given(nested_of(few_numbers), players, st.integers(-3, 2), st.integers(1, 3), st.integers(0, 4))
def test_alphabeta_with_a_window_and_a_depth_keeps_the_same_contract(nested, player, alpha, width, depth):
    def estimate(state):
        return len(state.leaves()) % 5 - 2

    truth = brute_force(nested, player, depth, lambda nested: len(all_leaves(nested)) % 5 - 2)
    value = alphabeta(tree(nested, player), depth, alpha, alpha + width, estimate)
    check_fail_soft(value, truth, alpha, alpha + width)


def test_alphabeta_is_fail_soft_and_not_fail_hard():
    assert alphabeta(tree([[3, 12], [20, 30]]), None, 50, 60) == 20
    assert alphabeta(tree([[3, 12], [20, 30]]), None, -5, 1) == 3
    assert alphabeta(tree([3, 12], MIN), None, 7, 9) == 3


def test_alphabeta_does_not_look_at_the_two_leaves_of_the_textbook():
    looked = [leaf.value for leaf in leaves_visited(alphabeta, figure("textbook"))]
    assert looked == [3, 12, 8, 2, 14, 5, 2]
    assert [leaf.value for leaf in leaves_visited(minimax, figure("textbook"))] == [3, 12, 8, 2, 4, 6, 14, 5, 2]


def test_alphabeta_cuts_off_below_a_min_root_and_on_equality():
    assert [leaf.value for leaf in leaves_visited(alphabeta, tree([[3, 1], [5, 9, 0]], MIN))] == [3, 1, 5]
    assert [leaf.value for leaf in leaves_visited(alphabeta, tree([[3, 4], [3, 0]]))] == [3, 4, 3]
    assert [leaf.value for leaf in leaves_visited(alphabeta, tree([[3, 1], [3, 9]], MIN))] == [3, 1, 3]


def test_alphabeta_cuts_off_deep_below_the_node_that_set_the_bound():
    # The root is sure of 5. Three plies further down, the leaf 4 is enough: nobody looks at 77, nor at 88.
    looked = [leaf.value for leaf in leaves_visited(alphabeta, tree([5, [[[4, 77], 3], 88]]))]
    assert looked == [5, 4, 3]


@quick
@given(nested_trees, players)
def test_alphabeta_looks_at_each_node_at_most_once_in_the_order_of_minimax(nested, player):
    state = tree(nested, player)
    every, some = visited(minimax, state), visited(alphabeta, state)
    assert len(every) == state.size
    assert all(one is other for one, (_, other) in zip(every, state.walk(), strict=True))
    remaining = iter(every)
    assert all(any(node is one for one in remaining) for node in some)


@quick
@given(nested_trees, players)
def test_the_pruning_fold_looks_at_the_same_nodes_as_alphabeta_and_the_other_fold_at_all(nested, player):
    state = tree(nested, player)
    assert [id(node) for node in visited(fold_until_closed, state)] == [id(node) for node in visited(alphabeta, state)]
    assert len(visited(fold_of_all, state)) == state.size


def best_first(nested, player):
    """The same tree with the best move first at every node."""
    if children_of(nested) is None:
        return nested
    ordered = sorted(children_of(nested), key=lambda child: brute_force(child, player.opponent), reverse=player is MAX)
    return [best_first(child, player.opponent) for child in ordered]


SIZES = [(1, 4), (2, 1), (2, 2), (2, 5), (2, 6), (3, 1), (3, 3), (3, 4), (4, 3), (5, 2), (7, 2)]


@pytest.mark.parametrize(("branching", "depth"), SIZES)
@pytest.mark.parametrize("player", [MAX, MIN])
def test_on_a_perfectly_ordered_uniform_tree_alphabeta_looks_at_the_fewest_leaves_there_can_be(
    branching, depth, player
):
    fewest = branching ** ceil(depth / 2) + branching ** floor(depth / 2) - 1

    for leaves in few_numbers, st.integers(), few_pairs:

        @brief
        @given(uniform(depth, branching, leaves))
        def check(nested):
            state = tree(best_first(nested, player), player)
            assert len(leaves_visited(alphabeta, state)) == fewest
            assert len(leaves_visited(fold_until_closed, state)) == fewest

        check()


@quick
@given(uniform(4, 2, st.integers()), players)
def test_no_order_lets_alphabeta_look_at_fewer_leaves(nested, player):
    assert 2**2 + 2**2 - 1 <= len(leaves_visited(alphabeta, tree(nested, player))) <= 2**4


def test_alphabeta_looks_at_18297_nodes_of_tic_tac_toe():
    assert len(visited(alphabeta, TicTacToe())) == 18_297


def test_alphabeta_looks_at_12574_nodes_of_connect_four_eight_plies_deep():
    assert len(visited(alphabeta, ConnectFour(), 8)) == 12_574


def test_alphabeta_looks_at_12574_nodes_of_connect_four_also_with_an_evaluation_that_is_always_zero():
    assert len(visited(alphabeta, ConnectFour(), 8, evaluate=lambda state: 0)) == 12_574


def test_minimax_looks_at_all_225_nodes_of_mini_isolation():
    assert len(visited(minimax, Isolation())) == 225


X_IS_LOST = TicTacToe("O.O ..X OXX")  # X is to move, O threatens three lines at once


# --- decisions ----------------------------------------------------------------------------------------------------


@thorough
@given(nested_of(few_numbers) | nested_trees, players)
def test_a_decision_is_the_first_best_move_for_either_player(nested, player):
    if children_of(nested) is None:
        nested = [nested]
    best = first_best(nested, player)
    for decide in DECISIONS:
        assert decide(tree(nested, player)) == best, decide.__name__


@quick
@given(nested_of(few_pairs), players)
def test_a_decision_is_the_first_best_move_also_where_values_have_no_minus(nested, player):
    if children_of(nested) is None:
        nested = [nested]
    best = first_best(nested, player)
    for decide in DECISIONS:
        assert decide(tree(nested, player)) == best, decide.__name__


@thorough
@given(nested_of(few_numbers), players, st.integers(1, 5))
def test_a_decision_at_a_depth_limit_is_the_first_best_move_of_that_depth(nested, player, depth):
    if children_of(nested) is None:
        nested = [nested]
    best = first_best(nested, player, depth, lambda nested: len(all_leaves(nested)) % 3 - 1)
    for decide in DECISIONS:
        assert decide(tree(nested, player), depth, lambda state: len(state.leaves()) % 3 - 1) == best, decide.__name__


@every_decision
def test_min_decides_for_what_is_least_for_max(decide):
    assert decide(tree([3, 12, 2, 8, 2], MIN)) == 2
    assert decide(tree({"a": [9, 1], "b": [5, 6], "c": [7, 2]}, MIN)) == "b"
    assert decide(tree([3, 12, 2, 12])) == 1


@every_decision
def test_the_first_move_is_chosen_when_all_lose(decide):
    loses = float("-inf")
    assert decide(tree([loses, loses])) == 0
    assert decide(tree([-loses, -loses], MIN)) == 0
    assert decide(X_IS_LOST) == decide(X_IS_LOST, 2, lambda state: 0) == 1


@every_decision
def test_a_decision_about_a_finished_game_is_refused(decide):
    for over in tree(3), TicTacToe("XXX OO. ..."), Bare([]):
        with pytest.raises(ValueError, match="the game is over"):
            decide(over)


# --- a finished game outranks any evaluation ----------------------------------------------------------------------


def arbitrary(state):
    """An evaluation without rhyme or reason, the same every time, of any size and sign."""
    return (zlib.crc32(str(state).encode()) - 2**31) * 10**6


def ranked(state, depth, evaluate):
    """Brute force with a pair for a value: first who has won (if any), then the evaluation."""
    moves = state.get_legal_moves()
    if not moves:
        return state.utility(), 0
    if depth == 0:
        return 0, evaluate(state)
    values = [ranked(state.forecast_move(move), depth - 1, evaluate) for move in moves]
    return max(values) if state.active_player is MAX else min(values)


def rank(value):
    return (1, 0) if value == inf else (-1, 0) if value == -inf else (0, value)


@quick
@given(st.lists(st.integers(0, 8), max_size=7), st.integers(0, 4))
def test_at_any_depth_a_win_or_a_loss_in_tic_tac_toe_counts_more_than_any_evaluation(choices, depth):
    state = TicTacToe()
    for choice in choices:
        moves = state.get_legal_moves()
        state = state.forecast_move(moves[choice % len(moves)]) if moves else state
    truth = ranked(state, depth, arbitrary)
    for search in SEARCHES:
        assert rank(search(state, depth, arbitrary)) == truth, search.__name__
    if depth and not state.is_terminal():
        values = [ranked(state.forecast_move(move), depth - 1, arbitrary) for move in state.get_legal_moves()]
        for decide in DECISIONS:
            assert decide(state, depth, arbitrary) == state.get_legal_moves()[values.index(truth)]


@quick
@given(st.integers(1, 4), st.integers(1, 3), st.integers(0, 6), st.lists(st.integers(0, 20), max_size=4))
def test_at_any_depth_a_win_or_a_loss_in_isolation_counts_more_than_any_evaluation(width, height, depth, choices):
    state = Isolation(width, height)
    for choice in choices:
        moves = state.get_legal_moves()
        state = state.forecast_move(moves[choice % len(moves)]) if moves else state
    depth = min(depth, 3)
    truth = ranked(state, depth, arbitrary)
    for search in SEARCHES:
        assert rank(search(state, depth, arbitrary)) == truth, search.__name__


@every_search
@pytest.mark.parametrize("judgement", [10**9, -(10**9), 1e300])
def test_no_evaluation_hides_a_win_or_a_loss_within_the_depth(search, judgement):
    def evaluate(state):
        return judgement

    x_wins, o_wins = TicTacToe("XX. OO. ..."), TicTacToe("XX. OO. X..")
    assert search(x_wins, 1, evaluate) == inf
    assert search(o_wins, 1, evaluate) == -inf
    assert search(TicTacToe("XX. O.. O.."), 1, evaluate) == inf
    assert search(X_IS_LOST, 2, evaluate) == -inf
    assert search(X_IS_LOST, 1, evaluate) == judgement  # not seen yet


@every_decision
@pytest.mark.parametrize("judgement", [10**9, -(10**9)])
def test_a_win_is_chosen_whatever_the_evaluation_says(decide, judgement):
    assert decide(TicTacToe("XX. OO. ..."), 2, lambda state: judgement) == 2
    assert decide(TicTacToe("XX. OO. X.."), 2, lambda state: judgement) == 5


@every_decision
def test_a_loss_is_avoided_whatever_the_evaluation_says(decide):
    must_block = TicTacToe("X.. OO. ..X")
    assert decide(must_block, 2, lambda state: -(10**9)) == 5
    assert decide(must_block, 2, lambda state: 10**9) == 5


@every_search
def test_a_draw_counts_zero_beside_an_evaluation(search):
    almost_full = TicTacToe("XOX XOO OX.")
    assert search(almost_full, 3, lambda state: 10**9) == 0


@every_search
def test_the_evaluation_is_not_asked_about_a_finished_game(search):
    asked = []

    def evaluate(state):
        asked.append(state)
        return 0

    search(TicTacToe("X.. OO. ..X"), 2, evaluate)  # O wins unless X takes the cell 5
    search(Isolation(), 3, evaluate)
    assert {type(state) for state in asked} == {TicTacToe, Isolation}
    assert not any(state.is_terminal() for state in asked)
    asked.clear()
    search(Isolation(), 99, evaluate)
    search(TicTacToe("XXX OO. ..."), 0, evaluate)
    assert not asked


@every_search
def test_an_evaluation_in_tuples_goes_together_with_wins_and_losses(search):
    def evaluate(state):
        return len(state.get_legal_moves()), 0

    assert search(TicTacToe("XX. OO. ..."), 2, evaluate) == inf
    assert search(TicTacToe("XX. OO. X.."), 2, evaluate) == -inf
    assert search(TicTacToe("X.. OO. ..X"), 2, evaluate) == (3, 0)
    assert search(TicTacToe(), 2, evaluate) == (7, 0)


@thorough
@given(st.lists(st.integers(0, 8), min_size=3, max_size=5), st.integers(1, 3))
def test_a_decision_by_tuples_goes_together_with_wins_and_losses(choices, depth):
    """Five moves and three plies do not fill the board, so no draw, which is a number, meets a tuple."""
    state = TicTacToe()
    for choice in choices:
        moves = state.get_legal_moves()
        state = state.forecast_move(moves[choice % len(moves)])
    assume(not state.is_terminal())
    by_numbers = minimax_decision(state, depth, arbitrary)
    for decide in DECISIONS:
        assert decide(state, depth, lambda state: (arbitrary(state), 0)) == by_numbers, decide.__name__


@every_search
def test_a_utility_that_is_no_number_is_on_the_scale_of_the_evaluation(search):
    class InPairs(GameState):
        def __init__(self, name="start"):
            self.name, self.active_player = name, MAX if name == "start" else MIN

        def get_legal_moves(self):
            return {"start": ["end", "open"], "open": ["on"]}.get(self.name, [])

        def forecast_move(self, move):
            return InPairs(move)

        def utility(self):
            return (3, 4)

    assert search(InPairs(), 1, lambda state: (3, 5)) == (3, 5)
    assert search(InPairs(), 1, lambda state: (3, 3)) == (3, 4)


@every_search
@pytest.mark.parametrize("utility", [1, 0.5, True, Fraction(1, 2)])
def test_a_win_outranks_an_evaluation_whatever_number_it_is_written_as(search, utility):
    class OneMove(GameState):
        def __init__(self, name="start"):
            self.name, self.active_player = name, MAX if name == "start" else MIN

        def get_legal_moves(self):
            return {"start": ["win", "open"], "open": ["on"]}.get(self.name, [])

        def forecast_move(self, move):
            return OneMove(move)

        def utility(self):
            return utility

    assert search(OneMove(), 1, lambda state: 100) == inf


# --- classes with the two methods and nothing else -----------------------------------------------------------------

only_lists = st.recursive(st.just([]), lambda inner: st.lists(inner, max_size=3), max_leaves=20)


def who_cannot_move_loses(nested, player):
    if not nested:
        return -1 if player is MAX else +1
    values = [who_cannot_move_loses(child, player.opponent) for child in nested]
    return max(values) if player is MAX else min(values)


@thorough
@given(only_lists)
def test_a_class_with_only_the_two_methods_is_searched_like_any_game(nested):
    truth = who_cannot_move_loses(nested, MAX)
    for search in minimax, max_value, negamax, alphabeta, fold_of_all, fold_until_closed:
        assert search(Bare(nested)) == truth, search.__name__
    assert min_value(Bare(nested)) == -truth
    if nested:
        first = next(i for i, child in enumerate(nested) if who_cannot_move_loses(child, MIN) == truth)
        for decide in DECISIONS:
            assert decide(Bare(nested)) == first


class BareIsolation:
    """Mini-isolation as a student would write it."""

    def __init__(self, open_cells=((0, 0), (1, 0), (2, 0), (0, 1), (1, 1)), here=None, there=None):
        self.open_cells, self.here, self.there = set(open_cells), here, there

    def get_legal_moves(self):
        if self.here is None:
            return sorted(self.open_cells, key=lambda cell: (cell[1], cell[0]))
        x, y = self.here
        moves = []
        for step in [(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b]:
            cell = (x + step[0], y + step[1])
            while cell in self.open_cells:
                moves.append(cell)
                cell = (cell[0] + step[0], cell[1] + step[1])
        return moves

    def forecast_move(self, move):
        return BareIsolation(self.open_cells - {move}, self.there, move)


def test_mini_isolation_written_by_a_student_gives_the_known_results():
    for search in minimax, max_value, negamax, alphabeta, fold_of_all, fold_until_closed:
        assert search(BareIsolation()) == 1, search.__name__
    assert min_value(BareIsolation()) == -1
    for decide in DECISIONS:
        assert decide(BareIsolation()) == (0, 0)


@pytest.mark.parametrize("search", [minimax, max_value, negamax, alphabeta_by_name, fold_of_all, fold_until_closed])
def test_an_evaluation_is_given_the_very_state_that_the_class_made(search):
    def widest(state):
        assert type(state) is Bare
        return len(state.nested)

    assert search(Bare([[[], []], [[[]], [], []]]), 1, widest) == 3


class CountDown:
    """Take one or two of the rest; who plays says itself, and the end is where it says, not where moves run out."""

    def __init__(self, rest, player):
        self.rest, self.active_player = rest, player

    def get_legal_moves(self):
        return [1, 2]  # also at the end

    def forecast_move(self, move):
        return CountDown(self.rest - move, self.active_player.opponent)

    def is_terminal(self):
        return self.rest <= 0

    def utility(self):
        return 10 + self.rest if self.active_player is MAX else -10 - self.rest


def count_down(rest, player):
    if rest <= 0:
        return 10 + rest if player is MAX else -10 - rest
    values = [count_down(rest - taken, player.opponent) for taken in (1, 2)]
    return max(values) if player is MAX else min(values)


@pytest.mark.parametrize("player", [MAX, MIN])
@pytest.mark.parametrize("rest", range(7))
def test_a_class_may_have_its_own_end_of_game_utility_and_player(rest, player):
    for search in SEARCHES:
        assert search(CountDown(rest, player)) == count_down(rest, player), search.__name__


class SelfMade:
    """A game whose answers are put on each state when it is made, not defined by its class."""

    def __init__(self, rest, player):
        self.active_player = player
        self.get_legal_moves = lambda: [1, 2]
        self.forecast_move = lambda move: type(self)(rest - move, player.opponent)
        self.is_terminal = lambda: rest <= 0
        self.utility = lambda: 10 + rest if player is MAX else -10 - rest


class SelfMadeState(SelfMade, GameState):
    """The same below the base class."""


@every_search
@pytest.mark.parametrize("player", [MAX, MIN])
@pytest.mark.parametrize("game", [SelfMade, SelfMadeState])
def test_a_state_may_carry_its_answers_as_attributes(search, player, game):
    for rest in range(6):
        assert search(game(rest, player)) == count_down(rest, player)


class GradedCountDown(CountDown, GameState):
    """The same below the base class, with utilities that share a scale with the evaluation."""

    graded = True

    def forecast_move(self, move):
        return GradedCountDown(self.rest - move, self.active_player.opponent)


@every_search
def test_a_game_state_may_have_its_own_end_of_game_and_stays_graded(search):
    for rest in range(7):
        assert search(GradedCountDown(rest, MAX)) == count_down(rest, MAX)
    assert search(GradedCountDown(2, MIN), 2, lambda state: 0) == count_down(2, MIN)
    assert search(GradedCountDown(1, MIN), 1, lambda state: 11) == 9


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


# --- depths, and games without an end -----------------------------------------------------------------------------


class Endless:
    def get_legal_moves(self):
        return ["on"]

    def forecast_move(self, move):
        return Endless()


class EndlessState(GameState):
    active_player = MAX

    def get_legal_moves(self):
        return ["on"]

    def forecast_move(self, move):
        return EndlessState()


@every_function
@pytest.mark.parametrize("endless", [Endless, EndlessState])
def test_a_game_that_never_ends_is_told_so(function, endless):
    with pytest.raises(SearchTooDeep, match=f"{function.__name__} went deeper.*limit is .*depth") as caught:
        function(endless())
    assert isinstance(caught.value, RecursionError)
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__


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


# --- what the searches leave alone ----------------------------------------------------------------------------------


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
    assert len(source.splitlines()) <= 40


def test_the_bounds_are_beyond_every_value_and_are_infinity_among_numbers():
    for value in 10**400, -1.5, "z", (), (10**9,), Fraction(1, 3), b"", frozenset({1}):
        assert -inf < value < inf
        assert inf > value > -inf
        assert -inf <= value <= inf
        assert not value >= inf
        assert not value <= -inf
        assert not inf <= value
        assert not -inf >= value
    assert inf == float("inf")
    below_all = -inf
    assert below_all == float("-inf")
    assert -below_all == inf
    assert -inf < inf
    assert inf <= inf
    assert inf >= inf
    assert not inf < inf
    assert not inf > inf
    assert not -inf > -inf


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))])
def test_a_won_game_stays_won_when_its_value_is_copied_or_sent_to_another_process(copied):
    won, lost = copied(inf), copied(-inf)
    assert (won, lost) == (inf, -inf)
    assert -won == -inf
    assert -lost == inf
    assert lost < (1, 2) < won
    assert not won < (1, 2)
    assert not lost > "a"


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))])
def test_an_open_window_stays_open_when_it_is_copied_or_sent_to_another_process(copied):
    defaults = inspect.signature(alphabeta).parameters
    alpha, beta = copied(defaults["alpha"].default), copied(defaults["beta"].default)
    assert alpha < -inf < inf < beta
    assert beta > inf
    assert alphabeta(tree([[(1, 2), (0, 9)], [(1, 1)]]), None, alpha, beta) == (1, 1)
    assert len(visited(alphabeta, TicTacToe("XX. OO. ..."), 2, alpha, beta, lambda state: 0)) == len(
        visited(alphabeta, TicTacToe("XX. OO. ..."), 2, evaluate=lambda state: 0)
    )


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
