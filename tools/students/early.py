"""The values of exercise 3 where the game is over as soon as either player is stuck, and mistakes in them."""

from tools.students.minimax import program

BOTH = """
def result(state):
    for player in (state.active_player, state.active_player.opponent):
        if not state.reach(player):
            return -1 if player is state.active_player else +1
    return None

def early_max_value(state):
    known = result(state)
    if known is not None:
        return known
    return max(early_min_value(state.forecast_move(move)) for move in state.get_legal_moves())

def early_min_value(state):
    known = result(state)
    if known is not None:
        return -known
    return min(early_max_value(state.forecast_move(move)) for move in state.get_legal_moves())
"""
NAMES = "early_max_value", "early_min_value"
FOR_MAX = [
    ("def result", "from minimax_lab.game import MAX\n\ndef result"),
    ("player is state.active_player", "player is MAX"),
    ("return -known", "return known"),
]

MOVER_LOSES = [("-1 if player is state.active_player else +1", "-1")]


def two(source, *edits):
    """Both functions of the program."""
    student = program(source, *edits, name="result")
    return [student.__globals__[name] for name in NAMES]


MISTAKES = {
    "searches-past-the-end": [
        (BOTH, [("if known is not None:\n        return -known", "if known == -1:\n        return 1")])
    ],
    "searcher-is-max": [(BOTH, FOR_MAX)],
    "mover-always-loses": [(BOTH, MOVER_LOSES)],
}
