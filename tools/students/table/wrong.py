"""Wrong: keys that lack something, bounds taken for values."""

from math import inf

from tools.students.table.plain import plain_alphabeta


def keeper(key, keep, may_answer):
    """A search that stores `keep(depth, value, low, high)` under `key(state, depth, maximizing)`."""

    def search(state, depth, alpha, beta, maximizing, evaluate, table):
        place = key(state, depth, maximizing)
        if place in table and may_answer(table[place], depth, alpha, beta):
            return table[place][0]
        value = plain_alphabeta(search, state, depth, alpha, beta, maximizing, evaluate, table)
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
    value = plain_alphabeta(without_depth, state, depth, alpha, beta, maximizing, evaluate, table)
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
    value = plain_alphabeta(only_inner_nodes, state, depth, alpha, beta, maximizing, evaluate, table)
    if alpha < value < beta:
        table[state, maximizing] = value
    return value


def bounds_as_exact(state, depth, alpha, beta, maximizing, evaluate, table):
    key = (state, depth, maximizing)
    if key not in table:
        table[key] = plain_alphabeta(bounds_as_exact, state, depth, alpha, beta, maximizing, evaluate, table)
    return table[key]


def bounds_as_exact_fail_hard(state, depth, alpha, beta, maximizing, evaluate, table):
    key = (state, depth, maximizing)
    if key not in table:
        value = plain_alphabeta(bounds_as_exact_fail_hard, state, depth, alpha, beta, maximizing, evaluate, table)
        table[key] = min(max(value, alpha), beta)
    return table[key]


def key_is_the_board(state, depth, alpha, beta, maximizing, evaluate, table):
    board = "".join(state.rows())
    known = table.get(board)
    if known and known[1] >= depth:
        return known[0]
    value = plain_alphabeta(key_is_the_board, state, depth, alpha, beta, maximizing, evaluate, table)
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
    value = plain_alphabeta(kinds_confused, state, depth, alpha, beta, maximizing, evaluate, table)
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
    value = plain_alphabeta(by_id, state, depth, alpha, beta, maximizing, evaluate, table)
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
    return plain_alphabeta(never_stores, state, depth, alpha, beta, maximizing, evaluate, table)


def never_asks(state, depth, alpha, beta, maximizing, evaluate, table):
    value = plain_alphabeta(never_asks, state, depth, alpha, beta, maximizing, evaluate, table)
    table[state, depth, maximizing] = value
    return value
