"""The student's functions as syntax trees, in which edits can be made and run."""

from __future__ import annotations

import ast
import inspect
import linecache
import textwrap
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field, replace
from types import CodeType, FunctionType
from typing import Any

from minimax_lab.check.edits.syntax import LARGE
from minimax_lab.check.sandbox.contents import names_in, reachable_from
from minimax_lab.trace.code import nested

LISTS = ast.List, ast.Tuple, ast.Dict, ast.ListComp, ast.SetComp


@dataclass(frozen=True)
class Part:
    """One of the student's functions, as a syntax tree."""

    function: FunctionType
    tree: ast.FunctionDef
    module: ast.Module
    text: str = field(repr=False)  # its source
    first: int  # the number of the first line
    pieces: dict[ast.AST, str] = field(default_factory=dict, repr=False)  # as they are written: many edits are of one
    constant: ast.expr | None = None  # only this is edited: it stands outside, and the function reads it

    def source(self, line: int) -> str:
        """A line of it, as it is written."""
        lines = self.text.splitlines()
        return lines[line - self.first].strip() if 0 <= line - self.first < len(lines) else ""

    def written(self, node: ast.AST | None) -> str:
        """A piece of it, as it is written."""
        if node is None:
            return ""
        if node not in self.pieces:
            self.pieces[node] = " ".join((self._segment(node) or ast.unparse(node)).split())
        return self.pieces[node]

    def _segment(self, node: Any) -> str:
        """As `ast.get_source_segment` has it, which goes through the whole text each time. (Offsets count bytes.)"""
        if getattr(node, "end_lineno", None) is None:
            return ""
        lines = [line.encode() for line in self.text.splitlines(keepends=True)]
        lines = lines[node.lineno - self.first : node.end_lineno - self.first + 1]
        lines[-1] = lines[-1][: node.end_col_offset]
        lines[0] = lines[0][node.col_offset :]
        return b"".join(lines).decode()

    def may_have(self, edited: ast.AST | None) -> bool:
        """Whether this is to be edited here."""
        return not self.constant or any(node is edited for node in ast.walk(self.constant))

    def code(self) -> CodeType | None:
        """What the tree compiles to; None if Python refuses it."""
        before = self.function.__code__
        try:
            module = compile(self.module, before.co_filename, "exec")
        except (SyntaxError, ValueError, TypeError):
            return None
        same = (code for code in nested(module) if code.co_name == self.tree.name)
        return next((code for code in same if code.co_freevars == before.co_freevars), None)


def parts_of(functions: Sequence[Callable[..., Any]]) -> list[Part]:
    """The student's functions of which the source is known."""
    found = {id(thing): thing for function in functions for thing in reachable_from(function)}
    parts = [_part(thing) for thing in found.values() if isinstance(thing, FunctionType)]
    return sorted(filter(None, parts), key=lambda part: part.first)


def call_each_other(one: Part, other: Part) -> bool:
    """Whether two functions take turns, as one for MAX and one for MIN do."""
    called = {part.tree.name: names_in(part.function.__code__) for part in (one, other)}
    return other.tree.name in called[one.tree.name] and one.tree.name in called[other.tree.name]


def negates_itself(functions: Sequence[Callable[..., Any]]) -> bool:
    """Whether one of the functions is a negamax: it turns round the sign of what a call of its own returns."""
    nodes = [node for part in parts_of(functions) for node in ast.walk(part.tree)]
    names = {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
    turned = [node.operand for node in nodes if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)]
    return any(isinstance(call, ast.Call) and getattr(call.func, "id", "") in names for call in turned)


def constants_of(part: Part) -> Iterator[Part]:
    """The same function, each time with a list or a number in the place of its name, such as `STEPS` or `self.STEPS`.

    Only of what is written in the same cell, outside of any function or in a class.
    """
    file = part.function.__code__.co_filename
    text = "".join(linecache.getlines(file))
    for target, value in _set_outside(text):
        if target in names_in(part.function.__code__):
            around = deepcopy(part.module)
            inlined = _Inlined(target, value).visit(around)
            functions = [node for node in ast.walk(inlined) if isinstance(node, ast.FunctionDef)]
            tree = next(node for node in functions if node.name == part.tree.name)
            yield replace(part, tree=tree, module=inlined, text=text, first=1, pieces={}, constant=value)


def _set_outside(text: str) -> Iterator[tuple[str, ast.expr]]:
    """The names that are set once in all, and that outside of any function, with what they are set to."""
    with suppress(SyntaxError):
        module = ast.parse(text)
        stored = [node for node in ast.walk(module) if isinstance(getattr(node, "ctx", None), ast.Store)]
        times = Counter(getattr(node, "id", None) or getattr(node, "attr", None) for node in stored)
        blocks = [module.body, *(node.body for node in module.body if isinstance(node, ast.ClassDef))]
        for statement in (statement for block in blocks for statement in block):
            if isinstance(statement, ast.Assign) and isinstance(name := statement.targets[0], ast.Name):
                number = statement.value.value if isinstance(statement.value, ast.Constant) else None
                # A large number may stand for an infinity: it is edited where it is used
                is_edited = isinstance(statement.value, LISTS) or (isinstance(number, int) and 1 < number < LARGE)
                if is_edited and times[name.id] == 1:
                    yield name.id, statement.value


class _Inlined(ast.NodeTransformer):
    """Puts what is known by a name in its place."""

    def __init__(self, name: str, value: ast.expr):
        self.name, self.value = name, value

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.value if node.id == self.name and isinstance(node.ctx, ast.Load) else node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        is_it = node.attr == self.name and isinstance(node.ctx, ast.Load)
        return self.value if is_it else self.generic_visit(node)


def _as_function(statement: ast.stmt, name: str) -> ast.FunctionDef | None:
    """The definition of a function; `name = lambda …: value` is one that returns the value."""
    if isinstance(statement, ast.FunctionDef):
        return statement if statement.name == name else None
    if not isinstance(statement, ast.Assign) or not isinstance(made := statement.value, ast.Lambda):
        return None
    if not isinstance(target := statement.targets[0], ast.Name):
        return None
    function = ast.FunctionDef(target.id, made.args, [ast.copy_location(ast.Return(made.body), made.body)], [])
    function.type_params = []  # type: ignore[attr-defined]  # Python 3.12 asks for it
    return ast.copy_location(function, statement)


def _part(function: FunctionType) -> Part | None:
    with suppress(OSError, TypeError, SyntaxError):
        lines, first = inspect.getsourcelines(function)
        text = textwrap.dedent("".join(lines))
        statements = ast.parse(text).body  # of a file that is not there, Python may find other lines
        tree = _as_function(statements[0], function.__code__.co_name) if len(statements) == 1 else None
        if tree:
            ast.increment_lineno(tree, first - 1)
            tree.decorator_list = []
            names = function.__code__.co_freevars
            free = ast.arguments([], [ast.arg(name) for name in names], None, [], [], None, [])
            outside = [] if tree.name in names else [ast.Global([tree.name])]  # it calls itself by a name out there
            around = ast.FunctionDef("around", free, [*outside, tree], [])
            around.type_params = []  # type: ignore[attr-defined]  # Python 3.12 asks for it
            module = ast.fix_missing_locations(ast.Module([around], []))
            return Part(function, tree, module, text, first)
    return None
