"""The cards, and how many of each a player holds."""

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
