"""Grade one student of a course of nbgrader: nbgrader does it, and what goes wrong is told in a sentence."""

from __future__ import annotations

import logging
import os
import re
import shutil
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from minimax_lab.app.grading.one import another
from minimax_lab.app.grading.submissions import (
    Graded,
    Part,
    Unreadable,
    exercises,
    expected,
    notebooks_in,
    read,
    student_number,
    written,
)

CONFIGURATION = "nbgrader_config.py"
PATIENCE = 60  # seconds to wait for the gradebook, which others write into as well
KERNEL_DIED = (
    "Python ended while the notebook ran: a cell ends it, or there was too little memory. Look for exit, os._exit and "
    "the like in {file}, make it a comment, and grade again"
)
NO_END = "a cell does not end, and cannot be interrupted. Look for it in {file}, make it a comment, and grade again"
RENAMED = "It was handed in as {name}, and copied to the name that nbgrader wants."
NO_NOTEBOOK = "there is no {exercise}.ipynb in {folder}, only {others}. Give the right one that name, and grade again"
RELEASED, NOT_RELEASED = "Feedback was released.", "The feedback was made but not released; the log says why."
BY_HAND = "The work came without the exchange, so send the feedback yourself: {page}"


def api(course: Path) -> Any:
    """nbgrader for this course, as its configuration says."""
    from nbgrader.apps import NbGraderAPI
    from traitlets.config.loader import PyFileConfigLoader

    os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # it calls alembic by name
    config = PyFileConfigLoader(CONFIGURATION, path=str(course)).load_config()
    config.CourseDirectory.root = str(course.resolve())
    log = logging.getLogger("minimax_lab.grading")  # what nbgrader says is not shown, and kept where something fails
    log.propagate = False
    log.addHandler(logging.NullHandler())
    made = NbGraderAPI(config=config, log=log)
    url = made.coursedir.db_url
    if url.startswith("sqlite") and "?" not in url:
        made.coursedir.db_url = f"{url}?timeout={PATIENCE}"
    return made


def students(course: Path, exercise: str) -> tuple[list[str], list[str]]:
    """Who has handed in something, and who of the list of the class has not."""
    if not (course / CONFIGURATION).is_file():
        raise ValueError(f"{course} is not a course: it has no {CONFIGURATION}. `python -m tools.course` makes one")
    nbgrader = api(course)
    with nbgrader.gradebook as gradebook:
        if exercise not in [assignment.name for assignment in gradebook.assignments]:
            raise ValueError(f"the gradebook does not know {exercise}: first, nbgrader generate_assignment {exercise}")
        on_the_list = {student.id for student in gradebook.students}
    folders = Path(nbgrader.coursedir.format_path(nbgrader.coursedir.submitted_directory, "*", exercise))
    there = {path.parent.name for path in folders.parent.parent.glob(f"*/{exercise}") if path.is_dir()}
    return sorted(there), sorted(on_the_list - there)


def grade_student(course: Path, student: str, exercise: str, force: bool, feedback: bool) -> Graded:
    """Grade what a student has handed in, and with `feedback` make the page that goes back."""
    nbgrader = api(course)
    where = nbgrader.coursedir.format_path
    folder = Path(where(nbgrader.coursedir.submitted_directory, student, exercise))
    graded = Path(where(nbgrader.coursedir.autograded_directory, student, exercise)) / f"{exercise}.ipynb"
    file = folder / f"{exercise}.ipynb"
    try:
        remark = _give_it_its_name(file)
        content, found = read(file)
        if found != expected(exercise):
            raise Unreadable(another(exercise, found))
        if len(content) != file.stat().st_size:
            file.write_bytes(content)  # without the mark at its beginning, at which nbgrader would stop
        is_newer = not graded.is_file() or graded.stat().st_mtime < file.stat().st_mtime
        done = nbgrader.autograde(exercise, student, force=force or is_newer)
        if "old version" in done.get("log", ""):
            _update(file)
            done = nbgrader.autograde(exercise, student, force=True)
        if not done["success"]:
            raise Unreadable(_why_not(done, file))
    except Unreadable as problem:
        return Graded(student, exercise, problem=str(problem))
    with nbgrader.gradebook as gradebook:
        submission = gradebook.find_submission(exercise, student)
        grades = gradebook.find_submission_notebook(exercise, exercise, student).grades
        by_hand = {
            name for name, cell in exercises().get(exercise, {}).items() if cell["metadata"]["nbgrader"]["solution"]
        }
        parts = {  # nbgrader also wants to be asked about a test that was deleted
            grade.name: Part(
                None if grade.needs_manual_grade and grade.name in by_hand else grade.score, grade.max_score
            )
            for grade in grades
        }
        late = submission.total_seconds_late
    remarks = [remark, f"It came {_duration(late)} late." if late > 0 else ""]
    if feedback:
        remarks.append(_give_back(nbgrader, student, exercise))
    told = " ".join(filter(None, remarks))
    return Graded(student, exercise, parts, "", told, written(content, exercise), student_number(content))


def _give_it_its_name(file: Path) -> str:
    """Copy the only notebook of this exercise to the name that nbgrader looks for, if it has another one."""
    if file.exists():
        return ""
    there = notebooks_in(file.parent)
    fitting = []
    for path in there:
        try:
            if read(path)[1] == expected(file.stem):
                fitting.append(path)
        except Unreadable:
            continue
    if len(fitting) != 1:
        others = ", ".join(path.name for path in there) or "other files"
        raise Unreadable(NO_NOTEBOOK.format(exercise=file.stem, folder=file.parent, others=others))
    shutil.copy2(fitting[0], file)
    return RENAMED.format(name=fitting[0].name)


def _update(file: Path) -> None:
    """What `nbgrader update` does: make the marks of an old version of nbgrader new ones."""
    import nbformat
    from nbgrader.nbgraderformat import MetadataValidator

    notebook = nbformat.read(file, as_version=4)
    nbformat.write(MetadataValidator().upgrade_notebook_metadata(notebook), file)


def _why_not(done: dict[str, Any], file: Path) -> str:
    said = done.get("log", "") + done.get("error", "")
    print(said)  # into the log
    if "DeadKernelError" in said:
        return KERNEL_DIED.format(file=file)
    if "CellTimeoutError" in said:
        return NO_END.format(file=file)
    errors = re.findall(r"^ *[\w.]*?(\w+Error: .+)$", said, re.MULTILINE)
    return f"nbgrader says: {errors[0] if errors else said.strip().splitlines()[-1]}"


def _give_back(nbgrader: Any, student: str, exercise: str) -> str:
    """Make the page for a student. Where the work came by the exchange, it also goes back that way."""
    done = nbgrader.generate_feedback(exercise, student)
    if not done["success"]:
        print(done.get("log", ""), done["error"])
        return "The feedback could not be made; the log says why."
    folder = Path(nbgrader.coursedir.format_path(nbgrader.coursedir.feedback_directory, student, exercise))
    if not (folder / "submission_secret.txt").is_file():  # without it, nbgrader would stop for the whole class
        return BY_HAND.format(page=folder / f"{exercise}.html")
    done = nbgrader.release_feedback(exercise, student)
    print(done.get("error", ""))
    return RELEASED if done["success"] else NOT_RELEASED


def zip_feedback(course: Path, exercise: str) -> tuple[Path, int, list[str]] | None:
    """Write the pages under the names that the work had in what `nbgrader zip_collect` unpacked, if it has.

    So a learning platform knows whose they are. Returns the file, the number of pages, and whose page was left out
    because it may be that of another student.
    """
    folder = (course / "downloaded" / exercise).resolve()
    if not (folder / "extracted").is_dir():
        return None
    from nbgrader.plugins import FileNameCollectorPlugin

    nbgrader = api(course)
    where = nbgrader.coursedir.format_path
    collector = FileNameCollectorPlugin(config=nbgrader.config, log=nbgrader.log)
    came = {
        file: (file.read_bytes(), (collector.collect(str(file)) or {}).get("student_id"))
        for file in notebooks_in(folder / "extracted")
    }
    found: dict[str, list[Path]] = {}
    pages = {}
    for student in students(course, exercise)[0]:
        work = Path(where(nbgrader.coursedir.submitted_directory, student, exercise)) / f"{exercise}.ipynb"
        pages[student] = Path(where(nbgrader.coursedir.feedback_directory, student, exercise)) / f"{exercise}.html"
        if pages[student].is_file() and work.is_file() and (files := _came_as(work.read_bytes(), student, came)):
            found[student] = files
    often = Counter(files[0] for files in found.values() if len(files) == 1)
    sure = {student: files[0] for student, files in found.items() if len(files) == 1 == often[files[0]]}
    with ZipFile(folder / "feedback.zip", "w", ZIP_DEFLATED) as archive:
        for student, file in sure.items():
            archive.write(pages[student], file.relative_to(folder / "extracted").with_suffix(".html"))
    return folder / "feedback.zip", len(sure), sorted(found.keys() - sure.keys())


def _came_as(work: bytes, student: str, came: Mapping[Path, tuple[bytes, str | None]]) -> list[Path]:
    """As which files this work may have come: those with the same content, or else with the student's id.

    Two students may share a name, which is then the id of both; and two may hand in the same content.
    """
    same = [file for file, (content, _) in came.items() if content == work]
    named = [file for file, (_, whose) in came.items() if whose == student]
    return [file for file in same if file in named] or same or named


def _duration(seconds: float) -> str:
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours // 24} days" if hours >= 48 else f"{hours} h {minutes} min" if hours else f"{minutes} min"
