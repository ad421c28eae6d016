"""Checks a game that a student wrote: it is played side by side with ours, shortest paths of moves first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations, islice
from typing import Any

from minimax_lab.adapt import as_game, overrides
from minimax_lab.check.game.mended import MUTATES, SOME_FOURS, GameRepairs
from minimax_lab.check.game.mistaken import MENDS_FOURS, diagnose, missed_fours, moves_after, other_cells
from minimax_lab.check.game.positions import (
    IN_A_CHAIN,
    Path,
    after,
    as_listed,
    first_state,
    four_in_a_line,
    games_with_every_four,
    hashable,
    in_order,
    nearest,
    random_game,
)
from minimax_lab.check.game.student import PathTo, StudentGame
from minimax_lab.check.report import NOT_CHECKED, NOT_WRITTEN, NOTHING, Finding, Report, shown_moves, shown_value
from minimax_lab.check.sandbox.failures import GIVES_UP, FaultFound, as_far_as_checked, failure_finding, unwritten_among
from minimax_lab.check.sandbox.run import run
from minimax_lab.check.search.findings import at_its_return, pointed, with_lines
from minimax_lab.check.search.repaired import Repair
from minimax_lab.check.shared import name_of
from minimax_lab.check.texts import games as texts
from minimax_lab.check.texts.games import SEES_NO_FOUR, SEES_NO_GAP_FILLED, SEES_THE_MOVERS_FOUR
from minimax_lab.check.texts.repairs import IDEAS, IN_EVERY_CALL, NO_STATE_CHANGES, ON_THESE_BOARDS
from minimax_lab.game import GameState, Move, Player
from minimax_lab.games import ConnectFour, Isolation
from minimax_lab.games.connectfour import COLUMNS

MOST = 300  # paths of moves that are played, from the shortest on: all of mini-isolation
MOST_ANEW = 100  # that are each played in a new state, if states change
LINES_TO_COMPARE = 150_000  # that a class with a fault may take until only some positions are compared
OLD_STATE = "old-state"  # the idea of an edit
SOME_TIMES = 7  # of the positions after the first ones, one in so many is looked at again
NO_EDIT = SEES_NO_FOUR, SEES_NO_GAP_FILLED  # which mends it by itself
TWO_LINES = 2  # so many may be quoted, if either can be mended
FAILS = "raises", "returns-none", "returns-itself"
CODES = {text.title: code for code, text in texts.FOURS.items()}
NOT_NEAT = "not-a-list", "generator", "not-a-tuple", "duplicate-moves"
LOSSES = dict.fromkeys(NOT_NEAT, 1 / 6) | dict.fromkeys([MUTATES, *texts.RULES, *texts.FOURS], 1 / 3)  # of the score
MOST_WITH_A_FAULT = 2 / 3  # that has no name
WHOLE_GAMES = 100  # that are played to the end besides, at random, where that is not all
BESIDE_EVERY_FOUR = 60  # of these, in connect four
REST = {"active_player": "wrong-turn", "is_terminal": "wrong-end", "utility": "wrong-utility"}  # besides the moves


def game_state(cls: Callable[[], Any], reference: Any = None) -> Report:
    """Check a class of states: `cls()` is the start, mini-isolation's or that of another game, the `reference`.

    Its states need `get_legal_moves()`, a list in any order, and `forecast_move(move)`, a new state. If they say more
    (`active_player`, `is_terminal()`, `utility()`, a key or `__eq__` and `__hash__`), that is compared, too.
    The score is what is left when each mistake has cost its share: a sixth for moves that are not a neat list, a
    third for states that change and for each wrong rule. What has no name leaves the share of the positions
    in which all is right, at most two thirds.

    >>> class Stones:
    ...     def __init__(self, left=3):
    ...         self.left = left
    ...
    ...     def get_legal_moves(self):
    ...         return [take for take in (1, 2) if take <= self.left]
    ...
    ...     def forecast_move(self, take):
    ...         return Stones(self.left - take)
    >>> print(game_state(Stones, reference=Stones()))
    ✓ Stones: right
    """
    if not callable(cls):
        raise TypeError(texts.CHECK_THE_CLASS.format(name=type(cls).__name__))
    if unwritten := unwritten_among(getattr(cls, method, None) for method in ("get_legal_moves", "forecast_move")):
        return Report(name_of(cls), [unwritten], 0.0)
    return _Comparison(cls, as_game(Isolation() if reference is None else first_state(reference))).report()


class _Comparison:
    """The student's states and ours, side by side."""

    def __init__(self, make: Callable[[], Any], start: GameState):
        self.start, self.student = start, StudentGame(make)
        self.paths = {path: PathTo(path, position) for path, position in _sample(start)}
        self.theirs: dict[Path, Any] = {}  # the student's states
        self.seen: dict[Path, set[Move]] = {}  # and their moves
        self.repairs = GameRepairs(self.student, start, self.paths, self.seen)
        self.keys: dict[Any, PathTo] = {}  # the first path to each of the student's keys
        self.findings: dict[str, Finding] = {}  # the first of each code, which has the shortest path

    def report(self) -> Report:
        every, some = enumerate(self.paths.values()), len(self.paths) // MOST_ANEW or 1
        looked_at = (path for number, path in every if MUTATES not in self.findings or number % some == 0)
        right, rest = as_far_as_checked(map(self._is_right, looked_at))
        self.findings |= {finding.code: finding for finding in rest}
        self.student.memory.forget()
        findings = [named for finding in self.findings.values() for named in self._named(finding)]
        return Report(self.student.name, findings, _score(findings, sum(right) / len(right)) if right else 0.0)

    def _is_right(self, path: PathTo) -> bool:
        try:
            if not path:
                self.theirs[()] = self.student.start(path)
            gave_up = not self.findings.keys().isdisjoint((*GIVES_UP, NOT_WRITTEN))
            if MUTATES not in self.findings:
                return path in self.theirs and not gave_up and self._look(path)
        except FaultFound as found:
            self._note(found.finding)
        # Apart from a change, all may be right.
        return MUTATES in self.findings and self.student.moves_in_new_state(path) == {*path.legal}

    def _note(self, finding: Finding) -> None:
        self.findings.setdefault(finding.code, finding)

    def _look(self, path: PathTo) -> bool:
        """Whether all is right with a position; also makes the positions after it."""
        right, moves = True, None
        if not self._is_passed_over(path):
            listed, no_list = self.student.moves(self.theirs[path], path)
            if no_list and no_list.code not in self.findings:
                state = self.theirs[path]
                self._note(at_its_return(no_list, type(state).get_legal_moves, state))
            moves = [*map(hashable, listed)]
            self._see_that_neat(path, listed, moves)
            right = self._compare(path, moves) and self._compare_rest(path)
        for move in path.legal:
            if (moves is None or move in moves) and (*path, move) in self.paths:
                self._advance(path, move, moves)
        return right

    def _see_that_neat(self, path: PathTo, listed: list[Any], moves: list[Move]) -> None:
        """The moves should be tuples, and each listed once; if not, they can still be compared."""
        call = self.student.call(path, ".get_legal_moves()")
        shown = {"returned": listed, "expected": path.legal}
        if any(isinstance(move, list) for move in listed):
            self._note(Finding.of("not-a-tuple", texts.NOT_A_TUPLE, path, call, **shown))
        twice = in_order([move for move, number in Counter(moves).items() if number > 1])
        if twice:
            text = texts.MOVE_TWICE.filled(where=_where(path), moves=shown_moves(twice), verb=_verb(twice))
            self._note(Finding.of("duplicate-moves", text, path, call, **shown))

    def _is_passed_over(self, path: PathTo) -> bool:
        """Where code is slow and a fault is known, only some of the positions in the middle of a game are compared."""
        is_slow = bool(self.findings) and self.student.lines > LINES_TO_COMPARE
        return is_slow and not path.position.is_terminal() and len(self.theirs) % SOME_TIMES != 0

    @property
    def _looks_again(self) -> bool:
        """Whether to see here that states neither change nor share anything: in the first positions, then in some."""
        is_first = len(self.theirs) < MOST and self.student.lines < LINES_TO_COMPARE
        return is_first or len(self.theirs) % SOME_TIMES == 0

    def _compare(self, path: PathTo, moves: list[Move]) -> bool:
        right = set(path.legal)
        self.seen[path] = {*moves}
        if self.seen[path] == right:
            return True
        is_told = "wrong-moves" not in self.findings  # what is told must be true of a state that was made for it alone
        if (is_told or self._looks_again) and self.student.moves_in_new_state(path) == right:
            raise FaultFound(self._shared(path))
        self._note(self._wrong_moves(path))
        return False

    def _shared(self, path: PathTo) -> Finding:
        """The states share something: with calls that show it, if trying the moves beside this one does."""
        what, right, before = texts.STATES_SHARE.format(where=_where(path)), {*path.legal}, self.paths[path[:-1]]
        beside = [move for move in before.legal if (*before, move) in self.theirs]
        wanted = beside.index(path[-1]) if path else 0
        for number in range(wanted + 1, len(beside) + 1) if path else ():
            moves = self.student.moves_after_trying(before, beside[:number], wanted)
            if moves is not None and {*moves} != right:
                call = self.student.call_after_trying(before, beside[:number], wanted)
                return _changes(path, what, call, moves, path.legal)
        return _changes(path, what, "")

    def _compare_rest(self, path: PathTo) -> bool:
        """Compare what both say besides the moves: whose turn it is, whether the game is over, its result, the key."""
        state, ours = self.theirs[path], path.position
        right = {"active_player": ours.active_player, "is_terminal": ours.is_terminal()}
        if ours.is_terminal():
            right["utility"] = ours.utility()
        for name, expected in right.items():
            if not (isinstance(getattr(state, name, 0), Player) if name == "active_player" else overrides(state, name)):
                continue  # it does not say so, or means something else
            call = self.student.call(path, f".{name}" if name == "active_player" else f".{name}()")
            result = run(lambda each=name: got() if callable(got := getattr(state, each)) else got)
            if result.failure:
                raise FaultFound(failure_finding(result, call, path))
            if not run(lambda value=result.value, wanted=expected: bool(value == wanted)).value:
                text = texts.REST[REST[name]].filled(where=_where(path))
                self._note(Finding.of(REST[name], text, path, call, returned=result.value, expected=expected))
                return False
        return self._compare_key(path)

    def _compare_key(self, path: PathTo) -> bool:
        """Whether no other position that was seen so far has the same key."""
        state, has_key = self.theirs[path], overrides(self.theirs[path], "key")
        plain: tuple[Any, ...] = None, object.__hash__, GameState.__hash__
        if not has_key and type(state).__hash__ in plain:
            return True
        one = run(lambda: self.keys.setdefault(state.key() if has_key else state, path)).value
        if one is None or one.position.key() == path.position.key():
            return True
        text = texts.EQUAL_KEYS.filled(where=_where(path), other=_where(one).lower())
        self._note(Finding.of("equal-keys", text, path, self.student.call(path, ".key()" if has_key else "")))
        return False

    def _wrong_moves(self, path: PathTo) -> Finding:
        """What is wrong with the moves after `path`, without a name for it."""
        right, moves = {*path.legal}, self.seen[path]
        missing, extra = in_order(right - moves), in_order(moves - right)
        both = {texts.MISSING: missing, texts.NOT_LEGAL: extra}
        told = [text.format(moves=shown_moves(some), verb=_verb(some)) for text, some in both.items() if some]
        if not right or not moves:
            told = [texts.GOES_ON if right else texts.IS_OVER.format(why=four_in_a_line(path.position))]
        text = texts.WRONG_MOVES.filled(where=_where(path), what=", and ".join(told))
        text = replace(text, hints=_hints(path, extra) or text.hints)
        call = self.student.call(path, ".get_legal_moves()")
        listed = run(lambda: as_listed(self.theirs[path].get_legal_moves())).value
        is_same = listed is not None and {*listed} == moves  # the state may have changed since
        returned = listed if is_same else in_order(moves)
        return Finding.of("wrong-moves", text, path, call, returned=returned, expected=in_order(right))

    def _advance(self, path: PathTo, move: Move, moves: list[Move] | None = None) -> None:
        """Make the state after a move, and see that the old one stays as it is, if its moves are known."""
        child, call = self.paths[(*path, move)], self.student.call(path, f".forecast_move({move!r})")
        try:
            new = self.student.after(self.theirs[path], move, path, child)
        except FaultFound as found:
            if found.finding.code in GIVES_UP:
                raise
            if moves is not None:  # else, the class may not list the move
                self._note(found.finding)
            return
        if new is self.theirs[path]:
            now = run(lambda: {*as_listed(new.get_legal_moves())}).value
            if now == {*(moves or ())}:
                raise FaultFound(Finding.of("returns-itself", texts.RETURNS_ITSELF, child, call))
            raise FaultFound(_changes(child, texts.RETURNED_ITSELF, call))
        looks = moves is not None and self._looks_again
        again = run(lambda: as_listed(self.theirs[path].get_legal_moves())).value if looks else None
        now = None if again is None else {*again}
        if looks and now != {*(moves or ())}:
            tried = [each for each in path.legal if (*path, each) in self.theirs]  # before this one
            alone = self.student.moves_after_trying(path, [move]) == again
            look = self.student.call_after_trying(path, [move] if alone else [*tried, move])
            says = texts.OLD_STATE_CHANGED if again is not None else texts.OLD_STATE_FAILS
            what = says.format(call=call if alone else texts.AFTER_ALL_CALLS)
            if again is None:  # an error, or it does not come to an end
                raise FaultFound(_changes(path, what, look, NOTHING, path.legal))
            if now == {*path.legal}:  # then they were wrong before
                before = texts.MOVES_BEFORE.format(moves=shown_moves(in_order(moves)))
                raise FaultFound(_changes(path, f"{what} {before}", look, again))
            raise FaultFound(_changes(path, what, look, again, path.legal))
        self.theirs[child] = new

    def _named(self, finding: Finding) -> list[Finding]:
        """A finding under the name of the mistake in the rules that explains all that was seen, if there is one."""
        if finding.code == MUTATES and NOT_CHECKED not in self.findings:
            found = self.repairs.of_copies(finding.counterexample)
            if found and found[0].idea == OLD_STATE:  # nothing is shared
                finding = replace(finding, hints=IDEAS[OLD_STATE].hints)
            return [pointed(finding, found, NO_STATE_CHANGES)]
        if finding.code in FAILS and "wrong-moves" not in self.findings and finding.counterexample in self.paths:
            return [self._pointed(finding, self.repairs.of_moves(self.paths[finding.counterexample]))]
        if finding.code != "wrong-moves":
            return [finding]
        if MUTATES in self.findings:  # what follows from it would only confuse; but the first state has not changed
            return [] if finding.counterexample else [finding]
        start, named = self.start, list[Finding]()
        if NOT_CHECKED in self.findings:
            return [finding]
        if isinstance(start, Isolation) and start.positions == (None, None):
            mistakes = diagnose(start, self.seen)
            named = [self._named_mistake(start, code, mistakes) for code in mistakes]
        if len(named) == 1:
            return [pointed(named[0], self.repairs.of_rule(named[0]), IN_EVERY_CALL)]
        return named or [self._with_line(finding)]

    def _with_line(self, finding: Finding) -> Finding:
        """The finding after as few moves as possible, with the line that a repair points at."""
        path = self._shorter(finding.counterexample)
        told, is_four = self._wrong_moves(path), isinstance(self.start, ConnectFour)
        kind = missed_fours(self.student, self.seen, self.paths) if is_four else None
        if not kind:
            found = self.repairs.of_moves(path)
            if not found and is_four and (kind := other_cells(self.seen, self.paths)):
                return told.named(CODES.get(kind.title, told.code), kind.after(told.message))
            return self._pointed(told, found)
        found = self.repairs.of_moves(path, MENDS_FOURS.get(kind, ()), SOME_FOURS) if kind not in NO_EDIT else []
        if kind is SEES_THE_MOVERS_FOUR:  # whose pieces they are is also right with the two players exchanged
            found = [repair for repair in found if repair.name != "forecast_move"] or found
        told = told.named(CODES.get(kind.title, told.code), kind.after(told.message))  # not the edit itself
        by_line = {repair.line: repair for repair in found}
        return with_lines(told, [*by_line.values()]) if len(by_line) <= TWO_LINES else told

    def _pointed(self, finding: Finding, found: Sequence[Repair]) -> Finding:
        return pointed(finding, found, IN_EVERY_CALL if isinstance(self.start, Isolation) else ON_THESE_BOARDS)

    def _shorter(self, path: PathTo) -> PathTo:
        """A path that is left of this one, as short as is found, after which the moves are wrong, too."""
        for number in (2, 1) if len(path) > IN_A_CHAIN else ():
            for rest in combinations(path, len(path) - number):
                position = after(self.start, rest)
                moves = self.student.moves_in_new_state(rest) if position else None
                if position and moves is not None and moves != {*position.get_legal_moves()}:
                    self.paths[rest], self.seen[rest] = PathTo(rest, position), moves
                    return self._shorter(self.paths[rest])
        return path

    def _named_mistake(self, start: Isolation, code: str, mistakes: tuple[str, ...]) -> Finding:
        """Told on the first path after which this one of the mistakes makes a difference."""
        others = [mistake for mistake in mistakes if mistake != code]
        wrong = [path for path, moves in self.seen.items() if moves != {*self.paths[path].legal}]
        shows = next((path for path in wrong if moves_after(start, others, path) != self.seen[path]), wrong[0])
        code, finding = code.split(":")[0], self._wrong_moves(self.paths[shows])
        return finding.named(code, texts.RULES[code].after(finding.message))


def _score(findings: list[Finding], share: float) -> float:
    """What the mistakes with a name leave, of the share of positions in which all else is right."""
    faults = [finding.code for finding in findings if not finding.remark]
    if "borrowed" in faults:
        return 0.0
    nameless = any(code not in LOSSES for code in faults) or MUTATES in faults
    share = min(share, MOST_WITH_A_FAULT) if nameless and share < 1 else 1.0
    return share * max(0.0, 1 - sum(LOSSES.get(code, 0.0) for code in faults))


def _changes(path: PathTo, what: str, call: str, returned: Any = NOTHING, expected: Any = NOTHING) -> Finding:
    text = texts.CHANGES.filled(what=what)
    return Finding.of(MUTATES, text, path, call, returned=returned, expected=expected)


def _sample(start: GameState) -> list[tuple[Path, GameState]]:
    """Paths of moves with their positions, the shortest first: all of them, up to a number, and some whole games."""
    paths = dict(islice(nearest(start), MOST))
    if len(paths) == MOST:
        chosen = games_with_every_four(start) if isinstance(start, ConnectFour) else ()
        paths.update(chosen)
        for seed in range(BESIDE_EVERY_FOUR if chosen else WHOLE_GAMES):
            paths.update(random_game(start, seed))
    return sorted(paths.items(), key=lambda item: len(item[0]))


def _where(path: Path) -> str:
    if len(path) > IN_A_CHAIN:
        return texts.AFTER_MANY.format(number=len(path))
    return texts.AFTER.format(moves=" ".join(map(shown_value, path))) if path else texts.AT_THE_START


def _hints(path: PathTo, extra: list[Move]) -> tuple[str, ...]:
    """Those that fit the position, if there are any: what can be wrong there?"""
    state = path.position
    if isinstance(state, Isolation) and state.positions[len(path) % 2] is None:
        return texts.FIRST_MOVE
    if isinstance(state, ConnectFour) and extra:
        if path.legal:
            return texts.COLUMN_FULL if {*extra} <= {*range(COLUMNS)} else ()
        return texts.FOUR_NOT_SEEN if four_in_a_line(state) else ()
    return ()


def _verb(moves: list[Move]) -> str:
    return "is" if len(moves) == 1 else "are"
