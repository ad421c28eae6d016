"""What a search has done so far, and when it looks at the clock."""

from __future__ import annotations

import math
from collections.abc import Callable


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
