"""An evaluation passes in any style; what is wrong with another one is told on a position with the fewest plies."""

import re

import chess
import pytest

from minimax_lab import check
from minimax_lab.check.evaluations import OPENINGS, SURE, _so_far, evidence, positions
from minimax_lab.check.texts import evaluations as texts
from minimax_lab.evaluate import mobility, rps_corrected, rps_standard
from minimax_lab.game import MAX, MIN
from minimax_lab.games import RPS, Chess, ConnectFour, Isolation, TicTacToe, tree
from minimax_lab.search import minimax
from minimax_lab.trace.words import value_text
from tools.students import evaluation as students
from tools.students.game_state import ChangesItself, Sets

BOARD = Isolation(4, 4)
GAMES = [Isolation(), BOARD, RPS.deal(2), TicTacToe(), ConnectFour()]


def codes(report):
    return [finding.code for finding in report.findings]


def plies_of(state):
    """How many moves have been made, counted on the board."""
    return "".join(state.rows()).count("#") + sum(at is not None for at in state.positions)


@pytest.mark.parametrize("function", students.CORRECT)
def test_a_right_evaluation_passes_in_any_style(function):
    report = check.evaluation(function, BOARD)
    assert report.passed, report
    assert (report.score, report.findings) == (1, ())


@pytest.mark.parametrize(("function", "code"), students.WRONG.items())
def test_a_wrong_evaluation_gets_the_name_of_its_fault(function, code):
    report = check.evaluation(function, BOARD)
    assert codes(report)[0] == code
    no_value = code in ("constant", "not-repeatable")  # nothing that it says means anything
    assert report.score == (0 if no_value else pytest.approx(1 - len(report.findings) / 4))
    assert report.findings[0].hints


@pytest.mark.parametrize(("function", "code"), students.BROKEN.items())
def test_a_broken_evaluation_gets_a_plain_message(function, code):
    report = check.evaluation(function, BOARD)
    assert codes(report) == [code]
    assert report.score == 0


@pytest.mark.parametrize("function", [students.own_room_only, students.more_for_max, students.a_bonus_for_max])
def test_the_position_shown_has_the_fewest_plies(function):
    (finding,) = check.evaluation(function, BOARD).findings
    shown = plies_of(finding.counterexample)
    level = [BOARD]
    for _ in range(shown):
        assert all(function(state) + function(state.exchanged()) == 0 for state in level)
        level = [state.forecast_move(move) for state in level for move in state.get_legal_moves()]


def test_a_position_is_found_deep_in_the_game():
    def odd_at_the_end(state):
        return students.room(state) if state.get_legal_moves() else 7

    (finding,) = check.evaluation(odd_at_the_end, BOARD).findings
    assert finding.code == "not-antisymmetric"
    assert not finding.counterexample.get_legal_moves()


def test_two_faults_get_both_names():
    def both(state):
        return -students.room(state) + students.random.random() / 1e6

    assert {*codes(check.evaluation(both, BOARD))} >= {"not-repeatable", "reversed"}


def remembering(key):
    known = {}

    def evaluation(state):
        if key(state) not in known:
            known[key(state)] = mobility(state) ** 3
        return known[key(state)]

    return evaluation


def test_answers_kept_under_too_small_a_key_depend_on_earlier_calls_and_are_told_so_with_the_two_boards():
    report = check.evaluation(remembering(lambda state: state.positions), Isolation(5, 5))
    (fault,) = report.findings
    assert (fault.code, report.score) == ("remembers-between-calls", 0)
    assert fault.message.split("returned ")[1].startswith(value_text(mobility(fault.board) ** 3))
    assert "But first evaluation(<Isolation " in fault.message
    assert fault.returned != mobility(fault.board) ** 3


def test_answers_that_are_kept_under_the_whole_state_are_no_fault():
    assert check.evaluation(remembering(lambda state: state.key()), Isolation(5, 5)).findings == ()


def test_what_only_chance_explains_is_not_told_as_a_second_mistake():
    def drawn(state):
        return students.room(state) + students.random.random() / 1e6

    assert codes(check.evaluation(drawn, BOARD)) == ["not-repeatable"]


def test_the_view_of_whoever_moves_is_one_mistake_though_finished_games_are_reversed_too():
    def movers_view(state):
        return students.room(state) * (1 if state.active_player is MAX else -1)

    assert codes(check.evaluation(movers_view, BOARD)) == ["flips-utility"]


def lost_room(state):
    return -len(state.reach(MAX))


def wrong_in_the_end(state):
    return students.room(state) if state.get_legal_moves() else lost_room(state)


@pytest.mark.parametrize("function", [students.wrong_way_round, lost_room, wrong_in_the_end])
def test_what_is_said_of_won_games_is_true_of_them(function):
    finding = next(f for f in check.evaluation(function, BOARD).findings if f.code == "reversed")
    ended = [state for state in positions(BOARD) if not state.get_legal_moves()]
    for winner, sign, side in ("MAX", 1, "below 0"), ("MIN", -1, "above 0"):
        against = [sign * function(state) < 0 for state in ended if sign * state.utility() > 0]
        told = re.search(rf"(some )?games that {winner} has won get a value {side}", finding.message, re.I)
        assert bool(told) == any(against)
        if told:
            assert bool(told[1]) == (not all(against))


def test_the_wrong_way_round_is_told_of_both_players():
    (finding,) = check.evaluation(lambda state: -students.finished_first(state), BOARD).findings
    assert finding.message == (
        "On the boards that were tried, games that MAX has won get a value below 0, and games that MIN has won get a "
        "value above 0. High is good for MAX."
    )


@pytest.mark.parametrize("function", [rps_standard, rps_corrected])
def test_the_library_s_own_evaluations_pass(function):
    assert check.evaluation(function, RPS.deal(1)).passed


@pytest.mark.exhaustive
def test_chess_is_mirrored():
    def material(state):
        values = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}
        board = state.board
        return sum(values[p.piece_type] * (1 if p.color else -1) for p in board.piece_map().values())

    def white_only(state):
        return len(state.board.pieces(chess.PAWN, chess.WHITE)) + material(state)

    assert check.evaluation(material, Chess).passed
    assert codes(check.evaluation(white_only, Chess())) == ["not-antisymmetric"]


def test_a_game_that_cannot_exchange_its_players_passes_with_a_remark():
    report = check.evaluation(lambda state: len(state.open_cells) + len(state.get_legal_moves()), Sets)
    assert report.passed
    assert codes(report) == ["not-tried"]
    assert report.score == 1


def test_a_change_to_a_student_s_own_state_is_noticed():
    def plays_on_it(state):
        moves = state.get_legal_moves()
        if moves:
            state.open_cells.discard(moves[0])
        return len(moves)

    assert "mutates-state" in codes(check.evaluation(plays_on_it, Sets))
    assert Sets().get_legal_moves() == ChangesItself().get_legal_moves()


def test_a_report_reads_like_this():
    assert str(check.evaluation(students.own_room_only, Isolation())).splitlines() == [
        "✗ own_room_only: not right yet (75%)",
        "",
        "✗ What is good for one side is not as bad for the other",
        "  With the players exchanged, the same position must have the opposite value. Your evaluation says 5 here, "
        "and 5 again with the players exchanged. The value should only change its sign.",
        "  state = Isolation()",
        "  own_room_only(state)",
        "    returned 5",
        "  The board, MAX to move:",
        "    . . .",
        "    . . #",
        "  In the catalogue of misconceptions: not-antisymmetric",
        "",
        "For a hint: .hint()",
    ]


# Exchanging the players


@pytest.mark.parametrize("start", GAMES, ids=repr)
def test_with_the_players_exchanged_every_result_is_too(start):
    for state in positions(start)[-40:]:
        image = state.exchanged()
        assert image.active_player is state.active_player.opponent
        assert sorted(image.get_legal_moves()) == sorted(state.get_legal_moves())
        assert image.exchanged().key() == state.key()
        assert image.exchanged().rows() == state.rows()
        if not state.get_legal_moves():
            assert image.utility() == -state.utility()


def test_with_the_players_exchanged_perfect_play_gives_the_opposite():
    for state in positions(Isolation()):
        assert minimax(state.exchanged()) == -minimax(state)


def test_the_board_shows_the_players_exchanged():
    assert TicTacToe("XO. .X. ...").exchanged().rows() == ["OX.", ".O.", "..."]
    state = Isolation().forecast_move((0, 0)).forecast_move((1, 1))
    assert state.exchanged().positions == ((1, 1), (0, 0))
    assert state.exchanged().active_player is MIN
    assert state.active_player is MAX
    assert tree([1, 2]).exchanged() is None


@pytest.mark.parametrize("drawn", [0, 1 / 2, 9 / 10])  # the share of openings from which each side wins once
def test_an_equal_opponent_wins_a_contest_in_at_most_five_of_a_hundred(drawn):
    undecided, passed = {(0, 0): 1.0}, 0.0  # how likely it is to have won and lost so many openings with either side
    for _ in range(OPENINGS):
        after = {}
        for (won, lost), chance in undecided.items():
            for pair, share in (
                ((won, lost), drawn),
                ((won + 1, lost), (1 - drawn) / 2),
                ((won, lost + 1), (1 - drawn) / 2),
            ):
                found = evidence([2] * pair[0] + [0] * pair[1])
                passed += chance * share if found >= SURE else 0
                if 1 / SURE < found < SURE:
                    after[pair] = after.get(pair, 0) + chance * share
        undecided = after
    assert passed <= 0.05


def test_a_contest_with_itself_is_not_won_and_says_the_same_every_time():
    from minimax_lab.evaluate import mobility

    first, second = (str(check.contest(mobility, mobility, BOARD)) for _ in range(2))
    assert first == second
    assert "Your evaluation won 100 of 200 games. From 0 openings it won with either side" in first
    assert "To win half of the games does not show that it is stronger." in first


def test_a_report_speaks_of_chance_only_where_more_than_half_of_the_games_are_won():
    def further_right(state):
        first, second = (at[0] if at else 0 for at in state.positions)
        return first - second

    (lost,) = check.contest(further_right, mobility, BOARD).faults
    assert "To win fewer than half of the games does not show that it is stronger." in lost.message
    assert "chance" not in lost.message.lower()
    assert _so_far(wins=101, half=100) == texts.TOO_OFTEN_BY_CHANCE


def test_a_part_that_takes_the_view_of_whoever_moves_costs_once():
    def in_parts(state):
        mover, corner = state.active_player, {MAX: 0, MIN: 0}
        for player, cell in zip((MAX, MIN), state.positions, strict=True):
            corner[player] = cell in ((0, 0), (4, 4))
        return len(state.reach(mover)) - len(state.reach(mover.opponent)) + (corner[MIN] - corner[MAX]) / 10

    report = check.evaluation(in_parts, Isolation(5, 5))
    assert (codes(report), report.score) == (["not-antisymmetric"], 0.75)
