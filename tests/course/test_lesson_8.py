"""Lesson 8, on speed: its task, and the nodes that it says its ladder of searches has."""

import html
import json
import re
from pathlib import Path
from typing import Any

import nbformat
import pytest

from tests.course.lesson_cells import CODE, LESSONS, SOLUTION, checked, filled, needed

pytestmark = pytest.mark.usefixtures("in_the_folder_of_the_lessons")


def test_lesson_8_does_not_pass_an_order_by_the_bits_in_place_of_their_number(capsys):
    forgotten = "return sorted(cells, key=lambda cell: reach(free ^ cell, you, lines))"
    assert "✗ not yet" in checked("08_speed", [forgotten], capsys)


def test_lesson_8_names_what_is_wrong_with_an_order_and_takes_one_that_sorts_in_place(capsys):
    key = "key=lambda cell: reach(free ^ cell, you, lines).bit_count()"
    assert "✓" in checked("08_speed", [f"cells.sort({key})\nreturn cells"], capsys)
    assert "returned None, not a list. `cells.sort()`" in checked("08_speed", [f"return cells.sort({key})"], capsys)
    assert "fewest must come first" in checked("08_speed", [f"return sorted(cells, {key}, reverse=True)"], capsys)
    same_for_all = "return sorted(cells, key=lambda cell: reach(free, you, lines).bit_count())"
    assert "the key is the same for every cell" in checked("08_speed", [same_for_all], capsys)


def test_the_nodes_that_lesson_8_stores_for_its_ladder_are_those_of_its_own_searches():
    cells = nbformat.read(LESSONS / "08_speed.ipynb", as_version=4).cells
    printed = "".join(output.get("text", "") for cell in cells for output in cell.get("outputs", []))
    ladder = [row["nodes"] for row in json.loads(Path("data/speed.json").read_text("utf-8"))]
    assert ladder[0] == ladder[1] == 7_917_749  # lesson 3 counts the tree of 4 by 3
    for rung in 3, 4, 5:
        assert f"rung {rung} on 4 by 3: {ladder[rung - 1]:,} nodes" in printed
    assert ladder[5] == ladder[6]  # rung 6 is the reader's: the next test has its nodes
    assert f"4x3: player 2 wins ({ladder[6]:,} nodes)" in printed


def speed_searches() -> tuple[list[Any], dict[str, Any], dict[str, str]]:
    """The cells of lesson 8, its rungs 4 to 6 with the order that it unfolds, and their code."""
    cells = nbformat.read(LESSONS / "08_speed.ipynb", as_version=4).cells
    code = [cell.source for cell in cells if cell.cell_type == "code"]
    (solution,) = (CODE.findall(SOLUTION.search(cell.source)[1]) for cell in cells if SOLUTION.search(cell.source))
    (frame,) = (source for source in code if source.startswith("def in_order"))
    names = "with_table", "bitboards", "with_order"
    rungs = {name: next(source for source in code if source.startswith(f"def {name}")) for name in names}
    known: dict[str, Any] = {}
    before = needed(code[: code.index(frame)], "\n".join([*rungs.values(), "Sets"]))
    for cell in [*before, filled(frame, map(html.unescape, solution)), *rungs.values()]:
        exec(cell, known)
    return cells, known, rungs


def nodes(search: Any, board: Any) -> int:
    search(board, counter := [0])
    return counter[0]


def test_the_table_of_mirror_images_in_lesson_8_leaves_as_many_nodes_as_it_says():
    cells, known, rungs = speed_searches()
    (told,) = (cell.source for cell in cells if "smallest(free, me, you)" in cell.source)
    assert [nodes(known["with_order"], size) for size in ((4, 3), (4, 4))] == [2_559, 36_938]
    exec(re.search(r"```python\n(.*?)```", told, re.S)[1], known)
    exec(rungs["with_order"].replace("key = free, me, you", "key = smallest(free, me, you)"), known)
    assert f"{nodes(known['with_order'], (4, 4)):,} nodes are left" in told


@pytest.mark.exhaustive
def test_the_nodes_that_lesson_8_names_for_other_ladders_than_its_own_are_those_of_its_searches():
    cells, known, rungs = speed_searches()
    text = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    exec(re.sub(r"any\((not .*)\)\n", r"any([\1])\n", rungs["bitboards"]), known)  # nothing stops early
    table_first = nodes(known["bitboards"], (4, 3))
    assert f"left {table_first:,} of the 7,917,749 nodes, {7_917_749 / table_first:.0f} times fewer" in text
    assert f"stopping early would then have left {table_first / 16_345:.0f} times fewer" in text
    exec(re.sub(r"won = .*", "won = False", rungs["with_order"]), known)
    small, large = (nodes(known["with_order"], size) for size in ((4, 3), (4, 4)))
    assert f"By the order alone, {large:,} would be left; on 4 by 3, {small:,} and not 2,559" in text
    known["calls"] = [0]
    exec(rungs["with_table"].replace("    return", "    calls[0] += 1\n    return"), known)  # every call
    searched = nodes(known["with_table"], known["Sets"](frozenset(known["cells_of"](4, 3))))
    assert f"{known['calls'][0] - searched:,} times the search comes to a position that the table knows" in text


def test_a_node_of_rung_3_in_lesson_8_works_out_as_many_moves_as_it_says():
    cells = nbformat.read(LESSONS / "08_speed.ipynb", as_version=4).cells
    code = [cell.source for cell in cells if cell.cell_type == "code"]
    (rung,) = (source.split("\n\n\n")[0] for source in code if source.startswith("def alphabeta"))
    known: dict[str, Any] = {}
    for cell in [*needed(code, "Sets\ncells_of"), rung]:
        exec(cell, known)
    moves = known["Lists"].get_legal_moves
    worked_out = [0]

    def counted(state: Any) -> list[Any]:
        worked_out[0] += len(found := moves(state))
        return found

    known["Lists"].get_legal_moves = counted
    searched = nodes(known["alphabeta"], known["Sets"](frozenset(known["cells_of"](4, 3))))
    text = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    assert f"{worked_out[0] / searched:.1f} moves are worked out for each node" in text
