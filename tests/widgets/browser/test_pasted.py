"""Programs pasted into the bench in a browser, one after the other: what it says of each."""

import pytest

from tests.site.pasted import ENDLESS, pasted
from tests.widgets.browser.test_workbench import write
from tests.widgets.browser.tools import FOR_PYTHON, expect


@pytest.mark.exhaustive
def test_what_the_bench_says_of_each_program(browser, site):
    page = browser.new_page(viewport={"width": 1400, "height": 1000})
    page.set_default_timeout(FOR_PYTHON)
    page.goto(f"{site.address}/bench.html")
    wrong = {}
    for each in pasted():
        page.wait_for_selector("body[data-ready]")
        write(page, each.code)
        page.click("#run")
        if each.name == ENDLESS:
            expect(page.locator("#status")).to_contain_text(each.says)
            page.click("#stop")
            continue
        expect(page.locator("#stop")).to_be_hidden()
        if different := each.fits(page.inner_text("#status")):
            wrong[each.name] = different
        if each.finds:
            page.click("#check")
            expect(page.locator("#report")).to_contain_text(each.finds, timeout=FOR_PYTHON)
    page.close()
    assert wrong == {}
