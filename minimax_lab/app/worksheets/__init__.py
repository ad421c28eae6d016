"""Worksheets and exams to print: as many versions as students, each with a key."""

from minimax_lab.app.worksheets.questions import Sheet, Task
from minimax_lab.app.worksheets.sheets import KINDS, Worksheet, worksheet

__all__ = ["KINDS", "Sheet", "Task", "Worksheet", "worksheet"]
