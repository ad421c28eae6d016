"""`minimax-lab`: open JupyterLab on your own copy of the notebooks, or run one of its commands."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from urllib.parse import quote

from minimax_lab import __version__

HELP = """\
usage: minimax-lab [DIR] [options of JupyterLab]
       minimax-lab --copy DIR
       minimax-lab COMMAND [options]

Opens JupyterLab on your own copy of the notebooks of the course.

  DIR           where your copy is, or is to be (default: minimax-lab in your home folder); what you
                already have there is never overwritten, and what is missing is copied, without outputs
  --copy DIR    copy the notebooks into this folder, and start nothing: for a JupyterHub
  --here        open the notebooks where they are written or installed, not a copy
  --help, -h    show this help
  --version     show the version

Commands for teachers (minimax-lab COMMAND --help says more):

  worksheet     worksheets and exams to print, with keys, a version for each student
  exam          an exam from a blueprint, a version for each student
  bank          the questions of the lessons and generated ones, for Moodle and the like
  grade         points for a class, with nbgrader or without it, a line for each student
  class-report  which misconceptions a class has, and how many students each
  slides        lessons as slides for a lecture, with step-throughs that work
  site          the course as a static site, for browsers alone: build it, serve it

DIR must be the first argument. All other arguments are passed on to JupyterLab unchanged:

  minimax-lab my-folder
  minimax-lab --no-browser --port 8899

JupyterLab's options: jupyter lab --help"""

# A command's module has main(arguments), which returns the exit code. A folder of that name: minimax-lab ./worksheet
COMMANDS = {
    "worksheet": "minimax_lab.app.worksheets.command",
    "exam": "minimax_lab.app.worksheets.exam",
    "bank": "minimax_lab.app.worksheets.bank",
    "grade": "minimax_lab.app.grading.command",
    "class-report": "minimax_lab.app.class_report.command",
    "slides": "minimax_lab.app.slides",
    "site": "minimax_lab.app.site",
}

PACKAGE = Path(__file__).parent.parent
INSTALLED = PACKAGE / "notebooks"  # where a wheel puts them
CHECKOUT = PACKAGE.parent  # of the project, unless this is installed
WRITTEN = CHECKOUT / "notebooks"  # where they are written
FOR_TEACHERS = "solutions"  # a folder of the checkout that is not copied for students


class CannotLaunch(Exception):
    """Says what is wrong, in words for the user."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `minimax-lab` with these arguments, by default those of the command line, and return its exit code."""
    arguments = sys.argv[1:] if arguments is None else list(arguments)
    if arguments and arguments[0] in COMMANDS:
        return run_command(arguments[0], arguments[1:])
    if "--help" in arguments or "-h" in arguments:
        print(HELP)
        return 0
    if "--version" in arguments:
        print(__version__)
        return 0
    try:
        source = notebook_folder()
        if arguments[:1] == ["--copy"]:
            copy_only(source, arguments[1:])
            return 0
        folder, options = choose_folder(source, arguments)
    except CannotLaunch as problem:
        print(f"minimax-lab: {problem}", file=sys.stderr)
        return 2
    run_jupyterlab(jupyterlab_arguments(folder, first_notebook(source), options), folder)
    return 0


def run_command(name: str, arguments: list[str]) -> int:
    """Run a command; whoever reads only its first lines, as `| head` does, gets no traceback."""
    try:
        code = import_module(COMMANDS[name]).main(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python writes the rest when it ends
        return 0
    return code


def copy_only(source: Path, arguments: list[str]) -> None:
    """Copy the notebooks for someone who has a server already."""
    if len(arguments) != 1:
        raise CannotLaunch("--copy is followed by one folder, and by nothing else: minimax-lab --copy my-folder")
    folder = own_copy(source, arguments[0])
    print(f"Open {folder / first_notebook(source)} in your Jupyter.")


def choose_folder(source: Path, arguments: list[str]) -> tuple[Path, list[str]]:
    """The folder to open, with a copy of the notebooks in it unless somebody asks for another, and what is left."""
    if arguments and not arguments[0].startswith("-"):
        refuse_mistyped_command(arguments[0])
        return own_copy(source, arguments[0]), arguments[1:]
    if "--here" in arguments:
        return source, [argument for argument in arguments if argument != "--here"]
    if names_a_folder(arguments):
        return source, arguments
    return own_copy(source, str(Path.home() / "minimax-lab")), arguments


def refuse_mistyped_command(name: str) -> None:
    """A folder that nobody has yet, and whose name is almost that of a command, is hardly meant."""
    is_path = Path(name).exists() or "/" in name or "\\" in name
    if (meant := get_close_matches(name, COMMANDS, n=1, cutoff=0.75)) and not is_path:
        raise CannotLaunch(
            f"there is no command {name}. Did you mean `minimax-lab {meant[0]}`? "
            f"If you want a new folder of that name: minimax-lab ./{name}"
        )


def notebook_folder() -> Path:
    """The folder with the notebooks of the course."""
    for folder in INSTALLED, WRITTEN:
        if any(folder.glob("*.ipynb")):
            return folder
    raise CannotLaunch(f"found no notebooks in {INSTALLED} or {WRITTEN}; please install minimax-lab again")


def first_notebook(source: Path) -> str:
    """The notebook to begin with. They are numbered, so it is the first by name."""
    return min(notebook.name for notebook in source.glob("*.ipynb"))


def own_copy(source: Path, name: str) -> Path:
    """The folder called `name`, after copying into it every notebook that it does not have yet."""
    if not name:
        raise CannotLaunch("the folder's name is empty")
    folder = Path(name).resolve()
    if source.resolve() in folder.parents:  # the next copy would contain this one
        raise CannotLaunch(f"{name} is inside the folder of the notebooks themselves; please choose another place")
    try:
        if folder.is_file() or folder.suffix == ".ipynb":
            raise CannotLaunch(f"{name} is a file; the first argument is the folder to copy the notebooks into")
        copied, kept = copy_missing(source, folder)
    except OSError as error:
        raise CannotLaunch(f"cannot copy the notebooks into {name}: {error}") from error
    new = "Nothing" if not copied else "1 file" if copied == 1 else f"{copied} files"
    print(f"Your copy of the course is in {folder}")
    print(f"{new} {'are' if copied > 1 else 'is'} new. {'None of yours was touched.' if kept else ''}".rstrip())
    return folder


def copy_missing(source: Path, folder: Path) -> tuple[int, int]:
    """Copy what `folder` does not have yet; how many files were copied, and how many were already there."""
    names = [path.relative_to(source) for path in sorted(source.rglob("*")) if path.is_file()]
    names = [name for name in names if not any(part.startswith(".") for part in name.parts)]  # Jupyter's checkpoints
    names = [name for name in names if name.parts[0] != FOR_TEACHERS]
    names = [name for name in names if name.suffix not in (".py", ".pyc")]  # which lessons write, and Python compiles
    for parent in sorted({folder / name.parent for name in names}):
        parent.mkdir(parents=True, exist_ok=True)
    copied = 0
    for name in names:
        try:
            with (folder / name).open("xb") as new:  # x: fails if the name is taken, even by a link to nowhere
                new.write(without_outputs((source / name).read_bytes()))
        except FileExistsError:
            continue
        copied += 1
    return copied, len(names) - copied


def without_outputs(stored: bytes) -> bytes:
    """A notebook as if it had never been run, so that nobody sees an answer before the question; others as they are."""
    try:
        notebook = json.loads(stored)
        code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    except (ValueError, TypeError, KeyError):  # not a notebook, or a damaged one
        return stored
    for cell in code:
        cell.update(outputs=[], execution_count=None)
        cell["metadata"].get("jupyter", {}).pop("outputs_hidden", None)  # there is nothing to hide
    return (json.dumps(notebook, indent=1, ensure_ascii=False) + "\n").encode()


def jupyterlab_arguments(folder: Path, first: str, options: list[str]) -> list[str]:
    """JupyterLab's arguments: which folder and notebook to open, unless `options` say so, then `options`."""
    if names_a_folder(options):
        return options
    where = [f"--ServerApp.root_dir={folder}"]
    if not _given(options, "--LabApp.default_url", "--ServerApp.default_url"):
        # Not as a positional argument: a notebook that the user names there must win.
        where.append(f"--LabApp.default_url=/lab/tree/{quote(first)}")
    return where + options


def names_a_folder(options: list[str]) -> bool:
    """Whether JupyterLab is told which folder to open."""
    return _given(options, "--notebook-dir", "--ServerApp.root_dir")


def _given(options: list[str], *names: str) -> bool:  # JupyterLab refuses to be given the same option twice
    return any(option.split("=")[0] in names for option in options)


def run_jupyterlab(arguments: list[str], folder: Path) -> None:
    """Run JupyterLab until it is stopped.

    It runs in this process, not in a child: so it is certainly the same Python, and Ctrl-C, signals
    and the exit code need not be passed on.
    """
    from minimax_lab.app import server

    sys.stdout.flush()  # our messages come before JupyterLab's log
    server.run(arguments, folder)
