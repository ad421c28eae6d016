"""Which submissions are alike: the same text, the same program with other names, or nearly so."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import combinations
from math import floor

from minimax_lab.app.grading.submissions import Graded

LEAST = 60  # words of a program; shorter ones are the same by chance
NEARLY = 0.95
SOBER = (
    "That two programs are alike proves nothing: short functions have few right forms, and students may work together "
    "where you allow it. Read both, and ask each student to explain the program, before you draw a conclusion."
)


class _Renamed(ast.NodeTransformer):
    """Names in the order in which they come; no texts that only explain."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}

    def visit(self, node: ast.AST) -> ast.AST:
        for place in "id", "arg", "name":
            name = getattr(node, place, None)
            if isinstance(name, str):
                setattr(node, place, self.names.setdefault(name, f"name{len(self.names)}"))
        body = getattr(node, "body", None)
        if isinstance(body, list):
            texts = [each for each in body if isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant)]
            body[:] = [each for each in body if each not in texts]
        return self.generic_visit(node)


def skeleton(source: str) -> list[str]:
    """The words of a program whatever its names, its comments and its layout; none if it is not Python."""
    try:
        return re.findall(r"\w+|\S", ast.unparse(_Renamed().visit(ast.parse(source))))
    except (SyntaxError, ValueError, RecursionError):
        return []


def alike(graded: Sequence[Graded], teams: Sequence[Sequence[str]] = ()) -> list[str]:
    """A line for students of an exercise whose programs are alike: the same text first, then the nearly same.

    `teams`: students who worked together. There is no line that names the members of one team alone.
    """
    team = {student: number for number, members in enumerate(teams) for student in members}

    def are_one_team(group: Sequence[Graded]) -> bool:
        return len({team.get(each.student, each.student) for each in group}) == 1

    same: dict[tuple[str, tuple[str, ...]], list[Graded]] = {}
    for each in graded:
        words = tuple(skeleton(each.source))
        if len(words) >= LEAST:
            same.setdefault((each.exercise, words), []).append(each)
    copied, renamed, nearly = [], [], []
    for (exercise, words), group in same.items():
        where = f"{exercise} ({len(words)} words)"
        texts: dict[str, list[Graded]] = {}
        for each in group:
            texts.setdefault(each.source, []).append(each)
        for copies in texts.values():
            if not are_one_team(copies):
                copied.append(f"{_names(copies)}, {where}: the same, letter for letter")
        if len(texts) > 1 and not are_one_team(group):
            renamed.append(f"{_names(group)}, {where}: the same program with other names, comments or layout")
    for ((exercise, first), one), ((where, second), other) in combinations(same.items(), 2):
        if are_one_team([*one, *other]):
            continue
        match = SequenceMatcher(None, first, second, autojunk=False)
        ratios = match.real_quick_ratio, match.quick_ratio, match.ratio  # from the cheapest on, which is the highest
        if exercise == where and all(ratio() >= NEARLY for ratio in ratios):
            who = f"{_names(one)} | {_names(other)}, {exercise}"
            percent = floor(100 * match.ratio())  # 100 would be read as the same
            nearly.append((-match.ratio(), f"{who}: {percent}% the same after renaming"))
    return [*copied, *renamed, *(line for _, line in sorted(nearly))]


def _names(group: Sequence[Graded]) -> str:
    return ", ".join(each.student for each in group)
