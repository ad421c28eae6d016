"""Alpha-beta with a table, as students write it: right in many styles, and wrong in many ways."""

from tools.students.table.broken import BROKEN
from tools.students.table.right_and_more import CORRECT
from tools.students.table.wasteful import NOT_SHARED, OWN_MEMORY, WORKS_TOO_MUCH
from tools.students.table.wrong import NARROWED, PAIRS, WRONG

__all__ = ["BROKEN", "CORRECT", "NARROWED", "NOT_SHARED", "OWN_MEMORY", "PAIRS", "WORKS_TOO_MUCH", "WRONG"]
