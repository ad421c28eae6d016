"""In which order the moves of a chess position are worth trying."""

from __future__ import annotations

from collections.abc import Iterator

import chess

BEFORE_PROMOTION = {chess.WHITE: chess.BB_RANK_7, chess.BLACK: chess.BB_RANK_2}


def promising(board: chess.Board) -> Iterator[chess.Move]:
    """All legal moves, the noisy ones first. The quiet ones are not even looked for until they are wanted."""
    yield from (first := noisy(board))
    for move in board.generate_legal_moves(to_mask=~board.occupied_co[not board.turn]):
        if not (move.promotion or move.to_square == board.ep_square) or move not in first:
            yield move


def noisy(board: chess.Board) -> list[chess.Move]:
    """Captures and promotions: the most valuable victim first, taken by the least valuable attacker."""
    moves = [*board.generate_legal_captures()]
    if pawns := board.pawns & board.occupied_co[board.turn] & BEFORE_PROMOTION[board.turn]:
        moves += board.generate_legal_moves(pawns, ~board.occupied)

    def worth(move: chess.Move) -> int:
        """By the numbers that python-chess gives the kinds of pieces: from 1 for a pawn to 6 for a king."""
        victim, attacker = board.piece_type_at(move.to_square), board.piece_type_at(move.from_square)
        if victim is None and not move.promotion:
            victim = chess.PAWN  # en passant
        return 10 * ((victim or 0) + (move.promotion or 0)) - (attacker or 0)

    return sorted(moves, key=worth, reverse=True)
