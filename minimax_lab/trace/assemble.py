"""Makes a `Trace` of what the recorder wrote down.

The recorder knows calls; here it is decided which of them searched a node and which only looked
at one, which moves were never searched, what is exact and what only a bound, and why a cut was safe.
"""

from __future__ import annotations

import inspect
import textwrap
from collections import defaultdict
from dataclasses import dataclass, field
from types import CodeType
from typing import Any

from minimax_lab.game import MAX, MIN, Move, Player, Value, as_game
from minimax_lab.trace.bounds import Known, combine, seen_from, sign_of
from minimax_lab.trace.record import UNSET, Evidence, Node, Path, Source, Steps, Trace, Window
from minimax_lab.trace.recorder import Event, Facts, Recorder, Visit

MAXIMIZING = {"maximizing", "maximizing_player", "is_max", "is_maximizing", "is_max_player", "maximize", "max_player"}
WINDOWS = [("alpha", "beta"), ("α", "β"), ("a", "b"), ("lo", "hi"), ("low", "high"), ("lower", "upper")]


@dataclass(eq=False, slots=True)
class Search:
    """A visit that searched its node, and the visits below it that did so too."""

    visit: Visit
    path: Path
    player: Player
    parent: Search | None
    children: list[Search] = field(default_factory=list)  # of other nodes
    again: list[Search] = field(default_factory=list)  # of the same node, as iterative deepening does
    window: Window | None = None
    score: Value = UNSET  # what it returned, to MAX
    known: Known | None = None  # what that says of the node's value
    unsearched: tuple[Move, ...] = ()

    @property
    def is_leaf(self) -> bool:
        return not self.children and not self.again


class Assembly:
    """The work of `assemble`, whose steps share what they find out."""

    def __init__(self, recorder: Recorder, name: str, value: Value, error: str | None):
        self.recorder, self.name, self.value, self.error = recorder, name, value, error
        self.players: dict[int, Player] = {}
        self.legal: dict[int, tuple[Move, ...]] = {}
        self.by_visit: dict[int, Search] = {}  # also of visits that were merged into another
        self.searches: list[Search] = []
        self.sources: list[Source] = []
        self._source_of: dict[CodeType, tuple[int, int]] = {}

    def trace(self) -> Trace:
        self._find_searches()
        self._accept_looks()
        self._merge_delegations()
        self._find_windows()
        self._find_scores()
        nodes = self._nodes()
        steps, leaves = self._steps()
        pruned = [(*node.path, move) for node in nodes for move in node.unsearched if node.finished]
        return Trace(
            self.name, self.value, nodes, leaves, pruned, self._principal_line(), steps, self.sources, self.error
        )

    # Which visits were searches

    def _find_searches(self) -> None:
        visits = self.recorder.visits
        for visit in visits:
            if visit.facts.recursive or visit.parent < 0:
                self._add(visit)
        if not self.searches and visits:
            self._add(visits[0])

    def _add(self, visit: Visit) -> Search:
        parent = self._parent(visit)
        search = Search(visit, self.recorder.paths[visit.node], self._player(visit.node), parent)
        if parent is not None:
            (parent.again if parent.visit.node == visit.node else parent.children).append(search)
        self.by_visit[visit.index] = search
        self.searches.append(search)
        return search

    def _parent(self, visit: Visit) -> Search | None:
        index = visit.parent
        while index >= 0 and index not in self.by_visit:
            index = self.recorder.visits[index].parent
        return self.by_visit[index] if index >= 0 else None

    def _accept_looks(self) -> None:
        """A node whose children were only evaluated, not searched, has them as leaves.

        Where some children were searched, an evaluation of the others was for ordering the moves.
        """
        looks: dict[Search, dict[int, Visit]] = defaultdict(dict)
        for visit in self.recorder.visits:
            if visit.index in self.by_visit or not visit.finished or not _is_score(visit.value):
                continue
            parent = self._parent(visit)
            if parent is not None and parent.is_leaf and len(self.recorder.paths[visit.node]) == len(parent.path) + 1:
                looks[parent][visit.node] = visit  # of several the last
        for visits in looks.values():
            for visit in visits.values():
                self._add(visit)
        self.searches.sort(key=lambda search: search.visit.index)

    def _merge_delegations(self) -> None:
        """A search that only hands its state on to another function is one search, not two."""
        for outer in [search for search in self.searches if len(search.again) == 1 and not search.children]:
            (inner,) = outer.again
            if outer.visit.finished and outer.visit.value is not inner.visit.value:
                continue
            outer.again, outer.children = inner.again, inner.children
            for below in (*outer.again, *outer.children):
                below.parent = outer
            for index, search in self.by_visit.items():
                if search is inner:
                    self.by_visit[index] = outer
            outer.visit.arguments = {**outer.visit.arguments, **inner.visit.arguments}
            self.searches.remove(inner)

    # What is known of a node's state

    def _player(self, node: int) -> Player:
        """Whose turn it is, from the state, or else by counting from the root."""
        if node not in self.players:
            own = getattr(self.recorder.states[node], "active_player", None)
            ply = len(self.recorder.paths[node])
            first = self._first_player()
            self.players[node] = own if isinstance(own, Player) else first if ply % 2 == 0 else first.opponent
        return self.players[node]

    def _first_player(self) -> Player:
        entry = self.recorder.visits[0]
        for name, value in entry.arguments.items():
            if name.lower() in MAXIMIZING and isinstance(value, bool):
                return MAX if value else MIN
        return MIN if entry.facts.code.co_name.startswith("min") else MAX

    def _legal_moves(self, node: int) -> tuple[Move, ...]:
        if node not in self.legal:
            moves = self.recorder.moves.get(node)
            try:
                game = as_game(self.recorder.states[node])
                if moves is None or moves and type(game.state if hasattr(game, "state") else game) is not type(game):
                    moves = tuple(game.get_legal_moves())
            except Exception:  # the class may be a student's, and half done
                moves = moves or ()
            self.legal[node] = moves
        return self.legal[node]

    # Values

    def _find_windows(self) -> None:
        for search in self.searches:
            search.window = _window(search.visit.arguments)
            if search.children:
                looked_at = {child.path[-1] for child in search.children}
                legal = self._legal_moves(search.visit.node)
                search.unsearched = tuple(move for move in legal if move not in looked_at)

    def _find_scores(self) -> None:
        """Scores as MAX sees them, and what they say of the true value, children before parents."""
        results = [(s, _score(s.visit.value, self._legal_moves(s.visit.node))) for s in self.searches]
        pairs = all(_is_pair(s.visit.value, s.is_leaf) for s in self.searches if s.visit.finished)
        raw = {s: (score if pairs else s.visit.value) for s, score in results if s.visit.finished}
        sign = sign_of(
            [
                (s.player, raw[s], [raw[c] for c in s.children if c in raw])
                for s in self.searches
                if s in raw and s.children
            ]
        )
        for search in reversed(self.searches):  # a visit's index is higher than its parent's
            if search not in raw:
                continue
            search.score = seen_from(raw[search], search.player, sign)
            if search.window:
                search.window = _seen_window(search.window, search.player, sign)
            search.known = combine(
                search.player,
                search.score,
                [child.known for child in search.children if child.known],
                complete=not search.unsearched,
                leaf=search.is_leaf,
            )

    def _nodes(self) -> list[Node]:
        nodes: dict[Path, Node] = {}
        for search in self.searches:
            index = search.visit.node
            node = nodes.get(search.path)
            if node is None:
                node = nodes[search.path] = Node(search.path, search.player, state=self.recorder.states[index])
                node.moves = self._legal_moves(index)
                node.terminal = not node.moves
            node.visits += 1
            node.window = search.window or node.window
            node.searched = tuple(dict.fromkeys([*node.searched, *(child.path[-1] for child in search.children)]))
            if search.visit.finished:
                node.value, node.finished = search.score, True
                node.bound = search.known.bound if search.known else ""
        return [*nodes.values()]

    def _principal_line(self) -> Path:
        """Best play: at each node the first move that gives the node's value."""
        search, line = self.searches[0] if self.searches else None, []
        while search is not None and search.visit.finished:
            if search.again:
                search = search.again[-1]
                continue
            best = [child for child in search.children if child.known and _same(child.score, search.score)]
            chosen = [child for child in search.children if _same(child.path[-1], search.visit.value)]
            exact = [child for child in best if not child.known.bound]  # type: ignore[union-attr]
            search = next(iter((chosen if not search.path and not best else []) or exact or best), None)
            if search is not None:
                line.append(search.path[-1])
        return tuple(line)

    # Steps

    def _steps(self) -> tuple[Steps, list[Path]]:
        steps, leaves = Steps(), []
        cuts = self._cut_places()
        for index, (kind, visit, facts, line, values, _) in enumerate(self.recorder.events):
            search = self.by_visit.get(visit)
            if search is None or kind != "line" and search.visit.index != visit:
                continue  # only a look, or handed on by another function
            source, offset = self._source(facts)
            place = (search.path, source, line - offset, facts.names, values)
            if index in cuts and kind == "return":
                self._cut(steps, place, search)
            if kind != "return":
                steps.append(kind, *place)
            elif not search.visit.finished:
                steps.append("error", *place)
            else:
                bound = search.known.bound if search.known else ""
                steps.append("leaf" if search.is_leaf else "return", *place, value=search.score, bound=bound)
                if search.is_leaf:
                    leaves.append(search.path)
            if index in cuts and kind == "line":
                self._cut(steps, place, search)
        return steps, leaves

    def _cut_places(self) -> set[int]:
        """The events at which a search leaves moves unsearched: its `break` or `return`, if it is seen."""
        cuts: set[int] = set()
        lines: dict[Search, list[tuple[int, Event]]] = defaultdict(list)  # since the last child came back
        for index, event in enumerate(self.recorder.events):
            kind, visit = event[0], event[1]
            search = self.by_visit.get(visit)
            if search is None:
                continue
            if kind == "line":
                lines[search].append((index, event))
            elif kind == "return" and search.visit.index == visit:
                if search.parent is not None:
                    lines.pop(search.parent, None)
                if search.unsearched and search.visit.finished:
                    leaving = [i for i, event in lines[search] if self._text(event).startswith(("break", "return"))]
                    cuts.add(leaving[0] if leaving else index)
                lines.pop(search, None)
        return cuts

    def _cut(self, steps: Steps, place: tuple, search: Search) -> None:
        steps.append(
            "cutoff", *place, value=search.score, pruned=search.unsearched, evidence=self._evidence(search)
        )  # fmt: skip

    def _evidence(self, search: Search) -> Evidence | None:
        """What on the way here already makes the rest of this node pointless.

        The opponent can do at least as well elsewhere: at some node above, by a move already searched.
        """
        child, above, score = search, search.parent, search.score
        while above is not None:
            if above.player is not search.player:
                before = above.children[: above.children.index(child)] if child in above.children else []
                sure = [(c.known.sure_for(above.player), c) for c in before if c.known]
                sure = [(value, c) for value, c in sure if value is not UNSET and _holds(above.player, value, score)]
                if sure:
                    best = min if above.player is MIN else max
                    value, chosen = best(sure, key=lambda pair: pair[0])
                    return Evidence(value, above.path, chosen.path[-1])
            child, above = above, above.parent
        window = self.searches[0].window
        if window is not None:
            limit = window[1] if search.player is MAX else window[0]
            if limit is not None and _holds(search.player.opponent, limit, score):
                return Evidence(limit)
        return None

    # Sources

    def _source(self, facts: Facts) -> tuple[int, int]:
        """The source that a function's lines belong to, and the number of its first line."""
        code = facts.outer or facts.code
        if code not in self._source_of:
            try:
                lines, first = inspect.getsourcelines(code)
            except (OSError, TypeError):  # typed where no source is kept
                lines, first = [], code.co_firstlineno
            text = textwrap.dedent("".join(lines)).rstrip("\n")
            self._source_of[code] = (len(self.sources), max(first, 1))
            self.sources.append(Source(code.co_name, tuple(text.split("\n")) if text else ()))
        return self._source_of[code]

    def _text(self, event: Event) -> str:
        source, offset = self._source(event[2])
        lines, index = self.sources[source].lines, event[3] - offset
        text = lines[index].strip() if 0 <= index < len(lines) else ""
        return text.split(":", 1)[-1].strip() if text.startswith(("if ", "else", "elif ")) else text


def assemble(recorder: Recorder, name: str, value: Value = None, error: str | None = None) -> Trace:
    """The trace of what `recorder` has seen."""
    return Assembly(recorder, name, value, error).trace()


def _window(arguments: dict[str, Any]) -> Window | None:
    for low, high in WINDOWS:
        if low in arguments and high in arguments and UNSET not in (arguments[low], arguments[high]):
            return arguments[low], arguments[high]
    window = arguments.get("window")
    return window if isinstance(window, tuple) and len(window) == 2 else None


def _seen_window(window: Window, player: Player, sign: int) -> Window:
    if sign > 0 or player is MAX:
        return window
    low, high = window
    return seen_from(high, player, sign), seen_from(low, player, sign)


def _is_score(value: Any) -> bool:
    """Whether a function that was given a state may have scored it."""
    return value is not None and not isinstance(value, (bool, list, dict, set, str, Player)) and not callable(value)


def _is_pair(value: Any, leaf: bool) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and (not leaf or None in value)


def _score(value: Any, moves: tuple[Move, ...]) -> Value:
    """The score in a (score, move) or (move, score) pair."""
    if not _is_pair(value, leaf=False):
        return value
    first, second = value
    return second if first is None or first in moves and second not in moves else first


def _holds(player: Player, sure: Value, score: Value) -> bool:
    """Whether `player`, sure of one value, has no reason to allow `score`."""
    try:
        return sure <= score if player is MIN else sure >= score
    except TypeError:
        return False


def _same(a: Any, b: Any) -> bool:
    try:
        return bool(a == b)
    except Exception:  # values may be anything
        return False
