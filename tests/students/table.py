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
    value = _plain(narrows_the_window, state, depth, alpha, beta, maximizing, evaluate, table)
    if value <= alpha:
        table[key] = low, min(high, value)
    elif value >= beta:
        table[key] = max(low, value), high
    else:
        table[key] = value, value
    return value


def best_move_first(state, depth, alpha, beta, maximizing, evaluate, table):
    """Remembers the best move of a state too, and tries it first."""
    entry = table.setdefault((state.key(), maximizing), {"depth": -1, "move": None})
    if entry["depth"] >= depth:
        if entry["flag"] == "=":
            return entry["value"]
        if entry["flag"] == ">":
            alpha = max(alpha, entry["value"])
        else:
            beta = min(beta, entry["value"])
        if alpha >= beta:
            return entry["value"]
    if depth == 0 or state.is_terminal():
        return evaluate(state)
    low, high = alpha, beta
    best, best_move = (-inf if maximizing else inf), None
    for move in sorted(state.get_legal_moves(), key=lambda move: move != entry["move"]):
        value = best_move_first(state.forecast_move(move), depth - 1, alpha, beta, not maximizing, evaluate, table)
        if (value > best) if maximizing else (value < best):
            best, best_move = value, move
        if maximizing:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    entry.update(depth=depth, value=best, move=best_move, flag="<" if best <= low else ">" if best >= high else "=")
    return best


def a_dict_for_each_depth(state, depth, alpha, beta, maximizing, evaluate, table):
    at_this_depth = table.setdefault(depth, {})
    known = answer(at_this_depth, (state, maximizing), depth, alpha, beta)
    if known is None:
        known = _plain(a_dict_for_each_depth, state, depth, alpha, beta, maximizing, evaluate, table)
        stores(at_this_depth, (state, maximizing), depth, known, alpha, beta)
    return known


def asks_before_each_child(state, depth, alpha, beta, maximizing, evaluate, table):
    """The table is looked into and written by the parent."""
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    best = -inf if maximizing else inf
    for move in moves:
        child = state.forecast_move(move)
        value = answer(table, child, depth - 1, alpha, beta)
        if value is None:
            value = asks_before_each_child(child, depth - 1, alpha, beta, not maximizing, evaluate, table)
            stores(table, child, depth - 1, value, alpha, beta)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best


def scout(state, depth, alpha, beta, maximizing, evaluate, table):
    """Later moves are tried with the narrowest window, and searched again if they turn out to be better."""

    def value_of(state, depth, alpha, beta, sign):
        known = answer(table, (state, sign), depth, alpha, beta)
        if known is not None:
            return known
        moves = state.get_legal_moves()
        if depth == 0 or not moves:
            return sign * evaluate(state)
        best, low = -inf, alpha
        for number, move in enumerate(moves):
            child = state.forecast_move(move)
            if number == 0 or alpha == -inf:
                value = -value_of(child, depth - 1, -beta, -alpha, -sign)
            else:
                value = -value_of(child, depth - 1, -alpha - 0.01, -alpha, -sign)
                if alpha < value < beta:
                    value = -value_of(child, depth - 1, -beta, -alpha, -sign)
            best = max(best, value)
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        stores(table, (state, sign), depth, best, low, beta)
        return best

    if maximizing:
        return value_of(state, depth, alpha, beta, 1)
    return -value_of(state, depth, -beta, -alpha, -1)


def step_by_step(state, depth, alpha, beta, maximizing, evaluate, table):
    """Deepens inside: the shallow searches fill the table with moves to try first."""
    first = {}

    def value_of(state, depth, alpha, beta, maximizing):
        known = answer(table, (state, maximizing, depth), depth, alpha, beta)
        if known is not None:
            return known
        moves = state.get_legal_moves()
        if depth == 0 or not moves:
            return evaluate(state)
        low, high, best = alpha, beta, -inf if maximizing else inf
        for move in sorted(moves, key=lambda move: move != first.get(state)):
            value = value_of(state.forecast_move(move), depth - 1, alpha, beta, not maximizing)
            if (value > best) if maximizing else (value < best):
                best, first[state] = value, move
            alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
            if alpha >= beta:
                break
        stores(table, (state, maximizing, depth), depth, best, low, high)
        return best

    for shallow in range(depth):
        value_of(state, shallow, alpha, beta, maximizing)
    return value_of(state, depth, alpha, beta, maximizing)


def with_two_bounds(state, depth, alpha, beta, maximizing, evaluate, table):
    """An entry is a list of two bounds, which is changed in place."""
    bounds = table.setdefault((state, depth), [-inf, inf])
    if bounds[0] >= beta:
        return bounds[0]
    if bounds[1] <= alpha:
        return bounds[1]
    alpha, beta = max(alpha, bounds[0]), min(beta, bounds[1])
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        value = evaluate(state)
    else:
        value, low, high = (-inf if maximizing else inf), alpha, beta
        for move in moves:
            if value >= beta if maximizing else value <= alpha:
                break
            child = with_two_bounds(state.forecast_move(move), depth - 1, low, high, not maximizing, evaluate, table)
            value = max(value, child) if maximizing else min(value, child)
            low, high = (max(low, value), high) if maximizing else (low, min(high, value))
    if value < beta:
        bounds[1] = value
    if value > alpha:
        bounds[0] = value
    return value


def closer_and_closer(state, depth, alpha, beta, maximizing, evaluate, table):
    """Asks only whether the value is less than a guess, again and again, and the table makes that cheap."""
    guess, low, high = 0, -inf, inf
    while low < high and low < beta and high > alpha:
        bound = guess + 1 / 16 if guess == low else guess
        guess = with_two_bounds(state, depth, bound - 1 / 16, bound, maximizing, evaluate, table)
        low, high = (low, guess) if guess < bound else (guess, high)
    return guess


def sorts_by_evaluation(state, depth, alpha, beta, maximizing, evaluate, table):
    key = (state, maximizing, depth)
    known = answer(table, key, depth, alpha, beta)
    if known is not None:
        return known
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    low, high, best = alpha, beta, -inf if maximizing else inf
    for child in sorted(map(state.forecast_move, moves), key=evaluate, reverse=maximizing):
        value = sorts_by_evaluation(child, depth - 1, alpha, beta, not maximizing, evaluate, table)
        best = max(best, value) if maximizing else min(best, value)
        alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
        if alpha >= beta:
            break
    stores(table, key, depth, best, low, high)
    return best


successes = {}


def with_a_history(state, depth, alpha, beta, maximizing, evaluate, table):
    """Keeps, for good, how often a move was best; but only the order depends on that."""
    known = answer(table, (state, maximizing), depth, alpha, beta)
    if known is not None:
        return known
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    low, high, best, chosen = alpha, beta, -inf if maximizing else inf, None
    for move in sorted(moves, key=lambda move: -successes.get(move, 0)):
        value = with_a_history(state.forecast_move(move), depth - 1, alpha, beta, not maximizing, evaluate, table)
        if chosen is None or ((value > best) if maximizing else (value < best)):
            best, chosen = value, move
        alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
        if alpha >= beta:
            break
    successes[chosen] = successes.get(chosen, 0) + 1
    stores(table, (state, maximizing), depth, best, low, high)
    return best


def strict(state, depth, alpha, beta, maximizing, evaluate, table):
    """Cuts only when alpha is more than beta: a little more work."""
    known = answer(table, (state, maximizing), depth, alpha, beta)
    if known is not None:
        return known
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    low, high = alpha, beta
    best = -inf if maximizing else inf
    for move in moves:
        value = strict(state.forecast_move(move), depth - 1, alpha, beta, not maximizing, evaluate, table)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha > beta:
            break
    stores(table, (state, maximizing), depth, best, low, high)
    return best


CORRECT = [
    narrows_the_window,
    best_move_first,
    a_dict_for_each_depth,
    asks_before_each_child,
    scout,
    step_by_step,
    with_two_bounds,
    closer_and_closer,
    sorts_by_evaluation,
    with_a_history,
    strict,
    by_state_and_player,
    by_state_alone,
    by_key_alone,
    exact_only,
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


def narrowed(upper_first, remembers_alpha=False, hard=False, narrows=False):
    """Compares with alpha and beta, at the end, as the loop has left them."""

    def search(state, depth, alpha, beta, maximizing, evaluate, table):
        key, first_alpha, first_beta = (state, depth, maximizing), alpha, beta
        if key in table:
            value, kind = table[key]
            if kind == "exact" or (kind == "lower" and value >= beta) or (kind == "upper" and value <= alpha):
                return value
            if narrows and kind == "lower":
                alpha = max(alpha, value)
            elif narrows:
                beta = min(beta, value)
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
        if hard:
            best = min(max(best, first_alpha), first_beta)
        low = first_alpha if remembers_alpha else alpha
        tests = [("upper", best <= low), ("lower", best >= beta)]
        found = [kind for kind, is_so in (tests if upper_first else reversed(tests)) if is_so]
        table[key] = best, (found or ["exact"])[0]
        return best

    return search


def narrowed_negamax(state, depth, alpha, beta, maximizing, evaluate, table):
    """The same in negamax: alpha is what the side to move is sure of."""

    def search(state, depth, alpha, beta, sign):
        key = state, depth, sign
        if key in table:
            value, kind = table[key]
            if kind == "exact" or (kind == "lower" and value >= beta) or (kind == "upper" and value <= alpha):
                return value
        moves = state.get_legal_moves()
        if depth == 0 or not moves:
            return sign * evaluate(state)
        best = -inf
        for move in moves:
            best = max(best, -search(state.forecast_move(move), depth - 1, -beta, -alpha, -sign))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        table[key] = best, "upper" if best <= alpha else "lower" if best >= beta else "exact"
        return best

    sign = 1 if maximizing else -1
    window = (alpha, beta) if maximizing else (-beta, -alpha)
    return sign * search(state, depth, *window, sign)


NARROWED = [
    narrowed(upper_first=True),
    narrowed(upper_first=False),
    narrowed(upper_first=False, remembers_alpha=True),
    narrowed(upper_first=True, narrows=True),
    narrowed(upper_first=False, hard=True),
    narrowed_negamax,
]


def by_id(state, depth, alpha, beta, maximizing, evaluate, table):
    key = id(state), depth, maximizing
    if key in table:
        return table[key]
    value = _plain(by_id, state, depth, alpha, beta, maximizing, evaluate, table)
    if alpha < value < beta:
        table[key] = value
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


# Too much work


def minimax_with_memory(state, depth, alpha, beta, maximizing, evaluate, table):
    """Every value is exact, but the exercise asks for alpha-beta."""
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


def in_halves(window=lambda alpha, beta: (alpha, beta), cuts=True, max_narrows=True):
    """Alpha-beta with a table that hands `window(alpha, beta)` down; one of the steps may be left out."""

    def search(state, depth, alpha, beta, maximizing, evaluate, table):
        known = answer(table, (state, maximizing), depth, alpha, beta)
        if known is not None:
            return known
        moves = state.get_legal_moves()
        if depth == 0 or not moves:
            return evaluate(state)
        low, high, best = alpha, beta, -inf if maximizing else inf
        for move in moves:
            child = state.forecast_move(move)
            value = search(child, depth - 1, *window(alpha, beta), not maximizing, evaluate, table)
            if maximizing:
                best = max(best, value)
                alpha = max(alpha, best) if max_narrows else alpha
            else:
                best = min(best, value)
                beta = min(beta, best)
            if cuts and alpha >= beta:
                break
        stores(table, (state, maximizing), depth, best, low, high)
        return best

    return search


WORKS_TOO_MUCH = {
    "no-break": [minimax_with_memory, in_halves(cuts=False)],
    "fresh-window": [in_halves(lambda alpha, beta: (-inf, inf))],
    "one-bound-only": [in_halves(max_narrows=False)],
}


def a_new_dict_for_each_child(state, depth, alpha, beta, maximizing, evaluate, table):
    known = answer(table, (state, maximizing), depth, alpha, beta)
    if known is None:
        known = _plain(
            lambda *args: a_new_dict_for_each_child(*args[:-1], {}),
            *(state, depth, alpha, beta, maximizing, evaluate, table),
        )
        stores(table, (state, maximizing), depth, known, alpha, beta)
    return known


def a_copy_for_each_child(state, depth, alpha, beta, maximizing, evaluate, table):
    key = (state, depth, maximizing)
    if key in table:
        return table[key]
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    low, high, best = alpha, beta, -inf if maximizing else inf
    for move in moves:
        child = state.forecast_move(move)
        value = a_copy_for_each_child(child, depth - 1, alpha, beta, not maximizing, evaluate, dict(table))
        best = max(best, value) if maximizing else min(best, value)
        alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
        if alpha >= beta:
            break
    if low < best < high:
        table[key] = best
    return best


def only_the_first_call(state, depth, alpha, beta, maximizing, evaluate, table):
    """What is searched below is not remembered."""

    def value_of(state, depth, alpha, beta, maximizing, evaluate, table):
        return _plain(value_of, state, depth, alpha, beta, maximizing, evaluate, table)

    key = state, depth, maximizing, alpha, beta
    if key not in table:
        table[key] = value_of(state, depth, alpha, beta, maximizing, evaluate, table)
    return table[key]


NOT_SHARED = [a_new_dict_for_each_child, a_copy_for_each_child, only_the_first_call]


# A memory of its own

known_to_all, exact_values, evaluations = {}, {}, {}


def global_dict(state, depth, alpha, beta, maximizing, evaluate, table):
    """Right within a call, but the dict that it was given is left alone."""
    known = answer(known_to_all, (state, maximizing), depth, alpha, beta)
    if known is None:
        known = _plain(global_dict, state, depth, alpha, beta, maximizing, evaluate, table)
        stores(known_to_all, (state, maximizing), depth, known, alpha, beta)
    return known


def global_dict_by_text(state, depth, alpha, beta, maximizing, evaluate, table):
    key = f"{state} {maximizing}"
    known = answer(exact_values, key, depth, alpha, beta)
    if known is None:
        known = _plain(global_dict_by_text, state, depth, alpha, beta, maximizing, evaluate, table)
        stores(exact_values, key, depth, known, alpha, beta)
    return known


def by_default(state, depth, alpha, beta, maximizing, evaluate, table, memo={}):  # noqa: B006
    """All that an answer depends on is in the key, except the evaluation."""
    key = state, depth, alpha, beta, maximizing
    if key not in memo:
        memo[key] = _plain(by_default, state, depth, alpha, beta, maximizing, evaluate, table)
    return memo[key]


def remembers_evaluations(state, depth, alpha, beta, maximizing, evaluate, table):
    """The table is used as it should be; but what a leaf is worth is kept for good."""

    def once(state):
        if state not in evaluations:
            evaluations[state] = evaluate(state)
        return evaluations[state]

    return by_state_and_player(state, depth, alpha, beta, maximizing, once, table)


class RemembersItself:
    def __init__(self):
        self.table = {}

    def __call__(self, state, depth, alpha, beta, maximizing, evaluate, table):
        return by_state_and_player(state, depth, alpha, beta, maximizing, evaluate, self.table)


OWN_MEMORY = [global_dict, global_dict_by_text, by_default, remembers_evaluations, RemembersItself()]


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
