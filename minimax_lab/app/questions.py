"""The questions of the lessons as data: what is asked, the options, and what is said to whoever chooses one.

A question stands in a lesson as people read it: a paragraph, and below it two or more `<details>`, each with an option
as its summary and, inside, ✓, ✗ or ◐ (partly right) with a few words. The lessons are the one source.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

MARKS = {"✓": "right", "✗": "wrong", "◐": "partly"}
INSIDE = r"(?:(?!</?summary>|</?details>).)*?"
OPTION = re.compile(
    rf"<details><summary>({INSIDE})</summary>\s*([{''.join(MARKS)}])\s*({INSIDE})\s*</details>\s*", re.DOTALL
)
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


@dataclass(frozen=True)
class Option:
    text: str
    verdict: str  # right, wrong or partly
    feedback: str


@dataclass(frozen=True)
class Question:
    lesson: str  # the name of its file
    heading: str  # the last one before it
    text: str
    options: tuple[Option, ...]


def questions_of(lesson: Path) -> list[Question]:
    """The questions of a notebook, in their order."""
    cells = json.loads(lesson.read_text(encoding="utf-8"))["cells"]
    heading, found = "", []
    for cell in cells:
        if cell["cell_type"] != "markdown":
            continue
        text = "".join(cell["source"])
        for before, options in _groups(text):
            heading = _last_heading(before) or heading
            asked = before.rstrip().rpartition("\n\n")[2].strip()
            found.append(Question(lesson.stem, heading, asked, options))
        heading = _last_heading(text) or heading
    return found


def _groups(text: str) -> Iterator[tuple[str, tuple[Option, ...]]]:
    """The options that stand together, two or more, with the text before them."""
    end, group, start = -1, list[Option](), 0
    for option in [*OPTION.finditer(text), None]:
        if option is None or option.start() != end:
            if len(group) > 1:
                yield text[:start], tuple(group)
            group, start = [], option.start() if option else 0
        if option is not None:
            group.append(Option(option[1].strip(), MARKS[option[2]], option[3]))
            end = option.end()


def _last_heading(text: str) -> str:
    return ["", *HEADING.findall(text)][-1]
