"""What a student typed for α, β or a value."""

from __future__ import annotations

import math
import re

INFINITY = {"∞": math.inf, "inf": math.inf, "infinity": math.inf, "oo": math.inf}
NUMBER = re.compile(r"([+-]?)(\d+(?:\.\d*)?|\.\d+)")


class BadAnswer(ValueError):
    """Something that is not a number."""


def read_answer(text: str) -> float | None:
    """The number that was meant, None if there is nothing: 7, −2.5, ∞, -inf; a bound (≥ 7) is its number."""
    plain = re.sub(r"^(≥|≤|>=|<=|>|<|=)", "", text.strip()).strip().replace("−", "-").replace(",", ".").lower()
    if not plain:
        return None
    if plain.lstrip("+-") in INFINITY:
        return -math.inf if plain.startswith("-") else math.inf
    found = NUMBER.fullmatch(plain)
    if found is None:
        raise BadAnswer(f"“{text.strip()[:20]}” is not a number; write 7, −2, ∞ or −∞.")
    return float(plain)
