"""The steps of a trace, from what was recorded: calls, lines, returns, and cut-offs with their reasons."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from minimax_lab.game import MAX, MIN, Player, Value
from minimax_lab.garbage import keeping_everything
from minimax_lab.trace.code import Sources, is_comprehension_in
from minimax_lab.trace.interpret.searches import Search, SearchTree, Visit
from minimax_lab.trace.model import Evidence, Place, Source, Steps
from minimax_lab.trace.record.log import Event, Function
from minimax_lab.trace.words import UNSET, Entries, same


def steps_of(events: list[Event], tree: SearchTree) -> tuple[Steps, list[Source]]:
    """The steps of a search, and the sources that they refer to."""
    with keeping_everything():
        made = StepMaker(events, tree)
        return made.steps, made.sources.all


class StepMaker:
    """Makes the `steps`, and finds the `sources` that they refer to."""

    def __init__(self, events: list[Event], tree: SearchTree):
        self.steps, self.sources = Steps(), Sources()
        self._events, self._tree = events, tree
        self._variables: dict[Visit, dict[str, Any]] = {}  # the variables of a visit's own function
        self._dicts: dict[int, Entries] = {}  # each dict that was seen, as it was last, by its id
        self._looked_at: Search | None = None  # where the search is, if the nodes have no calls of their own
        self._place: Place | None = None
        self._seen: set[Search] = set()  # likewise, nodes that were looked at
        self._valued: set[Search] = set()  # and those of which the value has been told
        self._make()

    def _make(self) -> None:
        cuts = self._cut_places()
        looks = {} if self._tree.calls_itself else {search.node: search for search in self._tree.searches}
        steps = self.steps
        last_lines: dict[tuple[Visit, bool], Any] = {}  # the last line of a visit, and of a function that helped it
        for index, (visit, event) in enumerate(zip(self._tree.owners, self._events, strict=True)):
            kind = event[0]
            if looks:
                self._look(visit, event, looks)
            if visit is None or visit.search is None:
                continue
            if kind not in ("enter", "line", "return"):
                last_lines.pop(
                    (visit, True), None
                )  # a function is called, which may begin with the line that it ended with
                continue
            search = visit.search
            self._place = place = self._find_place(visit, event)
            if kind == "line":
                _, scope, line, _ = place
                key = visit, not (event[1] is visit.function or is_comprehension_in(event[1].code, visit.function.code))
                if last_lines.get(key) != (scope.source, line):  # how often Python tells of it depends on the version
                    steps.append("line", place)
                    last_lines[key] = scope.source, line
            if index in cuts:
                evidence = self._evidence(search)
                steps.append("cutoff", place, value=search.score, pruned=search.unsearched, evidence=evidence)
            if search.visit is visit:  # otherwise the search began with the function that handed its state on
                if kind == "enter":
                    steps.append("enter", place)
                elif kind == "return":
                    self._come_back(search, event, place)
        if self._place and not self._tree.visits[0].finished and steps.kinds()[-1] != "error":
            steps.append("error", self._place)  # it was stopped, and did not come back from here

    def _find_place(self, visit: Visit, event: Event) -> Place:
        kind, own, known = event[0], visit.function, self._variables
        function: Function = own
        if kind == "line":
            _, function, line, changed = event
            if function is not own:
                is_inside = is_comprehension_in(function.code, own.code)
                variables = self._with_dicts({**known[visit], **changed} if is_inside else changed, changed)
            elif changed:
                variables = known[visit] = self._with_dicts({**known[visit], **changed}, changed)
            else:
                variables = known[visit] = self._with_dicts(known[visit], {})
        else:
            line = event[3]
            if kind == "enter":
                known[visit] = self._with_dicts(event[4], event[4])
            variables = known[visit]
        scope, lines = self.sources.locate(function.code, function.outer, own.code)
        assert visit.search is not None
        path = visit.search.path if self._looked_at is None or kind != "line" else self._looked_at.path
        return path, scope, lines[line], variables

    def _with_dicts(self, variables: dict[str, Any], seen: dict[str, Any]) -> dict[str, Any]:
        """The variables, of which those that were just `seen` are new; dicts as they are now, whoever changed them."""
        dicts = self._dicts
        for value in seen.values():
            if value.__class__ is Entries:
                dicts[id(value.of)] = value
        if not dicts:
            return variables
        now = {name: dicts[id(value.of)] for name, value in variables.items() if value.__class__ is Entries}
        changed = {name: value for name, value in now.items() if value is not variables[name]}
        return {**variables, **changed} if changed else variables

    def _come_back(self, search: Search, event: Event, place: Place) -> None:
        if search.finished:
            kind = "leaf" if search.is_leaf else "return"
            returned = {} if search.returned is UNSET else {"returned": search.returned}
            self.steps.append(kind, place, value=search.score, bound=search.bound, **returned)
        elif event[2]:  # it raised an exception
            self.steps.append("error", place)

    def _look(self, visit: Visit | None, event: Event, looks: dict[int, Search]) -> None:
        """A look at a node that has no call of its own, if this event is one."""
        kind = event[0]
        if self._place is None or visit is None or (kind != "look" and visit.search is not None):
            return
        search = looks.get(event[1] if kind == "look" else visit.node)
        if search is None:
            return
        place = (search.path, *self._place[1:])
        if search not in self._seen:
            self._seen.add(search)
            self.steps.append("enter", place)
        is_value = kind == "return" and search.finished and same(search.visit.value, event[1])
        if is_value and search not in self._valued:
            self._valued.add(search)
            self.steps.append("leaf", place, value=search.score, bound="")
        self._looked_at = search

    # Cut-offs

    def _cut_places(self) -> set[int]:
        """The events at which a search leaves moves unsearched: its `break` or `return`, if it is seen."""
        cuts: set[int] = set()
        if not any(search.unsearched and search.has_call for search in self._tree.searches):
            return cuts
        since: dict[Search, list[tuple[int, Visit]]] = defaultdict(list)  # the lines since a child came back
        for index, event in enumerate(self._events):
            visit = self._tree.owners[index]
            search = visit.search if visit else None
            if visit is None or search is None:
                continue
            if event[0] == "line" and search.unsearched:
                since[search].append((index, visit))
            elif event[0] == "return":
                if search.parent is not None:
                    since.pop(search.parent, None)
                if search.unsearched and search.finished and search.visit is visit:
                    leaving = (line for line, owner in since[search] if self._leaves_loop(owner, self._events[line]))
                    cuts.add(next(leaving, index))
        return cuts

    def _leaves_loop(self, visit: Visit, event: Event) -> bool:
        _, function, line, _ = event
        scope, lines = self.sources.locate(function.code, function.outer, visit.function.code)
        return self.sources.leaves_loop(scope, lines[line])

    def _evidence(self, search: Search) -> Evidence | None:
        """What already makes the rest of this node pointless.

        There is nothing better than what was found. Or the opponent can do at least as well elsewhere: at some node
        above, by a move already searched.
        """
        if same(search.score, self._tree.limits[search.player is MAX]):
            return Evidence(search.score)
        child, above, score = search, search.parent, search.score
        while above is not None:
            if above.player is not search.player and child in above.children:
                before = [c for c in above.children[: above.children.index(child)] if _is_as_deep(c, child)]
                sure = [(c.known.sure_for(above.player), c) for c in before if c.known]
                sure = [(value, c) for value, c in sure if _holds(above.player, value, score)]
                if sure:
                    best = min if above.player is MIN else max
                    value, chosen = best(sure, key=lambda pair: pair[0])
                    return Evidence(value, above.path, chosen.path[-1])
            child, above = above, above.parent
        window = self._tree.searches[0].window
        if window is not None:
            limit = window[1] if search.player is MAX else window[0]
            if limit is not None and _holds(search.player.opponent, limit, score):
                return Evidence(limit)
        return None


def _is_as_deep(sibling: Search, child: Search) -> bool:
    """Whether a sibling was searched as deep as the child, and not by an earlier round of iterative deepening."""
    return same(sibling.visit.arguments.get("depth"), child.visit.arguments.get("depth"))


def _holds(player: Player, sure: Value, score: Value) -> bool:
    """Whether `player`, sure of one value, has no reason to allow `score`."""
    try:
        return bool(sure <= score if player is MIN else sure >= score)
    except TypeError:
        return False
