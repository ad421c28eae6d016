"""Grade one notebook without nbgrader: its tests are put back as they were, it is run, and the points are read."""

from __future__ import annotations

import multiprocessing
import os
import sys
import tempfile
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from minimax_lab.app.grading import confined
from minimax_lab.app.grading.submissions import Graded, Part, Unreadable, exercises, read
from minimax_lab.app.kernel import AttentiveKernel

SECONDS = 90  # for a cell, as in the configuration of nbgrader
HIDDEN_TEST = """
from importlib import reload as _reload

from minimax_lab.check import grading as _grading

_reload(_grading).grade({points:g})"""
KERNEL_DIED = (
    "Python ended while the notebook ran, at the cell that begins with {line!r}: it ends Python, or there was too "
    "little memory. Make that cell a comment, and grade again"
)
ANOTHER = "this is not {exercise} but {found}. Ask for the right file"
NO_MARKS = (
    "no cell is marked as one of {exercise}. It is another notebook, or a program has removed the marks: ask for the "
    "file that was handed out, with the answers in it"
)
MOST_SECONDS = 900  # for a student: what cannot be interrupted is ended
LOG = "grade.log"
TOO_LONG = (
    "it had not ended after {minutes:g} minutes: a cell cannot be interrupted. Read the notebook, and grade again"
)
ENDED = "its process was ended from outside: was there too little memory? Grade again, with --workers 1"
Job = tuple[str, str, Callable[[], Graded]]  # the student, the exercise, and what grades it


class ConfinedKernel(AttentiveKernel):
    """A kernel that can write in its own folder only, where the system can see to that."""

    def format_kernel_cmd(self, extra_arguments: list[str] | None = None) -> list[str]:
        command = super().format_kernel_cmd(extra_arguments)
        return [sys.executable, confined.__file__, *command] if sys.platform == "linux" else command


def grade_file(path: Path, student: str, exercise: str) -> Graded:
    """Grade the notebook at `path`; whatever is wrong with it is told."""
    try:
        content, found = read(path)
        if not found or (exercise in exercises() and found != exercise):
            raise Unreadable(another(exercise, found))
        return Graded.of(student, found, content, grade(content, found))
    except Unreadable as problem:
        return Graded(student, exercise, problem=str(problem))


def another(exercise: str, found: str) -> str:
    """What there is to say of a notebook that is not the exercise, but `found`: "" for none."""
    return ANOTHER.format(exercise=exercise, found=found) if found else NO_MARKS.format(exercise=exercise)


def grade(content: bytes, exercise: str) -> dict[str, Part]:
    """The points for each part of an exercise. The student's code is run."""
    import nbformat
    from nbclient import NotebookClient
    from nbclient.exceptions import DeadKernelError

    notebook = nbformat.reads(content.decode(), as_version=4)
    _put_tests_back(notebook, exercise)
    notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3", "language": "python"}
    begun = [""]
    with TemporaryDirectory() as folder:
        client = NotebookClient(
            notebook, timeout=SECONDS, iopub_timeout=60, interrupt_on_timeout=True, allow_errors=True,
            kernel_name="python3",
            error_on_timeout={"ename": "CellTimeoutError", "evalue": "", "traceback": []},
            resources={"metadata": {"path": folder}}, kernel_manager_class=ConfinedKernel,
            extra_arguments=["--HistoryManager.hist_file=:memory:", "--log-level=ERROR"],
            on_cell_start=lambda cell, cell_index: begun.append(cell.source),
        )  # fmt: skip
        try:
            client.execute()
        except DeadKernelError:
            raise Unreadable(KERNEL_DIED.format(line=begun[-1].strip().partition("\n")[0][:60])) from None
    handed_in = {cell.metadata.nbgrader["grade_id"]: cell for cell in notebook.cells if "nbgrader" in cell.metadata}
    graded = {name: cell for name, cell in exercises()[exercise].items() if cell["metadata"]["nbgrader"]["grade"]}
    return {name: _part(original, handed_in.get(name)) for name, original in graded.items()}


def _put_tests_back(notebook: Any, exercise: str) -> None:
    """Make every test what it was, with its hidden part. Of cells with the same id, the last one counts."""
    seen: set[str] = set()
    for cell in reversed(notebook.cells):
        if cell.cell_type == "code":
            cell.outputs = []
        name = cell.metadata.pop("nbgrader", {}).get("grade_id")
        original = exercises()[exercise].get(name)
        if original is None or name in seen:
            continue
        seen.add(name)
        marks = original["metadata"]["nbgrader"]
        cell.metadata["nbgrader"] = marks
        cell.cell_type = original["cell_type"]
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
        if marks["locked"]:
            cell.source = original["source"] + HIDDEN_TEST.format(points=marks["points"])


def _part(original: dict[str, Any], cell: Any) -> Part:
    """What a graded cell got. As in nbgrader, an error or a warning is worth nothing, and the number shown counts."""
    marks = original["metadata"]["nbgrader"]
    if cell is None:
        return Part(0.0, marks["points"], "This cell is missing.")
    if marks["solution"]:
        return Part(0.0 if cell.source == original["source"] else None, marks["points"])
    points, report = 0.0, "This test has shown no points."
    for output in cell.outputs:
        if output.output_type == "error" or output.get("name") == "stderr":
            said = f"{output.ename}: {output.evalue}" if output.output_type == "error" else output.text
            return Part(0.0, marks["points"], said if report.startswith("This test") else report)
        if output.output_type == "display_data":
            report = output.data.get("text/plain", report)
        if output.output_type == "execute_result":
            try:
                points = float(output.data["text/plain"])
            except (KeyError, ValueError):
                points = 0.0
            break
    return Part(max(0.0, min(points, marks["points"])), marks["points"], report)


def in_a_process(job: Job) -> Graded:
    """Grade in a process of its own: whatever happens there, the others go on."""
    student, exercise, _ = job
    kinds = multiprocessing.get_all_start_methods()
    context: Any = multiprocessing.get_context("forkserver" if "forkserver" in kinds else "spawn")
    context.set_forkserver_preload(["nbclient", "nbgrader.apps"])  # once, not for every student; if installed
    receiver, sender = context.Pipe(duplex=False)
    with TemporaryDirectory(prefix="minimax-lab-", ignore_cleanup_errors=True) as folder:
        process = context.Process(target=_send, args=(job, sender, folder))
        process.start()
        sender.close()
        try:
            if not receiver.poll(MOST_SECONDS):
                return Graded(student, exercise, problem=TOO_LONG.format(minutes=MOST_SECONDS / 60))
            return receiver.recv()
        except EOFError:
            return Graded(student, exercise, problem=ENDED)
        finally:
            process.kill()
            process.join()


def _send(job: Job, sender: Connection, folder: str) -> None:
    # What one student's code leaves there, another's does not find: IPython runs what is in its folder
    tempfile.tempdir = os.environ["TMPDIR"] = folder
    os.environ["IPYTHONDIR"] = os.path.join(folder, "ipython")
    log = os.open(LOG, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for stream in 1, 2:
        os.dup2(log, stream)
    student, exercise, grade = job
    try:
        sender.send(grade())
    except Exception as error:
        traceback.print_exc()
        sender.send(Graded(student, exercise, problem=f"{type(error).__name__}: {error}. {LOG} says more"))
