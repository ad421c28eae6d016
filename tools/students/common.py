"""Common mistakes of real students, as replacements in programs that are right (see `minimax`)."""

from math import inf

from tools.students.alphabeta import TEXTBOOK
from tools.students.minimax import LOOP
from tools.students.rows import rows, together

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

FINITE = [('float("-inf")', "-9999"), ('float("inf")', "9999")]
AT_ROOT = "depth - 1, not maximizing, evaluate)\n        if (value"

TWO_AT_ONCE = [
    ({"finite-infinity", "no-role-flip"}, LOOP, [*FINITE, ("False, evaluate", "True, evaluate")]),
    ({"finite-infinity", "last-move-left-out"}, LOOP, [*FINITE, ("for move in moves:", "for move in moves[:-1]:")]),
    ({"finite-infinity", "off-by-one-depth"}, LOOP, [*FINITE, ("depth == 0", "depth == 1")]),
]
ALPHABETA = {
    "terminal-is-zero": [
        (TEXTBOOK, [("    if depth == 0", "    if state.is_terminal():\n        return 0\n    if depth == 0")]),
    ],
    "bounds-as-exact": [(WITH_CACHE, [])],
    "table-without-depth": [(WITH_CACHE, [("key = state, depth", "key = state, alpha, beta")])],
    "whole-numbers-only": [(SCOUT, [])],
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

DECISION = together(
    rows("decision", "first-move-only", "starts-at-zero", "finite-infinity", "no-move-made", "wrong-role-at-root"),
    rows("decision", "value-for-move", "index-for-move", "last-move-left-out", "terminal-is-zero", "shared-best-move"),
    rows("decision", "pair-for-move", "one-ply-only"),
    {
        "first-move-only": [(DECIDE, [("    return best_move", "        return best_move")])],
        "starts-at-zero": [(DECIDE, [("-inf if maximizing else inf, None", "0, None")])],
        "no-move-made": [(DECIDE, [("minimax(state.forecast_move(move), " + AT_ROOT, "minimax(state, " + AT_ROOT)])],
        "wrong-role-at-root": [(DECIDE, [(AT_ROOT, AT_ROOT.replace("not ", ""))])],
        "pair-for-move": [
            (DECIDE, [("return best_move", "return best_move, best")]),
            (DECIDE, [("return best_move", "return best, best_move")]),
        ],
    },
)


def prints_instead_of_returning(state, depth, maximizing, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    best = -inf if maximizing else inf
    for move in moves:
        value = prints_instead_of_returning(state.forecast_move(move), depth - 1, not maximizing, evaluate)
        best = max(best, value) if maximizing else min(best, value)
    print(best)
