"""The first minute on the front page: something moves or asks at once, the tree is in sight, and it answers."""

import re

import pytest

from tests.widgets.browser.tools import expect

SIZES = {1400: 900, 1000: 800, 390: 844}
FIRST = "Choose a box. Your opponent then gives you the worst prize in it. Which box is best?"
LEAVES = "#steps .node.leaf"


def front(visit, width=1400, **options):
    return visit("index.html", viewport={"width": width, "height": SIZES[width]}, **options)


def to_the_question(page):
    page.get_by_role("button", name="To the question").click()
    expect(page.locator("#sentence")).to_contain_text("Which of these will never be looked at? Tap it.")


def leaf(page, value):
    return page.locator(LEAVES).filter(has_text=re.compile(f"^{value}$"))


@pytest.mark.parametrize("width", SIZES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_tree_is_on_the_first_screen_with_its_sentence_and_searches_by_itself(visit, width, scheme):
    page = front(visit, width, color_scheme=scheme)
    page.clock.install(time=0)
    page.clock.pause_at(1000)  # however slow the machine is, nothing moves before it is looked at
    page.reload()
    page.wait_for_selector("body[data-shown]")
    expect(page.locator("#sentence")).to_have_text(FIRST)
    for part in (LEAVES, "#sentence", "#choices button"):
        for box in [each.bounding_box() for each in page.locator(part).all()]:
            assert 0 <= box["x"] <= box["x"] + box["width"] <= width
            assert box["y"] + box["height"] <= SIZES[width]
    assert page.evaluate("document.documentElement.scrollWidth") == width
    page.clock.resume()
    expect(page.locator("#sentence")).not_to_have_text(FIRST)
    expect(page.locator("#steps .node.done").first).to_be_attached()


@pytest.mark.exhaustive
def test_something_asks_with_the_first_paint_before_any_script(browser, site):
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(f"{site.address}/index.html")
    expect(page.locator("#sentence")).to_have_text(FIRST)
    expect(page.locator(".late").first).to_be_visible(timeout=15_000)  # it says that the script is missing
    page.context.close()


def test_a_wrong_tap_is_answered_on_the_tree_and_a_right_one_cuts(visit):
    page = front(visit, 390, has_touch=True)
    to_the_question(page)
    leaf(page, "14").tap()
    expect(page.locator("#sentence")).to_contain_text("Nothing in that box is known yet")
    expect(page.locator("[data-ask=wrong]")).to_have_count(1)
    leaf(page, "6").tap()
    expect(page.locator("#sentence")).to_contain_text("Yes. ✂ Here your opponent can already give you 2")
    expect(page.locator("#steps .node.pruned")).to_have_count(2)
    expect(page.get_by_role("link", name="Now change the code")).to_be_visible()


@pytest.mark.exhaustive
def test_the_question_is_answered_by_keyboard_and_leads_to_the_same_tree_on_the_bench(visit):
    page = front(visit)
    to_the_question(page)
    leaf(page, "4").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#sentence")).to_contain_text("Yes.")
    expect(page.get_by_role("link", name="Now change the code")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_selector(".bench-page[data-shown]")
    expect(page.locator("#steps [data-step='82'] .node.pruned")).to_have_count(2)


@pytest.mark.exhaustive
def test_with_reduced_motion_it_waits_for_a_tap_each_time(visit):
    page = front(visit, reduced_motion="reduce")
    page.wait_for_timeout(2500)
    expect(page.locator("#sentence")).to_have_text(FIRST)
    page.get_by_role("button", name="Watch the search").click()
    for _ in range(6):
        page.get_by_role("button", name="Next").click()
    expect(page.locator("#sentence")).to_contain_text("Which of these will never be looked at?")


@pytest.mark.exhaustive
def test_the_search_can_be_watched_to_its_end(visit):
    page = front(visit, reduced_motion="reduce")
    page.get_by_role("button", name="Watch the search").click()
    for _ in range(6):
        page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="I don't know").click()
    page.get_by_role("button", name="Watch the rest").click()
    while page.get_by_role("button", name="Next").count():
        page.get_by_role("button", name="Next").click()
    expect(page.locator("#sentence")).to_contain_text("Done: take the first box. The search looked at 7 of 9 prizes")
