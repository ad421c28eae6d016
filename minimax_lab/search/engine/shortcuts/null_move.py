"""Null move: if a player could pass and still have too much, the opponent will not let it come to this position."""

from __future__ import annotations

import math

from minimax_lab.game import MAX, GameState, Value
from minimax_lab.search.engine.shortcuts.scout import Search
from minimax_lab.values import Evaluation, leaf_value

LESS = 3  # plies that the search after a pass is less deep than the one that it may save


class NullMove:
    """Looks whether a position needs to be searched at all. It takes for granted that to move is better than to pass.

    A game says in `passed()` what a pass would lead to, and where one would mislead. Where every move harms the player
    who must make it (zugzwang), this is wrong all the same.
    """

    def __init__(self, evaluate: Evaluation | None):
        self._evaluate = evaluate

    def bound(self, search: Search, state: GameState, depth: float, alpha: Value, beta: Value) -> Value | None:
        """What cuts off although the player has passed, or None."""
        is_max = state.active_player is MAX
        limit = beta if is_max else alpha
        if depth < LESS or not isinstance(limit, int | float) or math.isinf(limit):
            return None
        standing = leaf_value(state, False, self._evaluate)
        if standing < limit if is_max else standing > limit:
            return None
        passed = state.passed()
        if passed is None:
            return None
        window = (math.nextafter(beta, -math.inf), beta) if is_max else (alpha, math.nextafter(alpha, math.inf))
        value = search(passed, depth - LESS, *window)
        return limit if (value >= limit if is_max else value <= limit) else None
