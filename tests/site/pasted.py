"""The programs of `pasted.md`: each with its name, what the bench says of it, what a check finds, and its text."""

import re
from pathlib import Path
from typing import NamedTuple

PROGRAM = re.compile(
    r"^## ([^\n]+)\n\n([^\n]+?)(?: Check: ([^\n]+))?\n\n```python\n(.*?)\n?```$", re.MULTILINE | re.DOTALL
)
ENDLESS = "a loop without an end before the search"  # it runs on until it is stopped


class Pasted(NamedTuple):
    name: str
    says: str  # if it ends with …, it is the beginning of what is said: Pythons do not end it alike
    finds: str | None
    code: str

    def fits(self, said: str) -> str:
        """What was said, if it is something else."""
        whole = not self.says.endswith("…")
        return "" if said == self.says or (not whole and said.startswith(self.says[:-1])) else said


def pasted() -> list[Pasted]:
    text = Path(__file__).with_suffix(".md").read_text(encoding="utf-8")
    return [Pasted(*found.groups()) for found in PROGRAM.finditer(text)]
