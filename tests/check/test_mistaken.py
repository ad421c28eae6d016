"""What a mistaken program says of others like it is true: a diagnosis leaves those out."""

from math import inf

from hypothesis import given
from hypothesis import strategies as st

from minimax_lab.check.search.battery import Log, ObservedTree
from minimax_lab.check.search.check import AlphaBeta, NegamaxWithWindow
from minimax_lab.check.search.mistaken import WAYS_TO_CUT
from minimax_lab.game import MAX
from minimax_lab.games import Tree
from tests.strategies import few_numbers, players, thorough, uneven

bounds = st.sampled_from([(-inf, inf), (-1, 1), (0, inf), (-inf, 0), (1, 2)])


def outcome(program, tree, depth, window):
    """What a program returns, or raises, and all that it looks at and passes on."""
    log = Log()
    try:
        value = program(ObservedTree(tree, log), depth, *window, tree.active_player is MAX, log.evaluate)
    except Exception as error:
        value = type(error)
    return value, log.events, log.windows


@thorough
@given(
    st.builds(Tree, uneven(few_numbers), players),
    st.integers(0, 4),
    bounds,
    st.sampled_from([AlphaBeta, NegamaxWithWindow]),
    st.data(),
)
def test_programs_that_are_called_alike_do_the_same(tree, depth, window, exercise, data):
    mistakes = data.draw(st.lists(st.sampled_from(exercise.mistakes), max_size=2, unique=True))
    programs = [
        exercise.mistaken(*mistakes, strict=strict, returns=returns, test=test, infinity=9)
        for strict, returns, test in WAYS_TO_CUT
    ]
    outcomes = {program.identity: outcome(program, tree, depth, window) for program in programs}
    for program in programs:
        assert program.identity in program.like_it
        assert all(outcomes[other] == outcomes[program.identity] for other in program.like_it)
