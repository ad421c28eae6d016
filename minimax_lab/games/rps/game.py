"""The rock-paper-scissors card game on a board of three by three.

Two open hands. In turn, each player places a card on an empty cell; it takes over, at once, every
card of the opponent's beside it (not diagonally) that it beats. When no more can be placed, the
player who owns more cards on the board has won.

A set of cells is a number, bit 0 being the top left cell, bit 8 the bottom right one. A position is
which cells are whose, which hold a rock, a paper, scissors, and how many of each are in the hands.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from copy import copy
from functools import cache
from typing import Any, Self, TypeAlias

from minimax_lab.game import MAX, MIN, GameState, IllegalMove, Player
from minimax_lab.games.rps.hands import CARDS, NAMES, Hand, hand_of, letters_of, read_position
from minimax_lab.games.rps.picture import rps_scene
from minimax_lab.games.symmetry import LEAST, WAYS
from minimax_lab.picture.scene import Scene

Move: TypeAlias = tuple[str, int]  # (card, cell): ("R", 4) is a rock in the middle

BEATS = {0: 2, 1: 0, 2: 1}  # rock beats scissors, paper beats rock, scissors beat paper
FULL = (1 << 9) - 1
BESIDE = [
    sum(1 << 3 * y + x for x, y in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)) if 0 <= x < 3 and 0 <= y < 3)
    for y in range(3)
    for x in range(3)
]
EMPTY = [tuple(cell for cell in range(9) if not taken >> cell & 1) for taken in range(512)]
MOVES = {(card, cell): (kind, cell, 1 << cell) for kind, card in enumerate(CARDS) for cell in range(9)}


class RPS(GameState):
    """A position. MAX is player 1 and begins; a move is (card, cell): `("R", 4)`, cells row by row from 0 to 8.

    Made by `RPS.start("RPSRP", "PSRSR")` from two hands or by `RPS.deal(seed=1)` from a shuffled deck.

    >>> print(RPS.start("RPSRP", "PSRSR").forecast_move(("R", 4)))
    1: RPPS
    . . .
    . R .
    . . .
    2: rrpss
    """

    __slots__ = ("_cards", "_last", "_mine", "_my_hand", "_plies", "_taken", "_their_hand", "_theirs", "active_player")
    outcomes = (-1, +1)
    title = "Rock, paper, scissors on a board"
    rules = (
        "Put a card on an empty cell. It takes over every enemy card beside it, above it or below it that it beats:"
        " rock beats scissors, scissors beat paper, paper beats rock. More cards on the board win."
    )
    engine_options: Mapping[str, Any] = {"evaluate": "minimax_lab.evaluate:rps_corrected"}

    _mine: int  # the cells of the player whose turn it is
    _theirs: int
    _cards: tuple[int, int, int]  # the cells that hold rocks, papers and scissors
    _my_hand: Hand
    _their_hand: Hand
    _plies: int  # how many may still be played before the rounds run out
    _last: int  # the cell that was played last, -1 before the first
    _taken: int  # the cells that this move took over

    def __init__(self) -> None:
        raise TypeError(
            'a game starts with two hands: RPS.start("RPSRP", "PSRSR"), or RPS.deal(seed=1) to shuffle a deck'
        )

    @classmethod
    def start(cls, hand1: str, hand2: str, max_rounds: int = 10) -> Self:
        """The empty board, and two hands such as "RPSRP"; the game ends after `max_rounds` moves of each player."""
        if not _whole(max_rounds) or max_rounds < 1:
            raise ValueError(f"a game has at least one round, not {max_rounds!r}")
        hands = hand_of(hand1, "hand1"), hand_of(hand2, "hand2")
        return cls._make((0, 0), (0, 0, 0), hands, 2 * max_rounds, MAX)

    @classmethod
    def deal(cls, seed: int = 0, deck_size: int = 21, hand_size: int = 5, max_rounds: int = 10) -> Self:
        """Two hands from a shuffled deck with as many rocks as papers and scissors."""
        if not _whole(deck_size) or deck_size < 3 or deck_size % 3:
            raise ValueError(f"a deck has equal thirds, so its size is 3, 6, 9, …, not {deck_size!r}")
        if not _whole(hand_size) or not 1 <= hand_size <= deck_size // 2:
            raise ValueError(
                f"from a deck of {deck_size} two hands of 1 to {deck_size // 2} can be dealt, not {hand_size!r}"
            )
        deck = [*CARDS * (deck_size // 3)]
        random.Random(seed).shuffle(deck)
        return cls.start("".join(deck[:hand_size]), "".join(deck[hand_size : 2 * hand_size]), max_rounds)

    @classmethod
    def from_text(cls, text: str) -> Self:
        """The position that `to_text` wrote; a ValueError says what is wrong with any other text."""
        cells, cards, hands, plies, max_moves = read_position(text)
        return cls._make(cells, cards, hands, plies, MAX if max_moves else MIN)

    @classmethod
    def _make(
        cls, cells: tuple[int, int], cards: tuple[int, int, int], hands: tuple[Hand, Hand], plies: int, player: Player
    ) -> Self:
        """A position from the cells and the hands of MAX and MIN."""
        state, turn = object.__new__(cls), 1 if player is MAX else -1
        state._mine, state._theirs = cells[::turn]
        state._my_hand, state._their_hand = hands[::turn]
        state._cards, state._plies, state.active_player = cards, plies, player
        state._last, state._taken = -1, 0
        return state

    def to_text(self) -> str:
        """The position in one line: board, hands, who is to move, plies left: `.../.R./... RPPS RRPSS 2 19`."""
        hands = [letters_of(hand) or "-" for hand in self.hands]
        return " ".join(["/".join(self.rows()), *hands, "1" if self.active_player is MAX else "2", str(self._plies)])

    @property
    def hands(self) -> tuple[Hand, Hand]:
        """How many rocks, papers and scissors MAX and MIN hold."""
        own, other = self._my_hand, self._their_hand
        return (own, other) if self.active_player is MAX else (other, own)

    @property
    def cells(self) -> tuple[int, int]:
        """The cells of MAX and those of MIN, each as a set of bits."""
        own, other = self._mine, self._theirs
        return (own, other) if self.active_player is MAX else (other, own)

    @property
    def cards(self) -> tuple[int, int, int]:
        """The cells that hold rocks, papers and scissors, each as a set of bits."""
        return self._cards

    @property
    def margin(self) -> int:
        """How many more cards on the board are MAX's than MIN's."""
        lead = self._mine.bit_count() - self._theirs.bit_count()
        return lead if self.active_player is MAX else -lead

    @property
    def last_cell(self) -> int | None:
        """Where the last card was placed; None before the first, and in a position read from a text."""
        return None if self._last < 0 else self._last

    @property
    def taken_over(self) -> tuple[int, ...]:
        """The cells that the last move took over."""
        return EMPTY[FULL & ~self._taken]

    def get_legal_moves(self) -> list[Move]:
        """Each card of the hand on each empty cell; equal cards make one move."""
        if not self._plies:
            return []
        rocks, papers, scissors = self._my_hand
        return [*_moves(self._mine | self._theirs, rocks > 0, papers > 0, scissors > 0)]

    def forecast_move(self, move: Move, /) -> Self:
        """The position after the active player has placed a card."""
        mine, theirs = self._mine, self._theirs
        try:
            kind, cell, bit = MOVES[move]
        except (KeyError, TypeError):
            raise IllegalMove(move, "a move is (card, cell), such as ('R', 4)", self.get_legal_moves()) from None
        if (mine | theirs) & bit or not self._my_hand[kind] or not self._plies:
            raise IllegalMove(move, self._why_not(kind, bit), self.get_legal_moves())
        won = theirs & BESIDE[cell] & self._cards[BEATS[kind]]
        child = object.__new__(type(self))
        child._mine = theirs & ~won
        child._theirs = mine | won | bit
        (rocks, papers, scissors), (r, p, s) = self._cards, self._my_hand
        if kind == 0:  # three cases written out take a third of the time of slicing and joining
            child._cards, child._their_hand = (rocks | bit, papers, scissors), (r - 1, p, s)
        elif kind == 1:
            child._cards, child._their_hand = (rocks, papers | bit, scissors), (r, p - 1, s)
        else:
            child._cards, child._their_hand = (rocks, papers, scissors | bit), (r, p, s - 1)
        child._my_hand = self._their_hand
        child._plies = self._plies - 1
        child._last, child._taken = cell, won
        child.active_player = MIN if self.active_player is MAX else MAX
        return child

    def _why_not(self, kind: int, bit: int) -> str:
        if not self._plies:
            return "the rounds have run out"
        return "the cell is taken" if (self._mine | self._theirs) & bit else f"there is no {CARDS[kind]} in the hand"

    def utility(self) -> int:
        """+1 if more cards on the board are MAX's, -1 if more are MIN's, else 0."""
        return (self.margin > 0) - (self.margin < 0)

    def key(self) -> tuple:
        max_moves = self.active_player is MAX  # True and False hash faster than players
        return self._mine, self._theirs, self._cards, self._my_hand, self._their_hand, self._plies, max_moves

    def canonical_key(self) -> tuple:
        """The least of the keys of the board's eight images."""
        mine, (rocks, papers, scissors) = self._mine, self._cards
        ways = WAYS[mine]
        if len(ways) == 1:
            (image,) = ways
            cards = image[rocks], image[papers], image[scissors]
        else:
            cards = min([(image[rocks], image[papers], image[scissors]) for image in ways])
        return LEAST[mine], cards, self._my_hand, self._their_hand, self._plies, self.active_player is MAX

    def promising_first(self, moves: list[Move]) -> list[Move]:
        """Those that take over the most first."""
        return sorted(moves, key=self._captures, reverse=True)

    def noisy_moves(self) -> list[Move]:
        """Those that take over a card."""
        return [move for move in self.get_legal_moves() if self._captures(move)]

    def _captures(self, move: Move) -> int:
        """How many cards a move takes over."""
        kind, cell, _ = MOVES[move]
        return (self._theirs & BESIDE[cell] & self._cards[BEATS[kind]]).bit_count()

    def exchanged(self) -> Self:
        image = copy(self)  # it holds what the player to move has and what the other one has, whoever that is
        image.active_player = self.active_player.opponent
        return image

    def move_parts(self, move: Move) -> tuple[str, int]:
        return move

    def part_name(self, part: str | int) -> str:
        return NAMES.get(str(part), f"cell {part}")

    def picture(self, below: Player = MAX) -> Scene:
        """The board, the hand of player 1 above it and that of player 2 below."""
        return rps_scene(self)

    def rows(self) -> list[str]:
        """The board as three strings: MAX's cards in upper, MIN's in lower case, `.` for an empty cell."""
        cells = ["."] * 9
        for kind, letter in enumerate(CARDS):
            for cell in range(9):
                if self._cards[kind] >> cell & 1:
                    of_mover = bool(self._mine >> cell & 1)
                    cells[cell] = letter if of_mover == (self.active_player is MAX) else letter.lower()
        return ["".join(cells[i : i + 3]) for i in (0, 3, 6)]

    def __str__(self) -> str:
        first, second = map(letters_of, self.hands)
        return "\n".join([f"1: {first}", *(" ".join(row) for row in self.rows()), f"2: {second.lower()}"])

    def __repr__(self) -> str:
        return f'{type(self).__name__}.from_text("{self.to_text()}")'


@cache  # at most 8 times 512 of them
def _moves(taken: int, *has: bool) -> tuple[Move, ...]:
    return tuple((card, cell) for card, there_is in zip(CARDS, has, strict=True) if there_is for cell in EMPTY[taken])


def _whole(number: object) -> bool:
    return isinstance(number, int) and not isinstance(number, bool)
