"""What the source of a function says, where a finding needs a line of it."""

from __future__ import annotations

import ast
from collections import defaultdict
from types import CodeType

from minimax_lab.trace.code import parsed, source_of


def source_line(code: CodeType, line: int) -> str:
    lines, first = source_of(code)
    return lines[line - first].strip() if 0 <= line - first < len(lines) else ""


def condition_above(code: CodeType, line: int) -> int:
    """The line of the `if` whose case begins at this line; the line itself, if there is none."""
    tree, above = parsed(code)
    choices = [node for node in ast.walk(tree) if isinstance(node, ast.If)]
    return next((node.lineno + above for node in choices if node.body[0].lineno + above == line), line)


def _returned_at(code: CodeType, line: int) -> list[ast.expr | None]:
    tree, above = parsed(code)
    return [node.value for node in ast.walk(tree) if isinstance(node, ast.Return) and node.lineno + above == line]


def names_returned(code: CodeType, line: int) -> list[str]:
    """The variables that a function returns at this line, alone or in a tuple."""
    values = _returned_at(code, line)
    parts = [part for value in values for part in (value.elts if isinstance(value, ast.Tuple) else [value])]
    return [part.id for part in parts if isinstance(part, ast.Name)]


def truth_tests(code: CodeType) -> list[tuple[int, str]]:
    """The lines at which a variable is asked whether it is true, and its name."""
    tree, above = parsed(code)
    found = []
    for node in ast.walk(tree):
        parts = [node.test] if isinstance(node, ast.If | ast.IfExp | ast.While) else []
        parts += node.values if isinstance(node, ast.BoolOp) else []
        for part in parts:
            part = part.operand if isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.Not) else part
            if isinstance(part, ast.Name) and part.id in code.co_varnames[code.co_argcount :]:
                found.append((part.lineno + above, part.id))
    return sorted(found)


def lookups(code: CodeType) -> list[int]:
    """The lines at which the answer of a `get` is asked whether it is true."""
    tree, above = parsed(code)
    nodes = [*ast.walk(tree)]
    kept: list[ast.expr] = [node.target for node in nodes if isinstance(node, ast.NamedExpr) and _is_get(node.value)]
    kept += [each for node in nodes if isinstance(node, ast.Assign) and _is_get(node.value) for each in node.targets]
    names = {target.id for target in kept if isinstance(target, ast.Name)}
    tests = [node.test for node in nodes if isinstance(node, ast.If)]
    tests = [test.value if isinstance(test, ast.NamedExpr) and _is_get(test.value) else test for test in tests]
    asked = [test for test in tests if _is_get(test) or (isinstance(test, ast.Name) and test.id in names)]
    return sorted(test.lineno + above for test in asked)


def _is_get(found: ast.expr) -> bool:
    return isinstance(found, ast.Call) and isinstance(found.func, ast.Attribute) and found.func.attr == "get"


def returns_only(names: set[str], code: CodeType, line: int) -> bool:
    """Whether what the function returns at this line is written there, with numbers and these names alone."""
    values = _returned_at(code, line)
    plain = (ast.Constant, ast.UnaryOp, ast.unaryop, ast.BinOp, ast.operator, ast.expr_context)
    cases = [[each.body, each.orelse] if isinstance(each, ast.IfExp) else [each] for each in values]
    parts = [part for case in cases for value in case if value for part in ast.walk(value)]
    named = [part for part in parts if isinstance(part, ast.Name) and part.id in names]
    return bool(values) and all(isinstance(part, plain) or part in named for part in parts)


def compared(code: CodeType) -> set[str]:
    """The variables that are compared with something, or of which a remainder is taken; not whether they are even."""
    tree, _ = parsed(code)
    remainders = [node for node in ast.walk(tree) if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod)]
    halves = [node for node in remainders if isinstance(node.right, ast.Constant) and node.right.value == 2]
    asked: list[ast.expr] = [node for node in remainders if node not in halves]
    asked += [node for node in ast.walk(tree) if isinstance(node, ast.Compare) and node.left not in halves]
    return {part.id for node in asked for part in ast.walk(node) if isinstance(part, ast.Name)}


def ending_numbers(code: CodeType, searching: set[str]) -> dict[str, set[int]]:
    """The variables that are compared with whole numbers in a condition without a search before it or in its case."""
    tree, _ = parsed(code)
    found: dict[str, set[int]] = defaultdict(set)

    def searches(part: ast.AST) -> bool:
        return getattr(part, "id", getattr(part, "attr", "")) in searching

    first = min((part.lineno for part in ast.walk(tree) if searches(part)), default=0)  # type: ignore[attr-defined]
    for choice in (node for node in ast.walk(tree) if isinstance(node, ast.If | ast.IfExp)):
        body = choice.body if isinstance(choice.body, list) else [choice.body]
        inside = [part for each in body for part in ast.walk(each)]
        ends = isinstance(choice, ast.IfExp) or any(isinstance(part, ast.Return) for part in inside)
        goes_on = choice.lineno > first or not ends or any(map(searches, inside))
        for node in ast.walk(choice.test) if not goes_on else ():
            sides = (node.left, node.comparators[0]) if isinstance(node, ast.Compare) else ()
            for one, other in (sides, sides[::-1]) if sides else ():
                if isinstance(one, ast.Name) and isinstance(other, ast.Constant) and isinstance(other.value, int):
                    found[one.id].add(other.value)
    return found
