"""Mark the notebook form of a worksheet by machine: what was typed is compared with the key, and nothing is run."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from minimax_lab.app.grading.submissions import Graded, Part, Unreadable, cells_of

WINDOW = re.compile(r"α = (.+), β = (.+), value (.+)")
WORD = re.compile(r"\(\s*\d+\s*,\s*\d+\s*\)|-?∞|-?\w+")
NO_ANSWERS = (
    "the cell with {name} cannot be read: between its braces, only what is asked for and your answers may stand"
)


def single(answers: Mapping[str, str]) -> dict[str, str]:
    """Answers one by one: a window has its α, β and value."""
    made: dict[str, str] = {}
    for asked, right in answers.items():
        if window := WINDOW.fullmatch(right):
            made |= {f"{asked} {name}": text for name, text in zip(("α", "β", "value"), window.groups(), strict=True)}
        else:
            made[asked] = right
    return made


def is_right(given: Any, right: str) -> bool:
    """Whether an answer says the same as the key: in any order, as text or as numbers, a bound with or without ≥."""
    if " or " in right:
        return any(is_right(given, one) for one in re.split(r", | or ", right))
    return given is not None and _words(given) == _words(right)


def _words(answer: Any) -> set[str]:
    text = str(answer).lower().replace("−", "-").replace("infinity", "∞").replace("inf", "∞").replace("+", "")
    return {re.sub(r"\s", "", word) for word in WORD.findall(text)} - {"and"}


def mark(content: bytes, key: bytes, student: str) -> Graded:
    """The points of a sheet: for each question, the share of its answers that are right."""
    parts = {}
    try:
        given = dict(_answers(content))
        for name, (right, most) in _answers(key):
            answers = given.get(name, ({}, 0))[0]
            good = [asked for asked, text in right.items() if is_right(answers.get(asked), text)]
            wrong = ", ".join(asked for asked in right if asked not in good)
            parts[name] = Part(
                round(most * len(good) / len(right), 2), most, f"wrong or missing: {wrong}" if wrong else ""
            )
    except Unreadable as problem:
        return Graded(student, "worksheet", problem=str(problem))
    return Graded(student, "worksheet", parts)


def keys_in(folder: Path) -> dict[str, bytes]:
    """The keys by the name of their sheet."""
    contents = [path.read_bytes() for path in sorted(folder.glob("*.ipynb"))]
    return {name: content for content in contents if (name := sheet_name(content))}


def sheet_name(content: bytes) -> str:
    """Whose sheet this is; "" if it is none."""
    cells_of(content)  # which says what is wrong
    return json.loads(content).get("metadata", {}).get("minimax_lab", {}).get("sheet", "")


def _answers(content: bytes) -> list[tuple[str, tuple[dict[str, Any], float]]]:
    found = []
    for cell in cells_of(content):
        source = "".join(cell.get("source", ""))
        if cell["cell_type"] != "code" or not (name := re.match(r"answers_\d+", source)):
            continue
        points = cell["metadata"].get("minimax_lab", {}).get("points", 0)
        try:
            answers = ast.literal_eval(source.partition("=")[2].strip())
            found.append((name[0], ({**answers}, points)))
        except (ValueError, SyntaxError, TypeError):
            raise Unreadable(NO_ANSWERS.format(name=name[0])) from None
    return found
