"""What each idea of a chess engine is worth: play a match for each, and store nodes, time and Elo.

    python -m tools.chess_ideas FOLDER

Each idea is a switch of the engine. With it and without it, the engine searches the same positions to the same depth;
and the two play a match on the same processor time for each move, from every opening twice with colours exchanged. A
match is stored game by game in FOLDER, and goes on where it was broken off. One takes about half an hour on a free
processor. When all are played, FOLDER/chess_ideas.json has the results.
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
from minimax_lab.arena import tournament
from minimax_lab.arena.players import Resigned
from minimax_lab.arena.standings import Standings
from minimax_lab.evaluate import chess_evaluation
from minimax_lab.game import MAX
from minimax_lab.games import Chess
from minimax_lab.search import Engine
from tools.stockfish import positions

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
    """An engine that has so many seconds of processor time for a move, and resigns what is hopeless."""

    def __init__(self, name: str, seconds: float, **switches: bool):
        self.name, self.seconds = name, seconds
        self.engine = OnProcessorTime(chess_evaluation, quiescence=True, **switches)

    def __call__(self, state: Any) -> Any:
        result = self.engine.search(state, seconds=self.seconds)
        if (result.value if state.active_player is MAX else -result.value) < -HOPELESS:
            raise Resigned
        return result.move

    def for_game(self, seed: int) -> Contender:
        return self

    def __repr__(self) -> str:
        return f"<Contender {self.engine!r}>"


def match(idea: str, folder: Path) -> Standings:
    """Two games from each opening, or what is missing of them."""
    players = [Contender(name, SECONDS, **{idea: name == "with"}) for name in ("with", "without")]
    return tournament(players, positions(OPENINGS), results=folder / f"{idea}.jsonl", progress=sys.stderr.isatty())


def searched(idea: str) -> dict[str, Any]:
    """Nodes and processor time with the idea, as shares of those without it."""
    states = [Chess(KIWIPETE), *positions(POSITIONS - 1)]
    engines = [Engine(chess_evaluation, quiescence=True, **{idea: has_it}) for has_it in (True, False)]
    nodes, seconds = [0, 0], [0.0, 0.0]
    for state in states:
        for i, engine in enumerate(engines):  # side by side, so that a busy machine slows both
            begin = time.process_time()
            nodes[i] += engine.search(state, DEPTH).nodes
            seconds[i] += time.process_time() - begin
    return {"nodes": round(nodes[0] / nodes[1], 3), "time": round(seconds[0] / seconds[1], 2)}


def result(idea: str, standings: Standings) -> dict[str, Any]:
    score = standings.score("with")
    found: dict[str, Any] = {"wins": score.wins, "draws": score.draws, "losses": score.losses}
    if standings.ratings:
        elo, error = standings.ratings.difference("with", "without")
        found |= {"elo": round(elo), "error": round(error)}
    return {"idea": IDEAS[idea], "switch": idea, "date": date.today().isoformat(), "seconds": SECONDS} | found


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.chess_ideas", description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="where the games are stored, and found again")
    folder = parser.parse_args(arguments).folder
    folder.mkdir(parents=True, exist_ok=True)
    rows = []
    for idea in IDEAS:
        rows.append(json.dumps(result(idea, match(idea, folder)) | searched(idea)))
        print(rows[-1], flush=True)
    (folder / "chess_ideas.json").write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
