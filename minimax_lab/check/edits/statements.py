"""What might be meant instead of a statement: to return and not to print, to set and not to compare, to go on further,
to change the new state and not the old one. And instead of a loop: what runs once, what decides when it is left, for
which side it chooses.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import product
from typing import Any

from minimax_lab.check.edits.boards import deep_copy, is_not_blocked, turned_over
from minimax_lab.check.edits.edit import Edit, Place, Spot, added, line_of, put_at, with_name
from minimax_lab.check.edits.names import Names
from minimax_lab.check.edits.slips import below_zero, into_the_same_dict, only_where_bounds_meet, what_stands_there
from minimax_lab.check.edits.syntax import OTHER_EXTREME, infinity, is_stored, is_text, leaves, name_node, nodes_of
from minimax_lab.check.edits.windows import INFINITIES, OTHER_WAY

PLACES = (ast.Name, ast.Attribute, ast.Subscript)  # what can be set
LOOPS = (ast.For, ast.While)
CHANGES = (ast.Assign, ast.AugAssign, ast.Expr)
CHOICES = (ast.If, ast.IfExp)
CHANGING = {"add", "append", "clear", "discard", "extend", "insert", "pop", "remove", "reverse", "sort", "update"}


def of_statement(spot: Spot, statement: ast.stmt, names: Names) -> Iterator[Edit]:
    """The edits of a statement, where it stands."""
    if isinstance(statement, ast.Expr):
        yield from _of_expression(spot, statement.value)
    elif isinstance(statement, ast.AugAssign):
        yield from _turns(spot, statement.target, statement.target)
    elif isinstance(statement, ast.Assign):
        if isinstance(statement.targets[0], ast.Name) and ast.unparse(statement.value) in ("1", "+1"):
            yield spot.instead("counts", ast.AugAssign(statement.targets[0], ast.Add(), ast.Constant(1)))
        if isinstance(statement.value, ast.BinOp):
            yield from _turns(spot, statement.targets[0], statement.value.left)
        yield from _may_be_none(spot, statement.value)
        yield from into_the_same_dict(spot, statement, names)
    elif isinstance(statement, ast.If):
        yield from _goes_further(spot, statement)
        yield from _begins_anew(spot, statement)
        yield from _leaves_here(spot, statement) if not names.prunes else ()
    elif isinstance(statement, LOOPS):
        yield from _of_rounds(spot, statement)
    elif isinstance(statement, ast.Try):
        yield from below_zero(statement)
    elif isinstance(statement, ast.Return) and statement.value:
        yield from what_stands_there(spot, statement.value, names)
    elif isinstance(statement, ast.Break) and isinstance(spot.owner, LOOPS) and names.prunes:
        yield from only_where_bounds_meet(spot, names)
    if isinstance(statement, CHANGES):
        yield from _of_the_new_state(spot, statement, names)
        yield from _only_otherwise(spot, statement)


def _turns(spot: Spot, target: ast.expr, turn: ast.expr) -> Iterator[Edit]:
    """What counts on, or comes to nothing, might be meant to go to and fro between two players."""
    if isinstance(target, ast.Attribute) and isinstance(turn, ast.Attribute) and target.attr == turn.attr:
        for other in turned_over(_as(turn, ast.Load()))[:3]:
            yield spot.instead("turn", ast.Assign([_as(target, ast.Store())], other))


def _of_expression(spot: Spot, value: ast.expr) -> Iterator[Edit]:
    statement = spot.block[spot.i]
    if isinstance(value, ast.Compare) and isinstance(value.left, PLACES) and isinstance(value.ops[0], ast.Eq):
        yield spot.instead("sets", ast.Assign([_as(value.left, ast.Store())], value.comparators[0]))
    if not isinstance(value, ast.Call) or not value.args:
        return
    if isinstance(value.func, ast.Name) and value.func.id == "print":
        yield spot.instead("printed", ast.Return(value.args[0]))
    elif isinstance(value.func, ast.Attribute):
        changed, what = value.func.value, value.args[0]
        if isinstance(changed, ast.Attribute):  # it belongs to a state, or to all of them
            own = put_at(ast.Assign([_as(changed, ast.Store())], deep_copy(changed)), statement)
            yield Edit("own", line_of(statement), statement, own, (spot.holding(own, statement),))
        if isinstance(what, ast.Tuple) and isinstance(spot.owner, ast.For):
            yield spot.instead("blocked", ast.If(is_not_blocked(what), [statement], []))


def _may_be_none(spot: Spot, value: ast.expr) -> Iterator[Edit]:
    """What is looked up in a list might be None, and then there is nothing to count or to list."""
    after, named = spot.block[spot.i + 1 : spot.i + 2], ast.unparse(spot.block[spot.i]).split(" = ")[0]
    is_tested = any(isinstance(test, ast.If) and named in ast.unparse(test.test) for test in after)
    if not is_tested and any(isinstance(part, ast.Subscript) for part in (value, getattr(value, "body", None))):
        statement = spot.block[spot.i]
        for nothing in (ast.Constant(0), ast.List([], ast.Load())):
            is_none = ast.Compare(value, [ast.Is()], [ast.Constant(None)])
            guard = put_at(ast.If(is_none, [ast.Return(nothing)], []), statement)
            yield Edit("guard", line_of(statement), statement, guard, (spot.holding(guard, statement),))


def _goes_further(spot: Spot, statement: ast.If) -> Iterator[Edit]:
    """`if cell in cells`, after the first step to the cell, might go on step by step as long as that is true."""
    before = spot.block[spot.i - 1] if spot.i else None
    if isinstance(before, ast.Assign) and not statement.orelse and not leaves(statement.body[-1]):
        for step in _next_step(before.targets[0], before.value):
            loop = put_at(ast.While(statement.test, [*statement.body, step], []), statement)
            yield Edit("further", line_of(statement), statement.test, loop, (spot.holding(loop),))


def _leaves_here(spot: Spot, statement: ast.If) -> Iterator[Edit]:
    """What is done in a loop where a test is true might be all there is to do."""
    if isinstance(spot.owner, LOOPS) and not leaves(statement.body[-1]):
        yield added("left", statement, "body", statement.body, len(statement.body), ast.Break())


def _begins_anew(spot: Spot, statement: ast.If) -> Iterator[Edit]:
    """What is counted as long as a test is true might begin anew where it is not."""
    counted: list[ast.expr] = [step.target for step in statement.body if isinstance(step, ast.AugAssign)]
    if isinstance(spot.owner, LOOPS) and not statement.orelse and len(counted) == 1:
        anew = put_at(ast.Assign(counted, ast.Constant(0)), statement)
        yield Edit("set-back", line_of(statement), statement.test, anew, ((statement, "orelse", [anew]),))


def _next_step(target: ast.expr, value: ast.expr) -> Iterator[ast.stmt]:
    """After `cell = (x + dx, y + dy)`, `cell = (cell[0] + dx, cell[1] + dy)`; also if the two have names."""
    sums = [part for part in getattr(value, "elts", ()) if isinstance(part, ast.BinOp)]
    if len(sums) == 2 == len(getattr(target, "elts", sums)):
        now = [*getattr(target, "elts", ())]
        now = now or [ast.Subscript(_as(target, ast.Load()), ast.Constant(i), ast.Load()) for i in range(2)]
        both = [ast.BinOp(_as(part, ast.Load()), add.op, add.right) for part, add in zip(now, sums, strict=True)]
        yield ast.Assign([target], ast.Tuple([*both], ast.Load()))


def _of_rounds(spot: Spot, loop: ast.For | ast.While) -> Iterator[Edit]:
    """What a round begins with might be meant for its end; what it returns otherwise, for after the loop."""
    first, *rest = loop.body
    if rest and isinstance(first, CHANGES):
        yield Edit("to-the-end", line_of(first), first, first, ((loop, "body", [*rest, first]),))
    last = loop.body[-1]
    if rest and isinstance(loop, ast.While) and isinstance(last, CHANGES):
        only = put_at(ast.If(loop.test, [last], []), last)
        yield Edit("last-round", line_of(last), last, loop.test, ((loop, "body", [*loop.body[:-1], only]),))
    if isinstance(last, ast.If) and len(last.orelse) == 1 and isinstance(last.orelse[0], ast.Return):
        places: tuple[Place, ...] = (last, "orelse", []), spot.holding(loop, last.orelse[0])
        yield Edit("too-soon", line_of(last.orelse[0]), last.orelse[0], last.orelse[0], places)


def _only_otherwise(spot: Spot, statement: ast.stmt) -> Iterator[Edit]:
    """What is done before a test might be done only where the test fails."""
    after = spot.block[spot.i + 1] if spot.i + 1 < len(spot.block) else None
    if isinstance(after, ast.If) and not after.orelse and not leaves(after.body[-1]):
        places = (after, "orelse", [statement]), spot.holding()
        yield Edit("otherwise", line_of(statement), statement, after.test, places)


def _of_the_new_state(spot: Spot, statement: Any, names: Names) -> Iterator[Edit]:
    """What changes `self` might be meant to change a state that is made here."""
    changed = [*getattr(statement, "targets", ()), getattr(statement, "target", None)]
    changed += (
        [statement.value.func] if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call) else []
    )
    if any(isinstance(part, PLACES) and ast.unparse(part).startswith("self.") for part in changed):
        for name in (name for name in names.assigned if name in names.attributes):
            yield spot.instead("old-state", with_name(statement, "self", name))


def _as(node: ast.expr, context: ast.expr_context) -> Any:
    """The same, read or written."""
    now = with_name(node, "", "")
    now.ctx = context
    return now


def search_not_used(spot: Spot, first: ast.stmt, second: ast.stmt, names: Names) -> Iterator[Edit]:
    """A state is searched, what comes out is lost, and it is evaluated instead: that search might be meant."""
    searches = *names.searching, *names.helping
    if not isinstance(first, ast.Expr) or first.value not in searches or isinstance(second, LOOPS):
        return
    value = put_at(ast.Assign([ast.Name("value", ast.Store())], first.value), first)
    for owner in ast.walk(second):
        for field, item in ast.iter_fields(owner):
            items = item if isinstance(item, list) else [item]
            if any(_evaluates(each, names) for each in items):
                now = [put_at(name_node("value"), first) if _evaluates(each, names) else each for each in items]
                used = owner, field, now if isinstance(item, list) else now[0]
                yield Edit("not-used", line_of(first), first, value, (spot.holding(value), used))


def _evaluates(node: Any, names: Names) -> bool:
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") in names.parameters and len(node.args) == 1


def move_not_kept(statement: ast.If, names: Names) -> Iterator[Edit]:
    """Where a better value is kept, what is returned might have to be set as well: to what a loop goes through."""
    stored = {node.id for part in statement.body for node in ast.walk(part) if isinstance(node, ast.Name)}
    returned = [value.id for value in names.returned if isinstance(value, ast.Name)]
    if isinstance(statement.body[-1], ast.Assign):
        for best, move in product(dict.fromkeys(returned), names.gone_through):
            if best in names.assigned and best not in stored:
                new = ast.Assign([ast.Name(best, ast.Store())], name_node(move))
                yield added("keeps-move", statement, "body", statement.body, len(statement.body), new)


def what_is_compared(statement: ast.If, test: ast.Compare) -> Iterator[Edit]:
    """After `if sign * value > best`, `best = value` might be `best = sign * value`."""
    sides = [test.left, *test.comparators]
    for part in statement.body:
        if isinstance(part, ast.Assign) and ast.unparse(part.targets[0]) in map(ast.unparse, sides):
            for side in sides:
                if ast.unparse(part.value) in map(ast.unparse, list(ast.walk(side))[1:]):
                    now = put_at(side, part.value)
                    yield Edit("what-is-compared", line_of(part), part.value, side, ((part, "value", now),))


def own_score(first: ast.stmt, second: ast.stmt, names: Names) -> Iterator[Edit]:
    """A state's own score, which is returned at the end, is also where the best value begins: that may be infinite."""
    last = second.body[-1] if isinstance(second, ast.If) else None
    if not isinstance(first, ast.Assign) or not _evaluates(first.value, names) or not isinstance(last, ast.Return):
        return
    if last.value is not None and ast.unparse(last.value) == ast.unparse(first.targets[0]):
        lowest = ast.UnaryOp(ast.USub(), infinity())
        for worst in (lowest, infinity(), *(ast.IfExp(side, lowest, infinity()) for side in names.sides)):
            places = (first, "value", put_at(worst, first)), (last, "value", first.value)
            yield Edit("own-score", line_of(first), first.value, worst, places)


def shared(function: ast.FunctionDef, names: Names) -> Iterator[Edit]:
    """What all calls share, in an object, as a variable from outside or in a list, might be each call's own."""
    for node in nodes_of(function):
        if isinstance(node, ast.Global | ast.Nonlocal):
            yield Edit(
                "shared",
                line_of(node),
                node,
                None,
                ((function, "body", [part for part in function.body if part is not node]),),
            )
    stored = [node for node in nodes_of(function) if isinstance(node, ast.Attribute) and is_stored(node)]
    for written, node in {ast.unparse(node): node for node in reversed(stored)}.items():
        own = ast.Name(node.attr, ast.Store())
        if node.attr not in names.known:
            yield Edit(
                "shared", line_of(node), node, own, ((function, "body", with_name(function.body, written, node.attr)),)
            )
    yield from _own_parts(function, names)


def _own_parts(function: ast.FunctionDef, names: Names) -> Iterator[Edit]:
    """A list that several calls share, as a default, an argument or from outside, might have to be each call's own."""
    own: dict[str, tuple[str, ast.AST, ast.expr]] = {}
    for name, change in _changed_in(function):
        if name in names.parameters:
            own.setdefault(name, ("not-alone", change, _copy_of(name)))
        elif name in names.outside:
            own.setdefault(name, ("not-alone", change, _new_one_for(change)))
    for arg, default in zip(reversed(function.args.args), reversed(function.args.defaults), strict=False):
        if isinstance(default, ast.List | ast.Dict | ast.Set) or ast.unparse(default) in ("list()", "dict()", "set()"):
            own[arg.arg] = "default", default, _copy_of(arg.arg)
    i = int(is_text(function.body[0]))
    for name, (idea, old, value) in own.items():
        new = put_at(ast.Assign([ast.Name(name, ast.Store())], value), function.body[i])
        yield Edit(idea, line_of(old), old, new, ((function, "body", [*function.body[:i], new, *function.body[i:]]),))


def _changed_in(function: ast.FunctionDef) -> Iterator[tuple[str, ast.expr]]:
    """The variables of which a part is added, set or taken out, and the `name.append` or `name[i]` that says so."""
    for node in nodes_of(function):
        is_call = isinstance(node, ast.Attribute) and node.attr in CHANGING
        is_set = isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store)
        if (is_call or is_set) and isinstance(name := node.value, ast.Name):  # type: ignore[attr-defined]
            yield name.id, node  # type: ignore[misc]


def _new_one_for(change: ast.expr) -> ast.expr:
    """A new container, of the kind that is changed like this."""
    if isinstance(change, ast.Subscript):
        return ast.Dict([], [])
    return ast.Call(name_node("set"), [], []) if getattr(change, "attr", "") == "add" else ast.List([], ast.Load())


def _copy_of(name: str) -> ast.expr:
    return ast.Call(ast.Attribute(name_node(name), "copy", ast.Load()), [], [])


# Loops


def of_loop(spot: Spot, loop: ast.For | ast.While, names: Names) -> Iterator[Edit]:
    """The edits that are about how often something in a loop runs."""
    yield from _set_before(spot, loop, names)
    if isinstance(loop, ast.For):
        yield from _shadows(loop, names)
    if names.catches and isinstance(loop, ast.For):
        yield from _taken_over_at_the_end(spot, loop, names)
    if names.clocks and isinstance(loop, ast.While):
        yield from _left_in_time(loop, names)


def _shadows(loop: ast.For, names: Names) -> Iterator[Edit]:
    """What a loop goes through has the name of a parameter: moves that are made might be meant, or looked up, only."""
    if not isinstance(loop.target, ast.Name) or loop.target.id not in names.parameters:
        return
    name = loop.target.id
    own = put_at(ast.Name(f"new_{name}", ast.Store()), loop.target)
    calls = [node for node in ast.walk(loop) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)]
    made = [call for call in calls if name in {getattr(part, "id", "") for arg in call.args for part in ast.walk(arg)}]
    places = [(call, "args", with_name(call.args, name, own.id)) for call in made]
    if made:
        yield Edit("shadows", line_of(loop.target), loop.target, own, ((loop, "target", own), *places))


def _set_before(spot: Spot, loop: ast.For | ast.While, names: Names) -> Iterator[Edit]:
    """What is set anew in each round might be set once, before the loop."""
    changing = [node.id for node in ast.walk(loop) if isinstance(node, ast.Name) and is_stored(node)]
    for i, statement in enumerate(loop.body):
        if not isinstance(statement, ast.Assign) or len(loop.body) < 2:
            continue
        mine = names.spoken_of(statement.value)
        if not {*mine} & {*changing}:
            places = (loop, "body", [*loop.body[:i], *loop.body[i + 1 :]]), spot.holding(statement, loop)
            yield Edit("once-only", line_of(statement), statement, statement, places)


def _taken_over_at_the_end(spot: Spot, loop: ast.For, names: Names) -> Iterator[Edit]:
    """What is kept in each round might count only after the last one: an exception can end the loop before that."""
    inside = [node for node in ast.walk(loop) if isinstance(node, ast.Name)]
    targets = {node.id for node in ast.walk(loop.target) if isinstance(node, ast.Name)}
    for name in dict.fromkeys(node.id for node in inside if is_stored(node) and node.id not in targets):
        kept = f"new_{name}"
        sets = [node for node in ast.walk(loop) if isinstance(node, ast.Assign) and _is_set_in(name, node)]
        if sets:
            before = put_at(ast.Assign([ast.Name(kept, ast.Store())], name_node(name)), loop)
            after = put_at(ast.Assign([ast.Name(name, ast.Store())], name_node(kept)), loop)
            places = (spot.holding(before, with_name(loop, name, kept), after),)
            yield Edit("unfinished", line_of(sets[0]), sets[0], after, places)


def _is_set_in(name: str, statement: ast.Assign) -> bool:
    return any(isinstance(node, ast.Name) and node.id == name for part in statement.targets for node in ast.walk(part))


def _left_in_time(loop: ast.While, names: Names) -> Iterator[Edit]:
    """The clock might be looked at once more, before something is set."""
    for test in names.time_is_up:
        for i, statement in enumerate(loop.body):
            if isinstance(statement, ast.Assign) and i:
                leave = put_at(ast.If(test, [ast.Break()], []), statement)
                places = ((loop, "body", [*loop.body[:i], leave, *loop.body[i:]]),)
                yield Edit("time-up", line_of(statement), statement, leave, places)


def for_both_sides(function: ast.FunctionDef, names: Names) -> Iterator[Edit]:
    """What is chosen in the same way for both sides might be chosen for each side in its own way, wherever it is."""
    told_apart = {
        id(part)
        for node in nodes_of(function)
        if isinstance(node, CHOICES) and _asks_for_the_side(node.test, names)
        for part in ast.walk(node)
    }
    nodes = [node for node in nodes_of(function) if id(node) not in told_apart]
    for side in names.sides:
        places, chosen = list[Place](), list[tuple[ast.expr, ast.expr]]()
        for owner in nodes:
            for field, value in ast.iter_fields(owner):
                items = value if isinstance(value, list) else [value]
                instead = [_by_side(item, owner, side) if isinstance(item, ast.expr) else None for item in items]
                if any(instead):
                    now = [new or old for new, old in zip(instead, items, strict=True)]
                    places.append((owner, field, now if isinstance(value, list) else now[0]))
                    chosen += [
                        (item, new) for item, new in zip(items, instead, strict=True) if _is_choice(item) and new
                    ]
        if chosen:
            old, new = chosen[0]
            yield Edit("sides", line_of(old), old, new, tuple(places))


def _asks_for_the_side(test: ast.expr, names: Names) -> bool:
    words = {getattr(node, "id", getattr(node, "attr", "")) for node in ast.walk(test)}
    return not words.isdisjoint(("active_player", *names.roles))


def _is_choice(node: ast.AST) -> bool:
    return isinstance(node, ast.Compare | ast.Name)


def _begins_below(node: ast.expr) -> bool:
    """Whether it is an infinity, or a negative number that may stand for one."""
    is_negative = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)
    number = node.operand if isinstance(node, ast.UnaryOp) and is_negative else node
    return ast.unparse(number) in INFINITIES or (is_negative and isinstance(number, ast.Constant))


def _by_side(node: ast.expr, owner: ast.AST, side: ast.expr) -> ast.expr | None:
    """The same for one side, and its opposite for the other: max and min, larger and smaller, −∞ and ∞."""
    other: ast.expr | None = None
    if isinstance(node, ast.Name) and node.id in OTHER_EXTREME:
        other = name_node(OTHER_EXTREME[node.id])
    elif isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in OTHER_WAY:
        if not isinstance(node.comparators[0], ast.Constant):
            other = ast.Compare(node.left, [OTHER_WAY[type(node.ops[0])]()], node.comparators)
    elif isinstance(owner, ast.Assign | ast.Tuple) and _begins_below(node):
        positive = isinstance(node, ast.UnaryOp)
        other = node.operand if positive else ast.UnaryOp(ast.USub(), node)  # type: ignore[attr-defined]
    elif isinstance(owner, ast.Call) and isinstance(node, ast.Constant) and isinstance(node.value, bool):
        return put_at(side if node.value else ast.UnaryOp(ast.Not(), side), node)
    return put_at(ast.IfExp(side, node, other), node) if other is not None else None
