"""States of chess: which are equal, and that nothing from outside changes them."""

import copy
import pickle
import subprocess
import sys
from pathlib import Path

import chess
import chess.variant
import pytest

from minimax_lab.game import IllegalMove
from minimax_lab.games import Chess
from minimax_lab.games.chess.board import twin
from minimax_lab.games.chess.game import board_of
from tests.games.chess.samples import KIWIPETE, played, random_games


def test_a_state_is_made_again_by_its_repr():
    for board in random_games(5, 120, seed=4):
        state = Chess(board.fen())
        assert eval(repr(state), {"Chess": Chess}) == state


def test_equal_states_have_the_same_future_and_the_way_to_them_does_not_matter():
    one, other = played("e4", "e5", "Nf3"), played("Nf3", "e5", "e4")
    assert one == other
    assert hash(one) == hash(other)
    assert one != played("e4", "e5", "Nc3")
    assert played("Nf3", "Nf6") != played("Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6")  # once more, and it is a draw
    there_and_back = "Nf3", "Nf6", "Ng1", "Ng8"
    assert played(*there_and_back) != Chess()
    assert played(*there_and_back, "Nc3") != played("Nc3")  # new on the board, but the start has been there twice
    assert played(*there_and_back, "e4") == played("e4")  # from here nothing comes again
    assert Chess("4k3/8/8/8/8/8/8/R3K3 w - - 10 50") == Chess("4k3/8/8/8/8/8/8/R3K3 w - - 40 90")
    assert Chess("4k3/8/8/8/8/8/8/R3K3 w - - 90 50") != Chess("4k3/8/8/8/8/8/8/R3K3 w - - 95 50")
    assert Chess(KIWIPETE) != Chess(KIWIPETE.replace("KQkq", "Kkq"))
    assert Chess(KIWIPETE) != Chess(KIWIPETE.replace(" w ", " b "))


def test_en_passant_counts_only_where_it_can_be_played():
    assert played("e4") == Chess("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -")
    possible = "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq "
    assert Chess(possible + "f6") != Chess(possible + "-")


def test_a_copy_and_a_pickle_remember_the_repetitions():
    state = played(*["Nf3", "Nf6", "Ng1", "Ng8"], "Nf3", "Nf6")
    for same in pickle.loads(pickle.dumps(state)), copy.deepcopy(state), copy.copy(state), Chess(state.board):
        assert same == state
        assert same.picture() == state.picture()  # which shows the last move
        assert same.forecast_move("Ng1").forecast_move("Ng8").is_terminal()


def test_nothing_that_is_handed_out_changes_a_state():
    state = played("e4", "e5")
    before = repr(state), str(state), state.key()
    state.board.push_san("Nf3")
    state.board.clear()
    state.get_legal_moves().clear()
    state.promising_first(state.get_legal_moves()).reverse()
    state.san("Nf3", "Nc6")
    with pytest.raises(AttributeError, match="has no setter"):
        state.board = chess.Board()
    given = chess.Board()
    state_of_given = Chess(given)
    given.push_san("e4")
    assert state_of_given == Chess()
    assert (repr(state), str(state), state.key()) == before


def test_a_move_that_was_handed_out_and_changed_changes_no_state():
    state = played("e4", "e5", "Nf3", "Nc6")
    before = repr(state), str(state), state.key(), state.picture(), state.board.move_stack
    moves = [*state.board.move_stack, *state.get_legal_moves()]
    *path, end = [state.forecast_move(move) for move in moves[-3:]]
    ends = [after.board.move_stack for after in (*path, end)]
    for move in moves:
        move.from_square, move.to_square = chess.A1, chess.H8
    assert (repr(state), str(state), state.key(), state.picture(), state.board.move_stack) == before
    assert [after.board.move_stack for after in (*path, end)] == ends


def test_a_move_that_was_given_and_changed_afterwards_changes_no_state():
    move, given = chess.Move.from_uci("g1f3"), chess.Board()
    state = Chess().forecast_move(move)
    given.push(chess.Move.from_uci("e2e4"))
    from_board = Chess(given)
    move.to_square = given.move_stack[0].to_square = chess.H3
    assert [state.picture(), from_board.picture()] == [played("Nf3").picture(), played("e4").picture()]
    assert pickle.loads(pickle.dumps(state)) == state == played("Nf3")


@pytest.mark.parametrize("change", [{"to_square": chess.E5}, {"promotion": chess.QUEEN}, {"drop": chess.QUEEN}])
def test_a_listed_move_that_was_changed_is_checked_again(change):
    state = Chess()
    move = next(move for move in state.get_legal_moves() if str(move) == "e2e3")
    for name, value in change.items():
        setattr(move, name, value)
    with pytest.raises(IllegalMove):
        state.forecast_move(move)
    move.to_square, move.promotion, move.drop = chess.E4, None, None
    assert state.forecast_move(move) == played("e4")


def test_a_move_that_says_one_thing_and_then_another_is_played_as_it_was_checked():
    class Shifty(chess.Move):
        answers = iter([chess.E4] + [chess.E8] * 99)
        to_square = property(lambda self: next(self.answers), lambda self, value: None)

    assert Chess().forecast_move(Shifty(chess.E2, chess.E4)) == played("e4")


def test_a_move_is_not_taken_for_a_listed_one_that_lay_at_the_same_place_in_memory():
    state = Chess()
    assert len([*state.get_legal_moves()]) == 20  # and they are gone
    for _ in range(100):
        for move in [chess.Move(chess.E2, chess.E5) for _ in range(20)]:
            with pytest.raises(IllegalMove):
                state.forecast_move(move)


def test_a_state_does_not_grow_with_the_lists_that_it_is_asked_for():
    def size(state):
        return sum(sys.getsizeof(getattr(state, name)) for name in ("_issued", "_board", "_before"))

    state = Chess()
    assert len(state.get_legal_moves()) == 20
    once = size(state)
    for _ in range(50):
        assert len(state.get_legal_moves()) == len(state.promising_first([0])) == 20
    assert size(state) == once


def test_a_twin_is_python_chess_s_copy():
    for board in random_games(5, 100, seed=3):
        copied = twin(board)
        assert vars(copied) == vars(board.copy(stack=False))
        before = board.fen()
        if moves := [*copied.legal_moves]:
            copied.push(moves[0])
            assert copied.pop() == moves[0]
            copied.push(moves[-1])
        assert board.fen() == before


def test_the_board_of_a_position_is_read_from_a_state_a_board_or_a_fen():
    board = chess.Board(KIWIPETE)
    assert board_of(board) is board
    assert board_of(KIWIPETE) == board == board_of(Chess(KIWIPETE)) == Chess(KIWIPETE).board


def test_chess_is_imported_only_when_it_is_asked_for():
    code = (
        "import sys, minimax_lab.games, minimax_lab.draw, minimax_lab.evaluate, minimax_lab.arena\n"
        "from minimax_lab.draw import board_svg\n"
        "assert board_svg(minimax_lab.games.TicTacToe())\n"
        "assert 'chess' not in sys.modules\n"
        "minimax_lab.games.Chess()\n"
        "assert 'chess' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[2])
