"""An engine: alpha-beta with iterative deepening, a table, move order and a clock."""

from __future__ import annotations

import itertools
import math
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from minimax_lab.adapt import Adapted, as_game, overrides, underlying
from minimax_lab.game import MAX, MIN, GameState, Move, State, Value
from minimax_lab.search.engine.clock import Clock, OutOfTime
from minimax_lab.search.engine.core import make_core
from minimax_lab.search.engine.parts import Line, Parts
from minimax_lab.search.engine.shortest_win import Chase
from minimax_lab.search.engine.table import LOWER, UPPER, Table, key_function
from minimax_lab.search.public import SearchTooDeep, check_depth
from minimax_lab.search.textbook.leaves import Evaluation, infinities, leaf_value, outcome_beside

TABLE_SIZE = 1 << 19  # entries
LEAST_CHASE = 5_000  # nodes that may always be spent on finding the quickest win
SLOW = 20e-6  # seconds: an evaluation that takes longer looks at the clock each time

Show: TypeAlias = Callable[[int, "Result"], None]


@dataclass(frozen=True)
class Result:
    """What a search found, and what it did for that.

    `move` is None if the game is over. `value` is MAX's: what minimax says of the same depth.
    `depth` is that of the last complete iteration: 0 if there was not even time for one ply, None if
    the search went to the end of the game in one go.
    """

    move: Move
    value: Value
    depth: int | None
    line: tuple[Move, ...] = ()  # best play, as far as it was searched
    complete: bool = True  # whether the depth that was asked for was reached, or need not be: see `proven`
    proven: bool = False  # whether every deeper search would find the same value
    nodes: int = 1  # positions looked at, the root among them
    cutoffs: int = 0  # how often the remaining moves of a position were left out
    table_hits: int = 0  # how often the table knew enough
    seconds: float = field(default=0.0, repr=False, compare=False)  # on the wall; never the same twice

    @property
    def nodes_per_second(self) -> float:
        return self.nodes / self.seconds if self.seconds else 0.0


class Engine:
    """Searches any game. Its parts can be switched off one by one; none of these changes the value found:

    - `table`: remember positions. A number is the most entries that the table may hold.
    - `order`: try the table's move first, then what the game takes for promising
      (`promising_first`), or else the evaluation, or else experience: what has often cut off.
    - `window`: nothing is better than a win, so a player who has found one looks no further.
    - `symmetry`: mirror images are one position, if the game says which these are (`canonical_key`)
      and no evaluation might see a difference. (One that never does says `symmetric = True`.)
    - `deepening`: search 1, 2, 3, … plies deep, each time with what has been learnt before, where
      that is worth it: under a clock, and with an evaluation. Prefer quick wins and slow losses.

    `quiescence` does change values and so must be switched on: a position at the depth limit is
    evaluated only after the moves that the game calls noisy have been played out.

    `evaluate` is what a position at the depth limit is worth to MAX, as in `minimax`. If it returns
    infinity, it is taken at its word that the game is decided. `progress` shows a bar (with tqdm).
    An interrupted search (Ctrl-C, or the notebook's stop button) returns the best that it has found.
    """

    def __init__(
        self,
        evaluate: Evaluation | None = None,
        table: bool | int = True,
        order: bool = True,
        *,
        window: bool = True,
        symmetry: bool = True,
        deepening: bool = True,
        quiescence: bool = False,
        progress: bool = False,
    ):
        if evaluate is not None and not callable(evaluate):
            raise TypeError(f"evaluate is a function from a state to its value for MAX, not {evaluate!r}")
        self.evaluate, self.table, self.order = evaluate, table, order
        self.window, self.symmetry, self.deepening = window, symmetry, deepening
        self.quiescence, self.progress = quiescence, progress
        self._kept: Any = None  # the last search's table: to free a large one takes time, which the next search has

    @classmethod
    def plain(cls, evaluate: Evaluation | None = None, **parts: Any) -> Engine:
        """Alpha-beta with nothing but the `parts` that are named: `Engine.plain(table=True)`."""
        off = dict.fromkeys(("table", "order", "window", "symmetry", "deepening"), False)
        return cls(evaluate, **off | parts)

    def search(self, state: State, depth: int | None = None, seconds: float | None = None) -> Result:
        """The best move, from at most `depth` plies in at most `seconds`; with neither, to the end of the game.

        Of moves that are worth the same, one that wins sooner or loses later is preferred. That is
        certain where the engine deepens: with an evaluation and a depth, or under a clock. Otherwise it
        searches in one go, and looks for the quickest win afterwards; it is content with any win if
        that would take more than half the nodes that the search itself took (and more than 5,000).
        """
        check_depth(depth, 1)
        clock = Clock(_checked(seconds))
        game = as_game(state)
        if game.is_terminal():
            return Result(None, leaf_value(game, True, self.evaluate), 0, proven=True, seconds=clock.elapsed)
        with clock, _bar(self.progress) as show:
            self._kept = None
            search = _Search(self, game, depth, clock, show)
            try:
                return search.result()
            finally:
                self._kept = None if search.table is None else search.table.emptied()

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_kept": None}  # for another process or a file: the settings, not the last search

    def __repr__(self) -> str:
        names = ("table", "order", "window", "symmetry", "deepening", "quiescence")
        return f"<Engine: {', '.join(['alpha-beta', *(name for name in names if getattr(self, name))])}>"


class _Search:
    """One search of one position. It holds on to what the last complete iteration has found.

    It does not hold on to the engine: that may be gone, and its table with it, long before the garbage collector
    finds this (the core and it refer to each other).
    """

    def __init__(self, engine: Engine, state: GameState, depth: int | None, clock: Clock, show: Show | None):
        self.state, self.depth, self.clock, self.show = state, depth, clock, show
        self.evaluate = engine.evaluate  # of the user's own states
        self.in_one_go = not engine.deepening or (
            not clock.limited and (depth is None or engine.evaluate is None)  # shallower searches would tell it little
        )
        self.hurries = engine.deepening and self.in_one_go
        begin = clock.elapsed
        evaluate = _for_game_states(engine.evaluate, state)
        standing = evaluate(state) if evaluate else 0
        if evaluate and clock.limited and clock.elapsed - begin > SLOW:
            evaluate = _watched(evaluate, clock)
        moves = state.get_legal_moves()
        self.moves = state.promising_first(moves) if engine.order else moves
        self.best = Result(self.moves[0], standing, depth=0, complete=False)
        self.extremes = _extremes(state, engine.evaluate, standing)
        self.chase_nodes = 0

        never_evaluates = engine.evaluate is None or (self.in_one_go and depth is None)
        images_are_equal = never_evaluates or getattr(engine.evaluate, "symmetric", False)
        self.key = key_function(state, engine.symmetry and images_are_equal)
        self.table = Table(_table_size(engine.table)) if engine.table and self.key else None
        parts = Parts(
            evaluate,
            outcome_beside(evaluate, standing),
            self.table,
            None if self.table is None else self.key,
            order=engine.order,
            noisy=engine.quiescence and overrides(underlying(state), "noisy_moves"),
            window=self.extremes if engine.window else None,
        )
        self.core = make_core(parts, state, self._look, first_look=0 if clock.limited or show else math.inf)

    def result(self) -> Result:
        """Search as deep as was asked for and there is time for."""
        with suppress(OutOfTime, KeyboardInterrupt):
            self._deepen()
            self._hurry()
            self._complete_line()
        counts = self.core.counts()
        return replace(
            self.best,
            nodes=1 + counts.nodes + self.chase_nodes,
            cutoffs=counts.cutoffs,
            table_hits=counts.table_hits,
            seconds=self.clock.elapsed,
        )

    def _deepen(self) -> None:
        for depth in self._depths():
            self._iterate(depth)
            one_will_do = len(self.moves) == 1 and self.clock.limited
            if self.best.proven or one_will_do or not self.clock.worth_another():
                break

    def _depths(self) -> Iterable[float]:
        last = math.inf if self.depth is None else self.depth
        if self.in_one_go:
            return [last]
        return itertools.takewhile(lambda depth: depth <= last, itertools.count(1))

    def _iterate(self, depth: float) -> None:
        """Search `depth` plies deep. If that is broken off, all stays as it was."""
        limits_before = self.core.counts().at_limit
        try:
            value, line = self.core.search(self.state, self.moves, depth)
        except RecursionError:
            if self.clock.limited and self.best.depth:  # no depth was promised, and deeper than this Python cannot go
                raise OutOfTime from None
            raise _too_deep() from None
        proven = self.core.counts().at_limit == limits_before or self._decided(value)
        moves = _flat(line)
        self.best = Result(
            moves[0],
            value,
            depth=None if depth == math.inf else int(depth),
            line=moves,
            complete=proven or depth == self.depth,
            proven=proven,
        )
        # The best move so far goes first. Only a better one replaces it: so the first win that is
        # found, the quickest, is kept, and when all is lost, the move that held out longest.
        self.moves = [moves[0], *(move for move in self.moves if move != moves[0])]
        self.clock.iteration_done(moves[0])

    def _decided(self, value: Value) -> bool:
        """Whether `value` is the best or the worst that there can be, so that no deeper search will change it."""
        return self.extremes is not None and (value <= self.extremes[0] or value >= self.extremes[1])

    def _hurry(self) -> None:
        """After a search to the end in one go, which takes the first win it finds, look for the quickest."""
        best, evaluate = self.best, self.evaluate
        if not self.hurries or not best.proven or self.state.graded or not _is_win(best.value):
            return
        winner = MAX if best.value > 0 else MIN

        def won(state: GameState) -> bool:
            return leaf_value(state, True, evaluate) == best.value

        most_nodes = max(LEAST_CHASE, self.core.counts().nodes // 2)
        chase = Chase(winner, won, self.key, self._hopeless, most_nodes)
        line = chase.line(self.state)
        self.chase_nodes = chase.nodes
        if line:
            self.best = replace(best, move=line[0], line=tuple(line))

    def _hopeless(self, key: Any) -> bool:
        """Whether the table knows that a position falls short of the value of the root."""
        entry = None if self.table is None else self.table.get(key)
        if entry is None:
            return False
        _, bound, value, _, closed = entry
        short = value < self.best.value if self.best.value > 0 else value > self.best.value
        return closed and short and bound != (LOWER if self.best.value > 0 else UPPER)

    def _complete_line(self) -> None:
        """Where the table had the answer, the line breaks off: search on from there."""
        if self.table is None or self.best.depth == 0:
            return
        length = math.inf if self.best.depth is None else self.best.depth
        state = self.state
        for move in self.best.line:
            state = state.forecast_move(move)
        while len(line := self.best.line) < length and (moves := state.get_legal_moves()):
            _, rest = self.core.search(state, moves, length - len(line))
            for move in (found := _flat(rest)):
                state = state.forecast_move(move)
            self.best = replace(self.best, line=line + found)

    def _look(self, nodes: int) -> float:
        if self.show:
            self.show(self.core.counts().nodes, self.best)
        return self.clock.next_look(nodes)


def _for_game_states(evaluate: Evaluation | None, state: GameState) -> Evaluation | None:
    """`evaluate` for the states that are searched: it gets the user's own ones, without a view around them."""
    if evaluate is None or not isinstance(state, Adapted):
        return evaluate
    return lambda view: evaluate(view.state)


def _watched(evaluate: Evaluation, clock: Clock) -> Evaluation:
    """`evaluate`, with a look at the clock each time: for one that is slow."""

    def evaluate_in_time(state: Any) -> Value:
        clock.check()
        return evaluate(state)

    return evaluate_in_time


def _extremes(state: GameState, evaluate: Evaluation | None, example: Value) -> tuple[Value, Value] | None:
    """The least and the most that a search can find, if that is known."""
    if evaluate is None:
        return state.outcomes if overrides(state, "utility") else (-1, +1)
    return None if state.graded else infinities(example)


def _is_win(value: Value) -> bool:
    """Whether a finished game that is worth `value` has a winner."""
    try:
        return bool(value > 0 or value < 0)
    except TypeError:  # not a number
        return False


def _flat(line: Line) -> tuple[Move, ...]:
    moves = []
    while line:
        move, line = line
        moves.append(move)
    return tuple(moves)


def _table_size(table: bool | int) -> int:
    return TABLE_SIZE if table is True else table


def _checked(seconds: float | None) -> float | None:
    if seconds is None:
        return None
    if isinstance(seconds, bool) or not isinstance(seconds, int | float):
        raise TypeError(f"seconds is a number, or None for no limit; not {seconds!r}")
    if not seconds >= 0:
        raise ValueError(f"seconds must be at least 0, not {seconds}")
    return seconds


def _too_deep() -> SearchTooDeep:
    return SearchTooDeep(
        f"the search went deeper than Python can nest calls (the limit is {sys.getrecursionlimit()}). "
        "Does every line of play come to an end? If so, give a `depth` or `seconds`, "
        "or raise the limit with sys.setrecursionlimit."
    )


@contextmanager
def _bar(wanted: bool) -> Iterator[Show | None]:
    """A progress bar, and the function that moves it on."""
    if not wanted:
        yield None
        return
    try:
        from tqdm.auto import tqdm  # type: ignore[import-untyped]
    except ImportError:
        raise ImportError("progress=True shows a bar with tqdm, which is not installed: pip install tqdm") from None
    with tqdm(unit=" nodes", unit_scale=True) as bar:

        def show(nodes: int, best: Result) -> None:
            bar.set_description(f"depth {best.depth}, best move {best.move}", refresh=False)
            bar.update(nodes - bar.n)

        yield show
