"""What a search with a table is tried on: series of calls that share one table, from the smallest up."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import permutations, product
from math import inf
from typing import Any

from minimax_lab.check.shared import MadeUpState, agrees
from minimax_lab.game import MAX, MIN, IllegalMove, Player, Value
from minimax_lab.games import Tree


@dataclass(frozen=True)
class Call:
    """What a search with a table is asked."""

    start: str
    depth: int
    maximizing: bool = True
    alpha: Value = -inf
    beta: Value = inf
    opposite: bool = False  # with an evaluation that has the opposite sign everywhere

    @property
    def player(self) -> Player:
        return MAX if self.maximizing else MIN

    def right(self, graph: Graph) -> Value:
        """What is right: minimax. With the opposite evaluation, MAX wants what MIN wanted."""
        value = graph.value(self.start, self.depth, self.maximizing != self.opposite)
        return -value if self.opposite else value

    def is_right(self, graph: Graph, value: Value) -> bool:
        return agrees(value, self.right(graph), self.alpha, self.beta)

    def text(self, name: str, table: str = "table") -> str:
        """The call as one would write it."""
        ends = ("-inf" if self.alpha == -inf else self.alpha, "inf" if self.beta == inf else self.beta)
        evaluation = "opposite" if self.opposite else "evaluate"
        return f"{name}({self.start}, {self.depth}, {ends[0]}, {ends[1]}, {self.maximizing}, {evaluation}, {table})"


@dataclass(frozen=True)
class CallSeries:
    """Calls that share a table. `shows` is the one mistake that could make it go wrong, if it is made for one.

    No board is searched less deeply than before, for the same player: an answer from a deeper
    search would be as good, and nobody could say which of the two is right.
    """

    graph: Graph
    calls: tuple[Call, ...]
    shows: str = ""
    boards_only: bool = False  # the states do not know who is to move: to them, only the board counts

    @property
    def size(self) -> tuple[int, int]:
        return len(self.graph.at), len(self.calls)

    @property
    def tree(self) -> Tree:
        """What the last call searches."""
        return self.graph.unfolded(self.calls[-1].start, self.calls[-1].player)

    def simpler(self) -> Iterator[CallSeries]:
        """The series with one thing less: a call, a move, or a simpler value."""
        for i in range(len(self.calls) - 1):
            yield replace(self, calls=self.calls[:i] + self.calls[i + 1 :])
        starts = {call.start for call in self.calls}
        for name, leads in self.graph.at.items():
            if isinstance(leads, Leads):
                for lead in leads if len(leads) > 1 else ():
                    fewer = tuple(other for other in leads if other != lead)
                    yield replace(self, graph=Graph({**self.graph.at, name: fewer}).reached(starts))
            elif abs(leads) > 1:
                yield replace(self, graph=Graph({**self.graph.at, name: leads - (1 if leads > 0 else -1)}))


FAR = 9  # from every value
PLAIN = "plain"  # one call and no board twice: the table cannot matter


def battery() -> list[CallSeries]:
    """All series, the smallest first."""
    return sorted([*_plain(), *_deeper(), *_wider(), *other_player(), *_mixed()], key=lambda series: series.size)


def _plain() -> Iterator[CallSeries]:
    shapes = [7, [4], [2, 5], [5, 2], [[1], [3]], [[3, 1], [2, 4]], [[2, 4], [3, 1]], [[[5, 1], [4, 2]], [[3, 6], 0]]]
    for nested, maximizing, depth in product(shapes, (True, False), range(4)):
        yield CallSeries(Graph.of(nested), (Call("A", depth, maximizing),), PLAIN)


def _deeper() -> Iterator[CallSeries]:
    """A chain: there is no choice, so neither bounds nor the player matter, only how deep an answer was."""
    for nested in [5], [[5]], [[[5]]], [[[[5]]]]:
        graph = Graph.of(nested)
        for maximizing, begin in product((True, False), (0, 1)):
            calls = tuple(Call("A", depth, maximizing) for depth in range(begin, len(graph.at)))
            yield CallSeries(graph, calls, "table-without-depth")


def _wider() -> Iterator[CallSeries]:
    """The same question twice, first with a window that does not hold the answer, then with the full one."""
    games: list[tuple[int, Any]] = [(1, 1), (1, [1]), *((1, [*values]) for values in permutations((1, 2, 3), 2))]
    games += [(2, [[a, b], [c, d]]) for a, b, c, d in permutations((1, 3, 5, 7))]
    for (depth, nested), maximizing in product(games, (True, False)):
        call, graph = Call("A", depth, maximizing), Graph.of(nested)
        right = call.right(graph)
        far = ((-inf, right - FAR), (right + FAR, inf)) if depth == 2 else ()  # below it, whatever a bound is moved to
        for alpha, beta in ((-inf, right), (-inf, right - 1), (right, inf), (right + 1, inf), *far):
            yield CallSeries(graph, (replace(call, alpha=alpha, beta=beta), call), "bounds-as-exact")


def other_player(boards_only: bool = False) -> Iterator[CallSeries]:
    """The same board for both players, at one depth and with the full window."""
    for depth, nested in (1, [1, 2]), (1, [2, 1]), (2, [[1, 2], [3, 4]]), (2, [[4, 1], [2, 3]]):
        for first in (True, False):
            calls = Call("A", depth, first), Call("A", depth, not first)
            yield CallSeries(Graph.of(nested), calls, "key-without-player", boards_only)


def _mixed() -> Iterator[CallSeries]:
    """Graphs in layers, each board reached in several ways, asked about deeper and deeper and through all windows."""
    for seed in range(40):
        deepest, first = 3 + seed % 2, seed % 4 < 2
        graph = layered(random.Random(seed), [1, 2, 3, 4, 5][: deepest + 1])
        deeper = [Call("A", depth, first) for depth in range(1, deepest)]
        windows = [Call("A", deepest, first, low, low + 1 + seed % 3) for low in (1, -2, 0, 2, -1)]
        call = Call("A", deepest, first)
        for calls in (call,), (call, call), (*deeper, *windows, call):
            yield CallSeries(graph, calls)
    for a, b, c in permutations((1, 2, 3)):  # D comes up for both players in one search
        graph = Graph({"A": ("B", "D"), "B": ("D", "C"), "D": ("E", "F"), "C": a, "E": b, "F": c})
        yield from (CallSeries(graph, (Call("A", 3, maximizing),)) for maximizing in (True, False))


def asked_anew() -> Iterator[CallSeries]:
    """Two questions, each to be asked with an empty table: what was found for one is no answer to the other."""
    for nested in [5], [[5]]:
        graph = Graph.of(nested)
        all_of_it, less = Call("A", len(graph.at) - 1), Call("A", len(graph.at) - 2)
        for calls in (all_of_it, less), (less, all_of_it), (all_of_it, replace(all_of_it, opposite=True)):
            yield CallSeries(graph, calls)


def other_windows() -> Iterator[CallSeries]:
    """A question with an open window, then with one in which the answer lies: an exact value answers both."""
    for seed in range(3):
        graph, call = layered(random.Random(seed), [1, 3, 4, 5]), Call("A", 3, seed % 2 == 0)
        value = call.right(graph)
        yield CallSeries(graph, (call, replace(call, alpha=value - 1, beta=value + 1)))


def repeating() -> Iterator[CallSeries]:
    """Games in which boards come up again and again in one search; the first is small enough to be shown."""
    graph = Graph({"A": ("B", "C"), "B": ("D",), "C": ("D",), "D": ("E", "F"), "E": 1, "F": 2})
    yield CallSeries(graph, (Call("A", 3),))
    for seed in range(12):
        graph = layered(random.Random(seed), [1, 3, 4, 5, 6, 6])
        yield CallSeries(graph, (Call("A", 5, seed % 2 == 0),))


def layered(rng: random.Random, widths: list[int]) -> Graph:
    """Boards in layers of these widths, each leading to two or three of the next layer."""
    names = iter(NAMES)
    layers = [[next(names) for _ in range(width)] for width in widths]
    at: dict[str, Any] = {}
    for layer, after in zip(layers, [*layers[1:], []], strict=True):
        for name in layer:
            number = 2 + int(rng.random() * 2) if after else 0
            chosen = sorted(after, key=lambda _: rng.random())[:number]
            at[name] = tuple(chosen) if after else int(rng.random() * 7) - 3
    return Graph(at).reached({"A"})


Leads = tuple  # the names of the boards that a board leads to; any other entry of a graph is a leaf's value
NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass
class MoveCounter:
    """How many moves a search has tried. It keeps the states, so that no two of them ever have the same id."""

    moves: int = 0
    kept: list[Board] = field(default_factory=list)


class Board(MadeUpState):
    """A state: a board that has a name, and a player to move."""

    graph: Graph
    name: str
    counter: MoveCounter

    def __init__(self, graph: Graph, name: str, player: Player, counter: MoveCounter):
        vars(self).update(graph=graph, name=name, active_player=player, counter=counter)
        counter.kept.append(self)

    def get_legal_moves(self) -> list[str]:
        return [*self.graph.leads(self.name)]

    def forecast_move(self, move: str, /) -> Board:
        if move not in (legal := self.get_legal_moves()):  # as a tree says it: what is printed is one
            reason = "this node has no such branch" if legal else "a leaf is the end of the game"
            raise IllegalMove(move, reason, legal)
        self.counter.moves += 1
        return type(self)(self.graph, move, self.active_player.opponent, self.counter)

    def utility(self) -> Value:
        return self.graph.at[self.name]

    def key(self) -> tuple:
        return self.graph, self.name, self.active_player

    def rows(self) -> list[str]:
        """The board, as other games give it."""
        return [self.name]

    def __repr__(self) -> str:
        return self.name


class BoardOnly(Board):
    """A board that is the same for both players."""

    def key(self) -> tuple:
        return self.graph, self.name

    def canonical_key(self) -> tuple:
        return super().key()  # states that share it must be worth the same


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
        question = name, depth, maximizing
        if question not in self._values:  # which is asked again and again
            best = max if maximizing else min
            self._values[question] = best(self.value(lead, depth - 1, not maximizing) for lead in leads)
        return self._values[question]

    def unfolded(self, name: str, player: Player) -> Tree:
        """The tree of all ways to play; a board that is reached twice stands there twice."""

        def nested(name: str) -> Any:
            return {lead: nested(lead) for lead in self.leads(name)} or self.at[name]

        return Tree(nested(name), player)

    def apart(self, name: str) -> Graph:
        """The same game from a board on, but no board is reached in more than one way."""
        at: dict[str, Any] = {}
        queue = [(name, name)]
        for new, old in queue:
            at[new] = tuple(new + lead for lead in self.leads(old)) or self.at[old]
            queue += zip(at[new] if self.leads(old) else (), self.leads(old), strict=True)
        return Graph(at)

    def reached(self, starts: set[str]) -> Graph:
        """Only what can be reached from `starts`."""
        found = [name for name in self.at if name in starts]
        for name in found:
            found += [lead for lead in self.leads(name) if lead not in found]
        return Graph({name: self.at[name] for name in self.at if name in found})

    @cached_property
    def _values(self) -> dict[tuple[str, int, bool], Value]:
        return {}

    @cached_property
    def _hash(self) -> int:
        return hash(tuple(self.at.items()))

    def __hash__(self) -> int:
        return self._hash


def evaluate(board: Board) -> Value:
    """A leaf's value, and 0 where the game is not over."""
    return board.graph.value(board.name, 0, True)


def opposite(board: Board) -> Value:
    """The evaluation with the opposite sign."""
    return -evaluate(board)
