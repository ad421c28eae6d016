"""The questions of the lessons as data: what is asked, the options, and what is said to whoever chooses one.

A question stands in a lesson as people read it: a paragraph, and below it two or more `<details>`, each with an option
as its summary and, inside, ✓, ✗ or ◐ (partly right) with a few words. The lessons are the one source.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
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
    """A question in its place in a text: its own paragraph, and the options."""

    text: str
    options: tuple[Option, ...]
    heading: str = ""  # the last one before it, in a whole lesson


def questions_of(lesson: Path) -> list[Question]:
    """The questions of a notebook, in their order."""
    cells = json.loads(lesson.read_text(encoding="utf-8"))["cells"]
    heading, found = "", []
    for cell in cells:
        if cell["cell_type"] != "markdown":
            continue
        for part in parts("".join(cell["source"])):
            if isinstance(part, Question):
                found.append(replace(part, heading=heading))
            else:
                heading = ["", *HEADING.findall(part)][-1] or heading
    return found


def parts(text: str) -> Iterator[str | Question]:
    """The text of a cell in its order, with the questions in it taken out of it."""
    done = start = end = 0
    group: list[Option] = []
    for option in [*OPTION.finditer(text), None]:
        if option is None or option.start() != end:
            if len(group) > 1:
                before, _, asked = text[done:start].rstrip().rpartition("\n\n")
                yield from [before] if before.strip() else []
                yield Question(asked.strip(), tuple(group))
                done = end
            group, start = [], option.start() if option else 0
        if option is not None:
            group.append(Option(option[1].strip(), MARKS[option[2]], option[3]))
            end = option.end()
    if text[done:].strip():
        yield text[done:]
