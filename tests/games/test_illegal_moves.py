"""A move that is not legal is refused, and the refusal says why and what is allowed instead."""

import pickle

import pytest

from minimax_lab.game import IllegalMove
from minimax_lab.games import ConnectFour, Isolation, TicTacToe, tree


def test_an_illegal_move_is_a_value_error_and_can_be_pickled():
    with pytest.raises(
        ValueError, match=r"9 is not legal: .*0 to 8.* Legal moves: 0, 1, 2, 3, 4, 5, 6, 7, 8$"
    ) as caught:
        TicTacToe().forecast_move(9)
    error = caught.value
    twin = pickle.loads(pickle.dumps(error))
    assert type(twin) is IllegalMove
    assert (twin.move, twin.reason, twin.legal) == (error.move, error.reason, error.legal)
    assert str(twin) == str(error)


def test_an_illegal_move_keeps_its_own_list_and_shows_at_most_twenty_moves():
    legal = [*range(100, 125)]
    error = IllegalMove("x", "just so", legal)
    legal.clear()
    assert error.legal == [*range(100, 125)]
    assert "119, …" in str(error)
    assert "120" not in str(error)
    assert "…" not in str(IllegalMove("x", "just so", [*range(20)]))


@pytest.mark.parametrize(
    ("state", "move", "reason"),
    [
        (tree([1, 2]), 2, "no such branch"),
        (tree(5), 0, "a leaf is the end"),
        (Isolation(), (2, 1), "closed"),
        (Isolation(), (3, 0), r"from \(0, 0\) to \(2, 1\)"),
        (Isolation(5, 5).forecast_move((0, 0)).forecast_move((4, 4)), (1, 2), r"from \(0, 0\) no open line"),
        (TicTacToe("X.. ... ..."), 0, "taken"),
        (TicTacToe("XXX OO. ..."), 8, "the game is over"),
        (TicTacToe(), 9, "0 to 8"),
        (ConnectFour([2] * 6), 2, "full"),
        (ConnectFour([0, 1, 0, 1, 0, 1, 0]), 0, "the game is over"),
        (ConnectFour(), "a", "0 to 6"),
    ],
)
def test_an_illegal_move_is_told_why(state, move, reason):
    with pytest.raises(IllegalMove, match=reason):
        state.forecast_move(move)
