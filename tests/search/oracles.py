"""What the searches are compared with: brute force over nested lists, which knows nothing of states."""

import pytest

from minimax_lab.game import MAX, GameState
from minimax_lab.games import TicTacToe
from minimax_lab.search import (
    alphabeta,
    alphabeta_decision,
    look_at_all,
    look_until_closed,
    max_value,
    min_value,
    minimax,
    minimax_decision,
    minimax_fold,
    negamax,
)


def value_by_pair(state, depth=None, evaluate=None):
    """MAX's value from the pair of functions: the one that fits the player who moves first."""
    search = max_value if getattr(state, "active_player", MAX) is MAX else min_value
    return search(state, depth, evaluate)


def fold_of_all(state, depth=None, evaluate=None):
    return minimax_fold(state, depth, evaluate, look_at_all)


def fold_until_closed(state, depth=None, evaluate=None):
    return minimax_fold(state, depth, evaluate, look_until_closed)


def alphabeta_by_name(state, depth=None, evaluate=None):
    return alphabeta(state, depth, evaluate=evaluate)


SEARCHES = [minimax, value_by_pair, negamax, alphabeta_by_name, fold_of_all, fold_until_closed]
DECISIONS = [minimax_decision, alphabeta_decision]
every_search = pytest.mark.parametrize("search", SEARCHES)
every_decision = pytest.mark.parametrize("decide", DECISIONS)
OFFERED = [minimax, max_value, min_value, minimax_decision, negamax, alphabeta, alphabeta_decision, minimax_fold]
every_function = pytest.mark.parametrize("function", OFFERED, ids=lambda function: function.__name__)


def children_of(nested):
    return nested if isinstance(nested, list) else [*nested.values()] if isinstance(nested, dict) else None


def brute_force(nested, player, depth=None, estimate=lambda nested: 0):
    """The value to MAX; at the depth limit `estimate` judges what is left."""
    children = children_of(nested)
    if children is None:
        return nested
    if depth == 0:
        return estimate(nested)
    less = None if depth is None else depth - 1
    values = [brute_force(child, player.opponent, less, estimate) for child in children]
    return sorted(values)[-1 if player is MAX else 0]


def all_leaves(nested):
    children = children_of(nested)
    return [nested] if children is None else [leaf for child in children for leaf in all_leaves(child)]


def first_best(nested, player, depth=None, estimate=lambda nested: 0):
    """The name of the first branch that is worth as much as the whole."""
    less = None if depth is None else depth - 1
    best = brute_force(nested, player, depth, estimate)
    branches = nested.items() if isinstance(nested, dict) else enumerate(nested)
    return next(move for move, child in branches if brute_force(child, player.opponent, less, estimate) == best)


class Bare:
    """A class with the two methods and nothing else, around a nested list; whoever cannot move has lost."""

    def __init__(self, nested):
        self.nested = nested

    def get_legal_moves(self):
        return [*range(len(self.nested))]

    def forecast_move(self, move):
        return Bare(self.nested[move])


class Watched(GameState):
    """A state that keeps a diary: the other state it stands for, and every state that was reached from the root."""

    def __init__(self, state, diary=None):
        self.state, self.diary = state, [] if diary is None else diary
        self.active_player, self.graded = state.active_player, state.graded
        self.diary.append(state)

    def get_legal_moves(self):
        return self.state.get_legal_moves()

    def forecast_move(self, move):
        return Watched(self.state.forecast_move(move), self.diary)

    def utility(self):
        return self.state.utility()


def visited(search, state, *args, **kwargs):
    """The states that `search` looks at, in order, without the one move that is tried before."""
    root = Watched(state)
    search(root, *args, **kwargs)
    return root.diary[:1] + root.diary[2:]


def leaves_visited(search, state, *args, **kwargs):
    return [state for state in visited(search, state, *args, **kwargs) if state.is_terminal()]


X_IS_LOST = TicTacToe("O.O ..X OXX")  # X is to move, O threatens three lines at once
