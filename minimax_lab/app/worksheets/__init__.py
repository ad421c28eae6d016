"""Worksheets and exams to print: as many versions as students, each with a key."""

from minimax_lab.app.worksheets.sheets import KINDS, Sheet, Worksheet, worksheet

__all__ = ["KINDS", "Sheet", "Worksheet", "worksheet"]
