"""A match: asks the players in turn, keeps their clocks and enforces the rules."""

from __future__ import annotations

import copy
import math
import random
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import closing, nullcontext, suppress
from queue import Empty, SimpleQueue
from typing import Any, TypeAlias

from minimax_lab.adapt import GameFault, overrides, underlying, wrong_state
from minimax_lab.arena.display import Display, Show, display_for, plays, printable, sentence, text_of
from minimax_lab.arena.players import Resigned, checked_seconds, name_of, way_to_ask
from minimax_lab.arena.record import Record, start_state
from minimax_lab.game import MAX, MIN, GameState, Move, Player, State
from minimax_lab.game_faults import CheckedGame, checked_game, first_fault, is_ours, is_value
from minimax_lab.limits import THREADS, Stopped, TimeUp, raise_in, time_limit
from minimax_lab.trace.words import without_address

Call: TypeAlias = Callable[[], Any]
Answer: TypeAlias = tuple[Any, BaseException | None]  # of a call: what it returned, and what it raised
OnTurn: TypeAlias = Callable[[Player | None, int | None], object]

MOST_MOVES = 10_000  # a game that long is stopped and counts as a draw
# How many random games, of how many moves, and how many seconds a referee spends on doubts about a game:
PLAYOUTS, LONGEST, LOOKING = 20, 500, 10.0
LOOK = 0.1  # seconds; on Windows Ctrl-C is only noticed between two looks
TRIES, PAUSE = 10, 0.05  # how often a call is told to stop, and how many seconds we wait each time


class Forfeit(Exception):
    """A player has lost by what it did, or failed to do. `reason` completes a sentence about it.

    `doubtful` says that the game may be to blame instead.
    """

    def __init__(self, reason: str, details: str = "", doubtful: bool = False):
        super().__init__(reason)
        self.reason, self.details, self.doubtful = printable(reason), printable(details), doubtful


class TimedPlayer:
    """One of the two players of a match, and the time that it has left.

    It is shown a game of its own, a copy of the start in which the same moves are made, so that it cannot harm the
    game that the referee sees. (A copy of each state would make a game that remembers its past quadratic.)
    """

    def __init__(self, player: Any, who: Player, seconds: float | None, start: GameState):
        self.ask, self.name = way_to_ask(player, f"the player of {who}"), f"{who.symbol} {name_of(player)}"
        self.in_person = getattr(player, "in_person", False)
        self.seconds, self.left = seconds, math.inf if seconds is None else seconds
        self._view, self.news = copied(start), list[Move]()  # the moves made since it was last asked

    def move(self, game: GameState, legal: list[Move], limited: Limited, patience: float) -> tuple[Move, float]:
        """The move, and how long it took."""

        def turn() -> tuple[Move, float]:
            """All that may run the player's code, which may also hide in what it returns or does to the state."""
            view, before = self._shown(game, legal)
            begin = time.perf_counter()
            move = self.ask(for_player(view), None if self.seconds is None else self.left)
            taken = time.perf_counter() - begin
            if not _still_shows(view, before):
                raise Forfeit("has changed the state that it was asked about", doubtful=True)
            return _legal(move, legal), taken

        move, taken = self._limited(turn, limited, patience)
        if taken > min(self.left, patience):
            raise self._late(patience)
        self.left -= taken
        return move, taken

    def _shown(self, game: GameState, legal: list[Move]) -> tuple[GameState, Visible]:
        """The player's own state, a copy of the referee's if the player, or chance, made something else of it; and what
        it shows."""
        try:
            for move in self.news:
                self._view = self._view.forecast_move(copy.deepcopy(move))
            shown = _visible(self._view)
            same = _same(shown, _visible(game, legal))
        except Exception:
            same = False
        if not same:
            self._view = copied(game)
            shown = _visible(self._view)
        self.news.clear()
        return self._view, shown

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
        if self.left <= patience:
            return Forfeit(f"has used up its {self.seconds:g} seconds")
        return Forfeit(f"has not moved within {patience:g} seconds")


Players: TypeAlias = dict[Player, TimedPlayer]


def _failure(error: BaseException) -> Forfeit:
    if isinstance(error, Forfeit):
        return error
    if isinstance(error, Resigned):
        return Forfeit("has resigned")
    summary = traceback.format_exception_only(error)[-1].partition("\n")[0]
    details = "".join(traceback.format_exception(error))
    # What is no game, or has no value, ends in a TypeError, such as a GameFault, of whoever looks ahead.
    return Forfeit(f"has failed with {without_address(summary):.100}", details, isinstance(error, TypeError))


def play(
    state: State,
    max_player: Any,
    min_player: Any,
    seconds: float | None = None,
    display: str | Display | None = None,
    *,
    patience: float | None = None,
    on_turn: OnTurn = lambda player, place: None,
) -> Record:
    """Play a game from `state` to its end, and return its record.

    A player loses if it plays an illegal move, raises an exception, changes the state or runs out of time. The
    record says why. If the game itself is wrong, nobody loses: a GameFault says what is wrong with it.

    - `state`: the position to start from.
    - `max_player`, `min_player`: functions from a state to a move (see `minimax_lab.arena.players`).
    - `seconds`: the time that each player has for the whole game. A player with a parameter `seconds` is told how
      much is left.
    - `display`: "text", "notebook", or a function that is called with each state.
    - `patience`: the longest that a single move may take; players are not told. Without `seconds` and `patience` a
      player may think for ever.
    - `on_turn`: is called with the player and None before a player is asked, and with None and the place of the move
      among the legal moves when it has answered.

    >>> from minimax_lab.arena import EnginePlayer, RandomPlayer
    >>> from minimax_lab.games import Isolation, TicTacToe
    >>> print(play(Isolation(), EnginePlayer(), RandomPlayer(seed=1)))
    ▲ engine – ▼ random
    ▲ (0, 0), ▼ (2, 0), ▲ (1, 0), ▼ (1, 1), ▲ (0, 1)
    ▲ engine has won
    >>> play(TicTacToe(), lambda state: 4, lambda state: 4).outcome
    '▲ lambda has won: ▼ lambda has played 4: not legal'
    """
    game = _start(state)
    seconds, limit = checked_seconds(seconds), checked_seconds(patience, "patience")
    players = {MAX: TimedPlayer(max_player, MAX, seconds, game), MIN: TimedPlayer(min_player, MIN, seconds, game)}
    names = name_of(max_player), name_of(min_player)
    return _Match(game, players, names, display_for(display), on_turn, math.inf if limit is None else limit).play()


class _Match:
    """A game that is being played: the referee's state, and what has happened so far."""

    def __init__(
        self, game: GameState, players: Players, names: tuple[str, str], show: Show, on_turn: OnTurn, patience: float
    ):
        self.game, self.players, self.names = game, players, names
        self.show, self.on_turn, self.patience = show, on_turn, patience
        self.start, self.moves, self.times, self.note = start_state(copied(game)), list[Move](), list[float](), ""

    def play(self) -> Record:
        with closing(Limited()) as limited:
            while legal := list(self.game.get_legal_moves()):
                if len(self.moves) == MOST_MOVES:
                    return self._record(0, reason=f"stopped after {MOST_MOVES:,} moves")
                self.show(underlying(self.game), self.note)
                player = self.game.active_player
                try:
                    self._turn(player, legal, limited)
                except Forfeit as lost:
                    if lost.doubtful:
                        _raise_fault(self.game, limited)
                    result = -1 if player is MAX else +1
                    return self._record(result, forfeit=player, reason=lost.reason, details=lost.details)
        result = self.game.utility()
        if not is_value(result):
            raise first_fault(self.start) or first_fault(self.game) or GameFault(f"utility() returned {result!r:.60}")
        return self._record(result)

    def _turn(self, player: Player, legal: list[Move], limited: Limited) -> None:
        self.note = ""
        self.on_turn(player, None)
        move, taken = self.players[player].move(self.game, legal, limited, self.patience)
        self.on_turn(None, legal.index(move))
        self.note, self.game = plays(self.players[player].name, move), _after(self.game, legal, move)
        for each in self.players.values():
            each.news.append(move)
        self.moves.append(move)
        self.times.append(taken)

    def _record(self, result: Any, **how: Any) -> Record:
        made = Record(self.start, tuple(self.moves), self.names, result, seconds=tuple(self.times), **how)
        self.show(underlying(self.game), sentence(self.note, made.outcome))
        return made


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


Visible: TypeAlias = tuple[Player, list[Move], Any]


def _visible(game: GameState, moves: list[Move] | None = None) -> Visible:
    """What must not change while a player thinks: whose turn it is, the legal moves, and the key, if it has one."""
    own = underlying(game)
    legal = list(game.get_legal_moves()) if moves is None else moves
    return game.active_player, legal, own.key() if overrides(own, "key") else None


def _still_shows(game: GameState, before: Visible) -> bool:
    try:
        return _visible(game) == before
    except KeyboardInterrupt:
        raise
    except BaseException:  # it has changed so much that it does not answer any more, or calls exit()
        return False


def _same(one: Visible, other: Visible) -> bool:
    """Whether two states show the same. (A set that a state keeps may have another order in a copy of it.)"""
    return (one[0], one[2], len(one[1]), set(one[1])) == (other[0], other[2], len(other[1]), set(other[1]))


def _legal(move: Move, legal: list[Move]) -> Move:
    """The legal move that is equal to `move`. So the game gets its own object, not one that the player made."""
    try:
        return legal[legal.index(move)]
    except Exception:  # exit() in the player's __eq__ is a failure like any other
        what = "has returned None instead of a move" if move is None else f"has played {text_of(move):.60}: not legal"
        raise Forfeit(what) from None


def _after(game: GameState, legal: list[Move], move: Move) -> GameState:
    child = game.forecast_move(move)
    own, before = underlying(child), underlying(game)
    if own is None or own is before:
        raise GameFault(wrong_state(before, move, own))
    if not is_ours(before) and (fault := CheckedGame(game, legal).change()):
        raise fault
    return child


def _raise_fault(game: GameState, limited: Limited) -> None:
    """Raise what is wrong with the game, if anything shows: then the player who stumbled over it is not to blame."""

    def look() -> None:
        if fault := first_fault(game):
            raise fault
        chance = random.Random(0)
        for _ in range(PLAYOUTS):  # a walk over the first states does not see far
            state = game
            for _ in range(LONGEST):
                if not (moves := list(state.get_legal_moves())):
                    break
                state = state.forecast_move(chance.choice(moves))
            if fault := first_fault(state):
                raise fault

    with suppress(TimeUp):
        _, error = limited.call(look, LOOKING)
        if isinstance(error, GameFault):
            raise error from None


# Calls with a time limit, one after the other, in a thread of their own: the one that waits for Ctrl-C is another. A
# call that is stuck in C, or catches every exception, is left behind in its thread, which ends with the process. What
# ends a call, and a browser, which has no threads, are the business of `minimax_lab.limits`.


class Limited:
    """Runs one call after the other, each with a time limit. To be closed at the end."""

    def __init__(self) -> None:
        self._thread: threading.Thread | None = None
        self._busy = False

    def call(self, function: Call, seconds: float) -> Answer:
        """What `function` returned and what it raised, or None. TimeUp is raised if it takes longer than `seconds`."""
        if not THREADS:
            with time_limit(seconds) if seconds < math.inf else nullcontext():
                return _answer(function)
        if self._thread is None:
            self._calls: SimpleQueue[Call | None] = SimpleQueue()
            self._answers: SimpleQueue[Answer] = SimpleQueue()
            self._thread = threading.Thread(target=_serve, args=(self._calls, self._answers), daemon=True)
            self._thread.start()
        self._busy = True
        self._calls.put(function)
        answer = self._wait(time.perf_counter() + seconds)
        self._busy = False
        return answer

    def _wait(self, deadline: float) -> Answer:
        while True:
            left = deadline - time.perf_counter()
            try:
                return self._answers.get(timeout=max(0.0, min(left, LOOK)))
            except Empty:
                if left <= LOOK:
                    self.close()
                    raise TimeUp from None

    def close(self) -> None:
        """End the thread, and the call that may still be running in it."""
        thread, self._thread = self._thread, None
        if thread is None:
            return
        self._calls.put(None)
        if self._busy:
            self._busy = False
            for _ in range(TRIES):
                raise_in(thread.ident or 0, Stopped)  # 0 is no thread
                thread.join(PAUSE)
                if not thread.is_alive():
                    break


def _serve(calls: SimpleQueue[Call | None], answers: SimpleQueue[Answer]) -> None:
    with suppress(Stopped):  # one that came when the call was already over
        while (function := calls.get()) is not None:
            answers.put(_answer(function))


def _answer(function: Call) -> Answer:
    try:
        return function(), None
    except BaseException as error:
        return None, error
