"""Checks a game that a student wrote: it is walked through side by side with ours, shortest lines of moves first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from inspect import isgenerator
from itertools import islice
from typing import Any

from minimax_lab.adapt import as_game
from minimax_lab.check.game.mistaken import FAULTS, diagnose, moves_after
from minimax_lab.check.game.positions import Place, first_state, nearest, random_game
from minimax_lab.check.report import NOTHING, Finding, Report, shown_moves, shown_value
from minimax_lab.check.sandbox.failures import GIVES_UP, trouble, wrong_arity
from minimax_lab.check.sandbox.limits import run
from minimax_lab.game import GameState, Move
from minimax_lab.games import Isolation

MOST = 300  # lines of moves that are walked through, from the shortest on: all of mini-isolation
GAMES = 100  # that are played to the end besides, at random, where that is not all


class Line(tuple[Move, ...]):
    """Moves from the start, and the position that they lead to."""

    position: Any

    def __new__(cls, moves: tuple[Move, ...], position: Any) -> Line:
        line = super().__new__(cls, moves)
        line.position = position
        return line


def game_state(cls: Callable[[], Any], reference: Any = None) -> Report:
    """Check a class of states: `cls()` is the start, mini-isolation's or that of another game, the `reference`.

    Its states need `get_legal_moves()`, a list in any order, and `forecast_move(move)`, a new state.
    The score is the share of the positions in which all is right.
    """
    if not callable(cls):
        raise TypeError(f"check the class itself: check.game_state({type(cls).__name__}), without a state of it")
    return _Walk(cls, as_game(Isolation() if reference is None else first_state(reference))).report()


class Wrong(Exception):
    """Ends the look at a position: what is wrong there."""

    def __init__(self, finding: Finding):
        self.finding = finding


class _Walk:
    """The student's states and ours, side by side."""

    def __init__(self, make: Callable[[], Any], start: GameState):
        self.make, self.start = make, start
        self.name = getattr(make, "__name__", type(make).__name__)
        self.lines = {line: Line(line, position) for line, position in _sample(start)}
        self.theirs: dict[tuple[Move, ...], Any] = {}  # the student's states
        self.seen: dict[tuple[Move, ...], set[Move]] = {}  # and their moves
        self.findings: dict[str, Finding] = {}  # the first of each code, which has the shortest line

    def report(self) -> Report:
        right = 0
        try:
            self.theirs[()] = self._state(self.make, (), f"{self.name}()", self.lines[()])
        except Wrong as wrong:
            self._note(wrong.finding)
        for line in self.lines.values():
            if line in self.theirs and self.findings.keys().isdisjoint(GIVES_UP):
                try:
                    right += self._look(line)
                except Wrong as wrong:
                    self._note(wrong.finding)
        findings = [named for finding in self.findings.values() for named in self._named(finding)]
        return Report(self.name, findings, right / len(self.lines))

    def _note(self, finding: Finding) -> None:
        self.findings.setdefault(finding.code, finding)

    def _look(self, line: Line) -> bool:
        """Whether all is right with a position; also makes the positions after it."""
        listed = self._moves(line)
        moves = [*map(_hashable, listed)]
        neat = self._neat(line, listed, moves)
        right = self._compare(line, moves) and neat
        for move in self._legal(line):
            if move in moves and (*line, move) in self.lines:
                self._advance(line, move, moves)
        return right

    # Moves

    def _moves(self, line: Line) -> list[Move]:
        """The legal moves of the student's state, if they are a list of moves."""
        call = self._call(line, ".get_legal_moves()")
        if finding := wrong_arity(self.theirs[line].get_legal_moves, (), call):
            raise Wrong(finding)
        outcome = run(self.theirs[line].get_legal_moves)
        if not outcome.ok:
            raise Wrong(trouble(outcome, call, line))
        moves = outcome.value
        if moves is None:
            message = "get_legal_moves() returned None. Is a return missing on one of its ways?"
            raise Wrong(Finding("returns-none", "No list of moves", message, line, call, None))
        if isgenerator(moves):
            message = "get_legal_moves() returned a generator, which is used up once it has been gone through."
            hints = ("A list is asked for.", "A function with yield makes a generator, and so do round brackets.")
            raise Wrong(Finding("generator", "A generator instead of a list", message, line, call, hints=hints))
        if not isinstance(moves, list):
            message = f"get_legal_moves() returned a {type(moves).__name__}. A list is asked for."
            raise Wrong(Finding("not-a-list", "No list", message, line, call, _sorted(moves), hints=(LIST,)))
        return moves

    def _neat(self, line: Line, listed: list[Any], moves: list[Move]) -> bool:
        """Whether the moves are tuples and each is listed once; what is not is no reason not to read on."""
        call, shown = self._call(line, ".get_legal_moves()"), _sorted(listed)
        lists = any(isinstance(move, list) for move in listed)
        if lists:
            message = "The moves are lists. A move is a tuple, so that it can be compared and kept in a set or a dict."
            self._note(Finding("not-a-tuple", "Moves are tuples", message, line, call, shown, self._legal(line)))
        twice = _sorted([move for move, number in Counter(moves).items() if number > 1])
        if twice:
            message = f"{_after(line)}: {shown_moves(twice)} {_verb(twice)} listed twice, and would be searched twice."
            self._note(Finding("duplicate-moves", "A move twice", message, line, call, shown, self._legal(line)))
        return not lists and not twice

    def _compare(self, line: Line, moves: list[Move]) -> bool:
        right = set(self._legal(line))
        self.seen[line] = {*moves}
        if self.seen[line] == right:
            return True
        if "mutates-state" not in self.findings and self._fresh_moves(line) == right:
            message = (
                f"{_after(line)}, the moves are right in a state made anew, but not in one made while other moves were "
                "tried. States share something that changes."
            )
            raise Wrong(self._mutates(line, message, self._call(line, ".get_legal_moves()"), moves, _sorted(right)))
        self._note(self._wrong_moves(line))
        return False

    def _wrong_moves(self, line: Line) -> Finding:
        """What is wrong with the moves after `line`, without a name for it."""
        right, moves = {*self._legal(line)}, self.seen[line]
        lacking, extra = _sorted(right - moves), _sorted(moves - right)
        told = [f"{shown_moves(lacking)} {_verb(lacking)} missing"] if lacking else []
        told += [f"{shown_moves(extra)} {_verb(extra)} not legal"] if extra else []
        hints = (
            "Draw the position and go through the rules, one by one.",
            "What does the state know of the board here? Look at its attributes.",
        )
        message, call = f"{_after(line)}: {', and '.join(told)}.", self._call(line, ".get_legal_moves()")
        return Finding("wrong-moves", "Wrong moves", message, line, call, _sorted(moves), _sorted(right), hints=hints)

    def _fresh_moves(self, line: Line) -> set[Move] | None:
        """The moves after `line` in a state that was made for it alone."""

        def play() -> Any:
            state = self.make()
            for move in line:
                state = state.forecast_move(move)
            return {*map(_hashable, state.get_legal_moves())}

        return run(play).value

    # The next states

    def _advance(self, line: Line, move: Move, moves: list[Move]) -> None:
        call = self._call(line, f".forecast_move({move!r})")
        child = self.lines[(*line, move)]
        try:
            new = self._state(self.theirs[line].forecast_move, (move,), call, child)
        except Wrong as wrong:
            if wrong.finding.code in GIVES_UP:
                raise
            self._note(wrong.finding)
            return
        if new is self.theirs[line]:
            message = "forecast_move returned the state itself, changed, and not a new one. A search comes back to it."
            raise Wrong(self._mutates(child, message, call))
        now = run(lambda: {*map(_hashable, self.theirs[line].get_legal_moves())}).value
        if now != {*moves}:
            message = f"After {call} the old state has other moves than before. It must stay as it is."
            raise Wrong(self._mutates(child, message, self._call(line, ".get_legal_moves()"), now, moves))
        self.theirs[child] = new

    def _state(self, function: Callable[..., Any], args: tuple, call: str, line: Line) -> Any:
        """What is returned, if it is a state."""
        if finding := wrong_arity(function, args, call):
            raise Wrong(finding)
        outcome = run(function, *args)
        if not outcome.ok:
            raise Wrong(trouble(outcome, call, line))
        if outcome.value is None:
            message = "forecast_move returned None. It must return the new state."
            raise Wrong(Finding("returns-none", "No state", message, line, call, None, hints=("Is a return missing?",)))
        for method in "get_legal_moves", "forecast_move":
            if not callable(getattr(outcome.value, method, None)):
                message = f"A state needs the method {method}(); this {type(outcome.value).__name__} has none."
                raise Wrong(Finding("not-a-state", f"No {method}", message, line, call))
        return outcome.value

    def _mutates(
        self, line: Line, message: str, call: str, returned: Any = NOTHING, expected: Any = NOTHING
    ) -> Finding:
        hints = (
            "What do the old and the new state share?",
            "A list that is assigned is not copied: both names mean the same list.",
            "Copy first, then change the copy; copy.deepcopy leaves nothing shared.",
        )
        if returned is not NOTHING:
            returned, expected = _sorted(returned), _sorted(expected)
        return Finding("mutates-state", "A state changes", message, line, call, returned, expected, hints=hints)

    # Words

    def _named(self, finding: Finding) -> list[Finding]:
        """A finding under the name of the mistake in the rules that explains all that was seen, if there is one."""
        if finding.code != "wrong-moves":
            return [finding]
        if "mutates-state" in self.findings:
            return []  # what follows from it would only confuse
        start = self.start
        if not isinstance(start, Isolation) or start.positions != (None, None):
            return [finding]
        faults = diagnose(start, self.seen)
        return [self._as_fault(start, code, faults) for code in faults] or [finding]

    def _as_fault(self, start: Isolation, code: str, faults: tuple[str, ...]) -> Finding:
        """Told on the first line after which this one of the `faults` makes a difference."""
        others = [fault for fault in faults if fault != code]
        shows = next(line for line, moves in self.seen.items() if moves_after(start, others, line) != moves)
        fault, finding = FAULTS[code], self._wrong_moves(self.lines[shows])
        message = f"{finding.message} {fault.message}"
        return replace(finding, code=code, title=fault.title, message=message, hints=fault.hints)

    def _legal(self, line: Line) -> list[Move]:
        return _sorted(line.position.get_legal_moves())

    def _call(self, line: Line, method: str) -> str:
        """The student's call, as one would write it."""
        return f"{self.name}(){''.join(f'.forecast_move({move!r})' for move in line)}{method}"


LIST = "Square brackets make a list, and list(…) makes one of anything that can be gone through."


def _sample(start: GameState) -> list[Place]:
    """Lines of moves with their positions, the shortest first: all of them, up to a number, and some whole games."""
    lines = dict(islice(nearest(start), MOST))
    if len(lines) == MOST:
        for seed in range(GAMES):
            lines.update(random_game(start, seed))
    return sorted(lines.items(), key=lambda item: len(item[0]))


def _after(line: Line) -> str:
    return f"After {' '.join(map(shown_value, line))}" if line else "At the start"


def _verb(moves: list[Move]) -> str:
    return "is" if len(moves) == 1 else "are"


def _hashable(move: Any) -> Any:
    """A move that can be compared; one that cannot be kept in a set is never legal."""
    try:
        hash(move)
    except TypeError:
        return tuple(move) if isinstance(move, list) else repr(move)
    return move


def _sorted(moves: Any) -> list[Move]:
    try:
        return sorted(moves)
    except TypeError:  # moves of different kinds
        return sorted(moves, key=repr) if hasattr(moves, "__iter__") else [moves]
