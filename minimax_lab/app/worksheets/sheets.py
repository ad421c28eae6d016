"""`worksheet(kind, n, seed)`: a sheet of questions for each student, every sheet with other numbers."""

from __future__ import annotations

import base64
import os
import random
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import nbformat
from nbformat import NotebookNode, v4
from tqdm import tqdm  # type: ignore[import-untyped]

from minimax_lab.app.worksheets.lettered import ROOM
from minimax_lab.app.worksheets.marking import points
from minimax_lab.app.worksheets.questions import ABOUT_BOARDS, ABOUT_TREES, PAPERS, Sheet, Task, points_text
from minimax_lab.draw import board_svg
from minimax_lab.games import Tree
from minimax_lab.widgets import quiz_tree

SHAPE = {"depth": 3, "branching": 2, "cutoffs": None, "deep_cutoff": None}  # what trees are like, unless one says so
SAMPLE, MOST_PATTERNS = 150, 10  # trees to look at, and the most answers among which to choose
RARE = SAMPLE / 25  # an answer that fewer trees have is not waited for: it would take seconds a sheet
TRIES = 2000
KINDS = (*ABOUT_TREES, *ABOUT_BOARDS)
# A question: its kind, what its numbers follow from besides the name, its shape, and what it counts
Item = tuple[str, str, Mapping[str, Any], float | None]
HIDDEN_TEST = """
### BEGIN HIDDEN TESTS
from minimax_lab.app.worksheets.sheets import grade
grade({answers}, {kind!r}, f"{which} {{sheet}}", {shape}, {counts})
### END HIDDEN TESTS"""
FOR_NBGRADER = "nbgrader grades all sheets by this notebook. Students get those in the folder `sheets`, not this one."
METADATA = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


@dataclass(frozen=True)
class Worksheet:
    """A sheet for each student."""

    items: Sequence[Item]
    sheets: Sequence[Sheet]

    @property
    def difficulty(self) -> list[str]:
        """How hard each question is, from the easiest version to the hardest."""
        columns = zip(*(sheet.tasks for sheet in self.sheets), strict=True)
        return [f"{tasks[0].title}: {' / '.join(_together(task.difficulty for task in tasks))}" for tasks in columns]

    @property
    def distribution(self) -> list[str]:
        """How many versions have which kind of answer, for each question."""
        return [
            f"{tasks[0].title}: {', '.join(f'{pattern} ({n})' for pattern, n in counted.most_common())}"
            for tasks in zip(*(sheet.tasks for sheet in self.sheets), strict=True)
            if (counted := Counter(task.pattern for task in tasks))
        ]

    def save(self, file: str | os.PathLike[str], key: bool = False, paper: str = "a4") -> Path:
        """Write all sheets, or with `key` all keys, to a .pdf or .tex file, or to a folder of notebooks; its path.

        `file` that ends with neither .pdf nor .tex is the folder, in which each sheet becomes a notebook. One that ends
        with .ipynb is the notebook by which nbgrader grades all of them.
        """
        path = Path(file)
        if paper not in PAPERS:
            raise ValueError(f"the paper is {' or '.join(PAPERS)}, not {paper}")
        if path.suffix == ".pdf":
            from minimax_lab.app.worksheets.printed import write_pdf

            write_pdf(self.sheets, path, key, paper)
        elif path.suffix == ".tex":
            from minimax_lab.app.worksheets.printed import latex

            path.write_text(latex(self.sheets, key, paper), encoding="utf-8", newline="\n")
        elif path.suffix == ".ipynb":
            path.parent.mkdir(parents=True, exist_ok=True)
            first = self.sheets[0].tasks
            cells = [cell for i, task in enumerate(first) for cell in _marked(task, False, i, self.items[i])]
            _write_notebook(path, "", [v4.new_markdown_cell(FOR_NBGRADER, id="about"), *cells])
        elif path.suffix:
            raise ValueError(f"a worksheet is saved as .pdf, as .tex or as a folder of notebooks, not as {path.name}")
        else:
            _write_notebooks(self.sheets, path, key)
        return path


def _together(said: Iterable[str]) -> Iterator[str]:
    """Each wording once, with the smallest and the largest of its numbers: 2 to 7 moves, 0 to 5 of them winning.

    For 120 positions of isolation, all that is said of them would be a line of 700 characters.
    """
    numbers = dict[str, list[list[int]]]()
    for text in said:
        numbers.setdefault(re.sub(r"\d+", "{}", text), []).append([int(each) for each in re.findall(r"\d+", text)])
    for wording, found in numbers.items():
        ranges = [sorted({*column}) for column in zip(*found, strict=True)]
        yield wording.format(*(f"{each[0]} to {each[-1]}" if len(each) > 1 else each[0] for each in ranges))


def worksheet(
    kind: str | Iterable[str],
    n: int = 1,
    seed: int = 0,
    *,
    names: Sequence[str] | None = None,
    depth: int = 3,
    branching: int = 2,
    cutoffs: int | None = None,
    deep_cutoff: bool | None = None,
) -> Worksheet:
    """Sheets for a class, as many as there are students; no kind of answer is much likelier than the others.

    `kind`: "values", "windows", "pruned", "isolation" or "material", or several of them, one page for each.
    `n`, `names`: how many versions, called Version 1, Version 2 …; or the names of the students, a version for each.
    `seed`: the same seed and name give the same sheet on every machine, whoever else is on the list.
    `depth`, `branching`, `cutoffs`, `deep_cutoff`: what the trees are like, see `minimax_lab.widgets.quiz_tree`.
    """
    kinds = [kind] if isinstance(kind, str) else [*kind]
    shape = {"depth": depth, "branching": branching, "cutoffs": cutoffs, "deep_cutoff": deep_cutoff}
    see_that_possible(kinds, shape)
    return make_sheets([(each, str(seed), shape, None) for each in kinds], whom_for(n, names))


def make_sheets(items: Sequence[Item], people: Sequence[str]) -> Worksheet:
    """A sheet with these questions for each of them."""
    sheets = []
    for name in tqdm(people, unit="sheet", disable=None, leave=False):
        made = [(make_task(kind, f"{which} {name}", shape), counts) for kind, which, shape, counts in items]
        sheets.append(Sheet(name, [replace(task, counts=counts) for task, counts in made]))
    return Worksheet(items, sheets)


def grade(
    answers: Mapping[str, Any], kind: str, which: str, shape: Mapping[str, Any], counts: float | None = None
) -> float:
    """The points for the answers to a question, which is made again: what a hidden test of nbgrader shows."""
    task = make_task(kind, which, shape)
    got = points(answers, task.answers, task.worth, task.follows, counts)
    print(got.report)
    return got.points or 0.0


def see_that_possible(kinds: Sequence[str], shape: Mapping[str, Any]) -> None:
    """Raise a ValueError that says why, if there are no such questions."""
    if not kinds or (unknown := [each for each in kinds if each not in KINDS]):
        raise ValueError(f"the kinds of question are {', '.join(KINDS)}; not {', '.join(unknown) if kinds else 'none'}")
    depth, branching = shape["depth"], shape["branching"]
    if branching**depth > ROOM:
        raise ValueError(f"depth {depth} and branching {branching} make {branching**depth} leaves, more than the "
                         f"{ROOM} that a sheet has room for; depth=4 and branching=2 make 16")  # fmt: skip


def make_task(kind: str, which: str, shape: Mapping[str, Any]) -> Task:
    """The question of this kind for whatever `which` says, a seed and a name: always the same one."""
    rng = random.Random(int.from_bytes(sha256(f"{kind} {which}".encode()).digest()[:6], "big"))
    if kind in ABOUT_BOARDS:
        return ABOUT_BOARDS[kind](rng)
    common = _common_patterns(kind, **shape)
    wanted = rng.choice(common) if common else None
    for _ in range(TRIES):
        task = ABOUT_TREES[kind](_tree(kind, rng.getrandbits(32), shape))
        if wanted in (None, task.pattern):
            break
    return task


@cache
def _common_patterns(kind: str, **shape: Any) -> list[str]:
    """The commonest answers to questions about such trees, to be drawn evenly; none if no answer is common.

    Large trees have hundreds of answers. Any of them will do, and to wait for a certain one would take minutes.
    """
    tasks = (ABOUT_TREES[kind](_tree(kind, seed, shape)) for seed in range(SAMPLE))
    commonest = Counter(task.pattern for task in tasks).most_common(MOST_PATTERNS)
    is_common = commonest[0][1] > SAMPLE / MOST_PATTERNS
    return [pattern for pattern, number in commonest if number >= RARE] if is_common else []


def _tree(kind: str, seed: int, shape: Mapping[str, Any]) -> Tree:
    """A tree to ask about. What its nodes are worth can be asked without a cut-off, which in a small tree would say
    where best play is: half of the trees have none.
    """
    if kind == "values" and shape["cutoffs"] is None and not shape["deep_cutoff"] and seed % 2:
        shape = {**shape, "cutoffs": 0}
    return quiz_tree(seed, **shape)


def whom_for(n: int, names: Sequence[str] | None) -> list[str]:
    """The names of the sheets: those of the students, or so many numbers."""
    if names is None:
        if n < 1:
            raise ValueError(f"n is the number of versions, 1 or more, not {n}")
        return [f"Version {number}" for number in range(1, n + 1)]
    if not names:
        raise ValueError("the list of names is empty: there is nobody to make a sheet for")
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise ValueError(f"a name may stand in the list once only, so that each sheet finds its student: {twice}")
    return [*names]


def _write_notebooks(sheets: Sequence[Sheet], folder: Path, key: bool) -> None:
    """Write a notebook for each sheet, or for each key, into `folder`: the question and a cell for the answers."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, sheet in enumerate(sheets, 1):
        name = "_".join([f"{number:02}", *_words(sheet.name), *["key"] * key])
        cells = [_code("whose", f"sheet = {sheet.name!r}  # leave this as it is: the answers depend on it")]
        for i, task in enumerate(sheet.tasks):
            cells += [_question(sheet.name, task, key, i), *_marked(task, key, i)]
        _write_notebook(folder / f"{name}.ipynb", sheet.name, cells)


def _write_notebook(file: Path, sheet: str, cells: Sequence[NotebookNode]) -> None:
    nbformat.write(v4.new_notebook(cells=cells, metadata={**METADATA, "minimax_lab": {"sheet": sheet}}), file)


def _words(name: str) -> list[str]:
    """The name for a file: letters (L), their marks (M) and numbers (N) of any script, and nothing else."""
    one_way = unicodedata.normalize("NFC", name.lower())
    return "".join(char if unicodedata.category(char)[0] in "LMN" else " " for char in one_way).split()


def _question(name: str, task: Task, key: bool, number: int) -> NotebookNode:
    heading = f"# {task.title}\n\n{'Key: ' if key else ''}{name}, {points_text(task.points)}\n\n"
    below = "\n".join(f"- {words}" for words in task.key) if key else task.asked or task.question
    picture = board_svg(task.solution if key else task.picture) or ""
    attached = {"picture.svg": {"image/svg+xml": base64.b64encode(picture.encode()).decode()}}
    shown = f"![{task.picture.picture().description}](attachment:picture.svg)"
    source = f"{heading}{below}\n\n{shown}\n\n{task.typed}"
    return v4.new_markdown_cell(source, id=f"question-{number + 1}", attachments=attached)


def _marked(task: Task, key: bool, number: int, item: Item | None = None) -> list[NotebookNode]:
    """The cell for the answers and its test, marked for nbgrader; with `item`, the test has its hidden part."""
    name = f"answers_{number + 1}"
    entries = "\n".join(f"    {asked!r}: {(right if key else None)!r}," for asked, right in task.answers.items())
    test = f'print("Still missing:", [asked for asked, answer in {name}.items() if answer is None])'
    if item:
        kind, which, shape, counts = item
        test += HIDDEN_TEST.format(answers=name, kind=kind, which=which, shape=dict(shape), counts=counts)
    marks = {"worth": dict(task.worth), "follows": dict(task.follows), "counts": task.counts}
    solution = {"solution": True, "grade": False, "locked": False}
    graded = {"solution": False, "grade": True, "locked": True, "points": task.points}
    return [
        _code(f"answers-{number + 1}", f"{name} = {{\n{entries}\n}}", solution, marks),
        _code(f"check-{number + 1}", test, graded),
    ]


def _code(name: str, source: str, marks: Mapping[str, Any] | None = None, ours: Any = None) -> NotebookNode:
    metadata: dict[str, Any] = {"minimax_lab": ours} if ours else {}
    if marks:
        kind = {"grade_id": name, "cell_type": "code", "schema_version": 3, "task": False}
        metadata["nbgrader"] = {**kind, **marks}
    return v4.new_code_cell(source, id=name, metadata=metadata)
