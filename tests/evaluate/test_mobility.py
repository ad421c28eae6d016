"""Mobility in Isolation: against a walk over the board, and opposite for the two players."""

import pytest

from minimax_lab.evaluate import mobility
from minimax_lab.games import ConnectFour, Isolation, TicTacToe, tree
from tests.evaluate.positions import isolation_positions, swapped


def test_mobility_is_exactly_opposite_for_the_other_player():
    states = [*isolation_positions()]
    assert all(mobility(swapped(state)) == -mobility(state) for state in states)
    assert {mobility(state) > 0 for state in states} == {True, False}


def test_mobility_counts_the_cells_in_reach():
    state = Isolation(3, 3).forecast_move((1, 1)).forecast_move((0, 0))
    assert mobility(state) == 7 - 4  # all the others from the middle, two along each side from the corner
    assert mobility(Isolation(5, 5)) == 0


def test_mobility_counts_the_same_whoever_is_to_move():
    for state in isolation_positions():
        where = state.positions
        assert mobility(state) == len(reached(state, where[0])) - len(reached(state, where[1]))


def reached(state, cell):
    """The cells that a queen on `cell` can go to, step by step."""
    rows = state.rows()
    free = {(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "."}
    if cell is None:
        return free
    found = set()
    for dx, dy in [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]:
        x, y = cell[0] + dx, cell[1] + dy
        while (x, y) in free:
            found.add((x, y))
            x, y = x + dx, y + dy
    return found


@pytest.mark.parametrize("other", [TicTacToe(), ConnectFour(), tree([1, 2]), None])
def test_mobility_is_for_isolation_only(other):
    with pytest.raises(TypeError, match=f"in Isolation, not in {type(other).__name__}"):
        mobility(other)
