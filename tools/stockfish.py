"""How far our evaluations of chess are from Stockfish's, and whether the search plays its moves.

    python -m tools.stockfish notebooks/data/stockfish.json

The positions are taken from the stored games that the lesson learns from. The file holds what
everybody says of each of them, so that the lesson can show it where no Stockfish is installed.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import chess

from minimax_lab.arena.uci import UCIPlayer, stockfish
from minimax_lab.evaluate import chess_evaluation, material
from minimax_lab.game import MAX
from minimax_lab.games import Chess
from minimax_lab.search import Engine

GAMES = Path(__file__).parent.parent / "notebooks" / "data" / "chess_games.json"
EVALUATIONS: dict[str, Callable[[Any], float]] = {"material": material, "chess_evaluation": chess_evaluation}
FIRST, EVERY = 10, 14  # plies: from which on positions are taken, and how far apart
DECIDED = 10.0  # pawns: more than that is a won game, and no difference to speak of


def positions(count: int) -> list[Chess]:
    """Positions of the stored games, one of each game in turn, then the next of each."""
    games = [game["moves"].split() for game in json.loads(GAMES.read_text(encoding="utf-8"))]
    found: dict[Chess, None] = {}
    for ply in range(FIRST, max(map(len, games)), EVERY):
        for moves in games:
            if len(moves) > ply and len(found) < count:
                state = Chess()
                for move in moves[:ply]:
                    state = state.forecast_move(move)
                found[state] = None
    return [*found]


def bounded(value: float) -> float:
    return max(-DECIDED, min(DECIDED, value))


def asked(state: Chess, fish: UCIPlayer, depth: int) -> dict[str, Any]:
    """What Stockfish and each of our evaluations say of a position, and what they would play."""
    best = fish.opinion(state)
    best_after = judged(state.forecast_move(best.move), fish)
    row: dict[str, Any] = {"fen": state.fen, "stockfish": {"value": bounded(best.value), "move": state.san(best.move)}}
    for name, evaluate in EVALUATIONS.items():
        move = Engine(evaluate, quiescence=True).search(state, depth).move
        loss = (best_after - judged(state.forecast_move(move), fish)) * (1 if state.active_player is MAX else -1)
        row[name] = {"value": round(bounded(evaluate(state)), 2), "move": state.san(move), "loss": round(loss, 2)}
    return row


def judged(state: Chess, fish: UCIPlayer) -> float:
    """What a position is worth to Stockfish, or by the rules if the game is over."""
    if state.is_terminal():
        return DECIDED * state.utility()
    return bounded(fish.opinion(state).value)


def summary(rows: list[dict[str, Any]], name: str) -> dict[str, float]:
    """How far an evaluation is from Stockfish's, and its moves."""
    ours, theirs = [row[name]["value"] for row in rows], [row["stockfish"]["value"] for row in rows]
    return {
        "apart": statistics.mean(abs(a - b) for a, b in zip(ours, theirs, strict=True)),
        "correlation": statistics.correlation(ours, theirs),
        "same move": statistics.mean(row[name]["move"] == row["stockfish"]["move"] for row in rows),
        "loss": statistics.mean(row[name]["loss"] for row in rows),
    }


def report(rows: list[dict[str, Any]]) -> str:
    lines = [f"{'':18}{'pawns apart':>12}{'correlation':>13}{'same move':>11}{'pawns lost a move':>19}"]
    for name in EVALUATIONS:
        s = summary(rows, name)
        lines.append(f"{name:18}{s['apart']:12.2f}{s['correlation']:13.2f}{s['same move']:11.0%}{s['loss']:19.2f}")
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.stockfish", description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path, nargs="?", help="where to write it all, as JSON")
    parser.add_argument("--positions", type=int, default=60, metavar="N", help="how many positions (60)")
    parser.add_argument("--depth", type=int, default=2, metavar="N", help="of our search, with quiescence (2)")
    parser.add_argument("--their-depth", type=int, default=12, metavar="N", help="of Stockfish's search (12)")
    options = parser.parse_args(arguments)
    if min(options.positions, options.depth, options.their_depth) < 1:
        parser.error("--positions, --depth and --their-depth must be at least 1")
    try:
        fish = stockfish(depth=options.their_depth)
    except FileNotFoundError as error:
        parser.error(str(error))
    with fish:
        about = {"date": date.today().isoformat(), "program": fish.program, "their_depth": options.their_depth}
        rows = [asked(state, fish, options.depth) for state in positions(options.positions)]
    about |= {"python_chess": chess.__version__, "our_depth": options.depth, "decided": DECIDED}
    print(f"{about['date']}, {about['program']} at depth {about['their_depth']}, {len(rows)} positions, "
          f"our search at depth {options.depth} with quiescence\n")  # fmt: skip
    print(report(rows))
    if options.file:
        lines = ",\n".join(json.dumps(row) for row in rows)
        options.file.write_text(json.dumps(about)[:-1] + f', "positions": [\n{lines}\n]}}\n', encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
