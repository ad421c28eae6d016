"""Our engine against sunfish, a well-known small chess program in Python, on the same processor time for each move.

Two games are played from each opening, with colours exchanged. A player who is five pawns behind by its own count
resigns. Sunfish looks at the clock every 2,048 nodes only, and so takes a little more than its time.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from benchmarks.measure import Figure, NotHere
from minimax_lab.arena import tournament
from minimax_lab.arena.players import Resigned
from minimax_lab.arena.rating import wilson
from minimax_lab.game import MAX
from minimax_lab.games import Chess
from tools.chess_ideas import HOPELESS, Contender
from tools.stockfish import positions

SECONDS = 0.3  # of processor time for a move
OPENINGS = 20
GOAL = 0.35  # our share of the points
PAWN = 100  # what sunfish counts for one


class Sunfish:
    """Plays what the last complete iteration has found, as sunfish does when it is run as a program."""

    name = "sunfish"

    def __init__(self, seconds: float):
        try:
            import sunfish
            import sunfish_ui.uci
        except ImportError:
            raise NotHere("sunfish is not installed: pip install sunfish") from None
        sunfish.time = SimpleNamespace(time=time.thread_time)
        sunfish_ui.uci.sunfish = sunfish  # what reads and writes positions for it asks for this
        self.program, self.texts, self.seconds = sunfish, sunfish_ui.uci, seconds
        self.searcher = sunfish.Searcher()

    def __call__(self, state: Chess) -> Any:
        self.searcher.deadline = time.thread_time() + self.seconds
        kept = found = None  # a move and its value: of the iterations before, and of this one
        reached = 1
        try:
            for depth, bound, score, move in self.searcher.search(self.history(state.board)):
                if depth > reached:
                    kept, reached = found or kept, depth
                if score >= bound and move:
                    found = move, score
        except self.program.Stop:
            found = kept or found  # in the midst of an iteration, both may be nonsense
        move, value = found
        if value < -HOPELESS * PAWN:
            raise Resigned
        return state.board.parse_uci(self.texts.render_move(move, state.active_player is MAX))

    def history(self, board: Any) -> list[Any]:
        """The position, and before it those that could come again."""
        fens = [board.fen()]
        while board.move_stack:
            board.pop()
            fens.append(board.fen())
        return [self.texts.from_fen(*fen.split()) for fen in reversed(fens)]

    def for_game(self, seed: int) -> Sunfish:
        """With fresh tables, which last for a game, as in the program."""
        return Sunfish(self.seconds)


def figures(quick: bool) -> Iterator[Figure]:
    seconds = 0.02 if quick else SECONDS
    players = [Contender("ours", seconds), Sunfish(seconds)]
    standings = tournament(players, positions(1 if quick else OPENINGS), progress=False)
    score = standings.score("ours")
    games = score.wins + score.draws + score.losses
    points = score.wins + score.draws / 2
    low, high = wilson(points, games)
    note = f"{score.wins} wins, {score.draws} draws, {score.losses} losses on {seconds} s a move; "
    note += f"95 % interval {low:.2f} to {high:.2f}"
    yield Figure("our share of the points against sunfish", points / games, "", least=GOAL, note=note)
