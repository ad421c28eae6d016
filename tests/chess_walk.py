"""The features of chess the slow way: each asked of every square, in the words of its definition.

It shares nothing with the package's own, which never look at a single square: no bits, no board
turned over; what a piece attacks is asked of python-chess.
"""

import chess
from chess import square_distance, square_file, square_rank

WORTH = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}
CENTRE = (chess.D4, chess.E4, chess.D5, chess.E5)


class Walk:
    """One side of a board. A method is a feature: what a square counts."""

    def __init__(self, board, colour):
        self.board, self.colour = board, colour
        self.own, self.other = board.pieces(chess.PAWN, colour), board.pieces(chess.PAWN, not colour)
        self.kings = board.pieces(chess.KING, colour)

    def points(self, name):
        """The squares that count, by name: {"d4": 1}."""
        counted = {chess.square_name(square): int(getattr(self, name)(square)) for square in chess.SQUARES}
        return {square: points for square, points in counted.items() if points}

    # Questions

    def height(self, square):
        """The rank as the side counts it, from 1."""
        return square_rank(square) + 1 if self.colour else 8 - square_rank(square)

    def attacks(self, square):
        return self.board.is_attacked_by(self.colour, square)

    def is_attacked(self, square):
        return self.board.is_attacked_by(not self.colour, square)

    def is_ours(self, square, *kinds):
        return self.board.color_at(square) is self.colour and self.board.piece_type_at(square) in kinds

    def pawns_ahead(self, square):
        return sum(square_file(p) == square_file(square) and self.height(p) > self.height(square) for p in self.own)

    def neighbours(self, square):
        return [p for p in self.own if abs(square_file(p) - square_file(square)) == 1]

    def pawn_attacks(self, square):
        return any(square in self.board.attacks(p) for p in self.own)

    def could_defend(self, square):
        """Whether an own pawn attacks the square now or could after moving straight on."""
        return any(self.height(p) < self.height(square) for p in self.neighbours(square))

    def could_be_hit(self, square):
        """The same of the other side's pawns."""
        return any(
            abs(square_file(p) - square_file(square)) == 1 and self.height(p) > self.height(square) for p in self.other
        )

    def pawns_on_file(self, square):
        """Whether there are own pawns on the file, and whether there are others."""
        return tuple(any(square_file(p) == square_file(square) for p in pawns) for pawns in (self.own, self.other))

    def from_edge(self, square):
        return min(square_file(square), 7 - square_file(square), square_rank(square), 7 - square_rank(square))

    # Pawns

    def isolated(self, square):
        return square in self.own and not self.neighbours(square)

    def doubled(self, square):
        return square in self.own and self.pawns_ahead(square) >= 1

    def tripled(self, square):
        return square in self.own and self.pawns_ahead(square) >= 2

    def quadrupled(self, square):
        return square in self.own and self.pawns_ahead(square) >= 3

    def passed(self, square):
        return square in self.own and not any(
            abs(square_file(p) - square_file(square)) <= 1 and self.height(p) > self.height(square) for p in self.other
        )

    def backward(self, square):
        if square not in self.own or not self.neighbours(square):
            return False
        step = square + 8 if self.colour else square - 8
        alone = all(self.height(p) > self.height(square) for p in self.neighbours(square))
        return alone and any(step in self.board.attacks(p) for p in self.other)

    def chained(self, square):
        return square in self.own and self.pawn_attacks(square)

    def advanced_pawns(self, square):
        return square in self.own and self.height(square) - 2

    # Pieces

    def material(self, square):
        return self.is_ours(square, *WORTH) and WORTH[self.board.piece_type_at(square)]

    def open_files(self, square):
        return self.is_ours(square, chess.ROOK) and self.pawns_on_file(square) == (False, False)

    def half_open_files(self, square):
        return self.is_ours(square, chess.ROOK) and self.pawns_on_file(square) == (False, True)

    def closed_files(self, square):
        return self.is_ours(square, chess.ROOK) and self.pawns_on_file(square) == (True, True)

    def central_knights(self, square):
        return self.is_ours(square, chess.KNIGHT) and self.from_edge(square)

    def development(self, square):
        return self.is_ours(square, chess.KNIGHT, chess.BISHOP) and self.height(square) > 1

    def centre(self, square):
        return square in CENTRE and self.attacks(square) + (square in self.own)

    def space(self, square):
        return self.height(square) > 4 and self.attacks(square)

    def strong_squares(self, square):
        strong = 4 <= self.height(square) <= 6 and self.pawn_attacks(square) and not self.could_be_hit(square)
        return strong and 1 + self.is_ours(square, chess.KNIGHT, chess.BISHOP)

    def weak_squares(self, square):
        return self.height(square) in (3, 4) and self.is_attacked(square) and not self.could_defend(square)

    def initiative(self, square):
        kind, attackers = self.board.piece_type_at(square), self.board.attackers(self.colour, square)
        if not attackers or kind in (None, chess.PAWN) or self.board.color_at(square) is self.colour:
            return False
        kinds = {self.board.piece_type_at(attacker) for attacker in attackers} - {chess.KING}
        return kind == chess.KING or not self.is_attacked(square) or any(WORTH[k] < WORTH[kind] for k in kinds)

    # The king

    def king_shelter(self, square):
        return square in self.own and any(
            abs(square_file(k) - square_file(square)) <= 1 and self.height(square) - self.height(k) in (1, 2)
            for k in self.kings
        )

    def king_danger(self, square):
        return self.is_attacked(square) and any(square_distance(square, k) <= 1 for k in self.kings)

    def central_king(self, square):
        return square in self.kings and self.from_edge(square)
