"""Write the catalogue of misconceptions: docs/MISCONCEPTIONS.md, with a picture for each.

    python -m tools.misconceptions

The names and words are those of the checks, the wrong programs those of the table of mistakes and in
`tools/students/`, which the tests look at, too. Each program is checked, and what the check says of it is what stands
in the catalogue.
"""

from __future__ import annotations

import difflib
import inspect
import os
import re
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path
from typing import Any

from minimax_lab import check
from minimax_lab.check import Finding, exercises
from minimax_lab.check.sandbox.process import WAY
from minimax_lab.check.texts.searches import LIKE_THIS
from minimax_lab.draw import save
from minimax_lab.games import ConnectFour, Isolation, Tree, tree
from tools.students import (
    alphabeta,
    common,
    connect_four,
    correct,
    decision,
    deepening,
    early,
    evaluation,
    game_state,
    instead,
    memory,
    minimax,
    negamax,
    state_functions,
    table,
)
from tools.students.deepening import wrong

ROOT = Path(__file__).parent.parent
FILE, PICTURES = ROOT / "docs" / "MISCONCEPTIONS.md", ROOT / "docs" / "misconceptions"
INTRODUCTION = """\
# What students get wrong

A catalogue of all misconceptions that the checks of the exercises know by name. For each of them: what a student is
told, the smallest example on which the mistake shows, with the run of the wrong code drawn on it, a program that makes
the mistake, the hints (they are good questions to ask), and where it is caught. In a report, the button *Step through
it* opens the student's own code at the step that is named here.

This page is written by `python -m tools.misconceptions`, from the texts of the checks and the wrong programs in
`tools/students/`; a test compares it with both.
"""
STRICT = alphabeta.WINDOW, [("alpha >= beta", "alpha > beta"), ("beta <= alpha", "beta < alpha")]  # right, but slower
OF_TABLES = {*table.WRONG}  # told where there is a table
MINIMAX = {code: ways for code, ways in minimax.MISTAKES.items() if code not in {*OF_TABLES, "id-as-key"}}
NEGAMAX = {code: ways for code, ways in negamax.MISTAKES.items() if code not in OF_TABLES}
ALPHABETA = {code: ways for code, ways in alphabeta.MISTAKES.items() if code not in OF_TABLES}
MORE_TABLES = {"table-not-shared": table.NOT_SHARED, "flag-from-narrowed-window": table.NARROWED}

# Work by hand has no program: a small tree, and what was answered
VALUES = {
    "roles-swapped": [(tree([1, 2]), {(): 1})],
    "flips-utility": [(tree([1, 2]), {(): -2})],
    "no-running-best": [(tree([3, 1, 2]), {(): 2})],
    "skips-a-level": [(tree([[1, 2], [4, 3]]), {(): 4, (0,): 1, (1,): 3})],
    "wrong-value": [(tree([[1, 2], [4, 3]]), {(): 2, (0,): 1, (1,): 3})],
}
CUTS = {
    "strict-cut": [(tree([[2, 3], [2, 4], [1, 5]]), {(2, 1)})],
    "no-deep-cuts": [(tree([3, [[1, [2, 4]], 1]]), {(1, 1)})],
    "cuts-on-own-bound": [(tree([2, [3, [1, 4]]]), {(1, 1, 1)})],
    "right-to-left": [(tree([[4, 1], [5, 3]]), {(0, 0)})],
    "cuts-too-much": [(tree([[1, 2], [1, 2]]), {(1,)})],
    "cuts-too-little": [(tree([[2, 3], [1, 4], [1, 5]]), {(1, 1)})],
}


@dataclass(frozen=True)
class Part:
    """The mistakes of one kind of work: what checks it, in which exercise, and wrong programs for each code."""

    title: str
    exercise: str  # the name of its notebook; "" if there is none
    check: str  # as one would write it
    run: Callable[[Any], Any]
    programs: dict[str, list[Any]]


def parts() -> list[Part]:
    """All kinds of work that are checked, in the order of the exercises."""
    board = Isolation(4, 4)
    rules = {code: [cls] for code, cls in game_state.WRONG_RULES.items()}
    return [
        Part("Values by hand", "01_by_hand", "check.answers", lambda it: check.answers(*it), VALUES),
        Part("Cuts by hand", "04_alpha_beta", "check.pruned", lambda it: check.pruned(*it), CUTS),
        Part("A game as a class", "02_game_state", "check.game_state", check.game_state,
             rules | {"mutates-state": game_state.MUTATING}),
        Part("Connect four as a class", "02_game_state", "check.game_state(…, reference=ConnectFour())",
             lambda it: check.game_state(it, reference=ConnectFour()), connect_four.WRONG),
        Part("The nodes of a tree", "", "check.examples(count_nodes, …)",
             lambda it: check.examples(it, instead.BOARDS), instead.COUNTS),
        Part("The value of lists of lists", "", "check.examples(lowest, …)",
             lambda it: check.examples(it, instead.BOXES), instead.CHOICES),
        Part("Cards that a move gives away", "", "check.examples(lost, …)",
             lambda it: check.examples(it, instead.GIVEN_AWAY, library=True), instead.CARDS),
        Part("A single move that wins", "", "check.examples(single_win, …)",
             lambda it: check.examples(it, instead.EXACTLY_ONE, library=True, instead=instead.WINNING_OR_BEST),
             instead.WINS),
        Part("Minimax", "03_minimax", "check.minimax", lambda it: check.minimax(minimax=it),
             MINIMAX | {"searches-twice": [(minimax.SEARCHES_TWICE, [])]}),
        Part("Functions of a state alone", "03_minimax", "check.minimax(max_value=…, min_value=…)", both_levels,
             state_functions.MISTAKES),
        Part("Stopping as soon as a player is stuck", "03_minimax", "check.exercises.early_values",
             lambda it: exercises.early_values(*(it.__globals__[name] for name in early.NAMES)), early.MISTAKES),
        Part("Alpha-beta", "04_alpha_beta", "check.alphabeta", check.alphabeta,
             ALPHABETA | {"remembers-between-calls": memory.ALPHABETA, "strict-cut": [STRICT],
                                                    "looks-twice": correct.SEVERAL_GOES}),
        Part("Negamax", "", "check.negamax", check.negamax, NEGAMAX),
        Part("The move at the root", "04_alpha_beta", "check.decision", check.decision,
             decision.MISTAKES | common.DECISION),
        Part("The quickest win", "", "check.decision(…, quick_wins=True)",
             lambda it: check.decision(it, quick_wins=True), {"slow-win": correct.DECISIONS}),
        Part("Evaluations", "05_evaluation", "check.evaluation", lambda it: check.evaluation(it, board),
             grouped((code, program) for program, code in evaluation.WRONG.items())),
        Part("A search with a table", "06_table_and_clock", "check.table_search", check.table_search,
             table.WRONG | table.WORKS_TOO_MUCH | MORE_TABLES),
        Part("Iterative deepening", "06_table_and_clock", "check.deepening", check.deepening,
             grouped((code, program) for program, code in deepening.WRONG)
             | {"ignores-seconds": [wrong.always_a_second]}),
    ]  # fmt: skip


def both_levels(program: Any) -> Any:
    """The check of max_value and min_value of a program with all four functions."""
    functions = program.__globals__
    return check.minimax(max_value=functions["max_value"], min_value=functions["min_value"])


def grouped(pairs: Any) -> dict[str, list[Any]]:
    groups: dict[str, list[Any]] = {}
    for code, program in pairs:
        groups.setdefault(code, []).append(program)
    return groups


# The page


@dataclass
class Entry:
    """A misconception: where it was found first, the program, what the check says, and what else catches it."""

    part: Part
    code: str
    program: Any
    finding: Finding
    also: list[Part] = field(default_factory=list)

    @property
    def picture(self) -> str:
        return f"{self.part.check.removeprefix('check.').split('(')[0].replace('.', '-')}-{self.code}.svg"


@contextmanager
def checks_here() -> Iterator[None]:
    """Checks run in this process: these programs mean no harm, and a run keeps the positions that it came to."""
    before = os.environ.get(WAY)
    os.environ[WAY] = "here"
    try:
        yield
    finally:
        os.environ.pop(WAY)
        os.environ.update({} if before is None else {WAY: before})


@checks_here()
def catalogue(only: set[str] | None = None) -> list[Entry]:
    """All misconceptions, each once; `only` those with these codes, if they are given."""
    entries: dict[tuple[str, str], Entry] = {}
    for part in parts():
        for code, programs in part.programs.items():
            if only is not None and code not in only:
                continue
            program = readable(programs)
            for found in part.run(as_program(program)).findings:
                finding = replace(found, title=found.title.removeprefix(LIKE_THIS.format(title="")))  # its name
                known = entries.get((code, finding.title))
                if finding.code == code and known is None:
                    entries[code, finding.title] = Entry(part, code, program, finding)
                elif finding.code == code and part not in (known.part, *known.also):
                    known.also.append(part)
    return [*entries.values()]


def readable(programs: list[Any]) -> Any:
    """The first program that is a function or a class of its own; one that others make is hard to read."""
    plain = [it for it in programs if "<locals>" not in getattr(it, "__qualname__", "<locals>" if callable(it) else "")]
    return (plain or programs)[0]


def as_program(program: Any) -> Any:
    """What the check is given: a program may be the text of a right one with edits."""
    if isinstance(program, tuple) and isinstance(program[0], str):
        return minimax.program(program[0], *program[1])
    return program


def code_of(program: Any) -> str:
    """The program as Markdown; of a right program with edits, what was changed."""
    if isinstance(program, tuple) and isinstance(program[0], Tree):
        made, given = program
        shown = repr(given) if isinstance(given, dict) else f"{{{', '.join(map(repr, sorted(given)))}}}"
        return f"On `{made!r}`, the answer was `{shown}`.\n"
    if isinstance(program, tuple):
        right, wrong = program[0].strip(), program[0].strip()
        for old, new in program[1]:
            wrong = wrong.replace(old, new)
        lines = [*difflib.unified_diff(right.splitlines(), wrong.splitlines(), lineterm="", n=100)][3:]
        return "\n".join(["```diff", *(line.rstrip() for line in lines), "```\n"])
    target = program if inspect.isclass(program) or inspect.isfunction(program) else type(program)
    source = re.sub(r"  # noqa: \w+", "", textwrap.dedent(inspect.getsource(target))).rstrip()
    return f"```python\n{source}\n```\n"


def markdown(entry: Entry, has_picture: bool) -> str:
    """One misconception as Markdown."""
    finding = entry.finding
    lines = [f"### `{entry.code}`: {finding.title}\n", finding.message.replace("\n", "\n\n") + "\n"]
    if has_picture:
        picture = f"{PICTURES.name}/{entry.picture}"
        lines.append(f"![{entry.code}: the smallest example, with what was done there]({picture})\n")
    if outcome := finding.outcome_lines():
        lines += ["```text", *outcome, "```\n"]
    lines.append(code_of(entry.program))
    questions = finding.hints[:-1] if finding.repair else finding.hints  # the last one is the repair
    if questions:
        lines += ["Questions to ask:\n", *(f"{number}. {hint}" for number, hint in enumerate(questions, 1)), ""]
    caught = ", ".join(f"`{part.check}`{exercise_of(part)}" for part in (entry.part, *entry.also))
    lines.append(f"Caught by {caught}.{step_text(finding)}\n")
    return "\n".join(lines)


def exercise_of(part: Part) -> str:
    number = part.exercise[1:2]
    return f" ([exercise {number}](../notebooks/exercises/{part.exercise}.ipynb))" if number else ""


def step_text(finding: Finding) -> str:
    """Where the step-through opens, and what it says there."""
    replay = finding.replay() if finding.replay else None
    if replay is None:
        return ""
    said = " ".join(replay.trace.story(replay.step).split())
    return f" The step-through opens at step {replay.step + 1} of {len(replay.trace.steps)}: “{said}”"


def draw(finding: Finding, file: Path) -> bool:
    """Save the picture of a finding, as the report shows it; False if there is none."""
    replay = finding.replay() if finding.replay else None
    example = finding.counterexample
    for shown in replay and replay.trace, example, getattr(example, "position", None):
        if shown is not None:
            try:
                save(shown, file)
            except TypeError:  # it has no picture
                continue
            return True
    return False


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    text, contents, pictures = [], [], set()
    for title, entries in groupby(catalogue(), key=lambda entry: entry.part.title):
        text.append(f"## {title}\n")
        codes = []
        for entry in entries:
            has_picture = draw(entry.finding, PICTURES / entry.picture)
            text.append(markdown(entry, has_picture))
            codes.append(f"`{entry.code}`")
            pictures |= {entry.picture} if has_picture else set()
        contents.append(f"- **{title}**: {', '.join(codes)}")
    FILE.write_text("\n".join([INTRODUCTION, *contents, "", *text]).rstrip() + "\n", encoding="utf-8", newline="\n")
    for left_over in PICTURES.glob("*.svg"):  # last: whoever stops this half way loses nothing
        if left_over.name not in pictures:
            left_over.unlink()


if __name__ == "__main__":
    main()
