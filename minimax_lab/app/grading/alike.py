"""Which submissions are alike: the same text, the same program with other names, or nearly so."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import combinations

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
            body[:] = [
                each for each in body if not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))
            ]
        return self.generic_visit(node)


def skeleton(source: str) -> list[str]:
    """The words of a program whatever its names, its comments and its layout; none if it is not Python."""
    try:
        return re.findall(r"\w+|\S", ast.unparse(_Renamed().visit(ast.parse(source))))
    except (SyntaxError, ValueError, RecursionError):
        return []


def alike(graded: Sequence[Graded]) -> Iterator[str]:
    """A line for every two students of an exercise whose work is alike, those that are the most alike first."""
    programs = [(each, skeleton(each.source)) for each in graded]
    found: list[tuple[float, str]] = []
    for (one, first), (other, second) in combinations(programs, 2):
        if one.exercise != other.exercise or min(len(first), len(second)) < LEAST:
            continue
        who = f"{one.student} and {other.student}, {one.exercise} ({len(first)} words)"
        if one.source == other.source:
            found.append((2.0, f"{who}: the same, letter for letter"))
        elif first == second:
            found.append((1.0, f"{who}: the same program with other names, comments or layout"))
        else:
            match = SequenceMatcher(None, first, second, autojunk=False)
            if match.real_quick_ratio() >= NEARLY and match.quick_ratio() >= NEARLY and match.ratio() >= NEARLY:
                found.append((match.ratio(), f"{who}: {match.ratio():.0%} the same after renaming"))
    return (line for _, line in sorted(found, key=lambda each: (-each[0], each[1])))
