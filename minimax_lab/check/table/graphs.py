"""Small games made for trying out tables: boards that are reached in more than one way.

The same board may come up with either player to move. As in every game of the library these are two
states, and have two keys; but what is printed of a state, or its rows, is the board alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from minimax_lab.check.shared import MadeUpState
from minimax_lab.game import IllegalMove, Player, Value
from minimax_lab.games import Tree

Leads = tuple  # the names of the boards that a board leads to; any other entry of a graph is a leaf's value
NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class MoveCounter:
    """How many moves a search has tried. It keeps the states, so that no two of them ever have the same id."""

    def __init__(self) -> None:
        self.moves = 0
        self.kept: list[Board] = []


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

    def __hash__(self) -> int:
        return hash(tuple(self.at.items()))


def evaluate(board: Board) -> Value:
    """A leaf's value, and 0 where the game is not over."""
    return board.graph.value(board.name, 0, True)


def opposite(board: Board) -> Value:
    """The evaluation with the opposite sign."""
    return -evaluate(board)
