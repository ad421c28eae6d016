"""Small edits of a program, made in its syntax tree: what a slip of the pen changes, and what undoes one.

An edit says which idea it concerns (a key of `texts.repairs.IDEAS`), in which line, and what stands there before and
after. It is made and undone in place, because hundreds of them are tried on one program.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, combinations, pairwise, permutations, product, takewhile
from typing import Any, cast

from minimax_lab.check.edits.boards import board_ways, for_whoever_moves, turned_over
from minimax_lab.check.edits.edit import Edit, Place, Spot, added, line_of, put_at, with_name
from minimax_lab.check.edits.expressions import other_ways
from minimax_lab.check.edits.names import Names
from minimax_lab.check.edits.statements import (
    for_both_sides,
    move_not_kept,
    of_loop,
    of_statement,
    own_score,
    search_not_used,
    shared,
    what_is_compared,
)
from minimax_lab.check.edits.syntax import (
    OTHER_EXTREME,
    infinity,
    inner_functions,
    is_constant,
    is_stored,
    is_text,
    leaves,
    name_node,
    nodes_of,
    swapped,
)
from minimax_lab.check.edits.windows import INFINITIES, Instead

BLOCKS = "body", "orelse", "finalbody"
SIMPLE = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr, ast.Break, ast.Continue, ast.Return)
LOOPS = (ast.For, ast.While)


def single_edits(function: ast.FunctionDef, others: Mapping[str, int], prunes: bool = False) -> Iterator[Edit]:
    """Every small edit of a function. `others` are functions that it might call, with their numbers of parameters
    (`.name` is a method); `prunes`: it has to cut.
    """
    yield from _edits_in(function, Names(function, others, prunes))


def _edits_in(function: ast.FunctionDef, names: Names) -> Iterator[Edit]:
    for inner in inner_functions(function):
        yield from _edits_in(inner, Names(inner, _with_siblings(function, names), names.prunes, names))
        yield from _of_outer_function(inner, names)
    yield from shared(function, names)
    for owner in nodes_of(function):
        for field, value in ast.iter_fields(owner):
            if isinstance(value, ast.expr):
                yield from _in_place(_ways(value, owner, field, names), owner, field)
            elif isinstance(value, list) and value and isinstance(value[0], ast.expr):
                for index, item in enumerate(value):
                    yield from _in_list(_ways(item, owner, field, names), owner, field, value, index)
            elif isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                yield from _of_block(owner, field, value, names)
    yield from _of_statements(function, names)
    yield from for_both_sides(function, names)
    yield from for_whoever_moves(function, names)


def _of_outer_function(inner: ast.FunctionDef, outer: Names) -> Iterator[Edit]:
    """What an inner function sets might be meant to be the outer function's."""
    set_here = {node.id: node for node in nodes_of(inner) if isinstance(node, ast.Name) and is_stored(node)}
    for name, node in set_here.items():
        if name in outer.assigned:
            of_outer = put_at(ast.Nonlocal([name]), inner.body[0])
            yield Edit("nonlocal", line_of(node), node, of_outer, ((inner, "body", [of_outer, *inner.body]),))


def _ways(node: ast.expr, owner: ast.AST, field: str, names: Names) -> Iterator[Instead]:
    return chain(other_ways(node, owner, field, names), board_ways(node, owner, field, names))


def _with_siblings(function: ast.FunctionDef, names: Names) -> dict[str, int]:
    """What a function inside of this one might call: also those beside it."""
    return {**names.others, **{inner.name: len(inner.args.args) for inner in inner_functions(function)}}


def _in_place(found: Iterator[Instead], owner: ast.AST, field: str) -> Iterator[Edit]:
    for idea, old, new in found:
        yield Edit(idea, line_of(old), old, put_at(new, old), ((owner, field, new),))


def _in_list(found: Iterator[Instead], owner: ast.AST, field: str, items: list[Any], index: int) -> Iterator[Edit]:
    for idea, old, new in found:
        yield Edit(
            idea, line_of(old), old, put_at(new, old), ((owner, field, [*items[:index], new, *items[index + 1 :]]),)
        )


# Statements: moved, left out, put in


def _of_block(owner: ast.AST, field: str, block: list[ast.stmt], names: Names) -> Iterator[Edit]:
    for i, statement in enumerate(block):
        spot = Spot(owner, field, block, i)
        is_a_line = [other.lineno for other in block].count(statement.lineno) == 1
        if isinstance(statement, SIMPLE) and not is_constant(statement) and is_a_line:
            kept = [] if len(block) > 1 else [put_at(ast.Pass(), statement)]
            yield Edit("removed", line_of(statement), statement, None, (spot.holding(*kept),))
        if isinstance(statement, ast.Return) and block[i + 1 :]:
            later = owner, field, [*block[:i], *block[i + 1 :], statement]
            yield Edit("unreachable", line_of(statement), statement, statement, (later,))
        if (kind := KINDS.get(type(statement))) and not is_text(statement):
            yield from kind(spot, statement, names)
        yield from of_statement(spot, statement, names)
        yield from _out_of(spot, statement)
        if isinstance(statement, LOOPS):
            yield from of_loop(spot, statement, names)
        loop = statement.body[0] if isinstance(statement, ast.Try | ast.If) else statement
        if isinstance(loop, LOOPS):
            for first in takewhile(lambda earlier: isinstance(earlier, ast.Assign), reversed(block[:i])):
                yield from _begins_with(cast(ast.Assign, first), names)
    for i, (first, second) in enumerate(pairwise(block)):
        yield from _of_neighbours(Spot(owner, field, block, i), first, second, names)


def _of_neighbours(spot: Spot, first: ast.stmt, second: ast.stmt, names: Names) -> Iterator[Edit]:
    """Two statements, one after the other: which comes first, and does one of them belong into the other?"""
    block, i = spot.block, spot.i
    yield from search_not_used(spot, first, second, names)
    ends_loop = isinstance(first, ast.If) and isinstance(first.body[-1], ast.Break)
    if _is_a_step(first) and (_is_a_step(second) or (ends_loop and isinstance(second, ast.If))):
        yield Edit("order", line_of(first), first, second, ((spot.owner, spot.field, swapped(block, i, i + 1)),))
        late = isinstance(second, ast.Assign | ast.Expr)  # not a counter: with that, the loop would begin at 1
        if i and late and _is_a_step(block[i - 1]) and isinstance(block[i - 1], SIMPLE):
            earlier = [*block[: i - 1], second, block[i - 1], first, *block[i + 2 :]]
            yield Edit("late-step", line_of(second), second, block[i - 1], ((spot.owner, spot.field, earlier),))
    loop = second.body[0] if isinstance(second, ast.Try | ast.If) else second
    if isinstance(first, ast.Assign) and isinstance(loop, LOOPS):
        yield Edit("reset", line_of(first), first, first, ((loop, "body", [first, *loop.body]), spot.holding()))
    yield from own_score(first, second, names)
    for inner in BLOCKS:  # the second one belongs into the first, at its end
        is_moved = isinstance(second, SIMPLE) or _is_a_step(second)
        if is_moved and getattr(first, inner, None) and not leaves(getattr(first, inner)[-1]):
            longer, rest = [*getattr(first, inner), second], [*block[: i + 1], *block[i + 2 :]]
            yield Edit("in", line_of(second), second, second, ((first, inner, longer), (spot.owner, spot.field, rest)))
            *before, last = getattr(first, inner)
            if isinstance(first, LOOPS) and before and isinstance(last, ast.If) and leaves(last.body[-1]):
                places = (first, inner, [*before, second, last]), (spot.owner, spot.field, rest)
                yield Edit("in-before", line_of(second), second, last.test, places)


def _begins_with(first: ast.Assign, names: Names) -> Iterator[Edit]:
    """What is set before a loop might be an infinity, the one or the other, for one side or for both."""
    lowest = ast.UnaryOp(ast.USub(), infinity())
    by_side = [ast.IfExp(side, lowest, infinity()) for side in names.sides]
    is_number = not names.spoken_of(first.value) and not isinstance(first.value, ast.Attribute)
    plain = [] if is_number else [infinity(), lowest]  # a number is tried where it stands
    is_infinite = ast.unparse(first.value).removeprefix("-") in INFINITIES
    for worst in (*plain, *by_side):
        idea = "both-infinities" if is_infinite and worst in by_side else "infinity"
        yield Edit(idea, line_of(first), first.value, put_at(worst, first), ((first, "value", worst),))


def _out_of(spot: Spot, outer: ast.stmt) -> Iterator[Edit]:
    """The last one of a block belongs after it; what is returned, perhaps also after the block around that."""
    for inner in BLOCKS:
        body = getattr(outer, inner, None) or []
        if len(body) > 1 and isinstance(last := body[-1], (*SIMPLE, ast.If)):
            yield Edit("out", line_of(last), last, last, ((outer, inner, body[:-1]), spot.holding(outer, last)))
        deeper = body[-1].body if body and isinstance(outer, LOOPS) and isinstance(body[-1], LOOPS) else []
        if len(deeper) > 1 and isinstance(last := deeper[-1], ast.Return):
            yield Edit(
                "far-out", line_of(last), last, last, ((body[-1], "body", deeper[:-1]), spot.holding(outer, last))
            )


def _too_early(spot: Spot, statement: ast.Return, names: Names) -> Iterator[Edit]:
    """`return value` in a loop might be `best = max(best, value)`; or it should only leave the loop."""
    if isinstance(spot.owner, ast.If) and statement.value is not None:
        yield spot.instead("leaves-all", ast.Break())
    if isinstance(spot.owner, LOOPS) and statement.value is not None:
        for name, extreme in product(names.assigned, OTHER_EXTREME):
            better = ast.Call(name_node(extreme), [name_node(name), statement.value], [])
            yield spot.instead("early", ast.Assign([ast.Name(name, ast.Store())], better))


def _result_lost(spot: Spot, statement: ast.Expr, names: Names) -> Iterator[Edit]:
    """What is computed might be meant to be returned, or to be kept."""
    yield spot.instead("return", ast.Return(statement.value))
    for name in names.spoken_of(statement.value):
        yield spot.instead("unused", ast.Assign([ast.Name(name, ast.Store())], statement.value))


def _goes_on(spot: Spot, statement: ast.stmt, names: Names) -> Iterator[Edit]:
    if isinstance(statement, ast.Continue):
        yield spot.instead("goes-on", ast.Break())
    elif names.prunes:
        yield spot.instead("break", ast.Break())


def _tests(spot: Spot, statement: ast.If, names: Names) -> Iterator[Edit]:
    body, test = statement.body, statement.test
    if isinstance(body[-1], ast.Break):
        yield Spot(statement, "body", body, len(body) - 1).instead("leaves", ast.Continue())
    compared = [part for part in getattr(test, "values", [test]) if isinstance(part, ast.Compare)]
    for part in compared:
        yield from _best_not_kept(statement, part, names)
    if compared:
        yield from move_not_kept(statement, names)
        yield from what_is_compared(statement, compared[0])
    if len(statement.orelse) == 1 and isinstance(apart := statement.orelse[0], ast.If):
        yield Edit("elif", line_of(apart), apart, apart, ((statement, "orelse", []), spot.holding(statement, apart)))
        if not apart.orelse:
            yield Edit("condition", line_of(apart), apart.test, None, ((statement, "orelse", apart.body),))
    last = statement.orelse[0] if len(statement.orelse) == 1 else None
    if isinstance(last, ast.Return | ast.Break) and isinstance(spot.owner, LOOPS):
        yield Edit("stops", line_of(last), last, None, ((statement, "orelse", []),))
    if not statement.orelse:
        if len(body) == 1 and leaves(body[0]) and len(spot.block) > 1:
            yield Edit("removed", line_of(statement), statement, None, (spot.holding(),))
        if isinstance(body[-1], SIMPLE):
            yield Edit("condition", line_of(statement), test, None, (spot.holding(*body),))
        if not leaves(body[-1]):
            yield spot.instead("once", ast.While(test, body, []))
            if isinstance(spot.owner, LOOPS) and not names.prunes:
                place = statement, "orelse", [put_at(ast.Break(), statement)]
                yield Edit("else-break", line_of(statement), test, statement, (place,))


def _begins_too_early(spot: Spot, statement: ast.While, names: Names) -> Iterator[Edit]:
    """What a loop does at the end of each round, to go on, might also be needed before the first one."""
    steps = [*takewhile(lambda step: isinstance(step, ast.Assign | ast.AugAssign), reversed(statement.body))]
    if steps and len(steps) < len(statement.body):
        places = (spot.holding(*reversed(steps), statement),)
        yield Edit("first-step", line_of(statement), statement, statement, places)


def _best_not_kept(statement: ast.If, test: ast.Compare, names: Names) -> Iterator[Edit]:
    """`if value > best` might be meant to be followed by `best = value`."""
    sides = [side.id for side in (test.left, *test.comparators) if isinstance(side, ast.Name)]
    stored = {node.id for part in statement.body for node in ast.walk(part) if isinstance(node, ast.Name)}
    for best, value in permutations(sides, 2):
        if best in names.assigned and best not in stored and not leaves(statement.body[-1]):
            new = ast.Assign([ast.Name(best, ast.Store())], name_node(value))
            yield added("forgets", statement, "body", statement.body, len(statement.body), new)


def _is_a_step(statement: ast.stmt) -> bool:
    """Whether it is one thing to do, which might come before or after another; a test with one thing to do is."""
    if isinstance(statement, ast.If):
        return len(statement.body) == 1 and not statement.orelse
    return isinstance(statement, SIMPLE) and not leaves(statement)


def _assigned(spot: Spot, statement: ast.Assign, names: Names) -> Iterator[Edit]:
    """`best = value` might be `best = max(best, value)`."""
    target, extremes = statement.targets[0], [*OTHER_EXTREME, *names.choosing]
    kept = isinstance(statement.value, ast.Call) and getattr(statement.value.func, "id", "") in extremes
    is_one = len(statement.targets) == 1 and isinstance(target, ast.Name | ast.Subscript)
    if is_one and not isinstance(statement.value, ast.Constant) and not kept:
        for name in extremes:
            value = ast.Call(name_node(name), [_read(target), statement.value], [])
            yield spot.instead("keeps", ast.Assign([target], value))
    is_set = names.spoken_of(ast.Tuple(statement.targets, ast.Store()))
    for old, new in permutations(names.variables, 2):
        if old in is_set:
            yield spot.instead("target", with_name(statement, old, new))
    if isinstance(target, ast.Tuple) and isinstance(statement.value, ast.Call):
        fresh = [_unless_parameter(item, names) for item in target.elts]
        yield spot.instead("taken", ast.Assign([ast.Tuple(fresh, ast.Store())], statement.value))
    yield from _other_bound(spot, target, statement.value, names)
    yield from _overwritten(spot, target, statement.value, names)


def _other_bound(spot: Spot, target: ast.expr, value: ast.expr, names: Names) -> Iterator[Edit]:
    """`alpha = max(alpha, value)` might be `beta = min(beta, value)`."""
    extreme = getattr(value.func, "id", "") if isinstance(value, ast.Call) else ""
    bound = getattr(target, "id", "")
    if names.prunes and bound in names.parameters and extreme in OTHER_EXTREME:
        opposite = ast.Call(name_node(OTHER_EXTREME[extreme]), value.args, [])  # type: ignore[attr-defined]
        for other in (name for name in names.parameters if name != bound):
            moved = ast.Assign([ast.Name(other, ast.Store())], with_name(opposite, bound, other))
            yield spot.instead("other-bound", moved)


def _added_up(spot: Spot, statement: ast.AugAssign, names: Names) -> Iterator[Edit]:
    """`best += value` might be `best = max(best, value)`; but `count += 1` only counts."""
    adds = isinstance(statement.op, ast.Add) and not isinstance(statement.value, ast.Constant)
    for extreme in OTHER_EXTREME if adds else ():
        larger = ast.Call(name_node(extreme), [_read(statement.target), statement.value], [])
        yield spot.instead("adds", ast.Assign([statement.target], larger))
    value = ast.BinOp(_read(statement.target), statement.op, statement.value)
    yield from _overwritten(spot, statement.target, value, names)


def _overwritten(spot: Spot, target: ast.expr, value: ast.expr, names: Names) -> Iterator[Edit]:
    """What is assigned to a parameter might be a variable of its own."""
    if isinstance(target, ast.Name) and target.id in names.parameters:
        own, statement = f"new_{target.id}", spot.block[spot.i]
        new = put_at(ast.Assign([ast.Name(own, ast.Store())], value), statement)
        rest = with_name(spot.block[spot.i + 1 :], target.id, own)
        places = (spot.owner, spot.field, [*spot.block[: spot.i], new, *rest])
        yield Edit("overwrites", line_of(statement), statement, new, (places,))


KINDS: dict[type[ast.stmt], Callable[..., Iterator[Edit]]] = {
    ast.Assign: _assigned,
    ast.AugAssign: _added_up,
    ast.Return: _too_early,
    ast.Expr: _result_lost,
    ast.Pass: _goes_on,
    ast.Continue: _goes_on,
    ast.If: _tests,
    ast.While: _begins_too_early,
}


def _read(target: ast.expr) -> Any:
    """The same, but read and not written."""
    now = with_name(target, "", "")
    now.ctx = ast.Load()
    return now


def _unless_parameter(target: ast.expr, names: Names) -> ast.expr:
    return ast.Name("_", ast.Store()) if getattr(target, "id", "") in names.parameters else target


def _of_statements(function: ast.FunctionDef, names: Names) -> Iterator[Edit]:
    """What might be missing: a return, a cut-off, a bound that is moved."""
    for owner in nodes_of(function):
        for field in BLOCKS:
            block = getattr(owner, field, None)
            if not isinstance(block, list) or not block or not isinstance(block[0], ast.stmt):
                continue
            if isinstance(owner, ast.FunctionDef | ast.If) and not isinstance(block[-1], ast.Return):
                for value in (*map(name_node, names.assigned), *names.answers):
                    yield added("return", owner, field, block, len(block), ast.Return(value))
            if isinstance(block[-1], ast.Return) and isinstance(block[-1].value, ast.Name) and len(block) > 1:
                known = [*names.attributes.get(block[-1].value.id, ()), *names.attributes.get("self", ())]
                yield from _turns_missing(owner, field, block, known)
            if field == "body" and isinstance(owner, LOOPS):
                for name, answer in product(names.flags, (True, False)):
                    flag = ast.Assign([ast.Name(name, ast.Store())], ast.Constant(answer))
                    yield added("flag", owner, field, block, len(block), flag)
                yield from _cuts_missing(owner, block, names) if names.prunes else ()
    returns = [node for node in nodes_of(function) if isinstance(node, ast.Return)]
    for statement, value in product(returns, names.returned):
        place: Place = statement, "value", value
        if statement.value is None:
            yield Edit("returned", line_of(statement), statement, put_at(ast.Return(value), statement), (place,))
        elif value is not statement.value:
            yield Edit("returned", line_of(statement), statement.value, value, (place,))
    yield from _exchanged_marks(function, names)
    numbers = [each for each in returns if isinstance(getattr(each.value, "operand", each.value), ast.Constant)]
    for one, other in combinations(numbers, 2):
        places = (one, "value", other.value), (other, "value", one.value)
        yield Edit("swapped-returns", line_of(one), one, other, places)


def _turns_missing(owner: ast.AST, field: str, block: list[ast.stmt], attributes: Sequence[str]) -> Iterator[Edit]:
    """What is returned might have to say first that it is the other one's turn."""
    of = block[-1].value  # type: ignore[attr-defined]
    for attribute in dict.fromkeys(attributes):
        for now in turned_over(ast.Attribute(of, attribute, ast.Load())):
            new = ast.Assign([ast.Attribute(of, attribute, ast.Store())], now)
            yield added("turn", owner, field, block, len(block) - 1, new)


def _exchanged_marks(function: ast.FunctionDef, names: Names) -> Iterator[Edit]:
    """A variable is set to one mark here and to another one there, or compared with it: each might belong in the
    other's place.

    A mark is a text, or a name from outside, such as LOWER.
    """
    assigned = [node for node in nodes_of(function) if isinstance(node, ast.Assign) and len(node.targets) == 1]
    for one, other in combinations([node for node in assigned if _with_mark(node.value, node.value, names)], 2):
        its, others = _with_mark(one.value, other.value, names), _with_mark(other.value, one.value, names)
        if its and others and ast.unparse(one.targets[0]) == ast.unparse(other.targets[0]):
            yield Edit("swapped", line_of(one), one, other, ((one, "value", its), (other, "value", others)))
    compared = [node for node in nodes_of(function) if isinstance(node, ast.Compare)]
    for test, later in combinations([node for node in compared if _is_mark(node.comparators[0], names)], 2):
        if ast.unparse(test.left) == ast.unparse(later.left):
            exchanged = (test, "comparators", later.comparators), (later, "comparators", test.comparators)
            yield Edit("swapped-tests", line_of(test), test, later, exchanged)


def _with_mark(value: ast.expr, other: ast.expr, names: Names) -> ast.expr | None:
    """The first value with the mark of the other one: a mark itself, or a tuple with one; None if one has none."""
    if _is_mark(value, names) and _is_mark(other, names):
        return other
    if not isinstance(value, ast.Tuple) or not isinstance(other, ast.Tuple):
        return None
    both = [*zip(value.elts, other.elts, strict=False)]
    marks = [i for i, (part, its) in enumerate(both) if _is_mark(part, names) and _is_mark(its, names)]
    if not marks or len(value.elts) != len(other.elts):
        return None
    return put_at(
        ast.Tuple([*value.elts[: marks[0]], other.elts[marks[0]], *value.elts[marks[0] + 1 :]], value.ctx), value
    )


def _is_mark(node: ast.expr, names: Names) -> bool:
    return isinstance(getattr(node, "value", None), str) or getattr(node, "id", None) in names.outside


def _cuts_missing(loop: ast.AST, block: list[ast.stmt], names: Names) -> Iterator[Edit]:
    for low, high in permutations(names.parameters, 2):
        test = ast.Compare(name_node(low), [ast.GtE()], [name_node(high)])
        yield added("break", loop, "body", block, len(block), ast.If(test, [ast.Break()], []))
    first = sorted(range(len(block), 0, -1), key=lambda i: not isinstance(block[i - 1], ast.Assign))
    places = [(loop, "body", block, i) for i in first]  # where something was set just now, and is known
    for inner in block:
        for field in ("body", "orelse") if isinstance(inner, ast.If) else ():
            branch = getattr(inner, field)
            places += [(inner, field, branch, len(branch))] if branch else []
    values = [name for name in names.assigned if name not in names.parameters]
    for owner, field, where, i in places:
        for bound in names.parameters:
            for value in values:
                for extreme in OTHER_EXTREME:
                    moved = ast.Call(name_node(extreme), [name_node(bound), name_node(value)], [])
                    new = ast.Assign([ast.Name(bound, ast.Store())], moved)
                    yield added("update", owner, field, where, i, new)
