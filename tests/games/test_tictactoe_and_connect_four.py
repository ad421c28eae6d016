"""Tic-tac-toe and connect four: positions, and how they are set up."""

import pytest

from minimax_lab.game import IllegalMove
from minimax_lab.games import ConnectFour, TicTacToe
from tests.games.test_games import playout, states_of


@pytest.mark.parametrize(
    ("one_way", "another"),
    [
        (ConnectFour([3, 0, 4]), ConnectFour([4, 0, 3])),
        (ConnectFour([3, 3, 2, 6]), ConnectFour([2, 6, 3, 3])),
    ],
)
def test_two_ways_to_the_same_position_are_the_same_state(one_way, another):
    assert one_way == another
    assert hash(one_way) == hash(another)


def test_two_ways_to_the_same_tic_tac_toe_position_are_the_same_state():
    one_way = TicTacToe().forecast_move(0).forecast_move(1).forecast_move(2)
    another = TicTacToe().forecast_move(2).forecast_move(1).forecast_move(0)
    assert one_way == another == TicTacToe("XOX ... ...")
    assert len({one_way, another, TicTacToe("XOX ... ...")}) == 1
    assert one_way != TicTacToe("XO. X.. ...")


@pytest.mark.parametrize("board", ["", "XO", "XOXOXOXOXO", "... ... ..Z", "OO. ... ...", "XX. ... ...", "XXX OOO ..."])
def test_a_tic_tac_toe_board_that_cannot_be_is_refused(board):
    with pytest.raises(ValueError, match="nine of X|cannot be|would have ended"):
        TicTacToe(board)


def test_a_finished_tic_tac_toe_board_must_have_ended_with_its_last_move():
    assert TicTacToe("XXX OO. ...").utility() == 1
    assert TicTacToe("OOO XX. X..").utility() == -1
    for board in "XXX OO. O..", "OOO XX. XX.":
        with pytest.raises(ValueError, match="would have ended"):
            TicTacToe(board)


def test_a_tic_tac_toe_state_is_made_again_by_its_repr():
    for state in states_of(TicTacToe):
        assert eval(repr(state), {"TicTacToe": TicTacToe}) == state


def test_connect_four_from_a_list_of_moves_refuses_an_illegal_one():
    with pytest.raises(IllegalMove, match="0, 1, 3, 4, 5, 6"):
        ConnectFour([2] * 7)
    assert str(ConnectFour([3, 3, 0])).splitlines()[-2:] == [". . . O . . .", "X . . X . . ."]


def has_line(rows, mark):
    """Whether four of a mark are in a line, by looking from every cell in every direction."""
    cells = {(x, y) for y, row in enumerate(rows) for x, own in enumerate(row) if own == mark}
    directions = (1, 0), (0, 1), (1, 1), (1, -1)
    return any(
        all((x + step * across, y + step * down) in cells for step in range(4))
        for x, y in cells
        for across, down in directions
    )


def test_connect_four_ends_with_the_first_four_in_a_line_or_a_full_board():
    for seed in range(200):
        states, _ = playout(ConnectFour, seed)
        for state in states:
            rows = state.rows()
            won, lost = has_line(rows, "X"), has_line(rows, "O")
            moves = [] if won or lost else [column for column, mark in enumerate(rows[0]) if mark == "."]
            assert state.get_legal_moves() == moves
            assert moves or state.utility() == won - lost
