"""A class is graded whatever it hands in: with nbgrader, without it and on Gradescope, for the same points."""

import csv
import json
import os
import re
import shutil
import subprocess
import sys
from codecs import BOM_UTF8
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZipFile

import nbformat
import pytest

from minimax_lab.app import launch
from minimax_lab.app.grading import confined, gradescope
from minimax_lab.app.grading.course import zip_feedback
from minimax_lab.app.grading.one import HIDDEN_TEST, in_a_process
from tools.grade import Course, fill_in, solution
from tools.release import EXERCISES, SOLUTIONS
from tools.submissions import SUBMISSIONS

pytestmark = [
    pytest.mark.skipif(find_spec("nbgrader") is None, reason='nbgrader comes with pip install -e ".[teach]"'),
    pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning"),  # nbgrader's own business
]

EXERCISE = "01_by_hand"


def perfect(exercise=EXERCISE):
    notebook = nbformat.read(EXERCISES / f"{exercise}.ipynb", as_version=4)
    return fill_in(notebook, solution(exercise))


def at(notebook, grade_id):
    return next(
        i for i, cell in enumerate(notebook.cells) if cell.metadata.get("nbgrader", {}).get("grade_id") == grade_id
    )


def split(notebook):
    upper = nbformat.from_dict(notebook.cells[at(notebook, "move")])
    upper.source = "best_move = None"
    upper.id = "upper"
    notebook.cells.insert(at(notebook, "move"), upper)


def pasted(notebook):
    again = nbformat.from_dict(notebook.cells[at(notebook, "check-values")])
    again.id = "again"
    notebook.cells.append(again)


def deleted(notebook):
    del notebook.cells[at(notebook, "check-values")]


def half_done(notebook):
    notebook.cells[at(notebook, "any-number")].source = "cannot_matter = set()"


def wrong_syntax(notebook):
    notebook.cells[at(notebook, "one-leaf")].source = "change = {"


def begins_with_0(notebook):
    (cell,) = (cell for cell in notebook.cells if cell.source.startswith("number = 0"))
    cell.source = 'number = "00"  # your student number'


def old_nbgrader(notebook):
    for cell in notebook.cells:
        if "nbgrader" in cell.metadata:
            cell.metadata.nbgrader["schema_version"] = 1


def other_kernel(notebook):
    notebook.metadata.kernelspec = {"name": "julia-1.9", "display_name": "Julia", "language": "julia"}


def is_text(notebook):
    cell = notebook.cells[at(notebook, "values")]
    cell.cell_type = "markdown"
    del cell["outputs"], cell["execution_count"]


def skips_the_tests(notebook):
    for cell in notebook.cells:
        if cell.metadata.get("nbgrader", {}).get("grade"):
            cell.metadata["tags"] = ["skip-execution"]


def shows_nothing(notebook):
    notebook.cells[at(notebook, "values")].source += "\nget_ipython().ast_node_interactivity = 'none'"


def silences_points(notebook):
    notebook.cells[at(notebook, "check-values")].metadata.nbgrader["points"] = 100
    notebook.cells[at(notebook, "check-values")].source = "100"


def interrupted(notebook):
    notebook.cells[at(notebook, "one-leaf")].source = "raise KeyboardInterrupt"


def large_output(notebook):
    text = "x" * 2_000_000
    notebook.cells[at(notebook, "move")].outputs = [nbformat.v4.new_output("stream", text=text)]


def deletes_what_it_finds(notebook):
    notebook.cells[at(notebook, "move")].source += """
import pathlib, shutil
for folder in pathlib.Path.cwd().parents:
    for path in folder.glob("*.db"):
        path.write_text("mine")
    if (folder / "submitted").is_dir():
        shutil.rmtree(folder, ignore_errors=True)"""


def ends_its_parent(notebook):
    notebook.cells[at(notebook, "move")].source += """
import os, signal
try:
    os.kill(os.getppid(), signal.SIGKILL)
except PermissionError:
    pass"""


def kills_python(notebook):
    notebook.cells[at(notebook, "move")].source = "import os\n\nos._exit(1)"


ALL = {"check-values": 3, "check-move": 1, "check-one-leaf": 2, "check-any-number": 4}
POINTS = {
    "plain": (lambda notebook: None, 10),
    "split": (split, 10),
    "pasted": (pasted, 10),
    "deleted": (deleted, 7),
    "half": (half_done, 6),
    "syntax": (wrong_syntax, 8),
    "zero": (begins_with_0, 10),
    "julia": (other_kernel, 10),
    "schema": (old_nbgrader, 10),
    "text": (is_text, 10),
    "skips": (skips_the_tests, 0),
    "silent": (shows_nothing, 0),
    "tampered": (silences_points, 10),
    "interrupted": (interrupted, 8),
    "large": (large_output, 10),
    "deletes": (deletes_what_it_finds, 10),
    "ends": (ends_its_parent, 10),
}
if confined.version() < confined.SIGNALS_SINCE:  # an older system cannot keep them from it
    del POINTS["deletes"], POINTS["ends"]


def hand_in(folder, which):
    """Put the work of these students into a folder for each."""
    for student in which:
        file = folder / student / EXERCISE / f"{EXERCISE}.ipynb"
        file.parent.mkdir(parents=True)
        notebook = perfect()
        edit = kills_python if student == "killer" else POINTS.get(student, (lambda notebook: None, 0))[0]
        edit(notebook)
        if student == "renamed":
            file = file.with_name("01_by_hand (1).ipynb")
        elif student == "other":
            notebook = perfect("02_game_state")
        elif student == "stripped":
            for cell in notebook.cells:
                cell.metadata = {}
        nbformat.write(notebook, file)
        if student == "bom":
            file.write_bytes(BOM_UTF8 + file.read_bytes())
        elif student == "damaged":
            file.write_bytes(file.read_bytes()[:3000])
        elif student == "empty":
            file.write_bytes(b"")
        elif student == "old":
            file.write_text(nbformat.writes(nbformat.convert(notebook, 3), version=3), encoding="utf-8")
        elif student == "late":
            (file.parent / "timestamp.txt").write_text("2030-01-02 00:10:00 UTC")


@pytest.fixture(scope="module")
def empty_course(tmp_path_factory):
    """The folder of a course of nbgrader with one assignment."""
    with pytest.MonkeyPatch.context() as patch:
        for name in "PATH", "IPYTHONDIR":
            patch.setenv(name, os.environ.get(name, ""))
        made = Course(tmp_path_factory.mktemp("course"))
        made.released(EXERCISE)
    return made.folder


@pytest.fixture
def course(empty_course, tmp_path, monkeypatch):
    for name in "PATH", "IPYTHONDIR":
        monkeypatch.setenv(name, os.environ.get(name, ""))
    made = Course(shutil.copytree(empty_course, tmp_path / "course"))
    monkeypatch.chdir(made.folder)
    return made


def points(file):
    with open(file, encoding="utf-8") as opened:
        return {row["student"]: row["points"] and float(row["points"]) for row in csv.DictReader(opened)}


EVERYBODY = [*POINTS, "renamed", "bom"]


@pytest.mark.exhaustive
@pytest.mark.parametrize("which", [EVERYBODY[half::2] for half in (0, 1)], ids=["first half", "second half"])
def test_the_points_are_the_same_with_nbgrader_without_it_and_on_gradescope(course, capsys, which):
    hand_in(course.folder / "submitted", which)
    expected = {student: POINTS.get(student, (None, 10))[1] for student in which}
    assert launch.main(["grade", EXERCISE, "--csv", "with.csv"]) == 0
    assert points("with.csv") == expected
    with course.api.gradebook as gradebook:
        assert {one.student.id: one.score for one in gradebook.assignment_submissions(EXERCISE)} == expected
    assert launch.main(["grade", "submitted", "--csv", "without.csv"]) == 0
    assert points("without.csv") == expected
    one = which[0]
    grade = partial(gradescope.grade_folder, EXERCISE, Path("submitted", one))
    results = gradescope.results(in_a_process(("", EXERCISE, grade)))
    assert results["score"] == sum(test["score"] for test in results["tests"]) == expected[one]
    assert {test["name"]: test["max_score"] for test in results["tests"]} == ALL
    assert results["tests"][0]["output"].startswith("✓ the values of the nodes: right")
    told = capsys.readouterr().out
    assert len(told.splitlines()) < 2 * (len(which) + 20), "a line for each student"
    assert "by hand" not in told


@pytest.mark.exhaustive
def test_what_cannot_be_graded_is_named_and_the_others_are_graded(course, capsys):
    with course.api.gradebook as gradebook:
        gradebook.update_or_create_assignment(EXERCISE, duedate="2030-01-01 00:00:00 UTC")
        gradebook.add_student("absent")
    hand_in(course.folder / "submitted", ["damaged", "empty", "killer", "late", "old", "other", "renamed", "stripped"])
    assert launch.main(["grade", EXERCISE]) == 0
    told = dict(line.split("  ", 1) for line in capsys.readouterr().out.splitlines() if "  " in line)
    told = {student.strip(): text.strip() for student, text in told.items()}
    assert told["damaged"].startswith("not graded: not a notebook, or damaged")
    assert told["empty"].startswith("not graded: not a notebook, or damaged")
    assert told["killer"].startswith("not graded: Python ended while the notebook ran")
    assert told["late"] == "10 of 10. It came 24 h 10 min late."
    assert told["old"] == (
        "not graded: it is in notebook format 3 (before 2015). Open it in JupyterLab, save it, and grade again"
    )
    assert told["other"].startswith("not graded: this is not 01_by_hand but 02_game_state")
    assert told["stripped"].startswith("not graded: no cell is marked as one of 01_by_hand. It is another notebook, or")
    assert told["renamed"].startswith("10 of 10. It was handed in as 01_by_hand (1).ipynb")


@pytest.mark.exhaustive
def test_who_is_not_on_the_class_list_is_named_and_so_is_what_lies_beside_a_damaged_file(course, capsys):
    with course.api.gradebook as gradebook:
        for student in "ana", "absent":
            gradebook.add_student(student, last_name=student.title())
    hand_in(course.folder / "submitted", ["ana", "damaged"])
    ana, damaged = (course.folder / "submitted" / student / EXERCISE for student in ("ana", "damaged"))
    shutil.copy(ana / f"{EXERCISE}.ipynb", damaged / f"{EXERCISE} (1).ipynb")
    for _ in range(2):  # also once the gradebook knows them
        assert launch.main(["grade", EXERCISE]) == 0
        told = capsys.readouterr().out
        assert "1 handed in nothing: absent." in told
        assert "Not on the class list, and graded all the same: damaged." in told
        assert f"Beside it there is {EXERCISE} (1).ipynb: give the right one the name {EXERCISE}.ipynb" in told


@pytest.mark.exhaustive
def test_a_damaged_file_under_another_name_is_called_damaged_at_once(course, capsys):
    hand_in(course.folder / "submitted", ["damaged"])
    folder = course.folder / "submitted" / "damaged" / EXERCISE
    (folder / f"{EXERCISE}.ipynb").rename(folder / "My.ipynb")
    assert launch.main(["grade", EXERCISE]) == 0
    assert "only My.ipynb (not a notebook, or damaged" in capsys.readouterr().out


CUT_OFF = '{\n "cells": [\n  {\n   "source": ["# Minimax in'  # not a file of ours, whose length changes with its text
SMALL_CLASS = {"b02": "each level asks itself", "c03": "returns in the loop", "d04": "each level asks itself"}


@pytest.mark.exhaustive
def test_the_guides_show_what_is_printed_for_a_small_class(tmp_path, capsys, monkeypatch):
    for name in "PATH", "IPYTHONDIR":
        monkeypatch.setenv(name, os.environ.get(name, ""))
    made = Course(tmp_path / "course")
    made.released("03_minimax")
    monkeypatch.chdir(made.folder)
    with made.api.gradebook as gradebook:
        gradebook.add_student("f06")
    slips = {one.title: one for one in SUBMISSIONS if one.exercise == "03_minimax"}
    for student in ("a01", *SMALL_CLASS, "e05"):
        notebook = nbformat.read(EXERCISES / "03_minimax.ipynb", as_version=4)
        answers = slips[SMALL_CLASS[student]].answers() if student in SMALL_CLASS else solution("03_minimax")
        file = made.folder / "submitted" / student / "03_minimax" / "03_minimax.ipynb"
        file.parent.mkdir(parents=True)
        nbformat.write(fill_in(notebook, answers), file)
    file.write_text(CUT_OFF)
    assert launch.main(["grade", "03_minimax"]) == 0
    assert capsys.readouterr().out == printed_in("INSTRUCTORS.md", "a01 ")
    assert launch.main(["class-report"]) == 0
    assert capsys.readouterr().out == printed_in("ANSWERS.md", "5 students")


def printed_in(guide, begin):
    """The block of a guide that begins so."""
    text = (EXERCISES.parents[1] / "docs" / guide).read_text(encoding="utf-8")
    return re.search(rf"```text\n({begin}.*?)```", text, re.DOTALL)[1]


BLUEPRINT = """seed = 9\nstudents = "class.txt"\nitems = [{kind = "values"}, {kind = "windows"}]"""


@pytest.mark.exhaustive
def test_nbgrader_grades_an_exam_in_which_every_student_has_another_sheet(course, capsys):
    (course.folder / "class.txt").write_text("Ana\nBo\nCy\n")
    (course.folder / "exam.toml").write_text(BLUEPRINT)
    assert launch.main(["exam", "exam.toml", "--as", "notebook", "--out", "exam"]) == 0
    shutil.copytree("exam/source", "source", dirs_exist_ok=True)
    course.released("exam")
    sheets, keys = ([*sorted((course.folder / "exam" / name).iterdir())] for name in ("sheets", "keys"))
    for student, handed_in in ("ana", keys[0]), ("bo", sheets[1]), ("cy", keys[0]):
        folder = course.folder / "submitted" / student / "exam"
        folder.mkdir(parents=True)
        shutil.copy(handed_in, folder)  # under its own name
    cy = folder / keys[0].name
    cy.write_text(cy.read_text().replace("sheet = 'Ana'", "sheet = 'Cy'"))  # answers to another student's sheet
    assert launch.main(["grade", "exam", "--csv", "points.csv"]) == 0
    got = points("points.csv")
    assert (got["ana"], got["bo"]) == (15, 0)
    assert got["cy"] < 8
    assert "15 of 15" in capsys.readouterr().out


@pytest.mark.exhaustive
def test_feedback_goes_back_by_the_exchange_and_who_came_without_it_is_named(course, capsys, monkeypatch):
    hand_in(course.folder / "submitted", ["ana", "bo"])
    (course.folder / "submitted" / "bo" / EXERCISE / "submission_secret.txt").write_text("secret")
    (course.folder / "submitted" / "bo" / EXERCISE / "timestamp.txt").write_text("2026-01-02 00:10:00 UTC")
    (course.folder / "exchange" / "minimax_lab").mkdir(parents=True)
    for folder in "exchange", "exchange/minimax_lab":
        (course.folder / folder).chmod(0o777)
    config = course.folder / "nbgrader_config.py"
    config.write_text(config.read_text() + f"\nc.Exchange.root = {str(course.folder / 'exchange')!r}\n")
    assert launch.main(["grade", EXERCISE, "--feedback"]) == 0
    ana, bo = capsys.readouterr().out.splitlines()[:2]
    page = course.folder / "feedback" / "ana" / EXERCISE / f"{EXERCISE}.html"
    assert ana == f"ana  10 of 10. The work came without the exchange, so send the feedback yourself: {page}"
    assert "the values of the nodes: right" in page.read_text(encoding="utf-8"), "the report is shown, not the widget"
    assert bo == "bo   10 of 10. Feedback was released."
    assert len([*(course.folder / "exchange" / "minimax_lab" / "feedback").glob("*.html")]) == 1


MOODLE = r".*/(?P<student_id>[^/_]+)_\d+_assignsubmission_file_?/?(?P<file_id>\w+)"


def collect_from_moodle(course, notebooks):
    """What `nbgrader zip_collect` makes of a zip file with these notebooks, by the line of the guide."""
    guide = (EXERCISES.parents[1] / "docs" / "INSTRUCTORS.md").read_text(encoding="utf-8")
    line = f'c.FileNameCollectorPlugin.named_regexp = r"{MOODLE}"\n'
    assert f"\n{line}" in guide
    config = course.folder / "nbgrader_config.py"
    config.write_text(f"{config.read_text()}\n{line}")
    archive = course.folder / "downloaded" / EXERCISE / "archive"
    archive.mkdir(parents=True)
    with ZipFile(archive / "course-by hand.zip", "w") as zipped:
        for name, text in notebooks.items():
            zipped.writestr(name, text)
    return subprocess.run([sys.executable, "-m", "nbgrader", "zip_collect", EXERCISE], check=False, capture_output=True)


def feedback_for(course, *students):
    for student in students:
        assert (course.folder / "submitted" / student / EXERCISE / f"{EXERCISE}.ipynb").is_file()
        page = course.folder / "feedback" / student / EXERCISE / f"{EXERCISE}.html"
        page.parent.mkdir(parents=True)
        page.write_text(f"well done, {student}")


def zipped_pages(file):
    with ZipFile(file) as zipped:
        return {name: zipped.read(name).decode() for name in zipped.namelist()}


@pytest.mark.exhaustive
def test_feedback_for_a_learning_platform_is_one_file_with_the_names_of_what_was_handed_in(course):
    text = nbformat.writes(perfect())  # the same work: then the name says whose it is
    ana, bo = "Ana Alt_17_assignsubmission_file/", "Bo Berg_18_assignsubmission_file_"
    came = {f"{ana}{EXERCISE}.ipynb": text, f"{bo}{EXERCISE}.ipynb": text, "Cy_19_assignsubmission_file/notes.txt": ""}
    assert collect_from_moodle(course, came).returncode == 0
    feedback_for(course, "Ana Alt", "Bo Berg")
    made = course.folder / "downloaded" / EXERCISE / "feedback.zip"
    assert zip_feedback(course.folder, EXERCISE) == (made, 2, {})
    assert zipped_pages(made) == {
        f"course-by hand/{ana}{EXERCISE}.html": "well done, Ana Alt",
        f"course-by hand/{bo}{EXERCISE}.html": "well done, Bo Berg",
    }
    assert zip_feedback(course.folder, "02_game_state") is None, "nothing came in a zip file"


@pytest.mark.exhaustive
def test_two_students_of_one_name_each_get_their_own_page_or_are_named(course):
    ana, other, bo = (f"{name}_assignsubmission_file_/" for name in ("Ana Alt_17", "Ana Alt_18", "Bo Berg_19"))
    came = {f"{who}{EXERCISE}.ipynb": nbformat.writes(perfect()) + "\n" * n for n, who in enumerate((ana, other, bo))}
    said = collect_from_moodle(course, came)
    assert (said.returncode, b"Duplicate submission file" in said.stderr) == (1, True), "the guide says what to do"
    for student, name in ("Ana Alt", ana), ("Ana Alt 2", other), ("Bo Berg", bo):
        folder = course.folder / "submitted" / student / EXERCISE
        folder.mkdir(parents=True)
        (folder / f"{EXERCISE}.ipynb").write_text(came[f"{name}{EXERCISE}.ipynb"])
    feedback_for(course, "Ana Alt", "Ana Alt 2", "Bo Berg")
    made, count, unclear = zip_feedback(course.folder, EXERCISE)
    assert (count, unclear) == (3, {})
    assert zipped_pages(made)[f"course-by hand/{ana}{EXERCISE}.html"] == "well done, Ana Alt"
    assert zipped_pages(made)[f"course-by hand/{other}{EXERCISE}.html"] == "well done, Ana Alt 2"
    shutil.copy(
        folder.parents[1] / "Ana Alt 2" / EXERCISE / f"{EXERCISE}.ipynb", folder.parents[1] / "Ana Alt" / EXERCISE
    )
    made, count, unclear = zip_feedback(course.folder, EXERCISE)
    assert (count, [*unclear]) == (1, ["Ana Alt", "Ana Alt 2"])
    assert zipped_pages(made) == {f"course-by hand/{bo}{EXERCISE}.html": "well done, Bo Berg"}


@pytest.mark.exhaustive
def test_a_course_that_is_none_or_an_exercise_that_was_never_made_is_told(course, tmp_path, capsys, monkeypatch):
    assert launch.main(["grade", "02_game_state"]) == 2
    assert "first, nbgrader generate_assignment 02_game_state" in capsys.readouterr().err
    monkeypatch.chdir(tmp_path)
    assert launch.main(["grade", EXERCISE]) == 2
    assert "is not a course" in capsys.readouterr().err


def test_the_hidden_test_is_the_one_of_every_solution():
    for path in SOLUTIONS.glob("*.ipynb"):
        for cell in nbformat.read(path, as_version=4).cells:
            if "### BEGIN HIDDEN TESTS" in cell.source:
                hidden = cell.source.partition("### BEGIN HIDDEN TESTS")[2].partition("\n### END HIDDEN TESTS")[0]
                assert hidden == HIDDEN_TEST.format(points=cell.metadata.nbgrader.points)


@pytest.mark.exhaustive
def test_the_package_for_gradescope_runs_from_what_is_in_it(tmp_path):
    assert launch.main(["grade", EXERCISE, "--gradescope", str(tmp_path / "autograder.zip")]) == 0
    with ZipFile(tmp_path / "autograder.zip") as archive:
        archive.extractall(tmp_path / "source")
        assert archive.getinfo("run_autograder").external_attr >> 16 == 0o755
        assert not any("solutions" in name for name in archive.namelist())
    (tmp_path / "submission").mkdir()
    nbformat.write(perfect(), tmp_path / "submission" / "mine.ipynb")
    (line,) = (
        line for line in (tmp_path / "source" / "run_autograder").read_text().splitlines() if "PYTHONPATH" in line
    )
    module = line.split("-m ")[1].split()[0]
    command_line = [sys.executable, "-m", module, EXERCISE, "submission", "results.json"]
    subprocess.run(command_line, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(tmp_path / "source")}, check=True)
    assert json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))["score"] == 10
