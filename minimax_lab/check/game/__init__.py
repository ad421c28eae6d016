"""Checks of a class of game states, played side by side with the library's game."""
