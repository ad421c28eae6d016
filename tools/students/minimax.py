"""Minimax with mistakes: programs that are right, and what students write in them instead.

A mistake is a list of replacements in the text of a program. So it can be made in several programs,
and two of them in one.
"""

import linecache
import re
from functools import cache
from itertools import count

from tools.students.rows import rows, together

LOOP = """
def minimax(state, depth, maximizing, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    if maximizing:
        best = float("-inf")
        for move in moves:
            value = minimax(state.forecast_move(move), depth - 1, False, evaluate)
            best = max(best, value)
    else:
        best = float("inf")
        for move in moves:
            value = minimax(state.forecast_move(move), depth - 1, True, evaluate)
            best = min(best, value)
    return best
"""

ONE_BRANCH = """
import math

def minimax(node, plies, is_max, score):
    if plies == 0 or node.is_terminal():
        return score(node)
    best, best_move = (-math.inf if is_max else math.inf), None
    for move in node.get_legal_moves():
        value = minimax(node.forecast_move(move), plies - 1, not is_max, score)
        if (is_max and value > best) or (not is_max and value < best):
            best, best_move = value, move
    return best
"""

COMPREHENSION = """
def minimax(state, depth, maximizing, evaluate):
    if depth == 0 or not state.get_legal_moves():
        return evaluate(state)
    children = [state.forecast_move(move) for move in state.get_legal_moves()]
    values = [minimax(child, depth - 1, not maximizing, evaluate) for child in children]
    return max(values) if maximizing else min(values)
"""

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

# code -> [(program, replacements)]: from the table, and in other styles
MISTAKES = together(
    rows("minimax"),
    {
        "no-role-flip": [
            (LOOP, [("False, evaluate", "True, evaluate")]),
            (LOOP, [("True, evaluate", "False, evaluate")]),
            (ONE_BRANCH, [("not is_max, score", "is_max, score")]),
            (COMPREHENSION, [("not maximizing, evaluate", "maximizing, evaluate")]),
        ],
        "roles-swapped": [
            (COMPREHENSION, [("max(values) if maximizing else min", "min(values) if maximizing else max")]),
        ],
        "no-running-best": [
            (LOOP, [("best = min(best, value)", "best = value")]),
            (ONE_BRANCH, [("if (is_max and value > best) or (not is_max and value < best):", "if True:")]),
            (COMPREHENSION, [("max(values) if maximizing else min(values)", "values[-1]")]),
        ],
        "starts-at-zero": [
            (LOOP, [('float("inf")', "0")]),
            (ONE_BRANCH, [("(-math.inf if is_max else math.inf)", "0")]),
        ],
        "wrong-infinity": [
            (LOOP, [('"-inf"', '"inf"')]),
            (ONE_BRANCH, [("-math.inf if is_max else math.inf", "math.inf if is_max else -math.inf")]),
        ],
        "finite-infinity": [
            (LOOP, [('float("-inf")', "-64")]),
            (ONE_BRANCH, [("-math.inf if is_max else math.inf", "-1e5 if is_max else 1e5")]),
        ],
        "score-or-move": [
            (ONE_BRANCH, [("return best", "return best_move")]),
            (ONE_BRANCH, [("return best", "return best, best_move")]),
        ],
        "flips-utility": [
            (COMPREHENSION, [("return evaluate(state)", "return evaluate(state) * (1 if maximizing else -1)")]),
        ],
        "off-by-one-depth": [(ONE_BRANCH, [("plies == 0", "plies == -1")])],
        "depth-stays": [
            (LOOP, [("depth - 1", "depth + 1")]),
            (LOOP, [("depth - 1, True", "depth, True")]),
            (ONE_BRANCH, [("plies - 1", "plies")]),
            (COMPREHENSION, [("depth - 1", "depth")]),
        ],
        "ignores-terminal": [
            (ONE_BRANCH, [(" or node.is_terminal()", "")]),
            (COMPREHENSION, [(" or not state.get_legal_moves()", "")]),
        ],
        "last-move-left-out": [
            (LOOP, [("for move in moves:", "for move in (moves[i] for i in range(len(moves) - 1)):")]),
            (COMPREHENSION, [("for child in children", "for child in children[:-1]")]),
        ],
        "terminal-is-zero": [
            (ONE_BRANCH, [("    if plies == 0", "    if node.is_terminal():\n        return 0\n    if plies == 0")]),
        ],
        "no-move-made": [
            (LOOP, [("state.forecast_move(move), depth - 1, True", "state, depth - 1, True")]),
            (COMPREHENSION, [("state.forecast_move(move) for", "state for")]),
        ],
        "table-without-depth": [(INSIDE, [])],
        "mutates-state": [(COMPREHENSION, [("    values =", "    state.active_player = None\n    values =")])],
    },
)

# Right, but with a remark
SEARCHES_TWICE = """
def minimax(state, depth, maximizing, evaluate):
    moves = state.get_legal_moves()
    if depth == 0 or not moves:
        return evaluate(state)
    best = float("-inf") if maximizing else float("inf")
    for move in moves:
        child = state.forecast_move(move)
        if maximizing and minimax(child, depth - 1, False, evaluate) > best:
            best = minimax(child, depth - 1, False, evaluate)
        elif not maximizing and minimax(child, depth - 1, True, evaluate) < best:
            best = minimax(child, depth - 1, True, evaluate)
    return best
"""

# Wrong in ways that have no name on the list
UNNAMED = [
    (LOOP, [("for move in moves", "for move in moves[:2]")]),
    (LOOP, [("best = max(best, value)", "best = max(best, value, 3)")]),
    (COMPREHENSION, [("max(values)", "sum(values)")]),
    (COMPREHENSION, [("return evaluate(state)", "return evaluate(state) + depth")]),
    (COMPREHENSION, [("max(values) if maximizing", "sorted(values)[len(values) // 2] if maximizing")]),
]

_numbers = count()


@cache
def program(source, *edits, name=None):
    """The function that comes of a program when its text is changed; always the same one."""
    for old, new in edits:
        if old not in source:
            raise ValueError(f"{old!r} is not in the program")
        source = source.replace(old, new)
    filename = f"<student {next(_numbers)}>"
    linecache.cache[filename] = len(source), None, source.splitlines(keepends=True), filename
    names = {"__name__": "student"}
    exec(compile(source, filename, "exec"), names)
    return names[name or re.search(r"^def (\w+)", source, re.MULTILINE)[1]]


def programs(mistakes):
    """(code, function) for every way to make each mistake."""
    return [(code, program(source, *edits)) for code, ways in mistakes.items() for source, edits in ways]
