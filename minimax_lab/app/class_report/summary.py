"""`class_report(folder)`: read all submissions, and count which misconceptions the class has."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

from minimax_lab.app.launch import notebook_folder
from minimax_lab.check.report import MARKS
from minimax_lab.check.texts import NAMES
from minimax_lab.check.texts.failures import IN_THE_CATALOGUE
from minimax_lab.check.texts.searches import FOLLOWS

STATES = ("right", "not right yet", "not written yet", "no report", "cannot be read")
AUTOGRADED, SUBMITTED = "autograded", "submitted"  # folders of a course of nbgrader
GRADEBOOK = "gradebook.db"
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


@dataclass(frozen=True)
class ClassReport:
    """What a class has handed in, and what it gets wrong."""

    submissions: tuple[Submission, ...]
    points: Mapping[str, tuple[float, float]] = field(default_factory=dict)  # by exercise: the average, and the most

    @cached_property
    def exercises(self) -> list[str]:
        return sorted({each.exercise for each in self.submissions})

    @cached_property
    def students(self) -> list[str]:
        return sorted({each.student for each in self.submissions})

    @property
    def problems(self) -> list[str]:
        """The notebooks that cannot be read, and why."""
        return [f"{each.student}, {each.exercise}: {each.problem}" for each in self.submissions if each.problem]

    def states(self, exercise: str) -> Counter[str]:
        """How many submissions of an exercise are right, not right yet, and so on."""
        return Counter(each.state for each in self.submissions if each.exercise == exercise)

    @cached_property
    def who(self) -> dict[str, dict[str, list[str]]]:
        """For each misconception, by exercise, the students who have it: the commonest at the top.

        After them comes what has no name in the catalogue, under its title: it says that something is wrong, not what.
        """
        found: dict[str, dict[str, list[str]]] = {}
        for each in self.submissions:
            for misconception in each.found:
                found.setdefault(misconception.key, {}).setdefault(each.exercise, []).append(each.student)
        return dict(sorted(found.items(), key=lambda item: (item[0] not in NAMES, -self._count(item[1]), item[0])))

    def count(self, key: str) -> int:
        """How many students have a misconception, in whatever exercise."""
        return self._count(self.who[key])

    @staticmethod
    def _count(by_exercise: dict[str, list[str]]) -> int:
        return len({student for students in by_exercise.values() for student in students})

    def example(self, key: str) -> Misconception:
        """What the report said to the first student with this misconception."""
        return next(one for each in self.submissions for one in each.found if one.key == key)

    def points_text(self, exercise: str) -> str:
        """What the gradebook says of an exercise; nothing if there is none."""
        average, most = self.points.get(exercise, (0, 0))
        return f"; {average:.1f} of {most:g} points on average" if most else ""

    def __str__(self) -> str:
        """The counts as text."""
        lines = [f"{len(self.students)} students, {len(self.submissions)} submissions"]
        for exercise in self.exercises:
            counted = self.states(exercise)
            told = ", ".join(f"{counted[state]} {state}" for state in STATES if counted[state])
            lines.append(f"{exercise}: {told}{self.points_text(exercise)}")
        lines += ["", "students  misconception" if self.who else "No misconception was found."]
        for key, by_exercise in self.who.items():
            where = ", ".join(f"{exercise} {len(students)}" for exercise, students in sorted(by_exercise.items()))
            title = self.example(key).title
            lines.append(f"{self.count(key):>8}  {title if key == title else f'{key}: {title}'} ({where})")
        return "\n".join(lines)


def class_report(folder: str | os.PathLike[str], executor: Executor | None = None) -> ClassReport:
    """Read what a class has handed in. Nothing that a student wrote is run: the reports stand in the notebooks.

    `folder`: a course of nbgrader (its gradebook and its autograded notebooks are read, or else the submitted ones);
    or any folder with the notebooks of a student in a folder of that name, or whose names say whose they are.
    `executor`: what to spread the work over, as in a tournament: a `ProcessPoolExecutor`, or a Dask client's.
    """
    course = root = Path(folder)
    if not root.is_dir():
        raise ValueError(f"there is no folder {root}")
    for name in AUTOGRADED, SUBMITTED:
        if any((root / name).rglob("*.ipynb")):
            root = root / name
            break
    paths = [path for path in sorted(root.rglob("*.ipynb")) if ".ipynb_checkpoints" not in path.parts]
    if not paths:
        raise ValueError(f"there are no notebooks in {root}")
    exercises = [path.stem for path in (notebook_folder() / "exercises").glob("*.ipynb")]
    whose = [_whose(path.relative_to(root), exercises) for path in paths]
    contents = [path.read_bytes() if path.is_file() else None for path in paths]
    spread = executor.map if executor else map
    read: Iterable[Submission] = spread(
        read_submission, [student for student, _ in whose], [exercise for _, exercise in whose], contents
    )
    return ClassReport(tuple(read), _points(course / GRADEBOOK))


def _points(gradebook: Path) -> dict[str, tuple[float, float]]:
    """The average of each exercise that was graded, and its most points; empty without a gradebook or nbgrader."""
    if not gradebook.is_file():
        return {}
    try:
        from nbgrader.api import Gradebook
    except ImportError:
        return {}
    with Gradebook(f"sqlite:///{gradebook.resolve()}") as graded:
        return {
            each.name: (graded.average_assignment_score(each.name), each.max_score)
            for each in graded.assignments
            if each.num_submissions
        }


def _whose(path: Path, exercises: Sequence[str]) -> tuple[str, str]:
    """The student and the exercise of a notebook: STUDENT/…/EXERCISE.ipynb, or a file whose name has both."""
    exercise = next((name for name in exercises if name in path.stem), path.stem)
    if len(path.parts) > 1:
        return path.parts[0], exercise
    return path.stem.replace(exercise, "").strip(" _-.") or path.stem, exercise


def read_submission(student: str, exercise: str, content: bytes | None) -> Submission:
    """Read the reports of a notebook; one that is damaged, or no file (None), says what is wrong with it."""
    if content is None:  # a pipe, say, from which one would read for ever
        return Submission(student, exercise, problem="not a notebook: it is not a regular file")
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
