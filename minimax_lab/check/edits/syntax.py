"""Pieces of Python's syntax trees that edits are made of, and what is asked of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from types import EllipsisType
from typing import Any

OTHER_EXTREME = {"max": "min", "min": "max"}
LARGE = 10  # numbers from here on may stand for an infinity


def nodes_of(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """The nodes of a function's body, in the order of the text; without the bodies of functions inside of it."""
    waiting: list[ast.AST] = [function]
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, ast.FunctionDef) and node is not function:
            continue
        inner = function.body if node is function else [*ast.iter_child_nodes(node)]
        waiting += reversed([child for child in inner if not isinstance(child, ast.arguments)])


def inner_functions(function: ast.FunctionDef) -> list[ast.FunctionDef]:
    """The functions that are defined inside of it, but not those inside of these."""
    return [node for node in nodes_of(function) if isinstance(node, ast.FunctionDef) and node is not function]


def is_stored(name: ast.Name | ast.Attribute) -> bool:
    return isinstance(name.ctx, ast.Store)


def swapped(items: Sequence[Any], i: int, j: int) -> list[Any]:
    swapped = [*items]
    swapped[i], swapped[j] = swapped[j], swapped[i]
    return swapped


def name_node(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def infinity() -> ast.expr:
    return ast.Call(name_node("float"), [ast.Constant("inf")], [])


def is_large(node: ast.AST | None) -> bool:
    """Whether it is a number, with its sign, that may stand for an infinity."""
    number: Any = getattr(node, "operand", node)
    is_number = isinstance(number, ast.Constant) and type(number.value) in (int, float)
    return is_number and number.value >= LARGE


def is_condition(node: ast.AST | None) -> bool:
    """Whether it says yes or no: it compares, denies or decides something."""
    parts = node.values if isinstance(node, ast.BoolOp) else [node]
    denies = any(isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.Not) for part in parts)
    return denies or any(isinstance(part, ast.Compare | ast.BoolOp | ast.IfExp) for part in parts)


def leaves(statement: ast.stmt) -> bool:
    """Whether it leaves the block: what is put after it would never run."""
    return isinstance(statement, ast.Return | ast.Break | ast.Continue)


def is_constant(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def is_text(statement: ast.stmt) -> bool:
    """Whether it is only there to be read; a number, or True, might be meant to be returned."""
    return is_constant(statement) and isinstance(statement.value.value, str | EllipsisType)  # type: ignore[attr-defined]


def index_of_end(node: ast.Subscript) -> str:
    """The index, if it is that of the first or the last item."""
    index = ast.unparse(node.slice)
    return index if index in ("0", "-1") else ""
