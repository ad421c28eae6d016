"""Abstract game trees: what they are made of, what they refuse, and the ways to and from other forms."""

import copy
import pickle
from fractions import Fraction

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from minimax_lab.game import MAX, MIN
from minimax_lab.games import FIGURES, MalformedTree, Tree, figure, random_tree, tree
from tests.strategies import game_trees, nested_trees, players, quick, thorough

NAMES_FOR_EVAL = {"tree": tree, "Fraction": Fraction, "MIN": MIN, "inf": float("inf")}


def chain(length, end=0):
    """A list in a list in a list …"""
    for _ in range(length):
        end = [end]
    return end


def branches(nested):
    """The moves and what they lead to, or None for a leaf."""
    return [*enumerate(nested)] if isinstance(nested, list) else [*nested.items()] if isinstance(nested, dict) else None


def flattened(nested):
    return (
        [nested] if branches(nested) is None else [leaf for _, child in branches(nested) for leaf in flattened(child)]
    )


def levels(nested):
    return 0 if branches(nested) is None else 1 + max(levels(child) for _, child in branches(nested))


def nodes(nested):
    return 1 + sum(nodes(child) for _, child in branches(nested) or [])


# --- what a tree is made of ---------------------------------------------------------------------------------------


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


# --- equality ------------------------------------------------------------------------------------------------------


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


# --- there and back -----------------------------------------------------------------------------------------------


@thorough
@given(game_trees)
def test_nested_lists_networkx_pickle_copy_and_repr_all_lead_back_to_the_same_tree(made):
    assert tree(made.to_nested(), made.active_player) == made
    assert Tree.from_networkx(made.to_networkx()) == made
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


def test_a_plain_graph_names_its_moves_by_the_nodes_they_lead_to():
    graph = networkx.DiGraph([("root", "left"), ("root", "right"), ("right", "end")])
    graph.nodes["left"]["value"], graph.nodes["end"]["value"] = 3, 5
    assert Tree.from_networkx(graph) == tree({"left": 3, "right": {"end": 5}})
    assert Tree.from_networkx(graph, player=MIN) == tree({"left": 3, "right": {"end": 5}}, MIN)
    graph.nodes["root"]["player"] = MIN
    assert Tree.from_networkx(graph) == tree({"left": 3, "right": {"end": 5}}, MIN)
    assert Tree.from_networkx(graph, player=MAX) == tree({"left": 3, "right": {"end": 5}})


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


# --- malformed trees ----------------------------------------------------------------------------------------------


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


def graph_of(*edges, **values):
    graph = networkx.DiGraph(edges)
    for node, value in values.items():
        graph.add_node(node, value=value)
    return graph


def test_a_graph_with_a_cycle_is_refused_and_the_cycle_named():
    graph = graph_of("ra", "ab", "bc", "ca", "rd", d=1)
    with pytest.raises(MalformedTree, match="cycle: .*'a' → 'b' → 'c' → 'a'"):
        Tree.from_networkx(graph)
    with pytest.raises(MalformedTree, match="cycle"):
        Tree.from_networkx(graph_of("ab", "ba"))
    with pytest.raises(MalformedTree, match="cycle"):
        Tree.from_networkx(graph_of("aa"))


def test_a_graph_with_two_roots_is_refused_and_both_are_named():
    with pytest.raises(MalformedTree, match="2 roots: 'a', 'c'"):
        Tree.from_networkx(graph_of("ab", "cd", b=1, d=2))
    with pytest.raises(MalformedTree, match="2 roots"):
        Tree.from_networkx(graph_of("ab", b=1, lonely=2))


def test_a_graph_with_a_node_of_two_parents_is_refused_and_all_three_are_named():
    with pytest.raises(MalformedTree, match="'x' has several parents: 'a', 'b'"):
        Tree.from_networkx(graph_of("ra", "rb", "ax", "bx", x=1))


def test_a_graph_with_an_end_that_has_no_value_is_refused_with_its_path():
    with pytest.raises(MalformedTree, match=r"at path \('a', 'c'\): .*'c'.*value") as caught:
        Tree.from_networkx(graph_of("ra", "ab", "ac", b=1))
    assert caught.value.path == ("a", "c")
    lonely = networkx.DiGraph()
    lonely.add_node("only")
    with pytest.raises(MalformedTree, match="at the root: .*'only'"):
        Tree.from_networkx(lonely)


def test_a_graph_with_leaves_that_cannot_be_compared_is_refused_with_the_path():
    with pytest.raises(MalformedTree, match=r"at path \('a', 'c'\): .*cannot be compared") as caught:
        Tree.from_networkx(graph_of("ra", "ab", "ac", b=1, c="one"))
    assert caught.value.path == ("a", "c")


def test_a_graph_with_two_moves_of_one_name_is_refused_with_the_path():
    graph = graph_of("ra", "ab", "ac", b=1, c=2)
    graph.edges["a", "b"]["move"] = graph.edges["a", "c"]["move"] = "same"
    with pytest.raises(MalformedTree, match="same name.*'same', 'same'") as caught:
        Tree.from_networkx(graph)
    assert caught.value.path == ("a",)


def test_an_empty_graph_and_what_is_no_directed_graph_are_refused():
    with pytest.raises(MalformedTree, match="no nodes"):
        Tree.from_networkx(networkx.DiGraph())
    for wrong in networkx.Graph(["ab"]), networkx.MultiDiGraph(["ab"]), [1, 2], None:
        with pytest.raises(TypeError, match="networkx.DiGraph"):
            Tree.from_networkx(wrong)


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


# --- random trees -------------------------------------------------------------------------------------------------


@quick
@given(st.integers(0, 5), st.integers(1, 3), st.integers(0, 2), st.integers(), st.floats(0, 1))
def test_a_random_tree_is_the_same_for_the_same_seed_and_keeps_to_its_bounds(depth, least, more, seed, stop):
    options = {"depth": depth, "branching": (least, least + more), "seed": seed, "values": "abc", "stop": stop}
    made = random_tree(**options)
    assert made == random_tree(**options)
    assert made.height <= depth
    assert set(made.leaves()) <= set("abc")
    for path, node in made.walk():
        assert node.is_leaf or least <= len(node.get_legal_moves()) <= least + more
        assert len(path) <= depth
        assert not (node.is_leaf and stop == 0 and len(path) < depth)


def test_a_random_tree_without_stops_is_uniform_with_the_values_one_to_twenty():
    made = random_tree(3, 4, seed=5)
    assert made.size == 1 + 4 + 16 + 64
    assert made.height == 3
    assert set(made.leaves()) <= set(range(1, 21))
    assert len(set(made.leaves())) > 10
    assert made.active_player is MAX


def test_other_seeds_give_other_trees_and_branching_takes_all_values_of_its_range():
    assert len({random_tree(3, 2, seed=seed) for seed in range(20)}) == 20
    widths = {len(node.get_legal_moves()) for _, node in random_tree(5, (1, 3), seed=0).walk()}
    assert widths == {0, 1, 2, 3}
    depths = {len(path) for path, node in random_tree(4, 4, seed=0, stop=0.3).walk() if node.is_leaf}
    assert depths == {1, 2, 3, 4}


def test_a_random_tree_is_the_same_on_every_machine():
    assert random_tree(2, 3, seed=1) == tree([[9, 4, 16], [16, 13, 7], [16, 1, 13]])
    assert random_tree(3, (1, 3), seed=7, values="pqr", stop=0.25) == tree([[["r"], "r"], "r"])


@pytest.mark.parametrize(
    "options",
    [
        {"depth": -1},
        {"branching": 0},
        {"branching": -2},
        {"branching": (0, 2)},
        {"branching": (3, 2)},
        {"values": []},
        {"stop": -0.1},
        {"stop": 1.1},
        {"stop": float("nan")},
    ],
)
def test_a_random_tree_refuses_what_makes_no_tree(options):
    with pytest.raises(ValueError, match=f"{next(iter(options))}|some values"):
        random_tree(**options)


@pytest.mark.parametrize(
    "options",
    [
        {"depth": 1.5, "stop": 1.0},
        {"depth": "2", "stop": 1.0},
        {"branching": 2.5},
        {"branching": (1, 2, 3)},
        {"branching": "2"},
        {"values": [1, None]},
        {"values": {1, 2}},
    ],
)
def test_a_random_tree_refuses_options_of_the_wrong_kind(options):
    with pytest.raises((TypeError, ValueError)):
        random_tree(**options)


@pytest.mark.parametrize(
    ("options", "size"),
    [
        ({"depth": 12, "branching": 10}, r"about 10\^12 leaves"),
        ({"depth": 10**5, "branching": (1, 3)}, r"about 10\^30103 leaves"),
        ({"depth": 10**7, "branching": 1}, "10,000,000 levels"),
    ],
)
def test_a_random_tree_that_would_be_too_large_is_refused_before_it_grows(options, size):
    with pytest.raises(ValueError, match=f"depth={options['depth']}.*{size}.*too large: at most 1,000,000"):
        random_tree(**options)


def test_a_random_tree_that_stops_early_may_be_deep():
    assert random_tree(40, 2, seed=1, stop=0.9).height <= 40
    assert random_tree(500, 1).height == 500


# --- the figures --------------------------------------------------------------------------------------------------


def test_the_figures_are_there_by_name():
    assert {"three_branches", "eight_leaves", "textbook"} <= set(FIGURES)
    for name in FIGURES:
        assert figure(name) == tree(FIGURES[name])
    textbook = figure("textbook")
    assert textbook.leaves() == [3, 12, 8, 2, 4, 6, 14, 5, 2]
    assert textbook.get_legal_moves() == ["a1", "a2", "a3"]
    assert textbook.at(("a2", "c3")).value == 6


def test_an_unknown_figure_is_refused_and_all_names_are_listed():
    with pytest.raises(ValueError, match="no figure 'nine_leaves'") as caught:
        figure("nine_leaves")
    for name in FIGURES:
        assert name in str(caught.value)
