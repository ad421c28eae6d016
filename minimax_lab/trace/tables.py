"""The tables of a search: dicts in which it remembers positions, as they were at each step.

A search may keep its table in an argument, in a variable around it, of the module or of an object. It is seen by
what happens: entries are added while positions are searched. A dict that never changes is not shown as a table.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from minimax_lab.trace.model import Node, Path, TraceData
from minimax_lab.trace.words import UNSET, Entries, Shown, is_hashable, same

NO_KEYS = (int, float, bool, type(None))  # variables of these kinds are no key of a position, or it cannot be told


@dataclass(slots=True)
class Table:
    """One table, from the first step to the last."""

    name: str  # as the code calls it: "table", "self.table"
    keys: list[Any] = field(default_factory=list)  # of all entries that there ever were, in the order of their coming
    changes: list[tuple[int, int, Any]] = field(default_factory=list)  # step, number of the key, value (or UNSET: gone)
    places: list[Path | None] = field(default_factory=list)  # for each key the node at which it came, if that is known
    own: dict[Path, int] = field(default_factory=dict)  # for a node the number of the key of its position
    answers: dict[int, int] = field(default_factory=dict)  # steps at which an entry answers, and which one


def tables_of(trace: TraceData) -> list[Table]:
    """The tables that the code of a trace fills, as far as it was seen."""
    found = []
    for names, versions in _versions(trace):
        try:
            table = _history(trace, names[0], versions)
            _find_keys(trace, table)
            _find_answers(trace, table, names)
        except Exception:  # a student's class, which cannot be hashed or compared
            continue
        found.append(table)
    return found


def _versions(trace: TraceData) -> list[tuple[list[str], list[tuple[int, Entries]]]]:
    """Each dict that calls are given, or find around them, and that changes: its names, and its copies with the step
    at which each is new."""
    kinds, places = trace.steps.kinds(), trace.steps.places()
    entered = (places[step][3] for step, kind in enumerate(kinds) if kind == "enter")
    names = {name for held in entered for name, value in held.items() if value.__class__ is Entries}
    names -= {name for *_, held in places for name in names if held.get(name).__class__ is Shown}  # it grew too large
    versions: dict[int, tuple[list[str], list[tuple[int, Entries]]]] = defaultdict(lambda: ([], []))
    seen: set[int] = set()
    for step, (_, _, _, held) in enumerate(places if names else ()):
        for name in names:
            value = held.get(name)
            if value.__class__ is Entries:
                its_names, copies = versions[id(value.of)]
                if name not in its_names:
                    its_names.append(name)
                if id(value) not in seen:
                    seen.add(id(value))
                    copies.append((step, value))
    return [(names, copies) for names, copies in versions.values() if len(copies) > 1]


def _history(trace: TraceData, name: str, versions: list[tuple[int, Entries]]) -> Table:
    """What was added and changed, and when."""
    table, numbers = Table(name), {}
    kinds, places, before = trace.steps.kinds(), trace.steps.places(), Entries({})
    for step, entries in versions:
        for key in [*entries, *(key for key in before if key not in entries)]:
            value = entries.get(key, UNSET)
            if key in before and before[key] is value:
                continue
            if key not in numbers:
                numbers[key] = len(table.keys)
                table.keys.append(key)
                table.places.append(places[step][0] if kinds[step] != "enter" else None)
            table.changes.append((step, numbers[key], value))
        before = entries
    return table


def _find_keys(trace: TraceData, table: Table) -> None:
    """Which key belongs to the position of a node, as far as that can be told."""
    numbers = {key: number for number, key in enumerate(table.keys)}
    by_state: dict[Any, list[int]] = defaultdict(list)
    for number, (key, path) in enumerate(zip(table.keys, table.places, strict=True)):
        if path is not None and is_hashable(state := trace.at(path).state):
            by_state[state].append(number)
        elif isinstance(key, tuple):  # it was there before
            for part in key:
                by_state[part].append(number)
    for kind, (path, _, _, held) in zip(trace.steps.kinds(), trace.steps.places(), strict=True):
        if kind in ("leaf", "return"):
            own = _key_of(trace.at(path), held, table, numbers, by_state)
            if own is not None:
                table.own[path] = own


def _key_of(node: Node, held: Any, table: Table, numbers: dict[Any, int], by_state: dict[Any, list[int]]) -> int | None:
    if node.state is None or not is_hashable(node.state):
        return None
    if node.state in numbers:
        return numbers[node.state]
    named = [each for each in held.values() if each.__class__ not in NO_KEYS and is_hashable(each)]
    for each in named:
        if each in numbers:
            return numbers[each]
    known = by_state.get(node.state, [])
    parts = [node.state, *held.values()]
    for number in known:  # (state, depth), say
        key = table.keys[number]
        if isinstance(key, tuple) and all(any(same(part, each) for each in parts) for part in key):
            return number
    return known[0] if len(known) == 1 else None


def _find_answers(trace: TraceData, table: Table, names: list[str]) -> None:
    """The leaves at which an entry answered.

    The position was in the table when the search came to it, the code looked there, and what it returned stands there.
    """
    mention = re.compile(rf"(?<![\w.])(?:{'|'.join(map(re.escape, names))})\b")
    details = dict(trace.steps.details())
    changes, change, now = len(table.changes), 0, {}
    there: dict[Path, Any] = {}  # what stood in the table for a node as it was entered
    looked: set[Path] = set()
    for step, (kind, (path, scope, line, _)) in enumerate(zip(trace.steps.kinds(), trace.steps.places(), strict=True)):
        while change < changes and table.changes[change][0] <= step:
            _, number, now[number] = table.changes[change]
            change += 1
        if kind == "enter":
            there[path] = now.get(table.own.get(path, -1), UNSET)
            looked.discard(path)
        lines = trace.sources[scope.source].lines
        if line < len(lines) and mention.search(lines[line]):
            looked.add(path)
        if kind == "leaf" and path in looked and there.get(path, UNSET) is not UNSET and trace.at(path).moves:
            detail = details[step]
            if _holds(there[path], detail.get("returned", detail["value"])):
                table.answers[step] = table.own[path]


def _holds(entry: Any, value: Any) -> bool:
    inside = getattr(entry, "__dict__", {}).values() or (entry.values() if isinstance(entry, dict) else ())
    parts = entry if isinstance(entry, list | tuple) else inside
    return same(entry, value) or any(same(part, value) for part in parts)
