"""An engine: alpha-beta with iterative deepening, a transposition table, move order and a clock."""

from __future__ import annotations

import contextlib
import time
import traceback
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any

from minimax_lab.adapt import GameFault, overrides, underlying
from minimax_lab.game import GameState, State, Value
from minimax_lab.game_faults import is_ours, watched
from minimax_lab.limits import TimeUp, time_limit
from minimax_lab.search.engine.clock import Clock, Counts, OutOfTime
from minimax_lab.search.engine.core import CheckedCore, Core
from minimax_lab.search.engine.deepening import Deepening, Result, progress_bar
from minimax_lab.search.engine.order import choose_order
from minimax_lab.search.engine.table import TranspositionTable, key_function, missing_equality
from minimax_lab.search.public import check_depth, check_evaluate, check_found, guarded
from minimax_lab.values import Evaluation, extremes, leaf_value

TABLE_SIZE = 1 << 19  # entries
KEEP_VALUES = ("table", "order", "killers", "pvs", "window", "symmetry", "deepening")
CHANGE_VALUES = ("quiescence", "reductions", "null_move")
WORTH_A_HINT = 5_000  # nodes
_given: set[str] = set()  # the hints, each once
PATIENCE = 2.0  # seconds after the time is up: then something does not come back by itself
SLOW = 20e-6  # seconds: an evaluation that takes longer looks at the clock each time


class Hint(UserWarning):
    """Something would be faster if it were written in another way."""


class Engine:
    """Searches any game. Its parts can be switched off one by one; none of these changes the value found:

    - `table`: remember positions. A number is the most entries that the table may hold.
    - `order`: try the table's move first, then what the game takes for promising
      (`promising_first`), or else the evaluation, or else the history: what has often cut off.
    - `window`: nothing is better than a win, so a player who has found one looks no further.
    - `symmetry`: mirror images are one position, if the game says which these are (`canonical_key`)
      and no evaluation might see a difference. (One that never does says `symmetric = True`.)
    - `deepening`: search deeper and deeper, each time with what has been learnt before, where
      that is worth it: under a clock, and with an evaluation. Prefer quick wins and slow losses.

    - `killers`: where there is a quiescence search, try those quiet moves first that have cut off before.
    - `pvs`: principal variation search, where values are numbers. It saves few nodes and hardly any time: it is off.

    These do change values, and so must be switched on:

    - `quiescence`: a position at the depth limit is evaluated only after the moves that the game calls noisy have been
      played out.
    - `reductions`: late moves are first searched one ply less deep (with `pvs`).
    - `null_move`: what is too good even after a pass is not searched. This needs a table, and a game that says what a
      pass would lead to (`passed`).

    `evaluate` is what a position at the depth limit is worth to MAX, as in `minimax`. If it returns
    infinity, it is taken at its word that the game is decided. `progress` shows a bar (with tqdm).
    An interrupted search (Ctrl-C, or the notebook's stop button) returns the best that it has found.

    >>> from minimax_lab.games import TicTacToe
    >>> from minimax_lab.search import Engine
    >>> Engine().search(TicTacToe("XX. OO. ...")).move
    2
    >>> Engine.plain(table=True)
    <Engine: alpha-beta, table>
    """

    now = staticmethod(time.monotonic)  # the clock on the wall; to compare engines, one may count processor time

    def __init__(
        self,
        evaluate: Evaluation | None = None,
        table: bool | int = True,
        order: bool = True,
        *,
        window: bool = True,
        symmetry: bool = True,
        deepening: bool = True,
        killers: bool = True,
        pvs: bool = False,
        quiescence: bool = False,
        reductions: bool = False,
        null_move: bool = False,
        progress: bool = False,
    ):
        check_evaluate(evaluate)
        self.evaluate, self.table, self.order = evaluate, table, order
        self.window, self.symmetry, self.deepening = window, symmetry, deepening
        self.killers, self.pvs = killers, pvs
        self.quiescence, self.reductions, self.null_move = quiescence, reductions, null_move
        self.progress = progress
        self._kept: Any = None  # the last table. Freeing a large one takes time; the next search has it to spare

    @classmethod
    def plain(cls, evaluate: Evaluation | None = None, **parts: Any) -> Engine:
        """Alpha-beta with nothing but the `parts` that are named: `Engine.plain(table=True)`."""
        off = dict.fromkeys(KEEP_VALUES, False)
        return cls(evaluate, **off | parts)

    def search(self, state: State, depth: int | None = None, seconds: float | None = None) -> Result:
        """The best move, from at most `depth` plies in at most `seconds`; with neither, to the end of the game.

        Of moves that are worth the same, one that wins sooner or loses later is preferred. That is certain under a
        clock, and, with an evaluation and a depth, to within one ply, since the engine then deepens by two. Otherwise
        it searches in one go, and looks for the shortest win afterwards; it is content with any win if
        that would take more than half the nodes that the search itself took (and more than 5,000).

        With `seconds`, nearly all of them are used, unless the game is solved sooner or there is only one move.
        """
        check_depth(depth, 1)
        clock = Clock(_checked(seconds), self.now)

        def run(game: GameState) -> Result:
            return self._result(watched(game), depth, clock)

        with self._ends(state, seconds):
            result, game = guarded(run, state, self.evaluate, "the search", "a `depth` or `seconds`")
        check_found(result.value, game, self.evaluate)
        return replace(result, searched=(state, self.evaluate))

    @contextmanager
    def _ends(self, state: State, seconds: float | None) -> Iterator[None]:
        """See that a search with a clock comes back also from a loop without an end in a student's code."""
        ours = is_ours(state) and self.evaluate is None
        if seconds is None or ours or self.now is not time.monotonic:  # another clock may stand still
            yield
            return
        try:
            with time_limit(seconds + PATIENCE):
                yield
        except TimeUp as up:
            where = next((place for place in _places(up) if not place.startswith("minimax_lab")), "the search")
            raise GameFault(
                f"{where} was not back {PATIENCE:g} seconds after the time was up. Does it loop for ever?"
            ) from None

    def _result(self, state: GameState, depth: int | None, clock: Clock) -> Result:
        if state.is_terminal():
            return Result(None, leaf_value(state, True, self.evaluate), 0, proven=True, seconds=clock.elapsed)
        with clock, progress_bar(self.progress) as bar:
            return self._search(state, depth, clock, bar)

    def _search(self, state: GameState, depth: int | None, clock: Clock, bar: Any) -> Result:
        """Put the parts together and let them run."""
        in_one_go = not self.deepening or (
            not clock.limited and (depth is None or self.evaluate is None)  # shallower searches would tell it little
        )
        begin = clock.elapsed
        standing = leaf_value(state, False, self.evaluate)
        is_slow = clock.limited and clock.elapsed - begin > SLOW
        evaluate = _in_time(self.evaluate, clock) if self.evaluate and is_slow else self.evaluate

        never_evaluates = evaluate is None or (in_one_go and depth is None)
        images_are_equal = never_evaluates or getattr(self.evaluate, "symmetric", False)
        key = key_function(state, self.symmetry and images_are_equal)
        size = TABLE_SIZE if self.table is True else self.table
        self._kept = table = TranspositionTable(size) if size and key else None

        missing = missing_equality(state) if size else ""
        hint = missing or _lost_claims(underlying(state))
        counts = _watched_counts(clock, bar, hint)
        is_noisy = self.quiescence and overrides(underlying(state), "noisy_moves")
        order = choose_order(state, evaluate, counts, self.killers and is_noisy) if self.order else None
        bounds = _bounds(state, evaluate, to_the_end=in_one_go and depth is None)
        keys_may_be_wrong = table is not None and not missing and not is_ours(state)
        core = (CheckedCore if keys_may_be_wrong else Core)(
            evaluate,
            counts,
            table,
            key,
            order,
            bounds if self.window else None,
            quiescence=is_noisy,
            pvs=evaluate is not None and (self.pvs or self.reductions),
            reductions=self.reductions,
            null_move=self.null_move and overrides(underlying(state), "passed"),
        )
        moves = state.get_legal_moves()
        if self.order:
            moves = state.promising_first(moves)
        search = Deepening(state, moves, standing, core, clock, bounds, bar)
        with suppress(OutOfTime, KeyboardInterrupt):
            search.deepen(depth, in_one_go)
            if self.deepening and in_one_go:
                search.find_shortest_win(self.evaluate, key, table)
            if table is not None:
                search.complete_line()
        return search.result()

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_kept": None}  # for another process or a file: the settings, not the last search

    def __repr__(self) -> str:
        names = [name for name in KEEP_VALUES + CHANGE_VALUES if getattr(self, name)]
        return f"<Engine: {', '.join(['alpha-beta', *names])}>"


def _places(error: BaseException) -> Iterator[str]:
    """What was called, from the outermost call on: "forecast_move() of Mine"; of our own code, the module."""
    for frame, line in traceback.walk_tb(error.__traceback__):
        module, name = frame.f_globals.get("__name__", ""), frame.f_code.co_name
        if module == contextlib.__name__:
            continue
        owner = f" of {type(frame.f_locals['self']).__name__}" if "self" in frame.f_locals else ""
        yield module if module.startswith("minimax_lab") else f"{name}(){owner} (line {line})"


def _in_time(evaluate: Evaluation, clock: Clock) -> Evaluation:
    """`evaluate`, with a look at the clock each time: for one that is slow."""

    def evaluate_in_time(state: Any) -> Value:
        clock.check()
        return evaluate(state)

    return evaluate_in_time


def _watched_counts(clock: Clock, bar: Any, hint: str) -> Counts:
    """Counts that look at the clock, show progress and give the `hint` now and then, if there is a reason to."""
    if not clock.limited and bar is None and (not hint or hint in _given):
        return Counts()

    def watch(nodes: int) -> float:
        if bar is not None:
            bar.update(nodes - bar.n)
        if hint and nodes >= WORTH_A_HINT and hint not in _given:
            _given.add(hint)
            warnings.warn_explicit(hint, Hint, "minimax_lab", 1)  # no line of ours: nobody needs it
        return clock.next_look(nodes)

    return Counts(watch)


def _lost_claims(state: Any) -> str:
    """What a subclass loses that changes a rule, and how to keep it; "" if nothing."""
    lost = getattr(type(state), "_lost_claims", None)
    if not lost:
        return ""
    name, (owner, rule) = type(state).__name__, next(iter(lost.values()))
    *most, last = sorted(lost)
    return (
        f"{name} overrides {rule}() of {owner}, so the engine cannot know whether what {owner} says of its moves still "
        f"holds, and does without its {' and '.join([', '.join(most), last]) if most else last}. If all of it still "
        f"holds, write: class {name}({owner}, claims_hold=True). It would then look at fewer positions"
    )


def _bounds(state: GameState, evaluate: Evaluation | None, to_the_end: bool) -> tuple[Value, Value] | None:
    """The least and the most that a search can find, if that is known and only finished games are worth it."""
    known = extremes(state, evaluate)
    if known is None or to_the_end or known[0] < 0 < known[1]:  # without an evaluation, an unfinished game counts 0
        return known
    return None


def _checked(seconds: float | None) -> float | None:
    if seconds is None:
        return None
    if isinstance(seconds, bool) or not isinstance(seconds, int | float):
        raise TypeError(f"seconds is a number, or None for no limit; not {seconds!r}")
    if not seconds >= 0:
        raise ValueError(f"seconds must be at least 0, not {seconds}")
    return seconds
