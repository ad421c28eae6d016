"""A game that a student wrote, called under the limits of the checks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from difflib import get_close_matches
from inspect import isgenerator
from typing import Any

from minimax_lab.check.game.positions import IN_A_CHAIN, Path, as_listed, as_written, in_order
from minimax_lab.check.report import NOTHING, Finding
from minimax_lab.check.sandbox.contents import Memory
from minimax_lab.check.sandbox.failures import FaultFound, failure_finding, wrong_arity
from minimax_lab.check.sandbox.limits import GAMES
from minimax_lab.check.sandbox.run import run
from minimax_lab.check.shared import name_of
from minimax_lab.check.texts import games as texts
from minimax_lab.check.texts.failures import MISSPELT_METHOD
from minimax_lab.game import Move


class PathTo(Path):
    """Moves from the start, and the position that they lead to."""

    position: Any

    def __new__(cls, moves: Path, position: Any) -> PathTo:
        path = super().__new__(cls, moves)
        path.position = position
        return path

    @property
    def legal(self) -> list[Move]:
        """The legal moves there, in order."""
        return in_order(self.position.get_legal_moves())

    def __getnewargs__(self) -> tuple[Path, Any]:
        return tuple(self), self.position


class StudentGame:
    """Calls what the student wrote, and raises FaultFound where that goes wrong."""

    def __init__(self, make: Callable[[], Any]):
        self.make, self.name = make, name_of(make)
        self.lines = 0  # of the student's code that ran so far
        self.memory = Memory(make)  # what a class keeps for all of its states

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
            return [*moves], None
        code, text = "not-a-list", texts.NOT_A_LIST.filled(kind=type(moves).__name__)
        if isgenerator(moves):
            code, text = "generator", texts.GENERATOR
        # What is its own may still change before it is shown; a map, say, shows no moves
        shown = copy(moves) if isinstance(moves, set | frozenset | tuple) else NOTHING
        finding = Finding.of(code, text, path, call, returned=shown)
        if not isinstance(moves, Iterable):
            raise FaultFound(finding)
        return self._result(lambda: [*moves], (), call, path), finding

    def moves_in_new_state(self, path: Path) -> set[Move] | None:
        """The moves after a path, in a state that was made for it alone; None if that fails."""
        moves = self.moves_after_trying(path, ())
        return None if moves is None else {*moves}

    def play_along(self, path: Path, first: int = 0) -> list[list[Move]]:
        """The moves at the start, and after each move of a path; or only those after so many moves."""
        listed: list[list[Move]] = []

        def look(state: Any, after: int) -> None:
            if after >= first:
                listed.append(as_listed(state.get_legal_moves()))

        self._state_after(path, look)
        return listed

    def _state_after(self, path: Path, look: Callable[[Any, int], None]) -> Any:
        """The state after a path, having looked at all on the way. In plain calls: to an iterator, a StopIteration from
        the student's `next(…)` would only be its end."""
        state = self.make()
        look(state, 0)
        for after, move in enumerate(path, 1):
            state = state.forecast_move(move)
            look(state, after)
        return state

    def moves_after_trying(
        self, path: Path, tried: Sequence[Move], wanted: int | None = None, looks: bool = False
    ) -> list[Move] | None:
        """The moves in a new state after others were tried in it; or in one of those that these lead to.

        With `looks`, each state on the way is asked for its moves, too.
        """

        def look(state: Any, after: int) -> None:
            if looks:
                state.get_legal_moves()

        def moves() -> list[Move]:
            state = self._state_after(path, look)
            states = [state.forecast_move(move) for move in tried]
            return as_listed((state if wanted is None else states[wanted]).get_legal_moves())

        now = Memory(self.make)
        self.memory.begin()
        try:
            return run(moves).value
        finally:
            now.forget()

    def call_after_trying(self, path: PathTo, tried: Sequence[Move], wanted: int | None = None) -> str:
        """The calls of `moves_after_trying`, as one would write them."""
        begin = self.call(path, "")
        begin = f"state = {begin}" if len(path) <= IN_A_CHAIN else begin.removesuffix("\nstate")
        if wanted is not None:
            made = f"states = [state.forecast_move(move) for move in {[*tried]!r}]"
            return f"{begin}\n{made}\nstates[{wanted}].get_legal_moves()"
        loop = f"for move in {[*tried]!r}:\n    state.forecast_move(move)"
        made = f"state.forecast_move({tried[0]!r})" if len(tried) == 1 else loop
        return f"{begin}\n{made}\nstate.get_legal_moves()"

    def call(self, path: PathTo, method: str) -> str:
        """The student's call, as one would write it."""
        return as_written(f"{self.name}()", path, method)

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
        self.lines += result.lines
        if not result.ok:
            raise FaultFound(wrong_arity(function, args, call) or failure_finding(result, call, path))
        return result.value
