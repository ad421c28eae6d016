"""A trace as compact JSON and back.

Values, moves and tuples of them stand once, in a table, and are referred to by number. So do the
forms that a step can have. Of a step's variables only those are written that changed since the same
function was last seen at the same node.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from typing import Any

from minimax_lab.game import Player
from minimax_lab.trace.model import Contents, Evidence, Node, Path, Scope, Source, Steps, TraceData
from minimax_lab.trace.words import ATOMS, UNSET, Shown, is_hashable, simple

VERSION = 2
KINDS = {"enter": "e", "line": "l", "leaf": "f", "return": "r", "cutoff": "c", "error": "x"}
KIND_OF = {letter: kind for kind, letter in KINDS.items()}


class ValueIndex:
    """Numbers the values it is given; equal values of the same type get the same number."""

    def __init__(self) -> None:
        self.values: list[Any] = []
        self.rows: list[Any] = []  # the same, as JSON
        self._index: dict[Any, int] = {}

    def number(self, value: Any) -> int:
        key = (value.__class__, value) if value.__class__ in ATOMS else _key(value)
        number = self._index.get(key)
        if number is None:
            row = _encode_value(value, self)
            number = self._index[key] = len(self.rows)
            self.rows.append(row)
            self.values.append(value)
        return number


def _key(value: Any) -> Any:
    """Tells 1 from True and 1.0, which Python holds equal."""
    if isinstance(value, tuple):
        kinds = tuple([item.__class__ for item in value])
        return kinds, value if ATOMS.issuperset(kinds) else tuple(map(_key, value))
    return (type(value), value) if is_hashable(value) else (Shown, repr(value))


def _encode_value(value: Any, index: ValueIndex) -> Any:
    if isinstance(value, Shown):
        return {"shown": str(value)}
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else {"float": repr(value)}
    if isinstance(value, tuple):
        return {"tuple": [index.number(item) for item in value]}
    if isinstance(value, Player):
        return {"player": value.value}
    if value is UNSET:
        return {"unset": 1}
    return {"shown": repr(value)}


def _decode_value(row: Any, values: list[Any]) -> Any:
    if not isinstance(row, dict):
        return row
    ((kind, content),) = row.items()
    if kind == "shown":
        return Shown(content)
    if kind == "float":
        return float(content)
    if kind == "tuple":
        return tuple(values[i] for i in content)
    return Player(content) if kind == "player" else UNSET


def as_text(data: dict[str, Any], index: ValueIndex) -> str:
    return json.dumps({**data, "values": index.rows}, separators=(",", ":"), ensure_ascii=False)


def to_data(trace: TraceData) -> tuple[dict[str, Any], ValueIndex]:
    """The trace as what JSON can hold, and the table of the values that it refers to by number."""
    index = ValueIndex()
    number = index.number
    node_index = {node.path: i for i, node in enumerate(trace.nodes)}
    nodes = [
        [
            node_index[node.path[:-1]] if node.path else -1,
            number(node.move),
            node.player.value,
            number(node.moves),
            number(node.searched),
            int(node.terminal) + 2 * int(node.finished),
            number(node.value),
            node.bound,
            number(node.window),
            node.visits,
            *([node.folded, node.role] if node.folded or node.role else []),
        ]
        for node in trace.nodes
    ]
    return {
        "version": VERSION,
        "search": trace.search,
        "ours": trace.is_ours,
        "value": number(trace.value),
        "error": trace.error,
        "nodes": nodes,
        "leaves": [node_index[node.path] for node in trace.leaves],
        "line": number(trace.line),
        "sources": [[source.name, list(source.lines)] for source in trace.sources],
        "notes": trace.notes,
        **({"window": list(trace.window_names)} if trace.window_names else {}),
        "steps": _encode_steps(trace.steps, node_index, number),
    }, index


def _encode_steps(steps: Steps, node_index: dict[Path, int], number: Callable[[Any], int]) -> dict[str, Any]:
    """The steps: for each the number of its form (what it is, where in the code, and which variables have
    changed), and, apart from that, the new values one after the other and where the node changes."""
    scopes: dict[Scope, int] = {}
    forms: dict[tuple, int] = {}
    column: list[int] = []
    changed: list[int] = []
    walk: list[int] = []  # how many steps until the node changes, and by how much, again and again
    last: dict[tuple[int, int], list[Any]] = {}  # the variables of a function at a node: as seen, and as written
    unset, node, since = number(UNSET), 0, 0
    last_path = last_scope = None
    for kind, (path, scope, line, variables) in zip(steps.kinds(), steps.places(), strict=True):
        if path is not last_path or scope is not last_scope:  # to look them up takes a while
            last_path, last_scope, before = path, scope, node
            node, here = node_index[path], scopes.setdefault(scope, len(scopes))
            held = last.get((node, here)) or last.setdefault((node, here), [{}, [unset] * len(scope.names)])
            known, written = held
            if node != before:
                walk += (since, node - before)
                since = 0
        since += 1
        which: tuple[int, ...] = ()
        if known is not variables:  # the same dict, while nothing has changed
            for i, name in enumerate(scope.names):
                value = variables.get(name, UNSET)
                if value is not known.get(name, UNSET) and (new := number(simple(value))) != written[i]:
                    which += (i,)
                    changed.append(new)
                    written[i] = new
            held[0] = known = variables
        column.append(forms.setdefault((kind, here, line, which), len(forms)))
    details = [
        [
            index,
            number(detail.get("value")),
            detail.get("bound", ""),
            number(detail.get("pruned", ())),
            [number(why.value), number(why.path), number(why.move)] if (why := detail.get("evidence")) else 0,
            *([number(detail["returned"])] if "returned" in detail else []),
        ]
        for index, detail in steps.details()
    ]
    return {
        "scopes": [[scope.source, list(scope.names)] for scope in scopes],
        "forms": [(KINDS[kind], *rest) for kind, *rest in forms],
        "form": column,
        "changed": changed,
        "walk": walk,
        "details": details,
    }


def decode(text: str) -> tuple[str, Any, str | None, Contents]:
    """The name of the search, what it returned, the error that ended it, and the rest.

    Raises ValueError for text that is not a trace, or of another version.
    """
    try:
        data = json.loads(text)
        version = data["version"]
    except (ValueError, TypeError, KeyError):
        raise ValueError("this is not a trace: it was not made by Trace.to_json") from None
    if version != VERSION:
        raise ValueError(f"this trace is of version {version}, and only version {VERSION} can be read")
    values: list[Any] = []
    for row in data["values"]:
        values.append(_decode_value(row, values))
    nodes: list[Node] = []
    for parent, move, player, moves, searched, flags, value, bound, window, visits, *more in data["nodes"]:
        path = (*nodes[parent].path, values[move]) if parent >= 0 else ()
        node = Node(path, Player(player), values[moves], values[searched], bool(flags & 1), values[value])
        node.finished, node.bound, node.window, node.visits = bool(flags & 2), bound, values[window], visits
        node.folded, node.role = more or (0, "")
        nodes.append(node)
    steps = _decode_steps(data["steps"], nodes, values)
    sources = [Source(name, tuple(lines)) for name, lines in data["sources"]]
    leaves = [nodes[i].path for i in data["leaves"]]
    notes, is_ours = data.get("notes", []), data.get("ours", False)
    window = tuple(data["window"]) if "window" in data else None
    contents = Contents(nodes, leaves, values[data["line"]], notes, lambda: (steps, sources), is_ours, window)
    return data["search"], values[data["value"]], data["error"], contents


def _decode_steps(data: dict[str, Any], nodes: list[Node], values: list[Any]) -> Steps:
    steps = Steps()
    forms = data["forms"]
    kinds = [KIND_OF[forms[form][0]] for form in data["form"]]
    details = {index: _decode_detail(kinds[index], values, *detail) for index, *detail in data["details"]}
    scopes = [Scope(source, tuple(names)) for source, names in data["scopes"]]
    last: dict[tuple[int, int], dict[str, Any]] = {}
    changed, walk = iter(data["changed"]), iter(data["walk"])
    node, left = 0, next(walk, -1)
    for index, form in enumerate(data["form"]):
        _, here, line, which = forms[form]
        if left == 0:
            node, left = node + next(walk), next(walk, -1)
        left -= 1
        scope = scopes[here]
        held = last.get((node, here), {})
        if which:
            held = last[node, here] = {**held, **{scope.names[i]: values[next(changed)] for i in which}}
        steps.append(kinds[index], (nodes[node].path, scope, line, held), **details.get(index, {}))
    return steps


def _decode_detail(
    kind: str, values: list[Any], value: int, bound: str, pruned: int, evidence: Any, *returned: int
) -> dict[str, Any]:
    if kind != "cutoff":
        found = {"value": values[value], "bound": bound}
        return {**found, "returned": values[returned[0]]} if returned else found
    reason = Evidence(*(values[i] for i in evidence)) if evidence else None
    return {"value": values[value], "pruned": values[pruned], "evidence": reason}
