"""The inner search of the engine: alpha-beta, with the parts that are wanted."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable
from typing import Any, TypeAlias

from minimax_lab.game import MAX, GameState, Move, Value
from minimax_lab.game_faults import unequal
from minimax_lab.search.engine.clock import Counts
from minimax_lab.search.engine.order import Order, put_first
from minimax_lab.search.engine.table import EXACT, LOWER, UPPER, Key, TranspositionTable
from minimax_lab.values import HIGHEST, LOWEST, Evaluation, leaf_value

Variation: TypeAlias = tuple  # best play: () or (move, the rest of the variation)

WIDE = 4  # plies of a quiescence search in which all noisy moves are tried
EARLY = 4  # moves that are never reduced
COMPARED = 2_000  # positions at the beginning of a search whose keys are compared
LESS = 3  # plies that the search after a pass is less deep than the one that it may save


class Core:
    """Searches a position to one depth after the other. A part that is None or False is switched off.

    `key` goes with the `table`: it tells positions apart. `window` is the least and the most that any value can be.
    What the other parts do is said where they are used; which of them are worth it, in `Engine`.
    """

    def __init__(
        self,
        evaluate: Evaluation | None,
        counts: Counts,
        table: TranspositionTable | None = None,
        key: Key | None = None,
        order: Order | None = None,
        window: tuple[Value, Value] | None = None,
        *,
        quiescence: bool = False,
        pvs: bool = False,
        reductions: bool = False,
        null_move: bool = False,
    ):
        self.counts, self._evaluate, self._table, self._order = counts, evaluate, table, order
        self._key = key
        self._quiescence, self._pvs, self._reductions, self._null_move = quiescence, pvs, reductions, null_move
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

    def is_decided(self, value: Value) -> bool:
        """Whether it is the best or the worst that there can be, so that no deeper search will change it."""
        least, most = self._window
        return self._is_bounded and bool(value >= most or value <= least)

    def _best_of(self, state: GameState, moves: Iterable[Move], depth: float, alpha: Value, beta: Value) -> Value:
        """Alpha-beta as in the textbook, which remembers the best play."""
        counts = self.counts
        if counts.nodes >= counts.next_look:
            counts.look()
        is_max = state.active_player is MAX
        search, pvs = self._value, self._pvs
        best: Value = None
        variation: Variation = ()
        for number, move in enumerate(moves):
            counts.nodes += 1
            child = state.forecast_move(move)
            if pvs and number:
                value = self._scouted(state, number, child, depth - 1, alpha, beta)
            else:
                value = search(child, depth - 1, alpha, beta)
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
        self.counts.at_limit += 1
        if self._quiescence:
            return self.quiet_value(state, alpha, beta)
        return leaf_value(state, False, self._evaluate)

    def _looked_up(self, state: GameState, moves: list[Move], depth: float, alpha: Value, beta: Value) -> Value:
        """What the table knows, or else what a search finds, which is then put into the table."""
        if self._table is None:
            return self._best_of(state, self._ordered(state, moves, depth, None), depth, alpha, beta)
        counts = self.counts
        key = self._key(state)  # type: ignore[misc]
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
        if self._null_move and (value := self._after_a_pass(state, depth, alpha, beta)) is not None:
            counts.at_limit += 1  # nothing is proven by this
            self._variation = ()
            return value
        value = self._best_of(state, self._ordered(state, moves, depth, first), depth, alpha, beta)
        bound = LOWER if value >= beta else UPPER if value <= alpha else EXACT
        # A deeper search finds the same if no unfinished game had a part in the value, or if it is a win or a loss.
        closed = counts.at_limit == limits_before or self.is_decided(value)
        self._table.put(key, (depth, bound, value, self._variation[0], closed))
        return value

    def _ordered(self, state: GameState, moves: list[Move], depth: float, first: Move | None) -> Iterable[Move]:
        """The move `first` before the others, and then the promising ones."""
        return put_first(first, moves, self._order.sort(state, moves, depth)) if self._order else moves

    def quiet_value(self, state: GameState, alpha: Value, beta: Value, plies: int = 0) -> Value:
        """Quiescence: the player to move may make a noisy move, or leave it at what the evaluation says.

        After a few plies only the first of the noisy moves is tried, in chess the best bargain: where everything can
        take everything, this search would never end otherwise. It may miss a better capture late in a long exchange.
        """
        counts = self.counts
        is_max = state.active_player is MAX
        best = leaf_value(state, False, self._evaluate)
        if best >= beta if is_max else best <= alpha:  # as it stands already: the moves need not be listed
            counts.cutoffs += 1
            return best
        for move in itertools.islice(state.noisy_moves(), None if plies < WIDE else 1):
            if best >= beta if is_max else best <= alpha:
                counts.cutoffs += 1
                break
            counts.nodes += 1
            if counts.nodes >= counts.next_look:
                counts.look()
            child = state.forecast_move(move)
            window = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
            going_on = child.get_legal_moves()
            value = self.quiet_value(child, *window, plies + 1) if going_on else leaf_value(child, True, self._evaluate)
            best = max(best, value) if is_max else min(best, value)
        return best

    def _scouted(
        self, parent: GameState, number: int, state: GameState, depth: float, alpha: Value, beta: Value
    ) -> Value:
        """Principal variation search: the first move is searched in full, the others must only be shown no better.

        `state` comes from its parent by the move with a `number` in the order, from 1 on. A scout asks one question: is
        it better than the best so far? A window that nothing fits into answers that with more cut-offs. Only if the
        answer is yes, and that was unexpected, is the move searched again in full.

        Reductions: where moves are in a good order, a late one is seldom best. So a late one that is quiet is first
        searched one ply less deep, and as deep as the others only if it seems better than them. This misses what only
        the last ply shows.
        """
        is_max = parent.active_player is MAX
        if depth < 1 or not isinstance(alpha if is_max else beta, int | float):  # only between numbers lies a next one
            return self._value(state, depth, alpha, beta)
        narrow = (alpha, math.nextafter(alpha, math.inf)) if is_max else (math.nextafter(beta, -math.inf), beta)
        if self._reductions and depth >= 2 and number >= EARLY and number >= len(parent.noisy_moves()):
            value = self._value(state, depth - 1, *narrow)
            if value <= alpha if is_max else value >= beta:
                return value
        if not alpha < narrow[is_max] < beta:
            return self._value(state, depth, alpha, beta)
        value = self._value(state, depth, *narrow)
        return self._value(state, depth, alpha, beta) if alpha < value < beta else value

    def _after_a_pass(self, state: GameState, depth: float, alpha: Value, beta: Value) -> Value | None:
        """Null move: what cuts off even after a pass, or None. It assumes that moving is better than passing.

        A game says in `passed()` what a pass would lead to, and where one would mislead. Where every move harms the
        player who must make it (zugzwang), this is wrong all the same.
        """
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
        value = self._value(passed, depth - LESS, *window)
        return limit if (value >= limit if is_max else value <= limit) else None


class CheckedCore(Core):
    """The search of a class that we do not know: among its first positions, those with equal keys must be the same."""

    _left = COMPARED
    _met: dict[Any, GameState]

    def search(self, state: GameState, moves: list[Move], depth: float) -> tuple[Value, Variation]:
        self._met = {self._key(state): state}  # type: ignore[misc]
        return super().search(state, moves, depth)

    def _value(self, state: GameState, depth: float, alpha: Value, beta: Value) -> Value:
        if self._left:
            self._left -= 1
            one = self._met.setdefault(self._key(state), state)  # type: ignore[misc]
            is_canonical = getattr(self._key, "__name__", "") == "canonical_key"
            if one is not state and (fault := unequal(one, state, is_canonical)):
                raise fault
        return super()._value(state, depth, alpha, beta)
