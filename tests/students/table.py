"""Alpha-beta with a table, as students write it: right in many styles, and wrong in many ways."""

from dataclasses import dataclass
from functools import partial
from math import inf

# Right


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
    value = _plain(by_state_alone, state, depth, alpha, beta, maximizing, evaluate, table)
    if alpha < value < beta:
        table[state] = depth, value
    return value


def by_key_alone(state, depth, alpha, beta, maximizing, evaluate, table):
    key = state.key(), depth
    if key not in table:
        value = _plain(by_key_alone, state, depth, alpha, beta, maximizing, evaluate, table)
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


def minimax_with_memory(state, depth, alpha, beta, maximizing, evaluate, table):
    """Without any cut-off every value is exact."""
    key = f"{state} {depth} {maximizing}"
    if key not in table:
        moves = state.get_legal_moves()
        if not moves or not depth:
            table[key] = evaluate(state)
        else:
            values = [
                minimax_with_memory(state.forecast_move(m), depth - 1, alpha, beta, not maximizing, evaluate, table)
                for m in moves
            ]
            table[key] = max(values) if maximizing else min(values)
    return table[key]


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
        table[key] = _plain(window_in_the_key, state, depth, alpha, beta, maximizing, evaluate, table)
    return table[key]


class Searcher:
    def __call__(self, state, depth, alpha, beta, maximizing, evaluate, table):
        return by_state_and_player(state, depth, alpha, beta, maximizing, evaluate, table)


CORRECT = [
    by_state_and_player,
    by_state_alone,
    by_key_alone,
    exact_only,
    minimax_with_memory,
    with_bounds,
    negamax_inside,
    window_in_the_key,
    Searcher(),
    partial(by_state_and_player),
]


def _plain(search, state, depth, alpha, beta, maximizing, evaluate, table):
    """Alpha-beta whose children are searched by `search`."""
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    best = -inf if maximizing else inf
    for move in moves:
        value = search(state.forecast_move(move), depth - 1, alpha, beta, not maximizing, evaluate, table)
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


def keeper(key, keep, may_answer):
    """A search that stores `keep(depth, value, low, high)` under `key(state, depth, maximizing)`."""

    def search(state, depth, alpha, beta, maximizing, evaluate, table):
        place = key(state, depth, maximizing)
        if place in table and may_answer(table[place], depth, alpha, beta):
            return table[place][0]
        value = _plain(search, state, depth, alpha, beta, maximizing, evaluate, table)
        entry = keep(depth, value, alpha, beta)
        if entry:
            table[place] = entry
        return value

    return search


def exact(depth, value, low, high):
    return (value, depth) if low < value < high else None


def anything(depth, value, low, high):
    return value, depth


def deep_enough(entry, depth, alpha, beta):
    return entry[1] >= depth


def always(entry, depth, alpha, beta):
    return True


def full_key(state, depth, maximizing):
    return state, maximizing


def without_depth(state, depth, alpha, beta, maximizing, evaluate, table):
    """Written out: the depth is simply forgotten."""
    if (state, maximizing) in table:
        return table[state, maximizing]
    value = _plain(without_depth, state, depth, alpha, beta, maximizing, evaluate, table)
    if alpha < value < beta:
        table[state, maximizing] = value
    return value


def only_inner_nodes(state, depth, alpha, beta, maximizing, evaluate, table):
    """As before, but what stands at the horizon is not stored."""
    if depth == 0 or not state.get_legal_moves():
        return evaluate(state)
    return without_depth_of_inner(state, depth, alpha, beta, maximizing, evaluate, table)


def without_depth_of_inner(state, depth, alpha, beta, maximizing, evaluate, table):
    if (state, maximizing) in table:
        return table[state, maximizing]
    value = _plain(only_inner_nodes, state, depth, alpha, beta, maximizing, evaluate, table)
    if alpha < value < beta:
        table[state, maximizing] = value
    return value


def bounds_as_exact(state, depth, alpha, beta, maximizing, evaluate, table):
    key = (state, depth, maximizing)
    if key not in table:
        table[key] = _plain(bounds_as_exact, state, depth, alpha, beta, maximizing, evaluate, table)
    return table[key]


def bounds_as_exact_fail_hard(state, depth, alpha, beta, maximizing, evaluate, table):
    key = (state, depth, maximizing)
    if key not in table:
        value = _plain(bounds_as_exact_fail_hard, state, depth, alpha, beta, maximizing, evaluate, table)
        table[key] = min(max(value, alpha), beta)
    return table[key]


def key_is_the_board(state, depth, alpha, beta, maximizing, evaluate, table):
    board = "".join(state.rows())
    known = table.get(board)
    if known and known[1] >= depth:
        return known[0]
    value = _plain(key_is_the_board, state, depth, alpha, beta, maximizing, evaluate, table)
    if alpha < value < beta:
        table[board] = (value, depth)
    return value


WRONG = {
    "table-without-depth": [
        without_depth,
        only_inner_nodes,
        keeper(full_key, exact, always),
        keeper(full_key, exact, lambda entry, depth, alpha, beta: entry[1] <= depth),  # the comparison turned round
    ],
    "bounds-as-exact": [bounds_as_exact, bounds_as_exact_fail_hard, keeper(full_key, anything, deep_enough)],
    "key-without-player": [
        key_is_the_board,
        keeper(lambda state, depth, maximizing: (repr(state), depth), exact, always),
        keeper(lambda state, depth, maximizing: str(state), exact, deep_enough),
    ],
}
PAIRS = {
    ("table-without-depth", "bounds-as-exact"): keeper(full_key, anything, always),
    ("table-without-depth", "key-without-player"): keeper(lambda state, *_: str(state), exact, always),
    ("bounds-as-exact", "key-without-player"): keeper(lambda state, *_: str(state), anything, deep_enough),
    ("table-without-depth", "bounds-as-exact", "key-without-player"): keeper(
        lambda state, *_: str(state), anything, always
    ),
}


def kinds_confused(state, depth, alpha, beta, maximizing, evaluate, table):
    """A lower bound is taken for an upper one, and the other way round."""
    key = (state, depth, maximizing)
    if key in table:
        value, kind = table[key]
        if kind == "exact" or (kind == "upper" and value >= beta) or (kind == "lower" and value <= alpha):
            return value
    value = _plain(kinds_confused, state, depth, alpha, beta, maximizing, evaluate, table)
    table[key] = value, "upper" if value <= alpha else "lower" if value >= beta else "exact"
    return value


def roles_swapped(state, depth, alpha, beta, maximizing, evaluate, table):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    children = [state.forecast_move(move) for move in moves]
    values = [roles_swapped(child, depth - 1, alpha, beta, not maximizing, evaluate, table) for child in children]
    return min(values) if maximizing else max(values)


def never_stores(state, depth, alpha, beta, maximizing, evaluate, table):
    return _plain(never_stores, state, depth, alpha, beta, maximizing, evaluate, table)


def never_asks(state, depth, alpha, beta, maximizing, evaluate, table):
    value = _plain(never_asks, state, depth, alpha, beta, maximizing, evaluate, table)
    table[state, depth, maximizing] = value
    return value


# Broken


def loops(state, depth, alpha, beta, maximizing, evaluate, table):
    while True:
        pass


def raises_at_once(state, depth, alpha, beta, maximizing, evaluate, table):
    return table[state]


def returns_nothing(state, depth, alpha, beta, maximizing, evaluate, table):
    table[state] = evaluate(state)


def gives_up(state, depth, alpha, beta, maximizing, evaluate, table):
    """An entry that cannot answer leads nowhere."""
    key = state, maximizing
    if key in table:
        stored_depth, value = table[key]
        return value if stored_depth >= depth else None
    value = _plain(gives_up, state, depth, alpha, beta, maximizing, evaluate, table)
    if alpha < value < beta:
        table[key] = depth, value
    return value


def gives_up_on_bounds(state, depth, alpha, beta, maximizing, evaluate, table):
    key = state, depth, maximizing
    if key in table:
        value, exact = table[key]
        return value if exact else None
    value = _plain(gives_up_on_bounds, state, depth, alpha, beta, maximizing, evaluate, table)
    table[key] = value, alpha < value < beta
    return value


def another_key(state, depth, alpha, beta, maximizing, evaluate, table):
    """Looks for what it has stored under another name."""
    if state in table:
        return table[state, depth]
    table[state] = _plain(another_key, state, depth, alpha, beta, maximizing, evaluate, table)
    return table[state]


def returns_a_pair(state, depth, alpha, beta, maximizing, evaluate, table):
    return evaluate(state), "exact"


def without_a_table(state, depth, alpha, beta, maximizing, evaluate):
    return 0


def deeper_and_deeper(state, depth, alpha, beta, maximizing, evaluate, table):
    return deeper_and_deeper(state, depth - 1, alpha, beta, maximizing, evaluate, table)


BROKEN = {
    loops: "endless",
    raises_at_once: "raises",
    returns_nothing: "returns-none",
    gives_up: "returns-none",
    gives_up_on_bounds: "returns-none",
    another_key: "raises",
    returns_a_pair: "returns-no-number",
    without_a_table: "wrong-arity",
    deeper_and_deeper: "too-deep",
}
