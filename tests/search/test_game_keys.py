"""Where a table is used: states that it cannot tell apart, or takes for each other, are named and shown."""

import random
import re
import warnings

import pytest

from minimax_lab.adapt import GameFault
from minimax_lab.game import MAX, GameState
from minimax_lab.search import Engine, minimax
from minimax_lab.search.engine import engine
from tests.search.test_game_faults import Coins


class Nim(Coins):
    """Large enough to be worth a hint."""

    def __init__(self, left=26):
        super().__init__(left)


@pytest.mark.exhaustive
def test_states_that_cannot_be_told_apart_get_one_hint_where_a_table_is_used(monkeypatch):
    monkeypatch.setattr(engine, "_given", set())  # other tests have classes of the same name

    class Known(Nim):
        def __eq__(self, other):
            return self.left == other.left

        def __hash__(self):
            return hash(self.left)

    class Unhashable(Nim):
        def __eq__(self, other):
            return self.left == other.left

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        Engine(table=False).search(Nim())
        Engine().search(Known())
        Engine().search(Coins(3))
        assert not caught
        Engine().search(Nim())
        Engine().search(Nim())
        assert len(caught) == 1
        assert "Nim has no __eq__ and no __hash__" in str(caught[0].message)
        Engine().search(Unhashable())
        assert "Unhashable has __eq__ but no __hash__" in str(caught[1].message)


class Noughts:
    """Tic-tac-toe as a student writes it, with a key of its own: `forgets` says what that leaves out."""

    forgets = ""
    LINES = (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)

    def __init__(self, board="." * 9, active_player=MAX):
        self.board, self.active_player = board, active_player

    def _won(self):
        return any(self.board[a] == self.board[b] == self.board[c] != "." for a, b, c in self.LINES)

    def get_legal_moves(self):
        return [] if self._won() else [cell for cell in range(9) if self.board[cell] == "."]

    def forecast_move(self, cell):
        mark = "X" if self.active_player is MAX else "O"
        return type(self)(self.board[:cell] + mark + self.board[cell + 1 :], self.active_player.opponent)

    def utility(self):
        return (-1 if self.active_player is MAX else +1) if self._won() else 0

    def _identity(self):
        if self.forgets == "marks":
            return self.board.replace("O", "X")
        return self.board[:6] if self.forgets == "a row" else self.board

    def __eq__(self, other):
        return self._identity() == other._identity()

    def __hash__(self):
        return hash(self._identity())

    def __str__(self):
        return f"{self.board[:3]}/{self.board[3:6]}/{self.board[6:]}"


class ForgetsMarks(Noughts):
    forgets = "marks"


class ForgetsARow(Noughts):
    forgets = "a row"


class ForgetfulKey(GameState):
    """A key that leaves out whose turn it is, and how many coins are left, except for the last digit."""

    def __init__(self, left=23, active_player=MAX):
        self.left, self.active_player = left, active_player

    def get_legal_moves(self):
        return [n for n in (1, 2, 3) if n <= self.left]

    def forecast_move(self, move):
        return ForgetfulKey(self.left - move, self.active_player.opponent)

    def key(self):
        return self.left % 10

    def __str__(self):
        return f"{self.left} coins, {self.active_player} to move"


USING_TABLES = {
    "Engine": lambda state: Engine().search(state),
    "Engine in one go": lambda state: Engine(deepening=False).search(state),
    "Engine with a clock": lambda state: Engine().search(state, seconds=5),
    "Engine with an evaluation": lambda state: Engine(lambda state: 0).search(state, 6),
}
EQUAL_KEYS = r"(?s)Two states of {} have equal keys and are not the same position.*The one:\n.*The other:\n.*"


@pytest.mark.parametrize("tool", USING_TABLES.values(), ids=USING_TABLES)
@pytest.mark.parametrize("cls", [ForgetsMarks, ForgetsARow, ForgetfulKey], ids=lambda cls: cls.__name__)
def test_where_a_table_is_used_two_positions_with_equal_keys_are_named_and_shown(tool, cls):
    with pytest.raises(GameFault, match=EQUAL_KEYS.format(cls.__name__)) as caught:
        tool(cls())
    shown = str(caught.value).partition("The one:\n")[2].split("\nThe other:\n")
    assert len(shown) == 2
    assert shown[0] != shown[1]


def test_from_no_position_does_a_forgetful_key_hang_the_engine_or_make_it_wrong_in_silence():
    rng = random.Random(2)
    for _ in range(12):
        state = ForgetsMarks()
        for _ in range(rng.randrange(2, 7)):  # the test above is from the start itself
            state = state.forecast_move(rng.choice(state.get_legal_moves() or [0]))
        if state.get_legal_moves():
            try:
                assert Engine().search(state).value == minimax(state)
            except GameFault as fault:
                assert re.match(EQUAL_KEYS.format("ForgetsMarks"), str(fault))


def test_a_right_key_is_no_fault_nor_are_mirror_images():
    class Mirrored(Noughts):
        def canonical_key(self):
            return min(self.board, self.board[2::-1] + self.board[5:2:-1] + self.board[8:5:-1])

    for state in Noughts(), Mirrored():
        assert Engine().search(state).value == 0


def test_mirror_images_that_are_not_worth_the_same_are_named():
    class Sorted(Noughts):
        def canonical_key(self):
            return "".join(sorted(self.board))

    with pytest.raises(GameFault, match=r"(?s)canonical_key.*The one:\n.*The other:\n"):
        Engine().search(Sorted())
