"""A student's function can be called, and tried on examples, without harm."""

import itertools
import threading
from math import inf
from operator import methodcaller

import pytest

from minimax_lab import check
from minimax_lab.check.sandbox import limits
from minimax_lab.game import MIN
from minimax_lab.games import Isolation, tree
from minimax_lab.search import alphabeta, minimax
from minimax_lab.trace import trace
from tests.check.reports import codes


def double(number):
    return 2 * number


def test_a_call_returns_what_the_function_returns():
    assert check.call(double, 21) == 42
    assert check.call(double, "ab") == "abab"


def test_a_call_can_return_what_a_search_did():
    boxes = tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    seen, here = check.call(trace, alphabeta, boxes), trace(alphabeta, boxes)
    assert (seen.value, seen.pruned, len(seen.steps)) == (here.value, here.pruned, len(here.steps))


def test_what_cannot_be_sent_is_told():
    assert "lock" in repr(check.call(threading.Lock))


@pytest.mark.parametrize(
    ("function", "code"),
    [
        (lambda: 1 // 0, "raises"),
        (lambda: sum(itertools.count()), "endless"),
        (double, "wrong-arity"),
        (3, "not-a-function"),
        (None, "not-a-function"),
    ],
)
def test_a_call_that_fails_is_a_report(function, code, monkeypatch):
    monkeypatch.setattr(limits, "MOST_SECONDS", 0.3)
    assert codes(check.call(function)) == [code]


def test_a_right_answer_is_not_right_if_the_list_that_was_given_is_another_one_afterwards():
    def smallest(numbers):
        numbers.sort()
        return numbers[0]

    def smallest_of_a_copy(numbers):
        return smallest([*numbers])

    examples = [(([3, 1, 2],), 1), (([1, 2],), 1)]  # the second list is in order as it is
    report = check.examples(smallest, examples)
    assert (codes(report), report.score) == (["changes-its-argument"], 0.5)
    assert check.examples(smallest_of_a_copy, examples).passed


EXAMPLES = [((number,), 2 * number) for number in range(10)]


def test_examples_give_the_share_that_is_right_and_show_the_first_that_is_not():
    assert check.examples(double, EXAMPLES).passed
    report = check.examples(lambda number: number * min(number, 2), EXAMPLES)
    assert report.score == 0.9
    (finding,) = report.findings
    assert (finding.call, finding.returned, finding.expected) == ("<lambda>(1)", 1, 2)


def test_examples_end_with_what_has_no_end(monkeypatch):
    monkeypatch.setattr(limits, "MOST_SECONDS", 0.3)
    report = check.examples(lambda number: number or sum(itertools.count()), EXAMPLES)
    assert codes(report) == ["endless"]
    assert report.score == 0


def test_examples_notice_the_library_s_search_unless_it_may_be_used():
    wanted = [((tree([3, 5]),), 5)]
    assert codes(check.examples(minimax, wanted)) == ["borrowed"]
    assert check.examples(minimax, wanted, library=True).passed


def test_without_examples_there_is_nothing_to_check():
    with pytest.raises(ValueError, match="give at least one example"):
        check.examples(double, [])


def right_minimax(state, depth, maximizing, evaluate):
    if depth == 0 or state.is_terminal():
        return evaluate(state)
    best = -inf if maximizing else inf
    for move in state.get_legal_moves():
        value = right_minimax(state.forecast_move(move), depth - 1, not maximizing, evaluate)
        best = max(best, value) if maximizing else min(best, value)
    return best


def in_a_list(state, depth, maximizing, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    return (max if maximizing else min)(
        [in_a_list(state.forecast_move(move), depth - 1, not maximizing, evaluate) for move in moves]
    )


def too_far(state, depth, maximizing, evaluate):
    moves, best = state.get_legal_moves(), max if maximizing else min
    return best(moves, key=lambda move: in_a_list(state.forecast_move(move), depth, not maximizing, evaluate))


def best_value(state, depth, maximizing, evaluate):
    moves, best = state.get_legal_moves(), max if maximizing else min
    return best(in_a_list(state.forecast_move(move), depth - 1, not maximizing, evaluate) for move in moves)


def wrong_decision(state, depth, maximizing, evaluate):
    moves = state.get_legal_moves()
    return max(moves, key=lambda move: right_minimax(state.forecast_move(move), depth, not maximizing, evaluate))


def leaf_or_nothing(state):
    return state.utility() if state.is_terminal() else -10


UTILITY = methodcaller("utility")
DECISIONS = [
    ((tree({"a": [3, 12], "b": [2, 4]}), 2, True, UTILITY), "a"),
    ((tree([-5, -1, -3]), 1, True, UTILITY), 1),
    ((tree([[1, 5], [7, 2]], player=MIN), 2, False, UTILITY), 0),
    ((tree([[1, 5], [7, 2], [3, [9, 0]]]), 2, True, leaf_or_nothing), 1),
]


def test_where_a_function_needs_two_changes_what_it_calls_is_not_blamed():
    text = str(check.examples(wrong_decision, DECISIONS))
    assert "✗" in text
    assert "right_minimax:" not in text
    assert "in right_minimax" not in text


def test_a_search_is_not_blamed_for_its_caller_even_if_it_calls_itself_inside_a_list():
    text = str(check.examples(too_far, DECISIONS))
    assert "return best(moves, key=lambda move: in_a_list(" in text
    assert "return evaluate(state)" not in text
    assert "[in_a_list(" not in text


def test_a_value_where_a_move_is_asked_for_is_told_as_a_number():
    (finding,) = check.examples(best_value, DECISIONS).findings
    assert finding.message == 'Your function returns 3. What is asked for is not a number: here it is "a".'


state, later = Isolation(), Isolation().forecast_move((0, 0))  # what a student has names for


def moves_missing(board):
    return len(board.get_legal_moves()) - (board is not state)


def test_a_board_has_the_name_in_a_call_that_the_student_gave_it():
    assert check.examples(moves_missing, [((later,), 4)]).findings[0].call == "moves_missing(later)"
    other = Isolation().forecast_move((1, 0))
    assert check.examples(moves_missing, [((other,), 4)]).findings[0].call == "moves_missing(board)"


def timed(function):
    def wrapper(number):
        return function(number)

    return wrapper


@timed
def decorated(number):
    return 2 * number


halved = lambda number: number / 2  # noqa: E731


def test_a_function_has_the_name_in_a_report_that_it_has_in_the_program():
    assert check.examples(decorated, EXAMPLES).subject == "decorated"
    assert check.examples(halved, EXAMPLES).faults[0].call == "halved(1)"
    assert check.examples(timed(double), EXAMPLES).subject == "wrapper"  # there it has none


def test_a_long_list_is_shown_by_its_beginning_and_its_length():
    report = check.examples(lambda number: [number] * 200, [((3,), 3)])
    assert "returned [3, 3, 3, 3, 3, 3, 3, 3, 3, 3, … 200 in all]" in str(report)
