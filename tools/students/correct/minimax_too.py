"""More minimax that is right, written as different people write it."""

import functools
import itertools
import operator
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from math import inf

import numpy as np


def with_numpy(state, depth, maximizing, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or len(moves) == 0:
        return evaluate(state)
    values = np.array([with_numpy(state.forecast_move(m), depth - 1, not maximizing, evaluate) for m in moves])
    return float(np.max(values) if maximizing else np.min(values))


def with_match(state, depth, maximizing, evaluate):
    match (depth, state.get_legal_moves(), maximizing):
        case (0, _, _) | (_, [], _):
            return evaluate(state)
        case (_, moves, True):
            return max(with_match(state.forecast_move(move), depth - 1, False, evaluate) for move in moves)
        case (_, moves, _):
            return min(with_match(state.forecast_move(move), depth - 1, True, evaluate) for move in moves)


def with_reduce(state, depth, maximizing, evaluate):
    moves = state.get_legal_moves()
    if not moves or not depth:
        return evaluate(state)

    def better(best, move):
        value = with_reduce(state.forecast_move(move), depth - 1, not maximizing, evaluate)
        return max(best, value) if maximizing else min(best, value)

    return functools.reduce(better, moves, -inf if maximizing else inf)


with_lambda = lambda s, d, m, e: (  # noqa: E731
    e(s)
    if d == 0 or s.is_terminal()
    else (max if m else min)(with_lambda(s.forecast_move(x), d - 1, not m, e) for x in s.get_legal_moves())
)


def with_map(state, depth, maximizing, evaluate):
    if depth == 0 or state.is_terminal():
        return evaluate(state)
    children = map(state.forecast_move, state.get_legal_moves())
    search = functools.partial(with_map, depth=depth - 1, maximizing=not maximizing, evaluate=evaluate)
    return (min, max)[maximizing](map(search, children))


def with_a_stack(state, depth, maximizing, evaluate):
    """Each frame: the children left, whether it takes the maximum, its best value, the depth left."""
    result, stack = None, []

    def push(state, depth, maximizing):
        nonlocal result
        moves = state.get_legal_moves()
        if depth == 0 or not moves:
            result = evaluate(state)
        else:
            stack.append([deque(map(state.forecast_move, moves)), maximizing, None, depth])

    push(state, depth, maximizing)
    while stack:
        frame = stack[-1]
        children, is_max, best, left = frame
        if result is not None:
            frame[2] = best = result if best is None else (max if is_max else min)(best, result)
            result = None
        if children:
            push(children.popleft(), left - 1, not is_max)
        else:
            result = stack.pop()[2]
    return result


def with_a_generator(state, depth, maximizing, evaluate):
    def values():
        for move in state.get_legal_moves():
            yield with_a_generator(state.forecast_move(move), depth - 1, not maximizing, evaluate)

    if depth == 0:
        return evaluate(state)
    best = max if maximizing else min
    found = best(values(), default=None)
    return evaluate(state) if found is None else found


@dataclass
class Node:
    """A node that knows its children before it asks for their values."""

    state: object
    depth: int
    maximizing: bool
    children: list = field(default_factory=list)

    def grow(self):
        if self.depth:
            for move in self.state.get_legal_moves():
                child = Node(self.state.forecast_move(move), self.depth - 1, not self.maximizing)
                self.children.append(child.grow())
        return self

    def value(self, evaluate):
        values = [child.value(evaluate) for child in self.children]
        if not values:
            return evaluate(self.state)
        return max(values) if self.maximizing else min(values)


def with_a_dataclass(state, depth, maximizing, evaluate):
    return Node(state, depth, maximizing).grow().value(evaluate)


def with_sorted(state, depth, maximizing, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    values = sorted(with_sorted(state.forecast_move(m), depth - 1, not maximizing, evaluate) for m in moves)
    return values[-1] if maximizing else values[0]


def with_early_returns(state, depth, maximizing, evaluate):
    if depth == 0:
        return evaluate(state)
    if state.is_terminal():
        return state.utility()
    if maximizing:
        value = -inf
        for move in state.get_legal_moves():
            value = max(value, with_early_returns(state.forecast_move(move), depth - 1, False, evaluate))
        return value
    value = inf
    for move in state.get_legal_moves():
        value = min(value, with_early_returns(state.forecast_move(move), depth - 1, True, evaluate))
    return value


def with_walrus(state, depth, maximizing, evaluate):
    if depth == 0 or not (moves := state.get_legal_moves()):
        return evaluate(state)
    best = None
    for move in moves:
        value = with_walrus(state.forecast_move(move), depth - 1, not maximizing, evaluate)
        if best is None or ((better := value > best if maximizing else value < best) and better):
            best = value
    return best


def with_try(state, depth, maximizing, evaluate):
    """The best of nothing is an error, and then the game is over."""
    if depth == 0:
        return evaluate(state)
    children = [state.forecast_move(move) for move in state.get_legal_moves()]
    with suppress(ValueError):
        return (max if maximizing else min)(
            [with_try(child, depth - 1, not maximizing, evaluate) for child in children]
        )
    return evaluate(state)


def with_a_dict(state, depth, maximizing, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    scores = {m: with_a_dict(state.forecast_move(m), depth - 1, not maximizing, evaluate) for m in moves}
    return scores[(max if maximizing else min)(scores, key=scores.get)]


def with_pairs_inside(state, depth, maximizing, evaluate):
    """The search returns a move and a value; only the value is asked for here."""

    def search(state, depth, maximizing):
        moves = state.get_legal_moves()
        if depth == 0 or not moves:
            return None, evaluate(state)
        scored = [(move, search(state.forecast_move(move), depth - 1, not maximizing)[1]) for move in moves]
        return (max if maximizing else min)(scored, key=operator.itemgetter(1))

    return search(state, depth, maximizing)[1]


class Side(Enum):
    TOP = 1
    BOTTOM = -1

    @property
    def other(self):
        return Side(-self.value)

    def best(self, values):
        return self.value * max(self.value * value for value in values)


def with_an_enum(state, depth, maximizing, evaluate):
    return _for_side(state, depth, Side.TOP if maximizing else Side.BOTTOM, evaluate)


def _for_side(state, depth, side, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    return side.best(_for_side(state.forecast_move(move), depth - 1, side.other, evaluate) for move in moves)


class Searcher:
    """Keeps what does not change from call to call."""

    def __init__(self, evaluate):
        self.evaluate, self.nodes = evaluate, 0

    def max_value(self, state, depth):
        self.nodes += 1
        if not (depth and state.get_legal_moves()):
            return self.evaluate(state)
        return max(self.min_value(state.forecast_move(move), depth - 1) for move in state.get_legal_moves())

    def min_value(self, state, depth):
        self.nodes += 1
        if not (depth and state.get_legal_moves()):
            return self.evaluate(state)
        return min(self.max_value(state.forecast_move(move), depth - 1) for move in state.get_legal_moves())


def with_an_object(state, depth, maximizing, evaluate):
    searcher = Searcher(evaluate)
    return (searcher.max_value if maximizing else searcher.min_value)(state, depth)


def from_the_last_move(state, depth, maximizing, evaluate):
    moves = list(reversed(state.get_legal_moves()))
    if depth == 0 or not moves:
        return evaluate(state)
    first, *others = moves
    best = from_the_last_move(state.forecast_move(first), depth - 1, not maximizing, evaluate)
    while others:
        value = from_the_last_move(state.forecast_move(others.pop(0)), depth - 1, not maximizing, evaluate)
        best = value if (value > best) is maximizing and value != best else best
    return best


def with_accumulate(state, depth, maximizing, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    values = (with_accumulate(state.forecast_move(m), depth - 1, not maximizing, evaluate) for m in moves)
    return deque(itertools.accumulate(values, max if maximizing else min), maxlen=1)[0]


def with_index(state, depth, maximizing, evaluate):
    moves = state.get_legal_moves()
    i, best = 0, (-inf if maximizing else +inf)
    if depth == 0 or len(moves) < 1:
        return evaluate(state)
    while i < len(moves):
        value = with_index(state.forecast_move(moves[i]), depth - 1, not maximizing, evaluate)
        if (maximizing and value >= best) or (not maximizing and value <= best):
            best = value
        i += 1
    return best


def with_a_table(state, depth, maximizing, evaluate):
    """Remembers within one search, under everything that a value depends on."""
    known = {}

    def search(state, depth, maximizing):
        key = state, depth, maximizing
        if key not in known:
            moves = state.get_legal_moves()
            if depth == 0 or not moves:
                known[key] = evaluate(state)
            else:
                values = [search(state.forecast_move(move), depth - 1, not maximizing) for move in moves]
                known[key] = max(values) if maximizing else min(values)
        return known[key]

    return search(state, depth, maximizing)


def by_hash(state, depth, maximizing, evaluate, known=None):
    """The hash as a key: not what one should do, but right as long as no two states share one."""
    known = {} if known is None else known
    key = hash(state), depth, maximizing
    if key in known:
        return known[key]
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        known[key] = evaluate(state)
    else:
        best = max if maximizing else min
        known[key] = best(by_hash(state.forecast_move(m), depth - 1, not maximizing, evaluate, known) for m in moves)
    return known[key]


def with_a_large_number(state, depth, maximizing, evaluate):
    """No value is as large as that."""
    best = -(10**12) if maximizing else 10**12
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    for move in moves:
        value = with_a_large_number(state.forecast_move(move), depth - 1, not maximizing, evaluate)
        best = max(best, value) if maximizing else min(best, value)
    return best


MINIMAX = [
    *(with_numpy, with_match, with_reduce, with_lambda, with_map, with_a_stack, with_a_generator, with_a_dataclass),
    *(with_sorted, with_early_returns, with_walrus, with_try, with_a_dict, with_pairs_inside, with_an_enum),
    *(with_an_object, from_the_last_move, with_accumulate, with_index, with_a_table, by_hash, with_a_large_number),
]
