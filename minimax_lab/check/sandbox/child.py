"""The process in which a check runs. Nothing that a student's code changes there is left behind."""

from __future__ import annotations

import builtins
import copyreg
import ctypes
import dis
import faulthandler
import gc
import inspect
import linecache
import logging
import os
import pickle
import signal
import subprocess
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from pickle import dumps as pickled  # by name: it is one of the parts that must not be changed
from types import FrameType
from typing import Any, NoReturn

from minimax_lab.check.report import NOTHING, Finding, Replay, Report, shown_value
from minimax_lab.check.sandbox import limits
from minimax_lab.check.sandbox.failures import error_text
from minimax_lab.check.sandbox.limits import guard
from minimax_lab.check.texts import failures as texts
from minimax_lab.game import GameState
from minimax_lab.trace.code import is_installed, is_package

PROGRESS, ANSWER, TO_DO = "progress", "answer", "to_do"  # files: the number of the run, what came of all, what to check
RETURNED, RAISED, CHANGED = "returned", "raised", "changed-the-check"
ENDS_WITH_PARENT = 1, 9  # PR_SET_PDEATHSIG, SIGKILL
MOST_MEMORY = 2**30  # bytes that a check may take besides what there was
Work = tuple[Callable[..., Any], tuple, dict[str, Any]]  # a check and its arguments

# What is refused: events of Python's auditing, functions, and functions of the C library
STARTS = {"os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.exec", "os.system", "subprocess.Popen"}
REFUSED = STARTS | {"pty.spawn"}
TO_ANOTHER = {"os.kill", "os.killpg"}  # only itself may be the target
STARTING = "fork", "forkpty", "posix_spawn", "posix_spawnp", "fork_exec", "_fork_exec"
LOOKED_UP = {"ctypes.dlsym", "ctypes.dlsym/handle"}
# What shows the calls around it, where what is right may be; a function that is told of every call is shown them, too
FRAMES = {"sys._getframe", "sys._current_frames", "sys._current_exceptions", "gc.get_objects", "gc.get_referrers"}
TOLD = {"sys.settrace", "sys.setprofile"}
ATTRIBUTE, HOLDS_A_FRAME = "object.__getattr__", {"tb_frame", "gi_frame", "cr_frame", "ag_frame"}
# Frames, to whoever asks: that must be another function of the same module, which shows only where it is
HANDS_ON = {function.__code__ for function in (logging.currentframe, traceback.walk_stack, traceback.walk_tb)}
NOTICED = REFUSED | TO_ANOTHER | LOOKED_UP | FRAMES | TOLD | {ATTRIBUTE}
IN_C = {"fork", "vfork", "clone", "clone3", "syscall", "system", "popen", "posix_spawn", "posix_spawnp"}
IN_C |= {"kill", "killpg"}


def answer(work: Work, folder: Path, ended: dict[int, str], secret: bytes) -> NoReturn:
    """Run the check and write what it returns, or raises, into a file. That is the end of this process.

    What is written begins with the secret: others can write such a file, too, but do not know it.
    """
    try:
        guard.turn_on(folder / PROGRESS, ended)
        check, args, kwargs = work
        intact = Intact()
        try:
            packed = pack(RETURNED, check(*args, **kwargs))  # a step-through in it runs the student's code once more
            if not intact:  # then not even a report can be sent as it is
                packed = pack(CHANGED, check.__name__)
        except BaseException as error:
            outcome: tuple[str, Any] = RAISED, error.with_traceback(None)
            if guard.number:  # before a run, it is the call of the check that was wrong
                text = texts.BROKE_THE_CHECK.filled(error=error_text(error))
                outcome = RETURNED, Report(check.__name__, [Finding.of("broke-the-check", text)], 0.0)
            packed = pack(*outcome)
        (folder / ANSWER).write_bytes(secret + packed)
    finally:
        os._exit(0)


def be_forked(work: Work, folder: Path, ended: dict[int, str], secret: bytes) -> NoReturn:
    """What a copy of the process does."""
    try:
        gc.freeze()  # what the copy has in common with the original stays so
        _alone()
        answer(work, folder, ended, secret)
    finally:
        os._exit(0)


def be_spawned(name: str) -> NoReturn:
    """What a new Python does: it reads from a file in the folder of that name what to check."""
    folder = Path(name)
    given = pickle.loads((folder / TO_DO).read_bytes())
    (folder / TO_DO).unlink()  # it has the secret
    _alone()
    sys.path[:] = given["path"]
    os.chdir(given["folder"])
    linecache.cache.update(given["sources"])
    limits.MOST_SECONDS, limits.MOST_SECONDS_ON_THE_WALL = given["limits"]
    answer(pickle.loads(given["work"]), folder, given["ended"], given["secret"])


def _alone() -> None:
    """Away from the keyboard, the screen and the signals of the process that waits, and gone when that is gone."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in 0, 1, 2:
        os.dup2(nowhere, stream)
    sys.stdout = sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    faulthandler.disable()  # it would print where a crash was
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "setsid") and os.getsid(0) != os.getpid():
        os.setsid()
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(*ENDS_WITH_PARENT)
        _bound_memory()
    _refuse_processes()


def _bound_memory() -> None:
    """As much memory as there is now, and a gigabyte more."""
    import resource

    status = Path("/proc/self/status").read_text(encoding="utf-8")
    used = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmData:"))
    resource.setrlimit(resource.RLIMIT_DATA, (1024 * used + MOST_MEMORY,) * 2)


def _refuse_processes() -> None:
    """From here, no other process is started or ended: a student's code that copies itself must not begin with that.

    The audit hook is asked before a fork; what is not asked about is replaced. If there were a copy nevertheless, it
    would end at once.
    """
    own = os.getpid()

    looking: list[bool] = []

    def look_who_asks(is_told: bool) -> None:
        """Refuse to show the calls around it to a student's code, directly or through another module."""
        if looking:  # to look is itself something that the hook is asked about
            return
        looking.append(True)
        try:
            frame: FrameType | None = sys._getframe(2)
            if frame and frame.f_globals is vars(limits):  # as it does before and after every run
                return
            if frame and is_told and not _calls(frame):  # Python itself drops a tracer that raises, at any place
                return
            asks, locals_too = [frame.f_code] if frame else [], False
            while frame and is_installed(asks[-1]) and (frame := frame.f_back):
                asks.append(frame.f_code)
                locals_too = locals_too or bool(frame.f_locals.get("capture_locals"))  # an argument in `traceback`
        finally:
            looking.clear()
        through = asks[0].co_filename
        shown = len(asks) == 1 or through == inspect.__file__ or locals_too
        shown = shown or (asks[0] in HANDS_ON and asks[1].co_filename != through)
        if (shown or is_told) and not is_installed(asks[-1]) and not is_package(asks[-1]):
            raise PermissionError(texts.NO_FRAMES)

    def refuse(*_: Any, **__: Any) -> NoReturn:
        raise PermissionError(texts.NO_PROCESSES)

    def audit(event: str, args: tuple) -> None:
        if event not in NOTICED:  # as a hundred thousand of them in a check
            return
        if event in FRAMES or event in TOLD or (event == ATTRIBUTE and args[1] in HOLDS_A_FRAME):
            look_who_asks(event in TOLD)
            return
        if event in REFUSED or (event in TO_ANOTHER and args[0] != own) or (event in LOOKED_UP and args[1] in IN_C):
            refuse()

    if hasattr(os, "fork"):
        for module in os, subprocess, import_module("_posixsubprocess"):
            for name in STARTING:
                if hasattr(module, name):
                    setattr(module, name, refuse)
        os.register_at_fork(after_in_child=lambda: os._exit(0))
    sys.addaudithook(audit)


def _calls(frame: FrameType) -> bool:
    """Whether it is just calling something."""
    return "CALL" in dis.opname[frame.f_code.co_code[frame.f_lasti]]


class AsText:
    """What a student's function returned, where only its text can be sent."""

    def __init__(self, text: str):
        self.text = text

    def __repr__(self) -> str:
        return self.text


def pack(kind: str, outcome: Any) -> bytes:
    """A report, or whatever else a check ended with, as bytes."""
    if isinstance(outcome, Report):
        outcome.findings = tuple(map(_portable_finding, outcome.findings))
    return dumps((kind, outcome))


def dumps(thing: Any) -> bytes:
    """As pickle does it if that can be done, for it is quicker; classes and functions of a student's go whole."""
    try:
        return pickled(thing)
    except Exception:
        import cloudpickle  # type: ignore[import-untyped]

        return cloudpickle.dumps(thing)


def portable(value: Any) -> Any:
    """A value that can be sent: as it is, or its text."""
    return value if _can_be_sent(value) else AsText(_text(value))


def _portable_finding(finding: Finding) -> Finding:
    """The finding with its replay made, and without what cannot be sent."""
    finding = replace(finding, replay=_made(finding.replay, finding.counterexample))
    if _can_be_sent(finding):
        return finding
    if not _can_be_sent(finding.counterexample):
        finding = replace(finding, counterexample=None)
    finding = replace(finding, returned=portable(finding.returned))
    if not _can_be_sent(finding.expected):
        finding = replace(finding, expected=NOTHING, expected_text=finding.expected_text or _text(finding.expected))
    return finding if _can_be_sent(finding) else replace(finding, replay=None)


def _made(make: Callable[[], Replay | None] | None, start: Any) -> Callable[[], Replay | None] | None:
    """The replay, made now: where the report goes, the student's code is not run again."""
    if make is None or guard.next_run():
        return None
    with guard.over_run():
        try:
            replay = make()
        except BaseException:  # a student's code may raise even KeyboardInterrupt
            replay = None
    return partial(_given, replay, start if isinstance(start, GameState) else None) if replay else None


def _given(replay: Replay, start: GameState | None) -> Replay:
    """The replay, with the states that a trace loses on its way: they follow from the first one and the moves."""
    for seen in filter(None, (replay.trace, replay.right)):
        states: dict[tuple, Any] = {(): start}  # by path
        with suppress(Exception):  # moves that the first state does not know: then there are no states to show
            for node in seen.nodes if start is not None and seen.nodes[0].state is None else ():
                if node.path:
                    states[node.path] = states[node.path[:-1]].forecast_move(node.path[-1])
                node.state = states[node.path]
    return replay


def _can_be_sent(thing: Any) -> bool:
    try:
        pickle.loads(dumps(thing))
    except Exception:
        return False
    return True


def _text(value: Any) -> str:
    try:
        return shown_value(value)
    except Exception:  # a student's value may fail even at that
        return type(value).__name__


OURS = tuple(f"minimax_lab.{name}" for name in ("adapt", "check", "game", "search", "trace", "values"))
SENDS = {"__getstate__", "__setstate__", "__reduce__", "__reduce_ex__", "__copy__", "__deepcopy__"}
Parts = dict[tuple[int, str], tuple[Any, Any]]  # by owner and name: what it is, and its code if it is a function


class Intact:
    """All functions and classes that make up the checks, and Python's own functions, as they are now."""

    def __init__(self) -> None:
        self._modules = [module for name, module in [*sys.modules.items()] if name.startswith(OURS)]
        self._parts = self._now()

    def __bool__(self) -> bool:
        """Whether nothing was changed, taken away or added, nor how objects are sent."""
        before, now = self._parts, self._now()
        return before.keys() == now.keys() and all(
            now[key][0] is value and now[key][1] is code for key, (value, code) in before.items()
        )

    def _now(self) -> Parts:
        owned: list[tuple[Any, str, Any]] = [(builtins, *item) for item in vars(builtins).items()]
        for module in self._modules:
            owned += [(module, *item) for item in vars(module).items()]
            kinds = [value for value in vars(module).values() if isinstance(value, type)]
            owned += [
                (kind, *item) for kind in kinds if kind.__module__ == module.__name__ for item in vars(kind).items()
            ]
            owned += [(copyreg, repr(kind), way) for kind in kinds if (way := copyreg.dispatch_table.get(kind))]
        return {
            (id(owner), name): (value, getattr(value, "__code__", None))
            for owner, name, value in owned
            if callable(value) or hasattr(type(value), "__get__") or name in SENDS  # not all that Python keeps there
        }
