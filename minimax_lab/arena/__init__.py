"""The arena: players, a match between two of them, and tournaments with honest error bars."""

from typing import TYPE_CHECKING, Any

from minimax_lab.arena.match import play
from minimax_lab.arena.players import EnginePlayer, GreedyPlayer, HumanPlayer, RandomPlayer, Resigned
from minimax_lab.arena.record import Record
from minimax_lab.arena.standings import Standings
from minimax_lab.arena.tournaments import openings, tournament
from minimax_lab.arena.workers import CannotPlay

if TYPE_CHECKING:
    from minimax_lab.arena.uci import UCIPlayer, stockfish

__all__ = [
    "CannotPlay", "EnginePlayer", "GreedyPlayer", "HumanPlayer", "RandomPlayer", "Record", "Resigned", "Standings",
    "UCIPlayer", "openings", "play", "stockfish", "tournament",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """What needs `chess` is imported when it is first used."""
    if name in ("UCIPlayer", "stockfish"):
        from minimax_lab.arena import uci

        return getattr(uci, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
