"""Break it in a real browser: by keyboard alone in JupyterLab, and with a finger on a phone."""

from minimax_lab.widgets import BreakIt
from tests.widgets.browser.tools import eventually, expect, opened, press, says


def test_a_search_is_exposed_by_keyboard_alone_and_both_runs_are_seen(lab):
    lab.run("break it", "from minimax_lab.widgets import BreakIt\nit = BreakIt('minimax', 'no-running-best')\nit")
    widget = lab.shown("editor")
    expect(widget).to_have_count(1)
    expect(says(widget, "code")).to_contain_text("best = value")
    assert "no-running-best" not in widget.inner_text()
    expect(says(widget, "summary")).to_have_text("Not exposed: it returns 0, and that is right.")
    expect(says(widget, "step")).to_be_disabled()
    widget.locator(".tree-board .node").first.focus()
    press(lab, "ArrowDown", "+", "3", ",", "1", "Enter")  # the first leaf becomes a node with two
    eventually(lab, "it.text", "'tree([[3, 1], 0])'")
    told = "Exposed with 3 leaves; 2 are possible: it returns 0, and 1 is right."
    expect(says(widget, "summary")).to_contain_text(told)
    press(lab, *["Control+z"] * 8)
    eventually(lab, "it.text", "'tree([0, 0])'")
    widget.locator(".tree-board .node").first.focus()
    press(lab, "ArrowDown", "2", "Enter", "ArrowRight", "1", "Enter")
    expect(says(widget, "summary")).to_contain_text(
        "Exposed with 2 leaves; no tree of up to 4 plies does it with fewer"
    )
    expect(says(widget, "summary")).to_contain_text("it returns 1, and 2 is right")
    expect(says(widget, "step")).to_be_enabled()
    says(widget, "step").focus()
    expect(says(widget, "step")).to_be_focused()
    press(lab, "Enter")
    both = lab.shown("step-through")
    expect(both).to_have_count(1)
    expect(both.locator(".column")).to_have_count(2)
    says(widget, "next").focus()
    press(lab, "Enter")
    expect(widget.locator(".head b")).to_have_text("Break it, program 2 of 7")
    expect(says(widget, "summary")).to_contain_text("Not exposed")
    expect(both).to_have_count(0)


def test_a_letter_on_a_node_reaches_no_shortcut_of_jupyterlab(lab):
    lab.run("break it keys", "from minimax_lab.widgets import BreakIt\nit = BreakIt('minimax', 'no-running-best')\nit")
    widget = lab.shown("editor")
    expect(widget).to_have_count(1)
    cells = "jupyterapp.shell.currentWidget.content.model.cells.length"
    before = lab.page.evaluate(cells)
    widget.locator(".tree-board .node").first.focus()
    press(lab, "a", "b", "x")  # in JupyterLab: a cell above, a cell below, cut this cell
    press(lab, "ArrowDown", "2", "Enter")
    eventually(lab, "it.text", "'tree([2, 0])'")
    assert lab.page.evaluate(cells) == before


def test_on_a_phone_tree_and_code_stand_below_each_other_and_can_be_touched(browser, tmp_path):
    widget = BreakIt("alphabeta", "wrong-bound", tree=[[1, [2, 1]], 4])
    with opened(browser, widget, tmp_path, width=390, has_touch=True, is_mobile=True) as shown:
        page = shown.page
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        tree, code = shown.locator(".stage").bounding_box(), says(shown, "code").bounding_box()
        assert tree["y"] + tree["height"] <= code["y"] + 1
        assert tree["width"] > 350
        assert code["width"] > 350
        small = (
            "all => all.filter((each) => each.offsetHeight > 0 && each.offsetHeight < 32).map((each) => each.outerHTML)"
        )
        assert shown.locator("button").evaluate_all(small) == []
        shown.locator(".tree-board .node.leaf").first.tap()
        expect(says(shown, "value")).to_be_focused()
        page.keyboard.type("7")
        page.keyboard.press("Enter")
        expect(shown.locator(".tree-board .node.leaf").first).to_contain_text("7")
