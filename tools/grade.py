"""A course in a folder, graded by real nbgrader: what the table of points and the tests use."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import nbformat

from tools.course import set_up
from tools.release import SOLUTIONS, nbgrader_config

PATIENCE = 600  # seconds for a cell: points must not depend on how busy the machine is


class Course:
    """A course in a folder of its own, with all assignments made."""

    def __init__(self, folder: Path):
        from nbgrader.apps import NbGraderAPI

        # nbgrader calls alembic by its name; a kernel is to leave the settings of whoever runs this alone
        os.environ["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        os.environ["IPYTHONDIR"] = str(folder / "ipython")
        set_up(folder)
        self.folder = folder
        config = nbgrader_config()
        config.CourseDirectory.root = str(folder)
        config.Execute.timeout = PATIENCE
        self.api = NbGraderAPI(config=config)
        self.made: set[str] = set()

    def released(self, name: str) -> nbformat.NotebookNode:
        """The exercise as students get it."""
        if name not in self.made:
            made = self.api.generate_assignment(name)
            assert made["success"], made["log"]
            self.made.add(name)
        return nbformat.read(self.folder / "release" / name / f"{name}.ipynb", as_version=4)

    def grade(self, student: str, name: str, submission: nbformat.NotebookNode) -> dict[str, float]:
        """The points of each graded cell, as they stand in the gradebook after `submission` was graded."""
        path = self.folder / "submitted" / student / name / f"{name}.ipynb"
        path.parent.mkdir(parents=True)
        nbformat.write(submission, path)
        done = self.api.autograde(name, student)
        assert done["success"], done["log"]
        with self.api.gradebook as gradebook:
            notebook = gradebook.find_submission_notebook(name, name, student)
            points = {grade.name: grade.score for grade in notebook.grades}
            total = gradebook.find_submission(name, student).score
        assert abs(total - sum(points.values())) < 0.001, (total, points)
        return points

    def feedback(self, student: str, name: str) -> Path:
        """The page that a student gets back."""
        made = self.api.generate_feedback(name, student)
        assert made["success"], made["log"]
        return self.folder / "feedback" / student / name / f"{name}.html"


def solution(name: str) -> dict[str, str]:
    """The sources of the cells with a solution, by their id."""
    notebook = nbformat.read(SOLUTIONS / f"{name}.ipynb", as_version=4)
    marked = [cell for cell in notebook.cells if "nbgrader" in cell.metadata]
    return {cell.metadata.nbgrader.grade_id: cell.source for cell in marked if cell.metadata.nbgrader.solution}


def fill_in(notebook: nbformat.NotebookNode, answers: dict[str, str]) -> nbformat.NotebookNode:
    """`notebook` with other sources in the cells of these ids."""
    missing = set(answers)
    for cell in notebook.cells:
        grade_id = cell.metadata.get("nbgrader", {}).get("grade_id")
        if grade_id in answers:
            cell.source = answers[grade_id]
            missing.discard(grade_id)
    assert not missing, missing
    return notebook
