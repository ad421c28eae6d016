"""Alpha-beta with a table, as students write it: right in many styles, and wrong in many ways."""

from tests.students.table.broken import BROKEN
from tests.students.table.right_and_more import CORRECT
from tests.students.table.wasteful import NOT_SHARED, OWN_MEMORY, WORKS_TOO_MUCH
from tests.students.table.wrong import NARROWED, PAIRS, WRONG

__all__ = ["BROKEN", "CORRECT", "NARROWED", "NOT_SHARED", "OWN_MEMORY", "PAIRS", "WORKS_TOO_MUCH", "WRONG"]
