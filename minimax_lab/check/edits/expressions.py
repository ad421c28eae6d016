"""Each way to write an expression of a student's program differently, with the idea that is wrong if that is right."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from itertools import chain, combinations, product

from minimax_lab.check.edits import slips
from minimax_lab.check.edits.boards import copies, directions, edges, is_turned, lists, opponents, players
from minimax_lab.check.edits.comparisons import comparisons
from minimax_lab.check.edits.names import STATE_METHODS, Names
from minimax_lab.check.edits.syntax import OTHER_EXTREME, index_of_end, infinity, is_stored, leaves, name_node, swapped
from minimax_lab.check.edits.windows import (
    INFINITIES,
    Instead,
    as_infinity,
    bounds_beside,
    full_window,
    left_out,
    one_left_out,
    one_ply_on,
    only_beyond_a_bound,
    other_bounds,
    turned,
    windows,
    with_window,
)

FAR = 1000  # plies: more than any game of a check has


def other_ways(node: ast.expr, owner: ast.AST, field: str, names: Names) -> Iterator[Instead]:
    """What might be written instead of an expression, which stands in that field of its owner."""
    beside = _compared_with(node, owner)
    for idea, old, new in chain(_by_kind(node, owner, field, names), _by_place(node, owner, field, names)):
        if not beside or old is not node or ast.unparse(new) not in beside:
            yield idea, old, new


def _compared_with(node: ast.expr, owner: ast.AST) -> set[str]:
    """What a comparison, max, min or tuple has besides this: nothing is to be compared with itself, or kept twice."""
    operands: list[ast.expr] = []
    if isinstance(owner, ast.Compare):
        operands = [owner.left, *owner.comparators]
    elif isinstance(owner, ast.Call) and _extreme(owner):
        operands = owner.args
    elif isinstance(owner, ast.Tuple):
        operands = owner.elts
    elif isinstance(owner, ast.IfExp):
        operands = [owner.body, owner.orelse]
    return {ast.unparse(other) for other in operands if other is not node}


def _by_kind(node: ast.expr, owner: ast.AST, field: str, names: Names) -> Iterator[Instead]:
    """Because of what it is: a comparison, a sum, a call."""
    if isinstance(node, ast.Name):
        yield from _names(node, owner, field, names)
    elif isinstance(node, ast.Constant):
        yield from _constants(node, owner, names)
    elif kind := KINDS.get(type(node)):
        yield from kind(node, owner, names)


def _joined(node: ast.BoolOp, owner: ast.AST, names: Names) -> Iterator[Instead]:
    yield from slips.or_for_empty(node)
    yield from chain(slips.and_before_or(node), slips.tested_like_the_others(node))
    yield "and-or", node, ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    for i in range(len(node.values)):
        rest = [*node.values[:i], *node.values[i + 1 :]]
        yield "condition", node, rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)


def _cases(node: ast.IfExp, owner: ast.AST, names: Names) -> Iterator[Instead]:
    yield "branches", node, ast.IfExp(node.test, node.orelse, node.body)
    yield "condition", node, node.body
    yield "condition", node, node.orelse
    if isinstance(node.body, ast.BinOp) and ast.unparse(node.orelse) == "0":  # `before - after if … else 0`
        yield from ((idea, node, new) for idea, _, new in slips.differences(node.body, owner))
    if isinstance(rest := node.orelse, ast.IfExp):  # of three cases, the first and the second
        yield "exchanged", node, ast.IfExp(node.test, rest.body, ast.IfExp(rest.test, node.body, rest.orelse))


def _signs(node: ast.UnaryOp, owner: ast.AST, names: Names) -> Iterator[Instead]:
    yield from slips.not_for_minus(node, owner)
    if isinstance(node.op, ast.Not) and not isinstance(node.operand, ast.Call):  # which need not be a number
        yield "unset", node, ast.Compare(node.operand, [ast.Is()], [ast.Constant(None)])
    if isinstance(node.op, ast.USub) and ast.unparse(node.operand) in INFINITIES:
        yield "other-infinity", node, node.operand
    elif isinstance(node.op, ast.UAdd):
        yield "sign", node, ast.UnaryOp(ast.USub(), node.operand)
    else:
        yield "sign" if isinstance(node.op, ast.USub) else "role", node, node.operand
    if isinstance(node.op, ast.USub) and _is_a_number(node.operand, names):  # taken with its sign
        yield from as_infinity(node, owner)
    if isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Call) and _extreme(node.operand):
        smallest = name_node(OTHER_EXTREME[_extreme(node.operand)])  # `-max(values)` might be `min(values)`
        yield "max-min", node, ast.Call(smallest, node.operand.args, node.operand.keywords)
        for i, item in enumerate(node.operand.args[:2]):  # or only one of them should have the minus
            args = [*node.operand.args[:i], ast.UnaryOp(ast.USub(), item), *node.operand.args[i + 1 :]]
            yield "sign", node, ast.Call(node.operand.func, args, node.operand.keywords)


def _sums(node: ast.BinOp, owner: ast.AST, names: Names) -> Iterator[Instead]:
    yield from slips.pairs_added(node)
    yield from slips.differences(node, owner)
    is_step = isinstance(node.right, ast.Constant) and node.right.value == 1
    yield "number" if is_step else "term", node, node.left
    yield "other-player" if is_turned(node) and not names.prunes else "term", node, node.right
    if isinstance(node.op, ast.Mult) and isinstance(node.left, ast.UnaryOp):  # `-side * inf` might be `-inf`
        yield "term", node, ast.UnaryOp(node.left.op, node.right)
    if isinstance(node.op, ast.Add | ast.Sub):
        other = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
        yield "sign", node, ast.BinOp(node.left, other, node.right)
    if isinstance(node.op, ast.Add) and (
        isinstance(node.left, ast.List) or not isinstance(node.right, ast.Constant | ast.Name)
    ):
        yield "exchanged", node, ast.BinOp(node.right, node.op, node.left)  # of lists, one comes first


def _attributes(node: ast.Attribute, owner: ast.AST, names: Names) -> Iterator[Instead]:
    yield from slips.said_by_a_search(node, names)
    if id(node) in names.called and f".{node.attr}" in names.others:
        for other in names.callable_instead(f".{node.attr}"):
            yield "function", node, ast.Attribute(node.value, other[1:], ast.Load())
    if id(node) not in names.called and node.attr in STATE_METHODS:
        yield "called", node, ast.Call(node, [], [])
    is_used = isinstance(owner, ast.Call | ast.Subscript | ast.Assign) and not isinstance(node.ctx, ast.Store)
    if is_used and id(node) not in names.called and owner is not node.value:
        for both in (1, 3):  # the players are 0 and 1, or 1 and 2
            yield "other-player", node, ast.BinOp(ast.Constant(both), ast.Sub(), node)
    yield from opponents(node, owner, names)
    of, is_written = getattr(node.value, "id", ""), isinstance(node.ctx, ast.Store)
    for other in names.attributes.get(of, ()) if id(node) not in names.called else ():
        if other != node.attr:
            yield "target" if is_written else "variable", node, ast.Attribute(node.value, other, node.ctx)


def _list_of_values(node: ast.ListComp, owner: ast.AST, names: Names) -> Iterator[Instead]:
    if isinstance(owner, ast.Assign):
        yield "sorted", node, ast.Call(name_node("sorted"), [node], [])
    if names.prunes and isinstance(owner, ast.Assign | ast.For):
        yield "one-by-one", node, ast.GeneratorExp(node.elt, node.generators)


def _subscripts(node: ast.Subscript, owner: ast.AST, names: Names) -> Iterator[Instead]:
    if isinstance(node.slice, ast.Slice):
        yield "slice", node, node.value
        yield from slips.from_zero(node, node.slice)
    if isinstance(owner, ast.Call) and not index_of_end(node):
        yield from (("variable", node, name_node(name)) for name in names.parameters)
    if isinstance(node.slice, ast.Slice):
        return
    if index_of_end(node) and isinstance(owner, ast.Call):  # always the first of them, say
        yield from (("fixed", node, name_node(name)) for name in names.assigned)
    elif getattr(node.value, "id", "") in names.lists and index_of_end(node):
        other_end = ast.UnaryOp(ast.USub(), ast.Constant(1)) if index_of_end(node) == "0" else ast.Constant(0)
        yield "number", node, ast.Subscript(node.value, other_end, node.ctx)
    elif isinstance(node.value, ast.Constant) and isinstance(node.value.value, str) and len(node.value.value) == 2:
        other_way = ast.Constant(node.value.value[::-1])  # "OX" for "XO"
        yield "opponent", node, ast.Subscript(other_way, node.slice, node.ctx)
    elif isinstance(node.value, ast.Subscript):
        inner = ast.Subscript(node.value.value, node.slice, ast.Load())
        yield "indices", node, ast.Subscript(inner, node.value.slice, node.ctx)


def _tuples(node: ast.Tuple, owner: ast.AST, names: Names) -> Iterator[Instead]:
    marks = [isinstance(getattr(item, "value", None), str) for item in node.elts]  # "exact" is no value, and no depth
    for i, j in combinations(range(len(node.elts) if isinstance(node.ctx, ast.Load) else 0), 2):
        if marks[i] == marks[j]:
            yield "exchanged", node, ast.Tuple(swapped(node.elts, i, j), ast.Load())
    yield from directions(node)


def _by_place(node: ast.expr, owner: ast.AST, field: str, names: Names) -> Iterator[Instead]:
    """Because of where it stands: it is returned, stored, passed on or tested."""
    is_loaded = isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
    is_infinite = field in ("value", "elts") and ast.unparse(node) in INFINITIES
    is_value = is_loaded and (field in ("args", "value", "elt") or is_infinite)
    is_last_resort = is_infinite and isinstance(owner, ast.Return)
    if is_value and isinstance(node, ast.Name | ast.Call | ast.Attribute) and not is_last_resort:
        yield "other-infinity" if is_infinite else "sign", node, ast.UnaryOp(ast.USub(), node)
    if field == "value" and isinstance(owner, ast.Return):
        for name, state in product(names.parameters, names.states):
            if ast.unparse(node) != f"{name}({state})":
                yield "returned", node, ast.Call(name_node(name), [name_node(state)], [])
        for name, extreme in product(names.lists, OTHER_EXTREME):
            yield "returned", node, ast.Call(name_node(extreme), [name_node(name)], [])
        for i in range(names.parts or 1 if isinstance(node, ast.Name | ast.Call) else 0):
            yield "part", node, ast.Subscript(node, ast.Constant(i), ast.Load())
    if field == "value" and isinstance(owner, ast.Assign) and getattr(node, "id", "") in names.parameters:
        for clock in names.clocks.values():
            yield "clock", node, ast.BinOp(clock, ast.Add(), node)
    if isinstance(owner, ast.Compare) and ast.unparse(node) in names.clocks:
        yield from (("clock", node, ast.BinOp(node, ast.Sub(), name_node(start))) for start in names.starts)
    if isinstance(owner, ast.Assign | ast.Call | ast.keyword) and id(node) not in names.called and is_loaded:
        yield from copies(node)
    if field == "value" and isinstance(owner, ast.Return) and isinstance(node, ast.Call | ast.Name):
        for name in names.variables:
            yield "view", node, ast.BinOp(name_node(name), ast.Mult(), node)
        for side in getattr(node, "args", ()):  # `f(state, 1 if is_max else -1)`
            if isinstance(side, ast.IfExp):
                yield "view", node, ast.BinOp(side, ast.Mult(), node)
    if isinstance(owner, ast.Return) and isinstance(node, ast.Name):
        others = names.assigned if node.id in names.assigned else names.parameters if names.prunes else ()
        for role, other in product(names.roles, [name for name in others if name not in (node.id, *names.roles)]):
            yield "returned", node, ast.IfExp(name_node(role), node, name_node(other))
            yield "returned", node, ast.IfExp(name_node(role), name_node(other), node)
    if _is_argument(owner, field) and ast.unparse(node).removeprefix("-") in INFINITIES:
        yield from (("fixed", node, name_node(name)) for name in names.variables)
    if field == "test" and isinstance(owner, ast.If) and not isinstance(node, ast.Compare):
        two_cases = owner.orelse or leaves(owner.body[-1])  # what comes after it is the other one
        yield "branches" if two_cases else "role", node, ast.UnaryOp(ast.Not(), node)
    if field == "test" and isinstance(owner, ast.If) and names.prunes:
        yield from other_bounds(node, owner.body[-1], names)
        yield from only_beyond_a_bound(node, owner.body[-1], names)
    if field == "values" and names.prunes and isinstance(node, ast.Compare):
        yield from bounds_beside(node, owner, names)
    if isinstance(node, ast.Call) and isinstance(owner, ast.Tuple | ast.Assign):  # what a table's key is made of
        yield from (("key", node, name_node(state)) for state in names.states if names.prunes)
    if field in ("test", "ifs"):
        yield from edges(node)
    if field == "test" and isinstance(owner, ast.If | ast.IfExp):
        for given in map(name_node, names.unused):  # which might say whose turn it is
            yield "role", node, given
            yield "role", node, ast.UnaryOp(ast.Not(), given)
    if field == "test" and isinstance(owner, ast.If) and isinstance(owner.body[-1], ast.Return):
        yield from _more_reasons_to_stop(node, names)
    is_alternative = field == "values" and isinstance(owner, ast.BoolOp) and isinstance(owner.op, ast.Or)
    is_test = (field == "test" and isinstance(owner, ast.If)) or (is_alternative and isinstance(node, ast.Compare))
    if is_test and not isinstance(node, ast.Name):
        for side in map(name_node, names.roles):
            yield "also", node, ast.BoolOp(ast.And(), [side, node])
            yield "also", node, ast.BoolOp(ast.And(), [ast.UnaryOp(ast.Not(), side), node])


def _calls(node: ast.Call, owner: ast.AST, names: Names) -> Iterator[Instead]:
    yield from slips.generators(node, owner, names)
    if isinstance(owner, ast.UnaryOp) and isinstance(owner.op, ast.USub):
        yield from turned(node)
    for i, j in combinations(range(len(node.args)), 2):
        yield "exchanged", node, ast.Call(node.func, swapped(node.args, i, j), node.keywords)
    for one, other in combinations(node.keywords, 2):
        both = {one: ast.keyword(one.arg, other.value), other: ast.keyword(other.arg, one.value)}
        yield "exchanged", node, ast.Call(node.func, node.args, [both.get(each, each) for each in node.keywords])
    if getattr(node.func, "id", getattr(node.func, "attr", "")) in slips.SORTING and not node.keywords:
        for name in names.roles:
            for reverse in (name_node(name), ast.UnaryOp(ast.Not(), name_node(name))):
                yield "sorting", node, ast.Call(node.func, node.args, [ast.keyword("reverse", reverse)])
    if len(node.args) == 1 and isinstance(node.func, ast.Name):
        yield "no-abs" if node.func.id == "abs" else "term", node, node.args[0]
    if isinstance(node.func, ast.Name) and node.func.id in names.parameters and len(node.args) == 1:
        for call in names.searching or names.helping:  # it only looks at the state, and might search it
            for rest in one_ply_on(call.args[1:]):
                yield "searched", node, ast.Call(call.func, [node.args[0], *rest], call.keywords)
    yield from chain(slips.keys_or_values(node, names), slips.pairs_or_counts(node, owner, names), slips.counted(node))
    if isinstance(owner, ast.Call) and _extreme(owner) and len(node.args) == 1:
        yield from slips.evaluated_again(node, names)
    yield from chain(
        slips.compared_as_they_are(node), slips.where_none_is_left(node, names), slips.by_side(node, names)
    )
    if _extreme(node) and len(node.args) > 1:
        for argument in node.args:
            yield "term", node, argument
    if any(call is node for call in names.searching):
        yield from left_out(node, names)
    elif names.prunes and any(call is node for call in names.helping):
        yield from chain(with_window(node, names), one_left_out(node, names))
    if names.prunes and not _extreme(node):
        yield from windows(node, names)
    elif not _extreme(node):
        yield from full_window(node)
    if ast.unparse(node) == "float('-inf')":
        yield "other-infinity", node, infinity()


def _extreme(node: ast.Call) -> str:
    """ "max" or "min", if that is what is called."""
    return node.func.id if isinstance(node.func, ast.Name) and node.func.id in OTHER_EXTREME else ""


def _is_range(owner: ast.AST) -> bool:
    return isinstance(owner, ast.Call) and ast.unparse(owner.func) == "range"


def _is_argument(owner: ast.AST, field: str) -> bool:
    return isinstance(owner, ast.keyword) or (isinstance(owner, ast.Call) and field == "args")


def _names(node: ast.Name, owner: ast.AST, field: str, names: Names) -> Iterator[Instead]:
    if node.id in slips.ANY_OR_ALL:
        yield "any-all", node, name_node(slips.ANY_OR_ALL[node.id])
    if node.id in OTHER_EXTREME:
        opposite = name_node(OTHER_EXTREME[node.id])
        yield "max-min", node, opposite
        for name in names.roles if not isinstance(owner, ast.IfExp) else ():
            yield "max-min", node, ast.IfExp(name_node(name), node, opposite)
            yield "max-min", node, ast.IfExp(name_node(name), opposite, node)
        return
    if id(node) in names.called:
        yield from (("function", node, name_node(other)) for other in names.callable_instead(node.id))
        return
    if node.id not in names.known:
        if isinstance(owner, ast.Assign) and not is_stored(node):  # a number that is written further up
            yield from as_infinity(node, owner)
        yield from players(node, owner, names)
        for other in names.outside if node.id in names.outside else ():
            if other != node.id:
                yield "variable", node, name_node(other)
        if node.id in names.outside and isinstance(owner, ast.Tuple):
            yield from (("fixed", node, name_node(name)) for name in names.variables)
        return
    if is_stored(node) and node.id in names.unread:  # what belongs to an object might be meant
        for of, attribute in ((of, each) for of, some in names.attributes.items() for each in dict.fromkeys(some)):
            yield "target", node, ast.Attribute(name_node(of), attribute, node.ctx)
    if is_stored(node) and node.id in names.parameters:  # which may still be needed
        yield "target", node, ast.Name("_", node.ctx)
    is_entry = id(node) in names.entries
    others = [*names.variables, *(names.assigned if is_entry else ())]
    if node.id in names.roles and not is_stored(node):  # in its place, a state would always be true
        others = [*names.roles, *names.flags]
    others.sort(key=lambda name: isinstance(owner, ast.Return) and name in names.parameters)  # what was found out first
    if id(node) in names.factors:  # another factor fits by chance, but for the sign that changes from ply to ply
        others = [name for name in names.signs if node.id not in names.parameters]
    for other in dict.fromkeys(others):
        if other != node.id:
            yield "target" if is_stored(node) else "stored" if is_entry else "variable", node, ast.Name(other, node.ctx)
    if is_stored(node):
        return
    yield from (("variable", node, unpacked) for unpacked in names.unpacked.get(node.id, ()))
    if _is_argument(owner, field):
        yield "role", node, ast.UnaryOp(ast.Not(), node)
        for sign in () if node.id in names.roles else (ast.Sub(), ast.Add()):
            yield "number", node, ast.BinOp(node, sign, ast.Constant(1))
        if node.id in names.states:
            yield from (("no-move", node, made) for made in names.moves_made)
    if field == "values" and node.id in names.parameters:  # one of several conditions: whose turn it is, say
        yield "role", node, ast.UnaryOp(ast.Not(), node)
    if field in ("test", "values") and node.id in names.assigned:
        yield "unset", node, ast.Compare(node, [ast.IsNot()], [ast.Constant(None)])


def _constants(node: ast.Constant, owner: ast.AST, names: Names) -> Iterator[Instead]:
    if isinstance(node.value, bool):
        yield "role", node, ast.Constant(not node.value)
        for name in dict.fromkeys((*names.parameters, *names.roles)):
            yield "role", node, ast.UnaryOp(ast.Not(), name_node(name))
            yield "role", node, name_node(name)
        for side in names.sides if not names.roles else ():
            yield "role", node, ast.UnaryOp(ast.Not(), side)
            yield "role", node, side
    elif isinstance(node.value, int | float) or (node.value is None and not isinstance(owner, ast.Compare)):
        if not isinstance(owner, ast.UnaryOp):
            yield from as_infinity(node, owner)
        if node.value is None and isinstance(owner, ast.Assign | ast.Tuple):
            for state in names.states or names.parameters[:1]:
                moves = ast.Call(ast.Attribute(name_node(state), "get_legal_moves", ast.Load()), [], [])
                yield "any-move", node, ast.Subscript(moves, ast.Constant(0), ast.Load())
        if node.value is not None:
            has_a_sign = isinstance(owner, ast.UnaryOp | ast.AugAssign | ast.BinOp)
            signs = () if has_a_sign else (-node.value,)
            least = 1 if isinstance(owner, ast.Slice) else min(0, -node.value)  # a slice from 0 is no slice
            ends = owner.args[:2] if _is_range(owner) else []  # type: ignore[attr-defined]
            if node in ends:  # from −1 on, the last one comes first; but down to −1, 0 is the last one
                least = -1 if node is not ends[0] else 0
            for number in dict.fromkeys((node.value - 1, node.value + 1, *signs, 0, 1)):
                if number != node.value and number >= least:
                    yield "slice-end" if isinstance(owner, ast.Slice) else "number", node, ast.Constant(number)
            yield from (("fixed", node, name_node(name)) for name in names.variables)
            is_end = isinstance(owner, ast.Compare) or (_is_range(owner) and node is owner.args[-1])  # type: ignore[attr-defined]
            if is_end and node.value > 1 and (names.clocks or names.catches):
                yield "limit", node, ast.Constant(FAR)


def _is_a_number(node: ast.expr, names: Names) -> bool:
    """Whether a number is written here, or a name for one from outside of the function, such as inf."""
    if isinstance(node, ast.Name):
        return node.id not in names.known
    return isinstance(node, ast.Constant) and type(node.value) in (int, float)


def _more_reasons_to_stop(node: ast.expr, names: Names) -> Iterator[Instead]:
    for state in names.states:
        over = ast.Call(ast.Attribute(name_node(state), "get_legal_moves", ast.Load()), [], [])
        yield "stop", node, ast.BoolOp(ast.Or(), [node, ast.UnaryOp(ast.Not(), over)])
    for name in names.parameters:
        yield "stop", node, ast.BoolOp(ast.Or(), [node, ast.Compare(name_node(name), [ast.LtE()], [ast.Constant(0)])])


KINDS: dict[type[ast.expr], Callable[..., Iterator[Instead]]] = {
    ast.Compare: comparisons,
    ast.BoolOp: _joined,
    ast.IfExp: _cases,
    ast.UnaryOp: _signs,
    ast.BinOp: _sums,
    ast.Call: _calls,
    ast.Attribute: _attributes,
    ast.GeneratorExp: slips.generators,
    ast.SetComp: slips.each_of_them,
    ast.ListComp: _list_of_values,
    ast.NamedExpr: slips.walruses,
    ast.Lambda: slips.lambdas,
    ast.Subscript: _subscripts,
    ast.List: lists,
    ast.Set: lists,
    ast.Tuple: _tuples,
}
