"""The opponent's last decision, recorded so that a person can follow it."""

from __future__ import annotations

import sys
from typing import Any

from minimax_lab.game import GameState, Value
from minimax_lab.search import Engine, alphabeta
from minimax_lab.search.textbook.leaves import Evaluation
from minimax_lab.trace import LimitReached, Trace, trace
from minimax_lab.widgets.play.history import GameHistory

READABLE = 300  # nodes: about as many as a person can look at
STEPS = 40 * READABLE  # a search of so many nodes takes fewer steps than this
DEEPEST = 12  # plies


def decision(game: GameHistory, opponent: str, also_yours: bool) -> tuple[GameState, str]:
    """The position of the opponent's last move; if that was forced, the last one with a choice, and a sentence on it.

    Of a game that is over it is the loser who could have chosen better, `also_yours` says whether that may be you.
    """
    asked = game.you.opponent
    last = len(game.moves) - 1
    if game.last_choice(asked) == last:
        return game.before(last), ""
    loser = game.loser() if also_yours else None
    for player in filter(None, (loser, asked)):
        number = game.last_choice(player)
        if number is not None:
            who = "you" if player is game.you else opponent[:1].lower() + opponent[1:]
            told = f"The last move was forced. Below is the last choice that {who} had: move {number + 1}."
            return game.before(number), told
    return game.before(last), "The last move was forced, and there was no choice before it either."


class Explanation:
    """Deeper and deeper searches of `position`, as long as they can be read.

    `found` is the deepest so far. So there is something to show when `run` is interrupted.
    """

    def __init__(self, position: Any, engine: Engine):
        self.position = position
        self.evaluate = engine.evaluate and _unwatched(engine.evaluate)
        self.found: Trace | None = None

    def run(self) -> None:
        size = 0
        for depth in range(1, DEEPEST + 1):
            seen = self._look(depth)
            if self.found is not None and (seen is None or not size < len(seen.nodes) <= READABLE):
                return  # too much to read, or no deeper than before: the game ends here
            self.found, size = seen, len(seen.nodes) if seen else 0

    def _look(self, depth: int) -> Trace | None:
        """The search of one depth; None if it takes too many steps. The first is there whatever it takes."""
        limit = STEPS if self.found else 100 * STEPS
        try:
            return trace(alphabeta, self.position, depth, evaluate=self.evaluate, limit=limit)
        except LimitReached:
            if self.found is None:
                raise
            return None


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
