"""What one thread of a search did, event by event, and where it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import CodeType, FrameType
from typing import Any

from minimax_lab.adapt import Adapted
from minimax_lab.trace.record.errors import LimitReached, SearchStopped, TraceError
from minimax_lab.trace.record.states import KnownStates

Tracer = Callable[[FrameType, str, Any], Any]
Handler = Callable[[FrameType], Tracer | None]
# What happened, as a tuple that begins with its kind. Visits are nested: a return belongs to the last enter still open.
#   ("enter", node, function, line, variables)    ("return", value, raised, line)
#   ("suspend", number)  ("resume", number)       the visit of a generator is interrupted, and goes on
#   ("line", function, line, variables that may have changed)
#   ("call",)                                     of a function that helps the visit under way
#   ("look", node)                                the game was asked about a state, while the root was searched
#   ("raised",)                                   an exception came to the function whose event is next
Event = tuple
RAISED: Event = ("raised",)
CALL: Event = ("call",)
UNKEPT = 10  # lines that are not recorded count as much as one that is


@dataclass(eq=False, slots=True)
class Function:
    """What is known of a function that has been seen running."""

    code: CodeType
    user: bool = False  # not part of this package or an installed one
    recursive: bool = False
    searches: bool = False  # it is the search or helps it, and is not part of the game
    watched: bool = False  # its lines are recorded
    cached: bool = False  # functools.lru_cache answers some of its calls
    active: int = 0  # how many of its visits are under way
    outer: CodeType | None = None  # the watched function that it is written inside
    parameters: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()  # dicts that it may use and that are not its own: "table", "self.table"


class EventLog:
    """The `events`, and which visits are under way."""

    def __init__(self, known: KnownStates, limit: int):
        self.known, self.limit = known, limit
        self.events: list[Event] = []
        self.stopped: TraceError | None = None
        self.nodes: list[int] = [-1]  # of the visits that are under way
        self.callers: list[Function] = []  # their functions
        self.handlers: dict[int, Handler | None] = {}  # what calls of a function mean, by id of its code
        self.unkept = 0  # lines of games and the like, which only count
        self.in_game = 0  # how many methods of states are under way: what they call is part of the game

    def find(self, value: Any) -> int | None:
        """The node of a value that may be a state, if it is one and is known or can be found."""
        node = self.known.nodes.get(id(value))
        if node is not None:
            return node if node >= 0 else None
        if value.__class__ is Adapted:
            return self.find(value.state)
        if value.__class__ is tuple:  # *args
            return next((node for node in map(self.find, value) if node is not None), None)
        return self.known.place(value, self.nodes) if value.__class__ is self.known.kind else None

    def count(self, frame: FrameType, event: str, arg: Any) -> Tracer:
        """Counts lines that are not recorded, so that a loop in them cannot run for ever."""
        self.unkept += 1
        if len(self.events) + self.unkept // UNKEPT > self.limit:
            self.stop_at_limit()
        return self.count

    def stop_at_limit(self) -> None:
        steps = len(self.events) + self.unkept
        self.stop(LimitReached(steps, len(self.callers), self.known.path(self.nodes[-1])))

    def stop(self, error: TraceError) -> None:
        self.stopped = error
        raise SearchStopped
