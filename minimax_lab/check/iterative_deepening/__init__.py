"""Checks of iterative deepening, under a clock that is simulated."""
