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
from minimax_lab.app.grading.submissions import Graded, Part, Unreadable, exercises, expected, notebooks_in, read

CONFIGURATION = "nbgrader_config.py"
PATIENCE = 60  # seconds to wait for the gradebook, which others write into as well
KERNEL_DIED = (
    "Python ended while the notebook ran: a cell ends it, or there was too little memory. Look for exit, os._exit and "
    "the like in {file}, make it a comment, and grade again"
)
NO_END = "a cell does not end, and cannot be interrupted. Look for it in {file}, make it a comment, and grade again"
RENAMED = "It was handed in as {name}, and copied to the name that nbgrader wants."
BESIDE = "{problem}. Beside it there is {others}: give the right one the name {name}, and grade again"
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


def students(course: Path, exercise: str) -> tuple[list[str], list[str], list[str]]:
    """Who has handed in something, who of the list of the class has not, and who has without being on that list."""
    if not (course / CONFIGURATION).is_file():
        raise ValueError(f"{course} is not a course: it has no {CONFIGURATION}. `python -m tools.course` makes one")
    nbgrader = api(course)
    with nbgrader.gradebook as gradebook:
        if exercise not in [assignment.name for assignment in gradebook.assignments]:
            raise ValueError(f"the gradebook does not know {exercise}: first, nbgrader generate_assignment {exercise}")
        known = [*gradebook.students]
        # Whose work was graded is known from then on. Those of a list have a name or an address as well.
        on_the_list = {each.id for each in known if each.last_name or each.first_name or each.email}
    folders = Path(nbgrader.coursedir.format_path(nbgrader.coursedir.submitted_directory, "*", exercise))
    there = {path.parent.name for path in folders.parent.parent.glob(f"*/{exercise}") if path.is_dir()}
    if not on_the_list:  # ids alone were imported, or nothing
        return sorted(there), sorted({each.id for each in known} - there), []
    return sorted(there), sorted(on_the_list - there), sorted(there - on_the_list)


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
            return Graded(student, exercise, problem=_why_not(done, file))
    except Unreadable as problem:
        others = ", ".join(path.name for path in notebooks_in(folder) if path != file)
        beside = BESIDE.format(problem=problem, others=others, name=file.name) if file.exists() and others else ""
        return Graded(student, exercise, problem=beside or str(problem))
    with nbgrader.gradebook as gradebook:
        submission = gradebook.find_submission(exercise, student)
        grades = gradebook.find_submission_notebook(exercise, exercise, student).grades
        cells = exercises().get(exercise, {}).items()
        written_by_hand = {name for name, cell in cells if cell["metadata"]["nbgrader"]["solution"]}
        parts = {}
        for grade in grades:  # nbgrader also wants to be asked about a test that was deleted
            by_hand = grade.needs_manual_grade and grade.name in written_by_hand
            parts[grade.name] = Part(None if by_hand else grade.score, grade.max_score)
        late = submission.total_seconds_late
    remarks = [remark, f"It came {_duration(late)} late." if late > 0 else ""]
    if feedback:
        remarks.append(_give_back(nbgrader, student, exercise))
    return Graded.of(student, exercise, content, parts, " ".join(filter(None, remarks)))


def _give_it_its_name(file: Path) -> str:
    """Copy the only notebook of this exercise to the name that nbgrader looks for, if it has another one."""
    if file.exists():
        return ""
    fitting, there = [], []
    for path in notebooks_in(file.parent):
        try:
            if read(path)[1] == expected(file.stem):
                fitting.append(path)
            there.append(path.name)
        except Unreadable as problem:
            there.append(f"{path.name} ({problem})")
    if len(fitting) != 1:
        others = ", ".join(there) or "other files"
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
        is_zipped = _unpacked(Path(nbgrader.coursedir.root), exercise).is_dir()  # then it goes back with all the others
        return "" if is_zipped else BY_HAND.format(page=folder / f"{exercise}.html")
    done = nbgrader.release_feedback(exercise, student)
    print(done.get("error", ""))
    return RELEASED if done["success"] else NOT_RELEASED


def _unpacked(course: Path, exercise: str) -> Path:
    """Where `nbgrader zip_collect` unpacks what came in one file."""
    return (course / "downloaded" / exercise / "extracted").resolve()


def zip_feedback(course: Path, exercise: str) -> tuple[Path, int, dict[str, Path]] | None:
    """Write the pages under the names that the work had in what `nbgrader zip_collect` unpacked, if it has.

    So a learning platform knows whose they are. Returns the file, the number of pages, and by student those that were
    left out, because they may be another student's.
    """
    folder = _unpacked(course, exercise)
    if not folder.is_dir():
        return None
    from nbgrader.plugins import FileNameCollectorPlugin

    nbgrader = api(course)
    where = nbgrader.coursedir.format_path
    collector = FileNameCollectorPlugin(config=nbgrader.config, log=nbgrader.log)
    came = {
        file: (file.read_bytes(), (collector.collect(str(file)) or {}).get("student_id"))
        for file in notebooks_in(folder)
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
    zipped = folder.with_name("feedback.zip")
    with ZipFile(zipped, "w", ZIP_DEFLATED) as archive:
        for student, file in sure.items():
            archive.write(pages[student], file.relative_to(folder).with_suffix(".html"))
    return zipped, len(sure), {student: pages[student] for student in sorted(found.keys() - sure.keys())}


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
