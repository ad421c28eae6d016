"""What a check has found: for the student in words and pictures, for grading as a share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from minimax_lab.game import Move
from minimax_lab.trace import Trace
from minimax_lab.trace.words import moves_text, value_text


class _Nothing:
    def __repr__(self) -> str:
        return "nothing"


NOTHING = _Nothing()  # where no value is known: None is one that students return


@dataclass(frozen=True)
class Replay:
    """The student's own run on the counterexample, and the step at which it leaves the right way."""

    trace: Trace
    step: int = 0


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong, shown on the smallest example of it; or a remark, which costs nothing."""

    code: str  # the misconception's, such as "no-role-flip", or what happened, such as "raises"
    title: str
    message: str  # for a beginner
    counterexample: Any = None  # a Tree, a position or a line of moves
    call: str = ""  # the student's call, as one would write it
    returned: Any = NOTHING
    expected: Any = NOTHING
    expected_text: str = ""  # where what is right is more than one value: "a value of at least 3"
    hints: tuple[str, ...] = ()  # from a nudge to a plain word, never the solution
    remark: bool = False
    replay: Callable[[], Replay | None] | None = field(default=None, compare=False, repr=False)  # made when asked for

    def __str__(self) -> str:
        below = [*self.message.splitlines(), *self.outcome_lines()]
        return "\n".join([f"{self.code}: {self.title}", *(f"  {line}" for line in below)])

    def outcome_lines(self) -> list[str]:
        """The call, what it returned, and what is right."""
        lines = [self.call] if self.call else []
        if self.returned is not NOTHING:
            lines.append(f"  returned {shown_value(self.returned)}")
        if self.expected is not NOTHING or self.expected_text:
            lines.append(f"  right is {self.expected_text or shown_value(self.expected)}")
        return lines


class Report:
    """What a check found. It prints itself; a notebook also shows the counterexample with the student's run on it."""

    def __init__(self, subject: str, findings: list[Finding], score: float = 1.0):
        """`score` is the share of the parts that are right; with a fault left it is below 1."""
        self.subject = subject
        self.findings = tuple(findings)
        self.score = score
        self._hinted = 0

    @property
    def passed(self) -> bool:
        """Whether nothing is wrong; remarks do not count."""
        return all(finding.remark for finding in self.findings)

    def hint(self) -> str:
        """The next hint on the first fault: each call says a little more."""
        hints = next((finding.hints for finding in self.findings if not finding.remark), ())
        if not hints:
            return "There is nothing to hint at." if self.passed else "There is no hint for this one."
        self._hinted = min(self._hinted + 1, len(hints))
        number = f"Hint {self._hinted} of {len(hints)}"
        return f"{number}: {hints[self._hinted - 1]}"

    def __str__(self) -> str:
        heading = f"✓ {self.subject}: right" if self.passed else f"✗ {self.subject}: not right yet"
        parts = [heading if self.passed else f"{heading} ({self.score:.0%})", *map(str, self.findings)]
        if not self.passed and any(finding.hints for finding in self.findings):
            parts.append("For a hint: .hint()")
        return "\n\n".join(parts)

    __repr__ = __str__


def shown_moves(moves: Sequence[Move]) -> str:
    """Moves in a sentence: as they are written, or as "move 0" where they are only numbered."""
    return moves_text(moves) if all(isinstance(move, int) for move in moves) else ", ".join(map(shown_value, moves))


def shown_value(value: Any) -> str:
    """A value as people write it; but text is in quotes, for "3" is not 3."""
    if value is None:
        return "None"
    if isinstance(value, str):
        return f'"{value_text(value)}"' if value else '""'
    if type(value) in (tuple, list):
        opened, closed = "()" if type(value) is tuple else "[]"
        comma = "," if type(value) is tuple and len(value) == 1 else ""
        return value_text(f"{opened}{', '.join(map(shown_value, value))}{comma}{closed}")
    return value_text(value)
