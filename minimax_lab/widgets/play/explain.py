"""Why a game came out as it did: the move that gave it away, and a search from there that a person can follow."""

from __future__ import annotations

import sys
from numbers import Real
from typing import Any

from minimax_lab.adapt import as_game, overrides, underlying
from minimax_lab.game import GameState, Move, Player, Value
from minimax_lab.search import Engine, alphabeta, minimax
from minimax_lab.search.engine.clock import Counts
from minimax_lab.search.engine.core import Core
from minimax_lab.trace import LimitReached, Trace, trace
from minimax_lab.trace.words import value_text
from minimax_lab.values import HIGHEST, LOWEST, Evaluation
from minimax_lab.widgets.play.history import GameHistory
from minimax_lab.widgets.play.sentences import choices
from minimax_lab.widgets.shared.words import count_of, moves_text

READABLE = 300  # nodes: about as many as a person can look at
PLAYED = 3_000  # and as many as are shown of the search that the engine made, folded
STEPS = 10 * READABLE  # a search of so many nodes takes fewer steps than this
DEEPEST = 12  # plies
SECONDS = 3.0  # for the value of one position, also on a busy machine
MOST = 3  # moves that are named


def decision(game: GameHistory, opponent: str, also_yours: bool = True) -> tuple[int, str]:
    """The number of the move that is explained, and a sentence on it if that is not the opponent's last one.

    If the game is over and you have not won, it is the move with which you gave away more; if there was none, or it
    cannot be found, the last choice that you had. While the game goes on, it is the opponent's last move, or if that
    was forced, the last choice that anybody had; `also_yours` says whether it may be yours.
    """
    last, own = len(game.moves) - 1, game.last_choice(game.you.opponent)
    is_missed = game.over and game.loser() is not game.you.opponent
    number, told = given_away(game) if is_missed else (None, "")
    if number is not None:
        return number, told
    if own == last and not is_missed:
        return last, ""
    whose = "Your" if game.mover(last) is game.you else f"{opponent}'s"
    if not told and len(game.before(last).get_legal_moves()) == 1:
        told = f"{whose} last move was forced."
    yours = game.last_choice(game.you) if also_yours or is_missed else None
    number = own if yours is None else yours
    if number is None:
        return last, f"{told.removesuffix('.')}, and there was no choice before it either.".strip()
    who = f"{opponent[:1].lower()}{opponent[1:]}'s" if yours is None else "your"
    played = moves_text(underlying(game.before(number)), [game.moves[number]])
    return number, f"{told} Below is {who} last choice: move {number + 1}, {played}.".strip()


def given_away(game: GameHistory) -> tuple[int | None, str]:
    """The number of the last of your moves after which the game was worth less to you, and what is to be said of it.

    The positions are worked out from the last one back, as far as there is time: the later ones are the easier ones.
    """
    engine, values = Engine(), [game.value]
    for number in reversed(range(len(game.moves))):
        value = _proven(engine, game.before(number))
        if value is None:
            return None, _known_from(game, number + 1)
        values.insert(0, value)
        if game.mover(number) is game.you and value != values[1]:
            return number, _blame(game, number, value, engine)
    if game.loser() is game.you:
        return None, "Your position was lost from the start."
    return None, "Nothing was given away: with best play it comes out like this."


def _known_from(game: GameHistory, first: int) -> str:
    """What is to be said if only the moves from `first` on could be worked out, and you gave nothing away in them."""
    yours = [number for number in range(first, len(game.moves)) if game.mover(number) is game.you]
    if not yours:
        return ""
    lost = game.loser() is game.you
    known = "Before move {}, your position was already lost" if lost else "From move {} on, you gave nothing away"
    return f"{known.format(yours[0] + 1)}. What came earlier takes too long to work out."


def _proven(engine: Engine, position: GameState) -> Value | None:
    """What a position is worth with best play; None if that takes too long, or is not a number."""
    result = engine.search(position, seconds=SECONDS)
    return result.value if result.proven and isinstance(result.value, Real) else None


def _blame(game: GameHistory, number: int, value: Value, engine: Engine) -> str:
    position, state = game.before(number), underlying(game.before(number))
    kept = [move for move in position.get_legal_moves() if _proven(engine, position.forecast_move(move)) == value]
    what = f"a value of {value_text(value)}" if position.graded else "the draw" if value == 0 else "the win"
    names = [moves_text(state, [move]) for move in kept[:MOST]]
    more = f" (and {len(kept) - MOST} more)" if len(kept) > MOST else ""
    played = moves_text(state, [game.moves[number]])
    return f"You gave away {what} with move {number + 1}, {played}: {' or '.join(names)}{more} would have kept it."


class Explanation:
    """A search of `position` that can be read: by plain minimax to the end of the game, if that has few nodes.

    Where that has more than `READABLE`, what the engine does, deeper and deeper up to its `level`, as long as it can be
    read: alpha-beta with its evaluation, and its quiescence. `found` is the deepest so far, so there is something to
    show when `run` is interrupted. It has no code, which students are to write themselves.
    """

    def __init__(self, position: Any, engine: Engine, level: int | None = None):
        self.position, self.level = position, level
        self.is_quiet = engine.quiescence and overrides(underlying(position), "noisy_moves")
        self.evaluate = engine.evaluate and _unwatched(_quiet(engine.evaluate) if self.is_quiet else engine.evaluate)
        self.found: Trace | None = None
        self.is_whole = False  # whether it goes to the end of the game

    def run(self) -> None:
        self.is_whole = is_readable(self.position)
        if self.is_whole:
            self.found = trace(minimax, self.position, lines=False).without_code()
            return
        size = 0
        for depth in range(1, (self.level or DEEPEST) + 1):
            seen = self._look(depth)
            most = PLAYED if depth == self.level else READABLE
            if self.found is not None and (seen is None or not size < len(seen.nodes) <= most):
                return  # too much to read, or no deeper than before: the game ends here
            self.found, size = seen, len(seen.nodes) if seen else 0

    def told(self, played: Move, you: Player, opponent: str) -> str:
        """What was found, in words."""
        assert self.found is not None
        if self.is_whole:
            return choices(self.found, played, you, opponent)
        depth = max(len(node.path) for node in self.found.nodes)
        plies = count_of(depth, "ply", "plies")
        level = "" if self.level is None else ", as the engine did" if depth == self.level else f", not {self.level}"
        quiet = " Captures are played to their end before a position is evaluated." if self.is_quiet else ""
        return f"The game can go on in too many ways to show them all. This search looks {plies} ahead{level}.{quiet}"

    def _look(self, depth: int) -> Trace | None:
        """The search of one depth; None if it takes too many steps. The first is there whatever it takes."""
        limit = 100 * STEPS if self.found is None else 10 * PLAYED if depth == self.level else STEPS
        try:
            seen = trace(alphabeta, self.position, depth, evaluate=self.evaluate, lines=False, limit=limit)
        except LimitReached:
            if self.found is None:
                raise
            return None
        return seen.without_code()


def is_readable(position: GameState) -> bool:
    """Whether the game goes on from here for at most `READABLE` nodes, this one included."""
    todo, nodes = [position], 1
    while todo:
        state = todo.pop()
        moves = state.get_legal_moves()
        nodes += len(moves)
        if nodes > READABLE:
            return False
        todo += map(state.forecast_move, moves)
    return True


def _quiet(evaluate: Evaluation) -> Evaluation:
    """What an engine's quiescence search makes of an evaluation."""
    core = Core(evaluate, Counts(), quiescence=True)
    return lambda state: core.quiet_value(as_game(state), LOWEST, HIGHEST)


def _unwatched(evaluate: Evaluation) -> Evaluation:
    """`evaluate` for a search that is watched: its own steps are not part of the search, and may be many."""

    def worth(state: Any) -> Value:
        tracer = sys.gettrace()
        sys.settrace(None)
        try:
            return evaluate(state)
        finally:
            sys.settrace(tracer)

    return worth
