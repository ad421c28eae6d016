"""A bare class with two methods, seen as a whole game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from minimax_lab.game import MAX, RULES, GameState, Move, Player, State, Value


class GameFault(TypeError):
    """A class is not a game: what is wrong, at which node, and what to write instead."""


def _own_or_default(name: str) -> Any:
    """A method that asks the state, if it has such a method of its own, or else does what GameState does."""

    def method(self: Adapted, *arguments: Any, **options: Any) -> Any:
        if overrides(self.state, name):
            return getattr(self.state, name)(*arguments, **options)
        return getattr(super(Adapted, self), name)(*arguments, **options)

    return method


def _own_attribute(name: str, kind: type) -> Any:
    """What the state has under this name, if it is of the kind, or else what GameState has."""

    def attribute(self: Adapted) -> Any:
        own = getattr(self.state, name, None)
        return own if isinstance(own, kind) else getattr(GameState, name)

    return property(attribute)


class Adapted(GameState):
    """A view of a bare state that adds what the state does not say of itself.

    If it does not say whose turn it is, the players alternate, MAX first.
    """

    __slots__ = ("active_player", "state")

    def __init__(self, state: State, active_player: Player = MAX):
        own = getattr(state, "active_player", None)
        if own is not None and not isinstance(own, Player):
            check_player(state)
        self.state, self.active_player = state, own or active_player

    def get_legal_moves(self) -> list[Move]:
        if overrides(self.state, "is_terminal") and self.state.is_terminal():  # type: ignore[attr-defined]
            return []
        return list(self.state.get_legal_moves())

    def forecast_move(self, move: Move, /) -> Adapted:
        child = self.state.forecast_move(move)
        if child is None or child is self.state:
            raise GameFault(wrong_state(self.state, move, child))
        return Adapted(child, self.active_player.opponent)

    def key(self) -> Any:
        return self.state, self.active_player

    def canonical_key(self) -> Any:
        own = self.state.canonical_key if overrides(self.state, "canonical_key") else None  # type: ignore[attr-defined]
        return (own(), self.active_player) if own else self.key()

    def passed(self) -> Adapted | None:
        own = self.state.passed() if overrides(self.state, "passed") else None  # type: ignore[attr-defined]
        return None if own is None else Adapted(own, self.active_player.opponent)

    @property
    def outcomes(self) -> tuple[Value, Value] | None:  # type: ignore[override]
        return getattr(self.state, "outcomes", None) if overrides(self.state, "utility") else (-1, +1)

    def __getattr__(self, name: str) -> Any:
        """What only the state itself has: its board, say."""
        if name.startswith("__") or name == "state":  # as long as it is unpickled, there is no state yet
            raise AttributeError(name)
        return getattr(self.state, name)

    def __repr__(self) -> str:
        return repr(self.state)

    def __str__(self) -> str:
        return str(self.state)


# Whatever else GameState has a default for, a bare class may say under the same name: GameState is the list.
for _name, _default in vars(GameState).items():
    if not _name.startswith("_") and _name not in vars(Adapted) and _name != "is_terminal":
        _attribute = _own_or_default(_name) if callable(_default) else _own_attribute(_name, type(_default))
        setattr(Adapted, _name, _attribute)


def overrides(state: object, method: str) -> bool:
    """Whether `state` says itself what GameState has a default for."""
    own = getattr(state, method, None)
    return own is not None and getattr(own, "__func__", own) is not getattr(GameState, method)


def check_player(state: Any, place: Callable[[], str] = str) -> None:
    """Raise GameFault if `state` says whose turn it is, and that is no player; `place` tells where that is."""
    own = getattr(state, "active_player", None)
    if own is not None and not isinstance(own, Player):
        what = "a method; write @property above it, and let it return" if callable(own) else f"{own!r:.60}; it must be"
        raise GameFault(
            f"active_player of {type(state).__name__} is {what} MAX or MIN "
            f"(from minimax_lab.game import MAX, MIN){place()}"
        )


def wrong_state(state: object, move: Move, child: object) -> str:
    """What is wrong with `forecast_move(move)` of `state`, which has returned `child`: no state, or the same one."""
    returned = f"forecast_move({move!r}) of {type(state).__name__} returned"
    if child is state:
        return (
            f"{returned} the very state it was called on. It must leave that state as it is and return a new one, or "
            "the search cannot go back and try another move: make a copy, and change the copy"
        )
    missing = "; is a `return` missing?" if child is None else ""
    return f"{returned} {child!r:.60}; it must return the new state{missing}"


def as_game(state: State) -> GameState:
    """`state` itself if it can answer all that a search asks, else a view of it that can."""
    _check_methods(state)
    if (
        isinstance(state, GameState)
        and isinstance(getattr(state, "active_player", None), Player)
        and not overrides(state, "is_terminal")
    ):
        return state
    if isinstance(state, type):
        raise GameFault(f"a search starts from a state, not from the class {state.__name__}: are the () missing?")
    for method in "get_legal_moves", "forecast_move":
        if not callable(getattr(state, method, None)):
            nested = " A nested list becomes a game with tree(…)." if isinstance(state, list | tuple | dict) else ""
            raise GameFault(
                f"a game state needs the method {method}(); {type(state).__name__} has none: {state!r:.80}.{nested}"
            )
    return Adapted(state)


def _check_methods(state: Any) -> None:
    """Raise GameFault if something else than a method has the name of one."""
    for name in RULES:
        own = getattr(state, name, None)
        if own is not None and not callable(own):
            header = "forecast_move(self, move)" if name == "forecast_move" else f"{name}(self)"
            remedy = ". Remove @property above it" if isinstance(getattr(type(state), name), property) else ""
            raise GameFault(
                f"{name} of {type(state).__name__} is {own!r:.60}; it must be a method: def {header}{remedy}"
            )


def underlying(state: Any) -> Any:
    """The state that the player wrote, without the view that `as_game` may have put around it."""
    return state.state if isinstance(state, Adapted) else state
