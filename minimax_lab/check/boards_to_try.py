"""Which cells, directions and players of a game might be meant instead of those that a program has."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import product

from minimax_lab.check.names_to_try import Names
from minimax_lab.check.syntax import name_node
from minimax_lab.check.windows_to_try import Instead

PLAYERS = "MAX", "MIN"

SHALLOW = "copy", "list", "dict", "set"  # what copies the outside only


def directions(node: ast.List | ast.Tuple) -> Iterator[Instead]:
    """Steps on a board, of which one might be missing, or several."""
    there = [[*map(ast.unparse, step.elts)] for step in node.elts if isinstance(step, ast.Tuple)]
    if len(node.elts) == len(there) > 1 and all(len(step) == 2 and {*step} <= {"-1", "0", "1"} for step in there):
        steps = [step for step in product((-1, 0, 1), repeat=2) if any(step) and [*map(str, step)] not in there]
        missing = [ast.Tuple([*map(ast.Constant, step)], ast.Load()) for step in steps]
        for more in (*([step] for step in missing), missing):
            yield "direction", node, type(node)([*node.elts, *more], ast.Load())


def edges(node: ast.expr) -> Iterator[Instead]:
    """Where numbers are only tested for being too large, they might also be below 0."""
    parts = node.values if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And) else [node]
    tests = [_with_lower_edge(part) for part in parts]
    if tests != parts:
        yield "edge", node, tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests)
    indices = [part.slice for part in ast.walk(node) if isinstance(part, ast.Subscript)]
    computed = [index for index in indices if isinstance(index, ast.BinOp)]
    if computed:
        above = [ast.Compare(ast.Constant(0), [ast.LtE()], [index]) for index in computed]
        yield "edge", node, ast.BoolOp(ast.And(), [*above, node])


def _with_lower_edge(test: ast.expr) -> ast.expr:
    if not isinstance(test, ast.Compare) or not isinstance(test.left, ast.Name) or len(test.ops) > 1:
        return test
    is_upper = isinstance(test.ops[0], ast.Lt | ast.LtE)
    return ast.Compare(ast.Constant(0), [ast.LtE(), *test.ops], [test.left, *test.comparators]) if is_upper else test


def opponents(node: ast.Attribute, owner: ast.AST, names: Names) -> Iterator[Instead]:
    """A call might be about the other player; but nobody asks about the same player twice."""
    if node.attr in ("active_player", "opponent") and isinstance(owner, ast.Call):
        is_active = node.attr == "active_player"
        other = ast.Attribute(node, "opponent", ast.Load()) if is_active else node.value
        call = ast.Call(owner.func, [other if item is node else item for item in owner.args], owner.keywords)
        if ast.unparse(call) not in map(ast.unparse, names.calls):
            yield "opponent", node, other


def players(node: ast.Name, owner: ast.AST, names: Names) -> Iterator[Instead]:
    """A call that is always about MAX, or about MIN, might be about the player to move, or about the other one."""
    for state in names.states if node.id in PLAYERS and isinstance(owner, ast.Call) else ():
        active = ast.Attribute(name_node(state), "active_player", ast.Load())
        yield from (("fixed", node, one) for one in (active, ast.Attribute(active, "opponent", ast.Load())))


def copies(node: ast.expr) -> Iterator[Instead]:
    """What belongs to a state, or is a copy of its outside only, might be a copy of all that is in it."""
    inside: ast.expr | None = node if isinstance(node, ast.Attribute) else None
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        inside = node.value
    elif isinstance(node, ast.Call) and len(node.args) == 1 and ast.unparse(node.func).split(".")[-1] in SHALLOW:
        inside = node.args[0]
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "copy":
        inside = node.func.value
    if inside is not None:
        module = ast.Call(name_node("__import__"), [ast.Constant("copy")], [])
        yield "copy", node, ast.Call(ast.Attribute(module, "deepcopy", ast.Load()), [inside], [])
