"""Luck of its own for each player in each game, so that a game can be repeated wherever it is played.

`random.choice` and its kind draw from one generator that all threads of a process share, those of
a cluster's worker among them. So while games are played, these functions look whose thread they
are called in. A function that was imported by itself (`from random import choice`), and numpy's,
are out of reach: they are seeded for each game, which suffices where a process plays one at a time.
"""

from __future__ import annotations

import functools
import random
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from minimax_lab.arena.players import asked, name_of
from minimax_lab.game import Move

_here = threading.local()  # `generator`: that of the player who is thinking in this thread
_lock = threading.Lock()
_shared: dict[str, Any] = {}  # the functions of `random` as they were, as long as games are played
_games = 0


class Lucky:
    """A player with a generator of its own behind the functions of `random`."""

    def __init__(self, player: Any, seed: int):
        self.name, self.in_person = name_of(player), getattr(player, "in_person", False)
        self._ask, self._generator = asked(player, f"the player {self.name!r}"), random.Random(seed)

    def __call__(self, state: Any, seconds: float | None) -> Move:
        _here.generator = self._generator
        try:
            return self._ask(state, seconds)
        finally:
            _here.generator = None


@contextmanager
def seeded(seed: int) -> Iterator[None]:
    """As long as a game is played, luck begins anew; afterwards it goes on as if nothing had been."""
    _enter()
    state, numpy = random.getstate(), sys.modules.get("numpy")
    numpy_state = numpy.random.get_state() if numpy else None
    random.seed(seed)
    if numpy:
        numpy.random.seed(seed % 2**32)
    try:
        yield
    finally:
        random.setstate(state)
        if numpy:
            numpy.random.set_state(numpy_state)
        _leave()


def _enter() -> None:
    global _games
    with _lock:
        _games += 1
        if _games == 1:
            for name in random.__all__:
                function = getattr(random, name)
                if isinstance(getattr(function, "__self__", None), random.Random):
                    _shared[name] = function
                    setattr(random, name, _own_or(function, name))


def _leave() -> None:
    global _games
    with _lock:
        _games -= 1
        if not _games:
            for name, function in _shared.items():
                setattr(random, name, function)
            _shared.clear()


def _own_or(shared: Callable[..., Any], name: str) -> Callable[..., Any]:
    @functools.wraps(shared)
    def function(*args: Any, **kwargs: Any) -> Any:
        generator = getattr(_here, "generator", None)
        return (getattr(generator, name) if generator else shared)(*args, **kwargs)

    return function
