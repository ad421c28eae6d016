"""How to win as soon as possible, or to lose as late as possible, once it is known what the game is worth."""

from __future__ import annotations

import math
from typing import Any

from minimax_lab.game import MAX, MIN, GameState, Move, Value
from minimax_lab.search.engine.table import LOWER, UPPER, Key, TranspositionTable
from minimax_lab.values import Evaluation, leaf_value

LATE = -1  # plies that are left once it is too late: from here on only a better result helps the winner


class TooManyNodes(Exception):
    """The search for the shortest win has used up what it may."""


class ShortestWin:
    """Of equal results the winner wants a sooner one, and the loser a later one. A better result comes first for both.

    `value` is what the game is worth, which says who wins; `is_best` if the winner cannot get more anywhere. `key`
    tells positions apart (None: they cannot be looked up), and the `table` may know what some of them are worth. At
    most `most_nodes` positions are looked at.
    """

    def __init__(
        self,
        value: Value,
        evaluate: Evaluation | None,
        key: Key | None,
        table: TranspositionTable | None,
        most_nodes: int,
        is_best: bool = False,
    ):
        self._value, self._evaluate, self._key, self._table = value, evaluate, key, table
        self._winner = MAX if value > 0 else MIN
        self._most_nodes, self._is_best, self.nodes = most_nodes, is_best, 0
        self._known: dict[Any, tuple[float, float]] = {}  # not won within so many plies, but within so many

    def moves(self, state: GameState) -> tuple[Move, ...]:
        """The moves of the quickest win against the longest resistance; none if it is not found."""
        moves = state.get_legal_moves()
        try:
            for plies in range(1, self._most_nodes):  # each takes a node, unless the keys of the game are wrong
                if self._within(state, moves, plies):
                    return self._best_play(state, plies)
        except (TooManyNodes, RecursionError):
            pass
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
            else:
                return ()
            played.append(move)
            state, plies = child, plies - 1
        return tuple(played)

    def _within(self, state: GameState, moves: list[Move], plies: int) -> bool:
        """Whether the winner can force the result within so many plies, or a better one at any time."""
        if plies <= 0:
            if self._is_best:
                return False
            plies = LATE
        key = self._key(state) if self._key else None
        known = self._known.get(key) or self._known_from_table(key)
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
        if replies:
            return self._within(child, replies, plies)
        result = leaf_value(child, True, self._evaluate)
        return bool(self._is_better(result, self._value) or (plies >= 0 and result == self._value))

    def _known_from_table(self, key: Any) -> tuple[float, float]:
        """What the table knows of the position with this key, as in `_known`."""
        entry = self._table.get(key) if self._table is not None and self._key else None
        if entry is not None and entry[-1]:
            _, bound, value, *_ = entry
            at_most, at_least = (UPPER, LOWER) if self._winner is MAX else (LOWER, UPPER)  # as the winner sees it
            if bound != at_least and not self._is_better(value, self._value):
                return (LATE if value == self._value else math.inf), math.inf
            if bound != at_most and self._is_better(value, self._value):
                return LATE - 1, LATE
        return LATE - 1, math.inf

    def _is_better(self, value: Value, other: Value) -> bool:
        """For the winner."""
        return bool(value > other if self._winner is MAX else value < other)
