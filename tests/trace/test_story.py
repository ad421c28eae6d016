"""A sentence for each step."""

import math

from minimax_lab.search import alphabeta, minimax_decision, negamax
from minimax_lab.trace import trace
from tests.trace.searches import TEXTBOOK
from tests.trace.searches.complete import value_and_move
from tests.trace.searches.pruning import student_alphabeta


def test_there_is_a_sentence_for_every_step():
    for search in (alphabeta, negamax, minimax_decision, value_and_move, student_alphabeta):
        args = (9, -math.inf, math.inf, True) if search is student_alphabeta else ()
        seen = trace(search, TEXTBOOK, *args)
        assert all(seen.story(i) for i in range(len(seen.steps)))
        assert seen.story(len(seen.steps) - 1).startswith("Done: ")
