"""Small games made for trying out tables: boards that are reached in more than one way.

The same board may come up with either player to move. As in every game of the library these are two
states, and have two keys; but what is printed of a state, or its rows, is the board alone.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import permutations
from math import inf
from typing import Any

from minimax_lab.game import MAX, MIN, GameState, IllegalMove, Immutable, Player, Value
from minimax_lab.games import Tree

Leads = tuple  # the names of the boards that a board leads to; any other entry of a graph is a leaf's value
NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Counter:
    """How much a search has done."""

    def __init__(self) -> None:
        self.moves = 0


class _Draft(GameState):
    __slots__ = ("active_player", "counter", "graph", "name")

    graph: Graph
    name: str
    counter: Counter


class Board(Immutable, _Draft):
    """A state: a board that has a name, and a player to move."""

    __slots__ = ()
    graded = True

    def __new__(cls, graph: Graph, name: str, player: Player, counter: Counter) -> Board:
        draft = _Draft()
        draft.graph, draft.name, draft.active_player, draft.counter = graph, name, player, counter
        draft.__class__ = cls
        return draft  # type: ignore[return-value]

    def get_legal_moves(self) -> list[str]:
        return [*self.graph.leads(self.name)]

    def forecast_move(self, move: str, /) -> Board:
        if move not in self.graph.leads(self.name):
            raise IllegalMove(move, f"{self.name} does not lead there", self.get_legal_moves())
        self.counter.moves += 1
        return Board(self.graph, move, self.active_player.opponent, self.counter)

    def utility(self) -> Value:
        return self.graph.at[self.name]

    def key(self) -> tuple[Graph, str, Player]:
        return self.graph, self.name, self.active_player

    def rows(self) -> list[str]:
        """The board, as other games give it."""
        return [self.name]

    def __deepcopy__(self, memo: Any) -> Board:
        return self

    def __repr__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Graph:
    """Boards by their names: where each of them leads, or what it is worth if the game ends there."""

    at: Mapping[str, Any]

    @classmethod
    def of(cls, nested: Any) -> Graph:
        """The graph of nested lists; its boards are named from the root down and from left to right."""
        at: dict[str, Any] = {}
        queue, names = [("A", nested)], iter(NAMES[1:])
        for name, item in queue:
            if isinstance(item, list):
                at[name] = tuple(next(names) for _ in item)
                queue += zip(at[name], item, strict=True)
            else:
                at[name] = item
        return cls(at)

    def leads(self, name: str) -> tuple[str, ...]:
        return self.at[name] if isinstance(self.at[name], Leads) else ()

    def value(self, name: str, depth: int, maximizing: bool) -> Value:
        """What is right: minimax to a depth, 0 where the game is not over there."""
        leads = self.leads(name)
        if not leads or depth == 0:
            return 0 if leads else self.at[name]
        best = max if maximizing else min
        return best(self.value(lead, depth - 1, not maximizing) for lead in leads)

    def unfolded(self, name: str, player: Player) -> Tree:
        """The tree of all ways to play; a board that is reached twice stands there twice."""

        def nested(name: str) -> Any:
            return {lead: nested(lead) for lead in self.leads(name)} or self.at[name]

        return Tree(nested(name), player)

    def reached(self, starts: set[str]) -> Graph:
        """Only what can be reached from `starts`."""
        found = [name for name in self.at if name in starts]
        for name in found:
            found += [lead for lead in self.leads(name) if lead not in found]
        return Graph({name: self.at[name] for name in self.at if name in found})

    def __hash__(self) -> int:
        return hash(tuple(self.at.items()))


def evaluate(board: Board) -> Value:
    """A leaf's value, and 0 where the game is not over."""
    return board.graph.value(board.name, 0, True)


@dataclass(frozen=True)
class Call:
    """What a search with a table is asked."""

    start: str
    depth: int
    maximizing: bool = True
    alpha: Value = -inf
    beta: Value = inf

    @property
    def player(self) -> Player:
        return MAX if self.maximizing else MIN

    def is_right(self, graph: Graph, value: Value) -> bool:
        """Inside the window the value itself; outside of it any bound that says on which side it lies."""
        right = graph.value(self.start, self.depth, self.maximizing)
        if right <= self.alpha:
            return bool(value <= self.alpha)
        return bool(value >= self.beta) if right >= self.beta else bool(value == right)

    def text(self, name: str) -> str:
        ends = ("-inf" if self.alpha == -inf else self.alpha, "inf" if self.beta == inf else self.beta)
        return f"{name}({self.start}, {self.depth}, {ends[0]}, {ends[1]}, {self.maximizing}, evaluate, table)"


@dataclass(frozen=True)
class Session:
    """Calls that share a table. `shows` is the one mistake that could make it go wrong, if it is made for one.

    No board is asked about less deeply than before, for the same player: an answer from a deeper
    search would be as good, and nobody could say which of the two is right.
    """

    graph: Graph
    calls: tuple[Call, ...]
    shows: str = ""

    @property
    def size(self) -> tuple[int, int]:
        return len(self.graph.at), len(self.calls)


PLAIN = "plain"  # one call and no board twice: the table has nothing to say


def sessions() -> list[Session]:
    """The battery, smallest first."""
    return sorted([*_plain(), *_deeper(), *_wider(), *_other_player(), *_mixed()], key=lambda session: session.size)


def _plain() -> Iterator[Session]:
    shapes = [7, [4], [2, 5], [5, 2], [[1], [3]], [[3, 1], [2, 4]], [[2, 4], [3, 1]], [[[5, 1], [4, 2]], [[3, 6], 0]]]
    for nested in shapes:
        for maximizing in (True, False):
            for depth in (0, 1, 2, 3):
                yield Session(Graph.of(nested), (Call("A", depth, maximizing),), PLAIN)


def _deeper() -> Iterator[Session]:
    """A chain: no choice, so neither bounds nor the player matter; only how deep an answer was."""
    for nested in [5], [[5]], [[[5]]], [[[[5]]]]:
        graph = Graph.of(nested)
        for maximizing in (True, False):
            calls = tuple(Call("A", depth, maximizing) for depth in range(len(graph.at)))
            for begin in 0, 1:
                yield Session(graph, calls[begin:], "table-without-depth")


def _wider() -> Iterator[Session]:
    """The same question twice, first with a window that does not hold the answer, then with the full one."""
    for nested in 1, [1], *([*values] for values in permutations((1, 2, 3), 2)):
        yield from _narrow_first(nested, 1)
    for a, b, c, d in permutations((1, 3, 5, 7)):
        yield from _narrow_first([[a, b], [c, d]], 2)


def _narrow_first(nested: Any, depth: int) -> Iterator[Session]:
    graph = Graph.of(nested)
    for maximizing in (True, False):
        right = graph.value("A", depth, maximizing)
        for alpha, beta in ((-inf, right), (-inf, right - 1), (right, inf), (right + 1, inf)):
            calls = (Call("A", depth, maximizing, alpha, beta), Call("A", depth, maximizing))
            yield Session(graph, calls, "bounds-as-exact")


def _other_player() -> Iterator[Session]:
    """The same board for both players, at one depth and with the full window."""
    for depth, nested in (1, [1, 2]), (1, [2, 1]), (2, [[1, 2], [3, 4]]), (2, [[4, 1], [2, 3]]):
        for first in (True, False):
            calls = Call("A", depth, first), Call("A", depth, not first)
            yield Session(Graph.of(nested), calls, "key-without-player")


def _mixed() -> Iterator[Session]:
    """Graphs in layers, each board reached in several ways, asked about deeper and deeper and through all windows."""
    for seed in range(40):
        deepest, first = 3 + seed % 2, seed % 4 < 2
        graph = layered(random.Random(seed), [1, 2, 3, 4, 5][: deepest + 1])
        deeper = [Call("A", depth, first) for depth in range(1, deepest)]
        windows = [Call("A", deepest, first, low, low + 1 + seed % 3) for low in (1, -2, 0, 2, -1)]
        yield Session(graph, (Call("A", deepest, first),))
        yield Session(graph, (*deeper, *windows, Call("A", deepest, first)))
    for a, b, c in permutations((1, 2, 3)):  # D comes up for both players in one search
        graph = Graph({"A": ("B", "D"), "B": ("D", "C"), "D": ("E", "F"), "C": a, "E": b, "F": c})
        yield Session(graph, (Call("A", 3),))
        yield Session(graph, (Call("A", 3, False),))


def layered(rng: random.Random, widths: list[int]) -> Graph:
    """Boards in layers of these widths, each leading to two or three of the next layer."""
    names = iter(NAMES)
    layers = [[next(names) for _ in range(width)] for width in widths]
    at: dict[str, Any] = {}
    for layer, after in zip(layers, [*layers[1:], []], strict=True):
        for name in layer:
            at[name] = tuple(_sample(rng, after, 2 + int(rng.random() * 2))) if after else int(rng.random() * 7) - 3
    return Graph(at).reached({"A"})


def _sample(rng: random.Random, names: list[str], number: int) -> list[str]:
    return sorted(names, key=lambda name: rng.random())[:number]


def smaller(session: Session) -> Iterator[Session]:
    """The sessions with one thing less: a call, a move, or a simpler value."""
    for i in range(len(session.calls) - 1):
        yield replace(session, calls=session.calls[:i] + session.calls[i + 1 :])
    starts = {call.start for call in session.calls}
    for name, leads in session.graph.at.items():
        if isinstance(leads, Leads):
            for lead in leads if len(leads) > 1 else ():
                fewer = tuple(other for other in leads if other != lead)
                yield replace(session, graph=Graph({**session.graph.at, name: fewer}).reached(starts))
        elif abs(leads) > 1:
            yield replace(session, graph=Graph({**session.graph.at, name: leads - (1 if leads > 0 else -1)}))


def shrunk(session: Session, still: Callable[[Session], bool]) -> Session:
    """A session of which nothing can be taken away without losing what it shows."""
    while (less := next(filter(still, smaller(session)), None)) is not None:
        session = less
    return session
