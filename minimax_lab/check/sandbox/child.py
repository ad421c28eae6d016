"""The process in which a check runs. Nothing that a student's code changes there is left behind."""

from __future__ import annotations

import ctypes
import gc
import linecache
import os
import pickle
import signal
import sys
from collections.abc import Callable
from typing import Any

from minimax_lab.check.sandbox import limits
from minimax_lab.check.sandbox.guard import guard
from minimax_lab.check.sandbox.parcel import pack

LENGTH = 8  # bytes that say how long the answer is
ENDS_WITH_PARENT = 1, 9  # PR_SET_PDEATHSIG, SIGKILL


def answer(check: Callable[..., Any], args: tuple, kwargs: dict[str, Any], pipe: int) -> None:
    """Run the check and write what it returns, or raises, into the pipe."""
    process = os.getpid()
    try:
        returned: tuple[str, Any] = "returned", check(*args, **kwargs)
    except BaseException as error:
        returned = "raised", error.with_traceback(None)
    kind, thing = returned
    packed = pack(thing)
    if os.getpid() != process:  # a copy of the process that the student's code has made
        os._exit(0)
    _write(pipe, len(packed).to_bytes(LENGTH, "big") + kind[:3].encode() + packed)


def be_forked(work: tuple[Callable[..., Any], tuple, dict[str, Any]], pipe: int, progress: int, ended: dict) -> None:
    """What the copy of the process does. It never returns."""
    try:
        gc.freeze()  # what the copy has in common with the original stays so
        limits.watchdog.start_again()
        _alone()
        guard.turn_on(progress, ended)
        answer(*work, pipe)
    finally:
        os._exit(0)


def be_spawned() -> None:
    """What a new Python does: it reads from its standard input what to check, and answers on its standard output."""
    pipe = os.dup(1)
    given = pickle.load(sys.stdin.buffer)
    _alone()
    sys.path[:] = given["path"]
    os.chdir(given["folder"])
    linecache.cache.update(given["sources"])
    limits.MOST_SECONDS, limits.MOST_SECONDS_ON_THE_WALL = given["limits"]
    check, args, kwargs = pickle.loads(given["work"])
    guard.turn_on(given["progress"], given["ended"])
    answer(check, args, kwargs, pipe)
    os._exit(0)


def _alone() -> None:
    """Away from the keyboard, the screen and the signals of the process that waits, and gone when that is gone."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in 0, 1, 2:
        os.dup2(nowhere, stream)
    sys.stdout = sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "setsid") and os.getsid(0) != os.getpid():
        os.setsid()
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(*ENDS_WITH_PARENT)


def _write(pipe: int, data: bytes) -> None:
    while data:
        data = data[os.write(pipe, data) :]
