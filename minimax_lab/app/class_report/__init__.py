"""A class at a glance: which misconceptions it has, and how many students each."""

from minimax_lab.app.class_report.summary import ClassReport, class_report

__all__ = ["ClassReport", "class_report"]
