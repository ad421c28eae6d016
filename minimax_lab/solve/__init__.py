"""Games that are solved: what every position is worth, and which moves are best."""

from minimax_lab.solve.isolation import Solved, solve_after, solve_isolation
from minimax_lab.solve.rps import PerfectPlayer, RPSTable, TableTooLarge, perfect, rps_table, winning_chances
from minimax_lab.solve.trials import Ladder, Trial, counts_cards, ladder, trial

__all__ = [
    "Ladder",
    "PerfectPlayer",
    "RPSTable",
    "Solved",
    "TableTooLarge",
    "Trial",
    "counts_cards",
    "ladder",
    "perfect",
    "rps_table",
    "solve_after",
    "solve_isolation",
    "trial",
    "winning_chances",
]
