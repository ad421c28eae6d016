"""Grades a student's work in a process of its own: whatever happens there, the others go on."""

from __future__ import annotations

import multiprocessing
import os
import tempfile
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from tempfile import TemporaryDirectory
from typing import Any

from minimax_lab.app.grading.submissions import Graded

MOST_SECONDS = 900  # for a student: what cannot be interrupted is ended
LOG = "grade.log"
TOO_LONG = (
    "it had not ended after {minutes:g} minutes: a cell cannot be interrupted. Read the notebook, and grade again"
)
ENDED = "its process was ended from outside: was there too little memory? Grade again, with --workers 1"

Job = tuple[str, str, Callable[[], Graded]]  # the student, the exercise, and what grades it


def in_a_process(job: Job) -> Graded:
    """Grade in a process of its own: whatever happens there, the others go on."""
    student, exercise, _ = job
    kinds = multiprocessing.get_all_start_methods()
    context: Any = multiprocessing.get_context("forkserver" if "forkserver" in kinds else "spawn")
    context.set_forkserver_preload(["minimax_lab.app.grading.preload"])  # once, not for every student
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
