"""The games: abstract trees, isolation, tic-tac-toe, connect four, the rock-paper-scissors card game and chess."""

from typing import TYPE_CHECKING, Any

from minimax_lab.games.connectfour import ConnectFour
from minimax_lab.games.isolation import Isolation
from minimax_lab.games.rps.game import RPS
from minimax_lab.games.tictactoe import TicTacToe
from minimax_lab.games.trees import FIGURES, MalformedTree, Tree, figure, random_tree, tree

if TYPE_CHECKING:
    from minimax_lab.games.chess.game import Chess

__all__ = [
    "FIGURES",
    "RPS",
    "Chess",
    "ConnectFour",
    "Isolation",
    "MalformedTree",
    "TicTacToe",
    "Tree",
    "figure",
    "random_tree",
    "tree",
]


def __getattr__(name: str) -> Any:
    """`Chess`, which is imported when it is first asked for: everything else needs only the standard library."""
    if name == "Chess":
        from minimax_lab.games.chess.game import Chess

        return Chess
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
