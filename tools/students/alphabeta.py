"""Alpha-beta with mistakes, as replacements in programs that are right (see `minimax`)."""

from tools.students.minimax import LOOP
from tools.students.rows import rows, together

WINDOW = """
def alphabeta(state, depth, alpha, beta, maximizing, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    if maximizing:
        best = float("-inf")
        for move in moves:
            value = alphabeta(state.forecast_move(move), depth - 1, alpha, beta, False, evaluate)
            best = max(best, value)
            alpha = max(alpha, best)
            if alpha >= beta:
                break
    else:
        best = float("inf")
        for move in moves:
            value = alphabeta(state.forecast_move(move), depth - 1, alpha, beta, True, evaluate)
            best = min(best, value)
            beta = min(beta, best)
            if beta <= alpha:
                break
    return best
"""

# As in the textbook: two functions, which compare the value itself with the other side's bound.
TEXTBOOK = """
inf = float("inf")

def alphabeta(state, depth, alpha, beta, maximizing, evaluate):
    if maximizing:
        return max_value(state, alpha, beta, depth, evaluate)
    return min_value(state, alpha, beta, depth, evaluate)

def max_value(state, alpha, beta, depth, evaluate):
    if depth == 0 or state.is_terminal():
        return evaluate(state)
    v = -inf
    for move in state.get_legal_moves():
        v = max(v, min_value(state.forecast_move(move), alpha, beta, depth - 1, evaluate))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v

def min_value(state, alpha, beta, depth, evaluate):
    if depth == 0 or state.is_terminal():
        return evaluate(state)
    v = inf
    for move in state.get_legal_moves():
        v = min(v, max_value(state.forecast_move(move), alpha, beta, depth - 1, evaluate))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
"""

HARD = """
def alphabeta(state, depth, alpha, beta, maximizing, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    for move in moves:
        value = alphabeta(state.forecast_move(move), depth - 1, alpha, beta, not maximizing, evaluate)
        if maximizing:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return alpha if maximizing else beta
"""

NEGAMAX = """
def alphabeta(state, depth, alpha, beta, maximizing, evaluate):
    if maximizing:
        return negamax(state, depth, alpha, beta, 1, evaluate)
    return -negamax(state, depth, -beta, -alpha, -1, evaluate)

def negamax(state, depth, alpha, beta, color, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return color * evaluate(state)
    best = float("-inf")
    for move in moves:
        value = -negamax(state.forecast_move(move), depth - 1, -beta, -alpha, -color, evaluate)
        best = max(best, value)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
"""

ROOT = """
def alphabeta(state, depth, alpha, beta, maximizing, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    inf = float("inf")
    values = [search(state.forecast_move(move), depth - 1, -inf, inf, not maximizing, evaluate) for move in moves]
    return max(values) if maximizing else min(values)
"""
PLAIN_BELOW = """
def alphabeta(state, depth, alpha, beta, maximizing, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    best = float("-inf") if maximizing else float("inf")
    for move in moves:
        value = minimax(state.forecast_move(move), depth - 1, not maximizing, evaluate)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
"""
ALL_FIRST = """
def alphabeta(state, depth, alpha, beta, maximizing, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    values = [alphabeta(state.forecast_move(move), depth - 1, alpha, beta, not maximizing, evaluate) for move in moves]
    best = values[0]
    for value in values:
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
"""
SHARED = """
class Search:
    def __call__(self, state, depth, alpha, beta, maximizing, evaluate):
        self.alpha, self.beta, self.evaluate = alpha, beta, evaluate
        return self.value(state, depth, maximizing)

    def value(self, state, depth, maximizing):
        moves = state.get_legal_moves()
        if depth == 0 or not moves:
            return self.evaluate(state)
        best = float("-inf") if maximizing else float("inf")
        for move in moves:
            value = self.value(state.forecast_move(move), depth - 1, not maximizing)
            if maximizing:
                best = max(best, value)
                self.alpha = max(self.alpha, best)
            else:
                best = min(best, value)
                self.beta = min(self.beta, best)
            if self.alpha >= self.beta:
                break
        return best

def alphabeta(state, depth, alpha, beta, maximizing, evaluate):
    return Search()(state, depth, alpha, beta, maximizing, evaluate)
"""
SEARCH = WINDOW.replace("alphabeta(", "search(")
OPEN = 'float("-inf"), float("inf")'

MAX_CUTS = "            if alpha >= beta:\n                break\n"
MIN_CUTS = "            if beta <= alpha:\n                break\n"
MIN_LOWERS = "            beta = min(beta, best)\n"
MIN_RAISES = "            alpha = max(alpha, best)\n"
LEAVES = "\n            return v\n"
CHILD = "min_value(state.forecast_move(move), alpha, beta, depth - 1, evaluate)"

MISTAKES = together(
    rows("alphabeta"),
    {
        "passes-full-window": [(ROOT + SEARCH, [])],
        "plain-search-below": [(PLAIN_BELOW + LOOP, [])],
        "cuts-nothing": [(ALL_FIRST, [])],
        "shared-window": [(SHARED, [])],
        "fresh-window": [
            (WINDOW, [("alpha, beta, False", f"{OPEN}, False")]),
            (TEXTBOOK, [("forecast_move(move), alpha, beta, ", "forecast_move(move), -inf, inf, ")]),
            (HARD, [("alpha, beta, not", f"{OPEN}, not")]),
        ],
        "one-bound-only": [
            (WINDOW, [(MIN_CUTS, "")]),
            (TEXTBOOK, [("        alpha = max(alpha, v)\n", "")]),
            (TEXTBOOK, [("        beta = min(beta, v)\n", "")]),
            (TEXTBOOK, [("        if v <= alpha:\n            return v\n", "")]),
        ],
        "no-break": [
            (WINDOW, [(MAX_CUTS, ""), (MIN_CUTS, "")]),
            (TEXTBOOK, [("            return v\n", "            pass\n")]),
            (HARD, [("        if alpha >= beta:\n            break\n", "")]),
            (NEGAMAX, [("            break", "            continue")]),
        ],
        "wrong-bound": [
            (WINDOW, [(MIN_LOWERS, MIN_RAISES)]),
            (TEXTBOOK, [("        alpha = max(alpha, v)\n", "        beta = min(beta, v)\n")]),
        ],
        "cut-reversed": [
            (WINDOW, [("alpha >= beta", "alpha < beta")]),
            (HARD, [("alpha >= beta", "alpha <= beta")]),
            (TEXTBOOK, [("v >= beta", "v <= beta"), ("v <= alpha", "v >= alpha")]),
        ],
        "cuts-on-own-bound": [
            (TEXTBOOK, [("v >= beta", "v >= alpha"), ("v <= alpha", "v <= beta")]),
            (TEXTBOOK, [("v >= beta", "v > alpha")]),
            (
                TEXTBOOK,
                [
                    ("v >= beta", "v <= alpha"),
                    (
                        "v <= alpha:\n            return v\n        beta",
                        "v >= beta:\n            return v\n        beta",
                    ),
                ],
            ),
            (TEXTBOOK, [("v <= alpha", "v <= beta")]),
        ],
        "negamax-window": [(NEGAMAX, [("depth - 1, -beta, -alpha,", "depth - 1, -alpha, -beta,")])],
        "returns-alpha": [
            (HARD, [("return alpha if maximizing else beta", "return alpha")]),
            (HARD, [("return alpha if maximizing else beta", "return beta")]),
        ],
        "no-role-flip": [(HARD, [("not maximizing, evaluate", "maximizing, evaluate")])],
        "roles-swapped": [(TEXTBOOK, [("if maximizing:", "if not maximizing:")])],
        "no-running-best": [(TEXTBOOK, [(f"max(v, {CHILD})", CHILD)])],
        "starts-at-zero": [(TEXTBOOK, [("v = -inf", "v = 0")])],
        "wrong-infinity": [(TEXTBOOK, [("v = inf", "v = -inf")])],
        "off-by-one-depth": [(TEXTBOOK, [("depth == 0", "depth < 0")])],
        "depth-stays": [
            (WINDOW, [("depth - 1, alpha, beta, True", "depth, alpha, beta, True")]),
            (TEXTBOOK, [("depth - 1", "depth")]),
        ],
        "ignores-terminal": [(TEXTBOOK, [(" or state.is_terminal()", "")])],
    },
)

# Wrong values, or too much work, in ways that have no name on the list
UNNAMED = [
    (WINDOW, [("for move in moves", "for move in moves[:3]")]),
    (WINDOW, [("alpha = max(alpha, best)", "alpha = max(alpha, best) + 1")]),
    (WINDOW, [("return best", "return max(best, -2)")]),
    (WINDOW, [("if alpha >= beta:", "if alpha >= beta + 3:")]),
    (TEXTBOOK, [("        alpha = max(alpha, v)\n", "        alpha = v + 2\n")]),
]
