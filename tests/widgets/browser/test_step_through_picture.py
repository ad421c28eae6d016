"""What the step-through's picture of a tree shows, on a page by itself."""

import pytest

from minimax_lab.games import TicTacToe, random_tree, tree
from minimax_lab.search import alphabeta, minimax
from minimax_lab.widgets import step_through
from tests.widgets.browser.tools import opened

# The boxes on the screen of the names that are shown, and of all that they must not meet.
OVERLAPS = """root => {
  const boxes = (selector) => [...root.querySelectorAll(selector)]
    .filter((each) => each.textContent || each.matches("path")).map((each) => each.getBoundingClientRect());
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const names = boxes(".move text"), others = boxes(".shape, .window");
  return [...names.entries()].flatMap(([i, a]) =>
    [...names.slice(i + 1), ...others].filter((b) => meet(a, b)).map((b) => JSON.stringify([a, b])));
}"""


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
