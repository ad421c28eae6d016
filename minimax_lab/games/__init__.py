"""The games: abstract trees, isolation, tic-tac-toe and connect four."""

from minimax_lab.games.connectfour import ConnectFour
from minimax_lab.games.isolation import Isolation
from minimax_lab.games.tictactoe import TicTacToe
from minimax_lab.games.tree import FIGURES, MalformedTree, Tree, figure, random_tree, tree

__all__ = [
    "FIGURES",
    "ConnectFour",
    "Isolation",
    "MalformedTree",
    "TicTacToe",
    "Tree",
    "figure",
    "random_tree",
    "tree",
]
