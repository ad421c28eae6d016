"""The cards as text: hands such as RPSRP, and a position in one line, `.../.R./... RPPS RRPSS 2 19`."""

from __future__ import annotations

from typing import TypeAlias

Hand: TypeAlias = tuple[int, int, int]  # how many rocks, papers and scissors

CARDS = "RPS"
NAMES = {"R": "rock", "P": "paper", "S": "scissors"}
LETTERS = {*CARDS, *CARDS.lower()}


def hand_of(letters: str, name: str) -> Hand:
    """The hand that `letters` such as "RPSRP" stand for; a ValueError calls it `name`."""
    if not isinstance(letters, str) or not letters or set(letters) - LETTERS:
        raise ValueError(f"{name} is letters of R, P and S, such as 'RPSRP', not {letters!r}")
    rocks, papers, scissors = (letters.upper().count(card) for card in CARDS)
    return rocks, papers, scissors


def letters_of(hand: Hand) -> str:
    """A hand as letters, the rocks first."""
    return "".join(card * count for card, count in zip(CARDS, hand, strict=True))


def read_position(text: str) -> tuple[tuple[int, int], tuple[int, int, int], tuple[Hand, Hand], int, bool]:
    """The cells of both players, those with rocks, papers and scissors, the hands, the plies left, is it MAX's turn?

    A set of cells is a number with one bit a cell. A ValueError says why a text is not a position that can arise.
    """
    parts = text.split() if isinstance(text, str) else []
    if len(parts) != 5:
        raise ValueError(f"a position is five parts (board, two hands, who is to move, plies left), not {text!r}")
    board, first, second, mover, plies = parts
    marks = board.replace("/", "")
    if [len(row) for row in board.split("/")] != [3, 3, 3] or set(marks) - LETTERS - {"."}:
        raise ValueError(f"a board is three rows of R, P, S, r, p, s and . such as '.../.r./...', not {board!r}")
    if mover not in ("1", "2") or not plies.isdecimal():
        raise ValueError(f"after the hands come 1 or 2 and the number of plies left, not {mover!r} and {plies!r}")
    one, two = (sum(1 << i for i, mark in enumerate(marks) if test(mark)) for test in (str.isupper, str.islower))
    rocks, papers, scissors = (sum(1 << i for i, mark in enumerate(marks.upper()) if mark == card) for card in CARDS)
    hand1, hand2 = ((0, 0, 0) if hand == "-" else hand_of(hand, f"hand {i}") for i, hand in ((1, first), (2, second)))
    placed = (one | two).bit_count()
    if (mover == "1") != (placed % 2 == 0):
        raise ValueError(f"player 1 begins: with {placed} on the board it cannot be player {mover}'s turn in {text!r}")
    if (placed + int(plies)) % 2 or not placed + int(plies):
        raise ValueError(f"{placed} on the board and {plies} plies left make no whole number of rounds in {text!r}")
    if placed and not (two if mover == "1" else one):
        raise ValueError(f"the card that was placed last must be on the board, of the other case, in {text!r}")
    return (one, two), (rocks, papers, scissors), (hand1, hand2), int(plies), mover == "1"
