"""Searches of chess: the engine agrees with slower programs, finds mates and leaves nothing hanging."""

import chess
import chess.variant
import pytest

from minimax_lab.adapt import as_game
from minimax_lab.evaluate import material
from minimax_lab.games import Chess
from minimax_lab.search import Engine, alphabeta, minimax
from minimax_lab.search.engine.engine import Result
from tests.chess_walk import WORTH
from tests.games.chess.samples import KIWIPETE, POSITIONS, is_noisy, played, random_games


def test_a_chess_state_is_searched_as_it_is():
    assert as_game(state := Chess()) is state


def counted(board, side):
    """Material by walking the squares, for `side`."""
    return sum(WORTH[piece.piece_type] * (1 if piece.color == side else -1) for piece in board.piece_map().values())


def own_alphabeta(board, depth, low, high, ordered):
    """Negamax with python-chess alone: the value and the nodes."""
    if depth == 0 or not any(board.legal_moves):
        if board.is_checkmate():
            return -10_000, 1
        return counted(board, board.turn), 1
    best, nodes = -100_000, 1
    for move in ordered(board):
        board.push(move)
        value, below = own_alphabeta(board, depth - 1, -high, -max(low, best), ordered)
        board.pop()
        best, nodes = max(best, -value), nodes + below
        if best >= high:
            break
    return best, nodes


def captures_first(board):
    """The most valuable victim first, then the least valuable attacker; then quiet moves; then captures that lose."""

    def rank(move):
        victim = chess.PAWN if board.is_en_passant(move) else board.piece_type_at(move.to_square) or 0
        return -10 * (victim + (move.promotion or 0)) + board.piece_type_at(move.from_square)

    taking = [*board.generate_legal_captures()]
    first = [move for move in taking if is_noisy(board, move)]
    first += [move for move in board.legal_moves if is_noisy(board, move) and move not in taking]
    quiet = [move for move in board.legal_moves if move not in taking and move not in first]
    return sorted(first, key=rank) + quiet + [move for move in taking if move not in first]


@pytest.mark.exhaustive
@pytest.mark.parametrize(("fen", "depth"), [(KIWIPETE, 3), (None, 3), ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", 4)])
def test_alphabeta_looks_at_the_same_nodes_as_one_written_with_python_chess_alone(fen, depth):
    board, state = chess.Board(fen or chess.STARTING_FEN), Chess(fen)
    for order, ordered in (False, lambda board: board.legal_moves), (True, captures_first):
        value, nodes = own_alphabeta(board, depth, -100_000, 100_000, ordered)
        result = Engine.plain(material, order=order).search(state, depth)
        assert (result.value, result.nodes) == (value if board.turn else -value, nodes)


def test_the_order_of_moves_saves_two_of_three_nodes_on_a_busy_board():
    state = Chess(KIWIPETE)
    without, with_order = (Engine.plain(material, order=order).search(state, 3) for order in (False, True))
    assert without.value == with_order.value
    assert with_order.nodes < without.nodes / 3


@pytest.mark.parametrize("seed", range(6))
def test_the_engine_agrees_with_minimax_on_random_positions(seed):
    *_, board = random_games(1, 20 + 10 * seed, seed)
    state = Chess(board)
    expected = minimax(state, 2, material)
    assert alphabeta(state, 2, evaluate=material) == expected
    for engine in (
        Engine(material),
        Engine(material, table=False),
        Engine(material, order=False),
        Engine.plain(material),
    ):
        assert engine.search(state, 2).value == expected


@pytest.mark.parametrize(
    "state",
    [
        played(*["Nf3", "Nf6", "Ng1", "Ng8"], "Nf3", "Nf6", "Ng1"),  # Black can repeat for the third time
        played("Qa2", "Kg1", "Qb2", "Kh1", "Qa2", "Kg1", "Qb2", start="6k1/8/8/8/8/8/1q6/7K b - -"),
        Chess("4k3/8/8/8/8/8/q7/4K3 b - - 97 90"),
    ],
)
def test_the_table_does_not_mistake_a_draw_that_is_near_for_an_open_game(state):
    expected = alphabeta(state, 4, evaluate=material)
    assert Engine(material).search(state, 4).value == expected
    assert Engine(material, deepening=False).search(state, 4).value == expected


def test_a_lost_side_takes_the_draw_by_repetition():
    # White is a queen down, and the position after Kh1 has been there twice.
    state = played("Qa2", "Kg1", "Qb2", "Kh1", "Qa2", "Kg1", "Qb2", start="6k1/8/8/8/8/8/1q6/7K b - -")
    result = Engine(material).search(state, 3)
    assert (state.san(result.move), result.value) == ("Kh1", 0)
    assert Engine(material).search(Chess(state.fen), 3).value == -9  # without the history


# Mates


def forced_mate(board, moves):
    """A move after which mate follows within so many moves, whatever the other side does; or None."""
    for move in [*board.legal_moves] if moves else []:
        board.push(move)
        replies = [*board.legal_moves]
        mated = board.is_checkmate()
        if not mated and moves > 1 and replies:
            mated = all(after(board, reply, lambda: forced_mate(board, moves - 1)) for reply in replies)
        board.pop()
        if mated:
            return move
    return None


def after(board, move, ask):
    board.push(move)
    try:
        return ask()
    finally:
        board.pop()


def problems():
    for line in (POSITIONS / "mates.epd").read_text(encoding="utf-8").splitlines():
        board, about = chess.Board.from_epd(line)
        yield pytest.param(board, about["dm"], id=about["id"])
        if about["dm"] < 3:  # those take long enough once
            yield pytest.param(board.mirror(), about["dm"], id=about["id"] + ", colours changed")


@pytest.mark.parametrize(("board", "moves"), [*problems()])
def test_the_engine_finds_the_mate_and_no_quicker_one_is_claimed(board, moves):
    assert not forced_mate(board, moves - 1)
    winner = 1 if board.turn else -1
    for engine, won in (Engine(material), float("inf")), (Engine(), 1):
        result: Result = engine.search(Chess(board), 2 * moves - 1)
        assert result.value == winner * won
        assert result.proven
        end = board.copy()
        for move in result.line:
            end.push(move)
        assert end.is_checkmate()
        assert len(result.line) == 2 * moves - 1
        # Whatever the other side does after the engine's move, mate follows in time.
        end = board.copy()
        end.push(result.move)
        assert all(after(end, reply, lambda end=end: forced_mate(end, moves - 1)) for reply in [*end.legal_moves])


# Quiescence


def two_plies(board, move):
    """What `move` leaves the side that makes it after the worst reply, captures not answered."""
    side = board.turn

    def worst():
        if board.is_checkmate():
            return 100
        replies = [*board.legal_moves]
        return min((after(board, reply, lambda: counted(board, side)) for reply in replies), default=0)

    return after(board, move, worst)


def exchanged(board, low=-100, high=100):
    """What the side to move has once nobody wants to capture any more."""
    best = counted(board, board.turn)
    captures = [*board.generate_legal_captures()]
    for move in sorted(captures, key=lambda move: -(board.piece_type_at(move.to_square) or 0)):
        if best >= high:
            break
        best = max(best, -after(board, move, lambda best=best: exchanged(board, -high, -max(low, best))))
    return best


def hangs_a_piece(board, move):
    """Whether `move` loses a piece, or two pawns, although two plies are enough to see how all can be kept."""
    now = counted(board, board.turn)
    assert max(two_plies(board, other) for other in [*board.legal_moves]) >= now
    return -after(board, move, lambda: exchanged(board)) <= now - 2


def random_positions():
    lines = (POSITIONS / "random_games.fen").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if not line.startswith("#")]


@pytest.mark.exhaustive
@pytest.mark.parametrize(("depth", "every"), [(1, 1), (2, 3)])
def test_with_quiescence_no_piece_is_left_hanging(depth, every):
    engine = Engine(material, quiescence=True)
    fens = random_positions()[::every]
    assert len(fens) > 30
    hanging = [fen for fen in fens if hangs_a_piece(chess.Board(fen), engine.search(Chess(fen), depth).move)]
    assert hanging == []


@pytest.mark.exhaustive
def test_without_quiescence_a_capture_at_the_horizon_leaves_pieces_hanging():
    engine = Engine(material)
    boards = map(chess.Board, random_positions())
    assert sum(hangs_a_piece(board, engine.search(Chess(board.fen()), 1).move) for board in boards) >= 10


def test_quiescence_sees_past_the_horizon():
    # The pawn on d5 is defended: at depth 1 the queen wins it, one ply later she is lost.
    state = Chess("4k3/8/4p3/3p4/8/8/8/3QK3 w - -")
    assert state.san(Engine(material).search(state, 1).move) == "Qxd5"
    assert state.san(Engine(material, quiescence=True).search(state, 1).move) != "Qxd5"
