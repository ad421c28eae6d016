"""Checks iterative deepening under a clock that is simulated: every move tried and every evaluation takes one tick.

So the time can be made to run out at any point of a search, and always at the same one. What a function must do is
checked aspect by aspect.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from math import inf
from typing import Any

from minimax_lab.check.edits.names import CLOCKS
from minimax_lab.check.iterative_deepening import games
from minimax_lab.check.iterative_deepening.timed_function import (
    ENOUGH,
    Asked,
    TimedFunction,
    is_back_before,
    plays_one_of,
)
from minimax_lab.check.report import NOT_CHECKED, NOT_WRITTEN, Finding, Report, about_evaluate
from minimax_lab.check.sandbox.clock import LOOK, TICK, SimulatedClock, simulated
from minimax_lab.check.sandbox.contents import uses
from minimax_lab.check.sandbox.failures import GIVES_UP, cannot_be_called, or_not_checked, unwritten_among
from minimax_lab.check.sandbox.run import RunResult, run
from minimax_lab.check.search.findings import MOST_LINES, pointed
from minimax_lab.check.search.repair import Search
from minimax_lab.check.search.repaired import Repair
from minimax_lab.check.shared import is_among
from minimax_lab.check.texts import MISCONCEPTIONS
from minimax_lab.check.texts import tables_and_clocks as texts
from minimax_lab.check.texts.failures import EVERYTHING, THE_REST
from minimax_lab.check.texts.repairs import IN_EVERY_CALL
from minimax_lab.check.texts.tables_and_clocks import ASPECTS
from minimax_lab.game import MAX, MIN, Move, Player
from minimax_lab.games import Tree
from minimax_lab.trace.words import value_text

AMPLE = 1500 * TICK
GRACE = 1500 * TICK  # that a search may overstay: it may look at the clock every 700 nodes, of up to two ticks each
PATIENT = 11_000 * TICK
ALIKE = 0.1  # of the time: from 3 seconds to 30, any search that uses them takes longer
AT_ONCE = 20 * TICK
FOUR_PLIES = 900 * TICK  # on the wide game: 340 moves and 256 evaluations, and what was searched before
SLOWER = 4  # times
LONG = 30_000  # ticks for a tree that takes four of them
TOO_LONG = 12_000  # of them used: to stop after a thousand iterations is all right
SOON_KNOWN = (Tree([1, 5]), 1), (Tree([[1, 2], [5, 4]]), 3)  # with how many times as much time
LINES_TO_REPAIR = 40_000  # that an edited function may take for a move
LINES_ON_A_WIDE_GAME = 120_000  # where many edits do not come to an end
LINES_FOR_ALL = 600_000  # that all of them may take
SOON = 200 * TICK  # for an edited function to come back from a tree of which all is known
# By code: the ideas that mend it. Another edit might only hide it, by more time or by a deeper search.
MENDS = {
    "tie-takes-later": ("equality", "comparison"),
    "no-fallback-move": ("any-move", "returned", "return"),
    "overstays": ("once-only", "clock"),
    "role-hard-coded": ("sides", "role", "branches", "max-min"),
    "never-deepens": ("counts", "number", "variable", "fixed", "in", "out", "nonlocal"),
    "stops-too-soon": ("limit", "removed", "condition", "and-or", "branches", "nonlocal"),
    "unfinished-iteration": ("condition", "unfinished", "time-up"),
    "begins-too-deep": ("number", "unfinished", "time-up", "reset"),
    "never-stops": ("reset", "flag", "condition", "nonlocal"),
}
WRONG_MOVE = "wrong-move"
FAR = 99  # from every value in the trees
ALARMS = "Timer", "setitimer", "alarm", "Thread", "ThreadPoolExecutor", "wait_for"  # they see the real time


def _what_to_keep() -> Iterator[Asked]:
    """What an edit may not spoil: the best move with ample time, any move with very little, and to be back in time."""
    for tree in *games.decisive(), *games.tied(), *games.distant(MAX), *games.distant(MIN):
        yield Asked(tree, AMPLE, plays_one_of(games.best_moves(tree)))
    for player, seconds in product((MAX, MIN), (0, 3 * TICK)):
        yield Asked(tree := games.small(player)[-1], seconds, plays_one_of(tree.get_legal_moves()))
    for player, ticks in product((MAX, MIN), range(20, 200, 11)):  # one ply takes 6 of them
        yield Asked(games.steady(3, 3, player), ticks * TICK, plays_one_of([2]))
    yield Asked(games.WideGame(), AMPLE, is_back_before(AMPLE + GRACE))
    yield Asked(look := games.SecondLook(), ENOUGH, plays_one_of([look.GOOD]))  # two plies take less than half of it


def _looks_away(repair: Repair) -> bool:
    """Whether it is right by chance, because it no longer looks at the clock there."""
    return any(f"{clock}()" in repair.old and f"{clock}()" not in repair.new for clock in CLOCKS)


class Aspects(TimedFunction):
    """A student's function, and what it must do."""

    names_faults = True  # or only says that there is one, which is quicker

    @property
    def all(self) -> dict[str, Callable[[], Finding | None]]:
        """The aspects of which the score is made."""
        return {"fallback": self.fallback, "in time": self.in_time, "move": self.move}

    def unusable(self) -> Finding | None:
        """Whether there is no answer at all, also with plenty of time."""
        tree = Tree([[1], [5]])
        return self.no_move(self.play(tree, AMPLE)[0], tree, AMPLE)

    def fallback(self) -> Finding | None:
        """There is a move, however short the time."""
        for nested in [5], [1, 5], [[1], [5]], [[1, 5, 3], [5, 2], 4]:
            tree = Tree(nested)
            for seconds in 0, TICK / 10, TICK, 2.5 * TICK, 5 * TICK, 8 * TICK:
                result, _ = self.play(tree, seconds)
                if result.failure in GIVES_UP:
                    return self.failure(result, tree, seconds)
                if result.failure or not is_among(result.value, tree.get_legal_moves()):
                    self._shows("no-fallback-move", tree, seconds, tree.get_legal_moves())
                    return self.named("no-fallback-move", tree, seconds, result, texts.ANY_LEGAL_MOVE)
        return None

    def in_time(self) -> Finding | None:
        """It comes back in time, from a game that no search comes to the end of."""
        game, times, unseen = games.WideGame(), list[float](), list[float]()
        for ticks in 0, 300, 500, 900, 1400, 2200, 3000:
            seconds = ticks * TICK
            result, took = self.play(game, seconds)
            times.append(took)
            unseen.append(self.clock.unseen())
            if result.failure in GIVES_UP or took > seconds + GRACE:
                return self._too_late(game, seconds, None if result.failure else took)
            if result.failure and ticks:  # with no time at all, that is a matter of the fallback
                return self.failure(result, game, seconds)
        if not self.clock.looks:
            return Finding.of("no-clock", texts.NO_CLOCK)
        if unseen[-1] > 1.5 * unseen[-3] and unseen[-1] > GRACE / 4:  # ever longer: is it at last too long?
            self.play(game, PATIENT)
            seconds = self.clock.since + TICK
            took = self.play(game, seconds)[1]
            if took > seconds + GRACE:
                return self._too_late(game, seconds, took)
        if max(times[1:]) - min(times[1:]) > ALIKE * max(times) or self._does_the_same(game, seconds, max(times)):
            return None
        text = MISCONCEPTIONS["ignores-seconds"].followed_by(
            texts.TOOK_ANYWAY.format(took=max(times), tick=TICK, look=LOOK)
        )
        return Finding.of("ignores-seconds", text, game, self.call(game, seconds))

    def _does_the_same(self, game: Any, seconds: float, took: float) -> bool:
        """Whether its limit is no clock: it comes back at once, or has a depth and takes longer on a slow machine."""
        self.clock.slowness = SLOWER
        try:
            return took < AT_ONCE or self.play(game, seconds)[1] > SLOWER / 2 * took
        finally:
            self.clock.slowness = 1

    def _too_late(self, game: Any, seconds: float, took: float | None) -> Finding:
        if not self.clock.looks:
            return Finding.of("no-clock", texts.NO_CLOCK)
        self.asked["overstays"] = Asked(game, seconds, is_back_before(seconds + GRACE))
        came_back = texts.WAS_STOPPED if took is None else texts.CAME_BACK_AFTER.format(took=took)
        text = texts.OVERSTAYS.filled(seconds=seconds, came_back=came_back, tick=TICK, look=LOOK)
        unseen = self.clock.unseen()
        looked_away = unseen > GRACE / 2
        text = text.followed_by((texts.LOOKED_AWAY if looked_away else texts.LOOKED_OFTEN).format(unseen=unseen))
        text = replace(text, hints=texts.LOOK_MORE_OFTEN) if looked_away else text
        return Finding.of("overstays", text, game, self.call(game, seconds))

    def move(self) -> Finding | None:
        """It plays the best move that there was time to find."""
        return (
            self._chooses_best(games.decisive(), games.name_of_wrong_moves)
            or self._chooses_best(games.tied(), games.name_of_wrong_ties)
            or self._goes_on()
            or self._uses_complete_iterations()
            or self._begins_with_one_ply()
            or self._goes_on_step_by_step()
        )

    def _chooses_best(self, trees: list[Tree], name: Callable[[list[tuple[Tree, Move]]], str]) -> Finding | None:
        """With time for all of a tree, it plays the best move, for either player."""
        played: list[tuple[Tree, Move]] = []
        saw_all: list[Tree] = []
        too_soon: list[Tree] = []
        for tree in trees:
            result, took = self.play(tree, AMPLE)
            if finding := self.no_move(result, tree, AMPLE):
                return finding
            played.append((tree, result.value))
            saw_all += [tree] if self.deepest == tree.height else []
            if took < AMPLE / 2 and 0 < self.deepest < tree.height:
                shown = games.best_moves(tree, plies=self.deepest)
                too_soon += [tree] if {*shown}.isdisjoint(games.best_moves(tree)) else []
        wrong = [(tree, move) for tree, move in played if move not in games.best_moves(tree)]
        if not wrong:
            return None
        code = name(played)
        code = "stops-too-soon" if code == WRONG_MOVE and wrong[0][0] in too_soon else code
        return self._wrong_move(*wrong[0], WRONG_MOVE if code == "stops-too-soon" and wrong[0][0] in saw_all else code)

    def with_line(self, finding: Finding) -> Finding:
        """The finding with the line that a repair points at."""
        if not (shown := self.asked.get(finding.code)):
            return finding

        def judge(asked: Asked) -> tuple[bool, int]:
            most = LINES_ON_A_WIDE_GAME if isinstance(asked.game, games.WideGame) else LINES_TO_REPAIR
            result, took = self.play(asked.game, asked.seconds, most)
            return asked.is_right(result, took), result.lines

        def calls(asked: Asked) -> list[tuple]:
            return [(self.function, (games.TimedTree(asked.game, self.clock), asked.seconds, self._evaluate))]

        errors, only = [*self.errors], MENDS.get(finding.code, ())
        least, _ = SOON_KNOWN[0]
        in_time = is_back_before(max(SOON, SLOWER * self._ticks(least, AMPLE) * TICK))
        keep = [Asked(least, AMPLE, in_time), *_what_to_keep()]  # first: an edit may switch off what ends the search
        search = Search([self.function], [shown], keep, judge, True, calls=calls, two=False, only=only)
        search.lines = LINES_FOR_ALL
        found = [repair for repair in search.found() if not _looks_away(repair)]
        if not finding.name or len({repair.line for repair in found}) <= MOST_LINES:  # else, its name says more
            found = [repair for repair in found if self._all_is_right_with(repair)]
        self.errors = errors  # not those of edited code
        return pointed(finding, found, IN_EVERY_CALL)

    def _all_is_right_with(self, repair: Repair) -> bool:
        self.names_faults, asked = False, {**self.asked}
        try:
            with repair.made():
                return not any(check() for check in (*self.all.values(), self.ends))
        finally:
            self.names_faults, self.asked = True, asked

    def _goes_on(self) -> Finding | None:
        """As long as there is more to find, it does not come back early."""
        for tree in *games.distant(MAX), *games.distant(MIN):
            result, took = self.play(tree, AMPLE)
            if finding := self.no_move(result, tree, AMPLE):
                return finding
            if result.value not in games.best_moves(tree):
                came_back = took < AMPLE / 2 and self.deepest < tree.height
                return self._wrong_move(tree, result.value, "stops-too-soon" if came_back else WRONG_MOVE)
        return None

    def _wrong_move(self, tree: Tree, returned: Move, code: str) -> Finding:
        self._shows(code, tree, AMPLE, games.best_moves(tree))
        text = MISCONCEPTIONS.get(code, texts.NOT_THE_BEST)
        if code == WRONG_MOVE and self.names_faults and self._is_right_at_the_last_depth(tree):
            text = replace(text, hints=texts.FROM_DEPTH_TO_DEPTH)
        expected = texts.ONE_OF_THE_MOVES.format(moves=", or ".join(map(value_text, games.best_moves(tree))))
        fields = {"returned": returned, "expected_text": expected, "replay": lambda: self.replay(tree, AMPLE)}
        return Finding.of(code, text, tree, self.call(tree, AMPLE), **fields)

    def _is_right_at_the_last_depth(self, wrong: Tree) -> bool:
        """Whether it comes to the last depth, and plays best where all that it finds there is better than before."""
        root = games.TimedTree(wrong, self.clock)
        run(self.function, root, AMPLE, self._evaluate)
        trees = *games.decisive(), *games.tied()
        return root.deepest == wrong.height and all(map(self._plays_best_after_poor_guesses, trees))

    def _plays_best_after_poor_guesses(self, tree: Tree) -> bool:
        worst = -FAR if tree.active_player is MAX else FAR
        result, _ = self.play(tree, AMPLE, evaluation=lambda node: node.value if node.is_leaf else worst)
        return result.ok and result.value in games.best_moves(tree)

    def _uses_complete_iterations(self) -> Finding | None:
        """An iteration that was cut short decides nothing: here the best move is the last one, at every depth."""
        is_late = self.names_faults and "overstays" in self.asked  # then each run may take very long
        for player, drops in product((MAX, MIN), (False, True)):
            tree = games.steady(5, 3, player, drops=drops)
            for ticks in range(100, 1000, 305 if is_late else 61):  # a complete search of two plies takes 24
                result, _ = self.play(tree, ticks * TICK)
                if result.failure:
                    return self._failed(result, tree, ticks * TICK)
                if result.value != 2:
                    named = self._unfinished(player) if self.names_faults else None
                    return named or self._not_found(tree, ticks * TICK, result, 2)
        return None

    def _begins_with_one_ply(self) -> Finding | None:
        """With time for one ply, several times over, and for no complete search of three, it plays what one ply shows.

        Two plies take as long where the moves get better and better.
        """
        for player, good in product((MAX, MIN), (games.PLENTY - 1, games.PLENTY - 2, 0)):
            tree = games.steady(3, games.PLENTY, player, good)
            result, _ = self.play(tree, ENOUGH)
            if result.failure:
                return self._failed(result, tree, ENOUGH)
            if result.value != good:
                return self._not_found(tree, ENOUGH, result, good)
        return None

    def _goes_on_step_by_step(self) -> Finding | None:
        """With time for four plies, and not for many more, it plays what two, three or four plies show."""
        game = games.SecondLook()
        result, _ = self.play(game, FOUR_PLIES)
        if result.failure:
            return self._failed(result, game, FOUR_PLIES)
        if result.value == game.GOOD:
            return None
        self.asked[WRONG_MOVE] = Asked(game, FOUR_PLIES, plays_one_of([game.GOOD]))
        expected = texts.ONE_OF_THE_MOVES.format(moves=game.GOOD)
        fields = {"returned": result.value, "expected_text": expected}
        return Finding.of(WRONG_MOVE, texts.LEAPS, None, self.call(game, FOUR_PLIES), **fields)

    def _failed(self, result: RunResult, game: Any, seconds: float) -> Finding | None:
        """The finding on a run that failed, but for one that had to be stopped where that is already known."""
        known = result.failure in GIVES_UP and "overstays" in self.asked
        return None if known else self.failure(result, game, seconds)

    def _not_found(self, tree: Tree, seconds: float, result: RunResult, good: Move) -> Finding:
        """A move that one ply is enough for is not played: nothing was found yet, or what was found is lost."""
        if not self._is_fallback(tree, result):
            return self._best_at_every_depth("unfinished-iteration", tree, seconds, result, good)
        for depth, branching, index in product((2, 3), (2, 3), (-1, 0)):  # a smaller tree to look at, if it shows there
            less = games.steady(depth, branching, tree.active_player, index)
            sooner = 2.5 * 2 * branching * TICK  # one ply: each move is tried and evaluated
            played, _ = self.play(less, sooner)
            if played.value not in games.best_moves(less) and self._is_fallback(less, played):
                tree, seconds, result, good = less, sooner, played, games.best_moves(less)[0]
                break
        return self._best_at_every_depth("begins-too-deep", tree, seconds, result, good)

    def _is_fallback(self, tree: Tree, result: RunResult) -> bool:
        """Whether it plays what it plays with no time at all."""
        return result.ok and result.value == self.play(tree, 0)[0].value

    def _unfinished(self, player: Player) -> Finding | None:
        """The smallest tree on which a move that was found is lost again with a little more time."""
        larger = [games.steady(depth, 3, player, drops=drops) for depth, drops in product((2, 3, 4), (False, True))]
        for tree in *games.small(player), *larger:
            good, known = len(tree.children) - 1, 0.0
            for seconds in (ticks * TICK for ticks in range(1, 200)):
                result, _ = self.play(tree, seconds)
                if result.value == good:
                    known = seconds if self._surely(tree, seconds, [good]) else known
                elif known and result.ok and self._surely(tree, seconds, [result.value]):
                    finding = self._best_at_every_depth("unfinished-iteration", tree, seconds, result, good)
                    earlier = texts.EARLIER_MOVE.format(seconds=known, move=good)
                    return replace(finding, message=f"{finding.message} {earlier}")
        return None

    def _surely(self, tree: Tree, seconds: float, moves: Sequence[Move]) -> bool:
        """Whether a little more or less time makes no difference: what is told must be so on any clock."""
        return all(plays_one_of(moves)(*self.play(tree, seconds + change)) for change in (-LOOK / 5, LOOK / 5))

    def _best_at_every_depth(self, code: str, tree: Tree, seconds: float, result: RunResult, good: Move) -> Finding:
        self._shows(code, tree, seconds, [good])
        return self.named(code, tree, seconds, result, texts.BEST_AT_EVERY_DEPTH.format(move=good))

    def _shows(self, code: str, tree: Tree, seconds: float, right: Sequence[Move]) -> None:
        self.asked[code] = Asked(tree, seconds, plays_one_of(right))

    def ends(self) -> Finding | None:
        """It comes back when everything is known, however much time is left."""
        # A note that the depth was reached must be taken back each time: that shows on the second one.
        for number, (tree, times_as_long) in enumerate(SOON_KNOWN):
            seconds = times_as_long * LONG * TICK
            if self._ticks(tree, seconds) >= times_as_long * TOO_LONG:
                text = MISCONCEPTIONS["never-stops"].followed_by(texts.NOBODY_HAD_TO_WAIT)
                text = replace(text, hints=texts.FLAG_STAYS) if number else text
                soon = times_as_long * SOON
                self.asked["never-stops"] = Asked(tree, 2 * soon, is_back_before(soon))
                return Finding.of("never-stops", text, tree, self.call(tree, seconds))
        return None

    def _ticks(self, tree: Tree, seconds: float) -> float:
        """How long it thinks; no end to it if it is stopped."""
        before = self.clock.ticks
        return inf if self.play(tree, seconds)[0].failure == "endless" else self.clock.ticks - before


SUBJECT = "deepening"


def deepening(function: Callable[..., Any]) -> Report:
    """Check `function(state, seconds, evaluate)`, which deepens its search step by step and returns a move in time.

    The score is the share of what it must do: have a move ready, be back in time (and earlier if there is
    nothing more to find), and play the best that a complete iteration has found.

    >>> from minimax_lab import check
    >>> def first(state, seconds, evaluate):
    ...     return state.get_legal_moves()[0]
    >>> check.deepening(first).heading
    '✗ deepening: not right yet (33%)'
    """
    if unusable := cannot_be_called(function, "state", "seconds", "evaluate") or unwritten_among([function]):
        return Report(SUBJECT, [unusable], 0.0)
    if unseen := next((name for name in ALARMS if uses(function, name)), None):
        return Report(SUBJECT, [Finding.of(NOT_CHECKED, texts.ALARM.filled(name=unseen), remark=True)], 0.0)
    clock = SimulatedClock()
    with simulated(clock, function):
        return about_evaluate(_report(Aspects(function, clock)), texts.EVALUATE)


def _report(aspects: Aspects) -> Report:
    if unusable := or_not_checked(aspects.unusable, EVERYTHING):
        return Report(SUBJECT, [unusable], 0.0)
    findings: list[Finding] = []
    for name, check in aspects.all.items():
        if found := or_not_checked(check, ASPECTS[name]):
            findings.append(found)
            if found.code in (*GIVES_UP, NOT_WRITTEN):
                return Report(SUBJECT, findings, 0.0)
    checked = len(aspects.all) - sum(finding.remark for finding in findings)
    if not findings:  # else, what is not found yet might be worth the time
        findings += filter(None, [or_not_checked(aspects.ends, ASPECTS["ends"])])
    faults = sum(not finding.remark for finding in findings)
    score = 1 - faults / checked if checked else 0.0
    if len(findings) == 1 and not findings[0].remark:
        findings = [or_not_checked(lambda: aspects.with_line(findings[0]), THE_REST) or findings[0]]
    if error := aspects.error():  # all else may only follow from it
        findings = [error]
    return Report(SUBJECT, findings, score)
