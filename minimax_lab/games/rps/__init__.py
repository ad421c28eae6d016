"""The rock-paper-scissors card game: its rules in `game`, its cards as text in `hands`, its picture in `picture`."""
