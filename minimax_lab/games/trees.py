"""Abstract game trees: nested lists or dicts whose leaves are what the game is worth to MAX."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Self

from minimax_lab.game import MAX, GameState, IllegalMove, Move, Player, Value
from minimax_lab.games.tree_growing import Branches, Leaf, MalformedTree, Path, grow

if TYPE_CHECKING:
    import networkx

__all__ = ["FIGURES", "MalformedTree", "Path", "Tree", "figure", "random_tree", "tree"]

MOST_LEAVES = 10**6  # of a random tree


class Tree(GameState):
    """A node of a game tree, and so a state of a game: its moves lead to its children.

    `Tree([[3, 12, 8], [2, 4, 6]])`: a list's moves are 0, 1, 2, …; a dict's keys name the moves;
    anything else is a leaf, worth to MAX what it says. The players alternate; `player` moves first.

    >>> textbook = Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    >>> textbook.get_legal_moves(), textbook.active_player
    ([0, 1, 2], MAX)
    >>> textbook.forecast_move(0).forecast_move(1).utility()
    12
    """

    __slots__ = ("_children", "_hash", "_value", "active_player")
    graded = True
    title = "A game tree"
    rules = "Choose a branch in turn until you come to a leaf. MAX wants a large number there, MIN a small one."

    _children: dict[Move, Self]
    _value: Value
    _hash: int

    def __init__(self, nested: Any, player: Player = MAX):
        if not isinstance(player, Player):
            raise TypeError(f"player is MAX or MIN, not {player!r}")
        root = grow(type(self), nested, _expand_nested, player)
        self._children, self._value, self._hash = root._children, root._value, root._hash
        self.active_player = player

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
    def children(self) -> Mapping[Move, Self]:
        return MappingProxyType(self._children)

    def get_legal_moves(self) -> list[Move]:
        """The names of the branches; none at a leaf."""
        return [*self._children]

    def forecast_move(self, move: Move, /) -> Self:
        """The child that `move` leads to."""
        try:
            return self._children[move]
        except (KeyError, TypeError):  # TypeError: a move that cannot even be a key
            reason = "this node has no such branch" if self._children else "a leaf is the end of the game"
            raise IllegalMove(move, reason, self.get_legal_moves()) from None

    def utility(self) -> Value:
        """The value of a leaf."""
        return self.value

    def at(self, path: Path) -> Self:
        """The node that the moves of `path` lead to."""
        node = self
        for move in path:
            node = node.forecast_move(move)
        return node

    def walk(self) -> Iterator[tuple[Path, Self]]:
        """Every node with its path, a parent before its children, in the order of the moves."""
        stack: list[tuple[Path, Self]] = [((), self)]
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

    def _nodes(self) -> Iterator[Self]:
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node._children.values()))

    def to_nested(self) -> Any:
        """The lists, dicts and leaves from which `Tree` makes this tree again."""
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

    def __eq__(self, other: object) -> bool:
        return self is other or (
            type(self) is type(other)
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
        return _from_flat, (type(self), self._flat(), self.active_player)

    def __repr__(self) -> str:
        player = "" if self.active_player is MAX else ", player=MIN"
        return f"{'tree' if type(self) is Tree else type(self).__name__}({_nested_repr(self)}{player})"

    def __str__(self) -> str:
        return "\n".join(_text(self, most=200))


def tree(nested: Any, player: Player = MAX) -> Tree:
    """The game tree of nested lists or dicts: `tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])`.

    >>> tree([[3, 12], {"left": 2, "right": 4}]).forecast_move(1).get_legal_moves()
    ['left', 'right']
    """
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

    >>> random_tree(2, 2, seed=1)
    tree([[9, 4], [15, 16]])
    """
    least, most = branching if isinstance(branching, tuple) and len(branching) == 2 else (branching, branching)
    whole = all(isinstance(number, int) for number in (depth, least, most))
    if not whole or depth < 0 or not 1 <= least <= most or not values or not 0 <= stop <= 1:
        raise ValueError(
            "a random tree needs depth >= 0, branching >= 1 (or 1 <= least <= most), some values and a stop "
            f"between 0 and 1; not depth={depth}, branching={branching}, stop={stop}, {len(values)} values"
        )
    growth = (least + most) / 2 * (1 - stop)  # from one level to the next, on average
    exponent = depth * math.log10(growth) if growth > 1 else 0
    if exponent > math.log10(MOST_LEAVES) or depth > MOST_LEAVES:
        size = f"about 10^{exponent:.0f} leaves" if exponent else f"{depth:,} levels"
        raise ValueError(
            f"depth={depth} and branching={branching} would give a tree with {size}, which is too large: "
            f"at most {MOST_LEAVES:,} are possible, as with depth=6 and branching=10"
        )
    rng = random.Random(seed)

    def expand(left: int, path: Path) -> Leaf | Branches:
        if left == 0 or (path and stop and rng.random() < stop):
            return Leaf(rng.choice(values))
        return [(move, left - 1) for move in range(rng.randint(least, most))]

    return grow(Tree, depth, expand, MAX)


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


def _expand_nested(item: Any, path: Path) -> Leaf | Branches:
    if isinstance(item, Tree):
        return item.children.items() if item.children else Leaf(item.value)
    if isinstance(item, list):
        return enumerate(item)
    if isinstance(item, dict):
        return item.items()
    return Leaf(item)


def _from_flat(cls: type[Tree], flat: list[tuple[tuple[Move, ...], Value]], player: Player) -> Tree:
    """The tree whose `_flat()` is `flat`."""
    rest = iter(flat)

    def expand(item: object, path: Path) -> Leaf | Branches:
        moves, value = next(rest)  # grow expands in the order of walk
        return [(move, None) for move in moves] if moves else Leaf(value)

    return grow(cls, None, expand, player)


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
