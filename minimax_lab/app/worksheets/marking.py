"""Mark the notebook form of a worksheet by machine: what was typed is compared with the key, and nothing is run."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from minimax_lab.app.grading.submissions import Graded, Part, Unreadable, cells_of
from minimax_lab.app.worksheets.questions import scaled

ROOT = "A"
RULES: Mapping[str, Callable[[list[float]], float]] = {
    "MAX": max,
    "MIN": min,
    "minus": lambda values: values[0] - values[1],
}
WORD = re.compile(r"\(\s*\d+\s*,\s*\d+\s*\)|-?∞|-?\w+")
NO_ANSWERS = (
    "the cell with {name} cannot be read: between its braces, there may only be what is asked for and the answers, "
    "those that are no numbers in quotes"
)


def is_right(given: Any, right: str, size: int = 1) -> bool:
    """Whether an answer says the same as the key: in any order, as text or as numbers, a bound with or without ≥.

    `size`: how many words belong together, such as those for a cut-off.
    """
    if " or " in right:
        return any(is_right(given, one) for one in re.split(r", | or ", right))
    if right.startswith("α"):  # a window: the order says which is which
        return _words(given) == _words(right)
    if right == "never looked at":
        return "never" in _words(given)
    return given is not None and _things(given, size) == _things(right, size)


def _things(answer: Any, size: int) -> set[tuple[str, ...]]:
    words = _words(answer)
    return {tuple(words[start : start + size]) for start in range(0, len(words), size)}


def _words(answer: Any) -> list[str]:
    text = str(answer).lower().replace("−", "-").replace("infinity", "∞").replace("inf", "∞").replace("+", "")
    words = (re.sub(r"\s", "", word) for word in WORD.findall(text))
    return [word for word in words if word not in ("and", "α", "β", "value")]


def points(
    given: Mapping[str, Any],
    right: Mapping[str, str],
    worth: Mapping[str, int],
    follows: Mapping[str, Sequence[str]],
    counts: float | None = None,
) -> Part:
    """What the answers to a question get, by the words of its key; an answer is worth 1 where nothing is said.

    `counts`: what all of them together are worth, if that is another number.

    A slip is marked once: what follows rightly from it counts. `follows` says what follows from what, and how.
    """
    most = {asked: worth.get(asked, 1) for asked in right}
    got = {asked: _points(asked, given, right, most[asked], follows) for asked in right}
    wrong = [asked for asked in right if got[asked] < most[asked]]
    reached, marks = sum(got.values()), sum(most.values())
    report = f"wrong or missing: {', '.join(wrong)}" if wrong else ""
    return Part(scaled(reached, marks, counts), marks if counts is None else counts, report)


def _points(
    asked: str, given: Mapping[str, Any], right: Mapping[str, str], most: int, follows: Mapping[str, Sequence[str]]
) -> int:
    answer, size = given.get(asked), 3 if asked == "cut-offs" else 1
    if _counts(asked, given, right, follows, size):
        return most
    found, wanted = _things(answer, size), _things(right[asked], size)
    is_one_off = found & wanted and max(len(found - wanted), len(wanted - found)) == 1
    return most - 1 if is_one_off else 0


def _counts(
    asked: str, given: Mapping[str, Any], right: Mapping[str, str], follows: Mapping[str, Sequence[str]], size: int = 1
) -> bool:
    """Whether an answer is right, or follows from others that show that they are about this tree.

    On another student's sheet, everything follows from everything. So one of the others must count, or each must be
    the number of a leaf below it: then the numbers are this student's, and only what was done with them is wrong.
    """
    if is_right(given.get(asked), right[asked], size):
        return True
    if not _follows(asked, given, follows):
        return False
    if asked not in follows:  # best play
        return _counts(ROOT, given, right, follows)
    _, *before = follows[asked]
    return any(name not in right or _counts(name, given, right, follows) for name in before) or all(
        _number(name, given) in _leaves(name, follows) for name in before
    )


def _number(name: str, given: Mapping[str, Any]) -> float | None:
    """What a student wrote for this; in a tree, a leaf is called by its value."""
    try:
        return float("".join(_words(given.get(name, name))))
    except ValueError:
        return None


def _leaves(name: str, follows: Mapping[str, Sequence[str]]) -> set[float | None]:
    """The values of the leaves below a node."""
    if name not in follows:
        return {_number(name, {})}
    return {leaf for child in follows[name][1:] for leaf in _leaves(child, follows)}


def _follows(asked: str, given: Mapping[str, Any], follows: Mapping[str, Sequence[str]]) -> bool:
    """Whether an answer follows from the student's own ones."""
    if asked in follows:
        how, *names = follows[asked]
        values = [value for name in names if (value := _number(name, given)) is not None]
        return len(values) == len(names) and _number(asked, given) == RULES[how](values)
    at = ROOT
    for word in _words(given.get(asked)) if asked == "best play" else ():
        if word.upper() not in follows.get(at, ())[1:] or _number(word.upper(), given) != _number(ROOT, given):
            return False
        at = word.upper()
    return at != ROOT and at not in follows


def mark(content: bytes, key: bytes, student: str) -> Graded:
    """The points of a sheet by its key."""
    try:
        given = {name: answers for name, answers, _ in _answers(content)}
        parts = {
            name: points(given.get(name, {}), right, how.get("worth", {}), how.get("follows", {}), how.get("counts"))
            for name, right, how in _answers(key)
        }
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


def _answers(content: bytes) -> list[tuple[str, dict[str, Any], dict[str, Any]]]:
    """The name of each question, its answers, and how they are marked."""
    found = []
    for cell in cells_of(content):
        source = "".join(cell.get("source", ""))
        if cell["cell_type"] != "code" or not (name := re.match(r"answers_\d+", source)):
            continue
        how = cell["metadata"].get("minimax_lab", {})
        try:
            answers = ast.literal_eval(source.partition("=")[2].strip())
            found.append((name[0], {**answers}, how))
        except (ValueError, SyntaxError, TypeError):
            raise Unreadable(NO_ANSWERS.format(name=name[0])) from None
    return found
