"""The rock-paper-scissors card game, strongly solved: the margin under best play in every position.

The table is worked out backwards. What a full board is worth can be counted. A board with one card fewer is worth
the best of the boards that its moves lead to, and so on up to the empty board.

Boards are kept in arrays: one for each set of occupied cells. An array has an axis for each occupied cell, in the order
of their numbers, and on it one of six cards: rock, paper and scissors of player 1, then those of player 2. In front
stand two axes for the hands, player 1's and player 2's. Sets of cells that are mirror images of each other share one
array, which is what makes the table small.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, product
from math import comb
from typing import Any, Literal, TypeAlias

import numpy as np

from minimax_lab.adapt import underlying
from minimax_lab.games import RPS
from minimax_lab.games.rps.game import BEATS
from minimax_lab.games.rps.hands import Hand, letters_of
from minimax_lab.games.symmetry import SYMMETRIES

Cells: TypeAlias = tuple[int, ...]  # occupied cells, in order
Array: TypeAlias = np.ndarray[Any, Any]
Level: TypeAlias = dict[Cells, Array]  # the arrays of all boards with the same number of cards

MOST_BYTES = 1 << 30  # of a table
BOARD = range(9)
BESIDE = [[c for c in BOARD if abs(c // 3 - cell // 3) + abs(c % 3 - cell % 3) == 1] for cell in BOARD]


@cache
def representative(cells: Cells) -> tuple[Cells, Cells]:
    """The mirror image of `cells` that stands for all of them, and where each of `cells` goes in it."""
    images = [tuple(symmetry[cell] for cell in cells) for symmetry in SYMMETRIES]
    image = min(images, key=sorted)
    return tuple(sorted(image)), image


def boards_with(cards: int) -> list[Cells]:
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
        return sum(len(boards_with(k)) * int(np.prod(self.shape(k), dtype=np.int64)) for k in range(self.plies + 1))


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
    placed = sum(cells.bit_count() for cells in state.cells)
    first, second = (sum(hand) for hand in state.hands)
    plies_left = int(state.to_text().split()[-1])
    return _table(Deal.of(first + (placed + 1) // 2, second + placed // 2, placed + plies_left))


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


# When the players are not both perfect

Style: TypeAlias = Literal["random", "perfect", "best reply"]
STYLES = "random", "perfect", "best reply"


def winning_chances(first: Style, second: Style, table: RPSTable | None = None) -> dict[tuple[str, str], float]:
    """For every deal, how likely it is that player 1 owns more cards in the end.

    `first` and `second` are how the players choose: "random", any legal move with the same chance; "perfect", any of
    the best moves with the same chance; "best reply", the move that wins most often against the *other player's
    style*. `table` is the solved game (`rps_table()` if it is left out).

    >>> chances = winning_chances("random", "perfect", rps_table(hand_size=2))
    >>> chances["RP", "PS"]
    0.0
    """
    for style in first, second:
        if style not in STYLES:
            raise ValueError(f"a style is one of {', '.join(map(repr, STYLES))}; not {style!r}")
    table = rps_table() if table is None else table
    deal = table.deal
    level = dict.fromkeys(boards_with(deal.plies), (margins(deal.plies) > 0).astype(np.float32))
    for placed in reversed(range(deal.plies)):
        style = second if placed % 2 else first
        level = {cells: _chances(table, cells, style, level) for cells in boards_with(placed)}
    chances = np.broadcast_to(level[()], [len(hands_of(cards)) for cards in deal.cards])
    return dict(zip(table.deals(), map(float, chances.ravel()), strict=True))


def _chances(table: RPSTable, cells: Cells, style: Style, later: Level) -> Array:
    """The chances on the boards over `cells`, from those after one more card."""
    placed, deal = len(cells), table.deal
    mover = placed % 2
    shape = deal.shape(placed)
    total = np.zeros(shape, np.float32)
    # How many moves there are to choose from: for "random" it depends on the hands alone.
    number = np.zeros(shape if style == "perfect" else shape[:2] + (1,) * placed, np.float32)
    better = np.minimum if mover else np.maximum
    total += mover if style == "best reply" else 0  # the worst for the mover
    for cell, kind in moves(cells):
        child = after(cells, cell, kind, later)
        worth = after(cells, cell, kind, table.levels[placed + 1]) if style == "perfect" else None
        for hand, rest in replies(deal, cells, kind):
            if style == "best reply":
                better(total[hand], child[rest], out=total[hand])
                continue
            chosen = 1 if worth is None else worth[rest] == table.levels[placed][cells][hand]
            total[hand] += chosen * child[rest]
            number[hand] += chosen
    if style != "best reply":
        total /= number
    return total
