"""How to win as soon as possible, or to lose as late as possible, once it is known who wins."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from minimax_lab.game import MAX, MIN, GameState, Move, Value
from minimax_lab.search.engine.table import LOWER, UPPER, TranspositionTable
from minimax_lab.search.textbook.leaves import Evaluation, leaf_value


class TooManyNodes(Exception):
    """The search for the shortest win has used up what it may."""


class ShortestWin:
    """The winner hurries, the loser holds out.

    `value` is what the game is worth, which says who wins. `key` tells positions apart (None: they cannot be looked
    up), and the `table` may know of some that the win is lost there. At most `most_nodes` positions are looked at.
    """

    def __init__(
        self,
        value: Value,
        evaluate: Evaluation | None,
        key: Callable[[Any], Any] | None,
        table: TranspositionTable | None,
        most_nodes: int,
    ):
        self._value, self._evaluate, self._key, self._table = value, evaluate, key, table
        self._winner = MAX if value > 0 else MIN
        self._most_nodes, self.nodes = most_nodes, 0
        self._known: dict[Any, tuple[float, float]] = {}  # not won within so many plies, but within so many

    def moves(self, state: GameState) -> tuple[Move, ...]:
        """The moves of the quickest win against the longest resistance; none if it is not found."""
        moves = state.get_legal_moves()
        plies = 1
        try:
            while not self._within(state, moves, plies):
                plies += 1
            return self._best_play(state, plies)
        except (TooManyNodes, RecursionError):
            return ()

    def _best_play(self, state: GameState, plies: int) -> tuple[Move, ...]:
        played: list[Move] = []
        while moves := state.get_legal_moves():
            hurries = state.active_player is self._winner
            for move in moves:
                child = state.forecast_move(move)
                # The winner needs a win in what is left; the loser wants one that takes all of it.
                if self._child_within(child, plies - 1 if hurries else plies - 2) is hurries:
                    break
            played.append(move)
            state, plies = child, plies - 1
        return tuple(played)

    def _within(self, state: GameState, moves: list[Move], plies: int) -> bool:
        """Whether the winner can force the win within so many plies."""
        key = self._key(state) if self._key else None
        known = self._known.get(key)
        if known is None:
            known = (math.inf if self._key and self._is_lost(key) else 0), math.inf
        not_within, within = known
        if not_within < plies < within:
            hurries = state.active_player is self._winner
            children = map(state.forecast_move, moves)
            # One good move is enough: for the winner one that wins in time, for the loser one that holds out.
            result = hurries is any(self._child_within(child, plies - 1) is hurries for child in children)
            not_within, within = (not_within, plies) if result else (plies, within)
        if self._key:
            self._known[key] = not_within, within
        return plies >= within

    def _child_within(self, child: GameState, plies: int) -> bool:
        self.nodes += 1
        if self.nodes > self._most_nodes:
            raise TooManyNodes
        replies = child.get_legal_moves()
        if not replies:
            return bool(leaf_value(child, True, self._evaluate) == self._value)
        return plies > 0 and self._within(child, replies, plies)

    def _is_lost(self, key: Any) -> bool:
        """Whether the table knows that the win is lost in the position with this key."""
        entry = None if self._table is None else self._table.get(key)
        if entry is None:
            return False
        _, bound, value, _, closed = entry
        if self._winner is MAX:
            return closed and bound != LOWER and value < self._value
        return closed and bound != UPPER and value > self._value
