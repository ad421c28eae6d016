"""Mark the notebook form of a worksheet by machine: what was typed is compared with the key, and nothing is run."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from minimax_lab.app.grading.submissions import Graded, Part, Unreadable, cells_of

WORD = re.compile(r"\(\s*\d+\s*,\s*\d+\s*\)|-?∞|-?\w+")
NO_ANSWERS = (
    "the cell with {name} cannot be read: between its braces, only what is asked for and your answers may stand"
)


def is_right(given: Any, right: str) -> bool:
    """Whether an answer says the same as the key: in any order, as text or as numbers, a bound with or without ≥."""
    if " or " in right:
        return any(is_right(given, one) for one in re.split(r", | or ", right))
    words, wanted = _words(given), _words(right)
    if right.startswith("α"):  # a window: the order says which is which
        return words == wanted
    return "never" in words if right == "never looked at" else given is not None and {*words} == {*wanted}


def _words(answer: Any) -> list[str]:
    text = str(answer).lower().replace("−", "-").replace("infinity", "∞").replace("inf", "∞").replace("+", "")
    words = (re.sub(r"\s", "", word) for word in WORD.findall(text))
    return [word for word in words if word not in ("and", "α", "β", "value")]


def points(given: Mapping[str, Any], right: Mapping[str, str], worth: Mapping[str, float]) -> Part:
    """What the answers to a question get: an answer is right or wrong as a whole, and worth 1 where nothing is said."""
    wrong = [asked for asked, text in right.items() if not is_right(given.get(asked), text)]
    most = sum(worth.get(asked, 1) for asked in right)
    lost = sum(worth.get(asked, 1) for asked in wrong)
    return Part(most - lost, most, f"wrong or missing: {', '.join(wrong)}" if wrong else "")


def mark(content: bytes, key: bytes, student: str) -> Graded:
    """The points of a sheet by its key."""
    try:
        given = {name: answers for name, answers, _ in _answers(content)}
        parts = {name: points(given.get(name, {}), right, worth) for name, right, worth in _answers(key)}
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


def _answers(content: bytes) -> list[tuple[str, dict[str, Any], dict[str, float]]]:
    """The name of each question, its answers, and what they are worth."""
    found = []
    for cell in cells_of(content):
        source = "".join(cell.get("source", ""))
        if cell["cell_type"] != "code" or not (name := re.match(r"answers_\d+", source)):
            continue
        worth = cell["metadata"].get("minimax_lab", {}).get("worth", {})
        try:
            answers = ast.literal_eval(source.partition("=")[2].strip())
            found.append((name[0], {**answers}, worth))
        except (ValueError, SyntaxError, TypeError):
            raise Unreadable(NO_ANSWERS.format(name=name[0])) from None
    return found
