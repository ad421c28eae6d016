"""The exercises are the solutions without their answers: in step, without a leak, and with the points promised."""

import ast
import re
from pathlib import Path
from random import Random

import nbformat
import pytest

from minimax_lab.check import contest
from minimax_lab.game import MAX
from minimax_lab.games import Isolation

ROOT = Path(__file__).parents[2]
SOLUTIONS = sorted((ROOT / "notebooks" / "solutions").glob("*.ipynb"))
EXERCISES = ROOT / "notebooks" / "exercises"
SECRET = re.compile(
    r"^(?P<indent> *)### BEGIN (SOLUTION|HIDDEN TESTS|MARK SCHEME)\n(?P<lines>.*?)^ *### END \2(\n|\Z)", re.M | re.S
)
STUBS = {"code": "# YOUR CODE HERE", "markdown": "YOUR ANSWER HERE"}

each_solution = pytest.mark.parametrize("path", SOLUTIONS, ids=lambda path: path.stem)


def read(path: Path) -> nbformat.NotebookNode:
    return nbformat.read(path, as_version=4)


def nbgrader(cell: nbformat.NotebookNode) -> nbformat.NotebookNode:
    return cell.metadata.get("nbgrader", nbformat.NotebookNode())


def without_secrets(cell: nbformat.NotebookNode) -> str:
    """The source with a stub for each solution, and without hidden tests and mark schemes."""

    def stub(match: re.Match) -> str:
        return f"{match['indent']}{STUBS[cell.cell_type]}\n" if match[2] == "SOLUTION" else ""

    return SECRET.sub(stub, cell.source).rstrip("\n")


def points(notebook: nbformat.NotebookNode) -> dict[str, int]:
    return {nbgrader(cell).grade_id: nbgrader(cell).points for cell in notebook.cells if nbgrader(cell).get("grade")}


def test_there_are_six_exercises_and_a_solution_to_each():
    assert [path.name[:3] for path in SOLUTIONS] == ["01_", "02_", "03_", "04_", "05_", "06_"]
    assert [path.name for path in SOLUTIONS] == sorted(path.name for path in EXERCISES.glob("*.ipynb"))


@each_solution
def test_an_exercise_is_its_solution_with_stubs_in_place_of_answers(path):
    solution, exercise = read(path), read(EXERCISES / path.name)
    assert [cell.source for cell in exercise.cells] == [without_secrets(cell) for cell in solution.cells]
    for cell, other in zip(exercise.cells, solution.cells, strict=True):
        kept = {key: value for key, value in nbgrader(cell).items() if key not in ("checksum", "cell_type")}
        assert kept == nbgrader(other)


def lines_of(text: str) -> set[str]:
    return {line.strip() for line in text.splitlines()}


@each_solution
def test_no_line_of_an_answer_or_of_a_hidden_test_is_in_the_exercise(path):
    solution, exercise = read(path), read(EXERCISES / path.name)
    hidden = {
        line for cell in solution.cells for part in SECRET.finditer(cell.source) for line in lines_of(part["lines"])
    }
    shown = {line for cell in solution.cells for line in lines_of(without_secrets(cell))}
    assert len(hidden - shown) > 5
    sources = [cell.source for cell in exercise.cells]
    outputs = [output for cell in exercise.cells for output in cell.get("outputs", [])]
    printed = [output.get("text") or output.get("data", {}).get("text/plain", "") for output in outputs]
    assert (hidden - shown) & lines_of("\n".join(sources + printed)) == set()
    assert "BEGIN" not in nbformat.writes(exercise)


@each_solution
def test_an_exercise_runs_from_top_to_bottom_before_anything_is_written(path):
    """That the stored outputs are those of a run, nbval finds out."""
    outputs = [output for cell in read(EXERCISES / path.name).cells for output in cell.get("outputs", [])]
    assert {output.output_type for output in outputs} <= {"stream", "display_data", "execute_result"}
    assert "stderr" not in {output.get("name") for output in outputs}


@each_solution
def test_a_solution_gets_full_points_by_the_rule_of_nbgrader(path):
    """A number that is the last thing of a cell is its points; without one, all of them, unless there is an error."""
    for cell in read(path).cells:
        if nbgrader(cell).get("grade") and cell.cell_type == "code":
            results = [output for output in cell.outputs if output.output_type == "execute_result"]
            assert [float(result.data["text/plain"]) for result in results] in ([], [nbgrader(cell).points])
            assert "assert" in cell.source or results
            assert "error" not in {output.output_type for output in cell.outputs}


def names_in(source: str, kind: type) -> set[str]:
    return {
        node.id for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name) and isinstance(node.ctx, kind)
    }


def bound_in(source: str) -> set[str]:
    """The names that a cell binds itself, by import, definition or assignment."""
    nodes = [*ast.walk(ast.parse(source))]
    imported = {name.asname or name.name for node in nodes if isinstance(node, ast.ImportFrom) for name in node.names}
    defined = {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    return imported | defined | names_in(source, ast.Store) | {node.arg for node in nodes if isinstance(node, ast.arg)}


@each_solution
def test_a_test_cell_uses_nothing_of_the_student_s_but_the_answer(path):
    """No name that a student may have given another meaning, not even one of Python's own, as `round`."""
    cells = [cell for cell in read(path).cells if cell.cell_type == "code"]
    answers = {"number"}.union(*(bound_in(cell.source) for cell in cells if nbgrader(cell).get("solution")))
    for cell in cells:
        if nbgrader(cell).get("grade"):
            assert names_in(cell.source, ast.Load) - bound_in(cell.source) <= answers, cell.source
            assert all(name.startswith("_") or name == "exercises" for name in module_names(cell.source)), cell.source


def is_passed_over(cell: nbformat.NotebookNode) -> bool:
    """By whatever runs a notebook to grade it."""
    return "skip-execution" in cell.metadata.get("tags", [])


@each_solution
def test_grading_runs_a_student_s_code_in_checks_only(path):
    """Outside of a check nothing would end what a student's endless code does."""
    answers: set[str] = set()
    for cell in (cell for cell in read(path).cells if cell.cell_type == "code"):
        if nbgrader(cell).get("solution"):
            answers |= module_names(cell.source)
        elif not nbgrader(cell).get("grade"):
            assert is_passed_over(cell) or not names_in(cell.source, ast.Load) & answers, cell.source


@each_solution
def test_no_cell_that_grading_runs_needs_one_that_it_passes_over(path):
    cells = [cell for cell in read(path).cells if cell.cell_type == "code"]
    kept = set().union(*(bound_in(cell.source) for cell in cells if not is_passed_over(cell)))
    lost = set().union(*(bound_in(cell.source) for cell in cells if is_passed_over(cell))) - kept
    for cell in cells:
        assert is_passed_over(cell) or not names_in(cell.source, ast.Load) & lost, cell.source


@each_solution
def test_what_a_student_sees_of_a_test_cell_is_an_import_and_one_call(path):
    for cell in read(EXERCISES / path.name).cells:
        if nbgrader(cell).get("grade") and cell.cell_type == "code":
            first, nothing, call = cell.source.splitlines()
            assert (first, nothing) == ("from minimax_lab.check import exercises", "")
            assert re.fullmatch(r"exercises\.\w+\([\w=, ]+\)", call)


@each_solution
def test_every_exercise_says_which_lessons_it_needs_and_has_something_to_watch_or_to_play(path):
    cells = read(EXERCISES / path.name).cells
    assert re.search(r"\*\*Needs\*\* lessons? \d", cells[0].source)
    after = False
    for cell in cells:
        after = after or bool(nbgrader(cell).get("grade"))
        if after and re.search(r"step_through\(|PlayGame\(", cell.source):
            return
    raise AssertionError("nothing runs after a check")


def module_names(source: str) -> set[str]:
    """The names that a cell leaves behind; another cell must not find there what it takes for an answer."""
    body = ast.parse(source).body
    imported = {name.asname or name.name for node in body if isinstance(node, ast.ImportFrom) for name in node.names}
    defined = {node.name for node in body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    assigned = {
        target.id
        for node in body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    return imported | defined | assigned


@each_solution
def test_what_a_student_wrote_runs_only_where_it_can_be_ended(path):
    """A cell that calls an answer does so through a check."""
    cells = [cell for cell in read(path).cells if cell.cell_type == "code"]
    answered = [cell.source for cell in cells if nbgrader(cell).get("solution")]
    written = {node.name for source in answered for node in ast.parse(source).body if hasattr(node, "name")}
    for cell in cells:
        if not nbgrader(cell).get("solution"):
            at_top = [
                node for node in ast.parse(cell.source).body if not isinstance(node, ast.FunctionDef | ast.ClassDef)
            ]
            calls = [node for top in at_top for node in ast.walk(top) if isinstance(node, ast.Call)]
            assert not {call.func.id for call in calls if isinstance(call.func, ast.Name)} & written, cell.source


@each_solution
def test_an_exercise_says_what_it_is_for_and_ends_with_a_harder_question(path):
    cells = read(EXERCISES / path.name).cells
    most = sum(points(read(path)).values())
    for promise in "**After this exercise** you can", "**Time** about", "**Needs** lesson", f"**Points** {most}":
        assert promise in cells[0].source
    headings = [cell.source.split("\n")[0] for cell in cells if cell.source.startswith("## ")]
    assert headings[-1].endswith("A harder question")
    assert any("exercises." in cell.source for cell in cells)


@each_solution
def test_ids_are_words_and_each_stands_once(path):
    ids = [nbgrader(cell).grade_id for cell in read(path).cells if nbgrader(cell)]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch("[a-z]+(-[a-z]+)*", grade_id) for grade_id in ids)


@each_solution
def test_links_of_an_exercise_lead_somewhere(path):
    text = "".join(cell.source for cell in read(path).cells if cell.cell_type == "markdown")
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert links
    assert [link for link in links if not (EXERCISES / link).exists()] == []


def test_the_page_of_points_lists_every_graded_cell_and_its_points():
    page = (ROOT / "docs" / "POINTS.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| `([\w-]+)` \| (\d+)", page, flags=re.M)
    listed = {(name, grade_id): int(number) for name, grade_id, number in rows}
    assert listed == {(path.stem, key): value for path in SOLUTIONS for key, value in points(read(path)).items()}
    assert f"{sum(listed.values())} points" in page


def random_numbers(seed):
    """An evaluation that knows nothing, and is not 0: it changes its sign where the players change places."""

    def evaluation(state):
        rows, is_first = "/".join(state.rows()), state.active_player is MAX
        other = rows.translate(str.maketrans("12", "21"))
        return Random(f"{seed} {rows} {is_first}").random() - Random(f"{seed} {other} {not is_first}").random()

    return evaluation


@pytest.mark.exhaustive
def test_random_numbers_win_the_match_of_exercise_5_as_often_as_it_says():
    won = sum(contest(random_numbers(seed), lambda state: 0, Isolation(5, 5)).passed for seed in range(100))
    (text,) = (cell.source for cell in read(EXERCISES / "05_evaluation.ipynb").cells if "random numbers" in cell.source)
    assert "We made 100 evaluations of random numbers" in text
    assert f"Of these, {won} won such a match." in text
