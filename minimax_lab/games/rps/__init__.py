"""The rock-paper-scissors card game: its rules in `game`, its picture in `picture` and `cards`."""

from minimax_lab.games.rps.game import CARDS, RPS, Hand, Move

__all__ = ["CARDS", "RPS", "Hand", "Move"]
