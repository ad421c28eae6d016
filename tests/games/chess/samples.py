"""Positions and games of chess to try things on."""

import random
from pathlib import Path

import chess
import chess.variant

from minimax_lab.games import Chess

POSITIONS = Path(__file__).parents[1] / "positions"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"


def played(*moves, start=None):
    state = Chess(start)
    for move in moves:
        state = state.forecast_move(move)
    return state


def random_games(count, plies, seed):
    """Positions of random games, as boards that remember their moves."""
    rng = random.Random(seed)
    for _ in range(count):
        board = chess.Board()
        for _ in range(plies):
            if board.is_game_over():
                break
            board.push(rng.choice([*board.legal_moves]))
            yield board.copy()
