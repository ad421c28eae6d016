"""A class of states is compared with the right game in everything that both offer: turn, end, utility and keys."""

import math

import pytest

from minimax_lab import check
from minimax_lab.game import MAX, MIN
from minimax_lab.games import TicTacToe

LINES = (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)


class Noughts:
    """Tic-tac-toe, written by hand and right in everything."""

    def __init__(self, board="." * 9):
        self.board = board

    def _won(self):
        return any(self.board[a] == self.board[b] == self.board[c] != "." for a, b, c in LINES)

    def get_legal_moves(self):
        return [] if self._won() else [cell for cell in range(9) if self.board[cell] == "."]

    def forecast_move(self, cell):
        mark = "XO"[self.board.count(".") % 2 == 0]
        return type(self)(self.board[:cell] + mark + self.board[cell + 1 :])


class All(Noughts):
    @property
    def active_player(self):
        return MAX if self.board.count(".") % 2 else MIN

    def is_terminal(self):
        return not self.get_legal_moves()

    def utility(self):
        return (-1 if self.active_player is MAX else 1) if self._won() else 0

    def __eq__(self, other):
        return self.board == other.board

    def __hash__(self):
        return hash(self.board)


class LongMemory(All):
    """Positions that were reached in another order count as others: slower, but not wrong."""

    def __init__(self, board="." * 9, played=()):
        super().__init__(board)
        self.played = played

    def forecast_move(self, move):
        return LongMemory(super().forecast_move(move).board, (*self.played, move))

    def __eq__(self, other):
        return self.played == other.played

    def __hash__(self):
        return hash(self.played)


class AlwaysMax(All):
    active_player = MAX


class FortyTwo(All):
    def utility(self):
        return 42


class Nothing(All):
    def utility(self):
        pass


class NotANumber(All):
    def utility(self):
        return math.nan


class Fails(All):
    def utility(self):
        return self.bord


class NeverOver(All):
    def is_terminal(self):
        return False


class Forgetful(All):
    def _marks(self):
        return self.board.replace("O", "X")

    def __eq__(self, other):
        return self._marks() == other._marks()

    def __hash__(self):
        return hash(self._marks())


class ForgetfulKey(Noughts):
    def key(self):
        return len(self.get_legal_moves())


@pytest.mark.parametrize("cls", [Noughts, All, LongMemory])
def test_what_is_right_or_not_offered_is_not_held_against_a_class(cls):
    report = check.game_state(cls, TicTacToe())
    assert report.passed, report
    assert report.score == 1


WRONG = {
    AlwaysMax: ("wrong-turn", "active_player", MAX, MIN),
    FortyTwo: ("wrong-utility", "utility()", 42, None),
    Nothing: ("wrong-utility", "utility()", None, None),
    NotANumber: ("wrong-utility", "utility()", None, None),
    NeverOver: ("wrong-end", "is_terminal()", False, True),
}


@pytest.mark.parametrize("cls", WRONG, ids=lambda cls: cls.__name__)
def test_a_wrong_turn_end_or_utility_is_found_where_it_shows_first(cls):
    report = check.game_state(cls, TicTacToe())
    code, call, returned, expected = WRONG[cls]
    [finding] = report.findings
    assert finding.code == code
    assert finding.call.endswith(f".{call}")
    assert returned is None or finding.returned == returned
    assert expected is None or finding.expected == expected
    assert report.score < 1


@pytest.mark.parametrize("cls", [Forgetful, ForgetfulKey])
def test_a_key_that_forgets_is_found_with_both_positions(cls):
    [finding] = check.game_state(cls, TicTacToe()).findings
    assert finding.code == "equal-keys"
    assert "not the same position" in finding.message


def test_a_method_that_fails_is_told_as_a_failure():
    [finding] = check.game_state(Fails, TicTacToe()).findings
    assert finding.code == "raises"
    assert "bord" in str(finding)


def test_a_turn_that_is_not_said_with_max_and_min_is_not_compared():
    class Numbered(Noughts):
        active_player = 1

    assert check.game_state(Numbered, TicTacToe()).passed
