"""What an inner search is put together from, and what it offers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from minimax_lab.game import GameState, Move, Value
from minimax_lab.search.engine.table import Table
from minimax_lab.search.textbook.leaves import Evaluation, Outcome

Line: TypeAlias = tuple  # () or (move, the rest of the line)
Look: TypeAlias = Callable[[int], float]  # told how many nodes were seen; returns at how many to look again


@dataclass(frozen=True)
class Parts:
    """What a search is put together from. The states are the engine's: what `as_game` returned, and their children."""

    evaluate: Evaluation | None = None
    outcome: Outcome | None = None  # None: a finished game is worth its utility
    table: Table | None = None
    key: Callable[[Any], Any] | None = None  # goes with the table
    order: bool = False
    noisy: bool = False
    window: tuple[Value, Value] | None = None  # what MAX cannot get less and not more than, if that is known


class Counts(NamedTuple):
    """What a search has done so far."""

    nodes: int = 0
    cutoffs: int = 0
    table_hits: int = 0
    at_limit: int = 0  # how often the depth limit has mattered


class Core(NamedTuple):
    """A search that is ready to run."""

    search: Callable[[GameState, list[Move], float], tuple[Value, Line]]  # state, its moves, depth
    counts: Callable[[], Counts]
