"""What might be meant instead of a loop: what runs once, what decides when it is left, for which side it chooses."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from minimax_lab.check.edit import Edit, Place, Spot, line_of, put_at, with_name
from minimax_lab.check.names_to_try import Names
from minimax_lab.check.syntax import OTHER_EXTREME, is_stored, name_node, nodes_of
from minimax_lab.check.windows_to_try import INFINITIES, OTHER_WAY

CHOICES = (ast.If, ast.IfExp)


def of_loop(spot: Spot, loop: ast.For | ast.While, names: Names) -> Iterator[Edit]:
    """The edits that are about how often something in a loop runs."""
    yield from _set_before(spot, loop, names)
    if names.catches and isinstance(loop, ast.For):
        yield from _taken_over_at_the_end(spot, loop, names)
    if names.clocks and isinstance(loop, ast.While):
        yield from _left_in_time(loop, names)


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


def _by_side(node: ast.expr, owner: ast.AST, side: ast.expr) -> ast.expr | None:
    """The same for one side, and its opposite for the other: max and min, larger and smaller, −∞ and ∞."""
    other: ast.expr | None = None
    if isinstance(node, ast.Name) and node.id in OTHER_EXTREME:
        other = name_node(OTHER_EXTREME[node.id])
    elif isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in OTHER_WAY:
        if not isinstance(node.comparators[0], ast.Constant):
            other = ast.Compare(node.left, [OTHER_WAY[type(node.ops[0])]()], node.comparators)
    elif isinstance(owner, ast.Assign | ast.Tuple) and ast.unparse(node).removeprefix("-") in INFINITIES:
        positive = isinstance(node, ast.UnaryOp)
        other = node.operand if positive else ast.UnaryOp(ast.USub(), node)  # type: ignore[attr-defined]
    elif isinstance(owner, ast.Call) and isinstance(node, ast.Constant) and isinstance(node.value, bool):
        return put_at(side if node.value else ast.UnaryOp(ast.Not(), side), node)
    return put_at(ast.IfExp(side, node, other), node) if other is not None else None
