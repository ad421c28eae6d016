"""The time of a search: when to look at the clock, when to stop, and what is worth starting."""

from __future__ import annotations

import gc
import math
import time
from collections.abc import Callable

from minimax_lab.game import Move

BETWEEN_LOOKS = 0.001  # seconds
FIRST_LOOK = 16  # nodes, before it is known how long a node takes
RESERVE = 0.010  # seconds, or a tenth of the time if that is less: a busy machine may keep us waiting
MOST_RESERVE = 1 / 4  # of the time
TIDYING = 1.0  # seconds


class OutOfTime(Exception):
    """The time is up in the middle of a search."""


class Clock:
    """The time for one move. It looks at a clock that is never set back.

    `seconds=None` is all the time in the world. What once kept us from looking at the clock for long (others
    had the processor, or an evaluation took its time) may do so again just before the end. So as
    much is held in reserve.
    """

    def __init__(self, seconds: float | None = None, now: Callable[[], float] = time.monotonic):
        self.seconds = math.inf if seconds is None else seconds
        self._now = now
        self._begin = self._iteration_begin = self._last_look = now()
        self._reserve = min(RESERVE, self.seconds / 10)
        self._next_tidying = math.inf
        self._durations: list[float] = []  # of the complete iterations
        self._moves: list[Move] = []  # the best ones of the complete iterations

    @property
    def elapsed(self) -> float:
        return self._now() - self._begin

    @property
    def limited(self) -> bool:
        return self.seconds < math.inf

    @property
    def _deadline(self) -> float:
        return self._begin + self.seconds - self._reserve

    def __enter__(self) -> None:
        """Keep the garbage collector away while the time is limited.

        To look through all that a notebook holds takes it 20 to 100 ms, and just before the end a move would be late
        for it. A search makes hardly any garbage that needs a collector; but an evaluation may.
        So what is new is looked through once a second, except in the last one.
        """
        self._holds_off = self.limited and gc.isenabled()
        if self._holds_off:
            self._next_tidying = self._now() + TIDYING
            gc.disable()

    def __exit__(self, *raised: object) -> None:
        if self._holds_off:
            gc.enable()  # as the very last thing, since whoever makes an object next will have to wait

    def check(self) -> None:
        """Raise OutOfTime if the time is up."""
        now = self._now()
        if now - self._last_look > self._reserve:
            self._reserve = min(now - self._last_look, self.seconds * MOST_RESERVE)
        self._last_look = now
        if now >= self._deadline:
            raise OutOfTime
        if now >= self._next_tidying:
            self._tidy(now)

    def _tidy(self, now: float) -> None:
        if self._deadline - now > TIDYING:
            gc.collect(0)
        self._last_look = self._now()
        self._next_tidying = self._last_look + TIDYING

    def next_look(self, nodes: int) -> float:
        """Check, and say at how many nodes to check again."""
        self.check()
        if nodes < FIRST_LOOK:
            return FIRST_LOOK
        per_second = nodes / max(self.elapsed, 1e-9)
        return nodes + max(1, int(per_second * BETWEEN_LOOKS))

    def iteration_done(self, move: Move) -> None:
        now = self._now()
        self._durations.append(now - self._iteration_begin)
        self._iteration_begin = now
        self._moves.append(move)

    def worth_another(self) -> bool:
        """Whether to start the next iteration: it should be able to finish.

        How long it will take is foretold from how the last ones have grown. While the best move
        keeps changing we are ready to hope; once it has stayed the same for long, we need to be sure.
        """
        if not self.limited:
            return True
        remaining = self._deadline - self._now()
        changed_lately = len(set(self._moves[-2:])) > 1
        steady = len(self._moves) >= 4 and len(set(self._moves[-4:])) == 1
        hope = 2.0 if changed_lately else 0.5 if steady else 1.0
        return remaining > 0 and self._expected() <= hope * remaining

    def _expected(self) -> float:
        """How long the next iteration will take: as much longer than the last as that was than those before.

        Odd and even depths often differ, so growth is taken over two iterations.
        """
        last, *before = reversed(self._durations)
        if not before:
            return last
        back = before[:2]
        growth = (last / max(back[-1], 1e-9)) ** (1 / len(back))
        return last * max(growth, 1.0)
