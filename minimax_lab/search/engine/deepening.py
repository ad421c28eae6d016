"""Iterative deepening: search deeper and deeper, as long as there is time; and what is handed back in the end."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from minimax_lab.game import GameState, Move, Value
from minimax_lab.search.engine.clock import Clock, OutOfTime
from minimax_lab.search.engine.core import Core, Variation
from minimax_lab.search.engine.shortest_win import ShortestWin
from minimax_lab.search.engine.table import Key, TranspositionTable
from minimax_lab.search.proof import Proof, prove
from minimax_lab.values import Evaluation

LEAST_FOR_SHORTEST_WIN = 5_000  # nodes that may always be spent on finding the shortest win


@dataclass(frozen=True)
class Result:
    """What a search found, and what it did for that.

    `move` is None if the game is over. `value` is MAX's: what minimax says of the same depth.
    `depth` is that of the last complete iteration: 0 if there was not even time for one ply, None if
    the search went to the end of the game in one go. When the time is up, an iteration is broken off; if it has found
    a better move by then, `move` and `line` are from there, and `value` is still that of `depth`.
    """

    move: Move
    value: Value
    depth: int | None
    line: tuple[Move, ...] = ()  # best play, as far as it was searched
    complete: bool = True  # whether the depth that was asked for was reached, or need not be: see `proven`
    proven: bool = False  # whether every deeper search would find the same value: there is a `proof()`
    nodes: int = 1  # positions looked at, the root among them
    cutoffs: int = 0  # how often the remaining moves of a position were left out
    table_hits: int = 0  # how often the table knew enough
    seconds: float = field(default=0.0, repr=False, compare=False)  # on the wall; never the same twice

    searched: tuple[Any, Evaluation | None] | None = field(default=None, repr=False, compare=False)  # for the proof

    @property
    def nodes_per_second(self) -> float:
        return self.nodes / self.seconds if self.seconds else 0.0

    def proof(self, most: int = 500_000) -> Proof:
        """The part of the tree that proves the value, as a tree: see `Proof`. At most so many positions are looked at.

        >>> from minimax_lab.games import tree
        >>> from minimax_lab.search import Engine
        >>> proof = Engine().search(tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])).proof()
        >>> proof.halves()
        (<Proof: worth at least 3, by 5 positions>, <Proof: worth at most 3, by 7 positions>)
        """
        if not self.proven:
            raise ValueError(f"{self.value!r} is not proven: a deeper search may find another value")
        if self.searched is None:
            raise ValueError("the result no longer knows which position was searched: search again")
        state, evaluate = self.searched
        return prove(state, self.value, evaluate, math.inf if self.depth is None else self.depth, most)

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"searched": None}  # to another process goes what was found, not a student's class


@contextmanager
def progress_bar(wanted: bool) -> Iterator[Any]:
    """A bar of tqdm for a search that takes long: how many nodes were seen, and the best move so far."""
    if not wanted:
        yield None
        return
    try:
        from tqdm.auto import tqdm  # type: ignore[import-untyped]
    except ImportError:
        raise ImportError("progress=True shows a bar with tqdm, which is not installed: pip install tqdm") from None
    with tqdm(unit=" nodes", unit_scale=True) as bar:
        yield bar


class Deepening:
    """The search of one position. `best` is what the last complete iteration has found."""

    def __init__(
        self,
        state: GameState,
        moves: list[Move],
        standing: Value,
        core: Core,
        clock: Clock,
        extremes: tuple[Value, Value] | None,
        bar: Any,
    ):
        """`moves` are all moves of `state`, which is worth `standing` as it stands.

        `extremes` are the least and the most that a search can find, if that is known; `bar` is one of tqdm, or None.
        """
        self._state, self._moves, self._core, self._counts, self._clock = state, moves, core, core.counts, clock
        self._extremes, self._bar = extremes, bar
        self._iterations: list[int] = []  # how many nodes each complete one has taken
        self.best = Result(moves[0], standing, depth=0, complete=False)

    def deepen(self, depth: int | None, in_one_go: bool) -> None:
        """Search to `depth`, or to the end of the game, as far as there is time."""
        for plies in [math.inf if depth is None else depth] if in_one_go else self._steps(depth):
            self._iterate(plies)
            if plies == depth:
                self.best = replace(self.best, complete=True)
            one_will_do = len(self._moves) == 1 and self._clock.limited
            if self.best.proven or one_will_do or not self._clock.worth_another(self._iterations):
                break

    def _steps(self, depth: int | None) -> Iterable[int]:
        """How deep to search, one time after the other, up to `depth`.

        Against the clock each ply counts. To a depth that will be reached in any case, two plies at a time: what is
        learnt on the way is worth as much, for half the work.
        """
        if depth is None:
            return itertools.count(1)
        return range(1, depth + 1) if self._clock.limited else range(2 - depth % 2, depth + 1, 2)

    def _iterate(self, plies: float) -> None:
        """Search so many plies deep."""
        limits_before, nodes_before = self._counts.at_limit, self._counts.nodes
        try:
            value, variation = self._core.search(self._state, self._moves, plies)
        except (OutOfTime, KeyboardInterrupt):
            self._keep_better_move()
            raise
        except RecursionError:
            if self._clock.limited and self.best.depth:  # no depth was promised, and Python cannot go deeper than this
                raise OutOfTime from None
            raise
        proven = self._counts.at_limit == limits_before or self._decided(value)
        line = _flat(variation)
        depth = None if plies == math.inf else int(plies)
        self.best = Result(line[0], value, depth, line, complete=proven, proven=proven)
        # The best move so far goes first. Only a better one replaces it: so the first win that is
        # found, the quickest, is kept, and when all is lost, the move that held out longest.
        self._moves = [line[0], *(move for move in self._moves if move != line[0])]
        self._iterations.append(self._counts.nodes - nodes_before)
        if self._bar is not None:
            self._bar.set_description(f"depth {depth}, best move {line[0]}", refresh=False)

    def _keep_better_move(self) -> None:
        """Of an iteration that is broken off, keep the best move, if it has found a better one than the last.

        The best move so far is searched first. Another one that has taken its place was searched to the end, and
        is better. How good the position is remains open, since a third one may be better still: the value stays.
        """
        line = _flat(self._core.so_far)
        if line and line[0] != self.best.move:
            self.best = replace(self.best, move=line[0], line=line)

    def _decided(self, value: Value) -> bool:
        """Whether `value` is the best or the worst that there can be, so that no deeper search will change it."""
        return self._extremes is not None and (value <= self._extremes[0] or value >= self._extremes[1])

    def find_shortest_win(self, evaluate: Evaluation | None, key: Key | None, table: TranspositionTable | None) -> None:
        """After a search to the end in one go, which takes the first win it finds, look for the shortest."""
        if not self.best.proven or self._state.graded or not _is_win(self.best.value):
            return
        most_nodes = max(LEAST_FOR_SHORTEST_WIN, self._counts.nodes // 2)
        is_best = self._decided(self.best.value)
        shortest = ShortestWin(self.best.value, evaluate, key, table, most_nodes, is_best)
        line = shortest.moves(self._state)
        self._counts.nodes += shortest.nodes
        if line:
            self.best = replace(self.best, move=line[0], line=line)

    def complete_line(self) -> None:
        """Where the table had the answer, the best play breaks off: search on from there."""
        length = math.inf if self.best.depth is None else self.best.depth
        state = self._state
        for move in self.best.line:
            state = state.forecast_move(move)
        while len(line := self.best.line) < length and (moves := state.get_legal_moves()):
            _, rest = self._core.search(state, moves, length - len(line))
            for move in (found := _flat(rest)):
                state = state.forecast_move(move)
            self.best = replace(self.best, line=line + found)

    def result(self) -> Result:
        """The best so far, and what was done for it."""
        counts = self._counts
        return replace(
            self.best,
            nodes=1 + counts.nodes,
            cutoffs=counts.cutoffs,
            table_hits=counts.table_hits,
            seconds=self._clock.elapsed,
        )


def _is_win(value: Value) -> bool:
    """Whether a finished game that is worth `value` has a winner."""
    try:
        return bool(value > 0 or value < 0)
    except TypeError:  # not a number
        return False


def _flat(variation: Variation) -> tuple[Move, ...]:
    moves = []
    while variation:
        move, variation = variation
        moves.append(move)
    return tuple(moves)
