"""Random trees, and the well-known ones."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minimax_lab.game import MAX
from minimax_lab.games import FIGURES, figure, random_tree, tree
from tests.strategies import quick


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


# The figures


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
