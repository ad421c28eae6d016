"""Questions about a board: who wins this position of isolation, and how much material is on this chess board?"""

from __future__ import annotations

import random

from minimax_lab.app.worksheets.task import Task, listed
from minimax_lab.evaluate import material
from minimax_lab.game import MAX
from minimax_lab.games import Chess, Isolation
from minimax_lab.search import alphabeta

TRIES = 10_000
PIECES = {"P": ("pawn", 1), "N": ("knight", 3), "B": ("bishop", 3), "R": ("rook", 5), "Q": ("queen", 9)}
PLIES = 30, 70  # how far a game of chess has gone at least and at most


def isolation_position(rng: random.Random) -> Task:
    """Which moves are there, and which of them win?"""
    state, winning = _worth_asking(rng)
    moves = state.get_legal_moves()
    mover = state.active_player
    losing = [move for move in moves if move not in winning]
    answers = {"legal moves": listed(moves), "winner": str(mover), "winning moves": listed(winning)}
    return Task(
        "isolation",
        "A position of isolation",
        "1 is MAX, 2 is MIN. A move goes along a row, a column or a diagonal; hatched cells are closed, and nobody "
        "jumps. A player who cannot move loses. Write a cell as (x, y).",
        state,
        state,
        answers,
        [
            "1 point for the list of legal moves, 1 for the winner, 2 for all winning moves (1 if one is missing).",
            f"The legal moves are {answers['legal moves']}.",
            f"{mover} wins with best play: by {listed(winning, 'or')}.",
            f"After {listed(losing, 'or')} the opponent wins.",
        ],
        4,
        f"{len(moves)} moves, {len(winning)} of them winning",
        (f"The legal moves of {mover}:", "With best play, who wins?", "The moves that win:"),
    )


def _worth_asking(rng: random.Random) -> tuple[Isolation, list[tuple[int, int]]]:
    """A position in which some moves win and others do not, and the moves that win."""
    for _ in range(TRIES):
        state = Isolation(width=4, height=3)
        for _ in range(rng.choice((4, 5))):
            if moves := state.get_legal_moves():
                state = state.forecast_move(rng.choice(moves))
        moves = state.get_legal_moves()
        wins = 1 if state.active_player is MAX else -1
        winning = [move for move in moves if alphabeta(state.forecast_move(move)) == wins]
        if 0 < len(winning) < len(moves):
            return state, winning
    raise AssertionError("some position of isolation is worth asking about")


def material_count(rng: random.Random) -> Task:
    """How much material has each side?"""
    state = Chess()
    for _ in range(rng.randint(*PLIES)):
        if moves := state.get_legal_moves():
            state = state.forecast_move(rng.choice(moves))
    state = Chess(state.fen)  # the last move is not marked
    placed = state.fen.split()[0]
    white, told_white = _side(placed)
    black, told_black = _side(placed.swapcase())
    assert white - black == material(state)
    difference = f"{white - black:+d}".replace("-", "−").replace("+0", "0")
    return Task(
        "material",
        "Material",
        "A pawn counts 1, a knight or a bishop 3, a rook 5, a queen 9. Kings do not count.",
        state,
        state,
        {"White": str(white), "Black": str(black), "White minus Black": difference},
        [
            "1 point for each side, 1 for the difference with its sign (also if a count before it is wrong).",
            f"White: {told_white} = {white}.",
            f"Black: {told_black} = {black}.",
            f"White minus Black: {difference}. A value is always MAX's, and White is MAX.",
        ],
        3,
        f"{sum(map(str.isalpha, placed))} pieces on the board",
        ("White has", "Black has", "The value of the position, White minus Black:"),
    )


def _side(placed: str) -> tuple[int, str]:
    """The points of the capital letters in the first part of a FEN, and how they come about."""
    counts = {name: (placed.count(letter), worth) for letter, (name, worth) in PIECES.items() if letter in placed}
    told = (f"{n} {name if n == 1 else name + 's'} ({n * worth})" for name, (n, worth) in counts.items())
    return sum(n * worth for n, worth in counts.values()), " + ".join(told) or "no pieces"
