"""What a student's function has names for: what an edit may write in the place of something else."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator, Mapping, Sequence

from minimax_lab.check.edits.syntax import inner_functions, is_stored, name_node

MOST_NAMES = 9  # of a function's variables that are tried in the place of another
MOST_PARTS = 3  # of a tuple one of which may be meant
MOST_OTHERS = 6  # functions that are tried in the place of one that is called


class Names:
    """What a function has names for; one inside of another also knows those outside."""

    def __init__(self, function: ast.FunctionDef, others: Mapping[str, int], prunes: bool, outer: Names | None = None):
        self.prunes, self.others, self.own_number = prunes, others, len(function.args.args)
        self.needed = self.own_number - len(function.args.defaults)  # arguments
        inside = {id(node) for inner in inner_functions(function) for node in ast.walk(inner)}
        nodes = [node for node in ast.walk(function) if id(node) not in inside]
        given = [node for node in nodes if isinstance(node, ast.arg)]
        own = [*dict.fromkeys(arg.arg for arg in given if arg.arg != "self")]
        self.parameters: list[str] = own or (outer.parameters if outer else [])  # of one without any: those around it
        stored = [node.id for node in nodes if isinstance(node, ast.Name) and is_stored(node)]
        self.assigned = [*dict.fromkeys(name for name in stored if name != "_")]
        self.known: list[str] = [*self.parameters, *self.assigned, *(outer.known if outer else ())]
        tested, asked = {*map(_tested, nodes)}, {*map(_yes_or_no, nodes)}
        self.roles = [name for name in self.parameters if name in tested]  # whose turn it is, say
        self.roles += [name for name in self.assigned if name in tested & asked and name not in self.roles]
        self.variables: list[str] = [*dict.fromkeys(self.known)][:MOST_NAMES]
        calls = [node for node in nodes if isinstance(node, ast.Call)]
        self.calls, self.called = calls, {id(call.func) for call in calls}
        products = [node for node in nodes if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult)]
        factors = [side for node in products for side in (node.left, node.right)]
        self.factors = {id(getattr(side, "operand", side)) for side in factors}
        loops = [node for node in nodes if isinstance(node, ast.While)]
        self.going_on = {id(part) for loop in loops for part in ast.walk(loop.test)}  # a loop goes on if it is true
        targets = [node.target for node in nodes if isinstance(node, ast.For)]
        self.gone_through = [target.id for target in targets if isinstance(target, ast.Name)]
        self._note_parts(nodes)
        functions = [call.func.id for call in calls if isinstance(call.func, ast.Name) and len(call.args) == 2]
        self.choosing = [*dict.fromkeys(name for name in functions if name in self.assigned)]  # max for one side, say
        self.searching = [call for call in calls if getattr(call.func, "id", "") == function.name]  # it calls itself
        self.helping = [call for call in calls if getattr(call.func, "id", "") in others and len(call.args) > 1]
        self.states = [*dict.fromkeys(_owner(call) for call in calls if _method(call) in STATE_METHODS)]
        made = [*(call for call in calls if _method(call) == "forecast_move"), *_moves_to_make(nodes, self)]
        self.moves_made = [*{ast.unparse(call): call for call in made}.values()]
        self.sides: list[ast.expr] = [*map(name_node, self.roles)]  # what says that it is MAX's turn
        self.sides += [node.value for node in nodes if isinstance(node, ast.Assign) and _yes_or_no(node) in self.roles]
        for state in [] if self.roles else self.states or self.parameters[:1]:
            self.sides.append(ast.Compare(_of(state, "active_player"), [ast.Is()], [name_node("MAX")]))
        self._note_returns(nodes)
        self.marks: set[str] = {*outer.marks} if outer else set()
        self._note_boards(nodes)
        self.sides += [*_whose_mark(nodes)]
        read = [node.id for node in nodes if isinstance(node, ast.Name) and id(node) not in self.called]
        self.unused = [name for name in self.parameters if name not in read]
        loaded = {node.id for node in ast.walk(function) if isinstance(node, ast.Name) and not is_stored(node)}
        self.unread = [name for name in self.assigned if name not in loaded]
        inner = {*self.known, *vars(builtins)}
        self.outside = [*dict.fromkeys(name for name in read if name not in inner)]  # such as EXACT, or MAX
        looked_up = [node for node in nodes if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load)]
        self.first_of = [*dict.fromkeys(filter(None, map(_gives_more_than_one, nodes)))]
        self.places = {ast.unparse(node): node for node in looked_up if isinstance(node.value, ast.Attribute)}
        joined = [node for node in nodes if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And)]
        self.guards = {ast.unparse(node.values[0]): node.values[0] for node in joined}  # what is asked first
        set_to = [node for node in nodes if isinstance(node, ast.Assign) and len(node.targets) == 1]
        self.catches = any(isinstance(node, ast.Try) for node in nodes)
        self.unpacked: dict[str, list[ast.expr]] = {}  # alpha, beta = window: what is known of the window by now
        self.flags: dict[str, bool] = {}  # what is True or False to begin with
        self.lists: list[str] = []  # what is a list, of values say
        self.dicts: list[str] = []
        self._note_assignments(set_to)
        self._note_clocks(function, set_to)
        self.starts += outer.starts if outer else []

    def _note_parts(self, nodes: Sequence[ast.AST]) -> None:
        turned = {node.operand.id for node in nodes if _is_turned(node)}  # type: ignore[attr-defined]
        self.turned = [name for name in self.parameters if name in turned]
        negated = {ast.unparse(node.operand) for node in nodes if isinstance(node, ast.UnaryOp)}
        self.signs = [name for name in self.parameters if name in negated and name not in turned]  # `-color` one ply on
        tuples = [len(node.elts) for node in nodes if isinstance(node, ast.Tuple)]
        self.parts = max((number for number in tuples if number <= MOST_PARTS), default=0)  # of what is kept together
        self.attributes: dict[str, list[str]] = {}  # of an object, such as self: what it is said to have
        for node in nodes:
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and id(node) not in self.called:
                self.attributes.setdefault(node.value.id, []).append(node.attr)

    def _note_returns(self, nodes: Sequence[ast.AST]) -> None:
        self.returned = [node.value for node in nodes if isinstance(node, ast.Return) and node.value]
        said = {value.value for value in self.returned if isinstance(value, ast.Constant)}
        self.answers = [ast.Constant(not each) for each in said if isinstance(each, bool)]  # True, if it says False
        cases = [value for value in self.returned if isinstance(value, ast.IfExp)]
        self.returned += [ast.copy_location(ast.IfExp(case.test, case.orelse, case.body), case) for case in cases]

    def _note_boards(self, nodes: Sequence[ast.AST]) -> None:
        asked_for = [node for node in nodes if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.NotIn)]
        self.looked_in = [node.comparators[0] for node in asked_for]  # such as self.closed
        self.marks |= {*filter(None, map(_with_a_mark, nodes))}

    def _note_assignments(self, set_to: Sequence[ast.Assign]) -> None:
        entries = [node.value for node in set_to if isinstance(node.targets[0], ast.Subscript)]  # of a table, say
        self.entries = {id(part) for entry in entries if isinstance(entry, ast.Tuple) for part in entry.elts}
        for node in set_to:
            target, value = node.targets[0], node.value
            if isinstance(target, ast.Tuple) and isinstance(value, ast.Name):
                now = [ast.Name(part.id, ast.Load()) for part in target.elts if isinstance(part, ast.Name)]
                self.unpacked.setdefault(value.id, []).append(ast.Tuple([*now], ast.Load()))
            elif isinstance(target, ast.Name) and isinstance(value, ast.Constant) and isinstance(value.value, bool):
                self.flags[target.id] = value.value
            elif isinstance(target, ast.Name) and (isinstance(value, LISTS) or _called(value) in ("sorted", "list")):
                self.lists.append(target.id)
            elif isinstance(target, ast.Name) and isinstance(value, ast.DictComp | ast.Dict):
                self.dicts.append(target.id)

    def _note_clocks(self, function: ast.FunctionDef, set_to: Sequence[ast.Assign]) -> None:
        everywhere = [node for node in ast.walk(function) if isinstance(node, ast.Call) and not node.args]
        self.clocks = {ast.unparse(call): call for call in everywhere if _called(call) in CLOCKS}
        read_off = [node for node in set_to if ast.unparse(node.value) in self.clocks]
        self.starts = [node.targets[0].id for node in read_off if isinstance(node.targets[0], ast.Name)]  # times
        self.time_is_up = _out_of_time(function, self.clocks)

    def spoken_of(self, node: ast.AST) -> list[str]:
        """The variables that are named in it."""
        inside = [part.id for part in ast.walk(node) if isinstance(part, ast.Name)]
        return [*dict.fromkeys(name for name in inside if name in self.known)]

    def callable_instead(self, name: str) -> list[str]:
        """The functions with as many parameters, one of which might be meant: max_value for min_value."""
        number, is_method = self.others.get(name, self.own_number), name.startswith(".")
        alike = [other for other, takes in self.others.items() if takes == number and other != name]
        return [other for other in alike if other.startswith(".") == is_method][-MOST_OTHERS:]


def _whose_mark(nodes: Sequence[ast.AST]) -> Iterator[ast.expr]:
    """What says whose turn it is where a variable holds a mark: `mark == "X"` after `mark = "X" if … else "O"`."""
    for node in nodes:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.IfExp):
            variable = _first(node.targets[0])
            for mark in map(_first, (node.value.body, node.value.orelse)):
                if isinstance(variable, ast.Name) and isinstance(mark, ast.Constant):
                    yield ast.Compare(name_node(variable.id), [ast.Eq()], [mark])


def _first(node: ast.expr) -> ast.expr:
    return node.elts[0] if isinstance(node, ast.Tuple) and node.elts else node


LISTS = ast.ListComp, ast.List
CLOCKS = "time", "perf_counter", "monotonic", "process_time"
STATE_METHODS = "get_legal_moves", "forecast_move", "is_terminal"


def _tested(node: ast.AST) -> str:
    """The name of what alone decides between two cases, or is turned into its opposite."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return getattr(node.operand, "id", "")
    return getattr(node.test, "id", "") if isinstance(node, ast.If | ast.IfExp) else ""


def _yes_or_no(node: ast.AST) -> str:
    """The name of what is set to the answer to a question, such as `state.active_player is MAX`."""
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.Compare | ast.BoolOp):
        return getattr(node.targets[0], "id", "")
    return ""


def _with_a_mark(node: ast.AST) -> str:
    """The name of what is "X" or "O": it is compared with that, or set to the one or the other."""
    if isinstance(node, ast.Compare):
        return getattr(node.left, "id", "") if _is_mark(node.comparators[0]) else ""
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.IfExp):
        return getattr(node.targets[0], "id", "") if _is_mark(node.value.body) else ""
    return ""


def _is_mark(node: ast.expr) -> bool:
    return getattr(node, "value", None) in ("X", "O")


def _is_turned(node: ast.AST) -> bool:
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not) and isinstance(node.operand, ast.Name)


def _gives_more_than_one(node: ast.AST) -> str:
    """The name of a function of one argument of which the first result is used: `perfect` in `perfect(state)[0]`."""
    is_unpacked = isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple)
    is_first = isinstance(node, ast.Subscript) and getattr(node.slice, "value", None) == 0
    call = node.value if is_unpacked or is_first else None  # type: ignore[attr-defined]
    return getattr(call.func, "id", "") if isinstance(call, ast.Call) and len(call.args) == 1 else ""


def _out_of_time(function: ast.FunctionDef, clocks: Mapping[str, ast.Call]) -> list[ast.expr]:
    """The comparisons with a clock, so that they are true when the time is up."""
    going_on = [node.test for node in ast.walk(function) if isinstance(node, ast.While)]
    tests = {ast.unparse(node): node for node in ast.walk(function) if isinstance(node, ast.Compare)}
    tests = {text: node for text, node in tests.items() if any(clock in text for clock in clocks)}
    return [ast.UnaryOp(ast.Not(), node) if node in going_on else node for node in tests.values()]


def _moves_to_make(nodes: Sequence[ast.AST], names: Names) -> list[ast.Call]:
    """The states after what a loop goes through, if no move is made anywhere."""
    loops = [node for node in nodes if isinstance(node, ast.For | ast.comprehension)]
    moves: list[ast.expr] = []
    for loop, target in ((loop, loop.target) for loop in loops):
        number = re.fullmatch(r"range\(len\((\w+)\)\)", ast.unparse(loop.iter))
        if isinstance(target, ast.Name):
            each = name_node(target.id)
            moves.append(ast.Subscript(name_node(number[1]), each, ast.Load()) if number else each)
    return [ast.Call(_of(state, "forecast_move"), [move], []) for state in names.states for move in moves]


def _of(name: str, attribute: str) -> ast.Attribute:
    return ast.Attribute(name_node(name), attribute, ast.Load())


def _called(call: ast.expr) -> str:
    return ast.unparse(call.func).split(".")[-1] if isinstance(call, ast.Call) else ""


def _method(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else ""


def _owner(call: ast.Call) -> str:
    return call.func.value.id if isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name) else ""
