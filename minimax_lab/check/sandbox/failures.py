"""Findings on code that is not written yet, cannot be called, fails, or returns the wrong kind of thing."""

from __future__ import annotations

import ast
import builtins
import dis
import linecache
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from difflib import get_close_matches
from fractions import Fraction
from inspect import isgenerator, signature
from traceback import walk_tb
from types import CodeType, FrameType
from typing import Any, TypeVar

from minimax_lab.check.report import NOT_CHECKED, NOT_WRITTEN, NOTHING, Finding, shown_value
from minimax_lab.check.sandbox.limits import MOST_SECONDS_ON_THE_WALL, NotFinished
from minimax_lab.check.sandbox.run import RunResult
from minimax_lab.check.shared import MadeUpState, line_of, name_of, students_places
from minimax_lab.check.texts import failures as texts
from minimax_lab.check.texts.text import Text

T = TypeVar("T")

# A check ends with the first of these: each one takes its time
GIVES_UP = "endless", "memory", "too-deep", "prints", "asks", "ends-python", "borrowed"
# The operations of a function without a body
RETURNS_NONE = {"LOAD_CONST", "RETURN_VALUE", "RETURN_CONST"}
RAISES = {"LOAD_GLOBAL", "LOAD_CONST", "PUSH_NULL", "PRECALL", "CALL", "RAISE_VARARGS"}
SETS_UP = {"RESUME", "NOP", "CACHE", "COPY_FREE_VARS", "MAKE_CELL"}
LOOPS = ast.For, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp
OF_A_STATE = "get_legal_moves", "forecast_move", "is_terminal", "utility", "active_player", "key"
# Names that are often used, and the lines that are forgotten
IMPORTS = {name: f"import {name}" for name in ("copy", "functools", "itertools", "math", "random", "time")}
IMPORTS |= {"inf": "from math import inf", "deepcopy": "from copy import deepcopy"}
IMPORTS |= {name: f"from minimax_lab.game import {name}" for name in ("MAX", "MIN")}


class FaultFound(Exception):
    """Ends the look at something: what is wrong there."""

    def __init__(self, finding: Finding):
        self.finding = finding


def failure_finding(result: RunResult, call: str, counterexample: Any = None) -> Finding:
    """The finding on a run that failed."""
    error, (line, quoted) = result.error, line_of(result.error)
    if result.failure != "raises" or error is None:
        line, told = _loop_without_end(error) if result.failure == "endless" else (None, "")
        text = texts.FAILURES[result.failure].followed_by(told or quoted)
        return Finding.of(result.failure, text, counterexample, call, line=line)  # the last line is a matter of chance
    if isinstance(error, NotImplementedError):
        return not_written([where_raised(error)])
    is_raised = re.search(rf": `raise {type(error).__name__}\b", quoted) is not None
    is_own = is_raised and type(error).__module__ != "builtins"  # then that line is not to blame
    text = (texts.RAISES_ITS_OWN if is_own else texts.RAISES).filled(error=error_text(error).removesuffix("."))
    if unknown := misspelt_name(error) or _unknown_attribute(error):
        text = replace(text, message=unknown)
    return Finding.of("raises", text.followed_by(quoted), counterexample, call, line=None if is_own else line)


def _loop_without_end(error: BaseException | None) -> tuple[int | None, str]:
    """The line of the only loop in which code was stopped, and a sentence on it; (None, "") if it need not be that."""
    places = students_places(error)
    loops = [(frame, loop) for frame, line in places for loop in _loops_around(frame, line)]
    calls_itself = len({frame.f_code for frame, _ in places}) < len(places)
    if calls_itself or len(loops) != 1 or not isinstance(loops[0][1], ast.While):
        return None, ""
    ((frame, loop),) = loops
    source = linecache.getline(frame.f_code.co_filename, loop.lineno, frame.f_globals).strip()
    inside = [node for part in loop.body for node in ast.walk(part)]
    asked = {node.id for node in ast.walk(loop.test) if isinstance(node, ast.Name)}
    stored = [node for node in inside if isinstance(getattr(node, "ctx", None), ast.Store | ast.Del)]
    changed = {part.id for node in stored for part in ast.walk(node) if isinstance(part, ast.Name)}  # also of `cell[0]`
    called = {node.value.id for node in inside if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)}
    told = texts.IN_LOOP.format(line=loop.lineno, source=source)
    functions = {node.func.id for node in inside if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    if asked and asked.isdisjoint(changed | called) and functions <= {*vars(builtins)}:  # others may change anything
        told = f"{told} {texts.SETS_NOTHING.format(names=' or '.join(f'`{name}`' for name in sorted(asked)))}"
    return loop.lineno, told


def _loops_around(frame: FrameType, line: int) -> list[Any]:
    """The loops of a call in which a line stands, those in brackets included."""
    code = frame.f_code
    try:
        module = ast.parse("".join(linecache.getlines(code.co_filename, frame.f_globals)))
    except SyntaxError:  # the file is not what it was
        return []
    return [
        node
        for node in ast.walk(module)
        if isinstance(node, LOOPS) and code.co_firstlineno <= node.lineno <= line <= (node.end_lineno or line)
    ]


def hides_an_error(result: RunResult, call: str, counterexample: Any, **fields: Any) -> Finding:
    """The finding on a run in which the code has caught an error that is a slip, and went on."""
    line, quoted = line_of(result.hidden)
    text = texts.HIDES_AN_ERROR.filled(error=error_text(result.hidden or Exception()).removesuffix("."))
    return Finding.of("hides-an-error", text.followed_by(quoted), counterexample, call, line=line, **fields)


def not_checked(what: str) -> Finding:
    """The remark on something that could not be checked."""
    text = texts.NOT_CHECKED.filled(what=what, seconds=f"{MOST_SECONDS_ON_THE_WALL:g}")
    return Finding.of(NOT_CHECKED, text, remark=True)


def as_far_as_checked(results: Iterable[T]) -> tuple[list[T], list[Finding]]:
    """The results, one after the other; if one takes too long on the wall, also the remark on what is not checked."""
    done: list[T] = []
    try:
        for result in results:
            done.append(result)
    except NotFinished:
        return done, [not_checked(texts.THE_REST if done else texts.EVERYTHING)]
    return done, []


def or_not_checked(check: Callable[[], Finding | None], what: str) -> Finding | None:
    """What a check finds, if anything; if it takes too long on the wall, the remark that `what` is not checked."""
    try:
        return check()
    except NotFinished:
        return not_checked(what)


def error_text(error: BaseException) -> str:
    """An error as Python would print it, in a line, without the names of this package's own classes."""
    try:
        text = " ".join(str(error).split())[:200]
    except Exception:  # a student's exception may fail even at that
        text = ""
    for made_up in _kinds(MadeUpState):
        name = re.escape(made_up.__name__)
        text = re.sub(rf"\b{name}\.(?=\w+\(\))", "", text)
        text = re.sub(rf"'{name}' object", "a state", text)
        text = re.sub(rf"\b{name}\b", "state", text)
    return f"{type(error).__name__}{f': {text}' if text else ''}"


def _kinds(base: type[MadeUpState]) -> Iterator[type[MadeUpState]]:
    yield base
    for kind in base.__subclasses__():
        yield from _kinds(kind)


def misspelt_name(error: BaseException | None) -> str:
    """What to say to code that uses a name that there is not, but an import or one much like it; "" to any other."""
    if not isinstance(error, NameError) or isinstance(error, UnboundLocalError) or error.__traceback__ is None:
        return ""
    *_, (frame, _) = walk_tb(error.__traceback__)
    code, name = frame.f_code, error.name or ""
    if line := IMPORTS.get(name):
        return texts.NOT_IMPORTED.format(name=name, line=line)
    known = {*code.co_varnames, *code.co_cellvars, *code.co_freevars, *frame.f_globals, *vars(builtins)}
    similar = get_close_matches(name, known, n=1)
    return texts.MISSPELT_NAME.format(name=name, similar=similar[0]) if similar else ""


def _unknown_attribute(error: BaseException) -> str:
    """What to say to code that asks a state for an attribute that it does not have, or something else for a state's."""
    if not isinstance(error, AttributeError) or not error.name:
        return ""
    if not hasattr(error.obj, "get_legal_moves"):
        not_a_state = texts.NOT_A_STATE.format(value=shown_value(error.obj), name=error.name)
        return not_a_state if error.name in OF_A_STATE and not isinstance(error.obj, type) else ""
    if similar := get_close_matches(error.name, OF_A_STATE, n=1):
        return texts.DID_YOU_MEAN.format(name=error.name, similar=similar[0])
    return texts.UNKNOWN_ATTRIBUTE.format(name=error.name) if isinstance(error.obj, MadeUpState) else ""


def wrong_arity(function: Callable[..., Any], args: Sequence[Any], call: str) -> Finding | None:
    """The finding on a function that cannot be called with these arguments, if so."""
    try:
        signature(function).bind(*args)
    except TypeError as error:
        return Finding.of("wrong-arity", texts.WRONG_ARITY.filled(error=error), None, call)
    except ValueError:  # some built-in functions do not say what they take
        pass
    return None


def accepts(function: Callable[..., Any], number: int) -> bool:
    """Whether a function can be called with that many arguments."""
    return wrong_arity(function, [None] * number, "") is None


def cannot_be_called(function: Any, *parameters: str) -> Finding | None:
    """The finding on something that is not a function of these parameters, if so."""
    if not callable(function):
        text = texts.NONE_GIVEN if function is None else texts.NOT_A_FUNCTION.filled(value=shown_value(function))
        return Finding.of("not-a-function", text)
    return wrong_arity(function, parameters, f"{name_of(function)}({', '.join(parameters)})")


def not_a_number(value: Any) -> str:
    """The code for what was returned instead of a number; "" for a number."""
    if value is None:
        return "returns-none"
    if isgenerator(value):
        return "returns-generator"
    if callable(value):
        return "returns-function"
    return "" if type(value) in (int, float, Fraction) else "returns-no-number"  # not of a kind of the student's own


def not_a_number_finding(code: str, value: Any, call: str, counterexample: Any) -> Finding:
    """The finding on a function that should have returned a number."""
    returned = NOTHING if isgenerator(value) or callable(value) else value
    return Finding.of(code, not_a_number_text(code, value), counterexample, call, returned=returned)


def not_a_number_text(code: str, value: Any) -> Text:
    """What is said of something that was returned instead of a number."""
    return texts.RETURNS_BOOL if isinstance(value, bool) else texts.RETURNED[code]


def is_unwritten(function: Any) -> bool:
    """Whether a function has no body yet: only a docstring, comments, `pass`, `...` or `raise NotImplementedError`."""
    code = getattr(function, "__code__", None)
    if not isinstance(code, CodeType):
        return False
    steps = [step for step in dis.get_instructions(code) if step.opname not in SETS_UP]
    operations = {step.opname for step in steps}
    if code.co_names == ("NotImplementedError",):
        return operations <= RAISES
    return operations <= RETURNS_NONE and all(step.argval is None for step in steps)


def not_written(names: Sequence[str]) -> Finding:
    """The finding on functions that have not been written yet."""
    verb = "is" if len(names) == 1 else "are"
    listed = " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
    return Finding.of(NOT_WRITTEN, texts.NOT_WRITTEN.filled(names=f"{listed} {verb}"))


def unwritten_among(functions: Iterable[Any]) -> Finding | None:
    """The finding on those of the functions that have not been written yet, if there are any."""
    names = [name_of(function) for function in functions if is_unwritten(function)]
    return not_written(names) if names else None


def where_raised(error: BaseException) -> str:
    """The name of the function that raised an error."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace.tb_frame.f_code.co_name if trace is not None else type(error).__name__
