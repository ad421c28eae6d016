"""Programs that hang where nothing in Python can stop them, end Python, or change what is not theirs."""

import builtins
import ctypes
import itertools
import multiprocessing.util
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

from minimax_lab import check


def counts_for_ever(*args):
    return sum(itertools.count())


def one_large_power(*args):
    return 10**10**8


def fills_the_memory(*args):
    return [*itertools.count()]


def loops():
    number = 0
    while True:
        number += 1


def swallows_everything(*args):
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass


def waits_for_nobody(*args):
    threading.Event().wait(1000)


def waits_for_itself(*args):
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()


def ends_python(*args):
    os._exit(0)


def crashes(*args):
    ctypes.string_at(0)


def answers_for_the_check(*args):
    """Writes something into every file in which the check might be waiting for an answer, and ends."""
    for folder in Path(tempfile.gettempdir()).glob("minimax-lab-*"):
        (folder / "answer").write_bytes(pickle.dumps("ok"))
    os._exit(0)


def kills_itself(*args):
    os.kill(os.getpid(), signal.SIGKILL)


def forks(*args):
    """Were it not refused, the copy would end at once; so with the next ones."""
    if os.fork() == 0:
        os._exit(0)


def forks_in_c(*args):
    if ctypes.CDLL(None).fork() == 0:
        os._exit(0)


def starts_a_program(*args):
    subprocess.run(["true"])


def asks_the_shell(*args):
    os.system("true")


def starts_a_program_below(*args):
    multiprocessing.util.spawnv_passfds(b"/bin/true", [b"true"], [])


def starts_a_worker(*args):
    multiprocessing.get_context("fork").Process(target=print).start()


def becomes_a_program(*args):
    os.execv("/bin/true", ["true"])


def ends_the_notebook(*args):
    """With a signal that would do nothing."""
    os.kill(os.getppid(), 0)


ENDLESS = counts_for_ever, one_large_power, fills_the_memory, swallows_everything
WAITING = waits_for_nobody, waits_for_itself
ENDING = ends_python, crashes, kills_itself
WITH_PROCESSES = (
    forks,
    forks_in_c,
    starts_a_program,
    starts_a_program_below,
    starts_a_worker,
    asks_the_shell,
    becomes_a_program,
    ends_the_notebook,
)


def changes_everything(state, *args):
    """Changes what would stay changed if this were the notebook's own Python."""
    os.chdir("/")
    os.environ["LEFT_BEHIND"] = "1"
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.setrecursionlimit(5000)
    builtins.max = min
    check.alphabeta = None
    return 0


def praises_itself(state, *args):
    """Looks for the checker in the frames above it, and changes what is found there."""
    frame = sys._getframe()
    while frame := frame.f_back:
        for value in frame.f_locals.values():
            if type(value).__name__ == "Report":
                value.score = 1.0
    check.Report.passed = True
    check.Report.score = 1.0
    return 0


def writes_where_it_cannot(state, *args):
    object.__setattr__(state, "path", 3)
    object.__setattr__(state, "log", None)
    return 0
