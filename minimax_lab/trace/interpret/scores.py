"""What the searches returned, as MAX sees it: whose view a returned value is, and whether it is a value at all.

Minimax returns values as MAX sees them, negamax as the player to move sees them, and some searches as the
player who began sees them. The values tell which: at a finished game they are the utility or its opposite,
and at every other node the best of the children's. A decision returns a move, which may be a number too.
A search may also return whether the player wins: True is then +1, and False -1.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TypeAlias

from minimax_lab.adapt import as_game
from minimax_lab.game import MAX, Player, Value
from minimax_lab.garbage import keeping_everything
from minimax_lab.trace.interpret.searches import Search, SearchTree
from minimax_lab.trace.interpret.steps import steps_of
from minimax_lab.trace.model import Contents, Known, Node, Path
from minimax_lab.trace.record.recorder import Recorder
from minimax_lab.trace.words import UNSET, Shown, same, simple, value_text
from minimax_lab.values import opposite

Signs: TypeAlias = tuple[int, int]  # of what is returned at a MAX node, and at a MIN node
View: TypeAlias = tuple[Signs, Signs]  # of searches, and of nodes that were evaluated instead
SIGNS: list[Signs] = [(1, 1), (1, -1), (-1, -1), (-1, 1)]  # MAX's, the mover's, MIN's, the other player's
DECISIONS = ("decision", "decide", "move", "choose", "pick")  # how words in the name of a decision end
ENOUGH = 50  # finished games, for each player, that are compared with what was returned


class Scores:
    """Gives each search its `score`, its window as MAX sees it, and what is `known` of its node."""

    def __init__(self, tree: SearchTree, for_max: bool = False):
        self.tree, self.for_max, self.notes = tree, for_max, list[str]()
        self.may_be_bounds = any(search.window or search.unsearched for search in tree.searches)
        self.chosen: Search | None = None  # the child that a decision decided for
        self.fits, self.is_unclear = True, False  # whether a view was found, and whether that leaves best play open
        done = [search for search in tree.searches if search.finished]
        if not done:
            return
        self.place = place = _place_in_pairs(done)
        for search in done:
            search.score = search.visit.value if place is None else search.visit.value[place]
        root = tree.searches[0]
        alike = [search for search in done if search is not root]
        codes = {function.code for function in root.functions}
        if not alike or any(function.code in codes for search in alike for function in search.functions):
            alike = done
        says_who_wins = all(isinstance(search.score, bool) for search in alike)
        view = self._view_of_wins(alike) if says_who_wins else self._view(alike)
        self._find_limits(alike)
        for search in reversed(alike):  # a child comes after its parent
            self._see(search, _sign(search, view))
        if root.finished and alike is not done:
            self._see_root(root, view)

    # Whose view it is

    def _view_of_wins(self, searches: list[Search]) -> View:
        """The view of True and False: as they are if they say whether MAX wins, else as +1 and -1."""
        wins = [search.score for search in searches]
        for search in searches:
            search.score = 1 if search.score else -1
        view = self._view(searches)
        if view[0] == SIGNS[0] or not self.fits:
            for search, won in zip(searches, wins, strict=True):
                search.score = won
        if not self.fits:
            self.is_unclear = True
            self.notes.append(
                "The search returns True and False, and for whom they are meant could not be told: they are shown as "
                "they are, and best play is not marked."
            )
        return view if self.fits else (SIGNS[0], SIGNS[0])

    def _find_limits(self, searches: list[Search]) -> None:
        """Nothing is better than a win: where every leaf is a finished game, and the game says what it can be worth.

        A search with a window cuts off for other reasons, and is taught with its bounds.
        """
        if any(search.window for search in searches):
            return
        if {search.score.__class__ for search in searches} == {bool}:
            self.tree.limits = False, True
        elif all(not self.tree.legal_moves(search.node) for search in searches if search.is_leaf):
            self.tree.limits = as_game(self.tree.known.states[0]).outcomes or self.tree.limits

    def _view(self, searches: list[Search]) -> View:
        if self.for_max:
            return SIGNS[0], SIGNS[0]
        leaves = [*self._finished_games(searches)]
        whole = [search for search in searches if search.children and not search.again]
        inner = [search for search in whole if all(child.finished for child in search.children)]
        looks = SIGNS if any(search.is_look for search in searches) else [None]
        views: list[View] = [(signs, look or signs) for look in looks for signs in SIGNS]
        right = [view for view in views if all(_fits_leaf(search, view, utility) for search, utility in leaves)]
        views = right or views
        fitting = [view for view in views if all(_fits(search, view) for search in inner)]
        self.fits = bool(fitting)
        if self._differ([view for view in fitting if view[0] in SIGNS[:2]], searches):
            self.notes.append(
                "The values may be MAX's or those of the player to move: what was seen agrees with both. They are "
                "shown as if they were MAX's."
            )
        return (fitting or views)[0]

    def _differ(self, views: list[View], searches: list[Search]) -> bool:
        """Whether it makes a difference which of the views it is."""
        if len(views) < 2:
            return False
        counted = {(search.is_look, search.player is not MAX) for search in searches if not _is_zero(search.score)}
        return len({tuple(view[look][is_min] for look, is_min in counted) for view in views}) > 1

    def _finished_games(self, searches: list[Search]) -> Iterable[tuple[Search, Value]]:
        """Enough of the leaves at which the game is over, and what the game says they are worth."""
        left = dict.fromkeys([(look, player) for look in (False, True) for player in Player], ENOUGH)
        for search in searches:
            kind = search.is_look, search.player
            if search.is_leaf and left[kind] and not self.tree.legal_moves(search.node):
                utility = self.tree.known.utility(search.node, search.player)
                if utility is not None:
                    left[kind] -= not _is_zero(utility)
                    yield search, utility

    def _see(self, search: Search, sign: int) -> None:
        raw, search.score = search.visit.value, _seen(search.score, sign)
        if self.place is not None:
            raw = raw[self.place]
        if raw.__class__ is not search.score.__class__ or not same(raw, search.score):
            search.returned = Shown(value_text(raw)) if simple(raw) is UNSET else raw
        if search.window and sign < 0:
            low, high = search.window
            search.window = opposite(high), opposite(low)
        if search.again:
            search.known = _narrowed(search)
            return
        search.find_known(search.last_children, self.may_be_bounds)
        if search.bound and same(search.score, self.tree.limits[search.bound == "≥"]):
            search.known = Known(search.score, search.score)

    # What the outermost search returned, where it is not one like those below

    def _see_root(self, root: Search, view: View) -> None:
        inner = root.again[-1] if root.again and not root.children else None
        below = (inner or root).last_children
        best = inner.score if inner else _best(root.player, below)
        is_value, is_opposite = same(root.score, best), best is not UNSET and same(root.score, opposite(best))
        chosen = next((child for child in reversed(below) if same(child.path[-1], root.visit.value)), None)
        fits = is_value or is_opposite
        if chosen and not (inner and fits) and self._is_decision(root, chosen, best, fits, below):
            self.chosen = chosen
            root.known = Known(root.score, root.score)  # a move is no bound on anything
            return
        self._see(root, 1 if is_value or self.for_max else -1 if is_opposite else _sign(root, view))

    def _is_decision(self, root: Search, chosen: Search, best: Value, is_value: bool, below: list[Search]) -> bool:
        """Whether the outermost search returned a move.

        Where moves and values are both numbers, a return that might be either is a move only if a name says so.
        """
        words = "_".join(function.code.co_name.lower() for function in root.functions).split("_")
        if any(word.endswith(DECISIONS) for word in words):
            return True
        if is_value:
            if same(chosen.score, best) and chosen is not next((c for c in below if same(c.score, best)), None):
                self.notes.append(f"The search returned {root.score!r}: a move or a value? It is taken for a value.")
            return False
        return not any(same(child.score, root.score) for child in below)


def _fits(search: Search, view: View) -> bool:
    """Whether a node is worth the best of its children, seen like that; it may also return an end of its window."""
    try:
        children = [_seen(child.score, _sign(child, view)) for child in search.last_children]
        best = (max if search.player is MAX else min)(children)
        seen = _seen(search.score, _sign(search, view))
        return bool(seen == best or (search.window and search.score in search.window))
    except Exception:  # not numbers, or not comparable
        return view[0] == SIGNS[0]


def _fits_leaf(search: Search, view: View, utility: Value) -> bool:
    score = _seen(search.score, _sign(search, view))
    if same(score, utility) or same(score, opposite(utility)):
        return same(score, utility)
    try:  # a won game may be worth more than its utility, and is still won
        return (score > 0) == (utility > 0) or (score < 0) == (utility < 0)
    except Exception:
        return True


def _sign(search: Search, view: View) -> int:
    return view[search.is_look][search.player is not MAX]


def _seen(value: Value, sign: int) -> Value:
    return opposite(value) if sign < 0 else value


def _is_zero(value: Value) -> bool:
    return same(value, opposite(value))


def _best(player: Player, children: list[Search]) -> Value:
    try:
        return (max if player is MAX else min)(child.score for child in children)
    except Exception:  # there are none, or they cannot be compared
        return UNSET


def _narrowed(search: Search) -> Known:
    """What several searches of the same node say of it, if it returned the value of one of them."""
    score = search.score
    found = [inner.known for inner in search.again if inner.known and same(inner.score, score)]
    bounds = {known.bound for known in found}
    if not found or "" in bounds or len(bounds) > 1:
        return Known(score, score)
    return found[-1]


def _place_in_pairs(searches: list[Search]) -> int | None:
    """Where the score stands if all returned (score, move) or (move, score): leaves have no move, and so tell."""
    values = [search.visit.value for search in searches]
    if not all(isinstance(value, tuple) and len(value) == 2 for value in values):
        return None
    leaves = [search.visit.value for search in searches if search.is_leaf]
    return next((place for place in (0, 1) if leaves and all(leaf[1 - place] is None for leaf in leaves)), None)


# The contents of a trace


def contents_of(recorder: Recorder, for_max: bool = False, is_ours: bool = False) -> Contents:
    """The contents of a trace, from what a recorder has seen."""
    with keeping_everything():
        tree = SearchTree(recorder)
        scores = Scores(tree, for_max)
        nodes = _nodes(tree)
    searches = tree.searches
    leaves = [search.path for search in searches if search.is_leaf and search.finished]
    line = principal_variation(searches[0], scores.chosen) if searches and not scores.is_unclear else ()
    steps = partial(steps_of, recorder.events, tree)
    return Contents(nodes, leaves, line, [*tree.notes, *scores.notes], steps, is_ours, tree.window_names)


def _nodes(tree: SearchTree) -> list[Node]:
    nodes: dict[int, Node] = {}
    for search in tree.searches:
        index = search.node
        node = nodes.get(index)
        if node is None:
            moves = tree.legal_moves(index)
            node = nodes[index] = Node(search.path, search.player, moves, terminal=not moves)
            node.state = tree.known.states[index]
        node.visits += search.has_call
        node.window = search.window or node.window
        if search.children:
            node.searched = tuple(dict.fromkeys([*node.searched, *(child.path[-1] for child in search.children)]))
        if search.finished:
            node.value, node.bound, node.finished = search.score, search.bound, True
    return [*nodes.values()]


def principal_variation(search: Search | None, chosen: Search | None) -> Path:
    """Best play: at each node the first move that gives the node's value, as far as values are known."""
    moves = []
    if chosen is not None:
        search, moves = chosen, [chosen.path[-1]]
    while search is not None and search.finished:
        if search.again:
            search = search.again[-1]
            continue
        best = [child for child in search.last_children if child.known and same(child.score, search.score)]
        exact = [child for child in best if not child.bound]
        search = next(iter(exact or best), None)
        if search is not None:
            moves.append(search.path[-1])
    return tuple(moves)
