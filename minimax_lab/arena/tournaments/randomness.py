"""Luck of its own for each player in each game, so that a game can be repeated wherever it is played.

`random.choice` and its kind draw from one generator that all threads of a process share, those of
a cluster's worker among them. So while games are played, these functions look whose thread they
are called in. A function that was imported by itself (`from random import choice`), and numpy's,
are out of reach: they are seeded for each game, which suffices where a process plays one at a time.
(numpy's only if numpy is there when the game begins: a player should import it outside of its function.)
"""

from __future__ import annotations

import functools
import random
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from minimax_lab.arena.match.players import asked, name_of
from minimax_lab.game import Move

_here = threading.local()  # `generator`: that of the player who is thinking in this thread
_lock = threading.Lock()
_shared: dict[str, Any] = {}  # the functions of `random` as they were, as long as games are played
_before: list[tuple[Callable[[Any], object], Any]] = []  # how to bring back the luck from before the first of them
_games = 0


class Lucky:
    """A player with a generator of its own behind the functions of `random`."""

    def __init__(self, player: Any, seed: int):
        self.name, self.in_person = name_of(player), getattr(player, "in_person", False)
        self._ask, self._generator = asked(player, f"the player {self.name!r}"), random.Random(seed)

    def __call__(self, state: Any, seconds: float | None) -> Move:
        with _generator(self._generator):
            return self._ask(state, seconds)


@contextmanager
def seeded(seed: int) -> Iterator[None]:
    """As long as a game is played, luck begins anew; afterwards it goes on as if nothing had been."""
    with _generator(None):  # a player may itself hold a tournament, which must not use up its luck
        _enter()
        try:
            random.seed(seed)
            if numpy := sys.modules.get("numpy"):
                numpy.random.seed(seed % 2**32)
            yield
        finally:
            _leave()


@contextmanager
def _generator(generator: random.Random | None) -> Iterator[None]:
    """Whose luck it is in this thread, for a while."""
    before, _here.generator = getattr(_here, "generator", None), generator
    try:
        yield
    finally:
        _here.generator = before


def _enter() -> None:
    global _games
    with _lock:
        _games += 1
        if _games == 1:
            _before.append((random.setstate, random.getstate()))
            if numpy := sys.modules.get("numpy"):
                _before.append((numpy.random.set_state, numpy.random.get_state()))
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
            while _before:
                restore, state = _before.pop()
                restore(state)


def _own_or(shared: Callable[..., Any], name: str) -> Callable[..., Any]:
    @functools.wraps(shared)
    def function(*args: Any, **kwargs: Any) -> Any:
        generator = getattr(_here, "generator", None)
        return (getattr(generator, name) if generator else shared)(*args, **kwargs)

    return function
