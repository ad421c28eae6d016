"""`class_report(folder)`: read all submissions, and count which misconceptions the class has."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise, zip_longest
from pathlib import Path
from statistics import mean
from typing import Any

from minimax_lab.app.grading.submissions import Unreadable, cells_of, notebooks_in, read, whose
from minimax_lab.check.report import MARKS
from minimax_lab.check.texts import MISCONCEPTIONS, NAMES, by_hand, exercises, games
from minimax_lab.check.texts.failures import IN_THE_CATALOGUE
from minimax_lab.check.texts.instead import INSTEAD
from minimax_lab.check.texts.repairs import IDEAS
from minimax_lab.check.texts.searches import FOLLOWS, LIKE_THIS
from minimax_lab.picture.text import count_text

NONE_FOUND = "No misconception was found in the reports."
STATES = ("right", "not right yet", "not written yet", "no report", "not graded")
AUTOGRADED, SUBMITTED = "autograded", "submitted"  # folders of a course of nbgrader
GRADEBOOK = "gradebook.db"
HEADING = re.compile(r"^([✓✗?✎]) (.+?): (?:not )?(?:right|checked|written)\b")
RIGHT, NOT_YET, UNWRITTEN = (MARKS[state] for state in ("right", "not-yet", "not-written"))
NAME = re.compile(IN_THE_CATALOGUE.format(code="([a-z-]+)"))
PICTURE = re.compile(r"""src=["'](data:image/svg\+xml;base64,[A-Za-z0-9+/=]+)["']""")  # it can only be seen
LINE_OF_CODE = re.compile(r"\b[Ll]ine \d+, in [^:`]*: `([^`]+)`")
QUESTIONS = {**by_hand.VALUES, **by_hand.CUTS, **games.RULES, **games.FOURS, **MISCONCEPTIONS}
QUESTIONS |= {**INSTEAD, **exercises.EARLY}


@dataclass(frozen=True)
class Misconception:
    """What a report found: its title, the words and the example that follow, and its name in the catalogue, if any."""

    title: str
    words: str = ""
    code: str = ""
    pictures: tuple[str, ...] = ()  # of the smallest example, each as an address that holds the picture itself

    @property
    def key(self) -> str:
        """What it is counted under."""
        return self.code or self.title

    @property
    def question(self) -> str:
        """What to ask somebody who has it: the first hint; "" if there is none that fits every example."""
        text = QUESTIONS.get(self.code) or next((text for text in IDEAS.values() if text.title == self.title), None)
        hint = text.hints[0] if text and text.hints else ""
        return "" if "{" in hint else hint

    @property
    def line(self) -> str:
        """The student's line that the report points at; "" if it names none."""
        found = LINE_OF_CODE.search(self.words)
        return found[1] if found else ""


@dataclass(frozen=True)
class Points:
    """The points of those whose work for an exercise was graded: by student, and by part of the exercise."""

    parts: Mapping[str, float]  # the most for each
    students: Mapping[str, Mapping[str, float]]

    def of(self, student: str) -> float:
        return sum(self.students[student].values())

    @property
    def most(self) -> float:
        return sum(self.parts.values())

    @property
    def average(self) -> float:
        return mean(map(self.of, self.students))

    def average_of(self, part: str) -> float:
        return mean(points.get(part, 0.0) for points in self.students.values())

    @property
    def at_zero(self) -> list[str]:
        return [student for student in self.students if not self.of(student)]


@dataclass(frozen=True)
class Submission:
    """One student's notebook for one exercise."""

    student: str
    exercise: str
    found: tuple[Misconception, ...] = ()
    marks: str = ""  # how each report begins: ✓ right, ✗ not right yet, ? not checked, ✎ not written
    problem: str = ""  # why it could not be graded

    @property
    def state(self) -> str:
        """All reports in one word."""
        if self.problem:
            return "not graded"
        if not self.marks:
            return "no report"
        if set(self.marks) == {RIGHT}:
            return "right"
        return "not written yet" if set(self.marks) == {UNWRITTEN} else "not right yet"


@dataclass(frozen=True)
class ClassReport:
    """What a class has handed in, and what it gets wrong."""

    submissions: tuple[Submission, ...]
    points: Mapping[str, Points] = field(default_factory=dict)  # by exercise, where there is a gradebook

    @cached_property
    def exercises(self) -> list[str]:
        return sorted({each.exercise for each in self.submissions})

    @cached_property
    def students(self) -> list[str]:
        return sorted({each.student for each in self.submissions})

    def problems(self, names: bool = False) -> list[str]:
        """Which notebooks could not be graded, and why: how many of each kind, or with `names` whose they are."""
        found = [each for each in self.submissions if each.problem]
        if names:
            return [f"{each.student}, {each.exercise}: {each.problem}" for each in found]
        why = Counter(f"{each.exercise}: {each.problem}" for each in found)
        return [f"{text} ({students_text(count)})" for text, count in why.items()]

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
        order = sorted(found, key=lambda key: (key not in NAMES, -len(self._students(found[key])), key))
        return {key: found[key] for key in order}

    def count(self, key: str) -> int:
        """How many students have a misconception, in whatever exercise."""
        return len(self.having(key))

    def having(self, key: str) -> list[str]:
        """The students who have a misconception, in whatever exercise."""
        return self._students(self.who[key])

    @staticmethod
    def _students(by_exercise: dict[str, list[str]]) -> list[str]:
        return sorted({student for students in by_exercise.values() for student in students})

    def example(self, key: str) -> Misconception:
        """What the report said to the first student with this misconception."""
        return next(one for each in self.submissions for one in each.found if one.key == key)

    def lines(self, key: str) -> Counter[str]:
        """The lines of students' code that reports with this finding point at."""
        found = (one.line for each in self.submissions for one in each.found if one.key == key)
        return Counter(filter(None, found))

    def points_text(self, exercise: str) -> str:
        """What the gradebook says of an exercise; nothing if there is none."""
        points = self.points.get(exercise)
        if not points:
            return ""
        zero = f", {len(points.at_zero)} of them with 0" if points.at_zero else ""
        return f"{points.average:.2f} of {points.most:g} points on average ({len(points.students)} graded{zero})"

    def __str__(self) -> str:
        return self.text()

    def text(self, names: bool = False) -> str:
        """The counts; with `names` it says who is meant."""
        submissions = count_text(len(self.submissions), "submission", "submissions")
        lines = [f"{students_text(len(self.students))}, {submissions}"]
        if problems := self.problems(names):
            lines += ["", "Not graded:", *(f"  {problem}" for problem in problems), ""]
        for exercise in self.exercises:
            counted = self.states(exercise)
            told = ", ".join(f"{counted[state]} {state}" for state in STATES if counted[state])
            lines.append(f"{exercise}: {'; '.join(filter(None, [told, self.points_text(exercise)]))}")
            if points := self.points.get(exercise):
                parts = (f"{part} {points.average_of(part):.2f} of {most:g}" for part, most in points.parts.items())
                lines.append(f"  {', '.join(parts)}")
                lines += [f"  with 0 points: {', '.join(points.at_zero)}"] if names and points.at_zero else []
        lines += ["", "students  misconception" if self.who else NONE_FOUND]
        for key, by_exercise in self.who.items():
            where = ", ".join(f"{exercise} {len(students)}" for exercise, students in sorted(by_exercise.items()))
            title = self.example(key).title
            lines.append(f"{self.count(key):>8}  {title if key == title else f'{key}: {title}'} ({where})")
            lines += [f"{'':>10}{', '.join(self.having(key))}"] if names else []
        return "\n".join(lines)


def students_text(count: int) -> str:
    return count_text(count, "student", "students")


def class_report(folder: str | os.PathLike[str], executor: Executor | None = None) -> ClassReport:
    """Read what a class has handed in. Nothing that a student wrote is run: the reports stand in the notebooks.

    `folder`: a course of nbgrader (its gradebook and its autograded notebooks are read, or else the submitted ones);
    or any folder with the notebooks of a student in a folder of that name, or whose names say whose they are.
    `executor`: what to spread the work over, as in a tournament: a `ProcessPoolExecutor`, or a Dask client's.
    """
    course = Path(folder)
    if not course.is_dir():
        raise ValueError(f"there is no folder {course}")
    graded, handed_in = (_assignments(course / name) for name in (AUTOGRADED, SUBMITTED))
    found = graded or handed_in or _handed_in(course)
    if not found:
        raise ValueError(f"there are no notebooks in {course}")
    spread = executor.map if executor else map
    contents = [path.read_bytes() if path.is_file() else None for path in found.values()]
    students, names = zip(*found, strict=True)
    reports: Iterable[Submission] = spread(read_submission, students, names, contents)
    left = [who for who in handed_in if graded and who not in graded]
    not_graded = [Submission(*who, problem=_why_not_graded(handed_in[who], who[1])) for who in left]
    return ClassReport((*reports, *not_graded), _points(course / GRADEBOOK, {*graded}))


def _assignments(root: Path) -> dict[tuple[str, str], Path]:
    """What is in a folder of nbgrader's, STUDENT/ASSIGNMENT/…: the notebook of that name, or else the first one.

    Another beside it is the student's own copy: what was handed in under another name was graded under the right one.
    """
    found: dict[tuple[str, str], Path] = {}
    for path in notebooks_in(root):
        inside = path.relative_to(root)
        student, assignment = inside.parts[:2] if len(inside.parts) > 2 else whose(inside)
        if path.stem == assignment or (student, assignment) not in found:
            found[(student, assignment)] = path
    return found


def _handed_in(root: Path) -> dict[tuple[str, str], Path]:
    """The notebooks in a folder by student and exercise; where there are several, by the name of the file as well."""
    found: dict[tuple[str, str], Path] = {}
    for path in notebooks_in(root):
        student, exercise = whose(path.relative_to(root))
        found[(student, exercise) if (student, exercise) not in found else (student, path.stem)] = path
    return found


def _why_not_graded(path: Path, exercise: str) -> str:
    try:
        read(path)
    except Unreadable as problem:
        return str(problem)
    return f"handed in, but not graded: `minimax-lab grade {exercise}` says why"


def _points(gradebook: Path, graded: Set[tuple[str, str]]) -> dict[str, Points]:
    """The points of those whose work was graded; empty without a gradebook or nbgrader."""
    if not gradebook.is_file():
        return {}
    try:
        from nbgrader.api import Gradebook
    except ImportError:
        return {}
    made = {}
    with Gradebook(f"sqlite:///{gradebook.resolve()}") as opened:
        for assignment in opened.assignments:
            parts = {cell.name: cell.max_score for notebook in assignment.notebooks for cell in notebook.grade_cells}
            students = {
                each.student.id: {grade.name: grade.score for notebook in each.notebooks for grade in notebook.grades}
                for each in assignment.submissions
                if (each.student.id, assignment.name) in graded
            }
            if students:
                made[assignment.name] = Points(parts, dict(sorted(students.items())))
    return made


def read_submission(student: str, exercise: str, content: bytes | None) -> Submission:
    """Read the reports of a notebook; one that is damaged, or no file (None), says what is wrong with it."""
    found: dict[str, Misconception] = {}
    try:
        cells = cells_of(content)
        shown = [each for cell in cells for output in cell.get("outputs", ()) for each in _shown(output)]
        marks = NOT_YET if any(map(_has_failed, cells)) else ""
    except Unreadable as problem:
        return Submission(student, exercise, problem=str(problem))
    except (KeyError, TypeError, AttributeError):
        return Submission(student, exercise, problem="not a notebook: it has no list of cells")
    for text, html in shown:
        if heading := HEADING.match(text):
            marks += heading[1]
            for misconception in _found(text, html):
                found.setdefault(misconception.key, misconception)
    return Submission(student, exercise, tuple(found.values()), marks)


def _has_failed(cell: Any) -> bool:
    """Whether this is a graded check that was stopped by an error, and so has no report."""
    is_graded = cell.get("metadata", {}).get("nbgrader", {}).get("grade")
    return bool(is_graded) and any(output["output_type"] == "error" for output in cell.get("outputs", ()))


def _shown(output: Any) -> Iterator[tuple[str, str]]:
    """The plain text of an output, and its page if it has one. What was printed may hold several reports."""
    if output["output_type"] == "stream":
        text = "".join(output["text"])
        begins = [match.start() for match in re.finditer(HEADING.pattern, text, re.MULTILINE)]
        yield from ((text[begin:end], "") for begin, end in pairwise([*begins, len(text)]))
    elif "data" in output:
        yield "".join(output["data"].get("text/plain", "")), "".join(output["data"].get("text/html", ""))


def _found(text: str, html: str) -> Iterator[Misconception]:
    """The faults of a report, each a line with its mark and title and then lines that are indented."""
    pages = html.split("<div data-state=")[1:]
    for part, page in zip_longest(re.split(r"\n\n(?=\S)", text)[1:], pages, fillvalue=""):
        first, *rest = part.splitlines() or [""]
        mark, _, title = first.partition(" ")
        if mark == NOT_YET and title != FOLLOWS.title:
            lines = [line.removeprefix("  ") for line in rest]
            name = next(filter(None, map(NAME.fullmatch, lines)), None)
            words = "\n".join(line for line in lines if not NAME.fullmatch(line))
            # some programs of a class have the mistake, others behave like those: one title for all of them
            title = title.removeprefix(LIKE_THIS.format(title=""))
            yield Misconception(title, words, name[1] if name else "", tuple(PICTURE.findall(page))[:2])
