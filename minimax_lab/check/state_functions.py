"""Checks of the four functions of a state alone: terminal_test, min_value, max_value, minimax_decision."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import cache, cached_property
from types import CodeType, FrameType, FunctionType
from typing import Any

from minimax_lab.adapt import underlying
from minimax_lab.check.decisions import Decision, blames_another, others_right, without_blame
from minimax_lab.check.report import NOT_WRITTEN, NOTHING, Finding, Replay, Report, shown_value
from minimax_lab.check.right_programs import Program
from minimax_lab.check.sandbox.contents import Memory, reachable_from
from minimax_lab.check.sandbox.failures import failure_finding, is_unwritten, or_not_checked, unwritten_among
from minimax_lab.check.sandbox.run import RunResult, run
from minimax_lab.check.search import battery as cases
from minimax_lab.check.search import check as searches
from minimax_lab.check.search.battery import Case, Log, ObservedTree
from minimax_lab.check.search.check import check_search
from minimax_lab.check.search.findings import came_to
from minimax_lab.check.search.replay import at_the_end, traced, wrong_return
from minimax_lab.check.search.run import WRONG_VALUE, Exercise, Run, run_battery
from minimax_lab.check.search.score import BORROWED
from minimax_lab.check.search.smallest import EarlierCalls
from minimax_lab.check.shared import equal, name_of
from minimax_lab.check.texts import MISCONCEPTIONS
from minimax_lab.check.texts import searches as texts
from minimax_lab.check.texts.by_exercise import STATE_FUNCTIONS
from minimax_lab.check.texts.failures import THE_REST
from minimax_lab.check.texts.searches import WRONG_ON_BOARD
from minimax_lab.check.texts.text import Text
from minimax_lab.game import MAX, MIN, Move, Player, Value
from minimax_lab.games import Isolation, Tree
from minimax_lab.trace import Step
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
    parts: list[_Part] = []
    if minimax is not None:
        parts.append(_Part("minimax", [minimax], searches.minimax))
    if terminal_test is not None:
        parts.append(_Part("terminal_test", [terminal_test], _terminal_test))
    if levels:
        parts.append(_Part(Levels(levels).subject, [*levels.values()], lambda *_: _levels(levels)))
    if minimax_decision is not None:
        parts.append(_Part("minimax_decision", [minimax_decision], _minimax_decision))
    if not parts:
        raise TypeError(texts.NOTHING_TO_CHECK)
    return _report_on(parts)


@dataclass(frozen=True)
class _Part:
    """Functions that are checked together."""

    subject: str
    functions: list[Function]
    check: Callable[..., Report]

    @property
    def is_written(self) -> bool:
        return not any(map(is_unwritten, self.functions))


def _report_on(parts: list[_Part]) -> Report:
    reports = [(part.check(*part.functions), len(part.functions)) for part in parts if part.is_written]
    if len(reports) == len(parts) == 1:
        return reports[0][0]
    unwritten = unwritten_among(function for part in parts for function in part.functions)
    findings = _together([report for report, _ in reports], unwritten)
    score = sum(report.score * number for report, number in reports) / sum(len(part.functions) for part in parts)
    return Report(parts[0].subject if len(parts) == 1 else "minimax", findings, score)


def _together(reports: list[Report], unwritten: Finding | None) -> list[Finding]:
    findings = [unwritten] if unwritten else []
    for report in reports:
        built_on_sand = any(not finding.remark for finding in findings)
        findings += [_after_another(finding) if built_on_sand else finding for finding in report.findings]
    return findings


def _after_another(finding: Finding) -> Finding:
    """Without the name of a mistake: the function may be right itself, and only call one that is not."""
    if finding.remark or finding.code == NOT_WRITTEN:
        return finding
    if finding.code not in MISCONCEPTIONS:
        return replace(finding, message=f"{finding.message} {texts.FOLLOWS.message}".strip())
    return finding.named("follows", texts.FOLLOWS)


def _terminal_test(function: Function) -> Report:
    return _and_on_board(check_search(TerminalTest(function)), [(function, TERMINAL_TEST)])


def _minimax_decision(function: Function) -> Report:
    def check() -> Report:
        return _and_on_board(check_search(StateDecision(function)), [(function, DECISION)])

    return without_blame(function, check)


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


Function = Callable[..., Any]
MOST_NODES = 7
TEXTS = {**MISCONCEPTIONS, **STATE_FUNCTIONS}
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

    def battery(self) -> Iterator[Case]:
        for nodes in range(1, MOST_NODES + 1):
            yield from self.everything(nodes)


def _won_or_lost(shape: cases.Shape, player: Player) -> Any:
    if not shape:
        return -1 if player is MAX else +1
    return [_won_or_lost(child, player.opponent) for child in shape]


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

    def note(self, frame: FrameType, code: CodeType, log: Log) -> None:
        _note_level(frame, code, log, self.sides)


class TerminalTest(WinOrLose):
    """Says whether the game is over."""

    subject = "terminal_test"
    searches = False

    def fault(self, case: Case, result: RunResult, log: Log) -> str:
        if log.changed or not result.ok or result.value is None:
            return super().fault(case, result, log)
        return "" if bool(result.value) is case.tree.is_leaf else "wrong-test"

    def expected(self, case: Case) -> tuple[Value, str]:
        return case.tree.is_leaf, ""


class StateDecision(WinOrLose, Decision):
    """Chooses a move of a game that is won or lost."""

    subject = "minimax_decision"
    parameters = ()
    kinds = ("level decision",)

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

    def note(self, frame: FrameType, code: CodeType, log: Log) -> None:
        _note_level(frame, code, log, self.sides)


def _note_level(frame: FrameType, code: CodeType, log: Log, sides: Mapping[Any, bool]) -> None:
    """Note which of the functions is called for which node, and whether it is the one for max levels."""
    if code in sides:
        given = [frame.f_locals.get(name) for name in code.co_varnames[: code.co_argcount]]
        log.roles += [(state.path, sides[code]) for state in given if isinstance(state, ObservedTree)]


@dataclass(frozen=True)
class Wanted:
    """What is right for a function: any of these; none where it is not to be called."""

    right: Callable[[Isolation], list[Any]]
    searcher: Callable[[Isolation], Player | None]  # the player for whom it searches, if it does


@dataclass(frozen=True)
class OnBoard:
    """A call of one of the functions on a board."""

    function: Function
    wanted: Wanted
    state: Isolation

    def text(self, argument: str = "state") -> str:
        """The call as one would write it."""
        return f"{name_of(self.function)}({argument})"

    def replay(self) -> Replay | None:
        return _replay(self.function, self.state, self.wanted)


class Boards(Exercise):
    """Functions that are called on boards."""

    def observe(self, case: OnBoard) -> Run:
        result = run(case.function, case.state)
        right = any(equal(result.value, value) for value in case.wanted.right(case.state))
        return Run(case, result, Log(), result.failure or ("" if right else WRONG_VALUE))


def fault_on_board(functions: list[tuple[Function, Wanted]]) -> Finding | None:
    """What is wrong with one of the functions, at the position that is nearest to the end of the game."""
    memory, done = Memory(*(function for function, _ in functions)), list[Run]()
    calls = (OnBoard(*each, state) for state in positions() for each in functions if each[1].right(state))
    earlier_calls = EarlierCalls(Boards(functions), memory)
    try:
        for call in calls:
            done.append(earlier_calls.exercise.observe(call))
            if done[-1].result.failure:
                break
        wrong = [each for each in done if each.is_wrong]
        if wrong and memory.changed and not wrong[-1].gives_up:
            wrong = [each for each in wrong if earlier_calls.runs_after([], each.case)[-1].is_wrong]
            if not wrong and (calls_made := earlier_calls.shortest(done)):
                return _depends_on_earlier_calls(earlier_calls, calls_made)
        return _told(wrong) if wrong else None
    finally:
        memory.forget()  # so that another check says the same


def _told(wrong: list[Run]) -> Finding:
    """The finding on these calls, of which only the last can have failed."""
    if (last := wrong[-1]).result.failure:
        failed = failure_finding(last.result, last.case.text(), last.case.state)
        return replace(failed, replay=None if last.gives_up else last.case.replay)
    first = wrong[0]
    same = [(each.case.state, each.result.value) for each in wrong if each.case.function is first.case.function]
    return _found(first, *_name(same, first.case.wanted))


def _found(wrong: Run, code: str, text: Text) -> Finding:
    call, right = wrong.case, wrong.case.wanted.right(wrong.case.state)
    several = " or ".join(map(shown_value, right)) if len(right) > 1 else ""
    expected = NOTHING if several else right[0]
    fields = {"returned": wrong.result.value, "expected": expected, "expected_text": several}
    return Finding.of(code, text, call.state, call.text(), replay=call.replay, **fields)


def _depends_on_earlier_calls(earlier_calls: EarlierCalls, calls: list[Run]) -> Finding:
    """The finding on calls of which the last one is wrong because of the others."""
    *earlier, last = calls
    alone = earlier_calls.runs_after([], last.case)[-1]
    calls_before = ", then ".join(
        f"{each.case.text('state' if each.case.state == last.case.state else repr(each.case.state))} {came_to(each)}"
        for each in earlier
    )
    example = texts.DEPENDS_ON_EARLIER_CALLS.format(alone=came_to(alone), earlier=calls_before)
    text = MISCONCEPTIONS[texts.REMEMBERS]
    text = replace(text, message=f"{text.message}\n{example}")

    def replay() -> Replay | None:
        earlier_calls.runs_after([each.case for each in earlier[:-1]], earlier[-1].case)
        try:
            return last.case.replay()
        finally:
            earlier_calls.memory.forget()

    return replace(_found(last, texts.REMEMBERS, text), replay=replay)


def _name(wrong: list[tuple[Isolation, Any]], wanted: Wanted) -> tuple[str, Text]:
    """The mistake that explains all that is wrong, if one does."""
    if all(_is_index(value, state.get_legal_moves(), wanted.right(state)) for state, value in wrong):
        return "index-for-move", MISCONCEPTIONS["index-for-move"]
    if all(wanted.searcher(state) is MIN for state, _ in wrong):
        return "role-hard-coded", TEXTS["role-hard-coded"]
    return "wrong-value", WRONG_ON_BOARD


def _is_index(value: Any, moves: list[Move], right: list[Any]) -> bool:
    """Whether it is the place of a right move in the list of moves."""
    return type(value) is int and 0 <= value < len(moves) and moves[value] in right


def _replay(function: Callable[..., Any], state: Isolation, wanted: Wanted) -> Replay | None:
    """The run on the board once more, traced, at the step at which a wrong value comes back for the first time."""
    seen = traced(function, state)
    if not seen or not seen.nodes:
        return None
    searcher, best = wanted.searcher(state), wanted.right(state)

    def right(step: Step) -> Any:
        if not step.path:
            return step.value if any(equal(step.value, value) for value in best) else best[0]
        there = underlying(seen.at(step.path).state)
        return _for_mover(there) if there.active_player is searcher else -_for_mover(there)

    return wrong_return(seen, right) or at_the_end(seen)


@cache
def positions() -> tuple[Isolation, ...]:
    """The positions of mini-isolation, the fewest possible continuations first."""
    found = dict.fromkeys(_reachable(Isolation()))
    return tuple(sorted(found, key=lambda state: sum(1 for _ in _reachable(state))))


def _reachable(state: Isolation) -> Iterator[Isolation]:
    yield state
    for move in state.get_legal_moves():
        yield from _reachable(state.forecast_move(move))


@cache
def _for_mover(state: Isolation) -> int:
    """+1 if the player to move wins, else -1."""
    return max((-_for_mover(state.forecast_move(move)) for move in state.get_legal_moves()), default=-1)


def _best_moves(state: Isolation) -> list[Move]:
    best = _for_mover(state)
    return [move for move in state.get_legal_moves() if -_for_mover(state.forecast_move(move)) == best]


TERMINAL_TEST = Wanted(lambda state: [state.is_terminal()], lambda state: None)
MAX_VALUE = Wanted(lambda state: [_for_mover(state)], lambda state: state.active_player)
MIN_VALUE = Wanted(lambda state: [-_for_mover(state)], lambda state: state.active_player.opponent)
DECISION = Wanted(_best_moves, lambda state: state.active_player)
