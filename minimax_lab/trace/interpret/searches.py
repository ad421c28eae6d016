"""Which calls searched which nodes, and which moves were never searched.

A search that calls itself has a call for each node, and the calls are nested as the nodes are. Others
keep a stack of their own, hand out generators, or look two moves ahead at once. Where a node belongs is
never in doubt, because `forecast_move` made it. But where no call can be matched to a node, all we know
is that the search looked at it, and the `notes` say so.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Self

from minimax_lab.game import MAX, MIN, Move, Player, Value
from minimax_lab.picture.text import count_text
from minimax_lab.trace.interpret.windows import ends_of, number, window_of
from minimax_lab.trace.model import Known, Path, Window, combine, left_out
from minimax_lab.trace.record.log import Function
from minimax_lab.trace.record.recorder import Recorder
from minimax_lab.trace.words import ATOMS, UNSET, same, simple
from minimax_lab.values import opposite

MAXIMIZING = {"maximizing", "maximizing_player", "is_max", "is_maximizing", "is_max_player", "maximize", "max_player"}
WINDOW_NAMES = [("alpha", "beta"), ("α", "β"), ("a", "b"), ("lo", "hi"), ("low", "high"), ("lower", "upper")]


@dataclass(eq=False, slots=True)
class Visit:
    """A call that was given a state other than the one being searched."""

    node: int
    function: Function
    arguments: dict[str, Any]
    parent: Visit | None
    value: Value = None
    finished: bool = False
    begun: int = -1  # the number of the event at which it began
    search: Search | None = None  # the search that it is, or is part of


@dataclass(eq=False, slots=True)
class Search:
    """A node that was searched, once, and the searches below it."""

    visit: Visit
    node: int
    path: Path
    player: Player
    parent: Search | None
    has_call: bool = True  # False: the node was looked at or passed through, but no call of its own searched it
    is_look: bool = False  # the node was evaluated, not searched
    children: list[Search] = field(default_factory=list)  # of other nodes
    again: list[Search] = field(default_factory=list)  # of the same node, as iterative deepening does
    repeats: bool = False  # a child was searched several times
    functions: tuple[Function, ...] = ()  # that did it: one may have handed the state on to another
    finished: bool = False  # it came back with a value
    unsearched: tuple[Move, ...] = ()
    window: Window | None = None
    score: Value = UNSET  # what it returned, as MAX sees it
    returned: Value = UNSET  # what it returned, where that is something else
    known: Known | None = None  # what that says of the node's value

    @property
    def is_leaf(self) -> bool:
        return not self.children and not self.again

    @property
    def last_children(self) -> list[Search]:
        """The children; of one that was searched several times the last search."""
        return [*{child.node: child for child in self.children}.values()] if self.repeats else self.children

    @property
    def bound(self) -> str:
        return self.known.bound if self.known else ""

    def find_known(self, children: list[Any], may_be_bounds: bool) -> None:
        """What the score says of the node's value. It may be a bound if something is known of all its `children`."""
        below = [child.known for child in children if child.known] if may_be_bounds else []
        is_all = len(below) == len(self.last_children)
        self.known = combine(self.player, self.score, below if is_all else [], complete=not self.unsearched)

    # What a window is found by

    @property
    def places(self) -> dict[str, Any]:
        return self.visit.arguments

    @property
    def below(self) -> list[Self]:
        return self.children  # type: ignore[return-value]

    @property
    def raw(self) -> Any:
        return self.visit.value if number(self.visit.value) else None


class SearchTree:
    """The `searches`, in the order in which they began. The `notes` say what is unclear."""

    def __init__(self, recorder: Recorder):
        self.known, self.paths = recorder.known, recorder.known.paths()
        self.searches: list[Search] = []
        self.notes: list[str] = []
        self.limits: tuple[Value, Value] = UNSET, UNSET  # the least and the most that a node can be worth, if known
        self.owners: list[Visit | None] = []  # by event: the visit it belongs to
        self.visits: list[Visit] = []
        self._looks: list[tuple[int, int]] = []  # the number of an event, and the node that it was a look at
        self._latest: dict[int, Search] = {}  # by node
        self._legal: dict[int, tuple[Move, ...]] = {}
        self._find_visits(recorder)
        for visit in self.visits:
            if visit.function.recursive or visit.parent is None:
                self._add(visit)
        if self.calls_itself:
            self._accept_looks()
            self._add_remembered()
        else:
            self._accept_all()
        self._merge_delegations()
        self._find_unsearched()
        self._note_what_is_missing(recorder)

    @cached_property
    def calls_itself(self) -> bool:
        """Whether nodes have calls of their own. (The children of the root may also just be looked at.)"""
        if any(search.node for search in self.searches):
            return True
        return all(len(self.paths[node]) < 2 for _, node in self._looked_at())

    def _looked_at(self) -> list[tuple[int, int]]:
        """The nodes that were looked at, in that order, each with the number of the event."""
        return sorted([*self._looks, *((visit.begun, visit.node) for visit in self.visits)])

    # Which calls were searches

    def _find_visits(self, recorder: Recorder) -> None:
        current: Visit | None = None
        around: list[Visit | None] = []  # what the current visit is part of
        suspended: dict[int, Visit | None] = {}
        for index, event in enumerate(recorder.events):
            kind = event[0]
            if kind == "line":
                self.owners.append(current)
                continue
            if kind == "enter":
                _, node, function, _, variables = event
                around.append(current)
                current = Visit(node, function, variables, current, begun=index)
                self.visits.append(current)
            elif kind == "resume":
                around.append(current)
                current = suspended.pop(event[1])
            self.owners.append(current)
            if kind == "return":
                assert current is not None
                _, current.value, raised, _ = event
                current.finished = not raised and not _is_promise(current.value)
                current = around.pop()
            elif kind == "suspend":
                suspended[event[1]], current = current, around.pop()
            elif kind == "look":
                self._looks.append((index, event[1]))

    def _add(self, visit: Visit, has_call: bool = True) -> Search:
        node, above = visit.node, _search_around(visit)
        if above is not None and above.node != node:
            is_nested = above.node == self.known.parents[node] and self._latest[above.node] is above
            above = above if is_nested else self._parent(visit)
        search = Search(visit, node, self.paths[node], self.player(node), above, has_call)
        search.functions, search.finished = (visit.function,), visit.finished
        if above is not None:
            (above.again if above.node == node else above.children).append(search)
            above.repeats |= node in self._latest
        visit.search = self._latest[node] = search
        self.searches.append(search)
        return search

    def _parent(self, visit: Visit) -> Search:
        """The latest search of the node above. (One that was only passed through has no call of its own.)"""
        node = self.known.parents[visit.node]
        if node not in self._latest:
            self._add(Visit(node, visit.function, {}, visit.parent, begun=visit.begun), has_call=False)
        return self._latest[node]

    def _accept_looks(self) -> None:
        """Children that were evaluated instead of searched are leaves.

        But where a child was evaluated and then searched, the evaluations were for ordering the moves.
        """
        looks: dict[Search, dict[int, Visit]] = defaultdict(dict)
        for visit in self.visits:
            if visit.search is None and visit.finished and _is_score(visit.value):
                parent = _search_around(visit)
                if parent is not None and self.known.parents[visit.node] == parent.node:
                    looks[parent][visit.node] = visit  # of several the last
        accepted = False
        for parent, visits in looks.items():
            searched = {child.node for child in parent.children}
            if searched.isdisjoint(visits) and (searched or self._explain(parent, visits.values())):
                accepted = True
                for visit in visits.values():
                    self._add(visit).is_look = True
        for searches in (self.searches, *(search.children for search in self.searches)) if accepted else ():
            searches.sort(key=lambda search: search.visit.begun)

    def _explain(self, parent: Search, looks: Any) -> bool:
        """Whether what a node returned may come from looks at its children: it is a move, or one of the values."""
        value = parent.visit.value
        parts = (value, *value) if isinstance(value, tuple) else (value,)
        told = [(self.known.moves[look.node], look.value, opposite(look.value)) for look in looks]
        return not parent.finished or any(same(part, other) for part in parts for each in told for other in each)

    def _accept_all(self) -> None:
        """All nodes that were looked at, or only made, in that order. Only the values of leaves are known."""
        visits = {visit.begun: visit for visit in self.visits}
        root = self.searches[0]
        made = [(-1, node) for node in range(1, len(self.paths)) if node not in self.known.unmade]
        for index, node in [*self._looked_at(), *made]:
            if node not in self._latest:
                self._add(Visit(node, root.visit.function, {}, root.visit, begun=index), has_call=False)
            search, look = self._latest[node], visits.get(index)
            if look is not None and node and look.finished and self._is_worth(look):
                search.visit.value, search.finished = look.value, True
        for search in self.searches:
            if search.node and search.children:
                search.finished = False
        name = root.visit.function.code.co_name
        self.notes.append(
            f"{name} does not call itself for each state: the nodes are shown in the order in which it first looked at "
            "them. How it compared them, what the nodes above the leaves are worth and which moves it decided not to "
            "search could not be seen."
        )

    def _is_worth(self, look: Visit) -> bool:
        """Whether a look may have returned the value of a node. For a finished game, we know what that must be."""
        utility = None if self.legal_moves(look.node) else self.known.utility(look.node, self.player(look.node))
        is_right = utility is None or same(look.value, utility) or same(look.value, opposite(utility))
        return _is_score(look.value) and is_right

    def _add_remembered(self) -> None:
        """What functools.lru_cache answered was looked at, although there was no call to see."""
        if not any(search.visit.function.cached for search in self.searches):
            return
        states = {self.known.states[search.node] for search in self.searches}
        made = [node for node, parent in enumerate(self.known.parents) if parent in self._latest]
        remembered = [node for node in made if node not in self._latest and self.known.states[node] in states]
        for node in remembered:
            parent = self._latest[self.known.parents[node]]
            self._add(Visit(node, parent.visit.function, {}, parent.visit), has_call=False)
        if remembered:
            self.notes.append(
                f"functools.lru_cache remembered the value of {count_text(len(remembered), 'state', 'states')}, and "
                "the search was not called again for them: they are shown without a value."
            )

    def _merge_delegations(self) -> None:
        """A search that only hands its state on to another function is one search, not two."""
        merged = set()
        for outer in self.searches:
            while len(outer.again) == 1 and not outer.children:
                (inner,) = outer.again
                if outer.finished and outer.visit.value is not inner.visit.value:
                    break
                outer.again, outer.children = inner.again, inner.children
                for below in (*outer.again, *outer.children):
                    below.parent = outer
                inner.visit.search = outer
                outer.functions += inner.functions
                outer.visit.arguments = {**outer.visit.arguments, **inner.visit.arguments}
                merged.add(inner)
        if merged:
            self.searches = [search for search in self.searches if search not in merged]

    # What is known of a node's state

    def player(self, node: int) -> Player:
        """Whose turn it is, from the state, or else by counting from the root."""
        own = getattr(self.known.states[node], "active_player", None)
        if isinstance(own, Player):
            return own
        first = self.known.first_player or self._first_player
        return first if len(self.paths[node]) % 2 == 0 else first.opponent

    @cached_property
    def _first_player(self) -> Player:
        entry = self.visits[0]
        for name, value in entry.arguments.items():
            if name.lower() in MAXIMIZING and isinstance(value, bool):
                return MAX if value else MIN
        return MIN if entry.function.code.co_name.startswith("min_") else MAX

    def legal_moves(self, node: int) -> tuple[Move, ...]:
        if node not in self._legal:
            self._legal[node] = self.known.legal_moves(node)
        return self._legal[node]

    def _find_unsearched(self) -> None:
        self.window_names = self._find_window_names()
        for search in self.searches:
            search.window = _window(search, self.window_names)
            if search.children:
                looked_at = [child.path[-1] for child in search.children]
                search.unsearched = left_out(self.legal_moves(search.node), looked_at)

    def _find_window_names(self) -> tuple[str, str] | None:
        """The names of alpha and beta: the usual ones, or else those of two numbers that behave like them."""
        known = [*WINDOW_NAMES, ("window", "window")]
        if any({*pair} <= search.visit.arguments.keys() for search in self.searches for pair in known):
            return None
        recursive = [search for search in self.searches if search.visit.function.recursive]
        return window_of(recursive) if recursive else None

    # What could not be seen

    def _note_what_is_missing(self, recorder: Recorder) -> None:
        passed = [search for search in self.searches if not search.has_call and search.children]
        promises = [visit for visit in self.visits if visit.search and _is_promise(visit.value)]
        if passed and self.calls_itself:
            self.notes.append(
                f"{count_text(len(passed), 'node', 'nodes')} had no call of their own, because the search looked "
                "several moves ahead at once: what they are worth could not be seen."
            )
        if promises:
            kind = type(promises[0].value).__name__
            self.notes.append(
                f"For {count_text(len(promises), 'state', 'states')} the search returned a {kind} instead of a value: "
                "what they are worth could not be seen."
            )
        if self.known.strangers:
            self.notes.append(
                f"{len(self.known.strangers)} of the states that were searched did not come from forecast_move. Where "
                "they belong in the tree is not known, and they are not shown."
            )
        if recorder.threads > 1:
            self.notes.append(f"The search ran in {recorder.threads} threads, which are shown one after the other.")
        made = len(self.paths) - len(self.known.unmade) - 1
        if len(self.searches) == 1 and made:
            looked_at = {node for _, node in self._looked_at()} - {0}
            what = "looked at, but what they are worth" if looked_at else "made, but what became of them"
            self.notes.append(f"{len(looked_at) or made} states below the root were {what} could not be seen.")


def _search_around(visit: Visit) -> Search | None:
    """The search that a visit is part of or came from."""
    above = visit.parent
    while above is not None and above.search is None:
        above = above.parent
    return above.search if above is not None else None


def _window(search: Search, names: tuple[str, str] | None) -> Window | None:
    if names is not None:
        return ends_of(search, names)
    arguments = search.visit.arguments
    for low, high in WINDOW_NAMES:
        if low in arguments and high in arguments:
            return simple(arguments[low]), simple(arguments[high])
    window = arguments.get("window")
    return simple(tuple(window)) if isinstance(window, (tuple, list)) and len(window) == 2 else None


def _is_score(value: Any) -> bool:
    """Whether a function that was given a state may have scored it."""
    return value is not None and not isinstance(value, (bool, list, dict, set, str, Player)) and not callable(value)


def _is_promise(value: Any) -> bool:
    """Whether this is not a value, but something that will give one later: a function, a generator."""
    if value.__class__ in ATOMS:
        return False
    return callable(value) or isinstance(value, Iterator) or hasattr(value, "__await__")
