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


def is_noisy(board, move):
    """A new queen, or a capture unless a piece takes a lesser one that is protected."""
    if move.promotion:
        return move.promotion == chess.QUEEN
    if not board.is_capture(move):
        return False
    worth = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9, "k": 0}
    attacker, victim = board.piece_at(move.from_square), board.piece_at(move.to_square)
    lesser = victim is not None and worth[victim.symbol().lower()] < worth[attacker.symbol().lower()]
    return not (lesser and board.attackers(not board.turn, move.to_square))
