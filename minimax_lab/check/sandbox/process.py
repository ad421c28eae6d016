"""Runs a whole check in a process of its own, which can be ended whatever a student's code does in it.

The process is a copy of this one where that is safe: a copy is made in milliseconds and knows all that is here.
Else it is a new Python, to which the student's functions are sent; `MINIMAX_LAB_CHECKS=spawn` asks for new ones
always. Either way it answers in a file. A check runs in this process only where there are no others (in a browser), or
where a function cannot be sent, or if `MINIMAX_LAB_CHECKS=here` asks for it. Then no process can be ended. Code
that never reaches another line, such as `while True: pass` in one line, is stopped there by a timer of the operating
system, in the main thread; where there are no timers (a browser, Windows), it is not stopped.
"""

from __future__ import annotations

import functools
import linecache
import os
import pickle
import secrets
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import warnings
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep  # by name: a check may put another clock into the module
from types import FunctionType
from typing import Any, ParamSpec, TypeVar
from weakref import WeakSet

from minimax_lab.check.report import Finding, Report
from minimax_lab.check.sandbox import limits
from minimax_lab.check.sandbox.child import ANSWER, CHANGED, PROGRESS, RAISED, RETURNED, TO_DO, Work, be_forked
from minimax_lab.check.sandbox.contents import reachable_from
from minimax_lab.check.sandbox.failures import not_checked
from minimax_lab.check.sandbox.limits import NUMBER, guard
from minimax_lab.check.texts import failures as texts

WAY = "MINIMAX_LAB_CHECKS"  # in the environment: "fork", "spawn" or "here"
TRIES = 3
GRACE_ON_THE_WALL = 1.1  # times as long as one run may take
MOST_ON_THE_WALL = 10  # times as long, for a whole check
BETWEEN_LOOKS = 0.005  # seconds
WAITS, ENDLESS, ENDS_PYTHON = "waits", "endless", "ends-python"  # what ended a process
NEW_PYTHON = "import sys; from minimax_lab.check.sandbox.child import be_spawned; be_spawned(sys.argv[1])"

P = ParamSpec("P")
R = TypeVar("R")
made: WeakSet[Report] = WeakSet()  # the reports that checks have made: others may be made up
latest: list[Report] = []  # the last of them


class CannotBeSent(Exception):
    """A function that a new Python cannot be given."""


def in_a_process(check: Callable[P, R], for_points: bool = True) -> Callable[P, R]:
    """The check, made in a process of its own. `for_points`: whether its report may be worth points."""

    @functools.wraps(check)
    def check_in_a_process(*args: P.args, **kwargs: P.kwargs) -> R:
        report = _report((check, args, kwargs))
        if for_points:
            made.add(report)
            latest[:] = [report]
        return report

    return check_in_a_process


def _report(work: Work) -> Any:
    way = "here" if guard.is_on else _way()
    if way == "spawn":
        with suppress(CannotBeSent):
            return _report_of_process(way, work)
        way = "fork" if sys.platform == "linux" else "here"
    check, args, kwargs = work
    return check(*args, **kwargs) if way == "here" else _report_of_process(way, work)


def _way() -> str:
    if sys.platform == "emscripten":
        return "here"
    others = [thread for thread in threading.enumerate() if thread is not threading.current_thread()]
    quick = sys.platform == "linux" and all(thread.daemon for thread in others)
    return os.environ.get(WAY) or ("fork" if quick else "spawn")


def _report_of_process(way: str, work: Work) -> Any:
    """What the check returns in another process; it is made again without a run that has ended the process."""
    ended: dict[int, str] = {}  # by number: the runs that ended the process, and how
    for _ in range(TRIES):
        with tempfile.TemporaryDirectory(prefix="minimax-lab-", ignore_cleanup_errors=True) as name:
            folder = Path(name)
            (folder / PROGRESS).write_bytes(bytes(NUMBER.size))
            start, secret = _Copy if way == "fork" else _new_python, secrets.token_bytes(16)
            how = _wait_for(start(work, folder, ended, secret), folder)
            number = _number_of_run(folder)
            with suppress(Exception):  # the student's code may have written something, or written over something
                if not number:  # else it ended in the student's code, and only that can have answered
                    written = (folder / ANSWER).read_bytes()
                    if written.startswith(secret):  # else another program has found the file
                        kind, outcome = pickle.loads(written.removeprefix(secret))
                        how = kind if kind in (RETURNED, RAISED, CHANGED) else how
        if how == RAISED:
            raise outcome
        if how == RETURNED:
            return outcome
        if how == CHANGED:
            return Report(outcome, [Finding.of(CHANGED, texts.CHANGED_THE_CHECK)], 0.0)
        if not number or how == ended.get(number):
            break
        ended[number] = how
    finding = not_checked(texts.EVERYTHING) if how == WAITS else Finding.of(how, texts.FAILURES[how])
    return Report(work[0].__name__, [finding], 0.0)  # it cannot be said which call it was


def _wait_for(process: _Copy | subprocess.Popen[bytes], folder: Path) -> str:
    """Wait for the end of a process, and end it if a run takes too long on the wall. Says what ended it."""
    begin = since = monotonic()
    number = 0
    try:
        while process.poll() is None:
            now, most = monotonic(), limits.MOST_SECONDS_ON_THE_WALL
            if (present := _number_of_run(folder)) != number:
                number, since = present, now
            if (number and now - since > GRACE_ON_THE_WALL * most) or now - begin > MOST_ON_THE_WALL * most:
                return WAITS
            sleep(BETWEEN_LOOKS)
    finally:
        with suppress(AttributeError, ProcessLookupError, PermissionError):  # Windows has no groups of processes
            os.killpg(process.pid, signal.SIGKILL)
        process.kill()
        process.wait()
    return ENDLESS if process.returncode == -getattr(signal, "SIGPROF", 0) else ENDS_PYTHON


def _number_of_run(folder: Path) -> int:
    """The number of the run in which a process is; 0 between two runs."""
    try:
        return NUMBER.unpack((folder / PROGRESS).read_bytes())[0]
    except (OSError, struct.error):  # the student's code has found the file
        return 0


class _Copy:
    """A copy of this process, with as much of Popen as is needed here."""

    def __init__(self, work: Work, folder: Path, ended: dict[int, str], secret: bytes):
        self.returncode: int | None = None
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # other threads: they are known to do no harm
            self.pid = os.fork()
        if not self.pid:
            be_forked(work, folder, ended, secret)

    def poll(self) -> int | None:
        return self.wait(os.WNOHANG)

    def wait(self, options: int = 0) -> int | None:
        if self.returncode is None:
            pid, status = os.waitpid(self.pid, options)
            self.returncode = os.waitstatus_to_exitcode(status) if pid else None
        return self.returncode

    def kill(self) -> None:
        if self.returncode is None:
            os.kill(self.pid, signal.SIGKILL)


def _sources(work: Work) -> dict[str, tuple[int, None, list[str], str]]:
    """By name: the lines of the student's code that is in no file, as that of a notebook's cell or of a doctest."""
    _, args, kwargs = work
    things = [thing for given in (*args, *kwargs.values()) for thing in reachable_from(given)]
    names = {*linecache.cache, *(thing.__code__.co_filename for thing in things if isinstance(thing, FunctionType))}
    lines = {name: linecache.getlines(name) for name in names if not os.path.exists(name)}
    return {name: (sum(map(len, those)), None, those, name) for name, those in lines.items() if those}


def _new_python(work: Work, folder: Path, ended: dict[int, str], secret: bytes) -> subprocess.Popen[bytes]:
    """A new Python, which is given what to do in a file. A student's functions go whole, with what they use."""
    import cloudpickle  # type: ignore[import-untyped]

    try:
        sent = cloudpickle.dumps(work)
    except Exception as error:  # whatever a student's objects raise when they are to be copied
        raise CannotBeSent from error
    given = {
        "path": sys.path,
        "folder": os.getcwd(),
        "sources": _sources(work),
        "limits": (limits.MOST_SECONDS, limits.MOST_SECONDS_ON_THE_WALL),
        "work": sent,
        "ended": ended,
        "secret": secret,
    }
    (folder / TO_DO).write_bytes(pickle.dumps(given))
    path, nowhere = os.pathsep.join(filter(None, sys.path)), subprocess.DEVNULL
    return subprocess.Popen(
        [sys.executable, "-c", NEW_PYTHON, str(folder)],
        stdin=nowhere,
        stdout=nowhere,
        stderr=nowhere,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": path},
    )
