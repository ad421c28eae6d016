"""Minimax as a fold: swap the fold, and it looks at the nodes of alpha-beta."""

from hypothesis import given

from minimax_lab.games import tree
from minimax_lab.search import (
    alphabeta,
)
from tests.search.oracles import fold_of_all, fold_until_closed, visited
from tests.strategies import (
    nested_trees,
    players,
    quick,
)


@quick
@given(nested_trees, players)
def test_the_pruning_fold_looks_at_the_same_nodes_as_alphabeta_and_the_other_fold_at_all(nested, player):
    state = tree(nested, player)
    assert [id(node) for node in visited(fold_until_closed, state)] == [id(node) for node in visited(alphabeta, state)]
    assert len(visited(fold_of_all, state)) == state.size
