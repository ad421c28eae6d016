"""Grade an exercise of a course with nbgrader, or any notebooks without it: a line for each student."""

from __future__ import annotations

import argparse
import csv
import os
import re
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from minimax_lab.app.grading.alike import SOBER, alike
from minimax_lab.app.grading.one import Job, in_a_process
from minimax_lab.app.grading.submissions import Graded, Unreadable, notebooks_in, whose
from minimax_lab.picture.text import count_text

MOST_LINES = 20  # on programs that are alike
MOODLE = re.compile(r"_\d+_assignsubmission_file_?$")  # what follows the name of a student there
UNCLEAR = "Left out, because more than one of the files that came may be theirs: {students}. Send these pages yourself."
STRANGERS = (
    "Not on the class list, and graded all the same: {students}. Is it a wrong id? Rename the folder, and grade again."
)
ZIPPED = "{pages} of feedback in one file to upload, under the names that the work had: {file}"


def main(arguments: Sequence[str]) -> int:
    """Run `minimax-lab grade` with these arguments, and return its exit code."""
    asked = _parser().parse_args(arguments)
    try:
        if asked.gradescope:
            from minimax_lab.app.grading.gradescope import write_package

            write_package(asked.what[0], asked.gradescope)
            print(f"wrote {asked.gradescope}: upload it as the autograder of a programming assignment")
            return 0
        strangers = list[str]()
        pairs = asked.pairs.read_text(encoding="utf-8-sig").splitlines() if asked.pairs else []
        teams = [[name.strip() for name in line.split(",")] for line in pairs]
        if asked.keys:
            graded, missing = _marked(asked)
        else:
            jobs, missing, strangers = _jobs(asked)
            graded = _all(jobs, asked.workers)
        if asked.students:
            missing = _absent(asked.students, graded)
    except (ValueError, OSError) as problem:
        print(f"minimax-lab grade: {problem}", file=sys.stderr)
        return 2
    if asked.csv:
        _write_csv(graded, asked.csv)
    _print(graded, missing, teams)
    if strangers:
        print(STRANGERS.format(students=", ".join(strangers)))
    if asked.feedback:
        from minimax_lab.app.grading.course import zip_feedback

        if made := zip_feedback(asked.course, asked.what[0]):
            file, count, unclear = made
            print(ZIPPED.format(pages=count_text(count, "page", "pages"), file=file))
            if unclear:
                print(UNCLEAR.format(students=", ".join(f"{student} ({page})" for student, page in unclear.items())))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("minimax-lab grade", description=__doc__)
    parser.add_argument("what", nargs="+", help="an exercise of the course in this folder, such as 03_minimax; "
                        "or notebooks, or folders of notebooks, to be graded without nbgrader")  # fmt: skip
    parser.add_argument("--course", type=Path, default=Path(), metavar="DIR", help="the course (default: this folder)")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="also write the points into this file")
    parser.add_argument("--feedback", action="store_true", help="also make feedback, and release it where possible")
    parser.add_argument("--force", action="store_true", help="grade again what has been graded already")
    parser.add_argument("--workers", type=int, metavar="N", help="so many at the same time (default: all cores)")
    parser.add_argument("--keys", type=Path, metavar="DIR", help="mark worksheets in notebook form by these keys")
    parser.add_argument(
        "--students", type=Path, metavar="FILE", help="without nbgrader: a class list, to see who is missing"
    )
    parser.add_argument("--pairs", type=Path, metavar="FILE", help="who worked together, on a line each: ana, bo")
    parser.add_argument("--gradescope", type=Path, metavar="FILE.zip", help="write an autograder for Gradescope")
    return parser


def _jobs(asked: argparse.Namespace) -> tuple[list[Job], list[str], list[str]]:
    """What there is to grade, who has handed in nothing, and who has without being on the class list."""
    paths = [Path(each) for each in asked.what]
    is_assignment = (asked.course / "source" / asked.what[0]).is_dir()  # also where a folder has the same name
    if is_assignment or not any(path.exists() or path.suffix == ".ipynb" for path in paths):
        from minimax_lab.app.grading import course

        if len(asked.what) > 1:
            raise ValueError("one exercise at a time, please")
        [exercise] = asked.what
        there, missing, strangers = course.students(asked.course, exercise)
        grade = partial(course.grade_student, asked.course)
        jobs: list[Job] = [
            (student, exercise, partial(grade, student, exercise, asked.force, asked.feedback)) for student in there
        ]
        return jobs, missing, strangers
    from minimax_lab.app.grading.one import grade_file

    people = [(file, *whose(inside)) for file, inside in _files(paths)]
    work: list[Job] = [
        (student, exercise, partial(grade_file, file, student, exercise)) for file, student, exercise in people
    ]
    return work, [], []


def _files(paths: Sequence[Path]) -> list[tuple[Path, Path]]:
    """The notebooks among these files and folders, each with its path inside of its folder."""
    found = [(file, file.relative_to(path)) for path in paths if path.is_dir() for file in notebooks_in(path)]
    found += [(path, Path(path.name)) for path in paths if not path.is_dir()]
    if not found:
        raise ValueError(f"there are no notebooks in {', '.join(map(str, paths))}")
    return found


def _absent(file: Path, graded: Sequence[Graded]) -> list[str]:
    """Who of a class list has handed in nothing: work is known by a name, an id, or both."""
    from minimax_lab.app.worksheets.command import names_from

    there = {MOODLE.sub("", each.student) for each in graded}
    return [name for name in names_from(file) if not {name, *re.split(r" \((.+)\)$", name)} & there]


def _marked(asked: argparse.Namespace) -> tuple[list[Graded], list[str]]:
    """What each worksheet gets by its key, and the keys for which there is none."""
    from minimax_lab.app.worksheets.marking import keys_in, mark, sheet_name

    keys = keys_in(asked.keys)
    made = []
    for file, inside in _files([Path(each) for each in asked.what]):
        try:
            content = file.read_bytes()
            name = sheet_name(content)
            if name not in keys:
                raise Unreadable(f"there is no key for it in {asked.keys}: it is not a worksheet, or another one")
            made.append(mark(content, keys[name], name))
        except Unreadable as problem:
            made.append(Graded(str(inside), "worksheet", problem=str(problem)))
    return made, sorted(keys.keys() - {each.student for each in made})


def _all(jobs: Sequence[Job], workers: int | None) -> list[Graded]:
    from tqdm import tqdm  # type: ignore[import-untyped]

    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    with ThreadPoolExecutor(workers or cores) as pool:
        return [*tqdm(pool.map(in_a_process, jobs), total=len(jobs), unit="student", disable=None, leave=False)]


def _print(graded: Sequence[Graded], missing: Sequence[str], teams: Sequence[Sequence[str]] = ()) -> None:
    several = len({each.exercise for each in graded}) > 1
    width = max((len(each.student) for each in graded), default=0)
    for each in graded:
        print(f"{each.student:<{width}}  {f'{each.exercise}: ' if several else ''}{each}")
    done = [each for each in graded if not each.problem]
    nothing = f" {len(missing)} handed in nothing: {', '.join(missing)}." if missing else ""
    print(f"\n{len(done)} graded, {len(graded) - len(done)} not graded.{nothing}")
    often = Counter((each.student, each.exercise) for each in graded)
    if twice := [f"{student} ({exercise})" for (student, exercise), count in often.items() if count > 1]:
        print(f"More than once: {', '.join(twice)}. See which one counts, and whose it is.")
    numbers: dict[str, list[Graded]] = {}
    for each in done:
        if each.number:
            numbers.setdefault(each.number.lstrip("0") or "0", []).append(each)
    for number, group in numbers.items():
        who = ", ".join(f"{each.student} ({each.exercise})" for each in group)
        if number == "0":
            print(f"Number 0, whose answers are in the solutions: {who}")
        elif len({each.student for each in group}) > 1:
            print(f"The same number {number}: {who}")
    if lines := alike(done, teams):
        more = [f"and {len(lines) - MOST_LINES} more"] if len(lines) > MOST_LINES else []
        print("\nAlike:", *lines[:MOST_LINES], *more, SOBER, sep="\n  ")


def _write_csv(graded: Sequence[Graded], file: Path) -> None:
    parts = list(dict.fromkeys((each.exercise, name) for each in graded for name in each.parts))
    several = len({exercise for exercise, _ in parts}) > 1  # which may have parts of the same name
    with file.open("w", newline="", encoding="utf-8") as opened:
        writer = csv.writer(opened)
        heads = [f"{exercise}: {name}" if several else name for exercise, name in parts]
        writer.writerow(["student", "exercise", "points", "of", *heads, "note"])
        for each in graded:
            own = {(each.exercise, name): part.points for name, part in each.parts.items()}
            got = [own.get(part) for part in parts]
            points = [None, None] if each.problem else [each.points, each.most]
            writer.writerow([each.student, each.exercise, *points, *got, each.problem or each.remark])
