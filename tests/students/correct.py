"""Searches as students write them, all of them right, in as many styles as there are people."""

import functools
import itertools
import math
import operator
from fractions import Fraction

from minimax_lab.game import MAX

INF = float("inf")

# Minimax


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

# Negamax


def negamax_plain(state, depth, color, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return color * evaluate(state)
    return max(-negamax_plain(state.forecast_move(move), depth - 1, -color, evaluate) for move in moves)


def negamax_loop(node, plies, sign, score):
    if plies == 0 or node.is_terminal():
        return sign * score(node)
    best = float("-inf")
    for move in node.get_legal_moves():
        value = -negamax_loop(node.forecast_move(move), plies - 1, -sign, score)
        if value > best:
            best = value
    return best


def negamax_window(state, depth, alpha, beta, color, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return color * evaluate(state)
    best = -INF
    for move in moves:
        best = max(best, -negamax_window(state.forecast_move(move), depth - 1, -beta, -alpha, -color, evaluate))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best


def negamax_hard(state, depth, alpha, beta, color, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return color * evaluate(state)
    for move in moves:
        value = -negamax_hard(state.forecast_move(move), depth - 1, -beta, -alpha, -color, evaluate)
        if value >= beta:
            return beta
        alpha = max(alpha, value)
    return alpha


NEGAMAX = [negamax_plain, negamax_loop, negamax_window, negamax_hard]

# Alpha-beta


def fail_soft(state, depth, alpha, beta, maximizing, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    best = -INF if maximizing else INF
    for move in moves:
        value = fail_soft(state.forecast_move(move), depth - 1, alpha, beta, not maximizing, evaluate)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def fail_hard(state, depth, alpha, beta, maximizing, evaluate):
    if depth == 0 or state.is_terminal():
        return evaluate(state)
    if maximizing:
        for move in state.get_legal_moves():
            value = fail_hard(state.forecast_move(move), depth - 1, alpha, beta, False, evaluate)
            if value >= beta:
                return beta
            if value > alpha:
                alpha = value
        return alpha
    for move in state.get_legal_moves():
        value = fail_hard(state.forecast_move(move), depth - 1, alpha, beta, True, evaluate)
        if value <= alpha:
            return alpha
        if value < beta:
            beta = value
    return beta


def own_bound_returned(state, depth, alpha, beta, maximizing, evaluate):
    moves = state.get_legal_moves()
    if not moves or depth == 0:
        return evaluate(state)
    for move in moves:
        value = own_bound_returned(state.forecast_move(move), depth - 1, alpha, beta, not maximizing, evaluate)
        if maximizing:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if beta <= alpha:
            break
    return alpha if maximizing else beta


def two_functions(state, depth, alpha, beta, maximizing, evaluate):
    return (_max_value if maximizing else _min_value)(state, alpha, beta, depth, evaluate)


def _max_value(state, alpha, beta, depth, evaluate):
    if depth == 0 or state.is_terminal():
        return evaluate(state)
    v = -math.inf
    for move in state.get_legal_moves():
        v = max(v, _min_value(state.forecast_move(move), alpha, beta, depth - 1, evaluate))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def _min_value(state, alpha, beta, depth, evaluate):
    if depth == 0 or state.is_terminal():
        return evaluate(state)
    v = math.inf
    for move in state.get_legal_moves():
        v = min(v, _max_value(state.forecast_move(move), alpha, beta, depth - 1, evaluate))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v


def negamax_inside(state, depth, alpha, beta, maximizing, evaluate):
    def mine(state, depth, alpha, beta, color):
        moves = state.get_legal_moves()
        if depth == 0 or not moves:
            return color * evaluate(state)
        best = -INF
        for move in moves:
            best = max(best, -mine(state.forecast_move(move), depth - 1, -beta, -alpha, -color))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    return mine(state, depth, alpha, beta, 1) if maximizing else -mine(state, depth, -beta, -alpha, -1)


def none_is_open(state, depth, alpha=None, beta=None, maximizing=True, evaluate=None):
    """Inside, an open end of the window is None."""
    alpha = None if alpha == -INF else alpha
    beta = None if beta == INF else beta
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    best = None
    for move in moves:
        value = none_is_open(state.forecast_move(move), depth - 1, alpha, beta, not maximizing, evaluate)
        if best is None or (value > best if maximizing else value < best):
            best = value
        if maximizing:
            alpha = best if alpha is None else max(alpha, best)
        else:
            beta = best if beta is None else min(beta, best)
        if alpha is not None and beta is not None and alpha >= beta:
            return best
    return best


def sorts_first(state, depth, alpha, beta, maximizing, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    moves.sort(key=lambda move: evaluate(state.forecast_move(move)), reverse=maximizing)
    best = -INF if maximizing else INF
    for move in moves:
        value = sorts_first(state.forecast_move(move), depth - 1, alpha, beta, not maximizing, evaluate)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def sorts_children(state, depth, alpha, beta, maximizing, evaluate):
    if depth == 0 or state.is_terminal():
        return evaluate(state)
    children = sorted(map(state.forecast_move, state.get_legal_moves()), key=evaluate, reverse=maximizing)
    best = -INF if maximizing else INF
    for child in children:
        value = sorts_children(child, depth - 1, alpha, beta, not maximizing, evaluate)
        best = max(best, value) if maximizing else min(best, value)
        if maximizing:
            if best >= beta:
                return best
            alpha = max(alpha, best)
        else:
            if best <= alpha:
                return best
            beta = min(beta, best)
    return best


def from_the_right(state, depth, alpha, beta, maximizing, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    best = -INF if maximizing else INF
    while moves and alpha < beta:
        value = from_the_right(state.forecast_move(moves.pop()), depth - 1, alpha, beta, not maximizing, evaluate)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
    return best


def evaluates_everywhere(state, depth, alpha, beta, maximizing, evaluate):
    standing = evaluate(state)
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return standing
    best = -INF if maximizing else INF
    for move in moves:
        value = evaluates_everywhere(state.forecast_move(move), depth - 1, alpha, beta, not maximizing, evaluate)
        if maximizing:
            best, alpha = max(best, value), max(alpha, value)
        else:
            best, beta = min(best, value), min(beta, value)
        if alpha >= beta:
            break
    return best


def lazily(state, depth, alpha, beta, maximizing, evaluate):
    """The values of the children come from a generator, which is left when the window closes."""
    if depth == 0 or state.is_terminal():
        return evaluate(state)

    def values():
        nonlocal alpha, beta
        for move in state.get_legal_moves():
            value = lazily(state.forecast_move(move), depth - 1, alpha, beta, not maximizing, evaluate)
            if maximizing:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            yield value
            if alpha >= beta:
                return

    return max(values()) if maximizing else min(values())


def one_for_both(state, depth, alpha, beta, maximizing, evaluate):
    """Which of the two comparisons is used depends on the side."""
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    better, best = (operator.gt, -INF) if maximizing else (operator.lt, INF)
    window = {True: alpha, False: beta}
    for move in moves:
        value = one_for_both(
            state.forecast_move(move), depth - 1, window[True], window[False], not maximizing, evaluate
        )
        if better(value, best):
            best = value
            if better(best, window[maximizing]):
                window[maximizing] = best
        if window[True] >= window[False]:
            break
    return best


def sloppy_below(state, depth, alpha, beta, maximizing, evaluate):
    """Below its window it returns -∞, which says less than it could, but nothing wrong."""
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    best = -INF if maximizing else INF
    for move in moves:
        value = sloppy_below(state.forecast_move(move), depth - 1, alpha, beta, not maximizing, evaluate)
        if maximizing and value > alpha:
            best = alpha = value
        if not maximizing and value < beta:
            best = beta = value
        if alpha >= beta:
            break
    return best


class Pruner:
    """A class with state of its own."""

    def __call__(self, state, depth, alpha, beta, maximizing, evaluate):
        self.evaluate, self.cut = evaluate, 0
        return self.go(state, depth, (alpha, beta), maximizing)

    def go(self, state, depth, window, maximizing):
        if depth == 0 or state.is_terminal():
            return self.evaluate(state)
        alpha, beta = window
        best = -INF if maximizing else INF
        for move in state.get_legal_moves():
            value = self.go(state.forecast_move(move), depth - 1, (alpha, beta), not maximizing)
            best = max(best, value) if maximizing else min(best, value)
            alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
            if alpha >= beta:
                self.cut += 1
                break
        return best


def first_move_apart(state, depth, alpha, beta, maximizing, evaluate):
    """The first child sets the best value, the others are compared with it."""
    moves = iter(state.get_legal_moves())
    first = next(moves, None)
    if first is None or depth == 0:
        return evaluate(state)

    def value_of(move):
        return first_move_apart(state.forecast_move(move), depth - 1, alpha, beta, not maximizing, evaluate)

    best = value_of(first)
    for move in itertools.chain(moves):
        if maximizing:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            return best
        best = max(best, value_of(move)) if maximizing else min(best, value_of(move))
    return best


def scout(state, depth, alpha, beta, maximizing, evaluate):
    """Asks with a window of nothing whether a later move can be better, and searches it again if it can."""
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    best = -INF if maximizing else INF
    for number, move in enumerate(moves):
        child = state.forecast_move(move)
        if number == 0:
            value = scout(child, depth - 1, alpha, beta, not maximizing, evaluate)
        else:
            low, high = (alpha, alpha + 0.5) if maximizing else (beta - 0.5, beta)
            value = scout(child, depth - 1, low, high, not maximizing, evaluate)
            if (low < value if maximizing else value < high) and alpha < value < beta:
                value = scout(child, depth - 1, alpha, beta, not maximizing, evaluate)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


ALPHABETA = [
    fail_soft,
    fail_hard,
    own_bound_returned,
    two_functions,
    negamax_inside,
    none_is_open,
    sorts_first,
    sorts_children,
    from_the_right,
    evaluates_everywhere,
    lazily,
    one_for_both,
    sloppy_below,
    Pruner(),
    first_move_apart,
    scout,
]


def strict(state, depth, alpha, beta, maximizing, evaluate):
    """Right, but goes on when alpha and beta are equal."""
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    best = -INF if maximizing else INF
    for move in moves:
        value = strict(state.forecast_move(move), depth - 1, alpha, beta, not maximizing, evaluate)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha > beta:
            break
    return best


# Decisions


def decision_by_key(state, depth, evaluate):
    def worth(move):
        return minimax_with_lists(state.forecast_move(move), depth - 1, state.active_player is not MAX, evaluate)

    return (max if state.active_player is MAX else min)(state.get_legal_moves(), key=worth)


def decision_with_window(state, depth, evaluate):
    maximizing = state.active_player is MAX
    best_move, alpha, beta = None, -INF, INF
    for move in state.get_legal_moves():
        value = fail_soft(state.forecast_move(move), depth - 1, alpha, beta, not maximizing, evaluate)
        if maximizing and value > alpha:
            best_move, alpha = move, value
        if not maximizing and value < beta:
            best_move, beta = move, value
    return best_move


def decision_takes_the_last(state, depth, evaluate):
    """Of truly equal moves any is right, also the last."""
    sign = 1 if state.active_player is MAX else -1
    best, best_move = -INF, None
    for move in state.get_legal_moves():
        value = -negamax_plain(state.forecast_move(move), depth - 1, -sign, evaluate)
        if value >= best:
            best, best_move = value, move
    return best_move


def decision_by_pairs(state, depth, evaluate):
    def search(state, depth):
        moves = state.get_legal_moves()
        if depth == 0 or not moves:
            return evaluate(state), None
        best = max if state.active_player is MAX else min
        return best(
            ((search(state.forecast_move(move), depth - 1)[0], move) for move in moves), key=lambda pair: pair[0]
        )

    return search(state, depth)[1]


def decision_in_a_hurry(state, depth, evaluate):
    """Prefers the quicker of two equal wins, and the longer of two equal losses."""

    def search(state, left, ply):
        moves = state.get_legal_moves()
        if left == 0 or not moves:
            value = evaluate(state)
            return value, -ply if value > 0 else ply
        best = max if state.active_player is MAX else min
        return best(search(state.forecast_move(move), left - 1, ply + 1) for move in moves)

    best = max if state.active_player is MAX else min
    return best(state.get_legal_moves(), key=lambda move: search(state.forecast_move(move), depth - 1, 1))


DECISIONS = [decision_by_key, decision_with_window, decision_takes_the_last, decision_by_pairs, decision_in_a_hurry]
