"""Predict before you step: the step-through asks, by keyboard or mouse, and keeps a score."""

import pytest

from minimax_lab.games import figure
from minimax_lab.search import alphabeta, minimax
from minimax_lab.widgets import step_through
from tests.trace.searches.complete import colour_negamax
from tests.widgets.browser.test_one_screen import IS_CUT_OFF
from tests.widgets.browser.tools import opened, says

FROM_THE_PACKAGE = """\
from minimax_lab.games import figure
from minimax_lab.search import alphabeta
from minimax_lab.widgets import step_through"""


@pytest.fixture
def asking(browser, tmp_path):
    with opened(browser, step_through(alphabeta, figure("textbook"), predict=True), tmp_path) as widget:
        yield widget


def forward_to_a_question(widget):
    """Press the right arrow until a question comes, and return it."""
    says(widget, "forward").focus()
    for _ in range(20):
        widget.page.keyboard.press("ArrowRight")
        if says(widget, "answer-skip").count():
            return says(widget, "question").inner_text()
    raise AssertionError("no question came")


def test_all_of_it_can_be_done_by_keyboard(asking):
    keys, said = asking.page.keyboard, says(asking, "question")
    assert forward_to_a_question(asking) == "Which value does ▼ MIN, after a1, return?"
    keys.type("3")
    keys.press("Enter")
    assert said.inner_text() == "✓ Right. It returns 3. ▼ MIN takes the smallest: min(3, 12, 8)."
    assert says(asking, "story").inner_text() == "▼ MIN, after a1, is worth 3."
    assert forward_to_a_question(asking).startswith("Back at ▼ MIN, after a2: will the search cut off")
    keys.press("y")
    assert said.inner_text() == (
        "✓ Right. It cuts. 2 ≤ α = 3, and ▼ MIN already has 2. Which moves of ▼ MIN, after a2, are never searched?"
    )
    for key in ("Tab", "Space", "Tab", "Space", "Enter"):
        keys.press(key)
    assert said.inner_text() == "✓ Right. Never searched: c2, c3."
    assert says(asking, "story").inner_text().startswith("Cut:")
    assert forward_to_a_question(asking) == "Which value does ▼ MIN, after a2, return?"
    keys.type("7")
    keys.press("Enter")
    assert said.inner_text() == "✗ No. It returns 2. ▼ MIN looked at one move only: 2."
    assert said.get_attribute("role") == "status"
    assert says(asking, "score").inner_text() == "3 of 4 right"
    says(asking, "forward").focus()
    keys.press("End")
    # what was said is of an earlier step
    assert said.inner_text() == "This is the last step. Go back, and you are asked on the way here."
    keys.press("Home")
    assert said.inner_text() == "Step forward: you are asked before a value above the leaves, and before a cut-off."


@pytest.mark.exhaustive
def test_nothing_on_the_page_gives_the_answer_away(asking):
    forward_to_a_question(asking)
    assert asking.locator("[aria-label^='MIN, after a1']").get_attribute("aria-label") == (
        "MIN, after a1, being searched"
    )
    assert asking.locator(".variable:visible, .note:visible").count() == 0
    assert not says(asking, "window").is_visible()
    says(asking, "answer-skip").click()
    assert says(asking, "window").is_visible()
    assert says(asking, "score").inner_text() == "0 of 0 right"  # to be shown it is no answer
    assert says(asking, "question").inner_text().startswith("It returns")


@pytest.mark.exhaustive
def test_an_empty_answer_or_none_that_it_can_be_is_not_counted_and_the_step_waits(asking):
    question = forward_to_a_question(asking)
    where = says(asking, "where").inner_text()
    asking.page.keyboard.press("Enter")
    asking.page.keyboard.type("abc")
    asking.page.keyboard.press("Enter")
    assert says(asking, "question").inner_text() == f"“abc” is not a number. {question}"
    asking.page.keyboard.press("ControlOrMeta+A")
    asking.page.keyboard.press("Delete")
    asking.page.keyboard.press("Enter")
    assert says(asking, "question").inner_text() == question
    says(asking, "forward").click()
    assert says(asking, "where").inner_text() == where
    assert says(asking, "score").inner_text() == "0 of 0 right"
    assert asking.evaluate("() => document.activeElement.dataset.testid") == "answer-value"


@pytest.mark.exhaustive
def test_playing_stops_at_a_question_and_the_mode_can_be_left(asking):
    says(asking, "speed").select_option("60")
    says(asking, "play").click()
    says(asking, "answer-value").wait_for()
    assert says(asking, "play").get_attribute("aria-label") == "Play (Space)"
    says(asking, "predict-mode").click()
    assert not says(asking, "predict").is_visible()
    assert says(asking, "predict-mode").get_attribute("aria-pressed") == "false"
    assert asking.locator("[aria-label^='MIN, after a1: at most 3']").count() == 1
    says(asking, "play").click()
    asking.page.wait_for_function("() => document.querySelector('[data-testid=story]').textContent.startsWith('Done')")


@pytest.mark.exhaustive
@pytest.mark.parametrize("width", [1400, 800])
def test_a_question_does_not_move_the_controls(browser, tmp_path, width):
    with opened(browser, step_through(alphabeta, figure("textbook"), predict=True), tmp_path, width) as widget:

        def top():
            return says(widget, "forward").bounding_box()["y"] - widget.bounding_box()["y"]

        first = top()
        for _ in range(3):
            forward_to_a_question(widget)
            assert top() == pytest.approx(first)
            says(widget, "answer-skip").click()


@pytest.mark.exhaustive
def test_where_the_code_returns_the_movers_value_one_is_asked_what_it_is_worth_to_max(browser, tmp_path):
    with opened(browser, step_through(colour_negamax, figure("textbook"), 1, predict=True), tmp_path) as widget:
        forward_to_a_question(widget)
        assert says(widget, "question").inner_text() == "What is ▼ MIN, after a1, worth to MAX?"
        says(widget, "answer-value").fill("3")
        says(widget, "answer-check").click()
        assert says(widget, "question").inner_text().startswith("✓ Right. It is worth 3 to MAX.")


# The parts of a step-through that are not in sight, or lie under something else, at one of five of their points.
COVERED = """(root, parts) => {
  const notebook = root.closest('.jp-WindowedPanel-outer');
  const pane = notebook?.getBoundingClientRect() ?? new DOMRect(0, 0, innerWidth, innerHeight);
  return parts.flatMap((part) => [...root.querySelectorAll(part)]).filter((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    const points = [[left + 4, top + 4], [right - 4, top + 4], [left + 4, bottom - 4], [right - 4, bottom - 4],
      [(left + right) / 2, (top + bottom) / 2]];
    return !points.every(([x, y]) => y >= pane.top && y <= pane.bottom && x <= pane.right
      && each.contains(document.elementFromPoint(x, y))) }).map((each) => each.textContent || each.outerHTML) }"""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (320, 700)])
def test_on_a_phone_a_question_its_input_and_its_buttons_are_seen_whole_and_can_be_used(lab, width, height):
    cell = "step_through(alphabeta, figure('textbook'), predict=True)"
    lab.run_in("asked on a phone", f"{FROM_THE_PACKAGE}\n{cell}")
    widget = lab.shown("step-through")
    seen = [".question", ".answers :is(input, button)", ".score"]
    with lab.width(width, height):
        for _ in range(3):  # a value, a cut, a value
            forward_to_a_question(widget)
            assert widget.evaluate(COVERED, seen) == []
            if says(widget, "answer-yes").count():
                says(widget, "answer-yes").click()  # and now one is asked which moves
                assert widget.evaluate(COVERED, seen) == []
            says(widget, "answer-skip").click()
            assert widget.evaluate(COVERED, [".question"]) == []  # and so is the answer
            assert says(widget, "code").is_visible()  # which gave way to the question
        for part in ("grain", "speed"):
            assert says(widget, part).evaluate(IS_CUT_OFF) is False, part
        says(widget, "predict-mode").click()
        says(widget, "grain").select_option("cut")
        says(widget, "first").click()
        says(widget, "forward").click()
        assert widget.get_by_text("Change the leaf").is_visible()
        assert says(widget, "story").evaluate("each => each.scrollHeight <= each.clientHeight")


@pytest.mark.exhaustive
@pytest.mark.parametrize("size", [(960, 540), (853, 480), (700, 480), (640, 360)])
@pytest.mark.parametrize("search", [minimax, alphabeta])
def test_a_presenter_can_answer_every_question_in_a_small_window(browser, tmp_path, search, size):
    with opened(browser, step_through(search, figure("textbook"), predict=True), tmp_path) as widget:
        widget.page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
        says(widget, "present").click()
        widget.page.wait_for_function("() => document.fullscreenElement")
        for _ in range(4):
            asked = forward_to_a_question(widget)
            while says(widget, "answer-skip").count():
                assert widget.evaluate(COVERED, [".question", ".answers > *"]) == [], asked
                # after "Yes" one may be asked which moves
                says(widget, "answer-yes" if says(widget, "answer-yes").count() else "answer-skip").click()
