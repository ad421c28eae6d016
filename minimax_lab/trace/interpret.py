"""Makes sense of what the recorder wrote down.

The recorder knows calls; here it is decided which of them searched a node and which only looked
at one, which moves were never searched, what is exact and what only a bound, and why a cut was safe.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from minimax_lab.adapt import as_game, overrides
from minimax_lab.game import MAX, MIN, Move, Player, Value
from minimax_lab.trace.bounds import Known, combine, seen_from, sign_of
from minimax_lab.trace.model import Evidence, Node, Path, Source, Steps, Window
from minimax_lab.trace.recorder import Event, Function, Recorder, keeping_everything
from minimax_lab.trace.sources import Sources
from minimax_lab.trace.variables import UNSET, simple

MAXIMIZING = {"maximizing", "maximizing_player", "is_max", "is_maximizing", "is_max_player", "maximize", "max_player"}
DECISIONS = ("decision", "decide", "move", "choose", "pick")  # words in the name of a function that returns a move
WINDOW_NAMES = [("alpha", "beta"), ("α", "β"), ("a", "b"), ("lo", "hi"), ("low", "high"), ("lower", "upper")]


@dataclass(eq=False, slots=True)
class Visit:
    """A call that was given a state other than the one being searched, as the recorder saw it."""

    node: int
    function: Function
    arguments: dict[str, Any]
    parent: Visit | None
    value: Value = None
    finished: bool = False
    search: Search | None = None  # the search that it is, or is part of


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
    score: Value = UNSET  # what it returned, as MAX sees it
    known: Known | None = None  # what that says of the node's value
    unsearched: tuple[Move, ...] = ()

    @property
    def is_leaf(self) -> bool:
        return not self.children and not self.again

    @property
    def bound(self) -> str:
        return self.known.bound if self.known else ""


class Assembly:
    """The parts of a trace, from what a recorder has seen."""

    def __init__(self, recorder: Recorder):
        self.recorder = recorder
        self.paths: list[Path] = [()]
        for parent, move in zip(recorder.parents[1:], recorder.moves[1:], strict=True):
            self.paths.append((*self.paths[parent], move))
        self.visits: list[Visit] = []
        self.owners: list[Visit | None] = []  # by event: the visit it belongs to
        self.searches: list[Search] = []
        self.legal: dict[int, tuple[Move, ...]] = {}
        with keeping_everything():
            self._find_visits()
            self._find_searches()
            self._accept_looks()
            self._merge_delegations()
            self._find_unsearched()
            self._find_scores()
            self.nodes = self._nodes()
        self.leaves = [search.path for search in self.searches if search.is_leaf and search.visit.finished]
        self.pruned = [(*node.path, move) for node in self.nodes if node.finished for move in node.unsearched]
        self.line = self._principal_line()

    @property
    def steps(self) -> Steps:
        return self._told[0]

    @property
    def sources(self) -> list[Source]:
        return self._told[1].all

    @cached_property
    def _told(self) -> tuple[Steps, Sources]:
        """The steps and their sources: many, and not always wanted."""
        sources = Sources()
        with keeping_everything():
            return self._steps(sources), sources

    # Which calls were searches

    def _find_visits(self) -> None:
        stack: list[Visit] = []
        for event in self.recorder.events:
            if event[0] == "enter":
                _, node, function, _, variables = event
                stack.append(Visit(node, function, variables, stack[-1] if stack else None))
                self.visits.append(stack[-1])
            self.owners.append(stack[-1] if stack else None)
            if event[0] == "return":
                visit = stack.pop()
                _, visit.value, raised, _ = event
                visit.finished = not raised

    def _find_searches(self) -> None:
        for visit in self.visits:
            if visit.function.recursive or visit.parent is None:
                self._add(visit)

    def _add(self, visit: Visit) -> None:
        parent = _parent(visit)
        search = visit.search = Search(visit, self.paths[visit.node], self._player(visit.node), parent)
        if parent is not None:
            (parent.again if parent.visit.node == visit.node else parent.children).append(search)
        self.searches.append(search)

    def _accept_looks(self) -> None:
        """A node whose children were only evaluated, not searched, has them as leaves.

        Where some children were searched, an evaluation of the others was for ordering the moves.
        """
        looks: dict[Search, dict[int, Visit]] = defaultdict(dict)
        for visit in self.visits:
            if visit.search is None and visit.finished and _is_score(visit.value):
                parent = _parent(visit)
                if parent is not None and parent.is_leaf and self.recorder.parents[visit.node] == parent.visit.node:
                    looks[parent][visit.node] = visit  # of several the last
        if looks:
            for visits in looks.values():
                for visit in visits.values():
                    self._add(visit)
            order = {visit: index for index, visit in enumerate(self.visits)}
            self.searches.sort(key=lambda search: order[search.visit])

    def _merge_delegations(self) -> None:
        """A search that only hands its state on to another function is one search, not two."""
        merged = set()
        for outer in self.searches:
            while len(outer.again) == 1 and not outer.children:
                (inner,) = outer.again
                if outer.visit.finished and outer.visit.value is not inner.visit.value:
                    break
                outer.again, outer.children = inner.again, inner.children
                for below in (*outer.again, *outer.children):
                    below.parent = outer
                inner.visit.search = outer
                outer.visit.arguments = {**outer.visit.arguments, **inner.visit.arguments}
                merged.add(inner)
        self.searches = [search for search in self.searches if search not in merged]

    # What is known of a node's state

    def _player(self, node: int) -> Player:
        """Whose turn it is, from the state, or else by counting from the root."""
        own = getattr(self.recorder.states[node], "active_player", None)
        if isinstance(own, Player):
            return own
        first = self.recorder.first_player or self._first_player()
        return first if len(self.paths[node]) % 2 == 0 else first.opponent

    def _first_player(self) -> Player:
        entry = self.visits[0]
        for name, value in entry.arguments.items():
            if name.lower() in MAXIMIZING and isinstance(value, bool):
                return MAX if value else MIN
        return MIN if entry.function.code.co_name.startswith("min_") else MAX

    def _legal_moves(self, node: int) -> tuple[Move, ...]:
        if node not in self.legal:
            state = self.recorder.states[node]
            moves = self.recorder.legal.get(node)
            if moves is None or (moves and overrides(state, "is_terminal")):
                try:
                    moves = tuple(as_game(state).get_legal_moves())
                except Exception:  # the class may be a student's, and half done
                    moves = moves or ()
            self.legal[node] = moves
        return self.legal[node]

    # Values

    def _find_unsearched(self) -> None:
        for search in self.searches:
            search.window = _window(search.visit.arguments)
            if search.children:
                looked_at = [child.path[-1] for child in search.children]
                legal = self._legal_moves(search.visit.node)
                if len(looked_at) < len(legal):
                    search.unsearched = tuple(move for move in legal if move not in looked_at)

    def _find_scores(self) -> None:
        """Scores as MAX sees them, and what they say of the true value, children before parents."""
        done = [search for search in self.searches if search.visit.finished]
        pairs = bool(done) and all(_is_pair(search.visit.value, search.is_leaf) for search in done)
        for search in done:
            value = search.visit.value
            search.score = _score(value, self._legal_moves(search.visit.node)) if pairs else value
        self.chosen = self._chosen()
        decision = self.chosen and self.searches[0]
        sign = sign_of(
            [
                (search.player, search.score, [child.score for child in search.children])
                for search in done
                if search.children and search is not decision
            ]
        )
        for search in reversed(done):  # a child comes after its parent
            if search is decision:  # a move is no bound on anything
                search.known = Known(search.score, search.score)
                continue
            search.score = seen_from(search.score, search.player, sign)
            if search.window and sign < 0 and search.player is MIN:
                low, high = search.window
                search.window = seen_from(high, MIN, sign), seen_from(low, MIN, sign)
            children = [child.known for child in search.children if child.known]
            search.known = combine(search.player, search.score, children, complete=not search.unsearched)

    def _chosen(self) -> Search | None:
        """The child that the outermost search chose, if that is a decision: it returns a move, those below it values.

        Where moves and values are both numbers, a return that might be either is a move only if a name says so.
        """
        root = self.searches[0] if self.searches else None
        if root is None or any(search.visit.function is root.visit.function for search in self.searches[1:]):
            return None
        chosen = next((child for child in root.children if _same(child.path[-1], root.visit.value)), None)
        named = any(word in root.visit.function.code.co_name.lower() for word in DECISIONS)
        return chosen if named or not any(_same(child.score, root.score) for child in root.children) else None

    def _nodes(self) -> list[Node]:
        nodes: dict[int, Node] = {}
        for search in self.searches:
            index = search.visit.node
            node = nodes.get(index)
            if node is None:
                moves = self._legal_moves(index)
                node = nodes[index] = Node(search.path, search.player, moves, terminal=not moves)
                node.state = self.recorder.states[index]
            node.visits += 1
            node.window = search.window or node.window
            if search.children:
                node.searched = tuple(dict.fromkeys([*node.searched, *(child.path[-1] for child in search.children)]))
            if search.visit.finished:
                node.value, node.bound, node.finished = search.score, search.bound, True
        return [*nodes.values()]

    def _principal_line(self) -> Path:
        """Best play: at each node the first move that gives the node's value."""
        search, line = self.searches[0] if self.searches else None, []
        if self.chosen is not None:
            search, line = self.chosen, [self.chosen.path[-1]]
        while search is not None and search.visit.finished:
            if search.again:
                search = search.again[-1]
                continue
            best = [child for child in search.children if child.known and _same(child.score, search.score)]
            exact = [child for child in best if not child.bound]
            decided = [child for child in search.children if _same(child.path[-1], search.visit.value)]
            search = next(iter(exact or best or decided), None)
            if search is not None:
                line.append(search.path[-1])
        return tuple(line)

    # Steps

    def _steps(self, sources: Sources) -> Steps:
        steps = Steps()
        cuts = self._cut_places(sources)
        held: dict[Visit, dict[str, Any]] = {}  # the variables of a visit's own function
        for index, event in enumerate(self.recorder.events):
            visit = self.owners[index]
            if visit is None or visit.search is None or event[0] == "raised":
                continue  # only a look
            kind, search = event[0], visit.search
            function = event[1] if kind == "line" else visit.function
            scope, first = sources.place(function)
            if kind == "enter":
                held[visit] = event[4]
            elif kind == "line" and event[3] and function is visit.function:
                held[visit] = {**held[visit], **event[3]}
            variables = event[3] if kind == "line" and function is not visit.function else held[visit]
            place = (search.path, scope, event[2 if kind == "line" else 3] - first, variables)
            if kind == "line":
                steps.append("line", *place)
            if index in cuts:
                steps.append("cutoff", *place, **self._cut(search))
            if search.visit is not visit:  # the search began with the function that handed its state on
                continue
            if kind == "enter":
                steps.append("enter", *place)
            elif kind == "return" and not visit.finished:
                steps.append("error", *place)
            elif kind == "return":
                steps.append("leaf" if search.is_leaf else "return", *place, value=search.score, bound=search.bound)
        if steps and not self.visits[0].finished and steps.kinds()[-1] != "error":
            steps.append("error", *place)  # it was stopped, and did not come back from here
        return steps

    def _cut_places(self, sources: Sources) -> set[int]:
        """The events at which a search leaves moves unsearched: its `break` or `return`, if it is seen."""
        cuts: set[int] = set()
        if not any(search.unsearched for search in self.searches):
            return cuts
        since: dict[Search, list[tuple[int, Event]]] = defaultdict(list)  # the lines since a child came back
        for index, event in enumerate(self.recorder.events):
            visit = self.owners[index]
            search = visit.search if visit else None
            if search is None:
                continue
            if event[0] == "line" and search.unsearched:
                since[search].append((index, event))
            elif event[0] == "return":
                if search.parent is not None:
                    since.pop(search.parent, None)
                if search.unsearched and search.visit.finished and search.visit is visit:
                    leaving = [i for i, line in since[search] if sources.leaves_loop(line[1], line[2])]
                    cuts.add(leaving[0] if leaving else index)
        return cuts

    def _cut(self, search: Search) -> dict[str, Any]:
        return {"value": search.score, "pruned": search.unsearched, "evidence": self._evidence(search)}

    def _evidence(self, search: Search) -> Evidence | None:
        """What on the way here already makes the rest of this node pointless.

        The opponent can do at least as well elsewhere: at some node above, by a move already searched.
        """
        child, above, score = search, search.parent, search.score
        while above is not None:
            if above.player is not search.player and child in above.children:
                before = above.children[: above.children.index(child)]
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


def _parent(visit: Visit) -> Search | None:
    """The search that a visit is part of or came from."""
    above = visit.parent
    while above is not None and above.search is None:
        above = above.parent
    return above.search if above is not None else None


def _window(arguments: dict[str, Any]) -> Window | None:
    for low, high in WINDOW_NAMES:
        if low in arguments and high in arguments:
            return simple(arguments[low]), simple(arguments[high])
    window = arguments.get("window")
    return simple(window) if isinstance(window, tuple) and len(window) == 2 else None


def _is_score(value: Any) -> bool:
    """Whether a function that was given a state may have scored it."""
    return value is not None and not isinstance(value, (bool, list, dict, set, str, Player)) and not callable(value)


def _is_pair(value: Any, leaf: bool) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and (not leaf or value[0] is None or value[1] is None)


def _score(value: Any, moves: tuple[Move, ...]) -> Value:
    """The score in a (score, move) or (move, score) pair."""
    first, second = value
    return second if first is None or (first in moves and second not in moves) else first


def _holds(player: Player, sure: Value, score: Value) -> bool:
    """Whether `player`, sure of one value, has no reason to allow `score`."""
    try:
        return bool(sure <= score if player is MIN else sure >= score)
    except TypeError:
        return False


def _same(a: Any, b: Any) -> bool:
    try:
        return bool(a == b)
    except Exception:  # values may be anything
        return False
