"""Alpha-beta, right, in as many styles as there are people."""

import itertools
import math
import operator

INF = float("inf")


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
