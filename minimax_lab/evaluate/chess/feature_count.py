"""What a feature counts in a position: in words, and as a picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from minimax_lab.evaluate.chess.picture import feature_scene
from minimax_lab.evaluate.tables import signed
from minimax_lab.game import MAX, MIN, Player
from minimax_lab.picture.scene import Scene

Points: TypeAlias = dict[str, int]  # how much each square counts: {"d4": 1}


@dataclass(frozen=True, repr=False)
class FeatureCount:
    """The squares that a feature counts in a position, and the value that results."""

    name: str
    about: str  # the definition
    position: Any  # a Chess, a Board or a FEN
    squares: Mapping[Player, Points]
    share: float  # how much of the difference counts in this phase of the game
    value: float

    @property
    def summary(self) -> str:
        """The value: "isolated: −1", or "passed late: +2 × 0.25 = +0.5"."""
        name = self.name.replace("_", " ")
        difference = signed(sum(self.squares[MAX].values()) - sum(self.squares[MIN].values()))
        if self.share == 1:
            return f"{name}: {difference}"
        return f"{name}: {difference} × {signed(self.share).lstrip('+')} = {signed(self.value)}"

    def picture(self, below: Player = MAX) -> Scene:
        """The board with the squares that count, seen by `below`."""
        scene = feature_scene(self.position, self.squares, self.summary, self.about, below)
        scene.title = f"Chess: {self.name}"
        scene.description = f"{self!r}. {self.about} {scene.description}"
        return scene

    def __repr__(self) -> str:
        white, black = _one_side("White", self.squares[MAX]), _one_side("Black", self.squares[MIN])
        return f"{self.summary} ({white}; {black})"


def _one_side(name: str, points: Points) -> str:
    """What one side has, and where: "White 3: d4, e4 ×2"."""
    squares = ", ".join(square if worth == 1 else f"{square} ×{worth}" for square, worth in points.items())
    return f"{name} {sum(points.values())}" + (f": {squares}" if squares else "")
