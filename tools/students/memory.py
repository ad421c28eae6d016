"""Searches that keep something from one call to the next: wrong because of it, or right in spite of it."""

from collections import Counter
from functools import cache, partial
from math import inf

from minimax_lab.game import MAX


def _alphabeta(search, state, depth, alpha, beta, maximizing, evaluate):
    """Alpha-beta whose children are searched by `search`."""
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    best = -inf if maximizing else inf
    for move in moves:
        value = search(state.forecast_move(move), depth - 1, alpha, beta, not maximizing, evaluate)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


# Wrong


def by_default(state, depth, alpha, beta, maximizing, evaluate, known={}):  # noqa: B006
    if state not in known:
        known[state] = _alphabeta(by_default, state, depth, alpha, beta, maximizing, evaluate)
    return known[state]


def by_default_and_name(state, depth, alpha, beta, maximizing, evaluate, *, known={}):  # noqa: B006
    """Nothing is wrong within one call: the depth is part of the key, and so is the way here."""
    key = getattr(state, "path", None), str(state), depth, alpha, maximizing
    if key not in known:
        known[key] = _alphabeta(by_default_and_name, state, depth, alpha, beta, maximizing, evaluate)
    return known[key]


values = {}


def in_a_global(state, depth, alpha, beta, maximizing, evaluate):
    key = str(state), maximizing
    if key not in values:
        values[key] = _alphabeta(in_a_global, state, depth, alpha, beta, maximizing, evaluate)
    return values[key]


class InAnAttribute:
    def __call__(self, state, depth, alpha, beta, maximizing, evaluate):
        if not hasattr(self, "known"):
            self.known = {}
        if state.key() not in self.known:
            self.known[state.key()] = _alphabeta(self, state, depth, alpha, beta, maximizing, evaluate)
        return self.known[state.key()]


def closes_over():
    known = {}

    def alphabeta(state, depth, alpha, beta, maximizing, evaluate):
        if (state, maximizing) not in known:
            known[state, maximizing] = _alphabeta(alphabeta, state, depth, alpha, beta, maximizing, evaluate)
        return known[state, maximizing]

    return alphabeta


def on_the_function(state, depth, alpha, beta, maximizing, evaluate):
    known = on_the_function.__dict__.setdefault("known", {})
    if str(state) not in known:
        known[str(state)] = _alphabeta(on_the_function, state, depth, alpha, beta, maximizing, evaluate)
    return known[str(state)]


best_so_far = -inf


def never_reset(state, depth, alpha, beta, maximizing, evaluate):
    """The best that was ever found at a root, of whatever tree."""
    global best_so_far
    value = _alphabeta(never_reset_below, state, depth, alpha, beta, maximizing, evaluate)
    if maximizing and state.get_legal_moves():
        best_so_far = value = max(best_so_far, value)
    return value


def never_reset_below(state, depth, alpha, beta, maximizing, evaluate):
    return _alphabeta(never_reset_below, state, depth, alpha, beta, maximizing, evaluate)


def wants_three(state, depth, alpha, beta, maximizing, evaluate, calls=[]):  # noqa: B006
    """Right three times, and wrong from then on: one call before is not enough."""
    calls.append(state)
    value = never_reset_below(state, depth, alpha, beta, maximizing, evaluate)
    return value + 1 if len(calls) > 3 else value


ALPHABETA = [
    by_default,
    by_default_and_name,
    in_a_global,
    InAnAttribute(),
    closes_over(),
    on_the_function,
    never_reset,
    wants_three,
    partial(by_default, known={}),
]


def collects(state, depth, maximizing, evaluate, found=[]):  # noqa: B006
    """The list of the root's values is made only once."""
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    for move in moves:
        found.append(collects(state.forecast_move(move), depth - 1, not maximizing, evaluate, []))
    return max(found) if maximizing else min(found)


def swapped_and_remembers(state, depth, maximizing, evaluate, known={}):  # noqa: B006
    """Two mistakes: the roles are swapped, and what was found stays."""
    key = getattr(state, "path", None), str(state), maximizing
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    if key not in known:
        children = [state.forecast_move(move) for move in moves]
        found = [swapped_and_remembers(child, depth - 1, not maximizing, evaluate) for child in children]
        known[key] = min(found) if maximizing else max(found)
    return known[key]


moves_found = {}


def decides_once(state, depth, evaluate):
    """A move that was found for a position is played for good, however deep it looked."""
    if state not in moves_found:
        sign = 1 if state.active_player is MAX else -1
        moves_found[state] = max(
            state.get_legal_moves(),
            key=lambda move: (
                sign * never_reset_below(state.forecast_move(move), depth - 1, -inf, inf, sign < 0, evaluate)
            ),
        )
    return moves_found[state]


# Right

nodes = 0
visited = Counter()


def counts(state, depth, alpha, beta, maximizing, evaluate):
    global nodes
    nodes += 1
    visited[depth] += 1
    return _alphabeta(counts, state, depth, alpha, beta, maximizing, evaluate)


def remembers_all_it_depends_on(state, depth, alpha, beta, maximizing, evaluate, known={}):  # noqa: B006
    key = state, depth, alpha, beta, maximizing, evaluate
    if key not in known:
        known[key] = _alphabeta(remembers_all_it_depends_on, state, depth, alpha, beta, maximizing, evaluate)
    return known[key]


@cache
def cached(state, depth, alpha, beta, maximizing, evaluate):
    return _alphabeta(cached, state, depth, alpha, beta, maximizing, evaluate)


class Notes:
    """Writes down what it was asked last."""

    asked = 0

    def __init__(self):
        self.last = None

    def alphabeta(self, state, depth, alpha, beta, maximizing, evaluate):
        Notes.asked += 1
        self.last = state
        return _alphabeta(self.alphabeta, state, depth, alpha, beta, maximizing, evaluate)


RIGHT = [counts, remembers_all_it_depends_on, cached, Notes().alphabeta]
