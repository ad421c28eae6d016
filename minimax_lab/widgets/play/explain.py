"""Why a game came out as it did: the position that is explained, and a search of it that a person can follow."""

from __future__ import annotations

import sys
from typing import Any

from minimax_lab.game import GameState, Move, Player, Value
from minimax_lab.search import Engine, alphabeta, minimax
from minimax_lab.trace import LimitReached, Trace, trace
from minimax_lab.values import Evaluation
from minimax_lab.widgets.play.history import GameHistory
from minimax_lab.widgets.play.sentences import choices
from minimax_lab.widgets.shared.words import count_of

READABLE = 300  # nodes: about as many as a person can look at
STEPS = 10 * READABLE  # a search of so many nodes takes fewer steps than this
DEEPEST = 12  # plies


def decision(game: GameHistory, opponent: str, also_yours: bool) -> tuple[int, str]:
    """The number of the move that is explained, and a sentence on it if that is not the opponent's last one.

    If the game is over and you have not won, or the opponent's last move was forced, it is the last choice that you
    had; `also_yours` says whether it may be yours. If you had none, it is the opponent's last choice.
    """
    last, own = len(game.moves) - 1, game.last_choice(game.you.opponent)
    is_missed = game.over and game.loser() is not game.you.opponent
    if own == last and not (also_yours and is_missed):
        return last, ""
    forced = "" if own == last else "The last move was forced. "
    yours = game.last_choice(game.you) if also_yours else None
    number = own if yours is None else yours
    if number is None:
        return last, "The last move was forced, and there was no choice before it either."
    who = opponent[:1].lower() + opponent[1:] if yours is None else "you"
    return number, f"{forced}Below is the last choice that {who} had: move {number + 1}."


class Explanation:
    """A search of `position` that can be read: by plain minimax to the end of the game, if that has few nodes.

    Where that has more than `READABLE`, deeper and deeper searches by alpha-beta, as long as they can be read. `found`
    is the deepest so far. So there is something to show when `run` is interrupted. It has no code, which students are
    to write themselves.
    """

    def __init__(self, position: Any, engine: Engine):
        self.position = position
        self.evaluate = engine.evaluate and _unwatched(engine.evaluate)
        self.found: Trace | None = None
        self.is_whole = False  # whether it goes to the end of the game

    def run(self) -> None:
        self.is_whole = is_readable(self.position)
        if self.is_whole:
            self.found = trace(minimax, self.position, lines=False).without_code()
            return
        size = 0
        for depth in range(1, DEEPEST + 1):
            seen = self._look(depth)
            if self.found is not None and (seen is None or not size < len(seen.nodes) <= READABLE):
                return  # too much to read, or no deeper than before: the game ends here
            self.found, size = seen, len(seen.nodes) if seen else 0

    def told(self, played: Move, you: Player, opponent: str) -> str:
        """What was found, in words."""
        assert self.found is not None
        if self.is_whole:
            return choices(self.found, played, you, opponent)
        plies = count_of(max(len(node.path) for node in self.found.nodes), "ply", "plies")
        return f"The game can go on in too many ways to show them all. This search looks {plies} ahead."

    def _look(self, depth: int) -> Trace | None:
        """The search of one depth; None if it takes too many steps. The first is there whatever it takes."""
        limit = STEPS if self.found else 100 * STEPS
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
