"""Checks of the four functions of a state alone: terminal_test, min_value, max_value, minimax_decision."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import cached_property
from types import CodeType, FrameType, FunctionType
from typing import Any

from minimax_lab.check.decisions import Decision, blames_another, others_right, without_blame
from minimax_lab.check.functions_on_boards import (
    DECISION,
    MAX_VALUE,
    MIN_VALUE,
    TERMINAL_TEST,
    Function,
    Wanted,
    fault_on_board,
)
from minimax_lab.check.report import NOT_WRITTEN, Finding, Report, in_words
from minimax_lab.check.right_programs import Program
from minimax_lab.check.sandbox.contents import reachable_from
from minimax_lab.check.sandbox.failures import is_unwritten, or_not_checked, unwritten_among
from minimax_lab.check.sandbox.run import RunResult
from minimax_lab.check.search import battery as cases
from minimax_lab.check.search import check as searches
from minimax_lab.check.search.battery import Case, Log, ObservedTree
from minimax_lab.check.search.check import check_search
from minimax_lab.check.search.run import Exercise, run_battery
from minimax_lab.check.search.score import BORROWED
from minimax_lab.check.shared import equal
from minimax_lab.check.texts import MISCONCEPTIONS
from minimax_lab.check.texts import searches as texts
from minimax_lab.check.texts.by_exercise import STATE_DECISION, STATE_FUNCTIONS
from minimax_lab.check.texts.failures import THE_REST
from minimax_lab.check.texts.repairs import PLAIN_HINTS
from minimax_lab.game import MAX, MIN, Player, Value
from minimax_lab.games import Tree
from minimax_lab.trace.code import entry_code

NOTHING_TO_SCORE = BORROWED, NOT_WRITTEN, "not-a-function", "wrong-arity"  # codes


def minimax(
    minimax: Function | None = None,
    *,
    terminal_test: Function | None = None,
    min_value: Function | None = None,
    max_value: Function | None = None,
    minimax_decision: Function | None = None,
) -> Report:
    """Check `minimax(state, depth, maximizing, evaluate)`, or any of the four functions of a state alone.

    `terminal_test(state)` says whether the game is over, `max_value(state)` and `min_value(state)` are the
    values at the two kinds of level, and `minimax_decision(state)` is a best move. The score is the mean of
    the functions that are given. No function loses for another one that it calls.

    >>> from minimax_lab import check
    >>> def terminal_test(state):
    ...     return not state.get_legal_moves()
    >>> check.minimax(terminal_test=terminal_test)
    ✓ terminal_test: right
    """
    levels = {player: function for player, function in ((MAX, max_value), (MIN, min_value)) if function is not None}
    parts = [
        _Part("minimax", [minimax], searches.minimax),
        _Part("terminal_test", [terminal_test], _terminal_test),
        _Part(Levels(levels).subject, [*levels.values()], lambda *_: _levels(levels)),
        _Part("minimax_decision", [minimax_decision], _minimax_decision),
    ]
    parts = [part for part in parts if part.functions and part.functions[0] is not None]
    if not parts:
        raise TypeError(texts.NOTHING_TO_CHECK)
    return _report_on(parts)


@dataclass(frozen=True)
class _Part:
    """Functions that are checked together."""

    subject: str
    functions: Sequence[Function | None]
    check: Callable[..., Report]


def _report_on(parts: list[_Part]) -> Report:
    written = [part for part in parts if not any(map(is_unwritten, part.functions))]
    reports = [(part.check(*part.functions), len(part.functions)) for part in written]
    if len(reports) == len(parts) == 1:
        return reports[0][0]
    findings = [*filter(None, [unwritten_among(function for part in parts for function in part.functions)])]
    for report, _ in reports:
        is_sound = all(finding.remark for finding in findings)
        findings += report.findings if is_sound else map(_after_another, report.findings)
    score = sum(report.score * number for report, number in reports) / sum(len(part.functions) for part in parts)
    return Report(parts[0].subject if len(parts) == 1 else "minimax", findings, score)


def _after_another(finding: Finding) -> Finding:
    """Without the name of a mistake: the function may be right itself, and only call one that is not."""
    if finding.remark or finding.code == NOT_WRITTEN:
        return finding
    if finding.code not in MISCONCEPTIONS:
        return replace(finding, message=f"{finding.message} {texts.FOLLOWS.message}".strip())
    return finding.named("follows", texts.FOLLOWS)


def _terminal_test(function: Function) -> Report:
    return in_words(_and_on_board(check_search(TerminalTest(function)), [(function, TERMINAL_TEST)]), PLAIN_HINTS)


def _minimax_decision(function: Function) -> Report:
    wanted = [(function, DECISION)]
    return without_blame(function, lambda: _and_on_board(check_search(StateDecision(function)), wanted))


def _levels(levels: Mapping[Player, Function]) -> Report:
    """The report on max_value, min_value or both, which are two halves of one search."""
    report = _checked_levels(levels)
    with ExitStack() as stack:  # is it only terminal_test that is wrong?
        helped = [stack.enter_context(others_right(function, ["terminal_test"])) for function in levels.values()]
        if report.faults and any(helped) and _checked_levels(levels).passed:
            return blames_another(report)
    return report


def _checked_levels(levels: Mapping[Player, Function]) -> Report:
    report = check_search(Levels(levels))
    if report.passed:
        wanted = {MAX: MAX_VALUE, MIN: MIN_VALUE}
        return _and_on_board(report, [(function, wanted[player]) for player, function in levels.items()])
    if not report.faults or any(finding.code in NOTHING_TO_SCORE for finding in report.findings):
        return report
    return Report(report.subject, report.findings, _share_right(levels))


def _share_right(levels: Mapping[Player, Function]) -> float:
    """The share that is right with the other function right: each one where the game is over, and elsewhere."""
    right, aspects = 0, 2 * len(levels)
    for player, function in levels.items():
        with others_right(function):
            done = run_battery(Levels({player: function})).done
        for over in True, False:
            seen = [run for run in done if run.case.tree.is_leaf is over]
            right += bool(seen) and not any(run.fault for run in seen)
    return min(right, aspects - 1) / aspects


def _and_on_board(report: Report, functions: list[tuple[Function, Wanted]]) -> Report:
    """The report, or what is wrong on the board if it was right on the trees."""
    if not report.passed:
        return report
    fault = or_not_checked(lambda: fault_on_board(functions), THE_REST)
    if fault and not fault.remark:
        return Report(report.subject, [fault], 0.0)
    return Report(report.subject, [*report.findings, fault], report.score) if fault else report


MOST_NODES = 7
TEXTS = {**MISCONCEPTIONS, **STATE_FUNCTIONS}
DECISION_TEXTS = {**TEXTS, **STATE_DECISION}
LEVEL_NAMES = {MAX: "max_value", MIN: "min_value"}


class WinOrLose(Exercise):
    """Tried on games in which a player who cannot move loses."""

    texts = TEXTS

    def players(self) -> tuple[Player, ...]:
        return cases.PLAYERS

    def everything(self, nodes: int) -> Iterator[Case]:
        for shape in cases.shapes(nodes):
            for player in self.players():
                tree = Tree(_won_or_lost(shape, player), player)
                yield Case(tree, tree.height + 1)

    def simpler(self, case: Case) -> Iterator[Case]:
        """Smaller games, each of them with the values that it has by the rules."""
        for smaller in case.simpler():
            shape, player = _shape(smaller.tree.to_nested()), smaller.tree.active_player
            tree = Tree(_won_or_lost(shape, player), player)
            if tree.size < case.tree.size:
                yield Case(tree, tree.height + 1)

    def battery(self) -> Iterator[Case]:
        for nodes in range(1, MOST_NODES + 1):
            yield from self.everything(nodes)
        yield from (case for case in NAMED_MOVES if case.tree.active_player in self.players())


def _shape(nested: Any) -> cases.Shape:
    return tuple(map(_shape, nested)) if isinstance(nested, list) else ()


def _won_or_lost(shape: cases.Shape, player: Player) -> Any:
    if not shape:
        return -1 if player is MAX else +1
    return [_won_or_lost(child, player.opponent) for child in shape]


# Moves that are not just 0, 1, 2: the first one wins at once, the second one loses, or the other way round
NAMED_MOVES = [
    Case(Tree(dict(zip("ab", children, strict=True)), player), 3)
    for player, won in ((MAX, 1), (MIN, -1))
    for children in ([won, [-won]], [[-won], won])
]


def _note_level(exercise: Levels | StateDecision, frame: FrameType, code: CodeType, log: Log) -> None:
    """Note which of the functions is called for which node, and whether it is the one for max levels."""
    if code in exercise.sides:
        given = [frame.f_locals.get(name) for name in code.co_varnames[: code.co_argcount]]
        log.roles += [(state.path, exercise.sides[code]) for state in given if isinstance(state, ObservedTree)]


class Levels(WinOrLose):
    """max_value for a MAX node, min_value for a MIN node, or only one of them: the function is a dict of those."""

    kinds = ("levels",)

    @property
    def subject(self) -> str:  # type: ignore[override]
        return " and ".join(LEVEL_NAMES[player] for player in self.function)

    def players(self) -> tuple[Player, ...]:
        return tuple(self.function)

    @property
    def functions(self) -> tuple[Function, ...]:
        return tuple(self.function.values())

    def function_for(self, case: Case) -> Function:
        return self.function[case.tree.active_player]

    def called(self, functions: Mapping[str, Function], case: Case) -> Function:
        return functions[LEVEL_NAMES[case.tree.active_player]]

    @cached_property
    def sides(self) -> dict[Any, bool]:
        return {entry_code(level): player is MAX for player, level in self.function.items()}

    note = _note_level


class TerminalTest(WinOrLose):
    """Says whether the game is over."""

    subject = "terminal_test"
    searches = False

    def fault(self, case: Case, result: RunResult, log: Log) -> str:
        if log.changed or not result.ok or result.value is None:
            return super().fault(case, result, log)
        if equal(result.value, case.tree.is_leaf):
            return ""
        return "wrong-test" if isinstance(result.value, bool) else "not-a-test"

    def expected(self, case: Case) -> tuple[Value, str]:
        return case.tree.is_leaf, ""


class StateDecision(WinOrLose, Decision):
    """Chooses a move of a game that is won or lost."""

    subject = "minimax_decision"
    parameters = ()
    kinds = ("level decision",)
    texts = DECISION_TEXTS

    def mistaken_programs(self, number: int, backwards: bool = False) -> Iterator[Program]:
        # The end of the game is for max_value and min_value to notice.
        for program in super().mistaken_programs(number, backwards):
            if "ignores-terminal" not in program.codes:
                yield program

    def everything(self, nodes: int) -> Iterator[Case]:
        return (case for case in super().everything(nodes) if not case.tree.is_leaf)

    @cached_property
    def sides(self) -> dict[Any, bool]:
        """The root is a max level for whoever searches; what it calls has the names of the exercise."""
        sides: dict[Any, bool] = {entry_code(self.function): True}
        for thing in reachable_from(self.function):
            if isinstance(thing, FunctionType) and thing.__name__ in LEVEL_NAMES.values():
                sides[thing.__code__] = thing.__name__ == LEVEL_NAMES[MAX]
        return sides

    note = _note_level
