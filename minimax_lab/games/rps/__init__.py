"""The rock-paper-scissors card game: its rules in `game`, its cards as text in `hands`, its picture in `picture`."""

from minimax_lab.games.rps.game import RPS, Move
from minimax_lab.games.rps.hands import CARDS, Hand

__all__ = ["CARDS", "RPS", "Hand", "Move"]
