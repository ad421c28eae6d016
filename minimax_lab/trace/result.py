"""A trace: what a search did, node by node and step by step. Pictures and widgets read nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import eq
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, overload

from minimax_lab.game import Move, Player, Value
from minimax_lab.trace.variables import UNSET, simple

if TYPE_CHECKING:
    import networkx

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
        return tuple(move for move in self.moves if move not in self.searched) if self.searched else ()


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


@dataclass(slots=True, frozen=True)
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


class MadeOf(Protocol):
    """What a trace is made of."""

    @property
    def nodes(self) -> list[Node]: ...
    @property
    def leaves(self) -> list[Path]: ...
    @property
    def pruned(self) -> list[Path]: ...
    @property
    def line(self) -> Path: ...
    @property
    def steps(self) -> Steps: ...
    @property
    def sources(self) -> list[Source]: ...


@dataclass(slots=True)
class Parts:
    """The parts of a trace, all there."""

    nodes: list[Node]
    leaves: list[Path]
    pruned: list[Path]
    line: Path
    steps: Steps
    sources: list[Source]


class Trace:
    """What `trace` recorded of a search.

    - `value`: what the search returned, `root`: the node it began at
    - `nodes`: the nodes that were searched, in the order in which they were first entered
    - `leaves`: the nodes at which it stopped looking further, in the order evaluated
    - `pruned`: the paths of legal moves that were never searched
    - `steps`: what happened, one by one; `story(i)` tells step `i` in words
    - `line`: the moves of best play, as far as they were searched
    """

    def __init__(self, search: str, value: Value, parts: Callable[[], MadeOf], error: str | None = None):
        self.search, self.value, self.error = search, value, error
        self._make_parts = parts

    @cached_property
    def _parts(self) -> MadeOf:
        """Made when first asked for: to watch a search is one thing, to make sense of it another."""
        return self._make_parts()

    @cached_property
    def _by_path(self) -> dict[Path, Node]:
        return {node.path: node for node in self.nodes}

    @property
    def nodes(self) -> list[Node]:
        return self._parts.nodes

    @property
    def root(self) -> Node:
        return self.nodes[0]

    @property
    def leaves(self) -> list[Node]:
        return [self._by_path[path] for path in self._parts.leaves]

    @property
    def pruned(self) -> list[Path]:
        return self._parts.pruned

    @property
    def line(self) -> Path:
        return self._parts.line

    @property
    def steps(self) -> Steps:
        return self._parts.steps

    @property
    def sources(self) -> list[Source]:
        return self._parts.sources

    @property
    def cutoffs(self) -> list[Step]:
        """The steps at which the search left moves unsearched."""
        return [self.steps[i] for i, kind in enumerate(self.steps.kinds()) if kind == "cutoff"]

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

    def story(self, index: int) -> str:
        """What happened at step `index`, in words."""
        from minimax_lab.trace.story import sentence

        return sentence(self, self.steps[index])

    def to_networkx(self) -> networkx.DiGraph:
        """The searched tree: nodes are paths, with what is known of them; edges have their `move`."""
        import networkx

        graph = networkx.DiGraph()
        for node in self.nodes:
            graph.add_node(
                node.path,
                player=node.player,
                value=node.value,
                bound=node.bound,
                window=node.window,
                terminal=node.terminal,
                pruned=False,
            )
            if node.path:
                graph.add_edge(node.path[:-1], node.path, move=node.move)
        for path in self.pruned:
            graph.add_node(path, pruned=True)
            graph.add_edge(path[:-1], path, move=path[-1])
        return graph

    def to_json(self) -> str:
        """The trace as compact text, from which `Trace.from_json` makes it again, without the states."""
        from minimax_lab.trace.codec import encode

        return encode(self)

    @classmethod
    def from_json(cls, text: str) -> Trace:
        from minimax_lab.trace.codec import decode

        return decode(text)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Trace)
            and (self.search, self.value, self.error) == (other.search, other.value, other.error)
            and all(getattr(self, part) == getattr(other, part) for part in ("nodes", "pruned", "line", "sources"))
            and self._parts.leaves == other._parts.leaves
            and self.steps == other.steps
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        outcome = f"stopped by {self.error}" if self.error else f"value {self.value!r}"
        return (
            f"<Trace of {self.search}: {outcome}, {len(self.nodes)} nodes, {len(self._parts.leaves)} leaves, "
            f"{len(self.pruned)} pruned, {len(self.steps)} steps>"
        )
