"""An autograder for Gradescope: what it needs in a zip file, and the points in the form that it reads."""

from __future__ import annotations

import json
import re
import sys
from functools import partial
from importlib.metadata import requires
from pathlib import Path
from zipfile import ZipFile, ZipInfo

from minimax_lab.app.grading.one import grade_file, in_a_process
from minimax_lab.app.grading.submissions import Graded, Unreadable, exercises, notebooks_in, read
from minimax_lab.app.launch import FOR_TEACHERS, PACKAGE, notebook_folder

SET_UP = """#!/usr/bin/env bash
set -e
apt-get update
apt-get install -y python3.11 python3.11-venv
python3.11 -m venv /autograder/python
/autograder/python/bin/pip install {requirements}
"""
RUN = """#!/usr/bin/env bash
cd /autograder
PYTHONPATH=/autograder/source /autograder/python/bin/python -m minimax_lab.app.grading.gradescope \\
    {exercise} submission results/results.json
"""


def write_package(exercise: str, file: Path) -> None:
    """Write the zip file that is uploaded: this package, the exercises, and how to run them."""
    if exercise not in exercises():
        raise ValueError(f"there is no exercise {exercise}; there are {', '.join(exercises())}")
    needed = [each for each in requires("minimax-lab") or () if "extra ==" not in each]
    requirements = " ".join(f"'{re.split('[ ;]', each)[0]}'" for each in needed)
    with ZipFile(file, "w") as archive:
        for name, text in (
            ("setup.sh", SET_UP.format(requirements=requirements)),
            ("run_autograder", RUN.format(exercise=exercise)),
        ):
            script = ZipInfo(name)
            script.external_attr = 0o755 << 16  # may be run
            archive.writestr(script, text)
        for path in sorted(PACKAGE.rglob("*")):
            if path.is_file() and path.suffix != ".pyc" and notebook_folder() not in path.parents:
                archive.write(path, Path("minimax_lab") / path.relative_to(PACKAGE))
        for path in notebooks_in(notebook_folder()):
            if FOR_TEACHERS not in path.parts:
                archive.write(path, Path("minimax_lab/notebooks") / path.relative_to(notebook_folder()))


def results(graded: Graded) -> dict[str, object]:
    """The points as Gradescope reads them, the report of each part with it."""
    parts = [(name, part) for name, part in graded.parts.items() if part.points is not None]
    tests = [{"name": n, "score": part.points, "max_score": part.most, "output": part.report} for n, part in parts]
    return {"score": graded.points, "output": str(graded), "tests": tests}


def grade_folder(exercise: str, folder: Path) -> Graded:
    """Grade the notebook of this exercise among what a student has uploaded."""
    there = notebooks_in(folder)
    for path in there:
        try:
            if read(path)[1] == exercise:
                return grade_file(path, "", exercise)
        except Unreadable:
            continue
    if there:
        return grade_file(there[0], "", exercise)  # it says what is wrong
    return Graded("", exercise, problem=f"there is no notebook. Hand in {exercise}.ipynb")


if __name__ == "__main__":
    exercise, folder = sys.argv[1], Path(sys.argv[2])
    graded = in_a_process(("", exercise, partial(grade_folder, exercise, folder)))
    Path(sys.argv[3]).write_text(json.dumps(results(graded), indent=1, ensure_ascii=False), encoding="utf-8")
