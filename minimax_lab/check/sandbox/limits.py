"""How much a student's code may do.

That is counted in lines of code, not in seconds, so that a check says the same on every machine, also in a browser. A
line that takes long is not noticed in this way: so the counter also looks at the processor time, because on a busy
machine a right function may take long without doing much. Only as a last resort does it look at the clock on the wall;
what that stops is not wrong, it has just not been checked.

The counter never hears of code that does not come back from one call, as `sum(itertools.count())`, or that swallows
the exception which stops it. So inside the process of a check there is a guard. It numbers the runs, and gives each of
them two timers of the operating system, which no code in Python can outlast. The first raises the exception in the run,
again and again, also where lines are not counted. The second ends the whole process. The process that waits for it then
reads which run that was, and makes the check again without it. It also looks at the clock on the wall; where there are
no timers (Windows), it alone ends what takes too long.
"""

from __future__ import annotations

import builtins
import io
import mmap
import signal
import struct
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic  # by name: a check may put another clock into the module
from types import CodeType, FrameType, ModuleType
from typing import Any

MOST_LINES = 200_000  # that one run may execute
MOST_SECONDS = 3.0  # of processor time that one run may take
MOST_SECONDS_ON_THE_WALL = 60.0
BETWEEN_LOOKS = 16  # lines
KEPT = 10_000  # characters that are kept of what one run prints; it may print more
MOST_PRINTED = 1_000_000  # characters that one run may print
OURS = str(Path(__file__).parents[2])
PYTHON = str(Path(io.__file__).parent)
Folders = str | tuple[str, ...]  # of this package
NoteCall = Callable[[FrameType, CodeType], None] | None
NoteLine = Callable[[FrameType], None] | None
SLIPS = NameError, AttributeError, TypeError  # errors that nobody raises on purpose
# Where there is what students are to write: the library's searches, and what the checks compare with
SEARCHES = tuple(str(Path(OURS, name)) for name in ("search", "check/search/run.py", "check/right_programs.py"))
GAMES = str(Path(OURS, "games"))

wall_clock = monotonic  # a test puts another one here, to have a busy machine
processor_clock = getattr(time, "thread_time", time.process_time)  # a browser's Python has no thread_time


class Stopped(BaseException):
    """Ends a student's run; not an Exception, so that `except Exception` does not swallow it."""


class AskedForInput(Stopped):
    """The code called `input()`, and nobody is there to answer."""


class TooMuchPrinted(Stopped):
    """The code prints without end."""


class NotFinished(Exception):
    """A run took too long on the wall, without much computing: nothing can be said about it."""


# The files of this package and of Python itself, with the names in them: a call of what is there counts, its lines do
# not. A call's globals say where it is from, and they must be those names, for a student may write another file into
# them. Its code says so, too, but for a call's code, and for an `id`, Python asks the hook that refuses processes each
# time, which takes longer than all the rest.
known_files: dict[str, dict[str, Any]] = {}


class LineCounter:
    """Counts a student's lines, and calls of anything, until there are too many or they have taken too long."""

    def __init__(self, most: int | None, on_call: NoteCall, borrows_from: Folders, on_line: NoteLine):
        self.left, self.counts = most or 0, most is not None
        self.borrows_from, self.borrowed = borrows_from, False  # what is there, the student is to write
        self.note_call, self.note_line = on_call, on_line
        self.over = False  # too many lines, or too much processor time
        self.timed_out = False  # too much time on the wall
        self.error: BaseException | None = None  # the first slip that was raised, whatever became of it
        self.importing = False  # an import runs very many lines that are nobody's fault
        self.on_line = self.count_and_note if on_line else self.count_line  # looked up once
        self._start_clocks()

    def _start_clocks(self) -> None:
        self.processor_end = processor_clock() + MOST_SECONDS
        self.wall_end = wall_clock() + MOST_SECONDS_ON_THE_WALL

    def run(self, function: Callable[..., Any], args: tuple, kwargs: dict[str, Any]) -> Any:
        """Python drops a trace function that raises: code that swallows that is no longer counted, only timed."""
        previous, in_threads = sys.gettrace(), threading.gettrace()
        if self.counts:
            sys.settrace(self.on_call)
            threading.settrace(self.on_call)  # for those that the code starts
        try:
            return function(*args, **kwargs)
        finally:
            if self.counts:
                sys.settrace(previous)
                threading.settrace(in_threads)  # None ends it
            self.timed_out = not self.over and wall_clock() > self.wall_end

    def on_call(self, frame: FrameType, event: str, arg: Any) -> Any:
        if self.importing:
            return None
        file = dict.get(frame.f_globals, "__file__")  # a student may put anything there
        if type(file) is str and known_files.get(file) is frame.f_globals:
            self.count_line(frame, event, arg)
            self.borrowed = self.borrowed or file.startswith(self.borrows_from)
            return None
        code = frame.f_code
        if code.co_name == "_find_and_load":  # in importlib: every import goes through it
            self.importing, frame.f_trace_lines = True, False
            return self.on_import
        self.on_line(frame, event, arg)
        if code.co_filename.startswith(OURS):
            self.borrowed = self.borrowed or code.co_filename.startswith(self.borrows_from)
            return None
        if self.note_call:
            self.note_call(frame, code)
        return self.on_line

    def on_import(self, frame: FrameType, event: str, arg: Any) -> Any:
        if event == "return":
            self.importing = False
            self._start_clocks()
        return self.on_import

    def count_line(self, frame: FrameType, event: str, arg: Any) -> Any:
        """Runs for every line of the student's code, so it does next to nothing."""
        if event == "exception" and self.error is None and issubclass(arg[0], SLIPS):
            self.error = arg[1]
        self.left -= 1
        if self.left < 0 or self.left % BETWEEN_LOOKS == 0:
            self._look()
        return self.on_line

    def count_and_note(self, frame: FrameType, event: str, arg: Any) -> Any:
        if event == "line" and self.note_line:
            self.note_line(frame)
        return self.count_line(frame, event, arg)

    def _look(self) -> None:
        """Stop the run if it has done too much."""
        self.over = self.over or self.left < 0 or processor_clock() > self.processor_end
        if self.over or wall_clock() > self.wall_end:
            raise Stopped


class CapturedOutput(io.StringIO):
    """Takes what is printed, keeps the beginning and drops the rest."""

    def __init__(self) -> None:
        super().__init__()
        self.printed = 0

    @property
    def is_long(self) -> bool:
        return self.printed > KEPT

    def write(self, text: str) -> int:
        room = max(0, KEPT - self.printed)
        self.printed += len(text)
        if self.printed > MOST_PRINTED:
            raise TooMuchPrinted
        return super().write(text[:room])


@contextmanager
def captured() -> Iterator[CapturedOutput]:
    """What is printed here goes to the captured output, and `input()` raises AskedForInput."""
    output, before = CapturedOutput(), (builtins.input, sys.stdout, sys.stderr)
    builtins.input, sys.stdout, sys.stderr = _refuse, output, output
    try:
        yield output
    finally:
        builtins.input, sys.stdout, sys.stderr = before


def _refuse(*_: object) -> str:
    raise AskedForInput


GRACE = 2.0  # times as long as a run may take: then the exception was raised in vain
AGAIN = 0.1  # seconds between two exceptions
MOST_SECONDS_BETWEEN = 30.0  # of processor time that a check itself may take between two runs
NUMBER = struct.Struct("q")


class Guard:
    """Knows which run of a check this is, and how it ended in an earlier try."""

    def __init__(self) -> None:
        self.is_on = False  # only in the process of a check
        self.number = 0
        self.ended: dict[int, str] = {}  # by number: the runs that ended the process, and how
        self._counter: LineCounter | None = None  # of the present run
        self._progress: mmap.mmap | None = None

    def turn_on(self, progress: Path, ended: dict[int, str]) -> None:
        """`progress` is a file in which the number of the present run is noted."""
        self.is_on, self.number, self.ended = True, 0, ended
        for module in sys.modules.values():
            names = vars(module) if isinstance(module, ModuleType) else {}
            name, path = str(names.get("__name__")), str(names.get("__file__"))
            of_python = path.startswith(PYTHON) and "site-packages" not in path
            if path.startswith(OURS) or (of_python and not name.startswith("importlib")):  # see _find_and_load above
                known_files[path] = names
        with progress.open("r+b") as file:
            self._progress = mmap.mmap(file.fileno(), NUMBER.size)
        if hasattr(signal, "setitimer"):
            signal.signal(signal.SIGVTALRM, self._stop)
            signal.signal(signal.SIGPROF, signal.SIG_DFL)
        self._set(0, MOST_SECONDS_BETWEEN)

    def next_run(self) -> str:
        """Number the run that begins. Returns how it ended the process in an earlier try, "" if it did not."""
        self.number += 1
        return self.ended.get(self.number, "")

    @contextmanager
    def over_run(self, counter: LineCounter | None = None, seconds: float | None = None) -> Iterator[None]:
        """The time of a run. Without its counter, it is not told when to stop, only ended."""
        if not self.is_on:
            with self._timed(counter, seconds or MOST_SECONDS):
                yield
            return
        self._counter = counter
        self._set(self.number, seconds or MOST_SECONDS)
        try:
            yield
        finally:
            self._counter = None  # first: the timer may go off just now
            self._set(0, MOST_SECONDS_BETWEEN)

    @contextmanager
    def _timed(self, counter: LineCounter | None, seconds: float) -> Iterator[None]:
        """The first of the two timers, where a check is not in a process of its own."""
        is_main = threading.current_thread() is threading.main_thread()  # no other one hears of a timer
        if not is_main or not hasattr(signal, "setitimer") or sys.platform == "emscripten":
            yield
            return
        begin = processor_clock()

        def stop(*_: object) -> None:
            if processor_clock() - begin >= seconds:  # the timer also counts what other threads compute
                self._stop()

        outer, before = self._counter, signal.signal(signal.SIGVTALRM, stop)
        self._counter = counter
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds, AGAIN)
        try:
            yield
        finally:
            self._counter = outer  # first: the timer may go off just now
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            signal.signal(signal.SIGVTALRM, before)

    def _set(self, number: int, seconds: float) -> None:
        assert self._progress is not None
        NUMBER.pack_into(self._progress, 0, number)
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_VIRTUAL, seconds, AGAIN)
            signal.setitimer(signal.ITIMER_PROF, GRACE * seconds)

    def _stop(self, *_: object) -> None:
        if self._counter and not self._counter.importing:
            self._counter.over = True
            raise Stopped


guard = Guard()
