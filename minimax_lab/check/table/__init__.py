"""Checks of a search with a table: an exercise that is tried on series of calls, and must also save work."""
