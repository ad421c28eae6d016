"""Play the games of chess that lesson 5b learns weights from, and store them.

    python -m tools.chess_games

Both sides are an engine that looks one move ahead and plays out the captures. Now and then it makes a random
move: otherwise all games would be alike, and few would be won. The same code plays the same games every
time; those that are stored were played by an earlier version of the engine.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

from minimax_lab.evaluate import chess_evaluation
from minimax_lab.games.chess.game import Chess
from minimax_lab.search import Engine

FILE = Path(__file__).parent.parent / "notebooks" / "data" / "chess_games.json"
GAMES = 100
OPENING = 8  # half-moves that are played at random
SLIPS = 0.1  # the share of random moves after that
LONGEST = 160  # half-moves; a game that is not finished by then counts as a draw


def play(seed: int) -> dict[str, object]:
    """One game: its moves, and how it ended for White."""
    rng, engine, state, moves = random.Random(seed), Engine(chess_evaluation, quiescence=True), Chess(), []
    while not state.is_terminal() and len(moves) < LONGEST:
        slip = len(moves) < OPENING or rng.random() < SLIPS
        move = rng.choice([*state.get_legal_moves()]) if slip else engine.search(state, depth=1).move
        state = state.forecast_move(move)
        moves.append(move.uci())
    return {"result": state.utility() if state.is_terminal() else 0, "moves": " ".join(moves)}


def main() -> None:
    lines = ",\n".join(json.dumps(play(seed)) for seed in range(GAMES))
    FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
