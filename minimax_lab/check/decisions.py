"""Checks of functions that choose a move: `decision(state, depth, evaluate)`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from math import inf
from operator import attrgetter
from types import FunctionType
from typing import Any

from minimax_lab.check.mistakes import wrong_programs
from minimax_lab.check.report import NOT_CHECKED, Finding, Report, about_evaluate, shown_moves
from minimax_lab.check.right_programs import EVERYWHERE, Program
from minimax_lab.check.sandbox.failures import or_not_checked
from minimax_lab.check.sandbox.run import RunResult
from minimax_lab.check.search import battery as cases
from minimax_lab.check.search.battery import PLAYERS, Case, Log
from minimax_lab.check.search.check import check_search
from minimax_lab.check.search.diagnose import NO_MOVE_MADE
from minimax_lab.check.search.findings import named
from minimax_lab.check.search.run import Exercise, Run, minimax_value
from minimax_lab.check.shared import equal, is_among
from minimax_lab.check.texts import MISCONCEPTIONS
from minimax_lab.check.texts import searches as texts
from minimax_lab.check.texts.failures import THE_REST
from minimax_lab.game import MAX, MIN, Move, Value
from minimax_lab.games import Tree
from minimax_lab.trace.words import value_text

FOLLOWS = "follows"  # code
WITH_WINDOW = "decision with a window"  # kind


def decision(function: Callable[..., Any], quick_wins: bool = False) -> Report:
    """Check `function(state, depth, evaluate)`: a best move, looking `depth` plies ahead.

    With `quick_wins`, where that is asked for: if it can win at once, it must do so.

    >>> from minimax_lab import check
    >>> def first(state, depth, evaluate):
    ...     return state.get_legal_moves()[0]
    >>> check.decision(first).heading
    '✗ decision: not right yet (0%)'
    """
    return about_evaluate(_checked(function, quick_wins), texts.EVALUATE)


def _checked(function: Callable[..., Any], quick_wins: bool) -> Report:
    student = Decision(function)
    report = without_blame(function, lambda: check_search(student))
    if not report.passed or FOLLOWS in map(attrgetter("code"), report.findings):
        return report
    found = or_not_checked(lambda: (quick_wins and _slow_win(student)) or _infinite_win(student), THE_REST)
    if found and not found.remark:
        return Report(report.subject, [found], 0.5)
    if found is None or (found.code == NOT_CHECKED and report.not_checked):
        return report
    return Report(report.subject, [*report.findings, found])


def without_blame(function: Callable[..., Any], check: Callable[[], Report]) -> Report:
    """The report of a check; if nothing is wrong but a function that this one calls, that is only a remark."""
    report = check()
    if report.passed or not report.faults:
        return report
    with others_right(function) as others:
        again = check() if others else report
    if again.passed:
        return blames_another(report)
    one, other = report.faults[0], again.faults[0]
    is_same = (one.call, repr(one.returned)) == (other.call, repr(other.returned))
    return again if is_same and other.line and not one.line else report  # no line of the others can be to blame


def blames_another(report: Report) -> Report:
    """The report on a function that is right itself: that the one that it calls is not, is only a remark."""
    fault = report.faults[0]
    text = texts.CALLS.filled(name=fault.call.partition("(")[0])
    return Report(report.subject, [fault.named(FOLLOWS, text, remark=True, line=None, repair="")])


def _infinite_win(student: Decision) -> Finding | None:
    """A remark on a function that has no move left when every move is infinitely bad."""
    for case in LOST:
        run = student.observe(case)
        if run.fault == "returns-no-move":
            return replace(_finding_on(student, run, "infinite-win"), remark=True)
    return None


def _slow_win(student: Decision) -> Finding | None:
    """The finding on a function that wins later although it could win at once."""
    for case in SLOW_WINS:
        run = student.observe(case)
        at_once = next(move for move, child in case.tree.children.items() if child.is_leaf)
        if run.result.value != at_once:
            shown = _finding_on(student, replace(run, fault="wrong-move"), "slow-win")
            return replace(shown, expected_text=texts.WINS_AT_ONCE.format(move=shown_moves([at_once])))
    return None


def _finding_on(student: Decision, run: Run, code: str) -> Finding:
    return replace(named(student, run, code), message=MISCONCEPTIONS[code].message)


class Decision(Exercise):
    """A function that returns a move; of equal moves any."""

    subject = "decision"
    chooses = True
    parameters: tuple[str, ...] = "depth", "evaluate"
    kinds: tuple[str, ...] = ("decision", WITH_WINDOW)

    def mistaken_programs(self, number: int, backwards: bool = False) -> Iterator[Program]:
        # Nobody asks for a move with no depth left; else, a depth that stays is one that is not looked at.
        for program in super().mistaken_programs(number, backwards):
            if not any(code == "depth-stays" and where == EVERYWHERE for code, _, where in program.made):
                yield program
        if number > 1 and WITH_WINDOW in self.kinds:  # only a fail-hard search brings back a bound that is equal
            hard = wrong_programs(WITH_WINDOW, ("hard",), number)
            yield from (program for program in hard if "tie-takes-later" in program.codes)

    def fault(self, case: Case, result: RunResult, log: Log) -> str:
        if log.changed:
            return "mutates-state"
        if result.failure:
            return result.failure
        if not is_among(result.value, case.tree.get_legal_moves()):
            return "returns-no-move" if result.value is None else "not-a-move"
        return "" if result.value in best_moves(case) else "wrong-move"

    def evident(self, runs: Sequence[Run]) -> str:
        """The code for a best move that is returned together with its value, or for moves that are never made."""
        one_ply = [run for run in runs if run.case.depth == 1]
        if one_ply and (all(map(_stays, one_ply)) or all(map(_searches_root_for_each_move, one_ply))):
            return NO_MOVE_MADE
        return "pair-for-move" if runs and all(map(_is_pair, runs)) else ""

    def not_to_blame(self, run: Run) -> Sequence[Callable[..., Any]]:
        """Those with which it goes wrong in the same way when they are replaced by right ones."""
        with others_right(self.function, REPLACED) as others:
            again = self.observe(run.case) if others else run
        return others if again.fault == run.fault else ()

    def expected(self, case: Case) -> tuple[Value, str]:
        best = best_moves(case)
        value = value_text(move_values(case)[best[0]])
        return best[0], texts.BEST_MOVES.format(moves=shown_moves(best), value=value)

    def gaps(self, run: Run) -> dict[str, str]:
        if run.fault != "wrong-move":
            return {}
        values, best = move_values(run.case), best_moves(run.case)
        played = next(move for move in values if equal(move, run.result.value))
        return {
            "player": str(run.case.tree.active_player),
            "played": shown_moves([played]),
            "worth": value_text(values[played]),
            "best": f"{shown_moves(best)} {'is' if len(best) == 1 else 'are'}",
            "value": value_text(values[best[0]]),
        }

    def everything(self, nodes: int) -> Iterator[Case]:
        return (case for case in cases.everything(nodes) if case.depth and not case.tree.is_leaf)

    def battery(self) -> Iterator[Case]:
        for nodes in (2, 3, 4):
            yield from self.everything(nodes)
        yield from NAMED_MOVES
        yield from FAR_FROM_ZERO
        yield from cases.wide()
        yield from (case for case in cases.unfinished() if case.depth)
        yield from OTHER_BOUND
        larger = [case for case in cases.larger() if case.depth]
        yield from larger
        yield from (Case(case.tree, 1) for case in larger if case.depth > 3)  # where far too deep is not just too deep


# Moves that are not just 0, 1, 2: a move is not its index in the list.
NAMED_MOVES = [Case(Tree({"a": low, "b": 3 - low}, player), 1) for low in (1, 2) for player in PLAYERS]
# Values that a number of a student's own, which stands for infinity, may not reach.
FAR_FROM_ZERO = [
    Case(Tree(nested, player), depth)
    for player, sign in zip(PLAYERS, (-1, 1), strict=True)
    for worse in (sign * 2 * 10**6,)
    for nested, depth in (([worse, worse // 2], 1), ([[-worse // 2], [-worse]], 2))
]
# The second move is the best one. A root that raises the bound of the other side only learns that it is better than
# the first, and not that it is better than the third.
OTHER_BOUND = [
    Case(Tree([5 * sign, [[4 * sign, sign]], 2 * sign], player), 3)
    for player, sign in zip(PLAYERS, (-1, 1), strict=True)
]
# Every move loses, and a loss may count as infinite.
LOST = [Case(Tree(nested, player), 1) for nested, player in (([-inf], MAX), ([inf], MIN))]
# A win at once, and a later one.
SLOW_WINS = [
    Case(Tree(nested, player), 3)
    for player, win in zip(PLAYERS, (1, -1), strict=True)
    for nested in ([[[win]], win], [win, [[win]]])
]


def _stays(run: Run) -> bool:
    """Whether it evaluates the root for each move, and makes none."""
    return len(run.log.paths("evaluated")) >= len(run.case.tree.children) and not run.log.paths("expanded")


def _searches_root_for_each_move(run: Run) -> bool:
    """Whether each move was made as often as there are moves, and all seem to be equal."""
    moves = run.case.tree.get_legal_moves()
    is_at_an_end = is_among(run.result.value, [moves[0], moves[-1]])
    return is_at_an_end and run.log.paths("expanded").count(()) == len(moves) ** 2


def _is_pair(run: Run) -> bool:
    returned = run.result.value
    is_pair = type(returned) in (tuple, list) and len(returned) == 2
    return is_pair and any(is_among(item, best_moves(run.case)) for item in returned)


def move_values(case: Case) -> dict[Move, Value]:
    return {move: minimax_value(child, case.depth - 1, case.evaluate) for move, child in case.tree.children.items()}


def best_moves(case: Case) -> list[Move]:
    """The moves that are worth most to the side to move."""
    values = move_values(case)
    best = max(values.values()) if case.maximizing else min(values.values())
    return [move for move, value in values.items() if value == best]


def terminal_test(state: Any) -> bool:
    """Whether the game is over."""
    return not state.get_legal_moves()


# A search returns bounds as well as values: a decision that takes a bound for a value stays wrong
STAND_INS = {**Program("levels").functions, **Program("alphabeta").functions, "terminal_test": terminal_test}
REPLACED = {**Program("minimax").functions, **STAND_INS}


@contextmanager
def others_right(function: Any, which: Iterable[str] = STAND_INS) -> Iterator[list[Any]]:
    """While this lasts, a function of these names that `function` may call, besides itself, is right.

    What is replaced is the student's functions of these names.
    """
    names = getattr(function, "__globals__", {})
    replaced = {name: names[name] for name in which if isinstance(names.get(name), FunctionType)}
    replaced = {name: other for name, other in replaced.items() if other is not function}
    names.update((name, REPLACED[name]) for name in replaced)
    try:
        yield [*replaced.values()]
    finally:
        names.update(replaced)
