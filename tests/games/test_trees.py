"""Abstract game trees: what they are made of, and the ways to and from other forms."""

import copy
import pickle
from fractions import Fraction

import networkx
import pytest
from hypothesis import given

from minimax_lab.game import MAX, MIN
from minimax_lab.games import tree
from tests.games.nested import branches, chain, flattened, levels, nodes
from tests.strategies import game_trees, nested_trees, players, quick, thorough

NAMES_FOR_EVAL = {"tree": tree, "Fraction": Fraction, "MIN": MIN, "inf": float("inf")}


@thorough
@given(nested_trees, players)
def test_a_tree_has_the_moves_the_players_and_the_leaves_of_its_nested_lists_and_dicts(nested, player):
    def compare(state, nested, player):
        assert state.active_player is player
        if branches(nested) is None:
            assert state.is_leaf
            assert state.is_terminal()
            assert state.get_legal_moves() == []
            assert state.utility() is state.value is nested
            return
        assert not state.is_leaf
        assert state.get_legal_moves() == [move for move, _ in branches(nested)]
        for move, child in branches(nested):
            assert state.children[move] is state.forecast_move(move)
            compare(state.forecast_move(move), child, player.opponent)

    compare(tree(nested, player), nested, player)


@quick
@given(nested_trees)
def test_leaves_size_and_height_are_those_of_the_nested_lists(nested):
    made = tree(nested)
    assert made.leaves() == flattened(nested)
    assert made.size == nodes(nested) == len([*made.walk()])
    assert made.height == levels(nested)


def test_a_list_numbers_its_moves_and_a_dict_names_them():
    assert tree([7, 8, 9]).get_legal_moves() == [0, 1, 2]
    assert tree({"b": 1, "a": [2, 3], (0, 1): 4}).get_legal_moves() == ["b", "a", (0, 1)]
    assert tree({"b": 1, "a": [2, 3]}).at(("a", 1)).value == 3


def test_a_tree_is_also_made_of_trees():
    left = tree([1, 2], MIN)
    assert tree([left, {"x": left, "y": 5}, tree(9)]) == tree([[1, 2], {"x": [1, 2], "y": 5}, 9])
    assert tree([left, 3]).forecast_move(0).active_player is MIN
    assert tree([3, [left]]).at((1, 0)).active_player is MAX


def test_the_same_list_in_two_places_is_no_cycle():
    shared = [1, 2]
    assert tree([shared, [shared, shared]]) == tree([[1, 2], [[1, 2], [1, 2]]])


def test_a_tree_keeps_nothing_of_the_lists_it_was_made_of():
    inner = [1, 2]
    nested = {"a": inner, "b": 3}
    made = tree(nested)
    inner.append(99)
    nested["c"] = 4
    assert made == tree({"a": [1, 2], "b": 3})
    with pytest.raises(TypeError):
        made.children["c"] = tree(4)


@pytest.mark.parametrize(
    "leaves",
    [
        [3, -1, 2],
        [0.5, float("inf"), -2.25],
        [1, 2.5, Fraction(7, 3), True],
        [Fraction(1, 3), Fraction(1, 2)],
        ["b", "a", ""],
        [(1, 2), (1,), (0, 9, 9)],
        [(1, "x"), (2, 5)],
        [True, False],
        [frozenset(), frozenset({1}), frozenset({1, 2})],
        [b"a", bytearray(b"b")],
    ],
)
def test_leaves_may_be_of_any_ordered_type(leaves):
    made = tree([leaves, [leaves[0]]])
    assert made.leaves() == [*leaves, leaves[0]]
    assert made == tree([leaves, [leaves[0]]])
    assert made == pickle.loads(pickle.dumps(made))


def test_an_inner_node_has_no_value_and_a_bad_path_is_refused():
    made = tree([[1, 2], 3])
    with pytest.raises(AttributeError, match="inner node"):
        _ = made.value
    with pytest.raises(AttributeError, match="inner node"):
        made.utility()
    with pytest.raises(ValueError, match="7 is not legal"):
        made.at((0, 7))


@pytest.mark.parametrize("player", ["MAX", 1, None, True])
def test_a_player_that_is_neither_max_nor_min_is_refused(player):
    with pytest.raises(TypeError, match="MAX or MIN"):
        tree([1, 2], player)


# Equality


@quick
@given(game_trees, game_trees)
def test_trees_are_equal_exactly_when_they_have_the_same_branches_leaves_and_players(one, other):
    def same(a, b):
        return (
            a.active_player is b.active_player
            and a.get_legal_moves() == b.get_legal_moves()
            and (a.value == b.value if a.is_leaf else all(same(a.children[m], b.children[m]) for m in a.children))
        )

    assert (one == other) is same(one, other)
    if one == other:
        assert hash(one) == hash(other)


def test_leaves_worth_minus_one_and_minus_two_have_different_hashes_and_equal_leaves_have_equal_ones():
    values = [-3, -2, -1, 0, 1, 2]
    assert hash(-1) == hash(-2)  # by Python's own account
    assert len({hash(tree(value)) for value in values}) == len(values)
    assert len({hash(tree([value, 5])) for value in values}) == len(values)
    for equal in (-1, -1.0, Fraction(-1)), (-2, -2.0, Fraction(-2)), (1, 1.0, True):
        assert len({hash(tree(value)) for value in equal}) == len({tree(value) for value in equal}) == 1


def test_a_different_leaf_move_order_shape_or_player_makes_a_different_tree():
    base = tree({"a": 1, "b": [2, 3]})
    different = [
        tree({"a": 1, "b": [2, 4]}),
        tree({"a": 1, "c": [2, 3]}),
        tree({"b": [2, 3], "a": 1}),
        tree({"a": 1, "b": [[2, 3]]}),
        tree({"a": 1, "b": [2, 3]}, MIN),
        tree({"a": [1], "b": [2, 3]}),
    ]
    assert all(base != other for other in different)
    assert len({base, *different}) == 7
    assert hash(-1) == hash(-2)  # in Python, so these two trees can only be told apart by their leaves
    assert tree([[-1], 0]) != tree([[-2], 0])
    assert base == tree({"a": 1.0, "b": {0: 2, 1: 3}})
    assert hash(base) == hash(tree({"a": 1.0, "b": {0: 2, 1: 3}}))


# There and back


@thorough
@given(game_trees)
def test_nested_lists_pickle_copy_and_repr_all_lead_back_to_the_same_tree(made):
    assert tree(made.to_nested(), made.active_player) == made
    assert pickle.loads(pickle.dumps(made)) == made
    assert copy.deepcopy(made) == made
    assert eval(repr(made), NAMES_FOR_EVAL) == made


def as_lists(nested):
    """The same with a list for every dict whose keys are 0, 1, 2, …"""
    if branches(nested) is None:
        return nested
    children = {move: as_lists(child) for move, child in branches(nested)}
    return [*children.values()] if [*children] == [*range(len(children))] else children


@quick
@given(nested_trees)
def test_a_tree_gives_back_the_nested_lists_it_was_made_of(nested):
    assert tree(nested).to_nested() == as_lists(nested)


@quick
@given(game_trees)
def test_the_graph_of_a_tree_is_a_tree_whose_nodes_are_paths(made):
    graph = made.to_networkx()
    assert networkx.is_arborescence(graph)
    assert len(graph) == made.size
    for path, data in graph.nodes(data=True):
        assert data["player"] is (made.active_player if len(path) % 2 == 0 else made.active_player.opponent)
        assert ("value" in data) is made.at(path).is_leaf
        assert not made.at(path).is_leaf or data["value"] == made.at(path).value
        assert [data["move"] for _, _, data in graph.out_edges(path, data=True)] == made.at(path).get_legal_moves()


def test_repr_says_how_to_make_the_tree_again():
    assert repr(tree([[3, 12], {"a": 1.5, 5: [2]}])) == "tree([[3, 12], {'a': 1.5, 5: [2]}])"
    assert repr(tree(["x", {(0, 1): "y"}])) == "tree(['x', {(0, 1): 'y'}])"
    assert repr(tree({0: 1, 1: 2}, MIN)) == "tree([1, 2], player=MIN)"
    assert repr(tree({1: 1, 0: 2})) == "tree({1: 1, 0: 2})"


def test_str_draws_the_tree_as_text():
    assert str(tree([{"a": 3, "b": [12]}, 2])).splitlines() == [
        "▲",
        "├─ 0: ▼",
        "│  ├─ a: 3",
        "│  └─ b: ▲",
        "│     └─ 0: 12",
        "└─ 1: 2",
    ]


def test_str_of_a_large_tree_stops_and_says_how_much_is_left():
    lines = str(tree([*range(1000)])).splitlines()
    assert len(lines) == 201
    assert lines[-1] == "… and 801 nodes more"
    assert len(str(tree([*range(199)])).splitlines()) == 200


@pytest.mark.exhaustive
def test_a_chain_of_five_thousand_moves_is_a_tree_like_any_other():
    made, twin = tree(chain(5000, end=7)), tree(chain(5000, end=7))
    assert made == twin
    assert hash(made) == hash(twin)
    assert made != tree(chain(5000, end=8))
    assert made != tree(chain(4999, end=7))
    assert pickle.loads(pickle.dumps(made)) == made
    assert copy.deepcopy(made) == made
    assert repr(made) == "tree(" + "[" * 5000 + "7" + "]" * 5000 + ")"
    assert str(made).endswith("… and 4801 nodes more")
    assert (made.height, made.size, made.leaves()) == (5000, 5001, [7])
    assert tree(made.to_nested()) == made
    assert tree(made) == made
