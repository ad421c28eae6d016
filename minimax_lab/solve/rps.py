"""The rock-paper-scissors card game, strongly solved: the margin under best play in every position.

The table is worked out backwards. What a full board is worth can be counted. A board with one card fewer is worth
the best of the boards that its moves lead to, and so on up to the empty board.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from minimax_lab.adapt import underlying
from minimax_lab.games import RPS
from minimax_lab.games.rps.hands import letters_of
from minimax_lab.solve.boards import Deal, Level, after, hands_of, margins, moves, replies, representative
from minimax_lab.solve.boards import representatives as boards_with

MOST_BYTES = 1 << 30  # of a table


class TableTooLarge(ValueError):
    """A table that would take too much memory."""


class RPSTable:
    """What every position of a deal is worth: how many more cards player 1 owns in the end, if both play their best."""

    def __init__(self, deal: Deal):
        self.deal = deal
        self._held = [[deal.hands(player, placed) for player in (0, 1)] for placed in range(deal.plies + 1)]
        if deal.bytes() > MOST_BYTES:
            raise TableTooLarge(
                f"a table for hands of {deal.cards[0]} and {deal.cards[1]} cards would take "
                f"{deal.bytes() / 1e6:,.0f} MB; the limit is {MOST_BYTES / 1e6:,.0f} MB. Deal smaller hands."
            )
        try:
            self.levels = _solve(deal)
        except MemoryError:
            raise MemoryError(
                f"the table takes {deal.bytes() / 1e6:,.0f} MB of memory, and there is less. "
                "Close other notebooks, or deal smaller hands."
            ) from None

    @property
    def positions(self) -> int:
        """How many positions the table knows; mirror images, which it keeps once, are counted."""
        return self.deal.positions()

    def deals(self) -> dict[tuple[str, str], int]:
        """The value of every deal: from the two hands, such as ("RRPPS", "RPSSS"), to the margin."""
        first, second = ([letters_of(hand) for hand in hands_of(cards)] for cards in self.deal.cards)
        values = np.broadcast_to(self.levels[0][()], (len(first), len(second)))
        return {(a, b): int(values[i, j]) for i, a in enumerate(first) for j, b in enumerate(second)}

    def value(self, state: RPS) -> int:
        """The margin that `state` comes to if both play their best."""
        own, other = state.cells
        _, papers, scissors = state.cards
        digits = {
            cell: 3 * (other >> cell & 1) + 2 * (scissors >> cell & 1) + (papers >> cell & 1)
            for cell in range(9)
            if (own | other) >> cell & 1
        }
        placed = len(digits)
        cells, image = representative(tuple(digits))
        hands = [
            0 if kept is None else kept.index(hand) for kept, hand in zip(self._held[placed], state.hands, strict=True)
        ]
        content = dict(zip(image, digits.values(), strict=True))
        return int(self.levels[placed][cells][*hands, *(content[cell] for cell in cells)])

    def __repr__(self) -> str:
        return f"RPSTable({self.positions:,} positions, hands of {self.deal.cards[0]} and {self.deal.cards[1]})"


def _solve(deal: Deal) -> list[Level]:
    """From the last card to the first, the value of all boards with as many cards."""
    levels: list[Level] = [{} for _ in range(deal.plies + 1)]
    levels[deal.plies] = dict.fromkeys(boards_with(deal.plies), margins(deal.plies))
    for placed in reversed(range(deal.plies)):
        better = np.maximum if placed % 2 == 0 else np.minimum
        worst = -10 if placed % 2 == 0 else 10
        for cells in boards_with(placed):
            best = np.full(deal.shape(placed), worst, np.int8)
            for cell, kind in moves(cells):
                child = after(cells, cell, kind, levels[placed + 1])
                for hand, rest in replies(deal, cells, kind):
                    better(best[hand], child[rest], out=best[hand])
            levels[placed][cells] = best
    return levels


def rps_table(hand_size: int = 5, max_rounds: int = 10) -> RPSTable:
    """The solved game: every position of every deal.

    `hand_size` is how many cards each player gets, `max_rounds` how many moves each may make at most. A table of the
    usual game takes about 110 MB and is kept until the next one is asked for. Raises `TableTooLarge` if a table would
    take more than 1 GB.

    >>> rps_table(hand_size=2)
    RPSTable(67,104 positions, hands of 2 and 2)
    """
    for name, number in (("hand_size", hand_size), ("max_rounds", max_rounds)):
        if type(number) is not int or number < 1:
            raise ValueError(f"{name} is a whole number, 1 or more; not {number!r}")
    return _table(Deal.of(hand_size, hand_size, 2 * max_rounds))


_table = lru_cache(maxsize=1)(RPSTable)


def perfect(state: RPS) -> tuple[int, list[tuple[str, int]]]:
    """What `state` is worth (the margin at the end, positive for player 1), and all moves that are best.

    The first call works out the table, which takes about a second.

    >>> value, moves = perfect(RPS.start("RP", "PS"))
    >>> value, len(moves)
    (-2, 18)
    """
    values = move_values(state)
    value = _table_of(state).value(underlying(state))
    return value, [move for move, margin in values.items() if margin == value]


def move_values(state: RPS) -> dict[tuple[str, int], int]:
    """The margin that each move in `state` comes to if both play their best after it.

    >>> set(move_values(RPS.start("RP", "PS")).values())
    {-2}
    """
    table, state = _table_of(state), underlying(state)
    return {move: table.value(state.forecast_move(move)) for move in state.get_legal_moves()}


def _table_of(state: RPS) -> RPSTable:
    state = underlying(state)
    if not isinstance(state, RPS):
        raise TypeError(f"only the rock-paper-scissors card game (RPS) is solved, not {type(state).__name__}")
    return _table(_deal_of(state))


def _deal_of(state: RPS) -> Deal:
    placed = sum(cells.bit_count() for cells in state.cells)
    first, second = (sum(hand) for hand in state.hands)
    plies_left = int(state.to_text().split()[-1])
    return Deal.of(first + (placed + 1) // 2, second + placed // 2, placed + plies_left)


class PerfectPlayer:
    """Plays the card game perfectly: always a best move, of several the first."""

    name = "perfect"

    def __call__(self, state: RPS) -> tuple[str, int]:
        return perfect(state)[1][0]

    def move_values(self, state: RPS) -> dict[tuple[str, int], int]:
        """The margin that each move comes to: `PlayGame` asks for it when you want a hint, or ask why."""
        return move_values(state)

    def __repr__(self) -> str:
        return "PerfectPlayer()"
