"""Small edits of a program, made in its syntax tree: what a slip of the pen changes, and what undoes one.

An edit says which idea it concerns (a key of `texts.repairs.IDEAS`), in which line, and what stands there before and
after. It is made and undone in place, because hundreds of them are tried on one program.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import combinations, pairwise, permutations, product
from typing import Any

from minimax_lab.check.names_to_try import Names, inner_functions, nodes_of
from minimax_lab.check.ways_to_write import OTHER_EXTREME, Instead, infinity, leaves, name_node, other_ways, swapped

BLOCKS = "body", "orelse", "finalbody"
SIMPLE = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr, ast.Break, ast.Continue, ast.Return)
Place = tuple[ast.AST, str, Any]  # an owner, its field, and what the field is after the edit
LOOPS = (ast.For, ast.While)
TESTS = (ast.If, ast.IfExp, ast.While)


@dataclass(frozen=True)
class Edit:
    """A change of a program in one place."""

    idea: str
    line: int
    old: ast.AST | None  # what stands there; None if something is added
    new: ast.AST | None  # what should; None if something goes
    places: tuple[Place, ...]

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

    def with_plain_answers(self, function: ast.FunctionDef) -> Iterator[Edit]:
        """The same, but the condition that is edited is always true, or always false."""
        with self.made():
            plain = [*_plainly_answered(function, self.new)]
        yield from (replace(self, places=(*self.places, place)) for place in plain)


def _plainly_answered(function: ast.FunctionDef, part: ast.AST | None) -> Iterator[Place]:
    """True or False in the place of each condition that this is a part of."""
    for owner, answer in product(ast.walk(function), (True, False)):
        plain = _at(ast.Constant(answer), owner)
        if isinstance(owner, TESTS) and _contains(owner.test, part):
            yield owner, "test", plain
        if isinstance(owner, ast.BoolOp) and any(_contains(value, part) for value in owner.values):
            yield owner, "values", [plain if _contains(value, part) else value for value in owner.values]


def _contains(whole: ast.AST, part: ast.AST | None) -> bool:
    return any(node is part for node in ast.walk(whole))


def single_edits(function: ast.FunctionDef, others: Mapping[str, int], prunes: bool = False) -> Iterator[Edit]:
    """Every small edit of a function. `others` are functions that it might call, with their numbers of parameters
    (`.name` is a method); `prunes`: it has to cut.
    """
    yield from _edits_in(function, Names(function, others, prunes))


def _edits_in(function: ast.FunctionDef, names: Names) -> Iterator[Edit]:
    for inner in inner_functions(function):
        yield from _edits_in(inner, Names(inner, names.others, names.prunes, names))
    for owner in nodes_of(function):
        for field, value in ast.iter_fields(owner):
            if isinstance(value, ast.expr):
                yield from _in_place(other_ways(value, owner, field, names), owner, field)
            elif isinstance(value, list) and value and isinstance(value[0], ast.expr):
                for index, item in enumerate(value):
                    yield from _in_list(other_ways(item, owner, field, names), owner, field, value, index)
            elif isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                yield from _of_block(owner, field, value, names)
    yield from _of_statements(function, names)


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
        if isinstance(node, ast.expr | ast.stmt | ast.arg | ast.keyword) and not hasattr(node, "lineno"):
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
                better = ast.Call(name_node(extreme), [name_node(name), statement.value], [])
                new = ast.Assign([ast.Name(name, ast.Store())], better)
                yield _instead(owner, field, block, i, "early", new)
        if isinstance(statement, ast.Expr) and not _is_text(statement):
            yield _instead(owner, field, block, i, "return", ast.Return(statement.value))
            for name in names.spoken_of(statement.value):
                new = ast.Assign([ast.Name(name, ast.Store())], statement.value)
                yield _instead(owner, field, block, i, "unused", new)
        if isinstance(statement, ast.Pass | ast.Continue) and names.prunes:
            yield _instead(owner, field, block, i, "break", ast.Break())
        if isinstance(statement, ast.AugAssign) and isinstance(statement.op, ast.Add):
            for extreme in OTHER_EXTREME:
                now = _with_name(statement.target, "", "")
                now.ctx = ast.Load()
                larger = ast.Call(name_node(extreme), [now, statement.value], [])
                yield _instead(owner, field, block, i, "adds", ast.Assign([statement.target], larger))
        yield from _renamed(owner, field, block, i, names)
        if isinstance(statement, ast.If) and isinstance(statement.body[-1], ast.Break):
            yield _instead(statement, "body", statement.body, len(statement.body) - 1, "leaves", ast.Continue())
        if isinstance(statement, ast.If) and isinstance(statement.test, ast.Compare):
            yield from _best_not_kept(statement, statement.test, names)
        if isinstance(statement, ast.If) and len(statement.orelse) == 1 and isinstance(statement.orelse[0], ast.If):
            apart = statement.orelse[0]
            after: Place = owner, field, [*block[: i + 1], apart, *block[i + 1 :]]
            yield Edit("elif", _line(apart), apart, apart, ((statement, "orelse", []), after))
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
            yield Edit("order", _line(first), first, second, ((owner, field, swapped(block, i, i + 1)),))
        if isinstance(first, ast.Assign) and isinstance(second, LOOPS):
            without: Place = owner, field, [*block[:i], *block[i + 1 :]]
            yield Edit("reset", _line(first), first, first, ((second, "body", [first, *second.body]), without))
            for name in names.roles:
                worst = ast.IfExp(name_node(name), ast.UnaryOp(ast.USub(), infinity()), infinity())
                yield Edit("infinity", _line(first), first.value, _at(worst, first), ((first, "value", worst),))
        for inner in BLOCKS:  # the second one belongs into the first, at its end
            is_moved = isinstance(second, SIMPLE) or _is_a_step(second)
            if is_moved and getattr(first, inner, None) and not leaves(getattr(first, inner)[-1]):
                longer, rest = [*getattr(first, inner), second], [*block[: i + 1], *block[i + 2 :]]
                yield Edit("in", _line(second), second, second, ((first, inner, longer), (owner, field, rest)))
    for i, outer in enumerate(block):  # the last one of a block belongs after it
        for inner in BLOCKS:
            body = getattr(outer, inner, None) or []
            if len(body) > 1 and isinstance(body[-1], (*SIMPLE, ast.If)):
                places = (outer, inner, body[:-1]), (owner, field, [*block[: i + 1], body[-1], *block[i + 1 :]])
                yield Edit("out", _line(body[-1]), body[-1], body[-1], places)


def _best_not_kept(statement: ast.If, test: ast.Compare, names: Names) -> Iterator[Edit]:
    """`if value > best` might be meant to be followed by `best = value`."""
    sides = [side.id for side in (test.left, *test.comparators) if isinstance(side, ast.Name)]
    stored = {node.id for part in statement.body for node in ast.walk(part) if isinstance(node, ast.Name)}
    for best, value in permutations(sides, 2):
        if best in names.assigned and best not in stored and not leaves(statement.body[-1]):
            new = ast.Assign([ast.Name(best, ast.Store())], name_node(value))
            yield _added("forgets", statement, "body", statement.body, len(statement.body), new)


def _is_a_step(statement: ast.stmt) -> bool:
    """Whether it is one thing to do, which might come before or after another; a test with one thing to do is."""
    if isinstance(statement, ast.If):
        return len(statement.body) == 1 and not statement.orelse
    return isinstance(statement, SIMPLE) and not leaves(statement)


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
            value = ast.Call(name_node(name), [before, statement.value], [])
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
    if isinstance(target, ast.Tuple) and isinstance(statement.value, ast.Call):
        kept = [_unless_parameter(item, names) for item in target.elts]
        yield _instead(owner, field, block, i, "taken", ast.Assign([ast.Tuple(kept, ast.Store())], statement.value))
    if isinstance(target, ast.Name) and target.id in names.parameters:
        own, value = f"new_{target.id}", statement.value
        if isinstance(statement, ast.AugAssign):
            value = ast.BinOp(name_node(target.id), statement.op, statement.value)
        new = _at(ast.Assign([ast.Name(own, ast.Store())], value), statement)
        rest = _with_name(block[i + 1 :], target.id, own)
        yield Edit("overwrites", _line(statement), statement, new, ((owner, field, [*block[:i], new, *rest]),))


def _unless_parameter(target: ast.expr, names: Names) -> ast.expr:
    return ast.Name("_", ast.Store()) if getattr(target, "id", "") in names.parameters else target


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
                    yield _added("return", owner, field, block, len(block), ast.Return(name_node(name)))
            if field == "body" and isinstance(owner, LOOPS):
                for name, begins in names.flags.items():
                    flag = ast.Assign([ast.Name(name, ast.Store())], ast.Constant(not begins))
                    yield _added("flag", owner, field, block, len(block), flag)
                yield from _cuts_missing(owner, block, names) if names.prunes else ()
    returns = [node for node in nodes_of(function) if isinstance(node, ast.Return)]
    for statement, value in product(returns, names.returned):
        place: Place = statement, "value", value
        if statement.value is None:
            yield Edit("returned", _line(statement), statement, _at(ast.Return(value), statement), (place,))
        elif value is not statement.value:
            yield Edit("returned", _line(statement), statement.value, value, (place,))
    yield from _exchanged_texts(function)


def _exchanged_texts(function: ast.FunctionDef) -> Iterator[Edit]:
    """A variable is set to one text here and to another one there: each might belong in the other's place."""
    assigned = [node for node in nodes_of(function) if isinstance(node, ast.Assign) and len(node.targets) == 1]
    texts = [node for node in assigned if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)]
    for one, other in combinations(texts, 2):
        if ast.unparse(one.targets[0]) == ast.unparse(other.targets[0]):
            places = (one, "value", other.value), (other, "value", one.value)
            yield Edit("swapped", _line(one), one, other, places)


def _cuts_missing(loop: ast.AST, block: list[ast.stmt], names: Names) -> Iterator[Edit]:
    for low, high in permutations(names.parameters, 2):
        test = ast.Compare(name_node(low), [ast.GtE()], [name_node(high)])
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
                    moved = ast.Call(name_node(extreme), [name_node(bound), name_node(value)], [])
                    new = ast.Assign([ast.Name(bound, ast.Store())], moved)
                    yield _added("update", owner, field, where, i, new)


def _added(idea: str, owner: ast.AST, field: str, block: list[ast.stmt], i: int, new: ast.stmt) -> Edit:
    before = block[i - 1]
    _at(new, before)
    return Edit(idea, before.end_lineno or before.lineno, None, new, ((owner, field, [*block[:i], new, *block[i:]]),))
