"""Minimax, three ways: one recursive function, a pair of functions, and negamax.

These are the definitions. They count nothing, draw nothing and know nothing of who is watching.
What each parameter means is said in `minimax_lab.search.public`, and by `help(minimax)`.
"""

# mypy: allow-untyped-defs

from minimax_lab.game import MAX
from minimax_lab.values import HIGHEST as inf  # as a depth: to the end of the game
from minimax_lab.values import leaf_value, opposite


def minimax(state, depth=inf, evaluate=None):
    """The value that both sides reach from `state` when neither makes a mistake."""
    moves = state.get_legal_moves()
    if not moves or depth == 0:
        return leaf_value(state, not moves, evaluate)
    best = max if state.active_player is MAX else min
    return best(minimax(state.forecast_move(move), depth - 1, evaluate) for move in moves)


def max_value(state, depth=inf, evaluate=None):
    """The most that the searching player can get from `state`, where it is to move."""
    moves = state.get_legal_moves()
    if not moves or depth == 0:
        value = leaf_value(state, not moves, evaluate)
        return value if state.active_player is MAX else opposite(value)
    return max(min_value(state.forecast_move(move), depth - 1, evaluate) for move in moves)


def min_value(state, depth=inf, evaluate=None):
    """The least that the opponent of the searching player can leave it from `state`."""
    moves = state.get_legal_moves()
    if not moves or depth == 0:
        value = leaf_value(state, not moves, evaluate)
        return opposite(value) if state.active_player is MAX else value
    return min(max_value(state.forecast_move(move), depth - 1, evaluate) for move in moves)


def minimax_decision(state, depth=inf, evaluate=None):
    """The best move for the player whose turn it is; of equal moves the first."""

    def worth(move):
        return min_value(state.forecast_move(move), depth - 1, evaluate)

    return max(state.get_legal_moves(), key=worth)


def negamax(state, depth=inf, evaluate=None):
    """Minimax with one rule for both sides: what is good for you is bad for me."""

    def mine(state, depth):
        """The value for the player whose turn it is."""
        moves = state.get_legal_moves()
        if not moves or depth == 0:
            value = leaf_value(state, not moves, evaluate)
            return value if state.active_player is MAX else opposite(value)
        return max(opposite(mine(state.forecast_move(move), depth - 1)) for move in moves)

    return mine(state, depth) if state.active_player is MAX else opposite(mine(state, depth))
