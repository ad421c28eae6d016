"""A class at a glance: who has which misconception is counted right, on any executor, whatever else was handed in."""

import base64
import json
import os
import random
import re
import subprocess
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from xml.etree import ElementTree

import pytest

from minimax_lab import check
from minimax_lab.app import launch
from minimax_lab.app.class_report.command import page
from minimax_lab.app.class_report.summary import class_report, read_submission
from minimax_lab.check.report import Finding, Report
from minimax_lab.check.texts import MISCONCEPTIONS
from minimax_lab.check.texts.repairs import IDEAS
from minimax_lab.check.texts.searches import LIKE_THIS
from minimax_lab.games import tree
from minimax_lab.widgets.report.report import report_bundle
from tools.students import correct, minimax

STUDENTS = 40
CODES = {
    "03_minimax": ["", "no-role-flip", "starts-at-zero", "roles-swapped"],
    "04_alpha_beta": ["", "no-break", "cuts-on-own-bound", "no-role-flip"],
}


def report(exercise, code):
    """What a check says of a program with this misconception; of a right one if there is none."""
    shown = {"call": "search(tree([1, 2]))", "returned": 0, "expected": 2}
    findings = [Finding.of(code, MISCONCEPTIONS[code], tree([1, 2]), **shown)] if code else []
    return str(Report(exercise.partition("_")[2], findings, 0.5 if code else 1))


def notebook(*texts, printed=""):
    """A notebook with these texts in its outputs."""
    outputs = [{"output_type": "display_data", "metadata": {}, "data": {"text/plain": text}} for text in texts]
    outputs.append({"output_type": "execute_result", "metadata": {}, "execution_count": 1, "data": {"text/plain": "1"}})
    if printed:
        outputs.append({"output_type": "stream", "name": "stdout", "text": printed.splitlines(keepends=True)})
    cell = {"cell_type": "code", "id": "a", "metadata": {}, "execution_count": 1, "source": "", "outputs": outputs}
    text = {"cell_type": "markdown", "id": "b", "metadata": {}, "source": "✗ minimax: not right yet"}
    return json.dumps({"cells": [text, cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def hand_in(folder, student, exercise, text):
    file = folder / "autograded" / student / exercise / f"{exercise}.ipynb"
    file.parent.mkdir(parents=True)
    file.write_text(text, encoding="utf-8")


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A class of students with two exercises each, and who has which misconception."""
    folder, chance, who = tmp_path_factory.mktemp("course"), random.Random(7), {}
    for number in range(STUDENTS):
        for exercise, codes in CODES.items():
            code = who[f"student{number:03}", exercise] = chance.choice(codes)
            hand_in(folder, f"student{number:03}", exercise, notebook(report(exercise, code)))
    return folder, who


def test_each_misconception_is_counted_once_for_a_student(course):
    folder, who = course
    made = class_report(folder)
    assert len(made.students) == STUDENTS
    assert len(made.submissions) == 2 * STUDENTS
    for code in {code for codes in CODES.values() for code in codes} - {""}:
        assert made.count(code) == len({student for (student, _), had in who.items() if had == code})
        for exercise in CODES:
            assert sorted(made.who[code].get(exercise, [])) == sorted(
                student for (student, where), had in who.items() if (where, had) == (exercise, code)
            )
    assert {*made.who} == {*who.values()} - {""}
    counts = [made.count(code) for code in made.who]
    assert counts == sorted(counts, reverse=True)


def test_right_work_is_counted_as_right(course):
    folder, who = course
    made = class_report(folder)
    for exercise in CODES:
        right = Counter(had == "" for (_, where), had in who.items() if where == exercise)
        assert made.states(exercise) == {"right": right[True], "not right yet": right[False]}


@pytest.mark.exhaustive
def test_the_report_is_the_same_on_processes_and_on_a_cluster_of_dask_with_two_workers(course):
    from distributed import Client, LocalCluster  # here, because it takes long to import

    folder, _ = course
    here = class_report(folder)
    with ProcessPoolExecutor(2) as pool:
        assert class_report(folder, pool) == here
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        there = class_report(folder, client.get_executor())
    assert there == here
    assert page(there) == page(here)


def test_the_command_prints_the_table_and_writes_a_page(course, tmp_path, capsys):
    folder, _ = course
    assert launch.main(["class-report", str(folder), "--out", str(tmp_path / "class.html"), "--workers", "1"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith(f"{STUDENTS} students, {2 * STUDENTS} submissions\n")
    made = class_report(folder)
    commonest = next(iter(made.who))
    assert f"{made.count(commonest):>8}  {commonest}: {made.example(commonest).title} (" in printed
    html = (tmp_path / "class.html").read_text(encoding="utf-8")
    assert "student0" not in html
    assert (
        html.index("What students got wrong") < html.index(made.example(commonest).title) < html.index("handed in</h2>")
    )
    assert "http" not in html


def test_nobody_is_named_on_the_page_or_the_terminal_unless_one_asks(course, tmp_path, capsys):
    folder, who = course
    wrong = {student for (student, _), code in who.items() if code}
    for asked in [], ["--names"]:
        launch.main(["class-report", str(folder), "--out", str(tmp_path / "class.html"), *asked])
        html = (tmp_path / "class.html").read_text(encoding="utf-8")
        for told in html, capsys.readouterr().out:
            assert {*re.findall(r"student\d+", told)} == (wrong if asked else set())
        assert ("not for the projector" in html) == bool(asked)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes in folders")
@pytest.mark.parametrize("kind", ["a pipe", "a folder", "a link to nowhere"])
def test_what_is_no_file_is_not_waited_for_and_the_rest_goes_on(tmp_path, kind):
    """In a process of its own, because who waits for a pipe waits for ever."""
    hand_in(tmp_path, "ana", "03_minimax", notebook(report("03_minimax", "no-role-flip")))
    hand_in(tmp_path, "bo", "03_minimax", "")
    file = tmp_path / "autograded" / "bo" / "03_minimax" / "03_minimax.ipynb"
    file.unlink()
    {"a pipe": os.mkfifo, "a folder": os.mkdir, "a link to nowhere": partial(os.symlink, "nowhere")}[kind](file)
    command = [sys.executable, "-m", "minimax_lab", "class-report", ".", "--out", "class.html", "--names"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=100)
    assert "bo, 03_minimax: not a notebook: it is not a regular file" in done.stdout
    assert "1 not right yet, 1 not graded" in done.stdout
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("", "not a notebook, or damaged"),
        ('{"cells": [', "not a notebook, or damaged"),
        ("[]", "it has no list of cells"),
        ('{"metadata": {}}', "it has no list of cells"),
        ('{"cells": [{"outputs": [{}]}]}', "it has no list of cells"),
    ],
)
def test_a_damaged_notebook_gets_its_message_and_the_rest_goes_on(tmp_path, capsys, monkeypatch, content, problem):
    monkeypatch.chdir(tmp_path)
    hand_in(tmp_path, "ana", "03_minimax", notebook(report("03_minimax", "no-role-flip")))
    hand_in(tmp_path, "bo", "03_minimax", content)
    assert launch.main(["class-report", "."]) == 0
    said = capsys.readouterr().out
    assert "Not graded:\n  03_minimax: not a notebook" in said
    assert "(1 student)" in said
    assert problem in said
    assert "1 not right yet, 1 not graded" in said
    assert "no-role-flip" in said


@pytest.mark.parametrize("assignment", ["03_minimax", "exam"])
def test_a_notebook_that_was_handed_in_under_another_name_and_graded_under_the_right_one_counts_once(
    tmp_path, capsys, monkeypatch, assignment
):
    monkeypatch.chdir(tmp_path)
    hand_in(tmp_path, "ana", assignment, notebook(report("03_minimax", "no-role-flip")))
    for student, file in ("ana", "my homework"), ("ana", assignment), ("bo", "bo's"):
        folder = tmp_path / "submitted" / student / assignment
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{file}.ipynb").write_text(notebook(), encoding="utf-8")
    made = class_report(tmp_path)
    assert [(each.student, each.exercise) for each in made.submissions] == [("ana", assignment), ("bo", assignment)]
    assert made.problems(True) == [
        f"bo, {assignment}: handed in, but not graded: `minimax-lab grade {assignment}` says why"
    ]
    assert launch.main(["class-report"]) == 0  # without a folder, it reads this one
    assert "no-role-flip" in capsys.readouterr().out


def test_a_file_that_is_no_text_gets_its_message(tmp_path):
    (tmp_path / "ana_03_minimax.ipynb").write_bytes(b"\x89PNG\xff\xfe")
    assert class_report(tmp_path).problems(names=True) == ["ana, 03_minimax: not a notebook: it is not text"]


def test_a_plain_folder_is_read_by_the_names_of_folders_and_files(tmp_path):
    wrong = notebook(report("03_minimax", "no-role-flip"))
    (tmp_path / "Bo" / "exercises").mkdir(parents=True)
    (tmp_path / "Bo" / "exercises" / "03_minimax.ipynb").write_text(wrong, encoding="utf-8")
    (tmp_path / "03_minimax_ana.ipynb").write_text(wrong, encoding="utf-8")
    (tmp_path / ".ipynb_checkpoints").mkdir()
    (tmp_path / ".ipynb_checkpoints" / "03_minimax_ana.ipynb").write_text(wrong, encoding="utf-8")
    made = class_report(tmp_path)
    assert {(each.student, each.exercise) for each in made.submissions} == {("Bo", "03_minimax"), ("ana", "03_minimax")}


def test_reports_that_were_printed_count_as_well_and_each_by_itself(tmp_path):
    first, second = report("03_minimax", "no-role-flip"), report("04_alpha_beta", "no-break")
    (tmp_path / "ana.ipynb").write_text(notebook(printed=f"hello: there\n{first}\n{second}\n"), encoding="utf-8")
    [submission] = class_report(tmp_path).submissions
    assert [found.code for found in submission.found] == ["no-role-flip", "no-break"]
    assert submission.marks == "✗✗"


def test_a_program_that_behaves_like_a_misconception_is_counted_under_its_title(tmp_path):
    text = report("03_minimax", "no-role-flip").replace("✗ The", f"✗ {LIKE_THIS.format(title='The')}")
    (tmp_path / "ana.ipynb").write_text(notebook(text), encoding="utf-8")
    assert "✗ Looks like: The" in text
    assert class_report(tmp_path).example("no-role-flip").title == MISCONCEPTIONS["no-role-flip"].title


def test_what_has_no_name_comes_after_the_misconceptions_however_common_it_is(tmp_path):
    for number in range(3):
        text = notebook("✗ minimax: not right yet (0%)\n\n✗ Not the best move\n  It is not.")
        (tmp_path / f"s{number}.ipynb").write_text(text, encoding="utf-8")
    (tmp_path / "ana.ipynb").write_text(notebook(report("03_minimax", "no-role-flip")), encoding="utf-8")
    made = class_report(tmp_path)
    assert {code: made.count(code) for code in made.who} == {"no-role-flip": 1, "Not the best move": 3}
    assert [*made.who] == ["no-role-flip", "Not the best move"]


def test_a_student_may_print_what_is_no_report(tmp_path):
    text = notebook(report("03_minimax", "no-role-flip"), printed="the value is: 3\n")
    (tmp_path / "ana.ipynb").write_text(text, encoding="utf-8")
    [submission] = class_report(tmp_path).submissions
    assert [found.code for found in submission.found] == ["no-role-flip"]


@pytest.mark.exhaustive
@pytest.mark.parametrize("student", [correct.strict, correct.SEVERAL_GOES[0]])
def test_a_note_on_a_search_that_is_right_is_no_misconception(tmp_path, student):
    right = check.alphabeta(student)
    assert [finding.remark for finding in right.findings] == [True]
    (tmp_path / "ana.ipynb").write_text(notebook(str(right)), encoding="utf-8")
    made = class_report(tmp_path)
    assert (made.submissions[0].state, made.who) == ("right", {})


def test_what_is_not_written_is_no_misconception(tmp_path):
    def minimax(state, depth, maximizing, evaluate):
        """Nothing yet."""

    unwritten: Report = check.minimax(minimax=minimax)
    (tmp_path / "ana.ipynb").write_text(notebook(str(unwritten)), encoding="utf-8")
    (tmp_path / "bo.ipynb").write_text(notebook(), encoding="utf-8")
    made = class_report(tmp_path)
    assert [each.state for each in made.submissions] == ["not written yet", "no report"]
    assert made.who == {}
    assert "No misconception was found in the reports." in page(made)


def test_the_page_has_the_tree_the_question_and_the_line_and_no_script_of_a_student(tmp_path):
    source, edits = minimax.MISTAKES["no-role-flip"][0]
    told = check.minimax(minimax=minimax.program(source, *edits))
    made = json.loads(notebook(str(told)))
    shown = made["cells"][1]["outputs"][0]["data"]
    attack = "<script>alert(1)</script><img src='data:image/svg+xml;base64,\"><b>'>"
    shown["text/html"] = report_bundle(told)["text/html"] + attack
    (tmp_path / "ana.ipynb").write_text(json.dumps(made), encoding="utf-8")
    summary = class_report(tmp_path)
    drawn = summary.example("no-role-flip").pictures
    assert drawn
    for picture in drawn:
        ElementTree.fromstring(base64.b64decode(picture.partition(",")[2]))
    html = page(summary)
    assert drawn[0] in html
    assert MISCONCEPTIONS["no-role-flip"].hints[0].replace("`", "") in re.sub("</?code>", "", html)
    assert "docs/MISCONCEPTIONS.md" in html
    assert "alert" not in html


def test_a_mistake_without_a_name_is_counted_by_its_repair_and_shows_the_lines(tmp_path):
    for student, line in ("ana", "if a > b:"), ("bo", "if a > b:"), ("cy", "if b < a:"):
        words = f"A comparison in this line is the wrong way round.\n  Line 4, in search: `{line}`"
        text = f"✗ minimax: not right yet (50%)\n\n✗ {IDEAS['comparison'].title}\n  {words}"
        (tmp_path / f"{student}.ipynb").write_text(notebook(text), encoding="utf-8")
    made = class_report(tmp_path)
    assert made.count(IDEAS["comparison"].title) == 3
    assert made.lines(IDEAS["comparison"].title) == {"if a > b:": 2, "if b < a:": 1}
    assert made.example(IDEAS["comparison"].title).question == IDEAS["comparison"].hints[0]
    assert "<code>if a &gt; b:</code> (2 students)" in page(made)


@pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning")  # nbgrader's own business
def test_points_are_those_of_the_graded_alone_and_the_others_come_first(tmp_path, monkeypatch):
    api = pytest.importorskip("nbgrader.api")
    monkeypatch.setattr(api, "get_alembic_version", lambda: "new")  # nbgrader starts a process to find that out
    scores = {"ana": (4, 6), "bo": (0, 0), "cy": (2, 3)}
    with api.Gradebook(f"sqlite:///{tmp_path / 'gradebook.db'}") as gradebook:
        gradebook.add_assignment("03_minimax")
        gradebook.add_notebook("03_minimax", "03_minimax")
        for part, most in ("check-a", 4), ("check-b", 6):
            gradebook.add_grade_cell(part, "03_minimax", "03_minimax", max_score=most, cell_type="code")
        for student in (*scores, "di", "ed"):  # one is not graded, one has handed in nothing
            gradebook.add_student(student)
            gradebook.add_submission("03_minimax", student)
            for part, points in zip(("check-a", "check-b"), scores.get(student, ()), strict=False):
                gradebook.find_grade(part, "03_minimax", "03_minimax", student).auto_score = points
        gradebook.db.commit()
    for student in scores:
        hand_in(tmp_path, student, "03_minimax", notebook(report("03_minimax", "")))
    for student in (*scores, "di"):
        file = tmp_path / "submitted" / student / "03_minimax" / "03_minimax.ipynb"
        file.parent.mkdir(parents=True)
        file.write_text(notebook(), encoding="utf-8")
    made = class_report(tmp_path)
    assert made.problems(True) == ["di, 03_minimax: handed in, but not graded: `minimax-lab grade 03_minimax` says why"]
    points = made.points["03_minimax"]
    assert (points.average, points.average_of("check-b"), points.at_zero) == (5, 3, ["bo"])
    said = str(made)
    assert said.index("Not graded") < said.index("5.00 of 10 points on average (3 graded, 1 of them with 0)")
    assert "check-a 2.00 of 4, check-b 3.00 of 6" in said
    assert "bo" not in re.findall(r"\w+", page(made))
    assert "With 0 points: bo" in page(made, names=True)
    assert not {*scores, "di"} & {*re.findall(r"\w+", said)}
    with_names = made.text(names=True)
    assert "di, 03_minimax: handed in, but not graded" in with_names
    assert "with 0 points: bo" in with_names


@pytest.mark.parametrize(("folder", "complaint"), [("nowhere", "there is no folder"), (".", "there are no notebooks")])
def test_a_folder_without_submissions_is_told_of(tmp_path, monkeypatch, capsys, folder, complaint):
    monkeypatch.chdir(tmp_path)
    assert launch.main(["class-report", folder]) == 2
    assert complaint in capsys.readouterr().err
    assert [*tmp_path.iterdir()] == []


def test_a_check_that_was_stopped_by_an_error_has_no_report_and_so_the_work_is_not_right():
    right = {"output_type": "stream", "name": "stdout", "text": "✓ minimax: right"}
    error = {"output_type": "error", "ename": "NameError", "evalue": "", "traceback": []}
    graded = [{"metadata": {"nbgrader": {"grade": True}}, "outputs": [output]} for output in (right, error)]
    states = [
        read_submission("a01", "03_minimax", json.dumps({"cells": cells}).encode()).state
        for cells in (graded[:1], graded, [graded[0], {"metadata": {}, "outputs": [error]}])
    ]
    assert states == ["right", "not right yet", "right"], "a student's own cell may fail"
