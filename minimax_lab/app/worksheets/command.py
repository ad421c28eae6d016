"""Make worksheets and their keys, a version for each student."""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from minimax_lab.app.worksheets.questions import PAPERS
from minimax_lab.app.worksheets.sheets import KINDS, Worksheet, worksheet
from minimax_lab.picture.text import count_text

FORMS = {"pdf": ".pdf", "latex": ".tex", "notebook": ""}


def main(arguments: Sequence[str]) -> int:
    """Run `minimax-lab worksheet` with these arguments, and return its exit code."""
    asked = _parser().parse_args(arguments)
    try:
        files = files_for(asked)
        made = worksheet(
            asked.kind, asked.versions, asked.seed, names=names_from(Path(asked.students)) if asked.students else None,
            depth=asked.depth, branching=asked.branching, cutoffs=asked.cutoffs, deep_cutoff=asked.deep,
        )  # fmt: skip
        written = write(made, files, asked.paper)
    except (ValueError, OSError) as problem:
        print(f"minimax-lab worksheet: {problem}", file=sys.stderr)
        return 2
    one, many = "sheet with its key", "sheets with their keys"
    print(f"{count_text(len(made.sheets), one, many)}: {written}")
    tell_versions(made)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("minimax-lab worksheet", description=__doc__)
    parser.add_argument("kind", nargs="+", help=f"what is asked, a page for each: {', '.join(KINDS)}")
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--students", metavar="FILE", help="nbgrader's class list (.csv), or a text with a name on a line")
    who.add_argument("--versions", type=int, default=1, metavar="N", help="so many versions, by number")
    parser.add_argument("--seed", type=int, default=0, help="another seed gives other numbers (default: 0)")
    parser.add_argument("--depth", type=int, default=3, help="levels of a tree (default: 3)")
    parser.add_argument("--branching", type=int, default=2, help="children of each node (default: 2)")
    parser.add_argument("--cutoffs", type=int, help="cut-offs in each tree (default: at least 1)")
    deep = parser.add_mutually_exclusive_group()
    deep.add_argument("--deep", action="store_true", default=None, help="with a deep cut-off; needs --depth 4")
    deep.add_argument("--no-deep", action="store_false", dest="deep", help="without any deep cut-off")
    add_form(parser)
    return parser


def add_form(parser: argparse.ArgumentParser) -> None:
    """The options that say how and where sheets are written, for `files_for` and `write`."""
    parser.add_argument("--as", choices=FORMS, default="pdf", dest="form", help="(default: pdf)")
    parser.add_argument("--paper", choices=[*PAPERS], default="a4", help="(default: a4)")
    parser.add_argument("--out", default=".", metavar="DIR", help="the folder to write into (default: this one)")
    parser.add_argument("--force", action="store_true", help="write over sheets that are there already")


def names_from(file: Path) -> list[str]:
    """The names in a class list; what is wrong with it is said."""
    names, complaints = read_class_list(file.read_text(encoding="utf-8-sig"), str(file))
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    return names


def read_class_list(text: str, file: str) -> tuple[list[str], list[str]]:
    """The names, each once, and what there is to say about the list. Empty lines do not count.

    A .csv file is the one that nbgrader reads: a sheet then has the name and the id. Raises ValueError if there is no
    name at all.
    """
    names: dict[str, int] = {}
    complaints = []
    for number, line in _people(text, file) if file.endswith(".csv") else enumerate(text.splitlines(), 1):
        name = " ".join(line.split())
        if name in names:
            complaints.append(
                f"{file}, line {number}: {name} is on the list already, in line {names[name]}, and gets one sheet. "
                "If these are two students, add an initial or a number to one of them."
            )
        elif name:
            names[name] = number
    if not names:
        raise ValueError(f"{file} has no names in it: write the name of each student on a line of its own")
    return [*names], complaints


def _people(text: str, file: str) -> Iterator[tuple[int, str]]:
    """Each line of nbgrader's class list with its number: Ana Alt (a01), or the id alone if it is the name."""
    rows = csv.DictReader(text.splitlines())
    if "id" not in (rows.fieldnames or ()):
        raise ValueError(f"{file} has no column id: its first line is id,last_name,first_name,email")
    for row in rows:
        name = " ".join(filter(None, (row.get("first_name"), row.get("last_name"))))
        if own := row["id"].strip():
            yield rows.line_num, f"{name} ({own})" if name not in ("", own) else own


def files_for(asked: argparse.Namespace) -> list[Path]:
    """The files or folders that are written, as the options say: sheets, keys, and what nbgrader grades notebooks by.

    The last one has the name of the folder. Raises ValueError if sheets would be lost.
    """
    folder = Path(asked.out)
    names = [f"{name}{FORMS[asked.form]}" for name in ("sheets", "keys")]
    if asked.form == "notebook":
        assignment = folder.resolve().name
        names.append(f"source/{assignment}/{assignment}.ipynb")
    files = [folder / name for name in names]
    if not asked.force and (there := [file for file in files if file.exists()]):
        raise ValueError(
            f"{there[0]} is there already. Choose another folder with --out, or write over it with --force"
        )
    return files


def tell_versions(made: Worksheet) -> None:
    """Print how hard the versions are, and which answers they have."""
    print("Difficulty (the keys say it for each sheet):", *made.difficulty, sep="\n  ")
    print("How many versions have which answer:", *made.distribution, sep="\n  ")


def write(made: Worksheet, files: Sequence[Path], paper: str) -> str:
    """Write these files; their names for a sentence."""
    for file in files:
        file.parent.mkdir(parents=True, exist_ok=True)
        made.save(file, key=file.stem == "keys", paper=paper)
    return ", ".join(map(str, files))
