"""Worksheets and exams to print: as many versions as students, each with a key."""

from minimax_lab.app.worksheets.sheets import KINDS, Worksheet, worksheet
from minimax_lab.app.worksheets.task import Sheet, Task

__all__ = ["KINDS", "Sheet", "Task", "Worksheet", "worksheet"]
