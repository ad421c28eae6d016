"""Chess: the rules through our class are those of chess, and the engine plays by them."""

import copy
import pickle
import random
import subprocess
import sys
from pathlib import Path

import chess
import chess.variant
import pytest

from minimax_lab.adapt import as_game
from minimax_lab.evaluate import material
from minimax_lab.game import MAX, MIN, IllegalMove
from minimax_lab.games import Chess
from minimax_lab.games.chess.board import twin
from minimax_lab.games.chess.game import board_of
from minimax_lab.games.chess.lazy import LazyList
from minimax_lab.search import Engine, alphabeta, minimax
from minimax_lab.search.engine.engine import Result
from tests.chess_walk import WORTH

POSITIONS = Path(__file__).parent / "positions"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"


def played(*moves, start=None):
    state = Chess(start)
    for move in moves:
        state = state.forecast_move(move)
    return state


def random_games(count, plies, seed):
    """Positions of random games, as boards that remember their moves."""
    rng = random.Random(seed)
    for _ in range(count):
        board = chess.Board()
        for _ in range(plies):
            if board.is_game_over():
                break
            board.push(rng.choice([*board.legal_moves]))
            yield board.copy()


# The rules


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


def is_noisy(board, move):
    """A new queen, or a capture unless a piece takes a lesser one that is protected."""
    if move.promotion:
        return move.promotion == chess.QUEEN
    if not board.is_capture(move):
        return False
    worth = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9, "k": 0}
    attacker, victim = board.piece_at(move.from_square), board.piece_at(move.to_square)
    lesser = victim is not None and worth[victim.symbol().lower()] < worth[attacker.symbol().lower()]
    return not (lesser and board.attackers(not board.turn, move.to_square))


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
    assert state.forecast_move("Nf3").last_move == knight
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


# States


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
        assert same.last_move == state.last_move
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
    with pytest.raises(AttributeError, match="has no setter"):
        state.last_move = None
    given = chess.Board()
    state_of_given = Chess(given)
    given.push_san("e4")
    assert state_of_given == Chess()
    assert (repr(state), str(state), state.key()) == before


def test_a_move_that_was_handed_out_and_changed_changes_no_state():
    state = played("e4", "e5", "Nf3", "Nc6")
    before = repr(state), str(state), state.key(), state.board.move_stack
    moves = [state.last_move, *state.board.move_stack, *state.get_legal_moves()]
    *path, end = [state.forecast_move(move) for move in moves[-3:]]
    moves += [end.last_move, copy.copy(state).last_move, *(after.last_move for after in path)]
    ends = [after.board.move_stack for after in (*path, end)]
    for move in moves:
        move.from_square, move.to_square = chess.A1, chess.H8
    assert (repr(state), str(state), state.key(), state.board.move_stack) == before
    assert [after.board.move_stack for after in (*path, end)] == ends
    assert str(state.last_move) == "b8c6"


def test_a_move_that_was_given_and_changed_afterwards_changes_no_state():
    move, given = chess.Move.from_uci("g1f3"), chess.Board()
    state = Chess().forecast_move(move)
    given.push(chess.Move.from_uci("e2e4"))
    from_board = Chess(given)
    move.to_square = given.move_stack[0].to_square = chess.H3
    assert (str(state.last_move), str(from_board.last_move)) == ("g1f3", "e2e4")
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


# Lists that are filled as far as somebody looks


def test_a_lazy_list_is_a_list():
    def fresh():
        return LazyList(iter([3, 1, 2]))

    assert isinstance(fresh(), list)
    assert fresh() == [3, 1, 2] == fresh() == LazyList(iter([3, 1, 2]))
    assert [0, *fresh()] == [0] + fresh() == [0, 3, 1, 2]  # noqa: RUF005
    assert (len(fresh()), fresh()[0], fresh()[-1], fresh()[1:], fresh().index(2)) == (3, 3, 2, [1, 2], 2)
    assert 2 in fresh() and 5 not in fresh()  # noqa: PT018
    assert (sorted(fresh()), [*reversed(fresh())], repr(fresh())) == ([1, 2, 3], [2, 1, 3], "[3, 1, 2]")
    assert [3, 1] < fresh() < [4]
    assert not LazyList(iter([]))
    assert type(copy.copy(fresh())) is type(pickle.loads(pickle.dumps(fresh()))) is list
    with pytest.raises(IndexError):
        LazyList(iter([]))[0]
    with pytest.raises(ValueError, match="not in list"):
        fresh().index(9)


@pytest.mark.parametrize(
    "change",
    [
        lambda some: some.append(9),
        lambda some: some.reverse(),
        lambda some: some.sort(),
        lambda some: some.pop(),
        lambda some: some.insert(0, 9),
        lambda some: some.remove(1),
        lambda some: some.extend([7, 8]),
        lambda some: some.__setitem__(0, 9),
        lambda some: some.__delitem__(0),
        lambda some: some.__iadd__(LazyList(iter([5]))),
        lambda some: some.clear(),
    ],
)
@pytest.mark.parametrize("looked", [0, 1, 3])
def test_a_lazy_list_changes_as_a_list_does(change, looked):
    lazy, plain = LazyList(iter([3, 1, 2])), [3, 1, 2]
    for _, _ in zip(range(looked), lazy, strict=False):
        pass
    change(lazy)
    change(plain)
    assert lazy == plain
    assert [*lazy] == plain


def place(items, item, limits):
    try:
        return items.index(item, *limits)
    except ValueError:
        return None


@pytest.mark.parametrize("looked", [0, 1, 2, 3])
@pytest.mark.parametrize("limits", [(), (0,), (1,), (-1,), (-2,), (0, -1), (0, -2), (-3, 3)])
@pytest.mark.parametrize("item", [3, 1, 2, 9])
def test_a_lazy_list_finds_an_item_where_a_list_does(item, limits, looked):
    lazy, plain = LazyList(iter([3, 1, 2])), [3, 1, 2]
    for _, _ in zip(range(looked), lazy, strict=False):
        pass
    assert place(lazy, item, limits) == place(plain, item, limits)


def test_a_lazy_list_looks_no_further_than_it_is_asked():
    seen = []

    def items():
        for item in range(10):
            seen.append(item)
            yield item

    some = LazyList(items())
    assert seen == []
    assert some
    assert some[0] == 0
    assert seen == [0]
    for item in some:
        if item == 3:
            break
    assert some.index(3) == 3
    assert seen == [0, 1, 2, 3]
    assert [*zip(some, some, strict=True)] == [(item, item) for item in range(10)]  # two walks at once
    assert seen == [*range(10)]


# Searching


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


@pytest.mark.parametrize(("depth", "every"), [(1, 1), (2, 3)])
def test_with_quiescence_no_piece_is_left_hanging(depth, every):
    engine = Engine(material, quiescence=True)
    fens = random_positions()[::every]
    assert len(fens) > 30
    hanging = [fen for fen in fens if hangs_a_piece(chess.Board(fen), engine.search(Chess(fen), depth).move)]
    assert hanging == []


def test_without_quiescence_a_capture_at_the_horizon_leaves_pieces_hanging():
    engine = Engine(material)
    boards = map(chess.Board, random_positions())
    assert sum(hangs_a_piece(board, engine.search(Chess(board.fen()), 1).move) for board in boards) >= 10


def test_quiescence_sees_past_the_horizon():
    # The pawn on d5 is defended: at depth 1 the queen wins it, one ply later she is lost.
    state = Chess("4k3/8/4p3/3p4/8/8/8/3QK3 w - -")
    assert state.san(Engine(material).search(state, 1).move) == "Qxd5"
    assert state.san(Engine(material, quiescence=True).search(state, 1).move) != "Qxd5"
