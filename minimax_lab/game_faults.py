"""Is a class a game? If not: at which node does it show first, and what should be written instead?

A right game passes at once. Only when a search has failed, or has found what is not a value, `first_fault` walks over
the game to find the node where that began. The library's own games are known to be right.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeAlias

from minimax_lab.adapt import Adapted, GameFault, as_game, check_player, overrides, underlying, wrong_state
from minimax_lab.game import GameState, Move
from minimax_lab.limits import time_limit

MOST_NODES = 5_000  # of a walk
MOST_SECONDS = 5.0  # of a walk, which takes a fraction of one where every method comes back
MOST_MOVES = 300  # that are listed along one line of play
MOST_LOOKS = 100  # at states from which a search makes a move
ASKED_AGAIN = 3  # times: a class that shuffles its moves may list them in the same order once
Path: TypeAlias = tuple  # () at the root, else (the path to the parent, the last move)


class CheckedGame:
    """A game that may be searched, and its legal moves: by these it shows afterwards whether it is as it was."""

    def __init__(self, game: GameState, moves: list[Move] | None = None):
        self.game, self.moves = game, moves

    def change(self) -> GameFault | None:
        """The fault, if the state has changed since."""
        try:
            if self.moves is not None:
                with _unwatched():
                    _check_unchanged(self.game, self.moves, "forecast_move(move)", ())
        except GameFault as fault:
            return fault
        return None


def checked_game(state: Any, make_a_move: bool = False) -> CheckedGame:
    """`state` as a game. Raises GameFault if it is not one, as far as it shows at the root.

    If nobody counts its moves (`make_a_move`), one line of play is tried, and of a subclass of GameState one move in
    any case. (Of a bare class, a search looks at the first moves that it makes itself: see `watched`.)
    """
    game = as_game(state)
    if is_ours(state) or sys.gettrace():  # `trace` looks for itself: here an endless loop could not be stopped
        return CheckedGame(game)
    check_player(underlying(game), partial(_place, ()))
    moves = _moves(game, ())
    for _ in range(ASKED_AGAIN):
        _check_order(game, moves, _moves(game, ()), ())
    try:
        if make_a_move or game is state:
            _try_one_line(game, moves, MOST_MOVES if make_a_move else 1)
    except GameFault:
        raise
    except (Exception, SystemExit):  # the class's own: it will show again, where somebody is ready for it
        return CheckedGame(game)
    return CheckedGame(game, moves)


def _try_one_line(game: GameState, moves: list[Move], most: int) -> None:
    """Make one first move after the other, until the game is over or `most` moves have been listed."""
    path: Path = ()
    while moves and most > 0:
        most -= len(moves)
        [(move, game)] = _children(game, path, moves[:1])
        path = path, move
        moves = _moves(game, path)


def first_fault(state: Any, evaluate: Callable[[Any], Any] | None = None) -> GameFault | None:
    """The fault that is nearest to `state`, or None if there is none among the first 5,000 nodes or so."""
    if evaluate is None and is_ours(state):
        return None
    with _unwatched():
        try:
            with time_limit(MOST_SECONDS):
                for path, game, finished in _walk(state):
                    if finished:
                        _check_value(game.utility(), "utility()", path)
                    elif evaluate:
                        _check_value(evaluate(underlying(game)), _name(evaluate), path)
        except GameFault as fault:
            return fault
        except Exception:  # the class's own, which says more than we could; or a loop without an end (TimeUp)
            return None
    return None


def incomparable(state: Any, evaluate: Callable[[Any], Any] | None = None) -> GameFault | None:
    """The fault of utilities that cannot be compared with what unfinished games count, if there is one nearby."""
    with _unwatched():
        try:
            open_value = 0 if evaluate is None else evaluate(underlying(state))
            source = "without an evaluation, an unfinished game counts 0"
            if evaluate is not None:
                source = f"{_name(evaluate)} returned {open_value!r:.60}"
            with time_limit(MOST_SECONDS):
                for path, game, finished in _walk(state):
                    utility = game.utility() if finished else open_value
                    try:
                        utility < open_value  # noqa: B015
                    except TypeError:
                        return GameFault(
                            f"utility() of {type(underlying(game)).__name__} returned {utility!r:.60} and {source}: "
                            f"the two cannot be compared. Search to the end, or use values of one kind{_place(path)}"
                        )
        except Exception:  # the class's own, another fault, or a loop without an end (TimeUp)
            return None
    return None


def _walk(state: Any) -> Iterator[tuple[Path, GameState, bool]]:
    """The nodes nearest to `state`, each with its path and whether the game is over. GameFault if one is no game."""
    todo: deque[tuple[Path, GameState]] = deque([((), as_game(state))])
    made = 0
    while todo and made < MOST_NODES:
        path, game = todo.popleft()
        children = _children(game, path)
        made += len(children)
        yield path, game, not children
        todo += (((path, move), child) for move, child in children)


class Watched(Adapted, claims_hold=True):
    """A view of a game that looks at what a search does with it. GameFault if one of the first moves changes a state.

    `search`: the name of one that changes sides at every move. GameFault if a player moves twice in a row.
    """

    __slots__ = ("left", "path", "search")

    def __init__(self, game: GameState, search: str = "", left: list[int] | None = None, path: Path = ()):
        super().__init__(underlying(game), game.active_player)
        self.search, self.left, self.path = search, left or [MOST_LOOKS], path  # they all share what is left

    def forecast_move(self, move: Move, /) -> Adapted:
        looks = self.left[0] > 0
        before = self.get_legal_moves() if looks else []
        child = super().forecast_move(move)
        if looks:
            self.left[0] -= 1
            _check_unchanged(self, before, f"forecast_move({move!r})", self.path)
        elif not self.search:
            return child
        path = self.path, move
        if self.search and child.active_player is self.active_player:
            raise GameFault(
                f"{self.search} changes sides at every move, but in {type(self.state).__name__}, {self.active_player} "
                f"moves twice in a row{_place(path)}. Use minimax, alphabeta or Engine: they ask at every node whose "
                "turn it is"
            )
        return Watched(child, self.search, self.left, path)


def watched(game: GameState, search: str = "") -> GameState:
    """`game` as a search gets it: watched, unless it is known to be right or has no view anyway; see `Watched`."""
    search = search if may_move_twice(game) else ""
    return Watched(game, search) if (search or isinstance(game, Adapted)) and not sys.gettrace() else game


def check_turns(game: GameState, search: str, depth: float) -> None:
    """Raise GameFault if a player moves twice in a row, as far as a walk so deep shows."""
    with _unwatched():
        todo: deque[tuple[float, Any]] = deque([(depth, Watched(game, search))])
        made = 0
        while todo and made < MOST_NODES:
            left, state = todo.popleft()
            children = [state.forecast_move(move) for move in state.get_legal_moves()] if left else []
            made += len(children)
            todo += ((left - 1, child) for child in children)


def may_move_twice(game: GameState) -> bool:
    """Whether the class says itself whose turn it is; else the players alternate, as in the library's own games."""
    return not is_ours(underlying(game)) and getattr(underlying(game), "active_player", None) is not None


def unequal(one: GameState, other: GameState, canonical: bool = False) -> GameFault | None:
    """The fault of two states with equal keys, if one can see that they are not the same position.

    If the keys are canonical ones, the states may be mirror images: with other moves, but as many.
    """
    mine, yours = (list(state.get_legal_moves()) for state in (one, other))
    if one.active_player is not other.active_player:
        what = f"in one it is {one.active_player}'s turn, in the other {other.active_player}'s"
    elif not mine and not yours and not _same([one.utility()], [other.utility()], list):
        what = f"the game is over, and is worth {one.utility()!r:.60} in one and {other.utility()!r:.60} in the other"
    elif bool(mine) != bool(yours):
        what = "the game is over in one, and goes on in the other"
    elif not (len(mine) == len(yours) if canonical else _same(mine, yours)):
        what = f"the legal moves are {mine!r:.80} in one and {yours!r:.80} in the other"
    else:
        return None
    own, origin = (
        underlying(one),
        "canonical_key()" if canonical else "key()" if overrides(underlying(one), "key") else "",
    )
    return GameFault(
        f"Two states of {type(own).__name__} have equal keys and are not the same position: {what}. "
        f"{origin or '__eq__ and __hash__'} must take account of everything that matters for the rest of the game, or "
        f"a table takes one position for the other. The one:\n{own}\nThe other:\n{underlying(other)}"
    )


def is_value(value: Any) -> bool:
    """Whether values of this kind can be compared with each other: not None, not NaN, not an array."""
    try:
        return value is not None and not getattr(value, "shape", ()) and bool(value == value and not value < value)
    except Exception:
        return False


def _children(game: GameState, path: Path, tried: list[Move] | None = None) -> list[tuple[Move, GameState]]:
    """The moves and what they lead to; GameFault if the state or a child is not as it must be."""
    own = underlying(game)
    check_player(own, partial(_place, path))
    moves, children = _moves(game, path), []
    for move in moves if tried is None else tried:
        new = own.forecast_move(move)
        if new is own or not (hasattr(new, "get_legal_moves") and hasattr(new, "forecast_move")):
            raise GameFault(f"{wrong_state(own, move, new)}{_place(path)}")
        check_player(new, partial(_place, (path, move)))
        _check_unchanged(game, moves, f"forecast_move({move!r})", path)
        child = new if game is own else Adapted(new, game.active_player.opponent)
        _moves(child, (path, move))
        children.append((move, child))
    return children


def _check_unchanged(game: GameState, before: list[Move], culprit: str, path: Path) -> None:
    name, after = type(underlying(game)).__name__, _moves(game, path)
    if not _same(before, after):
        for move in after:
            compares: Any = type(move).__eq__
            if compares is object.__eq__:  # then no list of moves is equal to another
                raise GameFault(
                    f"get_legal_moves() of {name} has the move {move!r:.60}, which is not equal to the one that it "
                    f"listed before. Equal moves must be ==: give the class {type(move).__name__} a method __eq__ and "
                    f"a __hash__, or use numbers, texts or tuples as moves{_place(path)}"
                )
        raise GameFault(
            f"{culprit} changed the state of {name} that it was called on: before, its "
            f"legal moves were {before!r:.80}, now they are {after!r:.80}. It must leave that state as it is and "
            f"return a new one. Do the two share a list? Make a copy of it, and change the copy{_place(path)}"
        )
    _check_order(game, before, after, path)


def _check_order(game: GameState, before: list[Move], after: list[Move], path: Path) -> None:
    if _same(before, after) and not _same(before, after, list):
        raise GameFault(
            f"get_legal_moves() of {type(underlying(game)).__name__} lists the same moves in another order each time: "
            f"{before!r:.80}, then {after!r:.80}. It must answer the same as long as the state is the same: shuffle "
            f"elsewhere{_place(path)}"
        )


def _moves(game: GameState, path: Path) -> list[Move]:
    own, name = underlying(game), type(underlying(game)).__name__
    found = own.get_legal_moves()
    if found is None:
        raise GameFault(
            f"get_legal_moves() of {name} returned None; it must return a list, which is empty when the game is over. "
            f"Is a `return` missing?{_place(path)}"
        )
    if not hasattr(found, "__len__" if game is own else "__iter__"):
        raise GameFault(f"get_legal_moves() of {name} returned {found!r:.60}; it must return a list{_place(path)}")
    moves = list(found if game is own else game.get_legal_moves())
    for move in moves:
        try:
            hash(move)
        except TypeError:
            hint = "Make it a tuple" if isinstance(move, list) else "Use numbers, texts or tuples as moves"
            raise GameFault(
                f"get_legal_moves() of {name} has the move {move!r:.60}, a {type(move).__name__}, which cannot be "
                f"looked up in a table (it is not hashable). {hint}{_place(path)}"
            ) from None
    return moves


def _same(before: list[Move], after: list[Move], kind: Callable[[list[Move]], Any] = set) -> bool:
    """Whether they are equal as sets, or as another kind of collection."""
    try:
        return len(before) == len(after) and bool(kind(before) == kind(after))
    except Exception:  # moves that cannot be compared
        return True


def _check_value(value: Any, what: str, path: Path) -> None:
    if is_value(value):
        return
    if value is None:
        wrong = "None. Is a `return` missing?"
    elif getattr(value, "shape", ()):
        wrong = f"an array, {value!r:.60}. Make one number of it, with .sum() perhaps."
    elif isinstance(value, float):
        wrong = "NaN, which is neither more nor less than any number. Did it divide by zero, or take inf minus inf?"
    else:
        wrong = f"{value!r:.60}, which cannot be compared with <."
    raise GameFault(f"{what} returned {wrong} It must return what the state is worth to MAX: a number{_place(path)}")


def is_ours(state: Any) -> bool:
    """Whether it is a game of the library, which is known to be right."""
    return type(state).__module__.startswith("minimax_lab.games")


def _place(path: Path) -> str:
    moves: list[Move] = []
    while path:
        path, move = path
        moves.insert(0, move)
    after = (
        f"after the moves {', '.join(map(repr, moves))}"
        if moves[1:]
        else f"after the move {moves[0]!r}"
        if moves
        else ""
    )
    return f" ({after or 'in the state that was given'})"


def _name(function: Any) -> str:
    return f"the evaluation {getattr(function, '__name__', None) or repr(function)}"


@contextmanager
def _unwatched() -> Iterator[None]:
    """What happens here is no part of a search that `trace` records."""
    watching = sys.gettrace()
    sys.settrace(None)
    try:
        yield
    finally:
        sys.settrace(watching)
