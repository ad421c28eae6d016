"""Play a game against an engine or another player."""
