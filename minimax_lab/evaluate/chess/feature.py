"""A feature of a chess position: what it counts for either side, as a number and as squares."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import lru_cache, update_wrapper
from typing import Any, TypeAlias

import chess

from minimax_lab.evaluate.chess.attacks import PAWN_POSITIONS, Position, Side, read
from minimax_lab.evaluate.chess.bitboards import RINGS, Bits, flip, squares
from minimax_lab.evaluate.chess.feature_count import Finding, Points
from minimax_lab.game import MAX, MIN, Player

Count: TypeAlias = Bits | tuple[tuple[int, Bits], ...]  # squares that count 1 each, or (points, squares), …


class ChessFeature(ABC):
    """White's count less Black's: a function from a position (a Chess, a Board or a FEN) to a number."""

    def __init__(self, definition: Callable[..., Count]) -> None:
        update_wrapper(self, definition)
        self.definition = definition
        self.name: str = definition.__name__
        self.about: str = (definition.__doc__ or "").partition("\n")[0]

    @abstractmethod
    def __call__(self, position: Position) -> float:
        """White's points less Black's, times the share that counts."""

    @abstractmethod
    def counts(self, position: Position) -> tuple[Count, Count]:
        """What is counted for White, and what for Black on the board turned over."""

    def share(self, position: Position) -> float:
        """How much of the difference counts in this phase of the game: all of it."""
        return 1

    def squares(self, position: Position) -> dict[Player, Points]:
        """The squares that count for White (MAX) and for Black (MIN), each with its points."""
        white, black = self.counts(position)
        return {MAX: _points(white), MIN: _points(black, turned=True)}

    def on(self, position: Position) -> Finding:
        """The feature in this position: in words and, in a notebook, as a picture of the board."""
        found = self.squares(position)
        return Finding(self.name, self.about, position, found, self.share(position), self(position))

    @property
    def early(self) -> Tapered:
        """The feature times the phase: it counts in full at the start and fades as the pieces go."""
        return Tapered(self, "early")

    @property
    def late(self) -> Tapered:
        """The feature times 1 − the phase: it counts in full when only kings and pawns are left."""
        return Tapered(self, "late")

    def __repr__(self) -> str:
        return f"<{self.name}: {self.about}>"

    def __reduce__(self) -> Any:
        return self.name  # as functions are pickled: by the name that their module has for them


class PieceFeature(ChessFeature):
    """A feature whose definition takes a `Side`, and is asked of either."""

    def __init__(self, definition: Callable[[Side], Count]) -> None:
        super().__init__(definition)

    def counts(self, position: Position) -> tuple[Count, Count]:
        white, black = read(position).sides
        return self.definition(white), self.definition(black)

    def __call__(self, position: Position) -> float:
        white, black = read(position).sides
        ours, theirs = self.definition(white), self.definition(black)
        if isinstance(ours, int) and isinstance(theirs, int):  # as mostly, and it saves two calls
            return ours.bit_count() - theirs.bit_count()
        return total(ours) - total(theirs)


class PawnFeature(ChessFeature):
    """A feature of the pawns alone, whose definition takes ours and theirs."""

    def __init__(self, definition: Callable[[Bits, Bits], Count]) -> None:
        super().__init__(definition)
        self._remembered = lru_cache(PAWN_POSITIONS)(self._difference)

    def counts(self, position: Position) -> tuple[Count, Count]:
        white, black = read(position).pawns
        return self.definition(white, black), self.definition(flip(black), flip(white))

    def __call__(self, position: Position) -> float:
        return self._remembered(*read(position).pawns)

    def _difference(self, white: Bits, black: Bits) -> float:
        return total(self.definition(white, black)) - total(self.definition(flip(black), flip(white)))


class Tapered(ChessFeature):
    """A feature that matters less, or more, as the game goes on."""

    def __init__(self, feature: ChessFeature, when: str) -> None:
        super().__init__(feature.definition)
        self.feature, self.when, self.name = feature, when, f"{feature.name}_{when}"
        self.about = f"{feature.about} Times {'the phase' if when == 'early' else '1 − the phase'}."

    def counts(self, position: Position) -> tuple[Count, Count]:
        return self.feature.counts(position)

    def share(self, position: Position) -> float:
        return read(position).phase if self.when == "early" else 1 - read(position).phase

    def __call__(self, position: Position) -> float:
        return self.share(position) * self.feature(position)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tapered) and (self.feature, self.when) == (other.feature, other.when)

    def __hash__(self) -> int:
        return hash((self.feature, self.when))

    def __reduce__(self) -> Any:
        return getattr, (self.feature, self.when)


def by_ring(bits: Bits) -> Count:
    """The squares, counting 3 in the centre, 2 and 1 on the rings around it and 0 on the edge."""
    outer, inner, centre = RINGS
    return (1, bits & outer), (2, bits & inner), (3, bits & centre)


def total(count: Count) -> int:
    """What the squares count together."""
    if isinstance(count, int):
        return count.bit_count()
    points = 0
    for worth, bits in count:
        points += worth * bits.bit_count()
    return points


def _points(count: Count, turned: bool = False) -> Points:
    """What each square counts, from a1 to h8."""
    points = [0] * 64
    for worth, bits in ((1, count),) if isinstance(count, int) else count:
        for square in squares(flip(bits) if turned else bits):
            points[square] += worth
    return {chess.square_name(square): worth for square, worth in enumerate(points) if worth}
