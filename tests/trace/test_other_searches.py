"""However a search is written, its tree is right, or the trace says what could not be seen."""

import functools
import linecache
import subprocess
import sys
import textwrap

import pytest

from minimax_lab.adapt import GameFault
from minimax_lab.game import MAX, MIN
from minimax_lab.games import TicTacToe, Tree, random_tree, tree
from minimax_lab.search import minimax, negamax
from minimax_lab.trace import Trace, trace
from minimax_lab.trace.record.watch import Watch
from tests.trace.searches import TEXTBOOK
from tests.trace.searches.complete import AGAIN, COMPLETE, by_children, cached, in_a_pool, trampoline
from tests.trace.searches.pruning import FAIL_HARD, PRUNING, student_alphabeta
from tests.trace.searches.without_calls import NO_CALLS, beam, by_continuations, with_a_stack

OFTEN = {"minimax", "negamax", "fold", "student's negamax", "node.children", "explicit stack"}


def games(name):
    """Random trees in which values and moves are easily taken for each other, and MIN may move first."""
    for seed in range(2000 if name in OFTEN else 30):
        game = random_tree(1 + seed % 3, (1, 3), seed, values=range(-5, 6), stop=0.15)
        yield Tree(game.to_nested(), MIN) if seed % 3 == 2 else game


def solution(game):
    """The value of every node, and best play: the first of the best moves. Found without any search of the library."""
    values = {}
    for path, node in reversed([*game.walk()]):
        best = max if node.active_player is MAX else min
        values[path] = node.value if node.is_leaf else best(values[(*path, move)] for move in node.get_legal_moves())
    line = ()
    while not game.at(line).is_leaf:
        line = next((*line, move) for move in game.at(line).get_legal_moves() if values[(*line, move)] == values[line])
    return values, line


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", [name for name in {**COMPLETE, **AGAIN} if name != "memo"])  # it remembers other games
def test_nodes_values_and_best_play_of_a_complete_search_are_right(name):
    search = {**COMPLETE, **AGAIN}[name]
    for game in games(name):
        values, line = solution(game)
        seen = trace(search, game)
        assert {node.path: node.value for node in seen.nodes} == values, game
        assert seen.line == line, game
        assert not seen.pruned
        assert not any(node.bound for node in seen.nodes)
        assert not seen.notes or name == "pool of threads"


FOR_MAX = {"student", "negamax with window"}  # these believe that MAX moves first


@pytest.mark.parametrize("name", {**PRUNING, **FAIL_HARD})
def test_what_a_pruning_search_knows_is_right(name):
    search = {**PRUNING, **FAIL_HARD}[name]
    for game in games(name):
        if name in FOR_MAX and game.active_player is MIN:
            continue
        values, _ = solution(game)
        seen = trace(search, game)
        for node in seen.nodes:
            true = values[node.path]
            assert {"": true == node.value, "≥": true >= node.value, "≤": true <= node.value}[node.bound], game
        searched = {node.path for node in seen.nodes}
        below = {path for path in values if any(path[: len(cut)] == cut for cut in seen.pruned)}
        assert searched | below == set(values)
        assert not searched & below
        assert game.at(seen.line).is_leaf
        assert values[seen.line] == values[()]
        assert all(cut.evidence is not None for cut in seen.cutoffs)
        assert not seen.notes


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", NO_CALLS)
def test_a_search_without_a_call_for_each_node_shows_what_it_visited_and_says_so(name):
    for number, game in enumerate(games(name)):
        values, _ = solution(game)
        seen = trace(NO_CALLS[name], game)
        paths = {node.path for node in seen.nodes}
        assert paths <= set(values)
        assert all((*node.path[:-1],) in paths for node in seen.nodes)
        if name != "beam":
            assert paths == set(values)
            assert seen.pruned == []
            assert {node.value == values[node.path] for node in seen.nodes if node.finished} == {True}
        if paths != set(values) or not all(node.finished for node in seen.nodes):
            assert seen.notes, game
        if number < 30:
            assert Trace.from_json(seen.to_json()) == seen
            assert all(seen.story(i) for i in range(len(seen.steps)))


def test_a_returned_number_is_not_taken_for_a_move():
    seen = trace(negamax, tree([[3, 1], [2, 2], [0, 9]]))
    assert (seen.value, seen.line) == (2, (1, 0))
    assert [seen.at((move,)).value for move in range(3)] == [1, 2, 0]


def test_an_explicit_stack_is_shown_in_the_order_in_which_nodes_are_looked_at():
    seen = trace(with_a_stack, TEXTBOOK)
    assert [leaf.value for leaf in seen.leaves] == TEXTBOOK.leaves()
    assert (seen.root.value, seen.line) == (3, ())
    assert not seen.at(("a1",)).finished
    assert "with_a_stack does not call itself" in seen.notes[0]
    assert "see its notes" in repr(seen)
    assert seen.notes[0] in seen.story(len(seen.steps) - 1)


def test_a_beam_shows_every_level_and_not_only_the_first():
    seen = trace(beam, tree([[[1, 2], 3], [4, [5, 6]], [7, 8]]))
    assert {len(node.path) for node in seen.nodes} == {0, 1, 2, 3}
    assert seen.notes


def test_a_trampoline_is_seen_as_the_recursion_that_it_stands_for():
    plain, seen = trace(minimax, TEXTBOOK), trace(trampoline, TEXTBOOK)
    assert [node.path for node in seen.nodes] == [node.path for node in plain.nodes]
    assert [node.value for node in seen.nodes] == [node.value for node in plain.nodes]
    assert {node.visits for node in seen.nodes if node.path} == {1}


def test_a_function_that_is_returned_instead_of_a_value_is_not_shown_as_one():
    seen = trace(by_continuations, TEXTBOOK)
    assert len(seen.nodes) == 13
    assert [node.path for node in seen.nodes if node.finished] == [()]
    assert "returned a function instead of a value" in " ".join(seen.notes)


def test_threads_that_run_at_the_same_time_are_shown_one_after_the_other():
    seen = trace(in_a_pool, random_tree(4, 3, seed=1))
    assert len(seen.nodes) == 121
    assert seen.root.value == minimax(random_tree(4, 3, seed=1))
    assert all(node.finished for node in seen.nodes)


def test_what_a_cache_remembers_is_not_pruned():
    cached.cache_clear()
    seen = trace(cached, tree([[1, 2], [1, 2], [0, 3]]))
    assert seen.value == 1
    assert seen.pruned == []
    assert seen.at((1,)).searched == ()
    assert "lru_cache remembered the value of 1 state" in seen.notes[0]


class Counter:
    """States that a search can make without `forecast_move`, and that cannot be told from each other."""

    def __init__(self, left=2):
        self.left = left

    def get_legal_moves(self):
        return [1] if self.left else []

    def forecast_move(self, move):
        return Counter(self.left - move)


def test_a_state_of_unknown_origin_is_mentioned():
    def own_way(state):
        return -own_way(Counter(state.left - 1)) if state.left else 1

    assert "2 of the states that were searched did not come from forecast_move" in trace(own_way, Counter()).notes[0]


def test_a_state_that_is_equal_to_a_child_is_that_child():
    def copying(state):
        moves = state.get_legal_moves()
        if not moves:
            return state.utility()
        best = max if state.active_player is MAX else min
        children = [state.forecast_move(move) for move in moves]
        return best(copying(TicTacToe(str(child))) for child in children)

    game = TicTacToe("XOX OXO .X.")
    seen = trace(copying, game)
    assert {node.path: node.value for node in seen.nodes} == {
        node.path: node.value for node in trace(minimax, game).nodes
    }
    assert not seen.notes


def test_states_that_are_made_and_then_gone_are_mentioned():
    def elsewhere(state):
        [state.forecast_move(move) for move in state.get_legal_moves()]
        return 3

    seen = trace(elsewhere, TEXTBOOK)
    assert len(seen.nodes) == 1
    assert seen.notes == ["3 states below the root were made, but what became of them could not be seen."]


def test_yes_or_no_is_not_a_value_of_a_node():
    def is_good(state):
        return sum(state.leaves()) > 20

    def first_good(state):
        return next(move for move in state.get_legal_moves() if is_good(state.forecast_move(move)))

    seen = trace(first_good, TEXTBOOK)
    assert seen.value == "a1"
    assert [node.path for node in seen.nodes] == [()]
    assert "were looked at, but what they are worth could not be seen" in seen.notes[0]


class ListMoves:
    """Nim, with moves that are lists."""

    def __init__(self, piles=(2, 1)):
        self.piles = piles

    def get_legal_moves(self):
        return [[i, take] for i, pile in enumerate(self.piles) for take in range(1, pile + 1)]

    def forecast_move(self, move):
        i, take = move
        return ListMoves((*self.piles[:i], self.piles[i] - take, *self.piles[i + 1 :]))


def test_moves_that_are_lists_are_refused_and_seen_as_tuples_in_what_was_recorded():
    def search(state, maximizing=True):
        best, lost = (max, -1) if maximizing else (min, +1)
        children = [state.forecast_move(move) for move in state.get_legal_moves()]
        return best((search(child, not maximizing) for child in children), default=lost)

    with pytest.raises(GameFault, match="Make it a tuple") as caught:
        trace(search, ListMoves())
    seen = caught.value.trace
    assert seen.pruned == []
    assert seen.root.searched == seen.root.moves == ((0, 1), (0, 2), (1, 1))
    assert seen.at(((0, 1), (0, 1))).player is MAX
    assert all(node.finished for node in seen.nodes)
    assert Trace.from_json(seen.to_json()) == seen


def test_a_loop_on_one_line_is_stopped():
    program = """
        from minimax_lab.games import tree
        from minimax_lab.trace import LimitReached, trace
        def endless(state):
            while True: pass
        for lines in (True, False):
            try:
                trace(endless, tree([1, 2]), lines=lines, limit=2000)
            except LimitReached as error:
                print(error.trace.error)
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.split() == ["LimitReached", "LimitReached"]


# What a version of Python tells of lines


def lines_told(monkeypatch, again=False, drop=()):
    """Makes Python tell of every line twice, or not of the lines that begin like that."""
    on_call = Watch.on_call

    def changed(self):
        dispatch = on_call(self)

        def wrap(tracer):
            def tell(frame, event, arg):
                line = linecache.getline(frame.f_code.co_filename, frame.f_lineno).strip()
                if event == "line" and drop and line.startswith(drop):
                    return tell
                tracer(frame, event, arg)
                if event == "line" and again:
                    tracer(frame, event, arg)
                return tell

            return tell

        def on_frame(frame, event, arg):
            tracer = dispatch(frame, event, arg)
            return wrap(tracer) if tracer else None

        return on_frame

    monkeypatch.setattr(Watch, "on_call", changed)


SEARCHES = {
    "minimax": minimax,
    "student": functools.partial(student_alphabeta, depth=9, alpha=-9, beta=99, maximizing=True),
    "node.children": by_children,
}


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize(
    "how", [{"again": True}, {"drop": ("return value",)}], ids=["lines told of twice", "returns left out"]
)
def test_steps_do_not_depend_on_how_python_tells_of_lines(name, how, monkeypatch):
    usual = trace(SEARCHES[name], TEXTBOOK)
    lines_told(monkeypatch, **how)
    assert trace(SEARCHES[name], TEXTBOOK) == usual


def test_the_number_of_steps_is_the_same_in_every_python():
    counts = {name: len(trace(search, TEXTBOOK).steps) for name, search in SEARCHES.items()}
    assert counts == {"minimax": 69, "student": 118, "node.children": 56}


class Renamed:
    """Has the two methods under names of its own."""

    def __init__(self, left=5, is_max=True):
        self.left, self.is_max = left, is_max

    def actions(self):
        return [taken for taken in (1, 2) if taken <= self.left]

    def result(self, taken):
        return Renamed(self.left - taken, not self.is_max)

    def utility(self):
        return -1 if self.is_max else 1

    get_legal_moves, forecast_move = actions, result


def by_own_names(state):
    values = [by_own_names(state.result(move)) for move in state.actions()]
    return (max if state.is_max else min)(values) if values else state.utility()


def test_a_game_whose_methods_are_written_under_other_names_is_seen():
    def count(left):
        return 1 + sum(count(left - taken) for taken in (1, 2) if taken <= left)

    seen = trace(by_own_names, Renamed())
    assert (len(seen.nodes), seen.pruned, seen.notes) == (count(5), [], [])


class Static:
    @staticmethod
    def largest(state):
        moves = state.get_legal_moves()
        return max(Static.smallest(state.forecast_move(move)) for move in moves) if moves else state.utility()

    @staticmethod
    def smallest(state):
        moves = state.get_legal_moves()
        return min(Static.largest(state.forecast_move(move)) for move in moves) if moves else state.utility()


def test_static_methods_that_call_each_other_search_every_leaf():
    seen = trace(Static.largest, tree([3, 5]))
    assert [leaf.value for leaf in seen.leaves] == [3, 5]
    assert seen.pruned == []


def in_a_list(state, window, is_max):
    moves, window, best = state.get_legal_moves(), [*window], -99 if is_max else 99
    for move in moves:
        value = in_a_list(state.forecast_move(move), window, not is_max)
        best = max(best, value) if is_max else min(best, value)
        window[not is_max] = (max if is_max else min)(window[not is_max], best)
        if window[0] >= window[1]:
            break
    return best if moves else state.utility()


def own_names(state, lower_bound, upper_bound, is_max):
    moves, best = state.get_legal_moves(), -99 if is_max else 99
    for move in moves:
        value = own_names(state.forecast_move(move), lower_bound, upper_bound, not is_max)
        best = max(best, value) if is_max else min(best, value)
        if is_max:
            lower_bound = max(lower_bound, best)
        else:
            upper_bound = min(upper_bound, best)
        if lower_bound >= upper_bound:
            break
    return best if moves else state.utility()


class Kept:
    def __init__(self):
        self.low_end, self.high_end = -99, 99

    def search(self, state, is_max=True):
        moves, best, before = state.get_legal_moves(), -99 if is_max else 99, (self.low_end, self.high_end)
        for move in moves:
            value = self.search(state.forecast_move(move), not is_max)
            best = max(best, value) if is_max else min(best, value)
            if is_max:
                self.low_end = max(self.low_end, best)
            else:
                self.high_end = min(self.high_end, best)
            if self.low_end >= self.high_end:
                break
        self.low_end, self.high_end = before
        return best if moves else state.utility()


def test_a_window_is_known_by_what_it_does_and_not_by_its_names():
    game = tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    wanted = [node.window for node in trace(student_alphabeta, game, 9, -99, 99, True).nodes]
    assert (3, 99) in wanted
    for search, args in [(own_names, (-99, 99, True)), (in_a_list, ([-99, 99], True)), (Kept().search, ())]:
        assert [node.window for node in trace(search, game, *args).nodes] == wanted, search
