"""Break it on the site: one a day, without a kernel, by keyboard alone and with a finger."""

import pytest

from tests.widgets.browser.tools import expect, says

DAY = "2026-11-16"


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


def test_every_day_has_its_program_which_is_there_before_python(visit):
    codes = set()
    for day in DAY, "2026-11-17", DAY:
        page = visit("break.html", day)
        expect(page.locator(".editor .head b")).to_have_text(f"The program of {day[-2:]} November")
        expect(says(page, "summary")).to_contain_text("Python is being loaded")
        codes.add(says(page, "code").inner_text())
    assert len(codes) == 2


@pytest.mark.exhaustive
def test_a_search_is_exposed_by_keyboard_alone_both_runs_are_seen_and_a_reload_loses_nothing(visit):
    page = visit("break.html#minimax-1", DAY)
    page.wait_for_selector("body[data-ready]")
    expect(says(page, "summary")).to_have_text("Not exposed: it returns 0, and that is right.")
    expect(page.locator("#solved")).to_be_hidden()
    page.locator(".tree-board .node").first.focus()
    press(page, "ArrowDown", "2", "Enter", "ArrowRight", "1", "Enter")
    expect(says(page, "summary")).to_contain_text("Exposed with 2 leaves; no tree of up to 4 plies does it with fewer")
    expect(page.locator("#mistake")).to_have_attribute("href", "search.html?for=no-running-best")
    says(page, "step").focus()
    press(page, "Enter")
    expect(page.locator("[data-testid=step-through] .column")).to_have_count(2)
    page.reload()
    page.wait_for_selector("body[data-ready]")
    expect(says(page, "summary")).to_contain_text("Exposed with 2 leaves")
    says(page, "next").focus()
    press(page, "Enter")
    expect(says(page, "summary")).to_contain_text("Not exposed")
    expect(page.locator("[data-testid=step-through]")).to_have_count(0)
    expect(page.locator(".editor .head b")).to_have_text("Another program")


@pytest.mark.exhaustive
def test_in_a_narrow_window_the_tree_fills_its_pane(visit):
    page = visit("break.html#minimax-1", DAY, viewport={"width": 390, "height": 844})
    tree, pane = (page.locator(name).bounding_box() for name in (".tree-board", ".tree-pane"))
    assert tree["height"] > 0.85 * pane["height"]


@pytest.mark.exhaustive
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_it_is_done_with_a_finger(visit, scheme):
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "color_scheme": scheme}
    page = visit("break.html#minimax-1", DAY, **phone)
    task, tree, act, code = (
        page.locator(part).bounding_box()["y"] for part in (".head", ".tree-pane", ".bar.top", ".listing")
    )
    assert task < tree < act < code < 844  # all of it begins on the first screen
    page.wait_for_selector("body[data-ready]")
    for leaf, value in enumerate("21"):
        page.locator(".tree-board .node.leaf").nth(leaf).tap()
        page.keyboard.type(value)
        page.keyboard.press("Enter")
    expect(says(page, "summary")).to_contain_text("Exposed with 2 leaves")
    says(page, "step").tap()
    expect(page.locator("[data-testid=step-through] .column")).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth") == 390


@pytest.mark.exhaustive
def test_the_front_page_and_the_bench_lead_to_it(visit):
    for address in "index.html", "bench.html":
        page = visit(address, DAY)
        page.locator("main a[href='break.html']").click()
        expect(says(page, "task")).to_contain_text("This search is wrong")
