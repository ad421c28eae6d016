"""The table that says where each idea of the seeds is met."""

import ast
import re
from pathlib import Path
from pkgutil import resolve_name

import nbformat

PAGE = Path(__file__).parents[2] / "docs" / "SEEDS.md"
ROW = re.compile(r"\| (00[0-4]) \| (.+?) \| \[.+?\]\((.+?)\) \| (.+?) \| `(.+?)` \| `(.+?)` \|")
ROWS = ROW.findall(PAGE.read_text(encoding="utf-8"))


def cells_under(notebook, heading):
    """The code cells between this heading and the next one."""
    last = None
    for cell in nbformat.read(notebook, as_version=4).cells:
        if cell.cell_type == "markdown":
            last = [last, *re.findall(r"^#+ (.+)$", cell.source, re.MULTILINE)][-1]
        elif last == heading and not cell.source.startswith("%"):
            yield cell.source


def names_used(source):
    """The last part of every name that is called or read in a cell: of `search.negamax` it is `negamax`."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load):
            yield node.id if isinstance(node, ast.Name) else node.attr


def test_every_line_of_the_table_is_a_row_that_this_test_reads():
    lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| 0")]
    assert len(lines) == len(ROWS)
    assert {seed for seed, *_ in ROWS} == {"000", "001", "002", "003", "004"}


def missing(link, heading, text, name):
    """What a row promises and does not keep; "" if all is well."""
    cells = [source for source in cells_under(PAGE.parent / link, heading) if text in source]
    called = name.rpartition(".")[2]
    if not name.startswith("minimax_lab.") or resolve_name(name) is None:
        return f"{name} is not in the package"
    if not cells:
        return f"{link}: no cell under {heading!r} says {text}"
    if called not in text or not any(called in names_used(source) for source in cells):
        return f"{link}: the cell under {heading!r} that says {text} does not call {called}"
    return ""


def test_every_idea_has_a_cell_under_its_heading_that_calls_its_name():
    assert [*filter(None, (missing(*row[2:]) for row in ROWS))] == []
