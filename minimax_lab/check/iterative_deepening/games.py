"""Games under a simulated clock: trees on which it takes time to try a move."""

from __future__ import annotations

from typing import Any

from minimax_lab.check.mistakes import ROWS
from minimax_lab.check.sandbox.clock import SimulatedClock
from minimax_lab.check.search.battery import Log, ObservedTree
from minimax_lab.check.shared import MadeUpState
from minimax_lab.game import MAX, MIN, Move, Player, Value
from minimax_lab.games import Tree, random_tree
from minimax_lab.search import minimax


class TimedTree(MadeUpState):
    """A node of a tree, at which it takes time to try a move."""

    tree: Any
    clock: SimulatedClock
    above: TimedTree | None
    deepest: int  # how many plies below it moves were tried

    def __init__(self, tree: Any, clock: SimulatedClock, above: TimedTree | None = None):
        vars(self).update(tree=tree, clock=clock, active_player=tree.active_player, above=above, deepest=0)

    def get_legal_moves(self) -> list[Move]:
        return self.tree.get_legal_moves()

    def forecast_move(self, move: Move, /) -> TimedTree:
        child = self.tree.forecast_move(move)
        self.clock.tick()
        node: TimedTree | None = self
        plies = 1
        while node is not None and node.deepest < plies:
            vars(node).update(deepest=plies)
            node, plies = node.above, plies + 1
        return TimedTree(child, self.clock, self)

    def utility(self) -> Value:
        return self.tree.utility()

    def key(self) -> Any:
        return self.tree

    def __repr__(self) -> str:
        return repr(self.tree)


class WideGame(MadeUpState):
    """Four moves at every node, and so many plies that no search comes to the end."""

    PLIES, MOVES = 40, 4
    _number: int  # of the node

    def __init__(self, number: int = 0, player: Player = MAX):
        vars(self).update(_number=number, active_player=player)

    def get_legal_moves(self) -> list[int]:
        return [*range(self.MOVES)] if self._number < self.MOVES**self.PLIES else []

    def forecast_move(self, move: int, /) -> WideGame:
        return WideGame(self._number * self.MOVES + move + 1, self.active_player.opponent)

    def utility(self) -> int:
        """Anything that is the same on every machine."""
        return self._number * 2_654_435_761 % 1009 % 21 - 10

    def key(self) -> int:
        return self._number

    def __repr__(self) -> str:
        return "game"


class SecondLook(WideGame):
    """As wide and as deep. One ply shows one move as the worst; two plies, or more, show that it is the best."""

    GOOD, POOR, SEEMING, REAL = 2, 1, 9, 5
    _begun: tuple[int, ...]  # the first two moves

    def __init__(self, number: int = 0, player: Player = MAX, begun: tuple[int, ...] = ()):
        super().__init__(number, player)
        vars(self).update(_begun=begun[:2])

    def forecast_move(self, move: int, /) -> SecondLook:
        after = super().forecast_move(move)
        return SecondLook(after._number, after.active_player, (*self._begun, move))

    def utility(self) -> int:
        first, second = (*self._begun, 0, 0)[:2]
        return self.REAL if first == self.GOOD else self.POOR if second else self.SEEMING


def evaluation(tree: Any) -> Value:
    """A leaf's value, and elsewhere that of the leftmost leaf below: a guess that may mislead."""
    if isinstance(tree, WideGame):
        return tree.utility()
    while not tree.is_leaf:
        tree = next(iter(tree.children.values()))
    return tree.value


def steady(depth: int, branching: int, player: Player, good: int = -1, drops: bool = False) -> Tree:
    """A tree on which one move, the last one if none is given, is best, however deep it is searched.

    The others get better and better, so that what is found of one cuts nothing short in the next. From three plies on,
    every move is worth ten more, or from two plies on ten less, if it `drops`: so a move that has been searched so far
    is not to be compared with one that has not.
    """
    sign = 1 if player is MAX else -1
    values = [*range(1, branching + 1)]
    values[good] = 9  # there are at most eight moves

    def below(value: int, ply: int) -> Any:
        if ply == depth:
            return value
        change = sign * (-10 if drops else 10) if ply == (1 if drops else 2) else 0
        return [below(value + change * (i > 0), ply + 1) for i in range(branching)]

    return Tree([below(sign * value, 1) for value in values], player)


DISTANCE = 7  # in plies; odd, so that it is the turn of the player who begins
PLENTY = 8  # moves at each node, so that only the first ply is soon searched


def small(player: Player) -> list[Tree]:
    """Such trees with two moves, the smallest first."""
    sign = 1 if player is MAX else -1
    bad, good = sign, 9 * sign
    nested = [bad, good], [[bad], good], [bad, [good]], [[bad], [good]], [[[bad]], good], [[bad, bad], [good, good]]
    return [Tree(item, player) for item in nested]


def decisive() -> list[Tree]:
    """Trees for both players, on which a look ahead of one ply misleads, the smallest first."""
    nested = [[1, 5], [5, 1], [3, [5, 1]], [[5, 1], 3], [[6, 2], [5, 3], [4, 4]], [[[7, 1], [2, 6]], [[3, 5], [4, 8]]]]
    trees = [Tree(item, player) for item in nested for player in (MAX, MIN)]
    return trees + [random_tree(3, 3, seed, values=range(-9, 10)) for seed in range(4)]


def distant(player: Player) -> list[Tree]:
    """Trees on which a move looks bad and turns out to be the best, DISTANCE plies ahead."""
    sign = 1 if player is MAX else -1
    below: Any = [sign, 9 * sign]  # the same player's choice again
    for _ in range(DISTANCE - 2):
        below = [below]
    return [Tree(nested, player) for nested in ([5 * sign, below], [below, 5 * sign])]


def tied() -> list[Tree]:
    """Trees for both players on which a later move looks as good as the best one, until all of it is seen."""
    nested = [[[3], [3, 1]], [[3, 4], [3, 1], [2]], [[3, 4], [2, 5], [3, 1]], [3, [3, 2]]]
    return [Tree(item if player is MAX else _negated(item), player) for item in nested for player in (MAX, MIN)]


def _negated(nested: Any) -> Any:
    return [*map(_negated, nested)] if isinstance(nested, list) else -nested


def later_of_equals(tree: Tree) -> Move:
    """The move of a root that hands its window down and then prefers the later one of two that come back equal."""
    program, log = next(ROWS["tie-takes-later"].programs("decision with a window")), Log()
    return program.functions["decision"](ObservedTree(tree, log), tree.height, log.evaluate)


def best_moves(tree: Tree, plies: int | None = None, player: Player | None = None) -> list[Move]:
    """The moves that perfect play allows, or what looks like it so many plies ahead; or would allow another player."""
    values = {move: minimax(child, plies and plies - 1, evaluation) for move, child in tree.children.items()}
    best = max(values.values()) if (player or tree.active_player) is MAX else min(values.values())
    return [move for move in values if values[move] == best]


def name_of_wrong_moves(played: list[tuple[Tree, Move]]) -> str:
    """The code for a function that plays such moves, not all of them right."""
    if _always_for_max(played):
        return "role-hard-coded"
    if all(move == best_moves(tree, plies=1)[0] for tree, move in played):
        return "never-deepens"
    return "stops-too-soon" if all(move in best_moves(tree, plies=2) for tree, move in played) else "wrong-move"


def name_of_wrong_ties(played: list[tuple[Tree, Move]]) -> str:
    return "tie-takes-later" if all(move == later_of_equals(tree) for tree, move in played) else "wrong-move"


def _always_for_max(played: list[tuple[Tree, Move]]) -> bool:
    """Whether every move is one that MAX would choose; below the root, the roles may be right or exchanged."""
    if any(move not in best_moves(tree) for tree, move in played if tree.active_player is MAX):
        return False
    for_min = [(tree, move) for tree, move in played if tree.active_player is MIN]
    exchanged = [(Tree(tree.to_nested(), MAX), move) for tree, move in for_min]  # here and all the way down
    return any(all(move in best_moves(tree, player=MAX) for tree, move in some) for some in (for_min, exchanged))
