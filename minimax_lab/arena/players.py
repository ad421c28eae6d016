"""Players. A player is anything that can be called with a state and returns a move: a plain function will do.

A player with a parameter `seconds`, or with a second parameter without a default, is told how many seconds it has
left. They are None in a game without a clock.
"""

from __future__ import annotations

import functools
import inspect
import random
from collections.abc import Callable
from numbers import Integral
from typing import Any

from minimax_lab.adapt import as_game
from minimax_lab.arena.display import text_of
from minimax_lab.game import MAX, Move, Value
from minimax_lab.search import Engine, Result
from minimax_lab.search.public import check_depth
from minimax_lab.trace.words import without_address
from minimax_lab.values import Evaluation, leaf_value

MOVES_TO_GO = 20  # an engine with a clock spends this part of the time that is left on a move


class Resigned(Exception):
    """Raised by a player who gives up.

    >>> from minimax_lab.arena import RandomPlayer, Resigned, play
    >>> from minimax_lab.games import TicTacToe
    >>> def gives_up(state):
    ...     raise Resigned
    >>> play(TicTacToe(), gives_up, RandomPlayer()).outcome
    '▼ random has won: ▲ gives_up has resigned'
    """


class RandomPlayer:
    """Plays random legal moves. The same seed gives the same moves.

    >>> from minimax_lab.games import TicTacToe
    >>> RandomPlayer(seed=1)(TicTacToe()), RandomPlayer(seed=1)(TicTacToe())
    (2, 2)
    """

    def __init__(self, seed: int = 0, name: str = "random"):
        self.seed, self.name = seed, name
        self._random = random.Random(seed)

    def __call__(self, state: Any) -> Move:
        return self._random.choice(as_game(state).get_legal_moves())

    def for_game(self, seed: int) -> RandomPlayer:
        """The player for one game of a tournament, with the seed of that game."""
        return RandomPlayer(seed, self.name)

    def __repr__(self) -> str:
        return f"RandomPlayer({self.seed})"


class GreedyPlayer:
    """Looks one move ahead and plays what is best for it by `evaluate`; of equally good moves the first.

    >>> from minimax_lab.evaluate import mobility
    >>> from minimax_lab.games import Isolation
    >>> GreedyPlayer(mobility)(Isolation(3, 3))
    (1, 1)
    """

    def __init__(self, evaluate: Evaluation, name: str = ""):
        if not callable(evaluate):
            raise TypeError(f"evaluate must be a function from a state to its value for MAX; got {evaluate!r}")
        self.evaluate, self.name = evaluate, name or f"greedy, {_function_name(evaluate)}"

    def __call__(self, state: Any) -> Move:
        game = as_game(state)
        best = max if game.active_player is MAX else min

        def value(move: Move) -> Value:
            child = game.forecast_move(move)
            return leaf_value(child, child.is_terminal(), self.evaluate)

        return best(game.get_legal_moves(), key=value)

    def for_game(self, seed: int) -> GreedyPlayer:
        return self  # it remembers nothing

    def __repr__(self) -> str:
        return f"<GreedyPlayer {self.name!r}>"


class EnginePlayer:
    """Plays the move that an engine finds.

    - `engine`: an `Engine`, by default one without an evaluation.
    - `depth`: how many half-moves (plies) it searches at most.
    - `seconds`: how long it thinks about a move at most. In a game with a clock, it also spends at most a twentieth
      of the time that is left.
    - `name`: what it is called in records and tables.

    >>> from minimax_lab.games import TicTacToe
    >>> EnginePlayer(depth=2)(TicTacToe("XX. OO. ..."))
    2
    """

    def __init__(
        self, engine: Engine | None = None, depth: int | None = None, seconds: float | None = None, name: str = ""
    ):
        check_depth(depth, 1)
        if engine is not None and not isinstance(engine, Engine):
            raise TypeError(f"engine must be an Engine, such as Engine(evaluate); got {engine!r:.80}")
        self.engine, self.depth, self.seconds = engine or Engine(), depth, checked_seconds(seconds)
        limits = ("" if depth is None else f", depth {depth}") + ("" if seconds is None else f", {seconds:g} s")
        self.name = name or f"engine{limits}"

    def think(self, state: Any, seconds: float | None = None) -> Result:
        """The result of the engine's search when `seconds` are left for the rest of the game."""
        return self.engine.search(state, self.depth, seconds_for_move(self.seconds, seconds))

    def __call__(self, state: Any, seconds: float | None = None) -> Move:
        return self.think(state, seconds).move

    def for_game(self, seed: int) -> EnginePlayer:
        return self  # it remembers nothing from one search to the next

    def __repr__(self) -> str:
        return f"<EnginePlayer {self.name!r}>"


class HumanPlayer:
    """Asks a person: shows the state and the legal moves, and reads a move or its number, or "resign".

    >>> from minimax_lab.games import Isolation
    >>> you = HumanPlayer(ask=lambda question: "(1, 0)")  # instead of a keyboard
    >>> you(Isolation())
    . . .
    . . #
    1: (0, 0)   2: (1, 0)   3: (2, 0)   4: (0, 1)   5: (1, 1)
    (1, 0)
    """

    in_person = True  # asked in the thread of the game: a person who is late cannot be stopped, but loses

    def __init__(self, name: str = "you", ask: Callable[[str], str] = input, show: Callable[[str], object] = print):
        self.name, self._ask, self._show = name, ask, show

    def __call__(self, state: Any) -> Move:
        legal = list(as_game(state).get_legal_moves())
        # Where moves are numbers, a number that is typed is a move itself.
        numbered = not any(isinstance(move, Integral) for move in legal)
        listed = [f"{number}: {move}" if numbered else str(move) for number, move in enumerate(legal, 1)]
        self._show(f"{state}\n" + "   ".join(listed))
        while True:
            try:
                answer = self._ask(f"{self.name}, your move{' (its number or itself)' * numbered}: ").strip()
            except EOFError:
                raise Resigned from None
            if answer.lower() == "resign":
                raise Resigned
            if (move := _chosen(answer, legal, numbered)) is not None:
                return legal[move]
            or_number = f"a number from 1 to {len(legal)}, or " * numbered
            self._show(f"{answer!r} is not one of the moves. Type {or_number}a move as it is written above")

    def for_game(self, seed: int) -> HumanPlayer:
        return self

    def __repr__(self) -> str:
        return f"HumanPlayer({self.name!r})"


def _chosen(answer: str, legal: list[Move], numbered: bool) -> int | None:
    """The index in `legal` of the move that a person typed, as its number (where moves are `numbered`) or itself."""
    if numbered and answer.isdecimal() and 1 <= int(answer) <= len(legal):
        return int(answer) - 1
    written = [_as_typed(str(move)) for move in legal]
    typed = _as_typed(answer)
    return written.index(typed) if typed in written else None


def _as_typed(text: str) -> str:
    """A typed move without spaces and quotes, in lower case."""
    return "".join(char for char in text if char not in " '\"").casefold()


def way_to_ask(player: Any, who: str) -> Callable[[Any, float | None], Move]:
    """A function that asks `player` for a move, given a state and the seconds left. A TypeError says what is wrong."""
    if isinstance(player, type):
        raise TypeError(f"{who} must be a player, not the class {player.__name__}: are the () missing?")
    if isinstance(player, Engine):
        raise TypeError(
            f"{who} is an Engine, which does not say how long to think: write EnginePlayer(engine, depth=4), or "
            "EnginePlayer(engine, seconds=1) for a second a move"
        )
    if not callable(player):
        raise TypeError(f"{who} must be a player: a function from a state to a move; got {player!r:.80}")
    if inspect.iscoroutinefunction(player) or inspect.iscoroutinefunction(type(player).__call__):
        raise TypeError(f"{who} must return a move, not a coroutine: define {name_of(player)} with def, not async def")
    try:
        signature = inspect.signature(player)
    except ValueError:  # Python does not know the parameters of some functions that are written in C
        return lambda state, seconds: player(state)
    if "seconds" in signature.parameters and _fits(signature, None, seconds=None):
        return lambda state, seconds: player(state, seconds=seconds)
    if _fits(signature, None):
        return lambda state, seconds: player(state)
    if _fits(signature, None, None):
        return player
    raise TypeError(
        f"{who} must be a function of a state, or of a state and the seconds left; "
        f"{name_of(player)}{signature} cannot be called like that"
    )


def _fits(signature: inspect.Signature, *args: None, **kwargs: None) -> bool:
    try:
        signature.bind(*args, **kwargs)
    except TypeError:
        return False
    return True


def name_of(player: Any) -> str:
    """What a player is called: its `name`, or the name of its function or class."""
    name = getattr(player, "name", None)
    return without_address(name) if isinstance(name, str) and name else _function_name(player)


def _function_name(function: Any) -> str:
    if isinstance(function, functools.partial):
        given = [*map(_value, function.args), *(f"{name}={_value(part)}" for name, part in function.keywords.items())]
        return f"{_function_name(function.func)}({', '.join(given)})"
    name = getattr(function, "__name__", type(function).__name__)
    return name.strip("<>")  # <lambda>


def _value(argument: Any) -> str:
    return _function_name(argument) if callable(argument) else text_of(argument)


def seconds_for_move(most: float | None, left: float | None) -> float | None:
    """How long to think about a move: `most` at most, and a part of the time that is `left`; None for no limit."""
    limits = [] if most is None else [most]
    limits += [] if left is None else [left / MOVES_TO_GO]
    return min(limits, default=None)


def checked_seconds(seconds: Any, what: str = "seconds") -> float | None:
    """The number of seconds, if it is one and more than 0, or None for no limit."""
    if seconds is None:
        return None
    if isinstance(seconds, bool) or not isinstance(seconds, int | float):
        raise TypeError(f"{what} must be a number, or None for no limit; got {seconds!r:.80}")
    if not 0 < seconds < float("inf"):
        raise ValueError(f"{what} must be more than 0 (None is no limit); got {seconds}")
    return seconds
