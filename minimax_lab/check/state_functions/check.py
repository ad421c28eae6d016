"""Checks of the four functions of a state alone: terminal_test, min_value, max_value, minimax_decision.

They search to the end of the game. Whoever cannot move has lost: -1 at a max level, +1 at a min
level, seen by the player who searches. So a game is just the shape of its tree, and the trees here
have these values at their leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from minimax_lab.check.decisions import Decision
from minimax_lab.check.report import Finding, Report
from minimax_lab.check.sandbox.failures import GIVES_UP, cannot_be_called
from minimax_lab.check.sandbox.limits import Outcome
from minimax_lab.check.search import battery as cases
from minimax_lab.check.search import check as searches
from minimax_lab.check.search.battery import Case
from minimax_lab.check.search.check import examine
from minimax_lab.check.search.mistaken import MINIMAX_MISTAKES
from minimax_lab.check.search.mistaken_kinds import LevelDecisionSuspect, LevelSuspect
from minimax_lab.check.search.observed import Log
from minimax_lab.check.search.run import Exercise
from minimax_lab.check.state_functions.on_board import (
    DECISION_ON_BOARD,
    MAX_ON_BOARD,
    MIN_ON_BOARD,
    TERMINAL_ON_BOARD,
    on_board,
)
from minimax_lab.check.texts import MISCONCEPTIONS
from minimax_lab.game import MAX, MIN, Player, Value
from minimax_lab.games import Tree

Function = Callable[..., Any]
MOST_NODES = 7
MISTAKES = (*(code for code in MINIMAX_MISTAKES if "depth" not in code and code != "role-hard-coded"), "flips-utility")


def minimax(
    minimax: Function | None = None,
    *,
    terminal_test: Function | None = None,
    min_value: Function | None = None,
    max_value: Function | None = None,
    minimax_decision: Function | None = None,
) -> Report:
    """Check `minimax(state, depth, maximizing, evaluate)`, or any of the four functions of a state alone."""
    levels = {player: function for player, function in ((MAX, max_value), (MIN, min_value)) if function is not None}
    parts: list[tuple[Report, int]] = []  # with the number of functions that each report is about
    if minimax is not None:
        parts.append((searches.minimax(minimax), 1))
    if terminal_test is not None:
        parts.append((_terminal_test(terminal_test), 1))
    if levels:
        parts.append((_values(levels), len(levels)))
    if minimax_decision is not None:
        parts.append((_minimax_decision(minimax_decision), 1))
    if not parts:
        raise TypeError("there is nothing to check: give it a function, as in check.minimax(max_value=max_value)")
    return parts[0][0] if len(parts) == 1 else _together(parts)


def _together(parts: list[tuple[Report, int]]) -> Report:
    findings: list[Finding] = []
    for report, _ in parts:
        built_on_sand = any(not finding.remark for finding in findings)
        findings += [_after_another(finding) if built_on_sand else finding for finding in report.findings]
    functions = sum(number for _, number in parts)
    return Report("minimax", findings, sum(report.score * number for report, number in parts) / functions)


def _after_another(finding: Finding) -> Finding:
    """Without the name of a mistake: the function may be right itself, and only call one that is not."""
    message = "This may come from what was found before: mend that first."
    if finding.code not in MISCONCEPTIONS:
        return replace(finding, message=f"{finding.message} {message}".strip())
    return replace(finding, code="follows", title="Not right yet", message=message, hints=())


def _terminal_test(function: Function) -> Report:
    report = examine(TerminalTest("terminal_test", ()), function)
    return _with(report, on_board(function, TERMINAL_ON_BOARD)) if report.passed else report


def _minimax_decision(function: Function) -> Report:
    # The end of the game is for max_value and min_value to notice. If a decision returns nothing, that is what is said.
    mistakes = tuple(code for code in MISTAKES if not code.startswith("ignores-terminal"))
    exercise = StateDecision("minimax_decision", (), suspect=LevelDecisionSuspect, mistakes=mistakes)
    report = examine(exercise, function)
    return _with(report, on_board(function, DECISION_ON_BOARD)) if report.passed else report


def _values(levels: Mapping[Player, Function]) -> Report:
    """The report on max_value, min_value or both, which are two halves of one search."""
    subject = " and ".join(NAMES[player] for player in levels)
    for function in levels.values():
        if unusable := cannot_be_called(function, "state"):
            return Report(subject, [unusable], 0.0)
    exercise = Levels(subject, (), suspect=LevelSuspect, mistakes=MISTAKES, levels=levels)
    report = examine(exercise, exercise.value)
    report = Report(subject, [_or_the_sign(finding) for finding in report.findings], report.score)
    if any(finding.code in GIVES_UP for finding in report.findings):
        return report  # nor would the other cases come to an end
    if not report.passed:
        wrong = {case.tree.active_player for case in exercise.battery() if exercise.observe(exercise.value, case).fault}
        return Report(subject, [*report.findings], 1 - len(wrong) / len(levels))
    for player, function in levels.items():
        if fault := on_board(function, MAX_ON_BOARD if player is MAX else MIN_ON_BOARD):
            return _with(report, fault)
    return report


def _or_the_sign(finding: Finding) -> Finding:
    """Where every value is 1 or −1, to stay on one side and to turn the sign round at each level look the same."""
    if finding.code != "no-role-flip":
        return finding
    return replace(finding, message=f"{finding.message} (Or it turns the sign round, which comes to the same here.)")


NAMES = {MAX: "max_value", MIN: "min_value"}


def _with(report: Report, fault: Finding | None) -> Report:
    return Report(report.subject, [fault], 0.0) if fault else report


class WinOrLose(Exercise):
    """Tried on games in which whoever cannot move has lost."""

    def players(self) -> tuple[Player, ...]:
        return cases.PLAYERS

    def everything(self, nodes: int) -> Iterator[Case]:
        for shape in cases.shapes(nodes):
            for player in self.players():
                tree = Tree(_won_or_lost(shape, player), player)
                yield Case(tree, tree.height + 1)

    def battery(self) -> Iterator[Case]:
        for nodes in range(1, MOST_NODES + 1):
            yield from self.everything(nodes)


def _won_or_lost(shape: cases.Shape, player: Player) -> Any:
    if not shape:
        return -1 if player is MAX else +1
    return [_won_or_lost(child, player.opponent) for child in shape]


@dataclass(frozen=True)
class Levels(WinOrLose):
    """max_value for a MAX node, min_value for a MIN node, or only one of them."""

    levels: Mapping[Player, Function] = field(default_factory=dict)

    def players(self) -> tuple[Player, ...]:
        return tuple(self.levels)

    def value(self, state: Any) -> Value:
        return self.levels[state.active_player](state)

    def functions(self, function: Function) -> tuple[Function, ...]:
        return tuple(self.levels.values())

    def chosen(self, function: Function, case: Case) -> Function:
        return self.levels[case.tree.active_player]


class TerminalTest(WinOrLose):
    """Says whether the game is over."""

    def fault(self, case: Case, outcome: Outcome, log: Log) -> str:
        if log.changed or not outcome.ok or outcome.value is None:
            return super().fault(case, outcome, log)
        return "" if bool(outcome.value) is case.tree.is_leaf else "wrong-test"

    def expected(self, case: Case) -> tuple[Value, str]:
        return case.tree.is_leaf, ""


class StateDecision(WinOrLose, Decision):
    """Chooses a move of a game that is won or lost."""

    def everything(self, nodes: int) -> Iterator[Case]:
        return (case for case in super().everything(nodes) if not case.tree.is_leaf)
