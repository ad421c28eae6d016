"""What a game is: two methods. Everything here is a default built on those two.

`state.get_legal_moves()` lists the moves of the player whose turn it is, and
`state.forecast_move(move)` returns the *new* state that the move leads to.
A class with these two methods and no base class is a game for every tool of this package.
"""

from __future__ import annotations

from enum import Enum
from typing import Any, NoReturn, Protocol, TypeAlias

Move: TypeAlias = Any  # whatever a game calls a move; hashable
Value: TypeAlias = Any  # whatever an evaluation returns; ordered


class State(Protocol):
    """The two methods that make a class a game."""

    def get_legal_moves(self) -> list[Move]: ...

    def forecast_move(self, move: Move, /) -> Any: ...


class Player(Enum):
    """The two sides. Every value in this package is MAX's: high is good for MAX."""

    MAX = "MAX"
    MIN = "MIN"

    @property
    def opponent(self) -> Player:
        return MIN if self is MAX else MAX

    @property
    def symbol(self) -> str:
        return "▲" if self is MAX else "▼"

    def __repr__(self) -> str:
        return self.value

    __str__ = __repr__


MAX, MIN = Player.MAX, Player.MIN


class IllegalMove(ValueError):
    """A move that the rules do not allow: which one, why not, and what is allowed instead."""

    def __init__(self, move: Move, reason: str, legal: list[Move]):
        super().__init__(move, reason, legal)
        self.move, self.reason, self.legal = move, reason, list(legal)

    def __str__(self) -> str:
        if not self.legal:
            return f"{self.move!r} is not legal: {self.reason}. There are no legal moves."
        shown = ", ".join(map(repr, self.legal[:20])) + (", …" if len(self.legal) > 20 else "")
        return f"{self.move!r} is not legal: {self.reason}. Legal moves: {shown}"


class GameState:
    """A base class that adds the rest to the two methods, with sensible defaults.

    A subclass should also say whose turn it is, as `active_player` (MAX or MIN).
    One that does not is taken to alternate, MAX first (see `as_game`).
    """

    __slots__ = ()

    active_player: Player
    graded = False  # True where utilities say more than who has won, and share a scale with evaluations
    outcomes: tuple[Value, Value] | None = None  # the least and the most that a finished game can be worth, if known

    def get_legal_moves(self) -> list[Move]:
        """The moves of the active player; none when the game is over."""
        raise TypeError(f"{type(self).__name__} must define get_legal_moves()")

    def forecast_move(self, move: Move, /) -> Any:
        """The new state after `move`; this state stays as it is."""
        raise TypeError(f"{type(self).__name__} must define forecast_move(move)")

    def is_terminal(self) -> bool:
        """Whether the game is over: the active player has no legal move."""
        return not self.get_legal_moves()

    def utility(self) -> Value:
        """What a finished game is worth to MAX: whoever cannot move has lost."""
        return -1 if self.active_player is MAX else +1

    def key(self) -> Any:
        """What tells this state from others: equal keys, equal states."""
        return id(self)

    # What follows may be left as it is. A game that says more is searched faster by an engine.

    def canonical_key(self) -> Any:
        """A key that states which are mirror images of each other share; they must be worth the same."""
        return self.key()

    def promising_first(self, moves: list[Move]) -> list[Move]:
        """The legal `moves` in the order in which they are worth trying, a quick guess; `moves` stays as it is."""
        return moves

    def noisy_moves(self) -> list[Move]:
        """The legal moves after which an evaluation would be premature, such as captures. They must run out."""
        return []

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())


class Immutable:
    """Refuses assignment. A library state is made as an open draft and sealed by its class.

    (`draft.__class__ = TicTacToe` costs 50 ns a state; `object.__setattr__` for each field,
    which is how a frozen dataclass does it, costs four times that.)
    """

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a {type(self).__name__} cannot be changed; forecast_move(move) makes a new one")

    def __delattr__(self, name: str) -> NoReturn:
        self.__setattr__(name, None)


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


class Opposite:
    """A value seen from the other side of the board: what was more is less."""

    __slots__ = ("value",)

    def __init__(self, value: Value):
        self.value = value

    def __neg__(self) -> Value:
        return self.value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Opposite) and self.value == other.value

    def __hash__(self) -> int:
        return hash((Opposite, self.value))

    def __lt__(self, other: object) -> bool:
        return other.value < self.value if isinstance(other, Opposite) else NotImplemented

    def __gt__(self, other: object) -> bool:
        return other.value > self.value if isinstance(other, Opposite) else NotImplemented

    def __repr__(self) -> str:
        return f"-{self.value!r}"


def opposite(value: Value) -> Value:
    """-value, also where Python knows no minus (tuples, strings)."""
    try:
        return -value
    except TypeError:
        return Opposite(value)
