"""Random numbers that can be repeated: the same game comes out wherever, and in whatever order, games are played.

Players may draw from the generators that Python's `random` and `numpy.random` share with the whole process. So
each player sets these to a seed of its own before each move, and a process plays one game of a tournament at a
time. (numpy's only if numpy is imported already: a player should import it outside of its function.)
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from minimax_lab.arena.match.players import asked, name_of
from minimax_lab.game import Move


class SeededPlayer:
    """A player who finds the shared generators at a seed of its own before each move."""

    def __init__(self, player: Any, seed: int):
        self.name, self.in_person = name_of(player), getattr(player, "in_person", False)
        self._ask, self._seeds = asked(player, f"the player {self.name!r}"), random.Random(seed)

    def __call__(self, state: Any, seconds: float | None) -> Move:
        _seed(self._seeds.getrandbits(32))
        return self._ask(state, seconds)


@contextmanager
def seeded(seed: int) -> Iterator[None]:
    """Set the shared generators to `seed`. Afterwards they go on as if nothing had been drawn from them."""
    before = random.getstate()
    numpy = sys.modules.get("numpy")
    numpy_before = numpy and numpy.random.get_state()
    try:
        _seed(seed)
        yield
    finally:
        random.setstate(before)
        if numpy:
            numpy.random.set_state(numpy_before)


def _seed(seed: int) -> None:
    random.seed(seed)
    if numpy := sys.modules.get("numpy"):
        numpy.random.seed(seed % 2**32)
