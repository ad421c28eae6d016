"""Checks iterative deepening under a clock that is simulated: every move tried and every evaluation takes one tick.

So the time can be made to run out at any point of a search, and always at the same one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from math import inf
from typing import Any

from minimax_lab.check.clock import TICK, Clock, simulated
from minimax_lab.check.misconceptions import MISCONCEPTIONS, Misconception
from minimax_lab.check.replay import traced
from minimax_lab.check.report import NOTHING, Finding, Replay, Report
from minimax_lab.check.supervise import Outcome, run
from minimax_lab.check.timed import Timed, Wide, best, decisive, highest, shallow, small, steady, turned_round, worth
from minimax_lab.check.troubles import GIVES_UP, cannot_be_called, trouble
from minimax_lab.game import MAX, MIN, Move, Player, Value
from minimax_lab.games import Tree
from minimax_lab.trace.words import value_text

SUBJECT = "deepening"
AMPLE = 1500 * TICK
ENOUGH = 100 * TICK  # for what is no matter of the fallback
GRACE = 1500 * TICK  # that a search may overstay: one that looks at the clock every thousand nodes is all right
MOST_LINES = 400_000
PARTS = 3  # of which the score is made


def deepening(function: Callable[..., Any]) -> Report:
    """Check `function(state, seconds, evaluate)`, which deepens its search step by step and returns a move in time.

    The score is the share of what it must do: have a move at hand, be in time, and play the best that
    a complete iteration has found.
    """
    if unusable := cannot_be_called(function, "state", "seconds", "evaluate"):
        return Report(SUBJECT, [unusable], 0.0)
    clock = Clock()
    trials = _Trials(function, clock)
    with simulated(clock, function):
        findings = [*trials.findings()]
    score = 1 - len(findings) / PARTS if trials.usable else 0.0
    if trials.usable and (error := trials.error()):  # all else may only follow from it
        findings = [error]
    return Report(SUBJECT, findings, score)


class _Trials:
    """What is asked of a function, and how it answers."""

    def __init__(self, function: Callable[..., Any], clock: Clock):
        self.function, self.clock = function, clock
        self.name = getattr(function, "__name__", type(function).__name__)
        self.usable = True
        self.raised: list[tuple[Any, float, Outcome]] = []

    def findings(self) -> Iterator[Finding]:
        """What is wrong, at most one finding of each kind."""
        small = Tree([[1], [5]])
        outcome, _ = self._play(small, AMPLE)
        if unusable := self._unusable(outcome, small, AMPLE):
            self.usable = False
            yield unusable
            return
        for part in self._fallback, self._in_time, lambda: self._choice() or self._complete():
            if finding := part():
                yield finding
                if finding.code in GIVES_UP:
                    self.usable = False
                    return

    def _play(self, tree: Any, seconds: float) -> tuple[Outcome, float]:
        """What the function returned, and after how many seconds."""
        begin = self.clock.now
        outcome = run(self.function, Timed(tree, self.clock), seconds, self._evaluate, most_lines=MOST_LINES)
        if outcome.trouble == "raises":
            self.raised.append((tree, seconds, outcome))
        return outcome, self.clock.now - begin

    def _evaluate(self, state: Any) -> Value:
        self.clock.tick()
        return worth(state.tree)

    def _call(self, tree: Any, seconds: float) -> str:
        return f"{self.name}({tree!r}, {seconds:.4g}, evaluate)"

    def _unusable(self, outcome: Outcome, tree: Any, seconds: float) -> Finding | None:
        """What is wrong with an answer that is no legal move."""
        call = self._call(tree, seconds)
        if outcome.trouble:
            return trouble(outcome, call, tree)
        move, legal = outcome.value, tree.get_legal_moves()
        if move is None:
            message = "It returned None although there are moves and there is plenty of time."
            return Finding("returns-none", "No move is returned", message, tree, call, None)
        if not _among(move, legal):
            message = f"The legal moves are {', '.join(map(value_text, legal))}."
            return Finding("illegal-move", "Not a legal move", message, tree, call, move)
        return None

    def error(self) -> Finding | None:
        """An exception that got out although there was time: told of the smallest tree on which one did."""
        if not any(seconds >= ENOUGH for _, seconds, _ in self.raised):
            return None
        tree, seconds, outcome = min(self.raised, key=lambda run: (_size(run[0]), run[1]))
        return trouble(outcome, self._call(tree, seconds), tree)

    # The parts

    def _fallback(self) -> Finding | None:
        """There is a move, however short the time."""
        for nested in [5], [1, 5], [[1], [5]], [[1, 5, 3], [5, 2], 4]:
            tree = Tree(nested)
            for seconds in 0, TICK / 10, TICK, 2.5 * TICK, 5 * TICK, 8 * TICK:
                outcome, _ = self._play(tree, seconds)
                if outcome.trouble in GIVES_UP:
                    return trouble(outcome, self._call(tree, seconds), tree)
                if outcome.trouble or not _among(outcome.value, tree.get_legal_moves()):
                    return self._named("no-fallback-move", tree, seconds, outcome, "any legal move")
        return None

    def _in_time(self) -> Finding | None:
        game = Wide()
        for ticks in 0, 300, 500, 900, 1400, 2200, 3000:
            outcome, took = self._play(game, ticks * TICK)
            if outcome.trouble in GIVES_UP or took > ticks * TICK + GRACE:
                return self._too_late(game, ticks * TICK, None if outcome.trouble else took)
            if outcome.trouble and ticks:  # at no time at all: that is a matter of the fallback
                return trouble(outcome, self._call(game, ticks * TICK), game)
        if not self.clock.looks:
            return NO_CLOCK
        return None

    def _too_late(self, game: Any, seconds: float, took: float | None) -> Finding:
        if not self.clock.looks:
            return NO_CLOCK
        late = "was stopped" if took is None else f"came back after {took:.2g} seconds"
        message = (
            f"It was given {seconds:.2g} seconds and {late}. (The clock is simulated: each move that is tried and each "
            f"evaluation takes {TICK} seconds.)"
        )
        hints = (
            "When does your function look at the clock: between the iterations only?",
            "The last iteration may take longer than all before it.",
            "Look at the clock at every node, or every few, and leave the search from there.",
        )
        return Finding("overstays", "Back too late", message, game, self._call(game, seconds), hints=hints)

    def _choice(self) -> Finding | None:
        """With time for all of a tree, it plays the best move, for either player."""
        played: list[tuple[Tree, Move]] = []
        for tree in decisive():
            outcome, _ = self._play(tree, AMPLE)
            if unusable := self._unusable(outcome, tree, AMPLE):
                return unusable
            played.append((tree, outcome.value))
        wrong = [(tree, move) for tree, move in played if move not in best(tree)]
        return self._wrong_move(*wrong[0], played) if wrong else None

    def _wrong_move(self, tree: Tree, returned: Move, played: list[tuple[Tree, Move]]) -> Finding:
        if _always_for_max(played):
            known, code = MISCONCEPTIONS["role-hard-coded"], "role-hard-coded"
        elif all(move == shallow(tree) for tree, move in played):
            known, code = NEVER_DEEPENS, "never-deepens"
        else:
            known, code = NOT_THE_BEST, "wrong-move"
        expected = "move " + ", or ".join(map(value_text, best(tree)))
        return Finding(
            code, known.title, known.message, tree, self._call(tree, AMPLE), returned,
            expected_text=expected, hints=known.hints, replay=lambda: self._replay(tree, AMPLE),
        )  # fmt: skip

    def _complete(self) -> Finding | None:
        """An iteration that was cut short decides nothing: here the best move is the last one, at every depth."""
        for player in MAX, MIN:
            tree = steady(5, 3, player)
            for ticks in range(100, 1000, 61):  # a complete search of two plies takes 24
                outcome, _ = self._play(tree, ticks * TICK)
                if outcome.trouble == "raises":
                    return trouble(outcome, self._call(tree, ticks * TICK), tree)
                if outcome.value != 2:
                    return self._unfinished(player) or self._lost(tree, ticks * TICK, outcome, 2)
        return None

    def _unfinished(self, player: Player) -> Finding | None:
        """The smallest tree on which a move that was found is lost again with a little more time."""
        for tree in *small(player), *(steady(depth, 3, player) for depth in (2, 3, 4)):
            good, known = len(tree.children) - 1, 0.0
            for ticks in range(1, 200):
                outcome, _ = self._play(tree, ticks * TICK)
                if outcome.value == good:
                    known = ticks * TICK
                elif known and outcome.ok:
                    finding = self._lost(tree, ticks * TICK, outcome, good)
                    earlier = f"With only {known:.4g} seconds it played {good}."
                    return replace(finding, message=f"{finding.message} {earlier}")
        return None

    def _lost(self, tree: Tree, seconds: float, outcome: Outcome, good: Move) -> Finding:
        return self._named("unfinished-iteration", tree, seconds, outcome, f"move {good}, which is best at every depth")

    def _named(self, code: str, tree: Any, seconds: float, outcome: Outcome, expected: str) -> Finding:
        known = MISCONCEPTIONS[code]
        message = known.message
        if outcome.error is not None:
            message += f" Here it raised {type(outcome.error).__name__}."
        returned = outcome.value if outcome.ok else NOTHING
        call = self._call(tree, seconds)
        return Finding(
            code, known.title, message, tree, call, returned, expected_text=expected, hints=known.hints,
            replay=lambda: self._replay(tree, seconds),
        )  # fmt: skip

    def _replay(self, tree: Any, seconds: float) -> Replay | None:
        """The same run once more, traced, to the step at which it came back."""
        with simulated(self.clock, self.function):
            seen = traced(self.function, Timed(tree, self.clock), seconds, self._evaluate)
        return Replay(seen, len(seen.steps) - 1) if seen else None


NEVER_DEEPENS = Misconception(
    "It never looks deeper",
    "However much time there is, it plays the move that looks best one ply ahead.",
    ("How deep was the last search?", "Does the depth grow from one iteration to the next?"),
)
NOT_THE_BEST = Misconception(
    "Not the best move",
    "There was time to search all of this tree.",
    ("Work out by hand what each move is worth.", "Is your search right at a fixed depth?"),
)
NO_CLOCK = Finding(
    "no-clock",
    "No look at a clock was seen",
    "It asked no clock that this check can see: those of the module time, such as time.perf_counter(), and "
    "datetime.now(). Alarms and other threads it cannot follow.",
    hints=("How is the function to know that its time is up?", "Keep the time at which it must be back."),
)


def _always_for_max(played: list[tuple[Tree, Move]]) -> bool:
    """Whether every move is one that MAX would choose; below the root, the turns may be right or turned round."""
    if any(move not in best(tree) for tree, move in played if tree.active_player is MAX):
        return False
    for_min = [(tree, move) for tree, move in played if tree.active_player is MIN]
    return any(all(move in chosen(tree) for tree, move in for_min) for chosen in (highest, turned_round))


def _size(tree: Any) -> float:
    return tree.size if isinstance(tree, Tree) else inf


def _among(move: Any, legal: list[Move]) -> bool:
    try:
        return move in legal and type(move) is not bool
    except Exception:  # what a student returns may be anything at all
        return False
