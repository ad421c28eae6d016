"""Makes the contents of a trace of what was written down: its nodes, best play, and its steps."""

from __future__ import annotations

from functools import cached_property

from minimax_lab.trace.code import Sources
from minimax_lab.trace.interpret.scores import Scores
from minimax_lab.trace.interpret.searches import Search, SearchTree
from minimax_lab.trace.interpret.steps import StepMaker
from minimax_lab.trace.model import Node, Path, Source, Steps
from minimax_lab.trace.record.recorder import Recorder, keeping_everything
from minimax_lab.trace.variables import same


class Interpretation:
    """The contents of a trace, from what a recorder has seen."""

    def __init__(self, recorder: Recorder):
        self.recorder = recorder
        with keeping_everything():
            self.tree = SearchTree(recorder)
            scores = Scores(self.tree)
            self.nodes = self._nodes()
        self.notes = [*self.tree.notes, *scores.notes]
        searches = self.tree.searches
        self.leaves = [search.path for search in searches if search.is_leaf and search.finished]
        came_back = bool(searches) and searches[0].finished
        over = [node for node in self.nodes if node.finished or (came_back and not node.visits)]
        self.pruned = [(*node.path, move) for node in over for move in node.unsearched]
        self.line = _principal_variation(searches[0], scores.chosen) if searches else ()

    @property
    def steps(self) -> Steps:
        return self._told[0]

    @property
    def sources(self) -> list[Source]:
        return self._told[1].all

    @cached_property
    def _told(self) -> tuple[Steps, Sources]:
        """The steps and their sources: many, and not always wanted."""
        with keeping_everything():
            steps = StepMaker(self.recorder.events, self.tree)
            return steps.steps, steps.sources

    def _nodes(self) -> list[Node]:
        nodes: dict[int, Node] = {}
        for search in self.tree.searches:
            index = search.node
            node = nodes.get(index)
            if node is None:
                moves = self.tree.legal_moves(index)
                node = nodes[index] = Node(search.path, search.player, moves, terminal=not moves)
                node.state = self.recorder.known.states[index]
            node.visits += search.has_call
            node.window = search.window or node.window
            if search.children:
                node.searched = tuple(dict.fromkeys([*node.searched, *(child.path[-1] for child in search.children)]))
            if search.finished:
                node.value, node.bound, node.finished = search.score, search.bound, True
        return [*nodes.values()]


def _principal_variation(search: Search | None, chosen: Search | None) -> Path:
    """Best play: at each node the first move that gives the node's value, as far as values are known."""
    moves = []
    if chosen is not None:
        search, moves = chosen, [chosen.path[-1]]
    while search is not None and search.finished:
        if search.again:
            search = search.again[-1]
            continue
        best = [child for child in search.last_children if child.known and same(child.score, search.score)]
        exact = [child for child in best if not child.bound]
        search = next(iter(exact or best), None)
        if search is not None:
            moves.append(search.path[-1])
    return tuple(moves)
