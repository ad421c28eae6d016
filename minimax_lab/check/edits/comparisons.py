"""Each way to write a comparison differently, with the idea that is wrong if that is right."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from itertools import chain

from minimax_lab.check.edits import slips
from minimax_lab.check.edits.boards import PLAYERS
from minimax_lab.check.edits.names import Names
from minimax_lab.check.edits.syntax import name_node
from minimax_lab.check.edits.windows import Instead

ORDERED = (ast.LtE, ast.GtE, ast.Lt, ast.Gt)  # where either is right, equality should cut
EQUAL, OR_EQUAL = (ast.Eq, ast.NotEq), ({ast.Lt, ast.LtE}, {ast.Gt, ast.GtE})


def comparisons(node: ast.Compare, owner: ast.AST, names: Names) -> Iterator[Instead]:
    for i, sign in enumerate(node.ops):
        is_number = ast.unparse(node.left).startswith("len(") and ast.unparse(node.comparators[i]) == "0"
        for kind in _other_signs(sign, names.prunes and id(node) not in names.going_on):
            idea = "equality" if {type(sign), kind} in OR_EQUAL else "comparison"
            kind = ast.Eq if is_number and kind is ast.LtE else kind  # there are no fewer than 0
            signs = [*node.ops[:i], kind(), *node.ops[i + 1 :]]
            yield idea, node, ast.Compare(node.left, signs, node.comparators)
    if isinstance(node.left, ast.BinOp) and isinstance(node.left.op, ast.Mod):  # an even number of plies left, say
        yield from (("whose-turn", node, name_node(name)) for name in (*names.roles, *names.turned))
    if len(node.ops) == 2:
        first = ast.Compare(node.left, node.ops[:1], node.comparators[:1])
        yield "chain", node, ast.Compare(first, node.ops[1:], node.comparators[1:])
        return
    yield from chain(slips.sizes(node), slips.equal_to_truth(node))
    if isinstance(node.ops[0], ORDERED) and _is_number(node.comparators[0]):  # at least one of them, or exactly one?
        yield "comparison", node, ast.Compare(node.left, [ast.Eq()], node.comparators)
    if ast.unparse(node.comparators[0]) == "0" and isinstance(node.ops[0], ast.Eq) and _is_kept(node.left):
        yield "both-begin", node, ast.Compare(node.left, [ast.Lt()], [ast.Constant(2)])  # each player's first move
    is_test = isinstance(owner, ast.comprehension | ast.If)
    if is_test and isinstance(node.ops[0], ast.NotEq) and isinstance(node.left, ast.Name):
        step = ast.Tuple([node.left, node.comparators[0]], ast.Load())
        nowhere = ast.Tuple([ast.Constant(0), ast.Constant(0)], ast.Load())
        yield "both-zero", node, ast.Compare(step, node.ops, [nowhere])
    if isinstance(node.comparators[0], ast.Constant):
        text = str(node.comparators[0].value)
        is_text = text == node.comparators[0].value
        if text.upper() in PLAYERS and isinstance(node.ops[0], ast.Eq | ast.NotEq):
            same = ast.Is() if isinstance(node.ops[0], ast.Eq) else ast.IsNot()
            yield "text", node, ast.Compare(node.left, [same], [name_node(text.upper())])
        yield "text" if is_text else "term", node, node.left
        if is_text:
            yield "text", node, ast.Compare(ast.Call(name_node("str"), [node.left], []), node.ops, node.comparators)
    if ast.unparse(node.comparators[0]) in ("None", "()"):
        idea = "empty" if ast.unparse(node.comparators[0]) == "None" else "empty-tuple"
        is_none = isinstance(node.ops[0], ast.Is | ast.Eq)
        yield idea, node, ast.UnaryOp(ast.Not(), node.left) if is_none else node.left
    if isinstance(node.ops[0], ast.Is | ast.IsNot):
        opposite = ast.IsNot() if isinstance(node.ops[0], ast.Is) else ast.Is()
        yield "comparison", node, ast.Compare(node.left, [opposite], node.comparators)
        equal = ast.Eq() if isinstance(node.ops[0], ast.Is) else ast.NotEq()
        yield "identity", node, ast.Compare(node.left, [equal], node.comparators)


def _is_number(node: ast.expr) -> bool:
    """Whether it is a number of things, and not 0."""
    return isinstance(node, ast.Constant) and type(node.value) is int and node.value > 0


def _is_kept(node: ast.expr) -> bool:
    """Whether an object keeps it: a number of moves, say, or as many as a list is long."""
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "len" and len(node.args) == 1:
        node = node.args[0]
    return isinstance(node, ast.Attribute)


def _other_signs(sign: ast.cmpop, cuts: bool) -> list[type[ast.cmpop]]:
    if not isinstance(sign, (*ORDERED, *EQUAL)):
        return []
    others: Sequence[type[ast.cmpop]] = ORDERED if isinstance(sign, ORDERED) else (*EQUAL, ast.LtE, ast.GtE)
    if isinstance(sign, ast.Lt | ast.Gt) and not cuts:
        others = ORDERED[::-1]
    return [kind for kind in others if not isinstance(sign, kind)]
