"""What the states of the made-up games have in common, on which students' functions are tried."""

from __future__ import annotations

from typing import Any, NoReturn

from minimax_lab.game import GameState


class StateChanged(AttributeError):
    """A student's function wrote to the state that it was given."""


class MadeUpState(GameState):
    """A state that refuses changes. A subclass fills in its fields by `vars(self).update(…)`."""

    graded = True

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise StateChanged(f"a state cannot be changed; forecast_move(move) makes a new one ({name} was to be set)")

    def __delattr__(self, name: str) -> NoReturn:
        self.__setattr__(name, None)

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, memo: Any) -> Any:
        return self
