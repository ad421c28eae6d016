"""Which cells, directions and players of a game might be meant instead of those that a program has."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from itertools import permutations, product, takewhile

from minimax_lab.check.edits.edit import Edit, line_of, put_at
from minimax_lab.check.edits.names import Names
from minimax_lab.check.edits.slips import kept_again
from minimax_lab.check.edits.syntax import name_node, nodes_of
from minimax_lab.check.edits.windows import Instead
from minimax_lab.games.isolation import MINI_BLOCKED

PLAYERS = "MAX", "MIN"

SHALLOW = "copy", "list", "dict", "set"  # what copies the outside only
MARKS = "X", "O", 0, 1, 2, -1  # of players
FOR_THE_OTHER = re.compile("other|oppo|enem|next|switch|flip|swap")  # a function of the student's, by its name
A_CLASS = r"[A-Z]\w*$|type\(self\)|self\.__class__"  # a call of one makes an object
FREE = "."  # what the course's boards show where nobody is


def board_ways(node: ast.expr, owner: ast.AST, field: str, names: Names) -> Iterator[Instead]:
    """What might be written instead of an expression, which stands in that field of its owner, because of a board."""
    if kind := KINDS.get(type(node)):
        yield from kind(node)
    if isinstance(owner, ast.Assign) and field == "value":
        yield from _nobody_yet(node, owner.targets[0])
        yield from _blocked_from_the_start(node)
        if isinstance(node, ast.Name) and node.id == "self":
            yield "copy", node, deep_copy(node)
        if isinstance(node, ast.Call) and not node.args and re.match(A_CLASS, ast.unparse(node.func)):
            yield "from-the-start", node, deep_copy(name_node("self"))
    if field == "iter" and isinstance(owner, ast.For) and _range_of(node):
        yield "backwards", node, ast.Call(name_node("reversed"), [node], [])
    if isinstance(node, ast.Tuple) and isinstance(node.ctx, ast.Store) and len(node.elts) == 2:
        yield "exchanged", node, ast.Tuple(node.elts[::-1], ast.Store())
    if field == "elts" and isinstance(node, ast.Tuple):
        yield from _written_twice(node, owner)
    if isinstance(node, ast.List) and len(node.elts) == 2 and field in ("args", "elt", "elts"):
        yield "pair", node, ast.Tuple(node.elts, ast.Load())
    if field == "elt":
        yield from edges(node)
    if field == "args":
        yield from kept_again(node, owner, names)
        yield from _other_mark(node, names)
    if isinstance(owner, ast.Return) and isinstance(node, ast.Name):
        yield from _closed_left_out(node, names)
    if isinstance(owner, ast.Return) and isinstance(node, ast.Call | ast.Name):
        yield "opposite", node, ast.UnaryOp(ast.Not(), node)
    if isinstance(owner, ast.Return) and isinstance(node, ast.UnaryOp | ast.Constant):
        is_answer = isinstance(getattr(node, "value", 0), bool)
        yield from (("answer", node, answer) for answer in names.answers if not is_answer)
    if field == "args" and isinstance(node, ast.Attribute) and id(node) not in names.called:
        yield from (("other-player", node, other) for other in turned_over(node)[2:])
    if field == "test" and isinstance(owner, ast.If):
        yield from _other_tests(node, owner, names)


def turned_over(turn: ast.expr) -> list[ast.expr]:
    """Whose turn it is then: of players 0 and 1, 1 and 2, 1 and −1, True and False, X and O."""
    numbers: list[ast.expr] = [ast.BinOp(ast.Constant(both), ast.Sub(), turn) for both in (1, 3)]
    is_x = ast.Compare(turn, [ast.Eq()], [ast.Constant("X")])
    marks = ast.IfExp(is_x, ast.Constant("O"), ast.Constant("X"))
    return [*numbers, ast.UnaryOp(ast.USub(), turn), ast.UnaryOp(ast.Not(), turn), marks]


def _other_mark(node: ast.expr, names: Names) -> Iterator[Instead]:
    """A mark that is passed on might be that of the other player."""
    if getattr(node, "id", "") in names.marks:
        yield "opponent", node, turned_over(node)[-1]
        turning = (name for name, takes in names.others.items() if takes == 1 and FOR_THE_OTHER.search(name))
        yield from (("opponent", node, ast.Call(name_node(name), [node], [])) for name in turning)


def _other_tests(node: ast.expr, owner: ast.If, names: Names) -> Iterator[Instead]:
    if isinstance(node, ast.Attribute) and isinstance(owner.body[-1], ast.Return):
        for place in names.places.values():
            yield "not-yet", node, ast.Compare(place, [ast.Is()], [ast.Constant(None)])
    if isinstance(node, ast.Call) and len(node.args) == 1 and isinstance(node.args[0], ast.Constant):
        for other in (mark for mark in MARKS if mark != node.args[0].value):
            yield "both", node, ast.BoolOp(ast.Or(), [node, ast.Call(node.func, [ast.Constant(other)], [])])
    for written, guard in names.guards.items():
        if written not in ast.unparse(node):
            yield "also", node, ast.BoolOp(ast.And(), [guard, node])


def _marks(node: ast.Compare) -> Iterator[Instead]:
    """What is compared with a mark might be compared with that of an open cell."""
    written = ast.unparse(node.comparators[0])
    if len(node.ops) == 1 and len(written) == 3 and written[0] == "'" and written[1] != FREE:
        for sign in (ast.Eq(), ast.NotEq()):
            yield "mark", node, ast.Compare(node.left, [sign], [ast.Constant(FREE)])


def _rows_or_distances(node: ast.BinOp) -> Iterator[Instead]:
    """`[[0] * 7] * 6` is one list, six times; and by `abs(dx) + abs(dy)`, a neighbour along a diagonal is two away."""
    distances = [node.left, node.right]
    if isinstance(node.op, ast.Add) and all(ast.unparse(distance).startswith("abs(") for distance in distances):
        yield "diagonal", node, ast.Call(name_node("max"), distances, [])
    items = node.left.elts if isinstance(node.op, ast.Mult) and isinstance(node.left, ast.List) else []
    if len(items) == 1 and isinstance(items[0], ast.List | ast.ListComp | ast.BinOp | ast.Call | ast.Dict):
        times = ast.Call(name_node("range"), [node.right], [])
        each = ast.comprehension(ast.Name("_", ast.Store()), times, [], 0)
        yield "one-list", node, ast.ListComp(items[0], [each])


def _range_of(node: ast.expr) -> list[ast.expr]:
    """What range is called with, if that is what is called."""
    is_range = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "range"
    return node.args if is_range else []  # type: ignore[attr-defined]


def _other_start(node: ast.Call) -> Iterator[Instead]:
    """What is counted from 1 on might be counted from 0 on, or the other way round."""
    if len(_range_of(node)) == 1:
        yield "from-one", node, ast.Call(node.func, [ast.Constant(1), *node.args], [])
    ends = [end.value for end in _range_of(node) if isinstance(end, ast.Constant)]
    if len(ends) == 2 and ends[0] == 1 and isinstance(ends[1], int):
        yield "from-zero", node, ast.Call(node.func, [ast.Constant(ends[1] - 1)], [])


def _open_only(node: ast.ListComp | ast.SetComp) -> Iterator[Instead]:
    """Of all cells, the blocked one might be left out."""
    if isinstance(node.elt, ast.Tuple) and len(node.elt.elts) == 2:
        *others, last = node.generators
        is_open = is_not_blocked(node.elt)
        now = ast.comprehension(last.target, last.iter, [*last.ifs, is_open], last.is_async)
        yield "blocked", node, type(node)(node.elt, [*others, now])


def lists(node: ast.List | ast.Set, owner: ast.AST, names: Names) -> Iterator[Instead]:
    """One thing in it might not belong there, such as a cell that is closed."""
    for i, item in enumerate(node.elts if isinstance(getattr(node, "ctx", ast.Load()), ast.Load) else ()):
        rest = [*node.elts[:i], *node.elts[i + 1 :]]
        is_cell = isinstance(item, ast.Tuple) and all(isinstance(part, ast.Constant) for part in item.elts)
        less = ast.List(rest, ast.Load()) if isinstance(node, ast.List) else ast.Set(rest)
        yield "one-less" if is_cell else "term", node, less
    if isinstance(node, ast.List):
        yield from directions(node)


def _closed_left_out(node: ast.Name, names: Names) -> Iterator[Instead]:
    """Of all cells, those might be left out that are closed by now."""
    cell = name_node("cell")
    for closed in names.looked_in:
        is_open = ast.Compare(cell, [ast.NotIn()], [closed])
        each = ast.comprehension(ast.Name("cell", ast.Store()), node, [is_open], 0)
        yield "closed-by-now", node, ast.ListComp(cell, [each])


def is_not_blocked(cell: ast.expr) -> ast.expr:
    """Whether it is another cell than the blocked one of mini-isolation."""
    return ast.Compare(cell, [ast.NotEq()], [_blocked()])


def _blocked() -> ast.expr:
    (cell,) = MINI_BLOCKED
    return ast.Tuple([*map(ast.Constant, cell)], ast.Load())


def _blocked_from_the_start(node: ast.expr) -> Iterator[Instead]:
    """Where nothing is closed in the beginning, the blocked cell might be."""
    if ast.unparse(node) == "set()":
        yield "closed", node, ast.Set([_blocked()])
    elif isinstance(node, ast.List) and not node.elts:
        yield "closed", node, ast.List([_blocked()], ast.Load())


def _cells(node: ast.Tuple) -> Iterator[Instead]:
    """A cell might be the blocked one."""
    if _is_cell(node) and ast.unparse(node) != ast.unparse(_blocked()):
        yield "cell", node, _blocked()


def _nobody_yet(node: ast.expr, target: ast.expr) -> Iterator[Instead]:
    """Where players begin might not be known yet."""
    nobody = ast.Constant(None)
    if isinstance(node, ast.List | ast.Tuple) and node.elts and all(map(_is_cell, node.elts)):
        yield "nobody-yet", node, type(node)([nobody for _ in node.elts], ast.Load())
    elif isinstance(node, ast.Dict) and node.values and all(map(_is_cell, node.values)):
        yield "nobody-yet", node, ast.Dict(node.keys, [nobody for _ in node.values])
    elif _is_cell(node) and isinstance(target, ast.Attribute):
        yield "nobody-yet", node, nobody


def _is_cell(node: ast.expr) -> bool:
    return isinstance(node, ast.Tuple) and all(isinstance(part, ast.Constant) for part in node.elts)


KINDS: dict[type[ast.expr], Callable[..., Iterator[Instead]]] = {
    ast.Compare: _marks,
    ast.BinOp: _rows_or_distances,
    ast.Call: _other_start,
    ast.ListComp: _open_only,
    ast.SetComp: _open_only,
    ast.Tuple: _cells,
}


def directions(node: ast.List | ast.Tuple) -> Iterator[Instead]:
    """Steps on a board, of which one might be missing, or several."""
    if [*map(ast.unparse, node.elts)] in (["0", "1"], ["-1", "0"]):  # gone through, for each coordinate
        yield "direction", node, type(node)([*map(ast.Constant, (-1, 0, 1))], ast.Load())
    missing = _missing_steps(node)
    if missing and len({*map(ast.unparse, node.elts)}) == len(node.elts):
        for more in (*([step] for step in missing), missing):
            yield "direction", node, type(node)([*node.elts, *more], ast.Load())


def _missing_steps(node: ast.AST) -> list[ast.expr]:
    """The steps to a neighbour that are not in a list of some of them."""
    steps = [step for step in getattr(node, "elts", ()) if isinstance(step, ast.Tuple)]
    there = [[*map(ast.unparse, step.elts)] for step in steps]
    if len(there) < 2 or not all(len(step) == 2 and {*step} <= {"-1", "0", "1"} for step in there):
        return []
    others = [step for step in product((-1, 0, 1), repeat=2) if any(step) and [*map(str, step)] not in there]
    return [ast.Tuple([*map(ast.Constant, step)], ast.Load()) for step in others]


def _written_twice(node: ast.Tuple, owner: ast.AST) -> Iterator[Instead]:
    """A step that was there before might be another one."""
    before = takewhile(lambda step: step is not node, getattr(owner, "elts", ()))
    if ast.unparse(node) in map(ast.unparse, before):
        yield from (("direction", node, step) for step in _missing_steps(owner))


def edges(node: ast.expr) -> Iterator[Instead]:
    """Where numbers are only tested for being too large, they might also be below 0."""
    parts = node.values if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And) else [node]
    tests = [_with_lower_edge(part) for part in parts]
    if tests != parts:
        yield "edge", node, tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests)
    from_1 = [part for part in parts if isinstance(part, ast.Compare) and ast.unparse(part).startswith("0 < ")]
    if len(from_1) > 1:  # a single one is a comparison like any other
        from_0: dict[ast.expr, ast.expr]
        from_0 = {part: ast.Compare(part.left, [ast.LtE(), *part.ops[1:]], part.comparators) for part in from_1}
        yield "from-0", node, ast.BoolOp(ast.And(), [from_0.get(part, part) for part in parts])
    indices = [part.slice for part in ast.walk(node) if isinstance(part, ast.Subscript)]
    computed = [index for index in indices if isinstance(index, ast.BinOp)]
    if computed:
        above = [ast.Compare(ast.Constant(0), [ast.LtE()], [index]) for index in computed]
        yield "edge", node, ast.BoolOp(ast.And(), [*above, node])


def _with_lower_edge(test: ast.expr) -> ast.expr:
    if not isinstance(test, ast.Compare) or not isinstance(test.left, ast.Name) or len(test.ops) > 1:
        return test
    is_upper = isinstance(test.ops[0], ast.Lt | ast.LtE)
    return ast.Compare(ast.Constant(0), [ast.LtE(), *test.ops], [test.left, *test.comparators]) if is_upper else test


def is_turned(node: ast.BinOp) -> bool:
    """Whether it is `1 - turn`, or `3 - self.player`: of two numbers the other one."""
    return ast.unparse(node).startswith(("1 - ", "3 - ")) and isinstance(node.right, ast.Name | ast.Attribute)


def opponents(node: ast.Attribute, owner: ast.AST, names: Names) -> Iterator[Instead]:
    """A call might be about the other player; but nobody asks about the same player twice."""
    if node.attr in ("active_player", "opponent") and isinstance(owner, ast.Call):
        is_active = node.attr == "active_player"
        other = ast.Attribute(node, "opponent", ast.Load()) if is_active else node.value
        call = ast.Call(owner.func, [other if item is node else item for item in owner.args], owner.keywords)
        if ast.unparse(call) not in map(ast.unparse, names.calls):
            yield "opponent", node, other
    if node.attr == "active_player" and isinstance(owner, ast.Compare):  # or about a player that is given
        others = [name for name in names.parameters if name != getattr(node.value, "id", "")]
        yield from (("variable", node, name_node(name)) for name in others)


def players(node: ast.Name, owner: ast.AST, names: Names) -> Iterator[Instead]:
    """A call that is always about MAX, or about MIN, might be about the player to move, or about the other one."""
    for state in names.states if node.id in PLAYERS and isinstance(owner, ast.Call) else ():
        active = ast.Attribute(name_node(state), "active_player", ast.Load())
        yield from (("fixed", node, one) for one in (active, ast.Attribute(active, "opponent", ast.Load())))


def for_whoever_moves(function: ast.FunctionDef, names: Names) -> Iterator[Edit]:
    """A function that speaks of MAX and MIN might mean the player to move and the other one, or the other way round."""
    named = [node for node in nodes_of(function) if isinstance(node, ast.Name) and node.id in PLAYERS]
    if {node.id for node in named} == {*PLAYERS}:
        first = min(named, key=line_of)
        for state, (active, other) in product(names.states[:1], permutations(PLAYERS)):
            to_move = ast.Attribute(name_node(state), "active_player", ast.Load())
            meant: dict[str, ast.expr] = {active: to_move, other: ast.Attribute(to_move, "opponent", ast.Load())}
            body = [_Meant(meant).visit(deepcopy(statement)) for statement in function.body]
            yield Edit("whoever-moves", line_of(first), first, meant[first.id], ((function, "body", body),))


class _Meant(ast.NodeTransformer):
    """Puts what is meant in the place of some names."""

    def __init__(self, meant: dict[str, ast.expr]):
        self.meant = meant

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return put_at(deepcopy(self.meant[node.id]), node) if node.id in self.meant else node


def copies(node: ast.expr) -> Iterator[Instead]:
    """What belongs to a state, or is a copy of its outside only, might be a copy of all that is in it."""
    inside: ast.expr | None = node if isinstance(node, ast.Attribute) else None
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        inside = node.value
    elif isinstance(node, ast.Call) and len(node.args) == 1 and ast.unparse(node.func).split(".")[-1] in SHALLOW:
        inside = node.args[0]
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "copy":
        inside = node.func.value
    if inside is not None:
        yield "copy", node, deep_copy(inside)


def deep_copy(node: ast.expr) -> ast.expr:
    module = ast.Call(name_node("__import__"), [ast.Constant("copy")], [])
    return ast.Call(ast.Attribute(module, "deepcopy", ast.Load()), [node], [])
