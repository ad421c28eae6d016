"""Chess: the rules through our class are those of chess."""

import random

import chess
import chess.variant
import pytest

from minimax_lab.game import MAX, MIN, IllegalMove
from minimax_lab.games import Chess
from minimax_lab.games.chess.game import board_of
from tests.games.chess.samples import KIWIPETE, is_noisy, played, random_games


def leaves(state, depth):
    moves = state.get_legal_moves()
    return len(moves) if depth == 1 else sum(leaves(state.forecast_move(move), depth - 1) for move in moves)


@pytest.mark.parametrize(
    ("fen", "counts"),
    [
        (None, [20, 400, 8_902]),
        (KIWIPETE, [48, 2_039]),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", [14, 191, 2_812]),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -", [6, 264, 9_467]),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -", [44, 1_486]),
    ],
)
def test_there_are_as_many_positions_after_a_few_moves_as_others_have_counted(fen, counts):
    """Known in chess programming as perft; the counts are published."""
    assert [leaves(Chess(fen), depth) for depth in range(1, len(counts) + 1)] == counts


def test_the_promising_order_holds_every_legal_move_once_and_the_captures_and_promotions_that_lose_nothing_first():
    boards = [*random_games(4, 120, seed=1), chess.Board("8/PPPk4/8/8/8/8/4Kppp/8 w - -")]
    boards.append(chess.Board("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6"))
    for board in boards:
        state = Chess(board.fen())
        moves = state.get_legal_moves()
        ordered, noisy = state.promising_first(moves), state.noisy_moves()
        assert sorted(map(str, ordered)) == sorted(map(str, moves))
        assert set(noisy) == {move for move in moves if is_noisy(board, move)}
        assert ordered[: len(noisy)] == noisy
        quiet = ordered[len(noisy) :]
        assert quiet == sorted(quiet, key=board.is_capture)  # captures that lose come last
        assert moves == ([] if state.outcome() else [*board.legal_moves])


def test_the_best_bargain_goes_first():
    # The queen on d5 can be taken by a pawn, a knight and a queen; the pawn on a6 by a rook.
    state = Chess("4k3/8/p7/3q4/4P3/2N5/8/R2QK3 w - -")
    assert [state.san(move) for move in state.noisy_moves()] == ["exd5", "Nxd5", "Qxd5", "Rxa6"]
    protected = Chess("4k3/1p6/p7/3q4/4P3/2N5/8/R2QK3 w - -")
    assert [state.san(move) for move in protected.noisy_moves()] == ["exd5", "Nxd5", "Qxd5"]
    assert state.san(protected.promising_first(protected.get_legal_moves())[-1]) == "Rxa6"


def test_a_random_game_ends_when_python_chess_says_so_and_for_its_reason():
    reasons = set()
    for seed in range(12):
        rng, board, state = random.Random(seed), chess.Board(), Chess()
        while not (board.outcome() or board.is_fifty_moves() or board.is_repetition(3)):
            assert not state.is_terminal()
            move = rng.choice([*board.legal_moves])
            board.push(move)
            state = state.forecast_move(move)
        assert state.is_terminal()
        outcome = board.outcome()
        reasons.add(state.outcome().termination)
        assert state.outcome() == outcome or (outcome is None and state.outcome().winner is None)
        assert state.utility() == {True: 1, False: -1, None: 0}[outcome.winner if outcome else None]
    assert len(reasons) >= 3


@pytest.mark.parametrize(
    ("state", "utility", "reason"),
    [
        (played("f3", "e5", "g4", "Qh4"), -1, "Black won by checkmate"),
        (played("e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7"), +1, "White won by checkmate"),
        (Chess("7k/5Q2/6K1/8/8/8/8/8 b - -"), 0, "Drawn: stalemate"),
        (Chess("8/8/4k3/8/8/3K4/8/8 w - -"), 0, "Drawn: insufficient material"),
        (Chess("8/8/4k3/8/8/3KB3/8/8 w - -"), 0, "Drawn: insufficient material"),
        (played(*["Nf3", "Nf6", "Ng1", "Ng8"] * 2), 0, "Drawn: threefold repetition"),
        (played("Ra2", start="4k3/8/8/8/8/8/8/R3K3 w - - 99 80"), 0, "Drawn: fifty moves"),
        (Chess("R5k1/5ppp/8/8/8/8/8/4K3 b - - 100 80"), +1, "White won by checkmate"),
    ],
)
def test_a_game_ends(state, utility, reason):
    assert state.is_terminal()
    assert state.get_legal_moves() == state.promising_first(state.get_legal_moves()) == state.noisy_moves() == []
    assert state.utility() == utility
    assert state.status() == reason
    assert str(state).endswith(reason)
    with pytest.raises(IllegalMove, match="the game is over"):
        state.forecast_move("e4")


@pytest.mark.parametrize(
    "state",
    [
        played(*["Nf3", "Nf6", "Ng1", "Ng8"]),
        played(*["Nf3", "Nf6", "Ng1", "Ng8"] * 2)._before,
        played("Ra2", start="4k3/8/8/8/8/8/8/R3K3 w - - 98 80"),
        Chess("8/8/4k3/8/8/3K4/4P3/8 w - -"),
        Chess("8/8/4k1b1/8/8/3KB3/8/8 w - -"),  # bishops on squares of both colours
    ],
)
def test_a_game_goes_on(state):
    assert not state.is_terminal()
    assert state.outcome() is None


def test_a_position_with_other_castling_rights_is_not_the_same_position():
    # The pieces stand like this for the third time, but the first time Black could still castle.
    state = played(*["Ra2", "Rb8", "Ra1", "Ra8"] * 2, start="r3k3/8/8/8/8/8/8/R3K3 w q -")
    assert not state.is_terminal()
    assert state.forecast_move("Ra2").forecast_move("Rb8").is_terminal()  # for the third time without the right


def test_white_is_max():
    assert Chess().active_player is MAX
    assert played("e4").active_player is MIN


# Moves and positions as people write them


def test_a_move_may_be_written():
    state = Chess()
    knight = chess.Move.from_uci("g1f3")
    assert state.forecast_move(knight) == state.forecast_move("Nf3") == state.forecast_move("g1f3")
    castled = played("O-O", start="4k3/8/8/8/8/8/8/4K2R w K -")
    assert castled.board.board_fen() == "4k3/8/8/8/8/8/8/5RK1"
    assert played("a8=N", start="4k3/P7/8/8/8/8/8/4K3 w - -").rows()[0] == "N...k..."


@pytest.mark.parametrize(
    ("state", "move", "reason"),
    [
        (Chess(), "Nd4", "illegal san"),
        (Chess(), "e2e5", "the pawn on e2 cannot go to e5"),
        (Chess(), chess.Move.from_uci("e7e5"), "White is to move and has no piece on e7"),
        (Chess(), "e4e5", "White is to move and has no piece on e4"),
        (Chess(), chess.Move.null(), "a move is a chess.Move"),
        (Chess(), "castle", "invalid san"),
        (Chess(), 5, "a move is a chess.Move"),
        (Chess("4k3/8/8/8/4r3/8/4N3/4K3 w - -"), "e2c3", "White's king would be in check"),
        (Chess("4k3/8/8/8/8/2N5/8/4K1N1 w - -"), "Ne2", "ambiguous san"),
    ],
)
def test_a_move_that_is_not_legal_is_refused_with_the_reason(state, move, reason):
    with pytest.raises(IllegalMove, match=reason) as caught:
        state.forecast_move(move)
    assert caught.value.legal == state.get_legal_moves()


@pytest.mark.parametrize(
    ("fen", "reason"),
    [
        ("nonsense", "expected 'w' or 'b'|expected 8 rows"),
        ("", "empty fen"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq -", "expected 8 columns per row"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq -", "expected 'w' or 'b' for turn"),
        ("8/8/8/8/8/8/8/K7 w - -", "no black king"),
        ("k6R/8/8/8/8/8/8/K7 w - -", "opposite check"),
    ],
)
def test_a_bad_fen_gets_python_chess_s_own_reason(fen, reason):
    with pytest.raises(ValueError, match=reason):
        Chess(fen)


def test_only_a_fen_or_a_board_makes_a_position():
    with pytest.raises(TypeError, match="FEN.*chess.Board.*not 5"):
        Chess(5)
    with pytest.raises(TypeError, match="a Chess, a chess.Board or a FEN, not None"):
        board_of(None)


@pytest.mark.parametrize(
    ("board", "rules"),
    [
        (chess.Board.from_chess960_pos(10), "chess960"),
        (chess.Board(chess960=True), "chess960"),
        (chess.variant.AtomicBoard(), "AtomicBoard"),
        (chess.variant.CrazyhouseBoard(), "CrazyhouseBoard"),
    ],
)
def test_a_board_with_other_rules_is_refused(board, rules):
    with pytest.raises(ValueError, match=f"standard rules.*not by those of {rules}"):
        Chess(board)


def test_a_line_is_written_as_chess_players_do():
    assert Chess().san("e2e4") == "e4"
    assert Chess().san("e2e4", "c7c5", "g1f3") == "1. e4 c5 2. Nf3"
    assert played("e4").san("c5", "Nf3") == "1...c5 2. Nf3"


def test_the_board_is_printed():
    assert str(Chess()).splitlines()[0] == "r n b q k b n r"
    assert str(Chess()).splitlines()[-1] == "White to move"
    assert Chess().rows()[7] == "RNBQKBNR"
