"""More alpha-beta that is right, written as different people write it."""

import itertools
from dataclasses import dataclass
from math import inf


def negamax_wrapper(state, depth, alpha, beta, maximizing, evaluate):
    def nega(state, depth, low, high, sign):
        moves = state.get_legal_moves()
        if depth == 0 or not moves:
            return sign * evaluate(state)
        for move in moves:
            low = max(low, -nega(state.forecast_move(move), depth - 1, -high, -low, -sign))
            if low >= high:
                return low
        return low

    if maximizing:
        return nega(state, depth, alpha, beta, 1)
    return -nega(state, depth, -beta, -alpha, -1)


@dataclass
class Window:
    low: float
    high: float

    @property
    def closed(self):
        return self.low >= self.high

    def raised(self, value):
        return Window(max(self.low, value), self.high)

    def lowered(self, value):
        return Window(self.low, min(self.high, value))


def with_a_window_object(state, depth, alpha, beta, maximizing, evaluate, window=None):
    window = window or Window(alpha, beta)
    moves = iter(state.get_legal_moves())
    if depth == 0 or state.is_terminal():
        return evaluate(state)
    best = -inf if maximizing else inf
    while not window.closed and (move := next(moves, None)) is not None:
        child = state.forecast_move(move)
        value = with_a_window_object(child, depth - 1, None, None, not maximizing, evaluate, window)
        best = max(best, value) if maximizing else min(best, value)
        window = window.raised(best) if maximizing else window.lowered(best)
    return best


def with_takewhile(state, depth, alpha, beta, maximizing, evaluate):
    """The loop runs as long as the window is open."""
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    bounds = [alpha, beta]
    best = -inf if maximizing else inf
    for move in itertools.takewhile(lambda _: bounds[0] < bounds[1], moves):
        value = with_takewhile(state.forecast_move(move), depth - 1, *bounds, not maximizing, evaluate)
        best = max(best, value) if maximizing else min(best, value)
        bounds[0 if maximizing else 1] = max(bounds[0], best) if maximizing else min(bounds[1], best)
    return best


class Cut(Exception):
    pass


def with_an_exception(state, depth, alpha, beta, maximizing, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    best = -inf if maximizing else inf
    try:
        for move in moves:
            value = with_an_exception(state.forecast_move(move), depth - 1, alpha, beta, not maximizing, evaluate)
            if maximizing:
                best = max(best, value)
                alpha = max(alpha, value)
            else:
                best = min(best, value)
                beta = min(beta, value)
            if beta <= alpha:
                raise Cut
    except Cut:
        pass
    return best


def with_named_arguments(state, depth, alpha, beta, maximizing, evaluate):
    if depth == 0 or state.is_terminal():
        return evaluate(state)
    best = -inf if maximizing else inf
    for move in state.get_legal_moves():
        value = with_named_arguments(
            state=state.forecast_move(move),
            depth=depth - 1,
            alpha=alpha,
            beta=beta,
            maximizing=not maximizing,
            evaluate=evaluate,
        )
        if maximizing:
            if value > best:
                best = value
            if best >= beta:
                return best
            if best > alpha:
                alpha = best
        else:
            if value < best:
                best = value
            if best <= alpha:
                return best
            if best < beta:
                beta = best
    return best


def with_a_window_table(state, depth, alpha, beta, maximizing, evaluate, known=None):
    """A cache whose key has the window in it, too."""
    known = {} if known is None else known
    key = state, depth, alpha, beta
    if key in known:
        return known[key]
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    best = -inf if maximizing else inf
    for move in moves:
        child = state.forecast_move(move)
        value = with_a_window_table(child, depth - 1, alpha, beta, not maximizing, evaluate, known)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    known[key] = best
    return best


ALPHABETA = [
    *(negamax_wrapper, with_a_window_object, with_takewhile, with_an_exception, with_named_arguments),
    with_a_window_table,
]


def aspiration(state, depth, alpha, beta, maximizing, evaluate):
    """A guess first; if it is wrong, once more with more room."""
    low, high = max(alpha, -2), min(beta, 2)
    if low >= high:
        return with_an_exception(state, depth, alpha, beta, maximizing, evaluate)
    value = with_an_exception(state, depth, low, high, maximizing, evaluate)
    if value <= low and low > alpha:
        return with_an_exception(state, depth, alpha, high, maximizing, evaluate)
    if value >= high and high < beta:
        return with_an_exception(state, depth, low, beta, maximizing, evaluate)
    return value


def mtdf(state, depth, alpha, beta, maximizing, evaluate):
    """Null windows around a guess, until the limits meet."""
    guess, low, high = 0, alpha, beta
    while low < high:
        bound = guess + 0.25 if guess == low else guess
        guess = with_an_exception(state, depth, bound - 0.25, bound, maximizing, evaluate)
        if guess < bound:
            high = guess
        else:
            low = guess
    return guess


SEVERAL_GOES = [aspiration, mtdf]  # right, with a remark
