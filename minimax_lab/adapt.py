"""A bare class with two methods, seen as a whole game."""

from __future__ import annotations

from typing import Any

from minimax_lab.game import MAX, GameState, Move, Player, State, Value


class Adapted(GameState):
    """A view of a bare state that adds what the state does not say of itself.

    If it does not say whose turn it is, the players alternate, MAX first.
    """

    __slots__ = ("active_player", "state")

    def __init__(self, state: State, active_player: Player = MAX):
        own = getattr(state, "active_player", None)
        self.state, self.active_player = state, own if isinstance(own, Player) else active_player

    def get_legal_moves(self) -> list[Move]:
        if overrides(self.state, "is_terminal") and self.state.is_terminal():  # type: ignore[attr-defined]
            return []
        return list(self.state.get_legal_moves())

    def forecast_move(self, move: Move, /) -> Adapted:
        return Adapted(self.state.forecast_move(move), self.active_player.opponent)

    def utility(self) -> Value:
        if overrides(self.state, "utility"):
            return self.state.utility()  # type: ignore[attr-defined]
        return super().utility()

    @property
    def graded(self) -> bool:  # type: ignore[override]
        return getattr(self.state, "graded", False)

    def key(self) -> Any:
        return self.state, self.active_player

    @property
    def outcomes(self) -> tuple[Value, Value] | None:  # type: ignore[override]
        return getattr(self.state, "outcomes", None) if overrides(self.state, "utility") else (-1, +1)

    def canonical_key(self) -> Any:
        own = self._own("canonical_key")
        return (own(), self.active_player) if own else self.key()

    def promising_first(self, moves: list[Move]) -> list[Move]:
        own = self._own("promising_first")
        return own(moves) if own else moves

    def noisy_moves(self) -> list[Move]:
        own = self._own("noisy_moves")
        return own() if own else []

    def _own(self, method: str) -> Any:
        """The method of that name that the state itself has, if it has one."""
        return getattr(self.state, method) if overrides(self.state, method) else None

    def __getattr__(self, name: str) -> Any:
        """What only the state itself has: its board, say."""
        if name.startswith("__") or name == "state":  # as long as it is unpickled, there is no state yet
            raise AttributeError(name)
        return getattr(self.state, name)

    def __repr__(self) -> str:
        return repr(self.state)

    def __str__(self) -> str:
        return str(self.state)


def overrides(state: object, method: str) -> bool:
    """Whether `state` says itself what GameState has a default for."""
    own = getattr(state, method, None)
    return own is not None and getattr(own, "__func__", own) is not getattr(GameState, method)


def as_game(state: State) -> GameState:
    """`state` itself if it can answer all that a search asks, else a view of it that can."""
    if (
        isinstance(state, GameState)
        and isinstance(getattr(state, "active_player", None), Player)
        and not overrides(state, "is_terminal")
    ):
        return state
    if isinstance(state, type):
        raise TypeError(f"a search starts from a state, not from the class {state.__name__}: are the () missing?")
    for method in "get_legal_moves", "forecast_move":
        if not callable(getattr(state, method, None)):
            raise TypeError(f"a game state needs the method {method}(); {type(state).__name__} has none: {state!r:.80}")
    return Adapted(state)


def underlying(state: Any) -> Any:
    """The state that the player wrote, without the view that `as_game` may have put around it."""
    return state.state if type(state) is Adapted else state
