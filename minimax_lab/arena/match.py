"""A match: asks the players in turn, keeps their clocks and enforces the rules."""

from __future__ import annotations

import copy
import math
import time
import traceback
from typing import Any

from minimax_lab.adapt import GameFault, overrides, underlying, wrong_state
from minimax_lab.arena.display import Display, display_for, plays, printable, sentence, text_of
from minimax_lab.arena.limits import Call, Limited, TimeUp
from minimax_lab.arena.players import Resigned, checked_seconds, name_of, way_to_ask
from minimax_lab.arena.record import Record, start_state
from minimax_lab.game import MAX, MIN, GameState, Move, Player, State
from minimax_lab.game_faults import checked_game
from minimax_lab.trace.words import without_address

MOST_MOVES = 10_000  # a game that long is stopped and counts as a draw


class Forfeit(Exception):
    """A player has lost by what it did, or failed to do. `reason` completes a sentence about it."""

    def __init__(self, reason: str, details: str = ""):
        super().__init__(reason)
        self.reason, self.details = printable(reason), printable(details)


class TimedPlayer:
    """One of the two players of a match, and the time that it has left."""

    def __init__(self, player: Any, who: Player, seconds: float | None):
        self.ask, self.name = way_to_ask(player, f"the player of {who}"), f"{who.symbol} {name_of(player)}"
        self.in_person = getattr(player, "in_person", False)
        self.seconds, self.left = seconds, math.inf if seconds is None else seconds

    def move(self, game: GameState, legal: list[Move], limited: Limited, patience: float) -> tuple[Move, float]:
        """The move, and how long it took. The player gets a copy of the state, so that it cannot harm the game."""
        view = copied(game)
        before = _visible(view)

        def turn() -> tuple[Move, float]:
            """All that may run the player's code, which may also hide in what it returns or does to the state."""
            begin = time.perf_counter()
            move = self.ask(for_player(view), None if self.seconds is None else self.left)
            taken = time.perf_counter() - begin
            if not _still_shows(view, before):
                raise Forfeit("has changed the state that it was asked about")
            return _legal(move, legal), taken

        move, taken = self._limited(turn, limited, patience)
        if taken > min(self.left, patience):
            raise self._late(patience)
        self.left -= taken
        return move, taken

    def _limited(self, turn: Call, limited: Limited, patience: float) -> tuple[Move, float]:
        try:
            if self.in_person:
                return turn()
            # In another thread, even without a limit: here an engine would react to the user's Ctrl-C itself.
            answer, error = limited.call(turn, min(self.left, patience))
        except TimeUp:
            raise self._late(patience) from None
        except KeyboardInterrupt:  # in this thread it comes from the user; one that the player raised is in `error`
            raise
        except BaseException as raised:  # also exit()
            raise _failure(raised) from None
        if error is not None:
            raise _failure(error)
        return answer

    def _late(self, patience: float) -> Forfeit:
        used_up = self.left <= patience
        return Forfeit(
            f"has used up its {self.seconds:g} seconds" if used_up else f"has not moved within {patience:g} seconds"
        )


def _failure(error: BaseException) -> Forfeit:
    if isinstance(error, Forfeit):
        return error
    if isinstance(error, Resigned):
        return Forfeit("has resigned")
    summary = traceback.format_exception_only(error)[-1].partition("\n")[0]
    return Forfeit(f"has failed with {without_address(summary):.100}", "".join(traceback.format_exception(error)))


def play(
    state: State,
    max_player: Any,
    min_player: Any,
    seconds: float | None = None,
    display: str | Display | None = None,
    *,
    patience: float | None = None,
) -> Record:
    """Play a game from `state` to its end, and return its record.

    A player loses if it plays an illegal move, raises an exception, changes the state or runs out of time. The
    record says why.

    - `state`: the position to start from.
    - `max_player`, `min_player`: functions from a state to a move (see `minimax_lab.arena.players`).
    - `seconds`: the time that each player has for the whole game. A player with a parameter `seconds` is told how
      much is left.
    - `display`: "text", "notebook", or a function that is called with each state.
    - `patience`: the longest that a single move may take; players are not told. Without `seconds` and `patience` a
      player may think for ever.
    """
    game = _start(state)
    seconds, limit = checked_seconds(seconds), checked_seconds(patience, "patience")
    players = {MAX: TimedPlayer(max_player, MAX, seconds), MIN: TimedPlayer(min_player, MIN, seconds)}
    show = display_for(display)
    names = name_of(max_player), name_of(min_player)
    start, moves, times, note = start_state(copied(game)), list[Move](), list[float](), ""

    def record(result: Any, **how: Any) -> Record:
        made = Record(start, tuple(moves), names, result, seconds=tuple(times), **how)
        show(underlying(game), sentence(note, made.outcome))
        return made

    with Limited() as limited:
        while legal := list(game.get_legal_moves()):
            if len(moves) == MOST_MOVES:
                return record(0, reason=f"stopped after {MOST_MOVES:,} moves")
            show(underlying(game), note)
            note, player = "", game.active_player
            try:
                move, taken = players[player].move(game, legal, limited, math.inf if limit is None else limit)
            except Forfeit as lost:
                result = -1 if player is MAX else +1
                return record(result, forfeit=player, reason=lost.reason, details=lost.details)
            note, game = plays(players[player].name, move), _after(game, move)
            moves.append(move)
            times.append(taken)
    return record(game.utility())


def _start(state: State) -> GameState:
    game = checked_game(state).game
    try:
        start = copied(game)
    except Exception as error:
        raise TypeError(
            "each player gets a copy of the state, but copy.deepcopy cannot copy "
            f"this {type(state).__name__}: {type(error).__name__}: {error}"
        ) from None
    _check_moves(list(game.get_legal_moves()), list(start.get_legal_moves()), type(underlying(game)).__name__)
    checked_game(start, make_a_move=True)
    return start


def _check_moves(legal: list[Move], again: list[Move], name: str) -> None:
    """Raise a TypeError if a copy of the state has other moves: then no player could name a legal one."""
    for move in again:
        try:
            known = move in legal
        except Exception:  # two arrays, for example, have no answer to ==
            known = False
        if not known:
            raise TypeError(
                f"a copy of this {name} has the move {text_of(move):.60}, which is not equal to any of its own moves. "
                f"Equal moves must be ==: give the class {type(move).__name__} a method __eq__, "
                "or use numbers, texts or tuples as moves"
            )


def copied(game: GameState) -> GameState:
    """A copy that shares nothing with `game` that can be changed."""
    return copy.deepcopy(game)


def for_player(view: GameState) -> Any:
    """The state as its author wrote it, if that says whose turn it is; else the view of it that does."""
    own = underlying(view)
    return own if isinstance(getattr(own, "active_player", None), Player) else view


def _visible(game: GameState) -> tuple[Player, list[Move], Any]:
    """What must not change while a player thinks: whose turn it is, the legal moves, and the key, if it has one."""
    own = underlying(game)
    return game.active_player, list(game.get_legal_moves()), own.key() if overrides(own, "key") else None


def _still_shows(game: GameState, before: tuple[Player, list[Move], Any]) -> bool:
    try:
        return _visible(game) == before
    except KeyboardInterrupt:
        raise
    except BaseException:  # it has changed so much that it does not answer any more, or calls exit()
        return False


def _legal(move: Move, legal: list[Move]) -> Move:
    """The legal move that is equal to `move`. So the game gets its own object, not one that the player made."""
    try:
        return legal[legal.index(move)]
    except Exception:  # exit() in the player's __eq__ is a failure like any other
        what = "has returned None instead of a move" if move is None else f"has played {text_of(move):.60}: not legal"
        raise Forfeit(what) from None


def _after(game: GameState, move: Move) -> GameState:
    child = game.forecast_move(move)
    own, before = underlying(child), underlying(game)
    if own is None or own is before:
        raise GameFault(wrong_state(before, move, own))
    return child
