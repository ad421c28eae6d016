"""How to win as soon as possible, or to lose as late as possible, once it is known who wins."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from minimax_lab.game import GameState, Move, Player


class TooManyNodes(Exception):
    """The search for the quickest win has used up what it may."""


class Chase:
    """The winner hurries, the loser holds out.

    `won` says of a finished game whether it is what the winner is after. `key` tells positions
    apart (None: they cannot be looked up), and `hopeless` says of a key that there is no such win.
    Looks at `most_nodes` positions.
    """

    def __init__(
        self,
        winner: Player,
        won: Callable[[Any], bool],
        key: Callable[[Any], Any] | None,
        hopeless: Callable[[Any], bool],
        most_nodes: int,
    ):
        self._winner, self._won, self._key, self._hopeless = winner, won, key, hopeless
        self._most_nodes, self.nodes = most_nodes, 0
        self._known: dict[Any, tuple[float, float]] = {}  # not won within so many plies, but within so many

    def line(self, state: GameState) -> list[Move] | None:
        """The moves of the quickest win against the longest resistance; None if it is not found."""
        moves = state.get_legal_moves()
        plies = 1
        try:
            while not self._within(state, moves, plies):
                plies += 1
            return self._walk(state, plies)
        except (TooManyNodes, RecursionError):
            return None

    def _walk(self, state: GameState, plies: int) -> list[Move]:
        line: list[Move] = []
        while moves := state.get_legal_moves():
            hurries = state.active_player is self._winner
            for move in moves:
                child = state.forecast_move(move)
                # The winner needs a win in what is left; the loser wants one that takes all of it.
                if self._child_within(child, plies - 1 if hurries else plies - 2) is hurries:
                    break
            line.append(move)
            state, plies = child, plies - 1
        return line

    def _within(self, state: GameState, moves: list[Move], plies: int) -> bool:
        """Whether the winner can force the win within so many plies."""
        key = self._key(state) if self._key else None
        known = self._known.get(key)
        if known is None:
            known = (math.inf if self._key and self._hopeless(key) else 0), math.inf
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
            return self._won(child)
        return plies > 0 and self._within(child, replies, plies)
