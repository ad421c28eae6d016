"""Which bounds might be meant instead of those that a program compares with or passes on."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from itertools import pairwise, product

from minimax_lab.check.edits.names import Names
from minimax_lab.check.edits.syntax import OTHER_EXTREME, infinity, is_large, leaves, name_node

Instead = tuple[str, ast.AST, ast.expr]  # an idea, what stands there, and what might
OTHER_WAY = {ast.LtE: ast.GtE, ast.GtE: ast.LtE, ast.Lt: ast.Gt, ast.Gt: ast.Lt}
INFINITIES = "float('inf')", "float('-inf')", "inf", "math.inf"


def turned(node: ast.Call) -> Iterator[Instead]:
    """What is above for one player is below for the other: `-f(low, high)` might be `-f(-high, -low)`."""
    for i, (low, high) in enumerate(pairwise(node.args)):
        if isinstance(low, ast.Name) and isinstance(high, ast.Name):
            both = [ast.UnaryOp(ast.USub(), high), ast.UnaryOp(ast.USub(), low)]
            yield "turned", node, ast.Call(node.func, [*node.args[:i], *both, *node.args[i + 2 :]], node.keywords)


def other_bounds(node: ast.expr, then: ast.stmt, names: Names) -> Iterator[Instead]:
    """A cut-off might compare with the bound of the other side, the other way round; so might a test before a bound
    is set, with that bound.
    """
    idea, bounds = "bound", names.parameters if leaves(then) else []
    if isinstance(then, ast.Assign) and isinstance(then.targets[0], ast.Name):
        idea, bounds = "comparison", [then.targets[0].id]
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.comparators[0], ast.Name):
        other = OTHER_WAY.get(type(node.ops[0]))
        for name in bounds:
            if other and name != node.comparators[0].id:
                yield idea, node, ast.Compare(node.left, [other()], [name_node(name)])
        if idea == "bound":  # or the two bounds with each other
            meet = [
                ast.Compare(name_node(low), [ast.GtE()], [name_node(high)]) for low, high in pairwise(names.parameters)
            ]
            yield from ((idea, node, both) for both in meet if ast.unparse(both) != ast.unparse(node))


def bounds_beside(node: ast.Compare, owner: ast.AST, names: Names) -> Iterator[Instead]:
    """One of several conditions, which compares with a bound, might compare with another one; one that asks for a mark
    might be good only beyond a bound.
    """
    if len(node.ops) > 1:
        return
    compared, beyond = node.comparators[0], [*product((ast.GtE(), ast.LtE()), names.parameters)]
    beside = [part.comparators[0] for part in getattr(owner, "values", ()) if isinstance(part, ast.Compare)]
    asks_already = any(getattr(bound, "id", "") in names.parameters for bound in beside)
    if getattr(compared, "id", "") in names.parameters:
        yield from (("bound", node, ast.Compare(node.left, [sign], [name_node(bound)])) for sign, bound in beyond)
    is_mark = getattr(compared, "id", "") in names.outside or isinstance(getattr(compared, "value", None), str)
    if is_mark and not asks_already:
        values = [value for value in names.returned if isinstance(value, ast.Name)]
        for value, (sign, bound) in product(values, beyond):
            test = ast.Compare(value, [sign], [name_node(bound)])
            yield "beyond", node, ast.BoolOp(ast.And(), [node, test])


def only_beyond_a_bound(test: ast.expr, then: ast.stmt, names: Names) -> Iterator[Instead]:
    """What says that it is a bound, `if kind == "lower": return value`, might be good only beyond alpha or beta."""
    is_mark = isinstance(test, ast.Compare) and isinstance(getattr(test.comparators[0], "value", None), str)
    if is_mark and isinstance(then, ast.Return) and isinstance(then.value, ast.Name | ast.Subscript | ast.Attribute):
        for bound, sign in product(names.parameters, (ast.GtE(), ast.LtE())):
            beyond = ast.Compare(then.value, [sign], [name_node(bound)])
            yield "beyond", test, ast.BoolOp(ast.And(), [test, beyond])


def windows(node: ast.Call, names: Names) -> Iterator[Instead]:
    """The two bounds that are passed on might be those that are known here.

    Instead of two from elsewhere: two parameters, one after the other. Instead of a value and a bound: the other bound
    and the value. Instead of a value alone: the better one of it and a bound.
    """

    def given(i: int, *bounds: ast.expr) -> Instead:
        return (
            "window",
            node,
            ast.Call(node.func, [*node.args[:i], *bounds, *node.args[i + len(bounds) :]], node.keywords),
        )

    own, found = [*map(name_node, names.parameters)], {*names.assigned} - {*names.parameters}
    for i, (one, other) in enumerate(pairwise(node.args)):
        words = [ast.unparse(one), ast.unparse(other)]
        if _is_a_bound(one) and _is_a_bound(other) and {*words}.isdisjoint(names.parameters):
            yield from (given(i, *pair) for pair in pairwise(own))
        if words[0] in found and words[1] in names.parameters:
            yield from (given(i, bound, one) for bound in own)
        if words[0] in names.parameters and words[1] in found:
            yield from (given(i, other, bound) for bound in own)
    for i, argument in enumerate(node.args):
        value = argument.operand if isinstance(argument, ast.UnaryOp) else argument
        if isinstance(value, ast.Name) and value.id in found:
            for bound, extreme in product(own, OTHER_EXTREME):
                better: ast.expr = ast.Call(name_node(extreme), [bound, value], [])
                yield given(i, better if value is argument else ast.UnaryOp(ast.USub(), better))


def as_infinity(node: ast.expr, owner: ast.AST) -> Iterator[Instead]:
    """An infinity might be written instead of a number that is not one."""
    if isinstance(owner, ast.Compare | ast.Subscript | ast.AugAssign):
        return
    if ast.unparse(node).removeprefix("-") not in INFINITIES:
        yield "infinity", node, infinity()
        yield "infinity", node, ast.UnaryOp(ast.USub(), infinity())


def left_out(node: ast.Call, names: Names) -> Iterator[Instead]:
    """Where a function calls itself and leaves arguments out, it might pass on what it was given."""
    known = {keyword.arg for keyword in node.keywords}
    rest = [name for name in names.parameters[len(node.args) : names.own_number] if name not in known]
    if rest:
        is_window = names.prunes and len(rest) == 2 and len(node.args) + len(known) >= names.needed
        idea = "window" if is_window else "missing"
        more = [ast.keyword(name, name_node(name)) for name in rest]
        args = node.args if known else [*node.args, *map(name_node, rest)]
        yield idea, node, ast.Call(node.func, args, [*node.keywords, *more] if known else [])


def one_left_out(node: ast.Call, names: Names) -> Iterator[Instead]:
    """The last argument of another function that searches might be one of what is known here."""
    if not node.keywords and len(node.args) + 1 == names.others.get(getattr(node.func, "id", "")):
        for name in names.variables:
            yield "missing", node, ast.Call(node.func, [*node.args, name_node(name)], [])


def with_window(node: ast.Call, names: Names) -> Iterator[Instead]:
    """Another function searches, which has no window: this one might be meant, with the bounds that are known."""
    if names.searching and len(node.args) + 2 == names.own_number:
        for i, pair in product(range(len(node.args) + 1), pairwise(map(name_node, names.parameters))):
            yield "no-window", node, ast.Call(names.searching[0].func, [*node.args[:i], *pair, *node.args[i:]], [])


def full_window(node: ast.Call) -> Iterator[Instead]:
    """Where one bound is an infinity and the other one is not, both might be infinite."""
    for i, (one, other) in enumerate(pairwise(node.args)):
        infinite = [ast.unparse(bound).removeprefix("-") in INFINITIES for bound in (one, other)]
        if sum(infinite) == 1 and isinstance(other if infinite[0] else one, ast.Name):
            bounds = [ast.UnaryOp(ast.USub(), infinity()), infinity()]
            yield "window", node, ast.Call(node.func, [*node.args[:i], *bounds, *node.args[i + 2 :]], node.keywords)


def one_ply_on(arguments: Sequence[ast.expr]) -> Iterator[list[ast.expr]]:
    """The same arguments, as they are and for the other side; and each time one less for one of them."""
    for some in ([*arguments], [*map(_flipped, arguments)]):
        yield some
        for i, argument in enumerate(some):
            if isinstance(argument, ast.Name):
                yield [*some[:i], ast.BinOp(argument, ast.Sub(), ast.Constant(1)), *some[i + 1 :]]


def _flipped(node: ast.expr) -> ast.expr:
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        return ast.Constant(not node.value)
    if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Is | ast.Eq):
        return ast.UnaryOp(ast.Not(), node)
    return node


def _is_a_bound(node: ast.expr) -> bool:
    plain = node.operand if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) else node
    return is_large(plain) or isinstance(plain, ast.Name) or ast.unparse(plain) in INFINITIES
