"""A feature of a chess position: what it counts for either side, as a number and as squares."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import lru_cache, update_wrapper
from typing import Any, TypeAlias

import chess

from minimax_lab.evaluate.chess.attacks import PAWN_POSITIONS, SideBitboards
from minimax_lab.evaluate.chess.bitboards import RINGS, Bitboard, flip
from minimax_lab.evaluate.chess.feature_count import FeatureCount, Points
from minimax_lab.evaluate.chess.position import ChessPosition, info
from minimax_lab.game import MAX, MIN, Player

Counted: TypeAlias = Bitboard | tuple[tuple[int, Bitboard], ...]  # squares that count 1 each, or (points, squares), …


class ChessFeature(ABC):
    """A function from a position (a Chess, a chess.Board or a FEN) to a number: White's points minus Black's.

    It is made from a definition, whose name and docstring become the feature's `name` and `about`, and which
    says what counts for one side, on the board as that side sees it.
    """

    def __init__(self, definition: Callable[..., Counted]) -> None:
        update_wrapper(self, definition)
        self.definition = definition
        self.name: str = definition.__name__
        self.about: str = (definition.__doc__ or "").partition("\n")[0]

    @abstractmethod
    def counts(self, position: ChessPosition) -> tuple[Counted, Counted]:
        """What counts for White, and what counts for Black, on the board turned over."""

    def __call__(self, position: ChessPosition) -> float:
        """White's points minus Black's."""
        white, black = self.counts(position)
        if isinstance(white, int) and isinstance(black, int):  # the usual case, without two more calls
            return white.bit_count() - black.bit_count()
        return total(white) - total(black)

    def share(self, position: ChessPosition) -> float:
        """How much of the difference counts in this phase of the game: all of it."""
        return 1

    def squares(self, position: ChessPosition) -> dict[Player, Points]:
        """The squares that count for White (MAX) and for Black (MIN), each with its points."""
        white, black = self.counts(position)
        return {MAX: _points(white), MIN: _points(black, turned=True)}

    def on(self, position: ChessPosition) -> FeatureCount:
        """What the feature counts in this position: in words and, in a notebook, as a picture of the board."""
        counted = self.squares(position)
        return FeatureCount(self.name, self.about, position, counted, self.share(position), self(position))

    @property
    def early(self) -> Tapered:
        """The feature times the phase: it counts in full at the start and fades as pieces are exchanged."""
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
    """A feature whose definition takes one side's bitboards (a `SideBitboards`) and returns what counts."""

    def __init__(self, definition: Callable[[SideBitboards], Counted]) -> None:
        super().__init__(definition)

    def counts(self, position: ChessPosition) -> tuple[Counted, Counted]:
        white, black = info(position).sides
        return self.definition(white), self.definition(black)


class PawnFeature(ChessFeature):
    """A feature of the pawns alone, whose definition takes our pawns and theirs (bitboards)."""

    def __init__(self, definition: Callable[[Bitboard, Bitboard], Counted]) -> None:
        super().__init__(definition)
        self._remembered = lru_cache(PAWN_POSITIONS)(self._difference)

    def counts(self, position: ChessPosition) -> tuple[Counted, Counted]:
        white, black = info(position).pawns
        return self.definition(white, black), self.definition(flip(black), flip(white))

    def __call__(self, position: ChessPosition) -> float:
        return self._remembered(*info(position).pawns)

    def _difference(self, white: Bitboard, black: Bitboard) -> float:
        return total(self.definition(white, black)) - total(self.definition(flip(black), flip(white)))


class Tapered(ChessFeature):
    """A feature that counts less, or more, as the game goes on: `when` is "early" or "late"."""

    def __init__(self, feature: ChessFeature, when: str) -> None:
        super().__init__(feature.definition)
        self.feature, self.when, self.name = feature, when, f"{feature.name}_{when}"
        self.about = f"{feature.about} Times {'the phase' if when == 'early' else '1 − the phase'}."

    def counts(self, position: ChessPosition) -> tuple[Counted, Counted]:
        return self.feature.counts(position)

    def share(self, position: ChessPosition) -> float:
        return info(position).phase if self.when == "early" else 1 - info(position).phase

    def __call__(self, position: ChessPosition) -> float:
        return self.share(position) * self.feature(position)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tapered) and (self.feature, self.when) == (other.feature, other.when)

    def __hash__(self) -> int:
        return hash((self.feature, self.when))

    def __reduce__(self) -> Any:
        return getattr, (self.feature, self.when)


def by_ring(bits: Bitboard) -> Counted:
    """The squares, counting 3 in the centre, 2 and 1 on the rings around it and 0 on the edge."""
    outer, inner, centre = RINGS
    return (1, bits & outer), (2, bits & inner), (3, bits & centre)


def total(count: Counted) -> int:
    """The points of all squares together."""
    if isinstance(count, int):
        return count.bit_count()
    points = 0
    for worth, bits in count:
        points += worth * bits.bit_count()
    return points


def _points(count: Counted, turned: bool = False) -> Points:
    """What each square counts, from a1 to h8."""
    points = [0] * 64
    for worth, bits in ((1, count),) if isinstance(count, int) else count:
        for square in chess.scan_forward(flip(bits) if turned else bits):
            points[square] += worth
    return {chess.square_name(square): worth for square, worth in enumerate(points) if worth}
