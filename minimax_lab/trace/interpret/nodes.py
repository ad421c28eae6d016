"""Which calls of a program are the nodes of its search, and which searches there were, from the calls alone.

A node is a call of a function that takes part in the recursion. Of several recursions the one that branches is the
search. A function that only hands on what it was given is one node with the function that it calls. A function above
the recursion that goes through the first moves itself is the root; one that starts the search from the same position
again, as iterative deepening does, has several searches below it.
"""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from minimax_lab.game import MAX
from minimax_lab.trace.code import Loop, evaluated, loops_of
from minimax_lab.trace.interpret.searches import Search
from minimax_lab.trace.interpret.windows import number
from minimax_lab.trace.record.around import Call
from minimax_lab.trace.record.calls import CallWatch
from minimax_lab.trace.record.pictures import Pairs
from minimax_lab.trace.words import UNSET, Shown


@dataclass(eq=False, slots=True)
class CallNode(Search):
    """A node: one call, or several that hand on the same position, the outermost first."""

    calls: list[Call] = field(default_factory=list)
    raw: Any = None  # the number in what it returned
    role: str = ""  # "max", "min", "own" (the best, seen by the player to move), "chance"; "" if it cannot be told
    cut: bool = False  # it was left before all moves had been searched
    level: int = 0  # how many moves below the root it is
    same: bool = False  # it is of the same position as its parent, which handed it on
    above: bool = False  # it is no part of the recursion: it goes through the first moves

    @property
    def is_leaf(self) -> bool:
        return not self.below and not any(call.folded for call in self.calls)

    @property
    def places(self) -> dict[str, Any]:
        return self.calls[-1].places

    @property
    def code(self) -> Any:
        return self.calls[-1].function.code


def new_node(calls: list[Call]) -> CallNode:
    first = calls[0]
    return CallNode(first, first.number, (), MAX, None, finished=first.finished, calls=calls)  # type: ignore[arg-type]


def all_nodes(watch: CallWatch) -> tuple[list[CallNode], list[str]]:
    """The nodes of the recursion that is the search, with their children, in the order of the calls.

    And the names of the functions that are another search: they are not looked at.
    """
    group, others = _search_group(watch)
    chosen: dict[Call, CallNode] = {}
    for call in watch.calls:
        if call.function.code in group:
            node = chosen[call] = new_node([call])
            above = call.above(chosen.__contains__)
            if above is not None:
                chosen[above].below.append(node)
    return [*chosen.values()], others


def _search_group(watch: CallWatch) -> tuple[set[Any], list[str]]:
    """The functions of the search: of several recursions that branch the outermost one, and what carries it on.

    And the names of the others that branch and hand numbers up, and are no helpers.
    """
    group_of = {code: i for i, group in enumerate(watch.groups) for code in group}
    branches: Counter[int] = Counter()
    hands_up: Counter[int] = Counter()  # how often a number of a child is one of its parent, as scores are
    inside: dict[Call, list[Call]] = defaultdict(list)  # of each call in a recursion the next ones below
    handed: dict[tuple[int, int], list[bool]] = defaultdict(list)  # whether a value of one recursion is one of another
    for call in watch.calls:
        if call.function.code in group_of:
            branches[group_of[call.function.code]] += 0
            if above := call.above(lambda other: other.function.code in group_of):
                inside[above].append(call)
    for above, calls in inside.items():
        mine = group_of[above.function.code]
        below = [call for call in calls if group_of[call.function.code] == mine]
        branches[mine] += len(below) > 1
        hands_up[mine] += len(below) > 1 and any(_is_handed_on(call, above) for call in below)
        for call in calls:
            other = group_of[call.function.code]
            if other != mine:
                handed[mine, other].append(len(calls) == 1 and _is_handed_on(call, above))
    if not branches:
        return set(), []
    inner = {two for one, two in handed if branches[one] and (two, one) not in handed}  # helpers of another recursion
    best = max(branches, key=lambda i: (branches[i] > 0, i not in inner, 2 * hands_up[i] > branches[i], branches[i]))
    found = set(watch.groups[best])
    for (one, two), told in handed.items():
        if best in (one, two) and sum(told) > len(told) / 2:
            found |= watch.groups[one] | watch.groups[two]
    searches = [i for i in branches if i not in inner and 2 * hands_up[i] > branches[i]]
    others = [code.co_name for i in searches for code in watch.groups[i] if not found & watch.groups[i]]
    return found, sorted(others)


def _is_handed_on(call: Call, above: Call) -> bool:
    """Whether a call's number is what its caller returns, as a search of captures below a search is."""
    if isinstance(above.value, bool):
        return False
    if number(call.value):
        return abs(call.value) in {abs(value) for _, value in numbers_in(above.value)}
    one, two = ({(place, abs(value)) for place, value in numbers_in(each.value)} for each in (call, above))
    return bool(one & two)


def numbers_in(value: Any, place: tuple = ()) -> Iterator[tuple[tuple, Any]]:
    """Every number in what was returned, with its place."""
    if number(value):
        yield place, value
    elif isinstance(value, tuple) and len(value) < 12 and len(place) < 2:
        for key, item in value if isinstance(value, Pairs) else enumerate(value):
            yield from numbers_in(item, (*place, key))


def melted(nodes: list[CallNode], counted: set[str]) -> list[CallNode]:
    """Without those that only pass on: one node with what they call. What only grows is not looked at."""
    most: dict[Any, int] = defaultdict(int)
    for node in nodes:
        most[node.code] = max(most[node.code], len(node.below))
    through = {code for code, width in most.items() if width == 1 and max(most.values()) > 1}
    parents = {below: node for node in nodes for below in node.below}
    passes: dict[Any, list[bool]] = defaultdict(list)
    for node in nodes:
        if node.code in through and node.below:
            above, only = parents.get(node), node.below[0]
            same = _agree(node, only, counted) or (above is not None and _agree(above, node, counted))
            passes[node.code].append(same and only.code is not node.code and _hands_on(node, only))
    through = {code for code, same in passes.items() if sum(same) > 0.8 * len(same)}
    gone = set()
    for node in reversed(nodes):
        if node.code in through and len(node.below) == 1:
            inner = node.below[0]
            node.calls, node.children = node.calls + inner.calls, inner.children
            gone.add(inner)
    return [node for node in nodes if node not in gone]


def _hands_on(node: CallNode, only: CallNode) -> bool:
    """Whether a call returns what the only call below it did, as far as both are numbers."""
    mine, below = node.calls[0].value, only.calls[0].value
    return not number(mine) or not number(below) or abs(mine) == abs(below)


def _agree(one: CallNode, other: CallNode, counted: set[str]) -> bool:
    """Whether what two calls share is equal, numbers apart: the position has not changed between them."""
    shared = {name for name in one.places if name in other.places} - counted
    given = other.calls[0].function.parameters
    names = shared or {name for name in other.places if name.partition(".")[0] in given}
    names = {name for name in names if not number(other.places[name])} or names
    if shared:
        return all(one.places[name] == other.places[name] for name in names)
    held = [part for value in one.places.values() for part in _parts(value)]  # a wrapper has other names: *args
    return all(other.places[name] in held for name in names)


def _parts(value: Any) -> Iterator[Any]:
    """A picture, and those in it."""
    yield value
    for item in value if isinstance(value, tuple) else ():
        yield from _parts(item[1] if isinstance(value, Pairs) else item)


# Separate searches


def roots(nodes: list[CallNode], position: set[str], renewed: set[str]) -> list[CallNode]:
    """The root of each search: a node that no other has below it, or the call above several such."""
    children = {id(below) for node in nodes for below in node.below}
    objects = {name.partition(".")[0] for name in position if "." in name} & renewed
    states = {name for node in nodes for name in node.places if name.partition(".")[0] in objects} | position
    found = [node for node in nodes if id(node) not in children]
    while True:
        tops: dict[Call | None, list[CallNode]] = defaultdict(list)
        for node in found:
            tops[node.calls[0].parent].append(node)
        higher = []
        for caller, firsts in tops.items():
            places = len({node.calls[0].item for node in firsts})
            away = [caller is not None and _moves_away(caller, node, states, places) for node in firsts]
            if not away[0] or sum(away) <= len(away) / 2:  # one of the moves may be to stay
                higher += firsts
                continue
            assert caller is not None
            for bunch in _bunches(firsts, position):
                root = new_node([caller])
                root.children[:], root.above = bunch, True
                higher.append(root)
        if len(higher) == len(found) and not any(one is not two for one, two in zip(higher, found, strict=True)):
            return sorted(found, key=_first_call)
        found = higher


def walk(root: CallNode) -> Iterator[CallNode]:
    """A node and all below it, in the order of the calls."""
    todo = [root]
    while todo:
        node = todo.pop()
        yield node
        todo += reversed(node.below)


def _first_call(root: CallNode) -> int:
    return _first_call(root.below[0]) if root.above else root.node


def held_by(caller: Call, name: str, value: Any) -> Any:
    """What a caller holds in place of a child's argument: under the same name, or else the same attribute or kind."""
    if name in caller.places:
        return caller.places[name]
    alike = [key for key in caller.places if "." in name and key.rpartition(".")[2] == name.rpartition(".")[2]]
    if len(alike) == 1 and "." in alike[0]:
        return caller.places[alike[0]]
    kind = [held for held in caller.places.values() if type(held) is type(value) and _size(held) == _size(value)]
    if kind and not number(value):
        return kind[0]
    lists = [held for held in caller.places.values() if type(held) is type(value) is tuple]
    return next((held for held in lists if value and {*map(repr, value)} < {*map(repr, held)}), None)  # a card is gone


def _size(value: Any) -> int:
    return len(value) if isinstance(value, (tuple, str)) else 0


def _moves_away(caller: Call, node: CallNode, position: set[str], places: int) -> bool:
    """Whether a call holds a position itself, and searches another one: it has made a move."""
    for name in sorted(position & node.places.keys()):
        held = held_by(caller, name, node.places[name])
        if held is not None and held != node.places[name]:
            return True
    item = node.calls[0].item
    return item is not None and (item[1] is not None or places > 1)


def _bunches(nodes: list[CallNode], position: set[str]) -> Iterable[list[CallNode]]:
    """The children of one root each: a position that comes again begins the next search."""
    bunch: list[CallNode] = []
    seen: set[tuple] = set()
    for node in nodes:
        here = (
            node.calls[0].item,
            *[*node.calls[0].loop.values()][-1:],  # the move: another one may lead to the same position
            *sorted((name, repr(value)) for name, value in node.places.items() if name in position),
        )
        if here in seen:
            yield bunch
            bunch, seen = [], set()
        bunch.append(node)
        seen.add(here)
    yield bunch


# Loops that were left early


Lines = dict[Call, list[tuple[int, dict[str, Any]]]]  # the lines that ran in a call, and what had changed before


def left_early(node: CallNode, lines: Lines, searching: dict[Any, set[int]]) -> list[tuple[Call, Loop]]:
    """The loops around the lines that search, if they were left before their end, each with its call."""
    found = []
    for call in node.calls:
        seen = [line for line, _ in lines.get(call, ())]
        for loop in loops_of(call.function.code):
            made_at = searching.get(call.function.code, ())
            if loop.endless or not any(loop.body <= line <= loop.last for line in made_at):
                continue
            inside = [loop.body <= line <= loop.last for line in seen]
            outside = [not loop.first <= line <= loop.last for line in seen]
            broken = any(was and now for was, now in zip(inside, outside[1:], strict=False))
            inside_to_the_end = broken or (call.finished and inside and inside[-1])
            is_one_line = loop.body == loop.first  # then inside and at its head are the same
            if (inside_to_the_end and not is_one_line) or _is_cut_by_condition(call, loop, lines):
                found.append((call, loop))
    return found


def _read(shown: Any) -> Any:
    """What a variable held, if it is shown whole: a list is kept as its text."""
    try:
        return ast.literal_eval(shown) if isinstance(shown, Shown) else shown
    except (ValueError, SyntaxError):
        return UNSET


def _is_cut_by_condition(call: Call, loop: Loop, lines: Lines) -> bool:
    """Whether a `while` ended because two numbers have met, as the ends of a window do, and something was left to do.

    Of its conditions, those between two variables are asked, and the others, as far as that can be done again.
    """
    if not isinstance(loop.test, ast.BoolOp) or not isinstance(loop.test.op, ast.And):
        return False
    held = {name: value for name, value in call.places.items() if name not in call.after}
    ended: dict[str, Any] | None = None
    for line, changed in lines.get(call, ()):
        held.update({name: _read(value) for name, value in changed.items()})
        ended = dict(held) if line == loop.first else ended
    if ended is None:
        return False
    results: dict[bool, list[bool]] = {True: [], False: []}  # between two variables, and the others
    for part in loop.test.values:
        sides = (part.left, *part.comparators) if isinstance(part, ast.Compare) else ()
        holds = evaluated(part, ended)
        if holds is None or any(ended.get(each.id) is UNSET for each in ast.walk(part) if isinstance(each, ast.Name)):
            return False
        between = [side.id for side in sides if isinstance(side, ast.Name)]  # a counter has its own end
        results[bool(sides) and len(between) == len(sides) and not {*between} & {*loop.targets}].append(bool(holds))
    return not all(results[True]) and all(results[False])
