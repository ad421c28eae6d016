"""The boards of the rock-paper-scissors card game as arrays: one for each set of occupied cells.

An array has an axis for each occupied cell, in the order of their numbers, and on it one of six cards: rock, paper
and scissors of player 1, then those of player 2. In front stand two axes for the hands, player 1's and player 2's.
Sets of cells that are mirror images of each other share one array, which is what makes the table small.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from math import comb
from typing import Any, TypeAlias

import numpy as np

from minimax_lab.games.rps.game import BEATS
from minimax_lab.games.rps.hands import Hand
from minimax_lab.games.symmetry import SYMMETRIES

Cells: TypeAlias = tuple[int, ...]  # occupied cells, in order
Array: TypeAlias = np.ndarray[Any, Any]
Level: TypeAlias = dict[Cells, Array]  # the arrays of all boards with the same number of cards

BOARD = range(9)
BESIDE = [[c for c in BOARD if abs(c // 3 - cell // 3) + abs(c % 3 - cell % 3) == 1] for cell in BOARD]


@cache
def representative(cells: Cells) -> tuple[Cells, Cells]:
    """The mirror image of `cells` that stands for all of them, and where each of `cells` goes in it."""
    images = [tuple(symmetry[cell] for cell in cells) for symmetry in SYMMETRIES]
    image = min(images, key=sorted)
    return tuple(sorted(image)), image


def representatives(cards: int) -> list[Cells]:
    """The sets of so many cells, of mirror images only one."""
    return sorted({representative(cells)[0] for cells in combinations(BOARD, cards)})


@cache
def hands_of(cards: int) -> list[Hand]:
    """All hands of so many cards."""
    return [(r, p, cards - r - p) for r in range(cards, -1, -1) for p in range(cards - r, -1, -1)]


@dataclass(frozen=True)
class Deal:
    """What both players hold at the start, and how many cards are placed before the game ends."""

    cards: tuple[int, int]
    plies: int

    @classmethod
    def of(cls, first: int, second: int, max_plies: int) -> Deal:
        """The deal of two hands; a game ends when the board is full, the rounds are over or a hand is empty."""
        return cls((first, second), min(9, max_plies, 2 * first, 2 * second + 1))

    def held(self, player: int, placed: int) -> int:
        """How many cards a player (0 or 1) holds after so many plies."""
        return self.cards[player] - (placed + 1 - player) // 2

    def hands(self, player: int, placed: int) -> list[Hand] | None:
        """The hands that a player may hold after so many plies; None for one who will not move again."""
        will_move = any(ply % 2 == player for ply in range(placed, self.plies))
        return hands_of(self.held(player, placed)) if will_move else None

    def shape(self, placed: int) -> tuple[int, ...]:
        """The shape of an array after so many plies."""
        hands = (self.hands(player, placed) for player in (0, 1))
        return (*(1 if kept is None else len(kept) for kept in hands), *(6,) * placed)

    def positions(self) -> int:
        """How many positions there are, mirror images and hands that no longer matter included."""
        return sum(
            comb(9, k) * 6**k * len(hands_of(self.held(0, k))) * len(hands_of(self.held(1, k)))
            for k in range(self.plies)
        )

    def bytes(self) -> int:
        """How much memory a byte for each position takes, mirror images counted once."""
        return sum(len(representatives(k)) * int(np.prod(self.shape(k), dtype=np.int64)) for k in range(self.plies + 1))


def margins(cards: int) -> Array:
    """How many more cards are player 1's than player 2's, on all boards with so many cards."""
    owner = np.array([1, 1, 1, -1, -1, -1], np.int8)
    total = np.zeros((6,) * cards, np.int8)
    for axis in range(cards):
        total += owner.reshape(6, *(1,) * (cards - 1 - axis))
    return total[None, None]


def moves(cells: Cells) -> Iterator[tuple[int, int]]:
    """Where a card can be placed, and which: (cell, kind)."""
    return product((cell for cell in BOARD if cell not in cells), range(3))


def after(cells: Cells, cell: int, kind: int, level: Level) -> Array:
    """What `level` says of the boards after a card was placed: an array over `cells` and the hands then held."""
    mover = len(cells) % 2
    child, image = representative(tuple(sorted((*cells, cell))))
    place = dict(zip(sorted((*cells, cell)), image, strict=True))
    order = [2 + child.index(place[other]) for other in (cell, *cells)]
    seen = level[child].transpose(order[0], 0, 1, *order[1:])[3 * mover + kind].copy()
    beaten = BEATS[kind]
    for other in BESIDE[cell]:
        if other in cells:  # the card there is taken over: read what the board is worth with it in the mover's hands
            axis = (slice(None),) * (2 + cells.index(other))
            seen[*axis, 3 * (1 - mover) + beaten] = seen[*axis, 3 * mover + beaten]
    return seen


def replies(deal: Deal, cells: Cells, kind: int) -> Iterator[tuple[tuple[Any, ...], tuple[Any, ...]]]:
    """For each hand of the mover with a card of this kind: its place in an array, and that of the hand without it."""
    placed, mover = len(cells), len(cells) % 2
    later = deal.hands(mover, placed + 1)
    for number, hand in enumerate(deal.hands(mover, placed) or ()):
        if hand[kind]:
            rest = [count - (other == kind) for other, count in enumerate(hand)]
            place = 0 if later is None else [*map(list, later)].index(rest)
            yield (number, place) if mover == 0 else ((slice(None), number), (slice(None), place))  # type: ignore[misc]
