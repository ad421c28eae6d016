"""`minimax-lab`: open JupyterLab on the notebooks, or on your own copy of them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

from minimax_lab import __version__
from minimax_lab.app import site

HELP = """\
usage: minimax-lab [DIR] [options of JupyterLab]
       minimax-lab site build DIR [--offline]
       minimax-lab site serve DIR

Opens JupyterLab on the notebooks of the course.

  DIR           copy the notebooks into this folder, then open it; the folder is created if
                necessary, and a file that you already have there is never overwritten
  --help, -h    show this help
  --version     show the version

DIR must be the first argument. All other arguments are passed on to JupyterLab unchanged:

  minimax-lab my-folder
  minimax-lab --no-browser --port 8899

`minimax-lab site` builds the course as a static site, for browsers alone, and serves it: minimax-lab site --help

JupyterLab's options: jupyter lab --help"""

PACKAGE = Path(__file__).parent.parent
INSTALLED = PACKAGE / "notebooks"  # where a wheel puts them
CHECKOUT = PACKAGE.parent / "notebooks"  # where they are written
FOR_TEACHERS = "solutions"  # a folder of the checkout that is not copied for students


class CannotLaunch(Exception):
    """Says what is wrong, in words for the user."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `minimax-lab` with these arguments, by default those of the command line, and return its exit code."""
    arguments = sys.argv[1:] if arguments is None else list(arguments)
    if arguments[:1] == ["site"]:
        return site.main(arguments[1:])
    if "--help" in arguments or "-h" in arguments:
        print(HELP)
        return 0
    if "--version" in arguments:
        print(__version__)
        return 0
    try:
        source = notebook_folder()
        if arguments and not arguments[0].startswith("-"):
            folder, options = own_copy(source, arguments[0]), arguments[1:]
        else:
            folder, options = source, arguments
    except CannotLaunch as problem:
        print(f"minimax-lab: {problem}", file=sys.stderr)
        return 2
    if folder == INSTALLED:
        print("These are the installed notebooks. For a copy of your own to work in: minimax-lab my-folder")
    run_jupyterlab(jupyterlab_arguments(folder, first_notebook(source), options))
    return 0


def notebook_folder() -> Path:
    """The folder with the notebooks of the course."""
    for folder in INSTALLED, CHECKOUT:
        if any(folder.glob("*.ipynb")):
            return folder
    raise CannotLaunch(f"found no notebooks in {INSTALLED} or {CHECKOUT}; please install minimax-lab again")


def first_notebook(source: Path) -> str:
    """The notebook to begin with. They are numbered, so it is the first by name."""
    return min(notebook.name for notebook in source.glob("*.ipynb"))


def own_copy(source: Path, name: str) -> Path:
    """The folder called `name`, after copying into it every notebook that it does not have yet."""
    folder = Path(name).resolve()
    if not name:
        raise CannotLaunch("the folder's name is empty")
    if folder.is_file() or folder.suffix == ".ipynb":
        raise CannotLaunch(f"{name} is a file; the first argument is the folder to copy the notebooks into")
    if source.resolve() in folder.parents:  # the next copy would contain this one
        raise CannotLaunch(f"{name} is inside the folder of the notebooks themselves; please choose another place")
    try:
        copied, kept = copy_missing(source, folder)
    except OSError as error:
        raise CannotLaunch(f"cannot copy the notebooks into {name}: {error}") from error
    print(f"Copied into {folder}: {', '.join(copied) or 'nothing'}")
    if kept:
        print(f"Already there, so not copied: {', '.join(kept)}")
    return folder


def copy_missing(source: Path, folder: Path) -> tuple[list[str], list[str]]:
    """Copy what `folder` does not have yet; the names of what was copied and of what was already there."""
    names = [path.relative_to(source) for path in sorted(source.rglob("*")) if path.is_file()]
    names = [name for name in names if not any(part.startswith(".") for part in name.parts)]  # Jupyter's checkpoints
    names = [name for name in names if name.parts[0] != FOR_TEACHERS]
    for parent in sorted({folder / name.parent for name in names}):
        parent.mkdir(parents=True, exist_ok=True)
    copied, kept = [], []
    for name in names:
        try:
            with (folder / name).open("xb") as new:  # x: fails if the name is taken, even by a link to nowhere
                new.write((source / name).read_bytes())
        except FileExistsError:
            kept.append(name.as_posix())
        else:
            copied.append(name.as_posix())
    return copied, kept


def jupyterlab_arguments(folder: Path, first: str, options: list[str]) -> list[str]:
    """JupyterLab's arguments: which folder and notebook to open, unless `options` say so, then `options`."""

    def given(*names: str) -> bool:  # JupyterLab refuses to be given the same option twice
        return any(option.split("=")[0] in names for option in options)

    if given("--notebook-dir", "--ServerApp.root_dir"):
        return options
    where = [f"--ServerApp.root_dir={folder}"]
    if not given("--LabApp.default_url", "--ServerApp.default_url"):
        # Not as a positional argument: a notebook that the user names there must win.
        where.append(f"--LabApp.default_url=/lab/tree/{quote(first)}")
    return where + options


def run_jupyterlab(arguments: list[str]) -> None:
    """Run JupyterLab until it is stopped.

    It runs in this process, not in a child: so it is certainly the same Python, and Ctrl-C, signals
    and the exit code need not be passed on.
    """
    from jupyterlab.labapp import main as jupyterlab

    sys.stdout.flush()  # our messages come before JupyterLab's log
    jupyterlab(arguments)
