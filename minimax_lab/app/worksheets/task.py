"""One question of a worksheet: what is asked, what is drawn, and the words to mark it by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

PAPERS = {"a4": (595.3, 841.9), "letter": (612.0, 792.0)}  # in points


@dataclass(frozen=True)
class Task:
    """A question with its key. `picture` and `solution` are anything that `minimax_lab.draw.draw_board` draws."""

    kind: str
    title: str
    question: str
    picture: Any
    solution: Any  # the picture with the answers in it
    answers: Mapping[str, str]  # what is asked for, and what is right
    words: Sequence[str]  # how to mark it, and why each answer is right
    points: int
    difficulty: str
    lines: Sequence[str] = ()  # what stands before the lines to write on, below the picture


@dataclass(frozen=True)
class Sheet:
    """The questions of one student."""

    name: str
    tasks: Sequence[Task]


def listed(names: Sequence[object], last: str = "and") -> str:
    """Names in a sentence: A, B and C."""
    if not names:
        return "none"
    *first, end = map(str, names)
    return f"{', '.join(first)} {last} {end}" if first else end
