"""Quizzes and the tree editor on a lesson's page, opened from a file: they live without Python."""

import shutil

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from tests import needs
from tests.site.test_slides import QUESTION
from tests.widgets.browser.tools import expect, says, watched

pytest.importorskip("pdoc", reason='pages are made with what pip install -e ".[site]" brings')

from tools.site.frame import SITE
from tools.site.lessons import write_lessons

CELLS = [
    "from minimax_lab.widgets import PruningQuiz, TreeEditor, ValueQuiz",
    "PruningQuiz([[3, 12], [2, 4]])",
    "ValueQuiz([[3, 12], [2, 4]])",
    "TreeEditor([[3, 12], [2, 4]])",
]


DIAGRAM = """```mermaid
flowchart LR
    P[position] -- which moves? --> S{search}
```"""


@pytest.fixture(scope="module")
def page(browser, tmp_path_factory):
    needs.node("@mermaid-js/tiny")
    folder = tmp_path_factory.mktemp("pages")
    cells = [new_markdown_cell(f"# Quizzes\n\n{DIAGRAM}\n\n## First"), *map(new_code_cell, CELLS)]
    cells += [new_markdown_cell(f"## Second\n\n{QUESTION}\n\n" + "Words.\n\n" * 60 + "## Third\n\nThe end.")]
    nbformat.write(new_notebook(cells=cells), folder / "quizzes.ipynb")
    for name in "site.css", "icon.svg", "where.js":
        shutil.copy(SITE / name, folder)
    write_lessons(folder / "lessons", [folder / "quizzes.ipynb"])
    page = watched(browser.new_page(viewport={"width": 1400, "height": 1000}))
    page.goto((folder / "lessons" / "quizzes.html").as_uri())
    yield page
    page.close()


def living(page, testid):
    widget = page.locator(f".living [data-testid={testid}][data-ready='1']")
    expect(widget).to_have_count(1)
    return widget


def test_a_pruning_quiz_is_checked_explained_and_solved(page):
    quiz = living(page, "quiz")
    says(quiz, "check").click()
    expect(says(quiz, "summary")).to_have_text("0 cut-offs right, 1 more to find.")
    says(quiz, "explain").click()
    expect(says(quiz, "remarks")).to_contain_text("α = 3 ≥ β = 2")
    says(quiz, "reset").click()
    expect(says(quiz, "summary")).to_have_text("Mark what you think, then press Check.")
    quiz.get_by_role("treeitem", name="leaf 4").click()
    expect(says(quiz, "marked")).to_have_text("marked: 1 leaf")
    says(quiz, "check").click()
    expect(says(quiz, "summary")).to_contain_text("All right! No points: it was explained before. The root is worth 3.")


@pytest.mark.exhaustive
def test_values_are_filled_in_by_keyboard_and_checked(page):
    quiz = living(page, "value-quiz")
    quiz.get_by_role("treeitem").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    page.keyboard.type("4")
    page.keyboard.press("Enter")
    page.keyboard.type("3")
    says(quiz, "check").click()
    expect(says(quiz, "summary")).to_have_text("2 right, 1 wrong.")
    says(quiz, "explain").click()
    expect(says(quiz, "remarks")).to_contain_text("You wrote 4, which is what ▲\u00a0MAX would take.")
    says(quiz, "hint").click()
    expect(says(quiz, "hinted")).to_contain_text("Begin at the bottom")


@pytest.mark.exhaustive
def test_an_edited_tree_is_searched_at_once(page):
    editor = living(page, "editor")
    expect(says(editor, "summary")).to_have_text("The root is worth 3. 3 leaves looked at, 1 cut-off.")
    editor.get_by_role("treeitem", name="leaf 2").click()
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    expect(says(editor, "summary")).to_have_text("The root is worth 4. 4 leaves looked at, 0 cut-offs.")
    expect(says(editor, "python")).to_have_value("tree([[3, 12], [7, 4]])")
    editor.get_by_test_id("search").select_option("minimax")
    expect(says(editor, "summary")).to_have_text("The root is worth 4. 4 leaves looked at.")
    says(editor, "undo").click()
    expect(says(editor, "summary")).to_have_text("The root is worth 3. 4 leaves looked at.")


def test_on_a_phone_the_contents_are_folded_and_a_bar_says_where_one_is(page):
    page.set_viewport_size({"width": 390, "height": 844})
    page.reload()
    expect(page.locator("#inside ol")).to_be_hidden()
    assert min(each.bounding_box()["height"] for each in page.locator("main summary:visible").all()) >= 32
    page.evaluate("scrollTo(0, 0)")
    expect(page.locator(".reading")).to_be_hidden()
    page.locator("#second").scroll_into_view_if_needed()
    page.mouse.wheel(0, 400)
    expect(page.locator(".reading")).to_have_text("2 of 3 · Second")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    page.locator(".reading").click()
    page.locator("#inside a").nth(2).click()
    expect(page.locator("#third")).to_be_in_viewport()
    page.set_viewport_size({"width": 1400, "height": 1000})
    page.reload()
    expect(page.locator("#inside ol")).to_be_visible()


def test_options_have_letters_and_a_colour_once_chosen_and_the_others_stay(page):
    options = page.locator("details[data-letter]")
    assert options.evaluate_all("all => all.map((each) => each.dataset.letter)") == ["A", "B"]
    before = options.evaluate_all("all => all.map((each) => getComputedStyle(each).backgroundColor)")
    options.first.locator("summary").click()
    after = options.evaluate_all("all => all.map((each) => getComputedStyle(each).backgroundColor)")
    assert (before[0] != after[0], before[1] == after[1]) == (True, True)
    expect(options.nth(1)).to_be_visible()


@pytest.mark.exhaustive
def test_a_diagram_is_drawn(page):
    expect(page.locator(".mermaid svg .node")).to_have_count(2)
    assert page.locator(".mermaid svg").bounding_box()["width"] > 100


@pytest.mark.exhaustive
def test_what_needs_python_is_not_offered(page):
    for testid in "new", "paste", "step":
        expect(page.locator(f".living [data-testid={testid}]")).to_have_count(0)


@pytest.mark.exhaustive
def test_nothing_is_asked_for_elsewhere_and_nothing_is_complained_of(page):
    assert [url for url in page.asked if not url.startswith(("file:", "data:", "blob:"))] == []
    assert page.complaints == []
