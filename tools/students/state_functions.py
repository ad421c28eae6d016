"""The four functions of a state alone, and mistakes in them (see `minimax`)."""

from tools.students.minimax import program

FOUR = """
def terminal_test(state):
    return not state.get_legal_moves()

def max_value(state):
    if terminal_test(state):
        return -1
    best = float("-inf")
    for move in state.get_legal_moves():
        best = max(best, min_value(state.forecast_move(move)))
    return best

def min_value(state):
    if terminal_test(state):
        return +1
    best = float("inf")
    for move in state.get_legal_moves():
        best = min(best, max_value(state.forecast_move(move)))
    return best

def minimax_decision(state):
    return max(state.get_legal_moves(), key=lambda move: min_value(state.forecast_move(move)))
"""
NAMES = "terminal_test", "max_value", "min_value", "minimax_decision"


def four(*edits):
    student = program(FOUR, *edits, name="terminal_test")
    return {name: student.__globals__[name] for name in NAMES}


# How a finished game is scored, and signs that change from level to level
MISTAKES = {
    "win-for-loss": [(FOUR, [("return -1", "return X"), ("return +1", "return -1"), ("X", "+1")])],
    "same-end-for-both": [(FOUR, [("return +1", "return -1")]), (FOUR, [("return -1", "return +1")])],
    "extra-minus": [
        (FOUR, [("max(best, min_value", "max(best, -min_value"), ("min(best, max_value", "min(best, -max_value")])
    ],
}
