"""Names a mistake by repairing it: which single edit of the student's own program makes it right?

The edits are tried on the smallest counterexample first, and nearly all of them fail there. How many are tried is
counted in edits and in lines of code, not in seconds, so that a check says the same on every machine.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby, islice, product
from operator import attrgetter, ne
from types import FrameType, FunctionType
from typing import Any

from minimax_lab.check.edits.single import single_edits
from minimax_lab.check.edits.syntax import is_large
from minimax_lab.check.edits.windows import OTHER_WAY
from minimax_lab.check.sandbox.contents import Memory
from minimax_lab.check.sandbox.limits import NotFinished
from minimax_lab.check.sandbox.run import run as run_student
from minimax_lab.check.search.battery import Case, Log
from minimax_lab.check.search.parts import call_each_other, constants_of, parts_of
from minimax_lab.check.search.repaired import ADDS, COSTS, TAKES_AWAY, Repair
from minimax_lab.check.search.run import Exercise, Run
from minimax_lab.games.trees import Path

MOST_EDITS = 4_000  # that are tried on one program
MOST_LINES = 1_500_000  # of the student's code that all of them may take together
MOST_COMPLETE = 40  # edits that are tried on the whole battery
ENOUGH = 4  # that solve it
SOME_AT_WORK = 12  # runs that show which lines are at work
SOME_OF_THEM = 5  # of the cases, one after so many, for all but the first edit that solves it
NEAR = 3  # lines
LINES_A_NODE, LEAST_LINES = 150, 300  # that one edited program may take on a tree
TIMES_AS_MANY = 3  # as the student's own program
SOME_WRONG, SOME_RIGHT = 6, 24  # runs that an edit is tried on before it is tried on all
TAKEN_OUT = {"removed": ast.stmt, "condition": ast.BoolOp}  # a line, or one of several conditions
MOVES = "out", "in", "in-before", "order"
OWN = "key", "default", "not-alone", "shared"  # ideas of edits with which calls share nothing that they should not
MOST_TWINS = 4  # places of the same edit
MOST_COMPARED = 40  # edits that solve a part: which of them solves most?
MOST_NEARLY, MOST_PAIRS = 5, 1_500  # of these, and of pairs with another one, that are tried


def repairs(
    exercise: Exercise, runs: Sequence[Run], example: Run, two: bool = False, only: Sequence[str] = ()
) -> list[Repair]:
    """The single edits of the student's functions that solve the exercise; where none does, perhaps `two` of them.

    With `only`, edits that are about one of these ideas.
    """
    wrong = [run.case for run in runs if run.is_wrong and run is not example]
    right = [run.case for run in runs if not run.is_wrong]
    first = [example.case, *_spread(wrong, SOME_WRONG), *_spread(right, SOME_RIGHT)]
    every = sorted(exercise.battery(), key=lambda case: -case.tree.size)  # large trees tell most
    took = {run.case: run.result.lines for run in runs if not run.gives_up}
    most = {  # lines; by id, because a tree is not counted or compared again for each edit
        id(case): LEAST_LINES + max(LINES_A_NODE * case.tree.size, TIMES_AS_MANY * took.get(case, 0))
        for case in (*first, *every)
    }

    def judge(case: Case) -> tuple[bool, int]:
        log, running = Log(case), [True]

        def evaluate(state: Any) -> Any:
            assert running  # code that an edit has left without this evaluation might have kept an earlier one
            return log.evaluate(state)

        arguments = exercise.state(case, log), *exercise.arguments(case, evaluate)
        result = run_student(exercise.function_for(case), *arguments, most_lines=most[id(case)])
        running.clear()
        return not Run(case, result, log, exercise.fault(case, result, log)).is_wrong, result.lines

    def call(case: Case, log: Log) -> Call:
        return exercise.function_for(case), (exercise.state(case, log), *exercise.arguments(case, log.evaluate))

    ended = _spread([run.case for run in runs if run.result.ok], SOME_AT_WORK)

    def work() -> Work:
        logs = [*map(Log, ended)]
        return Work(lines_of([*map(call, ended, logs)]), [log.leaves for log in logs])

    def calls(case: Case) -> list[Call]:
        return [call(case, Log(case))]

    spared = exercise.not_to_blame(example)
    return Search(exercise.functions, first, every, judge, exercise.prunes, work, calls, two, only, spared).found()


Line = tuple[str, int]  # the name of a function, and the number of a line
Call = tuple[Callable[..., Any], tuple]  # a function and its arguments


@dataclass(frozen=True)
class Work:
    """What some runs of a program did."""

    lines: set[Line]  # that ran
    leaves: list[tuple[Path, ...]]  # that each run looked at


def lines_of(calls: Sequence[Call]) -> set[Line]:
    """The lines of the student's code that run in these calls.

    Of no other code: what the garbage collector calls, say, runs in one of two equal runs and not in the other.
    """
    files = {part.function.__code__.co_filename for part in parts_of([function for function, _ in calls])}
    ran: set[Line] = set()

    def note(frame: FrameType) -> None:
        if frame.f_code.co_filename in files:
            ran.add((frame.f_code.co_name, frame.f_lineno))

    for function, arguments in calls:
        run_student(function, *arguments, on_line=note)
    return ran


def _spread(cases: Sequence[Any], number: int) -> Sequence[Any]:
    return cases[:: len(cases) // number or 1]


def _with_twins(edits: Sequence[Repair]) -> Iterator[Repair]:
    """The edits that can be made in several places, made in all of them: for both sides, then for x as for y."""
    at_once = [edit for edit in edits if not edit.tells_cases_apart]  # in several places, that fits by chance
    for group in _grouped(at_once, attrgetter("mirrored")):
        several = _grouped(group, lambda repair: [(id(owner), field) for owner, field, _ in repair.edit.places])
        if len(several) <= MOST_TWINS:
            yield from _together(several)
            continue
        for same in _grouped(group, attrgetter("around")):  # of many, those in calls that are alike
            yield from _together(_grouped(same, lambda repair: [id(owner) for owner, *_ in repair.edit.places]))
    for group in _grouped(at_once, _alike):
        yield from _together(_grouped(group, lambda repair: [id(owner) for owner, *_ in repair.edit.places]))


def _alike(repair: Repair) -> list[str]:
    """What edits have in common that are made together; of two steps, one side may return 1 and the other −1."""
    if repair.idea == "order":
        return [repair.idea, *(_shape(text).replace("-", "") for text in (repair.old, repair.new))]
    return [repair.idea, *map(_shape, (repair.old, repair.new, repair.around))]


def _shape(text: str) -> str:
    """The text without its names, and without which of two things it is about."""
    return re.sub(r"\[\d\]", "", re.sub(r"[^\W\d]\w*", "name", text))


def _grouped(edits: Sequence[Repair], key: Callable[[Repair], Any]) -> list[list[Repair]]:
    groups: dict[str, list[Repair]] = {}
    for edit in edits:
        groups.setdefault(repr(key(edit)), []).append(edit)
    return [*groups.values()]


def _together(places: Sequence[Sequence[Repair]]) -> Iterator[Repair]:
    """In each of these places one of the edits that are possible there, if there are a few."""
    if 1 < len(places) <= MOST_TWINS and all(len(options) <= 2 for options in places):
        for first, *twins in product(*places):
            yield replace(first, twins=tuple(twins))


def _for_the_other_side(edits: Sequence[Repair]) -> Iterator[Repair]:
    """All that chooses for a player turned round, in a function or a branch: it may be copied from the other one's."""
    turning = sorted(filter(_turns_round, edits), key=lambda repair: len(repair.new))
    choices = [repair for repair in turning if not _of_a_win(repair)]
    by_part = [_grouped(some, lambda repair: id(repair.part)) for some in (choices, turning)]
    for group in chain(by_part[0], by_part[1] if len(choices) < len(turning) else ()):
        plainest = [
            first for first, *_ in _grouped(group, lambda repair: [id(owner) for owner, *_ in repair.edit.places])
        ]
        for block in _branches(group[0].part.tree):
            lines = range(block[0].lineno, (block[-1].end_lineno or 0) + 1) if block else range(0)
            inside = sorted((repair for repair in plainest if repair.line in lines), key=attrgetter("line"))
            if 1 < len(inside) <= MOST_TWINS:
                first, *others = (replace(each, edit=replace(each.edit, idea="other-side")) for each in inside)
                yield replace(first, twins=tuple(others))


def _branches(function: ast.FunctionDef) -> Iterator[list[ast.stmt]]:
    """What may all be for one side: a function, what comes from a loop on, or one of the cases of a test."""
    yield function.body
    yield from (function.body[i:] for i, each in enumerate(function.body) if isinstance(each, ast.For | ast.While))
    tests = [node for node in ast.walk(function) if isinstance(node, ast.If)]
    yield from chain.from_iterable((test.body, test.orelse) for test in tests)


def _with_infinities(edits: Sequence[Repair]) -> Iterator[Repair]:
    """An infinity for every large number that seems to stand for one; and each edit, at the same time with that."""
    numbers = [edit for edit in edits if edit.idea == "infinity" and _same_infinity(edit)]
    if len(numbers) > 1:
        yield replace(numbers[0], twins=tuple(numbers[1:]))
    for repair in (*edits, *_with_twins(edits)) if numbers else ():
        if repair.idea not in (*ADDS, "infinity") and not any(map(repair.overlaps, numbers)):
            yield replace(repair, twins=(*repair.twins, *numbers))


def _same_infinity(repair: Repair) -> bool:
    """Whether a large number becomes the infinity of the same sign."""
    old, new = repair.edit.old, repair.edit.new
    same_sign = isinstance(old, ast.UnaryOp) == isinstance(new, ast.UnaryOp)
    return is_large(old) and same_sign and not repair.tells_cases_apart


def _turns_round(repair: Repair) -> bool:
    """Whether it makes a choice the opposite one: max and min, larger and smaller, a start at −∞ and at ∞."""
    (owner, *_), *_ = repair.edit.places
    old, new = repair.edit.old, repair.edit.new
    if isinstance(old, ast.Compare) and isinstance(new, ast.Compare) and len(old.ops) == 1:
        return type(new.ops[0]) is OTHER_WAY.get(type(old.ops[0]))
    if repair.idea == "max-min":
        return isinstance(new, ast.Name)
    is_number = isinstance(getattr(old, "operand", old), ast.Constant)
    is_opposite = is_number and f"-{repair.new}" in (repair.old, f"--{repair.old}")
    is_start = isinstance(owner, ast.Assign | ast.Tuple) and (is_opposite or repair.idea == "other-infinity")
    return is_start or _of_a_win(repair)


def _of_a_win(repair: Repair) -> bool:
    """Whether it compares with a loss instead of a win, or returns one, or the other way round."""
    (owner, *_), *_ = repair.edit.places
    return isinstance(owner, ast.Compare | ast.Return) and {repair.old, repair.new} == {"1", "-1"}


def _callable(function: FunctionType) -> dict[str, int]:
    """The student's functions that a function can call, with their numbers of parameters; of methods, `.name`."""
    things, module = function.__globals__.values(), function.__module__
    known = [thing for thing in things if getattr(thing, "__module__", "") == module]
    functions = {thing.__name__: thing for thing in known if isinstance(thing, FunctionType)}
    for cls in (thing for thing in known if isinstance(thing, type)):
        functions |= {f".{name}": method for name, method in vars(cls).items() if isinstance(method, FunctionType)}
    return {name: each.__code__.co_argcount for name, each in functions.items()}


def _nearest(found: list[Repair]) -> list[Repair]:
    """Without those that add the same a line or two further on."""
    first = found[0]
    if all(repair.idea == first.idea in ADDS and abs(repair.line - first.line) <= NEAR for repair in found):
        return found[:1]
    return found


@dataclass
class Search:
    """Looks for edits of a student's functions with which all is right."""

    functions: Sequence[Callable[..., Any]]
    first: list[Any]  # the cases to begin with, the smallest counterexample first
    every: Sequence[Any]
    judge: Callable[[Any], tuple[bool, int]]  # of a case: whether it is right, and the lines that it took
    prunes: bool = False
    work_now: Callable[[], Work] | None = None  # what the code does as it is at that moment
    calls: Callable[[Any], list[Call]] | None = None  # of a case: only an edit of a line that runs there can mend it
    two: bool = True  # whether to try two edits where one is not enough
    only: Sequence[str] = ()  # the ideas that an edit may be about; any, if there are none
    spared: Sequence[Any] = ()  # the functions that are not to blame
    lines: int = MOST_LINES
    complete: int = MOST_COMPLETE

    def found(self) -> list[Repair]:
        """The edits that make all right and keep most of what is there; [] also if the machine is too busy to look."""
        self.memory, self.some = Memory(*self.functions), self.every
        self.switched_off: set[int] = set()  # lines of which all is right without them
        self.nearly: list[tuple[int, Repair, Any]] = []  # how far an edit comes, the edit, and where it fails
        try:
            self.before = self.work_now() if self.work_now else Work(set(), [])
            matters = self._matters_in(self.first[0])
            edits = sorted(self._edits(), key=attrgetter("cost"))
            by_cost = [list(same) for _, same in groupby(edits, attrgetter("cost"))]
            for some in (*by_cost, _with_twins(edits), () if self.prunes else _for_the_other_side(edits)):
                if found := self._gentlest([*islice(filter(self._solves, filter(matters, some)), ENOUGH)]):
                    first, *others = self._without(found, edits) or _nearest(self._sure(found))
                    if first.idea == "sign" and isinstance(first.edit.new, ast.UnaryOp) and not self.prunes:
                        others += islice(filter(self._solves, _for_the_other_side(edits)), 1)
                    unclear = first.idea in MOVES and first.line in self.switched_off
                    return [replace(first, by_chance=unclear or self._by_chance(first)), *others]
            both = chain(filter(matters, _with_infinities(edits)), self._pairs(edits)) if self.two else ()
            return [*islice(filter(self._solves, both), 1)]
        except NotFinished:
            pass
        finally:
            self.memory.forget()
        return []

    def _matters_in(self, case: Any) -> Callable[[Repair], bool]:
        """Whether an edit can change anything in a case, as the code is now: not in lines that do not run there."""
        if not self.calls:
            return lambda repair: True
        self.memory.begin()
        ran = {line for _, line in lines_of(self.calls(case))}
        return lambda repair: any(place.part.constant or place.edit.matters_to(ran) for place in repair.places)

    def _casts_away(self, repair: Repair) -> bool:
        """Whether a line no longer runs that did before: it was made right by switching a part of it off."""
        if not self.work_now:
            return False
        if repair.idea in ("overwrites", "searched", "no-window", "missing", "key"):
            return False  # what only ran because nothing better was known need not
        edited = {line for place in repair.places for line in place.lines}
        return any(line not in edited for _, line in self.before.lines - self.work_now().lines)

    def _decides_nothing(self, repair: Repair) -> bool:
        """Whether a plain yes or no does as well as what is put into a condition: then that was not meant."""
        # A bound need not be used at all, and without a clock a search would not end
        if repair.idea in (*TAKES_AWAY, "beyond", "bound", "and-or", "clock", "swapped-tests"):
            return False
        if repair.idea == "unset" and repair.tells_cases_apart:  # `alpha or -inf`: nobody may have left alpha out
            return False
        return any(map(self._is_all_right, repair.with_plain_answers))

    def _is_all_right(self, repair: Repair) -> bool:
        with repair.made() as can_run:
            return can_run and all(map(self._is_right, (*self.first, *self.every[::SOME_OF_THEM])))

    def _gentlest(self, found: list[Repair]) -> list[Repair]:
        """Of edits in different lines, those that change least of what is looked at: the others hide a mistake that is
        made elsewhere, by more work or by less.
        """
        if not self.work_now or len({repair.line for repair in found}) < 2:
            return found
        changes = []
        for repair in found:
            with repair.made():
                changes.append(sum(map(ne, self.before.leaves, self.work_now().leaves)))
        return [repair for repair, number in zip(found, changes, strict=True) if number == min(changes)]

    def _by_chance(self, repair: Repair) -> bool:
        """Whether 0 does as well as the variable that is put in the place of another."""
        zero = None if repair.twins else repair.edit.with_zero
        return zero is not None and self._is_all_right(replace(repair, edit=zero))

    def _sure(self, found: list[Repair]) -> list[Repair]:
        """Those of edits in different lines, which are all told, that also solve what only the first was tried on."""
        self.some = self.every
        many = len({repair.line for repair in found}) > 1
        return [found[0], *filter(self._solves, found[1:])] if many else found

    def _without(self, found: Sequence[Repair], edits: Sequence[Repair]) -> list[Repair]:
        """The edits that leave out one of these lines, or a condition in it, and solve it, too: that is wrong there."""
        lines = {repair.line for repair in found if not repair.twins and repair.edit.old and repair.idea != "stops"}
        likely = [repair for repair in edits if not lines.isdisjoint(repair.lines)]
        removals = [repair for repair in likely if isinstance(repair.edit.old, TAKEN_OUT.get(repair.idea, ()))]
        self.some = self.every  # what is shown is tried on everything
        return [*islice(filter(self._solves, removals), 1)]

    def _pairs(self, edits: Sequence[Repair]) -> Iterator[Repair]:
        """Two edits at once: one that makes some of it right, and another for the first case that is still wrong."""
        likely = [edit for edit in edits if edit.cost < COSTS["stop"]]  # two that take away or add: by chance
        nearly = [each for each in self.nearly if each[1].cost < COSTS["stop"]]
        far = sorted(nearly, key=lambda nearly: -nearly[0])[:MOST_COMPARED]
        best = sorted(far, key=lambda nearly: -self._number_right(nearly[1]))[:MOST_NEARLY]
        left = MOST_PAIRS
        for _, one, failing in best:
            others = [edit for edit in likely if not one.overlaps(edit)][:left]
            left -= len(others)
            with one.made():
                matters = self._matters_in(failing)
            self.first.insert(0, failing)
            yield from (replace(one, twins=(other,)) for other in filter(matters, others))

    def _number_right(self, repair: Repair) -> int:
        with repair.made():
            return sum(map(self._is_right, self.first))

    def _edits(self) -> Iterator[Repair]:
        number = 0
        # What is called is more often right than what calls it
        parts = [part for part in parts_of(self.functions) if part.function not in self.spared]
        parts.sort(key=lambda part: part.function not in self.functions)
        in_turn = [part for part in parts for other in parts if part is not other and call_each_other(part, other)]
        for part in (*parts, *chain.from_iterable(map(constants_of, parts))):
            for edit in single_edits(part.tree, _callable(part.function), self.prunes):
                if self.only and edit.idea not in self.only:
                    continue
                number += 1
                if number > MOST_EDITS:
                    return
                if edit.idea == "sides" and part in in_turn:  # each of these is for one side
                    continue
                if part.may_have(edit.old):
                    yield Repair(part, edit)

    def _solves(self, repair: Repair) -> bool:
        if self.lines < 0:
            return False
        with repair.made() as can_run:
            failing = next((i for i, case in enumerate(self.first) if not self._is_right(case)), None) if can_run else 0
            if failing and not repair.twins:
                self.nearly.append((failing, repair, self.first[failing]))
            if failing is not None or not self.complete:
                return False
            self.complete -= 1
            refuted = next((case for case in self.some if not self._is_right(case)), None)
            if refuted is not None:
                self.first.insert(1, refuted)  # where others are likely to fail, too
            elif self._casts_away(repair) or self._decides_nothing(repair):
                self.switched_off.add(repair.line)
                return False
            else:
                self.some = self.every[::SOME_OF_THEM]  # only the first one is shown; do others agree with it?
            return refuted is None

    def _is_right(self, case: Any) -> bool:
        self.memory.begin()
        right, lines = self.judge(case)
        self.lines -= lines
        return right


def made_own(
    functions: Sequence[Callable[..., Any]], memory: Memory, calls: Any, judge: Callable[[Any], tuple[bool, int]]
) -> list[Repair]:
    """The edit with which each of these calls has its own of what they share, and the last one is right."""
    memory.forget()
    return Search(functions, [calls], [calls], judge, two=False, only=OWN).found()[:1]
