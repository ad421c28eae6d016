"""A trace: what a search did, node by node and step by step. Pictures and widgets read nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from minimax_lab.game import Move, Value
from minimax_lab.trace.codec import decode, encode
from minimax_lab.trace.model import Contents, Node, Path, Source, Step, Steps
from minimax_lab.trace.story import sentence

if TYPE_CHECKING:
    import networkx


class Trace:
    """What `trace` recorded of a search.

    - `value`: what the search returned, `root`: the node it began at
    - `nodes`: the nodes that were searched, in the order in which they were first entered
    - `leaves`: the nodes at which it stopped looking further, in the order evaluated
    - `pruned`: the paths of legal moves that were never searched
    - `steps`: what happened, one by one; `story(i)` tells step `i` in words
    - `line`: the moves of best play, as far as they were searched
    - `notes`: what could not be seen or is not certain, in sentences; empty if all is as it is shown
    """

    def __init__(self, search: str, value: Value, contents: Callable[[], Contents], error: str | None = None):
        self.search, self.value, self.error = search, value, error
        self._make_contents = contents

    @cached_property
    def _contents(self) -> Contents:
        """Made when first asked for: to watch a search is one thing, to make sense of it another."""
        return self._make_contents()

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

    @cached_property
    def pruned(self) -> list[Path]:
        return [(*node.path, move) for node in self.cut_short for move in node.unsearched]

    @property
    def cut_short(self) -> list[Node]:
        """The nodes that were left before all their moves had been searched. (They may have very many moves.)"""
        came_back = self.error is None and bool(self.nodes) and self.root.finished
        return [node for node in self.nodes if (node.finished or (came_back and not node.visits)) and node.unsearched]

    @property
    def pruned_count(self) -> int:
        """How many moves were never searched, without a path for each."""
        return sum(len(node.unsearched) for node in self.cut_short)

    @property
    def line(self) -> Path:
        return self._contents.line

    @property
    def steps(self) -> Steps:
        return self._contents.steps

    @property
    def sources(self) -> list[Source]:
        return self._contents.sources

    @property
    def notes(self) -> list[str]:
        return self._contents.notes

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

    def __reduce__(self) -> tuple[Any, ...]:
        """Between processes, a trace goes as text."""
        return Trace.from_json, (self.to_json(),)

    def to_json(self) -> str:
        """The trace as compact text, from which `Trace.from_json` makes it again, without the states."""
        return encode(self)

    @classmethod
    def from_json(cls, text: str) -> Trace:
        """The trace that `to_json` wrote. Raises ValueError for text that is not a trace, or of another version."""
        search, value, error, contents = decode(text)
        return cls(search, value, lambda: contents, error)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Trace)
            and (self.search, self.value, self.error) == (other.search, other.value, other.error)
            and all(getattr(self, part) == getattr(other, part) for part in ("nodes", "line", "sources", "notes"))
            and self._contents.leaves == other._contents.leaves
            and self.steps == other.steps
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        outcome = f"stopped by {self.error}" if self.error else f"value {self.value!r}"
        counts = (
            f"{len(self.nodes)} nodes, {len(self._contents.leaves)} leaves, {self.pruned_count} pruned, "
            f"{len(self.steps)} steps"
        )
        return (
            f"<Trace of {self.search}: {outcome}, {counts}{'; not all is known: see its notes' if self.notes else ''}>"
        )
