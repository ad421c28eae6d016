"""A move that is not taken back: the board comes back changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from minimax_lab.check.texts import programs as texts
from minimax_lab.trace.interpret.nodes import CallNode
from minimax_lab.trace.interpret.program import Program
from minimax_lab.trace.interpret.windows import number
from minimax_lab.trace.record.pictures import MISSING, PLAIN, Difference, differences
from minimax_lab.trace.words import value_text


@dataclass(frozen=True)
class Seen:
    """Something that contradicts itself: where, and what fills the gaps of its text."""

    kind: str
    node: CallNode
    line: int
    gaps: dict[str, Any]


class Undo:
    """Looks for what a move has changed, and is still changed when it should not be."""

    def __init__(self, program: Program):
        self.program = program
        self.inner = [node for node in program.nodes if node.below]

    def found(self) -> list[Seen]:
        """The moves that are not taken back; lines at which only what calls below left is changed come last."""
        left = [*self._left()]
        nodes = {seen.node for seen in left}
        lines = {seen.line for seen in left if not any(child in nodes for child in seen.node.below)}
        left.sort(key=lambda seen: seen.line not in lines)
        return [*self._taken_for_good(), *left]

    def _left(self) -> Iterator[Seen]:
        """What the first child's move changed is still changed when the node ends, or comes to its last child."""
        for node in self.inner:
            first, call = node.below[0], node.calls[-1]
            after = call.after if node.finished else node.below[-1].places if len(node.below) > 1 else {}
            if first.calls[0].item is not None:  # it goes through something that is there: no move is made
                continue
            names = call.places.keys() & first.places.keys() & after.keys() - self.counters
            if not node.finished:  # what is handed on anew is another thing in each child
                given = {*call.function.parameters}
                names = {name for name in names if name not in given or call.places[name].__class__ not in PLAIN}
                names = {name for name in names if name.partition(".")[0] not in self.program.watch.renewed}
            for name in sorted(names):
                tried = node.below if node.finished and name in self.boards else [first]
                made = {
                    each[0]: each[2]
                    for child in tried
                    for each in self._changes(name, call.places[name], child.places.get(name, call.places[name]))
                }
                changes = self._changes(name, call.places[name], after[name])
                left = [each for each in changes if each[0] in made]
                if not node.finished:  # the last child's own move may be at the same place
                    left = [each for each in left if each[2] == made[each[0]]]
                left = [each for each in left if each[1] is not MISSING or each[2] == made[each[0]]]
                if left:
                    place, before, now = left[0]
                    where = f" at {value_text(place[0] if len(place) == 1 else place)}" if place else ""
                    old, new = (value_text(each) if str(each).strip() else "empty" for each in (before, now))
                    if old == new:  # two ways to write that nothing is there
                        old, new = repr(before), repr(now)
                    change = f"{old} → {new}{where}{texts.AMONG_OTHERS if len(changes) > 1 else ''}"
                    yield Seen("undo", node, first.calls[0].line, {"name": name.rpartition(".")[2], "change": change})
                    break

    def _taken_for_good(self) -> Iterator[Seen]:
        """Every move is added to what is handed on and only grows; none that is in it is made, and so few are left."""
        given = [{*node.calls[-1].function.parameters} & node.places.keys() for node in self.program.nodes]
        for name in sorted(self.program.counted.intersection(*given)):
            made = [(node, child.path[-1]) for node in self.inner for child in node.below]
            added = [differences(node.places[name], node.below[0].places[name]) for node in self.inner]
            is_move = all(
                len(each) == 1 and each[0][1] is MISSING and each[0][2] == node.below[0].path[-1]
                for node, each in zip(self.inner, added, strict=True)
            )
            again = any(move in node.places[name] for node, move in made if isinstance(node.places[name], Collection))
            starved = [node for node in self.inner if node.below[0].below and not any(c.below for c in node.below[1:])]
            if is_move and not again and len(made) > 3 and any(len(node.below) > 2 for node in starved):
                node = starved[0]
                change = f"{value_text(node.below[0].path[-1])} is still in it"
                yield Seen("undo", node, node.below[0].calls[0].line, {"name": name, "change": change})

    def _changes(self, name: str, before: Any, after: Any) -> list[Difference]:
        """Where something has changed, but not what was added to a log or a memo, nor a number by itself."""
        is_log, is_board = name in self.program.counted, name in self.program.position | self.bits
        found = differences(before, after)
        return [each for each in found if (each[0] or is_board) and not (is_log and each[1] is MISSING)]

    @cached_property
    def bits(self) -> set[str]:
        """Numbers that only grow, bit by bit, each time by another bit: sets of cells."""
        steps: dict[str, set[int]] = defaultdict(set)
        for node in self.inner:
            first = node.below[0].places
            for name in self.program.counted & node.places.keys() & first.keys():
                before, after = node.places[name], first[name]
                if type(before) is type(after) is int:
                    steps[name].add(after - before if before & after == before else -1)
        return {name for name, by in steps.items() if len(by - {0}) > 2 and all(step & (step - 1) == 0 for step in by)}

    @cached_property
    def boards(self) -> set[str]:
        """What is another thing for every first child than for its parent: moves are made on it."""
        names = {name for node in self.inner for name in node.places} & self.program.position
        steps = [(node.places, node.below[0].places) for node in self.inner]
        return {name for name in names if all(before.get(name) != after.get(name) for before, after in steps)}

    @cached_property
    def counters(self) -> set[str]:
        """What is one more, at the same place, in a first child than in its parent, and never anything else."""
        steps: dict[str, set[Any]] = defaultdict(set)
        for node in self.inner:
            first = node.below[0]
            for name in node.places.keys() & first.places.keys():
                for place, before, after in differences(node.places[name], first.places[name]):
                    steps[name].add((place, after - before) if number(before) and number(after) else None)
        return {name for name, by in steps.items() if len(by) == 1 and None not in by and max(by)[1] == 1}
