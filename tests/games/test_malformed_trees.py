"""What is not a game tree is refused, with the path to what is wrong."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minimax_lab.games import MalformedTree, tree
from tests.games.nested import branches, chain
from tests.strategies import nested_trees, quick


def with_a_cycle():
    outer = [1, {"a": [2]}]
    outer[1]["a"].append(outer[1])
    return outer


def containing_itself():
    node = []
    node.append(node)
    return node


NOT_A_NUMBER = float("nan")
MALFORMED = {
    "empty list at the root": ([], (), "empty"),
    "empty dict at the root": ({}, (), "empty"),
    "empty list inside": ([1, [2, []]], (1, 1), "empty"),
    "empty dict inside": ({"a": {"b": {}}, "c": 1}, ("a", "b"), "empty"),
    "empty node far down": (chain(50, end=[]), (0,) * 50, "empty"),
    "list that contains itself": (containing_itself(), (0,), "cycle"),
    "cycle through list and dict": (with_a_cycle(), (1, "a", 1), "cycle"),
    "number and string": ([1, [2, "three"]], (1, 1), r"'three' cannot be compared with the leaf 1 at \(0,\)"),
    "None among numbers": ([1, None], (1,), "None cannot be compared"),
    "None alone": (None, (), "None cannot be compared"),
    "not a number": ([[1.0, NOT_A_NUMBER], 3], (0, 1), "nan cannot be compared"),
    "not a number alone": (NOT_A_NUMBER, (), "nan cannot be compared"),
    "complex": ([1j, 2j], (0,), "1j cannot be compared"),
    "complex among numbers": ([3, {"x": 1 + 2j}], (1, "x"), "cannot be compared"),
    "tuples of mixed kind": (
        [(1, "x"), (1, 2)],
        (1,),
        r"\(1, 2\) cannot be compared with the leaf \(1, 'x'\) at \(0,\)",
    ),
    "tuples that agree with the first": ([(0, 0), (1, "x"), [(1, 2)]], (2, 0), r"\(1, 2\) cannot be compared"),
    "tuple and number": ([[(1, 2)], [5]], (1, 0), "5 cannot be compared"),
    "sets, neither within the other": ([frozenset({1}), frozenset({2})], (1,), "cannot be compared"),
    "objects": ([object], (0,), "cannot be compared"),
    "functions": ([len, max], (0,), "cannot be compared"),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_a_malformed_tree_is_refused_with_the_path_to_what_is_wrong(name):
    nested, path, problem = MALFORMED[name]
    with pytest.raises(MalformedTree, match=problem) as caught:
        tree(nested)
    assert caught.value.path == path
    assert str(caught.value).startswith(f"at path {path!r}: " if path else "at the root: ")
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


@pytest.mark.parametrize(
    "leaves",
    [
        [frozenset(), frozenset({1}), frozenset({2})],
        [frozenset({1, 2, 3}), frozenset({1}), frozenset(), frozenset({2})],
        [(0, 0), (1, float("nan")), (1, 2)],
    ],
)
def test_two_leaves_that_cannot_be_compared_are_found_also_where_both_agree_with_the_first(leaves):
    with pytest.raises(MalformedTree, match="cannot be compared") as caught:
        tree([leaves])
    assert caught.value.path in [(0, i) for i in range(1, len(leaves))]


@quick
@given(nested_trees, st.data())
def test_one_empty_node_anywhere_spoils_the_whole_tree_and_is_found(nested, data):
    path = []
    node = copy.deepcopy(nested)
    root = node = [node] if branches(node) is None else node
    while True:
        move, child = data.draw(st.sampled_from(branches(node)))
        path.append(move)
        if branches(child) is None or data.draw(st.booleans()):
            node[move] = data.draw(st.sampled_from([[], {}]))
            break
        node = child
    with pytest.raises(MalformedTree, match="empty") as caught:
        tree(root)
    assert caught.value.path == tuple(path)
    assert repr(tuple(path)) in str(caught.value)
