"""Iterative deepening as students write it: right in many styles, and wrong in many ways."""

from tests.students.deepening.broken import BROKEN
from tests.students.deepening.right import CAPTURED, CORRECT
from tests.students.deepening.wrong import WRONG

__all__ = ["BROKEN", "CAPTURED", "CORRECT", "WRONG"]
