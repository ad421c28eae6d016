"""What a submitted notebook says of itself: the reports that stand in its outputs. No code of it is run."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from minimax_lab.check.report import MARKS
from minimax_lab.check.texts.failures import IN_THE_CATALOGUE
from minimax_lab.check.texts.searches import FOLLOWS

HEADING = re.compile(r"^([✓✗?✎]) (.+?): (?:not )?(?:right|checked|written)\b")
RIGHT, NOT_YET, UNWRITTEN = (MARKS[state] for state in ("right", "not-yet", "not-written"))
NAME = re.compile(IN_THE_CATALOGUE.format(code="([a-z-]+)"))


@dataclass(frozen=True)
class Misconception:
    """What a report found: its title, the words and the example that follow, and its name in the catalogue, if any."""

    title: str
    words: str = ""
    code: str = ""

    @property
    def key(self) -> str:
        """What it is counted under."""
        return self.code or self.title


@dataclass(frozen=True)
class Submission:
    """One student's notebook for one exercise."""

    student: str
    exercise: str
    found: tuple[Misconception, ...] = ()
    marks: str = ""  # how each report begins: ✓ right, ✗ not right yet, ? not checked, ✎ not written
    problem: str = ""  # why it cannot be read

    @property
    def state(self) -> str:
        """All reports in one word."""
        if self.problem:
            return "cannot be read"
        if not self.marks:
            return "no report"
        if set(self.marks) == {RIGHT}:
            return "right"
        return "not written yet" if set(self.marks) == {UNWRITTEN} else "not right yet"


def read_submission(student: str, exercise: str, content: bytes) -> Submission:
    """Read the reports of a notebook; one that is damaged says what is wrong with it."""
    try:
        cells = json.loads(content)["cells"]
        texts = [text for cell in cells for output in cell.get("outputs", ()) for text in _texts(output)]
    except UnicodeDecodeError:
        return Submission(student, exercise, problem="not a notebook: it is not text")
    except json.JSONDecodeError as error:
        return Submission(student, exercise, problem=f"not a notebook, or damaged: {error}")
    except (KeyError, TypeError, AttributeError):
        return Submission(student, exercise, problem="not a notebook: it has no list of cells")
    found: dict[str, Misconception] = {}
    marks = ""
    for text in texts:
        if heading := HEADING.match(text):
            marks += heading[1]
            for misconception in _found(text):
                found.setdefault(misconception.key, misconception)
    return Submission(student, exercise, tuple(found.values()), marks)


def _texts(output: Any) -> Iterator[str]:
    """The plain text of an output. What was printed may hold several reports."""
    if output["output_type"] == "stream":
        text = "".join(output["text"])
        begins = [match.start() for match in re.finditer(HEADING.pattern, text, re.MULTILINE)]
        yield from (text[begin:end] for begin, end in pairwise([*begins, len(text)]))
    elif "data" in output:
        yield "".join(output["data"].get("text/plain", ""))


def _found(text: str) -> Iterator[Misconception]:
    """The faults of a report, each a line with its mark and title and then lines that are indented."""
    for part in re.split(r"\n\n(?=\S)", text)[1:]:
        first, *rest = part.splitlines()
        mark, _, title = first.partition(" ")
        if mark == NOT_YET and title != FOLLOWS.title:
            lines = [line.removeprefix("  ") for line in rest]
            name = next(filter(None, map(NAME.fullmatch, lines)), None)
            words = "\n".join(line for line in lines if not NAME.fullmatch(line))
            yield Misconception(title, words, name[1] if name else "")
