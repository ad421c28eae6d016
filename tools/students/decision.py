"""Decisions with mistakes."""

from math import inf

from minimax_lab.game import MAX
from tools.students.correct import fail_hard, fail_soft, minimax_with_lists, negamax_plain


def always_max(state, depth, evaluate):
    """The side to move is taken for MAX."""
    return max(
        state.get_legal_moves(),
        key=lambda move: minimax_with_lists(state.forecast_move(move), depth - 1, False, evaluate),
    )


def maximises_at_the_root(state, depth, evaluate):
    """Below the root the sides are right, but the root takes the maximum for both."""
    best, best_move = -inf, None
    for move in state.get_legal_moves():
        child = state.forecast_move(move)
        value = minimax_with_lists(child, depth - 1, child.active_player is MAX, evaluate)
        if value > best:
            best, best_move = value, move
    return best_move


def later_of_equals(search):
    """With a window, an equal value is only a bound."""

    def decision(state, depth, evaluate):
        maximizing = state.active_player is MAX
        best_move, alpha, beta = None, -inf, inf
        for move in state.get_legal_moves():
            value = search(state.forecast_move(move), depth - 1, alpha, beta, not maximizing, evaluate)
            if maximizing and value >= alpha:
                best_move, alpha = move, value
            if not maximizing and value <= beta:
                best_move, beta = move, value
        return best_move

    return decision


best_move = None


def shared_variable(state, depth, evaluate):
    """All levels write to the same global."""
    global best_move
    best_move = None
    _writes_everywhere(state, depth, state.active_player is MAX, evaluate)
    return best_move


def _writes_everywhere(state, depth, maximizing, evaluate):
    global best_move
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    best = -inf if maximizing else inf
    for move in moves:
        value = _writes_everywhere(state.forecast_move(move), depth - 1, not maximizing, evaluate)
        if (maximizing and value > best) or (not maximizing and value < best):
            best, best_move = value, move
    return best


class SharedAttribute:
    """All levels write to the same attribute, in a search with a window."""

    def __call__(self, state, depth, evaluate):
        self.best_move = None
        self.search(state, depth, -inf, inf, evaluate)
        return self.best_move

    def search(self, state, depth, alpha, beta, evaluate):
        if depth == 0 or state.is_terminal():
            return evaluate(state)
        maximizing = state.active_player is MAX
        best = -inf if maximizing else inf
        for move in state.get_legal_moves():
            value = self.search(state.forecast_move(move), depth - 1, alpha, beta, evaluate)
            if (value > best) if maximizing else (value < best):
                best, self.best_move = value, move
            if maximizing:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best


def wins_are_infinite(state, depth, evaluate):
    """A finished game is worth infinity, and only what is better than that would do."""

    def value_of(state, depth):
        if state.is_terminal():
            return inf * state.utility() if state.utility() else 0
        if depth == 0:
            return evaluate(state)
        values = [value_of(state.forecast_move(move), depth - 1) for move in state.get_legal_moves()]
        return max(values) if state.active_player is MAX else min(values)

    maximizing = state.active_player is MAX
    best, chosen = (-inf if maximizing else inf), None
    for move in state.get_legal_moves():
        value = value_of(state.forecast_move(move), depth - 1)
        if (value > best) if maximizing else (value < best):
            best, chosen = value, move
    return chosen


def the_stuck_lose_infinitely(state, depth, evaluate):
    """Whoever cannot move has lost everything."""

    def value_of(state, depth):
        if state.is_terminal():
            return -inf if state.active_player is MAX else inf
        if depth == 0:
            return evaluate(state)
        values = [value_of(state.forecast_move(move), depth - 1) for move in state.get_legal_moves()]
        return max(values) if state.active_player is MAX else min(values)

    maximizing = state.active_player is MAX
    best, chosen = (-inf if maximizing else inf), None
    for move in state.get_legal_moves():
        value = value_of(state.forecast_move(move), depth - 1)
        if (value > best) if maximizing else (value < best):
            best, chosen = value, move
    return chosen


def worst_move(state, depth, evaluate):
    """The child's value is the opponent's."""
    sign = 1 if state.active_player is MAX else -1
    return max(
        state.get_legal_moves(), key=lambda move: negamax_plain(state.forecast_move(move), depth - 1, -sign, evaluate)
    )


def returns_the_value(state, depth, evaluate):
    return minimax_with_lists(state, depth, state.active_player is MAX, evaluate)


def second_best(state, depth, evaluate):
    sign = 1 if state.active_player is MAX else -1
    moves = sorted(
        state.get_legal_moves(),
        key=lambda move: sign * minimax_with_lists(state.forecast_move(move), depth - 1, sign < 0, evaluate),
    )
    return moves[-2:][0]


def ignores_the_last_move(state, depth, evaluate):
    sign = 1 if state.active_player is MAX else -1
    moves = state.get_legal_moves()
    return max(
        moves[:-1] or moves,
        key=lambda move: sign * minimax_with_lists(state.forecast_move(move), depth - 1, sign < 0, evaluate),
    )


def _all_the_way(state, depth, maximizing, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    best = max if maximizing else min
    return best(_all_the_way(state.forecast_move(move), depth, not maximizing, evaluate) for move in moves)


def depth_stays_below_the_root(state, depth, evaluate):
    sign = 1 if state.active_player is MAX else -1
    return max(
        state.get_legal_moves(),
        key=lambda move: sign * _all_the_way(state.forecast_move(move), depth - 1, sign < 0, evaluate),
    )


def looks_to_the_end(state, depth, evaluate):
    """At no depth that is asked for can one see whether it stays or is not looked at."""
    sign = 1 if state.active_player is MAX else -1
    return max(
        state.get_legal_moves(),
        key=lambda move: sign * _all_the_way(state.forecast_move(move), depth, sign < 0, evaluate),
    )


MISTAKES = {
    "depth-stays": [depth_stays_below_the_root],
    "ignores-depth": [looks_to_the_end],
    "role-hard-coded": [always_max, maximises_at_the_root],
    "tie-takes-later": [later_of_equals(fail_soft), later_of_equals(fail_hard)],
    "shared-best-move": [shared_variable, SharedAttribute()],
    "roles-swapped": [worst_move],
    "value-for-move": [returns_the_value],
    "last-move-left-out": [ignores_the_last_move],
    "infinite-win": [wins_are_infinite, the_stuck_lose_infinitely],
}
UNNAMED = [second_best]
