"""A trace: what a search did, node by node and step by step. Pictures and widgets read nothing else."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from minimax_lab.trace.codec import as_text, decode, to_data
from minimax_lab.trace.interpret.program import Program
from minimax_lab.trace.model import Contents, Source, Steps, TraceData
from minimax_lab.trace.record.calls import CallWatch
from minimax_lab.trace.story import sentence
from minimax_lab.trace.tables import Table, tables_of

if TYPE_CHECKING:
    import networkx


class Trace(TraceData):
    """What `trace` recorded of a search.

    - `value`: what the search returned, `root`: the node it began at
    - `nodes`: the nodes that were searched, in the order in which they were first entered
    - `leaves`: the nodes at which it stopped looking further, in the order evaluated
    - `pruned`: the paths of legal moves that were never searched
    - `steps`: what happened, one by one; `story(i)` tells step `i` in words
    - `line`: the moves of best play, as far as they were searched
    - `notes`: what could not be seen or is not certain, in sentences; empty if all is as it is shown
    - `searches`: a trace for each search of a program that made several, in order; this is the largest of them
    """

    @cached_property
    def searches(self) -> list[Trace]:
        return [self]

    def story(self, index: int) -> str:
        """What happened at step `index`, in words."""
        answered = next((table.name for table in self.tables if index in table.answers), "")
        return sentence(self, self.steps[index], answered)

    @cached_property
    def tables(self) -> list[Table]:
        """The dicts in which the search remembers positions, as they were at each step. (They are not kept as text.)"""
        return tables_of(self)

    def without_code(self) -> Trace:
        """The same trace, with the names of the functions only: for those who are to write them."""
        self.sources[:] = [Source(source.name, ()) for source in self.sources]
        return self

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
        """Between processes, a trace goes as text, and its states beside it."""
        return _with_states, (self.to_json(), [node.state for node in self.nodes])

    def to_json(self) -> str:
        """The trace as compact text, from which `Trace.from_json` makes it again, without the states."""
        return as_text(*to_data(self))

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
        counts = f"{len(self.nodes)} nodes, {len(self._contents.leaves)} leaves, {self.pruned_count} pruned"
        unsure = "; not all is known: see its notes" if self.notes else ""
        return f"<Trace of {self.search}: {outcome}, {counts}, {len(self.steps)} steps{unsure}>"


def program_trace(name: str, value: Any, watch: CallWatch, error: str | None = None) -> Trace:
    """The trace of a program that was watched by its calls: of its largest search, with the others beside it."""
    program = Program(watch)
    found = traces_of(name, value, program, error)
    largest = max(found, key=lambda each: len(each.nodes))
    largest.value = value
    return largest


def traces_of(name: str, value: Any, program: Program, error: str | None = None) -> list[Trace]:
    """A trace for each search of a program."""
    found = [
        Trace(name, value if len(program.trees) == 1 else tree.root.calls[0].value, tree.contents, error)
        for tree in program.trees
    ] or [Trace(name, value, lambda: Contents([], [], (), program.notes, lambda: (Steps(), [])), error)]
    for each in found:
        each.searches = found
    return found


def _with_states(text: str, states: list[Any]) -> Trace:
    trace = Trace.from_json(text)
    for node, state in zip(trace.nodes, states, strict=True):
        node.state = state
    return trace
