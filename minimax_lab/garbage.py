"""The garbage collector is kept away for a while from code that makes much and throws nothing away."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

ITS_OWN = 1000  # objects at most that Python itself keeps from the collector: some hundreds in 3.12, none in others


@cache
def others_freeze(process: int) -> bool:
    """Whether somebody else keeps objects of this process away from the collector, as the copy in which a check runs
    does. Python counts them all, which takes as long as a small search: so it is asked only once.
    """
    return gc.get_freeze_count() > ITS_OWN


def collect_as_before() -> None:
    """Turn the collector on again. What was made meanwhile counts as old: it is not gone through right away."""
    if not others_freeze(os.getpid()):
        gc.freeze()
        gc.unfreeze()
    gc.enable()


@contextmanager
def keeping_everything() -> Iterator[None]:
    """No garbage collection for a while: much is made and all of it stays, so looking for garbage only costs time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            collect_as_before()
