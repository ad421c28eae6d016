"""Abstract game trees: nested lists or dicts whose leaves are what the game is worth to MAX."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

from minimax_lab.game import MAX, GameState, IllegalMove, Immutable, Move, Player, Value

if TYPE_CHECKING:
    import networkx

Path: TypeAlias = tuple[Move, ...]  # the moves from the root
Branches: TypeAlias = Iterable[tuple[Move, Any]]  # what an inner node opens into


class MalformedTree(ValueError):
    """Something that is not a game tree, and the path of moves to what is wrong with it."""

    def __init__(self, path: Path, problem: str):
        super().__init__(path, problem)
        self.path, self.problem = path, problem

    def __str__(self) -> str:
        place = f"at path {self.path!r}" if self.path else "at the root"
        return f"{place}: {self.problem}"


class Leaf:
    """Marks what an `expand` function returns as a leaf's value."""

    __slots__ = ("value",)

    def __init__(self, value: Value):
        self.value = value


class _Draft(GameState):
    __slots__ = ("_children", "_hash", "_value", "active_player")

    _children: dict[Move, Tree]
    _value: Value
    _hash: int


class Tree(Immutable, _Draft):
    """A node of a game tree, and so a state of a game: its moves lead to its children.

    `Tree([[3, 12, 8], [2, 4, 6]])`: a list's moves are 0, 1, 2, …; a dict's keys name the moves;
    anything else is a leaf, worth to MAX what it says. The players alternate; `player` moves first.
    """

    __slots__ = ()
    graded = True

    def __new__(cls, nested: Any, player: Player = MAX) -> Tree:
        if not isinstance(player, Player):
            raise TypeError(f"player is MAX or MIN, not {player!r}")
        return _grow(nested, _expand_nested, player)

    @property
    def is_leaf(self) -> bool:
        return not self._children

    @property
    def value(self) -> Value:
        """A leaf's value; an inner node has none until it is searched."""
        if self._children:
            raise AttributeError("an inner node has no value of its own: search it, or ask one of its leaves")
        return self._value

    @property
    def children(self) -> Mapping[Move, Tree]:
        return MappingProxyType(self._children)

    def get_legal_moves(self) -> list[Move]:
        """The names of the branches; none at a leaf."""
        return [*self._children]

    def forecast_move(self, move: Move, /) -> Tree:
        """The child that `move` leads to."""
        try:
            return self._children[move]
        except (KeyError, TypeError):  # TypeError: a move that cannot even be a key
            reason = "this node has no such branch" if self._children else "a leaf is the end of the game"
            raise IllegalMove(move, reason, self.get_legal_moves()) from None

    def utility(self) -> Value:
        """The value of a leaf."""
        return self.value if self._children else self._value

    def at(self, path: Path) -> Tree:
        """The node that the moves of `path` lead to."""
        node = self
        for move in path:
            node = node.forecast_move(move)
        return node

    def walk(self) -> Iterator[tuple[Path, Tree]]:
        """Every node with its path, a parent before its children, in the order of the moves."""
        stack: list[tuple[Path, Tree]] = [((), self)]
        while stack:
            path, node = stack.pop()
            yield path, node
            stack.extend(((*path, move), child) for move, child in reversed(node._children.items()))

    def leaves(self) -> list[Value]:
        """The values of the leaves from left to right."""
        return [node._value for node in self._nodes() if not node._children]

    @property
    def size(self) -> int:
        """The number of nodes."""
        return sum(1 for _ in self._nodes())

    @property
    def height(self) -> int:
        """The number of moves on the longest line."""
        level, height = [self], 0
        while level := [child for node in level for child in node._children.values()]:
            height += 1
        return height

    def _nodes(self) -> Iterator[Tree]:
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node._children.values()))

    def to_nested(self) -> Any:
        """The lists, dicts and leaves that `Tree` would make this tree of again."""
        made: dict[int, Any] = {}
        for node in reversed([*self._nodes()]):
            if not node._children:
                made[id(node)] = node._value
            elif [*node._children] == [*range(len(node._children))]:
                made[id(node)] = [made[id(child)] for child in node._children.values()]
            else:
                made[id(node)] = {move: made[id(child)] for move, child in node._children.items()}
        return made[id(self)]

    def to_networkx(self) -> networkx.DiGraph:
        """A graph whose nodes are paths (with `player`, and `value` at a leaf) and whose edges are moves."""
        import networkx

        graph = networkx.DiGraph()
        for path, node in self.walk():
            graph.add_node(path, player=node.active_player, **({} if node._children else {"value": node._value}))
            if path:
                graph.add_edge(path[:-1], path, move=path[-1])
        return graph

    @classmethod
    def from_networkx(cls, graph: networkx.DiGraph, player: Player | None = None) -> Tree:
        """The tree of a graph whose leaves have a `value`.

        A move is its edge's `move`, or else the name of the node it leads to. The first to move
        is `player`, or else the root's `player`, or else MAX.
        """
        root = _root_of(graph)
        first = Player(player or graph.nodes[root].get("player", MAX))  # also from its name, as graph files have it

        def expand(node: Any, path: Path) -> Leaf | Branches:
            if graph.out_degree(node):
                return [(data.get("move", child), child) for _, child, data in graph.out_edges(node, data=True)]
            if "value" not in graph.nodes[node]:
                raise MalformedTree(path, f"the node {node!r} has neither children nor a `value`")
            return Leaf(graph.nodes[node]["value"])

        return _grow(root, expand, first)

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Tree)
            and self._hash == other._hash
            and self.active_player is other.active_player
            and self._flat() == other._flat()
        )

    def __hash__(self) -> int:
        return self._hash

    def key(self) -> Tree:
        return self

    def _flat(self) -> list[tuple[tuple[Move, ...], Value]]:
        """The nodes in the order of `walk`: the moves of an inner node, the value of a leaf."""
        return [(tuple(node._children), None if node._children else node._value) for node in self._nodes()]

    def __reduce__(self) -> tuple:
        return _from_flat, (self._flat(), self.active_player)

    def __repr__(self) -> str:
        player = "" if self.active_player is MAX else ", player=MIN"
        return f"tree({_nested_repr(self)}{player})"

    def __str__(self) -> str:
        lines = [*_text(self, most=200)]
        return "\n".join(lines)


def tree(nested: Any, player: Player = MAX) -> Tree:
    """The game tree of nested lists or dicts: `tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])`."""
    return Tree(nested, player)


def random_tree(
    depth: int = 3,
    branching: int | tuple[int, int] = 2,
    seed: int = 0,
    *,
    values: Sequence[Value] = range(1, 21),
    stop: float = 0.0,
) -> Tree:
    """A tree of the given depth, the same for the same seed on every machine.

    `branching` is a number of children or a range (least, most) to draw it from, `values` is what
    a leaf is drawn from, and `stop` the chance that a branch below the root ends early.
    """
    least, most = branching if isinstance(branching, tuple) and len(branching) == 2 else (branching, branching)
    whole = all(isinstance(number, int) for number in (depth, least, most))
    if not whole or depth < 0 or not 1 <= least <= most or not values or not 0 <= stop <= 1:
        raise ValueError(
            "a random tree needs depth >= 0, branching >= 1 (or 1 <= least <= most), some values and a stop "
            f"between 0 and 1; not depth={depth}, branching={branching}, stop={stop}, {len(values)} values"
        )
    rng = random.Random(seed)

    def expand(left: int, path: Path) -> Leaf | Branches:
        if left == 0 or (path and stop and rng.random() < stop):
            return Leaf(rng.choice(values))
        return [(move, left - 1) for move in range(rng.randint(least, most))]

    return _grow(depth, expand, MAX)


FIGURES: dict[str, Any] = {
    # The three-branch figure of the lecture notes of seed 001. The notes give the left branch leaf
    # by leaf, and the value of each other branch; the remaining leaves are chosen to agree with them.
    "three_branches": [[[5, 6], [9, 7]], [[4, 2], [8, 3]], [[10, 1], [5, 3]]],
    # The eight leaves of seed 004, worth 3 to MAX.
    "eight_leaves": [[[-2, 3], [8, 2]], [[-8, -3], [1, 10]]],
    # The tree with which Russell and Norvig introduce minimax, worth 3.
    "textbook": {
        "a1": {"b1": 3, "b2": 12, "b3": 8},
        "a2": {"c1": 2, "c2": 4, "c3": 6},
        "a3": {"d1": 14, "d2": 5, "d3": 2},
    },
}


def figure(name: str) -> Tree:
    """A well-known tree by its name: `three_branches`, `eight_leaves` or `textbook`."""
    if name not in FIGURES:
        raise ValueError(f"there is no figure {name!r}; there are {', '.join(FIGURES)}")
    return Tree(FIGURES[name])


def _grow(root: Any, expand: Callable[[Any, Path], Leaf | Branches], player: Player) -> Tree:
    """Build a tree without recursion, check all of it, and only then seal it."""
    drafts: list[_Draft] = []
    paths: list[Path] = []
    on_path: dict[int, Any] = {}  # the containers between the root and here, to notice a cycle
    stack: list[tuple[Any, Path, _Draft | None]] = [(root, (), None)]
    while stack:
        item, path, parent = stack.pop()
        if item is _LEAVE:
            del on_path[path[0]]
            continue
        if id(item) in on_path:
            raise MalformedTree(path, "a cycle: this node contains itself")
        draft = _Draft()
        draft._children, draft._value = {}, None
        draft.active_player = player if len(path) % 2 == 0 else player.opponent
        if parent is not None:
            parent._children[path[-1]] = draft  # type: ignore[assignment]
        drafts.append(draft)
        paths.append(path)
        opened = expand(item, path)
        if isinstance(opened, Leaf):
            draft._value = opened.value
            continue
        branches = [*opened]
        if not branches:
            raise MalformedTree(path, "an empty node: it is neither a leaf nor has it any moves")
        if isinstance(item, (list, dict)):
            on_path[id(item)] = item
            stack.append((_LEAVE, (id(item),), None))
        for move, child in reversed(branches):
            stack.append((child, (*path, move), draft))
        draft._children = dict.fromkeys(move for move, _ in branches)  # type: ignore[assignment]  # keeps their order
        if len(draft._children) < len(branches):
            raise MalformedTree(path, f"two branches have the same name: {[move for move, _ in branches]!r}")
    _check_leaves([(paths[i], draft._value) for i, draft in enumerate(drafts) if not draft._children])
    for draft in reversed(drafts):  # children before parents
        draft._hash = _hash_of(draft)
        draft.__class__ = Tree
    return drafts[0]  # type: ignore[return-value]


_LEAVE = object()


def _expand_nested(item: Any, path: Path) -> Leaf | Branches:
    if isinstance(item, Tree):
        return item.children.items() if item.children else Leaf(item.value)
    if isinstance(item, list):
        return enumerate(item)
    if isinstance(item, dict):
        return item.items()
    return Leaf(item)


def _hash_of(draft: _Draft) -> int:
    if draft._children:
        return hash((draft.active_player, *((move, child._hash) for move, child in draft._children.items())))
    try:
        return hash((draft.active_player, draft._value))
    except TypeError:  # an ordered value need not be hashable
        return hash((draft.active_player, type(draft._value)))


def _check_leaves(leaves: list[tuple[Path, Value]]) -> None:
    """Every leaf must be comparable with every other, or a search would fail half-way."""
    if all(type(value) is int or (type(value) is float and value == value) for _, value in leaves):
        return
    first_path, first = leaves[0]
    for path, value in leaves:
        _check_pair(path, value, path, value)
        _check_pair(path, value, first_path, first)
    try:
        in_order = sorted(leaves, key=lambda leaf: leaf[1])
    except Exception:  # which two it was, sorted does not say
        pairs = ((leaf, other) for i, leaf in enumerate(leaves) for other in leaves[:i])
    else:
        pairs = ((leaf, other) for other, leaf in pairwise(in_order))  # sets, say, are ordered only in part
    for (path, value), (other_path, other) in pairs:
        _check_pair(path, value, other_path, other)


def _check_pair(path: Path, value: Value, other_path: Path, other: Value) -> None:
    try:
        ordered = bool(value < other) or bool(other < value) or bool(value == other)
    except Exception:  # a leaf may be anything at all, and fail in its own way
        ordered = False
    if not ordered:
        other_leaf = "itself" if path == other_path else f"the leaf {other!r} at {other_path!r}"
        raise MalformedTree(path, f"the leaf {value!r} cannot be compared with {other_leaf}")


def _root_of(graph: networkx.DiGraph) -> Any:
    import networkx

    if not isinstance(graph, networkx.DiGraph) or graph.is_multigraph():
        raise TypeError(f"a game tree is made of a networkx.DiGraph, not of {type(graph).__name__}")
    if not graph:
        raise MalformedTree((), "the graph has no nodes")
    try:
        cycle = networkx.find_cycle(graph)
    except networkx.NetworkXNoCycle:
        pass
    else:
        raise MalformedTree((), f"the graph has a cycle: {' → '.join(repr(a) for a, _ in [*cycle, cycle[0]])}")
    roots = [node for node in graph if graph.in_degree(node) == 0]
    if len(roots) > 1:
        raise MalformedTree((), f"the graph has {len(roots)} roots: {', '.join(map(repr, roots))}")
    for node in graph:
        if graph.in_degree(node) > 1:
            parents = ", ".join(map(repr, graph.predecessors(node)))
            raise MalformedTree((), f"the node {node!r} has several parents: {parents}")
    return roots[0]


def _from_flat(flat: list[tuple[tuple[Move, ...], Value]], player: Player) -> Tree:
    """The tree whose `_flat()` is `flat`."""
    rest = iter(flat)

    def expand(item: object, path: Path) -> Leaf | Branches:
        moves, value = next(rest)  # _grow expands in the order of walk
        return [(move, None) for move in moves] if moves else Leaf(value)

    return _grow(None, expand, player)


def _nested_repr(node: Tree) -> str:
    """repr(node.to_nested()), but for trees of any depth."""
    parts: list[str] = []
    stack: list[Any] = [node]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            parts.append(item)
        elif not item._children:
            parts.append(repr(item._value))
        else:
            named = [*item._children] != [*range(len(item._children))]
            pieces: list[Any] = ["{" if named else "["]
            for i, (move, child) in enumerate(item._children.items()):
                pieces += [(", " if i else "") + (f"{move!r}: " if named else ""), child]
            stack.extend(reversed([*pieces, "}" if named else "]"]))
    return "".join(parts)


def _text(root: Tree, most: int) -> Iterator[str]:
    """The tree as lines of text, `most` of them at the most."""
    stack: list[tuple[str, str, str, Tree]] = [("", "", "", root)]
    count = 0
    while stack:
        before, joint, label, node = stack.pop()
        if count == most:
            yield f"… and {root.size - most} nodes more"
            return
        count += 1
        yield f"{before}{joint}{label}{node.active_player.symbol if node._children else repr(node._value)}"
        inside = before + ("" if not joint else "   " if joint.startswith("└") else "│  ")
        children = [*node._children.items()]
        for i, (move, child) in reversed([*enumerate(children)]):
            stack.append((inside, "└─ " if i == len(children) - 1 else "├─ ", f"{move}: ", child))
