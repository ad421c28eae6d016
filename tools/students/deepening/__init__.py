"""Iterative deepening as students write it: right in many styles, and wrong in many ways."""

from tools.students.deepening.broken import BROKEN
from tools.students.deepening.right import CAPTURED, CORRECT
from tools.students.deepening.wrong import WRONG

__all__ = ["BROKEN", "CAPTURED", "CORRECT", "WRONG"]
