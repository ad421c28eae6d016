"""What the calls of a program mean: which part of what they hold is the position, which the window, who is to move.

Nothing is known of the program but what it did. So each of these is learned from all its calls together: a position is
what differs between siblings, a score is the number that parents take over from their children, a window is two
numbers that narrow on the way down, and a role is whether that number is the largest or the smallest.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from itertools import pairwise
from typing import Any

from minimax_lab.trace.interpret.nodes import CallNode, numbers_in
from minimax_lab.trace.interpret.windows import ends_of, number
from minimax_lab.trace.record.pictures import Pairs

OTHER = {"max": "min", "min": "max"}
CLOSE = 1e-9
FEW = 5  # values smaller than this are close to each other by chance
CLEAR = 0.8  # of the nodes agree on what a role goes with
Key = tuple[str, Callable[["CallNode"], Any], dict[Any, str]]  # its name, what it is at a node, the role it goes with
Vote = tuple[CallNode, str]


# The position


def position_of(nodes: list[CallNode], renewed: set[str], counted: set[str]) -> set[str]:
    """The names of what makes a position: it differs between siblings, and does not only grow.

    What is not handed on, such as an attribute, must also be another thing for a first child than for its parent. The
    best move so far is not: it changes when a child has come back.
    """
    moved = _changed((node, child) for node in nodes for child in node.below[:1])
    handed = {name for node in nodes for name in node.calls[-1].function.parameters}
    stays = {name for node in nodes for name in node.places.keys() - moved - handed}
    counted = counted | {name for name in stays if name.partition(".")[0] not in renewed}
    found = _changed(pair for node in nodes for pair in pairwise(node.below)) - counted
    if not found:  # no siblings: what differs from the parent, but not always by as much, as a depth does
        steps = defaultdict(set)
        edges = [(node, child) for node in nodes for child in node.below]
        for node, child in edges or pairwise(nodes):  # or from one first call to the next
            for name in node.places.keys() & child.places.keys():
                one, two = node.places[name], child.places[name]
                if one != two and not isinstance(two, bool):
                    steps[name].add(two - one if number(one) and number(two) else None)
        found = {name for name, by in steps.items() if by == {None} or len(by) > 1} - counted or {*steps} - counted
    return found


def _changed(pairs: Iterable[tuple[CallNode, CallNode]]) -> set[str]:
    """The names under which the second of two calls holds something else than the first."""
    held = [(one.places, two.places) for one, two in pairs]
    return {name for one, two in held for name in one.keys() & two.keys() if one[name] != two[name]}


def only_grow(nodes: list[CallNode], renewed: set[str]) -> set[str]:
    """Counters, logs, caches and clocks: from one moment to the next they only grow, or only fall.

    What is handed on is none of them: an index may grow from left to right, and so may something in a new object.
    """
    ways: dict[str, set[int]] = defaultdict(set)
    before: dict[str, Any] = {}
    for node, places in _moments(nodes):
        handed = node.calls[-1].function.parameters
        for name, value in places.items():
            now, was = _measure(value), before.get(name)
            if now is None or (number(value) and name in handed) or name.partition(".")[0] in renewed:
                ways[name] |= {1, -1}
            elif was is not None and now != was:
                if len(now) == len(was):
                    ways[name] |= {(x > y) - (x < y) for x, y in zip(now, was, strict=True)} - {0}
                else:
                    ways[name].add(1 if len(now) > len(was) else -1)
            before[name] = now
    return {name for name, way in ways.items() if len(way) == 1}


def _moments(nodes: list[CallNode]) -> Iterator[tuple[CallNode, dict[str, Any]]]:
    """What was held at the beginning and at the end of each call, in the order of time."""
    lower = {child for node in nodes for child in node.below}
    todo = [(node, False) for node in reversed(nodes) if node not in lower]
    while todo:
        node, is_end = todo.pop()
        if is_end:
            lists = {name: value for name, value in node.places.items() if not number(value)}
            yield node, {**lists, **node.calls[-1].after}
        else:
            yield node, node.places
            todo += [(node, True), *((child, False) for child in reversed(node.below))]


def _measure(value: Any) -> tuple | None:
    """What can only grow of a counter, a log, a table or a cache."""
    if number(value):
        return (value,)
    if isinstance(value, Pairs):
        return (len(value), *(item for _, item in value if number(item) and item.__class__ is not bool))
    if isinstance(value, frozenset):
        return (len(value), 0)
    if isinstance(value, tuple):
        return (len(value), *(item for item in value if number(item) and item.__class__ is not bool))
    return None


# Scores


class Scores:
    """The number in what is returned: alone, or the place in a tuple, dict or object that parents take over."""

    def __init__(self, nodes: list[CallNode]):
        fits: Counter[tuple] = Counter()
        seen: Counter[tuple] = Counter()
        for node in nodes:
            if node.below and node.finished:
                lower = [dict(numbers_in(child.calls[0].value)) for child in node.below]
                for place, value in numbers_in(node.calls[0].value):
                    those = [each[place] for each in lower if place in each]
                    seen[place] += 1
                    fits[place] += bool(those) and (value in those or -value in those)
        self.place = max(seen, key=lambda place: (fits[place] / seen[place], seen[place], -len(place)), default=())
        for node in nodes:
            node.raw = self.of(node.calls[0].value)
        if not any(node.raw is not None for node in nodes):
            self._find_stored(nodes)
        leaves = [node.calls[0].value for node in nodes if not node.below]
        several = {place for place in seen if len(place) == 1 and fits[place] == seen[place]}
        tuples = [leaf for leaf in leaves if isinstance(leaf, tuple) and len(leaf) == len([*numbers_in(leaf)])]
        self.several_players = len(several) > 2 and [*map(len, tuples)] == [len(several)] * len(leaves)

    def _find_stored(self, nodes: list[CallNode]) -> None:
        """Nothing is returned: the values may be put where the program finds them again, in the node's object."""
        inner = [node for node in nodes if node.below]
        for name in sorted({name for node in inner for name in node.calls[0].after}):
            lower = [(_at_end(node, name), [_at_end(child, name) for child in node.below]) for node in inner]
            if lower and all(number(value) and value in those for value, those in lower):
                for node in nodes:
                    node.raw = _at_end(node, name)
                return

    def of(self, value: Any) -> Any:
        if number(value):
            return value
        return next((found for place, found in numbers_in(value) if place == self.place), None)


def _at_end(node: CallNode, name: str) -> Any:
    return node.calls[0].after.get(name, node.places.get(name))


# Roles


class Roles:
    """Says of each node whether it takes the largest or the smallest of its children's values.

    Its value tells, where the children's differ, and so does which of `max` and `min` it called, unless a value
    contradicts it: `min(3, pile)` says nothing about the role. What goes with the role (a parameter, its parity, the
    function, the level) is learned from these, and then tells the rest.
    """

    def __init__(self, nodes: list[CallNode], trees: list[CallNode], window: tuple[str, str] | None):
        self.window = window
        inner = [node for node in nodes if node.below]
        known = [node for node in inner if node.raw is not None and None not in _lower(node)]
        self.telling = [node for node in known if len({*_lower(node)}) > 1]
        self.calls_tell = not any(map(_calls_for_another_reason, self.telling))
        self.is_own = self._is_own(inner, nodes)
        self.sure = {} if self.is_own else {node: role for node in self.telling if (role := self._seen(node))}
        if "chance" in self.sure.values():  # the mean may also be one of the values: with others, that is no accident
            self.sure.update({node: "chance" for node in self.telling if node not in self.sure and _is_mean(node)})
        self.odd = [node for node in self.telling if node not in self.sure and not self._is_bound(node)]
        self.added = not self.is_own and len(self.odd) > 1 and len(self.odd) > 0.3 * len(self.telling)
        if self.added:  # then a value between the children's is no mean
            self.sure = {node: role for node, role in self.sure.items() if role in OTHER}
        self.key: Key | None = None if self.is_own else self._learn(inner)
        for node in nodes:
            by_key = self.key[2].get(self.key[1](node), "") if self.key else self.sure.get(node, "")
            node.role = "own" if self.is_own else by_key
        for root in trees:
            if root.above:
                self._see_above(root)

    def _took(self, node: CallNode) -> frozenset[str]:
        return node.calls[-1].took if self.calls_tell else frozenset()

    def _is_bound(self, node: CallNode) -> bool:
        return node.raw in (ends_of(node, self.window) or ())

    def _seen(self, node: CallNode) -> str:
        these, value = _lower(node), node.raw
        if value == max(these):
            return "max"
        if value == min(these):
            return "min"
        inside = min(these) < value < max(these)
        return "chance" if inside and value not in these and not self._is_bound(node) else ""

    def _is_own(self, inner: list[CallNode], nodes: list[CallNode]) -> bool:
        """Whether values are those of the player to move, so that a parent takes minus the smallest."""
        edges = [
            (outer, ends)
            for node in inner
            for child in node.below
            if not child.same
            and (outer := ends_of(node, self.window))
            and (ends := ends_of(child, self.window))
            and outer[0] != -outer[1]
        ]
        if edges:
            crossed = sum((a == -d) + (b == -c) - (a == c) - (b == d) for (a, b), (c, d) in edges)
            if crossed:
                return crossed > 0
        if {frozenset({"max"}), frozenset({"min"})} <= {self._took(node) for node in inner}:
            return False
        if any(isinstance(node.raw, bool) for node in nodes):
            same = [node for node in inner if len({*_lower(node)}) == 1]
            return sum(node.raw != node.below[0].raw for node in same) > len(same) / 2
        known = [node for node in inner if node.raw is not None and None not in _lower(node) and not node.below[0].same]
        straight = {node for node in known if node.raw in (max(_lower(node)), min(_lower(node)))}
        swapped = {node for node in known if node.raw == -min(_lower(node))}
        # a value may be changed by one on the way up, so that a quick win is worth more
        is_close = all(node in swapped or abs(node.raw + min(_lower(node))) <= 1 for node in known)
        is_changed = is_close and len(straight) < len(known) and max(abs(node.raw) for node in known) > FEW
        return is_changed or len(swapped) > len(straight)

    def _learn(self, inner: list[CallNode]) -> Key | None:
        votes = [*self.sure.items()]
        votes += [(node, role) for node in inner for role in self._took(node) if len(self._took(node)) == 1]
        if not votes:
            return _by_name(inner)
        right, key = self._learn_from(inner, votes)
        if right < len(votes) and "chance" in self.sure.values():
            return self._apart_from_chance(inner, votes, right) or key
        return key

    def _apart_from_chance(self, inner: list[CallNode], votes: list[Vote], least: int) -> Key | None:
        """One thing says whether chance decides, and another, where it does not, which player; None if no better."""
        for name, key in _keys(inner, self.window):
            by_chance = {key(node) for node, role in votes if role == "chance"}
            played = [(node, role) for node, role in votes if role != "chance"]
            if by_chance and played and not by_chance & {key(node) for node, _ in played}:
                rest = [node for node in inner if key(node) not in by_chance]
                right, other = self._learn_from(rest, played)
                if other is not None and right + len(votes) - len(played) > least:
                    return (
                        f"{name} and {other[0]}",
                        lambda node: "chance" if key(node) in by_chance else other[1](node),  # noqa: B023 (returned at once)
                        {**other[2], "chance": "chance"},
                    )
        return None

    def _learn_from(self, inner: list[CallNode], votes: list[Vote]) -> tuple[int, Key | None]:
        """What goes with the role best, and how many votes agree with it."""
        best = None
        siblings = [below for node in inner if len(below := [child for child in node.below if child.below]) > 1]
        for name, key in _keys(inner, self.window):
            taken = {key(node) for node in inner}
            if len(taken) > 2 and sum(len({*map(key, group)}) == 1 for group in siblings) < len(siblings) / 2:
                continue  # it is part of the position: after any move of a player it is the same player's turn
            seen: dict[Any, Counter[str]] = defaultdict(Counter)
            for node, role in votes:
                seen[key(node)][role] += 1
            first = {value: roles.most_common(1)[0] for value, roles in seen.items()}
            says = {value: role for value, (role, times) in first.items() if times >= CLEAR * seen[value].total()}
            right = sum(seen[value][role] for value, role in says.items())
            if len(taken) == 1 and name != "function":
                continue
            if len(taken) == 2 and len(says) == 1:  # the other one is the other's turn
                says[(taken - says.keys()).pop()] = OTHER.get(next(iter(says.values())), "max")
            if says and (len(says) <= 2 or (len(says) <= 4 and right >= 2 * len(says))):
                covered = sum(key(node) in says for node in inner)
                kinds = len({*says.values()})
                rank = (right, kinds, covered, isinstance(next(iter(says)), bool), name == "function", -len(says))
                if best is None or rank > best[0]:
                    best = rank, (name, key, says)
        return (best[0][0], best[1]) if best else (0, None)

    def _see_above(self, root: CallNode) -> None:
        """The role of a call that goes through the first moves: by what it called, else the other one than below."""
        for child in root.below:
            if child.above:
                self._see_above(child)
        took = self._took(root)
        roles = Counter(child.role for child in root.below if child.role in OTHER)
        several = self.key is not None and len(self.key[2]) > 2
        if self.is_own:
            root.role = "own"
        elif len(took) == 1:
            root.role = next(iter(took))
        else:
            root.role = "max" if several or not roles else OTHER[roles.most_common(1)[0][0]]


def _calls_for_another_reason(node: CallNode) -> bool:
    """Whether a node called `max` and returned the smallest of its values, or the other way round."""
    took, these = node.calls[-1].took, _lower(node)
    return ("max" in took and node.raw == min(these)) or ("min" in took and node.raw == max(these))


def _is_mean(node: CallNode) -> bool:
    these = _lower(node)
    return abs(node.raw * len(these) - sum(these)) < CLOSE


def _lower(node: CallNode) -> list[Any]:
    return [child.raw for child in node.below]


def _keys(inner: list[CallNode], window: tuple[str, str] | None) -> Iterator[tuple[str, Callable[[CallNode], Any]]]:
    """What may go with a role: each with its name and how to find it at a node."""
    paths = dict.fromkeys(
        path for node in inner[:500] for path in _small_parts(node.places) if path[0] not in (window or ())
    )
    yield "function", lambda node: node.code
    in_order = sorted(paths, key=lambda path: (len(path), str(path)))
    for path in in_order:
        yield str(path), lambda node, path=path: _part(node, path)  # type: ignore[misc]
    for path in in_order:
        yield f"{path} % 2", lambda node, path=path: _parity(_part(node, path))  # type: ignore[misc]
    yield "level", lambda node: node.level % 2


def _small_parts(places: dict[str, Any]) -> Iterator[tuple]:
    for name, value in places.items():
        if isinstance(value, (int, str, Enum)) or value is None:
            yield (name,)
        elif isinstance(value, tuple) and len(value) <= 4:
            for i, item in enumerate(value):
                if isinstance(item, (int, str, Enum)):
                    yield (name, i)
                elif isinstance(value, Pairs) and isinstance(item[1], (int, str, Enum)):
                    yield (name, i, 1)


def _part(node: CallNode, path: tuple) -> Any:
    value = node.places.get(path[0])
    for i in path[1:]:
        value = value[i] if isinstance(value, tuple) and len(value) > i else None
    return value


def _parity(value: Any) -> Any:
    return value % 2 if isinstance(value, int) else None


def _by_name(inner: list[CallNode]) -> Key | None:
    """Where all children are equal, names are all there is."""
    for name, key in _keys(inner, None):
        values = {key(node) for node in inner}
        if "max" in name.lower() and values <= {True, False} and values:
            return name, key, {True: "max", False: "min"}
    codes = {node.code for node in inner}
    says = {code: word for code in codes for word in OTHER if word in code.co_name.lower()}
    return ("function", lambda node: node.code, says) if len(codes) > 1 and len({*says.values()}) > 1 else None
