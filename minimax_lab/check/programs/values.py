"""The values of a program's nodes, and what of them contradicts itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import pairwise
from math import inf
from typing import Any

from minimax_lab.check.programs.source import names_returned, truth_tests
from minimax_lab.check.programs.undo import Seen
from minimax_lab.trace.interpret.nodes import CallNode
from minimax_lab.trace.interpret.program import Program
from minimax_lab.trace.interpret.windows import ends_of, number
from minimax_lab.trace.words import value_text


class Values:
    """What the nodes of a program returned, and what they should have."""

    def __init__(self, program: Program):
        self.program, self.window = program, program.window
        self.is_own = program.roles.is_own
        self.nodes = program.nodes
        self.inner = [node for node in self.nodes if node.below]
        self.scores = [node.raw for node in self.nodes if node.raw is not None]
        self.counted = program.counted

    def lower(self, node: CallNode) -> list[Any]:
        """The values of the children as the node sees them."""
        return [-child.raw if self.is_own and not child.same else child.raw for child in node.below]

    def best(self, node: CallNode) -> Any:
        lower = self.lower(node)
        if node.role in ("max", "own"):
            return max(lower)
        return min(lower) if node.role == "min" else None

    def end(self, node: CallNode) -> int:
        """The line at which a node ended."""
        lines = self.program.lines.get(node.calls[-1])
        return lines[-1][0] if lines else node.calls[-1].at

    @cached_property
    def comparable(self) -> list[CallNode]:
        """Nodes whose value can be compared with those of their children."""
        valued = [node for node in self.inner if node.finished and number(node.raw) and not isinstance(node.raw, bool)]
        valued = [node for node in valued if all(number(child.raw) for child in node.below)]
        return [node for node in valued if not any(call.open or call.function.cached for call in node.calls)]

    def set_at(self, node: CallNode) -> int:
        """The line at which a node's value came into the variable that is returned; where it is returned otherwise."""
        set_at = end = self.end(node)
        names = names_returned(node.code, end)
        for (before, _), (_, changed) in pairwise(self.program.lines.get(node.calls[-1], [])):
            new = [changed[name] for name in names if name in changed]
            set_at = before if any(self.program.scores.of(value) == node.raw for value in new) else set_at
        return set_at

    def gaps(self, node: CallNode) -> dict[str, Any]:
        role = "the player to move" if self.is_own or not node.role else node.role.upper()
        values = ", ".join(map(value_text, self.lower(node)))
        return {"value": value_text(node.raw), "children": values, "best": value_text(self.best(node)), "role": role}

    def values(self) -> Iterator[Seen]:
        """Values that are not the best of the children's: the last, none of them, or one behind a lost 0."""
        yield from self._only_a_constant()
        known = [node for node in self.comparable if self.best(node) is not None]
        wrong = [node for node in known if node.raw != self.best(node) and not self._is_bound(node)]
        if zero := [*self._zero(wrong)]:
            yield from zero
            return
        last = [node for node in wrong if len(node.below) > 1 and node.raw == self.lower(node)[-1] != self.best(node)]
        strange = [node for node in wrong if node.raw not in self.lower(node)]
        odd = {node.role for node in wrong if node not in last}
        for role in sorted({node.role for node in last} - odd):
            mine = [node for node in self.comparable if node.role == role]
            only = all(any(node.raw != end(self.lower(node)) for node in mine) for end in (max, min))
            if only and all(node.raw == self.lower(node)[-1] for node in mine):
                for node in last:
                    if node.role == role:
                        yield Seen("last", node, self.set_at(node), self.gaps(node))
        unturned = self.is_own and all(-node.raw in self.lower(node) for node in strange)  # a minus is missing
        # Something may have been added to a child's value on purpose, or the node has a value of its own.
        added = any(not min(self.lower(node)) <= node.raw <= max(self.lower(node)) for node in strange)
        for node in strange:
            alike = {each.raw for each in strange if each.role == node.role}
            if unturned or (len(alike) == 1 and self._is_constant(node)) or not added:
                yield Seen("value", node, self.set_at(node), self.gaps(node))

    def _only_a_constant(self) -> Iterator[Seen]:
        """Whose turn it is cannot be told, because nodes return what the best value starts with."""
        nodes = [node for node in self.comparable if not node.role and node.raw not in self.lower(node)]
        if len(nodes) > 1 and len({node.raw for node in nodes}) == 1 and all(map(self._is_constant, nodes)):
            for node in nodes:
                yield Seen("value", node, self.set_at(node), self.gaps(node))

    def lasts_by_key(self, key: Callable[[CallNode], Any]) -> list[Seen]:
        """The nodes of one player, if all of them return their last child's value: by chance the other one's best."""
        differing = [node for node in self.comparable if len({*self.lower(node)}) > 1]
        lasts = [node for node in differing if node.raw == self.lower(node)[-1] and not node.calls[-1].took]
        ways = {key(node) for node in lasts} - {key(node) for node in differing if node not in lasts}
        if len(ways) != 1 or len({key(node) for node in differing}) == 1:
            return []
        role, pick = ("MIN", min) if lasts[0].role == "max" else ("MAX", max)
        mine = [node for node in lasts if key(node) in ways]
        gaps = [{**self.gaps(node), "role": role, "best": value_text(pick(self.lower(node)))} for node in mine]
        return [Seen("last", node, self.set_at(node), each) for node, each in zip(mine, gaps, strict=True)]

    def _is_bound(self, node: CallNode) -> bool:
        """Whether an end of the window came back, because the best value is not inside it."""
        low, high = ends_of(node, self.window) or (None, None)
        best = self.best(node)
        return (node.raw == low and best <= low) or (node.raw == high and best >= high)

    def _is_constant(self, node: CallNode) -> bool:
        """Whether a number that is written in the program came back: the value that it starts with, say."""
        if any(number(each) and node.raw in (each, -each) for each in node.code.co_consts if each is not None):
            return True
        often = sum(each.raw == node.raw for each in self.comparable) > 2
        return abs(node.raw) == inf or (often and abs(node.raw) > self._largest_leaf)

    @cached_property
    def _largest_leaf(self) -> Any:
        """The largest score of a leaf, whatever its sign."""
        return max((abs(node.raw) for node in self.nodes if not node.below and node.raw is not None), default=inf)

    def _zero(self, wrong: list[CallNode]) -> Iterator[Seen]:
        """All values are as if a best value of 0 were none."""
        if wrong and all(node.raw == self._without_zero(node) for node in self.comparable):
            for node in wrong:
                tests, held = truth_tests(node.code), node.calls[-1].held
                lines = [line for line, name in tests if held.get(name) == node.raw] or [line for line, _ in tests]
                yield Seen("zero", node, next(iter(lines), self.end(node)), {})

    def _without_zero(self, node: CallNode) -> Any:
        best: Any = None
        pick = min if node.role == "min" else max
        for value in self.lower(node):
            best = pick(best, value) if best else value
        return best
