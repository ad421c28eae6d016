"""Traces are kept, compared and turned into graphs."""

import pytest

from minimax_lab.games import Isolation, random_tree, tree
from minimax_lab.search import alphabeta, minimax, minimax_decision, negamax
from minimax_lab.trace import Trace, trace
from tests.trace.searches import TEXTBOOK
from tests.trace.searches.complete import value_and_move
from tests.trace.searches.without_calls import with_a_stack

PRUNED = [("a2", "c2"), ("a2", "c3")]


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


@pytest.mark.exhaustive
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


def test_one_and_true_and_one_point_nought_are_kept_apart():
    for values in [1, True, 1.0, 0, False, 0.0], [(1,), (True,), (1.0,)]:
        again = Trace.from_json(trace(minimax, tree([[value] for value in values])).to_json())
        assert [repr(leaf.value) for leaf in again.leaves] == [repr(value) for value in values]


def test_notes_are_kept():
    seen = trace(with_a_stack, TEXTBOOK)
    assert Trace.from_json(seen.to_json()).notes == seen.notes != []
