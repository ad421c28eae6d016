"""The guides for teachers are true: the plans fit the lessons and their times, and commands and names exist."""

import re
import shlex
import textwrap
from functools import cache
from pathlib import Path

import nbformat
import pytest

from minimax_lab.app import launch
from minimax_lab.app.class_report import command as class_report
from minimax_lab.app.pages.notebook import run
from minimax_lab.app.slides import slides
from minimax_lab.app.worksheets import command as worksheets
from minimax_lab.app.worksheets.sheets import KINDS, worksheet

DOCS = Path(__file__).parents[2] / "docs"
GUIDE, ANSWERS, EXAMS, CATALOGUE = (
    (DOCS / f"{name}.md").read_text(encoding="utf-8") for name in ("TEACHING", "ANSWERS", "EXAMS", "MISCONCEPTIONS")
)
OWN_SEED = "YOUR_NINE_DIGITS"  # not a number: nobody shall copy the one that is printed here
LESSONS = [*(DOCS.parent / "notebooks").glob("[0-9]*.ipynb")]
FEW = 5  # minutes: a lesson may gain or lose some slides without new plans
PART = re.compile("; (?!a pair)")
NOTEBOOK = re.compile(r"\[(?:lesson|exercise) \d+b?\]\(\.\./(notebooks/[\w/]+\.ipynb)\)")


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
    return int(re.search(r"\*\*Time\*\* about (\d+) minutes", markdown(file))[1])


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


@cache
def minutes_in_notes(file):
    """By section, the minutes that the notes of a lesson's slides tell."""
    made = slides(run(DOCS.parent / file))
    told = [(slide.section, re.match(r"<p>About (\d+) minutes?,", "".join(slide.notes))) for slide in made]
    return {section: int(found[1]) for section, found in told if found}


def by_the_notes(what):
    """The minutes of what a plan shows: parts of lessons; 25 for the test, 20 for it again, 15 for the match."""
    named = re.findall(r"\(\.\./(notebooks/\w+\.ipynb)\): (.+?)(?=; \[|; then|$)", what)
    inside = [minutes_in_notes(file) for file, _ in named]
    parts = [[*told] if part == "whole" else PART.split(part) for told, (_, part) in zip(inside, named, strict=True)]
    others = 25 * what.count("[fifteen-minute test]") - 5 * what.count(") again") + 15 * what.count("match")
    return others + sum(told[part] for told, some in zip(inside, parts, strict=True) for part in some)


@pytest.mark.exhaustive
def test_plans_give_about_the_minutes_of_the_notes_and_at_most_twice_as_many_and_five():
    rows = [row for plan in plans() for row in plan.values[1] if "[lesson" in row[1]]
    assert len(rows) > 20
    told = [(int(given), by_the_notes(what), what) for given, what, *_ in rows]
    assert [each for each in told if not each[1] - FEW <= each[0] <= 2 * each[1] + 5 + FEW] == []
    short = re.findall(r"^\| \d+ \| (.+) \| (\d+) \| .*\|$", GUIDE, re.M)
    assert len(short) == 15
    assert [what for what, minutes in short if abs(int(minutes) - by_the_notes(what)) > FEW] == []
    spared = re.findall(r"^\| (\d+b?) \| (.+) \| ([\d, ]+) \|$", GUIDE[GUIDE.index("## When time runs short") :], re.M)
    assert len(spared) == 4
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
    assert len([*courses()]) == 4


def test_lectures_of_fifty_minutes_name_parts_that_exist():
    rows = re.findall(r"^\| \d+ \| (.+?) \| .*\|$", GUIDE[GUIDE.index("## In lectures of 50") :], re.M)
    assert len(rows) >= 15
    for row in rows[:15]:
        for file, parts in re.findall(r"\(\.\./(notebooks/\w+\.ipynb)\): (.+?)(?=; \[|; then|$)", row):
            assert missing_headings(file, parts) == [], row


def test_every_objective_names_a_part_a_question_and_a_test_that_exist():
    page = (DOCS / "OBJECTIVES.md").read_text(encoding="utf-8")
    row = r"^\| [a-z].+ \| \[lesson \d+b?\]\(\.\./(\S+?)\): (.+?) \| (.+?) \| (.+?) \| (.+?) \|$"
    rows = re.findall(row, page, re.M)
    assert len(rows) >= 12
    for file, headings, question, tested, in_the_room in rows:
        assert missing_headings(file, headings) == []
        sections = {part.partition("\n")[0]: part for part in re.split("^## ", markdown(file), flags=re.M)}
        taught = " ".join(sections[heading] for heading in PART.split(headings)).replace("**", "")
        asked = " ".join(taught.split()).lower()
        assert question.lower() in asked, f"{question}: not in {headings}"
        kinds = re.findall(r"`(\w+)`", in_the_room)
        assert {*kinds} <= {*KINDS}
        assert kinds or "defence" in in_the_room or "#a-page-on-lessons-5-and-6" in in_the_room
        exercises = re.findall(r"\(\.\./(\S+)\)", tested)
        assert exercises or tested.startswith("the question")
        assert all((DOCS.parent / exercise).is_file() for exercise in exercises)


def test_every_question_for_the_room_has_its_answer():
    asked = [row[3] for plan in plans() for row in plan.values[1]]
    questions = {each.strip() for text in asked for each in re.findall(r"[^.?()]+\?", text)}
    assert len(questions) > 25
    answers = ANSWERS[ANSWERS.index("## Answers to the questions") :].partition("\n## ")[0]
    answered = " ".join(" ".join(re.findall(r"\*([^*]+\?)\*", " ".join(answers.split()))).split())
    assert [question for question in questions if question not in answered] == []


@pytest.mark.exhaustive
@pytest.mark.parametrize(("number", "points", "minutes"), [(0, 31, 48), (1, 8, 12)])
def test_every_blueprint_of_the_guide_makes_an_exam_with_the_points_and_minutes_that_are_told(
    number, points, minutes, tmp_path, capsys
):
    (tmp_path / "students.csv").write_text("id,last_name,first_name,email\na01,Alt,Ana,\nb02,Berg,Bo,\n")
    blueprints = re.findall(r"```toml\n(.+?) *```", EXAMS, re.S)
    text = blueprints[number]
    (tmp_path / "blueprint.toml").write_text(textwrap.dedent(text).replace(OWN_SEED, "204711336"), encoding="utf-8")
    assert launch.main(["exam", str(tmp_path / "blueprint.toml"), "--out", str(tmp_path)]) == 0
    printed = capsys.readouterr().out
    assert f"{points} points, about {minutes} minutes (an estimate)" in printed
    assert re.search(rf"\b{points} points, about {minutes}\s+minutes", EXAMS)
    assert len(blueprints) == 2
    if number == 0:
        assert textwrap.indent(printed.partition("\n")[2], "   ") in EXAMS


@pytest.mark.exhaustive
def test_the_usual_points_of_each_kind_are_those_that_are_told():
    told = "8 for `values`, 7 for `windows`, 4 for `pruned` and `isolation`, 3 for `material`"
    assert told in " ".join(EXAMS.split())
    [sheet] = worksheet(KINDS).sheets
    usual = {"values": 8, "windows": 7, "pruned": 4, "isolation": 4, "material": 3}
    assert {task.kind: task.points for task in sheet.tasks} == usual


def test_the_minutes_of_the_lessons_in_the_readme_are_their_own():
    readme = (DOCS.parent / "README.md").read_text(encoding="utf-8")
    told = re.findall(r"^\| \d+b? \| \[[^\]]+\]\((notebooks/\w+\.ipynb)\) .+ \| (\d+) \|$", readme, re.M)
    assert [file for file, _ in told] == sorted(f"notebooks/{path.name}" for path in LESSONS)
    assert [file for file, minutes in told if int(minutes) != minutes_of(file)] == []


def test_the_minutes_and_points_of_the_exercises_in_the_readme_are_their_own():
    readme = (DOCS.parent / "README.md").read_text(encoding="utf-8")
    told = re.findall(r"^\| \d \| \[.+\]\((notebooks/exercises/\w+\.ipynb)\).* \| (\d+) \| (\d+) \|$", readme, re.M)
    assert len(told) == 6
    for file, minutes, points in told:
        assert int(minutes) == minutes_of(file)
        assert re.search(rf"\*\*Points\*\* {points}\b", markdown(file)), file


def test_the_project_has_the_points_that_it_counts_in_the_grade():
    rubric = EXAMS[EXAMS.index("## A project") :].partition("\n## ")[0]
    total = sum(map(int, re.findall(r"^\| (\d+) \|", rubric, re.M)))
    assert f"There are {total} points, which count [{total} of 100]" in rubric
    assert f"give it {total} and the exam 30" in (DOCS / "POINTS.md").read_text(encoding="utf-8")


def test_what_is_made_and_due_week_by_week_is_what_the_plan_of_four_weeks_asks_for():
    calendar = GUIDE[GUIDE.index("## Week by week") :].partition("\n## ")[0]
    plan = GUIDE[GUIDE.index("## Four weeks") :].partition("### After lecture 8")[0]
    lectures = re.split(r"^### Week \d, lecture \d.*$", plan, flags=re.M)[1:]
    due = re.findall(
        r"exercises/0(\d)_\w+\.ipynb\)\s+\(\d+ minutes[^)]*\), due the evening before\s+lecture (\d)", plan
    )
    rows = re.findall(r"^\| (\d) \| (.+?) \| (.*?) ?\| (.*?) ?\|$", calendar, re.M)
    assert len(rows) == len(lectures) == 8
    for (number, made, before, _), body in zip(rows, lectures, strict=True):
        asked = re.findall(r"minimax-lab worksheet (.+?) --out (\w+)`", body)
        own = f" --students students.csv --seed {OWN_SEED}" if "a worksheet that counts" in body else ""
        assert re.findall(r"minimax-lab worksheet (.+?) --out (\w+)`", made) == [(w + own, out) for w, out in asked]
        assert re.findall(r"exercise (\d)", before) == [exercise for exercise, lecture in due if lecture == number]
        assert ("exam test.toml" in made) == ("[fifteen-minute test]" in body)
    slides_of = " ".join(re.findall(r"minimax-lab slides ([\db ]+)", calendar)).split()
    assert slides_of == sorted({*re.findall(r"\[lesson (\d+b?)\]", plan)})
    handed_out = [int(exercise) for row in rows for exercise in re.findall(r"\d", row[3])]
    assert handed_out == [1, 2, 3, 4, 5, 6]


def test_times_at_home_are_those_of_the_exercises():
    told = re.findall(r"\(\.\./(notebooks/exercises/\w+\.ipynb)\)\s+\((\d+) minutes", GUIDE)
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
    codes = {*re.findall(r"`([a-z]+(?:-[a-z]+)+)`", ANSWERS)} - {"class-report"}
    assert len(codes) > 15
    assert [code for code in codes if f"### `{code}`" not in CATALOGUE] == []


@pytest.mark.parametrize("line", sorted({*re.findall(r"`?(minimax-lab worksheet [^`\n]+)", GUIDE + EXAMS)}))
def test_every_worksheet_of_the_guides_can_be_made(line):
    asked = worksheets._parser().parse_args(shlex.split(line.replace(OWN_SEED, "204711336"), comments=True)[2:])
    [sheet] = worksheet(
        asked.kind,
        depth=asked.depth,
        branching=asked.branching,
        cutoffs=asked.cutoffs,
        deep_cutoff=asked.deep,
    ).sheets
    assert [task.kind for task in sheet.tasks] == asked.kind


def test_the_class_report_of_the_guide_has_the_options_that_it_names():
    lines = re.findall(r"`(minimax-lab class-report [^`]+)`", ANSWERS)
    named = [class_report._parser().parse_args(shlex.split(line)[2:]) for line in lines]
    assert True in [options.names for options in named]
    here = class_report._parser().parse_args(["my-course", "--names", "--workers", "4"])
    assert (here.names, here.workers, here.cluster) == (True, 4, None)
    there = class_report._parser().parse_args(["my-course", "--cluster", "ADDRESS"])
    assert (there.names, there.workers, there.cluster) == (False, None, "ADDRESS")
