"""The games: abstract trees, isolation, tic-tac-toe, connect four and the rock-paper-scissors card game."""

from minimax_lab.games.connectfour import ConnectFour
from minimax_lab.games.isolation import Isolation
from minimax_lab.games.rps import RPS
from minimax_lab.games.tictactoe import TicTacToe
from minimax_lab.games.tree import FIGURES, MalformedTree, Tree, figure, random_tree, tree

__all__ = [
    "FIGURES",
    "RPS",
    "ConnectFour",
    "Isolation",
    "MalformedTree",
    "TicTacToe",
    "Tree",
    "figure",
    "random_tree",
    "tree",
]
