"""Searches as students and books write them, each in its own way: what a trace must make sense of."""

from minimax_lab.game import MAX
from minimax_lab.games import figure

TEXTBOOK = figure("textbook")


def best_of(state):
    return max if state.active_player is MAX else min
