"""The window of a search, by what it does: two numbers, at first as wide as any score, that narrow on the way down.

They may be two arguments of any name, two in a list, or attributes of an object.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations
from math import inf
from numbers import Real
from typing import Any, Protocol

from minimax_lab.trace.record.pictures import Pairs

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
    most = max((abs(node.raw) for node in nodes if node.raw is not None), default=0)
    held = {id(node): dict(numbers_held(node)) for node in nodes}
    names = Counter(name for each in held.values() for name in each)
    often = [name for name, times in names.items() if times > len(nodes) / 2]
    edges = [(held[id(node)], held.get(id(child), {})) for node in nodes for child in node.below]
    best: tuple[tuple, Names] | None = None
    for low, high in permutations(often, 2):
        first = held[id(nodes[0])]
        if not (low in first and high in first and first[low] < first[high]):
            continue
        wide = first[low] < 0 < first[high] and first[low] <= -most and first[high] >= most
        known = [(up, down) for up, down in edges if low in up and high in up and low in down and high in down]
        windows = [((up[low], up[high]), (down[low], down[high])) for up, down in known]
        full = most if wide else inf  # a window that is full by mistake says nothing against it
        fit = sum(is_inside(inner, outer) or (inner[0] < -full and inner[1] > full) for outer, inner in windows)
        moved = sum(inner != outer for outer, inner in windows)
        named = are_named(low, high)
        new, explained, early = _new_ends(nodes, (low, high), full)
        narrows = fit > 0.9 * len(windows) and (named or (explained > 0.8 * new and early < 0.1 * len(nodes)))
        if not moved and not named and "[" in low:  # a table of numbers
            continue
        if windows and (narrows or (wide and fit > len(windows) / 2 and explained >= 0.8 * new)):
            rank = (wide, named, fit, moved)
            if best is None or rank > best[0]:
                best = rank, (low, high)
    return best[1] if best else None


def numbers_held(node: Holder) -> Iterator[tuple[str, Any]]:
    """The numbers among what a call holds, also those in a pair or a small dict."""
    for name, value in node.places.items():
        if number(value):
            if not isinstance(value, bool):
                yield name, value
        elif isinstance(value, Pairs | dict) and len(value) < 5:
            pairs = value.items() if isinstance(value, dict) else value
            yield from ((f"{name}[{key!r}]", item) for key, item in pairs if number(item))
        elif isinstance(value, (tuple, list)) and len(value) == 2 and all(number(item) for item in value):
            yield from ((f"{name}[{i}]", item) for i, item in enumerate(value))


def ends_of(node: Holder, window: Names | None) -> tuple[Any, Any] | None:
    """The window of a node as the program has it."""
    if window is None:
        return None
    places = node.places
    held = places if window[0] in places and window[1] in places else dict(numbers_held(node))
    low, high = held.get(window[0]), held.get(window[1])
    return (low, high) if number(low) and number(high) else None


def is_inside(inner: tuple, outer: tuple) -> bool:
    """Whether a child's window lies in its parent's, as it is or seen by the other player."""
    (a, b), (c, d) = outer, inner
    return (c >= a and d <= b) or (-d >= a and -c <= b)


def _new_ends(nodes: Sequence[Holder], window: Names, full: Any) -> tuple[int, int, int]:
    """How many ends do children get that their parent did not have, and how many of these are what siblings returned
    before, or the ends that the whole search began with? And how many are there before any sibling has returned?
    Those of a full window are left out."""
    explained = new = early = 0
    first = {abs(end) for end in ends_of(nodes[0], window) or ()}
    for node in nodes:
        outer = ends_of(node, window)
        before: set[Any] = set()
        for child in node.below if outer else ():
            ends = {abs(end) for end in ends_of(child, window) or ()} - {abs(end) for end in outer or ()}
            ends = {end for end in ends if end <= full}
            new += len(ends)
            early += bool(ends) and not before
            explained += len(ends & (first | {value + more for value in before for more in (-1, 0, 1)}))
            before |= {abs(child.raw)} if child.raw is not None else set()
    return new, explained, early


def are_named(low: str, high: str) -> bool:
    """Whether the names say that these are the ends of a window."""
    one, two = (name.rpartition(".")[2].lower() for name in (low, high))
    return one.startswith(("alpha", "alfa", "α")) and two.startswith(("beta", "β"))
