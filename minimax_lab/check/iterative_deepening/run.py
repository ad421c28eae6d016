"""A function that deepens its search, under a simulated clock: how it is called, and what it answers."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from minimax_lab.check.iterative_deepening.clock import TICK, Clock, simulated
from minimax_lab.check.iterative_deepening.games import Timed, worth
from minimax_lab.check.report import NOTHING, Finding, Replay
from minimax_lab.check.sandbox.failures import trouble
from minimax_lab.check.sandbox.limits import Outcome, run
from minimax_lab.check.search.replay import traced
from minimax_lab.check.texts import MISCONCEPTIONS
from minimax_lab.game import Move, Value
from minimax_lab.games import Tree
from minimax_lab.trace.words import value_text

ENOUGH = 100 * TICK  # for what is no matter of the fallback
MOST_LINES = 400_000


class Trials:
    """What is asked of a function, and how it answers."""

    def __init__(self, function: Callable[..., Any], clock: Clock):
        self.function, self.clock = function, clock
        self.name = getattr(function, "__name__", type(function).__name__)
        self.usable = True
        self.raised: list[tuple[Any, float, Outcome]] = []

    def play(self, tree: Any, seconds: float) -> tuple[Outcome, float]:
        """What the function returned, and after how many seconds."""
        begin = self.clock.now
        outcome = run(self.function, Timed(tree, self.clock), seconds, self._evaluate, most_lines=MOST_LINES)
        if outcome.trouble == "raises":
            self.raised.append((tree, seconds, outcome))
        return outcome, self.clock.now - begin

    def _evaluate(self, state: Any) -> Value:
        self.clock.tick()
        return worth(state.tree)

    def call(self, tree: Any, seconds: float) -> str:
        return f"{self.name}({tree!r}, {seconds:.4g}, evaluate)"

    def unusable(self, outcome: Outcome, tree: Any, seconds: float) -> Finding | None:
        """What is wrong with an answer that is no legal move."""
        call = self.call(tree, seconds)
        if outcome.trouble:
            return trouble(outcome, call, tree)
        move, legal = outcome.value, tree.get_legal_moves()
        if move is None:
            message = "It returned None although there are moves and there is plenty of time."
            return Finding("returns-none", "No move is returned", message, tree, call, None)
        if not among(move, legal):
            message = f"The legal moves are {', '.join(map(value_text, legal))}."
            return Finding("illegal-move", "Not a legal move", message, tree, call, move)
        return None

    def error(self) -> Finding | None:
        """An exception that got out although there was time: told of the smallest tree on which one did."""
        if not any(seconds >= ENOUGH for _, seconds, _ in self.raised):
            return None
        tree, seconds, outcome = min(self.raised, key=lambda run: (_size(run[0]), run[1]))
        return trouble(outcome, self.call(tree, seconds), tree)

    def named(self, code: str, tree: Any, seconds: float, outcome: Outcome, expected: str) -> Finding:
        known = MISCONCEPTIONS[code]
        message = known.message
        if outcome.error is not None:
            message += f" Here it raised {type(outcome.error).__name__}."
        returned = outcome.value if outcome.ok else NOTHING
        call = self.call(tree, seconds)
        return Finding(
            code, known.title, message, tree, call, returned, expected_text=expected, hints=known.hints,
            replay=lambda: self.replay(tree, seconds),
        )  # fmt: skip

    def replay(self, tree: Any, seconds: float) -> Replay | None:
        """The same run once more, traced, to the step at which it came back."""
        with simulated(self.clock, self.function):
            seen = traced(self.function, Timed(tree, self.clock), seconds, self._evaluate)
        return Replay(seen, len(seen.steps) - 1) if seen else None


def _size(tree: Any) -> float:
    return tree.size if isinstance(tree, Tree) else inf


def among(move: Any, legal: list[Move]) -> bool:
    try:
        return move in legal and type(move) is not bool
    except Exception:  # what a student returns may be anything at all
        return False
