"""The same position with the players' roles exchanged: what was MAX's is MIN's, and the other one is to move."""

from __future__ import annotations

from typing import Any

from minimax_lab.games import RPS, ConnectFour, Isolation, TicTacToe

# These keep what belongs to the player to move and what to the other one; whose turn it is says who is who.
SEEN_BY_THE_MOVER = Isolation, RPS, ConnectFour
OTHER_MARKS = str.maketrans(".XO", "021")  # of a board of tic-tac-toe, which keeps X and O, as digits


def exchanged(state: Any) -> Any:
    """The position with the roles exchanged; None if it is not known how to make it.

    It need not be one that can arise: in tic-tac-toe, O would have begun.
    """
    if isinstance(state, SEEN_BY_THE_MOVER):
        return _changed(state)
    if isinstance(state, TicTacToe):
        return _changed(state, _board=int("".join(state.rows()).translate(OTHER_MARKS), base=3))
    if type(state).__module__ == "minimax_lab.games.chess.game":
        return type(state)(state.board.mirror())
    return None


def _changed(state: Any, **fields: Any) -> Any:
    """A copy for the other player, with these fields instead of its own."""
    image = object.__new__(type(state))
    for name in (name for cls in type(state).__mro__ for name in getattr(cls, "__slots__", ())):
        object.__setattr__(image, name, fields.get(name, getattr(state, name)))
    object.__setattr__(image, "active_player", state.active_player.opponent)
    return image
