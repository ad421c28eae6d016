"""The game that is being played: its positions so far, and whose turn it is."""

from __future__ import annotations

from numbers import Real
from typing import Any

from minimax_lab.adapt import underlying
from minimax_lab.game import MAX, MIN, GameState, Move, Player, Value
from minimax_lab.game_faults import checked_game


class GameHistory:
    """A game from `start` on, between you and an opponent. It can be taken back."""

    def __init__(self, start: Any, you: Player = MAX):
        self.start, self.you = start, you
        self._states: list[GameState] = [checked_game(start, make_a_move=True).game]
        self.moves: list[Move] = []

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
        """Who made the move of that number."""
        return self.before(number).active_player
