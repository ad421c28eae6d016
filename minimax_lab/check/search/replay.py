"""The student's own run on the counterexample, step by step, and where it leaves the right way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from typing import Any

from minimax_lab.check.report import Replay, shown_moves, shown_value
from minimax_lab.check.right_programs import PROGRAMS, Program, Style
from minimax_lab.check.sandbox.failures import not_a_number
from minimax_lab.check.sandbox.limits import captured
from minimax_lab.check.search.battery import Case, Log, ObservedTree
from minimax_lab.check.search.repaired import Repair
from minimax_lab.check.search.run import Exercise
from minimax_lab.check.shared import equal
from minimax_lab.check.texts import repairs as repair_texts
from minimax_lab.check.texts import replays as texts
from minimax_lab.games.trees import Path
from minimax_lab.search import alphabeta, minimax
from minimax_lab.trace import Step, Trace, trace
from minimax_lab.trace.story import sentence
from minimax_lab.trace.words import path_text, same
from minimax_lab.values import opposite

MOST_STEPS = 20_000
LAST = "return", ()  # the end of the root
Event = tuple  # ("enter", path) or ("return", path, value)


def replay(exercise: Exercise, case: Case, repair: Repair | None = None) -> Callable[[], Replay | None]:
    """A function that makes the replay when it is asked for. With a repair, it opens where that line goes wrong."""

    def make() -> Replay | None:
        arguments = exercise.arguments(case, case.evaluate)
        seen = traced(exercise.function_for(case), case.tree, *arguments, for_max=not exercise.negated)
        if not seen or not seen.steps:
            return None
        if not exercise.searches:
            return wrong_return(seen, lambda step: exercise.expected(case)[0]) or at_the_end(seen)
        where = parting(seen, exercise, case)
        comparable = not where.backwards and _is_as_max_sees_it(exercise, seen, case)
        right = _right_trace(exercise, case) if comparable else None
        step, banner = where.step, _banner(exercise, seen, where, right, case)
        if repair and (guilty := _guilty_step(seen, exercise, case, repair)) is not None:
            text = repair_texts.AFTER_HERE if repair.edit.old is None else repair_texts.HERE
            step, banner = guilty, text.format(source=repair.source, banner=banner)
        return Replay(seen, step, banner, right, where.ringed)

    return make


def _guilty_step(seen: Trace, exercise: Exercise, case: Case, repair: Repair) -> int | None:
    """The last time that the line runs before the student's run differs from that of the repaired code."""
    with repair.made():
        arguments = exercise.arguments(case, case.evaluate)
        fixed = traced(exercise.function_for(case), case.tree, *arguments, for_max=not exercise.negated)
        if not fixed:
            return None
        same = takewhile(lambda both: _is_same(seen, fixed, *both), zip(seen.steps, fixed.steps, strict=False))
        number = sum(1 for _ in same)
    before = range(min(number, len(seen.steps) - 1), -1, -1)
    return next((i for i in before if _line_text(seen, seen.steps[i]) == repair.source), None)


def _is_same(seen: Trace, fixed: Trace, one: Step, other: Step) -> bool:
    names = seen.sources[one.source].name, fixed.sources[other.source].name
    alike = names[0] == names[1] and (one.kind, one.path, one.line) == (other.kind, other.path, other.line)
    return alike and same(one.variables, other.variables) and same(one.value, other.value)


def _line_text(seen: Trace, step: Step) -> str:
    lines = seen.sources[step.source].lines
    return lines[step.line].strip() if 0 <= step.line < len(lines) else ""


def _right_trace(exercise: Exercise, case: Case) -> Trace:
    """What a right search does. Its code is left out: students are to write it."""
    if exercise.prunes:
        seen = trace(alphabeta, case.tree, case.depth, case.alpha, case.beta, case.evaluate, lines=False)
    else:
        seen = trace(minimax, case.tree, case.depth, case.evaluate, lines=False)
    return seen.without_code()


def _is_as_max_sees_it(exercise: Exercise, seen: Trace, case: Case) -> bool:
    """Whether a trace has MAX's values also of a function that returns those of the side to move."""
    theirs = exercise.negated and not case.maximizing
    return not exercise.negated or equal(seen.root.value, opposite(seen.value) if theirs else seen.value)


def _banner(exercise: Exercise, seen: Trace, where: Parting, right: Trace | None, case: Case) -> str:
    """What happened where the two searches part, and what should have."""
    theirs, ours = where.theirs, where.ours
    if seen.error and (theirs is None or ours is None):
        return texts.STOPS_HERE.format(error=seen.error)
    (wanted, words), node = exercise.expected(case), lambda path: node_text(path, case.tree.at(path).is_leaf)
    if theirs and ours is None:
        return texts.GOES_ON.format(node=node(theirs[1]))
    if theirs is None or ours is None or _is_pair(theirs) or (exercise.negated and (ours[0], theirs[1]) == LAST):
        banner = texts.ENDS_HERE if equal(seen.value, wanted) else texts.RETURNS_OTHER
        return banner.format(
            value=_shown(exercise, case, seen.value), node=texts.ROOT, right=words or shown_value(wanted)
        )
    gaps = {"node": node(theirs[1]), "other": node(ours[1])}
    gaps |= {"value": _shown(exercise, case, theirs[2], theirs[1])} if theirs[0] == "return" else {}
    is_root = (ours[0], ours[1]) == LAST  # where a move may be asked for, and not a value
    gaps |= {"right": words if is_root and words else shown_value(ours[2])} if ours[0] == "return" else {}
    if theirs[0] == "return":
        text = texts.RETURNS_OTHER if ours[0] == "return" else texts.LEAVES_EARLY
        return text.format(**gaps)
    if ours[0] != "return":
        return texts.LOOKS_ELSEWHERE.format(**gaps)
    why = [sentence(right, step) for step in right.cutoffs if step.path == ours[1]] if right else []
    return " ".join([texts.LOOKS_FURTHER.format(**gaps), why[0]]) if why else texts.LOOKS_TOO_FAR.format(**gaps)


def _shown(exercise: Exercise, case: Case, value: Any, path: Path = ()) -> str:
    """What is returned for a node; for the root, that may be a move."""
    is_move = exercise.chooses and not path and type(value) is int and value in case.tree.get_legal_moves()
    return shown_moves([value]) if is_move else shown_value(value)


def wrong_return(seen: Trace, right: Callable[[Step], Any]) -> Replay | None:
    """The first step of a trace at which another value comes back than `right` says, which is None if it may be any."""
    for i, kind in enumerate(seen.steps.kinds()):
        step = seen.steps[i]
        should = right(step) if kind in ("leaf", "return") else None
        if should is not None and not equal(step.value, should):
            node = node_text(step.path, is_leaf=False)  # it may have been answered without a search
            banner = texts.RETURNS_OTHER.format(value=shown_value(step.value), node=node, right=shown_value(should))
            return Replay(seen, i, banner, ringed=(step.path,))
    return None


def at_the_end(seen: Trace) -> Replay:
    """The last step of a trace."""
    ends = texts.ENDS_WITH.format(value=shown_value(seen.value))
    return Replay(seen, len(seen.steps) - 1, texts.STOPS_HERE.format(error=seen.error) if seen.error else ends)


def node_text(path: Path, is_leaf: bool) -> str:
    """A node in a sentence."""
    if not path:
        return texts.ROOT
    return (texts.LEAF if is_leaf else texts.NODE).format(path=path_text(path))


def traced(function: Callable[..., Any], *args: Any, limit: int = MOST_STEPS, for_max: bool = False) -> Trace | None:
    """The trace of a student's function, up to where it fails if it does. `for_max`: it should return MAX's values."""
    try:
        with captured():
            return trace(function, *args, limit=limit, for_max=for_max)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return getattr(error, "trace", None)


@dataclass(frozen=True)
class Parting:
    """Where a student's search leaves the right ones: its step, what happens there, and what should."""

    step: int
    theirs: Event | None  # None if it has ended
    ours: Event | None
    backwards: bool  # whether the right search that agrees longest takes the moves in the reverse order

    @property
    def ringed(self) -> tuple[Path, ...]:
        return (self.theirs[1],) if self.theirs and self.ours else ()


def parting(seen: Trace, exercise: Exercise, case: Case) -> Parting:
    """The first step that a right search does not take: of all right searches, the one that agrees longest."""
    steps = [i for i, kind in enumerate(seen.steps.kinds()) if kind in ("enter", "leaf", "return")]
    theirs = [_event(seen.steps[i]) for i in steps]
    once = [i for i in range(len(theirs)) if not _is_again(theirs, i)]
    steps, theirs = [steps[i] for i in once], [theirs[i] for i in once]
    searches = [(_common_start(theirs, events), events, style) for events, style in right_searches(exercise, case)]
    if any(theirs == events for _, events, _ in searches):  # all is right but for a tie that could have cut
        searches = [search for search in searches if "strict" not in search[2]]
    furthest, ours, style = max(searches, key=lambda search: search[0])
    backwards = "backwards" in style
    should = ours[furthest] if furthest < len(ours) else None
    if furthest == len(steps):
        return Parting(len(seen.steps) - 1, None, should, backwards)
    before = range(steps[furthest - 1] if furthest else 0, steps[furthest])
    cut = [step for step in before if seen.steps[step].kind == "cutoff"]  # it returned too early because it cut here
    return Parting(cut[-1] if cut else steps[furthest], theirs[furthest], should, backwards)


def right_searches(exercise: Exercise, case: Case) -> Iterator[tuple[list[Event], Style]]:
    """What happens in a right search, for each style."""
    for kind, style in _right_styles(exercise):
        log, events = Log(case), list[Event]()
        functions = Program(kind, style).defined(partial(_recording, events))
        exercise.called(functions, case)(ObservedTree(case.tree, log), *exercise.given(case, log.evaluate))
        yield events, style
        if exercise.negated:  # a trace may have all values as MAX sees them
            yield [_as_max_sees(event, case) for event in events], style


def _right_styles(exercise: Exercise) -> Iterator[tuple[str, Style]]:
    """The plain ones first; where there is a window, the order of the moves makes a difference."""
    for kind in exercise.kinds:
        styles = PROGRAMS[kind].styles
        yield from ((kind, style) for style in styles)
        if "alpha" in PROGRAMS[kind].text:
            yield from ((kind, (*style, "backwards")) for style in styles)


def _recording(events: list[Event], function: Callable[..., Any]) -> Callable[..., Any]:
    def search(state: Any, *args: Any) -> Any:
        events.append(("enter", state.path))
        value = function(state, *args)
        events.append(("return", state.path, value))
        return value

    return search


def _as_max_sees(event: Event, case: Case) -> Event:
    is_max = case.maximizing == (len(event[1]) % 2 == 0)
    return event if is_max or event[0] == "enter" else (*event[:2], opposite(event[2]))


def _event(step: Any) -> Event:
    return ("enter", step.path) if step.kind == "enter" else ("return", step.path, step.value)


def _is_pair(event: Event) -> bool:
    """Whether something else than a value comes back below the root, as from a helper that returns a pair."""
    return event[0] == "return" and bool(event[1]) and bool(not_a_number(event[2]))


def _is_again(events: list[Event], i: int) -> bool:
    """Whether a function only hands a node on to another: it is entered once more, or left once more."""
    kind, path = events[i][:2]
    if kind == "enter":
        return i > 0 and events[i - 1][:2] == ("enter", path)
    return i + 1 < len(events) and events[i + 1][:2] == ("return", path)


def _common_start(one: list[Event], other: list[Event]) -> int:
    """How many events the two have in common at their beginning."""
    return next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
