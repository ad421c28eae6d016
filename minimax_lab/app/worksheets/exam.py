"""Make an exam from a blueprint: which questions, how many of each, for whom.

A blueprint is a file such as:

    seed = 4
    students = "students.csv"  # the class list; or versions = 30

    [[items]]
    kind = "values"
    count = 2
    depth = 4

    [[items]]
    kind = "pruned"
    points = 8  # what it counts, if that is not the sum of the points for its parts
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from minimax_lab.app.worksheets.command import add_form, files_for, names_from, tell_versions, write
from minimax_lab.app.worksheets.lettered import LetteredTree
from minimax_lab.app.worksheets.questions import Task, points_text
from minimax_lab.app.worksheets.sheets import SHAPE, Worksheet, make_sheets, see_that_possible, whom_for
from minimax_lab.picture.text import count_text

MINUTES = {"values": 6, "windows": 12, "pruned": 8, "isolation": 8, "material": 4}  # estimated; a tree has 8 leaves
KNOWN = {
    "seed": (int, "digits of your own, without quotes"),
    "students": (str, 'the name of a file, in quotes, such as "students.csv"'),
    "versions": (int, "a whole number, without quotes, such as 30"),
    "items": (list, 'each item is [[items]] and, below that, kind = "values"'),
}
OF_AN_ITEM = ("kind", "count", "points", *SHAPE)
MOST_POINTS = 1000


def main(arguments: Sequence[str]) -> int:
    """Run `minimax-lab exam` with these arguments, and return its exit code."""
    shape = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("minimax-lab exam", description=__doc__, formatter_class=shape)
    parser.add_argument("blueprint", type=Path, help="the file that says which questions there are")
    add_form(parser)
    asked = parser.parse_args(arguments)
    try:
        files = files_for(asked)
        made = exam(_read(asked.blueprint.read_text(encoding="utf-8")), asked.blueprint.parent)
        written = write(made, files, asked.paper)
    except (ValueError, OSError) as problem:
        where, what = asked.blueprint, str(problem)
        if isinstance(problem, OSError):
            where, what = problem.filename, problem.strerror or "cannot be read"
        print(f"minimax-lab exam: {where}: {what}", file=sys.stderr)
        return 2
    tasks = made.sheets[0].tasks
    minutes = round(sum(MINUTES[task.kind] * _leaves(task) / 8 for task in tasks))
    versions = count_text(len(made.sheets), "version", "versions")
    print(f"{versions} of {count_text(len(tasks), 'question', 'questions')}: {written}")
    print(f"{points_text(sum(task.points for task in tasks))}, about {minutes} minutes (an estimate)")
    tell_versions(made)
    return 0


def _read(text: str) -> dict[str, Any]:
    """What a blueprint says; a line that cannot be read is shown, and what would be right there."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        what, _, where = str(problem).partition(" (at ")
        found = re.search(r"line (\d+)", where)  # else the end of the file
        number = int(found[1]) if found else len(text.splitlines())
        line = "".join(text.splitlines()[number - 1 : number]).strip()
        known = KNOWN.get(line.partition("=")[0].strip())
        right = known[1] if known else 'a number has no quotes (depth = 4), a word has them (kind = "values")'
        raise ValueError(f"line {number}, {line}: {what}. Right is: {right}") from None


def _leaves(task: Task) -> int:
    """Of the tree that a question is about; a board takes as long as a tree of 8."""
    return len(task.picture.tree.leaves()) if isinstance(task.picture, LetteredTree) else 8


def exam(blueprint: dict[str, Any], folder: Path = Path()) -> Worksheet:
    """The sheets that a blueprint asks for."""
    if unknown := blueprint.keys() - KNOWN:
        raise ValueError(f"{', '.join(sorted(unknown))}: not known; a blueprint has {', '.join(sorted(KNOWN))}")
    for name, (kind, right) in KNOWN.items():
        if type(blueprint.get(name, kind())) is not kind:
            raise ValueError(f"{name} = {blueprint[name]!r}. Right is: {right}")
    items = [item for item in _items(blueprint) for _ in range(item.get("count", 1))]
    file = blueprint.get("students")
    people = whom_for(blueprint.get("versions", 1), names_from(folder / file) if file else None)
    seed = blueprint.get("seed", 0)
    asked = [(item["kind"], f"{seed} {i}", _shape(item), item.get("points")) for i, item in enumerate(items)]
    return make_sheets(asked, people)


def _items(blueprint: dict[str, Any]) -> list[dict[str, Any]]:
    items = blueprint.get("items", [])
    if not items:
        raise ValueError('it asks for nothing: write [[items]] and, below that, kind = "values"')
    for item in items:
        if type(item) is not dict:
            raise ValueError(f'an item is [[items]] and, below that, kind = "values", not {item!r}')
        if unknown := item.keys() - {*OF_AN_ITEM}:
            raise ValueError(f"an item has {', '.join(OF_AN_ITEM)}, and no {', '.join(sorted(unknown))}")
        for name in item.keys() & {"count", "depth", "branching", "cutoffs"}:
            if type(item[name]) is not int or item[name] < (name != "cutoffs"):
                raise ValueError(f"{name} = {item[name]!r}: that is a whole number, such as {name} = 2")
        points = item.get("points", 1)
        if type(points) not in (int, float) or not 0 < points <= MOST_POINTS:
            raise ValueError(f"points = {points!r}: that is a number above 0, {MOST_POINTS} at most, such as 8")
        see_that_possible([item.get("kind", "")], _shape(item))
    return items


def _shape(item: dict[str, Any]) -> dict[str, Any]:
    return {name: item.get(name, usual) for name, usual in SHAPE.items()}
