"""The engine that one plays against, if nobody says which."""

from __future__ import annotations

import sys
from typing import Any

from minimax_lab.adapt import underlying
from minimax_lab.evaluate import mobility, rps_corrected
from minimax_lab.games import RPS, Isolation
from minimax_lab.search import Engine


def default_engine(state: Any) -> Engine:
    """An engine with an evaluation that suits the game, if there is one here."""
    state = underlying(state)
    chess = sys.modules.get("minimax_lab.games.chess.game")  # not imported for others: who has a state of it, has it
    if chess and isinstance(state, chess.Chess):
        from minimax_lab.evaluate import chess_evaluation

        return Engine(chess_evaluation, quiescence=True)
    if isinstance(state, RPS):
        return Engine(rps_corrected)
    return Engine(mobility) if isinstance(state, Isolation) else Engine()
