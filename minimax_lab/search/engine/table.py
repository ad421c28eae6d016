"""A transposition table: what has been found out about positions, for when they come up again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from minimax_lab.adapt import overrides, underlying
from minimax_lab.game import GameState, Move, Value

Key: TypeAlias = Callable[[Any], Any]  # from a state to what tells it from others

EXACT, LOWER, UPPER = "exact", "lower", "upper"  # the value itself; it is at least this; it is at most this


# What a search of a position found:
# - how many plies were searched below it (infinity: to the end of the game),
# - what the value is: EXACT, or because of a cut-off only a LOWER or an UPPER bound,
# - the value,
# - the best move, or the one that cut off,
# - whether the entry is closed: the depth limit made no difference, so a deeper search would find the same.
Entry: TypeAlias = tuple[float, str, Value, Move, bool]


class TranspositionTable:
    """At most `size` entries in two generations.

    When the young half is full it becomes the old half, and what was in the old half is forgotten: one
    entry for each new one, since to free all of them at once would keep a search from the clock for long.
    An entry that is asked for is young again, so what is forgotten has not been used for long.
    """

    def __init__(self, size: int):
        if size < 2:
            raise ValueError(f"a table holds at least two entries, not {size}")
        self.size = size
        self._young: dict[Any, Entry] = {}
        self._old: dict[Any, Entry] = {}
        self._forgotten: dict[Any, Entry] = {}  # has place for as many as the young half

    def get(self, key: Any) -> Entry | None:
        entry = self._young.get(key)
        if entry is None and self._old and (entry := self._old.pop(key, None)):
            self.put(key, entry)
        return entry

    def put(self, key: Any, entry: Entry) -> None:
        self._young[key] = entry
        if self._forgotten:
            self._forgotten.popitem()
        if len(self._young) >= self.size // 2:
            self._forgotten, self._old, self._young = self._old, self._young, {}

    def __len__(self) -> int:
        return len(self._young) + len(self._old)

    def __repr__(self) -> str:
        return f"<TranspositionTable of {len(self):,} entries, at most {self.size:,}>"


def key_function(state: GameState, symmetry: bool) -> Key | None:
    """How to tell the positions of this game apart, or None if their keys cannot be looked up.

    A state that does not say what its key is stands for itself. (Its `id` would not do: once a
    state is forgotten, another one may get its number.)
    """
    game = type(state)
    if symmetry and overrides(underlying(state), "canonical_key"):
        key: Key = game.canonical_key
    else:
        key = game.key if overrides(state, "key") else _itself
    try:
        hash(key(state))
    except TypeError:
        return None
    return key


def missing_equality(state: GameState) -> str:
    """What a class must say so that a table can find its positions again; "" if it says that."""
    own = underlying(state)
    if overrides(own, "key") or overrides(own, "canonical_key"):
        return ""
    plain: tuple[Any, ...] = object.__eq__, GameState.__eq__
    unequal, unhashable = type(own).__eq__ in plain, type(own).__hash__ is None
    if not unequal and not unhashable:
        return ""
    lacks = "no __eq__ and no __hash__" if unequal else "__eq__ but no __hash__"
    return (
        f"{type(own).__name__} has {lacks}, so the engine's table cannot tell that two of its states are the same "
        "position, and searches it anew each time. With these two methods it would be much faster"
    )


def _itself(state: GameState) -> GameState:
    return state
