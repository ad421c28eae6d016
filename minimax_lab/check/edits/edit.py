"""An edit of a program: a change in its syntax tree, which is made and undone in place."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from minimax_lab.check.edits.syntax import is_stored, name_node

Place = tuple[ast.AST, str, Any]  # an owner, its field, and what the field is after the edit
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
        if len(self.places) > 1 or isinstance(self.old, ast.Global | ast.Nonlocal):
            return True  # something is moved to where it may run now, or is only there to be read
        begin, end = (self.new, self.line) if self.old is None else (self.old, getattr(self.old, "end_lineno", None))
        return not ran.isdisjoint({*range(line_of(begin), (end or line_of(begin)) + 1), line_of(self.new)})

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

    def is_in_test(self, function: ast.FunctionDef) -> bool:
        """Whether it is a part of a condition."""
        return any(isinstance(node, TESTS) and _contains(node.test, self.old) for node in ast.walk(function))

    @property
    def with_zero(self) -> Edit | None:
        """The same, but with 0 where a variable is put in the place of another."""
        old, new = self.old, self.new
        if not isinstance(old, ast.Name) or not isinstance(new, ast.Name) or len(self.places) != 1 or is_stored(new):
            return None
        zero = put_at(ast.Call(name_node("int"), [], []), old)  # of a plain 0 Python would warn
        ((owner, field, value),) = self.places
        now = [zero if item is self.new else item for item in value] if isinstance(value, list) else zero
        return replace(self, new=zero, places=((owner, field, now),))


def _plainly_answered(function: ast.FunctionDef, part: ast.AST | None) -> Iterator[Place]:
    """True or False in the place of each condition that this is a part of."""
    for owner, answer in product(ast.walk(function), (True, False)):
        plain = put_at(ast.Constant(answer), owner)
        if isinstance(owner, TESTS) and _contains(owner.test, part):
            yield owner, "test", plain
        if isinstance(owner, ast.BoolOp) and any(_contains(value, part) for value in owner.values):
            yield owner, "values", [plain if _contains(value, part) else value for value in owner.values]


def _contains(whole: ast.AST, part: ast.AST | None) -> bool:
    return any(node is part for node in ast.walk(whole))


def line_of(node: ast.AST | None) -> int:
    return getattr(node, "lineno", 0)


def put_at(new: Any, old: ast.AST) -> Any:
    """The new node, in the place of the old one, so that what runs there has its line."""
    for node in ast.walk(new):
        if isinstance(node, ast.expr | ast.stmt | ast.arg | ast.keyword) and not hasattr(node, "lineno"):
            ast.copy_location(node, old)
    return new


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
        return Edit(idea, line_of(old), old, put_at(new, old), (self.holding(new),))


def added(idea: str, owner: ast.AST, field: str, block: list[ast.stmt], i: int, new: ast.stmt) -> Edit:
    before = block[i - 1]
    put_at(new, before)
    return Edit(idea, before.end_lineno or before.lineno, None, new, ((owner, field, [*block[:i], new, *block[i:]]),))


def with_name(thing: Any, old: str, new: str) -> Any:
    """A copy of a node, or of several, with another variable in the place of the old one (or of an attribute)."""
    if isinstance(thing, list):
        return [with_name(item, old, new) for item in thing]
    if not isinstance(thing, ast.AST):
        return thing
    if isinstance(thing, ast.Name | ast.Attribute) and ast.unparse(thing) == old:
        return ast.copy_location(ast.Name(new, thing.ctx), thing)
    fields = {name: with_name(part, old, new) for name, part in ast.iter_fields(thing)}
    return ast.copy_location(type(thing)(**fields), thing)
