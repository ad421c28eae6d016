"""Isolation solved, against the rules as the game states them."""

import sys
from functools import cache

import pytest

from minimax_lab.game import MAX, MIN
from minimax_lab.games import Isolation
from minimax_lab.solve import isolation, solve_after, solve_isolation


@cache
def mover_wins(state):
    """Whether the player to move wins, by the game's own moves."""
    return any(not mover_wins(state.forecast_move(move)) for move in state.get_legal_moves())


BOARDS = [(3, 2, None), (3, 3, None), (4, 2, None), (2, 4, [(0, 0)]), (4, 3, None), (3, 3, [(1, 1)]), (1, 5, None)]


@pytest.mark.parametrize("board", BOARDS)
def test_the_winner_is_the_one_that_the_game_itself_has(board):
    assert (solve_isolation(*board).winner is MAX) == mover_wins(Isolation(*board))


def test_the_first_player_wins_3x2_and_3x3_and_the_second_one_the_larger_boards():
    boards = [(3, 2), (3, 3), (4, 3), (4, 4)]
    assert [solve_isolation(*board).winner for board in boards] == [MAX, MAX, MIN, MIN]


def test_on_3x3_only_the_centre_wins():
    assert [cell for cell in Isolation(3, 3).get_legal_moves() if solve_after(3, 3, cell).winner is MAX] == [(1, 1)]


@pytest.mark.parametrize("cell", [(0, 0), (1, 0), (3, 1), (2, 2)])
def test_what_follows_a_first_move_is_what_the_game_itself_has(cell):
    assert (solve_after(4, 3, cell).winner is MIN) == mover_wins(Isolation(4, 3).forecast_move(cell))


def test_the_nodes_are_those_of_the_same_search_in_plain_python():
    assert [solve_isolation(*board).nodes for board in [(3, 2), (3, 3), (4, 3)]] == [17, 350, 2559]


def test_without_numba_the_same_functions_run_uncompiled(monkeypatch):
    for function in isolation.FUNCTIONS:
        monkeypatch.setattr(isolation, function.__name__, function)
    monkeypatch.setitem(sys.modules, "numba", None)  # which makes an import of it fail
    assert solve_isolation(3, 3) == isolation.Solved(MAX, 350)


def test_a_table_that_is_too_small_grows_and_finds_the_same(monkeypatch):
    monkeypatch.setattr(isolation, "FIRST_SIZE", 64)
    assert solve_isolation(4, 3) == isolation.Solved(MIN, 2559)


def test_a_board_that_is_too_large_is_refused():
    with pytest.raises(ValueError, match="at most 25 cells can be solved, not 6 by 5"):
        solve_isolation(6, 5)
