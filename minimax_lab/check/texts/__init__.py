"""Every title, message and hint that a student can read, and nothing else.

A message says what the student's code does. Hints go from a nudge to a plain word; the solution is not
among them. The codes (`no-role-flip`, …) are what reports, tests and the list of misconceptions share.
"""

from minimax_lab.check.texts import by_hand, evaluations, exercises, games
from minimax_lab.check.texts.decisions import DECISION
from minimax_lab.check.texts.instead import INSTEAD
from minimax_lab.check.texts.searches import MINIMAX
from minimax_lab.check.texts.tables_and_clocks import CLOCK, TABLE
from minimax_lab.check.texts.text import Text
from minimax_lab.check.texts.windows import ALPHABETA

# The misconceptions about searching, by their codes
MISCONCEPTIONS: dict[str, Text] = {**MINIMAX, **ALPHABETA, **DECISION, **TABLE, **CLOCK}
# All that have a name in the catalogue for teachers; other codes only say what happened
NAMES = {*MISCONCEPTIONS, *games.RULES, *games.FOURS, *by_hand.VALUES, *by_hand.CUTS, *evaluations.NAMES, "overstays"}
NAMES |= {*INSTEAD, *exercises.EARLY}
