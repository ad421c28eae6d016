"""Checks iterative deepening under a clock that is simulated: every move tried and every evaluation takes one tick.

So the time can be made to run out at any point of a search, and always at the same one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from typing import Any

from minimax_lab.check.iterative_deepening.clock import TICK, Clock, simulated
from minimax_lab.check.iterative_deepening.games import (
    PLENTY,
    Wide,
    best,
    decisive,
    distant,
    named_by_moves,
    named_by_ties,
    small,
    steady,
    tied,
)
from minimax_lab.check.iterative_deepening.run import ENOUGH, Trials, among
from minimax_lab.check.report import Finding, Report
from minimax_lab.check.sandbox.failures import GIVES_UP, cannot_be_called, trouble
from minimax_lab.check.sandbox.limits import Outcome
from minimax_lab.check.texts import MISCONCEPTIONS, Misconception
from minimax_lab.game import MAX, MIN, Move, Player
from minimax_lab.games import Tree
from minimax_lab.trace.words import value_text

SUBJECT = "deepening"
AMPLE = 1500 * TICK
GRACE = 1500 * TICK  # that a search may overstay: one that looks at the clock every thousand nodes is all right
LONG = 30_000  # ticks for a tree that takes four of them
TOO_LONG = 12_000  # of them made use of: to stop after a thousand iterations is all right
PARTS = 3  # of which the score is made


def deepening(function: Callable[..., Any]) -> Report:
    """Check `function(state, seconds, evaluate)`, which deepens its search step by step and returns a move in time.

    The score is the share of what it must do: have a move at hand, be in time (and earlier if there is
    nothing more to find), and play the best that a complete iteration has found.
    """
    if unusable := cannot_be_called(function, "state", "seconds", "evaluate"):
        return Report(SUBJECT, [unusable], 0.0)
    clock = Clock()
    trials = _Parts(function, clock)
    with simulated(clock, function):
        findings = [*trials.findings()]
    score = 1 - len(findings) / PARTS if trials.usable else 0.0
    if trials.usable and (error := trials.error()):  # all else may only follow from it
        findings = [error]
    return Report(SUBJECT, findings, score)


class _Parts(Trials):
    """What it must do, part by part."""

    def findings(self) -> Iterator[Finding]:
        """What is wrong, at most one finding of each kind."""
        small = Tree([[1], [5]])
        outcome, _ = self.play(small, AMPLE)
        if unusable := self.unusable(outcome, small, AMPLE):
            self.usable = False
            yield unusable
            return
        all_right = True
        for part in self._fallback, self._in_time, self._move:
            if finding := part():
                yield finding
                all_right = False
                if finding.code in GIVES_UP:
                    self.usable = False
                    return
        if all_right and (finding := self._ends()):  # what is not found yet might be worth the time
            yield finding

    # The parts

    def _fallback(self) -> Finding | None:
        """There is a move, however short the time."""
        for nested in [5], [1, 5], [[1], [5]], [[1, 5, 3], [5, 2], 4]:
            tree = Tree(nested)
            for seconds in 0, TICK / 10, TICK, 2.5 * TICK, 5 * TICK, 8 * TICK:
                outcome, _ = self.play(tree, seconds)
                if outcome.trouble in GIVES_UP:
                    return trouble(outcome, self.call(tree, seconds), tree)
                if outcome.trouble or not among(outcome.value, tree.get_legal_moves()):
                    return self.named("no-fallback-move", tree, seconds, outcome, "any legal move")
        return None

    def _in_time(self) -> Finding | None:
        game = Wide()
        for ticks in 0, 300, 500, 900, 1400, 2200, 3000:
            outcome, took = self.play(game, ticks * TICK)
            if outcome.trouble in GIVES_UP or took > ticks * TICK + GRACE:
                return self._too_late(game, ticks * TICK, None if outcome.trouble else took)
            if outcome.trouble and ticks:  # at no time at all: that is a matter of the fallback
                return trouble(outcome, self.call(game, ticks * TICK), game)
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
        return Finding("overstays", "Back too late", message, game, self.call(game, seconds), hints=hints)

    def _move(self) -> Finding | None:
        """It plays the best move that there was time to find."""
        return (
            self._choice(decisive(), named_by_moves)
            or self._choice(tied(), named_by_ties)
            or self._goes_on()
            or self._complete()
            or self._first_ply()
        )

    def _choice(self, trees: list[Tree], name: Callable[[list[tuple[Tree, Move]]], str]) -> Finding | None:
        """With time for all of a tree, it plays the best move, for either player."""
        played: list[tuple[Tree, Move]] = []
        for tree in trees:
            outcome, _ = self.play(tree, AMPLE)
            if unusable := self.unusable(outcome, tree, AMPLE):
                return unusable
            played.append((tree, outcome.value))
        wrong = [(tree, move) for tree, move in played if move not in best(tree)]
        return self._wrong_move(*wrong[0], name(played)) if wrong else None

    def _goes_on(self) -> Finding | None:
        """As long as there is more to find, it does not come back early."""
        for tree in *distant(MAX), *distant(MIN):
            outcome, took = self.play(tree, AMPLE)
            if unusable := self.unusable(outcome, tree, AMPLE):
                return unusable
            if outcome.value not in best(tree):
                return self._wrong_move(tree, outcome.value, "stops-too-soon" if took < AMPLE / 2 else "wrong-move")
        return None

    def _wrong_move(self, tree: Tree, returned: Move, code: str) -> Finding:
        known = MISCONCEPTIONS.get(code, NOT_THE_BEST)
        expected = "move " + ", or ".join(map(value_text, best(tree)))
        return Finding(
            code, known.title, known.message, tree, self.call(tree, AMPLE), returned,
            expected_text=expected, hints=known.hints, replay=lambda: self.replay(tree, AMPLE),
        )  # fmt: skip

    def _complete(self) -> Finding | None:
        """An iteration that was cut short decides nothing: here the best move is the last one, at every depth."""
        for player in MAX, MIN:
            tree = steady(5, 3, player)
            for ticks in range(100, 1000, 61):  # a complete search of two plies takes 24
                outcome, _ = self.play(tree, ticks * TICK)
                if outcome.trouble == "raises":
                    return trouble(outcome, self.call(tree, ticks * TICK), tree)
                if outcome.value != 2:
                    return self._unfinished(player) or self._not_found(tree, ticks * TICK, outcome, 2)
        return None

    def _first_ply(self) -> Finding | None:
        """With time for one ply, several times over, and for no complete search of three, it plays what one ply shows.

        It takes two plies as long where the moves get better and better.
        """
        for player, good in product((MAX, MIN), (PLENTY - 1, PLENTY - 2, 0)):
            tree = steady(3, PLENTY, player, good)
            outcome, _ = self.play(tree, ENOUGH)
            if outcome.value != good:
                return self._not_found(tree, ENOUGH, outcome, good)
        return None

    def _not_found(self, tree: Tree, seconds: float, outcome: Outcome, good: Move) -> Finding:
        """A move that one ply is enough for is not played: nothing was found yet, or what was found is lost."""
        if not self._is_fallback(tree, outcome):
            return self._lost(tree, seconds, outcome, good)
        for depth, branching, place in product((2, 3), (2, 3), (-1, 0)):  # a smaller tree to look at, if it shows there
            less = steady(depth, branching, tree.active_player, place)
            sooner = 2.5 * 2 * branching * TICK  # one ply: each move is tried and evaluated
            played, _ = self.play(less, sooner)
            if played.value not in best(less) and self._is_fallback(less, played):
                tree, seconds, outcome, good = less, sooner, played, best(less)[0]
                break
        return self.named("begins-too-deep", tree, seconds, outcome, f"move {good}, which is best at every depth")

    def _is_fallback(self, tree: Tree, outcome: Outcome) -> bool:
        """Whether it plays what it plays with no time at all."""
        return outcome.ok and outcome.value == self.play(tree, 0)[0].value

    def _unfinished(self, player: Player) -> Finding | None:
        """The smallest tree on which a move that was found is lost again with a little more time."""
        for tree in *small(player), *(steady(depth, 3, player) for depth in (2, 3, 4)):
            good, known = len(tree.children) - 1, 0.0
            for ticks in range(1, 200):
                outcome, _ = self.play(tree, ticks * TICK)
                if outcome.value == good:
                    known = ticks * TICK
                elif known and outcome.ok:
                    finding = self._lost(tree, ticks * TICK, outcome, good)
                    earlier = f"With only {known:.4g} seconds it played {good}."
                    return replace(finding, message=f"{finding.message} {earlier}")
        return None

    def _lost(self, tree: Tree, seconds: float, outcome: Outcome, good: Move) -> Finding:
        return self.named("unfinished-iteration", tree, seconds, outcome, f"move {good}, which is best at every depth")

    def _ends(self) -> Finding | None:
        """It comes back when all is known, however much time is left."""
        tree = Tree([1, 5])
        before, seconds = self.clock.ticks, LONG * TICK
        outcome, _ = self.play(tree, seconds)
        if outcome.trouble != "endless" and self.clock.ticks - before < TOO_LONG:
            return None
        known = MISCONCEPTIONS["never-stops"]
        message = f"{known.message} (The clock is simulated: nobody had to wait.)"
        return Finding("never-stops", known.title, message, tree, self.call(tree, seconds), hints=known.hints)


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
