"""What a mistake costs: the table in docs/POINTS.md is true."""

import re
from pathlib import Path

import pytest

from minimax_lab import check
from minimax_lab.check import exercises
from tests.check.test_outside_programs import PROGRAMS
from tools.students.game_state import ChangesItself, Jumps, LastCellVanishes, Sets
from tools.students.minimax import program
from tools.students.state_functions import FOUR

GUIDE = (Path(__file__).parents[2] / "docs" / "POINTS.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `0\d_\w+` \| `[\w-]+` \| (\d+) \| (.+?) \| ([\d.]+) \| .* \|$", re.MULTILINE)


class OtherCorner(Sets):
    def __init__(self):
        super().__init__()
        self.open_cells = {(x, y) for x in range(3) for y in range(2)} - {(0, 0)}


def levels(*edit):
    names = program(FOUR, edit, name="max_value").__globals__
    return exercises.minimax(min_value=names["min_value"], max_value=names["max_value"])


PROGRAM = {
    "the walk lists its own cell, or its cells in another order": "al4_rev",
    "asks `max_value` after a move": "md1_maxvalue",
    "returns the value, not the move": "md4_value",
    "one level does not stop early": "ev3_only",
    "nothing is ever cut off": "ab1_german_cutoutside",
    "the depth is passed down unchanged": "ab1_german_depth",
    "MIN starts with 0": "ab1_minstart0",
    "searches the children for the same side": "de1_samerole",
    "row −1 is taken for a row": "on2_neg",
    "an entry of any depth answers": "ts1_nodepth",
    "a bound is told apart by the player alone": "ts4_byplayer",
    "what is stored is never found again": "ts4_keychild",
    "goes on with guesses when the time is up": "dp3_swallow",
    "the depth never grows": "dp1_depthm",
    "`min_value` calls itself": "mv1_selfcall",
}
REPORTS = {mistake: PROGRAMS[name].report for mistake, name in PROGRAM.items()} | {
    "another corner is closed": lambda: exercises.game_state(OtherCorner),
    "jumps over closed cells": lambda: exercises.game_state(Jumps),
    "the last open cell is forgotten": lambda: exercises.game_state(LastCellVanishes),
    "`forecast_move` changes the state": lambda: exercises.game_state(ChangesItself),
    "only `terminal_test` is wrong": lambda: levels("return not state", "return state"),
    "`max_value` never comes back": lambda: levels('best = float("-inf")', "while True: pass"),
}
QUICK = "another corner is closed", "only `terminal_test` is wrong", "row −1 is taken for a row"


def costs_what_the_guide_says(mistake):
    most, got = {said: (float(most), float(got)) for most, said, got in ROW.findall(GUIDE)}[mistake]
    assert REPORTS[mistake]().points(most) == got, mistake
    return True


def test_some_mistakes_cost_what_the_guide_says_and_every_row_of_it_is_tested():
    assert {said for _, said, _ in ROW.findall(GUIDE)} == {*REPORTS}
    assert all(map(costs_what_the_guide_says, QUICK))


@pytest.mark.exhaustive
def test_every_mistake_costs_what_the_guide_says():
    assert all(map(costs_what_the_guide_says, REPORTS))


def test_a_fault_that_shows_in_none_of_the_aspects_costs_as_much_as_one_of_them():
    """Where all games are over at the same depth it is right at each ply: it fails at a game that ends sooner."""

    def search(state, depth, maximizing, evaluate):
        moves = state.get_legal_moves()
        return below(state, depth, maximizing, evaluate) if moves else evaluate(state)

    def below(state, depth, maximizing, evaluate):
        if depth == 0:
            return evaluate(state)
        children = map(state.forecast_move, state.get_legal_moves())
        best = max if maximizing else min
        return best((below(child, depth - 1, not maximizing, evaluate) for child in children), default=0)

    report = check.minimax(search)
    assert (report.passed, report.points(6)) == (False, 4)
