"""Broken: it fails, does not end, or returns something else."""

from tools.students.table.plain import plain_alphabeta


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
    value = plain_alphabeta(gives_up, state, depth, alpha, beta, maximizing, evaluate, table)
    if alpha < value < beta:
        table[key] = depth, value
    return value


def gives_up_on_bounds(state, depth, alpha, beta, maximizing, evaluate, table):
    key = state, depth, maximizing
    if key in table:
        value, exact = table[key]
        return value if exact else None
    value = plain_alphabeta(gives_up_on_bounds, state, depth, alpha, beta, maximizing, evaluate, table)
    table[key] = value, alpha < value < beta
    return value


def another_key(state, depth, alpha, beta, maximizing, evaluate, table):
    """Looks for what it has stored under another name."""
    if state in table:
        return table[state, depth]
    table[state] = plain_alphabeta(another_key, state, depth, alpha, beta, maximizing, evaluate, table)
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
