"""The engine that one plays against, if nobody says which."""

from __future__ import annotations

import pkgutil
from typing import Any

from minimax_lab.adapt import as_game
from minimax_lab.search import Engine


def default_engine(state: Any) -> Engine:
    """An engine with the options that the game gives; an evaluation may be given by its name, "module:function"."""
    options = dict(as_game(state).engine_options)
    if isinstance(options.get("evaluate"), str):
        options["evaluate"] = pkgutil.resolve_name(options["evaluate"])
    return Engine(**options)
