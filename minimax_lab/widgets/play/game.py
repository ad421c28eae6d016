"""The game that is being played, and its board: what can be pointed at on the picture, and which moves that makes.

A move is made by pointing at one thing after the other: a cell; a card and a cell; a piece, a square and what a pawn
becomes. Each game says which (`move_parts`), and where they are on its picture (`add_place`). What has no place there
gets a button of its own, and so every game can be played, also one without a picture.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any

from minimax_lab.adapt import as_game, underlying
from minimax_lab.draw import board_svg
from minimax_lab.draw.pictures import scene_of, state_text
from minimax_lab.game import MAX, MIN, GameState, Move, Player, Value
from minimax_lab.game_faults import checked_game
from minimax_lab.games import Tree
from minimax_lab.picture.scene import Box
from minimax_lab.trace.words import hashable


class GameHistory:
    """A game from `start` on, between you and an opponent. It can be taken back."""

    def __init__(self, start: Any, you: Player = MAX):
        self.start, self.you = start, you
        self._states: list[GameState] = [checked_game(start, make_a_move=True).game]
        self.moves: list[Move] = []
        self._by_you: list[bool] = []

    @property
    def position(self) -> GameState:
        """What has to be searched: it knows whose turn it is, also where the game's own class does not."""
        return self._states[-1]

    @property
    def state(self) -> Any:
        """The position as the game's own class says it."""
        return underlying(self.position)

    @property
    def over(self) -> bool:
        return self.position.is_terminal()

    @property
    def your_turn(self) -> bool:
        return not self.over and self.position.active_player is self.you

    @property
    def value(self) -> Value:
        """What the finished game is worth to MAX."""
        return self.position.utility()

    def play(self, move: Move) -> None:
        self._by_you.append(self.your_turn)
        self._states.append(self.position.forecast_move(move))
        self.moves.append(move)

    @property
    def can_undo(self) -> bool:
        """Whether you have moved."""
        return any(state.active_player is self.you for state in self._states[:-1])

    def undo(self) -> None:
        """Back to before your last move."""
        while self.can_undo:
            self._states.pop()
            self.moves.pop()
            self._by_you.pop()
            if self.position.active_player is self.you:
                return

    def loser(self) -> Player | None:
        """Who has lost; None in a game that goes on, and in one that is drawn or has no winner."""
        value = self.value if self.over and not self.position.graded else 0
        if not isinstance(value, Real) or value == 0:
            return None
        return MIN if float(value) > 0 else MAX

    def last_choice(self, player: Player) -> int | None:
        """The number of the player's last move that was not the only one; None if it never had a choice."""
        own = (i for i in range(len(self.moves)) if self.mover(i) is player)
        return max((i for i in own if len(self.before(i).get_legal_moves()) > 1), default=None)

    def before(self, number: int) -> GameState:
        """The position in which the move of that number was made; -1 is the last move."""
        return self._states[range(len(self.moves))[number]]

    def mover(self, number: int) -> Player:
        """Whose move the one of that number was."""
        return self.before(number).active_player

    def is_taken_over(self, number: int) -> bool:
        """Whether it was a move of the side that is yours now, and you did not make it."""
        return self.mover(number) is self.you and not self._by_you[number]


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
            key = place, hashable(part)
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
