"""A class of states that a student wrote: its calls, and what is wrong with what they return."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from difflib import get_close_matches
from inspect import isgenerator
from typing import Any

from minimax_lab.check.game.positions import Path
from minimax_lab.check.report import Finding
from minimax_lab.check.sandbox.failures import failure_finding, wrong_arity
from minimax_lab.check.sandbox.limits import GAMES
from minimax_lab.check.sandbox.run import run
from minimax_lab.check.shared import name_of
from minimax_lab.check.texts import games as texts
from minimax_lab.check.texts.failures import MISSPELT_METHOD
from minimax_lab.game import Move

IN_A_CHAIN = 2  # moves that are written one after the other


class PathTo(Path):
    """Moves from the start, and the position that they lead to."""

    position: Any

    def __new__(cls, moves: Path, position: Any) -> PathTo:
        path = super().__new__(cls, moves)
        path.position = position
        return path

    def __getnewargs__(self) -> tuple[Path, Any]:
        return tuple(self), self.position


class FaultFound(Exception):
    """Ends the look at a position: what is wrong there."""

    def __init__(self, finding: Finding):
        self.finding = finding


class StudentGame:
    """Calls what the student wrote, and raises FaultFound where that goes wrong."""

    def __init__(self, make: Callable[[], Any]):
        self.make, self.name = make, name_of(make)

    def start(self, path: PathTo) -> Any:
        """The first state."""
        return self._state(self.make, (), f"{self.name}()", path)

    def after(self, state: Any, move: Move, path: PathTo, child: PathTo) -> Any:
        """The next state."""
        return self._state(state.forecast_move, (move,), self.call(path, f".forecast_move({move!r})"), child)

    def moves(self, state: Any, path: PathTo) -> tuple[list[Any], Finding | None]:
        """The legal moves of a state; if they are in anything but a list, also what to say about that."""
        call = self.call(path, ".get_legal_moves()")
        moves = self._result(state.get_legal_moves, (), call, path)
        if moves is None:
            raise FaultFound(Finding.of("returns-none", texts.NO_LIST_RETURNED, path, call, returned=None))
        if isinstance(moves, list):
            return moves, None
        if isgenerator(moves):
            finding = Finding.of("generator", texts.GENERATOR, path, call)
        else:
            text = texts.NOT_A_LIST.filled(kind=type(moves).__name__)
            finding = Finding.of("not-a-list", text, path, call, returned=in_order(moves))
        if not isinstance(moves, Iterable):
            raise FaultFound(finding)
        return self._result(lambda: [*moves], (), call, path), finding

    def moves_in_new_state(self, path: Path) -> set[Move] | None:
        """The moves after a path, in a state that was made for it alone; None if that fails."""

        def play() -> Any:
            state = self.make()
            for move in path:
                state = state.forecast_move(move)
            return comparable(state.get_legal_moves())

        return run(play).value

    def call(self, path: PathTo, method: str) -> str:
        """The student's call, as one would write it: after more than a few moves, with a loop."""
        if len(path) <= IN_A_CHAIN:
            return f"{self.name}(){''.join(f'.forecast_move({move!r})' for move in path)}{method}"
        loop = f"for move in {[*path]!r}:\n    state = state.forecast_move(move)"
        return f"state = {self.name}()\n{loop}\nstate{method}"

    def _state(self, function: Callable[..., Any], args: tuple, call: str, path: PathTo) -> Any:
        """What is returned, if it is a state."""
        state = self._result(function, args, call, path)
        if state is None:
            raise FaultFound(Finding.of("returns-none", texts.NO_STATE_RETURNED, path, call, returned=None))
        for method in "get_legal_moves", "forecast_move":
            if not callable(getattr(state, method, None)):
                similar = get_close_matches(method, dir(state), n=1)
                meant = f" {MISSPELT_METHOD.format(method=method, similar=similar[0])}" if similar else ""
                text = texts.METHOD_MISSING.filled(method=method, kind=type(state).__name__, similar=meant)
                raise FaultFound(Finding.of("not-a-state", text, path, call))
        return state

    def _result(self, function: Callable[..., Any], args: tuple, call: str, path: PathTo) -> Any:
        result = run(function, *args, borrows_from=GAMES)
        if not result.ok:
            raise FaultFound(wrong_arity(function, args, call) or failure_finding(result, call, path))
        return result.value


def comparable(moves: Iterable[Any]) -> set[Move]:
    """Moves as a set."""
    return {*map(hashable, moves)}


def hashable(move: Any) -> Any:
    """A move that can be compared; one that cannot be kept in a set is never legal."""
    try:
        hash(move)
    except TypeError:
        return tuple(move) if isinstance(move, list) else repr(move)
    return move


def in_order(moves: Any) -> list[Move]:
    """Moves sorted, so that a report says the same every time."""
    try:
        return sorted(moves)
    except TypeError:  # moves of different kinds
        return sorted(moves, key=repr) if hasattr(moves, "__iter__") else [moves]
