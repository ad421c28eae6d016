"""What a picture of a tree shows is what was searched."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minimax_lab.draw import notebook_bundle, tree_svg
from minimax_lab.draw.tree.nodes import shown_nodes
from minimax_lab.draw.tree.scene import tree_scene
from minimax_lab.game import MAX
from minimax_lab.games import Isolation, TicTacToe, figure, random_tree, tree
from minimax_lab.picture.scene import STYLES, Circle, Line, Polygon, Text
from minimax_lab.search import Engine, alphabeta, minimax
from minimax_lab.trace import Trace, trace
from tests.draw.pictures import PICTURES
from tests.strategies import quick


def labels(what, role=None, **options):
    shapes = tree_scene(what, **options).shapes
    return [shape.text for shape in shapes if isinstance(shape, Text) and role in (None, shape.role)]


def count(what, role, kind=None, **options):
    shapes = tree_scene(what, **options).shapes
    return sum(shape.role == role and (kind is None or isinstance(shape, kind)) for shape in shapes)


def test_a_tree_shows_its_shapes_and_leaves_but_no_values_that_nobody_has_found():
    textbook = tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    assert sorted(labels(textbook, moves=False), key=int) == ["2", "2", "3", "4", "5", "6", "8", "12", "14"]
    assert (count(textbook, "max"), count(textbook, "min"), count(textbook, "leaf")) == (1, 3, 9)
    assert count(textbook, "best edge") == count(textbook, "ghost edge") == 0


def test_a_trace_shows_values_bounds_and_windows():
    textbook = trace(alphabeta, tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    assert {"≤ 2", "(−∞, ∞)", "(3, ∞)"} <= set(labels(textbook))
    assert "(3, ∞)" not in labels(textbook, windows=False)


def test_best_play_is_heavy():
    searched = trace(alphabeta, figure("eight_leaves"))
    assert count(searched, "best edge") == len(searched.line) == 3
    assert STYLES["best edge"].width > 2 * STYLES["edge"].width


def test_the_way_of_a_game_is_heavy_what_was_passed_by_is_grey_and_what_is_open_is_as_it_was():
    boxes = tree([[1, 9], [3, 4, 5], [2, 8]])
    assert count(boxes, "gone edge", way=(1,)) == 1
    assert sorted(labels(boxes, "ghost value", way=(1,))) == ["1", "2", "8", "9"]
    assert sorted(labels(boxes, "value", way=(1,))) == ["3", "4", "5"]
    assert count(boxes, "gone edge", way=(1, 2)) == 2
    assert labels(boxes, "value", way=(1, 2)) == ["5"]
    assert count(boxes, "here", way=(1, 2)) == 1
    assert count(boxes, "blade", way=(1, 2)) == 0  # nothing was cut off
    assert STYLES["gone edge"].width > 2 * STYLES["edge"].width


def test_the_way_of_a_game_is_seen_also_where_most_of_the_tree_is_folded():
    assert count(random_tree(9, 3, 1), "gone edge", way=(2, 2, 2, 2, 2, 2, 2, 2, 2)) == 9


def test_every_pruned_branch_has_its_scissors_and_its_ghosts():
    three_plies = tree([[[5, 6], [7, 4, 5]], [[3, 8], [6, 9]], [[2, 4], [9, 1, 7]]])
    searched = trace(alphabeta, three_plies)
    assert len(searched.pruned) == 3
    assert count(searched, "blade", Circle) == 2 * len(searched.pruned)  # the rings of the handles
    assert sorted(labels(searched, "ghost value")) == ["1", "4", "5", "7", "9"]
    assert count(searched, "ghost") == 6  # five leaves, one node
    assert count(searched, "ghost edge") == 6


def test_a_pruned_move_of_a_game_is_a_stub_with_its_name():
    searched = trace(alphabeta, TicTacToe("XOX OX. ..O"))
    assert searched.pruned
    assert count(searched, "ghost") == len(searched.pruned)
    assert sorted(labels(searched, "ghost note")) == sorted(str(path[-1]) for path in searched.pruned)


def test_without_colour_nothing_is_lost():
    solid, ghost, best = STYLES["edge"], STYLES["ghost edge"], STYLES["best edge"]
    assert len({(style.dash, style.width) for style in (solid, ghost, best)}) == 3
    up, down = (tree_scene(tree([1, 2], player)).shapes for player in (MAX, MAX.opponent))
    tips = [min(y for _, y in shape.points) for shape in (*up, *down) if isinstance(shape, Polygon)]
    bases = [[y for _, y in shape.points] for shape in (*up, *down) if isinstance(shape, Polygon)]
    assert [ys.count(tip) for ys, tip in zip(bases, tips, strict=True)] == [1, 2]  # ▲ and ▼


def test_every_edge_has_the_name_of_its_move():
    assert {"a1", "b2", "d3"} <= set(labels(figure("textbook")))
    assert labels(figure("textbook"), "note", moves=False) == []
    assert labels(tree([[1, 2], 3]), "note") == ["0", "1", "0", "1"]
    assert "(1, 1)" in labels(PICTURES["mini-isolation"])


def test_names_are_left_out_where_flat_edges_would_run_through_them():
    fans = tree([[*range(60)], [5, 6]])
    assert labels(fans, "note") == ["0", "1", "0", "1"]
    assert sorted(labels(tree([*range(20)]), "note"), key=int) == [str(move) for move in range(20)]


def test_in_a_crowded_tree_a_name_that_would_have_to_be_shortened_is_left_out():
    long = {"a long way to go": [1, 2], "short": [3, 4]}
    assert labels(tree(long), "note")[0] == "a long way…"
    crowded = tree({**long, **{f"move {number}": [5, 6] for number in range(20)}})
    assert {"short", "move 7"} <= set(labels(crowded, "note"))
    assert not any(label.startswith("a long") for label in labels(crowded))


def test_a_leaf_at_the_depth_limit_shows_that_the_game_goes_on():
    limited, whole = trace(minimax, figure("eight_leaves"), 2, evaluate=lambda state: 0), trace(minimax, tree([1, 2]))
    assert count(limited, "more", Line) == 4
    assert count(whole, "more") == 0


def test_a_search_that_failed_is_drawn_as_far_as_it_came():
    def fails(state):
        if not state.get_legal_moves():
            return 1 / (state.utility() - 4)
        return max(fails(state.forecast_move(move)) for move in state.get_legal_moves())

    with pytest.raises(ZeroDivisionError) as caught:
        trace(fails, tree([[3, 12], [4, 6], [5, 6]]))
    broken = caught.value.trace
    assert labels(broken).count("?") == 3  # the leaf, its parent and the root
    assert count(broken, "blade") == 0  # what was not reached was not cut off
    assert sorted(labels(broken, "ghost value")) == ["5", "6", "6"]
    assert "stopped by ZeroDivisionError" in tree_svg(broken)


def test_a_trace_from_a_file_is_drawn_without_its_states():
    stored = Trace.from_json(trace(alphabeta, figure("textbook")).to_json())
    assert {"≤ 2", "a1", "c2"} <= set(labels(stored))
    assert count(stored, "ghost") == 2


def test_a_large_tree_is_folded():
    large = random_tree(6, 4, seed=1)
    nodes = shown_nodes(large, most=200)
    folded = [int(node.label.removeprefix("…").replace(",", "")) for node in nodes if node.kind == "fold"]
    drawn = sum(node.kind != "fold" for node in nodes)
    assert drawn <= 200
    assert drawn + sum(folded) == large.size
    assert f"{sum(folded):,} nodes folded away" in tree_scene(large, most=200).description
    assert count(large, "fold", most=None) == 0
    assert count(random_tree(3, 4, seed=1), "fold") == 0


@given(st.integers(0, 50), st.integers(1, 60))
@quick
def test_whatever_is_folded_every_node_is_drawn_or_counted_and_best_play_is_there(seed, most):
    searched = trace(alphabeta, random_tree(4, (1, 4), seed=seed, stop=0.1))
    whole, nodes = shown_nodes(searched, most=None), shown_nodes(searched, most)
    drawn = [node for node in nodes if node.kind != "fold"]
    folded = sum(int(node.label.removeprefix("…").replace(",", "")) for node in nodes if node.kind == "fold")
    assert len(drawn) <= max(most, 1)
    assert len(drawn) + folded == len(whole)
    best = sum(node.best for node in drawn)
    assert best == sum(node.best for node in whole) or len(drawn) == most


def test_a_node_with_too_many_moves_shows_some_of_them():
    wide = tree([*range(1000)])
    nodes = shown_nodes(wide, most=100)
    assert [node.label for node in nodes[1:3]] == ["0", "1"]
    assert nodes[-1].label == "…901"


def test_a_chain_of_3000_moves_is_drawn():
    nested = 5
    for _ in range(3000):
        nested = [nested]
    chain = tree(nested)
    assert "nodes folded away" in tree_svg(chain)
    assert count(chain, "edge", most=None) == 3000


def test_a_proof_is_drawn_with_a_line_for_each_half_that_needs_a_move():
    for leaves in [[[3, 12, 8], [2, 4, 6], [14, 5, 2]], [[1, 2], [4, 9]], [[[5, 6], [7, 4]], [[3], 9]]]:
        state = tree(leaves)
        proof = Engine().search(state).proof()
        drawn = [count(proof, role) for role in ("at least edge", "at most edge")]
        assert drawn == [len(half) - 1 for half in proof.halves()]


def test_a_proof_is_described_by_the_leaves_of_each_half():
    proof = Engine().search(tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])).proof()
    words = "Game tree, MAX to move, at least 3 by 3 leaves (3, 12, 8), at most 3 by 3 leaves (3, 2, 2)"
    assert tree_scene(proof).description == words
    assert notebook_bundle(proof)["text/plain"] == "<Proof: worth 3, by 9 positions>"


def test_the_proof_of_a_real_game_is_drawn_without_what_it_does_not_need():
    proof = Engine().search(Isolation()).proof()
    nodes = shown_nodes(proof, None)
    assert len(nodes) == len(proof)
    assert not any(node.ghost for node in nodes)
