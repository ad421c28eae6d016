"""Chess: each feature against a walk over the squares, on boards made by hand, and opposite for the two sides."""

import copy
import pickle
import random
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from minimax_lab.evaluate import Linear, chess_evaluation, chess_features, material, phase
from minimax_lab.evaluate.chess import PawnFeature, PieceFeature
from minimax_lab.game import MAX, MIN
from minimax_lab.games import TicTacToe
from minimax_lab.games.chess.game import Chess
from minimax_lab.search import Engine
from tests.chess_walk import WORTH, Walk
from tests.strategies import quick, thorough

ROOT = Path(__file__).parents[2]
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
EVERYTHING = {**chess_features, **chess_evaluation.features}


@cache
def boards():
    """Every position of sixty random games, from the opening to bare endings."""
    rng, found = random.Random(5), []
    for _ in range(60):
        board = chess.Board()
        while board.ply() < 160 and (moves := [*board.legal_moves]):
            board.push(rng.choice(moves))
            found.append(board.copy(stack=False))
    return found


@st.composite
def crowds(draw):
    """Boards that no game leads to: any men anywhere, many pawns, no kings or several."""
    squares = draw(st.lists(st.sampled_from(range(8, 56)), max_size=24, unique=True))
    board = chess.Board(None)
    for square in squares:
        kind = draw(st.sampled_from([chess.PAWN] * 6 + [*chess.PIECE_TYPES]))
        board.set_piece_at(square, chess.Piece(kind, draw(st.booleans())))
    return board


def assert_as_walked(board):
    walks = {MAX: Walk(board, chess.WHITE), MIN: Walk(board, chess.BLACK)}
    for name, feature in chess_features.items():
        wanted = {player: walk.points(name) for player, walk in walks.items()}
        assert feature.squares(board) == wanted, (name, board.fen())
        assert feature(board) == sum(wanted[MAX].values()) - sum(wanted[MIN].values())


# What is counted


@pytest.mark.exhaustive
def test_in_random_games_every_feature_counts_what_a_walk_over_the_squares_counts():
    for board in boards()[::40]:
        assert_as_walked(board)


@given(crowds())
@thorough
def test_on_any_board_every_feature_counts_what_a_walk_over_the_squares_counts(board):
    assert_as_walked(board)


EXAMPLES = [  # the feature, the board, what counts for White and for Black
    ("isolated", "8/pp1p4/8/8/8/8/P1P1P2P/8", "a2 c2 e2 h2", "d7"),
    ("doubled", "8/p7/p7/8/4P3/4P3/4P3/8", "e2 e3", "a7"),
    ("tripled", "8/p7/p7/8/4P3/4P3/4P3/8", "e2", ""),
    ("quadrupled", "p7/p7/p7/p7/4P3/4P3/4P3/8", "", "a8"),
    ("passed", "8/1p6/8/8/3P4/p7/P6P/8", "d4 h2", ""),
    ("passed", "8/8/8/1P6/1p6/8/8/8", "b5", "b4"),  # they have passed each other
    ("backward", "8/8/8/4p3/2P1P3/3P4/8/8", "d3", ""),
    ("backward", "8/8/8/8/2P1P3/3P4/8/8", "", ""),  # nothing keeps it from moving on
    ("backward", "8/8/8/4p3/4P3/3P4/2P5/8", "", ""),  # c2 supports it
    ("backward", "8/8/3p4/2p1p3/4P3/8/8/8", "", "d6"),  # and e4 is isolated, which is another matter
    ("chained", "8/8/8/4P3/3P4/2P5/1P6/8", "c3 d4 e5", ""),
    ("advanced_pawns", "8/p7/1p6/8/8/8/P7/8", "", "b6"),
    ("advanced_pawns", "8/4P3/8/8/8/p7/8/8", "e7×5", "a3×4"),
    ("open_files", "r7/8/8/8/8/1P6/1P6/R1R5", "a1 c1", "a8"),
    ("half_open_files", "r1r5/p7/8/8/8/8/2P5/R1R5", "a1", "c8"),
    ("closed_files", "r1r5/p1p5/8/8/8/8/2P5/R1R5", "c1", "c8"),
    ("central_knights", "n7/8/8/3N4/8/2n5/1N6/7N", "b2 d5×3", "c3×2"),
    ("development", "1nb5/8/2n5/8/2B5/8/8/1N3B2", "c4", "c6"),
    ("centre", "8/8/5n2/8/3P4/8/8/8", "d4 e5", "e4 d5"),
    ("space", "8/8/8/8/8/8/8/R7", "a5 a6 a7 a8", ""),
    ("strong_squares", "8/p7/8/3N4/4P3/8/8/8", "d5×2 f5", ""),
    ("strong_squares", "8/2p5/8/8/4P3/8/8/8", "f5", ""),  # c7-c6 would chase a piece from d5
    ("weak_squares", "6b1/8/8/8/8/2P5/8/8", "b3 c4", ""),  # the bishop sees d5 too, which is not White's
    ("weak_squares", "8/8/8/8/4b3/8/PPPP4/8", "f3", ""),  # d3 can be defended
    ("initiative", "8/8/3r1n2/4P3/8/8/8/8", "d6 f6", ""),  # a fork
    ("initiative", "4k3/8/8/8/8/8/8/4R1K1", "e8", ""),  # a check
    ("initiative", "r7/8/8/8/R7/1P6/8/8", "a8", ""),  # the rooks attack each other, but one is defended
    ("initiative", "q7/1p6/8/8/R7/1P6/8/8", "a8", ""),
    ("king_shelter", "6k1/5p1p/6p1/8/8/8/6PP/7K", "g2 h2", "f7 g6 h7"),
    ("king_danger", "k7/8/8/8/8/8/8/1R6", "", "b7 b8"),
    ("central_king", "8/8/8/8/3K4/8/6k1/8", "d4×3", "g2"),
]


def places(points):
    return {square if worth == 1 else f"{square}×{worth}" for square, worth in points.items()}


@pytest.mark.parametrize(("name", "board", "white", "black"), EXAMPLES)
def test_features_count_what_their_definitions_say(name, board, white, black):
    found = chess_features[name].squares(board)
    assert (places(found[MAX]), places(found[MIN])) == ({*white.split()}, {*black.split()})


def test_every_feature_has_an_example():
    assert {name for name, *_ in EXAMPLES} == chess_features.keys() - {"material"}


@pytest.mark.parametrize("name", chess_features)
def test_every_feature_is_met_in_the_random_games_or_on_a_board_made_by_hand(name):
    positions = [*boards()[::10], *(board for of, board, *_ in EXAMPLES if of == name)]
    values = {chess_features[name](position) for position in positions}
    assert min(values) < 0 or max(values) > 0


# Material


def test_white_has_21_with_five_pawns_a_bishop_a_knight_and_two_rooks():
    assert material("4k3/8/8/8/8/8/PPPPP3/RNB1K2R") == 21


def test_material_is_the_weighted_sum_of_the_differences():
    for board in boards()[::10]:
        difference = {
            kind: len(board.pieces(kind, chess.WHITE)) - len(board.pieces(kind, chess.BLACK)) for kind in WORTH
        }
        knights, bishops = difference[chess.KNIGHT], difference[chess.BISHOP]
        formula = difference[chess.PAWN] + 3 * knights + 3 * bishops
        formula += 5 * difference[chess.ROOK] + 9 * difference[chess.QUEEN]
        assert material(board) == material(board.fen()) == formula


def test_a_king_can_be_worth_something_where_one_may_be_missing():
    assert material("8/8/8/8/8/8/8/KQ6") == 9
    assert material("8/8/8/8/8/8/8/KQ6", king=100) == 109
    assert material("k7/8/8/8/8/8/8/1Q6", king=100) == -91
    assert material(KIWIPETE, king=100) == material(KIWIPETE) == 0


def test_material_is_an_evaluation_that_a_search_can_use():
    hanging = Chess("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1")
    result = Engine(material).search(hanging, depth=2)
    assert (str(result.move), result.value) == ("e4d5", 1)


# The two sides


@pytest.mark.exhaustive
def test_mirrored_positions_have_exactly_opposite_values():
    assert len(boards()) > 5000
    for board in boards():
        mirrored = board.mirror()
        assert chess_evaluation(mirrored) == -chess_evaluation(board), board.fen()
        for feature in EVERYTHING.values():
            assert feature(mirrored) == -feature(board), (feature, board.fen())


@given(crowds())
@quick
def test_mirrored_boards_that_no_game_leads_to_are_opposite_too(board):
    for feature in *EVERYTHING.values(), chess_evaluation:
        assert feature(board.mirror()) == -feature(board)


def test_it_does_not_matter_whose_turn_it_is():
    for board in boards()[::50]:
        other = board.copy()
        other.turn = not board.turn
        assert chess_evaluation(board) == chess_evaluation(other)


def test_the_squares_of_the_mirrored_position_are_the_mirrored_squares():
    for board in boards()[::100]:
        for feature in chess_features.values():
            found, mirrored = feature.squares(board), feature.squares(board.mirror())
            for one, other in (MAX, MIN), (MIN, MAX):
                turned = {square[0] + str(9 - int(square[1])): points for square, points in found[one].items()}
                assert turned == mirrored[other]


# The phase


@pytest.mark.parametrize(
    ("board", "wanted"),
    [
        (chess.STARTING_FEN, 1),
        ("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3", 0),
        ("4k3/8/8/8/8/8/8/RN2K3", 3 / 24),
        ("q3k3/8/8/8/8/8/8/B3K3", 5 / 24),
        ("qqqqqqqk/8/8/8/8/8/8/QQQQQQQK", 1),  # more than there are at the start
    ],
)
def test_the_phase_goes_from_1_to_0_as_the_pieces_go(board, wanted):
    assert phase(board) == wanted


def test_each_piece_has_its_share_of_the_phase():
    share = {"n": 1, "b": 1, "r": 2, "q": 4}
    for board in boards()[::10]:
        assert phase(board) == sum(share.get(letter, 0) for letter in board.board_fen().lower()) / 24


def test_early_and_late_are_the_parts_of_a_feature():
    for board in boards()[::50]:
        for feature in chess_features.values():
            assert feature.early(board) == phase(board) * feature(board)
            assert feature.early(board) + feature.late(board) == pytest.approx(feature(board))


# Features as objects


def test_a_feature_says_what_it_is():
    passed = chess_features["passed"]
    assert (passed.name, passed.late.name) == ("passed", "passed_late")
    assert passed.about.startswith("Pawns with no pawn of the other side ahead of them")
    assert passed.late.about == f"{passed.about} Times 1 − the phase."
    assert repr(passed) == f"<passed: {passed.about}>"
    for name, feature in EVERYTHING.items():
        assert feature.name == name
        assert re.fullmatch(r"[A-Z].{20,}[.]", feature.about)


def test_whatever_form_a_position_has_it_is_the_same_position():
    for board in boards()[::200]:
        for feature in *EVERYTHING.values(), chess_evaluation:
            assert feature(board) == feature(board.fen()) == feature(Chess(board.fen()))


def test_a_board_that_has_moved_on_is_read_again():
    board = chess.Board()
    assert material(board) == chess_features["space"](board) == chess_features["advanced_pawns"](board) == 0
    for move in "e4", "d5", "exd5":
        board.push_san(move)
    assert (material(board), chess_features["advanced_pawns"](board)) == (1, 3)
    board.pop()
    assert (material(board), chess_features["advanced_pawns"](board)) == (0, 0)


@pytest.mark.parametrize("name", EVERYTHING)
def test_a_feature_is_pickled_and_copied_by_its_name(name):
    feature = EVERYTHING[name]
    for twin in pickle.loads(pickle.dumps(feature)), copy.copy(feature), copy.deepcopy(feature):
        assert twin == feature
        assert twin(KIWIPETE) == feature(KIWIPETE)


def test_the_evaluation_travels_to_another_process_and_through_json():
    for twin in pickle.loads(pickle.dumps(chess_evaluation)), copy.deepcopy(chess_evaluation):
        assert twin == chess_evaluation
        assert twin(KIWIPETE) == chess_evaluation(KIWIPETE)
    assert Linear.from_json(chess_evaluation.to_json(), chess_evaluation.features) == chess_evaluation


def test_the_evaluation_is_the_weighted_sum_of_what_it_explains():
    for board in boards()[::200]:
        explanation = chess_evaluation.explain(board)
        assert explanation.total == chess_evaluation(board)
        for row in explanation.rows:
            assert row.value == chess_evaluation.features[row.feature](board)


def test_the_evaluation_uses_every_feature():
    assert {getattr(feature, "feature", feature).name for feature in chess_evaluation.features.values()} == {
        *chess_features
    }


def test_one_can_write_features_of_ones_own():
    @PieceFeature
    def bishop_pair(us):
        """Both bishops of a side that has two."""
        return us.bishops if us.bishops.bit_count() >= 2 else 0

    @PawnFeature
    def edge_pawns(ours, theirs):
        """Pawns on the a- and the h-file."""
        return ours & 0x8181818181818181

    board = "2b1k3/p7/8/8/8/8/P6P/2B1KB2"
    assert (bishop_pair(board), edge_pawns(board)) == (2, 1)
    assert bishop_pair.squares(board) == {MAX: {"c1": 1, "f1": 1}, MIN: {}}
    assert (bishop_pair.name, edge_pawns.about) == ("bishop_pair", "Pawns on the a- and the h-file.")
    assert Linear({"pair": bishop_pair.early}, {"pair": 24})(board) == 2 * 3


@pytest.mark.parametrize("feature", [material, chess_features["passed"], chess_features["space"].late, phase])
def test_what_is_no_position_of_chess_is_refused(feature):
    with pytest.raises(ValueError, match="expected 8 rows in position part of fen"):
        feature("8/8")
    with pytest.raises(TypeError, match="a position is a Chess, a chess.Board or a FEN, not"):
        feature(TicTacToe())


def test_none_is_no_position_even_before_any_has_been_read():
    code = "from minimax_lab.evaluate import phase; phase(None)"
    ended = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.stderr.endswith("TypeError: a position is a Chess, a chess.Board or a FEN, not None\n")


ALONE = """
import sys
import minimax_lab.evaluate
assert not {"chess", "numpy", "sklearn"} & {*sys.modules}
from minimax_lab.evaluate import material
assert "chess" in sys.modules and not {"numpy", "sklearn"} & {*sys.modules}
print(material.on("k7/8/8/8/8/8/8/KQ6"))
"""


def test_evaluations_load_python_chess_only_when_chess_is_asked_for():
    shown = subprocess.run([sys.executable, "-c", ALONE], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert shown == "material: +9 (White 9: b1 ×9; Black 0)\n"


def test_a_name_that_is_not_there_is_an_error_as_in_any_module():
    import minimax_lab.evaluate

    with pytest.raises(AttributeError, match="has no attribute 'materiel'"):
        minimax_lab.evaluate.materiel  # noqa: B018
