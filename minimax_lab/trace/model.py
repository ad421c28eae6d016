"""What a trace is made of, as plain data: nodes, steps, the source that ran, the reason for a cut-off."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import eq
from typing import Any, NamedTuple, TypeAlias, overload

from minimax_lab.game import MAX, Move, Player, Value
from minimax_lab.trace.words import UNSET, Shown, simple
from minimax_lab.values import HIGHEST, LOWEST

Path: TypeAlias = tuple[Move, ...]  # the moves from the root
Window: TypeAlias = tuple[Value, Value]  # (alpha, beta)
REST = Shown("…")  # stands among the moves of a node for others that were not searched, it is not known how many


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
    folded: int = 0  # how many calls below it were only counted, in a run that is too large to show
    role: str = ""  # "chance": worth the mean of its children; "unknown": whose turn it is could not be told
    state: Any = field(default=None, compare=False, repr=False)

    @property
    def move(self) -> Move | None:
        """The move that led here; None at the root."""
        return self.path[-1] if self.path else None

    @property
    def is_leaf(self) -> bool:
        """The search looked no further from here."""
        return not self.searched and not self.folded

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

    Without a path, the window that the search was called with is the reason, or that nothing is better than `value`.
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
    value: Value = None  # leaf and return: what was returned, as MAX sees it; cutoff: what the node had reached
    returned: Value = None  # leaf and return: what the code returned, where that is not `value`
    bound: str = ""  # leaf and return: "≥" or "≤" if the value is only a bound
    pruned: tuple[Move, ...] = ()  # cutoff: the moves that were not searched
    evidence: Evidence | None = None  # cutoff: what made them pointless, if anything did
    repeated: bool = False  # enter and return: it happens here once more later, as where a search deepens step by step


@dataclass(slots=True, frozen=True, eq=False)  # one object for each, so that it is quick to hash
class Scope:
    """Where a line belongs: to which source, and which variables it can see."""

    source: int
    names: tuple[str, ...]


Place = tuple[Path, Scope, int, Mapping[str, Any]]  # of a step: the node, the scope and line that ran, its variables


class Steps(Sequence[Step]):
    """The steps, made into `Step`s when they are asked for."""

    __slots__ = ("_detail", "_kinds", "_last", "_places", "_repeated")

    def __init__(self) -> None:
        self._kinds: list[str] = []
        self._places: list[Place] = []
        self._detail: dict[int, dict[str, Any]] = {}
        self._last: dict[tuple[str, Path], int] = {}  # the last step of a kind at a node
        self._repeated: set[int] = set()

    def append(self, kind: str, place: Place, **detail: Any) -> None:
        if kind in ("enter", "return"):
            before = self._last.setdefault((kind, place[0]), len(self))
            if before < len(self):
                self._repeated.add(before)
                self._last[kind, place[0]] = len(self)
        if detail:
            self._detail[len(self._kinds)] = detail
        self._kinds.append(kind)
        self._places.append(place)

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
        path, scope, line, variables = self._places[i]
        shown = {name: simple(variables.get(name, UNSET)) for name in scope.names}
        return Step(
            self._kinds[i],
            path,
            scope.source,
            line,
            {name: value for name, value in shown.items() if value is not UNSET},
            **self._detail.get(i, {}),
            repeated=self.is_repeated(i),
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Steps) and len(self) == len(other) and all(map(eq, self, other))

    __hash__ = None  # type: ignore[assignment]

    def kinds(self) -> Sequence[str]:
        """The kinds alone, without making a `Step` of each."""
        return self._kinds

    def places(self) -> Sequence[Place]:
        """Where each step is, with the variables as they were, not only what is shown."""
        return self._places

    def is_repeated(self, index: int) -> bool:
        """Whether the same happens at the same node once more later."""
        return index in self._repeated

    def details(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """The steps that say more than where they are: their number, and what they say."""
        return iter(self._detail.items())

    def __repr__(self) -> str:
        return f"<{len(self)} steps>"


@dataclass(slots=True, frozen=True)
class Contents:
    """What was seen of a search."""

    nodes: list[Node]
    leaves: list[Path]
    line: Path
    notes: list[str]
    make_steps: Callable[[], tuple[Steps, list[Source]]]  # with their sources: many, and not always wanted
    is_ours: bool = False  # the library's own search, which is known to be right
    window_names: tuple[str, str] | None = None  # of alpha and beta, where they are not the usual ones


class TraceData:
    """What a trace knows of a search: all of a `Trace` that needs no words, files or graphs."""

    def __init__(self, search: str, value: Value, contents: Callable[[], Contents], error: str | None = None):
        self.search, self.value, self.error = search, value, error
        self._make_contents = contents

    @cached_property
    def _contents(self) -> Contents:
        """Made when first asked for: to watch a search is one thing, to make sense of it another."""
        return self._make_contents()

    @cached_property
    def _steps_and_sources(self) -> tuple[Steps, list[Source]]:
        return self._contents.make_steps()

    @cached_property
    def _by_path(self) -> dict[Path, Node]:
        return {node.path: node for node in self.nodes}

    @property
    def nodes(self) -> list[Node]:
        return self._contents.nodes

    @property
    def root(self) -> Node:
        return self.nodes[0]

    @property
    def leaves(self) -> list[Node]:
        return [self._by_path[path] for path in self._contents.leaves]

    @property
    def line(self) -> Path:
        return self._contents.line

    @property
    def notes(self) -> list[str]:
        return self._contents.notes

    @property
    def window_names(self) -> tuple[str, str] | None:
        return self._contents.window_names

    @property
    def is_ours(self) -> bool:
        """Whether this is a search of the library. What any other code returns need not be what a node is worth."""
        return self._contents.is_ours

    @property
    def steps(self) -> Steps:
        return self._steps_and_sources[0]

    @property
    def sources(self) -> list[Source]:
        return self._steps_and_sources[1]

    @cached_property
    def _first_seen(self) -> dict[Any, Path]:
        """Where each position was searched first, if positions can be told apart."""
        found: dict[Any, Path] = {}
        for node in self.nodes:
            if node.searched and node.state is not None:
                try:
                    found.setdefault(node.state, node.path)
                except Exception:  # a student's class, which cannot be hashed or compared
                    return {}
        return found

    def seen_before(self, node: Node) -> Path | None:
        """Where the position of a node was searched, if that was elsewhere and earlier; None if it was not."""
        path = self._first_seen.get(node.state) if self._first_seen and node.state is not None else None
        if path is None or path == node.path[: len(path)]:
            return None
        order = self._order
        return path if order[path] < order[node.path] else None

    @cached_property
    def _order(self) -> dict[Path, int]:
        return {node.path: number for number, node in enumerate(self.nodes)}

    @property
    def cutoffs(self) -> list[Step]:
        """The steps at which the search left moves unsearched."""
        return [self.steps[i] for i, kind in enumerate(self.steps.kinds()) if kind == "cutoff"]

    @property
    def cut_short(self) -> list[Node]:
        """The nodes that were left before all their moves had been searched. (They may have very many moves.)"""
        came_back = self.error is None and bool(self.nodes) and self.root.finished
        return [node for node in self.nodes if (node.finished or (came_back and not node.visits)) and node.unsearched]

    @cached_property
    def pruned(self) -> list[Path]:
        return [(*node.path, move) for node in self.cut_short for move in node.unsearched]

    @property
    def pruned_count(self) -> int:
        """How many moves were never searched, without a path for each."""
        return sum(len(node.unsearched) - (REST in node.unsearched) for node in self.cut_short)

    def at(self, path: Sequence[Move] | Node) -> Node:
        """The node at `path`, the tuple of moves from the root."""
        key = path.path if isinstance(path, Node) else tuple(path)
        if key in self._by_path:
            return self._by_path[key]
        cut = next((p for p in self.pruned if key[: len(p)] == p), None)
        why = f"it was pruned at {cut!r}" if cut else "no such node was searched"
        raise KeyError(f"{key!r}: {why}")

    def __contains__(self, path: object) -> bool:
        return path in self._by_path

    def children(self, node: Node) -> Iterator[Node]:
        """The children of `node` that were searched, in that order."""
        return (self._by_path[(*node.path, move)] for move in node.searched)


class Known(NamedTuple):
    """The true value lies between `low` and `high`, which may be LOWEST and HIGHEST."""

    low: Value
    high: Value
    bound: str = ""

    def sure_for(self, player: Player) -> Value:
        """What `player` can be sure of by coming here."""
        return self.low if player is MAX else self.high


def combine(player: Player, score: Value, children: Sequence[Known], complete: bool) -> Known:
    """What is known of a node that returned `score` after searching `children`.

    A node that was cut short is known from one side only: MAX may find more, MIN less.
    """
    if not children:
        return Known(score, score)
    try:
        best = max if player is MAX else min
        low, high = best(child.low for child in children), best(child.high for child in children)
        if not complete:
            low, high = (low, HIGHEST) if player is MAX else (LOWEST, high)
        if low == score == high:
            return Known(score, score)
        if score <= low:
            return Known(score, HIGHEST, "≥")
        if score >= high:
            return Known(LOWEST, score, "≤")
    except Exception:  # values of a student's code may be anything, also not comparable
        pass
    return Known(score, score)
