"""A board to point at: what can be pointed at on the picture of a state, and which moves that makes.

A move is made by pointing at one thing after the other: a cell; a card and a cell; a piece, a square
and what a pawn becomes. Each game says which (`move_parts`), and where they are on its picture (`add_place`). What has
no place there gets a button of its own, and so every game can be played, also one without a picture.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from minimax_lab.adapt import as_game, underlying
from minimax_lab.draw import board_svg
from minimax_lab.draw.pictures import scene_of, state_text
from minimax_lab.game import MAX, Move, Player
from minimax_lab.games import Tree
from minimax_lab.picture.scene import Box


@dataclass(frozen=True)
class Target:
    """Something to point at: what it is called, and where it is on the picture, if it is there."""

    label: str
    boxes: tuple[Box, ...] = ()


@dataclass(frozen=True)
class PlayBoard:
    """What the browser needs to let somebody move."""

    picture: str  # SVG, or text where there is no picture
    size: tuple[float, float]
    description: str
    targets: tuple[Target, ...]
    moves: tuple[tuple[int, ...], ...]  # for each legal move the targets to point at, in their order

    def as_data(self) -> dict[str, Any]:
        targets = [
            {"label": target.label, "boxes": [[box.x, box.y, box.width, box.height] for box in target.boxes]}
            for target in self.targets
        ]
        shown = {"picture": self.picture, "size": self.size, "description": self.description}
        return {**shown, "targets": targets, "moves": self.moves}


def play_board(state: Any, below: Player = MAX, start: Any = None, way: Sequence[Move] = ()) -> PlayBoard:
    """The picture of a state with its legal moves on it, as `below` sees it, who sits below.

    A game on an abstract tree is shown with the whole tree from its `start`, and the `way` that it has gone.
    """
    game = as_game(state)
    scene = scene_of(game, below=below)
    places: dict[Hashable, list[Box]] = {}
    for part, box in scene.places if scene else ():
        places.setdefault(part, []).append(box)
    numbers: dict[tuple[int, Any], int] = {}  # a part is another target where it comes second
    targets: list[Target] = []
    moves = []
    for move in game.get_legal_moves():
        chosen = []
        for place, part in enumerate(game.move_parts(move)):
            key = place, _hashable(part)
            if key not in numbers:
                numbers[key] = len(targets)
                targets.append(Target(game.part_name(part), tuple(places.get(key[1], ()))))
            chosen.append(numbers[key])
        moves.append(tuple(chosen))
    words = state_text(game)
    whole = board_svg(start, way=tuple(way)) if isinstance(underlying(start), Tree) else board_svg(game, below=below)
    return PlayBoard(
        whole or words,
        (scene.width, scene.height) if scene else (0.0, 0.0),
        scene.description if scene else words,
        tuple(targets),
        tuple(moves),
    )


def _hashable(part: Any) -> Any:
    """A move may be a list."""
    try:
        hash(part)
    except TypeError:
        return repr(part)
    return part
