"""What Hypothesis draws: nested lists and dicts of every shape, with leaves of many ordered types."""

from hypothesis import settings
from hypothesis import strategies as st

from minimax_lab.game import MAX, MIN
from minimax_lab.games import tree

# Deterministic, so that a test that passes here passes everywhere. How many examples: see conftest.py of the project.
thorough = settings(derandomize=True, deadline=None)
quick = settings(max_examples=min(40, thorough.max_examples), derandomize=True, deadline=None)
brief = settings(max_examples=10, derandomize=True, deadline=None)

players = st.sampled_from([MAX, MIN])
names = st.text("abcxyz", min_size=1, max_size=2) | st.integers(-1, 9) | st.tuples(st.integers(0, 2))

# All leaves of one tree are of one kind, or they could not be compared.
few_numbers = st.integers(-2, 2)  # many equal leaves
few_pairs = st.tuples(st.integers(-1, 1), st.integers(-1, 1))
NUMBER_KINDS = [few_numbers, st.integers(), st.floats(allow_nan=False), st.fractions(), st.booleans()]
LEAF_KINDS = [*NUMBER_KINDS, st.text("ab", max_size=2), few_pairs]
leaf_kinds = st.sampled_from(LEAF_KINDS)


def uneven(leaves):
    """Nested lists and dicts, any of them ending anywhere."""
    return st.recursive(
        leaves,
        lambda inner: st.lists(inner, min_size=1, max_size=4) | st.dictionaries(names, inner, min_size=1, max_size=3),
        max_leaves=25,
    )


def wide(leaves):
    """One or two plies with many moves."""
    row = st.lists(leaves, min_size=5, max_size=15)
    return row | st.lists(row, min_size=2, max_size=6)


def deep(leaves):
    """One long line of play with a way out at every step, before it or after it."""

    def line(end, ways_out):
        for leaf, first in ways_out:
            end = [leaf, end] if first else [end, leaf]
        return end

    return st.builds(line, leaves, st.lists(st.tuples(leaves, st.booleans()), min_size=5, max_size=40))


def nested_of(leaves):
    return uneven(leaves) | wide(leaves) | deep(leaves)


nested_trees = leaf_kinds.flatmap(nested_of)
nested_trees_of_numbers = st.sampled_from(NUMBER_KINDS).flatmap(nested_of)
game_trees = st.builds(tree, nested_trees, players)


@st.composite
def trees_and_windows(draw):
    """A nested tree and two bounds, the lower one first, drawn from what its leaves are drawn from."""
    leaves = draw(leaf_kinds)
    lower, upper = sorted(draw(st.lists(leaves, min_size=2, max_size=2, unique=True)))
    return draw(nested_of(leaves)), lower, upper


def uniform(depth, branching, leaves):
    """A nested list in which every inner node has `branching` children and every leaf is `depth` deep."""
    for _ in range(depth):
        leaves = st.lists(leaves, min_size=branching, max_size=branching)
    return leaves
