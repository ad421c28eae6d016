"""What is said of a loop that does not come to an end."""

import pytest

from tests.check.test_outside_programs import Outside

ENDLESS = """def along(open_cells, here, step):
    way = []
    cell = (here[0] + step[0], here[1] + step[1])
    while cell in open_cells:
        way.append(cell)
    return way
"""
NO_NAME_IS_SET = "No line of this loop sets `cell` or `open_cells` anew."


@pytest.mark.parametrize(
    ("old", "new", "line", "is_told"),
    [
        ("", "", 4, True),
        ("        way", "        cell = tuple(cell)\n        way", 4, False),  # set, but to the same
        (
            "    while cell in open_cells:",
            "    n = [0]\n    while n[0] < 9:\n        n[0] = 0",
            5,
            False,
        ),  # a part of it
        ("        way.append(cell)", "        open_cells.add(cell)", 4, False),  # it may be another set now
        ("        way.append(cell)", "        for n in range(3):\n            way.append(cell)", None, False),  # either
        ("    while", "    for _ in way:\n        pass\n    while", 6, True),  # that loop is over
    ],
)
def test_a_loop_without_end_is_quoted_and_what_it_never_changes_is_named(old, new, line, is_told):
    source = ENDLESS.replace(old, new, 1)
    (finding,) = Outside("along", "exercises.along(along)", 1, [], source).report().findings
    assert (finding.code, finding.line) == ("endless", line)
    assert ("No line of this loop sets" in finding.message) == (NO_NAME_IS_SET in finding.message) == is_told
    assert ("It was then in the loop" in finding.message) == (line is not None)
