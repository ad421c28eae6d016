"""A board to point at: what can be pointed at on the picture of a state, and which moves that makes.

A move is made by pointing at one thing after the other: a cell; a card and a cell; a piece, a square
and what a pawn turns into. What has no place on the picture gets a button of its own, and so every
game can be played, also one that nobody has drawn.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

from minimax_lab.adapt import underlying
from minimax_lab.arena.match.words import without_address
from minimax_lab.draw import board_svg
from minimax_lab.draw.boards.frame import board_scene
from minimax_lab.game import MAX, Move, Player
from minimax_lab.games import RPS, ConnectFour, Isolation, TicTacToe
from minimax_lab.picture.scene import Box

CARD_NAMES = {"R": "rock", "P": "paper", "S": "scissors"}

Part = Hashable  # what is pointed at once
Split = Callable[[Any], tuple[Part, ...]]  # from a move to its parts
Name = Callable[[Any, Part], str]  # what a part is called in a state


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


def play_board(state: Any, below: Player = MAX) -> PlayBoard:
    """The picture of a state with its legal moves on it, as `below` sees it, who sits below."""
    state = underlying(state)
    split, name = _ways(state)
    scene = board_scene(state, below=below)
    places: dict[Part, list[Box]] = {}
    for part, box in scene.places if scene else ():
        places.setdefault(part, []).append(box)
    numbers: dict[tuple[int, Any], int] = {}  # a part is another target where it comes second
    targets: list[Target] = []
    moves = []
    for move in state.get_legal_moves():
        chosen = []
        for place, part in enumerate(split(move)):
            key = place, _hashable(part)
            if key not in numbers:
                numbers[key] = len(targets)
                targets.append(Target(name(state, part), tuple(places.get(key[1], ()))))
            chosen.append(numbers[key])
        moves.append(tuple(chosen))
    size = (scene.width, scene.height) if scene else (0.0, 0.0)
    return PlayBoard(
        board_svg(state, below=below) or without_address(str(state)),
        size,
        scene.description if scene else str(state),
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


def _ways(state: Any) -> tuple[Split, Name]:
    """How the moves of a game are taken apart, and what their parts are called."""
    chess = sys.modules.get("minimax_lab.games.chess.game")  # not imported for others: who has a state of it, has it
    if chess and isinstance(state, chess.Chess):
        return _chess_parts, _chess_name
    for game, ways in WAYS.items():
        if isinstance(state, game):
            return ways
    return (lambda move: (move,)), (lambda state, part: str(part))


def _rps_name(state: Any, part: Part) -> str:
    return CARD_NAMES.get(str(part), f"cell {part}")


def _chess_parts(move: Any) -> tuple[Part, ...]:
    from chess import piece_name

    promotion = (piece_name(move.promotion),) if move.promotion else ()
    return (move.from_square, move.to_square, *promotion)


def _chess_name(state: Any, part: Part) -> str:
    import chess

    if isinstance(part, str):  # what a pawn turns into
        return part
    square = chess.SQUARES[int(str(part))]
    piece = state.board.piece_at(square)
    name = chess.square_name(square)
    return f"{name}, {'white' if piece.color else 'black'} {chess.piece_name(piece.piece_type)}" if piece else name


def _single(move: Move) -> tuple[Part, ...]:
    return (move,)


WAYS: dict[type, tuple[Split, Name]] = {
    TicTacToe: (_single, lambda state, part: f"cell {part}"),
    ConnectFour: (_single, lambda state, part: f"column {part}"),
    Isolation: (_single, lambda state, part: f"cell {part}"),
    RPS: (tuple, _rps_name),
}
