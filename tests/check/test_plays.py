"""A player that gives nothing away passes on any kind of board; what another one gives away is told and drawn."""

import linecache
import re
from functools import cache

import numpy as np
import pytest

from minimax_lab import check
from minimax_lab.check import playing as module
from minimax_lab.check.texts.playing import EVERY_WIN, ONE_SIDE
from minimax_lab.games import ConnectFour, Isolation, TicTacToe
from minimax_lab.search import Engine

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
EMPTY = " " * 9


# The oracle: tic-tac-toe on strings, without anything of the library


def other(mark):
    return "O" if mark == "X" else "X"


def turn(cells):
    return "X" if cells.count("X") == cells.count("O") else "O"


def has_line(cells, mark):
    return any(cells[i] == cells[j] == cells[k] == mark for i, j, k in LINES)


def put(cells, i):
    return cells[:i] + turn(cells) + cells[i + 1 :]


def free(cells):
    return [] if has_line(cells, "X") or has_line(cells, "O") else [i for i in range(9) if cells[i] == " "]


@cache
def value(cells):
    """For the side to move."""
    if has_line(cells, other(turn(cells))):
        return -1
    return max((-value(put(cells, i)) for i in free(cells)), default=0)


def best(cells):
    return max(free(cells), key=lambda i: -value(put(cells, i)))


def first(cells):
    return cells.index(" ")


def careless(cells):
    """Perfect, but on one board."""
    return 5 if cells == "XOX O X O" else best(cells)


def arising(player, sides="XO"):
    """The positions in which this player is asked, when it plays as each side against everything."""
    asked = set()
    for side in sides:
        level = {EMPTY}
        while level:
            now = {cells for cells in level if free(cells) and turn(cells) == side}
            asked |= now
            level = {put(c, i) for c in level for i in ([player(c)] if c in now else free(c))}
    return asked


def wrong_moves(player, sides="XO"):
    return [c for c in arising(player, sides) if -value(put(c, player(c))) < value(c)]


def told(report):
    """The numbers of positions and of wrong moves in the heading."""
    positions, wrong = re.search(r"([\d,]+) (?:late |of the )?positions.*, (\S+) wrong move", report.heading).groups()
    return int(positions.replace(",", "")), 0 if wrong == "no" else int(wrong.replace(",", ""))


# The same board in many kinds: an empty one, and the cells of one as the oracle's string

NUMBERS = {1: "X", -1: "O", 0: " "}
KINDS = {
    "list": ([" "] * 9, "".join),
    "list of ten": ([" "] * 10, lambda b: "".join(b[1:])),
    "rows": ([[None] * 3 for _ in range(3)], lambda b: "".join(c or " " for row in b for c in row)),
    "tuple of tuples": ((("-",) * 3,) * 3, lambda b: "".join(c.replace("-", " ") for row in b for c in row)),
    "rows of text": (["...", "...", "..."], lambda b: "".join(b).replace(".", " ")),
    "text": (EMPTY, str),
    "keys 1 to 9": (dict.fromkeys(range(1, 10), " "), lambda b: "".join(b.values())),
    "keys (row, column)": (
        {(r, c): "" for r in range(3) for c in range(3)},
        lambda b: "".join(c or " " for c in b.values()),
    ),
    "names": (dict.fromkeys("abcdefghi", " "), lambda b: "".join(b.values())),
    "numbers": ([0] * 9, lambda b: "".join(NUMBERS[c] for c in b)),
    "own numbers": ([*range(9)], lambda b: "".join(c if c in ("X", "O") else " " for c in b)),
    "array": (np.zeros((3, 3), int), lambda b: "".join(NUMBERS[c] for c in b.flatten())),
    "flat array": (np.zeros(9), lambda b: "".join(NUMBERS[c] for c in b)),
}


OF_NUMBERS = "numbers", "array", "flat array"


def places(board):
    """How the nine cells of a board are named by whoever plays on it."""
    if isinstance(board, dict):
        return [*board]
    if (isinstance(board, np.ndarray) and board.ndim == 2) or (not isinstance(board, str) and len(board) == 3):
        return [(r, c) for r in range(3) for c in range(3)]
    return range(1, 10) if len(board) == 10 else range(9)


def player_on(kind, choose, answer="cell"):
    example, cells_of = KINDS[kind]

    def player(board):
        cells = cells_of(board)
        i = choose(cells)
        place = places(board)[i]
        mark = {"X": 1, "O": -1}[turn(cells)] if numbers else turn(cells)
        if answer == "cell":
            return place
        if answer == "count":
            return i
        if isinstance(place, tuple) and not isinstance(board, (dict, np.ndarray)):
            board[place[0]][place[1]] = mark
        else:
            board[place] = mark
        return board if answer == "board" else None

    numbers = kind in OF_NUMBERS
    return player, example


@pytest.mark.exhaustive
def test_a_perfect_player_passes_on_every_kind_of_board_and_every_position_is_counted():
    assert told(check.plays(best, TicTacToe, board=EMPTY)) == (len(arising(best)), 0)
    for kind in KINDS:
        player, example = player_on(kind, best)
        report = check.plays(player, TicTacToe, board=example, side=1 if kind in OF_NUMBERS else "X")
        assert report.passed, (kind, report)
        assert told(report) == (len(arising(best, "X")), 0), kind


@pytest.mark.exhaustive
@pytest.mark.parametrize("answer", ["board", "on the board"])
def test_a_move_may_be_given_as_a_board_or_made_on_it(answer):
    for kind in KINDS:
        if kind not in ("text", "tuple of tuples", "rows of text"):
            player, example = player_on(kind, first, answer)
            report = check.plays(player, TicTacToe, board=example, side=1 if kind in OF_NUMBERS else "X")
            assert told(report) == (len(arising(first, "X")), len(wrong_moves(first, "X"))), kind


@pytest.mark.exhaustive
def test_a_new_text_is_a_board_too_and_the_cells_of_rows_may_be_counted():
    assert told(check.plays(lambda cells: put(cells, best(cells)), TicTacToe, board=EMPTY)) == (len(arising(best)), 0)
    player, example = player_on("rows", best, "count")
    assert check.plays(player, TicTacToe, board=example).passed


@pytest.mark.parametrize("player", [first, careless])
def test_every_wrong_move_is_counted_and_the_one_with_the_fewest_free_cells_is_shown(player):
    wrong = wrong_moves(player)
    report = check.plays(player, TicTacToe, board=EMPTY)
    assert told(report) == (len(arising(player)), len(wrong))
    assert report.score == pytest.approx(1 - len(wrong) / len(arising(player)))
    losing = {c for c in wrong if value(put(c, player(c))) > 0}
    for code, cells in ("loses", losing), ("misses-win", {*wrong} - losing):
        shown = [f for f in report.findings if f.code == code]
        assert len(shown) == bool(cells)
        for finding in shown:
            at = "".join(finding.counterexample.rows()).replace(".", " ")
            assert at in cells
            assert at.count(" ") == min(c.count(" ") for c in cells)  # there, one can work it out by hand
            assert finding.call == f"{player.__name__}({at!r})"
            assert finding.returned == player(at)
            right = [i for i in free(at) if -value(put(at, i)) == value(at)]
            named = finding.expected_text.rpartition(", to ")[0].replace(" or ", ", ").split(", ")
            assert named == [*map(str, right)]


def test_what_it_loses_to_is_told():
    finding = check.plays(first, TicTacToe, board=EMPTY, side="O").findings[0]
    at = "".join(finding.counterexample.rows()).replace(".", " ")
    reply = next(i for i in range(9) if f"'X' answers {i} and wins" in finding.message)
    assert value(put(put(at, first(at)), reply)) == -1
    assert "' ' is a free cell, 'X' moves first and 'O' second" in finding.message


def for_x(cells):
    """The best for X, whoever is to move."""
    return best(cells) if turn(cells) == "X" else min(free(cells), key=lambda i: -value(put(cells, i)))


@pytest.mark.exhaustive
def test_only_a_player_that_is_right_as_one_side_is_asked_whether_it_plays_that_one_alone():
    one_sided = check.plays(for_x, TicTacToe, board=EMPTY).findings[0]
    assert one_sided.hints.index(ONE_SIDE) == len(one_sided.hints) - 2  # late: most players are meant for both marks
    assert "All its wrong moves are those as 'O'." in one_sided.message
    assert check.plays(first, TicTacToe, board=EMPTY).findings[0].hints[-1] == EVERY_WIN
    for finding in check.plays(careless, TicTacToe, board=EMPTY).findings[0], as_second(for_x):
        assert ONE_SIDE not in finding.hints
        assert "All its wrong moves" not in finding.message


def as_second(player):
    return check.plays(player, TicTacToe, board=EMPTY, side="O").findings[0]


SEARCHING = """
LINES = (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)
known = {}


def has_won(board, mark):
    return any(board[a] == board[b] == board[c] == mark for a, b, c in LINES)


def solve(board, mark):
    other = "O" if mark == "X" else "X"
    key = "".join(board), mark
    if key not in known:
        if has_won(board, other):
            return -1
        known[key] = max([-solve(put(board, i, mark), other) for i in range(9) if board[i] == " "], default=0)
    return known[key]


def put(board, i, mark):
    return [*board[:i], mark, *board[i + 1 :]]


def choose(board):
    mark, other = ("X", "O") if board.count("X") == board.count("O") else ("O", "X")
    cells = [i for i in range(9) if board[i] == " "]
    return max(cells, key=lambda i: -solve(put(board, i, mark), other))
"""


def searching(text, name):
    """The player of such a text, which is known line by line as that of a cell is."""
    linecache.cache[name] = len(text), None, text.splitlines(True), name
    known = {"__name__": "students"}
    exec(compile(text, name, "exec"), known)
    return known["choose"]


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("i: -solve(put(board, i, mark), other)", "i: solve(put(board, i, mark), other)"),
        ("(0, 4, 8), (2, 4, 6)", "(0, 4, 8), (2, 4, 5)"),
        ("if has_won(board, other)", "if has_won(board, mark)"),
        ('("X", "O") if board.count("X") ==', '("X", "O") if board.count("X") !='),
    ],
)
def test_the_line_that_gives_moves_away_is_quoted_and_with_the_edit_of_the_last_hint_none_is(right, wrong):
    text, options = SEARCHING.replace(right, wrong), {"board": [" "] * 9, "side": "O"}
    finding = check.plays(searching(text, "<wrong>"), TicTacToe, **options).faults[0]
    line = text.splitlines()[finding.line - 1]
    assert wrong in line
    number, new, old = re.fullmatch(r"In line (\d+), write `(.+)` instead of `([^`]+)`.*", finding.hints[-1]).groups()
    assert int(number) == finding.line
    assert line.count(old) == 1
    mended = text.replace(line, line.replace(old, new))
    assert check.plays(searching(mended, "<mended>"), TicTacToe, **options).passed
    assert re.search(r"tried in \d+ of these positions, all with at most 4 free cells", finding.message)


@pytest.mark.parametrize(("kind", "most"), [("list", 3), ("list", 5), ("rows", 3), ("keys 1 to 9", 3), ("array", 3)])
def test_the_player_s_own_search_can_be_stepped_through_on_the_board_that_is_shown(kind, most):
    """With three free cells all of it; with five, which is too wide for a page, the first moves."""
    example, cells_of = KINDS[kind]

    def tried(board, mark):
        """The scores of all moves. Wrong: both sides take the largest of the first player's."""
        scores = {}
        for place in places(board):
            row, at = (board[place[0]], place[1]) if kind == "rows" else (board, place)
            if row[at] == example_cell:
                row[at] = mark
                scores[place] = search(board, swap[mark])
                row[at] = example_cell
        return scores

    def search(board, mark):
        cells = cells_of(board)
        if not free(cells):
            return has_line(cells, "X") - has_line(cells, "O")
        return max(tried(board, mark).values())

    def player(board):
        cells = cells_of(board)
        if cells.count(" ") != most:
            return places(board)[best(cells)]
        scores = tried(board, [*swap]["XO".index(turn(cells))])
        return max(scores, key=scores.get)

    swap = {1: -1, -1: 1} if kind in OF_NUMBERS else {"X": "O", "O": "X"}
    example_cell = {"rows": None, "array": 0}.get(kind, " ")
    report = check.plays(player, TicTacToe, board=example)
    finding = report.findings[0]
    assert str(report).count("Your board is read like this") == 1
    seen = finding.replay().trace
    assert repr(seen.root.state) == repr(finding.counterexample)
    at = "".join(finding.counterexample.rows()).replace(".", " ")
    shown = {"".join(node.state.rows()).replace(".", " ") for node in seen.nodes}
    reachable, level = set(), {at}
    while level:
        reachable |= level
        level = {put(cells, i) for cells in level for i in free(cells)}
    first = {at, *(put(at, i) for i in free(at))}
    assert first <= shown <= reachable
    assert (shown == reachable) == (most < 4)
    assert finding.replay().banner.startswith("What your search makes of the moves: ")
    assert finding.replay().banner.count("is worth") == len(free(at))


def test_one_side_alone_may_be_asked_for():
    for side in "XO":
        report = check.plays(first, TicTacToe, board=EMPTY, side=side)
        assert told(report) == (len(arising(first, side)), len(wrong_moves(first, side)))


def test_marks_may_be_any_and_a_second_parameter_gets_them():
    def player(board, mark):
        assert mark == ("n" if board.count("n") == board.count("c") else "c")
        return best(board.replace("n", "X").replace("c", "O").replace("_", " "))

    report = check.plays(player, TicTacToe, board="_" * 9, marks=("n", "c"))
    assert report.passed, report
    assert told(report) == (len(arising(best)), 0)


def test_without_a_board_a_player_gets_states_of_the_library():
    assert told(check.plays(lambda state: state.get_legal_moves()[0])) == (len(arising(first)), len(wrong_moves(first)))


def taken(board):
    return next((i for i in range(9) if board[i] != " "), 4)


@pytest.mark.parametrize("answer", [9, -1, None, True, "4", (1, 1), 2.5, [" "] * 9, taken, {0: 1}.keys()])
def test_an_illegal_move_is_told_with_how_the_board_is_read(answer):
    report = check.plays(
        lambda board: answer(board) if answer is taken else answer, TicTacToe, board=[" "] * 9, side="X"
    )
    finding = report.findings[0]
    assert finding.code == "illegal-move"
    assert "the number of a free cell, counted from 0" in finding.message


def test_the_rest_is_checked_though_one_move_is_illegal():
    def late(board):
        return 0 if board.count(" ") == 2 else best(board)

    report = check.plays(late, TicTacToe, board=EMPTY)
    assert {finding.code for finding in report.findings} >= {"illegal-move"}
    assert told(report)[0] == len(arising(best))


def test_a_crash_is_told_with_its_line():
    def player(board):
        if board.count(" ") < 4:
            return board.find("X") / 0
        return best(board)

    (finding,) = check.plays(player, TicTacToe, board=EMPTY).findings
    assert finding.code == "raises"
    assert "ZeroDivisionError" in finding.message
    assert "board.find" in finding.message
    assert "".join(finding.counterexample.rows()).count(".") < 4


def endless(board):
    while True:
        pass


def deep(board):
    return deep(board)


def asks(board):
    return int(input("Your move? "))


@pytest.mark.parametrize(("player", "code"), [(endless, "endless"), (deep, "too-deep"), (asks, "asks")])
def test_what_never_answers_is_told_at_once(player, code, monkeypatch):
    monkeypatch.setattr(module, "MOST_SECONDS", 0.2)
    report = check.plays(player, TicTacToe, board=EMPTY)
    assert [finding.code for finding in report.findings] == [code]
    assert report.score == 0
    assert "1 of the positions" in report.heading


def test_a_board_that_is_left_changed_is_told():
    def forgets(board):
        i = best("".join(board))
        board[board.index(" ")] = "X"
        return i

    report = check.plays(forgets, TicTacToe, board=[" "] * 9)
    assert report.findings[0].code == "changes-board"

    def plays_it_too(board):
        i = best("".join(board))
        board[i] = turn("".join(board))
        return i

    assert check.plays(plays_it_too, TicTacToe, board=[" "] * 9).passed


def test_what_cannot_be_a_board_a_side_or_a_game_is_refused():
    for wrong in (
        {"board": [" "] * 8},
        {"board": ["X", *[" "] * 8]},
        {"board": [" "] * 9, "side": "Q"},
        {"game": Isolation},
    ):
        with pytest.raises(ValueError, match="cells|empty board|side is|TicTacToe"):
            check.plays(first, **{"game": TicTacToe, "board": None, **wrong})


# Connect four


def by_engine(board, mark):
    """The engine's move on a list of rows, by way of the library's own position."""
    state = object.__new__(ConnectFour)
    grid = [list(row) for row in board]
    mine = theirs = 0
    for r, row in enumerate(reversed(grid)):
        for c, cell in enumerate(row):
            if cell != ".":
                mine, theirs = (mine | 1 << 8 * c + r, theirs) if cell == mark else (mine, theirs | 1 << 8 * c + r)
    state._mine, state._theirs = mine, theirs
    state._moves = tuple(c for c in range(7) if grid[0][c] == ".")
    state.active_player = module.MAX
    return Engine().search(state).move


ROWS = [["."] * 7 for _ in range(6)]


@pytest.mark.exhaustive
def test_a_perfect_player_passes_the_sample_of_connect_four():
    assert check.plays(by_engine, ConnectFour, board=ROWS).passed
    assert check.plays(lambda b, m: by_engine(b[::-1], m), ConnectFour, board=ROWS, top_first=False).passed


def to_move(grid):
    marks = [cell for row in grid for cell in row]
    return "X" if marks.count("X") == marks.count("O") else "O"


def four(grid, row, column):
    mark = grid[row][column]
    for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
        length = 1
        for sign in (1, -1):
            r, c = row + sign * dr, column + sign * dc
            while 0 <= r < 6 and 0 <= c < 7 and grid[r][c] == mark:
                length, r, c = length + 1, r + sign * dr, c + sign * dc
        if length >= 4:
            return True
    return False


def worth(grid, mark, low=-1, high=1):
    """Connect four to its end, by plain alpha-beta on rows: 1 if the side to move wins."""
    columns = [c for c in (3, 2, 4, 1, 5, 0, 6) if grid[0][c] == "."]
    best = -1 if columns else 0
    for column in columns:
        row = max(r for r in range(6) if grid[r][column] == ".")
        grid[row][column] = mark
        won = four(grid, row, column)
        best = max(best, 1 if won else -worth(grid, other(mark), -high, -max(low, best)))
        grid[row][column] = "."
        if best >= high:
            break
    return best


@pytest.mark.exhaustive
def test_the_wrong_moves_of_connect_four_are_wrong():
    def leftmost(board, mark):
        return next(c for c in range(7) if board[0][c] == ".")

    report = check.plays(leftmost, ConnectFour, board=ROWS)
    assert told(report)[0] == 40
    assert report.findings
    for finding in report.findings:
        grid = [[*row] for row in finding.counterexample.rows()]
        mark = to_move(grid)
        before = worth(grid, mark)
        column = finding.returned
        row = max(r for r in range(6) if grid[r][column] == ".")
        grid[row][column] = mark
        after = 1 if four(grid, row, column) else -worth(grid, other(mark))
        assert after < before
        assert (finding.code == "loses") == (after == -1)


@pytest.mark.exhaustive
def test_the_number_of_wrong_moves_in_connect_four_is_that_of_a_second_solver():
    wrong = 0
    for state in module.sample():
        grid = [[*row] for row in state.rows()]
        mark = to_move(grid)
        before, column = worth(grid, mark), next(c for c in range(7) if grid[0][c] == ".")
        row = max(r for r in range(6) if grid[r][column] == ".")
        grid[row][column] = mark
        wrong += (1 if four(grid, row, column) else -worth(grid, other(mark))) < before
    report = check.plays(lambda board: next(c for c in range(7) if board[0][c] == "."), ConnectFour, board=ROWS)
    assert told(report) == (40, wrong)
