"""The edits with which a student's game is right: on the boards of all its paths of moves, or on some of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from minimax_lab.check.calls import LINES_A_CALL, in_conditions
from minimax_lab.check.game.positions import IN_A_CHAIN, Path
from minimax_lab.check.game.student import PathTo, StudentGame
from minimax_lab.check.report import Finding
from minimax_lab.check.sandbox.run import run
from minimax_lab.check.search.repair import TIMES_AS_MANY, Search
from minimax_lab.check.search.repaired import Repair
from minimax_lab.game import GameState, Move
from minimax_lab.games import Isolation

MOST_LINES = 2_000_000  # of the student's code that all edits may take together
SOME_COPIED, LEAST_LINES = 12, 100  # positions in which copies are looked at, and what one of them counts as
SOME_FOURS = 3  # one in so many paths, where it is known which fours are not seen
SOME_CERTAIN = 5  # paths on which all is right, that an edit is tried on at first
MUTATES = "mutates-state"
# By the code of a mistake: the ideas of the edits that mend it, where others hide it or take long to be refuted; and
# those that are tried if these do not
MENDS: dict[str, list[tuple[str, ...]]] = {
    "blocked-cell": [("one-less",), ("cell", "removed", "number", "condition", "comparison", "closed"), ("blocked",)],
    "wrong-player": [("turn", "sets", "other-player", "term", "target", "order", "old-state")],
    "moves-from-the-opponent": [("term", "other-player", "variable", "condition", "branches", "order", "turn")],
    "no-diagonals": [("direction", "condition", "and-or", "comparison", "number")],
    MUTATES: [("copy", "old-state"), ("own",), ("default", "not-alone"), ("removed",)],
}
SPARED = {"moves-from-the-opponent": "forecast_move"}  # it is done right


def _makes_room(repair: Repair) -> bool:
    """Whether it puts in a number that no rule of connect four has: then a step off the board falls there."""
    return repair.idea == "infinity" or (repair.idea == "number" and getattr(repair.edit.new, "value", 0) in (5, 8))


def _repeats(moves: list[Move]) -> bool:
    return len({*moves}) < len(moves)


@dataclass(frozen=True)
class GameRepairs:
    """Looks for edits of a student's class, by what was seen of it."""

    student: StudentGame
    start: GameState
    paths: Mapping[Path, PathTo]
    seen: Mapping[Path, set[Move]]  # the moves that the class lists

    def of_rule(self, finding: Finding) -> list[Repair]:
        """Those that mend a mistake in the rules which has a name."""
        spared = [getattr(self.student.make, SPARED[finding.code], None)] if finding.code in SPARED else []
        path, ideas = self.paths[finding.counterexample], MENDS.get(finding.code, [()])
        return next(filter(None, (self.of_moves(path, only, spared=spared) for only in ideas)), [])

    def of_moves(
        self, path: PathTo, only: Sequence[str] = (), some: int = 1, spared: Sequence[Any] = ()
    ) -> list[Repair]:
        """Those with which the moves are right after this path, and along all others, or one in so many."""
        right: dict[Path, set[Move]] = {path: {*to.legal} for path, to in self.paths.items()}
        wrong = {each for each, moves in self.seen.items() if moves != right[each]}
        goes_on = {each[:-1] for each in self.paths}  # in another path, on which its moves are compared as well
        lines = [to for path, to in self.paths.items() if path not in goes_on]
        every = [line for line in lines if any(line[:n] in wrong for n in range(len(line) + 1))]
        certain = [line for line in lines if line not in every]
        is_small = isinstance(self.start, Isolation)
        every += sorted(certain, key=len, reverse=True)  # the longest first: there is most to go wrong
        now = [run(self.student.play_along, line) for line in (path, max(lines, key=len))]
        took, repeats = max(played.lines for played in now), any(map(_repeats, now[0].value or ()))

        def judge(line: PathTo) -> tuple[bool, int]:
            first = 0 if is_small and line is not path else len(line)  # of a long game, only its end is of interest
            result = run(self.student.play_along, line, first, most_lines=max(LINES_A_CALL, TIMES_AS_MANY * took))
            said = enumerate(result.value or (), first)
            return result.ok and all(is_right(line[:n], moves) for n, moves in said), result.lines

        def is_right(after: Path, moves: list[Move]) -> bool:
            """An edit may not list a move twice either, if the class does not do so anyway."""
            return {*moves} == right.get(after, {*moves}) and (repeats or not _repeats(moves))

        make = [self.student.make]
        first = [path, *certain[:: len(certain) // SOME_CERTAIN or 1]]  # an edit may spoil what is right
        found = Search(make, first, every[::some], judge, two=False, lines=MOST_LINES, only=only, spared=spared).found()
        return in_conditions([repair for repair in found if is_small or not _makes_room(repair)])

    def of_copies(self, shown: Path) -> list[Repair]:
        """Those with which no state changes, and none shares anything with another: where that was seen, and at first.

        What does not show when this is tried is not looked for: any edit would do.
        """
        every = [self.paths[path] for path in (shown[:-1], shown) if path in self.paths]
        every += [path for path in self.paths.values() if len(path) <= IN_A_CHAIN][:SOME_COPIED]

        def judge(path: PathTo) -> tuple[bool, int]:
            tried = path.legal
            states = [(path, None), *((self.paths.get((*path, move)), i) for i, move in enumerate(tried))]
            known = [(to, wanted) for to, wanted in states if to is not None]
            moves = [(self.student.moves_after_trying(path, tried, wanted), to) for to, wanted in known]
            moves.append((self.student.moves_after_trying(path, (), looks=True), path))
            return all(some is not None and {*some} == {*to.legal} for some, to in moves), LEAST_LINES

        make, wrong = [self.student.make], [path for path in every if not judge(path)[0]]
        ways = MENDS[MUTATES] if wrong else []
        found = (Search(make, wrong[:1], every, judge, two=False, only=only).found() for only in ways)
        return next(filter(None, found), [])
