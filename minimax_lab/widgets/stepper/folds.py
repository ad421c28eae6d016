"""What of a function's source can be folded away while one watches it run: its docstrings and annotations."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from textwrap import dedent

Span = list[int]


def folds(lines: Sequence[str]) -> dict[str, list[Span]]:
    """The docstrings as [first line, last line] and the annotations as [line, from, to], all counted from 0.

    Source that cannot be read by itself, such as a lambda inside a call, has none.
    """
    source = "\n".join(lines)
    indent = len(lines[0]) - len(dedent(source).split("\n")[0]) if lines else 0
    try:
        tree = ast.parse(dedent(source))
    except (SyntaxError, ValueError):
        return {"docstrings": [], "annotations": []}
    found: dict[str, list[Span]] = {"docstrings": [], "annotations": []}
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if ast.get_docstring(node, clean=False) is not None:
            string = node.body[0]
            found["docstrings"].append([string.lineno - 1, (string.end_lineno or string.lineno) - 1])
        for expression, mark in _annotated(node):
            span = _span(lines, expression, mark, indent)
            if span:
                found["annotations"].append(span)
    return {name: sorted(spans) for name, spans in found.items()}


def _annotated(node: ast.FunctionDef | ast.AsyncFunctionDef) -> list[tuple[ast.expr, str]]:
    """The annotations of a function, each with the mark that stands before it."""
    given = node.args
    arguments = [*given.posonlyargs, *given.args, *filter(None, [given.vararg]), *given.kwonlyargs]
    arguments += filter(None, [given.kwarg])
    marked = [(argument.annotation, ":") for argument in arguments if argument.annotation]
    return [*marked, *([(node.returns, "->")] if node.returns else [])]


def _span(lines: Sequence[str], expression: ast.expr, mark: str, indent: int) -> Span | None:
    """Where an annotation stands, its mark included; None if it takes several lines."""
    if expression.lineno != expression.end_lineno or expression.end_col_offset is None:
        return None
    line = lines[expression.lineno - 1][indent:].encode()
    start = len(line[: expression.col_offset].decode()) + indent
    end = len(line[: expression.end_col_offset].decode()) + indent
    text = lines[expression.lineno - 1]
    before = text[:start].rstrip()
    if not before.endswith(mark):
        return None
    return [expression.lineno - 1, len(before.removesuffix(mark).rstrip()), end]
