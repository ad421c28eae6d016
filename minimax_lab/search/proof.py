"""A proof of what a position is worth: a part of its tree that leaves nothing open.

To show that MAX gets *at least* 3, one move is enough wherever MAX moves, but every move of MIN must be answered. To
show that MAX gets *at most* 3, it is the other way round. What a position is worth takes both.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from minimax_lab.adapt import as_game, underlying
from minimax_lab.game import MAX, MIN, GameState, Move, Player, Value
from minimax_lab.search.engine.table import key_function
from minimax_lab.values import HIGHEST, LOWEST, Evaluation, extremes, leaf_value


def check_proof(state: Any, proof: Proof, evaluate: Evaluation | None = None) -> bool:
    """Whether `proof` shows that `state` is worth at least `proof.at_least` and at most `proof.at_most` to MAX.

    A move that is not in the proof may lead to anything that a game can be worth (nothing is more than a win).
    `evaluate` is that of the search, if it had one.

    >>> from minimax_lab.games import tree
    >>> from minimax_lab.search import Engine, check_proof
    >>> textbook = tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    >>> proof = Engine().search(textbook).proof()
    >>> proof, check_proof(textbook, proof)
    (<Proof: worth 3, by 9 positions>, True)
    """
    game = as_game(state)
    moves, parts = game.get_legal_moves(), proof.moves
    if not parts and (value := end_value(game, evaluate)) is not None:
        return bool(proof.at_least <= value <= proof.at_most)
    if not all(move in moves and check_proof(game.forecast_move(move), parts[move], evaluate) for move in parts):
        return False
    floor, ceiling = extremes(game, evaluate) or (LOWEST, HIGHEST)
    best = max if game.active_player is MAX else min
    least = best(max(floor, parts[move].at_least) if move in parts else floor for move in moves)
    most = best(min(ceiling, parts[move].at_most) if move in parts else ceiling for move in moves)
    return bool(proof.at_least <= least and most <= proof.at_most)


def end_value(game: GameState, evaluate: Evaluation | None) -> Value | None:
    """What it is worth if nothing can change that: the game is over, or the evaluation calls it won or lost."""
    if not game.get_legal_moves():
        return leaf_value(game, True, evaluate)
    value = None if evaluate is None or game.graded else leaf_value(game, False, evaluate)
    return value if isinstance(value, float) and math.isinf(value) else None


class ProofTooLarge(ValueError):
    """A proof needs more positions than it may."""


class Proof(GameState):
    """A part of the tree below `state`, which shows that it is worth at least `at_least` and at most `at_most` to MAX.

    `moves` are the proofs for what the moves lead to; `worth` is the value of a position at which the game ends.
    draw_tree(proof) draws both halves, each in its colour. A proof is a game itself, with these moves:
    step_through(minimax, proof).
    """

    graded = True

    def __init__(
        self,
        state: Any,
        at_least: Value = LOWEST,
        at_most: Value = HIGHEST,
        moves: Mapping[Move, Proof] | None = None,
        worth: Value = None,
    ):
        self.state, self.at_least, self.at_most, self.moves, self.worth = state, at_least, at_most, moves or {}, worth
        self.active_player: Player = as_game(state).active_player

    def get_legal_moves(self) -> list[Move]:
        return [*self.moves]

    def forecast_move(self, move: Move, /) -> Proof:
        return self.moves[move]

    def utility(self) -> Value:
        return self.worth

    def halves(self) -> tuple[Proof, Proof]:
        """The proof that it is worth at least this, and the proof that it is worth at most this."""
        return self._half("at_least", LOWEST), self._half("at_most", HIGHEST)

    def _half(self, bound: str, nothing: Value) -> Proof:
        parts = {
            move: part._half(bound, nothing) for move, part in self.moves.items() if getattr(part, bound) != nothing
        }
        worth = getattr(self, bound) if self.worth is None and not parts else self.worth
        return Proof(self.state, moves=parts, worth=worth, **{bound: getattr(self, bound)})

    def picture(self, below: Player = MAX) -> Any:
        return as_game(self.state).picture(below)

    def __len__(self) -> int:
        """How many positions there are in it."""
        return 1 + sum(map(len, self.moves.values()))

    def __bool__(self) -> bool:
        return True

    def __str__(self) -> str:
        return str(self.state)

    def __repr__(self) -> str:
        if self.at_least == self.at_most:
            bounds = f"{self.at_least!r}"
        else:
            bounds = " and ".join(
                f"{words} {bound!r}"
                for words, bound, nothing in (("at least", self.at_least, LOWEST), ("at most", self.at_most, HIGHEST))
                if bound != nothing
            )
        return f"<Proof: worth {bounds}, by {len(self)} positions>"


# The smallest way to show something: how many positions it takes, and the moves that are in it, each with its own way.
Way = tuple[int, dict[Move, Any]]


class _Prover:
    """Finds the smallest way in which `player` reaches an end for which `holds`, whatever the other one does."""

    def __init__(
        self, player: Player, holds: Callable[[Value], bool], evaluate: Evaluation | None, key: Any, most: int
    ):
        self._player, self._holds, self._evaluate, self._key = player, holds, evaluate, key
        self._most = self._left = most
        self._known: dict[Any, Way | None] = {}

    def smallest(self, game: GameState, plies: float) -> Way | None:
        """It takes at most so many plies. None if there is no way."""
        if self._key is None:
            return self._found(game, plies)
        key = self._key(game), plies
        if key not in self._known:
            self._known[key] = self._found(game, plies)
        return self._known[key]

    def _found(self, game: GameState, plies: float) -> Way | None:
        self._left -= 1
        if self._left < 0:
            raise ProofTooLarge(
                f"the proof was not found among the first positions; more than {self._most:,} positions would have to "
                "be looked at. Allow more (most=…), or prove something nearer to the end of the game"
            )
        value = end_value(game, self._evaluate)
        if value is not None:
            return (1, {}) if self._holds(value) else None
        if not plies:
            return None
        ways: dict[Move, Way] = {}
        for move in game.get_legal_moves():
            way = self.smallest(game.forecast_move(move), plies - 1)
            if way is not None:
                ways[move] = way
            elif game.active_player is not self._player:
                return None  # every move must be answered
        if game.active_player is self._player and ways:
            best = min(ways, key=lambda move: ways[move][0])  # one answer is enough
            ways = {best: ways[best]}
        return (1 + sum(size for size, _ in ways.values()), ways) if ways else None


def prove(state: Any, value: Value, evaluate: Evaluation | None, plies: float, most: int) -> Proof:
    """The proof that `state` is worth `value`; each of its halves is as small as can be. It exists within some plies.

    `plies` is where to begin to look for it; at most so many positions are looked at.
    """
    game = as_game(state)
    key = key_function(game, symmetry=False)
    at_least = _Prover(MAX, lambda end: bool(end >= value), evaluate, key, most)
    at_most = _Prover(MIN, lambda end: bool(end <= value), evaluate, key, most)
    floor, ceiling = extremes(game, evaluate) or (LOWEST, HIGHEST)
    lower = (1, {}) if value <= floor else _first(at_least, game, plies)
    upper = (1, {}) if value >= ceiling else _first(at_most, game, plies)
    if lower[0] + upper[0] > most:
        raise ProofTooLarge(f"the proof has more than {most:,} positions. Allow more: most=…")
    return _joined(game, value, lower, upper, evaluate)


def _first(prover: _Prover, game: GameState, plies: float) -> Way:
    """What the prover finds in so many plies, or in as many more as it takes: a search may look deeper than it says."""
    while (way := prover.smallest(game, plies)) is None:
        plies += 1
    return way


def _joined(game: GameState, value: Value, lower: Way | None, upper: Way | None, evaluate: Evaluation | None) -> Proof:
    """One tree of both ways."""
    below, above = (way[1] if way else {} for way in (lower, upper))
    parts = {
        move: _joined(game.forecast_move(move), value, below.get(move), above.get(move), evaluate)
        for move in game.get_legal_moves()
        if move in below or move in above
    }
    bounds = value if lower else LOWEST, value if upper else HIGHEST
    worth = None if parts else end_value(game, evaluate)
    return Proof(underlying(game), *bounds, parts, worth)
