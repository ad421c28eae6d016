"""The names of a class, one on each line of a file."""

from __future__ import annotations


def read_class_list(text: str, file: str) -> tuple[list[str], list[str]]:
    """The names, each once, and what there is to say about the list. Empty lines do not count.

    Raises ValueError if there is no name at all.
    """
    names: dict[str, int] = {}
    complaints = []
    for number, line in enumerate(text.splitlines(), 1):
        name = " ".join(line.split())
        if name in names:
            complaints.append(
                f"{file}, line {number}: {name} stands in the list already, on line {names[name]}, and gets one sheet. "
                "If these are two students, add an initial or a number to one of them."
            )
        elif name:
            names[name] = number
    if not names:
        raise ValueError(f"{file} has no names in it: write the name of each student on a line of its own")
    return [*names], complaints
