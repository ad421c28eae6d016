"""A student's function under a simulated clock: what it returns, when, and how that is told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import Any

from minimax_lab.check.iterative_deepening.games import TimedTree, evaluation
from minimax_lab.check.report import NOTHING, Finding, Replay
from minimax_lab.check.sandbox.clock import TICK, SimulatedClock, simulated
from minimax_lab.check.sandbox.failures import failure_finding, hides_an_error
from minimax_lab.check.sandbox.run import RunResult, run
from minimax_lab.check.search.replay import at_the_end, traced
from minimax_lab.check.shared import is_among, name_of
from minimax_lab.check.texts import MISCONCEPTIONS
from minimax_lab.check.texts import tables_and_clocks as texts
from minimax_lab.game import Move, Value
from minimax_lab.games import Tree
from minimax_lab.trace.words import value_text

ENOUGH = 100 * TICK  # with less time than this, only the fallback move is expected
MOST_LINES = 400_000


@dataclass(frozen=True)
class Asked:
    """A game and a time, and what is right then: of what the function returned, and after how many seconds."""

    game: Any
    seconds: float
    is_right: Callable[[RunResult, float], bool]


def plays_one_of(moves: Sequence[Move]) -> Callable[[RunResult, float], bool]:
    return lambda result, took: result.ok and is_among(result.value, moves)


def is_back_before(end: float) -> Callable[[RunResult, float], bool]:
    return lambda result, took: result.ok and took < end


class TimedFunction:
    """A student's function under a simulated clock."""

    def __init__(self, function: Callable[..., Any], clock: SimulatedClock):
        self.function, self.clock = function, clock
        self.deepest = 0  # how many plies it looked ahead when it played last
        self.asked: dict[str, Asked] = {}  # by the code of what is found: where it shows
        self.errors: list[tuple[Any, float, RunResult]] = []  # the game, the seconds, and the run that raised

    def play(
        self, game: Any, seconds: float, most_lines: int = MOST_LINES, evaluation: Callable[[Any], Value] = evaluation
    ) -> tuple[RunResult, float]:
        """What the function returned, and after how many seconds."""
        begin = self.clock.now
        self.clock.begin()
        evaluate = partial(self._evaluate, evaluation=evaluation)
        root = TimedTree(game, self.clock)
        result = run(self.function, root, seconds, evaluate, most_lines=most_lines)
        self.deepest = root.deepest
        if result.failure == "raises":
            self.errors.append((game, seconds, result))
        return result, self.clock.now - begin

    def _evaluate(self, state: Any, evaluation: Callable[[Any], Value] = evaluation) -> Value:
        self.clock.tick()
        return evaluation(state.tree)

    def call(self, game: Any, seconds: float) -> str:
        """The call as one would write it."""
        about = texts.ON_A_GAME.get(type(game).__name__, texts.ON_ITS_CLOCK)
        return f"{name_of(self.function)}({game!r}, {seconds:.4g}, evaluate)  {about}"

    def failure(self, result: RunResult, game: Any, seconds: float) -> Finding:
        """The finding on a run that failed."""
        return failure_finding(result, self.call(game, seconds), game)

    def no_move(self, result: RunResult, tree: Tree, seconds: float) -> Finding | None:
        """The finding on an answer that is not a legal move, if so."""
        if result.failure:
            return self.failure(result, tree, seconds)
        call, legal = self.call(tree, seconds), tree.get_legal_moves()
        if result.value is None:
            return Finding.of("returns-none", texts.NONE_IN_TIME, tree, call, returned=None)
        if not is_among(result.value, legal):
            text = texts.ILLEGAL_MOVE.filled(moves=", ".join(map(value_text, legal)))
            return Finding.of("illegal-move", text, tree, call, returned=result.value)
        return None

    def error(self) -> Finding | None:
        """The finding on an exception that got out although there was time, on the smallest tree on which one did."""
        if not any(seconds >= ENOUGH for _, seconds, _ in self.errors):
            return None
        game, seconds, result = min(self.errors, key=lambda error: (getattr(error[0], "size", inf), error[1]))
        return self.failure(result, game, seconds)

    def named(self, code: str, game: Any, seconds: float, result: RunResult, expected: str) -> Finding:
        """The finding on a misconception, with the run that shows it."""
        if result.hidden is not None:
            return hides_an_error(result, self.call(game, seconds), game)
        text = MISCONCEPTIONS[code]
        if result.error is not None:
            text = text.followed_by(texts.RAISED_HERE.format(error=type(result.error).__name__))
        returned = result.value if result.ok else NOTHING
        fields = {"returned": returned, "expected_text": expected, "replay": lambda: self.replay(game, seconds)}
        return Finding.of(code, text, game, self.call(game, seconds), **fields)

    def replay(self, game: Any, seconds: float) -> Replay | None:
        """The same run once more, traced, to the step at which it came back."""
        with simulated(self.clock, self.function):
            seen = traced(self.function, TimedTree(game, self.clock), seconds, self._evaluate)
        return at_the_end(seen) if seen else None
