"""Names a mistake by the moves that a function plays where there is time for everything."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from minimax_lab.check.iterative_deepening.games import evaluation
from minimax_lab.check.search.mistaken.kinds import MistakenDecision
from minimax_lab.check.search.observed import Log, ObservedTree
from minimax_lab.game import MAX, MIN, Move, Value
from minimax_lab.games import Tree
from minimax_lab.search import minimax


def later_of_equals(tree: Tree) -> Move:
    """The move of a root that hands its window down and then prefers the later one of two that come back equal."""
    search, log = MistakenDecision("tie-takes-later"), Log()
    return search(ObservedTree(tree, log), tree.height, -inf, inf, tree.active_player is MAX, log.evaluate)


def best_one_ply_ahead(tree: Tree) -> Move:
    """The move that looks best one ply ahead."""
    choose = max if tree.active_player is MAX else min
    return choose(tree.children, key=lambda move: evaluation(tree.children[move]))


def best_moves(tree: Tree) -> list[Move]:
    """The moves that perfect play allows."""
    return _chosen(tree, max if tree.active_player is MAX else min)


def best_for_max(tree: Tree) -> list[Move]:
    """The moves that perfect play would allow MAX, whoever is to move."""
    return _chosen(tree, max)


def with_roles_exchanged(tree: Tree) -> list[Move]:
    """The moves that perfect play would allow if it were the other player's turn, here and all the way down."""
    return best_moves(Tree(tree.to_nested(), tree.active_player.opponent))


def _chosen(tree: Tree, choose: Callable[..., Value]) -> list[Move]:
    values = {move: minimax(child) for move, child in tree.children.items()}
    most = choose(values.values())
    return [move for move in values if values[move] == most]


def name_of_wrong_moves(played: list[tuple[Tree, Move]]) -> str:
    """The code for a function that plays such moves, not all of them right."""
    if _always_for_max(played):
        return "role-hard-coded"
    return "never-deepens" if all(move == best_one_ply_ahead(tree) for tree, move in played) else "wrong-move"


def name_of_wrong_ties(played: list[tuple[Tree, Move]]) -> str:
    return "tie-takes-later" if all(move == later_of_equals(tree) for tree, move in played) else "wrong-move"


def _always_for_max(played: list[tuple[Tree, Move]]) -> bool:
    """Whether every move is one that MAX would choose; below the root, the roles may be right or exchanged."""
    if any(move not in best_moves(tree) for tree, move in played if tree.active_player is MAX):
        return False
    for_min = [(tree, move) for tree, move in played if tree.active_player is MIN]
    return any(all(move in chosen(tree) for tree, move in for_min) for chosen in (best_for_max, with_roles_exchanged))
