"""What comes late: a model whose parts arrive one by one, as on a busy machine, and cells that are rendered later."""

from itertools import permutations

import pytest

from minimax_lab.widgets import PruningQuiz, ValueQuiz
from minimax_lab.widgets.bundle import page as page_of

LATE = ["_rows", "_key", "_feedback"]
OPTIONS = """\
<p>Which?</p>
<details><summary>this</summary>

<p>✗ No.</p></details>
<details><summary>that</summary><p>✓ Yes.</p></details>
<p>More.</p>
<details><summary>A hint</summary><p>Look again.</p></details>"""


@pytest.mark.parametrize("make", [PruningQuiz, ValueQuiz])
def test_a_quiz_whose_model_comes_piece_by_piece_shows_its_tree(browser, tmp_path, make):
    quiz = make([[3, 12], [2, 4]])
    state = {name: value for name, value in quiz.get_state().items() if name not in ("layout", "_esm", "_css")}
    empty = {"_rows": [], "_key": {}, "_feedback": {}}
    file = tmp_path / "page.html"
    file.write_text(page_of("", quiz._esm, quiz._css, state | empty), encoding="utf-8")
    page, trouble = browser.new_page(), []
    page.on("pageerror", lambda error: trouble.append(str(error)))
    for order in permutations(LATE):
        page.goto(file.as_uri())
        page.locator(".quiz").wait_for()
        for name in order:
            page.evaluate("([name, value]) => model.set(name, value)", [name, state[name] or {"summary": "now"}])
        page.locator("[data-ready='1'] .node.leaf").first.wait_for(timeout=5_000)
        assert page.locator(".node.leaf:visible").count() == 4, order
        page.get_by_test_id("check").click()
        assert "right" in page.get_by_test_id("summary").inner_text(), order
    page.close()
    assert trouble == []


def test_the_options_of_a_question_get_letters_and_their_colour_once_chosen(browser, tmp_path):
    quiz = PruningQuiz([[3, 12], [2, 4]])
    state = {name: value for name, value in quiz.get_state().items() if name not in ("layout", "_esm", "_css")}
    file = tmp_path / "page.html"
    file.write_text(page_of("", quiz._esm, quiz._css, state), encoding="utf-8")
    page = browser.new_page()
    page.goto(file.as_uri())
    page.locator("[data-ready='1']").wait_for()
    page.evaluate(
        "(html) => { const cell = document.createElement('div'); cell.innerHTML = html; document.body.append(cell) }",
        OPTIONS,
    )  # a cell that is rendered later
    option = page.locator("details[data-letter]")
    option.nth(1).wait_for()
    assert [each.get_attribute("data-letter") for each in option.all()] == ["A", "B"]
    border = "each => getComputedStyle(each).borderTopColor"
    closed = option.nth(0).evaluate(border)
    option.nth(0).locator("summary").click()
    assert option.nth(0).evaluate(border) != closed
    assert option.nth(1).evaluate(border) == closed  # the other is still there, and tells nothing
    assert option.nth(1).locator("p").is_hidden()
    page.close()
