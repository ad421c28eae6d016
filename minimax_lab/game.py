"""What a game is: two methods. Everything here is a default built on those two.

`state.get_legal_moves()` lists the moves of the player whose turn it is, and
`state.forecast_move(move)` returns the *new* state that the move leads to.
A class with these two methods and no base class is a game for every tool of this package.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from enum import Enum
from typing import Any, Protocol, TypeAlias

from minimax_lab.picture.scene import Scene

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


RULES = "get_legal_moves", "forecast_move", "is_terminal", "utility"
CLAIMS = "canonical_key", "noisy_moves", "outcomes", "passed", "promising_first"  # which follow from the rules


class GameState:
    """A base class that adds the rest to the two methods, with sensible defaults.

    A subclass should also say whose turn it is, as `active_player` (MAX or MIN).
    One that does not is taken to alternate, MAX first (see `as_game`).

    >>> class Countdown(GameState):
    ...     def __init__(self, stones):
    ...         self.stones = stones
    ...
    ...     def get_legal_moves(self):
    ...         return [take for take in (1, 2) if take <= self.stones]
    ...
    ...     def forecast_move(self, take):
    ...         return Countdown(self.stones - take)
    >>> Countdown(3).get_legal_moves(), Countdown(0).is_terminal()
    ([1, 2], True)
    """

    __slots__ = ()

    active_player: Player
    title = ""  # what the game is called
    rules = ""  # its rules, in a sentence or two
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
        """What a finished game is worth to MAX: a player who cannot move loses."""
        return -1 if self.active_player is MAX else +1

    def key(self) -> Any:
        """What tells this state from others: equal keys, equal states."""
        return id(self)

    # What a game may say of itself beyond its rules. A bare class may say the same, under the same names.
    # First, what lets an engine search it faster:

    def canonical_key(self) -> Any:
        """A key that states which are mirror images of each other share; they must be worth the same."""
        return self.key()

    def promising_first(self, moves: list[Move]) -> list[Move]:
        """The legal `moves` in the order in which they are worth trying, a quick guess; `moves` stays as it is."""
        return moves

    def noisy_moves(self) -> list[Move]:
        """The legal moves after which an evaluation would be premature, such as captures. They must run out."""
        return []

    def passed(self) -> Any:
        """The position if the active player could pass; None if that is impossible, or often better than to move."""
        return None

    # and what lets people see it, play it and evaluate it:

    marks: tuple[str, ...] = ()  # what the board calls MAX and MIN, such as X and O
    engine_options: Mapping[str, Any] = {}  # of the Engine one plays against: {"evaluate": a function or "module:name"}

    def picture(self, below: Player = MAX) -> Scene | None:
        """The board as shapes, with `below` sitting below it; None: it is shown as text. (`_repr_svg_` will do too.)"""
        return None

    def move_parts(self, move: Move) -> tuple[Hashable, ...]:
        """What one points at to make `move`, in this order: places of the picture, or else buttons."""
        return (move,)

    def part_name(self, part: Any) -> str:
        """What a part of a move is called: on its button, and for those who hear the board."""
        return str(part)

    def exchanged(self) -> Any:
        """The position with the players exchanged: what was MAX's is MIN's. None if the game cannot tell."""
        return None

    _lost_claims: Mapping[str, tuple[str, str]] = {}  # what is no longer believed: whose claim, because of which rule

    def __init_subclass__(cls, claims_hold: bool = False, **options: Any) -> None:
        """What a class claims need not hold for a subclass with other rules, which must claim it anew.

        It may do so one by one, or say that all claims still hold: `class Mine(ConnectFour, claims_hold=True)`.
        """
        super().__init_subclass__(**options)
        lost = {claim: why for claim, why in cls._lost_claims.items() if claim not in vars(cls) and not claims_hold}
        for claim in () if claims_hold else CLAIMS:
            owner = next(place for place, each in enumerate(cls.__mro__) if claim in vars(each))
            changed = [rule for each in cls.__mro__[:owner] for rule in RULES if rule in vars(each)]
            default = vars(GameState)[claim]
            if changed and vars(cls.__mro__[owner])[claim] is not default:
                lost[claim] = cls.__mro__[owner].__name__, changed[0]
                setattr(cls, claim, default)
        cls._lost_claims = lost

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __reduce_ex__(self, protocol: Any) -> Any:
        return super().__reduce_ex__(max(2, protocol))  # those before know nothing of __slots__
