"""Isolation beside a naive reading of its rules, and what is known of the mini board."""

from copy import deepcopy
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minimax_lab.game import MAX, MIN, IllegalMove
from minimax_lab.games import Isolation
from tests.strategies import quick, thorough

OPEN, CLOSED = "open", "closed"


class NaiveBoard:
    """The rules word by word: a grid of cells, and a copy of everything for every move."""

    def __init__(self, width, height, blocked):
        self.grid = [[CLOSED if (x, y) in blocked else OPEN for x in range(width)] for y in range(height)]
        self.standing = [None, None]  # player 1, player 2
        self.turn = 0

    def is_open(self, x, y):
        return 0 <= y < len(self.grid) and 0 <= x < len(self.grid[0]) and self.grid[y][x] == OPEN

    def moves(self, player=None):
        """First anywhere open; then from cell to cell in one direction for as long as they are open."""
        here = self.standing[self.turn if player is None else player]
        if here is None:
            return {(x, y) for y in range(len(self.grid)) for x in range(len(self.grid[0])) if self.is_open(x, y)}
        reached = set()
        for right in -1, 0, 1:
            for down in -1, 0, 1:
                x, y = here
                while (right or down) and self.is_open(x + right, y + down):
                    x, y = x + right, y + down
                    reached.add((x, y))
        return reached

    def after(self, move):
        board = deepcopy(self)
        x, y = move
        board.grid[y][x] = CLOSED
        board.standing[board.turn] = move
        board.turn = 1 - board.turn
        return board


@st.composite
def boards(draw):
    width, height = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    cells = [(x, y) for x in range(width) for y in range(height)]
    return width, height, draw(st.lists(st.sampled_from(cells), max_size=len(cells) // 2))


@thorough
@given(boards(), st.randoms(use_true_random=False))
def test_the_moves_are_those_of_a_naive_board_all_along_a_game(board, rng):
    state, naive = Isolation(*board), NaiveBoard(*board)
    while True:
        moves = state.get_legal_moves()
        assert set(moves) == naive.moves()
        assert len(moves) == len(naive.moves())
        assert [set(state.reach(player)) for player in (MAX, MIN)] == [naive.moves(0), naive.moves(1)]
        assert state.active_player is (MAX, MIN)[naive.turn]
        assert state.positions == tuple(naive.standing)
        assert state.is_terminal() is (not naive.moves())
        if not moves:
            break
        move = rng.choice(moves)
        state, naive = state.forecast_move(move), naive.after(move)
    assert state.utility() == (-1, +1)[naive.turn]  # whoever cannot move has lost


@quick
@given(boards(), st.randoms(use_true_random=False))
def test_every_cell_that_a_naive_board_allows_can_be_entered_and_no_other(board, rng):
    state, naive = Isolation(*board), NaiveBoard(*board)
    width, height, _ = board
    while naive.moves():
        for cell in [(x, y) for x in range(-1, width + 1) for y in range(-1, height + 1)]:
            if cell in naive.moves():
                assert set(state.forecast_move(cell).get_legal_moves()) == naive.after(cell).moves()
            else:
                with pytest.raises(IllegalMove):
                    state.forecast_move(cell)
        move = rng.choice(sorted(naive.moves()))
        state, naive = state.forecast_move(move), naive.after(move)


@quick
@given(boards())
def test_the_board_shows_which_cells_are_open(board):
    width, height, blocked = board
    state = Isolation(width, height, blocked)
    assert (state.width, state.height) == (width, height)
    assert state.rows() == ["".join("#" if (x, y) in blocked else "." for x in range(width)) for y in range(height)]


def test_the_players_stand_where_they_went_and_leave_closed_cells_behind():
    state = Isolation(3, 3)
    for move in (0, 0), (2, 2), (1, 0), (2, 1):
        state = state.forecast_move(move)
    assert state.rows() == ["#1.", "..2", "..#"]
    assert str(state) == "# 1 .\n. . 2\n. . #"
    assert repr(state) == "<Isolation #1./..2/..# MAX to move>"
    assert state.positions == ((1, 0), (2, 1))


def test_nobody_jumps_over_a_closed_cell():
    state = Isolation(5, 1).forecast_move((0, 0)).forecast_move((2, 0))
    assert state.get_legal_moves() == [(1, 0)]
    state = Isolation(3, 3, blocked=[(1, 1)]).forecast_move((0, 0)).forecast_move((0, 2))
    assert set(state.get_legal_moves()) == {(1, 0), (2, 0), (0, 1)}


def test_the_default_board_is_the_mini_board_unless_the_blocked_cells_are_given():
    assert Isolation() == Isolation(3, 2) == Isolation(3, 2, blocked=[(2, 1)])
    assert Isolation().rows() == ["...", "..#"]
    assert Isolation(3, 2, blocked=()).rows() == ["...", "..."]
    assert Isolation(2, 3).rows() == ["..", "..", ".."]
    assert Isolation(width=5, height=5, blocked=()).get_legal_moves() == [(x, y) for y in range(5) for x in range(5)]
    assert Isolation(2, 2, blocked=(cell for cell in [(0, 0), (0, 0)])).rows() == ["#.", ".."]


def test_boards_of_different_sizes_or_with_different_open_cells_differ():
    boards = [
        Isolation(6, 1),
        Isolation(1, 6),
        Isolation(2, 3),
        Isolation(3, 2, []),
        Isolation(),
        Isolation(7, 1, [(6, 0)]),
    ]
    assert len(set(boards)) == len(boards)
    assert all(one != other for i, one in enumerate(boards) for other in boards[:i])


def test_the_same_cells_closed_and_the_players_elsewhere_is_another_position():
    def after(*moves):
        state = Isolation(3, 3)
        for move in moves:
            state = state.forecast_move(move)
        return state

    assert after((0, 0), (2, 2), (0, 1)) != after((0, 1), (2, 2), (0, 0))  # MAX stands elsewhere, MIN is to move
    assert after((0, 0), (2, 2), (0, 1), (2, 1)) != after((0, 0), (2, 1), (0, 1), (2, 2))
    assert after((0, 0), (2, 2)) != after((2, 2), (0, 0))


def test_what_was_blocked_and_what_was_left_behind_make_no_difference():
    walked = Isolation(3, 3).forecast_move((0, 0)).forecast_move((2, 2)).forecast_move((1, 1)).forecast_move((2, 1))
    blocked = Isolation(3, 3, [(0, 0), (2, 2)]).forecast_move((1, 1)).forecast_move((2, 1))
    assert walked == blocked
    assert hash(walked) == hash(blocked)


@pytest.mark.parametrize(
    ("width", "height"),
    [
        (0, 3),
        (3, 0),
        (-1, 2),
        (-2, -2),
        (3.0, 2),
        ("3", 2),
        (None, None),
        (3, (2,)),
        (True, 2),
        (10**4, 10**4),
        (401, 1),
    ],
)
def test_a_board_of_no_size_or_too_large_a_size_is_refused(width, height):
    with pytest.raises(ValueError, match="whole numbers, at least 1 by 1 and at most 400 cells") as caught:
        Isolation(width, height)
    assert f"not {width!r} by {height!r}" in str(caught.value)


@pytest.mark.exhaustive
def test_a_board_may_have_four_hundred_cells():
    assert len(Isolation(20, 20).get_legal_moves()) == len(Isolation(400, 1).get_legal_moves()) == 400


@pytest.mark.parametrize("cell", [(3, 0), (0, 2), (-1, 0), (0,), 5, "a", None, (0, 0, 0), (0.5, 1)])
def test_a_blocked_cell_that_is_not_on_the_board_is_refused_and_named(cell):
    with pytest.raises(ValueError, match="not on the board of 3 by 2") as caught:
        Isolation(3, 2, blocked=[(0, 0), cell])
    assert repr(cell) in str(caught.value)


def test_a_blocked_cell_that_is_a_list_is_refused_and_named():
    with pytest.raises(ValueError, match=r"\[0, 0\]"):
        Isolation(3, 2, blocked=[[0, 0]])


def around(x, y):
    return [(x + right, y + down) for right in (-1, 0, 1) for down in (-1, 0, 1) if right or down]


@pytest.mark.parametrize("seed", range(10))
def test_a_cell_beside_the_opponent_is_as_promising_as_one_with_eight_more_open_cells_around(seed):
    rng, state, naive = Random(seed), Isolation(6, 6), NaiveBoard(6, 6, [])

    def worth(cell):
        opponent = naive.standing[1 - naive.turn]
        beside = opponent is not None and cell in around(*opponent)
        return 8 * beside + sum(naive.is_open(*near) for near in around(*cell))

    while moves := state.get_legal_moves():
        assert state.promising_first(moves) == sorted(moves, key=worth, reverse=True)
        move = rng.choice(moves)
        state, naive = state.forecast_move(move), naive.after(move)


def test_and_not_more_promising_than_that():
    walls = [cell for cell in around(5, 5) if cell != (6, 6)]
    state = Isolation(7, 7, walls).forecast_move((6, 6))
    ordered = state.promising_first(state.get_legal_moves())
    assert ordered.index((1, 1)) < ordered.index((5, 5))  # eight open cells around; none, but beside the opponent


# --- the mini board -----------------------------------------------------------------------------------------------


def naive_wins(board):
    """Whether the player to move wins."""
    return any(not naive_wins(board.after(move)) for move in board.moves())


def naive_size(board):
    return 1 + sum(naive_size(board.after(move)) for move in board.moves())


def size(state):
    return 1 + sum(size(state.forecast_move(move)) for move in state.get_legal_moves())


def wins(state):
    return any(not wins(state.forecast_move(move)) for move in state.get_legal_moves())


def test_the_full_tree_of_the_mini_board_has_225_nodes():
    assert size(Isolation()) == 225
    assert naive_size(NaiveBoard(3, 2, [(2, 1)])) == 225


def test_player_one_wins_the_mini_board_with_exactly_three_first_moves():
    start, naive = Isolation(), NaiveBoard(3, 2, [(2, 1)])
    winning = {(0, 0), (2, 0), (0, 1)}
    assert {move for move in start.get_legal_moves() if not wins(start.forecast_move(move))} == winning
    assert {move for move in naive.moves() if not naive_wins(naive.after(move))} == winning


@quick
@given(st.integers(1, 3), st.integers(1, 2), st.data())
def test_who_wins_a_small_board_is_who_wins_the_naive_one(width, height, data):
    cells = [(x, y) for x in range(width) for y in range(height)]
    blocked = data.draw(st.lists(st.sampled_from(cells), max_size=3))
    assert wins(Isolation(width, height, blocked)) is naive_wins(NaiveBoard(width, height, blocked))
