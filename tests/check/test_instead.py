"""What a function computes instead of what is asked for has a name, if all its answers are that."""

from math import inf

import pytest

from minimax_lab import check
from minimax_lab.check import instead as known
from minimax_lab.game import MIN
from minimax_lab.games import Isolation, Tree, tree
from minimax_lab.search import minimax
from tests.check.reports import codes
from tools.students import instead

WRONG = [(code, function, instead.BOARDS) for code, functions in instead.COUNTS.items() for function in functions]
WRONG += [(code, function, instead.BOXES) for code, functions in instead.CHOICES.items() for function in functions]
WRONG += [(code, function, instead.GIVEN_AWAY) for code, functions in instead.CARDS.items() for function in functions]
WRONG += [(code, function, instead.EXACTLY_ONE) for code, functions in instead.WINS.items() for function in functions]


@pytest.mark.parametrize(("code", "function", "examples"), WRONG)
def test_what_all_answers_are_instead_of_what_is_asked_for_has_a_name(code, function, examples):
    report = check.examples(function, examples, library=True, instead=instead.WINNING_OR_BEST)
    assert codes(report) == [code]
    assert 0 <= report.score < 1
    assert report.findings[0].name


def remembers_what_it_met(state, met=None):
    met = {} if met is None else met
    if state.key() not in met:
        met[state.key()] = True
        for move in state.get_legal_moves():
            remembers_what_it_met(state.forecast_move(move), met)
    return len(met)


def one_too_many_at_last(state):
    return remembers_what_it_met(state) + (state == Isolation())


def test_positions_are_told_however_they_are_counted_and_only_if_each_answer_is_their_number():
    assert codes(check.examples(remembers_what_it_met, instead.BOARDS)) == ["counts-positions"]
    assert codes(check.examples(one_too_many_at_last, instead.BOARDS)) == ["wrong-value"]


def test_one_wrong_answer_alone_may_be_chance_and_gets_no_name():
    *_, last, _ = instead.BOARDS
    assert codes(check.examples(remembers_what_it_met, [instead.BOARDS[0], last])) == ["wrong-value"]


def test_who_asks_for_positions_and_gets_leaves_is_told_nothing_of_nodes():
    leaves, positions = instead.COUNTS["counts-leaves"][0], instead.COUNTS["counts-positions"][0]
    wanted = [(args, positions(*args)) for args, _ in instead.BOARDS]
    assert codes(check.examples(leaves, wanted)) == ["wrong-value"]


def test_who_asks_for_the_sum_of_the_smallest_and_gets_one_of_them_is_told_nothing_of_levels():
    wanted = [(([[1, 9], [4, 2]],), 3), (([[3, 8], [5, 6]],), 8)]
    assert codes(check.examples(instead.CHOICES["ignores-levels"][0], wanted)) == ["wrong-value"]


def test_a_tree_with_more_nodes_than_are_counted_gets_no_name(monkeypatch):
    monkeypatch.setattr(known, "MOST_NODES", 64)
    assert codes(check.examples(remembers_what_it_met, instead.BOARDS)) == ["wrong-value"]
    monkeypatch.setattr(known, "MOST_NODES", 225)
    assert codes(check.examples(remembers_what_it_met, instead.BOARDS)) == ["counts-positions"]


def different_nodes(state):
    def known(node):
        return {node, *(one for move in node.get_legal_moves() for one in known(node.forecast_move(move)))}

    return len(known(state))


def test_equal_parts_of_a_tree_are_not_one_position():
    trees = [tree([[1, 2], [1, 2]]), tree([[3], [3]])]
    wanted = [((each,), each.size) for each in trees]
    assert all(different_nodes(each) < each.size for each in trees)
    assert codes(check.examples(different_nodes, wanted)) == ["wrong-value"]


@pytest.mark.parametrize(
    "args", [("ab",), ([],), ([[], [1]],), ([["b", "a"], ["c"]],), (None,), (inf,), (Isolation(),), (1, 2)]
)
def test_arguments_of_any_kind_are_taken(args):
    examples = [(args, 3), (([2, 1],), 4)]
    assert codes(check.examples(lambda *given: 8 + (given == args), examples)) == ["wrong-value"]


def test_the_numbers_of_the_examples_are_those_of_the_trees():
    def size(state):
        return 1 + sum(size(state.forecast_move(move)) for move in state.get_legal_moves())

    assert [size(*args) for args, _ in instead.BOARDS] == [right for _, right in instead.BOARDS]
    assert [minimax(Tree(*args, player=MIN)) for args, _ in instead.BOXES] == [right for _, right in instead.BOXES]
