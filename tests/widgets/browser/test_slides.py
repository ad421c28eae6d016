"""The slides of lesson 4, and those of all lessons, in a real browser, opened from a file, without a network."""

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from minimax_lab.app.questions import questions_of
from minimax_lab.app.slides import page as page_of
from minimax_lab.app.slides import slides, write_slides
from tests import needs
from tests.site.test_slides import QUESTION
from tests.widgets.browser.tools import expect, watched
from tools.release import ROOT

LESSON = ROOT / "notebooks" / "04_alpha_beta.ipynb"

HERE = "section.present"


SHORT = [
    new_markdown_cell("# A short lesson\n\nOne.\n\n## Two\n\n" + QUESTION),
    new_markdown_cell("## Three"),
    new_code_cell(
        "from minimax_lab.games import figure\nfrom minimax_lab.search import alphabeta\n"
        "from minimax_lab.widgets import step_through\n\nstep_through(alphabeta, figure('textbook'))"
    ),
    new_markdown_cell("## Four\n\nThe end."),
]


@pytest.fixture(scope="module")
def deck(browser, tmp_path_factory, request):
    """The page with the slides of lesson 4, or of a short one."""
    folder = tmp_path_factory.mktemp("slides")
    lesson = LESSON
    if getattr(request, "param", None) == "short":
        lesson = folder / "short.ipynb"
        nbformat.write(new_notebook(cells=SHORT), lesson)
    file = write_slides(lesson, folder / "out")
    page = watched(browser.new_page(viewport={"width": 1280, "height": 720}, reduced_motion="reduce"))
    page.goto(file.as_uri())
    page.wait_for_selector(HERE)
    yield page
    page.close()


def slide(deck):
    return deck.evaluate("deck.at")


@pytest.mark.parametrize("deck", ["short", None], ids=["short", "lesson 4"], indirect=True)
def test_a_search_is_stepped_through_by_keyboard_and_the_slide_stays(deck):
    deck.evaluate("deck.show(0)")
    while not deck.locator(f"{HERE} [data-widget=stepper]").count():
        before, waiting = slide(deck), deck.evaluate("deck.fragments(':not(.shown)').length")
        deck.keyboard.press("ArrowRight")
        assert slide(deck) == before + (not waiting), "the arrow leads to the next slide, if no answer waits for it"
    at = slide(deck)
    expect(deck.locator(f"{HERE} [data-testid=step-through][data-ready='1']")).to_have_count(1)
    story, where = (deck.locator(f"{HERE} [data-testid={name}]") for name in ("story", "where"))
    expect(where).to_contain_text("step 1 of")
    first = story.inner_text()
    deck.keyboard.press("Tab")
    for number in range(2, 5):
        deck.keyboard.press("ArrowRight")
        expect(where).to_contain_text(f"step {number} of")
    assert story.inner_text() != first
    deck.keyboard.press("Home")
    expect(story).to_have_text(first)
    assert slide(deck) == at
    deck.keyboard.press("PageDown")
    assert slide(deck) == at + 1


@pytest.mark.exhaustive
def test_a_quiz_is_answered_on_its_slide(deck):
    deck.evaluate("deck.show(0)")
    while not deck.locator(f"{HERE} [data-widget=quiz]").count():
        deck.keyboard.press("ArrowRight")
    quiz = deck.locator(f"{HERE} [data-testid=quiz][data-ready='1']")
    quiz.get_by_role("treeitem", name="leaf 4").click()
    quiz.get_by_role("treeitem", name="leaf 6").click()
    quiz.get_by_test_id("check").click()
    expect(quiz.get_by_test_id("summary")).to_contain_text("All right! 1 point. The root is worth 3.")


@pytest.mark.exhaustive
def test_escape_shows_all_slides_and_a_click_chooses_one(deck):
    deck.evaluate("deck.show(1)")
    deck.evaluate("document.activeElement.blur()")  # a quiz that has the focus has the keys
    deck.keyboard.press("Escape")
    assert deck.locator(".slides > section:visible").count() == deck.evaluate("slides.length")
    deck.locator(".slides > section").nth(3).click()
    assert slide(deck) == 3
    assert deck.locator(".slides > section:visible").count() == 1
    assert deck.url.endswith("#4")


@pytest.mark.exhaustive
def test_a_fragment_comes_before_the_next_slide_and_goes_before_the_last_one(deck):
    deck.evaluate("deck.show(1)")
    deck.evaluate("slides[1].querySelector('.content').lastElementChild.classList.add('fragment')")
    fragment = deck.locator("section.present .fragment")
    expect(fragment).to_be_hidden()
    deck.keyboard.press("PageDown")
    expect(fragment).to_be_visible()
    assert slide(deck) == 1
    deck.keyboard.press("PageUp")
    expect(fragment).to_be_hidden()
    deck.keyboard.press("PageUp")
    assert slide(deck) == 0
    deck.evaluate("deck.show(1)")
    fragment.evaluate("each => each.classList.remove('fragment')")


@pytest.mark.exhaustive
def test_on_paper_every_slide_has_its_page_with_the_still_pictures(deck):
    deck.emulate_media(media="print")
    assert deck.locator(".slides > section:visible").count() == deck.evaluate("slides.length")
    assert deck.locator(".still:visible img").count() >= 3
    assert deck.locator(".live:visible").count() == 0
    deck.emulate_media(media="screen")


@pytest.mark.exhaustive
def test_every_slide_can_be_shown_and_nothing_is_asked_for_or_complained_of(deck):
    total = deck.evaluate("slides.length")
    assert total == deck.locator(".slides > section").count() > 20
    for width, height in (1920, 1080), (1280, 720):
        deck.set_viewport_size({"width": width, "height": height})
        for number in range(total):
            deck.evaluate("number => deck.show(number)", number)
            assert deck.evaluate("document.documentElement.scrollWidth <= innerWidth"), number
            deck.wait_for_function("document.documentElement.scrollHeight <= innerHeight", timeout=10_000)
    assert deck.locator(".alive:not(.living)").count() == 0
    assert [url for url in deck.asked if not url.startswith(("file:", "data:", "blob:"))] == []
    assert deck.complaints == []


# How high the letters are of all text that is not drawn, on a slide or in its widget, in shares of the screen's height
LETTERS = """(isInWidget) => {
  const here = document.querySelector("section.present");
  const inside = isInWidget ? here.querySelector(".live").shadowRoot : here;
  const walk = document.createTreeWalker(inside, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walk.nextNode()) {
    const element = walk.currentNode.parentElement;
    const isShown = walk.currentNode.data.trim() && element.checkVisibility({ visibilityProperty: true });
    if (!isShown || element.closest("svg, style, select, math")) continue;
    let size = parseFloat(getComputedStyle(element).fontSize);
    for (let at = element; at; at = at.parentElement ?? at.getRootNode().host) size *= getComputedStyle(at).zoom;
    found.push([size / innerHeight, walk.currentNode.data]);
  }
  return found;
}"""


# The same of the text in pictures: of trees in widgets, and of pictures that stand for themselves or beside words
DRAWN = """(pictures) => {
  const here = document.querySelector("section.present"), found = [];
  for (const text of here.querySelector(".live")?.shadowRoot.querySelectorAll("svg text") ?? []) {
    const { height } = text.getBBox();
    if (!height || !text.textContent.trim() || !text.checkVisibility({ visibilityProperty: true })) continue;
    const scale = text.getBoundingClientRect().height / height;
    found.push([(parseFloat(getComputedStyle(text).fontSize) * scale) / innerHeight, text.textContent]);
  }
  for (const picture of here.querySelectorAll(pictures ?? "div.output img")) {
    if (!picture.src.startsWith("data:image/svg") || !picture.checkVisibility()) continue;
    const { width, height } = picture.getBoundingClientRect();
    const scale = Math.min(width / picture.naturalWidth, height / picture.naturalHeight);
    if (scale * picture.naturalWidth > 0.9 * innerWidth) continue; // 27 leaves side by side cannot be larger
    const host = document.body.appendChild(document.createElement("div"));
    const bytes = Uint8Array.from(atob(picture.src.split(",")[1]), (each) => each.charCodeAt(0));
    host.attachShadow({ mode: "open" }).innerHTML = new TextDecoder().decode(bytes);
    const inside = host.shadowRoot.querySelector("svg");
    inside.setAttribute("width", picture.naturalWidth);
    inside.setAttribute("height", picture.naturalHeight);
    for (const text of inside.querySelectorAll("text")) {
      const size = parseFloat(getComputedStyle(text).fontSize) * text.getCTM().a * scale;
      if (text.textContent.trim()) found.push([size / innerHeight, text.textContent]);
    }
    host.remove();
  }
  return found;
}"""


@pytest.mark.exhaustive
def test_the_letters_in_trees_can_be_read_from_the_last_row(deck):
    deck.reload()  # a quiz that was answered has its answers below the tree
    deck.wait_for_selector(HERE)
    measured = 0
    for number in range(deck.evaluate("slides.length")):
        deck.evaluate("number => deck.show(number)", number)
        if deck.locator(f"{HERE} .alive").count():
            expect(deck.locator(f"{HERE} .live [data-ready='1']")).to_have_count(1)
        deck.wait_for_function(f"({DRAWN})().every(([size]) => size >= 0.022)")  # once it has its room
        measured += bool(deck.evaluate(DRAWN))
    assert measured >= 9


@pytest.mark.exhaustive
@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1920, 1080)])
def test_the_letters_of_a_step_through_can_be_read_from_the_last_row(deck, width, height):
    deck.set_viewport_size({"width": width, "height": height})
    deck.evaluate("deck.show(slides.findIndex((slide) => slide.querySelector('[data-widget=stepper]')))")
    expect(deck.locator(f"{HERE} [data-testid=step-through][data-ready='1']")).to_have_count(1)
    assert any("alphabeta" in text for _, text in deck.evaluate(LETTERS, True))
    deck.wait_for_function(f"({LETTERS})(true).every(([size]) => size >= 0.022)")  # once it has its room
    deck.set_viewport_size({"width": 1280, "height": 720})


@pytest.mark.exhaustive
def test_no_slide_of_any_lesson_is_too_full_or_too_small_to_read(browser, tmp_path):
    """As they are stored: a widget's still picture stands for it."""
    page = browser.new_page(reduced_motion="reduce")
    for lesson in sorted((ROOT / "notebooks").glob("[0-9]*.ipynb")):
        file = tmp_path / f"{lesson.stem}.html"
        file.write_text(page_of("", slides(nbformat.read(lesson, as_version=4))), encoding="utf-8")
        for width, height in (1280, 720), (1920, 1080):
            page.set_viewport_size({"width": width, "height": height})
            page.goto(file.as_uri())
            for number in range(page.evaluate("slides.length")):
                page.evaluate("number => deck.show(number)", number)
                which = (lesson.stem, number + 1, height)
                assert page.evaluate("slides[deck.at].scrollHeight <= innerHeight"), which
                assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), which
                small = [(size, text) for size, text in page.evaluate(LETTERS, False) if size < 0.022]
                assert small == [], which
                trees = page.evaluate(DRAWN, "figure img, pre + img")  # of reports and puzzles
                assert [text for size, text in trees if size < 0.015] == [], which  # four levels have no more room
    page.close()


@pytest.mark.exhaustive
def test_a_diagram_is_drawn_with_letters_that_can_be_read_and_none_is_cut_off(browser, tmp_path):
    needs.node("@mermaid-js/tiny")
    text = "## A\n\nLook.\n\n```mermaid\ngraph LR\n  a[" + "] --> b[".join(["the first layer, kept", "▲ 0"]) + "]\n```"
    file = tmp_path / "diagram.html"
    file.write_text(page_of("", slides(new_notebook(cells=[new_markdown_cell(text)]))), encoding="utf-8")
    page = browser.new_page(viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
    page.goto(file.as_uri())
    labels = page.locator(".mermaid foreignObject:has(p)")
    expect(labels).to_have_count(2)
    page.wait_for_function("getComputedStyle(slides[0]).getPropertyValue('--fit') >= 1")  # once it is drawn
    for label in labels.all():
        room, needed = label.evaluate(
            "each => [each, each.querySelector('p')].map((box) => box.getBoundingClientRect().width)"
        )
        assert needed <= room + 1
        assert label.evaluate("each => 22 * each.getCTM().a / innerHeight") >= 0.022
    page.close()


@pytest.mark.exhaustive
def test_a_question_shows_its_options_and_on_the_next_key_the_answer(deck):
    deck.evaluate("deck.show(slides.findIndex((slide) => slide.querySelector('.options')))")
    deck.evaluate("document.querySelectorAll('.shown').forEach((each) => each.classList.remove('shown'))")
    at = slide(deck)
    first = next(question for question in questions_of(LESSON) if question.options)
    expect(deck.locator(f"{HERE} .options > li")).to_have_count(len(first.options))
    expect(deck.locator(f"{HERE} .answer")).to_be_hidden()
    deck.keyboard.press("ArrowRight")
    expect(deck.locator(f"{HERE} .answer")).to_be_visible()
    assert slide(deck) == at


@pytest.mark.exhaustive
def test_s_opens_the_notes_in_a_window_of_their_own_which_follows(deck):
    deck.evaluate("deck.show(0)")
    with deck.expect_popup() as opened:
        deck.keyboard.press("s")
    notes = opened.value
    expect(notes.locator("main")).to_contain_text("About 1 minute, without questions from the room.")
    deck.evaluate("deck.show(slides.findIndex((slide) => slide.querySelector('.options')))")
    expect(notes.locator("main")).to_contain_text("wrong:")
    notes.close()


@pytest.mark.exhaustive
def test_c_shows_the_code_that_is_not_the_subject(deck):
    deck.evaluate("deck.show(slides.findIndex((slide) => slide.querySelector('.plumbing')))")
    code = deck.locator(f"{HERE} .plumbing").first
    expect(code).to_be_hidden()
    deck.keyboard.press("c")
    expect(code).to_be_visible()
    deck.keyboard.press("c")
    expect(code).to_be_hidden()
