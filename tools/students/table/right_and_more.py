"""Right, and with more than a table: ordered moves, null windows, several goes."""

from functools import partial
from math import inf

from tools.students.table.plain import plain_alphabeta
from tools.students.table.right import (
    Searcher,
    answer,
    by_key_alone,
    by_state_alone,
    by_state_and_player,
    exact_only,
    narrows_the_window,
    negamax_inside,
    stores,
    window_in_the_key,
    with_bounds,
)


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
        known = plain_alphabeta(a_dict_for_each_depth, state, depth, alpha, beta, maximizing, evaluate, table)
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
