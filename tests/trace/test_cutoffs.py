"""What was never searched, and why that was safe."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minimax_lab.game import MAX, MIN
from minimax_lab.games import random_tree, tree
from minimax_lab.search import alphabeta, minimax
from minimax_lab.trace import trace
from tests.strategies import quick
from tests.trace.searches import TEXTBOOK
from tests.trace.searches.pruning import PRUNING, student_alphabeta

ALL_PATHS = {path for path, _ in TEXTBOOK.walk()}
PRUNED = [("a2", "c2"), ("a2", "c3")]


@pytest.mark.parametrize("name", PRUNING)
def test_a_pruning_search_is_seen_with_what_it_never_looked_at(name):
    seen = trace(PRUNING[name], TEXTBOOK)
    assert seen.value == 3
    assert seen.pruned == PRUNED
    assert {node.path for node in seen.nodes} == ALL_PATHS - set(PRUNED)
    assert [leaf.value for leaf in seen.leaves] == [3, 12, 8, 2, 14, 5, 2]
    assert seen.line == ("a1", "b1")
    assert (seen.at(("a2",)).value, seen.at(("a2",)).bound) == (2, "≤")
    assert seen.at(("a2",)).window == (3, math.inf)


@pytest.mark.parametrize("name", PRUNING)
def test_a_cutoff_names_the_move_that_made_it_safe(name):
    (cut,) = trace(PRUNING[name], TEXTBOOK).cutoffs
    assert (cut.path, cut.pruned, cut.value) == (("a2",), ("c2", "c3"), 2)
    assert (cut.evidence.path, cut.evidence.move, cut.evidence.value) == ((), "a1", 3)


def test_a_deep_cutoff_points_past_the_parent():
    deep = tree([[5, 6], [[[2, 9], [8, 7]], 9]])
    seen = trace(alphabeta, deep)
    cut = next(step for step in seen.cutoffs if step.path == (1, 0, 0))
    assert cut.evidence.path == ()
    assert (cut.evidence.move, cut.evidence.value) == (0, 5)


def test_a_cut_that_nothing_justifies_has_no_evidence():
    def hasty(state):
        moves = state.get_legal_moves()
        return hasty(state.forecast_move(moves[0])) if moves else state.utility()

    seen = trace(hasty, TEXTBOOK)
    assert [step.evidence for step in seen.cutoffs] == [None, None]
    assert "Nothing on the way here rules out" in seen.story(seen.steps.kinds().index("cutoff"))


def test_a_cut_by_the_window_of_the_call_says_so():
    seen = trace(alphabeta, tree([[1, 2], [7, 8], [9, 9]]), alpha=0, beta=5)
    cut = next(step for step in seen.cutoffs if step.path == ())
    assert (cut.evidence.value, cut.evidence.path) == (5, None)


def test_evaluating_children_to_order_the_moves_is_not_searching_them():
    def guess(state):
        return sum(state.leaves())

    def ordered(state, alpha=-math.inf, beta=math.inf):
        if state.is_leaf:
            return state.value
        maximizing = state.active_player is MAX
        moves = sorted(state.get_legal_moves(), key=lambda move: guess(state.forecast_move(move)), reverse=maximizing)
        for move in moves:
            value = ordered(state.forecast_move(move), alpha, beta)
            if maximizing:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if alpha >= beta:
                break
        return alpha if maximizing else beta

    seen = trace(ordered, TEXTBOOK)
    assert seen.value == 3
    assert seen.root.searched == ("a1", "a3", "a2")
    assert ("a3", "d1") in seen.pruned


@quick
@given(st.integers(0, 10**6))
def test_no_pruned_leaf_could_have_changed_the_answer(seed):
    game = random_tree(3, 3, seed, values=range(8))
    seen = trace(alphabeta, game)

    def with_other_leaf(nested, path, value):
        copy = list(nested)
        copy[path[0]] = value if len(path) == 1 else with_other_leaf(nested[path[0]], path[1:], value)
        return copy

    for cut in seen.pruned:
        for path, node in game.walk():
            if path[: len(cut)] == cut and node.is_leaf:
                for value in (-99, 99):
                    assert minimax(tree(with_other_leaf(game.to_nested(), path, value))) == seen.value


def test_the_cut_is_told_at_the_break():
    seen = trace(student_alphabeta, TEXTBOOK, 9, -math.inf, math.inf, True)
    (at,) = (i for i, kind in enumerate(seen.steps.kinds()) if kind == "cutoff")
    assert seen.sources[0].lines[seen.steps[at - 1].line].strip() == "break"
    assert seen.story(at) == (
        "Cut: ▼ MIN can already hold MAX to 2 here, but ▲ MAX is already sure of 3 by playing a1 at the root, "
        "and will not let the game come here. Not searched: c2, c3."
    )


def test_asking_for_a_pruned_node_says_that_it_was_pruned():
    with pytest.raises(KeyError, match="pruned"):
        trace(alphabeta, TEXTBOOK).at(("a2", "c2"))


@pytest.mark.parametrize(
    ("game", "move", "value"),
    [(tree([[3, 4], [5, 6], [2, 9]]), 1, 5), (tree([[5, 4], [3, 2], [6, 0]], player=MIN), 1, 3)],
)
def test_of_several_reasons_for_a_cut_the_strongest_is_named(game, move, value):
    cut = next(step for step in trace(alphabeta, game).cutoffs if step.path == (2,))
    assert (cut.evidence.move, cut.evidence.value) == (move, value)


@pytest.mark.parametrize("name", ["greek", "negamax with lo and hi"])
def test_a_cut_made_by_return_is_told_at_the_return(name):
    seen = trace(PRUNING[name], TEXTBOOK)
    (at,) = (i for i, kind in enumerate(seen.steps.kinds()) if kind == "cutoff")
    lines = seen.sources[seen.steps[at].source].lines
    assert [lines[seen.steps[i].line].strip() for i in (at - 2, at - 1)][1] == "return best"
    assert lines[seen.steps[at - 2].line].strip().startswith("if ")
    assert [seen.steps[i].kind for i in (at - 1, at, at + 1)] == ["line", "cutoff", "return"]


@pytest.mark.parametrize("names", ["alpha, beta", "α, β", "a, b", "lo, hi", "low, high", "lower, upper"])
def test_a_window_is_known_by_its_usual_names(names):
    defined = {}
    exec(
        f"def search(state, {names}):\n"
        f"    return max([search(child, {names}) for child in state.children.values()], default=0)",
        defined,
    )
    assert trace(defined["search"], TEXTBOOK, 1, 2).at(("a1",)).window == (1, 2)


def test_a_window_may_be_a_pair_and_is_always_that_of_max():
    def pair(state, window=(-math.inf, math.inf)):
        return state.utility() if state.is_leaf else max(pair(child, window) for child in state.children.values())

    assert trace(PRUNING["negamax with lo and hi"], TEXTBOOK).at(("a3", "d1")).window == (3, math.inf)
    assert trace(pair, TEXTBOOK, (1, 2)).at(("a1",)).window == (1, 2)


def test_a_cut_made_by_return_is_told_at_that_line_and_not_after_what_it_calls():
    def noted(value):
        return value + 0

    def search(state, alpha=-math.inf, beta=math.inf):
        if not state.get_legal_moves():
            return state.utility()
        best = -math.inf if state.active_player is MAX else math.inf
        for move in state.get_legal_moves():
            value = search(state.forecast_move(move), alpha, beta)
            if state.active_player is MAX:
                best = alpha = max(best, value)
            else:
                best = beta = min(best, value)
            if alpha >= beta:
                return noted(best)
        return best

    seen = trace(search, tree([[3, 12], [2, 4]]))
    cut = [*seen.steps.kinds()].index("cutoff")
    assert seen.story(cut - 1) == "return noted(best)"
    assert seen.story(cut + 1) == "return value + 0"


def test_the_reason_for_a_cut_is_never_a_value_of_an_earlier_and_shallower_round():
    def rounds(state):
        for depth in 1, 2:
            alpha = -math.inf
            for move in state.get_legal_moves():
                alpha = max(alpha, lowest(state.forecast_move(move), depth - 1, alpha))
        return alpha

    def lowest(state, depth, alpha):
        if depth == 0 and not state.is_terminal():
            return 100  # more than any leaf is worth
        value = state.utility() if state.is_terminal() else math.inf
        for move in state.get_legal_moves():
            value = min(value, lowest(state.forecast_move(move), depth - 1, alpha))
            if value <= alpha:
                break
        return value

    seen = trace(rounds, tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    [cut] = [step for step in seen.steps if step.evidence]
    assert (cut.path, cut.evidence.value, cut.evidence.move) == ((1,), 3, 0)
