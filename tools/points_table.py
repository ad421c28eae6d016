"""Grade the typical submissions with nbgrader, and write the table of their points into docs/POINTS.md.

    python -m tools.points_table

It also says how much processor time a submission took.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.grade import Course, fill_in
from tools.release import ROOT
from tools.submissions import SUBMISSIONS, Submission

PAGE = ROOT / "docs" / "POINTS.md"
HEAD = "| exercise | submission | points |\n|---|---|---|\n"
TABLE = re.compile(re.escape(HEAD) + r"(?:\|.*\n)*")


def graded(course: Course, submission: Submission, student: str) -> float:
    """The points of a submission."""
    notebook = fill_in(course.released(submission.exercise), submission.answers())
    return round(sum(course.grade(student, submission.exercise, notebook).values()), 2)


def row(submission: Submission, points: float) -> str:
    return f"| `{submission.exercise}` | {submission.title} | {points:g} |"


def rows(course: Course, submissions: Iterable[Submission]) -> list[str]:
    """The table's rows for these submissions."""
    return [row(one, graded(course, one, f"student {number}")) for number, one in enumerate(submissions)]


def main() -> None:
    with TemporaryDirectory() as folder:
        course = Course(Path(folder))
        for name in {submission.exercise for submission in SUBMISSIONS}:
            course.released(name)
        before = sum(os.times()[:4])
        table = rows(course, SUBMISSIONS)
        seconds = (sum(os.times()[:4]) - before) / len(table)
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(TABLE.sub(lambda _: HEAD + "\n".join(table) + "\n", page), encoding="utf-8")
    print(f"{len(table)} submissions, {seconds:.1f} seconds of processor time each")


if __name__ == "__main__":
    if sys.argv[1:]:
        sys.exit("usage: python -m tools.points_table")
    main()
