"""Facts that are known from elsewhere: published counts, lecture notes, and solved games."""

import random
from collections import Counter

import pytest

from minimax_lab.game import MAX, MIN
from minimax_lab.games import ConnectFour, Isolation, TicTacToe, figure, tree
from minimax_lab.games.connectfour import has_four
from minimax_lab.search import (
    alphabeta,
    alphabeta_decision,
    look_until_closed,
    max_value,
    min_value,
    minimax,
    minimax_decision,
    minimax_fold,
    negamax,
)

VALUES = {
    "minimax": minimax,
    "max_value": max_value,  # MAX moves first in all of these
    "negamax": negamax,
    "alphabeta": alphabeta,
    "minimax_fold": minimax_fold,
    "minimax_fold, pruning": lambda state: minimax_fold(state, fold=look_until_closed),
}
every_search = pytest.mark.parametrize("search", VALUES.values(), ids=VALUES)
every_decision = pytest.mark.parametrize("decide", [minimax_decision, alphabeta_decision])


# --- mini-isolation -----------------------------------------------------------------------------------------------


@every_search
def test_player_one_wins_mini_isolation(search):
    assert search(Isolation()) == 1


def test_the_winning_first_moves_of_mini_isolation_are_three():
    start = Isolation()
    values = {move: minimax(start.forecast_move(move)) for move in start.get_legal_moves()}
    assert values == {(0, 0): 1, (2, 0): 1, (0, 1): 1, (1, 0): -1, (1, 1): -1}


def test_min_value_of_the_empty_mini_board_is_minus_one():
    """As in the exercise of seed 003: there the opponent of the searching player begins, and wins."""
    assert min_value(Isolation()) == -1


@every_decision
def test_the_first_winning_move_of_mini_isolation_is_chosen(decide):
    assert decide(Isolation()) == (0, 0)


# --- the trees of the lecture notes -------------------------------------------------------------------------------


@every_search
def test_the_tree_of_seed_001_is_worth_6(search):
    assert search(figure("three_branches")) == 6


def test_the_branches_of_the_tree_of_seed_001_are_worth_6_and_4_and_5():
    root = figure("three_branches")
    assert root.at((0,)) == tree([[5, 6], [9, 7]], MIN)
    assert [minimax(root.at((branch,))) for branch in root.get_legal_moves()] == [6, 4, 5]
    assert [min_value(root.at((branch,))) for branch in root.get_legal_moves()] == [6, 4, 5]
    assert [minimax(root.at((0, reply))) for reply in (0, 1)] == [6, 9]
    assert [minimax(root.at((2, reply))) for reply in (0, 1)] == [10, 5]


@every_search
def test_the_tree_of_seed_004_is_worth_3(search):
    assert search(figure("eight_leaves")) == 3


def test_the_nodes_of_the_tree_of_seed_004_have_the_values_of_its_drawing():
    root = figure("eight_leaves")
    assert root.leaves() == [-2, 3, 8, 2, -8, -3, 1, 10]
    assert [minimax(root.at((a, b))) for a in (0, 1) for b in (0, 1)] == [3, 8, -3, 10]
    assert [minimax(root.at((a,))) for a in (0, 1)] == [3, -3]
    assert root.active_player is MAX


@every_search
def test_the_textbook_tree_is_worth_3(search):
    assert search(figure("textbook")) == 3
    assert search(tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])) == 3


def test_the_branches_of_the_textbook_tree_are_worth_3_and_2_and_2():
    root = figure("textbook")
    assert {move: minimax(child) for move, child in root.children.items()} == {"a1": 3, "a2": 2, "a3": 2}


@every_decision
@pytest.mark.parametrize(("name", "best"), [("three_branches", 0), ("eight_leaves", 0), ("textbook", "a1")])
def test_the_best_move_of_each_figure_is_the_first(decide, name, best):
    assert decide(figure(name)) == best


# --- tic-tac-toe --------------------------------------------------------------------------------------------------

CELLS_IN_LINE = ["012", "345", "678", "036", "147", "258", "048", "246"]


def naive_winner(cells):
    """X, O or None, by looking at the eight lines of a string of nine."""
    return next((s for s in "XO" if any(all(cells[int(i)] == s for i in line) for line in CELLS_IN_LINE)), None)


def test_tic_tac_toe_has_549946_nodes_and_255168_complete_games_won_and_drawn_as_published():
    games = Counter()

    def count(state):
        moves = state.get_legal_moves()
        if not moves:
            games[state.utility()] += 1
            return 1
        return 1 + sum([count(state.forecast_move(move)) for move in moves])

    assert count(TicTacToe()) == 549_946
    assert games == {+1: 131_184, -1: 77_904, 0: 46_080}
    assert games.total() == 255_168


def test_tic_tac_toe_has_5478_positions_each_with_the_winner_that_its_lines_show():
    seen, new = {TicTacToe()}, [TicTacToe()]
    while new:
        new = [
            child
            for state in new
            for move in state.get_legal_moves()
            if (child := state.forecast_move(move)) not in seen
        ]
        new = [*dict.fromkeys(new)]
        seen.update(new)
    assert len(seen) == 5_478
    ends = Counter()
    for state in seen:
        cells = "".join(state.rows())
        winner = naive_winner(cells)
        assert state.is_terminal() is (winner is not None or "." not in cells)
        if state.is_terminal():
            assert state.utility() == {"X": 1, "O": -1, None: 0}[winner]
            ends[winner] += 1
        else:
            assert state.get_legal_moves() == [i for i, mark in enumerate(cells) if mark == "."]
            assert state.active_player is (MAX if cells.count("X") == cells.count("O") else MIN)
    assert ends == {"X": 626, "O": 316, None: 16}


@pytest.mark.parametrize("search", [minimax, alphabeta])
def test_tic_tac_toe_is_a_draw(search):
    assert search(TicTacToe()) == 0


# --- connect four -------------------------------------------------------------------------------------------------


@pytest.mark.exhaustive
def test_connect_four_has_the_published_numbers_of_positions_after_each_ply():
    level, counts = {ConnectFour()}, []
    for _ in range(8):
        counts.append(len(level))
        level = {state.forecast_move(move) for state in level for move in state.get_legal_moves()}
    assert counts == [1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859]


def naive_four(rows):
    """The marks that have four in a row, by starting from every cell in four directions."""
    found = set()
    for y in range(6):
        for x in range(7):
            for right, down in (1, 0), (0, 1), (1, 1), (1, -1):
                line = [(x + i * right, y + i * down) for i in range(4)]
                marks = {rows[v][u] if 0 <= u < 7 and 0 <= v < 6 else "." for u, v in line}
                if len(marks) == 1:
                    found |= marks - {"."}
    return found


def test_connect_four_ends_when_a_naive_scan_sees_four_in_a_row_or_the_board_is_full():
    rng, ends = random.Random(4), Counter()
    for _ in range(80):
        state, heights, grid = ConnectFour(), [0] * 7, [["."] * 7 for _ in range(6)]
        while True:
            rows = ["".join(row) for row in grid]
            assert state.rows() == rows
            winners = naive_four(rows)
            open_columns = [] if winners else [x for x in range(7) if heights[x] < 6]
            assert state.get_legal_moves() == open_columns
            if not open_columns:
                break
            column = rng.choice(open_columns)
            grid[5 - heights[column]][column] = "X" if sum(heights) % 2 == 0 else "O"
            heights[column] += 1
            state = state.forecast_move(column)
        assert state.utility() == (0 if not winners else 1 if winners == {"X"} else -1)
        ends[state.utility()] += 1
    assert ends[1] > 20
    assert ends[-1] > 20


def bits(cells):
    """A set of (column, row) as the number that connect four keeps it in."""
    return sum(1 << 8 * column + row for column, row in cells)


def test_connect_four_sees_every_one_of_the_69_lines_of_four_and_none_with_a_gap():
    lines = [
        [(x + i * right, y + i * up) for i in range(4)]
        for x in range(7)
        for y in range(6)
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1))
        if x + 3 * right < 7 and 0 <= y + 3 * up < 6
    ]
    assert len(lines) == 69
    for line in lines:
        assert has_four(bits(line))
        for gap in line:
            assert not has_four(bits(set(line) - {gap}))


def test_connect_four_sees_no_line_that_runs_over_the_edge():
    rng = random.Random(6)
    for density in 0.3, 0.5, 0.6:
        for _ in range(300):
            cells = {(x, y) for x in range(7) for y in range(6) if rng.random() < density}
            rows = ["".join("X" if (x, y) in cells else "." for x in range(7)) for y in range(6)]
            assert has_four(bits(cells)) is (naive_four(rows) == {"X"})


def test_connect_four_is_drawn_when_the_board_is_full_without_four_in_a_row():
    state = ConnectFour()
    for column in drawn_game():
        assert not state.is_terminal()
        state = state.forecast_move(column)
    assert state.is_terminal()
    assert state.utility() == 0
    assert "." not in str(state)


def drawn_game():
    """A game that fills the board without four in a row, found by trying random games in the order of their seeds."""
    for seed in range(10_000):
        rng, state, moves = random.Random(seed), ConnectFour(), []
        while legal := state.get_legal_moves():
            moves.append(rng.choice(legal))
            state = state.forecast_move(moves[-1])
        if len(moves) == 42 and not naive_four(state.rows()):
            return moves
    raise AssertionError("no drawn game found")
