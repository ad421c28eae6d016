"""Checks a program of which nothing is known: does what it did contradict itself?

The program is watched as `trace` watches it. A search is never called right: a wrong player evaluated, or a memo that
forgets whose turn it is, cannot be seen this way.
"""

from __future__ import annotations

import ast
import inspect
import io
import textwrap
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import cached_property
from types import CodeType
from typing import Any

from minimax_lab.check.report import Finding, Replay, Report
from minimax_lab.check.texts import programs as texts
from minimax_lab.check.texts.text import Text
from minimax_lab.picture.text import count_text
from minimax_lab.trace.code import entry_code
from minimax_lab.trace.interpret.nodes import CallNode, number
from minimax_lab.trace.interpret.program import Program
from minimax_lab.trace.interpret.reading import ends_of, only_grow
from minimax_lab.trace.record.calls import CallWatch
from minimax_lab.trace.record.pictures import Pairs, differences
from minimax_lab.trace.result import Trace, traces_of
from minimax_lab.trace.words import path_text, value_text

LIMIT = 300_000  # calls


@dataclass(frozen=True)
class Seen:
    """Something that contradicts itself: where, and what fills the gaps of its text."""

    kind: str
    node: CallNode
    line: int
    gaps: dict[str, Any]


class ProgramReport(Report):
    """What a program contradicts itself in. It is never called right."""

    def __init__(self, subject: str, findings: list[Finding], nodes: int):
        super().__init__(subject, findings, 0.0 if findings else 1.0)
        self.nodes = nodes

    @property
    def heading(self) -> str:
        if self.faults:
            return texts.FOUND.format(subject=self.subject, count=count_text(len(self.faults), "finding", "findings"))
        if any(finding.code == "unseen" for finding in self.findings):
            return texts.NOT_SEEN.format(subject=self.subject)
        return texts.NOTHING_FOUND.format(subject=self.subject, nodes=count_text(self.nodes, "call", "calls"))


def program(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Report:
    """What is wrong with `function(*args, **kwargs)`, as far as one can see without knowing the game.

    The report has a finding for each kind of contradiction, with its `line`. What is only odd is a remark. Where
    nothing contradicts itself it says so; it never says that a program is right.

    >>> from minimax_lab import check
    >>> def search(board, is_max):
    ...     if " " not in board:
    ...         return board.count("X") - board.index("O")
    ...     values = []
    ...     for i in range(3):
    ...         if board[i] == " ":
    ...             board[i] = "X" if is_max else "O"
    ...             values.append(search(board, not is_max))
    ...     return max(values) if is_max else min(values)
    >>> report = check.program(search, [" ", " ", " "], True)
    >>> [(finding.code, finding.line) for finding in report.findings]
    [('undo', 8)]
    """
    watch, error = CallWatch(entry_code(function), True, LIMIT), None
    with redirect_stdout(io.StringIO()):
        try:
            watch.run(function, args, kwargs)
        except Exception as raised:
            error = raised
    name = getattr(function, "__name__", None) or type(function).__name__
    seen = Program(watch)
    look = Look(seen)
    traces = traces_of(name, None, seen, type(error).__name__ if error else watch.stopped or None)
    findings = [_finding(kind, found, traces, seen) for kind, found in look.found().items()]
    if error is not None and not findings:
        text = texts.RAISED.filled(error=f"{type(error).__name__}: {error}"[:200])
        findings.append(Finding.of("raises", text, line=look.last_line()))
    if seen.notes and not findings:
        findings.append(Finding.of("unseen", texts.UNSEEN.filled(notes=" ".join(seen.notes)), remark=True))
    return ProgramReport(name, findings, watch.count)


def _finding(kind: str, found: list[Seen], traces: list[Trace], seen: Program) -> Finding:
    first = found[0]
    text: Text = {**texts.CERTAIN, **texts.ODD}[kind].filled(**first.gaps)
    more = [texts.AFTER.format(place=path_text(first.node.path))]
    source = _source_line(first.node.code, first.line)
    more += [texts.LINE.format(line=first.line, source=source)] if source else []
    others = len({each.node for each in found}) - 1
    more += [texts.TIMES.format(count=count_text(others, "node", "nodes"))] if others else []
    code = kind.partition("-")[0]
    replay = lambda: _replay(first, traces, seen, text.title)  # noqa: E731
    return Finding.of(code, text.followed_by(*more), line=first.line, remark=kind in texts.ODD, replay=replay)


def _replay(first: Seen, traces: list[Trace], seen: Program, banner: str) -> Replay | None:
    for tree, shown in zip(seen.trees, traces, strict=True):
        if first.node in tree.searches:
            kinds = shown.steps.kinds()
            steps = [i for i, place in enumerate(shown.steps.places()) if place[0] == first.node.path]
            at = [i for i in steps if kinds[i] == "return"] or steps
            return Replay(shown, at[-1] if at else 0, banner)
    return None


def _source_line(code: CodeType, line: int) -> str:
    try:
        lines, start = inspect.getsourcelines(code)
        return lines[line - max(start, 1)].strip()
    except (OSError, TypeError, IndexError):
        return ""


class Look:
    """Looks at what a program did for what contradicts itself."""

    def __init__(self, program: Program):
        self.program, self.window = program, program.window
        self.is_own = program.roles.is_own
        self.nodes = program.nodes
        self.inner = [node for node in self.nodes if node.below]
        self.scores = [node.raw for node in self.nodes if node.raw is not None]
        self.counted = only_grow(self.nodes, program.watch.renewed) if self.nodes else set()

    def found(self) -> dict[str, list[Seen]]:
        """What was found, by kind, the most telling kinds first. A board that is wrong explains all that follows."""
        if not self.program.is_recursive:
            return {}
        all_found: dict[str, list[Seen]] = defaultdict(list)
        for seen in (*self.endless(), *self.undo()):
            all_found[seen.kind].append(seen)
        if "undo" in all_found:
            return all_found
        for look in (
            self.nothing,
            self.roles,
            self.values,
            self.windows,
            self.cuts,
            self.root,
            self.depth,
            self.again,
            self.forgotten,
            self.sign,
        ):
            for seen in look():
                all_found[seen.kind].append(seen)
        return all_found

    def last_line(self) -> int | None:
        raised = [call for call in self.program.watch.calls if call.raised]
        return raised[-1].at if raised else None

    def lower(self, node: CallNode) -> list[Any]:
        """The values of the children as the node sees them."""
        return [-child.raw if self.is_own else child.raw for child in node.below]

    def end(self, node: CallNode) -> int:
        """The line at which a node ended."""
        return (self.program.lines.get(node.calls[-1]) or [node.calls[-1].at])[-1]

    @cached_property
    def comparable(self) -> list[CallNode]:
        """Nodes whose value can be compared with those of their children."""
        return [
            node
            for node in self.inner
            if node.finished
            and number(node.raw)
            and not isinstance(node.raw, bool)
            and all(number(child.raw) for child in node.below)
            and not any(call.open for call in node.calls)
        ]

    # Kinds, one by one

    def endless(self) -> Iterator[Seen]:
        if self.program.watch.stopped == "RecursionError":
            node = self.inner[-1] if self.inner else self.nodes[-1]
            last = node.below[-1].calls[0].line if node.below else node.calls[-1].at
            if not [*self.depth()]:
                yield Seen("endless", node, last, {})

    def undo(self) -> Iterator[Seen]:
        """The first child's move is still there when the node ends."""
        for node in self.inner:
            first, call = node.below[0], node.calls[-1]
            if first.calls[0].item is not None:  # it goes through something that is there: no move is made
                continue
            for name in sorted(self.program.position & call.after.keys() & first.places.keys()):
                made = {(place, value) for place, _, value in differences(call.places[name], first.places[name])}
                left = [each for each in differences(call.places[name], call.after[name]) if (each[0], each[2]) in made]
                if left and node.finished:
                    place, before, after = left[0]
                    change = f"{value_text(before)} → {value_text(after)}" + (
                        f" at {value_text(place[-1])}" if place else ""
                    )
                    yield Seen("undo", node, first.calls[0].line, {"name": name.rpartition(".")[2], "change": change})
                    break

    def nothing(self) -> Iterator[Seen]:
        if len(self.scores) > 1 or any(node.raised for node in self.program.watch.calls):
            for node in self.nodes:
                if node.finished and node.calls[0].value is None and (node.raw is None):
                    yield Seen("nothing", node, self.end(node), {})

    def roles(self) -> Iterator[Seen]:
        """What goes with the role is the same for parent and child, and never another."""
        key = self.program.roles.key
        if self.is_own or key is None or self.program.roles.odd or self._several_agents():
            return
        taken = {key[1](node) for node in self.nodes}
        edges: dict[Any, list[tuple[CallNode, CallNode]]] = defaultdict(list)
        for node in self.inner:
            edges[key[1](node)] += [(node, child) for child in node.below if child.below]
        for value, pairs in edges.items():
            role = key[2].get(value)
            if role not in ("max", "min") or not pairs:
                continue
            never = all(key[1](child) == value for node in self.inner if key[1](node) == value for child in node.below)
            alike = len(taken) == 2 and len({*key[2].values()}) == 1 and all(child.role == role for _, child in pairs)
            if never or alike:
                for node, child in pairs:
                    yield Seen("roles", node, child.calls[0].line, {"role": role.upper()})

    def values(self) -> Iterator[Seen]:
        """Values that are not the best of the children's: the last, none of them, or one behind a lost 0."""
        wrong: list[CallNode] = []
        for node in self.comparable:
            best = self.best(node)
            if best is not None and node.raw != best and not self._is_bound(node):
                wrong.append(node)
        if not wrong:
            return
        if zero := [*self._zero(wrong)]:
            yield from zero
            return
        last = [node for node in wrong if len(node.below) > 1 and node.raw == self.lower(node)[-1] != self.best(node)]
        strange = [node for node in wrong if node.raw not in self.lower(node)]
        odd = {node.role for node in wrong if node not in last}
        for role in {node.role for node in last} - odd:
            mine = [node for node in self.comparable if node.role == role]
            if all(node.raw == self.lower(node)[-1] for node in mine):
                for node in last:
                    if node.role == role:
                        yield Seen("last", node, self.end(node), self._gaps(node))
        for node in strange:
            if self._is_constant(node) or not self._is_added(strange):
                yield Seen("value", node, self.end(node), self._gaps(node))

    def best(self, node: CallNode) -> Any:
        lower = self.lower(node)
        if node.role in ("max", "own"):
            return max(lower)
        return min(lower) if node.role == "min" else None

    def _gaps(self, node: CallNode) -> dict[str, Any]:
        role = "the player to move" if self.is_own else node.role.upper()
        values = ", ".join(map(value_text, self.lower(node)))
        return {"value": value_text(node.raw), "children": values, "best": value_text(self.best(node)), "role": role}

    def _is_bound(self, node: CallNode) -> bool:
        return node.raw in (ends_of(node, self.window) or ())

    def _is_constant(self, node: CallNode) -> bool:
        """Whether a number that is written in the function came back: the value that it starts with, say."""
        return any(number(each) and node.raw in (each, -each) for each in node.code.co_consts if each is not None)

    def _is_added(self, strange: list[CallNode]) -> bool:
        """Whether something may have been added to a child's value on purpose, or the node has a value of its own."""
        better = [node for node in strange if node.raw > max(self.lower(node)) or node.raw < min(self.lower(node))]
        return bool(better)

    def _zero(self, wrong: list[CallNode]) -> Iterator[Seen]:
        """All values are as if a best value of 0 were none."""
        if all(node.raw == self._without_zero(node) for node in wrong) and all(
            node.raw == self._without_zero(node) for node in self.comparable
        ):
            for node in wrong:
                lines = _truth_tests(node.code)
                yield Seen("zero", node, next(iter(lines), self.end(node)), {})

    def _without_zero(self, node: CallNode) -> Any:
        best: Any = None
        pick = min if node.role == "min" else max
        for value in self.lower(node):
            best = pick(best, value) if best else value
        return best

    def windows(self) -> Iterator[Seen]:
        """A child gets a window that is wider than the one its parent has by then."""
        if self.window is None:
            return
        for node in self.inner:
            outer = ends_of(node, self.window)
            for child in node.below if outer else ():
                given = ends_of(child, self.window)
                now = [child.calls[0].around.get(name, end) for name, end in zip(self.window, outer, strict=True)]  # type: ignore[arg-type]
                if given is None or not all(map(number, now)) or not now[0] < now[1]:
                    continue
                inside = (-given[1], -given[0]) if self.is_own else given
                if (inside[0] < now[0] and inside[0] <= outer[0]) or (inside[1] > now[1] and inside[1] >= outer[1]):  # type: ignore[index]
                    gaps = {"window": _window_text(now), "given": _window_text(given)}
                    yield Seen("window", node, child.calls[0].line, gaps)

    def cuts(self) -> Iterator[Seen]:
        """Goes on after the window has closed, or leaves moves out while it is open."""
        worst, best = (min(self.scores), max(self.scores)) if self.scores else (0, 0)
        for node in self.comparable if self.window else ():
            ends = ends_of(node, self.window)
            if ends is None or not node.role:
                continue
            low, high = ends
            values = self.lower(node)
            is_min = node.role == "min"
            for i, value in enumerate(values[:-1]):
                if (value < low if is_min else value > high) and node.below[i + 1].path != node.below[i].path:
                    gaps = {"value": value_text(value), "window": _window_text(ends)}
                    yield Seen("cut", node, node.below[i + 1].calls[0].line, gaps)
                    break
            reached = min(values) if is_min else max(values)
            is_open = reached > low and reached > worst if is_min else reached < high and reached < best
            if node.cut and is_open:
                gaps = {"value": value_text(reached), "window": _window_text(ends)}
                yield Seen("cut-open", node, self.end(node), gaps)

    def root(self) -> Iterator[Seen]:
        """A function above the search goes through the moves, each with the same window."""
        for tree in self.program.trees:
            root = tree.root
            given = [ends_of(child, self.window) for child in root.below]
            if not root.above or len(given) < 2 or None in given or len({*given}) > 1:
                continue
            low, high = given[0]  # type: ignore[misc]
            if any(number(child.raw) and low < child.raw < high for child in root.below[:-1]):
                yield Seen("root", root, root.below[-1].calls[0].line, {"window": _window_text((low, high))})

    def _edges(self) -> dict[str, list[tuple[CallNode, CallNode, int]]]:
        """For each whole number that is handed on, where, and by how much it changes there."""
        edges: dict[str, list[tuple[CallNode, CallNode, int]]] = defaultdict(list)
        for node in self.inner:
            for child in node.below:
                for name in node.calls[-1].function.parameters:
                    one, two = node.places.get(name), child.places.get(name)
                    if type(one) is int and type(two) is int:
                        edges[name].append((node, child, two - one))
        return edges

    def _several_agents(self) -> bool:
        """Whether a number goes round, as the index of more than two agents does: 0, 1, 2, 0."""
        for name, edges in self._edges().items():
            values = {child.places[name] for _, child, _ in edges} | {node.places[name] for node, _, _ in edges}
            steps = {step for _, _, step in edges}
            if len(values) > 2 and 1 in steps and steps <= {1, 1 - len(values)}:
                return True
        return False

    def depth(self) -> Iterator[Seen]:
        """A number that is compared with a constant or is called a depth, and never changes."""
        height = max((node.level for node in self.nodes), default=0)
        for name, edges in self._edges().items():
            unchanged = all(step == 0 for _, _, step in edges)
            if unchanged and height > 2 and name in _compared_with_a_constant(self.inner[0].code):
                for node, child, _ in edges:
                    yield Seen("depth", node, child.calls[0].line, {"name": name, "value": node.places[name]})

    def again(self) -> Iterator[Seen]:
        """A child is searched again, with exactly the same arguments."""
        found = []
        for node in self.inner:
            keys = [self._key(child) for child in node.below]
            often = Counter(keys)
            for i, child in enumerate(node.below):
                if often[keys[i]] > 1 and i and keys[i] in keys[:i] and child.below:
                    found.append(Seen("again", node, child.calls[0].line, {"times": often[keys[i]]}))
        yield from found

    def _key(self, node: CallNode) -> tuple:
        names = [name for name in node.places if name not in self.counted]
        return (node.code, node.calls[0].item, *((name, node.places[name]) for name in names))

    def forgotten(self) -> Iterator[Seen]:
        """A memo holds values of 0, and what is found in it is asked whether it is true."""
        for node in self.inner:
            held = [value for name, value in node.places.items() if name in self.counted and isinstance(value, Pairs)]
            zeros = any(type(value) in (int, float) and value == 0 for memo in held for _, value in memo)
            if zeros and (lines := _lookups(node.code)):
                yield Seen("zero", node, lines[0], {})
                return

    def sign(self) -> Iterator[Seen]:
        """Every leaf is worth the same, whoever is to move: a loss for whoever is to move, say."""
        leaves = [node for node in self.nodes if not node.below and node.finished and not node.calls[-1].folded]
        values = {node.raw for node in leaves}
        if self.is_own or len(leaves) < 3 or len(values) != 1 or not number(leaves[0].raw) or not leaves[0].raw:
            return
        if len({node.level % 2 for node in leaves}) == 2 and isinstance(leaves[0].raw, int):
            what = f"Every leaf is worth {value_text(leaves[0].raw)}, whoever is to move."
            yield Seen("sign", leaves[0], self.end(leaves[0]), {"what": what})


def _window_text(ends: Any) -> str:
    return f"({value_text(ends[0])}, {value_text(ends[1])})"


def _tree(code: CodeType) -> tuple[ast.AST, int]:
    try:
        lines, start = inspect.getsourcelines(code)
        return ast.parse(textwrap.dedent("".join(lines))), max(start, 1) - 1
    except (OSError, TypeError, SyntaxError):
        return ast.Module([], []), 0


def _truth_tests(code: CodeType) -> list[int]:
    """The lines at which a variable is asked whether it is true."""
    tree, above = _tree(code)
    found = []
    for node in ast.walk(tree):
        parts = [node.test] if isinstance(node, ast.If | ast.IfExp | ast.While) else []
        parts += node.values if isinstance(node, ast.BoolOp) else []
        for part in parts:
            part = part.operand if isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.Not) else part
            if isinstance(part, ast.Name) and part.id in code.co_varnames[code.co_argcount :]:
                found.append(part.lineno + above)
    return sorted(found)


def _lookups(code: CodeType) -> list[int]:
    """The lines at which the answer of a `get` is asked whether it is true."""
    tree, above = _tree(code)
    asked = [node for node in ast.walk(tree) if isinstance(node, ast.Assign | ast.If | ast.NamedExpr)]
    names = {
        target.id
        for node in asked
        if not isinstance(node, ast.If) and _is_get(node.value)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    }
    tests = [node.test for node in asked if isinstance(node, ast.If)]
    return sorted(
        test.lineno + above
        for test in tests
        if _is_get(test)
        or (isinstance(test, ast.Name) and test.id in names)
        or (isinstance(test, ast.NamedExpr) and _is_get(test.value))
    )


def _is_get(found: ast.expr) -> bool:
    return isinstance(found, ast.Call) and isinstance(found.func, ast.Attribute) and found.func.attr == "get"


def _compared_with_a_constant(code: CodeType) -> set[str]:
    """The variables that are compared with a number that is written there."""
    tree, _ = _tree(code)
    return {
        name.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Compare)
        for name, other in ((node.left, node.comparators[0]), (node.comparators[0], node.left))
        if isinstance(name, ast.Name) and isinstance(other, ast.Constant)
    } | {name for name in code.co_varnames if "depth" in name.lower()}
