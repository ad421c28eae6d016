"""What each idea of a chess engine is worth: `python -m benchmarks.chess_ideas --match null_move`.

Each idea is a switch of the engine. With it and without it, the engine searches the same positions to the same depth;
and the two play a match on the same processor time for each move, every opening twice with colours exchanged. A match
is stored game by game in `.benchmarks`, so that it goes on where it was broken off. `--store FILE` plays what is
missing, measures nodes and time, and puts all of it into one small file.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from datetime import date
from pathlib import Path
from typing import Any

from benchmarks.chess import KIWIPETE
from benchmarks.environment import CACHE
from benchmarks.stockfish import positions
from minimax_lab.arena import tournament
from minimax_lab.arena.match.players import Resigned
from minimax_lab.arena.statistics.standings import Standings
from minimax_lab.evaluate import chess_evaluation
from minimax_lab.game import MAX
from minimax_lab.games import Chess
from minimax_lab.search import Engine

IDEAS = {
    "killers": "killer moves and history",
    "pvs": "principal variation search",
    "reductions": "late-move reductions",
    "null_move": "null move",
}
OPENINGS = 100  # positions of stored games, from each of which two games are played
SECONDS = 0.1  # of processor time for a move
HOPELESS = 5.0  # pawns: a player who is so far behind resigns
DEPTH, POSITIONS = 4, 12  # for nodes and time


class OnProcessorTime(Engine):
    now = staticmethod(time.thread_time)


class Contender:
    """An engine with or without an idea, on so much processor time for a move."""

    def __init__(self, idea: str, has_it: bool, seconds: float):
        self.name, self.seconds = "with" if has_it else "without", seconds
        self.engine = OnProcessorTime(chess_evaluation, quiescence=True, **{idea: has_it})

    def __call__(self, state: Any) -> Any:
        result = self.engine.search(state, seconds=self.seconds)
        if (result.value if state.active_player is MAX else -result.value) < -HOPELESS:
            raise Resigned
        return result.move

    def for_game(self, seed: int) -> Contender:
        return self

    def __repr__(self) -> str:
        return f"<Contender {self.engine!r}, {self.seconds:g} s>"


def match(idea: str, seconds: float) -> Standings:
    """Two games from each opening, or what is missing of them."""
    CACHE.mkdir(exist_ok=True)
    players = [Contender(idea, has_it, seconds) for has_it in (True, False)]
    return tournament(players, positions(OPENINGS), results=CACHE / f"match_{idea}.jsonl", progress=sys.stderr.isatty())


def searched(idea: str, states: list[Chess], depth: int) -> dict[str, Any]:
    """Nodes and processor time with the idea, as shares of those without it."""
    engines = [Engine(chess_evaluation, quiescence=True, **{idea: has_it}) for has_it in (True, False)]
    nodes, seconds = [0, 0], [0.0, 0.0]
    for state in states:
        for i, engine in enumerate(engines):  # side by side, so that a busy machine slows both
            begin = time.process_time()
            nodes[i] += engine.search(state, depth).nodes
            seconds[i] += time.process_time() - begin
    return {"nodes": round(nodes[0] / nodes[1], 3), "time": round(seconds[0] / seconds[1], 2)}


def result(idea: str, standings: Standings, seconds: float) -> dict[str, Any]:
    score = standings.score("with")
    found: dict[str, Any] = {"wins": score.wins, "draws": score.draws, "losses": score.losses}
    if standings.ratings:
        elo, error = standings.ratings.difference("with", "without")
        found |= {"elo": round(elo), "error": round(error)}
    return {"idea": IDEAS[idea], "switch": idea, "date": date.today().isoformat(), "seconds_a_move": seconds} | found


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.chess_ideas", description=__doc__.splitlines()[0])
    parser.add_argument("--match", choices=IDEAS, metavar="IDEA", help=f"play one match: {', '.join(IDEAS)}")
    parser.add_argument("--store", type=Path, metavar="FILE", help="measure nodes and time, and store all results")
    parser.add_argument("--seconds", type=float, default=SECONDS, metavar="S", help=f"for a move ({SECONDS})")
    options = parser.parse_args(arguments)
    if options.match:
        print(json.dumps(result(options.match, match(options.match, options.seconds), options.seconds)))
    if options.store:
        states = [Chess(KIWIPETE), *positions(POSITIONS - 1)]
        rows = []
        for idea in IDEAS:
            row = result(idea, match(idea, options.seconds), options.seconds) | searched(idea, states, DEPTH)
            rows.append(row)
            print(json.dumps(row), flush=True)
        options.store.write_text("[\n" + ",\n".join(map(json.dumps, rows)) + "\n]\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
