"""Which slips about Python a program might have: what it says there is not what was meant."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import pairwise

from minimax_lab.check.edits.edit import Edit, Spot, line_of, put_at
from minimax_lab.check.edits.names import Names
from minimax_lab.check.edits.syntax import OTHER_EXTREME, name_node
from minimax_lab.check.edits.windows import INFINITIES, OTHER_WAY, Instead

CONTAINERS = ast.Dict, ast.List
ANY_OR_ALL = {"any": "all", "all": "any"}
SORTING = "sort", "sorted"
GIVE_ONCE = "enumerate", "filter", "map", "reversed", "zip"


def generators(node: ast.GeneratorExp | ast.Call, owner: ast.AST, names: Names) -> Iterator[Instead]:
    """What gives its values only once might be kept as a list."""
    if not isinstance(owner, ast.Assign):
        return
    if isinstance(node, ast.GeneratorExp):
        yield "used-up", node, ast.ListComp(node.elt, node.generators)
    elif getattr(node.func, "id", "") in GIVE_ONCE:
        yield "used-up", node, ast.Call(name_node("list"), [node], [])


def pairs_added(node: ast.BinOp) -> Iterator[Instead]:
    """`here + step` puts one tuple behind the other; their numbers might be meant to be added."""
    if isinstance(node.op, ast.Add) and isinstance(node.left, ast.Name) and isinstance(node.right, ast.Name):
        parts = [[ast.Subscript(side, ast.Constant(i), ast.Load()) for side in (node.left, node.right)] for i in (0, 1)]
        yield "pairs", node, ast.Tuple([ast.BinOp(one, ast.Add(), other) for one, other in parts], ast.Load())


def into_the_same_dict(spot: Spot, statement: ast.Assign, names: Names) -> Iterator[Edit]:
    """`table = {**table, key: entry}` makes a new dict; what is to be changed might be the one that was given."""
    target, value = statement.targets[0], statement.value
    if not isinstance(target, ast.Name) or target.id not in names.parameters:
        return
    rest: ast.expr | None = None
    if isinstance(value, ast.Dict) and value.keys[:1] == [None] and ast.unparse(value.values[0]) == target.id:
        rest = ast.Dict(value.keys[1:], value.values[1:])
    elif isinstance(value, ast.BinOp) and isinstance(value.op, ast.BitOr) and ast.unparse(value.left) == target.id:
        rest = value.right
    if rest:
        update = ast.Attribute(name_node(target.id), "update", ast.Load())
        yield spot.instead("same-dict", ast.Expr(ast.Call(update, [rest], [])))


def walruses(node: ast.NamedExpr, owner: ast.AST, names: Names) -> Iterator[Instead]:
    if isinstance(compared := node.value, ast.Compare):
        named = ast.NamedExpr(node.target, compared.left)
        yield "walrus", node, ast.Compare(named, compared.ops, compared.comparators)


def lambdas(node: ast.Lambda, owner: ast.AST, names: Names) -> Iterator[Instead]:
    for name in [] if node.args.args else names.assigned:
        now = ast.arguments([], [ast.arg(name)], None, [], [], None, [name_node(name)])
        yield "late", node, ast.Lambda(now, node.body)


def not_for_minus(node: ast.UnaryOp, owner: ast.AST) -> Iterator[Instead]:
    """`not color` is True or False; what is passed on might be `-color`."""
    if isinstance(node.op, ast.Not) and isinstance(node.operand, ast.Name) and isinstance(owner, ast.Call):
        yield "minus", node, ast.UnaryOp(ast.USub(), node.operand)
    if isinstance(node.op, ast.Invert):  # ~True is −2, which is also taken for true
        yield "role", node, ast.UnaryOp(ast.Not(), node.operand)


def and_before_or(node: ast.BoolOp) -> Iterator[Instead]:
    """`a and b or c` is `(a and b) or c`; what is meant might be `a and (b or c)`."""
    first, *rest = node.values
    if isinstance(node.op, ast.Or) and isinstance(first, ast.BoolOp):
        always, *some = first.values
        together = some[0] if len(some) == 1 else ast.BoolOp(ast.And(), some)
        yield "parentheses", node, ast.BoolOp(ast.And(), [always, ast.BoolOp(ast.Or(), [together, *rest])])


def only_where_bounds_meet(spot: Spot, names: Names) -> Iterator[Edit]:
    """A `break` without a test might be meant for where alpha and beta meet."""
    for low, high in pairwise(names.parameters):
        test = ast.Compare(name_node(low), [ast.GtE()], [name_node(high)])
        yield spot.instead("no-test", ast.If(test, [ast.Break()], []))


def below_zero(statement: ast.Try) -> Iterator[Edit]:
    """What catches an IndexError might be meant to catch an index below 0, too."""
    caught = [getattr(handler.type, "id", "") for handler in statement.handlers]
    first = statement.body[0]
    items = [node for node in ast.walk(first) if isinstance(node, ast.Subscript)]
    looked_up = [node for node in items if not isinstance(node.slice, ast.Slice)]
    if "IndexError" not in caught or not looked_up:
        return
    tests: list[ast.expr] = [ast.Compare(node.slice, [ast.Lt()], [ast.Constant(0)]) for node in looked_up]
    test = ast.BoolOp(ast.Or(), tests) if len(tests) > 1 else tests[0]
    leave = put_at(ast.If(test, [ast.Raise(name_node("IndexError"), None)], []), first)
    yield Edit("below-0", line_of(first), first, leave, ((statement, "body", [leave, *statement.body]),))


def what_stands_there(spot: Spot, value: ast.expr, names: Names) -> Iterator[Edit]:
    """`return values.index(best)` might be meant as `return cells[values.index(best)]`."""
    if isinstance(value, ast.Call) and getattr(value.func, "attr", "") == "index":
        for name in names.lists:
            yield spot.instead("place", ast.Return(ast.Subscript(name_node(name), value, ast.Load())))


def tested_like_the_others(node: ast.BoolOp) -> Iterator[Instead]:
    """Of `kind == LOWER and value >= beta or kind == UPPER`, the second might end with `and value <= alpha`."""
    tested = [value for value in node.values if isinstance(value, ast.BoolOp) and isinstance(value.op, ast.And)]
    bounds = [part for value in tested for part in value.values[1:] if isinstance(part, ast.Compare)]
    for i, value in enumerate(node.values if isinstance(node.op, ast.Or) else ()):
        for bound in (opposite(bound) for bound in bounds if isinstance(value, ast.Compare)):
            together = ast.BoolOp(ast.And(), [value, bound])
            yield "bound-too", node, ast.BoolOp(ast.Or(), [*node.values[:i], together, *node.values[i + 1 :]])


def opposite(bound: ast.Compare) -> ast.Compare:
    """The test of the other bound: `value <= alpha` for `value >= beta`."""
    (sign,), (compared,) = bound.ops[:1], bound.comparators[:1]
    other = {"alpha": "beta", "beta": "alpha"}.get(ast.unparse(compared), "")
    return ast.Compare(bound.left, [OTHER_WAY.get(type(sign), type(sign))()], [name_node(other) if other else compared])


def differences(node: ast.BinOp, owner: ast.AST) -> Iterator[Instead]:
    """`before - after` is negative if there is more after it; how far apart they are might be meant."""
    is_kept_above_0 = isinstance(owner, ast.Call) and ast.unparse(owner).startswith("max(0, ")
    if isinstance(node.op, ast.Sub) and (isinstance(owner, ast.Assign | ast.Return) or is_kept_above_0):
        yield "distance", node, ast.Call(name_node("abs"), [node], [])


def counted(node: ast.Call) -> Iterator[Instead]:
    """`bool(wins)` says whether there are any; whether there is one might be meant."""
    if getattr(node.func, "id", "") == "bool" and len(node.args) == 1:
        length = ast.Call(name_node("len"), [node.args[0]], [])
        yield "count", node, ast.Compare(length, [ast.Eq()], [ast.Constant(1)])


def compared_as_they_are(node: ast.Call) -> Iterator[Instead]:
    """`sorted(values, key=abs)` compares something else than the values; they themselves might be meant."""
    others = [keyword for keyword in node.keywords if keyword.arg != "key"]
    if [*map(ast.unparse, node.keywords)] != [*map(ast.unparse, others)] and _chooses(node):
        yield "no-key", node, ast.Call(node.func, node.args, others)


def _chooses(node: ast.Call) -> bool:
    return getattr(node.func, "id", getattr(node.func, "attr", "")) in (*OTHER_EXTREME, *SORTING)


def where_none_is_left(node: ast.Call, names: Names) -> Iterator[Instead]:
    """`next(winning, None)` is None where there is none; the first move of all might be meant."""
    if getattr(node.func, "id", "") == "next" and [*map(ast.unparse, node.args[1:])] == ["None"]:
        for state in names.states[:1]:
            moves = ast.Call(ast.Attribute(name_node(state), "get_legal_moves", ast.Load()), [], [])
            first = ast.Subscript(moves, ast.Constant(0), ast.Load())
            yield "none-left", node, ast.Call(node.func, [node.args[0], first], [])


def by_side(node: ast.Call, names: Names) -> Iterator[Instead]:
    """`any(…)` asks in the same way for both sides; for one of them, `all` might be meant."""
    if getattr(node.func, "id", "") in ANY_OR_ALL:
        other = ast.Call(name_node(ANY_OR_ALL[node.func.id]), node.args, [])  # type: ignore[attr-defined]
        for role in names.roles:
            yield "any-all-by-side", node, ast.IfExp(name_node(role), node, other)
            yield "any-all-by-side", node, ast.IfExp(name_node(role), other, node)


def from_zero(node: ast.Subscript, cut: ast.Slice) -> Iterator[Instead]:
    """`row[x - 1 : x + 2]` is empty if x is 0, because −1 is the last place."""
    if isinstance(cut.lower, ast.BinOp) and isinstance(cut.lower.op, ast.Sub):
        least = ast.Call(name_node("max"), [ast.Constant(0), cut.lower], [])
        yield "slice-from-0", node, ast.Subscript(node.value, ast.Slice(least, cut.upper, cut.step), node.ctx)


def sizes(node: ast.Compare) -> Iterator[Instead]:
    """`abs(value) > abs(best)` compares how far both are from 0; the numbers themselves might be meant."""
    sides = [side for side in (node.left, *node.comparators) if isinstance(side, ast.Call)]
    if len(sides) == 2 and all(getattr(side.func, "id", "") == "abs" and len(side.args) == 1 for side in sides):
        yield "no-abs", node, ast.Compare(sides[0].args[0], node.ops, [sides[1].args[0]])


def equal_to_truth(node: ast.Compare) -> Iterator[Instead]:
    """An empty list counts as False in a test, but `moves == False` is never true of a list."""
    wanted = getattr(node.comparators[0], "value", None)
    if isinstance(wanted, bool) and isinstance(node.ops[0], ast.Eq | ast.NotEq | ast.Is | ast.IsNot):
        is_turned = wanted is not isinstance(node.ops[0], ast.Eq | ast.Is)
        yield "truth", node, ast.UnaryOp(ast.Not(), node.left) if is_turned else node.left


def each_of_them(node: ast.SetComp, owner: ast.AST, names: Names) -> Iterator[Instead]:
    """A set has equal values only once; a list has all of them."""
    yield "each-once", node, ast.ListComp(node.elt, node.generators)


def said_by_a_search(node: ast.Attribute, names: Names) -> Iterator[Instead]:
    """`state.margin` is what a state says now; what `perfect(state)[0]` says of another one might be meant."""
    if id(node) not in names.called and isinstance(node.ctx, ast.Load) and node.attr != "active_player":
        for function in names.first_of:
            said = ast.Call(name_node(function), [node.value], [])
            yield "said-now", node, ast.Subscript(said, ast.Constant(0), ast.Load())


def or_for_empty(node: ast.BoolOp) -> Iterator[Instead]:
    """`table or {}` also makes a new one in the place of an empty one; and `alpha or -inf` takes 0 for nothing."""
    given, *rest = node.values
    if isinstance(node.op, ast.Or) and len(rest) == 1:
        is_made, is_infinite = isinstance(rest[0], CONTAINERS), ast.unparse(rest[0]).removeprefix("-") in INFINITIES
        if is_made or is_infinite:
            unless_none = ast.IfExp(ast.Compare(given, [ast.Is()], [ast.Constant(None)]), rest[0], given)
            yield "made-anew" if is_made else "unset", node, unless_none


def kept_again(node: ast.expr, owner: ast.AST, names: Names) -> Iterator[Instead]:
    """`cells.append(cell)` keeps the list itself, which may change later."""
    is_kept = isinstance(owner, ast.Call) and getattr(owner.func, "attr", "") == "append"
    if is_kept and isinstance(node, ast.Name) and node.id in names.assigned:
        yield "same-list", node, ast.Call(name_node("tuple"), [node], [])


def keys_or_values(node: ast.Call, names: Names) -> Iterator[Instead]:
    """`max(scores)` of a dict is the largest key: its largest value may be meant, or the key that has it."""
    chooses = getattr(node.func, "id", "") in (*OTHER_EXTREME, *names.assigned)
    if chooses and len(node.args) == 1 and isinstance(kept := node.args[0], ast.Name) and kept.id in names.dicts:
        values = ast.Call(ast.Attribute(kept, "values", ast.Load()), [], [])
        yield "keys", node, ast.Call(node.func, [values], node.keywords)
        yield "best-key", node, _best_key(node, kept)
    owner = getattr(node.args[0], "func", None) if chooses and len(node.args) == 1 else None
    if isinstance(owner, ast.Attribute) and owner.attr == "values" and isinstance(owner.value, ast.Name):
        yield "key-of-best", node, _best_key(node, owner.value)


def _best_key(node: ast.Call, kept: ast.Name) -> ast.Call:
    """The same call, for the key of a dict that has the best value."""
    return ast.Call(node.func, [kept], [ast.keyword("key", ast.Attribute(kept, "get", ast.Load()))])


def pairs_or_counts(node: ast.Call, owner: ast.AST, names: Names) -> Iterator[Instead]:
    """`max(pairs)` looks at what comes first in each pair; and what `sum` or `len` counts may lack one."""
    called, kept = getattr(node.func, "id", ""), node.args[0] if len(node.args) == 1 else None
    is_list = isinstance(kept, ast.ListComp | ast.GeneratorExp) or getattr(kept, "id", "") in names.lists
    if called in OTHER_EXTREME and is_list and not node.keywords:
        second = ast.Subscript(name_node("pair"), ast.Constant(1), ast.Load())
        by_second = ast.Lambda(ast.arguments([], [ast.arg("pair")], None, [], [], None, []), second)
        yield "by-second", node, ast.Call(node.func, node.args, [ast.keyword("key", by_second)])
    if called in ("sum", "len") and isinstance(owner, ast.Return | ast.BoolOp):
        yield "one-more", node, ast.BinOp(ast.Constant(1), ast.Add(), node)


def evaluated_again(node: ast.Call, names: Names) -> Iterator[Instead]:
    """`max(alpha, evaluate(child))` might be `max(alpha, best)`, with what the search has found."""
    if getattr(node.func, "id", "") in names.parameters:
        yield from (("found-already", node, name_node(name)) for name in names.assigned)
