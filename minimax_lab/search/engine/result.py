"""What a search hands back."""

from __future__ import annotations

from dataclasses import dataclass, field

from minimax_lab.game import Move, Value


@dataclass(frozen=True)
class Result:
    """What a search found, and what it did for that.

    `move` is None if the game is over. `value` is MAX's: what minimax says of the same depth.
    `depth` is that of the last complete iteration: 0 if there was not even time for one ply, None if
    the search went to the end of the game in one go. When the time is up, an iteration is broken off; if it has found
    a better move by then, `move` and `line` are from there, and `value` is still that of `depth`.
    """

    move: Move
    value: Value
    depth: int | None
    line: tuple[Move, ...] = ()  # best play, as far as it was searched
    complete: bool = True  # whether the depth that was asked for was reached, or need not be: see `proven`
    proven: bool = False  # whether every deeper search would find the same value
    nodes: int = 1  # positions looked at, the root among them
    cutoffs: int = 0  # how often the remaining moves of a position were left out
    table_hits: int = 0  # how often the table knew enough
    seconds: float = field(default=0.0, repr=False, compare=False)  # on the wall; never the same twice

    @property
    def nodes_per_second(self) -> float:
        return self.nodes / self.seconds if self.seconds else 0.0
