"""What in a program's run contradicts itself, kind by kind."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from math import inf
from typing import Any

from minimax_lab.check.programs import source
from minimax_lab.check.programs.undo import Seen, Undo
from minimax_lab.check.programs.values import Values
from minimax_lab.trace.code import loops_of
from minimax_lab.trace.interpret.nodes import CallNode
from minimax_lab.trace.interpret.windows import ends_of, number
from minimax_lab.trace.model import REST
from minimax_lab.trace.record.pictures import Pairs
from minimax_lab.trace.words import value_text


class Look(Values):
    """Looks at what a program did for what contradicts itself."""

    def found(self) -> dict[str, list[Seen]]:
        """What was found, by kind, the most telling kinds first. A board that is wrong explains all that follows."""
        if not self.program.is_recursive:
            return {}
        found = [*self.endless(), *Undo(self.program).found()]
        half = self.program.trees and not self.program.trees[-1].root.finished  # which proves little
        looks = [self.nothing, self.roles, self.values, self.windows, self.cuts, self.only_first, self.root, self.depth]
        looks += [self.choice, self.again, self.forgotten, self.memo]
        if not any(seen.kind == "undo" for seen in found):
            found += [seen for look in ([self.nothing, self.depth] if half else looks) for seen in look()]
            if not found and not half:  # else it may come from what was found
                found += self.sign()
        by_kind: dict[str, list[Seen]] = defaultdict(list)
        for seen in found:
            by_kind[seen.kind].append(seen)
        return by_kind

    def last_line(self) -> int | None:
        raised = [call for call in self.program.watch.calls if call.raised]
        return raised[-1].at if raised else None

    # Kinds, one by one

    def endless(self) -> Iterator[Seen]:
        if self.program.watch.stopped == "RecursionError":
            node = self.inner[-1] if self.inner else self.nodes[-1]
            last = node.below[-1].calls[0].line if node.below else node.calls[-1].at
            yield Seen("endless", node, last, {})

    def nothing(self) -> Iterator[Seen]:
        if len(self.scores) > 1 or any(node.raised for node in self.program.watch.calls):
            for node in self.nodes:
                if node.finished and node.calls[0].value is None and node.raw is None:
                    yield Seen("nothing", node, self._last_statement(node), {})

    def _last_statement(self, node: CallNode) -> int:
        """The line at which a node ended; if that was the head of a loop, the last one in its body."""
        end, lines = self.end(node), [line for line, _ in self.program.lines.get(node.calls[-1], ())]
        for loop in loops_of(node.code):
            if loop.first == end:
                return next((line for line in reversed(lines) if loop.body <= line <= loop.last), end)
        return end

    def roles(self) -> Iterator[Seen]:
        """What goes with the role is the same for parent and child, and never another; or all have the same role."""
        key = self.program.roles.key
        if self.is_own or key is None or self.program.roles.odd or self._several_agents():
            return
        _, turn, roles = key
        one_role = len({turn(node) for node in self.nodes}) == 2 and len({*roles.values()}) == 1
        if one_role and (lasts := self.lasts_by_key(turn)):
            yield from lasts
            return
        edges: dict[Any, list[tuple[CallNode, CallNode]]] = defaultdict(list)
        for node in self.inner:
            edges[turn(node)] += [(node, child) for child in node.below]
        # Lines after which it is another's turn: if it is not always, a player may move again
        turns = {child.calls[0].line for value, all_of in edges.items() for _, child in all_of if turn(child) != value}
        for value, all_of in edges.items():
            role, pairs = roles.get(value, ""), [(node, child) for node, child in all_of if child.below]
            never = all(turn(child) == value for _, child in all_of)
            never = never and turns.isdisjoint(child.calls[0].line for _, child in pairs)
            alike = one_role and all(child.role == role for _, child in pairs)
            for node, child in pairs if role in ("max", "min") and (never or alike) else ():
                gaps = {"role": role.upper(), "most": "largest" if role == "max" else "smallest"}
                kind = "roles" if never and not self._hands_on_the_turn() else "roles-alike"
                yield Seen(kind, node, child.calls[0].line, gaps)

    def _hands_on_the_turn(self) -> bool:
        """Whether an argument is one of two things, and for each call the other one than for the call that made it."""
        edges = [(node.places, child.places) for node in self.inner for child in node.below]
        for name in self.nodes[0].calls[-1].function.parameters:
            values = {repr(node.places.get(name)) for node in self.nodes}
            if len(values) == 2 and all(one.get(name) != other.get(name) for one, other in edges):
                return True
        return False

    def windows(self) -> Iterator[Seen]:
        """A child gets a window that is wider than the one its parent has by then."""
        if self.window is None:
            return
        for node in self.inner:
            outer = ends_of(node, self.window)
            for i, child in enumerate(node.below if outer else ()):
                given = ends_of(child, self.window)
                now = [child.calls[0].around.get(name, end) for name, end in zip(self.window, outer, strict=True)]  # type: ignore[arg-type]
                if given is None or not all(map(number, now)) or not now[0] < now[1]:
                    continue
                if given[0] > given[1]:
                    if not self._has_closed(node, i):
                        yield Seen("window-turned", node, child.calls[0].line, {"given": _window_text(given)})
                    continue
                inside = (-given[1], -given[0]) if self.is_own and not child.same else given
                if (inside[0] < now[0] and inside[0] <= outer[0]) or (inside[1] > now[1] and inside[1] >= outer[1]):  # type: ignore[index]
                    gaps = {"window": _window_text(now), "given": _window_text(given)}
                    yield Seen("window", node, child.calls[0].line, gaps)

    def cuts(self) -> Iterator[Seen]:
        """Goes on after the window has closed, or leaves moves out while it is open."""
        worst, best = (min(self.scores), max(self.scores)) if self.scores else (0, 0)
        if worst == best and {"max", "min"} <= {node.role for node in self.comparable if node.cut}:
            worst, best = -inf, inf  # what is best for one is worst for the other: it is not the only value there is
        for node in self.comparable if self.window else ():
            ends = ends_of(node, self.window)
            if ends is None or not node.role:
                continue
            low, high = ends
            values = self.lower(node)
            is_min = node.role == "min"
            for i, value in enumerate(values[:-1]):
                goes_on = node.below[i + 1].path != node.below[i].path and node.below[i + 1] not in self.left_at_once
                if (value < low if is_min else value > high) and goes_on:
                    gaps = {"value": value_text(value), "window": _window_text(ends)}
                    yield Seen("cut", node, self._goes_on_at(node, i), gaps)
                    break
            reached, (low, high) = self._at_end(node, ends)
            is_open = reached > low and reached > worst if is_min else reached < high and reached < best
            if node.cut and is_open and low < high:
                gaps = {"value": value_text(reached), "window": _window_text((low, high))}
                yield Seen("cut-open", node, self._left_at(node), gaps)

    @cached_property
    def left_at_once(self) -> set[CallNode]:
        """Calls that come back at once because their window is closed: a cut-off, only later than usual."""
        closed = {node for node in self.nodes if (ends := ends_of(node, self.window)) and ends[0] >= ends[1]}
        lines = {self.end(node) for node in self.nodes if node not in closed}
        return {node for node in closed if not node.below and self.end(node) not in lines}

    def _at_end(self, node: CallNode, ends: Any) -> tuple[Any, tuple[Any, Any]]:
        """The best of the values that a node has found, and the window as it was when the last one was searched."""
        values, held = self.lower(node), node.below[-1].calls[0].around
        low, high = (held.get(name, end) for name, end in zip(self.window or (), ends, strict=True))
        return min(values) if node.role == "min" else max(values), (low, high)

    def _is_closed(self, node: CallNode) -> bool:
        """Whether what a node has found leaves nothing in its window."""
        ends = ends_of(node, self.window)
        if ends is None or not node.role or not all(number(child.raw) for child in node.below):
            return False
        reached, (low, high) = self._at_end(node, ends)
        return reached <= low if node.role == "min" else reached >= high

    def _has_closed(self, node: CallNode, children: int) -> bool:
        """Whether one of its first children has left nothing in a node's window."""
        low, high = ends_of(node, self.window) or (-inf, inf)
        known = [child.raw is not None for child in node.below[:children]]
        values = self.lower(node)[:children] if all(known) else []
        return any(value <= low if node.role == "min" else value >= high for value in values)

    def only_first(self) -> Iterator[Seen]:
        """A loop that is always left after its first move."""
        made: dict[tuple[Any, int], list[CallNode]] = defaultdict(list)
        for node in self.inner:
            for line in {child.calls[0].line for child in node.below}:
                made[node.code, line].append(node)
        for nodes in made.values():
            left = [node for node in nodes if node.unsearched and REST not in node.unsearched]
            left = [node for node in left if not self._is_closed(node)]
            if len(left) > 1 and all(len(node.below) == 1 for node in nodes):
                for node in left:
                    yield Seen("cut-first", node, self._left_at(node), {"others": len(node.unsearched)})

    def _goes_on_at(self, node: CallNode, i: int) -> int:
        """The line by which a node comes from one child to the next: of a `continue`, a `break` of the inner of two
        loops, or else of the next call."""
        made_at = [child.calls[0].line for child in node.below]
        lines = [line for line, _ in self.program.lines.get(node.calls[-1], ())]
        calls = [place for place, line in enumerate(lines) if line in made_at]
        between = lines[calls[i] : calls[i + 1]] if len(calls) == len(made_at) else []
        leaving = (line for line in between if source.source_line(node.code, line).endswith(("continue", "break")))
        return next(leaving, made_at[i + 1])

    def _left_at(self, node: CallNode) -> int:
        """The line of the condition by which a loop was left early, or where it was left, if there is none."""
        for call, loop in self.program.left_early(node):
            line = [line for line, _ in self.program.lines[call] if loop.body <= line <= loop.last][-1]
            return source.condition_above(node.code, line)
        return self.end(node)

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

    def choice(self) -> Iterator[Seen]:
        """A function above the search returns the last of its moves, though it found a better one."""
        for tree in self.program.trees:
            root = tree.root
            if not root.above or tree.chosen is not root.below[-1] or not all(number(each.raw) for each in root.below):
                continue
            last, best = root.below[-1], self.best(root)
            better = [child for child, value in zip(root.below, self.lower(root), strict=True) if value == best]
            if better and last not in better:
                moves = {"move": value_text(last.path[-1]), "other": value_text(better[0].path[-1])}
                values = {"value": value_text(last.raw), "best": value_text(better[0].raw)}
                yield Seen("last-chosen", root, self.end(root), {**self.gaps(root), **moves, **values})

    @cached_property
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
        """Whether a number goes round like the index of several agents, 0, 1, 2, 0; or may do so, and ends nothing."""
        for name, edges in self._edges.items():
            values = {child.places[name] for _, child, _ in edges} | {node.places[name] for node, _, _ in edges}
            steps = {step for _, _, step in edges}
            may_go_round = steps == {1} and name not in self.ending and name in source.compared(self.inner[0].code)
            if len(values) > 2 and (steps == {1, 1 - len(values)} or may_go_round):
                return True
        return False

    @cached_property
    def ending(self) -> dict[str, set[int]]:
        """The numbers at which a variable ends the search."""
        searching = {code.co_name for group in self.program.watch.groups for code in group}
        return source.ending_numbers(self.inner[0].code, searching)

    def depth(self) -> Iterator[Seen]:
        """A number that is to end the search, and never changes, or goes away from where it would."""
        height = max((node.level for node in self.nodes), default=0)
        steady = any({step for _, _, step in edges} in ({1}, {-1}) for edges in self._edges.values())
        for name, edges in self._edges.items():
            ways = [(node, node.below[0].calls[0].around if node.below else node.calls[-1].held) for node in self.nodes]
            inside = any(held.get(name) != node.places.get(name) for node, held in ways)  # changed before it searches
            steps, numbers = {step for _, _, step in edges}, self.ending.get(name, ())
            leaving = [edge for edge in edges if all(edge[2] * (edge[0].places[name] - end) > 0 for end in numbers)]
            away = len(steps) == 1 and bool(numbers) and leaving == edges
            taken = {node.places.get(name) for node in self.nodes}
            to_and_fro = len(taken) == 2 and bool(numbers) and taken.isdisjoint(numbers)  # neither would end it
            turning = height > 3 and steps == {1, -1} and to_and_fro
            never = not inside and steps == {0} and bool(numbers or ("depth" in name.lower() and not steady))
            for node, child, _ in leaving if turning else edges if height > 2 and (away or never) else ():
                gaps = {"name": name, "value": node.places[name], "next": child.places[name]}
                yield Seen("depth" if never else "depth-away", node, child.calls[0].line, gaps)

    def again(self) -> Iterator[Seen]:
        """A child is searched again, with exactly the same arguments."""
        keys = {node: [self._key(child) for child in node.below] for node in self.inner}
        if not any(len({*mine}) > 1 for mine in keys.values()):  # the position is nowhere to be seen
            return
        found: list[tuple[Seen, bool]] = []  # also, whether it may be another round of the same loop: another move
        for node, mine in keys.items():
            for i, child in enumerate(node.below):
                if mine[i] in mine[:i] and child.below:
                    one, two = node.below[mine.index(mine[i])].calls[0], child.calls[0]
                    is_move = bool(one.loop) and one.line == two.line and one.loop.keys() == two.loop.keys()
                    found.append((Seen("again", node, two.line, {"times": mine.count(mine[i])}), is_move))
        higher = [node for node in self.inner if any(child.below for child in node.below)]
        often = len({seen.node for seen, _ in found}) > len(higher) / 2
        yield from (seen for seen, is_move in found if often or not is_move)  # two moves may lead to one position

    def _key(self, node: CallNode) -> tuple:
        names = [name for name in node.places if name not in self.counted]
        return (node.code, node.calls[0].item, *((name, node.places[name]) for name in names))

    def forgotten(self) -> Iterator[Seen]:
        """A memo holds values of 0, and what is found in it is asked whether it is true."""
        for node in self.inner:
            held = [value for name, value in node.places.items() if name in self.counted and isinstance(value, Pairs)]
            zeros = any(type(value) in (int, float) and value == 0 for memo in held for _, value in memo)
            if zeros and (lines := source.lookups(node.code)):
                yield Seen("zero", node, lines[0], {})
                return

    def memo(self) -> Iterator[Seen]:
        """A call is answered from memory with what was found for the other player to move."""
        lines = {self.end(node) for node in self.program.answered}
        leaves = [node for node in self.nodes if not node.below and node.finished and self.end(node) in lines]
        for name in self.inner[0].calls[-1].function.parameters if leaves and not self.is_own else ():
            searched = {self.program.arguments(node, name): node for node in self.inner}
            for node in leaves:
                other = searched.get(self.program.arguments(node, name))
                if other is not None and {node.role, other.role} == {"max", "min"} and node.raw == other.raw:
                    yield Seen("memo", node, self.end(node), {"name": name, "role": other.role.upper()})

    def sign(self) -> Iterator[Seen]:
        """All games that are not drawn end with the same sign, whoever is to move: as a loss for that player, say."""
        leaves = [node for node in self.nodes if not node.below and node.finished and number(node.raw) and node.raw]
        leaves = [node for node in leaves if not node.calls[-1].folded and not isinstance(node.raw, bool)]
        if self.is_own or len(leaves) < 3 or len({node.raw > 0 for node in leaves}) > 1:
            return
        steps = {name: {step for _, _, step in edges} for name, edges in self._edges.items()}
        depths = {name for name, each in steps.items() if len(each) == 1}
        both = len({node.level % 2 for node in leaves}) == 2
        if both and all(source.returns_only(depths, node.code, self.end(node)) for node in leaves):
            gaps = {"value": value_text(leaves[0].raw), "side": "above 0" if leaves[0].raw > 0 else "below 0"}
            yield Seen("sign", leaves[0], self.end(leaves[0]), gaps)


def _window_text(ends: Any) -> str:
    return f"({value_text(ends[0])}, {value_text(ends[1])})"
