"""Small edits of a program, made in its syntax tree: what a slip of the pen changes, and what undoes one.

An edit says which idea it concerns (a key of `texts.repairs.IDEAS`), in which line, and what stands there before and
after. It is made and undone in place, because hundreds of them are tried on one program.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import combinations, pairwise, permutations, product
from typing import Any

from minimax_lab.check.names_to_try import Names, inner_functions, is_stored, nodes_of

ORDERED = (ast.LtE, ast.GtE, ast.Lt, ast.Gt)  # where either is right, equality should cut
EQUAL, OR_EQUAL = (ast.Eq, ast.NotEq), ({ast.Lt, ast.LtE}, {ast.Gt, ast.GtE})
OTHER_WAY = {ast.LtE: ast.GtE, ast.GtE: ast.LtE, ast.Lt: ast.Gt, ast.Gt: ast.Lt}
OTHER_EXTREME = {"max": "min", "min": "max"}
BLOCKS = "body", "orelse", "finalbody"
SIMPLE = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr, ast.Break, ast.Continue, ast.Return)
Instead = tuple[str, ast.AST, ast.expr]  # an idea, what stands there, and what might
LOOPS = (ast.For, ast.While)
INFINITIES = "float('inf')", "float('-inf')", "inf", "math.inf"


@dataclass(frozen=True)
class Edit:
    """A change of a program in one place."""

    idea: str
    line: int
    old: ast.AST | None  # what stands there; None if something is added
    new: ast.AST | None  # what should; None if something goes
    places: tuple[tuple[ast.AST, str, Any], ...]  # owner, field, and what the field is after the edit

    def matters_to(self, ran: set[int]) -> bool:
        """Whether it can change anything for a run in which only these lines ran."""
        if len(self.places) > 1:  # something is moved to where it may run now
            return True
        begin, end = (self.new, self.line) if self.old is None else (self.old, getattr(self.old, "end_lineno", None))
        return not ran.isdisjoint(range(_line(begin), (end or _line(begin)) + 1))

    @contextmanager
    def made(self) -> Iterator[None]:
        """The program is changed while this lasts."""
        before = [(owner, field, getattr(owner, field)) for owner, field, _ in self.places]
        for owner, field, new in self.places:
            setattr(owner, field, new)
        try:
            yield
        finally:
            for owner, field, old in reversed(before):
                setattr(owner, field, old)


def single_edits(function: ast.FunctionDef, others: Sequence[str] = (), prunes: bool = False) -> Iterator[Edit]:
    """Every small edit of a function. `others` are functions that it might call; `prunes`: it has to cut."""
    yield from _edits_in(function, Names(function, tuple(others), prunes))


def _edits_in(function: ast.FunctionDef, names: Names) -> Iterator[Edit]:
    for inner in inner_functions(function):
        yield from _edits_in(inner, Names(inner, names.others, names.prunes, names))
    for owner in nodes_of(function):
        for field, value in ast.iter_fields(owner):
            if isinstance(value, ast.expr):
                yield from _in_place(_of_expression(value, owner, field, names), owner, field)
            elif isinstance(value, list) and value and isinstance(value[0], ast.expr):
                for index, item in enumerate(value):
                    yield from _in_list(_of_expression(item, owner, field, names), owner, field, value, index)
            elif isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                yield from _of_block(owner, field, value, names)
    yield from _of_statements(function, names)


# Expressions: each way to write one of them differently


def _of_expression(node: ast.expr, owner: ast.AST, field: str, names: Names) -> Iterator[Instead]:
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        yield from _comparisons(node, names.prunes)
    elif isinstance(node, ast.BoolOp):
        yield "and-or", node, ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        for i in range(len(node.values)):
            rest = [*node.values[:i], *node.values[i + 1 :]]
            yield "condition", node, rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
    elif isinstance(node, ast.IfExp):
        yield "branches", node, ast.IfExp(node.test, node.orelse, node.body)
        yield "condition", node, node.body
        yield "condition", node, node.orelse
    elif isinstance(node, ast.UnaryOp):
        if isinstance(node.op, ast.Not):
            yield "unset", node, ast.Compare(node.operand, [ast.Is()], [ast.Constant(None)])
        yield "sign" if isinstance(node.op, ast.USub) else "role", node, node.operand
        if isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Call) and _extreme(node.operand):
            other = _name(OTHER_EXTREME[_extreme(node.operand)])  # the largest value is negated, not the smallest taken
            yield "max-min", node, ast.Call(other, node.operand.args, node.operand.keywords)
    elif isinstance(node, ast.BinOp):
        is_step = isinstance(node.right, ast.Constant) and node.right.value == 1
        yield "number" if is_step else "term", node, node.left
        yield "term", node, node.right
        if isinstance(node.op, ast.Add | ast.Sub):
            other = ast.Sub() if isinstance(node.op, ast.Add) else ast.Add()
            yield "sign", node, ast.BinOp(node.left, other, node.right)
    elif isinstance(node, ast.Call):
        yield from _calls(node, names)
        if isinstance(owner, ast.UnaryOp) and isinstance(owner.op, ast.USub):
            yield from _turned(node)
    elif isinstance(node, ast.Name):
        yield from _names(node, owner, field, names)
    elif isinstance(node, ast.Constant):
        yield from _constants(node, owner, names)
    elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        yield "slice", node, node.value
    elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Subscript):
        inner = ast.Subscript(node.value.value, node.slice, ast.Load())
        yield "indices", node, ast.Subscript(inner, node.value.slice, node.ctx)
    elif isinstance(node, ast.List) and isinstance(node.ctx, ast.Load):
        for i in range(len(node.elts)):
            yield "term", node, ast.List([*node.elts[:i], *node.elts[i + 1 :]], ast.Load())
    elif isinstance(node, ast.Tuple) and isinstance(node.ctx, ast.Load):
        for i, j in combinations(range(len(node.elts)), 2):
            yield "exchanged", node, ast.Tuple(_swapped(node.elts, i, j), ast.Load())
    is_loaded = isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
    if field in ("args", "value") and isinstance(node, ast.Name | ast.Call | ast.Attribute) and is_loaded:
        yield "sign", node, ast.UnaryOp(ast.USub(), node)
    if field == "value" and isinstance(owner, ast.Return):
        for name, state in product(names.parameters, names.states):
            if ast.unparse(node) != f"{name}({state})":
                yield "returned", node, ast.Call(_name(name), [_name(state)], [])
    if field == "value" and isinstance(owner, ast.Return) and isinstance(node, ast.Call | ast.Name):
        for name in names.variables:
            yield "sign", node, ast.BinOp(_name(name), ast.Mult(), node)
    if field == "args" and ast.unparse(node).removeprefix("-") in INFINITIES:
        yield from (("fixed", node, _name(name)) for name in names.variables)
    if field == "test" and isinstance(owner, ast.If) and not isinstance(node, ast.Compare):
        two_cases = owner.orelse or _leaves(owner.body[-1])  # what comes after it is the other one
        yield "branches" if two_cases else "role", node, ast.UnaryOp(ast.Not(), node)
    if field == "test" and isinstance(owner, ast.If) and names.prunes:
        yield from _other_bounds(node, owner.body[-1], names)
    if field in ("test", "ifs"):
        yield from _edges(node)
    if field == "test" and isinstance(owner, ast.If) and isinstance(owner.body[-1], ast.Return):
        yield from _more_reasons_to_stop(node, names)


def _comparisons(node: ast.Compare, prunes: bool) -> Iterator[Instead]:
    if isinstance(node.comparators[0], ast.Constant):
        yield "term", node, node.left
    alternatives: tuple[type[ast.cmpop], ...] = ORDERED if isinstance(node.ops[0], ORDERED) else (*EQUAL, ast.LtE)
    if isinstance(node.ops[0], ast.Lt | ast.Gt) and not prunes:
        alternatives = ORDERED[::-1]
    if isinstance(node.ops[0], (*ORDERED, *EQUAL)):
        for kind in alternatives:
            if not isinstance(node.ops[0], kind):
                idea = "equality" if {type(node.ops[0]), kind} in OR_EQUAL else "comparison"
                yield idea, node, ast.Compare(node.left, [kind()], node.comparators)


def _calls(node: ast.Call, names: Names) -> Iterator[Instead]:
    for i, j in combinations(range(len(node.args)), 2):
        yield "exchanged", node, ast.Call(node.func, _swapped(node.args, i, j), node.keywords)
    if len(node.args) == 1 and isinstance(node.func, ast.Name):
        yield "term", node, node.args[0]
    if _extreme(node) and len(node.args) > 1:
        for argument in node.args:
            yield "term", node, argument
    if names.prunes:
        yield from _windows(node, names)
    if ast.unparse(node) == "float('-inf')":
        yield "infinity", node, _infinity()


def _extreme(node: ast.Call) -> str:
    """ "max" or "min", if that is what is called."""
    return node.func.id if isinstance(node.func, ast.Name) and node.func.id in OTHER_EXTREME else ""


def _turned(node: ast.Call) -> Iterator[Instead]:
    """What is above for one player is below for the other: `-f(low, high)` might be `-f(-high, -low)`."""
    for i, (low, high) in enumerate(pairwise(node.args)):
        if isinstance(low, ast.Name) and isinstance(high, ast.Name):
            both = [ast.UnaryOp(ast.USub(), high), ast.UnaryOp(ast.USub(), low)]
            yield "turned", node, ast.Call(node.func, [*node.args[:i], *both, *node.args[i + 2 :]], node.keywords)


def _other_bounds(node: ast.expr, then: ast.stmt, names: Names) -> Iterator[Instead]:
    """A cut-off might compare with the bound of the other side, the other way round; so might a test before a bound
    is set, with that bound.
    """
    idea, bounds = "bound", names.parameters if _leaves(then) else []
    if isinstance(then, ast.Assign) and isinstance(then.targets[0], ast.Name):
        idea, bounds = "comparison", [then.targets[0].id]
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.comparators[0], ast.Name):
        other = OTHER_WAY.get(type(node.ops[0]))
        for name in bounds:
            if other and name != node.comparators[0].id:
                yield idea, node, ast.Compare(node.left, [other()], [_name(name)])


def _windows(node: ast.Call, names: Names) -> Iterator[Instead]:
    """Two bounds that are not this node's might be its own: two parameters, one after the other."""
    for i, pair in enumerate(pairwise(node.args)):
        if all(_is_a_bound(bound) and ast.unparse(bound) not in names.parameters for bound in pair):
            for own in pairwise(map(_name, names.parameters)):
                yield "window", node, ast.Call(node.func, [*node.args[:i], *own, *node.args[i + 2 :]], node.keywords)


def _is_a_bound(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) or ast.unparse(node).removeprefix("-") in INFINITIES


def _edges(node: ast.expr) -> Iterator[Instead]:
    """Where numbers are only tested for being too large, they might also be below 0."""
    parts = node.values if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And) else [node]
    tests = [_with_lower_edge(part) for part in parts]
    if tests != parts:
        yield "edge", node, tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests)


def _with_lower_edge(test: ast.expr) -> ast.expr:
    if not isinstance(test, ast.Compare) or not isinstance(test.left, ast.Name) or len(test.ops) > 1:
        return test
    is_upper = isinstance(test.ops[0], ast.Lt | ast.LtE)
    return ast.Compare(ast.Constant(0), [ast.LtE(), *test.ops], [test.left, *test.comparators]) if is_upper else test


def _names(node: ast.Name, owner: ast.AST, field: str, names: Names) -> Iterator[Instead]:
    if node.id in OTHER_EXTREME:
        yield "max-min", node, _name(OTHER_EXTREME[node.id])
        return
    if id(node) in names.called:
        yield from (("function", node, _name(other)) for other in names.others if other != node.id)
        return
    if node.id not in names.variables:
        return
    for other in names.variables:
        if other != node.id:
            yield "target" if is_stored(node) else "variable", node, ast.Name(other, node.ctx)
    if not is_stored(node):
        yield from (("variable", node, unpacked) for unpacked in names.unpacked.get(node.id, ()))
    if is_stored(node):
        return
    if isinstance(owner, ast.Call) and field == "args":
        yield "role", node, ast.UnaryOp(ast.Not(), node)
        yield "number", node, ast.BinOp(node, ast.Sub(), ast.Constant(1))
        yield "number", node, ast.BinOp(node, ast.Add(), ast.Constant(1))
        if node.id in names.states:
            yield from (("no-move", node, made) for made in names.moves_made)
    if field in ("test", "values") and node.id in names.assigned:
        yield "unset", node, ast.Compare(node, [ast.IsNot()], [ast.Constant(None)])


def _constants(node: ast.Constant, owner: ast.AST, names: Names) -> Iterator[Instead]:
    if isinstance(node.value, bool):
        yield "role", node, ast.Constant(not node.value)
        for name in names.parameters:
            yield "role", node, ast.UnaryOp(ast.Not(), _name(name))
            yield "role", node, _name(name)
    elif isinstance(node.value, int | float) or (node.value is None and not isinstance(owner, ast.Compare)):
        if not isinstance(owner, ast.Compare | ast.Subscript):
            yield "infinity", node, _infinity()
            yield "infinity", node, ast.UnaryOp(ast.USub(), _infinity())
        if node.value is not None:
            signs = () if isinstance(owner, ast.UnaryOp) else (-node.value,)
            least = 1 if isinstance(owner, ast.Slice) else min(0, -node.value)  # a slice from 0 is no slice
            for number in dict.fromkeys((node.value - 1, node.value + 1, *signs, 0, 1)):
                if number != node.value and number >= least:
                    yield "number", node, ast.Constant(number)
            yield from (("fixed", node, _name(name)) for name in names.variables)


def _more_reasons_to_stop(node: ast.expr, names: Names) -> Iterator[Instead]:
    for state in names.states:
        over = ast.Call(ast.Attribute(_name(state), "get_legal_moves", ast.Load()), [], [])
        yield "stop", node, ast.BoolOp(ast.Or(), [node, ast.UnaryOp(ast.Not(), over)])
    for name in names.parameters:
        yield "stop", node, ast.BoolOp(ast.Or(), [node, ast.Compare(_name(name), [ast.LtE()], [ast.Constant(0)])])


def _swapped(items: Sequence[Any], i: int, j: int) -> list[Any]:
    swapped = [*items]
    swapped[i], swapped[j] = swapped[j], swapped[i]
    return swapped


def _name(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def _infinity() -> ast.expr:
    return ast.Call(_name("float"), [ast.Constant("inf")], [])


def _in_place(found: Iterator[Instead], owner: ast.AST, field: str) -> Iterator[Edit]:
    for idea, old, new in found:
        yield Edit(idea, _line(old), old, _at(new, old), ((owner, field, new),))


def _in_list(found: Iterator[Instead], owner: ast.AST, field: str, items: list[Any], index: int) -> Iterator[Edit]:
    for idea, old, new in found:
        yield Edit(idea, _line(old), old, _at(new, old), ((owner, field, [*items[:index], new, *items[index + 1 :]]),))


def _line(node: ast.AST | None) -> int:
    return getattr(node, "lineno", 0)


def _at(new: Any, old: ast.AST) -> Any:
    """The new node, in the place of the old one, so that what runs there has its line."""
    for node in ast.walk(new):
        if isinstance(node, ast.expr | ast.stmt) and not hasattr(node, "lineno"):
            ast.copy_location(node, old)
    return new


# Statements: moved, left out, put in


def _of_block(owner: ast.AST, field: str, block: list[ast.stmt], names: Names) -> Iterator[Edit]:
    for i, statement in enumerate(block):
        rest = [*block[:i], *block[i + 1 :]]
        if isinstance(statement, SIMPLE) and not _is_text(statement):
            kept = rest or [_at(ast.Pass(), statement)]
            yield Edit("removed", _line(statement), statement, None, ((owner, field, kept),))
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
            yield from _kept(owner, field, block, i, statement, names)
        if isinstance(statement, ast.Return) and isinstance(owner, LOOPS) and statement.value is not None:
            for name, extreme in product(names.assigned, OTHER_EXTREME):
                better = ast.Call(_name(extreme), [_name(name), statement.value], [])
                new = ast.Assign([ast.Name(name, ast.Store())], better)
                yield _instead(owner, field, block, i, "early", new)
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
            yield _instead(owner, field, block, i, "return", ast.Return(statement.value))
        if isinstance(statement, ast.Pass | ast.Continue) and names.prunes:
            yield _instead(owner, field, block, i, "break", ast.Break())
        yield from _renamed(owner, field, block, i, names)
        if isinstance(statement, ast.If) and not statement.orelse and isinstance(statement.body[-1], SIMPLE):
            yield Edit(
                "condition",
                _line(statement),
                statement.test,
                None,
                ((owner, field, [*block[:i], *statement.body, *block[i + 1 :]]),),
            )
    for i, (first, second) in enumerate(pairwise(block)):
        if _is_a_step(first) and _is_a_step(second):
            yield Edit("order", _line(first), first, second, ((owner, field, _swapped(block, i, i + 1)),))
        for inner in BLOCKS:  # the second one belongs into the first, at its end
            is_moved = isinstance(second, SIMPLE) or _is_a_step(second)
            if is_moved and getattr(first, inner, None) and not _leaves(getattr(first, inner)[-1]):
                longer, rest = [*getattr(first, inner), second], [*block[: i + 1], *block[i + 2 :]]
                yield Edit("in", _line(second), second, second, ((first, inner, longer), (owner, field, rest)))
    for i, outer in enumerate(block):  # the last one of a block belongs after it
        for inner in BLOCKS:
            body = getattr(outer, inner, None) or []
            if len(body) > 1 and isinstance(body[-1], (*SIMPLE, ast.If)):
                places = (outer, inner, body[:-1]), (owner, field, [*block[: i + 1], body[-1], *block[i + 1 :]])
                yield Edit("out", _line(body[-1]), body[-1], body[-1], places)


def _is_a_step(statement: ast.stmt) -> bool:
    """Whether it is one thing to do, which might come before or after another; a test with one thing to do is."""
    if isinstance(statement, ast.If):
        return len(statement.body) == 1 and not statement.orelse
    return isinstance(statement, SIMPLE) and not _leaves(statement)


def _leaves(statement: ast.stmt) -> bool:
    """Whether it leaves the block: what is put after it would never run."""
    return isinstance(statement, ast.Return | ast.Break | ast.Continue)


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _instead(owner: ast.AST, field: str, block: list[ast.stmt], i: int, idea: str, new: ast.stmt) -> Edit:
    _at(new, block[i])
    return Edit(idea, _line(block[i]), block[i], new, ((owner, field, [*block[:i], new, *block[i + 1 :]]),))


def _kept(
    owner: ast.AST, field: str, block: list[ast.stmt], i: int, statement: ast.Assign, names: Names
) -> Iterator[Edit]:
    """`best = value` might be `best = max(best, value)`."""
    target, extremes = statement.targets[0], [*OTHER_EXTREME, *names.choosing]
    kept = isinstance(statement.value, ast.Call) and getattr(statement.value.func, "id", "") in extremes
    if isinstance(target, ast.Name | ast.Subscript) and not isinstance(statement.value, ast.Constant) and not kept:
        before = _with_name(target, "", "")
        before.ctx = ast.Load()  # the same, but read and not written
        for name in extremes:
            value = ast.Call(_name(name), [before, statement.value], [])
            yield _instead(owner, field, block, i, "keeps", ast.Assign([target], value))


def _renamed(owner: ast.AST, field: str, block: list[ast.stmt], i: int, names: Names) -> Iterator[Edit]:
    """A variable might be another one in a whole statement; what is assigned to a parameter, a variable of its own."""
    statement = block[i]
    if not isinstance(statement, ast.Assign | ast.AugAssign):
        return
    inside = {node.id for node in ast.walk(statement) if isinstance(node, ast.Name)}
    for old, new in permutations(names.variables, 2):
        if old in inside and isinstance(statement, ast.Assign):
            yield _instead(owner, field, block, i, "target", _with_name(statement, old, new))
    target = statement.target if isinstance(statement, ast.AugAssign) else statement.targets[0]
    if isinstance(target, ast.Name) and target.id in names.parameters:
        own, value = f"new_{target.id}", statement.value
        if isinstance(statement, ast.AugAssign):
            value = ast.BinOp(_name(target.id), statement.op, statement.value)
        new = _at(ast.Assign([ast.Name(own, ast.Store())], value), statement)
        rest = _with_name(block[i + 1 :], target.id, own)
        yield Edit("overwrites", _line(statement), statement, new, ((owner, field, [*block[:i], new, *rest]),))


def _with_name(thing: Any, old: str, new: str) -> Any:
    """A copy of a node, or of several, with another variable in the place of the old one."""
    if isinstance(thing, list):
        return [_with_name(item, old, new) for item in thing]
    if not isinstance(thing, ast.AST):
        return thing
    if isinstance(thing, ast.Name) and thing.id == old:
        return ast.copy_location(ast.Name(new, thing.ctx), thing)
    fields = {name: _with_name(part, old, new) for name, part in ast.iter_fields(thing)}
    return ast.copy_location(type(thing)(**fields), thing)


def _of_statements(function: ast.FunctionDef, names: Names) -> Iterator[Edit]:
    """What might be missing: a return, a cut-off, a bound that is moved."""
    for owner in nodes_of(function):
        for field in BLOCKS:
            block = getattr(owner, field, None)
            if not isinstance(block, list) or not block or not isinstance(block[0], ast.stmt):
                continue
            if isinstance(owner, ast.FunctionDef | ast.If) and not isinstance(block[-1], ast.Return):
                for name in names.assigned:
                    yield _added("return", owner, field, block, len(block), ast.Return(_name(name)))
            if field == "body" and isinstance(owner, LOOPS):
                for name, begins in names.flags.items():
                    flag = ast.Assign([ast.Name(name, ast.Store())], ast.Constant(not begins))
                    yield _added("flag", owner, field, block, len(block), flag)
                yield from _cuts_missing(owner, block, names) if names.prunes else ()
    for owner in nodes_of(function):
        if isinstance(owner, ast.Return) and owner.value is not None:
            for value in names.returned:
                if value is not owner.value:
                    yield Edit("returned", _line(owner), owner.value, value, ((owner, "value", value),))


def _cuts_missing(loop: ast.AST, block: list[ast.stmt], names: Names) -> Iterator[Edit]:
    for low, high in permutations(names.parameters, 2):
        test = ast.Compare(_name(low), [ast.GtE()], [_name(high)])
        yield _added("break", loop, "body", block, len(block), ast.If(test, [ast.Break()], []))
    places = [(loop, "body", block, i) for i in range(1, len(block) + 1)]
    for inner in block:
        for field in ("body", "orelse") if isinstance(inner, ast.If) else ():
            branch = getattr(inner, field)
            places += [(inner, field, branch, len(branch))] if branch else []
    values = [name for name in names.assigned if name not in names.parameters]
    for owner, field, where, i in places:
        for bound in names.parameters:
            for value in values:
                for extreme in OTHER_EXTREME:
                    moved = ast.Call(_name(extreme), [_name(bound), _name(value)], [])
                    new = ast.Assign([ast.Name(bound, ast.Store())], moved)
                    yield _added("update", owner, field, where, i, new)


def _added(idea: str, owner: ast.AST, field: str, block: list[ast.stmt], i: int, new: ast.stmt) -> Edit:
    before = block[i - 1]
    _at(new, before)
    return Edit(idea, before.end_lineno or before.lineno, None, new, ((owner, field, [*block[:i], new, *block[i:]]),))
