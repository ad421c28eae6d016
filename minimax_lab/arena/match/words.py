"""Words for what is said about players and moves: the same on every machine, and never the address of an object."""

from __future__ import annotations

import re
from typing import Any

ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


def without_address(text: str) -> str:
    return ADDRESS.sub("", text)


def printable(text: str) -> str:
    """The text with halves of characters written as \\udc80: no file takes them as they are."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def text_of(something: Any) -> str:
    """Its repr, or at least of what type it is."""
    try:
        return without_address(repr(something))
    except KeyboardInterrupt:
        raise
    except BaseException:  # also exit()
        return f"<{type(something).__name__}>"


def has_own(something: Any, method: str) -> bool:
    """Whether its class defines a method that every object has."""
    return getattr(type(something), method) is not getattr(object, method)


def sentence(*parts: str) -> str:
    return ": ".join(filter(None, parts))


def plays(player: str, move: Any) -> str:
    return f"{player} plays {without_address(str(move))}"
