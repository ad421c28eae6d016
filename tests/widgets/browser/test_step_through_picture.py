"""What the step-through's picture of a tree shows, on a page by itself."""

import pytest

from minimax_lab.games import TicTacToe, random_tree, tree
from minimax_lab.search import alphabeta, minimax
from minimax_lab.widgets import step_through
from tests.widgets.browser.tools import opened, says

# The boxes on the screen of the names that are shown, and of all that they must not meet.
OVERLAPS = """root => {
  const boxes = (selector) => [...root.querySelectorAll(selector)]
    .filter((each) => each.textContent || each.matches("path")).map((each) => each.getBoundingClientRect());
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const names = boxes(".move text"), others = boxes(".shape, .window");
  return [...names.entries()].flatMap(([i, a]) =>
    [...names.slice(i + 1), ...others].filter((b) => meet(a, b)).map((b) => JSON.stringify([a, b])));
}"""


# How many nodes and folds there are, and how many of them are in sight.
IN_SIGHT = """root => { const pane = root.querySelector(".stage").getBoundingClientRect();
  const boxes = [...root.querySelectorAll(".shape")].map((each) => each.getBoundingClientRect());
  return [boxes.length, boxes.filter(({ left, right, top, bottom }) =>
    left >= pane.left && right <= pane.right && top >= pane.top && bottom <= pane.bottom).length] }"""
# The sizes on the screen of the values and of the moves' names, in pixels.
LETTERS = """(root, labels) => [...root.querySelectorAll(labels)].filter((each) => each.textContent).map((each) =>
  parseFloat(getComputedStyle(each).fontSize) * each.getScreenCTM().a)"""


def names_on_edges(widget):
    return [text for text in widget.locator(".move text").all_text_contents() if text]


@pytest.mark.parametrize("width", [1400, 800])
def test_every_edge_has_the_name_of_its_move(browser, tmp_path, width):
    game = tree([[3, {"left": 12, "right": 8}], [2, 4, 6], {"a": 14, "b": 5}])
    with opened(browser, step_through(alphabeta, game), tmp_path, width) as widget:
        names = ["0", "1", "2", "0", "1", "0", "1", "2", "a", "b", "left", "right"]
        assert sorted(names_on_edges(widget)) == sorted(names)
        widget.get_by_test_id("last").click()
        assert widget.evaluate(OVERLAPS) == []


@pytest.mark.exhaustive
def test_names_never_overlap_and_where_there_is_no_room_there_are_none(browser, tmp_path):
    wide = tree([[{f"from e{i} to d{i}": i for i in range(9)}] * 2] * 5)
    for game in (wide, random_tree(5, 3, seed=1), TicTacToe("XOX .O. ...")):
        with opened(browser, step_through(minimax, game), tmp_path) as widget:
            assert widget.evaluate(OVERLAPS) == []
            if game is wide:
                assert not any(name.startswith("from") for name in names_on_edges(widget))


@pytest.mark.parametrize("width", [1130, 840, 660, 360])
def test_a_tree_too_wide_to_be_read_opens_folded_and_all_of_that_is_in_sight(browser, tmp_path, width):
    with opened(browser, step_through(minimax, random_tree(4, 3, seed=1)), tmp_path, width) as widget:  # 121 nodes
        assert widget.locator(".fold .label").all_text_contents() == ["39 more"] * 3
        says(widget, "forward").click()
        shown, in_sight = widget.evaluate(IN_SIGHT)
        assert shown == in_sight > 6
        assert min(widget.evaluate(LETTERS, ".label")) >= (8 if width > 400 else 6.5)
        says(widget, "fold").click()
        assert widget.locator("[role=treeitem]").count() == 121
        assert widget.locator(".fold").count() == 0


@pytest.mark.exhaustive
def test_a_wider_window_unfolds_the_tree_unless_the_reader_chose(browser, tmp_path):
    with opened(browser, step_through(minimax, random_tree(3, 3, seed=1)), tmp_path, 500) as widget:  # 40 nodes
        count = widget.locator("[role=treeitem]").count
        assert count() == 4
        widget.page.set_viewport_size({"width": 1400, "height": 900})
        widget.page.wait_for_function("() => document.querySelectorAll('[role=treeitem]').length === 40")
        says(widget, "fold").click()
        assert count() == 4
        widget.page.set_viewport_size({"width": 1500, "height": 900})
        widget.page.wait_for_timeout(200)
        assert count() == 4


@pytest.mark.parametrize("width", [1130, 840, 660, 360])
def test_the_letters_of_two_searches_can_be_read(browser, tmp_path, width):
    game = tree([[5, 6], [[[2, 9], [8, 7]], 9]])
    with opened(browser, step_through(alphabeta, game, beside=minimax), tmp_path, width) as widget:
        first, second = widget.locator(".column").all()
        assert min(widget.evaluate(LETTERS, ".label")) >= 10
        assert min(widget.evaluate(LETTERS, ".move text")) >= (9 if width > 400 else 8)
        is_stacked = second.bounding_box()["y"] > first.bounding_box()["y"]
        assert is_stacked == (width < 760)
        assert all(code.evaluate("it => it.scrollWidth <= it.clientWidth") for code in says(widget, "code").all())


@pytest.mark.exhaustive
def test_of_very_many_children_those_around_the_search_are_shown_and_the_rest_is_folded(browser, tmp_path):
    with opened(browser, step_through(minimax, tree([*range(2000)])), tmp_path) as widget:
        assert widget.locator("[role=treeitem]").count() < 50
        widget.get_by_test_id("slider").evaluate(
            "(it) => { it.value = 2001; it.dispatchEvent(new Event('input', { bubbles: true })) }"
        )
        assert widget.get_by_test_id("story").inner_text() == "Search after move 1000: the game is over."
        assert widget.locator(".node.current").get_attribute("aria-label").startswith("Leaf, after move 1000")
        assert widget.locator("[role=treeitem]").count() < 50
        (fold,) = widget.locator(".fold .label").all_text_contents()
        assert fold == f"{2001 - widget.locator('[role=treeitem]').count():,} more"
        widget.get_by_test_id("last").click()
        assert widget.locator("[aria-label^='Leaf, after move 1999']").count() == 1  # best play


@pytest.mark.exhaustive
def test_a_canvas_shows_the_names_where_the_tree_is_large_enough(browser, tmp_path):
    written = """() => { window.written = []; const write = CanvasRenderingContext2D.prototype.fillText;
        CanvasRenderingContext2D.prototype.fillText = function (text, ...at) {
          window.written.push(text); write.call(this, text, ...at) } }"""
    game = tree([{f"m{k}": [[k] * 11] * 11 for k in range(11)}])
    with opened(browser, step_through(minimax, game), tmp_path) as widget:
        widget.get_by_test_id("fold").click()
        widget.evaluate(written)
        widget.get_by_test_id("zoom-out").click()
        assert widget.evaluate("() => window.written.filter((text) => text.startsWith('m'))") == []
        for _ in range(20):
            widget.get_by_test_id("zoom-in").click()
        assert "m5" in widget.evaluate("() => window.written")
