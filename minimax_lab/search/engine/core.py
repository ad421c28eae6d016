"""The inner search of the engine: alpha-beta, with a transposition table and a move order if they are wanted."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from minimax_lab.game import MAX, GameState, Move, Value
from minimax_lab.search.engine.counts import Counts
from minimax_lab.search.engine.order import Order, put_first
from minimax_lab.search.engine.quiescence import Quiescence
from minimax_lab.search.engine.shortcuts.null_move import NullMove
from minimax_lab.search.engine.shortcuts.scout import Scout
from minimax_lab.search.engine.table import EXACT, LOWER, UPPER, TranspositionTable
from minimax_lab.values import Evaluation, leaf_value
from minimax_lab.values import HIGHEST, LOWEST

Variation: TypeAlias = tuple  # best play: () or (move, the rest of the variation)


class Core:
    """Searches a position to one depth after the other. A part that is None is switched off.

    `key` goes with the `table`: it tells positions apart. `window` is the least and the most that any value can be.
    """

    def __init__(
        self,
        evaluate: Evaluation | None,
        counts: Counts,
        table: TranspositionTable | None = None,
        key: Callable[[Any], Any] | None = None,
        order: Order | None = None,
        quiescence: Quiescence | None = None,
        scout: Scout | None = None,
        null_move: NullMove | None = None,
        window: tuple[Value, Value] | None = None,
    ):
        self._evaluate, self._counts, self._table, self._order = evaluate, counts, table, order
        self._key: Any = key
        self._quiescence, self._scout, self._null_move = quiescence, scout, null_move
        self._is_bounded = window is not None
        self._window: tuple[Value, Value] = window or (LOWEST, HIGHEST)
        self._root: GameState | None = None
        self._root_depth = 0.0
        self.so_far: Variation = ()  # the best of those moves of the root that have been searched to the end
        self._variation: Variation = ()  # from the position that was searched last, to the leaf that has its value

    def search(self, state: GameState, moves: list[Move], depth: float) -> tuple[Value, Variation]:
        """The value of an unfinished state, and the best play from it. (The table may cut that short.)"""
        self._root, self._root_depth, self.so_far = state, depth, ()
        return self._best_of(state, moves, depth, *self._window), self._variation

    def _best_of(self, state: GameState, moves: Iterable[Move], depth: float, alpha: Value, beta: Value) -> Value:
        """Alpha-beta as in the textbook, which remembers the best play."""
        counts = self._counts
        if counts.nodes >= counts.next_look:
            counts.look()
        is_max = state.active_player is MAX
        search, scout = self._value, self._scout
        best: Value = None
        variation: Variation = ()
        for number, move in enumerate(moves):
            counts.nodes += 1
            child = state.forecast_move(move)
            if scout is None or number == 0:
                value = search(child, depth - 1, alpha, beta)
            else:
                value = scout.value(search, state, number, child, depth - 1, alpha, beta)
            if best is None or (value > best if is_max else value < best):
                best, variation = value, (move, self._variation)
                if state is self._root and depth == self._root_depth:
                    self.so_far = variation
                if value >= beta if is_max else value <= alpha:  # the opponent has something better elsewhere
                    counts.cutoffs += 1
                    if self._order:
                        self._order.cut_off(state, move, depth)
                    break
                if is_max:
                    alpha = value if value > alpha else alpha
                else:
                    beta = value if value < beta else beta
        self._variation = variation
        return best

    def _value(self, state: GameState, depth: float, alpha: Value, beta: Value) -> Value:
        """The value of a state if it lies between alpha and beta, else a bound on it (fail-soft)."""
        moves = state.get_legal_moves()
        if moves and depth:
            return self._looked_up(state, moves, depth, alpha, beta)
        self._variation = ()
        if not moves:
            return leaf_value(state, True, self._evaluate)
        self._counts.at_limit += 1
        if self._quiescence:
            return self._quiescence.value(state, alpha, beta)
        return leaf_value(state, False, self._evaluate)

    def _looked_up(self, state: GameState, moves: list[Move], depth: float, alpha: Value, beta: Value) -> Value:
        """What the table knows, or else what a search finds, which is then put into the table."""
        if self._table is None:
            return self._best_of(state, self._ordered(state, moves, depth, None), depth, alpha, beta)
        counts = self._counts
        key = self._key(state)
        entry = self._table.get(key)
        first = None
        if entry is not None:
            known_depth, bound, value, first, closed = entry
            if (known_depth == depth or (closed and known_depth < depth)) and (
                bound is EXACT or (value >= beta if bound is LOWER else value <= alpha)
            ):
                counts.table_hits += 1
                counts.at_limit += not closed
                self._variation = ()
                return value
        limits_before = counts.at_limit
        if self._null_move and (value := self._null_move.bound(self._value, state, depth, alpha, beta)) is not None:
            counts.at_limit += 1  # nothing is proven by this
            self._variation = ()
            return value
        value = self._best_of(state, self._ordered(state, moves, depth, first), depth, alpha, beta)
        bound = LOWER if value >= beta else UPPER if value <= alpha else EXACT
        # A deeper search finds the same if no unfinished game had a part in the value, or if it is a win or a loss.
        closed = counts.at_limit == limits_before or self._is_decided(value)
        self._table.put(key, (depth, bound, value, self._variation[0], closed))
        return value

    def _is_decided(self, value: Value) -> bool:
        least, most = self._window
        return self._is_bounded and (value >= most or value <= least)

    def _ordered(self, state: GameState, moves: list[Move], depth: float, first: Move | None) -> Iterable[Move]:
        """The move `first` before the others, and then the promising ones."""
        return put_first(first, moves, self._order.sort(state, moves, depth)) if self._order else moves
