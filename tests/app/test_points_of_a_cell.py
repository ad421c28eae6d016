"""What a graded cell gets, by what it shows when the notebook has run: tried without running one."""

import nbformat
import pytest
from nbclient import NotebookClient
from nbformat.v4 import new_output

from minimax_lab.app.grading.one import grade
from tools.release import EXERCISES


@pytest.fixture
def graded(monkeypatch):
    """Grades an exercise as if the cells of a notebook had shown these `outputs` and held these `sources`, by id."""

    def graded(exercise, outputs=(), sources=()):
        def run(client):
            for cell in client.nb.cells:
                cell.outputs = dict(outputs).get(cell.metadata.get("nbgrader", {}).get("grade_id"), [])

        monkeypatch.setattr(NotebookClient, "execute", run)
        notebook = nbformat.read(EXERCISES / f"{exercise}.ipynb", as_version=4)
        for cell in notebook.cells:
            cell.source = dict(sources).get(cell.metadata.get("nbgrader", {}).get("grade_id"), cell.source)
        return grade(nbformat.writes(notebook).encode(), exercise)

    return graded


def shown(text):
    return new_output("execute_result", {"text/plain": text})


def test_an_answer_in_words_waits_for_the_teacher_only_if_there_is_one(graded):
    for exercise, answer in ("05_evaluation", "defence"), ("06_table_and_clock", "deeper-entries"):
        assert graded(exercise)[answer].points == 0
        assert graded(exercise, sources={answer: "Because both see the same leaves."})[answer].points is None


def test_a_test_gives_the_points_that_it_shows_but_never_more_than_it_has_nor_less_than_none(graded):
    most = graded("01_by_hand")["check-values"].most
    for text, points in [(str(most), most), ("0.5", 0.5), ("100.0", most), ("-3.0", 0), ("'all'", 0)]:
        assert graded("01_by_hand", {"check-values": [shown(text)]})["check-values"].points == points, text


def test_a_test_that_fails_or_warns_gives_nothing_whatever_it_shows_afterwards(graded):
    failed, warned = new_output("error", ename="NameError", evalue="x"), new_output("stream", name="stderr", text="!")
    for trouble in failed, warned:
        assert graded("01_by_hand", {"check-values": [trouble, shown("1.0")]})["check-values"].points == 0
