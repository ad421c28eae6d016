"""A walk over the board in one direction: what is said of one that goes wrong."""

import pytest

from minimax_lab.check import exercises
from tools.students.minimax import program

ALONG = """
def along(open_cells, here, step):
    x, y = here
    dx, dy = step
    cells = []
    while (x + dx, y + dy) in open_cells:
        x, y = x + dx, y + dy
        cells.append((x, y))
    return cells
"""


@pytest.mark.parametrize(
    ("edit", "code"),
    [
        (("x, y = here", "y, x = here"), "swapped-coordinates"),
        (("dx, dy = step", "dy, dx = step"), "swapped-coordinates"),
        (("append((x, y))", "append((y, x))"), "swapped-coordinates"),
        (("(x + dx, y + dy) in", "(y + dy, x + dx) in"), "swapped-coordinates"),
        (("while (x", "if (x"), "one-step"),
        (("cells = []", "cells = [here]"), "wrong-value"),
    ],
)
def test_x_and_y_exchanged_in_a_walk_and_a_single_step_have_a_name_and_other_mistakes_have_not(edit, code):
    report = exercises.along(program(ALONG, edit))
    assert ([finding.code for finding in report.faults], report.score) == ([code], 0)


@pytest.mark.parametrize("always_empty", [False, True])
def test_a_walk_that_begins_with_the_start_is_told_why_it_finds_nothing_and_another_empty_one_is_not(always_empty):
    edits = ("(x + dx, y + dy) in", "(x, y) in"), ("        x, y = x + dx, y + dy\n        cells.append((x, y))", BODY)
    empty = (("return cells", "return []"),) if always_empty else ()
    (fault,) = exercises.along(program(ALONG, *edits, *empty)).faults
    assert fault.code == ("same-answer" if always_empty else "begins-here")
    assert ("what comes back is []" in fault.message) is not always_empty
    assert fault.line == (None if always_empty else 6)


BODY = "        cells.append((x, y))\n        x, y = x + dx, y + dy"


COLLECTS = """
def along(open_cells, here, step, found=[]):
    cell = here[0] + step[0], here[1] + step[1]
    if cell in open_cells:
        found.append(cell)
        return along(open_cells, cell, step, found)
    return found
"""


def test_a_walk_that_collects_cells_in_a_default_value_is_told_that_it_depends_on_earlier_calls():
    function = program(COLLECTS)
    report = exercises.along(function)
    (fault,) = report.faults
    assert (fault.code, fault.expected, report.score) == ("remembers-between-calls", [], 0)
    assert "\nLook at line 2, in along: `def along(open_cells, here, step, found=[]):`\n" in fault.message
    first = fault.message.split("But first ")[1].split(" returned ")[0]
    assert eval(first, {"along": function}) == fault.returned == eval(fault.call, {"along": function})


@pytest.mark.exhaustive
def test_a_walk_that_also_begins_with_a_cell_too_many_is_not_told_that_it_always_says_the_same():
    report = exercises.along(program(COLLECTS, ("    cell =", "    found.append(here)\n    cell =")))
    assert not report.passed
    assert report.faults[0].code != "same-answer"
    assert len(report.faults[0].returned) < 20


def test_a_right_walk_passes():
    assert exercises.along(program(ALONG)).score == 1
