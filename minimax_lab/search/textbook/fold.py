"""Pruning taken out of minimax: a fold over children that are searched only when asked for.

`minimax_fold` knows the game and nothing of pruning. It hands the children to a *fold*, each one
a promise: call it with a window, and it is searched. A fold knows pruning and nothing of the game.
Swap the fold, and minimax becomes alpha-beta.
"""

# mypy: allow-untyped-defs

from functools import partial

from minimax_lab.game import MAX
from minimax_lab.values import HIGHEST as inf  # beyond all values; as a depth: to the end of the game
from minimax_lab.values import leaf_value


def look_at_all(player, children, window):
    """The best of all children for `player`, each called with the pair `window`: plain minimax.

    >>> from minimax_lab.game import MIN
    >>> look_at_all(MIN, [lambda window: 3, lambda window: 12], window=(5, 9))
    3
    """
    best = max if player is MAX else min
    return best(child(window) for child in children)


def look_until_closed(player, children, window):
    """The best of the children for `player`, up to the one that closes the `window`: alpha-beta.

    >>> from minimax_lab.game import MIN
    >>> look_until_closed(MIN, [lambda window: 3, lambda window: 1 / 0], window=(5, 9))
    3
    """
    alpha, beta = window
    best = -inf if player is MAX else inf
    for child in children:
        value = child((alpha, beta))
        if player is MAX:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:  # whatever the other children are worth, the game will not come here
            break
    return best


def minimax_fold(state, depth=inf, evaluate=None, fold=look_at_all, window=(-inf, inf)):
    """The value of `state`, its children folded by `fold`."""
    moves = state.get_legal_moves()
    if not moves or depth == 0:
        return leaf_value(state, not moves, evaluate)
    children = (partial(minimax_fold, state.forecast_move(move), depth - 1, evaluate, fold) for move in moves)
    return fold(state.active_player, children, window)
