"""Runs a whole check in a process of its own, which can be ended whatever a student's code does in it.

The process is a copy of this one where that is safe: a copy is made in milliseconds and knows all that is here.
Else it is a new Python, to which the student's functions are sent; `MINIMAX_LAB_CHECKS=spawn` asks for new ones
always. A check runs in this process only where no other can be ended by a timer (in a browser, on Windows), or
where a function cannot be sent.
"""

from __future__ import annotations

import functools
import linecache
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from select import select
from time import monotonic, sleep  # by name: a check may put another clock into the module
from typing import Any, ParamSpec, TypeVar
from weakref import WeakSet

from minimax_lab.check.report import Finding, Report
from minimax_lab.check.sandbox import limits
from minimax_lab.check.sandbox.failures import not_checked
from minimax_lab.check.sandbox.process.child import LENGTH, be_forked
from minimax_lab.check.sandbox.process.guard import NUMBER, guard
from minimax_lab.check.texts import failures as texts

WAY = "MINIMAX_LAB_CHECKS"  # in the environment: "fork", "spawn" or "here"
TRIES = 3
MOST_ON_THE_WALL = 10  # times as long as one run may take
ENDED_BY = {"SIGPROF": "endless", "SIGALRM": "waits"}
NEW_PYTHON = "from minimax_lab.check.sandbox.process.child import be_spawned; be_spawned()"

P = ParamSpec("P")
R = TypeVar("R")
made: WeakSet[Report] = WeakSet()  # the reports that checks have made: others may be made up
latest: list[Report] = []  # the last of them


class CannotBeSent(Exception):
    """A function that a new Python cannot be given."""


def in_a_process(check: Callable[P, R], for_points: bool = True) -> Callable[P, R]:
    """The check, made in a process of its own. `for_points`: whether its report may be worth points."""

    @functools.wraps(check)
    def apart(*args: P.args, **kwargs: P.kwargs) -> R:
        report = _report(check, args, kwargs)
        if for_points:
            made.add(report)
            latest[:] = [report]
        return report

    return apart


def _report(check: Callable[..., Any], args: tuple, kwargs: dict[str, Any]) -> Any:
    way = "here" if guard.is_on else _way()
    if way == "spawn":
        with suppress(CannotBeSent):
            return _Apart(way, check, args, kwargs).report()
        way = "fork" if sys.platform == "linux" else "here"
    return check(*args, **kwargs) if way == "here" else _Apart(way, check, args, kwargs).report()


def _way() -> str:
    if not hasattr(signal, "setitimer") or sys.platform == "emscripten":
        return "here"
    others = [thread for thread in threading.enumerate() if thread is not threading.current_thread()]
    quick = sys.platform == "linux" and all(thread.daemon for thread in others)
    return os.environ.get(WAY) or ("fork" if quick else "spawn")


class _Apart:
    """A check that is made in another process; again, if a run has ended that."""

    def __init__(self, way: str, check: Callable[..., Report], args: tuple, kwargs: dict[str, Any]):
        self.way, self.check, self.args, self.kwargs = way, check, args, kwargs
        self.ended: dict[int, str] = {}  # by number: the runs that ended the process, and how

    def report(self) -> Report:
        for _ in range(TRIES):
            with tempfile.TemporaryFile() as progress:
                progress.write(bytes(NUMBER.size))
                progress.flush()
                process = (_Forked if self.way == "fork" else _Spawned)(self, progress.fileno())
                answer, how = process.answer()
                progress.seek(0)
                (number,) = NUMBER.unpack(progress.read(NUMBER.size))
            if answer is not None:
                kind, thing = answer
                if kind == b"rai":
                    raise thing
                return thing
            if not number or how == self.ended.get(number):
                break
            self.ended[number] = how
        return self._nothing_known(how)

    def _nothing_known(self, how: str) -> Report:
        """The report where it cannot be said which call it was."""
        name = self.check.__name__
        finding = not_checked(texts.EVERYTHING) if how == "waits" else Finding.of(how, texts.FAILURES[how])
        return Report(name, [finding], 0.0)


class _Process(ABC):
    """A process that answers in a pipe, or is ended."""

    pid: int
    pipe: int

    def answer(self) -> tuple[tuple[bytes, Any] | None, str]:
        """What the check returned or raised; or None, and what ended the process."""
        try:
            data, in_time = self._read()
        finally:
            status = self._end()
            os.close(self.pipe)
        if data:
            with suppress(Exception):  # the student's code may have written something, or written over something
                return (data[:3], pickle.loads(data[3:])), ""
        return None, ENDED_BY.get(status, "ends-python") if in_time else "waits"

    def _read(self) -> tuple[bytes, bool]:
        """The answer, empty if the process has ended without one; and whether it did within the time."""
        data, length = b"", LENGTH
        end = monotonic() + MOST_ON_THE_WALL * limits.MOST_SECONDS_ON_THE_WALL
        while len(data) < length:
            if monotonic() > end:
                return b"", False
            if not select([self.pipe], [], [], 0.5)[0]:
                if self.has_ended():  # although a process of the student's may still hold the pipe
                    return b"", True
                continue
            some = os.read(self.pipe, 1 << 20)
            if not some:
                self._wait_a_little()
                return b"", True
            data += some
            if len(data) >= LENGTH:
                length = LENGTH + 3 + int.from_bytes(data[:LENGTH], "big")
        return data[LENGTH:], True

    def _wait_a_little(self) -> None:
        """Its pipe is closed, so it has just ended; unless the student's code has closed it."""
        end = monotonic() + 2
        while not self.has_ended() and monotonic() < end:
            sleep(0.002)

    @abstractmethod
    def has_ended(self) -> bool: ...

    @abstractmethod
    def _end(self) -> str:
        """End the process and all that it has started. Returns the name of the signal that ended it, if one did."""


class _Forked(_Process):
    """A copy of this process."""

    def __init__(self, work: _Apart, progress: int):
        self.pipe, theirs = os.pipe()
        self.status: int | None = None
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # other threads: they are known to do no harm
            self.pid = os.fork()
        if not self.pid:
            be_forked((work.check, work.args, work.kwargs), theirs, progress, work.ended)
        os.close(theirs)

    def has_ended(self) -> bool:
        if self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            self.status = status if pid else None
        return self.status is not None

    def _end(self) -> str:
        self.has_ended()
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)
        if self.status is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            _, self.status = os.waitpid(self.pid, 0)
        return signal.Signals(os.WTERMSIG(self.status)).name if os.WIFSIGNALED(self.status) else ""


class _Spawned(_Process):
    """A new Python."""

    def __init__(self, work: _Apart, progress: int):
        given = {
            "path": sys.path,
            "folder": os.getcwd(),
            "sources": {name: entry for name, entry in linecache.cache.items() if not os.path.exists(name)},
            "limits": (limits.MOST_SECONDS, limits.MOST_SECONDS_ON_THE_WALL),
            "work": _sent((work.check, work.args, work.kwargs)),
            "progress": progress,
            "ended": work.ended,
        }
        path = os.pathsep.join(filter(None, sys.path))
        self.process = subprocess.Popen(
            [sys.executable, "-c", NEW_PYTHON],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            pass_fds=[progress],
            env={**os.environ, "PYTHONPATH": path},
        )
        assert self.process.stdin
        assert self.process.stdout
        self.pid, self.pipe = self.process.pid, os.dup(self.process.stdout.fileno())
        self.process.stdout.close()
        with suppress(BrokenPipeError), self.process.stdin as stdin:
            pickle.dump(given, stdin)

    def has_ended(self) -> bool:
        return self.process.poll() is not None

    def _end(self) -> str:
        self.process.poll()
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)
        self.process.kill()
        status = self.process.wait()
        return signal.Signals(-status).name if status < 0 else ""


def _sent(work: tuple) -> bytes:
    """What is to be done, as bytes. A student's functions go whole, with what they use."""
    import cloudpickle  # type: ignore[import-untyped]

    try:
        return cloudpickle.dumps(work)
    except Exception as error:  # whatever a student's objects raise when they are to be copied
        raise CannotBeSent from error
