"""A search with a table passes in any style; each way in which a table can lie is told on the smallest game for it."""

import inspect
from functools import partial
from itertools import product
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minimax_lab import check
from minimax_lab.check.search.smallest import shrunk
from minimax_lab.check.table.battery import (
    PLAIN,
    Board,
    Call,
    Graph,
    MoveCounter,
    battery,
    evaluate,
    repeating,
)
from minimax_lab.check.table.run import TableSearch
from minimax_lab.game import MAX, MIN
from minimax_lab.games import tree
from minimax_lab.search import minimax
from tests.check import reports
from tests.strategies import quick
from tools.students import table as students
from tools.students.minimax import program
from tools.students.table import right, wrong

WRONG = [(code, function) for code, functions in students.WRONG.items() for function in functions]
# Our states know who is to move, so that these are right
RELY_ON_STATES = {"by_state_alone", "by_key_alone", "asks_before_each_child", "with_two_bounds", "closer_and_closer"}
report_on = partial(reports.report_on, check.table_search)


def codes(report):
    return [finding.code for finding in report.findings]


@pytest.mark.parametrize("function", students.CORRECT)
def test_a_right_search_passes_in_any_style(function):
    report = report_on(function)
    assert report.passed, report
    name = getattr(function, "__name__", "")
    remarks = {"window_in_the_key": "window-in-key"} | dict.fromkeys(RELY_ON_STATES, "key-of-states")
    assert (report.score, codes(report)) == (1, [remarks[name]] if name in remarks else [])


@pytest.mark.parametrize(("code", "function"), WRONG)
def test_each_way_to_lie_gets_its_name(code, function):
    report = report_on(function)
    assert codes(report) == [code]
    assert report.score == pytest.approx(2 / 3)
    assert len(report.findings[0].hints) == 3


@pytest.mark.parametrize(("pair", "function"), students.PAIRS.items())
def test_several_at_once_all_get_their_names(pair, function):
    assert {*codes(report_on(function))} == {*pair}


def lies(function, graph, calls):
    """Whether the last of some calls with one table gives a wrong answer although those before were right."""
    table = {}
    for call in calls:
        board = Board(graph, "A", MAX if call.maximizing else MIN, MoveCounter())
        value = function(board, call.depth, call.alpha, call.beta, call.maximizing, evaluate, table)
        if not call.is_right(graph, value):
            return True
    return False


@pytest.mark.parametrize(("code", "function"), WRONG)
def test_no_smaller_game_and_no_single_call_shows_the_lie(code, function):
    (finding,) = report_on(function).findings
    windows = [(-inf, inf), (0, inf), (2, inf), *((low, low + 1) for low in range(4)), *((-inf, n) for n in range(4))]
    questions = [
        Call("A", depth, maximizing, *window) for depth, maximizing, window in product(range(3), (True, False), windows)
    ]
    games = [nested for nested in (1, [1], [2], [[1]], [1, 2]) if tree(nested).size < finding.counterexample.size]
    for nested in games:
        graph = Graph.of(nested)
        for first, second in product(questions, questions):
            if first.depth <= second.depth:  # a deeper answer would be as good
                assert not lies(function, graph, [first, second]), (nested, first, second)


@pytest.mark.exhaustive
def test_a_lie_without_a_name_fails_on_a_game_from_which_nothing_can_be_taken():
    report = report_on(wrong.kinds_confused)
    assert codes(report) == ["wrong-value"]
    assert report.score == pytest.approx(2 / 3)  # as much as a lie that has a name
    student = TableSearch(wrong.kinds_confused)
    found = next(run for run in map(student.observe, battery()) if run.is_wrong)
    least = shrunk(student, found, lambda run: run.is_wrong)
    assert not any(student.observe(less).is_wrong for less in least.case.simpler())


@pytest.mark.parametrize("function", students.NARROWED)
def test_a_value_that_is_judged_by_a_window_that_was_moved_gets_its_name(function):
    report = report_on(function)
    assert codes(report) == ["flag-from-narrowed-window"]
    assert report.score == pytest.approx(2 / 3)
    assert report.findings[0].replay().banner


def test_a_bound_that_is_taken_for_exact_is_not_blamed_on_a_window_that_was_moved():
    """A program that moves its window answers the same in every series, but tries other moves for it."""
    assert codes(report_on(wrong.bounds_as_exact)) == ["bounds-as-exact"]


@pytest.mark.exhaustive
def test_a_place_in_memory_as_a_key_gets_its_name():
    report = report_on(wrong.by_id)
    assert codes(report) == ["id-as-key"]
    assert (report.passed, report.score) == (False, 0.5)


@pytest.mark.exhaustive
def test_a_bound_that_is_used_too_early_gets_its_line_and_an_edit_with_which_the_table_is_still_of_use():
    source = f"from math import inf\n{inspect.getsource(right.by_state_and_player)}"
    slip = 'kind == "lower" and value >= beta', 'kind == "lower" and value >= alpha'
    (finding,) = report_on(program(source, slip)).findings
    assert finding.code == "bounds-as-exact"
    assert "value >= alpha" in source.replace(*slip).splitlines()[finding.line - 1]
    told = tuple(finding.repair.split(": ", 1)[1].split(" → "))
    assert not report_on(program(source, slip, told)).findings


@pytest.mark.exhaustive
def test_a_wrong_search_is_told_as_one_before_its_table_is_blamed():
    assert codes(report_on(wrong.roles_swapped)) == ["roles-swapped", "window-stays"]  # both are in the search


@pytest.mark.parametrize("function", [wrong.never_stores, wrong.never_asks])
def test_a_table_that_saves_nothing_is_half_the_exercise(function):
    report = report_on(function)
    assert codes(report) == ["table-unused"]
    assert (report.passed, report.score) == (False, 0.5)


@pytest.mark.exhaustive
def test_the_board_that_the_table_is_asked_about_is_named():
    source = f"from math import inf\n{inspect.getsource(right.by_state_and_player)}"
    kind = '"upper" if best <= low else "lower" if best >= high else "exact"'
    slip = kind, '"exact" if low < best < high else "upper" if (best <= low) == maximizing else "lower"'
    (finding,) = report_on(program(source, slip)).findings
    assert "the board F is reached from B and from C" in finding.message
    assert finding.hints[0].startswith("What does the table hold for the board F, and for those below it, when your")


@pytest.mark.exhaustive
def test_a_key_that_is_looked_for_and_never_there_is_told_beside_one_that_is_written():
    source = f"from math import inf\n{inspect.getsource(right.by_state_and_player)}"
    slip = "    table[key] = depth", "    table[state.forecast_move(move), maximizing] = depth"
    (finding,) = report_on(program(source, slip)).findings
    assert finding.code == "table-unused"
    assert "it first looks for the key (A, True), and there is no entry under it." in finding.message
    assert finding.message.endswith("The last key under which it wrote before is (C, True).")


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("code", "function"), [(code, each) for code, functions in students.WORKS_TOO_MUCH.items() for each in functions]
)
def test_a_search_that_does_not_cut_like_alphabeta_is_half_the_exercise(code, function):
    report = report_on(function)
    if code == "no-break" and function.__name__ == "search":  # a switch keeps it from cutting: its line is quoted
        assert codes(report) == ["wrong-work"]
        assert "if cuts and alpha >= beta:" in report.findings[0].message
    else:
        assert codes(report) == [code]
    assert report.score == 0.5


@pytest.mark.exhaustive
@pytest.mark.parametrize("function", students.NOT_SHARED)
def test_a_table_that_is_not_shared_within_one_search_is_half_the_exercise(function):
    report = report_on(function)
    assert codes(report) == ["table-not-shared"]
    assert report.score == 0.5


@pytest.mark.exhaustive
@pytest.mark.parametrize("function", students.OWN_MEMORY)
def test_what_is_remembered_elsewhere_than_in_the_table_is_shown_by_two_calls(function):
    report = report_on(function)
    assert codes(report) == ["remembers-between-calls"]
    assert report.score == 0.5
    (finding,) = report.findings
    assert finding.returned != finding.expected
    assert finding.replay().trace.value == finding.returned


@pytest.mark.exhaustive
@pytest.mark.parametrize("function", students.OWN_MEMORY)
def test_what_is_remembered_elsewhere_is_forgotten_when_a_check_ends(function):
    assert str(check.table_search(function)) == str(report_on(function))


@pytest.mark.parametrize("series", [*repeating()])
def test_a_game_taken_apart_is_the_same_game_without_a_board_twice(series):
    (call,) = series.calls
    apart = series.graph.apart(call.start)
    leads = [lead for name in apart.at for lead in apart.leads(name)]
    assert len(leads) == len({*leads})
    assert len(series.graph.at) < len(apart.at) == series.graph.unfolded(call.start, call.player).size
    assert call.right(apart) == call.right(series.graph)


@pytest.mark.parametrize(("function", "code"), students.BROKEN.items())
def test_a_broken_search_gets_a_plain_message(function, code):
    report = report_on(function)
    assert codes(report) == [code]
    assert report.score == 0


def test_a_report_reads_like_this():
    assert str(report_on(wrong.key_is_the_board)).splitlines() == [
        "✗ table_search: not right yet (67%)",
        "",
        "✗ The table does not know who is to move",
        "  Your function takes what it found for a position as the answer for the same position with the other side "
        "to move.",
        "  Look at line 87, in key_is_the_board: `known = table.get(board)`",
        "  Look at line 92, in key_is_the_board: `table[board] = (value, depth)`",
        "  A is tree({'B': 1, 'C': 2}, player=MIN). With the same table, "
        "key_is_the_board(A, 1, -inf, inf, True, evaluate, table) returned 2; after that:",
        "  key_is_the_board(A, 1, -inf, inf, False, evaluate, table)",
        "    returned 2",
        "    right is 1",
        "  # evaluate(state) is a leaf's number, and 0 elsewhere",
        "  In the catalogue of misconceptions: key-without-player",
        "",
        "For a hint: .hint()",
    ]


@pytest.mark.parametrize(("code", "function"), WRONG)
def test_the_replay_shows_the_answer_that_came_from_the_table(code, function):
    (finding,) = report_on(function).findings
    replay = finding.replay()
    assert replay.trace.value == finding.returned
    assert replay.trace.steps[replay.step].kind in ("leaf", "return")


def with_pairs(kind_of):
    """A search that calls another, which returns pairs; its key is the canonical one."""

    def pair(state, depth, alpha, beta, maximizing, evaluate, table):
        key = state.canonical_key(), depth
        kind, value = table.get(key, ("", 0))
        if kind == "exact" or (kind == "least" and value >= beta) or (kind == "most" and value <= alpha):
            return value, None
        if depth == 0 or state.is_terminal():
            return evaluate(state), None
        best, low, high = -inf if maximizing else inf, alpha, beta
        for move in state.get_legal_moves():
            value, _ = pair(state.forecast_move(move), depth - 1, low, high, not maximizing, evaluate, table)
            best = max(best, value) if maximizing else min(best, value)
            low, high = (max(low, best), high) if maximizing else (low, min(high, best))
            if low >= high:
                break
        table[key] = kind_of(best, alpha, beta), best
        return best, None

    def search(state, depth, alpha, beta, maximizing, evaluate, table):
        return pair(state, depth, alpha, beta, maximizing, evaluate, table)[0]

    return search


@pytest.mark.exhaustive
def test_where_another_search_returns_pairs_only_the_tree_is_shown():
    (finding,) = report_on(with_pairs(lambda best, alpha, beta: "exact")).findings
    assert finding.counterexample is not None
    assert finding.replay is None


@pytest.mark.exhaustive
def test_a_canonical_key_holds_who_is_to_move():
    right = with_pairs(lambda best, alpha, beta: "least" if best >= beta else "most" if best <= alpha else "exact")
    assert not codes(report_on(right))


# The games that it is tried on


@quick
@given(st.sampled_from([series for series in battery() if series.shows != "key-without-player"]))
def test_the_right_value_is_that_of_minimax_on_the_unfolded_tree(series):
    for call in series.calls:
        unfolded = series.graph.unfolded(call.start, call.player)
        right = series.graph.value(call.start, call.depth, call.maximizing)
        assert right == minimax(unfolded, call.depth, lambda _: 0)


def test_no_session_asks_about_a_board_less_deeply_than_before():
    def asked(graph, name, depth, maximizing):
        yield name, maximizing, depth
        for lead in graph.leads(name) if depth else ():
            yield from asked(graph, lead, depth - 1, not maximizing)

    for series in battery():
        deepest = {}
        for call in series.calls:
            for name, maximizing, depth in asked(series.graph, call.start, call.depth, call.maximizing):
                if series.graph.leads(name):
                    assert depth >= deepest.get((name, maximizing), 0)
                    deepest[name, maximizing] = depth


def test_a_plain_session_has_no_board_twice():
    for series in battery():
        if series.shows == PLAIN:
            leads = [lead for name in series.graph.at for lead in series.graph.leads(name)]
            assert len(leads) == len({*leads})
            assert len(series.calls) == 1


def test_a_board_with_another_player_to_move_prints_the_same_and_is_another_state():
    graph = Graph.of([1, 2])
    one, other = Board(graph, "A", MAX, MoveCounter()), Board(graph, "A", MIN, MoveCounter())
    assert (str(one), repr(one), one.rows()) == (str(other), repr(other), other.rows())
    assert one != other
    assert one.key() != other.key()
    assert one == Board(graph, "A", MAX, MoveCounter())
    assert Board(graph, "A", MAX, MoveCounter()) != Board(Graph.of([1, 3]), "A", MAX, MoveCounter())
    with pytest.raises(ValueError, match="'Z' is not legal: this node has no such branch"):
        Board(graph, "A", MAX, MoveCounter()).forecast_move("Z")
