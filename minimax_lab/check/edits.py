"""Small edits of a program, made in its syntax tree: what a slip of the pen changes, and what undoes one.

An edit says which idea it concerns (a key of `texts.repairs.IDEAS`), in which line, and what stands there before and
after. It is made and undone in place, because hundreds of them are tried on one program.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import combinations, pairwise, permutations, product, takewhile
from typing import Any

from minimax_lab.check.names_to_try import Names
from minimax_lab.check.syntax import (
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
from minimax_lab.check.ways_to_write import other_ways
from minimax_lab.check.windows_to_try import Instead

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

    @property
    def with_zero(self) -> Edit | None:
        """The same, but with 0 where a variable is put in the place of another."""
        old, new = self.old, self.new
        if not isinstance(old, ast.Name) or not isinstance(new, ast.Name) or len(self.places) != 1 or is_stored(new):
            return None
        zero = _at(ast.Call(name_node("int"), [], []), old)  # of a plain 0 Python would warn
        ((owner, field, value),) = self.places
        now = [zero if item is self.new else item for item in value] if isinstance(value, list) else zero
        return replace(self, new=zero, places=((owner, field, now),))


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
    yield from _shared(function, names)


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


@dataclass(frozen=True)
class Spot:
    """Where a statement stands: in a block, which is a field of its owner."""

    owner: ast.AST
    field: str
    block: list[ast.stmt]
    i: int

    def holding(self, *statements: ast.stmt) -> Place:
        """The block with these in the place of the statement."""
        return self.owner, self.field, [*self.block[: self.i], *statements, *self.block[self.i + 1 :]]

    def instead(self, idea: str, new: ast.stmt) -> Edit:
        old = self.block[self.i]
        return Edit(idea, _line(old), old, _at(new, old), (self.holding(new),))


def _of_block(owner: ast.AST, field: str, block: list[ast.stmt], names: Names) -> Iterator[Edit]:
    for i, statement in enumerate(block):
        spot = Spot(owner, field, block, i)
        if isinstance(statement, SIMPLE) and not is_constant(statement):
            kept = [] if len(block) > 1 else [_at(ast.Pass(), statement)]
            yield Edit("removed", _line(statement), statement, None, (spot.holding(*kept),))
        if (kind := KINDS.get(type(statement))) and not is_text(statement):
            yield from kind(spot, statement, names)
        yield from _out_of(spot, statement)
    for i, (first, second) in enumerate(pairwise(block)):
        yield from _of_neighbours(Spot(owner, field, block, i), first, second, names)


def _of_neighbours(spot: Spot, first: ast.stmt, second: ast.stmt, names: Names) -> Iterator[Edit]:
    """Two statements, one after the other: which comes first, and does one of them belong into the other?"""
    block, i = spot.block, spot.i
    if _is_a_step(first) and _is_a_step(second):
        yield Edit("order", _line(first), first, second, ((spot.owner, spot.field, swapped(block, i, i + 1)),))
        if i and all(isinstance(step, SIMPLE) and _is_a_step(step) for step in block[i - 1 : i + 2]):
            earlier = [*block[: i - 1], second, block[i - 1], first, *block[i + 2 :]]
            yield Edit("late-step", _line(second), second, block[i - 1], ((spot.owner, spot.field, earlier),))
    if isinstance(first, ast.Assign) and isinstance(second, LOOPS):
        yield Edit("reset", _line(first), first, first, ((second, "body", [first, *second.body]), spot.holding()))
        lowest = ast.UnaryOp(ast.USub(), infinity())
        by_side = [ast.IfExp(name_node(name), lowest, infinity()) for name in names.roles]
        plain = [infinity(), lowest] if names.spoken_of(first.value) else []  # a number is tried where it stands
        for worst in (*plain, *by_side):
            yield Edit("infinity", _line(first), first.value, _at(worst, first), ((first, "value", worst),))
    for inner in BLOCKS:  # the second one belongs into the first, at its end
        is_moved = isinstance(second, SIMPLE) or _is_a_step(second)
        if is_moved and getattr(first, inner, None) and not leaves(getattr(first, inner)[-1]):
            longer, rest = [*getattr(first, inner), second], [*block[: i + 1], *block[i + 2 :]]
            yield Edit("in", _line(second), second, second, ((first, inner, longer), (spot.owner, spot.field, rest)))


def _out_of(spot: Spot, outer: ast.stmt) -> Iterator[Edit]:
    """The last one of a block belongs after it; what is returned, perhaps also after the block around that."""
    for inner in BLOCKS:
        body = getattr(outer, inner, None) or []
        if len(body) > 1 and isinstance(last := body[-1], (*SIMPLE, ast.If)):
            yield Edit("out", _line(last), last, last, ((outer, inner, body[:-1]), spot.holding(outer, last)))
        deeper = body[-1].body if body and isinstance(outer, LOOPS) and isinstance(body[-1], LOOPS) else []
        if len(deeper) > 1 and isinstance(last := deeper[-1], ast.Return):
            yield Edit("far-out", _line(last), last, last, ((body[-1], "body", deeper[:-1]), spot.holding(outer, last)))


def _too_early(spot: Spot, statement: ast.Return, names: Names) -> Iterator[Edit]:
    """`return value` in a loop might be `best = max(best, value)`."""
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
    if names.prunes:
        yield spot.instead("break", ast.Break())


def _tests(spot: Spot, statement: ast.If, names: Names) -> Iterator[Edit]:
    body, test = statement.body, statement.test
    if isinstance(body[-1], ast.Break):
        yield Spot(statement, "body", body, len(body) - 1).instead("leaves", ast.Continue())
    if isinstance(test, ast.Compare):
        yield from _best_not_kept(statement, test, names)
    if len(statement.orelse) == 1 and isinstance(apart := statement.orelse[0], ast.If):
        yield Edit("elif", _line(apart), apart, apart, ((statement, "orelse", []), spot.holding(statement, apart)))
    if not statement.orelse:
        if isinstance(body[-1], SIMPLE):
            yield Edit("condition", _line(statement), test, None, (spot.holding(*body),))
        if not leaves(body[-1]):
            yield spot.instead("once", ast.While(test, body, []))


def _begins_too_early(spot: Spot, statement: ast.While, names: Names) -> Iterator[Edit]:
    """What a loop does at the end of each round, to go on, might also be needed before the first one."""
    steps = [*takewhile(lambda step: isinstance(step, ast.Assign | ast.AugAssign), reversed(statement.body))]
    if steps and len(steps) < len(statement.body):
        places = (spot.holding(*reversed(steps), statement),)
        yield Edit("first-step", _line(statement), statement, statement, places)


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
            yield spot.instead("target", _with_name(statement, old, new))
    if isinstance(target, ast.Tuple) and isinstance(statement.value, ast.Call):
        fresh = [_unless_parameter(item, names) for item in target.elts]
        yield spot.instead("taken", ast.Assign([ast.Tuple(fresh, ast.Store())], statement.value))
    yield from _overwritten(spot, target, statement.value, names)


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
        new = _at(ast.Assign([ast.Name(own, ast.Store())], value), statement)
        rest = _with_name(spot.block[spot.i + 1 :], target.id, own)
        places = (spot.owner, spot.field, [*spot.block[: spot.i], new, *rest])
        yield Edit("overwrites", _line(statement), statement, new, (places,))


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
    now = _with_name(target, "", "")
    now.ctx = ast.Load()
    return now


def _unless_parameter(target: ast.expr, names: Names) -> ast.expr:
    return ast.Name("_", ast.Store()) if getattr(target, "id", "") in names.parameters else target


def _with_name(thing: Any, old: str, new: str) -> Any:
    """A copy of a node, or of several, with another variable in the place of the old one (or of an attribute)."""
    if isinstance(thing, list):
        return [_with_name(item, old, new) for item in thing]
    if not isinstance(thing, ast.AST):
        return thing
    if isinstance(thing, ast.Name | ast.Attribute) and ast.unparse(thing) == old:
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
    yield from _exchanged_marks(function, names)


def _shared(function: ast.FunctionDef, names: Names) -> Iterator[Edit]:
    """What all calls share, in an object or as a variable from outside, might belong to each call alone."""
    for node in nodes_of(function):
        if isinstance(node, ast.Global | ast.Nonlocal):
            yield Edit(
                "shared",
                _line(node),
                node,
                None,
                ((function, "body", [part for part in function.body if part is not node]),),
            )
    stored = [node for node in nodes_of(function) if isinstance(node, ast.Attribute) and is_stored(node)]
    for written, node in {ast.unparse(node): node for node in reversed(stored)}.items():
        own = ast.Name(node.attr, ast.Store())
        if node.attr not in names.known:
            yield Edit(
                "shared", _line(node), node, own, ((function, "body", _with_name(function.body, written, node.attr)),)
            )


def _exchanged_marks(function: ast.FunctionDef, names: Names) -> Iterator[Edit]:
    """A variable is set to one mark here and to another one there: each might belong in the other's place.

    A mark is a text, or a name from outside, such as LOWER.
    """
    assigned = [node for node in nodes_of(function) if isinstance(node, ast.Assign) and len(node.targets) == 1]
    marks = [node for node in assigned if isinstance(getattr(node.value, "value", None), str)]
    marks += [node for node in assigned if getattr(node.value, "id", None) in names.outside]
    for one, other in combinations(marks, 2):
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
