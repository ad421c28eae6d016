"""The checks of the course's exercises, one for each graded cell. The trees that belong to a student's number are known
here. Each check runs in a process of its own.
"""

from minimax_lab.check import alphabeta, call, decision, deepening, game_state, minimax, table_search
from minimax_lab.check.exercises import early, on_paper, written
from minimax_lab.check.exercises.on_paper import boxes_tree, cuts_tree, values_tree
from minimax_lab.check.sandbox.process import in_a_process

__all__ = [
    "along",
    "alphabeta",
    "any_number",
    "beats_nothing",
    "best_move",
    "boxes_tree",
    "call",
    "connect_four",
    "cuts",
    "cuts_tree",
    "decision",
    "deep_cutoff",
    "deepening",
    "early_values",
    "game_state",
    "minimax",
    "my_evaluation",
    "on_trial",
    "one_leaf",
    "open_neighbours",
    "orders",
    "table_search",
    "values",
    "values_tree",
]

along = in_a_process(written.along)
any_number = in_a_process(on_paper.any_number)
beats_nothing = in_a_process(written.beats_nothing)
best_move = in_a_process(on_paper.best_move)
connect_four = in_a_process(written.connect_four)
cuts = in_a_process(on_paper.cuts)
deep_cutoff = in_a_process(on_paper.deep_cutoff)
early_values = in_a_process(early.early_values)
my_evaluation = in_a_process(written.my_evaluation)
on_trial = in_a_process(written.on_trial)
one_leaf = in_a_process(on_paper.one_leaf)
open_neighbours = in_a_process(written.open_neighbours)
orders = in_a_process(on_paper.orders)
values = in_a_process(on_paper.values)
