"""Any search, unmodified, is recorded as it ran."""

import functools
import math
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minimax_lab.game import MAX, MIN
from minimax_lab.games import Isolation, TicTacToe, figure, random_tree, tree
from minimax_lab.search import (
    alphabeta,
    alphabeta_decision,
    look_until_closed,
    max_value,
    minimax,
    minimax_decision,
    minimax_fold,
    negamax,
)
from minimax_lab.trace import LimitReached, SameState, Trace, trace

TEXTBOOK = figure("textbook")
ALL_PATHS = {path for path, _ in TEXTBOOK.walk()}
PRUNED = [("a2", "c2"), ("a2", "c3")]


# What a student may write


def student_alphabeta(state, depth, alpha, beta, maximizing):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return state.utility()
    if maximizing:
        value = -math.inf
        for move in moves:
            child = state.forecast_move(move)
            value = max(value, student_alphabeta(child, depth - 1, alpha, beta, False))
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return value
    value = math.inf
    for move in moves:
        child = state.forecast_move(move)
        value = min(value, student_alphabeta(child, depth - 1, alpha, beta, True))
        beta = min(beta, value)
        if alpha >= beta:
            break
    return value


def greek(state, α=-math.inf, β=math.inf):
    if state.is_leaf:
        return state.value
    better = max if state.active_player is MAX else min
    best = None
    for move in state.get_legal_moves():
        value = greek(state.forecast_move(move), α, β)
        best = value if best is None else better(best, value)
        if state.active_player is MAX:
            α = max(α, best)
        else:
            β = min(β, best)
        if α >= β:
            return best
    return best


def terminal_test(state):
    return not state.get_legal_moves()


def with_helpers(state):
    def best_of(values):
        return max(values) if state.active_player is MAX else min(values)

    if terminal_test(state):
        return state.utility()
    return best_of([with_helpers(state.forecast_move(move)) for move in state.get_legal_moves()])


one_liner = lambda s: (  # noqa: E731
    s.utility()
    if s.is_terminal()
    else (max if s.active_player is MAX else min)(one_liner(s.forecast_move(m)) for m in s.get_legal_moves())
)


class Searcher:
    def value(self, state, depth):
        if not state.get_legal_moves() or depth == 0:
            return self.score(state)
        best = max if state.active_player is MAX else min
        return best(self.value(state.forecast_move(move), depth - 1) for move in state.get_legal_moves())

    def score(self, state):
        return state.utility() if not state.get_legal_moves() else 0

    def __call__(self, state):
        return self.value(state, 9)


def value_and_move(state):
    if not state.get_legal_moves():
        return state.utility(), None
    best = max if state.active_player is MAX else min
    pairs = [(value_and_move(state.forecast_move(move))[0], move) for move in state.get_legal_moves()]
    return best(pairs, key=lambda pair: pair[0])


def negamax_with_window(state, alpha=-math.inf, beta=math.inf, color=1):
    if not state.get_legal_moves():
        return color * state.utility()
    value = -math.inf
    for move in state.get_legal_moves():
        value = max(value, -negamax_with_window(state.forecast_move(move), -beta, -alpha, -color))
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return value


def several_states(parent, state):
    if state.is_leaf:
        return state.value
    best = max if state.active_player is MAX else min
    return best(several_states(state, state.forecast_move(move)) for move in state.get_legal_moves())


def memo(function):
    table = {}

    @functools.wraps(function)
    def remembered(state):
        if state not in table:
            table[state] = function(state)
        return table[state]

    return remembered


@memo
def remembering(state):
    if state.is_leaf:
        return state.value
    best = max if state.active_player is MAX else min
    return best(remembering(state.forecast_move(move)) for move in state.get_legal_moves())


def make_search():
    def search(state):
        if state.is_leaf:
            return state.value
        best = max if state.active_player is MAX else min
        return best(search(state.forecast_move(move)) for move in state.get_legal_moves())

    return search


def through_itself(f, state):
    """Recursion that no name tells of."""
    if state.is_leaf:
        return state.value
    best = max if state.active_player is MAX else min
    return best(f(f, state.forecast_move(move)) for move in state.get_legal_moves())


COMPLETE = {
    "minimax": minimax,
    "max_value": max_value,
    "negamax": negamax,
    "helpers": with_helpers,
    "lambda": one_liner,
    "callable object": Searcher(),
    "method": functools.partial(Searcher().value, depth=9),
    "closure": make_search(),
    "pairs": value_and_move,
    "several states": lambda state: several_states(None, state),
    "memo": remembering,
    "no name": lambda state: through_itself(through_itself, state),
}
PRUNING = {
    "alphabeta": alphabeta,
    "fold": functools.partial(minimax_fold, fold=look_until_closed),
    "student": functools.partial(student_alphabeta, depth=9, alpha=-math.inf, beta=math.inf, maximizing=True),
    "greek": greek,
    "negamax with window": negamax_with_window,
}


@pytest.mark.parametrize("name", COMPLETE)
def test_a_complete_search_is_seen_at_every_node(name):
    seen = trace(COMPLETE[name], TEXTBOOK)
    assert {node.path for node in seen.nodes} == ALL_PATHS
    assert seen.pruned == []
    assert [leaf.value for leaf in seen.leaves] == TEXTBOOK.leaves()
    assert seen.line == ("a1", "b1")
    assert (seen.at(("a2",)).value, seen.at(("a2",)).bound) == (2, "")


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


def test_children_that_are_only_evaluated_are_leaves():
    def evaluate(state):
        return sum(state.leaves())

    def greedy(state):
        return max(state.get_legal_moves(), key=lambda move: evaluate(state.forecast_move(move)))

    seen = trace(greedy, TEXTBOOK)
    assert [(leaf.path, leaf.value) for leaf in seen.leaves] == [(("a1",), 23), (("a2",), 12), (("a3",), 21)]
    assert seen.line == ("a1",)


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
@settings(max_examples=40, deadline=None, derandomize=True)
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


@settings(max_examples=60, deadline=None, derandomize=True)
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


@settings(max_examples=40, deadline=None, derandomize=True)
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


# Lines and variables


def test_every_line_that_ran_is_there_with_its_variables():
    seen = trace(student_alphabeta, TEXTBOOK, 9, -math.inf, math.inf, True)
    (source,) = seen.sources
    assert source.name == "student_alphabeta"
    assert source.lines[0] == "def student_alphabeta(state, depth, alpha, beta, maximizing):"
    steps = [step for step in seen.steps if step.kind == "line" and step.path == ("a2",)]
    texts = [source.lines[step.line].strip() for step in steps]
    assert texts[-3:] == ["if alpha >= beta:", "break", "return value"]
    assert steps[-1].variables["alpha"] == 3
    assert steps[-1].variables["beta"] == 2
    assert steps[-1].variables["move"] == "c1"
    assert "state" not in steps[-1].variables


def test_the_cut_is_told_at_the_break():
    seen = trace(student_alphabeta, TEXTBOOK, 9, -math.inf, math.inf, True)
    (at,) = (i for i, kind in enumerate(seen.steps.kinds()) if kind == "cutoff")
    assert seen.sources[0].lines[seen.steps[at - 1].line].strip() == "break"
    assert seen.story(at) == (
        "Cut: ▼ MIN can already hold it to 2 here, but ▲ MAX is already sure of 3 by playing a1 at the root, "
        "and will not let the game come here. Not searched: c2, c3."
    )


def test_without_lines_the_nodes_are_the_same():
    with_lines, without = trace(alphabeta, TEXTBOOK), trace(alphabeta, TEXTBOOK, lines=False)
    assert "line" in with_lines.steps.kinds()
    assert "line" not in without.steps.kinds()
    assert with_lines.nodes == without.nodes
    assert with_lines.pruned == without.pruned
    assert len(without.cutoffs) == 1


def test_a_list_is_shown_as_it_was_and_not_as_it_became():
    def popping(state):
        moves = state.get_legal_moves()
        if not moves:
            return state.utility()
        values = []
        while moves:
            move = moves.pop()
            values.append(popping(state.forecast_move(move)))
        return max(values) if state.active_player is MAX else min(values)

    seen = trace(popping, tree([1, 2]))
    shown = [step.variables["moves"] for step in seen.steps if step.path == () and "moves" in step.variables]
    assert list(dict.fromkeys(map(str, shown))) == ["[0, 1]", "[0]", "[]"]


def test_there_is_a_sentence_for_every_step():
    for search in (alphabeta, negamax, minimax_decision, value_and_move, student_alphabeta):
        args = (9, -math.inf, math.inf, True) if search is student_alphabeta else ()
        seen = trace(search, TEXTBOOK, *args)
        assert all(seen.story(i) for i in range(len(seen.steps)))
        assert seen.story(len(seen.steps) - 1).startswith("Done: ")


def test_code_without_source_is_still_traced():
    namespace = {}
    exec(  # as a console does
        "def typed(s):\n"
        "    moves = s.get_legal_moves()\n"
        "    return max(map(typed, map(s.forecast_move, moves))) if moves else s.utility()\n",
        namespace,
    )
    seen = trace(namespace["typed"], tree([1, [2, 3]]))
    assert seen.value == 3
    assert seen.sources[0].lines == ()
    assert "line 2" in {seen.story(i) for i in range(len(seen.steps))}


# Trouble


def test_an_exception_is_raised_with_the_trace_up_to_it():
    def failing(state):
        if state.is_leaf and state.value == 2:
            raise ZeroDivisionError("two")
        return state.value if state.is_leaf else max(failing(c) for c in map(state.forecast_move, state.children))

    with pytest.raises(ZeroDivisionError, match="two") as caught:
        trace(failing, TEXTBOOK)
    seen = caught.value.trace
    assert seen.error == "ZeroDivisionError"
    assert [leaf.value for leaf in seen.leaves] == [3, 12, 8]
    assert not seen.at(("a2", "c1")).finished
    assert seen.steps[-1].kind == "error"
    assert Trace.from_json(seen.to_json()) == seen


def test_an_exception_that_the_search_handles_is_not_an_error():
    def careful(state):
        try:
            return state.value
        except AttributeError:
            pass
        best = max if state.active_player is MAX else min
        return best(careful(state.forecast_move(move)) for move in state.get_legal_moves())

    seen = trace(careful, TEXTBOOK)
    assert seen.value == 3
    assert all(node.finished for node in seen.nodes)


def endless_recursion(state):
    return endless_recursion(state)


def endless_loop(state):
    while state:
        pass


def endless_helper(state):
    def spin():
        while True:
            pass

    return spin()


@pytest.mark.parametrize("search", [endless_loop, endless_helper])
@pytest.mark.parametrize("lines", [True, False])
def test_a_search_that_runs_away_is_stopped_and_told_so(search, lines):
    with pytest.raises(LimitReached, match="stopped after .* steps") as caught:
        trace(search, TEXTBOOK, lines=lines, limit=2000)
    seen = caught.value.trace
    assert seen.error == "LimitReached"
    assert seen.steps[-1].kind == "error"
    assert "more than the limit allows" in seen.story(len(seen.steps) - 1)
    assert sys.gettrace() is None or sys.gettrace().__module__ != "minimax_lab.trace.recorder"


def test_a_runaway_search_that_swallows_exceptions_is_stopped_too():
    def stubborn(state):
        while True:
            try:
                state.get_legal_moves()
            except Exception:
                continue

    with pytest.raises(LimitReached):
        trace(stubborn, TEXTBOOK, limit=2000)


def test_endless_recursion_is_an_error_with_a_trace():
    with pytest.raises(RecursionError) as caught:
        trace(endless_recursion, TEXTBOOK)
    assert caught.value.trace.error == "RecursionError"


def test_a_loop_in_the_students_game_is_stopped():
    class Stuck:
        def get_legal_moves(self):
            while True:
                pass

        def forecast_move(self, move):
            return Stuck()

    with pytest.raises(LimitReached):
        trace(minimax, Stuck(), limit=2000)


class Slow:
    """Takes its time to list its moves."""

    def __init__(self, left=4, lines=1):
        self.left, self.lines = left, lines

    def get_legal_moves(self):
        for _ in range(self.lines):
            pass
        return [take for take in (1, 2) if take <= self.left]

    def forecast_move(self, take):
        return Slow(self.left - take, self.lines)


def test_lines_of_a_game_that_are_not_kept_count_less_against_the_limit():
    steps = len(trace(minimax, Slow()).steps)
    limit = 2 * steps + 400
    seen = trace(minimax, Slow(lines=100), limit=limit)
    assert len(seen.steps) == steps
    assert 100 * len(seen.nodes) > limit
    with pytest.raises(LimitReached):
        trace(minimax, Slow(lines=10_000), limit=limit)


def test_a_forecast_that_returns_the_same_object_is_named():
    class Mutating:
        def __init__(self):
            self.left = 3

        def get_legal_moves(self):
            return [1] if self.left else []

        def forecast_move(self, move):
            self.left -= move
            return self

    with pytest.raises(SameState, match=r"forecast_move\(1\) returned the very state") as caught:
        trace(minimax, Mutating())
    assert caught.value.trace.error == "SameState"


def test_a_tracer_that_was_there_is_back_afterwards():
    calls = []

    def mine(frame, event, arg):
        calls.append(event)

    before = sys.gettrace()
    sys.settrace(mine)
    try:
        trace(minimax, TEXTBOOK)
        assert sys.gettrace() is mine
        with pytest.raises(LimitReached):
            trace(endless_loop, TEXTBOOK, limit=500)
        assert sys.gettrace() is mine
    finally:
        sys.settrace(before)


def test_what_is_not_a_search_or_not_a_game_is_refused():
    with pytest.raises(TypeError, match="the first argument is the search"):
        trace(TEXTBOOK, minimax)
    with pytest.raises(TypeError, match="get_legal_moves"):
        trace(minimax, 3)


def test_searching_changes_nothing_for_the_search():
    board = Isolation()
    assert trace(minimax, board).value == minimax(board)
    assert len(trace(minimax, board).nodes) == 225


# Keeping and comparing


@pytest.mark.parametrize("search", [minimax, alphabeta, negamax, minimax_decision, value_and_move])
@pytest.mark.parametrize("game", [TEXTBOOK, tree([(1, 2), [(0, 5), (3, 3)]]), tree(7), Isolation()], ids=str)
def test_a_trace_survives_json(search, game):
    if search is minimax_decision and game == tree(7):
        pytest.skip("a finished game has no move to decide on")
    seen = trace(search, game)
    again = Trace.from_json(seen.to_json())
    assert again == seen
    assert again.to_json() == seen.to_json()
    assert [again.story(i) for i in range(len(again.steps))] == [seen.story(i) for i in range(len(seen.steps))]


def test_text_that_is_not_a_trace_is_refused():
    for text in ("", "[]", "{}", "null", '{"version": 99}'):
        with pytest.raises(ValueError, match="trace"):
            Trace.from_json(text)


def test_ten_thousand_nodes_with_lines_are_well_under_five_megabytes():
    seen = trace(alphabeta, random_tree(9, 4, seed=2))
    assert len(seen.nodes) > 9_000
    per_ten_thousand = len(seen.to_json().encode()) * 10_000 / len(seen.nodes)
    assert per_ten_thousand < 3_500_000


def test_two_traces_of_the_same_search_are_equal_and_of_others_not():
    assert trace(alphabeta, TEXTBOOK) == trace(alphabeta, TEXTBOOK)
    assert trace(alphabeta, TEXTBOOK) != trace(minimax, TEXTBOOK)
    assert trace(alphabeta, TEXTBOOK) != trace(alphabeta, tree([1, 2]))


def test_a_trace_becomes_a_graph():
    graph = trace(alphabeta, TEXTBOOK).to_networkx()
    assert len(graph) == 13
    assert graph.nodes[("a2",)]["bound"] == "≤"
    assert {path for path, data in graph.nodes(data=True) if data["pruned"]} == set(PRUNED)
    assert graph.edges[(), ("a1",)]["move"] == "a1"


def test_asking_for_a_pruned_node_says_that_it_was_pruned():
    with pytest.raises(KeyError, match="pruned"):
        trace(alphabeta, TEXTBOOK).at(("a2", "c2"))


class Wordy:
    """A game whose own methods call helpers, one of which even has an a and a b."""

    def __init__(self, left=3):
        self.left = left
        self.odd = any(a < b for a, b in pairs(left))

    def get_legal_moves(self):
        return [a for a, b in pairs(self.left)]

    def forecast_move(self, move):
        return Wordy(self.left - 1 - move)


def pairs(number):
    return [(a, a + 1) for a in range(min(number, 2))]


def test_what_a_state_calls_to_answer_is_part_of_the_game_and_not_of_the_search():
    seen = trace(alphabeta, Wordy())
    assert {source.name for source in seen.sources} <= {"alphabeta", "utility"}
    assert all("a" not in step.variables for step in seen.steps)
