"""Common mistakes of real students, as replacements in programs that are right (see `minimax`)."""

from math import inf

from tools.students.alphabeta import TEXTBOOK, WINDOW
from tools.students.minimax import COMPREHENSION, LOOP, ONE_BRANCH
from tools.students.negamax import PLAIN

INSIDE = """
def minimax(state, depth, maximizing, evaluate):
    known = {}
    def search(state, depth, maximizing):
        if state in known:
            return known[state]
        moves = state.get_legal_moves()
        if depth == 0 or not moves:
            return evaluate(state)
        values = [search(state.forecast_move(move), depth - 1, not maximizing) for move in moves]
        known[state] = max(values) if maximizing else min(values)
        return known[state]
    return search(state, depth, maximizing)
"""

WITH_CACHE = """
from math import inf

def alphabeta(state, depth, alpha, beta, maximizing, evaluate):
    known = {}
    def search(state, depth, alpha, beta, maximizing):
        key = state, depth
        if key in known:
            return known[key]
        moves = state.get_legal_moves()
        if depth == 0 or not moves:
            best = evaluate(state)
        else:
            best = -inf if maximizing else inf
            for move in moves:
                value = search(state.forecast_move(move), depth - 1, alpha, beta, not maximizing)
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
    return search(state, depth, alpha, beta, maximizing)
"""

# The second and later moves are only asked whether they are better by 1 at least.
SCOUT = """
from math import inf

def alphabeta(state, depth, alpha, beta, maximizing, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    if not maximizing:
        return -negascout(state, depth, -beta, -alpha, -1, evaluate)
    return negascout(state, depth, alpha, beta, 1, evaluate)

def negascout(state, depth, alpha, beta, color, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return color * evaluate(state)
    for i, move in enumerate(moves):
        child = state.forecast_move(move)
        if i == 0 or alpha == -inf:
            value = -negascout(child, depth - 1, -beta, -alpha, -color, evaluate)
        else:
            value = -negascout(child, depth - 1, -alpha - 1, -alpha, -color, evaluate)
            if value < alpha + 1:
                continue
            if value < beta:
                value = -negascout(child, depth - 1, -beta, -alpha, -color, evaluate)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return alpha
"""

TERMINAL = "    if depth == 0 or not moves:", "    if not moves:\n        return 0\n    if depth == 0:"
WITHOUT_LAST = "for move in moves:", "for move in moves[:-1]:"
FINITE = [('float("-inf")', "-9999"), ('float("inf")', "9999")]
AT_ROOT = "depth - 1, not maximizing, evaluate)\n        if (value"
LOOP_AT_ROOT = "    for move in moves:\n        value"

MINIMAX = {
    "finite-infinity": [
        (LOOP, [('float("-inf")', "-9999"), ('float("inf")', "9999")]),
        (LOOP, [('float("-inf")', "-64")]),
        (ONE_BRANCH, [("-math.inf if is_max else math.inf", "-1e5 if is_max else 1e5")]),
    ],
    "last-move-left-out": [
        (LOOP, [("for move in moves:", "for move in moves[:-1]:")]),
        (LOOP, [("for move in moves:", "for move in (moves[i] for i in range(len(moves) - 1)):")]),
        (COMPREHENSION, [("for child in children", "for child in children[:-1]")]),
    ],
    "terminal-is-zero": [
        (LOOP, [("    if depth == 0 or not moves:", "    if not moves:\n        return 0\n    if depth == 0:")]),
        (ONE_BRANCH, [("    if plies == 0", "    if node.is_terminal():\n        return 0\n    if plies == 0")]),
    ],
    "table-without-depth": [(INSIDE, [])],
    "no-move-made": [
        (LOOP, [("state.forecast_move(move), depth - 1, False", "state, depth - 1, False")]),
        (LOOP, [("state.forecast_move(move), depth - 1, True", "state, depth - 1, True")]),
        (COMPREHENSION, [("state.forecast_move(move) for", "state for")]),
    ],
    "first-move-only": [
        (LOOP, [("best = max(best, value)", "return value"), ("best = min(best, value)", "return value")]),
    ],
}
TWO_AT_ONCE = [
    ({"finite-infinity", "no-role-flip"}, LOOP, [*FINITE, ("False, evaluate", "True, evaluate")]),
    ({"finite-infinity", "last-move-left-out"}, LOOP, [*FINITE, WITHOUT_LAST]),
    ({"finite-infinity", "off-by-one-depth"}, LOOP, [*FINITE, ("depth == 0", "depth == 1")]),
]
NEGAMAX = {
    "finite-infinity": [(PLAIN, [('float("-inf")', "-9999")])],
    "last-move-left-out": [(PLAIN, [WITHOUT_LAST])],
    "terminal-is-zero": [(PLAIN, [TERMINAL])],
}
ALPHABETA = {
    "finite-infinity": [(WINDOW, [('float("-inf")', "-9999"), ('float("inf")', "9999")])],
    "last-move-left-out": [(WINDOW, [("for move in moves:", "for move in moves[:-1]:")])],
    "terminal-is-zero": [
        (WINDOW, [("    if depth == 0 or not moves:", "    if not moves:\n        return 0\n    if depth == 0:")]),
        (TEXTBOOK, [("    if depth == 0", "    if state.is_terminal():\n        return 0\n    if depth == 0")]),
    ],
    "bounds-as-exact": [(WITH_CACHE, [])],
    "table-without-depth": [(WITH_CACHE, [("key = state, depth", "key = state, alpha, beta")])],
    "whole-numbers-only": [(SCOUT, []), (WINDOW, [("return evaluate(state)", "return round(evaluate(state))")])],
    "id-as-key": [(WITH_CACHE, [("key = state, depth", "key = id(state), depth, alpha, beta")])],
}
CACHE_OF_STATES = (WITH_CACHE, [("key = state, depth", "key = state")])  # lacks the depth and the window


DECIDE = (
    """
from math import inf
from minimax_lab.game import MAX

def decision(state, depth, evaluate):
    maximizing = state.active_player is MAX
    best, best_move = -inf if maximizing else inf, None
    moves = state.get_legal_moves()
    for move in moves:
        value = minimax(state.forecast_move(move), depth - 1, not maximizing, evaluate)
        if (value > best) if maximizing else (value < best):
            best, best_move = value, move
    return best_move
"""
    + LOOP
)

DECISION = {
    "first-move-only": [(DECIDE, [("    return best_move", "        return best_move")])],
    "starts-at-zero": [(DECIDE, [("-inf if maximizing else inf, None", "0, None")])],
    "finite-infinity": [(DECIDE, [("-inf if maximizing else inf, None", "-9999 if maximizing else 9999, None")])],
    "no-move-made": [(DECIDE, [("minimax(state.forecast_move(move), " + AT_ROOT, "minimax(state, " + AT_ROOT)])],
    "wrong-role-at-root": [(DECIDE, [(AT_ROOT, AT_ROOT.replace("not ", ""))])],
    "value-for-move": [
        (DECIDE, [("return best_move", "return best")]),
        (DECIDE, [("return best_move", "return best_move, best")]),
        (DECIDE, [("return best_move", "return best, best_move")]),
    ],
    "index-for-move": [(DECIDE, [("return best_move", "return moves.index(best_move)")])],
    "last-move-left-out": [(DECIDE, [(LOOP_AT_ROOT, LOOP_AT_ROOT.replace("moves:", "moves[:-1]:"))])],
    "terminal-is-zero": [(DECIDE, [TERMINAL])],
}


def prints_instead_of_returning(state, depth, maximizing, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    best = -inf if maximizing else inf
    for move in moves:
        value = prints_instead_of_returning(state.forecast_move(move), depth - 1, not maximizing, evaluate)
        best = max(best, value) if maximizing else min(best, value)
    print(best)
