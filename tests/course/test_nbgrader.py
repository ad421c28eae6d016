"""Real nbgrader makes the assignments, grades submissions of many kinds, and writes the right points."""

import os
import re
from importlib.util import find_spec

import nbformat
import pytest

from minimax_lab.check.sandbox import limits
from minimax_lab.check.sandbox.process import GRACE_ON_THE_WALL
from minimax_lab.check.texts import failures as texts
from tools.course import set_up
from tools.grade import PATIENCE, Course, fill_in, solution
from tools.points_table import PAGE, graded
from tools.release import EXERCISES, SOLUTIONS, nbgrader_config
from tools.submissions import CHEATS, SUBMISSIONS

pytestmark = [
    pytest.mark.skipif(find_spec("nbgrader") is None, reason='nbgrader comes with pip install -e ".[teach]"'),
    pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning"),  # nbgrader's own business
]

EXERCISE_NAMES = [path.stem for path in sorted(SOLUTIONS.glob("*.ipynb"))]


@pytest.fixture(scope="module", autouse=True)
def environment():
    """What a course and its configuration change in the environment is put back."""
    with pytest.MonkeyPatch.context() as patch:
        for name in "PATH", "IPYTHONDIR":
            patch.setenv(name, os.environ.get(name, ""))
        yield


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    return Course(tmp_path_factory.mktemp("course"))


def test_a_course_is_set_up_with_every_exercise_and_what_is_there_stays(tmp_path):
    made = set_up(tmp_path)
    assert [path.name for path in made] == [*(f"{name}.ipynb" for name in EXERCISE_NAMES), "nbgrader_config.py"]
    made[0].write_text("my own version")
    made[1].unlink()
    assert set_up(tmp_path) == [made[1]]
    assert made[0].read_text() == "my own version"


def test_in_a_real_course_a_cell_may_take_longer_than_a_check_waits():
    assert nbgrader_config().Execute.timeout > limits.MOST_SECONDS_ON_THE_WALL * GRACE_ON_THE_WALL


def worth(notebook: nbformat.NotebookNode, manual: bool) -> dict[str, int]:
    """The points of the cells that are graded by hand, or of those that are not."""
    graded = [cell.metadata.nbgrader for cell in notebook.cells if cell.metadata.get("nbgrader", {}).get("grade")]
    return {cell.grade_id: cell.points for cell in graded if cell.solution is manual}


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", EXERCISE_NAMES)
def test_the_stored_exercise_is_what_nbgrader_releases(course, name):
    stored = nbformat.read(EXERCISES / f"{name}.ipynb", as_version=4)
    for mine, theirs in zip(stored.cells, course.released(name).cells, strict=True):
        assert mine.source == theirs.source
        assert mine.cell_type == theirs.cell_type
        assert mine.metadata == theirs.metadata


@pytest.mark.parametrize("name", EXERCISE_NAMES)
def test_a_perfect_submission_gets_all_points_but_those_given_by_hand(course, name):
    released = course.released(name)
    by_hand = dict.fromkeys(worth(released, manual=True), 0)
    points = course.grade("perfect", name, fill_in(course.released(name), solution(name)))
    assert points == {**worth(released, manual=False), **by_hand}
    with course.api.gradebook as gradebook:
        assert gradebook.find_submission_notebook(name, name, "perfect").needs_manual_grade == bool(by_hand)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", EXERCISE_NAMES)
def test_an_untouched_submission_gets_nothing(course, name):
    assert set(course.grade("empty", name, course.released(name)).values()) == {0}
    with course.api.gradebook as gradebook:
        assert not gradebook.find_submission_notebook(name, name, "empty").needs_manual_grade


@pytest.mark.exhaustive
def test_a_half_done_submission_gets_the_points_of_its_half(course):
    answers = solution("04_alpha_beta")
    half = fill_in(course.released("04_alpha_beta"), {"alphabeta": answers["alphabeta"]})
    points = course.grade("half", "04_alpha_beta", half)
    assert points.pop("check-alphabeta") == 12
    assert set(points.values()) == {0}


@pytest.mark.exhaustive
def test_a_share_of_the_answers_gets_a_share_of_the_points(course):
    three_wrong = "values = {(0, 0): 3, (0, 1): 6, (1, 0): 8, (2, 0): 2, (2, 1): 7, (0,): 6, (1,): 8, (2,): 2, (): 8}"
    submission = fill_in(course.released("01_by_hand"), {"values": three_wrong, "move": "best_move = 1"})
    points = course.grade("a share", "01_by_hand", submission)
    # six nodes are right, and the root is for what stands below it
    assert points == {"check-values": 2.33, "check-move": 1, "check-one-leaf": 0, "check-any-number": 0}


FLIPPED = """
def max_value(state):
    if terminal_test(state):
        return -1
    return max(min_value(state.forecast_move(move)) for move in state.get_legal_moves())


def min_value(state):
    if terminal_test(state):
        return -1
    return min(max_value(state.forecast_move(move)) for move in state.get_legal_moves())
"""


@pytest.mark.exhaustive
def test_a_wrong_submission_loses_points_where_it_is_wrong_and_only_there(course):
    answers = {**solution("03_minimax"), "values": FLIPPED}
    points = course.grade("wrong", "03_minimax", fill_in(course.released("03_minimax"), answers))
    assert points == {"check-terminal-test": 1, "check-values": 3, "check-decision": 3, "check-early-values": 2}


@pytest.mark.exhaustive
def test_a_cell_that_was_split_or_pasted_stops_nobody(course):
    submission = fill_in(course.released("01_by_hand"), solution("01_by_hand"))
    (at,) = (
        i for i, cell in enumerate(submission.cells) if cell.metadata.get("nbgrader", {}).get("grade_id") == "move"
    )
    (test,) = (cell for cell in submission.cells if cell.metadata.get("nbgrader", {}).get("grade_id") == "check-move")
    upper = nbformat.from_dict(submission.cells[at])
    upper.source = "best_move = None"
    upper.id = "upper"
    submission.cells.insert(at, upper)  # the same grade_id as the cell below it
    submission.cells.append(nbformat.from_dict(test))
    submission.cells[-1].id = "again"
    points = course.grade("split", "01_by_hand", submission)
    assert points == {"check-values": 3, "check-move": 1, "check-one-leaf": 2, "check-any-number": 4}


@pytest.mark.exhaustive
def test_a_notebook_that_is_told_to_show_nothing_gets_nothing(course):
    silent = "best_move = 0\nget_ipython().ast_node_interactivity = 'none'"
    points = course.grade("silent", "01_by_hand", fill_in(course.released("01_by_hand"), {"move": silent}))
    assert set(points.values()) == {0}


ENDLESS = "while True:\n    pass"


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("student", "endless"),
    [
        ("endless function", "def max_value(state):\n    while True:\n        pass\n\n\nmin_value = max_value"),
        ("endless cell", ENDLESS),
    ],
    ids=["endless function", "endless cell"],
)
def test_an_endless_submission_keeps_the_points_of_what_comes_to_an_end(course, monkeypatch, student, endless):
    answers = {"terminal-test": solution("03_minimax")["terminal-test"], "values": endless}
    # Only the endless cell is interrupted, and soon.
    monkeypatch.setitem(
        course.api.config.Execute, "timeout_func", lambda cell: 2 if cell.source == ENDLESS else PATIENCE
    )
    points = course.grade(student, "03_minimax", fill_in(course.released("03_minimax"), answers))
    assert points == {"check-terminal-test": 1, "check-values": 0, "check-decision": 0, "check-early-values": 0}


@pytest.mark.exhaustive
def test_a_submission_with_tampered_tests_gets_what_its_answers_are_worth(course):
    submission = fill_in(
        course.released("01_by_hand"),
        {
            "move": "best_move = 1",
            "check-values": "3",
            "check-one-leaf": "from minimax_lab.check import exercises\n\nNone",
            "check-any-number": "4",
        },
    )
    for cell in submission.cells:
        graded = cell.metadata.get("nbgrader", {})
        if graded.get("grade"):
            graded["points"] = 100
    points = course.grade("tampered", "01_by_hand", submission)
    assert points == {"check-values": 0, "check-move": 1, "check-one-leaf": 0, "check-any-number": 0}
    with course.api.gradebook as gradebook:
        assert gradebook.find_submission("01_by_hand", "tampered").max_score == 10


@pytest.mark.exhaustive
def test_a_check_that_the_student_has_put_in_its_place_is_not_asked(course):
    fake = "class exercises:\n    values = staticmethod(lambda number, values: type('', (), {'score': 1}))"
    names = "round = display = check = _grading = _reload = 1"
    answers = {**solution("01_by_hand"), "values": f"{fake}\n\n\nvalues = {{}}\n{names}"}
    points = course.grade("fake", "01_by_hand", fill_in(course.released("01_by_hand"), answers))
    assert points == {"check-values": 0, "check-move": 1, "check-one-leaf": 2, "check-any-number": 4}


@pytest.mark.exhaustive
def test_a_submission_without_its_tests_gets_nothing_for_them(course):
    submission = fill_in(course.released("01_by_hand"), solution("01_by_hand"))
    submission.cells = [
        cell for cell in submission.cells if cell.metadata.get("nbgrader", {}).get("grade_id") != "check-values"
    ]
    points = course.grade("without", "01_by_hand", submission)
    assert points.get("check-values", 0) == 0
    assert points["check-any-number"] == 4


@pytest.mark.exhaustive
def test_feedback_shows_the_report_and_the_points(course):
    submission = fill_in(course.released("01_by_hand"), {"move": "best_move = 1"})
    course.grade("curious", "01_by_hand", submission)
    made = course.api.generate_feedback("01_by_hand", "curious")
    assert made["success"], made["log"]
    page = (course.folder / "feedback/curious/01_by_hand/01_by_hand.html").read_text(encoding="utf-8")
    assert "Score: 1.0 / 10.0" in page


@pytest.mark.exhaustive
@pytest.mark.parametrize("submission", CHEATS, ids=lambda cheat: cheat.title)
def test_a_cheat_earns_nothing_and_is_told(course, submission):
    assert graded(course, submission, submission.title) == 0
    name = submission.exercise
    page = course.folder / "autograded" / submission.title / name / f"{name}.ipynb"
    outputs = [output for cell in nbformat.read(page, as_version=4).cells for output in cell.get("outputs", [])]
    told = "\n".join(output.get("text", "") + output.get("data", {}).get("text/plain", "") for output in outputs)
    assert texts.BORROWED.message in told or texts.CHANGED in told or "✗" in told


def promised() -> dict[tuple[str, str], float]:
    """The points of each typical submission, as the page for instructors has them."""
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \| ([\d.]+) \|$", PAGE.read_text(encoding="utf-8"), re.M)
    return {(exercise, title): float(points) for exercise, title, points in rows}


def test_the_page_for_instructors_has_every_typical_submission_and_no_slip_costs_more_than_half():
    table = promised()
    assert [*table] == [(submission.exercise, submission.title) for submission in SUBMISSIONS]
    for submission in SUBMISSIONS:
        points, most = table[submission.exercise, submission.title], table[submission.exercise, "perfect"]
        assert most == {"04_alpha_beta": 20, "06_table_and_clock": 8}.get(submission.exercise, 10)
        assert submission.kind != "slip" or points >= most / 2, submission.title
        assert submission.kind != "cheat" or points == 0, submission.title


SAMPLE = (
    "forecast_move changes the state",
    "−1 at both levels, in both parts",
    "never tests the depth",
)  # the command grades all


@pytest.mark.exhaustive
@pytest.mark.parametrize("submission", [one for one in SUBMISSIONS if one.title in SAMPLE], ids=lambda one: one.title)
def test_a_typical_submission_gets_the_points_on_the_page(course, submission):
    assert graded(course, submission, submission.title) == promised()[submission.exercise, submission.title]
