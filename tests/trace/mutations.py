"""One small mistake at a time in right programs: which of them does `check.program` notice, and is that what is wrong?

python -m tests.trace.mutations             a table: how many mutants of each kind are noticed, and aptly
python -m tests.trace.mutations --each      also one line for each mutant
"""

from __future__ import annotations

import ast
import contextlib
import io
import re
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from minimax_lab.check.programs.check import program as check_program
from tests.trace.programs import Program, programs

FLIPS: dict[type, Any] = {ast.Gt: ast.Lt, ast.Lt: ast.Gt, ast.GtE: ast.LtE, ast.LtE: ast.GtE}
ENDS = r"(self\.)?(alpha|beta|alfa|α|β|lower|upper|low|high|a|b)"  # of a window
TAKES_BACK = {"pop", "discard", "remove", "undrop", "undo_move", "unmake", "insert"}


def searching(module: ast.Module) -> set[str]:
    """The names of the functions from which a call leads back to them."""
    calls = {
        function.name: {_called(call) for call in ast.walk(function) if isinstance(call, ast.Call)}
        for function in ast.walk(module)
        if isinstance(function, ast.FunctionDef)
    }
    found = set()
    for name in calls:
        seen, todo = set(), [*calls[name]]
        while todo:
            if (other := todo.pop()) in calls and other not in seen:
                seen.add(other)
                todo += calls[other]
        if name in seen:
            found.add(name)
    return found


def _called(call: ast.Call) -> str:
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


def mutants(source: str) -> Iterator[tuple[str, str, set[str]]]:
    """The kind, the whole program, and its lines that are new or stood beside what is gone."""
    module = ast.parse(source)
    names, before = searching(module), ast.unparse(module).splitlines()
    nodes, parents = [*ast.walk(module)], _parents(module)
    for place in range(len(nodes)):
        for kind, make in KINDS.items():
            if not _inside(nodes[place], parents, names) or not make(nodes[place], parents, names):
                continue
            after = ast.unparse(ast.fix_missing_locations(module)).splitlines()
            first = next((i for i, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), len(after) - 1)
            yield kind, "\n".join(after) + "\n", {line.strip() for line in after[max(0, first - 2) : first + 2]}
            module = ast.parse(source)
            nodes, parents = [*ast.walk(module)], _parents(module)


def _parents(module: ast.Module) -> dict[ast.AST, ast.AST]:
    return {child: parent for parent in ast.walk(module) for child in ast.iter_child_nodes(parent)}


def _inside(node: ast.AST, parents: dict, names: set[str]) -> bool:
    """Whether a node stands in a function that searches."""
    while node in parents:
        node = parents[node]
        if isinstance(node, ast.FunctionDef) and node.name in names:
            return True
    return False


def _searches(node: ast.AST | None, names: set[str]) -> bool:
    return node is not None and any(isinstance(n, ast.Call) and _called(n) in names for n in ast.walk(node))


# Each takes a node and makes its mistake there; False if this is not the place for it


def undo_removed(node, parents, names):
    block = next((b for b in (getattr(parents.get(node), f, None) for f in ("body", "orelse")) if _in(node, b)), None)
    if block is None:
        return False
    at = block.index(node)
    call = next((i for i in range(at) if _searches(block[i], names)), None)
    if call is None:
        return False
    if isinstance(node, (ast.Assign, ast.AugAssign)):
        targets = [ast.dump(t) for t in getattr(node, "targets", [getattr(node, "target", None)])]
        made = [s for s in block[:call] if isinstance(s, (ast.Assign, ast.AugAssign))]
        again = [ast.dump(t) for s in made for t in getattr(s, "targets", [getattr(s, "target", None)])]
        if not {*targets} & {*again} or (isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)):
            return False
    elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and _called(node.value) in TAKES_BACK):
        return False
    block.remove(node)
    return True


def _in(node, block):
    return isinstance(block, list) and any(node is each for each in block)


def negation_lost(node, parents, names):
    if not (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and _searches(node.operand, names)):
        return False
    node.op = ast.UAdd()
    return True


def max_min_swapped(node, parents, names):
    if not (isinstance(node, ast.Name) and node.id in ("max", "min")):
        return False
    call = parents.get(node)
    if isinstance(call, ast.Call) and call.args and re.fullmatch(ENDS, ast.unparse(call.args[0])):
        return False  # the window is another matter
    node.id = "min" if node.id == "max" else "max"
    return True


def depth_stays(node, parents, names):
    call = parents.get(node)
    if not (isinstance(node, ast.BinOp) and isinstance(call, ast.Call) and _called(call) in names):
        return False
    if not (isinstance(node.left, ast.Name) and re.search("depth|plies|rolls|^d$|^h$", node.left.id)):
        return False
    if not (isinstance(node.op, ast.Sub) and isinstance(node.right, ast.Constant)):
        return False
    call.args[call.args.index(node)] = node.left
    return True


def break_removed(node, parents, names):
    if not isinstance(node, ast.Break):
        return False
    block = parents[node].body
    block[block.index(node)] = ast.Pass()
    return True


def return_dropped(node, parents, names):
    if not (isinstance(node, ast.Return) and isinstance(node.value, ast.Name)):
        return False
    for field in ("body", "orelse"):
        block = getattr(parents[node], field, None)
        if _in(node, block):
            block[block.index(node)] = ast.Expr(node.value)
            return True
    return False


def _window_args(call, names):
    if not (isinstance(call, ast.Call) and _called(call) in names):
        return None
    texts = [ast.unparse(a).lstrip("-") for a in call.args]
    for i in range(len(texts) - 1):
        if {texts[i], texts[i + 1]} in WINDOWS:
            return i
    return None


WINDOWS = [{"alpha", "beta"}, {"α", "β"}, {"alfa", "beta"}, {"a", "b"}, {"lower", "upper"}, {"low", "high"}]


def window_swapped(node, parents, names):
    i = _window_args(node, names)
    if i is None:
        return False
    node.args[i], node.args[i + 1] = node.args[i + 1], node.args[i]
    return True


def window_full(node, parents, names):
    i = _window_args(node, names)
    if i is None:
        return False
    node.args[i], node.args[i + 1] = ast.UnaryOp(ast.USub(), ast.Constant(10**6)), ast.Constant(10**6)
    return True


def side_stays(node, parents, names):
    call = parents.get(node)
    if not (isinstance(call, ast.Call) and _called(call) in names and node in call.args):
        return False
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        call.args[call.args.index(node)] = node.operand
        return True
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        node.value = not node.value
        return True
    return False


def comparison_turned(node, parents, names):
    if not (isinstance(node, ast.Compare) and type(node.ops[0]) in FLIPS and len(node.ops) == 1):
        return False
    if not any(re.match("best|top|max|min|v$", ast.unparse(side)) for side in (node.left, node.comparators[0])):
        return False
    node.ops = [FLIPS[type(node.ops[0])]()]
    return True


def starts_at_zero(node, parents, names):
    if not (isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)):
        return False
    if not re.match(r"best|v|value|result|max|min|worst", node.targets[0].id) or _searches(node.value, names):
        return False
    if not re.fullmatch(r"[-+]?(\d{2,}|float\(.*inf.*\)|math.inf|inf|infinity|10 \*\* \d+)", ast.unparse(node.value)):
        return False
    node.value = ast.Constant(0)
    return True


# The kinds of notice that say what is wrong with such a mutant; the right line is apt in any case
APT = {
    "undo removed": {"undo"},
    "negation lost": {"roles", "sign", "value"},
    "max and min swapped": {"roles", "value", "last", "cut"},
    "depth stays": {"depth"},
    "break removed": {"cut"},
    "return dropped": {"nothing"},
    "window swapped": {"window", "cut"},
    "window full": {"window", "root"},
    "side stays": {"roles", "undo", "sign"},
    "comparison turned": {"value", "last", "cut", "roles"},
    "starts at zero": {"value", "zero", "cut"},
}
KINDS = dict(
    zip(
        APT,
        [
            undo_removed,
            negation_lost,
            max_min_swapped,
            depth_stays,
            break_removed,
            return_dropped,
            window_swapped,
            window_full,
            side_stays,
            comparison_turned,
            starts_at_zero,
        ],
        strict=True,
    )
)


class TooLong(BaseException):
    pass


@contextlib.contextmanager
def seconds(number: int) -> Iterator[None]:
    def stop(*_: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(number)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def behaviour(program: Program) -> str:
    """What a program returns, or how it ends."""
    try:
        function, args, kwargs = program.start()
        with contextlib.redirect_stdout(io.StringIO()), seconds(2):
            return repr(function(*args, **kwargs))
    except TooLong:
        return "too long"
    except Exception as error:
        return type(error).__name__


def calls(program: Program) -> int:
    """How many functions are called in a run."""
    number = 0

    def count(frame: Any, event: str, arg: Any) -> None:
        nonlocal number
        number += event == "call" and frame.f_code.co_filename.startswith("<program")

    with contextlib.suppress(Exception, TooLong), contextlib.redirect_stdout(io.StringIO()), seconds(2):
        function, args, kwargs = program.start()
        sys.setprofile(count)
        try:
            function(*args, **kwargs)
        finally:
            sys.setprofile(None)
    return number


def all_mutants() -> Iterator[tuple[Program, str, Program, set[str], bool]]:
    """Each right program, the kind, the mutant, its lines, and whether it returns something else."""
    folder = Path(__file__).parent / "programs"
    for program in [*programs(folder), *programs(folder / "unseen")]:
        if program.kind:
            continue
        right, number = behaviour(program), calls(program)
        for kind, source, lines in mutants(program.source):
            mutant = replace(program, source=source)
            other = behaviour(mutant)
            if other != "too long" and (other != right or calls(mutant) != number):
                yield program, kind, mutant, lines, other != right


def noticed(program: Program) -> list[tuple[str, str]]:
    """The kind of each finding of check.program, and the line that it names."""
    function, args, kwargs = program.start()
    findings = [finding for finding in check_program(function, *args, **kwargs).findings if finding.code != "unseen"]
    return [(finding.code, program.line(finding.line) if finding.line else "") for finding in findings]


def main() -> None:
    made, found, apt, line_right = (Counter() for _ in range(4))
    counts = {"mutants": made, "noticed": found, "apt": apt, "at the line": line_right}
    for program, kind, mutant, lines, _ in all_mutants():
        made[kind] += 1
        try:
            with seconds(20):
                notices = noticed(mutant)
        except (TooLong, Exception) as error:
            notices = []
            print("failed", program.name, kind, type(error).__name__, error)
        at_line = any(line in lines for _, line in notices)
        fits = at_line or any(what in APT[kind] for what, _ in notices)
        found[kind] += bool(notices)
        apt[kind] += fits
        line_right[kind] += at_line
        if "--each" in sys.argv:
            print(program.name, "|", kind, "|", notices, "| apt" if fits else "|")
    for kind in KINDS:
        print(f"{kind:20}", *(f"{count[kind]:4} {what}" for what, count in counts.items()))
    print(f"{'all':20}", *(f"{sum(count.values()):4} {what}" for what, count in counts.items()))


if __name__ == "__main__":
    main()
