"""Programs as students write them: 22 right and 45 wrong ones from before there were repairs, and four more kinds."""

from dataclasses import dataclass
from pathlib import Path

from minimax_lab import check
from tools.students.minimax import program

TEXT = Path(__file__).with_name("fresh_programs.txt").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Fresh:
    """A program, what checks it, and the lines of which one is guilty (none in a right program)."""

    kind: str
    name: str
    source: str
    guilty: frozenset[int] = frozenset()

    def report(self):
        if self.kind == "levels":
            names = program(self.source, name="max_value").__globals__
            return check.minimax(max_value=names["max_value"], min_value=names["min_value"])
        return getattr(check, self.kind)(program(self.source, name=self.kind))


def programs():
    """All of them, the right ones without guilty lines."""
    found = []
    for part in TEXT.split("\n== ")[1:]:
        base, *changes = part.split("\n~~ ")
        heading, source = base.split("\n", 1)
        kind, name = heading.split()
        found.append(Fresh(kind, name, source))
        for change in changes:
            title, *lines = change.rstrip().splitlines()
            found.append(Fresh(kind, title, *_changed(source, lines)))
    return found


def _changed(source, lines):
    old, new = ([line[2:] for line in lines if line.startswith(sign)] for sign in "-+")
    text = source.splitlines()
    stripped = [line.strip() for line in text]
    at = next(i for i in range(len(text)) if stripped[i : i + len(old)] == [line.strip() for line in old])
    indent = " " * (_indent(text[at]) - _indent(old[0]))
    text[at : at + len(old)] = [indent + line for line in new]
    same = {line.strip() for line in old}
    guilty = {at + 1 + i for i, line in enumerate(new) if line.strip() not in same or line not in old}
    return "\n".join(text) + "\n", frozenset(guilty or {at, at + 1})


def _indent(line):
    return len(line) - len(line.lstrip())
