"""The guide for teachers is true: its plans fit the lessons and their times, and its commands and names exist."""

import json
import re
import shlex
import subprocess
import sys
import tomllib
from contextlib import suppress
from functools import cache
from pathlib import Path

import nbformat
import pytest

from minimax_lab.app.class_report import command as class_report
from minimax_lab.app.worksheets import KINDS, worksheet
from minimax_lab.app.worksheets import command as worksheets
from minimax_lab.app.worksheets.exam import exam

DOCS = Path(__file__).parents[2] / "docs"
GUIDE = (DOCS / "TEACHING.md").read_text(encoding="utf-8")
CATALOGUE = (DOCS / "MISCONCEPTIONS.md").read_text(encoding="utf-8")
FEW = 5  # minutes: a lesson may gain or lose some slides without new plans
PART = re.compile("; (?!a pair)")
NOTEBOOK = re.compile(r"\[(?:lesson|exercise) \d+\]\(\.\./(notebooks/[\w/]+\.ipynb)\)")


def plans():
    """(title, minutes, rows) of each plan: a heading that names the minutes, and the table below it."""
    for title, minutes, body in re.findall(r"^##+ ([^\n]+) \((\d+) minutes\)$(.+?)(?=^##|\Z)", GUIDE, re.M | re.S):
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
def test_a_plan_names_parts_of_lessons_that_exist(minutes, rows):
    lessons = [row[1] for row in rows if "[lesson" in row[1]]
    assert lessons
    for what in lessons:
        assert missing_headings(NOTEBOOK.search(what)[1], what.split("): ")[1]) == [], what


IN_A_PROCESS = r"""
import json, re, sys
from pathlib import Path
from minimax_lab.app.pages.notebook import run
from minimax_lab.app.slides import slides
made = slides(run(Path(sys.argv[1])))
told = [(slide.section, re.match(r"<p>About (\d+) minutes?,", "".join(slide.notes))) for slide in made]
print(json.dumps({section: int(found[1]) for section, found in told if found}))
"""
PATIENCE, TRIES = 300, 3  # seconds; a kernel has been seen to be done while its client still waited for its answer


@cache
def minutes_in_notes(file):
    """By section, the minutes that the notes of a lesson's slides tell."""
    command = [sys.executable, "-c", IN_A_PROCESS, str(DOCS.parent / file)]
    for _ in range(TRIES):
        with suppress(subprocess.TimeoutExpired):
            ran = subprocess.run(command, capture_output=True, text=True, check=True, timeout=PATIENCE, cwd=DOCS.parent)
            return json.loads(ran.stdout.splitlines()[-1])
    raise AssertionError(f"{file} did not come to an end in {TRIES} tries")


def by_the_notes(what):
    """The minutes of what a plan shows: parts of lessons, or a whole one; 15 for a test or the match."""
    named = re.findall(r"\(\.\./(notebooks/\w+\.ipynb)\): (.+?)(?=; \[|; then|$)", what)
    inside = [minutes_in_notes(file) for file, _ in named]
    parts = [[*told] if part == "whole" else PART.split(part) for told, (_, part) in zip(inside, named, strict=True)]
    others = what.count("OBJECTIVES.md)") + what.count("match")
    return 15 * others + sum(told[part] for told, some in zip(inside, parts, strict=True) for part in some)


@pytest.mark.exhaustive
def test_plans_give_about_the_minutes_of_the_notes_and_at_most_twice_as_many_and_five():
    rows = [row for plan in plans() for row in plan.values[1] if "[lesson" in row[1]]
    assert len(rows) > 20
    told = [(int(given), by_the_notes(what), what) for given, what, *_ in rows]
    assert [each for each in told if not each[1] - FEW <= each[0] <= 2 * each[1] + 5 + FEW] == []
    short = re.findall(r"^\| \d+ \| (.+) \| (\d+) \| .*\|$", GUIDE, re.M)
    assert len(short) == 15
    assert [what for what, minutes in short if abs(int(minutes) - by_the_notes(what)) > FEW] == []
    spared = re.findall(r"^\| (\d) \| (.+) \| ([\d, ]+) \|$", GUIDE[GUIDE.index("## When time runs short") :], re.M)
    assert len(spared) == 5
    for number, parts, minutes in spared:
        [file] = (DOCS.parent / "notebooks").glob(f"0{number}_*.ipynb")
        inside = minutes_in_notes(f"notebooks/{file.name}")
        pairs = zip(PART.split(parts), minutes.split(", "), strict=True)
        assert all(abs(inside[part] - int(about)) <= FEW for part, about in pairs), parts
        plan = GUIDE[: GUIDE.index("## When time runs short")]
        assert all(part in plan for part in PART.split(parts) if part != "A bigger board"), parts


def missing_headings(file, parts):
    headings = re.findall(r"^## (.+)$", markdown(file), re.M)
    return [part for part in PART.split(parts) if part not in (*headings, "whole")]


def courses():
    """The plans that are taken one after the other: what is under a heading, and a lecture alone is a plan, too."""
    for title, body in re.findall(r"^## ([^\n]+)$(.+?)(?=^## |\Z)", GUIDE, re.M | re.S):
        if NOTEBOOK.search(body) and ("minutes" in title):
            yield pytest.param(body, id=title)


def builds_on(file):
    """The lessons that a lesson builds on, or an exercise needs, by what stands at its top."""
    told = re.search(r"\*\*(?:Builds on\*\* .+?(?=;|\. |$)|Needs\*\* .+?\*\*Points)", markdown(file), re.S)[0]
    return {f"notebooks/{name}" for name in re.findall(r"\((?:\.\./)?(\d\w+\.ipynb)\)", told)}


@pytest.mark.parametrize("body", [*courses()])
def test_nothing_comes_before_what_it_builds_on(body):
    had = []
    for file in NOTEBOOK.findall(body):
        assert builds_on(file) <= {*had}, f"{file} before {builds_on(file) - {*had}}"
        had.append(file)


def test_a_plan_in_the_wrong_order_would_be_noticed():
    assert builds_on("notebooks/03_isolation.ipynb") == {"notebooks/02_minimax.ipynb"}
    assert builds_on("notebooks/07_your_own_game.ipynb") == {
        "notebooks/02_minimax.ipynb",
        "notebooks/04_alpha_beta.ipynb",
    }
    lessons = {"notebooks/02_minimax.ipynb", "notebooks/03_isolation.ipynb"}
    assert builds_on("notebooks/exercises/03_minimax.ipynb") == lessons
    assert len([*courses()]) == 5


def test_lectures_of_fifty_minutes_name_parts_that_exist():
    rows = re.findall(r"^\| \d+ \| (.+?) \| .*\|$", GUIDE[GUIDE.index("## In lectures of 50") :], re.M)
    assert len(rows) >= 15
    for row in rows[:15]:
        for file, parts in re.findall(r"\(\.\./(notebooks/\w+\.ipynb)\): (.+?)(?=; \[|; then|$)", row):
            assert missing_headings(file, parts) == [], row


def test_every_objective_names_a_part_a_question_and_a_test_that_exist():
    page = (DOCS / "OBJECTIVES.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| [a-z].+ \| \[lesson \d\]\(\.\./(\S+?)\): (.+?) \| (.+?) \| (.+?) \|$", page, re.M)
    assert len(rows) >= 12
    asked = {path: markdown(path.relative_to(DOCS.parent)) for path in (DOCS.parent / "notebooks").glob("0*.ipynb")}
    asked = {path: " ".join(text.split()).lower() for path, text in asked.items()}
    for file, heading, question, tested in rows:
        assert missing_headings(file, heading) == []
        assert question.lower() in asked[DOCS.parent / file], question
        kinds = re.findall(r"`(\w+)`", tested)
        assert {*kinds} <= {*KINDS}
        exercises = re.findall(r"\(\.\./(\S+)\)", tested)
        assert kinds or exercises or tested.startswith("the question")
        assert all((DOCS.parent / exercise).is_file() for exercise in exercises)


@pytest.mark.parametrize("file", ["OBJECTIVES.md", "TEACHING.md"])
def test_every_blueprint_of_the_guides_makes_an_exam(file, tmp_path):
    (tmp_path / "class.txt").write_text("Ana\nBo\n")
    blueprints = re.findall(r"```toml\n(.+?)```", (DOCS / file).read_text(encoding="utf-8"), re.S)
    assert blueprints
    for text in blueprints:
        made = exam({**tomllib.loads(text), **({"versions": 2} if "versions" in text else {})}, tmp_path)
        assert len(made.sheets) == 2


def test_times_at_home_are_those_of_the_exercises():
    told = re.findall(r"\(\.\./(notebooks/exercises/\w+\.ipynb)\) \((\d+) minutes", GUIDE)
    assert len(told) >= 5
    assert [(file, minutes) for file, minutes in told if int(minutes) != minutes_of(file)] == []


@pytest.mark.parametrize("title", ["## Four weeks", "## In lectures of 50"])
def test_a_course_asks_for_every_exercise_and_the_lessons_before_the_own_game(title):
    plan = GUIDE[GUIDE.index(title) :].partition("\n## ")[0]
    files = {*NOTEBOOK.findall(plan)}
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
