"""Texts about players and moves that are the same on every machine, without the address of any object."""

from __future__ import annotations

from typing import Any

from minimax_lab.trace.words import without_address


def printable(text: str) -> str:
    """The text with surrogates written as \\udc80, because no file takes them as they are."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def text_of(something: Any) -> str:
    """Its repr, or its type if the repr fails."""
    try:
        return without_address(repr(something))
    except KeyboardInterrupt:
        raise
    except BaseException:  # also exit()
        return f"<{type(something).__name__}>"


def has_own(something: Any, method: str) -> bool:
    """Whether its class defines a method itself that every object has by default."""
    return getattr(type(something), method) is not getattr(object, method)


def sentence(*parts: str) -> str:
    return ": ".join(filter(None, parts))


def plays(player: str, move: Any) -> str:
    return f"{player} plays {without_address(str(move))}"
