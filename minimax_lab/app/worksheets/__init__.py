"""Worksheets and exams to print: as many versions as students, each with a key."""
