"""What a student is told about a run that is not right."""

from __future__ import annotations

import ast
import builtins
import linecache
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import FrameType
from typing import Any

from minimax_lab.check.edits.syntax import is_condition
from minimax_lab.check.mistakes import ROWS
from minimax_lab.check.report import NOT_WRITTEN, Finding, Replay, shown_value
from minimax_lab.check.sandbox.failures import failure_finding, hides_an_error, not_a_number_finding
from minimax_lab.check.sandbox.run import run as run_student
from minimax_lab.check.search.fault import MISSED_TIE, USELESS, useless_nodes
from minimax_lab.check.search.parts import negates_itself
from minimax_lab.check.search.repaired import Repair
from minimax_lab.check.search.replay import replay
from minimax_lab.check.search.run import WRONG_VALUE, Exercise, Run
from minimax_lab.check.search.smallest import EarlierCalls
from minimax_lab.check.texts import MISCONCEPTIONS
from minimax_lab.check.texts import repairs as repair_texts
from minimax_lab.check.texts import searches as texts
from minimax_lab.check.texts.by_exercise import NEGAMAX, NEGAMAX_INSIDE
from minimax_lab.check.texts.text import Text
from minimax_lab.games.trees import Path
from minimax_lab.trace.words import path_text, value_text

OF_THE_WINDOW = "negamax-window", "wrong-bound"  # told in other words of a negamax
MOST_LINES = 3  # that are named where the repairs do not agree on one
WRONG = {
    WRONG_VALUE: texts.WRONG_VALUE,
    "wrong-test": texts.WRONG_TEST,
    "not-a-test": texts.NOT_A_TEST,
    "wrong-move": texts.WRONG_MOVE,
    "not-a-move": texts.NOT_A_MOVE,
    "returns-no-move": texts.RETURNS_NO_MOVE,
}
IN_GENERAL = {"wrong-move": texts.WRONG_MOVE_IN_GENERAL}  # what is said besides, of a mistake without a name


def named(exercise: Exercise, run: Run, code: str, texts_of: Mapping[str, Text] | None = None) -> Finding:
    """The finding on a misconception, with what happened in this run; told by the exercise's texts, or by others."""
    happened, row = _happened(exercise, run), ROWS.get(code)
    plies = _plies(run) if row and row.plies else ""
    if not texts_of and not exercise.negated and negates_itself(exercise.functions):
        texts_of = NEGAMAX if code in OF_THE_WINDOW else NEGAMAX_INSIDE if code in NEGAMAX_INSIDE else None
    text = (texts_of or exercise.texts)[code]
    if run.fault not in (USELESS, MISSED_TIE):
        text = replace(text, message=re.sub(r"^The value is right(, but|\. But) your", "Your", text.message))
    return happened.named(code, text.followed_by(plies, happened.message))


def as_seen(finding: Finding, found: Sequence[Repair]) -> Finding:
    """The finding, with a title that says no more than was seen: these repairs may show the cause that it names."""
    row = ROWS.get(finding.code)
    places = [place.idea for repair in found for place in repair.places]
    if not row or not row.shown_by or not row.shown_by.isdisjoint(places):
        return finding
    return replace(finding, title=texts.LIKE_THIS.format(title=finding.title))


def _plies(run: Run) -> str:
    """How far it was asked to look ahead and how far it looked, if these differ in this run."""
    looked = max(map(len, run.leaves), default=run.case.depth)
    if looked == run.case.depth:
        return ""
    asked = "1 ply" if run.case.depth == 1 else f"{run.case.depth} plies"
    return texts.PLIES.format(asked=asked, looked=looked)


def hidden_error(exercise: Exercise, run: Run) -> Finding:
    """The finding on a run in which the student's code has hidden an error of its own."""
    value, words = exercise.expected(run.case)
    fields = {"returned": run.result.value, "expected": value, "expected_text": words}
    return hides_an_error(run.result, exercise.call(run.case), run.case.tree, **fields)


def unnamed(exercise: Exercise, run: Run) -> Finding:
    """The finding on a run that no misconception explains."""
    happened = _happened(exercise, run)
    general = run.fault in IN_GENERAL and (_plies(run) or IN_GENERAL[run.fault])
    return replace(happened, message=f"{happened.message} {general or ''}".strip())


def pointed(finding: Finding, found: Sequence[Repair], passes: str = repair_texts.ON_EVERY_TREE) -> Finding:
    """The finding with the line that is to blame, if these repairs agree on one; else with the lines.

    `passes` says what a repair achieves.
    """
    first, is_named = found[0] if found else None, bool(finding.name)
    lines = {repair.line: repair.listed for repair in found}
    if first is None or len(lines) > MOST_LINES:
        return finding
    if len(lines) > 1:
        listed = "; ".join(lines[line] for line in sorted(lines))
        text = repair_texts.ONE_OF_THESE
        told = f"{text.message} {listed}."
        is_told = replace(finding, message=_with(finding.message, told))
        return is_told if is_named else _told_by(finding, text, told)
    if is_named:
        finding = with_lines(finding, [first])
    else:
        places = [
            {"line": line, "where": place.where, "source": place.part.source(line)}
            for place in first.places
            for line in (place.edited if first.is_of_two else [place.line])
        ]
        one_idea = len({repair.idea for repair in found}) == 1 and not first.by_chance
        # That a variable is overwritten is true whatever else could be written; and its own name is needed further down
        text = _of_idea(first) if one_idea or first.idea == "overwrites" else repair_texts.ONE_LINE
        if first.is_of_two:
            text = repair_texts.TWO_MISTAKES
        elif len({place.line for place in first.places}) > 1:
            text = repair_texts.in_each(repair_texts.IDEAS[first.idea] if one_idea else text)
        quoted = "\n".join(dict.fromkeys(repair_texts.LINE.format(**line) for line in places))
        finding = _told_by(finding, text, f"{quoted}\n{text.message}")
    edit = "; ".join(f"{each.idea}: {each.old} → {each.new}" for each in (first.places if first.is_of_two else [first]))
    numbers = {repair.new for repair in found if repair.idea == "number" and repair.edit.old is first.edit.old}
    hints = finding.hints if first.by_chance or len(numbers) > 1 else (*finding.hints, first.told(passes))
    return replace(finding, hints=hints, line=first.line, repair=edit)


def _of_idea(repair: Repair) -> Text:
    """What is said of the idea that an edit concerns, in one line."""
    text, old, extremes = repair_texts.IDEAS[repair.idea], repair.edit.old, repair_texts.EXTREMES
    if repair.idea == "max-min" and not repair.twins and {repair.old, repair.new} <= {*extremes}:
        return repair_texts.OTHER_EXTREME.filled(taken=extremes[repair.old], wanted=extremes[repair.new])
    if repair.idea == "number" and isinstance(old, ast.Name):
        return repair_texts.ONE_MORE_OR_LESS
    if repair.idea == "comparison" and not repair.compares_sizes:
        return replace(text, hints=repair_texts.EITHER_OR)
    if repair.idea == "condition" and not repair.edit.is_in_test(repair.part.tree) and not is_condition(old):
        return repair_texts.ONE_OF_SEVERAL
    if repair.idea == "removed" and len(repair.lines) > 1:
        return repair_texts.BLOCK_REMOVED
    return text


def with_lines(finding: Finding, found: Sequence[Repair]) -> Finding:
    """The finding with the lines of these repairs, to look at; and with its line, if it is one."""
    places = [place for repair in found for place in repair.places]
    lines = []
    for place in places:
        text = repair_texts.LOOK_AT if place.edit.old else repair_texts.LOOK_AFTER
        lines.append(text.format(line=place.line, where=place.where, source=place.source))
    line = places[0].line if len(places) == 1 else finding.line
    message = finding.message
    for either, known in texts.EITHER_SIDE.items() if places else ():
        message = message.replace(either, known)
    return replace(finding, message=_with(message, *dict.fromkeys(lines)), line=line)


def _with(message: str, *lines: str) -> str:
    """The message with more lines; above its last one if that leads to the call below it."""
    before, _, last = message.rpartition("\n")
    return "\n".join(filter(None, [before, *lines, last] if last.endswith(":") else [message, *lines]))


def at_its_return(finding: Finding, function: Any, *arguments: Any) -> Finding:
    """The finding, which is about the kind of thing that is returned, with the line that returns it."""
    code, lines = getattr(function, "__code__", None), dict[FrameType, int]()

    def note(frame: FrameType) -> None:
        if frame.f_code is code:
            lines[frame] = frame.f_lineno

    run_student(function, *arguments, on_line=note)
    line = next(iter(lines.values()), 0)  # where the first call was left: others were made by it
    source = linecache.getline(code.co_filename, line).strip() if code else ""
    called = re.match(r"return (\w+)\(", source)
    by_another = called is not None and called[1] not in vars(builtins)  # then that returned it
    if finding.line or not source.startswith("return") or by_another:
        return finding
    where = repair_texts.IN.format(name=function.__name__)
    quoted = repair_texts.LOOK_AT.format(line=line, where=where, source=source)
    return replace(finding, message=f"{finding.message}\n{quoted}", line=line)


def _told_by(finding: Finding, text: Text, message: str) -> Finding:
    """The finding, told by what repairs it: first that, then what happened."""
    happened = finding.message.removesuffix(IN_GENERAL.get(finding.code, "")).strip()  # the line says more
    message = "\n".join(filter(None, [message, happened]))
    return replace(finding, title=text.title, message=message, hints=text.hints)


def _happened(exercise: Exercise, run: Run) -> Finding:
    """What happened in a run that is not right."""
    call, tree = exercise.call(run.case), run.case.tree
    if run.fault == "mutates-state":
        finding = Finding.of(run.fault, MISCONCEPTIONS[run.fault], tree, call)
    elif run.result.failure:
        finding = failure_finding(run.result, call, tree)
    elif run.fault in WRONG:
        value, words = exercise.expected(run.case)
        text = exercise.wrong.get(run.fault, WRONG[run.fault]).filled(**exercise.gaps(run))
        returned = run.result.value
        finding = Finding.of(run.fault, text, tree, call, returned=returned, expected=value, expected_text=words)
    elif run.fault in (USELESS, MISSED_TIE):
        finding = Finding.of(run.fault, _more_work(run), tree, call)
    else:
        finding = not_a_number_finding(run.fault, run.result.value, call, tree)
    if finding.code == NOT_WRITTEN:
        return finding
    between = "\n" if finding.message.endswith("`") else " "  # after a line that is quoted, a new one
    finding = replace(finding, message=f"{finding.message}{between}{exercise.context(run)}".strip())
    if run.gives_up:
        return finding  # it would not come to an end there either
    return replace(finding, replay=exercise.own_replay(run) or replay(exercise, run.case))


def _more_work(run: Run) -> Text:
    """How many leaves were looked at, and which nodes could not matter."""
    found = useless_nodes(run.case, run.log)
    useless = {path for path, kind in found.items() if kind == run.fault}
    highest = [path for path in found if path in useless and not any(path[:n] in useless for n in range(len(path)))]
    *names, last = [_node_text(run, path) for path in highest]
    nodes, number = " and ".join(filter(None, [", ".join(names), last])), len(run.log.leaves)
    return texts.MORE_WORK.filled(leaves="1 leaf" if number == 1 else f"{number} leaves", nodes=nodes)


def _node_text(run: Run, path: Path) -> str:
    node = run.case.tree.at(path)
    text, value = (texts.LEAF, value_text(node.value)) if node.is_leaf else (texts.NODE, "")
    return text.format(value=value, where=path_text(path))


def depends_on_earlier_calls(earlier_calls: EarlierCalls, calls: list[Run]) -> Finding:
    """The finding on calls of which the last one is wrong because of the others."""
    exercise = earlier_calls.exercise
    *earlier, last = calls
    finding = named(exercise, last, texts.REMEMBERS)
    calls_before = ", then ".join(f"{exercise.call(run.case)} {came_to(run)}" for run in earlier)
    alone = earlier_calls.runs_after([], last.case)[-1]
    example = texts.DEPENDS_ON_EARLIER_CALLS.format(alone=came_to(alone), earlier=calls_before)

    def replay_after_the_others() -> Replay | None:
        earlier_calls.memory.forget()
        for case in (run.case for run in earlier):
            run_student(exercise.function_for(case), case.tree, *exercise.arguments(case, case.evaluate))
        made = finding.replay() if finding.replay else None
        earlier_calls.memory.forget()
        return made

    return replace(finding, message=f"{finding.message}\n{example}", replay=replay_after_the_others)


def came_to(run: Run) -> str:
    """What came of a call, in a sentence."""
    return texts.CAME_TO.format(value=shown_value(run.result.value)) if run.result.ok else texts.FAILED
