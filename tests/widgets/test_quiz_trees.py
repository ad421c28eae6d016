"""Trees for the quiz: as asked for, or the request is refused with the reason."""

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minimax_lab.game import MAX
from minimax_lab.games import tree
from minimax_lab.search import alphabeta
from minimax_lab.trace import trace
from minimax_lab.widgets.quiz.trees import (
    ImpossibleRequest,
    cutoffs_in,
    most_cutoffs,
    quiz_tree,
)
from tests.strategies import quick, thorough

SHAPES = [(1, 2), (1, 3), (2, 2), (2, 3), (2, 4), (3, 2), (3, 3), (4, 2)]


def cuts_of(seen):
    """What a trace says of its cut-offs: whether each is deep, and whether it was made at equality."""
    return [(is_deep(step), is_tie(seen, step)) for step in seen.cutoffs]


def is_deep(step):
    return len(step.evidence.path) < len(step.path) - 1


def is_tie(seen, step):
    node = seen.at(step.path)
    return step.value == node.window[1 if node.player is MAX else 0]


@st.composite
def requests(draw):
    depth, branching = draw(st.sampled_from(SHAPES))
    wish = st.sampled_from([None, True, False])
    cutoffs = draw(st.none() | st.integers(0, most_cutoffs(depth, branching)))
    return {"depth": depth, "branching": branching, "cutoffs": cutoffs, "deep_cutoff": draw(wish), "tie": draw(wish)}


@thorough
@given(st.integers(0, 10**6), requests())
def test_a_tree_is_as_asked_for_or_the_request_is_refused(seed, request):
    try:
        made = quiz_tree(seed, **request)
    except ImpossibleRequest:
        assert cannot_be_met(**request)
        return
    cuts = cuts_of(trace(alphabeta, made, lines=False))
    assert made.height == request["depth"]
    assert len(made.leaves()) == request["branching"] ** request["depth"]
    assert set(made.leaves()) <= set(range(21))
    assert request["cutoffs"] in (None, len(cuts))
    assert request["deep_cutoff"] in (None, any(deep for deep, _ in cuts))
    assert request["tie"] in (None, any(tie for _, tie in cuts))
    if len(made.leaves()) <= 21 and not request["tie"]:
        assert len(set(made.leaves())) == len(made.leaves())


def cannot_be_met(depth, branching, cutoffs, deep_cutoff, tie):
    if deep_cutoff and depth < 4:
        return True
    if (deep_cutoff or tie) and 0 in (cutoffs, most_cutoffs(depth, branching)):
        return True
    # Of the shapes asked for, only for the five cut-offs of depth 4 is no tree known without a deep one.
    return deep_cutoff is False and (depth, branching, cutoffs) == (4, 2, 5)


@pytest.mark.parametrize(("depth", "branching"), [*SHAPES, (3, 4), (4, 3), (5, 2), (6, 2)])
def test_every_number_of_cutoffs_up_to_the_greatest_is_found(depth, branching):
    for cutoffs in range(most_cutoffs(depth, branching) + 1):
        made = quiz_tree(7, depth, branching, cutoffs, tie=False)
        assert len(trace(alphabeta, made, lines=False).cutoffs) == cutoffs


@quick
@given(st.integers(0, 1000))
def test_without_a_wish_there_is_a_cutoff(seed):
    assert trace(alphabeta, quiz_tree(seed), lines=False).cutoffs


def test_a_seed_is_the_same_tree_on_every_machine():
    assert quiz_tree(3).leaves() == SEED_3
    assert quiz_tree(3, 3, 3, cutoffs=4, tie=False).leaves() == SEED_3_WITH_4
    assert quiz_tree(3) == quiz_tree(3) != quiz_tree(4)


SEED_3 = [7, 18, 17, 4, 11, 15, 10, 9]
SEED_3_WITH_4 = [4, 9, 7, 12, 13, 1, 20, 17, 5, 4, 17, 9, 20, 18, 13, 3, 13, 18, 12, 8, 1, 5, 14, 15, 6, 0, 18]


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        ({"depth": 1, "cutoffs": 1}, "a tree of depth 1 and branching 2 has at most 0 cut-offs, not 1"),
        ({"depth": 3, "branching": 3, "cutoffs": 7}, "has at most 6 cut-offs, not 7"),
        ({"depth": 3, "deep_cutoff": True}, "has no deep cut-off: that takes depth 4 and branching 2"),
        ({"depth": 4, "branching": 1, "deep_cutoff": True}, "has no deep cut-off"),
        ({"cutoffs": 0, "tie": True}, "there is no cut-off at a tie: cutoffs=0 asks for no cut-off at all"),
        ({"depth": 1, "tie": True}, "there is no cut-off at a tie: a tree of depth 1 and branching 2 has no cut-off"),
        ({"cutoffs": 2, "tie": False, "values": [5]}, "no tree was found with depth 3, branching 2, 2 cut-offs"),
    ],
)
def test_a_request_that_cannot_be_met_says_why(request_, message):
    with pytest.raises(ImpossibleRequest, match=message):
        quiz_tree(1, **request_)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"depth": 0}, "depth is a whole number, 1 or more, not 0"),
        ({"branching": 0}, "branching is a whole number"),
        ({"seed": "x"}, "seed is a whole number, not 'x'"),
        ({"cutoffs": -1}, "cutoffs is a whole number, 0 or more, or None"),
        ({"depth": 9, "branching": 2}, "make 512 leaves; a quiz has at most 256"),
        ({"values": []}, "values are some whole numbers"),
        ({"values": [0.5]}, "values are some whole numbers"),
    ],
)
def test_bad_arguments_are_told(arguments, message):
    with pytest.raises(ValueError, match=message):
        quiz_tree(**{"seed": 1, **arguments})


@thorough
@given(st.sampled_from(SHAPES), st.randoms(use_true_random=False), st.integers(1, 20))
def test_the_quick_list_of_cutoffs_is_that_of_the_trace(shape, rng, spread):
    depth, branching = shape
    leaves = [rng.randrange(spread) for _ in range(branching**depth)]
    seen = trace(alphabeta, full_tree(leaves, depth, branching), lines=False)
    assert cutoffs_in(leaves, depth, branching) == [(is_tie(seen, step), is_deep(step)) for step in seen.cutoffs]


def full_tree(leaves, depth, branching):
    nested = leaves
    for _ in range(depth):
        nested = [nested[i : i + branching] for i in range(0, len(nested), branching)]
    return tree(nested[0])


@pytest.mark.exhaustive
def test_the_greatest_number_of_cutoffs_is_that_of_all_orders_of_the_leaves():
    for depth, branching in [(1, 2), (2, 2), (3, 2)]:
        orders = itertools.permutations(range(branching**depth))
        found = {len(cutoffs_in(leaves, depth, branching)) for leaves in orders}
        assert found == {*range(most_cutoffs(depth, branching) + 1)}
    leaves_of_three = itertools.product(range(3), repeat=9)
    assert max(len(cutoffs_in(leaves, 2, 3)) for leaves in leaves_of_three) == most_cutoffs(2, 3) == 2


@pytest.mark.parametrize("branching", [1, 2, 3, 4, 5, 6])
def test_the_greatest_number_of_cutoffs_is_counted_from_the_leaves_up(branching):
    most = 0
    for depth in range(1, 9):
        # below each child as many as in a tree of its own, and at even depths all children but the first are cut off
        most = branching * most + (branching - 1 if depth % 2 == 0 else 0)
        assert most_cutoffs(depth, branching) == most


@pytest.mark.exhaustive
def test_depth_four_is_the_least_for_a_deep_cutoff():
    rng = random.Random(0)
    orders = [*itertools.permutations(range(8))]
    shallow = [cut for leaves in rng.sample(orders, 500) for cut in cutoffs_in(leaves, 3, 2)]
    for _ in range(100):
        leaves = [rng.randrange(9) for _ in range(64)]
        shallow += [*cutoffs_in(leaves[:27], 3, 3), *cutoffs_in(leaves, 3, 4)]
    assert not any(cut.is_deep for cut in shallow)
    assert any(map(is_deep, trace(alphabeta, quiz_tree(1, 4, 2, deep_cutoff=True), lines=False).cutoffs))
