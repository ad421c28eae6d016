"""Negamax with mistakes: all from the table."""

from tools.students.rows import rows, together

MISTAKES = together(rows("negamax"), rows("negamax with a window", about="window"))
