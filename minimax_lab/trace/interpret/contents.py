"""The contents of a trace, made from what was recorded: its nodes, best play, and its steps."""

from __future__ import annotations

from minimax_lab.trace.interpret.scores import Scores
from minimax_lab.trace.interpret.searches import Search, SearchTree
from minimax_lab.trace.interpret.steps import StepMaker
from minimax_lab.trace.model import Contents, Node, Path, Source, Steps
from minimax_lab.trace.record.recorder import Recorder, keeping_everything
from minimax_lab.trace.variables import same


def contents_of(recorder: Recorder, for_max: bool = False, is_ours: bool = False) -> Contents:
    """The contents of a trace, from what a recorder has seen."""
    with keeping_everything():
        tree = SearchTree(recorder)
        scores = Scores(tree, for_max)
        nodes = _nodes(tree)

    def told() -> tuple[Steps, list[Source]]:
        with keeping_everything():
            made = StepMaker(recorder.events, tree)
            return made.steps, made.sources.all

    searches = tree.searches
    leaves = [search.path for search in searches if search.is_leaf and search.finished]
    line = principal_variation(searches[0], scores.chosen) if searches and not scores.is_unclear else ()
    return Contents(nodes, leaves, line, [*tree.notes, *scores.notes], told, is_ours, tree.window_names)


def _nodes(tree: SearchTree) -> list[Node]:
    nodes: dict[int, Node] = {}
    for search in tree.searches:
        index = search.node
        node = nodes.get(index)
        if node is None:
            moves = tree.legal_moves(index)
            node = nodes[index] = Node(search.path, search.player, moves, terminal=not moves)
            node.state = tree.known.states[index]
        node.visits += search.has_call
        node.window = search.window or node.window
        if search.children:
            node.searched = tuple(dict.fromkeys([*node.searched, *(child.path[-1] for child in search.children)]))
        if search.finished:
            node.value, node.bound, node.finished = search.score, search.bound, True
    return [*nodes.values()]


def principal_variation(search: Search | None, chosen: Search | None) -> Path:
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
