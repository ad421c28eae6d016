"""The layout of a tree is tidy, compact and quick."""

import time
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minimax_lab.draw.tree.layout import tidy
from tests.strategies import thorough


@st.composite
def shapes(draw):
    """The children of each node of a tree, and the room that each node needs on both sides."""
    size = draw(st.integers(1, 40))
    children = [[] for _ in range(size)]
    for node in range(1, size):
        children[draw(st.integers(max(0, node - 6), node - 1))].append(node)
    rooms = st.lists(st.integers(0, 50), min_size=size, max_size=size)
    return children, draw(rooms), draw(rooms)


def levels(children):
    """The nodes of each level from left to right, each with its parent."""
    level = [(0, None)]
    while level:
        yield level
        level = [(child, node) for node, _ in level for child in children[node]]


@given(shapes())
@thorough
def test_a_layout_is_tidy(shape):
    assert_tidy(*shape)


def assert_tidy(children, left, right):
    """A parent is above the middle of its children, and neighbours on a level keep their distance."""
    x = tidy(children, left, right, gap=3, apart=7)
    for node, own in enumerate(children):
        if own:
            assert x[node] == pytest.approx((x[own[0]] + x[own[-1]]) / 2)
    for level in levels(children):
        for (a, above_a), (b, above_b) in pairwise(level):
            assert x[b] - left[b] - x[a] - right[a] >= (3 if above_a == above_b else 7) - 1e-6
    assert min(place - room for place, room in zip(x, left, strict=True)) == pytest.approx(0)


@pytest.mark.parametrize("beside", ["before", "after"])
def test_a_deep_neighbour_meets_no_branch_whatever_the_heights_of_the_branches_are(beside):
    for heights in product(range(1, 5), repeat=4):
        branches = [chain(height) for height in heights]
        children = numbered([chain(6), branches] if beside == "before" else [branches, chain(6)])
        depths = {node: depth for depth, level in enumerate(levels(children)) for node, _ in level}
        rooms = [5 * depths[node] for node in range(len(children))]  # the deeper, the wider
        assert_tidy(children, rooms, rooms)


def chain(height):
    return [chain(height - 1)] if height else []


def numbered(nested):
    """The children of each node by number, level by level, of a tree of nested lists."""
    nodes, children = [nested], []
    for node in nodes:  # which grows meanwhile
        children.append([*range(len(nodes), len(nodes) + len(node))])
        nodes += node
    return children


def test_a_layout_is_no_wider_than_it_must_be():
    # A deep subtree on each side, a leaf between them: the leaf stands in the middle, above their room.
    children = [[1, 2, 3], [4, 5], [], [6, 7], [], [], [], []]
    x = tidy(children, [1] * 8, [1] * 8, gap=1)
    assert x[4:] == [1, 4, 7, 10]
    assert x[:4] == [5.5, 2.5, 5.5, 8.5]


@pytest.mark.parametrize("shape", ["chain", "comb"])
def test_a_layout_of_a_deep_tree_takes_no_stack_and_little_time(shape):
    size = 60_001 if shape == "comb" else 30_000
    step = 2 if shape == "comb" else 1
    children = [[*range(i + 1, i + 1 + step)] if i % step == 0 and i + step < size else [] for i in range(size)]
    if shape == "comb":  # the last child of each goes on
        assert children[0] == [1, 2]
    start = time.process_time()
    x = tidy(children, [1] * size, [1] * size)
    assert time.process_time() - start < 10  # it takes a fraction of a second; quadratic time would be minutes
    assert len(x) == size
