"""The guide for teachers is true: its plans fit the lessons and their times, and its commands and names exist."""

import re
import shlex
from pathlib import Path

import nbformat
import pytest

from minimax_lab.app.class_report import command as class_report
from minimax_lab.app.worksheets import command as worksheets
from minimax_lab.app.worksheets import worksheet

DOCS = Path(__file__).parents[2] / "docs"
GUIDE = (DOCS / "TEACHING.md").read_text(encoding="utf-8")
CATALOGUE = (DOCS / "MISCONCEPTIONS.md").read_text(encoding="utf-8")
NOTEBOOK = re.compile(r"\[(?:lesson|exercise) \d+\]\(\.\./(notebooks/[\w/]+\.ipynb)\)")


def plans():
    """(title, minutes, rows) of each plan: a heading that names the minutes, and the table below it."""
    for title, minutes, body in re.findall(r"^##+ (.+) \((\d+) minutes\)$(.+?)(?=^##|\Z)", GUIDE, re.M | re.S):
        rows = [row.strip("|").split("|") for row in body.splitlines() if re.match(r"\| \d", row)]
        yield pytest.param(int(minutes), [[cell.strip() for cell in row] for row in rows], id=title)


def markdown(file):
    notebook = nbformat.read(DOCS.parent / file, as_version=4)
    return "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")


def minutes_of(file):
    """The time that a lesson or an exercise says it takes."""
    found = re.search(r"\*\*Time\*\* (?:about )?(\w+) minutes", markdown(file))[1]
    return {"ten": 10}.get(found) or int(found)


@pytest.mark.parametrize(("minutes", "rows"), [*plans()])
def test_a_plan_fills_its_time_with_something_to_show_and_to_ask(minutes, rows):
    assert sum(int(row[0]) for row in rows) == minutes
    assert all(len(row) == 4 and all(row) for row in rows)


@pytest.mark.parametrize(("minutes", "rows"), [*plans()])
def test_a_lesson_in_a_plan_has_its_own_time_and_its_parts_exist(minutes, rows):
    lessons = [(int(row[0]), row[1]) for row in rows if "[lesson" in row[1]]
    assert lessons
    for given, what in lessons:
        file, parts = NOTEBOOK.search(what)[1], what.split("): ")[1]
        if parts == "whole":
            assert given == minutes_of(file), what
        else:
            headings = re.findall(r"^## (.+)$", markdown(file), re.M)
            assert [part for part in parts.split("; ") if part not in headings] == [], what
            assert given <= minutes_of(file), what


def test_times_at_home_are_those_of_the_exercises():
    told = re.findall(r"\(\.\./(notebooks/exercises/\w+\.ipynb)\) \((\d+) minutes", GUIDE)
    assert len(told) >= 5
    assert [(file, minutes) for file, minutes in told if int(minutes) != minutes_of(file)] == []


def test_three_weeks_ask_for_every_exercise_and_the_six_lessons_before_the_own_game():
    three_weeks = GUIDE[GUIDE.index("## Three weeks") : GUIDE.index("## What students get wrong")]
    files = {*NOTEBOOK.findall(three_weeks)}
    wanted = [
        *(DOCS.parent / "notebooks" / "exercises").glob("*.ipynb"),
        *(DOCS.parent / "notebooks").glob("0[0-6]*.ipynb"),
    ]
    assert {path.relative_to(DOCS.parent).as_posix() for path in wanted} <= files


def test_every_misconception_that_is_named_is_in_the_catalogue():
    told = GUIDE[GUIDE.index("## What students get wrong") : GUIDE.index("## Accessibility")]
    codes = {*re.findall(r"`([a-z]+(?:-[a-z]+)+)`", told)}
    assert len(codes) > 15
    assert [code for code in codes if f"### `{code}`" not in CATALOGUE] == []


@pytest.mark.parametrize("line", sorted({*re.findall(r"`?(minimax-lab worksheet [^`\n]+)", GUIDE)}))
def test_every_worksheet_of_the_guide_can_be_made(line):
    asked = worksheets._parser().parse_args(shlex.split(line)[2:])
    [sheet] = worksheet(
        asked.kind,
        depth=asked.depth,
        branching=asked.branching,
        cutoffs=asked.cutoffs,
        deep_cutoff=asked.deep,
    ).sheets
    assert [task.kind for task in sheet.tasks] == asked.kind


def test_the_class_report_of_the_guide_has_the_options_that_it_names():
    lines = re.findall(r"`(minimax-lab class-report [^`]+)`", GUIDE)
    named = [class_report._parser().parse_args(shlex.split(line)[2:]) for line in lines]
    assert "my-course" in [options.submissions for options in named]
    here = class_report._parser().parse_args(["my-course", "--names", "--workers", "4"])
    assert (here.names, here.workers, here.cluster) == (True, 4, None)
    there = class_report._parser().parse_args(["my-course", "--cluster", "ADDRESS"])
    assert (there.names, there.workers, there.cluster) == (False, None, "ADDRESS")
