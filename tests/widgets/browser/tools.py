"""What the tests of several widgets do with a page: look at a widget, press keys, wait for Python."""

from contextlib import contextmanager

from minimax_lab.widgets.bundle import page as page_of

FOR_PYTHON = 180_000  # milliseconds on the site's pages: Python is loaded first, and the machine may be busy


def expect(locator):
    """Playwright's, imported late: where there is none, the fixture says so."""
    from playwright.sync_api import expect as playwright_expect

    return playwright_expect(locator)


def watched(page):
    """The page, which notes all that it asks for and complains of."""
    page.asked, page.complaints = [], []
    page.on("request", lambda request: page.asked.append(request.url))
    page.on("console", lambda message: page.complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    return page


def run_again(lab, name, kind=None):
    """Turn to a notebook that is open, run it again, and find its widget, which is a new one."""
    lab.open(name)
    lab.run_again()
    widget = lab.shown(kind or name)
    expect(widget).to_have_count(1)
    return widget


def says(widget, testid):
    """The part of a widget that has this name."""
    return widget.get_by_test_id(testid)


def press(lab, *keys):
    for key in keys:
        lab.page.keyboard.press(key)


def eventually(lab, expression, value):
    """Python comes to see what was done in the browser."""
    for _ in range(100):
        if lab.python(expression) == value:
            return
        lab.page.wait_for_timeout(50)
    assert lab.python(expression) == value


def background(widget):
    return widget.evaluate("root => getComputedStyle(root).backgroundColor")


def nameless(widget):
    """The controls of a widget that a screen reader would have no name for."""
    return widget.evaluate(
        """root => [...root.querySelectorAll('button, input, select, [tabindex], [role=treeitem]')].filter((each) =>
        !(each.getAttribute('aria-label') || each.textContent.trim() || each.closest('label')?.textContent.trim()))
        .map((each) => each.outerHTML)"""
    )


def broken_names(part):
    """The names that begin on one display line and end on another."""
    return part.evaluate(
        """root => {
          const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
          const broken = [], range = document.createRange();
          for (let text = walker.nextNode(); text; text = walker.nextNode()) {
            if (!text.parentElement.getClientRects().length) continue;
            for (const name of text.data.matchAll(/\\w+/g)) {
              range.setStart(text, name.index);
              range.setEnd(text, name.index + name[0].length);
              if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1) broken.push(name[0]);
            }
          }
          return broken;
        }"""
    )


@contextmanager
def opened(browser, widget, folder, width=1400, before="", **options):
    """A widget on a page of its own, without Jupyter; nothing may be complained of on the console.

    `before` is JavaScript that is run before the widget is there.
    """
    file = folder / "page.html"
    if hasattr(widget, "save_html"):
        widget.save_html(file)
    else:
        state = {name: value for name, value in widget.get_state().items() if name not in ("layout", "_esm", "_css")}
        file.write_text(page_of("", widget._esm, widget._css, state), encoding="utf-8")
    page, trouble = browser.new_page(viewport={"width": width, "height": 900}, **options), []
    page.on("console", lambda message: trouble.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.set_default_timeout(15_000)
    page.add_init_script(before)
    page.goto(file.as_uri())
    shown = page.locator("[data-ready='1']")
    shown.wait_for()
    yield shown
    page.close()
    assert trouble == []
