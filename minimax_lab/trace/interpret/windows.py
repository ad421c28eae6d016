"""The window of a search, by what it does: two numbers, at first as wide as any score, that narrow on the way down.

They may be two arguments of any name, two in a list, or attributes of an object.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from numbers import Real
from typing import Any, Protocol

Names = tuple[str, str]


class Holder(Protocol):
    """A call: what it held as it began, the calls below it, and the score that it returned."""

    @property
    def places(self) -> dict[str, Any]: ...
    @property
    def below(self) -> Sequence[Any]: ...
    @property
    def raw(self) -> Any: ...


def number(value: Any) -> bool:
    return isinstance(value, Real) and value == value


def window_of(nodes: Sequence[Holder]) -> Names | None:
    """The names of two numbers that are a window: at first as wide as any score, a child's inside its parent's."""
    scores = [abs(node.raw) for node in nodes if node.raw is not None]
    names = Counter(name for node in nodes for name, _ in numbers_held(node))
    often = [name for name, times in names.items() if times > len(nodes) / 2]
    best: tuple[tuple, Names] | None = None
    for low in often:
        for high in often:
            ends = ends_of(nodes[0], (low, high))
            if low == high or ends is None or not ends[0] < ends[1]:
                continue
            wide = ends[0] < 0 < ends[1] and ends[0] <= -max(scores, default=0) and ends[1] >= max(scores, default=0)
            fit = total = moved = 0
            for node in nodes:
                outer = ends_of(node, (low, high))
                for child in node.below if outer else ():
                    inner = ends_of(child, (low, high))
                    if inner and outer:
                        total += 1
                        fit += is_inside(inner, outer)
                        moved += inner != outer
            named = _named(low, high)
            narrows = fit > 0.9 * total and (named or _narrows(nodes, (low, high)))
            if total and (narrows or (wide and fit > total / 2)):
                rank = (wide, named, fit, moved)
                if best is None or rank > best[0]:
                    best = rank, (low, high)
    return best[1] if best else None


def numbers_held(node: Holder) -> Iterator[tuple[str, Any]]:
    """The numbers among what a call holds, also those in a pair."""
    for name, value in node.places.items():
        if number(value) and not isinstance(value, bool):
            yield name, value
        elif isinstance(value, (tuple, list)) and len(value) == 2 and all(number(item) for item in value):
            yield f"{name}[0]", value[0]
            yield f"{name}[1]", value[1]


def ends_of(node: Holder, window: Names | None) -> tuple[Any, Any] | None:
    """The window of a node as the program has it."""
    if window is None:
        return None
    found = []
    for name in window:
        if name.endswith("]") and name not in node.places:
            pair = node.places.get(name[:-3])
            found.append(pair[int(name[-2])] if isinstance(pair, (tuple, list)) and len(pair) == 2 else None)
        else:
            found.append(node.places.get(name))
    return (found[0], found[1]) if all(number(each) for each in found) else None


def is_inside(inner: tuple, outer: tuple) -> bool:
    """Whether a child's window lies in its parent's, as it is or seen by the other player."""
    (a, b), (c, d) = outer, inner
    return (c >= a and d <= b) or (-d >= a and -c <= b)


def _narrows(nodes: Sequence[Holder], window: Names) -> bool:
    """Whether the ends that children get, and their parent did not have, are what siblings before them returned."""
    explained, new = 0, 0
    for node in nodes:
        outer = ends_of(node, window)
        before: set[Any] = set()
        for child in node.below if outer else ():
            inner = ends_of(child, window)
            ends = {abs(end) for end in inner or ()} - {abs(end) for end in outer or ()}
            new += len(ends)
            explained += len(ends & {value + more for value in before for more in (-1, 0, 1)})
            before |= {abs(child.raw)} if child.raw is not None else set()
    return explained > 0.8 * new


def _named(low: str, high: str) -> bool:
    """Whether the names say that these are the ends of a window."""
    one, two = (name.rpartition(".")[2].lower() for name in (low, high))
    return one.startswith(("alpha", "alfa", "α")) and two.startswith(("beta", "β"))
