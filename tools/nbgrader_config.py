"""How nbgrader makes and grades the exercises. `tools.course` copies this file into a course's folder."""

from pathlib import Path

from nbconvert.preprocessors import ClearMetadataPreprocessor
from nbformat import NotebookNode
from nbgrader import preprocessors

c = get_config()  # type: ignore[name-defined]  # noqa: F821

c.CourseDirectory.course_id = "minimax_lab"

# Through this folder assignments go out and come back; everybody must be able to write there. nbgrader's own
# choice, /usr/local/share/nbgrader/exchange, can be made by an administrator only.
c.Exchange.root = str(Path.home() / "nbgrader_exchange")

# What stands in place of a solution: nothing that fails, so that an untouched exercise runs from top to bottom.
c.ClearSolutions.code_stub = {"python": "# YOUR CODE HERE"}

# Seconds for each cell. A check ends endless work itself, and waits for at most 66 seconds for code that only
# waits; this is for an endless loop in a cell outside of all functions.
c.Execute.timeout = 90
c.Execute.iopub_timeout = 60  # to read what a cell has printed when it is interrupted in a flood

# A student's code can write in the folder of its work only, not into the gradebook or the work of others (on Linux).
c.Execute.kernel_manager_class = "minimax_lab.app.grading.one.ConfinedKernel"


class ForgetDuplicates(preprocessors.NbGraderPreprocessor):
    """A cell that was split or pasted has the id of another one. nbgrader's own step takes it away and leaves an empty
    entry behind, which it then reads as that of an old version: without this step, the whole class stops there.
    """

    def preprocess_cell(self, cell: NotebookNode, resources: dict, index: int) -> tuple[NotebookNode, dict]:
        if cell.metadata.get("nbgrader") == {}:
            del cell.metadata["nbgrader"]
        return cell, resources


c.Autograde.sanitize_preprocessors = [
    preprocessors.ClearOutput,
    preprocessors.DeduplicateIds,
    ForgetDuplicates,
    preprocessors.OverwriteKernelspec,
    preprocessors.OverwriteCells,
    preprocessors.CheckCellMetadata,
]


class NoNumberNoPoints(preprocessors.NbGraderPreprocessor):
    """A test ends with its points. nbgrader gives all of them where a test ends with nothing, and a notebook can be
    told to show nothing.
    """

    def preprocess_cell(self, cell: NotebookNode, resources: dict, index: int) -> tuple[NotebookNode, dict]:
        is_test = cell.cell_type == "code" and cell.metadata.get("nbgrader", {}).get("grade")
        if is_test and not any(output.output_type in ("execute_result", "error") for output in cell.outputs):
            words = "this test has shown no points"
            cell.outputs.append(NotebookNode(output_type="error", ename="NoPoints", evalue=words, traceback=[words]))
        return cell, resources


c.Autograde.autograde_preprocessors = [
    preprocessors.Execute,
    NoNumberNoPoints,
    preprocessors.IgnorePattern,
    ClearMetadataPreprocessor,
    preprocessors.LimitOutput,
    preprocessors.SaveAutoGrades,
    preprocessors.AssignLatePenalties,
    preprocessors.CheckCellMetadata,
]

# What feedback and Formgrader show of an output, the best first. No widgets: nothing runs them there, and where a
# report is stored as a widget and as a page, they would show neither. (For this filter only: said of NbConvertBase, it
# makes every step of the grading log a warning for every student.)
c.WidgetsDataTypeFilter.display_data_priority = [
    "text/html",
    "image/svg+xml",
    "image/png",
    "image/jpeg",
    "text/markdown",
    "text/latex",
    "text/plain",
]
