"""Negamax with mistakes, as replacements in programs that are right (see `minimax`)."""

PLAIN = """
def negamax(state, depth, color, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return color * evaluate(state)
    best = float("-inf")
    for move in moves:
        value = -negamax(state.forecast_move(move), depth - 1, -color, evaluate)
        best = max(best, value)
    return best
"""

WINDOW = """
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

MISTAKES = {
    "no-role-flip": [(PLAIN, [("-color, evaluate", "color, evaluate")])],
    "roles-swapped": [(PLAIN, [("max(best", "min(best"), ('"-inf"', '"inf"')])],
    "no-minus": [(PLAIN, [("-negamax", "negamax")])],
    "flips-utility": [(PLAIN, [("color * evaluate(state)", "evaluate(state)")])],
    "starts-at-zero": [(PLAIN, [('float("-inf")', "0")])],
    "wrong-infinity": [(PLAIN, [('"-inf"', '"inf"')])],
    "no-running-best": [(PLAIN, [("best = max(best, value)", "best = value")])],
    "off-by-one-depth": [(PLAIN, [("depth == 0", "depth <= 1")]), (PLAIN, [("depth == 0", "depth < 0")])],
    "depth-stays": [(PLAIN, [("depth - 1", "depth")]), (WINDOW, [("depth - 1", "depth")])],
    "ignores-terminal": [(PLAIN, [(" or not moves", "")])],
    "negamax-window": [(WINDOW, [("-beta, -alpha, -color", "-alpha, -beta, -color")])],
    "window-stays": [(WINDOW, [("        alpha = max(alpha, best)\n", "")])],
    "no-break": [(WINDOW, [("break", "pass")])],
    "fresh-window": [(WINDOW, [("-beta, -alpha, -color", 'float("-inf"), float("inf"), -color')])],
    "cut-reversed": [(WINDOW, [("alpha >= beta", "alpha < beta")])],
}
