"""Checks of a search with a table: battery, run, tell, and what it must do besides returning right values."""
