"""Every row of the table of mistakes makes right programs wrong, in the way that its text says."""

from math import inf

import pytest

from minimax_lab.check.mistakes import ROWS, TABLE, mistakes
from minimax_lab.check.right_programs import PROGRAMS, Program
from minimax_lab.check.search.battery import Case, Log, ObservedTree, all_trees
from minimax_lab.check.search.run import minimax_value
from minimax_lab.check.texts import MISCONCEPTIONS
from minimax_lab.game import MAX

HARMLESS = {"strict-cut", "id-as-key"}  # right, but slower; right as long as no place in memory is used twice


def outcome(kind, functions, tree):
    """What a program returns for a tree, or which error it raises, and which leaves it looks at."""
    log = Log()
    state, maximizing = ObservedTree(tree, log), tree.active_player is MAX
    given = {
        "minimax": (tree.height, maximizing, log.evaluate),
        "alphabeta": (tree.height, -inf, inf, maximizing, log.evaluate),
        "negamax": (tree.height, 1 if maximizing else -1, log.evaluate),
        "negamax with a window": (tree.height, -inf, inf, 1 if maximizing else -1, log.evaluate),
    }[kind]
    try:
        return next(iter(functions.values()))(state, *given), log.leaves
    except Exception as error:
        return type(error), log.leaves


def test_there_is_one_row_for_a_code_and_a_text_for_each():
    assert len(ROWS) == len(TABLE)
    assert {*ROWS} <= {*MISCONCEPTIONS}
    assert all(row.title == MISCONCEPTIONS[row.code].title for row in TABLE)


@pytest.mark.parametrize("kind", ["minimax", "alphabeta", "negamax", "negamax with a window"])
def test_a_program_without_mistakes_is_right(kind):
    functions = Program(kind).functions
    for tree in all_trees(4):
        sign = -1 if "negamax" in kind and tree.active_player is not MAX else 1
        assert outcome(kind, functions, tree)[0] == sign * minimax_value(tree, tree.height)


def test_every_wrong_program_can_be_called_and_no_two_of_a_row_are_the_same():
    for kind in PROGRAMS:
        for row in mistakes(kind):
            programs = [*row.programs(kind)]
            assert len({program.source for program in programs}) == len(programs)
            assert all(program.source != Program(kind).source and program.functions for program in programs)


def test_what_is_shown_is_a_program_that_goes_wrong_somewhere():
    right = Program("alphabeta").functions
    cases = [Case(tree, tree.height) for nodes in (2, 3, 4, 5, 6) for tree in all_trees(nodes)]
    for row in mistakes("alphabeta"):
        if row.code in HARMLESS | NEEDS_MORE:
            continue
        source, function = row.program()
        assert source.startswith("def alphabeta(")
        wrong = {"alphabeta": function}
        differs = (outcome("alphabeta", wrong, case.tree) != outcome("alphabeta", right, case.tree) for case in cases)
        assert any(differs), row.code


# Here the depth is always the height of the tree, values are small whole numbers, and nothing is asked twice
NEEDS_MORE = {
    *("ignores-depth", "depth-stays", "finite-infinity", "whole-numbers-only", "table-without-depth"),
    *("bounds-as-exact", "ignores-terminal", "role-hard-coded"),
}
