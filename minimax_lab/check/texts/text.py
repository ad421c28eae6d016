"""What is said of one mistake or failure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True)
class Text:
    """A title, a message and hints. The message may have gaps, such as {call}, that a check fills in."""

    title: str
    message: str = ""
    hints: tuple[str, ...] = ()  # from a nudge to a plain word, never the solution

    def filled(self, **gaps: Any) -> Text:
        """The same text with its gaps filled in."""
        title, message, *hints = (part.format(**gaps) for part in (self.title, self.message, *self.hints))
        return Text(title, message, tuple(hints))

    def after(self, sentence: str) -> Text:
        """The same text with more at the beginning of the message."""
        return replace(self, message=f"{sentence} {self.message}")

    def followed_by(self, *sentences: str) -> Text:
        """The same text with more at the end of the message."""
        return replace(self, message=" ".join(filter(None, [self.message, *sentences])))
