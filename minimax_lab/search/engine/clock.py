"""The time of a search: what was done so far, when to look at the clock, when to stop, and what is worth starting."""

from __future__ import annotations

import gc
import math
import os
import time
from collections.abc import Callable

from minimax_lab.garbage import collect_as_before, others_freeze

BETWEEN_LOOKS = 0.001  # seconds
FIRST_LOOK = 16  # nodes, before it is known how long a node takes
RESERVE = 0.010  # seconds, or a tenth of the time if that is less: a busy machine may keep us waiting
MOST_RESERVE = 1 / 4  # of the time
BETWEEN_COLLECTIONS = 1.0  # seconds
MOST_OF_THE_TIME = 0.9  # which is used in any case


class OutOfTime(Exception):
    """The time is up in the middle of a search."""


class Counts:
    """What a search has done so far. The parts of an engine share one.

    Once there are `next_look` nodes, `look()` looks at the clock, which says at how many nodes to look again.
    """

    __slots__ = ("at_limit", "cutoffs", "next_look", "nodes", "table_hits", "watch")

    def __init__(self, watch: Callable[[int], float] | None = None):
        self.nodes = 0  # positions that were reached by a move
        self.cutoffs = 0
        self.table_hits = 0
        self.at_limit = 0  # how often the depth limit has mattered
        self.watch = watch
        self.next_look: float = 0 if watch else math.inf

    def look(self) -> None:
        if self.watch:
            self.next_look = self.watch(self.nodes)


class Clock:
    """The time for one move. It looks at a clock that is never set back.

    `seconds=None` is all the time in the world. What once kept us from looking at the clock for long (others
    had the processor, or an evaluation took its time) may do so again just before the end. So as
    much is held in reserve.

    While the time is limited and the clock runs (`with clock: …`), the garbage collector is kept away: going through
    everything that a notebook holds takes it 20 to 100 ms, which would make a move late just before the end of the
    time. A search itself leaves hardly any garbage for the collector, but an evaluation may. So new objects are
    collected once a second, except in the last second.
    """

    def __init__(self, seconds: float | None = None, now: Callable[[], float] = time.monotonic):
        self.seconds = math.inf if seconds is None else seconds
        self._now = now
        self._begin = self._last_look = now()
        self._reserve = min(RESERVE, self.seconds / 10)
        self._collection_due = math.inf

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
        if self.limited and gc.isenabled():
            others_freeze(os.getpid())  # now, not at the end
            self._collection_due = self._now() + BETWEEN_COLLECTIONS
            gc.disable()

    def __exit__(self, *raised: object) -> None:
        if self._collection_due < math.inf:
            collect_as_before()

    def check(self) -> None:
        """Raise OutOfTime if the time is up."""
        now = self._now()
        if now - self._last_look > self._reserve:
            self._reserve = min(now - self._last_look, self.seconds * MOST_RESERVE)
        self._last_look = now
        if now >= self._deadline:
            raise OutOfTime
        if now >= self._collection_due:
            if self._deadline - now > BETWEEN_COLLECTIONS:
                gc.collect(0)
            self._collection_due = now + BETWEEN_COLLECTIONS
            self._last_look = self._now()

    def next_look(self, nodes: int) -> float:
        """Check, and say at how many nodes to check again."""
        self.check()
        if nodes < FIRST_LOOK:
            return FIRST_LOOK
        per_second = nodes / max(self.elapsed, 1e-9)
        return nodes + max(1, int(per_second * BETWEEN_LOOKS))

    def worth_another(self, iterations: list[int]) -> bool:
        """Whether to start another iteration, after complete ones of so many nodes.

        One that will be broken off is worth its time, too: it may find a better move. Only near the end it should
        be able to finish, as far as its nodes can be foretold.
        """
        if not self.limited:
            return True
        elapsed = self.elapsed
        left = self._deadline - self._begin - elapsed
        return left > 0 and (
            elapsed < self.seconds * MOST_OF_THE_TIME
            or expected_nodes(iterations) * elapsed <= left * max(1, sum(iterations))
        )


def expected_nodes(iterations: list[int]) -> float:
    """How many nodes the next iteration will take: as many times those of the last as that took of those before.

    Odd and even depths often differ, so growth is taken over two iterations.
    """
    last, *before = reversed(iterations)
    if not before:
        return last
    back = before[:2]
    growth = (last / max(1, back[-1])) ** (1 / len(back))
    return last * max(growth, 1.0)
