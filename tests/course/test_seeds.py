"""The table that says where each idea of the seeds is met."""

import re
from pathlib import Path
from pkgutil import resolve_name

import nbformat
import pytest

PAGE = Path(__file__).parents[2] / "docs" / "SEEDS.md"
ROW = re.compile(r"\| (00[0-4]) \| (.+?) \| \[.+?\]\((.+?)\) \| (.+?) \| `(.+?)` \|")
ROWS = ROW.findall(PAGE.read_text(encoding="utf-8"))


def headings(notebook):
    cells = nbformat.read(notebook, as_version=4).cells
    texts = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    return re.findall(r"^#+ (.+)$", texts, re.MULTILINE)


def test_every_line_of_the_table_is_a_row_that_this_test_reads():
    lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| 0")]
    assert len(lines) == len(ROWS)
    assert {seed for seed, *_ in ROWS} == {"000", "001", "002", "003", "004"}


@pytest.mark.parametrize(("seed", "idea", "link", "heading", "name"), ROWS, ids=lambda text: text[:40])
def test_an_idea_has_its_heading_in_the_lesson_and_its_name_in_the_package(seed, idea, link, heading, name):
    assert heading in headings(PAGE.parent / link)
    assert name.startswith("minimax_lab.")
    assert resolve_name(name) is not None
