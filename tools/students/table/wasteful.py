"""Right values with too much work, a table that is not shared, a memory of one's own."""

from math import inf

from tools.students.table.plain import plain_alphabeta
from tools.students.table.right import answer, by_state_and_player, stores

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
    "no-break": [in_halves(cuts=False)],
    "window-stays": [minimax_with_memory],
    "fresh-window": [in_halves(lambda alpha, beta: (-inf, inf))],
    "one-bound-only": [in_halves(max_narrows=False)],
}


def a_new_dict_for_each_child(state, depth, alpha, beta, maximizing, evaluate, table):
    known = answer(table, (state, maximizing), depth, alpha, beta)
    if known is None:
        known = plain_alphabeta(
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
        return plain_alphabeta(value_of, state, depth, alpha, beta, maximizing, evaluate, table)

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
        known = plain_alphabeta(global_dict, state, depth, alpha, beta, maximizing, evaluate, table)
        stores(known_to_all, (state, maximizing), depth, known, alpha, beta)
    return known


def global_dict_by_text(state, depth, alpha, beta, maximizing, evaluate, table):
    key = f"{state} {maximizing}"
    known = answer(exact_values, key, depth, alpha, beta)
    if known is None:
        known = plain_alphabeta(global_dict_by_text, state, depth, alpha, beta, maximizing, evaluate, table)
        stores(exact_values, key, depth, known, alpha, beta)
    return known


def by_default(state, depth, alpha, beta, maximizing, evaluate, table, memo={}):  # noqa: B006
    """All that an answer depends on is in the key, except the evaluation."""
    key = state, depth, alpha, beta, maximizing
    if key not in memo:
        memo[key] = plain_alphabeta(by_default, state, depth, alpha, beta, maximizing, evaluate, table)
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
