"""Right: what is stored, under which key, and what may be answered with it."""

from dataclasses import dataclass
from math import inf

from tools.students.table.plain import plain_alphabeta


def by_state_and_player(state, depth, alpha, beta, maximizing, evaluate, table):
    key = state, maximizing
    if key in table:
        stored_depth, kind, value = table[key]
        decides = kind == "exact" or (kind == "lower" and value >= beta) or (kind == "upper" and value <= alpha)
        if stored_depth >= depth and decides:
            return value
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    low, high = alpha, beta
    best = -inf if maximizing else inf
    for move in moves:
        value = by_state_and_player(state.forecast_move(move), depth - 1, alpha, beta, not maximizing, evaluate, table)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    table[key] = depth, "upper" if best <= low else "lower" if best >= high else "exact", best
    return best


def by_state_alone(state, depth, alpha, beta, maximizing, evaluate, table):
    """A state knows who is to move."""
    if state in table and table[state][0] >= depth:
        return table[state][1]
    value = plain_alphabeta(by_state_alone, state, depth, alpha, beta, maximizing, evaluate, table)
    if alpha < value < beta:
        table[state] = depth, value
    return value


def by_key_alone(state, depth, alpha, beta, maximizing, evaluate, table):
    key = state.key(), depth
    if key not in table:
        value = plain_alphabeta(by_key_alone, state, depth, alpha, beta, maximizing, evaluate, table)
        if not alpha < value < beta:
            return value
        table[key] = value
    return table[key]


def exact_only(s, d, a, b, maxi, ev, t):
    """Keeps exact values alone, under (key, depth, player)."""
    key = (s.key(), d, maxi)
    if key in t:
        return t[key]
    if d == 0 or s.is_terminal():
        t[key] = ev(s)
        return t[key]
    low, high = a, b
    v = float("-inf") if maxi else float("inf")
    for m in s.get_legal_moves():
        child = exact_only(s.forecast_move(m), d - 1, a, b, not maxi, ev, t)
        if maxi:
            v = max(v, child)
            if v >= b:
                break
            a = max(a, v)
        else:
            v = min(v, child)
            if v <= a:
                break
            b = min(b, v)
    if low < v < high:
        t[key] = v
    return v


@dataclass
class Entry:
    depth: int
    low: float
    high: float


def with_bounds(state, depth, alpha, beta, maximizing, evaluate, table):
    """Fail-hard; an entry is an interval that narrows the window, and only a deeper one replaces it."""
    key = (state, state.active_player)
    entry = table.get(key)
    if entry and entry.depth >= depth:
        if entry.low >= beta:
            return beta
        if entry.high <= alpha:
            return alpha
        if entry.low == entry.high:
            return entry.low
    if depth == 0 or not state.get_legal_moves():
        return min(max(evaluate(state), alpha), beta)
    low, high = alpha, beta
    for move in state.get_legal_moves():
        value = with_bounds(state.forecast_move(move), depth - 1, low, high, not maximizing, evaluate, table)
        if maximizing:
            low = max(low, value)
        else:
            high = min(high, value)
        if low >= high:
            break
    value = low if maximizing else high
    if not entry or depth >= entry.depth:
        if value <= alpha:
            table[key] = Entry(depth, -inf, alpha)
        elif value >= beta:
            table[key] = Entry(depth, beta, inf)
        else:
            table[key] = Entry(depth, value, value)
    return value


def negamax_inside(state, depth, alpha, beta, maximizing, evaluate, table):
    def search(state, depth, alpha, beta, sign):
        key = (state, sign)
        known = table.get(key, {"depth": -1})
        if known["depth"] >= depth:
            flag, value = known["flag"], known["value"]
            if flag == 0 or (flag > 0 and value >= beta) or (flag < 0 and value <= alpha):
                return value
        moves = state.get_legal_moves()
        if depth == 0 or not moves:
            return sign * evaluate(state)
        first = known.get("move")
        best, best_move, start = -inf, None, alpha
        for move in sorted(moves, key=lambda move: move != first):
            value = -search(state.forecast_move(move), depth - 1, -beta, -alpha, -sign)
            if value > best:
                best, best_move = value, move
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        flag = -1 if best <= start else 1 if best >= beta else 0
        table[key] = {"depth": depth, "value": best, "flag": flag, "move": best_move}
        return best

    sign = 1 if maximizing else -1
    window = (alpha, beta) if maximizing else (-beta, -alpha)
    return sign * search(state, depth, *window, sign)


def window_in_the_key(state, depth, alpha, beta, maximizing, evaluate, table):
    key = hash((state, depth, alpha, beta, maximizing)), state.name
    if key not in table:
        table[key] = plain_alphabeta(window_in_the_key, state, depth, alpha, beta, maximizing, evaluate, table)
    return table[key]


class Searcher:
    def __call__(self, state, depth, alpha, beta, maximizing, evaluate, table):
        return by_state_and_player(state, depth, alpha, beta, maximizing, evaluate, table)


def stores(table, key, depth, value, low, high):
    table[key] = depth, value, -1 if value <= low else 1 if value >= high else 0


def answer(table, key, depth, alpha, beta):
    """What the table says, or None."""
    if key in table:
        stored, value, kind = table[key]
        if stored >= depth and (kind == 0 or (kind > 0 and value >= beta) or (kind < 0 and value <= alpha)):
            return value
    return None


def narrows_the_window(state, depth, alpha, beta, maximizing, evaluate, table):
    """What is known of a state makes its window smaller before it is searched."""
    key = state, maximizing, depth
    low, high = table.get(key, (-inf, inf))
    if low >= beta or low == high:
        return low
    if high <= alpha:
        return high
    alpha, beta = max(alpha, low), min(beta, high)
    value = plain_alphabeta(narrows_the_window, state, depth, alpha, beta, maximizing, evaluate, table)
    if value <= alpha:
        table[key] = low, min(high, value)
    elif value >= beta:
        table[key] = max(low, value), high
    else:
        table[key] = value, value
    return value
