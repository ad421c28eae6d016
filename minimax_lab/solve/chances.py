"""How often player 1 wins when the players are not both perfect."""

from __future__ import annotations

from typing import Literal, TypeAlias

import numpy as np

from minimax_lab.solve.boards import Array, Cells, Level, after, hands_of, margins, moves, replies
from minimax_lab.solve.boards import representatives as boards_with
from minimax_lab.solve.rps import RPSTable, rps_table

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
