"""What a feature finds in a position: in words, and as a picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from minimax_lab.evaluate.chess.picture import feature_scene
from minimax_lab.game import MAX, MIN, Player
from minimax_lab.picture.scene import Scene

Points: TypeAlias = dict[str, int]  # how much each square counts: {"d4": 1}


@dataclass(frozen=True, repr=False)
class Finding:
    """The squares that a feature counts in a position, and the number that it makes of them."""

    name: str
    about: str
    position: Any  # a Chess, a Board or a FEN
    squares: Mapping[Player, Points]
    share: float  # of the difference, in this phase of the game
    value: float

    @property
    def summary(self) -> str:
        """The number: "isolated: −1", or "passed late: +2 × 0.25 = +0.5"."""
        words = self.name.replace("_", " ")
        difference = sum(self.squares[MAX].values()) - sum(self.squares[MIN].values())
        if self.share == 1:
            return f"{words}: {_signed(difference)}"
        return f"{words}: {_signed(difference)} × {_number(self.share)} = {_signed(self.value)}"

    def picture(self, below: Player = MAX) -> Scene:
        """The board with the squares that count, seen by `below`."""
        scene = feature_scene(self.position, self.squares, self.summary, self.about, below)
        scene.title = f"Chess: {self.name}"
        scene.description = f"{self!r}. {self.about} {scene.description}"
        return scene

    def __repr__(self) -> str:
        white, black = (_side(name, self.squares[player]) for name, player in (("White", MAX), ("Black", MIN)))
        return f"{self.summary} ({white}; {black})"


def _side(name: str, points: Points) -> str:
    """What one side has, and where: "White 3: d4, e4 ×2"."""
    places = ", ".join(square if worth == 1 else f"{square} ×{worth}" for square, worth in points.items())
    return f"{name} {sum(points.values())}" + (f": {places}" if places else "")


def _number(value: float) -> str:
    """With at most two decimals, and none that say nothing."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _signed(value: float) -> str:
    text = _number(abs(value))
    return text if text == "0" else ("+" if value > 0 else "−") + text
