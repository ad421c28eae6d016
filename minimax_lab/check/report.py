"""What a check has found: for the student in words and pictures, for grading as a share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from numbers import Number
from typing import Any

from minimax_lab.check.game.positions import IN_A_CHAIN, as_written, moves_to
from minimax_lab.check.texts import NAMES
from minimax_lab.check.texts import failures as texts
from minimax_lab.check.texts.text import Text
from minimax_lab.game import MAX, Move
from minimax_lab.games import Isolation, Tree
from minimax_lab.trace import Trace
from minimax_lab.trace.model import Path
from minimax_lab.trace.words import moves_text, value_text

NOT_WRITTEN, NOT_CHECKED = "not-written", "not-checked"  # codes
# The states of a report or a finding, and how a line about it begins
MARKS = {"right": "✓", "not-yet": "✗", "remark": "i", NOT_CHECKED: "?", NOT_WRITTEN: "✎"}


class _Nothing:
    def __repr__(self) -> str:
        return "nothing"

    def __reduce__(self) -> str:
        return "NOTHING"


NOTHING = _Nothing()  # where no value is known: None is one that students return


@dataclass(frozen=True)
class Replay:
    """The student's own run on the counterexample, and the step at which it leaves the right way."""

    trace: Trace
    step: int = 0
    banner: str = ""  # what happened at this step, and what should have
    right: Trace | None = None  # a right search of the same tree, without its code
    ringed: tuple[Path, ...] = ()  # the nodes at which the two differ


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong, shown on the smallest example of it; or a remark, which costs nothing."""

    code: str  # the misconception's, such as "no-role-flip", or what happened, such as "raises"
    title: str
    message: str  # for a beginner
    counterexample: Any = None  # a Tree, a position or a path of moves
    call: str = ""  # the student's call, as one would write it
    returned: Any = NOTHING
    expected: Any = NOTHING
    expected_text: str = ""  # where what is right is more than one value: "a value of at least 3"
    hints: tuple[str, ...] = ()  # from a nudge to a plain word, never the solution
    remark: bool = False
    line: int | None = None  # the number of the guilty line in the student's source; None if it is not known
    repair: str = ""  # the edit of that line that makes it right, as "depth → depth - 1"
    about: str = ""  # a name in the call: what it is here
    replay: Callable[[], Replay | None] | None = field(default=None, compare=False, repr=False)  # made when asked for

    @classmethod
    def of(cls, code: str, text: Text, counterexample: Any = None, call: str = "", **fields: Any) -> Finding:
        """The finding that says `text`; `fields` are the others of its fields."""
        return cls(code, text.title, text.message, counterexample, call, hints=text.hints, **fields)

    def named(self, code: str, text: Text, **fields: Any) -> Finding:
        """The same finding under the name of a misconception, which says `text`; `fields` are others that change."""
        return replace(self, code=code, title=text.title, message=text.message, hints=text.hints, **fields)

    @property
    def state(self) -> str:
        """One of those in MARKS."""
        if self.code in (NOT_CHECKED, NOT_WRITTEN):
            return self.code
        return "remark" if self.remark else "not-yet"

    @property
    def name(self) -> str:
        """Where teachers find it; "" for what is not in the catalogue of misconceptions."""
        return texts.IN_THE_CATALOGUE.format(code=self.code) if self.code in NAMES else ""

    @property
    def board(self) -> Any:
        """The position that it is shown on; None if there is none."""
        shown = getattr(self.counterexample, "position", self.counterexample)
        return shown if callable(getattr(shown, "picture", None)) and not isinstance(shown, Tree) else None

    def __str__(self) -> str:
        title = texts.REMARK.format(title=self.title) if self.state == "remark" else self.title
        below = [*self.message.splitlines(), *self.outcome_lines(), *self._board_lines(), *filter(None, [self.name])]
        return "\n".join([f"{MARKS[self.state]} {title}", *(f"  {line}" for line in below)])

    def outcome_lines(self) -> list[str]:
        """The call, what it returned, and what is right."""
        lines = [*self._state_lines(), *self.call.splitlines()]
        if self.returned is not NOTHING:
            lines.append(f"  returned {shown_value(self.returned)}")
        if self.expected is not NOTHING or self.expected_text:
            lines.append(f"  right is {self.expected_text or shown_value(self.expected)}")
        return [*lines, f"# {self.about}"] if self.about else lines

    def _state_lines(self) -> list[str]:
        """How to make the state of the call, where that is a board of isolation."""
        if type(self.board) is not Isolation or "(state" not in self.call or self.call.startswith("state ="):
            return []
        moves, size = moves_to(self.board), (self.board.width, self.board.height)
        if moves is None:
            return []
        made = as_written("Isolation()" if size == (3, 2) else f"Isolation{size}", moves, "")
        return (made.removesuffix("\nstate") if len(moves) > IN_A_CHAIN else f"state = {made}").splitlines()

    def _board_lines(self) -> list[str]:
        """The board as text, for where there are no pictures."""
        if self.board is None or str(self.board) in self.call:
            return []
        is_over, player = not self.board.get_legal_moves(), self.board.active_player
        second = player is not MAX
        marks = getattr(self.board, "marks", ())  # as the board shows them
        if self.board is not self.counterexample:  # moves in a game of one's own: its class knows no MAX and MIN
            player = marks[second] if marks else texts.PLAYER.format(number=1 + second)
        elif marks:
            player = texts.MARK_OF.format(mark=marks[second], player=player)
        heading = texts.BOARD_AT_THE_END if is_over else texts.BOARD.format(player=player)
        return [heading, *(f"  {line}" for line in str(self.board).splitlines())]


class Report:
    """What a check found. It prints itself; a notebook also shows the counterexample with the student's run on it.

    There are four kinds of report. *Right*: no fault was found. *Not right yet*: a fault was found. *Not
    written yet*: there is nothing to check. *Not checked*: nothing could be checked, because the computer was
    too busy or the code only waits; that is neither right nor wrong. If only some aspects could not be
    checked, a remark with the code "not-checked" names each of them, and they cost nothing.
    """

    def __init__(self, subject: str, findings: Sequence[Finding], score: float = 1.0):
        """`score` is the share of what was checked that is right: below 1 with a fault, 0 if nothing was checked."""
        self.subject = subject
        self.findings = tuple(findings)
        self.score = score
        self._hinted = 0

    @property
    def faults(self) -> tuple[Finding, ...]:
        """The findings that are not just remarks."""
        return tuple(finding for finding in self.findings if not finding.remark)

    @property
    def not_checked(self) -> tuple[Finding, ...]:
        """The remarks on what could not be checked."""
        return tuple(finding for finding in self.findings if finding.code == NOT_CHECKED)

    @property
    def passed(self) -> bool:
        """Whether no fault was found in what was checked. False if nothing at all could be checked."""
        return not self.faults and self.score > 0

    def points(self, most: float) -> float:
        """The points for this report out of `most`: the share that is right, to two digits after the point."""
        return round(most * min(1.0, max(0.0, self.score)), 2)

    @property
    def heading(self) -> str:
        """The report in a line: "✓ minimax: right"."""
        if self.faults and all(finding.code == NOT_WRITTEN for finding in self.faults):
            text = texts.UNWRITTEN
        elif self.faults:
            text = texts.NOT_RIGHT_YET
        elif not self.passed:
            text = texts.UNCHECKED
        else:
            text = texts.RIGHT_SO_FAR if self.not_checked else texts.RIGHT
        return text.format(subject=self.subject, score=self.score)

    def hint(self) -> str:
        """The next hint on the first fault: each call says a little more."""
        hints = self.faults[0].hints if self.faults else ()
        if not hints:
            return texts.NO_HINT if self.faults else texts.NOTHING_TO_HINT_AT
        self._hinted = min(self._hinted + 1, len(hints))
        return texts.HINT.format(number=self._hinted, total=len(hints), hint=hints[self._hinted - 1])

    def __str__(self) -> str:
        parts = [self.heading, *map(str, self.findings)]
        if any(finding.hints for finding in self.faults):
            parts.append(texts.FOR_A_HINT)
        return "\n\n".join(parts)

    __repr__ = __str__


def in_words(report: Report, others: Mapping[str, str]) -> Report:
    """The report, with other hints in the place of some."""
    findings = [replace(each, hints=tuple(others.get(hint, hint) for hint in each.hints)) for each in report.findings]
    return Report(report.subject, findings, report.score)


def about_evaluate(report: Report, text: str) -> Report:
    """The report, which says once what the evaluation is that the calls in it are given."""
    findings = [*report.findings]
    for i, finding in enumerate(findings):
        if isinstance(finding.counterexample, Tree) and ", evaluate" in finding.call:
            findings[i] = replace(finding, about=text)
            break
    return Report(report.subject, findings, report.score)


MOST_SHOWN, FIRST_SHOWN = 60, 10  # of what a list or tuple holds


def shown_moves(moves: Sequence[Move]) -> str:
    """Moves in a sentence: as they are written, or as "move 0" where they are only numbered."""
    return moves_text(moves) if all(isinstance(move, int) for move in moves) else ", ".join(map(shown_value, moves))


def shown_value(value: Any) -> str:
    """A value as people write it; but text is in quotes, for "3" is not 3."""
    if value is None:
        return "None"
    if callable(getattr(value, "get_legal_moves", None)):  # a leaf of a tree would look like a number
        return repr(value)
    if isinstance(value, str):
        return f'"{value_text(value)}"' if value else '""'
    if type(value) in (tuple, list):
        opened, closed = "()" if type(value) is tuple else "[]"
        comma = "," if type(value) is tuple and len(value) == 1 else ""
        is_long = len(value) > MOST_SHOWN
        items = [*map(shown_value, value[:FIRST_SHOWN] if is_long else value)]
        rest = [f"… {len(value)} in all"] if is_long else []
        return value_text(f"{opened}{', '.join([*items, *rest])}{comma}{closed}")
    if type(value) in (set, frozenset) and value:  # in the same order every time
        inside = ", ".join(sorted(map(shown_value, value)))
        return f"{{{inside}}}" if type(value) is set else f"frozenset({{{inside}}})"
    text = value_text(value)
    looks_like_a_number = text.lstrip("−").replace(".", "", 1).isdigit() and not isinstance(value, Number)
    return f"{type(value).__name__}({text})" if looks_like_a_number else text  # an array, say
