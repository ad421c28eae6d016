"""Building a tree from anything that has branches: without recursion, and checked before it is used."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any, TypeAlias

from minimax_lab.game import Move, Player, Value

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


def grow(node_class: type, root: Any, expand: Callable[[Any, Path], Leaf | Branches], player: Player) -> Any:
    """A tree of nodes of `node_class`: `expand` says of each item whether it is a leaf, or what it opens into."""
    nodes: list[tuple[Path, Any]] = []
    on_path: dict[int, Any] = {}  # the containers between the root and here, to notice a cycle
    stack: list[tuple[Any, Path, Any]] = [(root, (), None)]
    while stack:
        item, path, parent = stack.pop()
        if item is _LEAVE:
            del on_path[path[0]]
            continue
        if id(item) in on_path:
            raise MalformedTree(path, "a cycle: this node contains itself")
        node: Any = object.__new__(node_class)
        node._children, node._value = {}, None
        node.active_player = player if len(path) % 2 == 0 else player.opponent
        if parent is not None:
            parent._children[path[-1]] = node
        nodes.append((path, node))
        opened = expand(item, path)
        if isinstance(opened, Leaf):
            node._value = opened.value
            continue
        branches = _checked(path, opened)
        if isinstance(item, (list, dict)):
            on_path[id(item)] = item
            stack.append((_LEAVE, (id(item),), None))
        stack.extend((child, (*path, move), node) for move, child in reversed(branches))
        node._children = dict.fromkeys(move for move, _ in branches)  # keeps their order
    _check_leaves([(path, node._value) for path, node in nodes if not node._children])
    for _, node in reversed(nodes):  # children before parents
        node._hash = _hash_of(node)
    return nodes[0][1]


_LEAVE = object()


def _checked(path: Path, opened: Branches) -> list[tuple[Move, Any]]:
    branches = [*opened]
    if not branches:
        raise MalformedTree(path, "an empty node: it is neither a leaf nor has it any moves")
    moves = [move for move, _ in branches]
    if len(set(moves)) < len(moves):
        raise MalformedTree(path, f"two branches have the same name: {moves!r}")
    return branches


def _hash_of(node: Any) -> int:
    if node._children:
        return hash((node.active_player, *((move, child._hash) for move, child in node._children.items())))
    try:
        number = hash(node._value)
    except TypeError:  # an ordered value need not be hashable
        number = hash(type(node._value))
    if number == -2 and node._value == -1:  # Python gives -1 the hash of -2
        number = hash("-1")
    return hash((node.active_player, number))


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
    except Exception:  # sorted does not say which two it was
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
