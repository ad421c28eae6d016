"""What the code of a function tells without running it: does it search, and how is it written?"""

from __future__ import annotations

import ast
import dis
import functools
import inspect
import sysconfig
import textwrap
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from inspect import CO_ASYNC_GENERATOR, CO_COROUTINE, CO_GENERATOR, CO_VARARGS, CO_VARKEYWORDS
from pathlib import Path
from types import CodeType, FrameType, FunctionType, MethodType
from typing import Any

from minimax_lab.trace.model import Scope, Source

PACKAGE = str(Path(__file__).resolve().parent.parent)
LIBRARIES = tuple({sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")})

COMPREHENSIONS = {"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"}
MUTATORS = {"append", "extend", "insert", "pop", "remove", "clear", "sort", "reverse"}  # of a list

# A state's own methods belong to the game: calling them is not searching.
PROTOCOL = {"get_legal_moves", "forecast_move", "is_terminal", "active_player", "key"}


def parameters(code: CodeType) -> tuple[str, ...]:
    """The names of a function's parameters, `*args` and `**kwargs` last."""
    count = code.co_argcount + code.co_kwonlyargcount
    return code.co_varnames[: count + bool(code.co_flags & CO_VARARGS) + bool(code.co_flags & CO_VARKEYWORDS)]


def star_args(code: CodeType) -> str:
    """The name of `*args`, if the function has them."""
    return code.co_varnames[code.co_argcount + code.co_kwonlyargcount] if code.co_flags & CO_VARARGS else ""


def is_package(code: CodeType) -> bool:
    """Whether the code belongs to this package."""
    return code.co_filename.startswith(PACKAGE)


def is_installed(code: CodeType) -> bool:
    """Whether the code belongs to Python or to another installed package."""
    return code.co_filename.startswith((*LIBRARIES, "<frozen")) and not is_package(code)


def entry_code(search: Any) -> CodeType | None:
    """The code that a call of `search` begins with, past the wrappers of this package."""
    while not isinstance(search, FunctionType) or is_package(search.__code__):
        if isinstance(search, MethodType):
            search = search.__func__
        elif isinstance(search, functools.partial):
            search = search.func
        elif hasattr(search, "__wrapped__"):
            search = search.__wrapped__
        elif isinstance(search, FunctionType):
            break
        elif isinstance(getattr(type(search), "__call__", None), FunctionType):  # noqa: B004 (its code is wanted)
            search = type(search).__call__
        else:
            return None
    return search.__code__


def is_generator(code: CodeType) -> bool:
    """Whether the function can wait and go on: a generator or a coroutine (but not just a generator expression)."""
    return bool(code.co_flags & (CO_GENERATOR | CO_COROUTINE | CO_ASYNC_GENERATOR)) and code.co_name != "<genexpr>"


@functools.lru_cache(maxsize=1000)
def is_comprehension_in(code: CodeType, around: CodeType) -> bool:
    """Whether `code` is a comprehension or a generator expression that is written inside the function `around`."""
    return code.co_name in COMPREHENSIONS and code in nested(around)


@functools.lru_cache(maxsize=1000)
def suspensions(code: CodeType) -> frozenset[int]:
    """Where in the code a generator may wait."""
    if not code.co_flags & (CO_GENERATOR | CO_COROUTINE | CO_ASYNC_GENERATOR):
        return frozenset()
    waits = [(step, step.opname) for step in dis.get_instructions(code)]
    return frozenset(step.offset for step, name in waits if name == "YIELD_VALUE" or (name == "RESUME" and step.arg))


@functools.lru_cache(maxsize=1000)
def returns(code: CodeType) -> frozenset[int]:
    """Where in the code the function returns; it ends elsewhere if it raises an exception, or waits."""
    steps = dis.get_instructions(code)
    return frozenset(step.offset for step in steps if step.opname in ("RETURN_VALUE", "RETURN_CONST"))


@functools.lru_cache(maxsize=1000)
def jumps_to_itself(code: CodeType) -> bool:
    """Whether there is a loop of a single instruction: `while True: pass` on one line."""
    return any(step.opcode in dis.hasjrel and step.argval == step.offset for step in dis.get_instructions(code))


def is_cached(code: CodeType, frame: FrameType) -> bool:
    """Whether the function that runs in `frame` is called through functools.lru_cache, by its own name."""
    for namespace in frame.f_globals, *([frame.f_back.f_locals] if frame.f_back else []), frame.f_locals:
        function = namespace.get(code.co_name)
        if function is not None and hasattr(function, "cache_info"):
            return getattr(inspect.unwrap(function), "__code__", None) is code
    return False


def nested(code: CodeType) -> Iterator[CodeType]:
    """The functions, lambdas and comprehensions written inside `code`."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from nested(constant)


def cycle(code: CodeType, calls: dict[CodeType, list[FunctionType]]) -> set[CodeType]:
    """The functions through which `code` may come back to itself, by a call graph; empty if it cannot.

    The names in its code are enough to tell, before the first call comes back: a search whose first call is at a
    leaf must be known as a search, too.
    """
    called = {caller: {each.__code__ for each in functions} for caller, functions in calls.items()}
    if code.co_name in _names(code):  # it may be another function of the same name, which does no harm
        called[code].add(code)
    back = {caller for caller in called if code in called[caller]}
    while more := {caller for caller in called.keys() - back if called[caller] & back}:
        back |= more
    return back if code in back else set()


def call_graph(code: CodeType, frame: FrameType) -> dict[CodeType, list[FunctionType]]:
    """Which functions the one that runs in `frame` names, and which those name in turn, by their code."""
    owners = [*map(type, frame.f_locals.values())]
    graph = {code: [*_called(code, {**frame.f_globals, **frame.f_locals}, owners)]}
    todo = [*graph[code]]
    while todo:
        function = todo.pop()
        if function.__code__ not in graph and not is_installed(function.__code__):
            namespace = {**function.__globals__, **_closure(function)}
            graph[function.__code__] = [*_called(function.__code__, namespace, owners)]
            todo += graph[function.__code__]
    return graph


@functools.lru_cache(maxsize=1000)
def _names(code: CodeType) -> frozenset[str]:
    names = {*code.co_names, *code.co_freevars}
    return frozenset(names.union(*map(_names, nested(code))))


def _called(code: CodeType, namespace: dict[str, Any], owners: list[type]) -> Iterator[FunctionType]:
    """The functions that `code` names: in its namespace, or as methods of `owners` and of the classes it names."""
    names = sorted(_names(code))  # the same order in every run
    named = [namespace[name] for name in names if name in namespace]
    owners = [*owners, *(thing if isinstance(thing, type) else type(thing) for thing in named)]
    for owner in {owner: None for owner in owners if owner.__module__ not in ("builtins", "types")}:
        named += [thing for name in names if callable(thing := getattr(owner, name, None))]
    for thing in named:
        yield from _functions(thing)


def _functions(thing: Any) -> Iterator[FunctionType]:
    """The Python function behind a method, a partial or a decorated function, and the function itself."""
    if isinstance(thing, FunctionType):
        yield thing
    elif isinstance(thing, MethodType):
        yield from _functions(thing.__func__)
    elif isinstance(thing, functools.partial):
        yield from _functions(thing.func)
    elif isinstance(thing, dict | list | tuple) and len(thing) < 20:  # a table of functions
        for item in [*(thing.values() if isinstance(thing, dict) else thing)]:
            if isinstance(item, FunctionType):
                yield item
    wrapped = getattr(thing, "__wrapped__", None) if callable(thing) else None
    if wrapped is not None and wrapped is not thing:
        yield from _functions(wrapped)


def _closure(function: FunctionType) -> dict[str, Any]:
    cells = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            cells[name] = cell.cell_contents
        except ValueError:  # not filled yet
            continue
    return cells


@functools.lru_cache(maxsize=1000)
def source_of(code: CodeType) -> tuple[tuple[str, ...], int]:
    """The lines of a function as they are written, none where no source is kept, and the number of the first one."""
    try:
        lines, first = inspect.getsourcelines(code)
    except (OSError, TypeError):
        lines, first = [], code.co_firstlineno
    text = textwrap.dedent("".join(lines)).rstrip("\n")
    return tuple(text.split("\n")) if text else (), max(first, 1)


@functools.lru_cache(maxsize=1000)
def parsed(code: CodeType) -> tuple[ast.Module, int]:
    """The syntax tree of a function, and how many lines of the file are above it."""
    lines, first = source_of(code)
    try:
        return ast.parse("\n".join(lines)), first - 1
    except SyntaxError:  # a lambda in the middle of something
        return ast.Module([], []), 0


POP = ("pop", "popleft")


@dataclass(frozen=True, slots=True)
class Loop:
    """A loop of a function, or a comprehension, which has no body."""

    first: int  # its first line in the file,
    last: int  # and its last
    body: int  # the first line of its body
    targets: tuple[str, ...]  # the variables of a `for`, or those that tell the rounds of a `while` apart
    items: ast.expr | None  # what a `for` goes through, or a `while` takes its items from
    test: ast.expr | None = None  # the condition of a `while`
    popped: str = ""  # the variable of a `while` that takes its items out of the list: `move = moves.pop()`
    endless: bool = False  # `while True`, which is always left from inside; and comprehensions, which never are


@functools.lru_cache(maxsize=1000)
def loops_of(code: CodeType) -> tuple[Loop, ...]:
    """The loops of a function, the outer ones first."""
    tree, above = parsed(code)
    found = []
    for node in ast.walk(tree):
        items: ast.expr | None
        body: Sequence[ast.stmt | ast.expr]
        test: ast.expr | None = None
        popped, endless = "", False
        match node:
            case ast.For(target, items, body):
                targets = [target]
            case ast.While(test, body):
                targets, items, popped = _counted(node)
                endless = isinstance(test, ast.Constant)
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                targets, items = [each.target for each in node.generators], node.generators[-1].iter
                body, endless = [node], True
            case _:
                continue
        names = [part.id for part in ast.walk(ast.Tuple(targets)) if isinstance(part, ast.Name)]
        lines = node.lineno + above, (body[-1].end_lineno or 0) + above, body[0].lineno + above
        found.append(Loop(*lines, tuple(names), items, test, popped, endless))
    return tuple(sorted(found, key=lambda loop: (loop.first, -loop.last)))


def _counted(loop: ast.While) -> tuple[list[ast.expr], ast.expr | None, str]:
    """The variables that are another thing in each round, an index first; what the others are taken from; and the one
    that is taken out of it."""
    tested = {part.id for part in ast.walk(loop.test) if isinstance(part, ast.Name)}
    counters: list[ast.expr] = []
    taken: list[ast.expr] = []
    items: ast.expr | None = None
    for line in (part for statement in loop.body for part in ast.walk(statement)):
        if isinstance(line, ast.AugAssign) and isinstance(line.target, ast.Name) and line.target.id in tested:
            counters.append(line.target)
        elif isinstance(line, ast.Assign) and isinstance(line.targets[0], ast.Name):
            value, name = line.value, line.targets[0]
            if isinstance(value, ast.Call):
                value = value.func
                taken_out = value.value if isinstance(value, ast.Attribute) and value.attr in POP else None
                if isinstance(taken_out, ast.Name) and taken_out.id in tested:
                    return [name], taken_out, name.id
            if name.id in tested and isinstance(value, ast.BinOp):
                counters.append(name)
            elif isinstance(value, ast.Subscript | ast.Attribute | ast.BinOp):
                inside = {part.id for part in ast.walk(value) if isinstance(part, ast.Name)}
                taken += [name] if inside & tested else []
                if isinstance(value, ast.Subscript) and isinstance(value.slice, ast.Name) and value.slice.id in tested:
                    items = value.value
    return counters + taken, items if counters else None, ""


def evaluated(expression: ast.expr, names: dict[str, Any]) -> Any:
    """What an expression says, if it can be run again without doing anything; None if it cannot, or fails."""
    code = _harmless(expression)
    try:
        return eval(code, {"__builtins__": {}, "len": len, "range": range}, names) if code else None
    except Exception:  # it is not what it seems, or too little is known of its names
        return None


@functools.lru_cache(maxsize=1000)
def _harmless(expression: ast.expr) -> CodeType | None:
    """An expression as code; None if it may do something."""
    harmless = (
        ast.Name, ast.Constant, ast.Compare, ast.BoolOp, ast.UnaryOp, ast.BinOp, ast.Subscript, ast.Tuple, ast.List,
        ast.expr_context, ast.boolop, ast.cmpop, ast.unaryop, ast.operator,
    )  # fmt: skip
    for part in ast.walk(expression):
        is_plain = isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id in ("len", "range")
        if not is_plain and not isinstance(part, harmless):
            return None
    return compile(ast.Expression(expression), "<condition>", "eval")


@functools.lru_cache(maxsize=1000)
def changes_by_line(code: CodeType) -> dict[int, tuple[str, ...]]:
    """For each line of a function that may change what its variables hold: which ones."""
    changes: dict[int, set[str]] = defaultdict(set)
    for step in dis.get_instructions(code):
        line = step.positions.lineno if step.positions else None
        if line is None:
            continue
        if step.opname.startswith(("STORE_FAST", "STORE_DEREF", "DELETE_FAST", "DELETE_DEREF")):
            changes[line].update(step.argval if isinstance(step.argval, tuple) else [step.argval])
        elif step.opname.startswith("STORE_SUBSCR") or step.argval in MUTATORS:
            changes[line].update(variables(code))
    inside = (step for inner in nested(code) for step in dis.get_instructions(inner))
    written = {step.argval for step in inside if step.opname.endswith("_DEREF") and "LOAD" not in step.opname}
    for name in written.intersection(code.co_cellvars):  # by a function inside it, so at any line
        for _, _, line in code.co_lines():
            if line is not None:
                changes[line].add(name)
    return {line: tuple(sorted(names)) for line, names in changes.items()}


class Sources:
    """Finds the source of each watched function once; what is written inside a function belongs to it."""

    def __init__(self) -> None:
        self.all: list[Source] = []
        self._scopes: dict[tuple[int, tuple[str, ...]], Scope] = {}
        self._numbers: dict[int, tuple[int, int]] = {}  # by id of the code: number of the source, first line
        self._located: dict[tuple[int, int], tuple[Scope, dict[int, int]]] = {}  # by ids of both codes

    def locate(self, code: CodeType, outer: CodeType | None, around: CodeType) -> tuple[Scope, dict[int, int]]:
        """Where `code` belongs, which is written inside `outer`: its scope, and for each of its lines in the file the
        line of the source at which the statement begins, the first being 0.

        A comprehension can also see the variables of the function `around` it. (Which lines of a longer statement are
        told of, and how often, differs from one version of Python to the next.)
        """
        key = id(code), id(around)
        located = self._located.get(key)
        if located is None:
            number, first = self._number(outer or code)
            parts = (around, code) if is_comprehension_in(code, around) else (code,)
            names = tuple(dict.fromkeys(name for part in parts for name in variables(part)))
            scope = self._scopes.setdefault((number, names), Scope(number, names))
            starts = statement_starts(outer or code)
            lines = [code.co_firstlineno, *(line for _, _, line in code.co_lines() if line is not None)]
            found = {line: starts.get(line - first, line - first) for line in lines}
            located = self._located[key] = scope, found
        return located

    def leaves_loop(self, scope: Scope, line: int) -> bool:
        """Whether this line is a `break` or a `return`, also behind an `if` on the same line."""
        lines = self.all[scope.source].lines
        text = lines[line].strip() if 0 <= line < len(lines) else ""
        if text.startswith(("if ", "elif ", "else:")):
            text = text.rpartition(":")[2].strip()
        return text.startswith(("break", "return"))

    def _number(self, code: CodeType) -> tuple[int, int]:
        if id(code) not in self._numbers:
            lines, first = source_of(code)
            self._numbers[id(code)] = len(self.all), first
            self.all.append(Source(code.co_name, lines))
        return self._numbers[id(code)]


def statement_starts(code: CodeType) -> dict[int, int]:
    """For each line the first line of its statement, both counted from 0; a block is not part of the line above it."""
    starts: dict[int, int] = {}
    for statement in (node for node in ast.walk(parsed(code)[0]) if isinstance(node, ast.stmt)):
        body = getattr(statement, "body", None) or getattr(statement, "cases", None)
        end = body[0].lineno - 1 if body and hasattr(body[0], "lineno") else statement.end_lineno or statement.lineno
        for line in range(statement.lineno, end + 1):  # a statement inside another comes after it
            starts[line - 1] = statement.lineno - 1
    return starts


def variables(code: CodeType) -> tuple[str, ...]:
    """The names of a function's variables, its own and those around it."""
    names = (*code.co_varnames, *code.co_cellvars, *code.co_freevars)
    return tuple(name for name in names if not name.startswith("."))
