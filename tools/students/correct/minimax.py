"""Minimax, right, in as many styles as there are people."""

import functools
import math
from fractions import Fraction

from minimax_lab.game import MAX


def minimax_with_lists(state, depth, maximizing, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    values = [minimax_with_lists(state.forecast_move(m), depth - 1, not maximizing, evaluate) for m in moves]
    return max(values) if maximizing else min(values)


def minimax_with_loops(node, plies, is_max, score):
    if plies == 0 or node.is_terminal():
        return score(node)
    if is_max:
        best = -math.inf
        for move in node.get_legal_moves():
            best = max(best, minimax_with_loops(node.forecast_move(move), plies - 1, False, score))
        return best
    best = math.inf
    for move in node.get_legal_moves():
        best = min(best, minimax_with_loops(node.forecast_move(move), plies - 1, True, score))
    return best


def minimax_by_negation(state, depth, maximizing, evaluate):
    def mine(state, depth, color):
        moves = state.get_legal_moves()
        if not moves or depth <= 0:
            return color * evaluate(state)
        return max(-mine(state.forecast_move(move), depth - 1, -color) for move in moves)

    return mine(state, depth, 1) if maximizing else -mine(state, depth, -1)


def minimax_asks_the_state(state, depth, _, evaluate):
    """Whose turn it is, the state knows as well."""
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    best = max if state.active_player is MAX else min
    return best(minimax_asks_the_state(state.forecast_move(move), depth - 1, None, evaluate) for move in moves)


def minimax_with_utility(state, depth, maximizing, evaluate):
    if state.is_terminal():
        return state.utility()
    if depth == 0:
        return evaluate(state)
    best = None
    for move in sorted(state.get_legal_moves(), reverse=True):
        value = minimax_with_utility(state.forecast_move(move), depth - 1, not maximizing, evaluate)
        if best is None or (value > best if maximizing else value < best):
            best = value
    return best


def minimax_in_two_functions(state, depth, maximizing, evaluate):
    return _highest(state, depth, evaluate) if maximizing else _lowest(state, depth, evaluate)


def _highest(state, depth, evaluate):
    moves = state.get_legal_moves()
    if not moves or not depth:
        return evaluate(state)
    return functools.reduce(max, (_lowest(state.forecast_move(move), depth - 1, evaluate) for move in moves))


def _lowest(state, depth, evaluate):
    moves = state.get_legal_moves()
    if not moves or not depth:
        return evaluate(state)
    return functools.reduce(min, (_highest(state.forecast_move(move), depth - 1, evaluate) for move in moves))


@functools.cache
def minimax_remembered(state, depth, maximizing, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    values = (minimax_remembered(state.forecast_move(m), depth - 1, not maximizing, evaluate) for m in moves)
    return max(values) if maximizing else min(values)


def minimax_in_fractions(state, depth, maximizing, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return Fraction(evaluate(state))
    best = max if maximizing else min
    return best(minimax_in_fractions(state.forecast_move(m), depth - 1, not maximizing, evaluate) for m in moves)


def minimax_without_recursion(state, depth, maximizing, evaluate):
    """Levels of nodes, then values from the last level up."""
    levels = [[(state, None)]]
    while len(levels) <= depth:
        above = levels[-1]
        below = [(node.forecast_move(m), i) for i, (node, _) in enumerate(above) for m in node.get_legal_moves()]
        if not below:
            break
        levels.append(below)
    values = {}
    for height in reversed(range(len(levels))):
        better = max if maximizing == (height % 2 == 0) else min
        found = {}
        for i, (node, parent) in enumerate(levels[height]):
            value = values[i] if i in values else evaluate(node)
            found[parent] = value if parent not in found else better_of(found[parent], value, better, height)
        values = found
    return values[None]


def better_of(one, other, better, height):
    """A node's children are compared by their parent, which is of the other side."""
    return (min if better is max else max)(one, other) if height else one


class Searcher:
    """An object that is called."""

    def __init__(self):
        self.nodes = 0

    def __call__(self, state, depth, maximizing, evaluate):
        self.nodes += 1
        moves = state.get_legal_moves()
        if depth == 0 or not moves:
            return evaluate(state)
        values = [self(state.forecast_move(move), depth - 1, not maximizing, evaluate) for move in moves]
        return (max if maximizing else min)(values)

    def search(self, state, depth, maximizing, evaluate):
        print("looking at", state)
        return self(state, depth, maximizing, evaluate)


def minimax_with_more(state, depth, maximizing, evaluate, *, verbose=False):
    if depth == 0 or not state.get_legal_moves():
        return evaluate(state)
    children = map(state.forecast_move, state.get_legal_moves())
    return (max if maximizing else min)(
        minimax_with_more(child, depth - 1, not maximizing, evaluate) for child in children
    )


def with_a_twist(twist, state, depth, maximizing, evaluate):
    assert twist == "none"
    return minimax_with_lists(state, depth, maximizing, evaluate)


MINIMAX = [
    minimax_with_lists,
    minimax_with_loops,
    minimax_by_negation,
    minimax_asks_the_state,
    minimax_with_utility,
    minimax_in_two_functions,
    minimax_remembered,
    minimax_in_fractions,
    minimax_without_recursion,
    Searcher(),
    Searcher().search,
    minimax_with_more,
    functools.partial(with_a_twist, "none"),
]
