"""Any search, unmodified, is recorded as it ran: its lines, its errors, and what runs away."""

import gc
import math
import sys
import weakref

import pytest

from minimax_lab.game import MAX
from minimax_lab.games import Isolation, tree
from minimax_lab.search import alphabeta, minimax
from minimax_lab.trace import LimitReached, SameState, Trace, trace
from tests.trace.searches import TEXTBOOK
from tests.trace.searches.pruning import student_alphabeta


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


def test_a_list_that_is_handed_on_is_shown_as_it_was_when_the_call_began():
    def counting(state, counter, is_max=True):
        counter[0] += 1
        values = [counting(state.forecast_move(move), counter, not is_max) for move in state.get_legal_moves()]
        return (max if is_max else min)(values) if values else state.utility()

    seen = trace(counting, tree([[1, 2], 3]), [0])
    assert [step.variables["counter"] for step in seen.steps if step.kind == "enter"] == [
        "[0]",
        "[1]",
        "[2]",
        "[3]",
        "[4]",
    ]


@pytest.mark.parametrize(("length", "end"), [(23, "22]"), (24, "23]"), (25, "23, …]")])
def test_of_a_list_at_most_24_elements_are_shown_and_dots_only_where_there_are_more(length, end):
    def search(state):
        numbers = [*range(length)]
        return len(numbers)

    seen = trace(search, tree([1, 2]))
    *_, shown = [step.variables["numbers"] for step in seen.steps if "numbers" in step.variables]
    assert str(shown).startswith("[0, 1, 2,")
    assert str(shown).endswith(f" {end}")


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
    assert sys.gettrace() is None or not sys.gettrace().__module__.startswith("minimax_lab.trace")


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

    with pytest.raises(SameState, match=r"forecast_move\(1\) of \w+ returned the very state") as caught:
        trace(minimax, Mutating())
    assert caught.value.trace.error == "SameState"


@pytest.mark.parametrize("collecting", [True, False])
def test_the_garbage_collector_is_as_it_was_and_still_finds_what_a_trace_leaves(collecting):
    was = gc.isenabled()
    (gc.enable if collecting else gc.disable)()
    try:
        seen = trace(minimax, TEXTBOOK)
        gone = weakref.ref(seen)
        assert gc.isenabled() is collecting
    finally:
        (gc.enable if was else gc.disable)()
    seen.circle = seen
    del seen
    gc.collect()
    assert gone() is None


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


def test_a_method_that_never_comes_back_is_shown_up_to_where_it_was_stopped():
    class Endless:
        def __init__(self, plies=0):
            self.plies = plies

        def get_legal_moves(self):
            while self.plies == 2:
                pass
            return ["on"]

        def forecast_move(self, move):
            return Endless(self.plies + 1)

    with pytest.raises(LimitReached) as stopped:
        trace(minimax, Endless(), limit=1_000)
    assert [node.path for node in stopped.value.trace.nodes] == [(), ("on",), ("on", "on")]
