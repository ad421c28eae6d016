"""What a trace is made of, as plain data: nodes, steps, the source that ran, the reason for a cut-off."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import eq
from typing import Any, Protocol, TypeAlias, overload

from minimax_lab.game import Move, Player, Value
from minimax_lab.trace.variables import UNSET, simple

Path: TypeAlias = tuple[Move, ...]  # the moves from the root
Window: TypeAlias = tuple[Value, Value]  # (alpha, beta)


@dataclass(slots=True)
class Node:
    """A state that was searched."""

    path: Path
    player: Player
    moves: tuple[Move, ...] = ()  # the legal moves
    searched: tuple[Move, ...] = ()  # those of them that were searched, in that order
    terminal: bool = False  # the game is over here
    value: Value = None  # what the last search of this node returned
    finished: bool = False  # it did return
    bound: str = ""  # "" if the value is exact, "≥" or "≤" if it is only a bound
    window: Window | None = None  # (alpha, beta) as the node was entered, if the search has them
    visits: int = 0  # how often it was searched
    state: Any = field(default=None, compare=False, repr=False)

    @property
    def move(self) -> Move | None:
        """The move that led here; None at the root."""
        return self.path[-1] if self.path else None

    @property
    def is_leaf(self) -> bool:
        """The search looked no further from here."""
        return not self.searched

    @property
    def unsearched(self) -> tuple[Move, ...]:
        """The legal moves that were never looked at, at a node where others were."""
        return left_out(self.moves, self.searched) if self.searched else ()


def left_out(moves: Sequence[Move], searched: Collection[Move]) -> tuple[Move, ...]:
    """The moves that were not searched, in their order."""
    done = {*searched}
    return tuple([move for move in moves if move not in done])


@dataclass(slots=True, frozen=True)
class Source:
    """A function that was watched, as it was written."""

    name: str
    lines: tuple[str, ...]


@dataclass(slots=True, frozen=True)
class Evidence:
    """Why a cut-off was safe: at `path`, which is on the way to the cut, `move` already gives `value`.

    Without a path, the window that the search was called with is the reason.
    """

    value: Value
    path: Path | None = None
    move: Move | None = None


@dataclass(slots=True, frozen=True)
class Step:
    """One thing that happened."""

    kind: str  # enter, line, leaf, return, cutoff, error
    path: Path  # the node it happened at
    source: int  # which of the trace's sources was running
    line: int  # and at which of its lines, the first being 0
    variables: Mapping[str, Any]  # what its variables held
    value: Value = None  # leaf and return: what was returned; cutoff: what the node had reached
    bound: str = ""  # leaf and return: "≥" or "≤" if the value is only a bound
    pruned: tuple[Move, ...] = ()  # cutoff: the moves that were not searched
    evidence: Evidence | None = None  # cutoff: what made them pointless, if anything did


@dataclass(slots=True, frozen=True, eq=False)  # one object for each, so that it is quick to hash
class Scope:
    """Where a line belongs: to which source, and which variables it can see."""

    source: int
    names: tuple[str, ...]


class Steps(Sequence[Step]):
    """The steps, kept in columns and made into `Step`s when they are asked for."""

    __slots__ = ("_detail", "_kinds", "_lines", "_paths", "_scopes", "_variables")

    def __init__(self) -> None:
        self._kinds: list[str] = []
        self._paths: list[Path] = []
        self._scopes: list[Scope] = []
        self._lines: list[int] = []
        self._variables: list[Mapping[str, Any]] = []
        self._detail: dict[int, dict[str, Any]] = {}

    def append(
        self, kind: str, path: Path, scope: Scope, line: int, variables: Mapping[str, Any], **detail: Any
    ) -> None:
        if detail:
            self._detail[len(self._kinds)] = detail
        self._kinds.append(kind)
        self._paths.append(path)
        self._scopes.append(scope)
        self._lines.append(line)
        self._variables.append(variables)

    def __len__(self) -> int:
        return len(self._kinds)

    @overload
    def __getitem__(self, index: int) -> Step: ...
    @overload
    def __getitem__(self, index: slice) -> list[Step]: ...
    def __getitem__(self, index: int | slice) -> Step | list[Step]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        i = range(len(self))[index]
        scope, variables = self._scopes[i], self._variables[i]
        shown = {name: simple(variables.get(name, UNSET)) for name in scope.names}
        return Step(
            self._kinds[i],
            self._paths[i],
            scope.source,
            self._lines[i],
            {name: value for name, value in shown.items() if value is not UNSET},
            **self._detail.get(i, {}),
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Steps) and len(self) == len(other) and all(map(eq, self, other))

    __hash__ = None  # type: ignore[assignment]

    def kinds(self) -> Sequence[str]:
        """The kinds alone, without making a `Step` of each."""
        return self._kinds

    def rows(self) -> Iterator[tuple[Path, Scope, int, Mapping[str, Any]]]:
        """Path, scope, line and variables of each step, the variables as they were, not only what is shown."""
        return zip(self._paths, self._scopes, self._lines, self._variables, strict=True)

    def details(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """The steps that say more than where they are: their number, and what they say."""
        return iter(self._detail.items())

    def __repr__(self) -> str:
        return f"<{len(self)} steps>"


class Contents(Protocol):
    """What was seen of a search. It may be made piece by piece, when it is asked for."""

    @property
    def nodes(self) -> list[Node]: ...
    @property
    def leaves(self) -> list[Path]: ...
    @property
    def line(self) -> Path: ...
    @property
    def steps(self) -> Steps: ...
    @property
    def sources(self) -> list[Source]: ...
    @property
    def notes(self) -> list[str]: ...


@dataclass(slots=True)
class StoredContents:
    """The contents of a trace, all made."""

    nodes: list[Node]
    leaves: list[Path]
    line: Path
    steps: Steps
    sources: list[Source]
    notes: list[str]


class SearchRecord(Protocol):
    """What the story and the codec read of a trace."""

    @property
    def search(self) -> str: ...
    @property
    def value(self) -> Value: ...
    @property
    def error(self) -> str | None: ...
    @property
    def nodes(self) -> list[Node]: ...
    @property
    def leaves(self) -> list[Node]: ...
    @property
    def line(self) -> Path: ...
    @property
    def steps(self) -> Steps: ...
    @property
    def sources(self) -> list[Source]: ...
    @property
    def notes(self) -> list[str]: ...
    def at(self, path: Path) -> Node: ...
    def children(self, node: Node) -> Iterator[Node]: ...
