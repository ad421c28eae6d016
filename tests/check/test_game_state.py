"""A student's game is right in any style, and a wrong one is told its mistake on the shortest line of moves."""

import re
from collections import Counter
from copy import copy
from itertools import combinations

import pytest

from minimax_lab import check
from minimax_lab.check.game import mended
from minimax_lab.check.game import student as module
from minimax_lab.check.game.mistaken import Rules, moves_after
from minimax_lab.check.game.positions import FOURS, four_in_a_line, games_with_every_four
from minimax_lab.check.report import Finding
from minimax_lab.check.texts.games import RULES
from minimax_lab.games import RPS, ConnectFour, Isolation, TicTacToe
from tools.students import connect_four
from tools.students import game_state as students


def codes(report):
    return [finding.code for finding in report.findings]


@pytest.fixture
def may_be_the_library_s(monkeypatch):
    """The library's games stand in for a student's own."""
    monkeypatch.setattr(module, "GAMES", ())


def lines_of(state, most):
    """Every line of moves of a game with its position, the shortest first, to a length."""
    level = [((), state)]
    for _ in range(most + 1):
        yield from level
        level = [((*line, move), at.forecast_move(move)) for line, at in level for move in at.get_legal_moves()]


def first_difference(make):
    """The length of the shortest line after which a class has other moves than the game, by brute force."""

    def moves_of(line):
        state = make()
        for move in line:
            state = state.forecast_move(move)
        return sorted(state.get_legal_moves())

    return next(len(line) for line, at in lines_of(Isolation(), 5) if moves_of(line) != sorted(at.get_legal_moves()))


@pytest.mark.parametrize("cls", students.CORRECT)
def test_a_right_class_passes_in_any_style(cls):
    report = check.game_state(cls)
    assert report.passed, report
    assert (report.score, report.findings) == (1, ())


@pytest.mark.parametrize(
    ("make", "reference"),
    [
        (TicTacToe, TicTacToe),
        (ConnectFour, ConnectFour()),
        (lambda: Isolation(4, 4), Isolation(4, 4)),
        (lambda: RPS.deal(3), RPS.deal(3)),
    ],
)
def test_other_games_are_checked_against_their_reference(make, reference, may_be_the_library_s):
    assert check.game_state(make, reference).passed
    report = check.game_state(students.Sets, reference)
    assert not report.passed
    assert report.score < 0.1


@pytest.mark.parametrize(("code", "cls"), students.WRONG_RULES.items())
def test_a_mistake_in_the_rules_gets_its_name_on_the_shortest_line(code, cls):
    report = check.game_state(cls)
    assert codes(report) == [code]
    (finding,) = report.findings
    assert len(finding.counterexample) == first_difference(cls)
    assert finding.counterexample.position.rows()
    assert finding.returned != finding.expected
    assert 0 <= report.score < 1
    assert finding.hints


SHAPES = {"misses-a-direction": "misses-a-direction:(1, -1):(-1, 1)"}  # which of the directions


@pytest.mark.parametrize(("code", "cls"), students.WRONG_RULES.items())
def test_a_wrong_class_does_what_the_mistaken_rules_do(code, cls):
    for line, _ in lines_of(Isolation(), 3):
        state = cls()
        for move in line:
            if move not in state.get_legal_moves():
                break
            state = state.forecast_move(move)
        else:
            assert {*state.get_legal_moves()} == moves_after(Isolation(), [SHAPES.get(code, code)], line)


def test_every_named_mistake_has_a_student_who_makes_it():
    assert RULES.keys() == students.WRONG_RULES.keys()


@pytest.mark.parametrize("size", [(3, 2, None), (3, 3, None), (4, 3, [(1, 1)])])
def test_the_rules_without_a_mistake_are_those_of_the_game(size):
    start = Isolation(*size)
    for line, at in lines_of(start, 3):
        assert moves_after(start, [], line) == {*at.get_legal_moves()}


class Playable:
    """The mistaken rules as a class that a student could have written."""

    faults = ()

    def __init__(self, line=()):
        self.line = line

    def get_legal_moves(self):
        return sorted(moves_after(Isolation(), self.faults, self.line))

    def forecast_move(self, move):
        return type(self)((*self.line, move))


@pytest.mark.exhaustive
@pytest.mark.parametrize("pair", [*combinations(RULES, 2)][::4])
def test_two_mistakes_at_once_never_get_a_name_that_is_wrong(pair, may_be_the_library_s):
    class Both(Playable):
        faults = pair

    report = check.game_state(Both)
    assert not report.passed
    for finding in report.findings:
        if finding.code not in pair:  # then nobody could tell from the moves of the 225 positions
            same = tuple(fault.code for fault in report.findings)
            assert all(
                moves_after(Isolation(), same, line) == moves_after(Isolation(), pair, line)
                for line, _ in lines_of(Isolation(), 5)
                if _can_be_played(pair, line)
            )


def _can_be_played(faults, line):
    return all(move in moves_after(Isolation(), faults, line[:i]) for i, move in enumerate(line))


def test_two_mistakes_are_each_told_where_they_show(may_be_the_library_s):
    class Both(Playable):
        faults = ("blocked-cell", "wrong-player")

    report = check.game_state(Both)
    assert {finding.code: len(finding.counterexample) for finding in report.findings} == {
        "blocked-cell": 0,
        "wrong-player": 1,
    }


@pytest.mark.exhaustive
def test_a_fault_without_a_name_fails_with_its_shortest_line():
    report = check.game_state(students.LastCellVanishes)
    assert codes(report) == ["wrong-moves"]
    (finding,) = report.findings
    assert len(finding.counterexample) == first_difference(students.LastCellVanishes) == 4
    assert "the game is not over, but your class lists no moves" in finding.message


@pytest.mark.parametrize("cls", students.MUTATING)
def test_a_state_that_changes_is_found(cls):
    report = check.game_state(cls)
    assert codes(report)[0] == "mutates-state"
    assert not report.passed
    hints = 3 + bool(report.findings[0].line)  # the last one is the edit of that line
    assert report.hint().startswith(f"Hint 1 of {hints}")


@pytest.mark.parametrize(("cls", "code"), students.BROKEN.items())
def test_a_broken_class_gets_a_plain_message(cls, code):
    report = check.game_state(cls)
    assert codes(report)[0] == code
    assert report.score < 1
    assert str(report) == str(check.game_state(cls))


def test_each_mistake_costs_its_share_and_nothing_that_follows_from_it():
    scores = {
        cls: check.game_state(cls).score for cls in (students.Twice, students.MUTATING[0], students.NothingBlocked)
    }
    assert scores == {
        students.Twice: pytest.approx(5 / 6),
        students.MUTATING[0]: pytest.approx(2 / 3),
        students.NothingBlocked: pytest.approx(2 / 3),
    }


@pytest.mark.parametrize("cls", [Isolation, type("GameState", (Isolation,), {})])
def test_the_library_s_own_game_is_no_answer(cls):
    report = check.game_state(cls)
    assert (codes(report), report.score) == (["borrowed"], 0)


def test_a_report_reads_like_this():
    line = check.game_state(students.NothingBlocked).findings[0].line
    assert str(check.game_state(students.NothingBlocked)).splitlines() == [
        "✗ NothingBlocked: not right yet (67%)",
        "",
        "✗ The blocked cell is open",
        "  At the start: (2, 1) is not legal. In your class, a player can enter a cell that is blocked from the "
        "beginning.",
        f"  Look at line {line}, in __init__: `self.open_cells.add((2, 1))`",
        "  NothingBlocked().get_legal_moves()",
        f"    returned {students.NothingBlocked().get_legal_moves()}",
        "    right is [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)]",
        "  The board, player 1 to move:",  # the class knows no MAX and MIN
        "    . . .",
        "    . . #",
        "  In the catalogue of misconceptions: blocked-cell",
        "",
        "For a hint: .hint()",
    ]


@pytest.mark.exhaustive
def test_a_long_way_to_a_fault_is_a_loop_and_a_board():
    class NoRisingDiagonal:
        def __init__(self, columns=("",) * 7):
            self.columns = columns

        def get_legal_moves(self):
            pieces = {(x, y): piece for x, column in enumerate(self.columns) for y, piece in enumerate(column)}
            lines = [[(x + i * dx, y + i * dy) for i in range(4)] for x, y in pieces for dx, dy in STEPS]
            won = any({pieces.get(cell) for cell in line} in ({"X"}, {"O"}) for line in lines)
            return [] if won else [x for x, column in enumerate(self.columns) if len(column) < 6]

        def forecast_move(self, move):
            piece = "XO"[sum(map(len, self.columns)) % 2]
            return NoRisingDiagonal((*self.columns[:move], self.columns[move] + piece, *self.columns[move + 1 :]))

    STEPS = (1, 0), (0, 1), (1, -1)
    (fault,) = check.game_state(NoRisingDiagonal, reference=ConnectFour()).faults
    assert "the game is over, but your class still lists moves. O has four on a diagonal: (column" in fault.message
    cells = [(int(x), int(y)) for x, y in re.findall(r"\((\d), (\d)\)", fault.message)]
    assert [(x - y) for x, y in cells] == [cells[0][0] - cells[0][1]] * 4
    assert {fault.board.rows()[5 - y][x] for x, y in cells} == {"O"}
    assert len(fault.counterexample) <= 12  # 11 are enough
    assert fault.call.count("forecast_move") == 1
    names = {"NoRisingDiagonal": NoRisingDiagonal}
    *before, last = fault.call.splitlines()
    exec("\n".join(before), names)
    assert eval(last, names) == fault.returned
    assert fault.board.utility() != 0


def test_above_a_board_of_connect_four_stands_which_of_them_is_to_move():
    for state, mark in (ConnectFour([3]), "O (MIN)"), (ConnectFour(), "X (MAX)"), (Isolation(), "MAX"):
        assert f"The board, {mark} to move:" in str(Finding("wrong-moves", "Wrong moves", "", state))


def test_a_report_on_a_class_of_connect_four_does_not_speak_of_max_and_min_either():
    class SixColumns:
        def get_legal_moves(self):
            return [*range(6)]

        def forecast_move(self, move):
            return SixColumns()

    fault = check.game_state(SixColumns, reference=ConnectFour()).faults[0]
    assert "The board, X to move:" in str(fault)


def test_a_state_in_place_of_its_class_is_an_error_that_says_so():
    with pytest.raises(TypeError, match="check the class itself: check.game_state\\(Sets\\)"):
        check.game_state(students.Sets())


def test_the_rules_can_be_played():
    rules = Rules(Isolation())
    rules.play((0, 0))
    assert rules.moves() == {(1, 0), (2, 0), (0, 1), (1, 1)}


LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


@pytest.mark.exhaustive
@pytest.mark.parametrize("forgotten", LINES)
def test_a_line_of_tic_tac_toe_that_was_forgotten_is_found(forgotten):
    class State:
        def __init__(self, cells="." * 9):
            self.cells = cells

        def get_legal_moves(self):
            lines = [line for line in LINES if line != forgotten]
            won = any({self.cells[cell] for cell in line} in ({"X"}, {"O"}) for line in lines)
            return [] if won else [cell for cell in range(9) if self.cells[cell] == "."]

        def forecast_move(self, cell):
            mark = "X" if self.cells.count(".") % 2 else "O"
            return State(self.cells[:cell] + mark + self.cells[cell + 1 :])

    assert not check.game_state(State, reference=TicTacToe()).passed


@pytest.mark.exhaustive
def test_falling_diagonals_of_connect_four_from_the_top_row_that_are_forgotten_are_found(
    may_be_the_library_s, monkeypatch
):
    monkeypatch.setattr(mended, "MOST_LINES", 0)  # the line that is to blame is not looked for
    forgotten = [four for four, step in FOURS.items() if step == (1, -1) and four[0][1] == 5]

    class Forgets(ConnectFour):
        def get_legal_moves(self):
            if moves := super().get_legal_moves():
                return moves
            return [0] if any(str(four)[1:-1] in four_in_a_line(self) for four in forgotten) else []

    (fault,) = check.game_state(Forgets, reference=ConnectFour()).faults
    assert "the game is over, but your class still lists moves. " in fault.message
    assert "four on a diagonal" in fault.message
    assert len(forgotten) == 4


def test_each_four_of_connect_four_alone_ends_a_game_and_is_just_missed_in_another():
    tried = dict(games_with_every_four(ConnectFour()))
    assert all(ConnectFour(path).key() == state.key() for path, state in tried.items())
    filled = Counter()
    for state in tried.values():
        at = {(x, y): mark for y, row in enumerate(state.rows()[::-1]) for x, mark in enumerate(row)}
        fours = {four: "".join(sorted(at[cell] for cell in four)) for four in FOURS}
        filled.update(fours.items())
        assert sum(marks in ("XXXX", "OOOO") for marks in fours.values()) == (not state.get_legal_moves())
    assert len(FOURS) == 69
    for four in FOURS:
        for ways in ("XXXX", "OOOO"), ("OXXX", "OOOX"), (".XXX", ".OOO"):
            assert any(filled[four, marks] for marks in ways)


def by_rows(column, row):
    return 7 * row + column


def from_the_top(column, row):
    return 7 * (5 - row) + column


def by_columns(column, row):
    return 6 * column + row


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("number", "steps"), [(by_rows, (1, 6, 7, 8)), (from_the_top, (1, 6, 7, 8)), (by_columns, (1, 5, 6, 7))]
)
def test_a_four_round_the_edge_of_connect_four_is_told_however_the_cells_are_numbered(number, steps, monkeypatch):
    monkeypatch.setattr(mended, "MOST_LINES", 0)  # the line that is to blame is not looked for

    class Flat:
        def __init__(self, cells="." * 42):
            self.cells = cells

        def get_legal_moves(self):
            lines = [self.cells[at::step][:4] for step in steps for at in range(42 - 3 * step)]
            over = "XXXX" in lines or "OOOO" in lines
            return [] if over else [column for column in range(7) if self.cells[number(column, 5)] == "."]

        def forecast_move(self, column):
            at = next(number(column, row) for row in range(6) if self.cells[number(column, row)] == ".")
            mark = "O" if self.cells.count(".") % 2 else "X"
            return Flat(self.cells[:at] + mark + self.cells[at + 1 :])

    (fault,) = check.game_state(Flat, reference=ConnectFour()).faults
    assert (fault.title, fault.code) == ("A four ends at the edge", "wraps-around")
    assert fault.returned == []


@pytest.mark.parametrize(("code", "cls"), [(code, cls) for code, made in connect_four.WRONG.items() for cls in made])
def test_a_mistake_about_fours_that_has_a_name_costs_a_third_like_a_wrong_rule(code, cls):
    report = check.game_state(cls, reference=ConnectFour())
    assert [(fault.code, bool(fault.name)) for fault in report.faults] == [(code, True)]
    assert report.score == pytest.approx(2 / 3)


def test_a_next_that_finds_nothing_is_an_error_and_not_the_end_of_the_game():
    class Line:
        def get_legal_moves(self):
            return [*range(7)]

        def forecast_move(self, move):
            next(cell for cell in ())

    (fault,) = check.game_state(Line, reference=ConnectFour()).faults
    assert "StopIteration" in str(fault)


def test_beside_a_state_that_has_changed_stand_the_legal_moves_and_not_the_class_s_own():
    class Shared:
        def __init__(self):
            self.open = {(x, y) for x in range(3) for y in range(2)}  # the blocked corner is forgotten

        def get_legal_moves(self):
            return sorted(self.open)

        def forecast_move(self, move):
            new = copy(self)
            new.open.discard(move)
            return new

    (finding,) = [one for one in check.game_state(Shared).findings if one.code == "mutates-state"]
    assert finding.expected == sorted(Isolation().get_legal_moves())


class SharesRows:
    """Each move is dropped into the rows of the state before: the list of rows is copied, the rows are not."""

    def __init__(self, rows=None, full=False):
        self.rows, self.full = rows or [[], []], full

    def get_legal_moves(self):
        return [] if self.full else [0, 1]

    def forecast_move(self, move):
        rows = self.rows[:]
        rows[0].append(move)
        return SharesRows(rows, len(rows[0]) >= 2)


class Apart(SharesRows):
    def forecast_move(self, move):
        rows = [[*self.rows[0], move], []]
        return Apart(rows, len(rows[0]) >= 2)


class ChangesItsCells:
    def __init__(self):
        self.cells = {0, 1, 2}

    def get_legal_moves(self):
        return sorted(self.cells)

    def forecast_move(self, move):
        new = copy(self)
        new.cells.discard(move)
        return new


class Cells(ChangesItsCells):
    def forecast_move(self, move):
        new = Cells()
        new.cells = self.cells - {move}
        return new


@pytest.mark.parametrize(("cls", "right"), [(SharesRows, Apart), (ChangesItsCells, Cells)])
def test_the_calls_that_are_printed_show_that_a_state_changes(cls, right):
    (finding,) = check.game_state(cls, reference=right()).findings
    *before, last = finding.call.splitlines()
    names = {cls.__name__: cls}
    exec("\n".join(before), names)
    assert finding.code == "mutates-state"
    assert eval(last, names) == finding.returned != finding.expected


class TakesMovesOut:
    """get_legal_moves changes the state that it is asked of."""

    def __init__(self, free=((0, 0), (1, 0), (2, 0), (0, 1), (1, 1)), at=(None, None)):
        self.free, self.at = [*free], at

    def get_legal_moves(self):
        here = self.at[0]
        moves = self.free
        for cell in [*moves] if here else ():
            dx, dy = cell[0] - here[0], cell[1] - here[1]
            between = ((cell[0] + here[0]) // 2, (cell[1] + here[1]) // 2)
            if max(abs(dx), abs(dy)) > 1 and (abs(dx) == 1 or dy or between not in self.free):
                moves.remove(cell)
        return moves

    def forecast_move(self, move):
        at = tuple(self.at[::-1])
        return TakesMovesOut([cell for cell in self.free if cell != move], (at[0], move))


def test_where_only_the_question_for_moves_changes_a_state_an_edit_that_changes_nothing_is_not_told():
    (finding,) = check.game_state(TakesMovesOut).findings
    assert finding.code == "mutates-state"
    assert "`moves = self.free`" in finding.message
