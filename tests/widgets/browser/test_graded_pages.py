"""What comes back to a student, and what an instructor sees in the Formgrader: the report with its picture."""

import os
import re
import secrets
import subprocess
import sys
from importlib.util import find_spec

import pytest

from tests.widgets.browser.conftest import _address
from tools.grade import Course
from tools.points_table import graded
from tools.submissions import SUBMISSIONS

pytestmark = [
    pytest.mark.skipif(not find_spec("nbgrader"), reason='nbgrader comes with pip install -e ".[teach]"'),
    pytest.mark.filterwarnings("ignore::sqlalchemy.exc.SAWarning"),  # nbgrader's own business
]

WRONG = next(submission for submission in SUBMISSIONS if submission.title == "goes on after the cut")
NAME = WRONG.exercise


@pytest.fixture(scope="module")
def course(browser, tmp_path_factory):
    """A course with a submission in which one thing is wrong."""
    with pytest.MonkeyPatch.context() as patch:
        for name in "PATH", "IPYTHONDIR":
            patch.setenv(name, os.environ.get(name, ""))
        course = Course(tmp_path_factory.mktemp("course"))
        assert 0 < graded(course, WRONG, "student") < 20
        yield course


@pytest.fixture
def formgrader(course, tmp_path):
    """The address of a Formgrader for the course, and a token for it."""
    options = [
        "--no-browser",
        "--ip=127.0.0.1",
        "--port=0",
        "--ServerApp.port_retries=0",
        f"--IdentityProvider.token={secrets.token_hex(16)}",
        f"--ServerApp.root_dir={course.folder}",
        "--allow-root",
        "--ServerApp.jpserver_extensions={'nbgrader.server_extensions.formgrader': True}",
    ]
    own = {"HOME", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR"}
    environment = {**os.environ, **dict.fromkeys(own, str(tmp_path))}
    with open(tmp_path / "log", "w") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "jupyter_server", *options],
            cwd=course.folder,
            env=environment,
            stdout=log,
            stderr=log,
        )
    try:
        yield _address(process, tmp_path, tmp_path / "log").split("lab?")
    finally:
        process.kill()
        process.wait()


HEADINGS = [
    "✓ what is never looked at: right",
    "✓ the two orders: right",
    "✗ alphabeta: not right yet (50%)",
    "✓ decision: right",
    "✓ the deep cut-off: right",
]
PICTURES = 4  # of the report the student's search and the right one; and of the two cells that draw trees


def look_at(browser, address):
    """The reports on a page: their headings, and whether a picture can be seen below each."""
    page = browser.new_page(viewport={"width": 1400, "height": 1000})
    page.goto(address)
    reports = page.locator("h4").filter(has_text=re.compile("^[✓✗]"))
    reports.first.wait_for()
    headings = reports.all_inner_texts()
    seen = page.locator("img[alt^='Game tree']").evaluate_all(
        "all => all.map(one => one.complete && one.naturalWidth > 100 && one.getBoundingClientRect().width > 100)"
    )
    text = page.locator("body").inner_text()
    page.close()
    return headings, seen, text


@pytest.mark.exhaustive
def test_feedback_shows_the_reports_their_pictures_and_the_points(browser, course):
    headings, seen, text = look_at(browser, course.feedback("student", NAME).as_uri())
    assert headings == HEADINGS
    assert seen == [True] * PICTURES
    assert "Score: " in text


@pytest.mark.exhaustive
def test_the_formgrader_shows_the_reports_and_their_pictures(browser, course, formgrader):
    address, token = formgrader
    with course.api.gradebook as gradebook:
        submission = gradebook.find_submission_notebook(NAME, NAME, "student").id
    headings, seen, _ = look_at(browser, f"{address}formgrader/submissions/{submission}/?{token}")
    assert headings == HEADINGS
    assert seen == [True] * PICTURES
