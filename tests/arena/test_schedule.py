"""Who plays whom, and from which positions."""

from dataclasses import dataclass

import pytest

from minimax_lab.adapt import as_game
from minimax_lab.arena import (
    openings,
    tournament,
)
from minimax_lab.arena.seeded_game import seed_of
from minimax_lab.arena.tournaments import schedule
from minimax_lab.game import MAX, MIN
from minimax_lab.games import TicTacToe, tree
from tests.arena.samples import Heap, first, lucky


def test_the_schedule_finishes_a_round_before_the_next():
    rounds = [pairing.round for pairing in schedule("abc", 2, 3)]
    assert rounds == sorted(rounds)
    assert len(rounds) == 3 * 2 * 6


def test_the_seed_of_a_game_depends_on_all_that_tells_it_from_others():
    pairings = [*schedule("abc", 2, 3)]
    assert len({seed_of(pairing, seed) for pairing in pairings for seed in (0, 1)}) == 2 * len(pairings)


def test_openings_are_different_unfinished_and_as_far_from_the_start_as_was_asked():
    found = openings(TicTacToe(), plies=3, count=20, seed=1)
    assert len(found) == len(set(found)) == 20
    for state in found:
        assert sum(cell != "." for row in state.rows() for cell in row) == 3
        assert not state.is_terminal()
    assert found == openings(TicTacToe(), plies=3, count=20, seed=1)
    assert found != openings(TicTacToe(), plies=3, count=20, seed=2)


def test_there_are_no_more_openings_than_there_are():
    assert len(openings(TicTacToe(), plies=1, count=50)) == 9
    with pytest.raises(ValueError, match="every game that was tried was over after 3 moves"):
        openings(tree([[1, 2], [3, 4]]), plies=3)


@pytest.mark.parametrize("plies", [1, 2, 3])
def test_openings_of_a_game_that_says_not_whose_turn_it_is_know_it(plies):
    found = openings(Heap(9), plies=plies, count=5)
    assert {as_game(state).active_player for state in found} == {MIN if plies % 2 else MAX}
    result = tournament({"first": first, "lucky": lucky}, found)
    movers = {result.record(game)._signed_moves()[0][0] for game in result.games}
    assert movers == {"▼" if plies % 2 else "▲"}


@dataclass
class Pegs:
    """Its states can be compared, but not be keys, and its moves can not be keys either."""

    pegs: list

    def get_legal_moves(self):
        return [[i] for i, peg in enumerate(self.pegs) if not peg]

    def forecast_move(self, move):
        return Pegs([peg or i == move[0] for i, peg in enumerate(self.pegs)])


def test_openings_are_different_where_neither_states_nor_moves_can_be_keys():
    found = openings(Pegs([False] * 4), plies=2, count=50)
    assert len(found) == 6  # two of four
    assert len({tuple(as_game(state).pegs) for state in found}) == 6


@pytest.mark.parametrize("wrong", [{"plies": 0}, {"count": 0}, {"plies": "2"}])
def test_openings_refuse_what_makes_no_sense(wrong):
    with pytest.raises(ValueError, match=f"{next(iter(wrong))} must be a whole number, 1 or more"):
        openings(TicTacToe(), **wrong)
