"""What was handed in: whose it is, which exercise it is, and whether it can be read at all."""

from __future__ import annotations

import json
import re
from codecs import BOM_UTF8
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from minimax_lab.app.launch import notebook_folder

MOST_BYTES = 100_000_000
NUMBER = re.compile(r"""^number *= *["']? *(\d+)""", re.MULTILINE)
TOO_LARGE = "the file has {size:.0f} MB. Ask for it again without outputs (Edit, Clear Outputs of All Cells)"


class Unreadable(ValueError):
    """Says why a notebook cannot be read."""


@dataclass(frozen=True)
class Part:
    """What one graded cell got."""

    points: float | None  # None: to be given by hand
    most: float
    report: str = ""


@dataclass(frozen=True)
class Graded:
    """What one student gets for one exercise, or why not."""

    student: str
    exercise: str
    parts: Mapping[str, Part] = field(default_factory=dict)
    problem: str = ""  # why it could not be graded, and what to do
    remark: str = ""
    source: str = ""  # the code that the student wrote
    number: str = ""  # the one that the student's trees follow from, in exercises that have one

    @classmethod
    def of(cls, student: str, exercise: str, content: bytes, parts: Mapping[str, Part], remark: str = "") -> Graded:
        """What a student gets for a notebook, with the code and the number in it."""
        handed_out = exercises().get(exercise, {})
        answers = [name for name, cell in handed_out.items() if cell["metadata"]["nbgrader"]["solution"]]
        cells = [(name, cell["source"]) for name, cell in marked_cells(content).items() if cell["cell_type"] == "code"]
        written = [source for name, source in cells if name in answers and source != handed_out[name]["source"]]
        sources = ("".join(cell["source"]) for cell in cells_of(content) if cell["cell_type"] == "code")
        number = next((match[1] for match in map(NUMBER.search, sources) if match), "")
        return cls(student, exercise, parts, "", remark, "\n\n".join(written), number)

    @property
    def points(self) -> float:
        return round(sum(part.points or 0 for part in self.parts.values()), 2)

    @property
    def most(self) -> float:
        return sum(part.most for part in self.parts.values())

    def __str__(self) -> str:
        if self.problem:
            return f"not graded: {self.problem}"
        by_hand = sum(part.most for part in self.parts.values() if part.points is None)
        told = f"{self.points:g} of {self.most:g}" + (f", {by_hand:g} of them to be given by hand" if by_hand else "")
        return f"{told}. {self.remark}" if self.remark else told


@cache
def exercises() -> dict[str, dict[str, dict[str, Any]]]:
    """The exercises of the course: by name, the marked cells as they are handed out, by their ids."""
    folder = notebook_folder() / "exercises"
    return {path.stem: marked_cells(_content(path)) for path in sorted(folder.glob("*.ipynb"))}


def marked_cells(content: bytes | None) -> dict[str, dict[str, Any]]:
    """The cells with an id of nbgrader's, their source as one text."""
    cells = [cell for cell in cells_of(content) if cell.get("metadata", {}).get("nbgrader", {}).get("grade_id")]
    return {cell["metadata"]["nbgrader"]["grade_id"]: {**cell, "source": "".join(cell["source"])} for cell in cells}


def notebooks_in(folder: Path) -> list[Path]:
    """All notebooks in a folder and in those inside of it, without Jupyter's copies."""
    return [path for path in sorted(folder.rglob("*.ipynb")) if ".ipynb_checkpoints" not in path.parts]


def whose(path: Path) -> tuple[str, str]:
    """The student and the exercise of a notebook: STUDENT/EXERCISE/…, STUDENT/…/EXERCISE.ipynb, or a name with both."""
    if path.parts[1:2] and path.parts[1] in exercises():
        return path.parts[0], path.parts[1]
    exercise = next((name for name in exercises() if name in path.stem), path.stem)
    if len(path.parts) > 1:
        return path.parts[0], exercise
    return path.stem.replace(exercise, "").strip(" _-.") or path.stem, exercise


def read(path: Path) -> tuple[bytes, str]:
    """The content of a notebook, and which exercise its cells are from: "" for none. Or else it is Unreadable."""
    if path.is_file() and (size := path.stat().st_size) > MOST_BYTES:
        raise Unreadable(TOO_LARGE.format(size=size / 1_000_000))
    content = _content(path)
    try:
        ids = marked_cells(content).keys()
    except (KeyError, TypeError, AttributeError):
        raise Unreadable("not a notebook: its cells are damaged") from None
    common = {name: (len(ids & cells.keys()), name in path.stem) for name, cells in exercises().items()}
    best = max(common, key=lambda name: common[name])
    return (content or b"").removeprefix(BOM_UTF8), best if common[best][0] else ""


def expected(assignment: str) -> str:
    """What `read` finds in a notebook of this assignment: worksheets and other assignments are no exercises."""
    return assignment if assignment in exercises() else ""


def _content(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None  # from a pipe, say, one would read for ever


def cells_of(content: bytes | None) -> list[Any]:
    """The cells of a notebook, or else it is Unreadable; so is None, what is no file."""
    if content is None:
        raise Unreadable("not a notebook: it is not a regular file")
    try:
        notebook = json.loads(content)
        if "worksheets" in notebook:
            raise Unreadable(
                "it is in notebook format 3 (before 2015). Open it in JupyterLab, save it, and grade again"
            )
        cells = notebook["cells"]
    except UnicodeDecodeError:
        raise Unreadable("not a notebook: it is not text") from None
    except json.JSONDecodeError as error:
        raise Unreadable(f"not a notebook, or damaged: {error}") from None
    except (KeyError, TypeError):
        raise Unreadable("not a notebook: it has no list of cells") from None
    if not isinstance(cells, list):
        raise Unreadable("not a notebook: it has no list of cells")
    return cells
