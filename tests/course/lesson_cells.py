"""The code cells of a lesson, to be run outside of it: those that one of them needs, and with answers in their gaps."""

import html
import re
import symtable
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import nbformat

LESSONS = Path(__file__).parents[2] / "notebooks"
GAP = re.compile(r"^( *)(?:return .*)?# YOUR CODE HERE$", re.M)
SOLUTION = re.compile(r"<summary>A solution</summary>(.*?)</details>", re.S)
CODE = re.compile(r"<pre>(.*?)</pre>", re.S)


def defined_and_used(cell: str) -> tuple[set[str], set[str]]:
    """The names that a cell gives a meaning for the cells below it, and those whose meaning it needs."""
    tables = [symtable.symtable(cell, "lesson", "exec")]
    (module,) = tables
    defined = {symbol.get_name() for symbol in module.get_symbols() if symbol.is_assigned() or symbol.is_imported()}
    used = set()
    for table in tables:  # the list grows: the functions and classes in it, and those in them
        used |= {symbol.get_name() for symbol in table.get_symbols() if symbol.is_global() and symbol.is_referenced()}
        tables += table.get_children()
    used |= {symbol.get_name() for symbol in module.get_symbols() if symbol.is_referenced()}
    return defined, used


def needed(cells: list[str], last: str) -> list[str]:
    """The cells, in their order, that must run before the last one can."""
    _, missing = defined_and_used(last)
    found: list[str] = []
    for cell in reversed(cells):
        defined, used = defined_and_used(cell)
        if defined & missing:
            found.insert(0, cell)
            missing = missing - defined | used
    return found


def filled(frame: str, answers: Iterable[str]) -> str:
    """The frame with an answer in each of its gaps."""
    left = iter(answers)
    return GAP.sub(lambda gap: "\n".join(gap[1] + line for line in next(left).splitlines()), frame)


def code_of(lesson: str) -> list[str]:
    """The code cells of a lesson."""
    cells = nbformat.read(LESSONS / f"{lesson}.ipynb", as_version=4).cells
    return [cell.source for cell in cells if cell.cell_type == "code"]


def checked(lesson: str, answers: Iterable[str] | None, capsys: Any, task: int = 0) -> str:
    """What the check of a task prints: on these answers, or else on the ones that the lesson unfolds."""
    cells = nbformat.read(LESSONS / f"{lesson}.ipynb", as_version=4).cells
    code = [(number, cell.source) for number, cell in enumerate(cells) if cell.cell_type == "code"]
    at = [index for index, (_, source) in enumerate(code) if "# YOUR CODE HERE" in source][task]
    (number, frame), (_, check) = code[at : at + 2]
    if answers is None:
        told = SOLUTION.search("\n".join(cell.source for cell in cells[number:]))
        assert told is not None
        answers = [html.unescape(each) for each in CODE.findall(told[1])]
    before = [source for _, source in code[:at]]
    known: dict[str, Any] = {"display": print, "__name__": "__main__"}
    written = filled(frame, answers)
    for cell in [*needed(before, written + "\n" + check), written]:
        exec(compile(cell, lesson, "exec"), known)
    capsys.readouterr()
    exec(compile(check, lesson, "exec"), known)
    return capsys.readouterr().out
