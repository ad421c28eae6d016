"""No tree with fewer nodes shows the fault: proven by trying every one of them, found in another way."""

from collections import defaultdict
from functools import cache
from itertools import pairwise, product
from math import inf

import pytest

from minimax_lab import check
from minimax_lab.check.search.battery import Case, everything, orders, shapes
from minimax_lab.check.search.check import AlphaBeta, Minimax
from minimax_lab.check.search.fault import USELESS
from minimax_lab.check.search.smallest import shrunk, smallest
from minimax_lab.game import MAX, MIN
from minimax_lab.games import Tree, random_tree
from tests.check.reports import report_on
from tools.students import alphabeta
from tools.students import minimax as plain

VALUES = (-2, -1, 0, 1, 2)


def partitions(total):
    """The ways to write a number as a sum, in every order."""
    return [[first, *rest] for first in range(1, total + 1) for rest in partitions(total - first)] if total else [[]]


@cache
def all_nested(nodes, values):
    """Every nested list of that many nodes with leaves of these values."""
    if nodes == 1:
        return [*values]
    return [
        [*children]
        for sizes in partitions(nodes - 1)
        for children in product(*(all_nested(size, values) for size in sizes))
    ]


def value_of(nested, depth, maximizing):
    """The minimax value, evaluated as 0 where the depth ends."""
    if not isinstance(nested, list):
        return nested
    if depth == 0:
        return 0
    return (max if maximizing else min)(value_of(child, depth - 1, not maximizing) for child in nested)


def height(nested):
    return 1 + max(map(height, nested)) if isinstance(nested, list) else 0


def evaluate(state):
    return state.value if state.is_leaf else 0


def outcome(function, *args):
    try:
        return function(*args)
    except Exception as error:
        return type(error)


def smallest_wrong_minimax(function, most):
    """The number of nodes of the smallest tree on which a function is wrong, by brute force."""
    for nodes in range(1, most + 1):
        for nested in all_nested(nodes, VALUES if nodes < 6 else VALUES[1:4]):
            for player in MAX, MIN:
                tree = Tree(nested, player)
                for depth in range(height(nested) + 2):
                    right = value_of(nested, depth, player is MAX)
                    if outcome(function, tree, depth, player is MAX, evaluate) != right:
                        return nodes
    return None


# What shows only on larger trees, on numbers that are not tried here, by chance or not in the value
ELSEWHERE = {"table-without-depth", "finite-infinity", "whole-numbers-only", "id-as-key", "mutates-state"}
WRONG_MINIMAX = [
    *((code, student) for code, student in plain.programs(plain.MISTAKES) if code not in ELSEWHERE),
    *(("unnamed", plain.program(source, *edits)) for source, edits in plain.UNNAMED),
]


@pytest.mark.parametrize(("code", "student"), WRONG_MINIMAX)
def test_no_smaller_tree_shows_what_is_wrong_with_a_minimax(code, student):
    counterexample = report_on(check.minimax, student).findings[0].counterexample
    assert smallest_wrong_minimax(student, 5) == counterexample.size


EDGES = [-inf, *range(-3, 4), inf]
ALL_WINDOWS = [(low, high) for low in EDGES for high in EDGES if low < high]


def is_wrong_alphabeta(function, tree, depth, right, alpha, beta):
    """Whether the value is on the wrong side of the window, or wrong inside of it."""
    value = outcome(function, tree, depth, alpha, beta, tree.active_player is MAX, evaluate)
    if isinstance(value, type):
        return True
    return value > alpha if right <= alpha else value < beta if right >= beta else value != right


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "code", ["returns-alpha", "no-running-best", "negamax-window", "cut-reversed", "cuts-on-own-bound", "wrong-bound"]
)
def test_no_smaller_tree_shows_a_wrong_value_of_alphabeta(code):
    for source, edits in alphabeta.MISTAKES[code]:
        student = plain.program(source, *edits)
        finding = report_on(check.alphabeta, student).findings[0]
        if finding.expected_text or isinstance(finding.expected, int):  # a wrong value, not only too much work
            size = finding.counterexample.size
            for nodes in range(1, size):
                windows = ALL_WINDOWS if nodes < size - 2 else [(-inf, inf)]  # an open window is worth two nodes more
                for nested, player in product(all_nested(nodes, VALUES), (MAX, MIN)):
                    tree, depth = Tree(nested, player), height(nested)
                    right = value_of(nested, depth, player is MAX)
                    assert not any(is_wrong_alphabeta(student, tree, depth, right, *window) for window in windows)


class Counting:
    """A tree that counts the leaves that are looked at."""

    def __init__(self, nested, seen, path=()):
        self.nested, self.seen, self.path = nested, seen, path

    def get_legal_moves(self):
        return [*range(len(self.nested))] if isinstance(self.nested, list) else []

    def forecast_move(self, move):
        return Counting(self.nested[move], self.seen, (*self.path, move))

    def is_terminal(self):
        return not self.get_legal_moves()

    def value(self):
        self.seen.add(self.path)
        return self.nested


def leaves_seen(function, nested, player, alpha, beta):
    seen = set()
    function(Counting(nested, seen), height(nested), alpha, beta, player is MAX, Counting.value)
    return seen


# The right program of the same kind, which cuts wherever it can
RIGHT = plain.program(
    alphabeta.WINDOW.replace("alpha >= beta", "alpha > beta").replace("beta <= alpha", "beta < alpha")
)


@cache
def leaves_that_matter(nodes):
    """Every tree of that many nodes with a window, and the leaves that the right program looks at."""
    return [
        (nested, player, window, leaves_seen(RIGHT, nested, player, *window))
        for nested, player, window in product(all_nested(nodes, VALUES), (MAX, MIN), ALL_WINDOWS)
    ]


@pytest.mark.exhaustive
@pytest.mark.parametrize("code", ["no-break", "fresh-window", "one-bound-only", "passes-full-window"])
def test_no_smaller_tree_shows_work_for_nothing(code):
    for source, edits in alphabeta.MISTAKES[code][:3]:
        student = plain.program(source, *edits)
        size = report_on(check.alphabeta, student).findings[0].counterexample.size
        for nodes in range(1, size):
            for nested, player, window, leaves in leaves_that_matter(nodes):
                # A window that is open at the root is worth two nodes more.
                if window == (-inf, inf) or nodes < size - 2:
                    assert leaves_seen(student, nested, player, *window) <= leaves


def test_a_tree_with_up_to_two_nodes_more_is_shown_if_the_window_at_its_root_is_open():
    source, edits = alphabeta.MISTAKES["no-break"][0]
    student = plain.program(source, *edits)

    def for_nothing(nested, player, alpha=-inf, beta=inf):
        return leaves_seen(student, nested, player, alpha, beta) - leaves_seen(RIGHT, nested, player, alpha, beta)

    def with_open_window(nodes):
        return any(for_nothing(*case) for case in product(all_nested(nodes, VALUES), (MAX, MIN)))

    assert for_nothing([2, 2], MAX, beta=1)
    assert [with_open_window(nodes) for nodes in range(1, 6)] == [False] * 4 + [True]
    exercise = AlphaBeta(student)
    runs = [exercise.observe(case) for nodes in range(1, 4) for case in everything(nodes, windows=True)]
    shown = smallest(exercise, runs, lambda run: run.fault == USELESS).case
    assert shown.is_open
    assert shown.tree.size == 5
    assert for_nothing(shown.tree.to_nested(), shown.tree.active_player)


def test_every_shape_and_every_order_is_there():
    catalan, fubini = [1, 1, 2, 5, 14, 42, 132], [1, 3, 13, 75, 541]
    assert [len(shapes(nodes)) for nodes in range(1, 8)] == catalan
    assert [len(orders(leaves)) for leaves in range(1, 6)] == fubini


def test_cases_come_in_the_order_of_their_size_and_values_are_small():
    for nodes in range(1, 5):
        for case in everything(nodes, windows=True):
            assert case.tree.size == nodes
            assert all(abs(leaf) <= 2 * nodes for leaf in case.tree.leaves())


# A fault that needs a large tree is cut down until nothing can be taken away.


def wrong_at_seven(state, depth, maximizing, evaluate):
    """Wrong where some node has four children and a 7 is the best of them."""
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    values = [wrong_at_seven(state.forecast_move(move), depth - 1, not maximizing, evaluate) for move in moves]
    best = max(values) if maximizing else min(values)
    return 0 if best == 7 and len(values) == 4 and depth > 1 else best


def smaller(nested):
    """Every nested list that lacks one subtree."""
    if isinstance(nested, list):
        for i, child in enumerate(nested):
            if len(nested) > 1:
                yield [*nested[:i], *nested[i + 1 :]]
            for other in smaller(child):
                yield [*nested[:i], other, *nested[i + 1 :]]


def merged(nested, old, new):
    return [merged(item, old, new) for item in nested] if isinstance(nested, list) else new if nested == old else nested


def test_a_shrunk_counterexample_cannot_lose_a_node_nor_a_difference_between_neighbouring_values():
    student = Minimax(wrong_at_seven)
    cases = (Case(random_tree(3, (3, 4), seed, values=range(5, 9)), 3) for seed in range(200))
    runs = (student.observe(case) for case in cases)
    found = next(run for run in runs if run.fault)
    small = shrunk(student, found, lambda run: bool(run.fault))
    assert small.fault
    assert small.case.tree.size < found.case.tree.size
    nested, values = small.case.tree.to_nested(), sorted({*small.case.tree.leaves()})
    simpler = [*smaller(nested), *(merged(nested, high, low) for low, high in pairwise(values))]
    for nested in simpler:
        assert wrong_at_seven(Tree(nested), small.case.depth, True, evaluate) == value_of(
            nested, small.case.depth, True
        )


@pytest.mark.exhaustive
def test_the_same_counterexample_is_found_every_time():
    source, edits = alphabeta.MISTAKES["fresh-window"][0]
    student = plain.program(source, *edits)
    again = check.alphabeta(student).findings[0].call
    assert again == report_on(check.alphabeta, student).findings[0].call


@pytest.mark.parametrize("nodes", range(1, 5))
def test_every_small_tree_is_tried_with_each_depth_from_none_to_one_more_than_its_height(nodes):
    depths = defaultdict(set)
    for case in everything(nodes):
        depths[case.tree].add(case.depth)
    assert depths
    for tree, tried in depths.items():
        assert tried == {*range(height(tree.to_nested()) + 2)}


@pytest.mark.exhaustive
def test_a_start_just_below_the_smallest_values_is_shown_on_one_leaf():
    def search(state, depth, maximizing, evaluate):
        moves = state.get_legal_moves()
        if depth == 0 or not moves:
            return evaluate(state)
        best = -1 if maximizing else inf
        for move in moves:
            value = search(state.forecast_move(move), depth - 1, not maximizing, evaluate)
            best = max(best, value) if maximizing else min(best, value)
        return best

    assert report_on(check.minimax, search).findings[0].call == "search(tree([-2]), 1, True, evaluate)"
